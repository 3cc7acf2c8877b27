"""Relations between the values of two spots: greater, one more, twice as large."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ..board import Spot
from ..clauses import Clauses
from ..expr import all_of, any_of
from ..genre import Genre, ValueLayer
from ..rules import Demand, Global, Rule
from ..ticks import ticking
from ..wording import Text

Holds = Callable[[Any, Any], bool]


class Pair(NamedTuple):
    """Two spots (or one that is its own partner) and what must hold of their values; ``words`` fill in the rule's
    text."""

    a: Spot
    b: Spot
    holds: Holds
    words: Mapping[str, Any] = {}


class Related(Rule):
    """For pairs of spots something holds of their values.

    Each value needs a partner that suits it, in both directions; so unit propagation finds every value that has none.
    """

    def __init__(self, layer: ValueLayer, pairs: Callable[[Any], Iterable[Pair]], text: Text) -> None:
        super().__init__(text)
        self.layer, self.pairs = layer, pairs

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = model.terms[self.layer.name]
        for a, b, holds, words in self.pairs(model):
            mine, its = terms[a].marks, terms[b].marks
            suit = all_of(
                any_of((~mark, *(other for w, other in its.items() if holds(v, w)))) for v, mark in mine.items()
            )
            yield Demand(self, suit, (a, b) if a != b else (a,), {"a": a, "b": b, **words})

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        terms = model.terms[self.layer.name]
        values = self.layer.values(model)
        tables: dict[Holds, tuple[dict[Any, list[Any]], dict[Any, list[Any]]]] = {}
        for a, b, holds, _ in self.pairs(model):
            out.tick()
            if holds not in tables:
                forth = {v: [w for w in ticking(values) if holds(v, w)] for v in values}
                back = {w: [v for v in ticking(values) if holds(v, w)] for w in values}
                tables[holds] = forth, back
            forth, back = tables[holds]
            mine, its = terms[a].marks, terms[b].marks
            for own, others, suits in ((mine, its, forth), (its, mine, back)):
                for v, mark in ticking(own.items()):
                    out.add([-mark, *[int(others[w]) for w in suits[v] if w in others]])
        return []


def related(layer: ValueLayer, pairs: Callable[[Any], Iterable[Pair]], text: Text) -> Related:
    """The rule that ``holds`` of the values of each pair that the model gives. Pairs of one kind should share one
    function. ``{a}`` and ``{b}`` name the spots in the text."""
    return Related(layer, pairs, text)
