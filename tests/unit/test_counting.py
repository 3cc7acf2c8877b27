"""Counts that the solver keeps by itself let the same grids through as counts in clauses."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from random import Random

import pytest

import gridwright as gw
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.sat import Sat
from gridwright.logic.clauses import Clauses

from ..grouped import each_seed


def counted(n: int, allowed: Collection[int], flipped: int = 0) -> tuple[Clauses, list[int]]:
    """The count of n variables, of which some stand with a minus sign."""
    out = Clauses(1 + n, counting=True)
    lits = [-lit if flipped >> i & 1 else lit for i, lit in enumerate(range(2, n + 2))]
    out.count(lits, allowed)
    return out, lits


def let_through(out: Clauses, lits: Sequence[int]) -> set[int]:
    """How many of the literals hold in those grids that pass; each grid is asked about."""
    found = set()
    with Sat(counting=True) as sat:
        sat.add(out.made)
        for some, k in out.at_most:
            sat.at_most(some, k)
        for grid in itertools.product((1, -1), repeat=len(lits)):
            signed = [lit * sign for lit, sign in zip(lits, grid, strict=True)]
            if sat.solve(Clock(), signed):
                found.add(grid.count(1))
            else:
                assert grid.count(1) not in found, "grids with the same count differ"
    return found


@pytest.mark.parametrize("n", range(1, 9))
def test_every_count_lets_just_its_grids_through(n: int) -> None:
    for low in range(n + 1):
        for high in range(low, n + 1):
            out, lits = counted(n, range(low, high + 1), flipped=0b10110101)
            assert let_through(out, lits) == set(range(low, high + 1)), (n, low, high)


def test_counts_with_gaps_are_kept_in_clauses() -> None:
    out, lits = counted(8, (0, 2, 5))
    assert not out.at_most
    assert let_through(out, lits) == {0, 2, 5}


def test_large_counts_take_no_clauses() -> None:
    out, _ = counted(40, [13])
    assert (len(out.made), len(out.at_most), len(out.late)) == (1, 2, 0)


def test_the_largest_counts_wait_until_a_grid_breaks_them() -> None:
    out, lits = counted(400, [123])
    assert (len(out.made), len(out.at_most)) == (1, 0)
    assert out.late == [(lits, frozenset({123}))]
    mines = gw.read("minesweeper\neasy\n10 10\n" + "..........\n" * 10 + "mine 99\n")
    assert gw.solve(mines).status == "several"
    assert all(len(list(filter(None, answer.marks["mine"].values()))) == 99 for answer in gw.solve(mines).answers)
    assert gw.solve(mines, limit=200).complete
    assert len(gw.solve(mines, limit=200).answers) == 100


def test_a_variable_that_occurs_twice_is_counted_twice() -> None:
    """The solver wants different variables, so these are counted in clauses."""
    out = Clauses(6, counting=True)
    out.count([2, 2, 3, 4, 5, 6, -6], [3])
    assert not out.at_most
    with Sat() as sat:
        sat.add(out.made)
        assert sat.solve(Clock(), [2, -3, -4, -5])
        assert not sat.solve(Clock(), [-2, 3, 4, 5])


def test_a_counting_solver_takes_more_clauses_after_an_answer() -> None:
    out, lits = counted(10, [3])
    answers = 0
    with Sat(counting=True) as sat:
        sat.add(out.made)
        for some, k in out.at_most:
            sat.at_most(some, k)
        while sat.solve(Clock()):
            answers += 1
            sat.add([[-lit for lit in sat.assignment() if abs(lit) in lits]])
    assert answers == 120


def summed(groups: Sequence[Sequence[tuple[int, int]]], allowed: Collection[int], top: int) -> Clauses:
    """Spots of which each adds one of two values to a sum."""
    out = Clauses(top, counting=True)
    out.total(groups, allowed)
    return out


@each_seed(40)
def test_sums_need_no_clauses_and_let_just_their_grids_through(seed: int) -> None:
    """Together with clauses that make the solver learn; every grid is found once."""
    rng = Random(seed)
    n = rng.randint(1, 7)
    values = [(rng.randint(-2, 3), rng.randint(-2, 4)) for _ in range(n)]
    signs = [rng.choice((1, -1)) for _ in range(n)]
    groups = [[(a, -s * lit), (b, s * lit)] for lit, (a, b), s in zip(range(2, n + 2), values, signs, strict=True)]
    low = rng.randint(-4, 10)
    allowed = range(low, low + rng.randint(0, 4))
    clauses = [[rng.choice((1, -1)) * rng.randint(2, n + 1) for _ in range(3)] for _ in range(rng.randint(0, 6))]
    out = summed(groups, allowed, n + 1)
    assert out.made == [[1]] or out.made == [[1], []]
    expected = set()
    for grid in itertools.product((-1, 1), repeat=n):
        holding = {sign * lit for sign, lit in zip(grid, range(2, n + 2), strict=True)}
        total = sum(value for group in groups for value, lit in group if lit in holding)
        if total in allowed and all(holding.intersection(clause) for clause in clauses):
            expected.add(grid)
    found = set()
    with Sat(counting=True) as sat:
        sat.add([*out.made, *clauses, *([lit, -lit] for lit in range(2, n + 2))])
        for some, k in out.at_most:
            sat.at_most(some, k)
        while sat.solve(Clock()):
            values_found = sat.assignment()[1 : n + 1]
            grid = tuple(1 if value > 0 else -1 for value in values_found)
            assert grid not in found
            found.add(grid)
            sat.add([[-value for value in values_found]])
    assert found == expected


@each_seed(20)
def test_sums_of_three_values_in_a_row_need_no_clauses_either(seed: int) -> None:
    rng = Random(seed)
    n = rng.randint(2, 4)
    least = [rng.randint(-2, 2) for _ in range(n)]
    spots = [range(3 * i + 2, 3 * i + 5) for i in range(n)]
    groups = [list(zip(range(low, low + 3), own, strict=True)) for low, own in zip(least, spots, strict=True)]
    for group in groups:
        rng.shuffle(group)
    allowed = range(wanted := sum(least) + rng.randint(-1, 2 * n + 1), wanted + rng.randint(1, 2))
    out = summed(groups, allowed, 3 * n + 1)
    assert out.made in ([[1]], [[1], []])
    for own in spots:
        out.exactly_one(list(own))
    expected = {sums for sums in itertools.product(range(3), repeat=n) if sum(sums) + sum(least) in allowed}
    found = set()
    with Sat(counting=True) as sat:
        sat.add(out.made)
        for some, k in out.at_most:
            sat.at_most(some, k)
        while sat.solve(Clock()):
            held = [lit for lit in sat.assignment()[1 : 3 * n + 1] if lit > 0]
            found.add(tuple(lit - own[0] for lit, own in zip(held, spots, strict=True)))
            sat.add([[-lit for lit in held]])
    assert found == expected


def test_sums_with_gaps_and_of_four_values_are_kept_in_clauses() -> None:
    assert not summed([[(0, -2), (2, 2)], [(0, -3), (3, 3)]], (0, 5), 3).at_most
    assert not summed([[(0, 2), (1, 3), (2, 4), (3, 5)]], (1,), 5).at_most
    assert not summed([[(0, 2), (1, 3), (3, 4)]], (1,), 4).at_most
    assert not summed([[(0, -2), (1, 2)], [(0, -2), (3, 2)]], (4,), 2).at_most
