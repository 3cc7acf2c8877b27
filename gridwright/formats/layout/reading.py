"""Reads the lines of a diagram as marks, with the exact position of errors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...logic.ticks import ticking
from ..errors import FormatError, Line, shown
from .glyph import WARNING, Entry, Glyph, Marks
from .plan import Cut, Plan, Rows, Run, first_column
from .tokens import spelled


def check_height(lines: Sequence[Line], height: int) -> None:
    """Raises FormatError if there are not so many lines."""
    what = f"the diagram has {len(lines)} lines"
    if len(lines) > height:
        raise lines[height].error(what, expected=f"{height} lines", found=shown(lines[height].text), code="too-long")
    if len(lines) < height:
        number = lines[-1].number if lines else 0
        raise FormatError(what, number, 0, f"{height} lines", code="too-short")


def _fitted(line: Line, width: int, exact: bool) -> str:
    """The text of a line as wide as the diagram."""
    text = line.text
    if len(text) == width:
        return text
    expected = f"{width} characters"
    if len(text) > width:
        rest = text[width:]
        if rest.strip(" "):
            at = len(text) - len(rest.lstrip(" "))
            found = shown(spelled(text[at:]))
            raise line.error("something stands behind the diagram", at, expected=expected, found=found, code="too-long")
        return text[:width]
    if exact:
        found = str(len(text))
        raise line.error("the line is too short", len(text), expected=expected, found=found, code="too-short")
    return text.ljust(width)


def empty_cells(plan: Plan, lines: Sequence[Line]) -> list[Spot]:
    """The cells whose blocks hold no ink."""
    texts = [_fitted(line, plan.width, False) for line in lines[: plan.height]]
    found = []
    for y, start, height, runs, _ in plan.rows:
        for cut, x in (column for run in runs if run.kind == "cell" for column in run.columns):
            if not any(row[cut].strip() for row in texts[start : start + height]):
                found.append(Spot(y, x))
    return found


class Page:
    """A diagram that is being read: its plan, its glyphs by kind, its lines."""

    def __init__(
        self, plan: Plan, glyphs: Mapping[str, Glyph], board: Rect, lines: Sequence[Line], exact: bool
    ) -> None:
        self._plan, self._glyphs, self._board, self._lines = plan, glyphs, board, lines
        self._texts = [_fitted(line, plan.width, exact) for line in lines]
        self._marks: dict[str, dict[Spot, Any]] = defaultdict(dict)

    def read(self) -> tuple[Marks, list[str]]:
        """The marks, and the warnings. Raises FormatError."""
        self._set_far(self._read_blocks())
        self._check_conflicts()
        warnings = list(dict.fromkeys(self._marks.get(WARNING, {}).values()))
        return {name: marks for name, marks in self._marks.items() if marks and WARNING not in name}, warnings

    def _read_blocks(self) -> list[tuple[Entry, Spot]]:
        """Notes the marks on the blocks' own spots; gives those that blocks tell about the spots around them."""
        marks = self._marks
        far: list[tuple[Entry, Spot]] = []
        for rows in ticking(self._plan.rows):
            y, start, height, runs, _ = rows
            top, page = self._texts[start], self._texts[start : start + height]
            for run in runs:
                learnt = run.reader
                for cut, x in run.columns:
                    text = top[cut] if height == 1 else "".join([row[cut] for row in page])
                    found = learnt[text]
                    if found:
                        spot = Spot(y, x)
                        for entry in found:
                            name, step, value = entry
                            if step is None:
                                marks[name][spot] = value
                            else:
                                far.append((entry, spot))
                    elif found is None:
                        raise self._unreadable(rows, run, cut, x, text)
        return far

    def _set_far(self, far: Sequence[tuple[Entry, Spot]]) -> None:
        """Notes marks that blocks tell about the spots around them; two may tell of the same spot, but alike."""
        if not far:
            return
        board = self._board
        links: frozenset[Spot] = board.memo("the links as a set", lambda: frozenset(board.links))
        for (name, step, value), spot in far:
            there = Spot(spot.y + step[0], spot.x + step[1]) if step else spot
            if there not in links:
                raise self._fault(spot, f"this leads off the board at {board.name(spot)}")
            if self._marks[name].setdefault(there, value) != value:
                raise self._fault(spot, f"this does not fit what stands beside {board.name(spot)}")

    def _check_conflicts(self) -> None:
        for glyph in self._glyphs.values():
            found = (fault_at(self._plan, self._lines, *conflict) for conflict in glyph.conflicts(self._marks))
            faults = [fault for fault in found if fault is not None]  # nothing stands beyond the frame
            if faults:
                raise min(faults, key=lambda fault: (fault.line, fault.column))

    def _fault(self, spot: Spot, what: str) -> FormatError:
        """An error at the block of a spot, about what it says together with others."""
        return fault_at(self._plan, self._lines, spot, what) or FormatError(what, code="contradiction")

    def _unreadable(self, rows: Rows, run: Run, cut: Cut, x: int, text: str) -> FormatError:
        """The error for a block that no glyph reads, at the character that is at fault."""
        at = next((i for i, char in enumerate(text) if char not in run.glyph.ink), -1)
        if at < 0:
            at = next((i for i, char in enumerate(text) if char != " "), 0)
        row, column = divmod(at, run.shape.width)
        where = self._board.name(Spot(rows.y, x)) if run.kind in self._glyphs else "the frame"
        wanted = run.glyph.wanted
        expected = " or ".join((", ".join(wanted[:-1]), wanted[-1]) if len(wanted) > 1 else wanted)
        found = shown(spelled(text)) if text.strip(" ") else "a blank"
        return self._lines[rows.start + row].error(
            f"this cannot stand at {where}", first_column(cut) + column, expected=expected, found=found,
            code="unread-ink",
        )


def fault_at(
    plan: Plan, lines: Sequence[Line], spot: Spot, what: str, expected: str = "", code: str = "contradiction"
) -> FormatError | None:
    """An error at the block of a spot, at its first ink if there is any; None if the spot has no block."""
    for y, start, height, runs, _ in plan.rows:
        for run in runs if y == spot.y else ():
            for cut, x in run.columns:
                if x == spot.x:
                    block = lines[start : start + height]
                    return _in_block(block, first_column(cut), run.shape.width, what, expected, code)
    return None


def _in_block(
    lines: Sequence[Line], first: int, width: int, what: str, expected: str, code: str
) -> FormatError:
    texts = [line.text[first : first + width] for line in lines]
    row = next((row for row, text in enumerate(texts) if text.strip(" ")), 0)
    ink = spelled(" ".join(" ".join(texts).split()))
    at = first + (len(texts[row]) - len(texts[row].lstrip(" "))) % width
    return lines[row].error(what, at, expected=expected, found=shown(ink) if ink else "a blank", code=code)
