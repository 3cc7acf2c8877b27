"""Laws about steps: each follows from its demands and marks alone, needs all of its demands, and says nothing wrong.

By default a few steps of a case of each genre are proved, from positions on the way; ``-m thorough`` takes the other
cases, and ``-m slow`` proves whole paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time

import pytest

import gridwright as gw
from gridwright.engine.explain.hints import MOST_TRIALS, steps
from gridwright.engine.explain.steps import Because, Step, StepMark
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.sat import Sat
from gridwright.engine.solve.search import spots_hold_one_value
from gridwright.language import Expr, Genre, Puzzle
from gridwright.language.rules import Compound, Global
from gridwright.logic.clauses import Clauses
from gridwright.logic.expr import known_from

from ..grouped import case_name, only_if
from .cases import PATHS, case, each_case

CELLS = 64
"""Most cells of a board; whole paths are proved on larger ones, too."""
SHARES = 0.0, 0.4, 0.7
"""Fractions of the answer that are known in the positions where steps are asked for."""
STEPS = 2
"""Steps proved from there."""
LONGEST, LINES = 400, 8
"""Characters of a paragraph; lines of what is told as a list."""
SECONDS, WHOLE = 10.0, 60.0
"""Seconds of the processor for these steps, and for a whole path."""


@lru_cache(maxsize=4)
def model_of(puzzle: Puzzle) -> Genre:
    return puzzle.genre(puzzle)


@lru_cache(maxsize=4)
def common(puzzle: Puzzle) -> gw.State:
    """What all answers share."""
    found = gw.common_marks(puzzle)
    assert found is not None, f"{puzzle!r}: common_marks finds no answer"
    return found


def known_in_part(path: Path) -> gw.State:
    """A position on the way to the answer, which is the same in each run."""
    rng = Random(case_name(path))
    share, puzzle = rng.choice(SHARES), case(path).puzzle
    marks = {
        name: {spot: value for spot, value in layer.items() if rng.random() < share}
        for name, layer in common(puzzle).marks.items()
    }
    return gw.State.of(puzzle, marks)


def literal(model: Genre, mark: StepMark) -> int:
    found = int(model.variables.literal(mark.layer, mark.spot, mark.value))
    return found if mark.holds else -found


def forced(puzzle: Puzzle, because: Iterable[Because], marks: Sequence[StepMark]) -> list[bool]:
    """Which marks follow from parts of a reason, by a solver that knows nothing else."""
    model = model_of(puzzle)
    out = Clauses(model.variables.top)
    spots_hold_one_value(model, out)
    for part in because:
        if part.mark is not None:
            out.add([literal(model, part.mark)])
        for conflict in part.conflicts:
            out.add([-lit for lit in conflict.because])
        for demand in part.demands:
            if isinstance(demand.what, Expr):
                out.require(demand.what)
            elif isinstance(demand.what, Compound):
                demand.what.encode(out)
    lazy = [d.what for part in because if not part.conflicts for d in part.demands if isinstance(d.what, Global)]
    with Sat(counting=True) as sat:
        sat.add(out.made)
        for lits, k in out.at_most:
            sat.at_most(lits, k)
        return [refuted(sat, model, lazy, -literal(model, mark)) for mark in marks]


def refuted(sat: Sat, model: Genre, lazy: Sequence[Global], lit: int) -> bool:
    """Whether a literal cannot hold where global demands hold, too."""
    while sat.solve(Clock(), [lit]):
        values, top = sat.assignment(), model.variables.top
        known = known_from([*values, *(-v for v in range(len(values) + 1, top + 1))][:top])
        conflicts = [conflict.because for what in lazy for conflict in what.conflicts(known)]
        if not conflicts:
            return False
        sat.add([[-one for one in because] for because in conflicts])
    return True


def whole(part: Because) -> bool:
    """Whether a part is a demand that is told neither by clauses nor by conflicts with it."""
    globals_ = [demand.what for demand in part.demands if isinstance(demand.what, Global)]
    return not part.conflicts and any(not isinstance(what, Compound) for what in globals_)


def some_steps(path: Path) -> list[Step]:
    """The first steps from a position on the way; none where all is known there that the answers share."""
    return list(islice(steps(case(path).puzzle, known_in_part(path), stop=stop_after(SECONDS)), STEPS))


def stop_after(seconds: float) -> Callable[[], bool]:
    """Says when the processor has worked so long from now on."""
    end = process_time() + seconds
    return lambda: process_time() > end


def prove(step: Step) -> None:
    """A step follows from its reason, says nothing wrong, and no demand of its reason is needless; it is a sentence."""
    puzzle = step.puzzle
    assert step.words.endswith(".") and not set("{}[]") & set(step.words), (
        f"{puzzle!r}: a step is no sentence: {step.words!r}")
    assert len(step.words) <= LONGEST or 1 < len(step.words.splitlines()) <= LINES, (
        f"{puzzle!r}: a step is long and no list of few lines: {step.words!r}")
    assert all(forced(puzzle, step.because, step.marks)), f"{puzzle!r}: a step does not follow from its reason: {step}"
    for mark in step.marks:
        held = common(puzzle).get(mark.layer, mark.spot)
        if mark.holds:
            assert held == mark.value, f"{puzzle!r}: a step sets a mark that not all answers have: {step}"
        else:
            assert held != mark.value or held is None, (
                f"{puzzle!r}: a step excludes a mark that all answers have: {step}")
    if any(whole(part) for part in step.because):
        return  # such a demand may say more than the conflicts with it that the reason was found with
    for part in step.because:
        if part.demands:
            rest = [other for other in step.because if other is not part]
            assert not all(forced(puzzle, rest, step.marks)), (
                f"{puzzle!r}: the reason of a step contains a demand that is not needed, {part}: {step}")


def is_within_the_limits(path: Path) -> bool:
    one = case(path)
    return one.status != "none" and 4 < len(one.puzzle.board.cells) <= CELLS


@each_case
def test_steps_are_proved(path: Path) -> None:
    only_if(is_within_the_limits(path))
    for step in some_steps(path):
        prove(step)


def test_every_genre_has_cases_within_the_limits() -> None:
    assert {path.parent.name for path in PATHS if is_within_the_limits(path)} == {path.parent.name for path in PATHS}, (
        "these folders have no case within the limits of size")


@each_case
def test_the_next_step_of_a_path_is_the_next_hint(path: Path) -> None:
    """Whatever the way to a position, the same step comes next, in the same words."""
    only_if(is_within_the_limits(path))
    state = known_in_part(path)
    first, second = (*some_steps(path), None, None)[:2]
    if first and second:
        told = gw.hint(case(path).puzzle, first.applied(state))
        assert (told, str(told)) == (second, str(second)), f"{case(path)}: after {first}"


@pytest.mark.slow
@each_case
def test_a_whole_path_is_one_hint_after_the_other(path: Path) -> None:
    only_if(case(path).status != "none")
    puzzle = case(path).puzzle
    state, n_trials = gw.State.of(puzzle, {}), 0
    for step in list(steps(puzzle, stop=stop_after(WHOLE))):
        n_trials += step.kind == "trial"
        if n_trials <= MOST_TRIALS:  # what comes later is one step with the rest
            told = gw.hint(puzzle, state)
            assert (told, str(told)) == (step, str(step)), f"{case(path)}: from {state}"
        state = step.applied(state)


@pytest.mark.slow
@each_case
def test_a_whole_path_is_proved(path: Path) -> None:
    """It gives all that the answers share, and each of its steps is proved."""
    only_if(case(path).status != "none")
    puzzle = case(path).puzzle
    state = gw.State.of(puzzle, {})
    for step in list(steps(puzzle, stop=stop_after(WHOLE))):
        prove(step)
        state = step.applied(state)
    assert gw.hint(puzzle, state) is None, f"{case(path)}: the steps end before all is known that the answers share"
