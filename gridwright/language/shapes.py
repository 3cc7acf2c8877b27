"""What looks are drawn with: shapes for paper, in board units, and the characters of a terminal.

A cell is one unit wide, and y increases downwards. ``paint`` is the name of a shape's paint (see ``picture.paint``).
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
    """A rectangle, by its upper left corner; its corners are rounded by ``radius``."""

    paint: str
    x: float
    y: float
    width: float
    height: float
    radius: float = 0


class Circle(NamedTuple):
    """A circle, by its centre."""

    paint: str
    x: float
    y: float
    radius: float


class Polygon(NamedTuple):
    """A closed outline."""

    paint: str
    points: Sequence[Point]


class Arc(NamedTuple):
    """An arc of a circle from one angle to a larger one, in degrees clockwise from the right."""

    paint: str
    x: float
    y: float
    radius: float
    start: float
    end: float


class TextShape(NamedTuple):
    """A text whose digits are vertically centred at ``y``. ``anchor`` says whether its start, middle or end is at
    ``x``; ``size`` is the em."""

    paint: str
    x: float
    y: float
    text: str
    size: float
    anchor: str = "middle"

    @property
    def baseline(self) -> float:
        """The y of the baseline: digits are about 0.71 em high."""
        return self.y + 0.355 * self.size

    @property
    def before(self) -> float:
        """The part of the word's width that is to the left of ``x``."""
        return {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]


Shape = Polylines | Rectangle | Circle | Polygon | Arc | TextShape


class ShapeGroup(NamedTuple):
    """The shapes of one layer at one stage; those of the ``solution`` are drawn only if it is to be shown."""

    name: str
    stage: str
    solution: bool
    shapes: Sequence[Shape]


def moved(shape: Shape, dx: float, dy: float, scale: float = 1) -> Shape:
    """A shape scaled about the origin, then moved."""
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
    """An arrow on the line through the origin in a direction, from ``start`` to ``end``."""
    dx, dy = way
    tip, neck = (dx * end, dy * end), (dx * (end - head), dy * (end - head))
    half = head * 0.55
    wings = [(neck[0] - dy * half, neck[1] + dx * half), (neck[0] + dy * half, neck[1] - dx * half)]
    return [Polylines(stroke, [[(dx * start, dy * start), neck]]), Polygon(fill, [tip, *wings])]


def rays(near: float, far: float, turns: Sequence[float]) -> list[Sequence[Point]]:
    """Lines from the origin outwards, at angles in degrees."""
    ways = [(round(cos(turn * pi / 180), 4), round(sin(turn * pi / 180), 4)) for turn in turns]
    return [[(near * x, near * y), (far * x, far * y)] for x, y in ways]


MarksBySpot = Mapping[Spot, Any]
"""Marks of a layer by spot."""


class Paper(Protocol):
    """The interface by which a genre's own look draws the marks of one layer, givens or answer, on paper.

    Shapes are added at stages; later ones cover earlier ones: ``shade``, ``grid``, ``wall``, ``symbol``, ``line``,
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
        """Whether these are marks of the answer."""

    @property
    def growth(self) -> float:
        """The factor by which text is enlarged because cells are small in print."""

    def given(self, layer: str = "") -> MarksBySpot:
        """The given marks of this layer, or of another one."""

    def key(self, name: str) -> Any:
        """The value of a key of the puzzle; an empty tuple if it is missing."""

    def at(self, spot: Spot) -> Point:
        """The centre of a spot."""

    def edge(self, edge: Spot) -> tuple[Point, Point]:
        """The ends of an edge."""

    def link(self, link: Spot) -> Sequence[Point]:
        """The line between the centres of two neighbouring cells."""

    def paint(self, name: str) -> str:
        """The name of a paint, or of its variant for answers."""

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
        """The shapes of a character around a point."""

    def pips(self, number: int, x: float, y: float) -> list[Shape]:
        """A number as pips around a point; nothing if there are too many."""

    def joined(self, segments: Iterable[Sequence[Point]]) -> list[Sequence[Point]]:
        """Segments joined to as few lines as possible."""

    def inset(self, walls: MarksBySpot, cells: Iterable[Spot], gap: float) -> list[Sequence[Point]]:
        """The outlines of groups of cells that walls separate, drawn ``gap`` inside them."""


class Screen(Protocol):
    """The interface by which a genre's own look draws the marks of one layer in a terminal."""

    board: Rect
    given: MarksBySpot
    """The marks that are given."""

    def write(self, spot: Spot, text: str) -> None:
        """Adds text to a spot."""

    def write_around(self, spot: Spot, numbers: Sequence[str], short: str) -> None:
        """Writes four numbers around the centre of a cell: above, right, left, below; ``short`` if there is no
        room."""

    def draw(self, kind: str, marks: MarksBySpot, glyphs: Mapping[Spot, str] | None = None) -> None:
        """Draws marks like one of the shared kinds of looks; ``glyphs`` replace those of symbols."""

    def fill(self, cells: Iterable[Spot], char: str) -> None:
        """Fills cells with a character."""

    def border(self, edge: Spot, weight: str = "thick") -> None:
        """Draws a border: ``dashed`` in addition to an existing one, ``thin`` and ``answer`` only if there is none."""

    def rails(self, link: Spot, number: int) -> None:
        """Draws parallel lines along a link."""

    def spread(self, what: str) -> None:
        """Reserves room for ``walls`` or ``rails`` between all cells, even if there are none."""

    def black(self, cell: Spot) -> None:
        """Makes a cell with text black, on terminals with colours."""

    def text(self, cell: Spot) -> str:
        """The last text written to a cell."""
