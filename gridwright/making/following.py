"""Puzzles whose answer shows a picture: it is changed as little as that takes to leave one answer."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from ..board.board import Spot
from ..engine.explain.rating import LABELS
from ..language.making import Sketch, Unlucky
from ..language.puzzle import Puzzle, State
from .clue_solver import ClueSolver
from .draft import Draft
from .drawings import is_one_region, kind_of, loop_around, one_region, places_inside, shown, sides
from .effort import Effort
from .maker import Maker
from .reading import bare_puzzle
from .request import Request

_ROUNDS = 200
"""So many changes are tried before all begins anew."""
_ANYWAY = 0.02
"""How often a change for the worse is taken."""


class Follower(Maker):
    """Makes puzzles whose answers show the picture that is asked for."""

    def _unique(self, rng: Random) -> Draft:
        """The puzzle of the answer nearest to the picture, changed where others differ from it. Raises Unlucky."""
        sketch = self._sketch(rng)
        solver = self._opened(sketch)
        answer = self._first(rng, sketch, solver)
        target = shown(self.genre, answer)
        best: tuple[int, int, State, Collection[Spot]] | None = None
        for _ in range(_ROUNDS):
            self.clock.check()
            draft = self._draft(sketch, answer, solver)
            shared = self._shared(solver, draft)
            if shared is None:
                return draft
            open_ = sorted(spot for _, spot in solver.spots_of(solver.marks_of(answer) - shared))
            score = len(open_), len(target ^ shown(self.genre, answer))
            if best is None or score <= best[:2] or rng.random() < _ANYWAY:
                best = *score, answer, open_
            answer = self._other(rng, solver, best[2], best[3], solver.literals(sketch.marks))
        raise Unlucky("the picture leaves several answers")

    def _first(self, rng: Random, sketch: Sketch, solver: ClueSolver) -> State:
        """The answer that is most like the picture."""
        if kind_of(self.genre) == "loop":
            region = one_region(places_inside(self.board, self.genre), self.wishes.dark)
            return self._around(bare_puzzle(self.genre, sketch), region)
        marks = {spot: spot in self.wishes.dark for spot in self.board.cells}
        wanted = solver.literals({self.making.pictured: marks})
        solver.sat.prefer([lit for lit in wanted if lit not in (1, -1)])
        return solver.drawn(rng.sample(wanted, len(wanted)), rng, solver.literals(sketch.marks))

    def _around(self, bare: Puzzle, region: Collection[Spot]) -> State:
        return State.of(bare, {self.making.pictured: loop_around(self.board, self.genre, region)})

    def _other(
        self, rng: Random, solver: ClueSolver, answer: State, open_: Collection[Spot], fixed: list[int]
    ) -> State:
        """An answer that differs a little, where others do."""
        if kind_of(self.genre) == "loop":
            return self._bent(rng, answer, open_)
        name = self.making.pictured
        flipped = set(rng.sample(sorted(open_), min(len(open_), 1 + len(open_) // 12)))
        own = {spot: solver.literal((name, spot, value)) for spot, value in answer.marks[name].items()}
        kept = [lit for spot, lit in own.items() if spot not in flipped]
        try:
            return solver.drawn(rng.sample(kept, len(kept)), rng, [*fixed, *(-own[spot] for spot in flipped)])
        except Unlucky:  # they cannot all be the other way round
            return answer

    def _bent(self, rng: Random, answer: State, open_: Collection[Spot]) -> State:
        """The loop with a place or two more or less inside, near where others differ."""
        every = places_inside(self.board, self.genre)
        region = set(shown(self.genre, answer))
        corners = self.genre.layers[self.making.pictured].on == "links"
        near = sorted({place for spot in open_ for place in sides(spot, corners) if place in every})
        for _ in range(20):
            trial = region.symmetric_difference(rng.sample(near, min(len(near), rng.choice((1, 1, 2)))))
            if trial and is_one_region(every, trial):
                return self._around(answer.puzzle, trial)
        return answer


def maker_of(request: Request, clock: Effort) -> Maker:
    """What makes the puzzle of a request."""
    kind = Follower if request.conditions.dark and kind_of(request.genre) != "areas" else Maker
    # Clues that stand for the sake of symmetry make puzzles easier, unless it is their places that are symmetric.
    is_hard = request.difficulty in LABELS[LABELS.index("hard") :]
    symmetry = request.symmetry or ("none" if is_hard and not request.genre.making.movable else None)
    return kind(request.genre, request.board, request.wishes, clock, symmetry, request.conditions)
