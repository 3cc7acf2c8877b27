"""Pips as a board of characters, a condition for each region, and the dominoes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from string import ascii_letters
from typing import Any

from ...language.puzzle import Puzzle, State
from ..dialect import MAX_CELLS, Reading, Shelf, only_dialect
from ..errors import FormatError, Line, WriteError, shown
from .common import (
    KINDS_WITH_NUMBER,
    Condition,
    PipsDialect,
    PipsPuzzle,
    PipsText,
    in_words,
    inked,
    looks_like_board,
    looks_like_plain_text_or_spf,
    tokens,
)

MAX_PIPS = 6
"""The most pips on half a domino in the board format."""


class PipsBoard(PipsDialect):
    """A genre in the board format."""

    format = "pips-board"


def _sections(page: PipsText) -> tuple[range, range, range]:
    """The lines of board, conditions and dominoes, from the bottom up, as only the board may contain empty lines."""
    blocks = list(page.blocks_from_below(2))
    if len(blocks) < 2:
        n = len(blocks) + bool(page.rows)
        expected = "a board, conditions and dominoes, an empty line before each of the last two"
        found = f"{n} section{'' if n == 1 else 's'}"
        raise FormatError("a section is missing", 1, 1, expected, found, code="section-missing")
    dominoes, conditions = blocks
    return range(conditions.start), conditions, dominoes


def _read_condition(token: str) -> tuple[str, int | None] | None:
    if token in ("=", "=/="):
        return "equal" if token == "=" else "unequal", None
    found = re.fullmatch(r"([<>]?)([0-9]{1,9})", token)
    kind = {"": "sum", "<": "less", ">": "greater"}[found[1]] if found else ""
    if found is None or (kind == "less" and int(found[2]) == 0):  # no sum is less than 0
        return None
    return kind, int(found[2])


def _read_conditions(lines: Iterable[Line]) -> Iterator[tuple[Condition, Line]]:
    seen: dict[str, int] = {}
    for line in lines:
        words = tokens(line)
        if len(words) != 2:
            at = words[2][1] if len(words) > 2 else len(line.text)
            raise line.error(
                "not a condition",
                at,
                expected="a region's character, a blank and a condition",
                found=shown(line.text),
                code="condition-malformed",
            )
        (label, at), (token, where) = words
        if len(label) != 1:
            raise line.error(
                "a region's name is one character", at, expected="one character", found=shown(label), code="region-name"
            )
        if label in seen:
            raise line.error(
                f"multiple conditions for the region {shown(label)}",
                at,
                expected="a region that has none yet",
                found=f"the region of line {seen[label]}",
                code="condition-repeated",
            )
        seen[label] = line.number
        condition = _read_condition(token)
        if condition is None:
            expected = "a number, '=', '=/=', '>' or '<' with a number (not '<0')"
            raise line.error(
                "an unknown condition", where, expected=expected, found=shown(token), code="condition-unknown"
            )
        yield (label, *condition), line


def _read_dominoes(lines: Iterable[Line]) -> Iterator[tuple[int, int]]:
    seen: set[frozenset[int]] = set()
    for line in lines:
        for token, at in tokens(line):
            if not re.fullmatch(r"[0-9]{2}", token):
                raise line.error(
                    "a malformed domino", at, expected="two digits", found=shown(token), code="domino-malformed"
                )
            a, b = map(int, token)
            if max(a, b) > MAX_PIPS:
                raise line.error(
                    f"a domino with more than {MAX_PIPS} pips on a half",
                    at + (a <= MAX_PIPS),
                    expected=f"0 to {MAX_PIPS}",
                    found=shown(token),
                    code="pip-range",
                )
            if frozenset((a, b)) in seen:
                raise line.error(
                    f"a duplicate domino {token}",
                    at,
                    expected="each domino once, either way round",
                    found=shown(token),
                    code="domino-repeated",
                )
            seen.add(frozenset((a, b)))
            yield a, b


def _read_cells(page: PipsText, section: range) -> dict[tuple[int, int], str]:
    """The spaces of a board, shifted so that the first row and column with any are 0."""
    cells: dict[tuple[int, int], str] = {}
    for row in section:
        if not inked(page.rows[row]):
            continue
        line = page.line(row)
        for word, at in tokens(line):
            if not word.isascii():
                at += next(i for i, char in enumerate(word) if not char.isascii())
                raise line.error(
                    "not a region's character", at, expected="ASCII", found=shown(line.text[at]), code="region-name"
                )
            if len(cells) + len(word) > MAX_CELLS:
                raise line.error(
                    "too large a board", at, expected=f"at most {MAX_CELLS} spaces", found="more", code="too-large"
                )
            cells.update(((row, col), char) for col, char in enumerate(word, at))
    top, left = min((row for row, _ in cells), default=0), min((col for _, col in cells), default=0)
    return {(row - top, col - left): char for (row, col), char in cells.items()}


def _check_cover(first: Line, n_cells: int, n_dominoes: int) -> None:
    if n_cells % 2:
        raise first.error(
            "an odd number of spaces, which no dominoes can cover",
            expected=f"{2 * n_dominoes} spaces",
            found=f"{n_cells}",
            code="odd-cells",
        )
    if n_cells != 2 * n_dominoes:
        raise first.error(
            f"the board has {n_cells} spaces, but needs {2 * n_dominoes} for its {n_dominoes} dominoes",
            expected=f"{2 * n_dominoes} spaces",
            found=f"{n_cells}",
            code="cell-count",
        )


# -- the format -----------------------------------------------------------------------------------------------------


class PipsBoardFormat:
    """Reads and writes files of the board format."""

    name = "pips-board"
    about = "Pips: the board drawn with a character per region, the regions' conditions, the dominoes"

    def sniff(self, text: str) -> bool:
        """Whether a text has a section of conditions such as ``A >6``."""
        return looks_like_board(text) and not looks_like_plain_text_or_spf(text)

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The one puzzle of a text. Raises FormatError."""
        del options
        genre, dialect = only_dialect(shelf, self.name)
        page = PipsText(text)
        board, below, last = _sections(page)
        cells = _read_cells(page, board)
        labels = set(cells.values())
        conditions = []
        for condition, line in _read_conditions(map(page.line, below)):
            if condition[0] not in labels:
                raise line.error(
                    f"the region {shown(condition[0])} has a condition but no puzzle spaces",
                    code="region-missing",
                    expected="a region of the board",
                    found=shown(condition[0]),
                )
            conditions.append(condition)
        dominoes = tuple(_read_dominoes(map(page.line, last)))
        first = page.line(next(row for row in board if page.rows[row].strip()))
        _check_cover(first, len(cells), len(dominoes))
        extent = [max(place[i] for place in cells) + 1 for i in (0, 1)]
        if extent[0] * extent[1] > MAX_CELLS:
            size = f"{extent[0]} x {extent[1]}"
            raise first.error("too large a board", expected=f"at most {MAX_CELLS} places", found=size, code="too-large")
        puzzle = PipsPuzzle(cells, tuple(conditions), dominoes).puzzle(genre, dialect)
        return [Reading(puzzle, format=self.name)]

    def write(self, puzzle: Puzzle, dialect: PipsDialect, answer: State | None) -> str:
        """The three sections: the board without empty margins, the conditions, the dominoes in one line."""
        pips = PipsPuzzle.of(puzzle, dialect, answer).relabelled(_is_region_character)
        if not pips.conditions:
            raise WriteError("a pips board file needs at least one region with a condition")
        asked = {label for label, _, _ in pips.conditions}
        free = next((char for char in f".#{ascii_letters}" if char not in asked), None)
        if free is None and "" in pips.cells.values():
            raise WriteError("no character is left for cells without a region")
        conditions = [f"{condition[0]} {_condition_to_write(condition)}" for condition in pips.conditions]
        dominoes = [_domino_to_write(pair) for pair in pips.dominoes]
        return "\n".join([*_board_to_write(pips.cells, free or ""), "", *conditions, "", " ".join(dominoes), ""])


def _is_region_character(label: str) -> bool:
    return len(label) == 1 and label.isascii() and not label.isspace()


def _board_to_write(cells: Mapping[tuple[int, int], str], free: str) -> Iterator[str]:
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    rows: dict[int, dict[int, str]] = {}
    for (row, col), label in cells.items():
        rows.setdefault(row - top, {})[col - left] = label or free
    for row in range(max(rows) + 1):
        own = rows.get(row, {})
        yield "".join(own.get(col, " ") for col in range(max(own, default=-1) + 1))


def _condition_to_write(condition: Condition) -> str:
    _, kind, value = condition
    if kind not in KINDS_WITH_NUMBER:
        if value:
            raise WriteError(f"a pips board file has no place for the number of {in_words(condition)}")
        return "=" if kind == "equal" else "=/="
    sign = {"sum": "", "less": "<", "greater": ">", "at most": "<", "at least": ">"}[kind]
    bound = (value or 0) + {"at most": 1, "at least": -1}.get(kind, 0)
    if bound < 0 or (sign == "<" and bound == 0):
        raise WriteError(f"a pips board file cannot tell {in_words(condition)}: '{sign}{bound}' is no condition")
    return f"{sign}{bound}"


def _domino_to_write(pair: tuple[int, int]) -> str:
    if max(pair) > MAX_PIPS:
        raise WriteError(
            f"a pips board file cannot tell the domino {pair}: it has no more than {MAX_PIPS} pips on a half"
        )
    return f"{pair[0]}{pair[1]}"
