"""Counts of very many literals, by numbers in digits: they say the same as every other way of counting."""

from __future__ import annotations

import random

import pytest

import gridwright as gw
from gridwright.engine.solve.clock import TimeUp
from gridwright.logic import clauses as language_clauses
from gridwright.logic.clauses import Clauses
from gridwright.logic.digits import Digits
from gridwright.logic.expr import Count, Mark

from .test_clauses import Judge, allowed_sets, fresh, signs


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 8, 9, 11])
@pytest.mark.parametrize("base", [2, 3, 4, 8])
def test_every_full_grid_settles_every_digit(n: int, base: int) -> None:
    """By unit propagation alone, so that no grid is found twice."""
    out, lits = fresh(n)
    lits = [lit if lit % 3 else -lit for lit in lits]
    number = Digits(lits, out, base)
    at_least = [number.at_least(k) for k in range(1, n + 1)]
    with Judge(out) as judge:
        for grid in signs(lits):
            held = sum(lit in lits for lit in grid)
            found = judge.follows(grid)
            assert found is not None
            assert {*at_least[:held], *(-lit for lit in at_least[held:])} <= found
            assert all(variable in found or -variable in found for variable in range(2, out.top + 1))


@pytest.mark.parametrize("n", [63, 64, 65, 200, 513])
def test_every_digit_of_large_numbers(n: int) -> None:
    rng = random.Random(n)
    out, lits = fresh(n)
    number = Digits(lits, out)
    at_least = [number.at_least(k) for k in range(1, n + 1)]
    with Judge(out) as judge:
        for held in (0, 1, 7, 8, 9, n - 1, n, *rng.sample(range(n), 20)):
            chosen = {*rng.sample(lits, held)}
            found = judge.follows([lit if lit in chosen else -lit for lit in lits])
            assert found is not None
            assert {*at_least[:held], *(-lit for lit in at_least[held:])} <= found


@pytest.fixture
def in_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is counted by counters is counted in digits."""
    monkeypatch.setattr(language_clauses, "_UNARY", 0)
    monkeypatch.setattr(language_clauses, "_LOW", 0)
    monkeypatch.setattr(language_clauses, "_LISTED", 0)


@pytest.mark.parametrize("n", range(10))
def test_counts_in_digits_let_the_right_grids_through(n: int, in_digits: None) -> None:
    for allowed in allowed_sets(n):
        out, lits = fresh(n)
        lits = [lit if lit % 3 else -lit for lit in lits]
        out.count(lits, allowed)
        with Judge(out) as judge:
            for grid in signs(lits):
                held = sum(lit in grid for lit in lits)
                assert judge.fits(grid) == (held in allowed), (n, allowed, grid)


@pytest.mark.parametrize("n", range(1, 10))
def test_the_literal_of_a_count_in_digits(n: int, in_digits: None) -> None:
    for allowed in allowed_sets(n):
        out, lits = fresh(n)
        says = out.literal(Count(tuple(map(Mark, lits)), frozenset(allowed)))
        with Judge(out) as judge:
            for grid in signs(lits):
                found = judge.follows(grid)
                assert found is not None
                assert (says if sum(lit > 0 for lit in grid) in allowed else -says) in found


def test_puzzles_have_the_same_answers_when_counted_in_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    board = gw.Rect.of(4, 5)
    rng = random.Random(5)
    puzzles = []
    for mines in range(5, 12):
        held = set(rng.sample(board.cells, mines))
        told = [c for c in board.cells if c not in held and rng.random() < 0.6]
        number = {c: sum(a in held for a in board.around(c)) for c in told}
        puzzles.append(gw.Puzzle.of(gw.genre("minesweeper"), board, {"number": number}, {"mines": mines}))
    before = [set(gw.all_answers(puzzle)) for puzzle in puzzles]
    assert sum(map(len, before)) > 20
    monkeypatch.setattr(language_clauses, "_UNARY", 0)
    monkeypatch.setattr(language_clauses, "_LOW", 0)
    for puzzle, expected in zip(puzzles, before, strict=True):
        found = list(gw.all_answers(puzzle))
        assert set(found) == expected
        assert len(found) == len(expected)


def test_counts_of_very_many_stay_in_proportion() -> None:
    for n in (1_000, 4_000):
        for k in (n // 2, n - 200):
            out, lits = fresh(n)
            out.count(lits, [k])
            assert len(out.made) < 50 * n


def test_small_counts_are_unary() -> None:
    """A count that matters only up to a small number, and one of few literals, has full propagation."""
    for n, k in ((2_000, 20), (400, 100)):
        out, lits = fresh(n)
        out.count(lits, [k])
        with Judge(out) as judge:
            assert {-lit for lit in lits[k:]} <= (judge.follows(lits[:k]) or set())


def test_a_solver_that_counts_by_itself_is_left_out_of_large_counts() -> None:
    """It would learn clauses of hundreds of literals."""
    for n, allowed in ((5_000, [20]), (5_000, [2_500]), (400, [99]), (5_000, range(1_000, 5_001))):
        out = Clauses(1 + n, counting=True)
        out.count(range(2, n + 2), allowed)
        assert (len(out.made), out.at_most, len(out.late)) == (1, [], 1)


def test_counting_in_digits_asks_for_the_time() -> None:
    asked = 0

    def tick() -> None:
        nonlocal asked
        asked += 1
        if asked > 20:
            raise TimeUp

    out = Clauses(10_000, tick)
    with pytest.raises(TimeUp):
        out.count(range(2, 10_001), [5_000])
