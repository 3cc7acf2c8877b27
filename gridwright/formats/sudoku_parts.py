"""Sudokus of other programs: what genres declare, puzzles made from parts, and parts of puzzles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..board.board import Spot
from ..board.rect import Rect, box_borders, box_size, region_borders
from ..language.layers import GivenLayer, Key, ValueLayer
from ..language.puzzle import About, Puzzle, State
from .dialect import Dialect, Reading, Shelf, region_numbers
from .errors import FormatError, WriteError

Cell = tuple[int, int]
MAX_SIDE = 99
"""The largest side in any program that writes these formats."""
_WITH_CAGES = "fpuzzles", "sudokupad", "ipuz"
"""The formats with cages."""


class SudokuParts(Dialect):
    """A genre that is written as a sudoku: ``number`` on cells, ``wall`` between regions, perhaps cages with totals."""

    holds_partial = False

    def __init__(
        self, format: str, number: ValueLayer, wall: GivenLayer, symbols: Key[str], *, cage: GivenLayer | None = None,
        total: GivenLayer | None = None, uncaged: GivenLayer | None = None,
    ) -> None:
        super().__init__("sudoku" if cage is None else "killer")
        self.format, self.number, self.wall, self.symbols = format, number, wall, symbols
        self.cage, self.total, self.uncaged = cage, total, uncaged


class FPuzzlesDots(Dialect):
    """A Latin square with all dots between neighbours, in f-puzzles a sudoku whose regions are the rows.

    ``dots`` are the constraints of f-puzzles that are such dots, each with the mark on ``dot`` and the usual value.
    """

    format = "fpuzzles"
    holds_partial = False

    def __init__(
        self, name: str, number: ValueLayer, dot: GivenLayer, dots: Mapping[str, tuple[Any, str]]
    ) -> None:
        super().__init__(name)
        self.number, self.dot, self.dots = number, dot, dots


class Cage(NamedTuple):
    """Cells whose numbers differ, and their sum if it is given."""

    cells: Sequence[Cell]
    total: int | None = None


class SudokuContent(NamedTuple):
    """The parts of a sudoku; rows and columns count from 0. Without ``regions`` the boxes are the usual ones."""

    side: int
    given: Mapping[Cell, int]
    regions: Sequence[Sequence[Any]] | None = None
    cages: Sequence[Cage] = ()
    about: About = About()


def spot(cell: Cell) -> Spot:
    """The spot of a cell."""
    return Spot(2 * cell[0] + 1, 2 * cell[1] + 1)


# -- reading ----------------------------------------------------------------------------------------------------------


def reading_of_parts(
    shelf: Shelf, format: str, parts: SudokuContent, *answers: Sequence[int | None], warnings: Iterable[str] = (),
    entered: bool = False,
) -> Reading:
    """The puzzle of some parts; the other arguments are those of ``reading_with``.

    Raises FormatError for cages that no genre can have, PuzzleError for everything else.
    """
    name = "killer" if parts.cages else "sudoku"
    known = next(iter(shelf.dialects(format, name)), None)
    if known is None:
        raise FormatError(f"no genre is told as {name} in this format", code="no-genre")
    genre, dialect = known
    board = Rect.of(parts.side, parts.side)
    if parts.regions is None:
        walls = box_borders(parts.side, *box_size(parts.side))
    else:
        walls = region_borders(board, parts.regions)
    given: dict[str, dict[Spot, Any]] = {
        dialect.number.name: {spot(cell): n for cell, n in parts.given.items()},
        dialect.wall.name: dict.fromkeys(walls, True),
    }
    if parts.cages:
        given |= _cage_marks(board, dialect, parts.cages)
    puzzle = Puzzle.of(genre, board, given, about=parts.about)
    return reading_with(puzzle, dialect, answers, warnings, entered)


def _cage_marks(board: Rect, dialect: SudokuParts, cages: Sequence[Cage]) -> dict[str, dict[Spot, Any]]:
    places = [[spot(cell) for cell in cage.cells] for cage in cages]
    borders, outside = caged(board, places)
    totals = {min(cells): cage.total for cells, cage in zip(places, cages, strict=True) if cage.total is not None}
    assert dialect.cage is not None and dialect.total is not None and dialect.uncaged is not None
    marks = {dialect.cage.name: borders, dialect.uncaged.name: outside}
    return {dialect.total.name: dict(totals), **{name: dict.fromkeys(spots, True) for name, spots in marks.items()}}


def reading_with(
    puzzle: Puzzle, dialect: SudokuParts | FPuzzlesDots, answers: Iterable[Sequence[int | None]],
    warnings: Iterable[str] = (), entered: bool = False,
) -> Reading:
    """A puzzle with the first complete one of some lists of numbers, row by row, as its answer.

    ``entered`` says that a player entered numbers, which are lost if none is complete.
    """
    cells = puzzle.board.cells
    numbers = next((numbers for numbers in answers if len(numbers) == len(cells) and None not in numbers), None)
    answer = None
    if numbers is not None:
        answer = State.of(puzzle, {dialect.number.name: dict(zip(cells, numbers, strict=True))})
    lost = ["the numbers that a player entered are left out"] if entered and answer is None else []
    return Reading(puzzle, answer, (*warnings, *lost), dialect.format)


# -- writing ----------------------------------------------------------------------------------------------------------


def parts_of(puzzle: Puzzle, dialect: SudokuParts) -> SudokuContent:
    """The parts of a puzzle. Raises WriteError for what they cannot express."""
    board = puzzle.board
    if not isinstance(board, Rect) or board.holes or board.n_rows != board.n_cols:
        raise WriteError("the format has square boards without missing cells only")
    side = board.n_rows
    digits = "".join(map(str, range(1, side + 1))) if side < 10 else ""
    if puzzle.keys.get(dialect.symbols.name, digits) not in ("", digits):
        raise WriteError("the format has digits only, and this puzzle has other symbols")
    layers = (dialect.number, dialect.wall, dialect.cage, dialect.total, dialect.uncaged)
    known = {layer.name for layer in layers if layer}
    odd = next((name for name, marks in puzzle.given.items() if marks and name not in known), None)
    if odd is not None:
        raise WriteError(f"the format has no place for {odd}")
    given: Mapping[Spot, Any] = puzzle.given.get(dialect.number.name, {})
    walls: Mapping[Spot, Any] = puzzle.given.get(dialect.wall.name, {})
    usual = set(walls) == set(box_borders(side, *box_size(side)))
    return SudokuContent(
        side, {(cell.y // 2, cell.x // 2): n for cell, n in given.items()}, None if usual else _regions(board, walls),
        _cages(puzzle, dialect, board), puzzle.about,
    )  # fmt: skip


def _regions(board: Rect, walls: Mapping[Spot, Any]) -> list[list[int]]:
    number = region_numbers(board, walls, f"{_LOOSE_BORDER} a region")
    return [[number[cell] for cell in row] for row in board.rows]


_LOOSE_BORDER = "the format has no place for a border that ends inside"


def _cages(puzzle: Puzzle, dialect: SudokuParts, board: Rect) -> list[Cage]:
    if dialect.cage is None or dialect.total is None or dialect.uncaged is None:
        return []
    outside: Mapping[Spot, Any] = puzzle.given.get(dialect.uncaged.name, {})
    totals: Mapping[Spot, Any] = puzzle.given.get(dialect.total.name, {})
    loose = next((cell for cell in outside if totals.get(cell)), None)
    if loose is not None:
        raise WriteError(f"the format has no place for a total outside of all cages ({board.name(loose)})")
    inside = [cell for cell in board.cells if cell not in outside]
    borders: Mapping[Spot, Any] = puzzle.given.get(dialect.cage.name, {})
    region_numbers(board, borders, f"{_LOOSE_BORDER} a cage", inside)
    parts = []
    for cells in board.regions(borders, inside):
        sums = {totals[cell] for cell in cells if totals.get(cell, 0)}
        if len(sums) > 1:
            raise WriteError(f"the format has one total in the cage of {board.name(cells[0])}, and there are several")
        parts.append(Cage([(cell.y // 2, cell.x // 2) for cell in cells], next(iter(sums), None)))
    return parts


def numbers_of(answer: State, dialect: SudokuParts | FPuzzlesDots) -> list[int | None]:
    """The numbers of an answer, row by row."""
    return [answer.get(dialect.number.name, cell) for cell in answer.puzzle.board.cells]


def sudoku_dialects(number: ValueLayer, wall: GivenLayer, symbols: Key[str]) -> Iterable[SudokuParts]:
    """The dialects of plain sudokus."""
    formats = *_WITH_CAGES, "opensudoku", "sdk", "csv", "sdm"
    return tuple(SudokuParts(format, number, wall, symbols) for format in formats)


def killer_dialects(
    number: ValueLayer, wall: GivenLayer, symbols: Key[str], cage: GivenLayer, total: GivenLayer, uncaged: GivenLayer
) -> Iterable[SudokuParts]:
    """The dialects of sudokus with cages."""
    layers = {"cage": cage, "total": total, "uncaged": uncaged}
    return tuple(SudokuParts(format, number, wall, symbols, **layers) for format in _WITH_CAGES)


# -- cages ------------------------------------------------------------------------------------------------------------

def between_caged(borders: Iterable[Spot], uncaged: Collection[Spot], board: Rect) -> dict[Spot, bool]:
    """The marks of borders between cells in cages; borders beside a cell outside all cages are left out."""
    return {link: True for link in borders if not any(cell in uncaged for cell in board.ends(link))}


def caged(board: Rect, cages: Iterable[Sequence[Spot]]) -> tuple[list[Spot], list[Spot]]:
    """The borders between different cages, and the cells outside all cages.

    Raises FormatError for cages that overlap, or whose cells are not connected.
    """
    owner: dict[Spot, int] = {}
    for n, cells in enumerate(cages):
        twice = next((cell for cell in cells if cell in owner), None)
        if twice is not None:
            raise FormatError(f"two cages share the cell {twice}, and the genre has no such cages", code="other-rules")
        if len(board.groups(cells)) != 1:
            what = f"the cage of {min(cells)} is not connected, and the genre has no such cages"
            raise FormatError(what, code="other-rules")
        owner.update(dict.fromkeys(cells, n))
    borders = [
        link for link in board.links for a, b in [board.ends(link)]
        if a in owner and b in owner and owner[a] != owner[b]
    ]  # fmt: skip
    return borders, [cell for cell in board.cells if cell not in owner]
