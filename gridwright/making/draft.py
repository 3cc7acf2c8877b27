"""A puzzle in the making: its structure, its answer, and all clues that could be told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..board.board import Spot
from ..language.genre import Genre
from ..language.making import Sketch
from ..language.puzzle import Frozen, Puzzle, State, frozen_layers
from ..language.rules import Clue
from .clue_solver import ClueSolver
from .reading import Clues, bare_puzzle


@dataclass(frozen=True)
class Draft:
    """A puzzle with all clues that are true of its answer."""

    genre: type[Genre]
    sketch: Sketch
    answer: State
    clues: Clues
    """Clues and given marks of the answer, by layer."""
    solver: ClueSolver | None = None
    """The solver that the draft was made with, if that is still open."""

    @property
    def n_clues(self) -> int:
        """How many clues and given marks there are."""
        return sum(map(len, self.clues.values()))

    def puzzle(self) -> Puzzle:
        """The puzzle with all of the clues."""
        return self._puzzle(self.clues)

    def puzzle_of(self, kept: Collection[Clue]) -> Puzzle:
        """The puzzle with some of the clues.

        Where the places of clues belong to the structure, those that are left out tell nothing.
        """
        return self._puzzle(self.with_clues(kept).clues)

    def with_clues(self, kept: Collection[Clue]) -> Draft:
        """The draft with some of the clues only."""
        chosen = set(kept)
        return replace(self, clues={name: {spot: value for spot, value in own.items() if (name, spot) in chosen}
                                    for name, own in self.clues.items()})

    def _puzzle(self, clues: Mapping[str, Mapping[Spot, Any]]) -> Puzzle:
        bare = bare_puzzle(self.genre, self.sketch)
        given: dict[str, Mapping[Spot, Any]] = dict(bare.given)
        for name, own in clues.items():
            given[name] = {**bare.given.get(name, {}), **own}
        return Puzzle(self.genre, self.sketch.board, frozen_layers(given), Frozen(self.sketch.keys))

    def selectors(self, solver: ClueSolver) -> dict[Clue, int]:
        """For each clue, and each given mark of the answer, what puts it in force."""
        answers = self.genre.answer_layers
        found = solver.tell(self._puzzle({name: own for name, own in self.clues.items() if name not in answers}))
        for name in answers:
            for spot, value in self.clues.get(name, {}).items():
                found[name, spot] = solver.literal((name, spot, value))
        return found
