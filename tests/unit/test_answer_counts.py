"""Numbers of answers that are known from elsewhere, and what a count says when it does not come to its end."""

from __future__ import annotations

from itertools import permutations, product
from math import factorial

import pytest

import gridwright as gw
from gridwright.engine.solve import counting
from gridwright.language import Answer, Demands, Genre, Numbers, Puzzle, Rect, State, must, rule, total
from gridwright.rules import in_pairs

from ..grouped import thorough

DIGITS = Numbers(1, 5)


class Tiling(Genre):
    """Dominoes cover the board."""

    name = "Tiling"
    domino = Answer("links")
    covered = in_pairs(domino, "{at} is covered by one domino")


class Rows(Genre):
    """The numbers of each row add up to ten."""

    name = "Rows"
    number = Answer("cells", DIGITS)

    @rule("{at} add up to 10")
    def tens(self) -> Demands:
        for row in self.board.rows:
            yield must(total(self.number[cell] for cell in row) == 10, row)


def blank(genre: type[Genre], rows: int, cols: int) -> Puzzle:
    return Puzzle.of(genre, Rect.of(rows, cols), {})


@pytest.mark.parametrize(("side", "number"), [(2, 2), (3, 12), (4, 576), thorough(5, 161_280)])
def test_latin_squares(side: int, number: int) -> None:
    found = gw.count(gw.puzzle("Skyscrapers", size=side))
    assert (found.number, found.exact) == (number, True)


@pytest.mark.parametrize(
    ("rows", "cols", "number"), [(2, 10, 89), (4, 4, 36), (6, 6, 6728), (8, 8, 12_988_816), (3, 3, 0)]
)
def test_tilings_by_dominoes(rows: int, cols: int, number: int) -> None:
    found = gw.count(blank(Tiling, rows, cols))
    assert (found.number, found.exact) == (number, True)


def test_parts_that_do_not_touch_are_multiplied() -> None:
    in_a_row = sum(sum(row) == 10 for row in product(range(1, 6), repeat=4))
    assert gw.count(blank(Rows, 12, 4)).number == in_a_row**12


def test_sudokus() -> None:
    assert gw.count(gw.puzzle("Sudoku", size=4)).number == 288
    rows = ["123456", "456123", "231564"]
    assert gw.count(gw.puzzle("Sudoku", [*rows, *["......"] * 3])).number == len(continued(rows))


def continued(rows: list[str]) -> list[tuple[tuple[str, ...], ...]]:
    """The ways to fill in the other rows of a 6x6 sudoku, row by row."""
    found: list[tuple[tuple[str, ...], ...]] = [tuple(map(tuple, rows))]
    for r in range(len(rows), 6):
        found = [
            (*grid, row)
            for grid in found
            for row in permutations("123456")
            if all(row[c] not in [other[c] for other in grid] for c in range(6))
            and (r % 2 == 0 or not {*grid[-1][:3]} & {*row[:3]})
        ]
    return found


def slots(n_rows: int, n_cols: int) -> Rect:
    """A board of pairs of cells that do not touch each other."""
    board = Rect.of(2 * n_rows - 1, 3 * n_cols - 1)
    shown = {cell for y, row in enumerate(board.rows) for x, cell in enumerate(row) if y % 2 == 0 and x % 3 < 2}
    return Rect.of(board.n_rows, board.n_cols, {*board.cells} - shown)


def test_millions_of_ways_to_lay_dominoes() -> None:
    board = slots(6, 2)
    last = board.cells[-2:]
    board = Rect.of(board.n_rows, board.n_cols, {*board.holes, *last})
    zeros = {cell: "Z" for cell in board.cells if cell.x == 1}
    dominoes = tuple((0, n) for n in range(1, 7)), ((1, 2), (2, 3), (3, 4), (4, 5), (5, 6))
    keys = {"conditions": (("Z", "equal", None),), "dominoes": dominoes[0] + dominoes[1]}
    puzzle = Puzzle.of(gw.genre("Pips"), board, {"region": zeros}, keys)
    # Six dominoes have a zero, which lies on the left; the other five lie either way round.
    assert gw.count(puzzle).number == factorial(6) * factorial(5) * 2**5 == 2_764_800


def test_counts_of_very_many_marks_are_not_put_off() -> None:
    mines = gw.puzzle("Minesweeper", size=7, mines=3)
    assert gw.count(mines).number == 49 * 48 * 47 // 6


# -- what is known before the end --------------------------------------------------------------------------------------


def test_a_limit_ends_the_count() -> None:
    puzzle = gw.puzzle("Sudoku", size=4)
    for limit in (1, 100, 288):
        found = gw.count(puzzle, limit=limit)
        assert (found.number, found.exact) == (limit, False)
    found = gw.count(puzzle, limit=289)
    assert (found.number, found.exact) == (288, True)
    with pytest.raises(ValueError, match="limit must be at least 1"):
        gw.count(puzzle, limit=0)


@pytest.mark.parametrize("genre", ["Sudoku", "Fences"])
def test_a_count_that_is_stopped_is_a_lower_bound(genre: str) -> None:
    puzzle = gw.puzzle(genre, size=3 if genre == "Fences" else 4)
    number = gw.count(puzzle).number
    for asked in (0, 1, 2, 4, 8):
        left = iter(range(asked))
        found = gw.count(puzzle, stop=lambda left=left: next(left, None) is None)  # type: ignore[misc]
        assert found.number == number if found.exact else found.number <= number
        assert asked or (found.number, found.exact) == (0, False)
    late = gw.count(puzzle, timeout=0)
    assert (late.number, late.exact) == (0, False)


def test_no_answer_and_only_one() -> None:
    puzzle = gw.puzzle("Sudoku", ["12..", "....", "....", "...."])
    first = next(gw.all_answers(puzzle))
    assert gw.count(puzzle, played=first).number == 1
    full = Puzzle.of(puzzle.genre, puzzle.board, {**puzzle.given, "number": first.marks["number"]}, puzzle.keys)
    assert gw.count(full).number == 1
    wrong = gw.puzzle("Sudoku", ["11..", "....", "....", "...."])
    found = gw.count(wrong)
    assert (found.number, found.exact) == (0, True)


def test_marks_that_are_played_are_kept() -> None:
    puzzle = gw.puzzle("Sudoku", size=4)
    numbers = [
        gw.count(puzzle, played=State.of(puzzle, {"number": {puzzle.board.cells[0]: n}})).number for n in range(1, 5)
    ]
    assert numbers == [72] * 4


def test_a_full_cache_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_MEMORY", 20_000)
    assert gw.count(gw.puzzle("Skyscrapers", size=4)).number == 576


def test_counts_in_words() -> None:
    assert str(gw.AnswerCount(1, True, 0.1)) == "1 answer"
    assert str(gw.AnswerCount(2_764_800, True, 0.1)) == "2,764,800 answers"
    assert str(gw.AnswerCount(1000, False, 0.1)) == "at least 1,000 answers"
