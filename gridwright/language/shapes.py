"""What looks are drawn with: shapes in board units for paper, and the characters of a terminal.

A cell is one unit wide, and y grows downwards. A shape names its paint (see ``picture.paint``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin
from typing import Any, NamedTuple, Protocol

from ..board.board import Board, Point, Spot
from ..board.rect import Rect
from .look import Look


class Polylines(NamedTuple):
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


class TextShape(NamedTuple):
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

    @property
    def before(self) -> float:
        """The part of the word's width that is to the left of ``x``."""
        return {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]


Shape = Polylines | Rectangle | Circle | Polygon | Arc | TextShape


class ShapeGroup(NamedTuple):
    """The shapes of one layer that lie equally high; those of the ``solution`` are drawn only where it is wanted."""

    name: str
    stage: str
    solution: bool
    shapes: Sequence[Shape]


def moved(shape: Shape, dx: float, dy: float, scale: float = 1) -> Shape:
    """A shape made larger about the origin, then moved."""
    if isinstance(shape, Polylines):
        return shape._replace(lines=[[(x * scale + dx, y * scale + dy) for x, y in line] for line in shape.lines])
    if isinstance(shape, Polygon):
        return shape._replace(points=[(x * scale + dx, y * scale + dy) for x, y in shape.points])
    x, y = shape.x * scale + dx, shape.y * scale + dy
    if isinstance(shape, Rectangle):
        return Rectangle(shape.paint, x, y, shape.width * scale, shape.height * scale, shape.radius * scale)
    if isinstance(shape, TextShape):
        return shape._replace(x=x, y=y, size=shape.size * scale)
    return shape._replace(x=x, y=y, radius=shape.radius * scale)


def arrow(way: Point, start: float, end: float, head: float, stroke: str, fill: str) -> list[Shape]:
    """An arrow along a direction, from ``start`` to ``end`` on the line through the origin."""
    dx, dy = way
    tip, neck = (dx * end, dy * end), (dx * (end - head), dy * (end - head))
    half = head * 0.55
    wings = [(neck[0] - dy * half, neck[1] + dx * half), (neck[0] + dy * half, neck[1] - dx * half)]
    return [Polylines(stroke, [[(dx * start, dy * start), neck]]), Polygon(fill, [tip, *wings])]


def rays(near: float, far: float, turns: Sequence[float]) -> list[Sequence[Point]]:
    """Lines away from the origin, at angles in degrees."""
    ways = [(round(cos(turn * pi / 180), 4), round(sin(turn * pi / 180), 4)) for turn in turns]
    return [[(near * x, near * y), (far * x, far * y)] for x, y in ways]


MarksBySpot = Mapping[Spot, Any]
"""Marks of a layer: spots with their values."""


class Paper(Protocol):
    """Where a genre draws the marks of one layer in its own look, given ones or those of the answer.

    Shapes lie at a stage, of which later ones cover earlier ones: ``shade``, ``grid``, ``symbol``, ``line``, ``wall``,
    ``clue``, ``answer``, ``mark``.
    """

    @property
    def board(self) -> Board:
        """The puzzle's board."""

    @property
    def look(self) -> Look:
        """The look of the layer."""

    @property
    def solution(self) -> bool:
        """Whether marks of the answer are drawn."""

    @property
    def growth(self) -> float:
        """How much larger words are than usual, because cells are small in print."""

    def given(self, layer: str = "") -> MarksBySpot:
        """The given marks of this layer, or of another one."""

    def key(self, name: str) -> Any:
        """The value of a key of the puzzle; an empty tuple if it is not given."""

    def at(self, spot: Spot) -> Point:
        """The middle of a cell, an edge or a link, or a corner."""

    def edge(self, edge: Spot) -> tuple[Point, Point]:
        """The ends of an edge."""

    def link(self, link: Spot) -> Sequence[Point]:
        """The line between the middles of two neighbouring cells."""

    def paint(self, name: str) -> str:
        """A paint, or its variant for answers if these are drawn."""

    def add(self, stage: str, shapes: Iterable[Shape]) -> None:
        """Adds shapes at a stage."""

    def fill(self, paint: str, cells: Iterable[Spot]) -> None:
        """Fills cells."""

    def draw(self, kind: str, marks: MarksBySpot) -> None:
        """Draws marks like one of the shared kinds of looks."""

    def fitted(self, text: str, wide: float, high: float) -> float:
        """The largest size, at most ``high``, at which a text is at most ``wide`` wide."""

    def width(self, text: str) -> float:
        """The width of a text of size 1."""

    def symbol(self, char: str, x: float, y: float, size: float) -> list[Shape]:
        """The shapes of a character about a point."""

    def pips(self, number: int, x: float, y: float) -> list[Shape]:
        """A number as pips about a point; nothing if it is too large."""

    def joined(self, segments: Iterable[Sequence[Point]]) -> list[Sequence[Point]]:
        """Segments joined to as few lines as possible."""

    def inset(self, walls: MarksBySpot, cells: Iterable[Spot], gap: float) -> list[Sequence[Point]]:
        """The outlines of groups of cells that walls separate, moved inwards by ``gap``."""


class Screen(Protocol):
    """Where a genre draws the marks of one layer in its own look in a terminal."""

    board: Rect
    given: MarksBySpot
    """The given ones of the marks."""

    def write(self, spot: Spot, text: str) -> None:
        """Adds text to a spot."""

    def write_around(self, spot: Spot, numbers: Sequence[str], short: str) -> None:
        """Writes four numbers around the middle of a cell: above, right, left, below; ``short`` if there is no room."""

    def draw(self, kind: str, marks: MarksBySpot, glyphs: Mapping[Spot, str] | None = None) -> None:
        """Draws marks like one of the shared kinds of looks, or as symbols if there are ``glyphs``."""

    def fill(self, cells: Iterable[Spot], char: str) -> None:
        """Fills cells with a character."""

    def border(self, edge: Spot, weight: str = "thick") -> None:
        """Draws a border: ``dashed`` is added to an existing one; ``thin`` and ``answer`` need a spot without one."""

    def rails(self, link: Spot, number: int) -> None:
        """Draws parallel lines along a link."""

    def spread(self, what: str) -> None:
        """Leaves room for ``walls`` or ``rails`` between all cells, even if there are none yet."""

    def black(self, cell: Spot) -> None:
        """Makes a cell with text black, if there are colours."""

    def text(self, cell: Spot) -> str:
        """The last text written to a spot."""
