"""What pictures are made of: a few shapes in board units (a cell is one unit wide, y grows downwards).

A shape says what it is drawn with by the name of a paint (see ``paint``); every backend draws these and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Point = tuple[float, float]


class Lines(NamedTuple):
    """Open polylines, each a sequence of at least two points."""

    paint: str
    lines: Sequence[Sequence[Point]]


class Rectangle(NamedTuple):
    """A rectangle by its upper left corner, with corners rounded by ``radius``."""

    paint: str
    x: float
    y: float
    width: float
    height: float
    radius: float = 0


class Circle(NamedTuple):
    """A circle by its middle."""

    paint: str
    x: float
    y: float
    radius: float


class Polygon(NamedTuple):
    """A closed outline."""

    paint: str
    points: Sequence[Point]


class Arc(NamedTuple):
    """A part of a circle, from one angle to a larger one; degrees, clockwise from the right."""

    paint: str
    x: float
    y: float
    radius: float
    start: float
    end: float


class Text(NamedTuple):
    """A word whose digits are centred at ``y``; ``anchor`` is start, middle or end of it at ``x``, ``size`` the em."""

    paint: str
    x: float
    y: float
    text: str
    size: float
    anchor: str = "middle"

    @property
    def baseline(self) -> float:
        """Where the word stands: digits are about 0.71 em high."""
        return self.y + 0.355 * self.size


Shape = Lines | Rectangle | Circle | Polygon | Arc | Text


class Group(NamedTuple):
    """The shapes of one layer that lie equally high; those of the ``solution`` are drawn only where it is wanted."""

    name: str
    stage: str
    solution: bool
    shapes: Sequence[Shape]


def moved(shape: Shape, dx: float, dy: float, scale: float = 1) -> Shape:
    """A shape made larger about the origin, then moved."""
    if isinstance(shape, Lines):
        return shape._replace(lines=[[(x * scale + dx, y * scale + dy) for x, y in line] for line in shape.lines])
    if isinstance(shape, Polygon):
        return shape._replace(points=[(x * scale + dx, y * scale + dy) for x, y in shape.points])
    x, y = shape.x * scale + dx, shape.y * scale + dy
    if isinstance(shape, Rectangle):
        return Rectangle(shape.paint, x, y, shape.width * scale, shape.height * scale, shape.radius * scale)
    if isinstance(shape, Text):
        return shape._replace(x=x, y=y, size=shape.size * scale)
    return shape._replace(x=x, y=y, radius=shape.radius * scale)
