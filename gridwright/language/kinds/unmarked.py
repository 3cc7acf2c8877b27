"""Spots that are never marked, because of what the puzzle gives there or where they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..board import Spot
from ..clauses import Clauses
from ..genre import Genre
from ..layers import GivenLayer
from ..rules import Demand, Global, Rule, Source, marks_of
from ..ticks import ticking
from ..wording import Text

Spots = GivenLayer | Callable[[Any], Iterable[Spot]]
"""The spots of a given layer, or those that a function of the model gives."""


class Unmarked(Rule):
    """No mark stands on some spots."""

    def __init__(self, marks: Source, spots: Spots, text: Text) -> None:
        super().__init__(text)
        self.marks, self.spots = marks, spots

    def _spots(self, model: Genre) -> Iterable[Spot]:
        return ticking(model.given(self.spots) if isinstance(self.spots, GivenLayer) else self.spots(model))

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for at in self._spots(model):
            yield Demand(self, ~marks[at], (at,))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        out.extend([-marks[at]] for at in self._spots(model))
        return []


def unmarked(marks: Source, spots: Spots, text: Text) -> Unmarked:
    """The rule that none of the spots is marked; ``{at}`` in the text is the spot."""
    return Unmarked(marks, spots, text)
