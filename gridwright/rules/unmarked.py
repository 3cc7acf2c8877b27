"""Spots that are never marked, because of what the puzzle gives there or where they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..board.board import Spot
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.rules import Demand, Global, Rule, Source, marks_of
from ..language.wording import Text
from ..logic.clauses import Clauses
from ..logic.ticks import ticking

Spots = GivenLayer | Callable[[Any], Iterable[Spot]]
"""The spots of a given layer, or those that a function of the model gives."""


class Unmarked(Rule):
    """The rule that none of the spots is marked; ``{at}`` in the text is the spot."""

    def __init__(self, marks: Source, spots: Spots, text: Text) -> None:
        super().__init__(text, reads=spots if isinstance(spots, GivenLayer) else ())
        self.marks, self.spots = marks, spots

    def _spots(self, model: Genre) -> Iterable[Spot]:
        return ticking(model.given(self.spots) if isinstance(self.spots, GivenLayer) else self.spots(model))

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for at in self._spots(model):
            yield Demand(self, ~marks[at], (at,), clues=self.clues_at(at) if self.reads else ())

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        out.extend([-marks[at]] for at in self._spots(model))
        return []


unmarked = Unmarked
