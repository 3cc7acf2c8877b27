"""Nearest cells: an arrow shows all directions in which the nearest marked cell is met first (Pentopia)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...board.board import Spot
from ...board.rect import DOWN, LEFT, RIGHT, STEPS, UP, Direction
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer
from ...language.rules import Compound, Conflict, Demand, Rule
from ...language.wording import RuleText
from ...logic.clauses import Clauses
from ...logic.expr import Known
from ...logic.ticks import ticking

_WORDS = {UP: "up", RIGHT: "right", DOWN: "down", LEFT: "left"}


class NearestShown(Compound):
    """From the cell ``at``, a marked cell is met in each shown direction, and none is met earlier.

    ``rays``: for each direction the cells met, nearest first, each with its literal. In the directions that are not
    shown, a marked cell is met later or not at all.
    """

    def __init__(
        self, at: Spot, shown: Sequence[Direction], rays: Mapping[Direction, Sequence[tuple[Spot, int]]]
    ) -> None:
        self.at, self.shown, self.rays = at, shown, rays

    def _needed(self, step: Direction, other: Direction, k: int) -> int:
        """How many cells in a shown direction must hold a marked one, where the cell ``k`` of another is marked."""
        return min(k + (other in self.shown), len(self.rays[step]))

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        first = {
            step: next(((k, cell) for k, cell in enumerate(ray) if known[cell[1]] > 0), None)
            for step, ray in self.rays.items()
        }
        met = sorted((found, step) for step, found in first.items() if found is not None)
        for step in self.shown:
            ray = self.rays[step]
            empty = next((k for k, (_, lit) in enumerate(ray) if known[lit] >= 0), len(ray))
            words = {"way": _WORDS[step]}
            if empty == len(ray):
                yield Conflict((self.at, *(spot for spot, _ in ray)), [-lit for _, lit in ray], words, "none")
                return
            for (k, (spot, lit)), other in met:
                needed = self._needed(step, other, k)
                if other != step and empty >= needed:
                    because = [lit, *(-own for _, own in ray[:needed])]
                    fault = "nearer" if other in self.shown else ""
                    yield Conflict((self.at, spot), because, {**words, "cell": spot}, fault)
                    return

    def literals(self) -> Sequence[int]:
        return [lit for ray in self.rays.values() for _, lit in ray]

    def encode(self, out: Clauses) -> None:
        for step in self.shown:
            lits = [lit for _, lit in self.rays[step]]
            out.add(lits)
            for other, ray in self.rays.items():
                for k, (_, lit) in enumerate(ray if other != step else ()):
                    needed = self._needed(step, other, k)
                    if needed < len(lits):
                        out.add([-lit, *lits[:needed]])


class Arrows(Rule):
    """The rule that each clue shows all directions in which the nearest marked cell is met first; ``ways`` tells the
    directions of each clue.

    ``{at}`` in the text is the clue's cell. Faults, in which ``{way}`` is a shown direction ("up", "left"): ``none``
    (no cell there is marked), ``nearer`` (the marked ``{cell}`` in another shown direction is nearer than any there),
    and the one without a name: ``{cell}`` in a direction that is not shown is no farther away.
    """

    def __init__(
        self, marks: AnswerLayer, arrow: GivenLayer, ways: Mapping[Any, Sequence[Direction]], text: RuleText
    ) -> None:
        super().__init__(text, reads=arrow)
        self.marks, self.arrow, self.ways = marks, arrow, ways

    def demands(self, model: Genre) -> Iterator[Demand]:
        board, marks = model.board, model.marks[self.marks.name]
        for at, arrow in ticking(model.given(self.arrow).items()):
            rays = {step: [(c, int(marks[c])) for c in board.ray(at, step)] for step in STEPS}
            yield Demand(self, NearestShown(at, self.ways[arrow], rays), (at,), clues=self.clues_at(at))


nearest_shown = Arrows
