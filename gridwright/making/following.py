"""Puzzles whose answer shows a picture: it is changed as little as that takes to leave one answer."""

from __future__ import annotations

from random import Random

from ..language.board import Spot
from ..language.making import Sketch, Unlucky
from ..language.puzzle import State
from .clue_solver import ClueSolver
from .drawings import kind_of, loop_marks
from .effort import Effort
from .maker import Draft, Maker
from .reading import bare_puzzle
from .request import Request

_ROUNDS = 400


class Follower(Maker):
    """Makes puzzles whose answers show the picture that is asked for."""

    def _unique(self, rng: Random) -> Draft:
        """The puzzle of the answer nearest to the picture, changed where others differ from it. Raises Unlucky."""
        sketch = self.making.sketch(rng, self.board, self.wishes)
        with self._clue_solver(bare_puzzle(self.genre, sketch)) as solver:
            target = self._target(solver)
            fixed = solver.literals(sketch.marks)
            solver.sat.prefer(list(target.values()))
            answer = solver.drawn(rng.sample(list(target.values()), len(target)), rng, fixed)
            return self._changed_until_unique(rng, sketch, solver, answer, target, fixed)

    def _target(self, solver: ClueSolver) -> dict[Spot, int]:
        """For each spot of the pictured layer the literal that it is as in the picture."""
        name, dark = self.making.pictured, self.wishes.dark
        if kind_of(self.genre) == "cells":
            marks = {spot: spot in dark for spot in self.board.cells}
        else:
            marks = loop_marks(self.board, self.genre, dark)
        literals = {spot: solver.literal((name, spot, value)) for spot, value in marks.items()}
        return {spot: lit for spot, lit in literals.items() if lit not in (1, -1)}

    def _changed_until_unique(
        self, rng: Random, sketch: Sketch, solver: ClueSolver, answer: State, target: dict[Spot, int], fixed: list[int]
    ) -> Draft:
        name = self.making.pictured
        best: tuple[int, int, State, list[Spot]] | None = None
        for _ in range(_ROUNDS):
            self.clock.check()
            draft = self._draft(sketch, answer)
            others = self._others(solver, draft)
            if not others:
                return draft
            marks = answer.marks[name]
            open_ = [spot for spot, value in marks.items() if any(other.get(name, spot) != value for other in others)]
            wrong = sum(1 for spot, lit in target.items() if (solver.literal((name, spot, marks[spot])) != lit))
            if best is None or (len(open_), wrong) <= best[:2] or rng.random() < 0.02:
                best = len(open_), wrong, answer, open_
            answer = self._other(rng, solver, best[2], best[3], target, fixed)
        raise Unlucky("the picture leaves several answers")

    def _other(
        self, rng: Random, solver: ClueSolver, answer: State, open_: list[Spot], target: dict[Spot, int],
        fixed: list[int],
    ) -> State:
        """The answer with some of its open marks the other way round, and the others as they are if possible."""
        name = self.making.pictured
        ready = [spot for spot in open_ if spot in target]
        flipped = rng.sample(ready, min(len(ready), 1 + len(ready) // 12))
        own = {spot: solver.literal((name, spot, answer.marks[name][spot])) for spot in target}
        turned = [-own[spot] for spot in flipped]
        kept = [lit for spot, lit in own.items() if spot not in flipped]
        rng.shuffle(kept)
        try:
            return solver.drawn(kept, rng, [*fixed, *turned])
        except Unlucky:  # they cannot all be turned
            return answer


def maker_of(request: Request, clock: Effort) -> Maker:
    """What makes the puzzle of a request."""
    kind = Follower if request.conditions.dark and kind_of(request.genre) != "areas" else Maker
    return kind(request.genre, request.board, request.wishes, clock, request.symmetry, request.conditions)
