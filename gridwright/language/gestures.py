"""Gestures: what a drag on the page sets besides single marks. Layers choose from this list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ..board.board import Spot

Follow = Callable[[Any], Iterable[tuple[Spot, Spot]]]
"""Returns pairs of spots for a model."""


class NamedLayer(Protocol):
    """A layer, as far as a gesture knows it."""

    name: str


class Gesture:
    """A gesture; the page identifies it by the name of its class in lower case."""

    def record(self, model: Any, key: Callable[[Spot], str], point: Callable[[Spot], Any]) -> dict[str, Any]:
        """The data about a puzzle that the page needs; ``key`` gives the names of spots, ``point`` their positions."""
        del model, key, point
        return {}


class Rectangles(Gesture):
    """A drag from cell to cell makes a rectangle: borders around it and none inside. For borders on links."""


class Pairs(Gesture):
    """A drag over two cells joins them: borders around the pair and none between. For borders on links."""


class Copies(Gesture):
    """A drag from a cell with a value copies it to the cells that follow."""


@dataclass(frozen=True, eq=False)
class Fills(Gesture):
    """A mark also sets others: ``follow`` returns pairs of a cell and another one that is marked with it."""

    follow: Follow

    def record(self, model: Any, key: Callable[[Spot], str], point: Callable[[Spot], Any]) -> dict[str, Any]:
        """For each spot, those that are marked with it, nearest first."""
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


@dataclass(frozen=True, eq=False)
class Halves(Gesture):
    """A drag from a centre, a mark on the layer ``centre``, adds cells and those opposite to them to its area. For
    borders on links."""

    centre: NamedLayer

    def record(self, model: Any, key: Callable[[Spot], str], point: Callable[[Spot], Any]) -> dict[str, Any]:
        """The positions of the centres."""
        del key
        return {"centres": [point(spot) for spot in sorted(model.puzzle.given.get(self.centre.name, ()))]}


@dataclass(frozen=True, eq=False)
class Partners(Gesture):
    """A value also sets that of the cell's partner: ``pairs`` returns pairs of partners, ``values`` maps each value to
    that of the partner."""

    pairs: Follow
    values: Mapping[Any, Any]

    def record(self, model: Any, key: Callable[[Spot], str], point: Callable[[Spot], Any]) -> dict[str, Any]:
        """The partner of each cell, and the partner's value for each value."""
        del point
        pairs = [(key(one), key(other)) for one, other in self.pairs(model)]
        return {"partners": dict(pairs) | {other: one for one, other in pairs}, "values": list(self.values.items())}


@dataclass(frozen=True, eq=False)
class Begins(Gesture):
    """The first line drawn on the layer ``lines`` marks the cell in which it begins."""

    lines: NamedLayer

    def record(self, model: Any, key: Callable[[Spot], str], point: Callable[[Spot], Any]) -> dict[str, Any]:
        """The name of the layer."""
        del model, key, point
        return {"lines": self.lines.name}


@dataclass(frozen=True, eq=False)
class BegunBy(Gesture):
    """Given lines that are drawn in the editor get a mark on the layer ``mark`` in the cell in which they begin."""

    mark: NamedLayer


@dataclass(frozen=True, eq=False)
class Spans(Gesture):
    """A drag over ``cells`` cells (an odd number) in a line places a piece: the value ``level`` or ``upright`` in the
    middle cell."""

    cells: int
    level: Any
    upright: Any

    def record(self, model: Any, key: Callable[[Spot], str], point: Callable[[Spot], Any]) -> dict[str, Any]:
        """The number of cells, and both values."""
        del model, key, point
        return {"cells": self.cells, "level": self.level, "upright": self.upright}


__all__ = ["Begins", "BegunBy", "Copies", "Fills", "Gesture", "Halves", "Pairs", "Partners", "Rectangles", "Spans"]
