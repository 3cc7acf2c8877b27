"""Lines read by automata: the clauses let exactly the accepted words through, and propagation alone sees all."""

from __future__ import annotations

from itertools import product
from random import Random

from pysat.solvers import Solver

from gridwright.language import Mark, Spot, Term
from gridwright.logic.clauses import Clauses
from gridwright.logic.expr import known_from
from gridwright.rules import Accepted, Automaton

from ..grouped import each_seed

VALUES = 3
STATES = 4


def made_up(rng: Random) -> tuple[Accepted, list[dict[int, int]], Automaton, int]:
    """An automaton with random steps, some of them missing, over cells with two or three open values each."""
    table = {(s, v): rng.choice((None, *range(STATES))) for s in range(STATES) for v in range(VALUES)}
    good = set(rng.sample(range(STATES), rng.randint(1, 2)))
    automaton = Automaton(0, lambda s, v: table[s, v], good.__contains__)
    top, cells = 1, []
    for _ in range(rng.randint(1, 5)):
        own = rng.sample(range(VALUES), rng.randint(2, VALUES))
        cells.append({v: top + i for i, v in enumerate(own, 1)})
        top += len(own)
    spots = [Spot(1, 2 * i + 1) for i in range(len(cells))]
    terms = {spot: Term({v: Mark(lit) for v, lit in own.items()}) for spot, own in zip(spots, cells, strict=True)}
    return Accepted(spots, terms, automaton), cells, automaton, top


def words(cells: list[dict[int, int]], automaton: Automaton) -> list[tuple[int, ...]]:
    """The accepted words, by trying all."""
    found = []
    for word in product(*cells):
        state = automaton.start
        for value in word:
            state = None if state is None else automaton.step(state, value)
        if state is not None and automaton.done(state):
            found.append(word)
    return found


@each_seed(60)
def test_clauses_and_conflicts(seed: int) -> None:
    rng = Random(seed)
    line, cells, automaton, top = made_up(rng)
    out = Clauses(top)
    for own in cells:
        out.exactly_one(list(own.values()))
    line.encode(out)
    accepted = words(cells, automaton)
    on = out.new()  # so that propagation tells what follows from single literals too
    with Solver("minisat22", bootstrap_with=[[-on, *clause] for clause in out.made]) as solver:
        for word in product(*cells):
            assert solver.solve([on, *(own[v] for own, v in zip(cells, word, strict=True))]) == (word in accepted)
        for _ in range(20):
            struck = [-lit for own in cells for lit in own.values() if rng.random() < 0.3]
            left = [w for w in accepted if all(-own[v] not in struck for own, v in zip(cells, w, strict=True))]
            holds, implied = solver.propagate([on, *struck])
            assert holds == bool(left)
            for own, seen in zip(cells, zip(*left, strict=True), strict=True) if left else ():
                assert {v for v, lit in own.items() if -lit not in (*implied, *struck)} == set(seen)
            marks = [0] * (top - 1)
            for lit in struck:
                marks[-lit - 2] = lit
            conflicts = list(line.conflicts(known_from([1, *marks])))
            assert bool(conflicts) == (not left)
            for conflict in conflicts:
                assert set(conflict.because) <= set(struck)
                assert not any(all(-own[v] not in conflict.because for own, v in zip(cells, w, strict=True))
                               for w in accepted)


@each_seed(60)
def test_further_lines_get_the_same_clauses(seed: int) -> None:
    line, cells, automaton, top = made_up(Random(seed))
    shift = 7
    spots = line.spots
    terms = {
        spot: Term({v: Mark(-lit - shift) for v, lit in own.items()}) for spot, own in zip(spots, cells, strict=True)
    }
    first, again, elsewhere = Clauses(top), Clauses(top), Clauses(top + shift)
    line.encode(first)
    line.encode(again)
    Accepted(spots, terms, automaton).encode(elsewhere)
    assert (again.made, again.top) == (first.made, first.top)

    def moved(lit: int) -> int:
        if abs(lit) > top:
            return lit + shift if lit > 0 else lit - shift
        return -lit - shift if lit > 0 else -lit + shift

    assert elsewhere.made[1:] == [[moved(lit) for lit in clause] for clause in first.made[1:]]
