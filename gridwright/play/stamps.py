"""Stamps: one mark of a layer, drawn as pictures draw it, about the origin, as fragments of SVG.

The page puts a stamp at the place of a mark as soon as it is played. Equal stamps are kept once: a board of a thousand
cells needs two or three.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any

from ..board.board import Spot
from ..language.genre import Genre
from ..language.layers import Layer
from ..language.puzzle import frozen_layers
from ..language.shapes import Lines, Point, Polygon, Shape, moved
from ..picture.looks import draw_marks
from ..picture.places import Places, RectPlaces
from ..picture.sheet import Sheet
from ..picture.svg import fragment

Stamp = tuple[tuple[str, str], ...]
"""Pairs of a stage (see ``picture.sheet.STAGES``) and the elements that lie there."""
Marks = tuple[tuple[int, int], ...]
"""Pairs of a value, by its number in the layer, and the number of its stamp."""


class StampBook:
    """The stamps of a puzzle, numbered in the order in which they were asked for first."""

    def __init__(self, model: Genre, places: Places, weight: float) -> None:
        self.places, self.weight = places, weight
        given = {name: own for name, own in model.puzzle.given.items() if name not in model.answer_layers}
        # A stamp depends on its own mark only, not on given marks beside it.
        self._puzzle = replace(model.puzzle, given=frozen_layers(given))
        self._numbers: dict[Stamp, int] = {}
        self._drawn: dict[Hashable, Marks] = {}
        self._tinted = Sheet(self._puzzle, places).tinted

    @property
    def stamps(self) -> list[Stamp]:
        """All stamps, by number."""
        return list(self._numbers)

    def number(self, stamp: Stamp) -> int:
        """The number of a stamp, which is entered if it is new."""
        return self._numbers.setdefault(stamp, len(self._numbers))

    def marks(self, layer: Layer, spots: tuple[Spot, ...], values: Mapping[int, Any]) -> Marks:
        """The numbers of the stamps for some values at a place, relative to the place of its first spot.

        On rectangular boards places that lie alike, on the same clues, have the same stamps: one of them is drawn. Only
        what follows links of the puzzle goes where these go.
        """
        if len(spots) > 1 or not isinstance(self.places, RectPlaces) or _has_own_links(layer):
            return self._marks(layer, spots, values)
        spot = spots[0]
        beneath = tuple((name, own[spot]) for name, own in self._puzzle.given.items() if spot in own)
        alike = layer.name, spot.y % 2, spot.x % 2, spot in self._tinted, beneath
        if alike not in self._drawn:
            self._drawn[alike] = self._marks(layer, spots, values)
        return self._drawn[alike]

    def _marks(self, layer: Layer, spots: tuple[Spot, ...], values: Mapping[int, Any]) -> Marks:
        return tuple((i, self._draw(layer, spots, value)) for i, value in values.items())

    def _draw(self, layer: Layer, spots: tuple[Spot, ...], value: Any) -> int:
        sheet = Sheet(self._puzzle, self.places)
        draw_marks(sheet, layer, dict.fromkeys(spots, value), True)
        x, y = self.places.at(spots[0])
        return self.number(tuple(
            (group.stage, fragment([_about(shape, x, y) for shape in group.shapes], self.weight))
            for group in sheet.groups()
        ))

    def between(self, layer: Layer, link: Spot) -> int:
        """The stamp that a layer has between two cells, about the place of their link: a border of groups, a piece of a
        trail or of a filled tube."""
        x, y = self.places.at(link)
        between = layer.look.traits.between
        assert between is not None
        line = self.places.edge(link) if between.when == "differ" else self.places.link(link)
        shape = moved(Lines(between.paint, [_as_points(line)]), -x, -y)
        return self.number(((between.stage, fragment([shape], self.weight)),))


def _as_points(line: Any) -> list[Point]:
    return [(float(x), float(y)) for x, y in line]


def _about(shape: Shape, x: float, y: float) -> Shape:
    """A shape moved so that a point comes to the origin, without the noise in the last digits that moving brings."""
    there = moved(shape, -x, -y)
    if isinstance(there, Lines):
        return there._replace(lines=[[(round(px, 6), round(py, 6)) for px, py in line] for line in there.lines])
    if isinstance(there, Polygon):
        return there._replace(points=[(round(px, 6), round(py, 6)) for px, py in there.points])
    return there._replace(x=round(there.x, 6), y=round(there.y, 6))


def _has_own_links(layer: Layer) -> bool:
    """Whether marks of a layer look different depending on which links they lie on."""
    between = layer.look.traits.between
    return between is not None and between.links is not None
