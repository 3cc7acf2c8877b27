"""Pips as a square board of labels, a list of constraints and a list of dominoes, each after its length."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

from ...board.rect import Rect
from ...language.puzzle import Puzzle, State
from ..dialect import MAX_CELLS, Reading, Shelf, only_dialect
from ..errors import FormatError, Line, WriteError, shown
from .common import (
    KINDS_WITH_NUMBER,
    Condition,
    PipsDialect,
    PipsPuzzle,
    PipsText,
    looks_like_cells,
    looks_like_plain_text_or_spf,
    tokens,
)

_KINDS = {
    "SUM": "sum", "EQ": "equal", "NEQ": "unequal", "LT": "less", "GT": "greater", "LE": "at most", "GE": "at least",
}  # fmt: skip
_WRITTEN = {kind: word for word, kind in _KINDS.items()}
_MOST_PIPS = 99
"""The format has no limit. No set of dominoes reaches this one, beyond which solving would be hopeless."""
_NO_CELL, _NO_REGION, _ELLIPSIS = ".", "#", "…"


class PipsCells(PipsDialect):
    """A genre in the cells format."""

    format = "pips-cells"


@dataclass(frozen=True)
class CellsLayout:
    """The style of a file, which a puzzle keeps as its ``source``."""

    side: int = 0
    """The side of the board, which may be larger than the puzzle."""
    spaced: bool = False
    """Whether blanks separate the cells."""
    bare: frozenset[str] = frozenset()
    """The regions with EQ or NEQ, but without the number that the format demands."""


# -- reading --------------------------------------------------------------------------------------------------------


class _LineReader:
    """Reads a text line by line."""

    def __init__(self, text: str) -> None:
        self.page = PipsText(text)
        self.at = 0

    def take(self, expected: str) -> Line:
        """The next line."""
        if self.at == len(self.page.rows):
            found = "the end of the text"
            raise FormatError("the text ends too early", self.at + 1, 1, expected, found, code="cut-short")
        self.at += 1
        return self.page.line(self.at - 1)

    def count(self, of: str, code: str) -> tuple[int, Line]:
        """The next line, which is a single number."""
        expected = f"the number of {of}"
        line = self.take(expected)
        text = line.text.strip()
        if not re.fullmatch(r"[0-9]{1,6}", text):
            at = len(line.text) - len(line.text.lstrip())
            raise line.error("not a number of " + of, at, expected=expected, found=shown(text), code=code)
        return int(text), line

    def end(self, n_dominoes: int) -> None:
        """Raises FormatError for further lines."""
        if self.at < len(self.page.rows):
            line = self.page.line(self.at)
            raise line.error(
                "more lines than announced",
                expected=f"the end after {n_dominoes} dominoes",
                found=shown(line.text),
                code="domino-count",
            )


def _read_row(line: Line, side: int) -> list[tuple[str, int]]:
    """The labels of a row, each with its index."""
    words = tokens(line)
    if len(words) == 1:
        text, start = words[0]
        words = [(char, start + i) for i, char in enumerate(text)]
    row: list[tuple[str, int]] = []
    for word, at in words:
        row += [(_NO_CELL, at)] * 3 if word == _ELLIPSIS else [(word, at)]
    if len(row) != side:
        at = row[side][1] if len(row) > side else len(line.text)
        raise line.error(
            "a row of another length", at, expected=f"{side} cells", found=f"{len(row)}", code="row-length"
        )
    return row


def _read_board(reader: _LineReader, side: int) -> dict[tuple[int, int], str]:
    cells = {}
    first = reader.at
    for row in range(side):
        line = reader.take(f"row {row + 1} of {side} rows")
        for col, (label, _) in enumerate(_read_row(line, side)):
            if label != _NO_CELL:
                cells[row, col] = "" if label == _NO_REGION else label
    if not cells or len(cells) % 2:
        what = "an odd number of cells, which no dominoes can cover" if cells else "a board without cells"
        found, code = f"{len(cells)} cells", "odd-cells" if cells else "no-cells"
        raise reader.page.line(first).error(what, expected="a positive even number of cells", found=found, code=code)
    return cells


def _read_constraint(line: Line, labels: set[str], n: int, announced: int) -> tuple[Condition, bool]:
    """A condition, and whether it lacks a number."""
    words = tokens(line)
    if len(words) == 1 and words[0][0].isdecimal():
        raise line.error(
            "fewer constraints than announced",
            words[0][1],
            expected=f"{announced} constraints",
            found=f"{n}",
            code="constraint-count",
        )
    if not 2 <= len(words) <= 3:
        at = words[3][1] if len(words) > 3 else len(line.text)
        raise line.error(
            "not a constraint",
            at,
            expected="a label, a kind and a number",
            found=shown(line.text),
            code="constraint-malformed",
        )
    (label, at), (word, where) = words[:2]
    kind = _KINDS.get(word)
    if kind is None:
        raise line.error(
            "an unknown kind of constraint",
            where,
            expected=" ".join(_KINDS),
            found=shown(word),
            code="constraint-unknown",
        )
    if label not in labels:
        raise line.error(
            "a constraint for a label without cells",
            at,
            expected="a label of the board",
            found=shown(label),
            code="region-missing",
        )
    number, behind = words[2] if len(words) > 2 else ("", len(line.text))
    if number or kind in KINDS_WITH_NUMBER:
        if not re.fullmatch(r"-?[0-9]{1,9}", number):
            raise line.error(
                "not a constraint's number",
                behind,
                expected="a number",
                found=shown(number),
                code="constraint-malformed",
            )
        # "equal to 0" means just "equal": the format demands a number
        value = int(number)
        return (label, kind, value if value or kind in KINDS_WITH_NUMBER else None), False
    return (label, kind, None), True


def _read_constraints(reader: _LineReader, labels: set[str]) -> tuple[list[Condition], frozenset[str]]:
    announced, _ = reader.count("constraints", "row-count")
    conditions: list[Condition] = []
    seen: dict[str, int] = {}
    bare = set()
    for n in range(announced):
        line = reader.take(f"constraint {n + 1} of {announced}")
        condition, lacks = _read_constraint(line, labels, n, announced)
        label = condition[0]
        if label in seen:
            raise line.error(
                f"a second constraint for {shown(label)}",
                expected="a label that has none yet",
                found=f"the label of line {seen[label]}",
                code="constraint-repeated",
            )
        seen[label] = line.number
        conditions.append(condition)
        if lacks:
            bare.add(label)
    return conditions, frozenset(bare)


def _read_domino(line: Line) -> tuple[int, int]:
    words = tokens(line)
    for word, at in words:
        if not re.fullmatch(r"[0-9]{1,9}", word) or int(word) > _MOST_PIPS:
            expected = f"a number from 0 to {_MOST_PIPS}"
            raise line.error("not a number of pips", at, expected=expected, found=shown(word), code="domino-malformed")
    if len(words) != 2:
        at = words[2][1] if len(words) > 2 else len(line.text)
        raise line.error(
            "not a domino", at, expected="two numbers of pips", found=shown(line.text), code="domino-malformed"
        )
    return int(words[0][0]), int(words[1][0])


def _read_dominoes(reader: _LineReader, n_cells: int) -> list[tuple[int, int]]:
    announced, line = reader.count("dominoes", "constraint-count")
    if 2 * announced != n_cells:
        raise line.error(
            f"{n_cells} cells are not covered by {announced} dominoes",
            expected=f"{n_cells // 2} dominoes",
            found=f"{announced}",
            code="cell-count",
        )
    return [_read_domino(reader.take(f"domino {n + 1} of {announced}")) for n in range(announced)]


# -- the format -----------------------------------------------------------------------------------------------------


class PipsCellsFormat:
    """Reads and writes files of the cells format."""

    name = "pips-cells"
    about = "Pips: a square board of labels, constraints such as 'A SUM 3', and dominoes, each list with its length"

    def sniff(self, text: str) -> bool:
        """Whether a text has constraints such as ``A SUM 3``, or begins with a number and ends with a domino."""
        return looks_like_cells(text) and not looks_like_plain_text_or_spf(text)

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """The one puzzle of a text. Raises FormatError."""
        del options
        genre, dialect = only_dialect(shelf, self.name)
        reader = _LineReader(text)
        side, line = reader.count("rows", "no-side")
        if not 0 < side <= isqrt(MAX_CELLS):
            raise line.error("no possible side", expected=f"1 to {isqrt(MAX_CELLS)}", found=f"{side}", code="too-large")
        cells = _read_board(reader, side)
        conditions, bare = _read_constraints(reader, set(cells.values()) - {""})
        dominoes = _read_dominoes(reader, len(cells))
        reader.end(len(dominoes))
        layout = CellsLayout(side, any(len(tokens(reader.page.line(i + 1))) > 1 for i in range(side)), bare)
        puzzle = PipsPuzzle(cells, tuple(conditions), tuple(dominoes)).puzzle(genre, dialect, layout)
        return [Reading(puzzle, format=self.name)]

    def write(self, puzzle: Puzzle, dialect: PipsDialect, answer: State | None) -> str:
        """Board, constraints and dominoes. The board is padded to a square with places that are no cells."""
        layout = puzzle.source if isinstance(puzzle.source, CellsLayout) else CellsLayout()
        pips = PipsPuzzle.of(puzzle, dialect, answer)
        signs = pips.without_conditions() & {_NO_CELL, _NO_REGION}  # a cell without a condition needs no label
        unmarked = PipsPuzzle(
            {p: "" if n in signs else n for p, n in pips.cells.items()}, pips.conditions, pips.dominoes
        )
        pips = unmarked.relabelled(_is_label)
        assert isinstance(puzzle.board, Rect)
        side = max(puzzle.board.n_rows, puzzle.board.n_cols, layout.side)
        if side > isqrt(MAX_CELLS):
            raise WriteError(f"a pips cells file of {side} x {side} cells is too large")
        large = next((pair for pair in pips.dominoes if max(pair) > _MOST_PIPS), None)
        if large:
            raise WriteError(f"a pips cells file tells dominoes of up to {_MOST_PIPS} pips, not {large}")
        constraints = [_constraint_to_write(condition, condition[0] in layout.bare) for condition in pips.conditions]
        return "\n".join([
            str(side), *_board_to_write(pips, side, layout.spaced),
            str(len(constraints)), *constraints,
            str(len(pips.dominoes)), *(f"{a} {b}" for a, b in pips.dominoes), "",
        ])  # fmt: skip


def _is_label(label: str) -> bool:
    return label not in (_NO_CELL, _NO_REGION, _ELLIPSIS) and not re.search(r"\s", label)


def _board_to_write(pips: PipsPuzzle, side: int, spaced: bool) -> Sequence[str]:
    between = " " if spaced or any(len(label) > 1 for label in pips.cells.values()) else ""
    rows = [[_NO_CELL] * side for _ in range(side)]
    for (row, col), label in pips.cells.items():
        rows[row][col] = label or _NO_REGION
    return [between.join(row) for row in rows]


def _constraint_to_write(condition: Condition, bare: bool) -> str:
    label, kind, value = condition
    # the reader of the format's authors demands a number after EQ and NEQ
    number = "" if value is None and bare else f" {value or 0}"
    return f"{label} {_WRITTEN[kind]}{number}"
