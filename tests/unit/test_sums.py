"""Sums of different numbers, and values that are excluded: compiled, they let through what the rules say."""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

import pytest

import gridwright as gw
from gridwright.genres.pills.rules import Exclusion, excluded
from gridwright.language import Answer, Genre, Given, Rect, Spot
from gridwright.logic.clauses import Clauses
from gridwright.rules import Sum, distinct_sums, once_each

from ..grouped import each_seed
from ..loose import ANYTHING


class Row(Genre):
    """Different numbers from 1 to 6 with a told sum; ``barred`` are numbers that a cell does not hold."""

    name = "Row of a test"

    barred = Given("cells", ANYTHING)
    number = Answer("cells", range(1, 7))
    total = Given("cells", ANYTHING)

    def sums(self) -> Iterator[Sum]:
        """All cells, if their sum is told."""
        for n in self.total.values():
            yield Sum(self.board.cells, n)

    def barred_values(self) -> Iterator[Exclusion]:
        """What the cells do not hold."""
        return (Exclusion(at, n, (at,), {"n": n}) for at, values in self.barred.items() for n in values)

    different = once_each(number, "rows", "no number repeats")
    not_barred = excluded(number, barred_values, "{at} is not {n}")
    add_up = distinct_sums(number, sums, "the numbers add up to {n}")


def answers(puzzle: gw.Puzzle) -> set[tuple[int, ...]]:
    return {
        tuple(answer.marks["number"][cell] for cell in puzzle.board.cells) for answer in gw.all_answers(puzzle)
    }


@pytest.mark.parametrize("n_cells", range(1, 7))
@each_seed(8)
def test_different_numbers_add_up(n_cells: int, seed: int) -> None:
    rng = Random(f"{n_cells} {seed}")
    board = Rect.of(1, n_cells)
    barred = {cell: tuple(n for n in range(1, 7) if rng.random() < 0.3) for cell in board.cells}
    given: Mapping[Spot, int] = {cell: rng.randint(1, 6) for cell in board.cells if rng.random() < 0.2}
    total = rng.randint(n_cells * (n_cells + 1) // 2, n_cells * (13 - n_cells) // 2)
    puzzle = gw.Puzzle.of(Row, board, {"barred": barred, "number": given, "total": {board.cells[0]: total}})
    open_values = [
        [n for n in range(1, 7) if n not in barred[cell] and given.get(cell, n) == n] for cell in board.cells
    ]
    right = {grid for grid in product(*open_values) if len(set(grid)) == n_cells and sum(grid) == total}
    assert answers(puzzle) == right


@pytest.mark.parametrize("n_cells, n_variables", ((2, 0), (3, 6 + 3)))
def test_a_sum_by_itself_is_encoded_by_its_sets(n_cells: int, n_variables: int) -> None:
    """Two cells need no variables; three with the sum 10 one for each number and for each of 1+3+6, 1+4+5, 2+3+5."""
    board = Rect.of(1, n_cells)
    bare = Row(gw.Puzzle.of(Row, board, {}))
    model = Row(gw.Puzzle.of(Row, board, {"total": {board.cells[0]: 10}}), narrow=False)
    out = Clauses(bare.variables.top)
    (demand,) = Row.add_up.demands(model)
    assert Row.add_up.encode_demand(demand, bare, out)
    assert out.top - bare.variables.top <= n_variables
    assert out.made


def test_an_excluded_value_is_named() -> None:
    board = Rect.of(1, 2)
    puzzle = gw.Puzzle.of(Row, board, {"barred": {board.cells[1]: (3,)}})
    found = gw.check(puzzle, gw.State.of(puzzle, {"number": {board.cells[1]: 3}}))
    assert [(v.rule, v.at, str(v)) for v in found] == [("not_barred", (board.cells[1],), "r1c2 is not 3")]
