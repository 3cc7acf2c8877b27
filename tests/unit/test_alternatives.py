"""Alternatives, against their definition on all grids of a few variables."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.sat import Sat
from gridwright.logic.clauses import Clauses
from gridwright.logic.expr import Known, known_from
from gridwright.rules.pieces import Alternative, Alternatives, Limits

from ..grouped import each_seed

VARIABLES = range(2, 8)


def some_lits(rng: random.Random, most: int) -> list[int]:
    return [v if rng.random() < 0.6 else -v for v in rng.sample(VARIABLES, rng.randint(1, most))]


def some_alternative(rng: random.Random) -> Alternative:
    clauses = [some_lits(rng, 3) for _ in range(rng.randrange(3))]
    counted = some_lits(rng, 5)
    least = rng.randint(0, len(counted))
    limits = [Limits(counted, least, rng.randint(least, len(counted)))] if rng.random() < 0.5 else []
    return Alternative(some_lits(rng, 3), clauses, limits)


def some_alternatives(rng: random.Random) -> Alternatives:
    n = rng.randint(1, 4)
    unless = rng.choice([-1, -1, rng.choice(VARIABLES)])
    least = rng.randint(1, n) if unless == -1 else 1
    return Alternatives([some_alternative(rng) for _ in range(n)], least=least, unless=unless)


def holds(what: Alternatives, known: Known) -> bool:
    n_held = 0
    for lits, clauses, limits in what.alternatives:
        n_held += (
            all(known[lit] > 0 for lit in lits)
            and all(any(known[lit] > 0 for lit in clause) for clause in clauses)
            and all(least <= sum(known[lit] > 0 for lit in own) <= most for own, least, most in limits)
        )
    return n_held >= what.least or known[what.unless] > 0


def grids() -> Iterator[list[int]]:
    return ([v * sign for v, sign in zip(VARIABLES, signs, strict=True)]
            for signs in product((1, -1), repeat=len(VARIABLES)))


def allowed_by_clauses(what: Alternatives) -> list[list[int]]:
    """The grids to which the new variables can be set."""
    out = Clauses(VARIABLES[-1], counting=True)
    what.encode(out)
    with Sat(counting=True) as sat:
        sat.add(out.made)
        for lits, most in out.at_most:
            sat.at_most(lits, most)
        return [grid for grid in grids() if sat.solve(Clock(), grid)]


@each_seed(40)
def test_clauses_and_conflicts_say_what_is_defined(seed: int) -> None:
    what = some_alternatives(random.Random(seed))
    right = [grid for grid in grids() if holds(what, known_from([1, *grid]))]
    assert allowed_by_clauses(what) == right
    assert [grid for grid in grids() if not list(what.conflicts(known_from([1, *grid])))] == right


@each_seed(40)
def test_what_a_conflict_is_blamed_on_is_enough(seed: int) -> None:
    rng = random.Random(seed)
    what = some_alternatives(rng)
    for _ in range(40):
        known = known_from([1, *(rng.choice((-1, 0, 1)) for _ in VARIABLES)])
        for conflict in what.conflicts(known):
            assert all(known[lit] > 0 for lit in conflict.because)
            grid = [next((s * v for s in (1, -1) if s * v in conflict.because), 0) for v in VARIABLES]
            assert list(what.conflicts(known_from([1, *((v > 0) - (v < 0) for v in grid)])))


def test_the_reasons_are_blamed_that_exclude_several() -> None:
    """Both alternatives need 2 and 3: one of them is enough to exclude both."""
    what = Alternatives([Alternative([2, 4]), Alternative([3, 2])])
    (conflict,) = what.conflicts(known_from([1, -1, -1, 0, 0, 0, 0]))
    assert conflict.because[-1:] == [-2] and -3 not in conflict.because


def test_what_is_settled_propagates() -> None:
    """Of the pairs 2+3, 3+4 and 4+5 only the last one has 5, so 5 settles that it is this one."""
    pairs = ((2, 3), (3, 4), (4, 5))
    ways = [Alternative([v if v in pair else -v for v in (2, 3, 4, 5)]) for pair in pairs]
    out = Clauses(VARIABLES[-1])
    Alternatives(ways, settled=[2, 3, 4, 5]).encode(out)
    assert [-5, VARIABLES[-1] + 3] in out.made
