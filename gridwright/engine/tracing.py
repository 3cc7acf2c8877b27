"""Which clues a demand comes from: those that are read while it is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..language.board import Spot
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.rules import Clue, Demand, Rule


class Traced:
    """The clues of a puzzle that were read since somebody last asked."""

    def __init__(self) -> None:
        self._read: dict[Clue, None] = {}
        self.asked = False
        """Whether clues were asked for, be there any or not."""

    def note(self, layer: str, spot: Spot) -> None:
        """A clue is read."""
        self._read[layer, spot] = None

    def take(self) -> tuple[Clue, ...]:
        """The clues read since the last call."""
        found = tuple(self._read)
        self._read.clear()
        return found

    def clear(self) -> None:
        """Forgets what was read."""
        self._read.clear()


class _Noting(Mapping[Spot, Any]):
    """Clues of one layer that tell when they are read."""

    def __init__(self, layer: str, clues: Mapping[Spot, Any], reads: Traced) -> None:
        self.layer, self.clues, self.reads = layer, clues, reads

    def __getitem__(self, spot: Spot) -> Any:
        self.reads.asked = True
        value = self.clues[spot]
        self.reads.note(self.layer, spot)
        return value

    def __iter__(self) -> Iterator[Spot]:
        self.reads.asked = True
        for spot in self.clues:
            self.reads.note(self.layer, spot)
            yield spot

    def __len__(self) -> int:
        self.reads.asked = True
        return len(self.clues)


def traced(model: Genre) -> Traced:
    """Lets a puzzle's clues tell when they are read; call it before any demand is made."""
    reads = Traced()
    for layer in model.layers.values():
        if isinstance(layer, GivenLayer) and getattr(layer, "role", "clue") == "clue":
            model.read_through(layer, _Noting(layer.name, model.given(layer), reads))
    return reads


def traced_demands(model: Genre, *, combined: bool = False) -> Iterator[tuple[Demand, tuple[Clue, ...]]]:
    """The demands of a puzzle, each with the clues that it comes from; with those of several rules ``combined``."""
    reads = traced(model)
    for rule in (*model.rules, *model.combined) if combined else model.rules:
        reads.clear()
        for demand in rule.demands(model):
            yield demand, reads.take() if demand.clues is None else demand.clues


def demands_of_clues(model: Genre, silent: set[Rule]) -> Iterator[tuple[Demand, tuple[Clue, ...]]]:
    """Those of the demands that come from clues.

    ``silent`` are rules that are left out; those that turn out to read no clues are added.
    """
    reads = traced(model)
    for rule in model.rules:
        if rule in silent:
            continue
        reads.clear()
        reads.asked = False
        for demand in rule.demands(model):
            read = reads.take()
            clues = read if demand.clues is None else demand.clues
            if clues:
                reads.asked = True
                yield demand, clues
        if not reads.asked:
            silent.add(rule)
