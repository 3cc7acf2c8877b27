"""Hints, mistakes and whole solutions as steps; ratings and diagnoses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from ..language.puzzle import Puzzle, State
from .check import Violation, check
from .clock import Clock, TimeUp
from .diagnosis import clash_in_words, clashing_parts
from .reasons import Explainer, Found, NoAnswer
from .speech import capital
from .steps import Because, Glimpse, Mark, Step
from .telling import Teller

Stop = Callable[[], bool]
_Told = TypeVar("_Told")


@dataclass(frozen=True)
class Mistake:
    """Marks of a position that are wrong, or cannot all be right, with the reason.

    ``because`` and ``words`` are a proof from the rules and from right marks. Where a rule is broken at sight,
    ``violations`` holds the faults.
    """

    puzzle: Puzzle = field(repr=False)
    marks: tuple[Mark, ...]
    because: tuple[Because, ...]
    words: str
    violations: tuple[Violation, ...] = ()

    def __str__(self) -> str:
        return self.words


def hint(
    puzzle: Puzzle, state: State | None = None, *, timeout: float | None = None, stop: Stop | None = None
) -> Step | Mistake | None:
    """The easiest next step from a position; a ``Mistake`` where the position is wrong; None where nothing follows.

    Nothing follows when all is known, or when the puzzle's answers share no further mark. Raises TimeUp.
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
            return None if found is None else Teller(explainer).step(found)


def steps(
    puzzle: Puzzle, state: State | None = None, *, timeout: float | None = None, stop: Stop | None = None
) -> Iterator[Step]:
    """All steps from a position to the answer, found while you iterate; as far as all answers agree.

    Raises ValueError where no answer holds the marks of the position, and TimeUp.
    """
    return followed(puzzle, state, Clock(timeout, stop), Teller.step)


def glimpses(
    puzzle: Puzzle, state: State | None = None, *, timeout: float | None = None, stop: Stop | None = None
) -> Iterator[Glimpse]:
    """The same steps without their words, in less time."""
    return followed(puzzle, state, Clock(timeout, stop), Teller.glimpse)


def followed(
    puzzle: Puzzle, state: State | None, clock: Clock, tell: Callable[[Teller, Found], _Told]
) -> Iterator[_Told]:
    """The steps from a position to the answer, as ``tell`` tells each before its marks become known.

    Raises ValueError where no answer holds the marks of the position, and TimeUp.
    """
    try:
        with clock.running():
            explainer = Explainer(puzzle, state, clock)
    except NoAnswer:
        raise ValueError("the puzzle has no answer with these marks, so no steps lead to one") from None
    with explainer:
        teller = Teller(explainer)
        while True:
            with clock.running():
                found = explainer.step()
                if found is None:
                    return
                told = tell(teller, found)
                for lit in sorted(found.marks, key=lambda lit: lit < 0):
                    explainer.settle(lit)
            yield told


def mistakes(
    puzzle: Puzzle, state: State, *, timeout: float | None = None, stop: Stop | None = None
) -> list[Mistake]:
    """The marks of a position that are wrong, each with a proof from rules and right marks.

    In a puzzle with several answers, marks that no answer holds together are told as one mistake. Raises TimeUp.
    """
    clock = Clock(timeout, stop)
    with clock.running():
        return list(_mistakes(puzzle, state, clock))


def first_mistake(
    puzzle: Puzzle, state: State, *, timeout: float | None = None, stop: Stop | None = None
) -> Mistake | None:
    """The first of ``mistakes``, which does not wait for the others; None where there is none. Raises TimeUp."""
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
        known = explainer.model.variables.known(state)
        played = [lit if known[lit] > 0 else -lit for lit in range(2, explainer.top + 1) if known[lit]]
        wrong = [lit for lit in played if explainer.target.get(abs(lit), lit) != lit]
        wrong = [lit for lit in wrong if lit > 0 or not any(o in played for o in explainer.values_beside(-lit))]
        if wrong:
            yield from _each_refuted(explainer, [lit for lit in played if -lit not in explainer.target.values()], wrong)
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
    """Each wrong mark, with the reason of its opposite."""
    for lit in right:
        if explainer.target.get(abs(lit)) == lit:
            explainer.settle(lit)
    teller = Teller(explainer)
    for lit in wrong:
        found = explainer.reason_of(-lit)
        if found is not None:
            step = teller.step(found)
            marks = tuple(Mark(*mark) for mark in teller.marks(lit))
            yield Mistake(explainer.puzzle, marks, step.because, f"{capital(teller.said([lit]))} wrongly. {step.words}")


def _clash(explainer: Explainer, played: list[int]) -> Iterator[Mistake]:
    """Marks of which each is in some answer, and no answer has all."""
    every = [one.literal for one in explainer.kept.demands]
    if explainer.kept.solve([*explainer.marks, *every, *played]):
        return
    core = set(explainer.kept.core())
    clashing = [lit for lit in played if lit in core]
    for lit in reversed(clashing[:]):
        rest = [other for other in clashing if other != lit]
        if not explainer.kept.solve([*explainer.marks, *every, *rest]):
            clashing = rest
    last = clashing[-1]
    for lit in clashing[:-1]:
        explainer.settle(lit)
    found = explainer.reason_of(-last)
    assert found is not None
    teller = Teller(explainer)
    step = teller.step(found)
    marks = tuple(mark for lit in clashing for mark in teller.marks(lit))
    words = f"These marks cannot all be right: {teller.said(clashing)}. {step.words}"
    yield Mistake(explainer.puzzle, marks, step.because, words)


def _no_answer(puzzle: Puzzle, clock: Clock) -> Mistake:
    parts = clashing_parts(puzzle, clock)
    return Mistake(puzzle, (), tuple(parts), f"The puzzle has no answer. {clash_in_words(parts)}")



__all__ = ["Mistake", "TimeUp", "hint", "mistakes", "steps"]
