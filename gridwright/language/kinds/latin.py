"""Lines and areas in which no value repeats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..board import Spot
from ..clauses import Clauses
from ..expr import any_of, different
from ..genre import Candidates, Genre, ValueLayer
from ..rules import Demand, Global, Rule

Groups = Callable[[Any], Sequence[Sequence[Spot]]]


class OnceEach(Rule):
    """In each group no value repeats; in ``full`` groups each value of the layer occurs once."""

    def __init__(self, layer: ValueLayer, groups: Groups, text: str, full: bool) -> None:
        super().__init__(text)
        self.layer, self.groups, self.full = layer, groups, full

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = model.terms[self.layer.name]
        for i, group in enumerate(self.groups(model), 1):
            own = [terms[c] for c in group]
            yield Demand(self, different(own), tuple(group), {"i": i})
            if self.full:
                for value in self.layer.values(model):
                    yield Demand(self, any_of(term == value for term in own), tuple(group), {"i": i})

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        terms = model.terms[self.layer.name]
        values = self.layer.values(model)
        for group in self.groups(model):
            out.tick()
            places: dict[Any, list[int]] = {value: [] for value in values}
            for cell in group:
                for value, mark in terms[cell].marks.items():
                    places[value].append(int(mark))
            for lits in places.values():
                if self.full:
                    if lits != [1]:
                        out.exactly_one(lits)
                elif len(lits) > 1:
                    out.at_most_one(lits)
        return []

    def narrow(self, model: Genre, layer: ValueLayer, candidates: Candidates) -> None:
        """Strikes out what given values exclude, then values that have only one place left, until nothing changes."""
        if layer.name != self.layer.name:
            return
        values = layer.values(model)
        bit = {value: 1 << i for i, value in enumerate(values)}
        every = (1 << len(values)) - 1
        before = {
            spot: every if len(own) == len(values) else sum(bit[v] for v in own) for spot, own in candidates.items()
        }
        masks = dict(before)
        groups = [list(group) for group in self._all_groups(model)]
        _singles(masks, groups, every if self.full else 0, model.tick)
        for spot, mask in masks.items():
            if mask != before[spot]:
                candidates[spot] = [v for v in candidates[spot] if bit[v] & mask]

    def _all_groups(self, model: Genre) -> Iterator[Sequence[Spot]]:
        """The groups of all such rules on the layer, so that one pass settles them together."""
        for rule in model.rules:
            if isinstance(rule, OnceEach) and rule.layer.name == self.layer.name and rule.full == self.full:
                yield from rule.groups(model)


def _singles(
    masks: dict[Spot, int], groups: list[list[Spot]], every: int, tick: Callable[[], None]
) -> None:
    """Naked singles, and where groups hold every value (``every`` is their mask) hidden singles, to the fixpoint."""
    groups_of: dict[Spot, list[int]] = {}
    for i, group in enumerate(groups):
        for spot in group:
            groups_of.setdefault(spot, []).append(i)
    spread: set[Spot] = set()
    dirty = set(range(len(groups)))
    while dirty:
        changed: list[Spot] = []
        for i in sorted(dirty):
            tick()
            changed += _settle_group(masks, groups[i], every, spread, groups, groups_of)
        dirty = {i for spot in changed for i in groups_of[spot]}


def _settle_group(
    masks: dict[Spot, int],
    group: list[Spot],
    every: int,
    spread: set[Spot],
    groups: list[list[Spot]],
    groups_of: dict[Spot, list[int]],
) -> list[Spot]:
    changed = []
    for spot in group:
        mask = masks[spot]
        if mask and not mask & (mask - 1) and spot not in spread:
            spread.add(spot)
            for i in groups_of[spot]:
                for other in groups[i]:
                    if other != spot and masks[other] & mask:
                        masks[other] &= ~mask
                        changed.append(other)
    if every:
        once = more = 0
        for spot in group:
            more |= once & masks[spot]
            once |= masks[spot]
        single = once & ~more
        for spot in group:
            hidden = masks[spot] & single
            if hidden and hidden != masks[spot]:
                masks[spot] = hidden if not hidden & (hidden - 1) else 0
                changed.append(spot)
    return changed


def once_each(layer: ValueLayer, groups: str | Groups, text: str, *, full: bool = False) -> OnceEach:
    """The rule that no value repeats in each group (``"rows"``, ``"cols"`` or a function of the model); with ``full``
    each value of the layer stands once in it. ``{i}`` in the text is the group's number."""
    found: Groups = groups if callable(groups) else lambda model: getattr(model.board, groups)
    return OnceEach(layer, found, text, full)
