"""The steps from a position to the answer, found as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..board.board import Spot
from ..engine.explain.hints import steps
from ..engine.explain.steps import Step
from ..engine.solve.clock import TimeUp
from ..language.puzzle import Puzzle, State
from ..picture.picture import Picture


class Stage(NamedTuple):
    """A step with the position before it."""

    number: int
    before: State
    step: Step

    @property
    def after(self) -> State:
        """The position after the step."""
        return self.step.applied(self.before)

    def picture(self) -> Picture:
        """The position after the step: what it follows from in thin frames, what is new in thick ones."""
        from ..picture.drawing import draw

        reason = {spot for part in self.step.because for spot in part.at}
        fresh = {mark.spot for mark in self.step.marks}
        return draw(self.step.puzzle, self.after, reason=_on_board(self.step.puzzle, reason), fresh=fresh)


def _on_board(puzzle: Puzzle, spots: set[Spot]) -> set[Spot]:
    """The spots that show something; none where a reason speaks of most of the board."""
    return spots if 2 * len(spots) <= len(puzzle.board.cells) else set()


class Steps:
    """The steps from a position to the answer, or as far as all answers agree.

    Iterating finds them one by one; ``steps`` finds all. ``complete`` tells whether all were found: it is False where
    the time was up. Raises ValueError where no answer holds the marks of the position.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        state: State | None = None,
        *,
        timeout: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._more = steps(puzzle, state, timeout=timeout, stop=stop)
        self.puzzle = puzzle
        self.start = state if state is not None else State.of(puzzle, {})
        self.complete = False
        self._found: list[Step] = []

    def __iter__(self) -> Iterator[Step]:
        n = 0
        while n < len(self._found) or self._advance():
            yield self._found[n]
            n += 1

    def _advance(self) -> bool:
        if self.complete:
            return False
        try:
            self._found.append(next(self._more))
        except (StopIteration, TimeUp) as ended:
            self.complete = isinstance(ended, StopIteration)
            return False
        return True

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps."""
        return tuple(self)

    def stages(self) -> Iterator[Stage]:
        """The steps with the positions before them."""
        state = self.start
        for number, step in enumerate(self, 1):
            stage = Stage(number, state, step)
            yield stage
            state = stage.after

    def __repr__(self) -> str:
        return f"<{self.puzzle.genre.name} path, {len(self._found)} steps{'' if self.complete else ' so far'}>"

    def __str__(self) -> str:
        return "\n".join(f"{n}. {step.words}" for n, step in enumerate(self, 1))
