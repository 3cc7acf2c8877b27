"""Ways of counting as clauses: they let exactly the right grids through, and find early what follows."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterable, Iterator, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from gridwright.engine.solve.clock import TimeUp
from gridwright.logic.amounts import Term, count, total
from gridwright.logic.clauses import Clause, Clauses, multiplied_out, unit
from gridwright.logic.expr import All, Count, Expr, Mark, Some, all_of, any_of, known_from

from ..grouped import examples
from .test_expr import exprs

usual = settings(
    max_examples=examples(80), deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


def fresh(n: int) -> tuple[Clauses, list[int]]:
    """Clauses over ``n`` free variables, besides 1 that always holds."""
    return Clauses(1 + n), list(range(2, n + 2))


class Judge:
    """A solver that tells about partial grids.

    Every clause has a guard that is assumed to hold: a solver does not tell what it knows without assumptions.
    """

    def __init__(self, out: Clauses) -> None:
        self.guard = out.top + 1
        self.solver = Solver("minisat22", bootstrap_with=[[*clause, -self.guard] for clause in out.made])

    def fits(self, lits: Iterable[int]) -> bool:
        """Whether some grid with these literals satisfies the clauses."""
        return bool(self.solver.solve(assumptions=[self.guard, *lits]))

    def follows(self, lits: Sequence[int]) -> set[int] | None:
        """What unit propagation alone finds; None where it finds a contradiction."""
        good, found = self.solver.propagate(assumptions=[self.guard, *lits])
        return {*found, *lits} if good else None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()


def signs(lits: Sequence[int]) -> Iterator[list[int]]:
    """Every full grid over some variables."""
    for grid in itertools.product((1, -1), repeat=len(lits)):
        yield [lit * sign for lit, sign in zip(lits, grid, strict=True)]


def allowed_sets(n: int, most: int = 24) -> list[set[int]]:
    """All sets of counts for few literals, some for more; with counts beyond what is possible."""
    every = [set(c) for k in range(n + 2) for c in itertools.combinations(range(n + 1), k)]
    if len(every) > most:
        special = [set(range(k)) for k in (1, 2, 3, n, n + 1)] + [set(range(k, n + 1)) for k in (1, 2, n - 1, n)]
        every = [*special, set(), {0, n}, {1, n}, *random.Random(n).sample(every, most - len(special))]
    return [*every, {-1, n, n + 5}, {10**12}]


# -- counts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(10))
def test_count_lets_the_right_grids_through(n: int) -> None:
    for allowed in allowed_sets(n):
        out, lits = fresh(n)
        lits = [lit if lit % 3 else -lit for lit in lits]
        out.count(lits, allowed)
        with Judge(out) as judge:
            for grid in signs(lits):
                held = sum(lit in grid for lit in lits)
                assert judge.fits(grid) == (held in allowed), (n, allowed, grid)


@pytest.mark.parametrize("n", range(1, 8))
def test_a_count_without_gaps_finds_all_that_follows(n: int) -> None:
    """Unit propagation alone settles every literal that a count of neighbouring numbers settles."""
    for low, high in itertools.combinations_with_replacement(range(n + 1), 2):
        out, lits = fresh(n)
        out.count(lits, range(low, high + 1))
        with Judge(out) as judge:
            assert_finds_all(judge, lits, range(low, high + 1))


@pytest.mark.parametrize("n", range(1, 7))
def test_a_listed_count_settles_the_last_literal(n: int) -> None:
    """With gaps among the numbers, at least the last open literal is settled."""
    for allowed in allowed_sets(n):
        out, lits = fresh(n)
        out.count(lits, allowed)
        with Judge(out) as judge:
            for last in lits:
                others = [lit for lit in lits if lit != last]
                for grid in signs(others):
                    held = sum(lit > 0 for lit in grid)
                    fits = [sign for sign, k in ((1, held + 1), (-1, held)) if k in allowed]
                    found = judge.follows(grid)
                    if not fits:
                        assert found is None
                    elif len(fits) == 1:
                        assert found is not None
                        assert fits[0] * last in found


def assert_finds_all(judge: Judge, lits: Sequence[int], allowed: Collection[int]) -> None:
    for settled in itertools.product((-1, 0, 1), repeat=len(lits)):
        told = [lit * sign for lit, sign in zip(lits, settled, strict=True) if sign]
        low, free = settled.count(1), settled.count(0)
        reached = [k for k in range(low, low + free + 1) if k in allowed]
        found = judge.follows(told)
        if not reached:
            assert found is None
            continue
        assert found is not None
        rest = [lit for lit, sign in zip(lits, settled, strict=True) if not sign]
        if rest and reached == [low]:
            assert {-lit for lit in rest} <= found
        if rest and reached == [low + free]:
            assert set(rest) <= found


@pytest.mark.parametrize("n", [*range(16), 30])
def test_at_most_one_and_exactly_one(n: int) -> None:
    some, lits = fresh(n)
    some.at_most_one(lits)
    one, _ = fresh(n)
    one.exactly_one(lits)
    with Judge(some) as most, Judge(one) as just:
        grids = signs(lits) if n <= 6 else (
            [lit if lit in chosen else -lit for lit in lits]
            for k in range(4) for chosen in itertools.islice(itertools.combinations(lits, k), 60)
        )  # fmt: skip
        for grid in grids:
            held = sum(lit > 0 for lit in grid)
            assert most.fits(grid) == (held <= 1)
            assert just.fits(grid) == (held == 1)
        for lit in lits:
            assert {-other for other in lits if other != lit} <= (most.follows([lit]) or set())
            assert {lit} <= (just.follows([-other for other in lits if other != lit]) or set())


@pytest.mark.parametrize("n", range(9))
@pytest.mark.parametrize("cut", [1, 2, 3, 8])
def test_a_totalizer_counts_both_ways(n: int, cut: int) -> None:
    out, lits = fresh(n)
    outputs = out.totalizer(lits, cut)
    assert len(outputs) == min(n, cut)
    with Judge(out) as judge:
        for grid in signs(lits):
            held = sum(lit > 0 for lit in grid)
            found = judge.follows(grid)
            assert found is not None
            for k, output in enumerate(outputs):
                assert (output if held > k else -output) in found


@pytest.mark.parametrize("n", [40, 400])
def test_counts_of_many_stay_small(n: int) -> None:
    out, lits = fresh(n)
    out.count(lits, [1])
    assert len(out.made) < 6 * n
    out, lits = fresh(n)
    out.count(lits, [3])
    assert len(out.made) < 60 * n, "a count is cut off above the largest number that matters"
    out, lits = fresh(n)
    out.count(lits, [n - 3])
    assert len(out.made) < 60 * n, "and below the least one"


def test_huge_allowed_numbers_cost_nothing() -> None:
    out, lits = fresh(9)
    out.count(lits, [4, 10**18])
    assert out.top < 100
    out.count(lits, range(10**6, 10**6 + 5))
    assert [] in out.made


# -- sums -------------------------------------------------------------------------------------------------------------

groups = st.lists(st.lists(st.integers(-3, 9), min_size=1, max_size=4, unique=True), max_size=4)


def laid(values: list[list[int]]) -> tuple[Clauses, list[list[tuple[int, int]]]]:
    """Clauses with exactly one literal for the value of each group."""
    out = Clauses(1)
    made = [[(value, out.new()) for value in group] for group in values]
    for group in made:
        out.exactly_one([lit for _, lit in group])
    return out, made


def chosen(made: list[list[tuple[int, int]]]) -> Iterator[tuple[int, list[int]]]:
    """Each way to choose a value in every group: the sum, and the literals."""
    for choice in itertools.product(*made):
        yield sum(value for value, _ in choice), [lit for _, lit in choice]


sums_allowed = st.sets(st.integers(-6, 30), max_size=8) | st.integers(-6, 30).flatmap(
    lambda n: st.sampled_from([set(range(-30, n + 1)), set(range(n, 61))]))  # fmt: skip
"""Some sums, or all up to a number, or all from it."""


@usual
@given(groups, sums_allowed)
def test_total_lets_the_right_grids_through(values: list[list[int]], allowed: set[int]) -> None:
    out, made = laid(values)
    out.total(made, allowed)
    with Judge(out) as judge:
        for reached, lits in chosen(made):
            assert judge.fits(lits) == (reached in allowed)


@usual
@given(groups, sums_allowed)
def test_total_strikes_out_every_value_that_no_sum_has(values: list[list[int]], allowed: set[int]) -> None:
    out, made = laid(values)
    out.total(made, allowed)
    good = [lits for reached, lits in chosen(made) if reached in allowed]
    with Judge(out) as judge:
        found = judge.follows([])
        if not good:
            assert found is None
        else:
            assert found is not None
            assert {-lit for group in made for _, lit in group} - {-lit for lits in good for lit in lits} <= found


@usual
@given(groups, sums_allowed)
def test_total_settles_the_last_number(values: list[list[int]], allowed: set[int]) -> None:
    """With all numbers but one told, unit propagation alone excludes what does not fit."""
    out, made = laid(values)
    out.total(made, allowed)
    with Judge(out) as judge:
        for i, group in enumerate(made):
            for reached, lits in chosen(made[:i] + made[i + 1 :]):
                fits = {lit for value, lit in group if reached + value in allowed}
                found = judge.follows(lits)
                if not fits:
                    assert found is None
                else:
                    assert found is not None
                    assert {-lit for _, lit in group if lit not in fits} <= found


def test_sums_after_which_all_are_allowed_need_no_variables() -> None:
    """Two dice show at least 7: after a 6 all is well."""
    out, made = laid([[*range(1, 7)]] * 2)
    top = out.top
    out.total(made, range(2, 13))
    assert out.top == top
    out.total(made, range(7, 13))
    assert out.top == top + 5, "the sums 1 to 5"


def test_two_spots_strike_out_values_of_each_other() -> None:
    """Values 1 to 4 that differ by at least 2: without 4 in one spot, the other cannot hold 2."""
    out = Clauses(9)
    one, other = (Term({n: Mark(first + n) for n in range(1, 5)}) for first in (1, 5))
    for spot in (one, other):
        out.exactly_one(list(spot.marks.values()))
    out.require(abs(one - other) >= 2)
    with Judge(out) as judge:
        for mine, its in ((one, other), (other, one)):
            found = judge.follows([-mine.marks[4]])
            assert found is not None
            assert -its.marks[2] in found


def test_a_difference_of_long_counts_is_counted() -> None:
    """Counters take a small part of the clauses of a diagram of partial sums."""
    out, lits = fresh(800)
    one, other = (list(map(Mark, some)) for some in (lits[:400], lits[400:]))
    out.require(count(one) - count(other) == 7)
    assert len(out.made) < 100_000, "a diagram has almost a million"
    rng = random.Random(1)
    with Judge(out) as judge:
        for _ in range(20):
            n = rng.randrange(390)
            for more in (6, 7, 8):
                held = {*rng.sample(one, n + more), *rng.sample(other, n)}
                assert judge.fits([lit if lit in held else -lit for lit in lits]) is (more == 7)


def test_a_huge_weight_costs_nothing() -> None:
    """A solver that counts gets a literal as often as it weighs, but not a million times."""
    out = Clauses(4, counting=True)
    out.require(10**12 * count([Mark(2)]) + count([Mark(3), Mark(4)]) == 10**12 + 1)
    assert sum(len(lits) for lits, _ in out.at_most) + sum(map(len, out.made)) < 100
    with Judge(out) as judge:
        assert judge.fits([2, 3, -4])
        assert not judge.fits([2, 3, 4])
        assert not judge.fits([-2])


def test_sums_beyond_all_bounds_cost_nothing() -> None:
    out, made = laid([[0, 1, 10**15]] * 8)
    before = len(out.made)
    out.total(made, [10**18])
    assert out.made[before:] == [[]]
    out, made = laid([[0, 10**15]] * 30)
    out.total(made, [3 * 10**15, 10**18])
    assert len(out.made) < 5_000


# -- expressions ------------------------------------------------------------------------------------------------------

FULL = list(range(2, 10))


@usual
@given(exprs)
def test_require_lets_the_right_grids_through(expr: Expr) -> None:
    out = Clauses(FULL[-1])
    out.require(expr)
    with Judge(out) as judge:
        for grid in itertools.islice(signs(FULL), 0, None, 5):
            assert judge.fits(grid) is expr.judge(known_from([1, *grid]))


@usual
@given(exprs)
def test_a_literal_holds_exactly_when_its_expression_does(expr: Expr) -> None:
    out = Clauses(FULL[-1])
    lit = out.literal(expr)
    with Judge(out) as judge:
        for grid in itertools.islice(signs(FULL), 0, None, 5):
            true = expr.judge(known_from([1, *grid]))
            assert judge.fits([*grid, lit]) is true
            assert judge.fits([*grid, -lit]) is not true


@pytest.mark.parametrize("n", range(1, 9))
def test_the_literal_of_a_count(n: int) -> None:
    for allowed in allowed_sets(n, 10):
        out, lits = fresh(n)
        lit = out.literal(Count(tuple(map(Mark, lits)), frozenset(allowed)))
        with Judge(out) as judge:
            for grid in signs(lits):
                true = sum(one > 0 for one in grid) in allowed
                assert judge.fits([*grid, lit]) is true
                assert judge.fits([*grid, -lit]) is not true


def test_the_literal_of_a_sum() -> None:
    for wanted in range(9):
        out, made = laid([[0, 1, 3], [1, 2], [0, 3]])
        lit = out.literal(total([Term({v: Mark(m) for v, m in group}) for group in made]) == wanted)
        with Judge(out) as judge:
            for reached, lits in chosen(made):
                assert judge.fits([*lits, lit]) is (reached == wanted)
                assert judge.fits([*lits, -lit]) is (reached != wanted)


@usual
@given(exprs, st.integers(1, 30))
def test_multiplied_out_says_the_same_within_its_limit(expr: Expr, limit: int) -> None:
    clauses = multiplied_out(expr, limit)
    if clauses is None:
        return
    assert len(clauses) <= limit
    for grid in itertools.islice(signs(FULL), 0, None, 3):
        true = {1, *grid}
        assert all(any(lit in true for lit in clause) for clause in clauses) is expr.judge(known_from([1, *grid]))


def test_multiplied_out_gives_up_above_its_limit_and_on_counts() -> None:
    ands = [all_of([Mark(2 * i), Mark(2 * i + 1)]) for i in range(1, 5)]
    assert len(multiplied_out(any_of(ands), 16) or []) == 16
    assert multiplied_out(any_of(ands), 15) is None
    assert multiplied_out(count([Mark(2), Mark(3), Mark(4)]) == 2, 99) is None
    assert multiplied_out(any_of([Mark(2), all_of([Mark(-2), Mark(3)])]), 9) == [[2, 3]], "a tautology is left away"


EMPTY: list[Expr] = [All((Some(()),)), Some((All(()), Mark(2))), Count((), frozenset()), Count((), frozenset({0}))]


@pytest.mark.parametrize("expr", EMPTY)
def test_empty_expressions_are_compiled(expr: Expr) -> None:
    out = Clauses(3)
    out.require(expr)
    with Judge(out) as judge:
        assert judge.fits([]) is expr.judge([0, 1, 0, 0, 0, 0, -1])


def test_what_is_no_expression_is_refused() -> None:
    with pytest.raises(TypeError, match="'x' is not an expression: name a mark"):
        Clauses(3).require("x")  # type: ignore[arg-type]


def test_unit() -> None:
    assert unit([2, -3]) == [[2], [-3]]


# -- time -------------------------------------------------------------------------------------------------------------


def test_large_clauses_ask_the_clock() -> None:
    """Counting many literals takes long enough that the time may be over in between."""

    def tick() -> None:
        raise TimeUp

    made: Clause = list(range(2, 3000))
    out = Clauses(3000, tick)
    with pytest.raises(TimeUp):
        out.count(made, [1000])
