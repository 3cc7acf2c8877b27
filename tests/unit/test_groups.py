"""Fillomino's stand-in for large numbers: with it and without, the answers are the same."""

import random

import pytest

from gridwright.engine.solve.answers import all_answers
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.search import Search
from gridwright.genres.fillomino import Fillomino
from gridwright.language import Demands, Puzzle, Rect, State, must, rule


def every_answer(puzzle: Puzzle) -> set[State]:
    """All answers of a model that speaks of every number."""
    search, found = Search(puzzle, Clock()), set()
    with search.sat:
        while (model := search.next_assignment()) is not None:
            found.add(search.model.variables.state(model))
            search.block(model)
    return found


def made_up(rows: int, cols: int, largest: int, share: float, rng: random.Random, borders: float = 0) -> Puzzle:
    board = Rect.of(rows, cols)
    given = {c: rng.randint(1, largest) for c in board.cells if rng.random() < share}
    border = {link: True for link in board.links if rng.random() < borders}
    return Puzzle.of(Fillomino, board, {"number": given, "border": border})


@pytest.mark.parametrize(("rows", "cols", "largest"), [
    *((*size, largest) for size in ((1, 9), (2, 4), (3, 3)) for largest in (1, 2, 4)), (2, 6, 2), (3, 4, 2),
])  # fmt: skip
def test_stand_ins_lose_and_invent_nothing(rows: int, cols: int, largest: int) -> None:
    rng = random.Random(rows * 100 + cols * 10 + largest)
    for share in (0.05, 0.2, 0.4):
        puzzle = made_up(rows, cols, largest, share, rng)
        found = list(all_answers(puzzle))
        assert len(found) == len(set(found))
        assert set(found) == every_answer(puzzle)


@pytest.mark.parametrize(("rows", "cols"), [(1, 9), (2, 4), (3, 3), (2, 5)])
def test_borders_part_numbers_that_a_stand_in_would_make_equal(rows: int, cols: int) -> None:
    rng = random.Random(rows * 10 + cols)
    parted = 0
    for share, borders in ((0, 0.1), (0, 0.3), (0.1, 0.2), (0.2, 0.1), (0.2, 0.4)):
        puzzle = made_up(rows, cols, 2, share, rng, borders)
        found = list(all_answers(puzzle))
        assert len(found) == len(set(found))
        assert set(found) == every_answer(puzzle)
        largest = max(puzzle.given.get("number", {}).values(), default=1)
        for answer in found:
            ends = map(puzzle.board.ends, puzzle.given.get("border", {}))
            parted += any(min(answer.marks["number"][c] for c in pair) > largest for pair in ends)
    assert parted, "in some answer both numbers at a border are larger than all that are given"


def test_a_large_piece_is_parted_too() -> None:
    """A row of five: with 1 as the largest given number, what is left may be one group of 4, or more groups."""
    board = Rect.of(1, 6)
    puzzle = Puzzle.of(Fillomino, board, {"number": {board.cells[0]: 1}})
    rows = {tuple(a.marks["number"][c] for c in board.cells) for a in all_answers(puzzle)}
    assert (1, 5, 5, 5, 5, 5) in rows
    assert (1, 2, 2, 3, 3, 3) in rows
    assert (1, 3, 3, 3, 2, 2) in rows
    assert (1, 2, 2, 1, 2, 2) in rows
    assert all(row[1] != 1 for row in rows)


class NoFours(Fillomino):
    """A variant that says more about numbers."""

    name = "No Fours"

    @rule("{at} does not hold 4", "{at} holds 4")
    def no_fours(self) -> Demands:
        for at in self.board.cells:
            yield must(self.number[at] != 4, at)


def test_a_rule_about_numbers_is_not_forgotten() -> None:
    """A row of five with a given 1 at its end: a group of four is what one value for 2, 3 and 4 would stand for."""
    board = Rect.of(1, 5)
    puzzle = Puzzle.of(NoFours, board, {"number": {board.cells[0]: 1}})
    found = list(all_answers(puzzle))
    assert found and set(found) == every_answer(puzzle)
    assert all(4 not in answer.marks["number"].values() for answer in found)
