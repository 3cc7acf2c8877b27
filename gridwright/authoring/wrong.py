"""Wrong answers for the rules of a genre: grids that break one rule and no other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from time import monotonic
from typing import Any, NamedTuple

from ..board.board import Spot
from ..engine.solve.check import Violation, check
from ..engine.solve.clock import TimeUp
from ..engine.solve.search import all_answers
from ..language.puzzle import Puzzle, State

_TRIED = 200
"""So many answers of the puzzle without a rule are looked at."""
_ENOUGH = 8
"""Of so many wrong answers the one that is most like the right one is proposed."""
_SMALL = 400
"""Answers with more marks are not changed mark by mark: checking each of these grids would take too long."""


class WrongAnswer(NamedTuple):
    """A grid that breaks one rule, and what the checker says about it."""

    rule: str
    state: State
    violations: tuple[Violation, ...]

    @property
    def places(self) -> tuple[Spot, ...]:
        """The spots that show the first violation."""
        return self.violations[0].at


def wrong_answer(puzzle: Puzzle, rule: str, answer: State | None, seconds: float) -> WrongAnswer | None:
    """A grid that breaks just one rule of the puzzle; None if none was found in so many seconds.

    There is none where the other rules together with the clues leave nothing but right answers.
    """
    end = monotonic() + seconds
    found: list[WrongAnswer] = []
    try:
        for state in _grids(puzzle, rule, answer, end):
            violations = tuple(check(puzzle, state, finished=True, timeout=max(end - monotonic(), 0.0)))
            if violations and {one.rule for one in violations} == {rule}:
                found.append(WrongAnswer(rule, state, violations))
                if len(found) == _ENOUGH:
                    break
    except TimeUp:
        pass  # what was found until then will do
    if answer is None:
        return found[0] if found else None
    return min(found, key=lambda one: _difference(one.state, answer), default=None)


def _grids(puzzle: Puzzle, rule: str, answer: State | None, end: float) -> Iterator[State]:
    """The answer with single marks changed, and answers of the puzzle without the rule."""
    if answer is not None and sum(map(len, answer.marks.values())) <= _SMALL:
        yield from _one_changed(puzzle, answer)
    other = Puzzle.of(puzzle.genre.without([rule]), puzzle.board, puzzle.given, puzzle.keys)
    found = all_answers(other, timeout=max(end - monotonic(), 0.0))
    yield from (State.of(puzzle, one.marks) for one in islice(found, _TRIED))


def _one_changed(puzzle: Puzzle, answer: State) -> Iterator[State]:
    model = puzzle.genre(puzzle)
    for name, marks in answer.marks.items():
        given: Mapping[Spot, Any] = puzzle.given.get(name, {})
        for spot, value in marks.items():
            values = (True, False) if name in model.marks else tuple(model.terms[name][spot].marks)
            for other in values if spot not in given else ():
                if other != value:
                    yield State.of(puzzle, {**answer.marks, name: {**marks, spot: other}})


def _difference(one: State, other: State) -> int:
    """How many marks differ."""
    return sum(
        other.get(name, spot) != value for name, marks in one.marks.items() for spot, value in marks.items()
    )
