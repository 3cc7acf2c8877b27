"""Stamps: one mark of a layer, drawn as pictures draw it, about the origin, as fragments of SVG.

The page puts a stamp at the place of a mark as soon as it is played. Equal stamps are kept once: a board of a thousand
cells needs two or three.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..language.board import Spot
from ..language.genre import Genre
from ..language.layers import Layer
from ..language.puzzle import frozen_layers
from ..picture.looks import drawer
from ..picture.places import Places, RectPlaces
from ..picture.shapes import Lines, Point, moved
from ..picture.sheet import Sheet
from ..picture.svg import fragment

Stamp = tuple[tuple[str, str], ...]
"""Pairs of a stage (see ``picture.sheet.STAGES``) and the elements that lie there."""


class StampBook:
    """The stamps of a puzzle, numbered in the order in which they were asked for first."""

    def __init__(self, model: Genre, places: Places, weight: float) -> None:
        self.places, self.weight = places, weight
        given = {name: own for name, own in model.puzzle.given.items() if name not in model.answer_layers}
        # A stamp depends on its own mark only, not on given marks beside it.
        self._puzzle = replace(model.puzzle, given=frozen_layers(given))
        self._numbers: dict[Stamp, int] = {}
        self._drawn: dict[tuple[str, Any, Any], int] = {}
        self._tinted = Sheet(self._puzzle, places).tinted

    @property
    def stamps(self) -> list[Stamp]:
        """All stamps, by number."""
        return list(self._numbers)

    def number(self, stamp: Stamp) -> int:
        """The number of a stamp, which is entered if it is new."""
        return self._numbers.setdefault(stamp, len(self._numbers))

    def mark(self, layer: Layer, spots: tuple[Spot, ...], value: Any) -> int:
        """The number of the stamp for a value at a place, relative to the place of its first spot.

        On rectangular boards places that lie alike have the same stamps, so that only one of them is drawn.
        """
        alone = layer.look.kind == "mercury"  # it goes on as the tubes beside it do
        if alone or len(spots) > 1 or not isinstance(self.places, RectPlaces):
            return self._draw(layer, spots, value)
        spot = spots[0]
        key = layer.name, value, (spot.y % 2, spot.x % 2, spot in self._tinted)
        if key not in self._drawn:
            self._drawn[key] = self._draw(layer, spots, value)
        return self._drawn[key]

    def _draw(self, layer: Layer, spots: tuple[Spot, ...], value: Any) -> int:
        sheet = Sheet(self._puzzle, self.places)
        drawer(layer.look)(sheet, layer, dict.fromkeys(spots, value), True)
        x, y = self.places.at(spots[0])
        return self.number(tuple(
            (group.stage, fragment([moved(shape, -x, -y) for shape in group.shapes], self.weight))
            for group in sheet.groups()
        ))

    def between(self, layer: Layer, link: Spot) -> int:
        """The stamp that a layer of values has between two cells, about the place of their link: a border of groups, or
        a piece of a trail."""
        x, y = self.places.at(link)
        line = self.places.link(link) if layer.look.kind == "trail" else self.places.edge(link)
        stage, paint = ("shade", "answer-trail") if layer.look.kind == "trail" else ("wall", "answer-wall")
        return self.number(((stage, fragment([moved(Lines(paint, [_as_points(line)]), -x, -y)], self.weight)),))


def _as_points(line: Any) -> list[Point]:
    return [(float(x), float(y)) for x, y in line]


def joins(layer: Layer) -> str:
    """When a mark between two neighbouring cells of a layer is drawn: where their values ``differ``, where one is the
    ``next`` to the other, or never (nothing)."""
    return {"grouped": "differ", "trail": "next"}.get(layer.look.kind, "")

