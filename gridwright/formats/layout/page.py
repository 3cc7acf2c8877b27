"""Reads the lines of a diagram as marks, with the exact position of errors, and writes marks as lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ...board.board import Spot
from ...board.rect import Rect
from ...language.layers import MarksByLayer
from ...logic.ticks import ticking
from ..errors import FormatError, Line, WriteError, shown
from .contents import spelled
from .glyph import WARNING, BlockMark, BlockMarks, Glyph, MarksView, Offset, TooNarrow, joined_absent, joined_reach
from .plan import Cut, Growing, Plan, Rows, Run, first_column


def check_height(lines: Sequence[Line], height: int) -> None:
    """Raises FormatError for another number of lines."""
    found, wanted = (f"{n} line{'s' * (n != 1)}" for n in (len(lines), height))
    what = f"the diagram has {found}"
    if len(lines) > height:
        raise lines[height].error(what, expected=wanted, found=shown(lines[height].text), code="too-long")
    if len(lines) < height:
        number = lines[-1].number if lines else 0
        raise FormatError(what, number, 0, wanted, code="too-short")


def _fitted(line: Line, width: int, exact: bool) -> str:
    """The text of a line, in the width of the diagram. Raises FormatError."""
    text = line.text
    if len(text) == width:
        return text
    expected = f"{width} characters"
    if len(text) > width:
        rest = text[width:]
        if rest.strip(" "):
            at = len(text) - len(rest.lstrip(" "))
            found = shown(spelled(text[at:]))
            raise line.error("unexpected text after the diagram", at, expected=expected, found=found, code="too-long")
        return text[:width]
    if exact:
        found = str(len(text))
        raise line.error("the line is too short", len(text), expected=expected, found=found, code="too-short")
    return text.ljust(width)


def empty_cells(plan: Plan, lines: Sequence[Line]) -> list[Spot]:
    """The cells whose blocks are blank."""
    texts = [_fitted(line, plan.width, False) for line in lines[: plan.height]]
    cells = []
    for y, start, height, runs, _ in plan.rows:
        for cut, x in (column for run in runs if run.kind == "cell" for column in run.columns):
            if not any(row[cut].strip() for row in texts[start : start + height]):
                cells.append(Spot(y, x))
    return cells


class PageReader:
    """Reads the lines of a diagram, whose glyphs are given by kind of block."""

    def __init__(
        self, plan: Plan, glyphs: Mapping[str, Glyph], board: Rect, lines: Sequence[Line], exact: bool
    ) -> None:
        self._plan, self._glyphs, self._board, self._lines = plan, glyphs, board, lines
        self._texts = [_fitted(line, plan.width, exact) for line in lines]
        self._marks: dict[str, dict[Spot, Any]] = defaultdict(dict)

    def read(self) -> tuple[MarksByLayer, list[str]]:
        """The marks, and the warnings. Raises FormatError."""
        self._set_far(self._read_blocks())
        self._check_conflicts()
        warnings = list(dict.fromkeys(self._marks.get(WARNING, {}).values()))
        return {name: marks for name, marks in self._marks.items() if marks and WARNING not in name}, warnings

    def _read_blocks(self) -> list[tuple[BlockMark, Spot]]:
        """Stores the marks on the blocks' own spots; returns those on spots around, each with the block's spot."""
        marks = self._marks
        far: list[tuple[BlockMark, Spot]] = []
        for rows in ticking(self._plan.rows):
            y, start, height, runs, _ = rows
            top, page = self._texts[start], self._texts[start : start + height]
            for run in runs:
                cache = run.reader
                for cut, x in run.columns:
                    text = top[cut] if height == 1 else "".join([row[cut] for row in page])
                    found = cache[text]
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

    def _set_far(self, far: Sequence[tuple[BlockMark, Spot]]) -> None:
        """Stores marks on spots around blocks, on which several blocks must agree. Raises FormatError."""
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
            errors = [error for error in found if error is not None]  # there is nothing beyond the frame
            if errors:
                raise min(errors, key=lambda error: (error.line, error.column))

    def _fault(self, spot: Spot, what: str) -> FormatError:
        """An error about the block of a spot and others."""
        return fault_at(self._plan, self._lines, spot, what) or FormatError(what, code="contradiction")

    def _unreadable(self, rows: Rows, run: Run, cut: Cut, x: int, text: str) -> FormatError:
        """The error for a block that its glyph cannot read, at the wrong character."""
        at = next((i for i, char in enumerate(text) if char not in run.glyph.ink), -1)
        if at < 0:
            at = next((i for i, char in enumerate(text) if char != " "), 0)
        row, column = divmod(at, run.shape.width)
        where = self._board.name(Spot(rows.y, x)) if run.kind in self._glyphs else "the frame"
        wanted = run.glyph.wanted
        expected = " or ".join((", ".join(wanted[:-1]), wanted[-1]) if len(wanted) > 1 else wanted)
        found = shown(spelled(text)) if text.strip(" ") else "a blank"
        return self._lines[rows.start + row].error(
            f"this is not allowed at {where}", first_column(cut) + column, expected=expected, found=found,
            code="unread-ink",
        )


def fault_at(
    plan: Plan, lines: Sequence[Line], spot: Spot, what: str, expected: str = "", code: str = "contradiction"
) -> FormatError | None:
    """An error at the block of a spot, at its first ink if any; None if the spot has no block."""
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


# -- writing ---------------------------------------------------------------------------------------------------------

Left = set[tuple[str, Spot]]
"""Marks (layer and spot) that were not written."""


class Grow(Exception):
    """More room is needed. ``names`` are the keys that give it; there may be none."""

    def __init__(self, names: frozenset[str], what: str) -> None:
        super().__init__(what)
        self.names = names


def refuse(left: Left, board: Rect) -> None:
    """Raises WriteError if any marks were not written."""
    if left:
        name, spot = min(left)
        more = f" (and {len(left) - 1} more)" if len(left) > 1 else ""
        raise WriteError(f"the format has no place for {name} at {board.name(spot)}{more}")


class BlockLayers(NamedTuple):
    """The layers that the blocks of a diagram show.

    ``own`` are the layers on the blocks' own spots, by kind of block, and ``all_own`` all of them. ``reach`` are the
    steps from blocks to marks around that they need, by layer. ``absent`` is that of all glyphs (see ``Glyph``).
    """

    own: Mapping[str, frozenset[str]]
    all_own: frozenset[str]
    reach: Mapping[str, tuple[Offset, ...]]
    absent: Mapping[str, Any]

    @classmethod
    def of(cls, glyphs: Mapping[str, Glyph]) -> BlockLayers:
        """The layers of a diagram with these glyphs, by kind of block."""
        own = {kind: glyph.names for kind, glyph in glyphs.items()}
        return cls(
            own, frozenset().union(*own.values()), joined_reach(glyphs.values()), joined_absent(glyphs.values())
        )


_NO_NAMES: frozenset[str] = frozenset()
_MOST_VALUES = 20_000
"""How many values that fit into their blocks are remembered."""
_BySpot = dict[tuple[int, int], BlockMarks]


class PageWriter:
    """Writes the lines of a diagram; then ``left`` are the marks for which it had no place.

    All ``marks`` must be shown; those that are ``optional`` may be.
    """

    def __init__(
        self, plan: Plan, layers: BlockLayers, board: Rect, marks: MarksView, optional: MarksView, *, full: bool
    ) -> None:
        self._plan, self._layers, self._board, self._marks, self._full = plan, layers, board, marks, full
        self.left: Left = {(name, spot) for name in self._not_shown(marks) for spot in marks[name]}
        self._needed = self._by_spot(marks)
        self._optional = self._by_spot(optional)
        self._far: set[tuple[str, Spot]] = set()
        """Marks that were shown by blocks beside them."""

    def lines(self) -> list[str]:
        """The lines. Raises WriteError for marks that cannot be written, Grow if a key must be increased."""
        page = [line for rows in self._plan.rows for line in self._rows(rows)]
        self.left.update(
            (entry.layer, Spot(*spot))
            for spot, entries in self._needed.items()
            for entry in entries
            if entry.step is None
        )
        self.left.update(self._not_shown_from_beside())
        return page

    def _not_shown(self, marks: MarksView) -> Iterable[str]:
        """The layers that no block shows."""
        return (name for name in marks if name not in self._layers.all_own and name not in self._layers.reach)

    def _inked(self, name: str, marks: Mapping[Spot, Any]) -> Mapping[Spot, Any]:
        """The marks of a layer, without those that are shown by the absence of ink."""
        if not self._full or name not in self._layers.absent:
            return marks
        absent = self._layers.absent[name]
        return {spot: value for spot, value in marks.items() if value != absent}

    def _by_spot(self, marks: MarksView) -> _BySpot:
        """The marks by the spots of the blocks that show or need them."""
        out: _BySpot = {}
        for name in sorted(marks):
            is_own, steps = name in self._layers.all_own, self._layers.reach.get(name, ())
            own = self._inked(name, marks[name]) if is_own or steps else {}
            if is_own:
                entries: dict[Any, BlockMarks] = {value: (BlockMark(name, None, value),) for value in set(own.values())}
                if out:
                    out.update({spot: out.get(spot, ()) + entries[value] for spot, value in own.items()})
                else:
                    out = {spot: entries[value] for spot, value in own.items()}
            for spot, value in own.items() if steps else ():
                for step in steps:
                    near = spot.y - step[0], spot.x - step[1]
                    out[near] = (*out.get(near, ()), BlockMark(name, step, value))
        return out

    def _rows(self, rows: Rows) -> list[str]:
        """The lines of one strip."""
        y, take, optional = rows.y, self._needed.pop, self._optional
        texts = []
        for run, x in rows.blocks:
            marks = take((y, x), ())
            text = None if optional else run.texts.get(marks)
            texts.append(self._text(run, marks, y, x) if text is None else text)
        if rows.height == 1:
            return ["".join(texts)]
        widths = [run.shape.width for run, _ in rows.blocks]
        return [
            "".join([text[i * width : (i + 1) * width] for text, width in zip(texts, widths, strict=True)])
            for i in range(rows.height)
        ]

    def _text(self, run: Run, found: BlockMarks, y: int, x: int) -> str:
        """The text of one block with these marks on its spot.

        Marks that it does not show go back to ``_needed``; those that it shows on other spots are added to ``_far``.
        """
        own = self._layers.own.get(run.kind, _NO_NAMES)
        mine, others = _divided(found, own)
        if others:
            self._needed[y, x] = others
        wish, _ = _divided(self._optional.pop((y, x), ()), own)
        try:
            text, far = run.writer[mine, wish]
        except TooNarrow as fault:
            raise _grow(run, fault, self._board.name(Spot(y, x))) from None
        if text is None:
            raise _inexpressible(mine, self._board.name(Spot(y, x)))
        if not (others or wish or far):
            run.remember(mine, text)
        for name, step, _ in far:
            if step is not None:
                self._far.add((name, Spot(y + step[0], x + step[1])))
        return text

    def _not_shown_from_beside(self) -> Left:
        """The marks that only blocks around them could show, but none did."""
        return {
            (name, spot)
            for name in self._layers.reach
            if name not in self._layers.all_own
            for spot in self._inked(name, self._marks.get(name, {}))
            if (name, spot) not in self._far
        }


def _in_words(value: object) -> str:
    """A value for messages. Python refuses to convert numbers of thousands of digits."""
    try:
        return repr(value)
    except ValueError:
        return "a number without end"


def _inexpressible(mine: BlockMarks, where: str) -> WriteError:
    """The error for marks that a block cannot show."""
    marks = [f"{entry.layer} {_in_words(entry.value)}" for entry in mine if entry.step is None]
    if not marks:
        return WriteError(f"nothing is known that could be written at {where}")
    return WriteError(f"the format cannot express {' with '.join(marks)} at {where}")


def _grow(run: Run, fault: TooNarrow, where: str) -> Grow:
    return Grow(run.grow[fault.what], f"{fault.value!r} does not fit its place at {where}")


def check_room(growing: Growing, layers: BlockLayers, board: Rect, marks: MarksView) -> None:
    """Raises Grow if some mark needs a larger block than it has.

    This is much faster than writing all lines; marks that cannot be written at all are ignored.
    """
    blocks, fitting = growing.blocks, growing.fitting
    found: dict[Spot, BlockMarks] = {}
    for name, layer in marks.items():
        values = set(layer.values())
        if name in growing.uniform:
            new = [value for value in values if (name, value) not in fitting]
            if len(fitting) > _MOST_VALUES:
                fitting.clear()
            for spot, value in layer.items() if new else ():
                if spot in blocks:
                    _fit(blocks[spot], (BlockMark(name, None, value),), board.name(spot))
                    fitting.add((name, value))
        elif name in layers.all_own:
            entry = {value: (BlockMark(name, None, value),) for value in values}
            found.update({spot: found.get(spot, ()) + entry[value] for spot, value in layer.items() if spot in blocks})
    different = {(id(blocks[spot]), entries): spot for spot, entries in found.items()}
    for (_, entries), spot in different.items():
        own = layers.own.get(blocks[spot].kind, _NO_NAMES)
        _fit(blocks[spot], tuple(entry for entry in entries if entry.layer in own), board.name(spot))


def _fit(run: Run, entries: BlockMarks, where: str) -> None:
    """Raises Grow if a block is too small for some marks."""
    try:
        run.writer[entries, ()]
    except TooNarrow as fault:
        raise _grow(run, fault, where) from None


def _divided(found: BlockMarks, own: frozenset[str]) -> tuple[BlockMarks, BlockMarks]:
    """The entries of a spot that concern its block, and all others."""
    others = tuple([entry for entry in found if entry.step is None and entry.layer not in own])
    if not others:
        return found, others
    return tuple([entry for entry in found if entry.step is not None or entry.layer in own]), others
