"""Tiny puzzles of every genre, made up at random, and their answers by trying every grid."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator
from random import Random

from gridwright.authoring.trial import SIZES as SIZES
from gridwright.authoring.trial import made_up as made_up
from gridwright.engine.solve.answers import all_answers
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.search import Search
from gridwright.language import Expr, Genre, Puzzle, State
from gridwright.language.rules import Demand

Marks = tuple[int, ...]


def grids(puzzle: Puzzle) -> int:
    """How many ways there are to fill in a puzzle's board."""
    model = puzzle.genre(puzzle)
    n = 1
    for name in model.layers:
        if name in model.marks:
            n *= 2 ** (len(model.marks[name]) - 1)
        for term in model.terms.get(name, {}).values():
            n *= len(term.marks)
    return n


def distinct(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """The puzzles, each once: on the smallest boards the same ones are made up again and again."""
    return iter(dict.fromkeys(puzzles))


def some_tiny(genre: type[Genre], rng: Random, each: int, most: int) -> Iterator[Puzzle]:
    """A few puzzles of each size, but for those with too many grids to try."""
    for rows, cols in SIZES:
        for _ in range(each):
            puzzle = made_up(genre, rows, cols, rng)
            if grids(puzzle) <= most:
                yield puzzle


def check_agreement(puzzle: Puzzle, why: str = "") -> None:
    """Checks that the solver, in both ways of compiling, finds the grids that the checker accepts."""
    right = judged(puzzle)
    for plain, way in ((False, "with the rules' encodings"), (True, "demand by demand")):
        found = solved(puzzle, plain)
        assert found == right, (
            f"{puzzle!r}{why}: {way} the solver finds {len(found)} answers, the checker accepts {len(right)}")


def judged(puzzle: Puzzle) -> set[Marks]:
    """The answers by trying every grid against the judge."""
    model = puzzle.genre(puzzle)
    fixed = {int(model.variables.literal(*mark)) for mark in model.variables.given_marks()}
    demands = list(model.demands())
    right = (known for known in every_grid(model, fixed) if _all_hold(demands, known))
    return {tuple(known[2 : model.variables.top + 1]) for known in right}


def _all_hold(demands: list[Demand], known: list[int]) -> bool:
    """Whether a grid obeys all demands. One that it breaks is moved to the front: the next grids often break it too."""
    for i, demand in enumerate(demands):
        if not holds(demand, known):
            demands.insert(0, demands.pop(i))
            return False
    return True


def holds(demand: Demand, known: list[int]) -> bool:
    """Whether a grid obeys a demand."""
    if isinstance(demand.what, Expr):
        return demand.what.judge(known) is True
    return next(demand.what.conflicts(known), None) is None


def every_grid(model: Genre, fixed: Collection[int] = ()) -> Iterator[list[int]]:
    """All ways to fill in the board in which some literals hold."""
    spots: list[list[tuple[int, ...]]] = []
    for name in model.layers:
        for mark in {int(m) for s, m in model.marks.get(name, {}).items() if s is not None}:
            spots.append([(mark,), (-mark,)])
        for term in {id(t): t for t in model.terms.get(name, {}).values()}.values():
            lits = [int(m) for m in term.marks.values()]
            spots.append([tuple(m if m == one else -m for m in lits) for one in lits])
    possible = [[lits for lits in choices if not any(-lit in fixed for lit in lits)] for choices in spots]
    for choice in itertools.product(*possible):
        known = [0] * (2 * model.variables.top + 1)
        for lit in (1, *itertools.chain.from_iterable(choice)):
            known[lit], known[-lit] = 1, -1
        yield known


def solved(puzzle: Puzzle, plain: bool) -> set[Marks]:
    """The answers by the solver, in the same terms; ``plain`` compiles demand by demand."""
    model = puzzle.genre(puzzle)
    answers = list(plainly(puzzle, Clock()) if plain else all_answers(puzzle))
    marks = [tuple(model.variables.known(a)[2 : model.variables.top + 1]) for a in answers]
    assert len(set(marks)) == len(marks), "an answer was found twice"
    return set(marks)


def plainly(puzzle: Puzzle, clock: Clock) -> Iterator[State]:
    """The answers, compiled demand by demand."""
    search = Search(puzzle, clock, plain=True)
    with search.sat:
        while (found := search.next_assignment()) is not None:
            yield search.model.variables.state(found)
            search.block(found)
