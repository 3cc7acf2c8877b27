"""Symbols such as stars, arrows and trees as shapes, so that no font is needed.

Each is drawn about the origin, for a cell of one unit. Paints are chosen by what the symbol is made of: ``thin``
strokes, ``ink`` areas, ``ring`` (outlined and covering what is below).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin

from ..board.board import Point
from ..language.shapes import Circle, Polygon, Polylines, Rectangle, Shape, arrow, moved
from .paint import answer

_ARROWS: Mapping[str, tuple[float, float]] = {
    "→": (1, 0), "←": (-1, 0), "↑": (0, -1), "↓": (0, 1),
    "↖": (-0.7, -0.7), "↗": (0.7, -0.7), "↘": (0.7, 0.7), "↙": (-0.7, 0.7),
}  # fmt: skip
_ARMS: Mapping[str, str] = {
    "─": "rl", "│": "ud", "┌": "rd", "┐": "dl", "└": "ur", "┘": "ul", "┬": "rdl", "├": "urd", "┤": "udl", "┴": "url",
    "┼": "urdl", "↔": "rl", "↕": "ud",
}  # fmt: skip
_WAYS: Mapping[str, Point] = {"u": (0, -1), "r": (1, 0), "d": (0, 1), "l": (-1, 0)}


def fan(char: str) -> Sequence[Shape]:
    """Arrows from the middle of a cell, where a piece of a line would have arms; a single arrow as it is."""
    if char in _ARROWS:
        return arrow(_ARROWS[char], -0.36, 0.4, 0.24, "beam", "ink")
    return [shape for way in _ARMS[char] for shape in arrow(_WAYS[way], 0, 0.44, 0.22, "beam", "ink")]


def star_points(outer: float, inner: float, n: int = 5) -> list[Point]:
    """The points of a star with n rays, the first upright."""
    radii = (outer, inner)
    return [(radii[i % 2] * sin(i * pi / n), -radii[i % 2] * cos(i * pi / n)) for i in range(2 * n)]


_TREE: Sequence[Shape] = (
    *(Circle("ink", x, y, 0.16) for x, y in ((-0.14, -0.02), (0.14, -0.02), (0, -0.2))),
    Polygon("ink", [(-0.05, 0), (0.05, 0), (0.09, 0.34), (-0.09, 0.34)]),
)


_PIPS: Mapping[int, Sequence[Point]] = {
    0: [], 1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)], 5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    7: [(-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)],
    8: [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
    9: [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)],
}  # fmt: skip
MOST_PIPS = max(_PIPS)
"""Numbers above this are written."""


def pips(number: int, x: float, y: float, size: float, paint: str) -> list[Shape]:
    """The pips of half a domino with sides of ``size``, about a point. Raises KeyError above ``MOST_PIPS``."""
    return [Circle(paint, x + 0.18 * dx * size, y + 0.18 * dy * size, 0.065 * size) for dx, dy in _PIPS[number]]


GLYPHS: Mapping[str, Sequence[Shape]] = {
    "○": [Circle("white", 0, 0, 0.34)],
    "●": [Circle("black", 0, 0, 0.34)],
    "★": [Polygon("ink", star_points(0.4, 0.16))],
    "▒": [Rectangle("tint", -0.5, -0.5, 1, 1)],
    "■": [Rectangle("block", -0.5, -0.5, 1, 1)],
    "♣": _TREE,
    "×": [Polylines("thin", [[(-0.2, -0.2), (0.2, 0.2)], [(-0.2, 0.2), (0.2, -0.2)]])],
    "+": [Rectangle("ink", -0.26, -0.05, 0.52, 0.1), Rectangle("ink", -0.05, -0.26, 0.1, 0.52)],
    "−": [Rectangle("ink", -0.26, -0.05, 0.52, 0.1)],
    "╲": [Polylines("line", [[(-0.5, -0.5), (0.5, 0.5)]])],
    "╱": [Polylines("line", [[(-0.5, 0.5), (0.5, -0.5)]])],
    " ": [],
    **{char: arrow(way, -0.3, 0.34, 0.2, "thin", "ink") for char, way in _ARROWS.items()},
    **{char: [Polylines("line", [[(0, 0), (x / 2, y / 2)] for x, y in map(_WAYS.__getitem__, ways)])]
       for char, ways in _ARMS.items() if char not in "↔↕"},
    **{char: [shape for way in ways for shape in arrow(_WAYS[way], 0, 0.4, 0.16, "thin", "ink")]
       for char, ways in _ARMS.items() if char in "↔↕"},
}
"""The shapes of the characters that several genres use."""

BELOW = frozenset("▒■")
"""Characters that fill their cell: they lie below the grid."""
STROKES = frozenset("╲╱─│┌┐└┘┬├┤┴┼")
"""Characters that are pieces of lines: they lie as low as lines."""
_NOTHING: Mapping[str, Sequence[Shape]] = {}


def _toned(shapes: Sequence[Shape], solution: bool, thin: bool) -> tuple[Shape, ...]:
    """Shapes in their paints for given marks or for those of the answer."""
    paints = (answer("beam" if thin and shape.paint == "line" else shape.paint, solution) for shape in shapes)
    return tuple(shape._replace(paint=paint) for shape, paint in zip(shapes, paints, strict=True))


@lru_cache(maxsize=512)
def _shared(char: str, solution: bool, thin: bool) -> tuple[Shape, ...]:
    return _toned(GLYPHS[char], solution, thin)


def symbol(
    char: str, x: float, y: float, size: float, solution: bool, *, thin: bool = False,
    drawn: Mapping[str, Sequence[Shape]] = _NOTHING,
) -> list[Shape]:
    """A character's shapes in their place, lines thinner if wanted; ``drawn`` are those that a look has for it.

    Raises KeyError for a character that is not drawn but written.
    """
    shapes = _toned(drawn[char], solution, thin) if char in drawn else _shared(char, solution, thin)
    return [moved(shape, x, y, size) for shape in shapes]
