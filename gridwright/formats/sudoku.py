"""Sudoku text: headers and a grid (``.sdk``), a puzzle in one line, collections of such lines, and tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from math import isqrt
from typing import Any

from ..board.board import Spot
from ..board.rect import Rect
from ..language.genre import Genre
from ..language.layers import GivenLayer, Key, ValueLayer
from ..language.puzzle import About, Frozen, Layers, Puzzle, State
from ..logic.ticks import ticking
from .dialect import MAX_CELLS, Dialect, Reading, Shelf, only_dialect
from .errors import FormatError, WriteError, shown
from .plain_text import looks_like_plain_text_or_spf
from .sources import check_lines, found_puzzles
from .sudoku_lines import (
    ABOUT_KEYS,
    HEADER,
    NO_SYMBOL,
    SYMBOLS,
    Declared,
    Headers,
    Row,
    declared_symbols,
    grid_symbols,
    head_length,
    inked_rows,
    line_symbols,
    may_be_one_grid,
    puzzle_lines,
    read_headers,
    root,
    side_of,
    text_lines,
    unknown_symbol,
    unruled,
    usual_length,
)
from .sudoku_table import SudokuTable, TableLine

__all__ = ["Headers", "SudokuFormat", "SudokuText"]

_ONE_LINE = re.compile(r"[0-9.]{70,90}")
_LOOK = 200_000
"""How much of a text is examined to recognise its format; the largest grid that can be read is smaller."""
_SAMPLE = 100
"""From how many lines of a table the length of its puzzles is inferred."""


class SudokuText(Dialect):
    """A genre in this format.

    ``number`` holds the numbers 1..n on cells, ``wall`` the borders of the boxes on links, and ``symbols`` the
    characters for 1, 2, 3, ... in the text (by default the digits).
    """

    format = "sudoku"

    def __init__(self, *names: str, number: ValueLayer, wall: GivenLayer, symbols: Key[str]) -> None:
        super().__init__(*(names or ("sudoku",)))
        self.number, self.wall, self.symbols = number, wall, symbols


# -- grids ----------------------------------------------------------------------------------------------------------


def _grid_side(rows: Sequence[Row], n_lines: int) -> int:
    """The side of the grid that all rows form together."""
    total = sum(len(row.text) for row in rows)
    if not rows:
        raise FormatError("the grid is empty", n_lines, 1, "a grid", "the end of the text", code="MalformedGrid")
    side = root(total)
    if not side:
        raise _no_square(rows, total)
    _check_shape(rows[0], side)
    return side


def _no_square(rows: Sequence[Row], total: int) -> FormatError:
    """The error at the row that is most likely wrong: of an unusual length, missing, or additional."""
    usual = usual_length(rows)
    row, at = rows[0], 0
    if usual:
        last = (rows[usual], 0) if len(rows) > usual else (rows[-1], usual)
        row, at = next(((r, min(usual, len(r.text))) for r in rows if len(r.text) != usual), last)
    length, n_rows = len(row.text), f"{len(rows)} row{'' if len(rows) == 1 else 's'}"
    own = f"{length} characters in this row, {f'{usual} in most' if usual else n_rows}"
    if usual == length:
        own = f"{n_rows} of {length} characters"
    what = f"the grid is not square: {own}"
    return row.error(what, at, expected="n x n characters", found=f"{total} characters")


def _check_shape(row: Row, side: int) -> None:
    """Raises FormatError for grids without square boxes and for large ones."""
    if not root(side) or side * side > MAX_CELLS:
        large = side * side > MAX_CELLS
        expected = f"at most {MAX_CELLS} cells" if large else "a side that is a square: 4, 9, 16, 25, ..."
        raise row.error(
            f"a grid of {side} x {side} is not supported",
            code="UnsupportedGridShape",
            expected=expected,
            found=f"{side * side} cells",
        )


@lru_cache(maxsize=16)
def _walls(side: int) -> Frozen[Spot, bool]:
    """The borders of the square boxes, as marks on links."""
    between = range(2 * isqrt(side), 2 * side, 2 * isqrt(side))
    along = range(1, 2 * side, 2)
    return Frozen({spot: True for b in between for a in along for spot in (Spot(a, b), Spot(b, a))})


class _Maker:
    """Makes puzzles of one size with the same symbols, which share what is equal."""

    def __init__(self, genre: type[Genre], dialect: SudokuText, side: int, symbols: str, blank: str) -> None:
        self.genre, self.number, self.symbols = genre, dialect.number.name, symbols
        self.board, self.blank = Rect.of(side, side), blank
        self.index = {char: i for i, char in enumerate(symbols, 1)}
        self.fixed = {dialect.wall.name: _walls(side)} if side > 1 else {}
        usual = symbols == SYMBOLS[:side]
        self.keys: Frozen[str, Any] = Frozen({} if usual else {dialect.symbols.name: symbols})

    def numbers(self, rows: Sequence[Row]) -> Frozen[Spot, int]:
        """The numbers in the grid."""
        index, blank = self.index, self.blank
        text = rows[0].text if len(rows) == 1 else "".join(row.text for row in rows)
        try:
            return Frozen({s: index[char] for s, char in zip(self.board.cells, text, strict=True) if char not in blank})
        except KeyError:
            known = {*index, *blank}
            row, at = next((row, i) for row in rows for i, char in enumerate(row.text) if char not in known)
            raise unknown_symbol(row, at, self.symbols) from None

    def puzzle(self, rows: Sequence[Row], about: About, source: Headers | None) -> Puzzle:
        """The puzzle of the grid in these rows."""
        numbers = self.numbers(rows)
        given: Layers = Frozen({self.number: numbers, **self.fixed} if numbers else self.fixed)
        return Puzzle(self.genre, self.board, given, self.keys, about, source)

    def answer(self, puzzle: Puzzle, row: Row) -> State:
        """The answer in a row, which must be complete."""
        numbers = self.numbers([row])
        if len(numbers) < len(self.board.cells):
            at = next(i for i, char in enumerate(row.text) if char in self.blank)
            raise row.error("a solution with a blank", at, expected="a symbol", found=shown(row.text[at]))
        return State(puzzle, Frozen({self.number: numbers}))


def _checked_length(row: Row, side: int) -> Row:
    if len(row.text) != side * side:
        raise row.error(
            "a puzzle of another length", side * side, expected=f"{side * side} characters", found=f"{len(row.text)}"
        )
    return row


def _ambiguous(rows: Sequence[Row]) -> FormatError:
    """The error for rows that may be those of one grid or a puzzle each."""
    many, small = len(rows), root(len(rows))
    what = f"these may be {many} puzzles of {small} x {small}, or one of {many} x {many}"
    found = "too few different symbols to tell"
    expected = f"a line 'symbols: ...' above them that names {small} symbols or {many}"
    return rows[0].error(what, expected=expected, found=found, code="SymbolCountMismatch")


# -- the format -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _SplitText:
    """The parts of a text: its headers, the rows below, and the symbols of a header and of the options."""

    genre: type[Genre]
    dialect: SudokuText
    n_lines: int
    headers: Headers
    rows: Sequence[Row]
    header: Declared | None
    option: Declared | None

    @classmethod
    def of(cls, text: str, genre: type[Genre], dialect: SudokuText, symbols: object) -> _SplitText:
        """The parts of a text; ``symbols`` are those of the options."""
        check_lines(text)
        lines = text_lines(text)
        found_puzzles(len(lines))  # each may be one, and much of the time for all is spent on the first
        start = head_length(lines)
        headers, header = read_headers(lines[:start])
        option = None if symbols is None else Declared(str(symbols))
        return cls(genre, dialect, len(lines), headers, unruled(inked_rows(lines, start)), header, option)

    def readings(self) -> list[Reading]:
        """The puzzles of lines, or of a single grid."""
        declared = self.header or self.option
        many = puzzle_lines(self.rows, declared.value if declared else None)
        if declared is None and many and may_be_one_grid(many):
            raise _ambiguous(many)
        return self._of_lines(many) if many else [self._of_grid()]

    def _declared(self) -> Declared | None:
        return declared_symbols(self.header, self.option)

    def _maker(self, side: int, symbols: str) -> _Maker:
        """The maker of puzzles on one line each, where zeros may be blanks."""
        return _Maker(self.genre, self.dialect, side, symbols, "." if "0" in symbols else ".0")

    def _of_grid(self) -> Reading:
        side = _grid_side(self.rows, self.n_lines)
        symbols, blank = grid_symbols(self.rows, side, self._declared())
        maker = _Maker(self.genre, self.dialect, side, symbols, "." + blank)
        puzzle = maker.puzzle(self.rows, self.headers.about(), self.headers)
        warnings = (f"{shown(blank)} is read as a blank",) if blank not in ("", "0") else ()
        return Reading(puzzle, None, warnings, SudokuText.format)

    def _of_lines(self, rows: Sequence[Row]) -> list[Reading]:
        declared = self._declared()
        side = side_of(usual_length(rows))
        _check_shape(rows[0], side)
        maker = self._maker(side, line_symbols(rows, side, declared))
        about, source = self.headers.about(), self.headers if self.headers.entries else None
        puzzles = (maker.puzzle([_checked_length(row, side)], about, source) for row in ticking(rows))
        return [Reading(puzzle, format=SudokuText.format) for puzzle in puzzles]


# -- tables ---------------------------------------------------------------------------------------------------------


def table_readings(table: SudokuTable, shelf: Shelf, options: Mapping[str, Any], format: str) -> list[Reading]:
    """The puzzles of a table, with the warning about its columns at the first. Raises FormatError."""
    genre, dialect = only_dialect(shelf, SudokuText.format)
    check_lines(table.text)
    above = text_lines(table.text[:_LOOK])[: table.line - 1]
    headers, _ = read_headers(["" if line.startswith("#") else line for line in above])
    symbols = options.get("symbols")
    declared = declared_symbols(None, None if symbols is None else Declared(str(symbols)))
    try:
        lines = list(table.lines(located=False))
        readings = _tabled(lines, genre, dialect, declared, headers.about(), format)
    except FormatError:
        lines = list(table.lines(located=True))  # the same error with its column
        readings = _tabled(lines, genre, dialect, declared, headers.about(), format)
    if not readings:
        raise table.empty()
    if table.ignored:
        readings[0] = replace(readings[0], warnings=(table.ignored,))
    return readings


def _tabled(
    lines: Sequence[TableLine], genre: type[Genre], dialect: SudokuText, declared: Declared | None, about: About,
    format: str,
) -> list[Reading]:
    """The puzzles of the lines of a table."""
    found_puzzles(len(lines))
    if not lines:
        return []
    rows = [line.puzzle for line in lines[:_SAMPLE]]
    length = usual_length(rows) or len(rows[0].text)
    side = side_of(length)
    if side < 4:
        wanted = "16, 81, 256, ... characters"
        raise rows[0].error("a puzzle of another length", expected=wanted, found=str(length))
    _check_shape(rows[0], side)
    for row in chain.from_iterable((line.puzzle, line.solution) for line in ticking(lines)):
        if row is not None:
            _checked_length(row, side)
    symbols = line_symbols([row for line in lines for row in (line.puzzle, line.solution) if row], side, declared)
    maker = _Maker(genre, dialect, side, symbols, "." if "0" in symbols else ".0")
    readings = []
    for line in ticking(lines):
        own = About(line.about[0], line.about[1], difficulty=line.about[2]) if any(line.about) else about
        puzzle = maker.puzzle([line.puzzle], own, None)
        answer = maker.answer(puzzle, line.solution) if line.solution else None
        readings.append(Reading(puzzle, answer, format=format))
    return readings


# -- the format -----------------------------------------------------------------------------------------------------


class SudokuFormat:
    """Reads and writes sudoku text."""

    name = "sudoku"

    def sniff(self, text: str) -> bool:
        """Whether a text declares symbols, or has lines that look like a sudoku.

        Formats that genres bring along are asked first: their texts may be grids of characters, too.
        """
        if looks_like_plain_text_or_spf(text):
            return False
        if SudokuTable.of(text) is not None:
            return True
        lines = text_lines(text[:_LOOK])
        start = head_length(lines)
        if any(HEADER.fullmatch(line) and line.casefold().startswith("symbols") for line in lines[:start]):
            return True
        rows = unruled(inked_rows(lines, start))
        return bool(rows) and (_plausible(rows) or (len(text) > _LOOK and _too_large(rows, text)))

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text, with the symbols ``options["symbols"]`` if given. Raises FormatError."""
        table = SudokuTable.of(text)
        if table is not None:
            return table_readings(table, shelf, options, self.name)
        genre, dialect = only_dialect(shelf, self.name)
        return _SplitText.of(text, genre, dialect, options.get("symbols")).readings()

    def write(self, puzzle: Puzzle, dialect: SudokuText, answer: State | None) -> str:
        """The original headers, the symbols if needed, and the grid. Raises WriteError."""
        if answer is not None:
            raise WriteError("sudoku text has no place for an answer beside the puzzle")
        side = _checked_side(puzzle, dialect)
        symbols = _symbols_to_write(puzzle, dialect, side)
        grid = _grid_to_write(puzzle, dialect, side, symbols)
        entries = _entries(puzzle)
        places = [i for i, (key, _) in enumerate(entries) if key.lower() == "symbols"]
        for i in places:
            entries[i] = entries[i][0], symbols
        if not places and _read_back(grid, side) != symbols:
            entries.append(("symbols", symbols))
        head = [f"{key}: {value}" for key, value in entries]
        return "\n".join([*head, *([""] if head else []), *grid, ""])


def _plausible(rows: Sequence[Row]) -> bool:
    """Whether rows may be grids, by their number of characters, or by their lengths if there are many."""
    text, usual = "".join(row.text for row in rows), usual_length(rows)
    if side_of(len(text)) and _like_grid(text, side_of(len(text))):
        return len(text) > 1 or text in "1."
    if len(rows) == 1:
        return _ONE_LINE.fullmatch(text) is not None
    if abs(usual - len(rows)) <= 1:
        return usual >= 4 and _like_grid(text, usual)
    # a puzzle in each line, or rows of several grids
    side = side_of(usual) or (usual if usual in (9, 25) else 0)
    return side >= 4 and _like_grid(text, side)


def _too_large(rows: Sequence[Row], text: str) -> bool:
    """Whether a text, of which these are the first rows, may be a single grid that is too large."""
    width = len(rows[0].text)
    if len(rows) == 1:
        width = side_of(len(text.strip()))
    elif abs(width - len(text) // width) > width // 8 or any(len(row.text) != width for row in rows[:-1]):
        return False
    return width >= 4 and _like_grid("".join(row.text for row in rows), width)


def _like_grid(text: str, side: int) -> bool:
    """Whether characters may be those of a grid with mistakes: other texts use most letters."""
    if len(set(text) - {"."}) > (2 * side if side <= 9 else side + 1):
        return False
    if side <= 25:
        return True
    # a large grid may contain all letters, but seldom twice in a row
    cut = [text[i : i + side].replace(".", "") for i in range(0, len(text), side)]
    return 2 * sum(len(set(row)) == len(row) for row in cut) > len(cut)


# -- writing --------------------------------------------------------------------------------------------------------


def _checked_side(puzzle: Puzzle, dialect: SudokuText) -> int:
    """The side of the board. Raises WriteError for a puzzle that the format cannot express."""
    board = puzzle.board
    side = board.n_rows if isinstance(board, Rect) else 0
    if not (isinstance(board, Rect) and side == board.n_cols and side and root(side) and not board.holes):
        raise WriteError(f"sudoku text tells square grids of 4, 9, 16, ... rows without holes only, not {board!r}")
    if puzzle.given.get(dialect.wall.name, {}) != _walls(side):
        raise WriteError("sudoku text tells puzzles with the usual square boxes only, and this one has other areas")
    foreign = [f"layer {n!r}" for n in puzzle.given if n not in (dialect.wall.name, dialect.number.name)]
    foreign += [f"value {n!r}" for n in puzzle.keys if n != dialect.symbols.name]
    if foreign:
        raise WriteError(f"sudoku text has no place for the puzzle's {', '.join(foreign)}")
    return side


def _symbols_to_write(puzzle: Puzzle, dialect: SudokuText, side: int) -> str:
    symbols = puzzle.keys.get(dialect.symbols.name) or SYMBOLS[:side]
    if not isinstance(symbols, str) or len(symbols) != side:
        raise WriteError(f"a grid of {side} x {side} needs {side} symbols, and the puzzle has {shown(str(symbols))}")
    if len(set(symbols)) < side or NO_SYMBOL.search(symbols):
        raise WriteError(
            f"sudoku text needs different symbols, none of them blank, '.' or ':', and not {shown(symbols)}"
        )
    return symbols


def _grid_to_write(puzzle: Puzzle, dialect: SudokuText, side: int, symbols: str) -> list[str]:
    numbers: Mapping[Spot, Any] = puzzle.given.get(dialect.number.name, {})
    for spot, value in numbers.items():
        if spot not in puzzle.board.cell_index:
            raise WriteError(f"there is a number at {puzzle.board.name(spot)}, which is no cell")
        if not (isinstance(value, int) and 1 <= value <= side):
            raise WriteError(f"{puzzle.board.name(spot)} holds {value!r}, and sudoku text tells 1 to {side} only")
    board = Rect.of(side, side)
    return ["".join(symbols[numbers[s] - 1] if s in numbers else "." for s in row) for row in board.rows]


def _read_back(grid: Sequence[str], side: int) -> str | None:
    """The symbols that a reader would infer from a grid without headers; None if it would not read it as one."""
    rows = inked_rows(grid, 0)
    if SudokuTable.of("\n".join(grid)) is not None or puzzle_lines(rows, None) or grid[0].startswith("\ufeff"):
        return None
    try:
        symbols, blank = grid_symbols(rows, side, None)
    except FormatError:
        return None
    return symbols if not blank else None


def _entries(puzzle: Puzzle) -> list[tuple[str, str]]:
    """The headers that the puzzle was read with, updated if its metadata has changed."""
    about = puzzle.about
    read = puzzle.source if isinstance(puzzle.source, Headers) else Headers()
    if about == read.about():
        return list(read.entries)
    texts = {key: getattr(about, key) for key in ABOUT_KEYS}
    texts |= {"credits": "; ".join(about.credits), "comment": " ".join(about.description)}
    entries = [(key, line) for key, value in texts.items() if (line := " ".join(value.split()))]
    return [*((key, value) for key, value in read.entries if key.lower() not in texts), *entries]
