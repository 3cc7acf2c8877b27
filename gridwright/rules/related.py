"""Relations between the values of two spots: greater, one more, twice as large."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from ..board.board import Spot
from ..language.genre import Genre
from ..language.layers import ValueLayer
from ..language.rules import Blame, Demand, Global, Origin, Reads, Rule
from ..language.wording import RuleText
from ..logic.clauses import Clauses
from ..logic.expr import Known, all_of, any_of
from ..logic.ticks import tick, ticking

Relation = Callable[[Any, Any], bool]


class Pair(NamedTuple):
    """Two spots (or one that is its own partner) and what must hold of their values; ``words`` fill in the rule's
    text. ``clues``: what tells it."""

    a: Spot
    b: Spot
    holds: Relation
    words: Mapping[str, Any] = {}
    clues: Collection[Origin] = ()


class Related(Rule):
    """The rule that ``holds`` of the values of each pair that the model gives. Pairs of one kind should share one
    function. ``{a}`` and ``{b}`` name the spots in the text. ``reads`` are the layers that the pairs come from.

    In a fault ``{x}`` and ``{y}`` are the values at ``{a}`` and ``{b}``. Where not both are settled the text ``open``
    is used, with ``{held}`` ("9 at r1c1") and ``{other}``, a spot that is left without a value.

    Each value needs a partner that suits it, in both directions; so unit propagation finds every value that has none.
    """

    def __init__(
        self, layer: ValueLayer, pairs: Callable[[Any], Iterable[Pair]], text: RuleText, *, reads: Reads = ()
    ) -> None:
        super().__init__(text, reads)
        self.layer, self.pairs = layer, pairs

    def demands(self, model: Genre) -> Iterator[Demand]:
        return (self._demand(model, pair) for pair in self.pairs(model))

    def _demand(self, model: Genre, pair: Pair) -> Demand:
        a, b, holds, words, clues = pair
        terms = model.terms[self.layer.name]
        mine, its = terms[a].marks, terms[b].marks
        forth = (any_of((~m, *(o for w, o in its.items() if holds(v, w)))) for v, m in mine.items())
        back = (any_of((~o, *(m for v, m in mine.items() if holds(v, w)))) for w, o in its.items())
        suit = all_of((*forth, *back) if a != b else forth)
        at = (a, b) if a != b else (a,)
        blame = partial(self._blame, model, (a, b))
        origins = self.clues_at(*clues) if clues else ()
        return Demand(self, suit, at, {"a": a, "b": b, **words}, origins, blame=blame)

    def suspects(self, model: Genre, known: Known) -> Iterator[Demand]:
        """The demands of pairs of which one spot holds a value, and the other has no partner left for it."""
        terms = model.terms[self.layer.name]
        held = {s: [v for v, mark in term.marks.items() if known[mark] > 0] for s, term in ticking(terms.items()) if s}

        def left(s: Spot) -> list[Any]:
            return held[s] or [v for v, mark in terms[s].marks.items() if known[mark] >= 0]

        for pair in self.pairs(model):
            tick()
            a, b, holds, *_ = pair
            alone = any(not any(holds(v, w) for w in left(b)) for v in held[a])
            if alone or (a != b and any(not any(holds(v, w) for v in left(a)) for w in held[b])):
                yield self._demand(model, pair)

    def _blame(self, model: Genre, pair: tuple[Spot, Spot], known: Known) -> Blame:
        """What the spots hold, as far as the marks tell it."""
        terms, word = model.terms[self.layer.name], self.layer.word
        held = {s: word(value) for s in pair for value, lit in terms[s].marks.items() if known[lit] > 0}
        if set(held) == set(pair):
            return Blame(tuple(held), {"x": held[pair[0]], "y": held[pair[1]]})
        a, b = pair if pair[0] in held or not held else pair[::-1]
        told = f"{held.get(a, 'what is left')} at {model.board.name(a)}"
        at = tuple(s for s in pair if any(known[lit] for lit in terms[s].marks.values()))
        return Blame(at, {"held": told, "other": b}, "open")

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        terms = model.terms[self.layer.name]
        values = self.layer.values(model)
        tables: dict[Relation, tuple[dict[Any, list[Any]], dict[Any, list[Any]]]] = {}
        for a, b, holds, *_ in self.pairs(model):
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


related = Related
