"""Values that cannot stand where they would: each is struck out before anything is encoded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...board.board import Spot
from ...language.genre import Genre
from ...language.layers import ValueLayer
from ...language.rules import Demand, Global, Rule
from ...language.variables import Candidates
from ...language.wording import RuleText
from ...logic.clauses import Clauses
from ...logic.ticks import ticking


class Exclusion(NamedTuple):
    """A value that a spot does not hold; ``at`` and ``words`` are those of the demand."""

    spot: Spot
    value: Any
    at: Sequence[Spot]
    words: Mapping[str, Any] = {}


class Excluded(Rule):
    """The rule that none of the values that the model gives stands on its spot; the words of the exclusion may stand in
    the text. Which they are must not depend on what the spots hold."""

    def __init__(self, layer: ValueLayer, exclusions: Callable[[Any], Iterable[Exclusion]], text: RuleText) -> None:
        super().__init__(text)
        self.layer, self.exclusions = layer, exclusions

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = model.terms[self.layer.name]
        for spot, value, at, words in ticking(self.exclusions(model)):
            yield Demand(self, terms[spot] != value, tuple(at), words)

    def narrow(self, model: Genre, layer: ValueLayer, candidates: Candidates) -> None:
        if layer.name != self.layer.name:
            return
        for spot, value, _, _ in ticking(self.exclusions(model)):
            if value in candidates[spot]:
                candidates[spot] = [v for v in candidates[spot] if v != value]

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        del out
        return [] if model.variables.is_narrowed else None


excluded = Excluded
