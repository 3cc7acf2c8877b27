"""Hints, mistakes and whole solutions as steps; ratings and diagnoses."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from ...language.puzzle import Puzzle, State
from ...language.validation import checks_arguments
from ..solve.check import Violation, check
from ..solve.clock import Clock
from .diagnosis import clash_in_words, clashing_parts
from .ladder import Explainer
from .position import Deduction, NoAnswer
from .speech import capital
from .steps import Because, Glimpse, Mark, Step
from .telling import Teller

Stop = Callable[[], bool]
_Shown = TypeVar("_Shown")


@dataclass(frozen=True)
class Mistake:
    """Marks of a position that are wrong, or cannot all be right, with the reason.

    ``because`` and ``words`` prove it from the rules and from right marks. If a rule is broken at sight, ``violations``
    holds the faults.
    """

    puzzle: Puzzle = field(repr=False)
    marks: tuple[Mark, ...]
    because: tuple[Because, ...]
    words: str
    violations: tuple[Violation, ...] = ()

    def __str__(self) -> str:
        return self.words


@checks_arguments
def hint(
    puzzle: Puzzle, state: State | None = None, *, timeout: float | None = None, stop: Stop | None = None
) -> Step | Mistake | None:
    """The easiest next step from a position; a ``Mistake`` if the position is wrong; None if nothing follows.

    Nothing follows if everything is known, or if the puzzle's answers share no further mark. Raises TimeUp.
    """
    clock = Clock(timeout, stop)
    with clock.running():
        wrong = next(_mistakes(puzzle, state, clock), None) if state is not None else None
        if wrong is not None:
            return wrong
        try:
            explainer = Explainer(puzzle, state, clock)
        except NoAnswer:
            return _no_answer(puzzle, clock)
        with explainer:
            found = explainer.step()
            return None if found is None else Teller(explainer.position).step(found)


@checks_arguments
def steps(
    puzzle: Puzzle, state: State | None = None, *, timeout: float | None = None, stop: Stop | None = None
) -> Iterator[Step]:
    """All steps from a position to the answer, found while you iterate; as far as all answers agree.

    Raises ValueError if no answer contains the marks of the position, and TimeUp.
    """
    return followed(puzzle, state, Clock(timeout, stop), Teller.step)


@checks_arguments
def glimpses(
    puzzle: Puzzle, state: State | None = None, *, timeout: float | None = None, stop: Stop | None = None
) -> Iterator[Glimpse]:
    """The same steps without their words, which is faster."""
    return followed(puzzle, state, Clock(timeout, stop), Teller.glimpse)


def followed(
    puzzle: Puzzle, state: State | None, clock: Clock, tell: Callable[[Teller, Deduction], _Shown]
) -> Generator[_Shown, None, bool]:
    """The steps from a position to the answer; ``tell`` is called with each before it is applied.

    Returns whether there is only one answer. Raises ValueError if no answer contains the marks of the position, and
    TimeUp.
    """
    try:
        with clock.running():
            explainer = Explainer(puzzle, state, clock)
    except NoAnswer:
        raise ValueError("the puzzle has no answer with these marks, so no steps lead to one") from None
    with explainer:
        teller = Teller(explainer.position)
        while True:
            with clock.running():
                found = explainer.step()
                if found is None:
                    return explainer.position.has_one_answer
                step = tell(teller, found)
                explainer.position.apply(found)
            yield step


@checks_arguments
def mistakes(
    puzzle: Puzzle, state: State, *, timeout: float | None = None, stop: Stop | None = None
) -> list[Mistake]:
    """The wrong marks of a position, each with a proof from rules and right marks.

    In a puzzle with several answers, marks that no answer contains together are one mistake. Raises TimeUp.
    """
    clock = Clock(timeout, stop)
    with clock.running():
        return list(_mistakes(puzzle, state, clock))


@checks_arguments
def first_mistake(
    puzzle: Puzzle, state: State, *, timeout: float | None = None, stop: Stop | None = None
) -> Mistake | None:
    """The first of ``mistakes``, without waiting for the others; None if there is none. Raises TimeUp."""
    clock = Clock(timeout, stop)
    with clock.running():
        return next(_mistakes(puzzle, state, clock), None)


def _mistakes(puzzle: Puzzle, state: State, clock: Clock) -> Iterator[Mistake]:
    faults = [one for one in check(puzzle, state) if one.rule in ("given", "value")]
    if faults:
        yield from (_at_sight(puzzle, state, fault) for fault in faults)
        return
    try:
        explainer = Explainer(puzzle, None, clock)
    except NoAnswer:
        yield _no_answer(puzzle, clock)
        return
    with explainer:
        position = explainer.position
        known = position.model.variables.known(state)
        played = [lit if known[lit] > 0 else -lit for lit in range(2, position.top + 1) if known[lit]]
        wrong = [lit for lit in played if position.target.get(abs(lit), lit) != lit]
        wrong = [lit for lit in wrong if lit > 0 or not any(o in played for o in position.other_values(-lit))]
        if wrong:
            yield from _each_refuted(explainer, [lit for lit in played if -lit not in position.target.values()], wrong)
        else:
            yield from _clash(explainer, played)


def _at_sight(puzzle: Puzzle, state: State, fault: Violation) -> Mistake:
    marks = tuple(
        Mark(name, spot, value)
        for name, layer in state.marks.items()
        for spot, value in layer.items()
        if spot in fault.at
    )
    return Mistake(puzzle, marks, (), f"{fault.words}.", (fault,))


def _each_refuted(explainer: Explainer, right: list[int], wrong: list[int]) -> Iterator[Mistake]:
    """Each wrong mark, with a reason for its opposite."""
    position = explainer.position
    for lit in right:
        if position.target.get(abs(lit)) == lit:
            position.settle(lit)
    teller = Teller(explainer.position)
    for lit in wrong:
        found = explainer.reason_of(-lit)
        if found is not None:
            step = teller.step(found)
            marks = tuple(Mark(*mark) for mark in teller.marks(lit))
            yield Mistake(position.puzzle, marks, step.because, f"{capital(teller.said([lit]))} wrongly. {step.words}")


def _clash(explainer: Explainer, played: list[int]) -> Iterator[Mistake]:
    """Marks each of which is in some answer, but that no answer contains together."""
    position = explainer.position
    solver, every = position.solver, [one.literal for one in position.solver.demands]
    if solver.solve([*position.marks, *every, *played]):
        return
    core = set(solver.core())
    clashing = [lit for lit in played if lit in core]
    for lit in reversed(clashing[:]):
        rest = [other for other in clashing if other != lit]
        if not solver.solve([*position.marks, *every, *rest]):
            clashing = rest
    last = clashing[-1]
    for lit in clashing[:-1]:
        position.settle(lit)
    found = explainer.reason_of(-last)
    assert found is not None
    teller = Teller(explainer.position)
    step = teller.step(found)
    marks = tuple(mark for lit in clashing for mark in teller.marks(lit))
    words = f"These marks cannot all be right: {teller.said(clashing)}. {step.words}"
    yield Mistake(position.puzzle, marks, step.because, words)


def _no_answer(puzzle: Puzzle, clock: Clock) -> Mistake:
    parts = clashing_parts(puzzle, clock)
    return Mistake(puzzle, (), tuple(parts), f"The puzzle has no answer. {clash_in_words(parts)}")
