"""What a stroke of the pointer may set besides single marks: a closed list, which answer layers choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ..board.board import Spot

Follow = Callable[[Any], Iterable[tuple[Spot, Spot]]]
"""Gives pairs of spots for a model."""


class NamedLayer(Protocol):
    """A layer, as far as a gesture knows it."""

    name: str


class Gesture:
    """A gesture that the page knows by the name of its class, in lower case."""

    def record(self, model: Any, key: Callable[[Spot], str], point: Callable[[Spot], Any]) -> dict[str, Any]:
        """What the page needs to know about a puzzle, with ``key`` for the names of spots and ``point`` for places."""
        del model, key, point
        return {}


class Rectangles(Gesture):
    """A drag from cell to cell makes a rectangle: borders around it, none inside. For borders on links."""


class Pairs(Gesture):
    """A drag over two cells makes a piece of them: borders around it, none between. For borders on links."""


class Copies(Gesture):
    """A drag from a cell with a value writes it into the cells that follow."""


@dataclass(frozen=True)
class Fills(Gesture):
    """A mark brings along others. ``follow`` tells, for a model, pairs of a cell and one that is marked if it is."""

    follow: Follow

    def record(self, model: Any, key: Callable[[Spot], str], point: Callable[[Spot], Any]) -> dict[str, Any]:
        """For each spot those that are marked if it is, nearest first."""
        del point
        direct: dict[Spot, list[Spot]] = {}
        for spot, other in self.follow(model):
            direct.setdefault(spot, []).append(other)
        return {"follows": {key(spot): [key(other) for other in _reached(direct, spot)] for spot in direct}}


def _reached(direct: Mapping[Spot, Iterable[Spot]], start: Spot) -> list[Spot]:
    found = {start: None}
    queue = [start]
    for spot in queue:
        fresh = [other for other in direct.get(spot, ()) if other not in found]
        found.update(dict.fromkeys(fresh))
        queue += fresh
    return queue[1:]


@dataclass(frozen=True)
class Halves(Gesture):
    """A drag from a centre, a mark of the layer ``centre``, joins cells to it, and those opposite to them. For borders
    on links."""

    centre: NamedLayer

    def record(self, model: Any, key: Callable[[Spot], str], point: Callable[[Spot], Any]) -> dict[str, Any]:
        """Where the centres are."""
        del key
        return {"centres": [point(spot) for spot in sorted(model.puzzle.given.get(self.centre.name, ()))]}


@dataclass(frozen=True)
class Partners(Gesture):
    """A value brings along that of the cell's partner. ``pairs`` tells, for a model, which cells are partners, and
    ``values`` what the partner holds for each value."""

    pairs: Follow
    values: Mapping[Any, Any]

    def record(self, model: Any, key: Callable[[Spot], str], point: Callable[[Spot], Any]) -> dict[str, Any]:
        """The partner of each cell, and the partner of each value."""
        del point
        pairs = [(key(one), key(other)) for one, other in self.pairs(model)]
        return {"partners": dict(pairs) | {other: one for one, other in pairs}, "values": list(self.values.items())}


@dataclass(frozen=True)
class Begins(Gesture):
    """The first stroke along the layer ``lines`` marks the cell in which it begins."""

    lines: NamedLayer

    def record(self, model: Any, key: Callable[[Spot], str], point: Callable[[Spot], Any]) -> dict[str, Any]:
        """The name of the layer."""
        del model, key, point
        return {"lines": self.lines.name}


@dataclass(frozen=True)
class Spans(Gesture):
    """A drag over ``cells`` cells in a line lays a piece on them: the value ``level`` or ``upright`` in the middle one.
    For an odd number of cells."""

    cells: int
    level: Any
    upright: Any

    def record(self, model: Any, key: Callable[[Spot], str], point: Callable[[Spot], Any]) -> dict[str, Any]:
        """The number of cells, and both values."""
        del model, key, point
        return {"cells": self.cells, "level": self.level, "upright": self.upright}


__all__ = ["Begins", "Copies", "Fills", "Gesture", "Halves", "Pairs", "Partners", "Rectangles", "Spans"]
