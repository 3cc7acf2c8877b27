"""Law 5: what a conflict is blamed on is contradictory on its own; cuts exclude the grid at hand and no answer."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable, Iterator, Sequence

import gridwright as gw
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.sat import Sat
from gridwright.engine.solve.search import Search
from gridwright.language import Genre, Puzzle, State
from gridwright.language.rules import Demand, Global
from gridwright.logic.clauses import Clause
from gridwright.logic.expr import Known, known_from

from ..grouped import in_part, part
from .cases import Case, each_genre, of_genre
from .tiny import every_grid, holds, judged, some_tiny

GRIDS = 600
"""Most grids of a board that is enumerated."""
CELLS = 36
"""Most cells of a case."""



def chance(name: str, genre: type[Genre]) -> random.Random:
    return random.Random(zlib.crc32(f"{name} {genre.name}".encode()))


def tiny_puzzles(genre: type[Genre], rng: random.Random) -> Iterator[Puzzle]:
    return some_tiny(genre, rng, each=1, most=GRIDS)


def small_cases(genre: type[Genre], name: str, share: float) -> list[Case]:
    """A share of a genre's cases with small boards, which the name of the law decides."""
    return part((one for one in of_genre(genre) if len(one.puzzle.board.cells) <= CELLS), share, name, genre.name)


def a_state(model: Genre, like: State | None, rng: random.Random) -> Known:
    """A random partial grid, as ``Known``; where an answer is told, most of it is like that answer."""
    share, truth = rng.choice((0.3, 0.6, 0.8, 0.95, 1)), rng.choice((0.5, 0.8, 0.95))
    likely = rng.choice((0.2, 0.5, 0.8))
    marks: dict[str, dict[gw.Spot, object]] = {}
    places = [(layer, place) for layer in model.layers for place in model.variables.places(layer)]
    for name, place in places:
        if rng.random() < share:
            told = like.get(name, place[0]) if like is not None and rng.random() < truth else None
            if told is None:
                values = list(model.terms[name][place[0]].marks) if name in model.terms else []
                told = rng.choice(values) if values else rng.random() < likely
            marks.setdefault(name, {}).update(dict.fromkeys(place, told))
    return model.variables.known(State.of(model.puzzle, marks))


def only(lits: Iterable[int], model: Genre) -> list[int]:
    """A grid in which just these literals are settled, and what follows because each spot holds one value."""
    known = [0] * (2 * model.variables.top + 1)

    def settle(lit: int) -> None:
        known[lit], known[-lit] = 1, -1

    for lit in (1, *lits):
        settle(lit)
    for term in (term for terms in model.terms.values() for term in terms.values()):
        still = [lit for mark in term.marks.values() if known[lit := int(mark)] >= 0]
        if len(still) == 1:
            settle(still[0])
        elif any(known[lit] > 0 for lit in still):
            for lit in still:
                if known[lit] == 0:
                    settle(-lit)
    return known


def global_demands(model: Genre) -> list[tuple[Demand, Global]]:
    return [(demand, demand.what) for demand in model.demands() if isinstance(demand.what, Global)]


def states(model: Genre, rng: random.Random, n: int) -> Iterator[Known]:
    answers = gw.solve(model.puzzle, timeout=5).answers
    for _ in range(n):
        yield a_state(model, rng.choice(answers) if answers else None, rng)


# -- conflicts --------------------------------------------------------------------------------------------------------


def check_reasons(what: Global, known: Known, model: Genre) -> int:
    """Each reason holds here, and is reason enough when nothing else is settled; gives the number of conflicts."""
    n = 0
    for conflict in what.conflicts(known):
        n += 1
        assert all(known[lit] > 0 for lit in conflict.because), (
            f"{model.puzzle!r}: the reason of {conflict} contains literals that do not hold")
        assert next(what.conflicts(only(conflict.because, model)), None) is not None, (
            f"{model.puzzle!r}: the reason of {conflict} is no reason on its own; it lacks a literal")
    return n


@each_genre
@in_part
def test_reasons_suffice(genre: type[Genre], share: float) -> None:
    rng = chance("reasons", genre)
    found = asked = 0
    cases = [one.puzzle for one in small_cases(genre, "reasons", share)]
    for n, some in ((8, list(tiny_puzzles(genre, rng))), (40, cases)):
        for puzzle in some:
            model = puzzle.genre(puzzle)
            demands = global_demands(model)
            for known in states(model, rng, n if demands else 0):
                for _, what in demands:
                    asked += 1
                    found += check_reasons(what, known, model)
    assert found or not asked, "no conflict was ever met: the law says nothing"


def without_clash(good: Sequence[Known], because: Sequence[int]) -> bool:
    """Whether none of some grids holds all of some literals."""
    return not any(all(known[lit] > 0 for lit in because) for known in good)


@each_genre
def test_reasons_are_contradictory(genre: type[Genre]) -> None:
    """No grid that obeys the demand holds what a conflict is blamed on, whatever the other rules say."""
    rng = chance("contradictions", genre)
    for puzzle in tiny_puzzles(genre, rng):
        model = puzzle.genre(puzzle)
        every = list(every_grid(model))
        for demand, what in global_demands(model):
            good = [known for known in every if holds(demand, known)]
            for _ in range(12):
                for conflict in what.conflicts(a_state(model, None, rng)):
                    assert without_clash(good, conflict.because), (
                        f"{puzzle!r}: rule {demand.rule.name!r} allows grids with the reason of {conflict}; it lacks "
                        "a literal")


# -- cuts -------------------------------------------------------------------------------------------------------------


def a_model(search: Search, rng: random.Random) -> list[int] | None:
    """Values of all variables that obey the clauses, which may break what is checked lazily."""
    variables = list(range(2, search.model.variables.top + 1))
    lits = [v if rng.random() < 0.5 else -v for v in rng.sample(variables, rng.randint(0, len(variables)))]
    while not search.sat.solve(Clock(), lits):
        if not lits:
            return None
        lits = lits[: len(lits) // 2]
    model = search.sat.assignment()
    return model + [-v for v in range(len(model) + 1, search.compiled.clauses.top + 1)]


def cuts_met(search: Search, right: list[State] | None, rng: random.Random, rounds: int) -> list[Clause]:
    """The cuts met on random grids. Each excludes its grid; a grid without a cut is an answer."""
    met: list[Clause] = []
    for _ in range(rounds):
        model = a_model(search, rng)
        if model is None:
            break
        known = known_from(model)
        cuts = [cut for one in search.compiled.lazy for cut in one.cuts(known)]
        # A global may add what it learns on the way, but it must exclude the grid that it complains about.
        for own in (list(one.cuts(known)) for one in search.compiled.lazy):
            assert not own or any(all(known[lit] < 0 for lit in cut) for cut in own), (
                f"{search.model.puzzle!r}: no cut excludes the grid that it was made for: {own}")
        if not cuts and right is not None:
            assert search.model.variables.state(model) in right, (
                f"{search.model.puzzle!r}: no cut excludes a grid that breaks the rules")
        if rng.random() < 0.5:
            search.sat.add(cuts)
        met += cuts
    return met


def check_cuts(puzzle: Puzzle, right: list[State], every: bool, rng: random.Random, rounds: int) -> int:
    """No cut excludes an answer, whatever the values of the variables that are not marks."""
    search = Search(puzzle, Clock())
    with search.sat, Sat(counting=True) as judge:
        met = cuts_met(search, right if every else None, rng, rounds)
        judge.add(search.compiled.clauses.made)
        for lits, k in search.compiled.clauses.at_most:
            judge.at_most(lits, k)
        judge.add(met)
        for answer in right:
            marks = ((name, s, v) for name, layer in answer.marks.items() for s, v in layer.items())
            assert judge.solve(Clock(), [int(search.model.variables.literal(*mark)) for mark in marks]), (
                f"{puzzle!r}: cuts or clauses exclude an answer: {answer!r}")
    return len(met)


def answers_by_trying(puzzle: Puzzle) -> list[State]:
    model = puzzle.genre(puzzle)
    return [model.variables.state([1, *marks]) for marks in judged(puzzle)]


@each_genre
def test_cuts_exclude_no_answer_of_a_tiny_board(genre: type[Genre]) -> None:
    rng = chance("cuts", genre)
    for puzzle in tiny_puzzles(genre, rng):
        check_cuts(puzzle, answers_by_trying(puzzle), True, rng, 10)


@each_genre
@in_part
def test_cuts_exclude_no_answer_of_a_case(genre: type[Genre], share: float) -> None:
    rng = chance("cuts of cases", genre)
    for one in small_cases(genre, "cuts", share):
        if one.status != "none":
            check_cuts(one.puzzle, [one.answer], one.status == "unique", rng, 25)


# -- the verbs on tiny boards -----------------------------------------------------------------------------------------


@each_genre
def test_solving_agrees_with_trying_every_grid(genre: type[Genre]) -> None:
    rng = chance("verbs", genre)
    for puzzle in tiny_puzzles(genre, rng):
        right = answers_by_trying(puzzle)
        found = list(gw.all_answers(puzzle))
        assert len(found) == len(right), (
            f"{puzzle!r}: the solver finds {len(found)} answers, trying every grid {len(right)}")
        assert set(found) == set(right), f"{puzzle!r}: the solver and trying every grid find different answers"
        assert gw.solve(puzzle).status == ("none", "unique", "several")[min(len(right), 2)], (
            f"{puzzle!r}: the verdict does not fit its {len(right)} answers")
        common = gw.common_marks(puzzle)
        shared = [
            {(name, s, v) for name, layer in answer.marks.items() for s, v in layer.items()} for answer in right
        ]
        told = None if common is None else {(n, s, v) for n, layer in common.marks.items() for s, v in layer.items()}
        assert told == (set.intersection(*shared) if shared else None), (
            f"{puzzle!r}: common_marks differs from what all answers share")


@each_genre
@in_part
def test_no_mark_at_risk_is_passed_over(genre: type[Genre], share: float) -> None:
    """With one more mark, a demand finds nothing wrong if it did not name that mark."""
    rng = chance("risk", genre)
    for one in (one for one in small_cases(genre, "risk", share) if one.status == "unique"):
        puzzle = one.puzzle
        model = puzzle.genre(puzzle)
        answer = model.variables.known(gw.solve(puzzle).answers[0])
        globals_ = [demand.what for demand in model.demands() if isinstance(demand.what, Global)]
        for _ in range(6 if globals_ else 0):
            share = rng.choice((0.1, 0.4, 0.8, 0.95))
            known = [0] * len(answer)
            for v in range(1, model.variables.top + 1):
                if v == 1 or rng.random() < share:
                    known[v], known[-v] = answer[v], answer[-v]
            open_ = [v for v in range(2, model.variables.top + 1) if not known[v]]
            lits = [sign * v for v in rng.sample(open_, min(len(open_), 25)) for sign in (1, -1)]
            for what in rng.sample(globals_, min(len(globals_), 8)):
                named = set(what.at_risk(known, lits))
                for lit in lits:
                    known[lit], known[-lit] = 1, -1
                    wrong = any(True for _ in what.conflicts(known))
                    assert not wrong or lit in named, (
                        f"{one}: at_risk of {what} does not name literal {lit}, with which it finds a conflict")
                    assert not wrong or any(True for _ in what.conflicts_by(known, lit)), (
                        f"{one}: conflicts_by of {what} finds nothing with literal {lit}, and conflicts does")
                    known[lit] = known[-lit] = 0
