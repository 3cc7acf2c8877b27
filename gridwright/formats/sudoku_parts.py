"""Sudokus of other programs: the declarations of genres, and puzzles built from parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..board.board import Spot
from ..board.rect import Rect, box_borders, box_size, region_borders
from ..language.genre import Genre
from ..language.layers import GivenLayer, Key, ValueLayer
from ..language.puzzle import About, Puzzle, State
from .cages import caged
from .dialect import Dialect, Shelf
from .errors import FormatError, WriteError

Cell = tuple[int, int]
MAX_SIDE = 99
"""No program that writes these formats has larger boards."""
_WITH_CAGES = "fpuzzles", "sudokupad", "ipuz"
"""The formats that have cages; the others have plain sudokus only."""


class SudokuParts(Dialect):
    """A genre told as a sudoku: ``number`` on cells, ``wall`` between regions, perhaps cages with totals."""

    holds_partial = False

    def __init__(
        self, format: str, number: ValueLayer, wall: GivenLayer, symbols: Key[str], *, cage: GivenLayer | None = None,
        total: GivenLayer | None = None, uncaged: GivenLayer | None = None,
    ) -> None:
        super().__init__("sudoku" if cage is None else "killer")
        self.format, self.number, self.wall, self.symbols = format, number, wall, symbols
        self.cage, self.total, self.uncaged = cage, total, uncaged


class FPuzzlesKropki(Dialect):
    """A latin square with dots, which f-puzzles tells as a sudoku whose regions are the rows."""

    format = "fpuzzles"
    holds_partial = False

    def __init__(self, number: ValueLayer, dot: GivenLayer) -> None:
        super().__init__("kropki")
        self.number, self.dot = number, dot


class Cage(NamedTuple):
    """Cells whose numbers differ, and their sum if it is told."""

    cells: Sequence[Cell]
    total: int | None = None


class Sudoku(NamedTuple):
    """The parts of a sudoku; rows and columns count from 0. Without ``regions`` the boxes are the usual ones."""

    side: int
    given: Mapping[Cell, int]
    regions: Sequence[Sequence[Any]] | None = None
    cages: Sequence[Cage] = ()
    about: About = About()


def spot(cell: Cell) -> Spot:
    """The spot of a cell."""
    return Spot(2 * cell[0] + 1, 2 * cell[1] + 1)


def dialect_of(shelf: Shelf, format: str, name: str) -> tuple[type[Genre], Any]:
    """The genre of a name, and its dialect. Raises FormatError."""
    known = next(iter(shelf.dialects(format, name)), None)
    if known is None:
        raise FormatError(f"no genre is told as {name} in this format", code="no-genre")
    return known


def made(shelf: Shelf, format: str, told: Sudoku) -> Puzzle:
    """The puzzle of some parts. Raises FormatError for cages that no genre can hold, PuzzleError for the rest."""
    genre, parts = dialect_of(shelf, format, "killer" if told.cages else "sudoku")
    board = Rect.of(told.side, told.side)
    if told.regions is None:
        walls = box_borders(told.side, *box_size(told.side))
    else:
        walls = region_borders(board, told.regions)
    given: dict[str, dict[Spot, Any]] = {
        parts.number.name: {spot(cell): n for cell, n in told.given.items()},
        parts.wall.name: dict.fromkeys(walls, True),
    }
    if told.cages:
        given |= _cage_marks(board, parts, told.cages)
    return Puzzle.of(genre, board, given, about=told.about)


def _cage_marks(board: Rect, parts: SudokuParts, cages: Sequence[Cage]) -> dict[str, dict[Spot, Any]]:
    places = [[spot(cell) for cell in cage.cells] for cage in cages]
    borders, outside = caged(board, places)
    totals = {min(cells): cage.total for cells, cage in zip(places, cages, strict=True) if cage.total is not None}
    assert parts.cage is not None and parts.total is not None and parts.uncaged is not None
    marks = {parts.cage.name: borders, parts.uncaged.name: outside}
    return {parts.total.name: dict(totals), **{name: dict.fromkeys(spots, True) for name, spots in marks.items()}}


def answer_from(puzzle: Puzzle, parts: SudokuParts | FPuzzlesKropki, numbers: Sequence[int | None]) -> State | None:
    """The answer that a list of numbers, row by row, tells; None if it does not tell all."""
    cells = puzzle.board.cells
    if len(numbers) != len(cells) or None in numbers:
        return None
    return State.of(puzzle, {parts.number.name: dict(zip(cells, numbers, strict=True))})


def taken_apart(puzzle: Puzzle, parts: SudokuParts) -> Sudoku:
    """The parts of a puzzle. Raises WriteError for what they cannot tell."""
    board = puzzle.board
    if not isinstance(board, Rect) or board.holes or board.n_rows != board.n_cols:
        raise WriteError("the format has square boards without missing cells only")
    side = board.n_rows
    digits = "".join(map(str, range(1, side + 1))) if side < 10 else ""
    if puzzle.keys.get(parts.symbols.name, digits) not in ("", digits):
        raise WriteError("the format has digits only, and this puzzle has other symbols")
    known = {layer.name for layer in (parts.number, parts.wall, parts.cage, parts.total, parts.uncaged) if layer}
    odd = next((name for name, marks in puzzle.given.items() if marks and name not in known), None)
    if odd is not None:
        raise WriteError(f"the format has no place for {odd}")
    given: Mapping[Spot, Any] = puzzle.given.get(parts.number.name, {})
    walls: Mapping[Spot, Any] = puzzle.given.get(parts.wall.name, {})
    usual = set(walls) == set(box_borders(side, *box_size(side)))
    return Sudoku(
        side, {(cell.y // 2, cell.x // 2): n for cell, n in given.items()}, None if usual else _regions(board, walls),
        _cages(puzzle, parts, board), puzzle.about,
    )  # fmt: skip


def _regions(board: Rect, walls: Mapping[Spot, Any]) -> list[list[int]]:
    number = _numbered(board, walls, board.regions(walls), "a region")
    return [[number[cell] for cell in row] for row in board.rows]


def _numbered(
    board: Rect, borders: Iterable[Spot], regions: Iterable[Sequence[Spot]], what: str
) -> dict[Spot, int]:
    """The number of its region for each cell. Raises WriteError for a border inside a region."""
    number = {cell: n for n, region in enumerate(regions) for cell in region}
    for border in borders:
        a, b = board.ends(border)
        if a in number and number[a] == number.get(b):
            raise WriteError(f"the format has no place for a border that ends inside {what} ({board.name(border)})")
    return number


def _cages(puzzle: Puzzle, parts: SudokuParts, board: Rect) -> list[Cage]:
    if parts.cage is None or parts.total is None or parts.uncaged is None:
        return []
    outside: Mapping[Spot, Any] = puzzle.given.get(parts.uncaged.name, {})
    totals: Mapping[Spot, Any] = puzzle.given.get(parts.total.name, {})
    loose = next((cell for cell in outside if totals.get(cell)), None)
    if loose is not None:
        raise WriteError(f"the format has no place for a total outside of all cages ({board.name(loose)})")
    inside = [cell for cell in board.cells if cell not in outside]
    borders: Mapping[Spot, Any] = puzzle.given.get(parts.cage.name, {})
    cages = board.regions(borders, inside)
    _numbered(board, borders, cages, "a cage")
    found = []
    for cells in cages:
        sums = {totals[cell] for cell in cells if totals.get(cell, 0)}
        if len(sums) > 1:
            raise WriteError(f"the format has one total in the cage of {board.name(cells[0])}, and there are several")
        found.append(Cage([(cell.y // 2, cell.x // 2) for cell in cells], next(iter(sums), None)))
    return found


def numbers_of(answer: State, parts: SudokuParts | FPuzzlesKropki) -> list[int | None]:
    """The numbers of an answer, row by row."""
    return [answer.get(parts.number.name, cell) for cell in answer.puzzle.board.cells]


def sudoku_dialects(number: ValueLayer, wall: GivenLayer, symbols: Key[str]) -> Iterable[SudokuParts]:
    """The dialects of a genre that all these programs have."""
    return tuple(SudokuParts(format, number, wall, symbols) for format in (*_WITH_CAGES, "opensudoku", "sdk", "sdm"))


def killer_dialects(
    number: ValueLayer, wall: GivenLayer, symbols: Key[str], cage: GivenLayer, total: GivenLayer, uncaged: GivenLayer
) -> Iterable[SudokuParts]:
    """The dialects of a genre with cages."""
    told = {"cage": cage, "total": total, "uncaged": uncaged}
    return tuple(SudokuParts(format, number, wall, symbols, **told) for format in _WITH_CAGES)
