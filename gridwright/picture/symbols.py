"""Symbols such as stars, arrows and trees as shapes, so that no font is needed.

Each is drawn about the origin, for a cell of one unit. Paints are chosen by what the symbol is made of: ``thin``
strokes, ``ink`` areas, ``ring`` (outlined and covering what is below); ``answer`` variants for marks of an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin

from .paint import answer
from .shapes import Arc, Circle, Lines, Point, Polygon, Rectangle, Shape, moved

Glyph = Callable[[Callable[[str], str]], Sequence[Shape]]
"""Gives the shapes, from a function that turns the name of a paint into the one for a given or an answered mark."""

_ARROWS: Mapping[str, tuple[float, float]] = {
    "→": (1, 0), "←": (-1, 0), "↑": (0, -1), "↓": (0, 1),
    "↖": (-0.7, -0.7), "↗": (0.7, -0.7), "↘": (0.7, 0.7), "↙": (-0.7, 0.7),
}  # fmt: skip
_ARMS: Mapping[str, str] = {
    "─": "rl", "│": "ud", "┌": "rd", "┐": "dl", "└": "ur", "┘": "ul", "┬": "rdl", "├": "urd", "┤": "udl", "┴": "url",
    "┼": "urdl", "↔": "rl", "↕": "ud",
}  # fmt: skip
_WAYS: Mapping[str, Point] = {"u": (0, -1), "r": (1, 0), "d": (0, 1), "l": (-1, 0)}


def _arrow(way: Point, start: float = -0.3, end: float = 0.34, head: float = 0.2) -> Callable[[str, str], list[Shape]]:
    """An arrow along a direction, from ``start`` to ``end`` on the line through the origin."""
    dx, dy = way
    tip, neck = (dx * end, dy * end), (dx * (end - head), dy * (end - head))
    half = head * 0.55
    wings = [(neck[0] - dy * half, neck[1] + dx * half), (neck[0] + dy * half, neck[1] - dx * half)]

    def made(stroke: str, fill: str) -> list[Shape]:
        return [Lines(stroke, [[(dx * start, dy * start), neck]]), Polygon(fill, [tip, *wings])]

    return made


def arrow(char: str) -> Glyph:
    """One of the eight arrows."""
    made = _arrow(_ARROWS[char])
    return lambda tone: made(tone("thin"), tone("ink"))


def arrows(ways: str) -> Glyph:
    """Arrows from the middle of a cell: up, right, down or left, by their first letters."""
    made = [_arrow(_WAYS[way], 0, 0.4, 0.16) for way in ways]
    return lambda tone: [shape for one in made for shape in one(tone("thin"), tone("ink"))]


def port(char: str, leads_in: bool) -> Sequence[Shape]:
    """An arrow outside the frame, at a point: its tip is there if it leads in, otherwise its other end."""
    start, end = (-0.6, 0.0) if leads_in else (0.0, 0.6)
    return _arrow(_ARROWS[char], start, end, 0.26)("beam", "ink")


def pole(char: str) -> Sequence[Shape]:
    """A mirror on a point, ``−`` or ``|``; what lies below is seen to end before it."""
    bar = [(-0.2, 0), (0.2, 0)] if char == "−" else [(0, -0.2), (0, 0.2)]
    return [Lines("halo", [bar]), Lines("bar", [bar])]


def fan(char: str) -> Sequence[Shape]:
    """Arrows from the middle of a cell, where a piece of a line would have arms; a single arrow as it is."""
    if char in _ARROWS:
        return _arrow(_ARROWS[char], -0.36, 0.4, 0.24)("beam", "ink")
    return [shape for way in _ARMS[char] for shape in _arrow(_WAYS[way], 0, 0.44, 0.22)("beam", "ink")]


def arms(ways: str) -> Glyph:
    """A piece of a line, from the middle of a cell to its borders."""
    return lambda tone: [Lines(tone("line"), [[(0, 0), (x / 2, y / 2)] for x, y in map(_WAYS.__getitem__, ways)])]


def star_points(outer: float, inner: float, n: int = 5) -> list[Point]:
    """The points of a star with n rays, the first upright."""
    radii = (outer, inner)
    return [(radii[i % 2] * sin(i * pi / n), -radii[i % 2] * cos(i * pi / n)) for i in range(2 * n)]


def _stroke(*points: Point) -> Glyph:
    return lambda tone: [Lines(tone("thin"), [points])]


def _area(*points: Point) -> Glyph:
    return lambda tone: [Polygon(tone("ink"), points)]


def _cross(tone: Callable[[str], str]) -> Sequence[Shape]:
    return [Lines(tone("thin"), [[(-0.2, -0.2), (0.2, 0.2)], [(-0.2, 0.2), (0.2, -0.2)]])]


def _plus(tone: Callable[[str], str]) -> Sequence[Shape]:
    return [Rectangle(tone("ink"), -0.26, -0.05, 0.52, 0.1), Rectangle(tone("ink"), -0.05, -0.26, 0.1, 0.52)]


def _tree(tone: Callable[[str], str]) -> Sequence[Shape]:
    ink = tone("ink")
    crown = [Circle(ink, x, y, 0.16) for x, y in ((-0.14, -0.02), (0.14, -0.02), (0, -0.2))]
    return [*crown, Polygon(ink, [(-0.05, 0), (0.05, 0), (0.09, 0.34), (-0.09, 0.34)])]


def _tent(tone: Callable[[str], str]) -> Sequence[Shape]:
    return [Polygon(tone("ink"), [(0, -0.3), (0.36, 0.3), (0.09, 0.3), (0, 0.08), (-0.09, 0.3), (-0.36, 0.3)])]


def _house(tone: Callable[[str], str]) -> Sequence[Shape]:
    return [
        Polygon(tone("ink"), [(0, -0.34), (0.34, -0.02), (-0.34, -0.02)]),
        Polygon(tone("ink"), [
            (-0.24, -0.02), (0.24, -0.02), (0.24, 0.3), (0.07, 0.3), (0.07, 0.1), (-0.07, 0.1), (-0.07, 0.3),
            (-0.24, 0.3)]),
    ]  # fmt: skip


def _animal(tone: Callable[[str], str]) -> Sequence[Shape]:
    """The head of a cat."""
    ink = tone("ink")
    ears = [Polygon(ink, [(s * 0.27, -0.34), (s * 0.28, 0.02), (s * 0.04, -0.16)]) for s in (-1, 1)]
    whiskers = [[(s * 0.2, 0.1), (s * 0.4, y)] for s in (-1, 1) for y in (0.06, 0.18)]
    return [*ears, Circle(ink, 0, 0.08, 0.26), Lines(tone("cross"), whiskers)]


def _phone(tone: Callable[[str], str]) -> Sequence[Shape]:
    ink = tone("ink")
    return [
        Circle("ground", 0, 0.02, 0.38),
        Polygon(ink, [(-0.3, 0.26), (-0.22, 0), (-0.1, -0.08), (0.1, -0.08), (0.22, 0), (0.3, 0.26)]),
        Arc(tone("line"), 0, 0.02, 0.29, 205, 335),
    ]


def _rays(near: float, far: float, turns: Sequence[float]) -> list[Sequence[Point]]:
    """Lines away from the origin, at angles in degrees."""
    ways = [(round(cos(turn * pi / 180), 4), round(sin(turn * pi / 180), 4)) for turn in turns]
    return [[(near * x, near * y), (far * x, far * y)] for x, y in ways]


def _bulb(tone: Callable[[str], str]) -> Sequence[Shape]:
    """A light bulb."""
    rays = [[(x, y - 0.05) for x, y in ray] for ray in _rays(0.32, 0.41, (150, 190, 230, 270, 310, 350, 30))]
    return [
        Lines(tone("thin"), rays),
        Circle(tone("white"), 0, -0.05, 0.23),
        Rectangle(tone("ink"), -0.1, 0.17, 0.2, 0.09),
        Rectangle(tone("ink"), -0.065, 0.28, 0.13, 0.06),
    ]


def _mine(tone: Callable[[str], str]) -> Sequence[Shape]:
    """A sea mine: a ball with horns."""
    return [
        Lines(tone("beam"), _rays(0.1, 0.38, range(0, 360, 45))),
        Circle(tone("ink"), 0, 0, 0.26),
        Circle("ground", -0.08, -0.08, 0.06),
    ]


def _goat(tone: Callable[[str], str]) -> Sequence[Shape]:
    """The white head of a goat, with horns and a beard."""
    white, ink = tone("white"), tone("ink")
    horns = [[(s * 0.06, -0.16), (s * 0.1, -0.3), (s * 0.19, -0.38), (s * 0.3, -0.39)] for s in (-1, 1)]
    ears = [Polygon(white, [(s * 0.14, -0.12), (s * 0.37, -0.1), (s * 0.15, 0.02)]) for s in (-1, 1)]
    face = [(-0.15, -0.16), (0.15, -0.16), (0.13, 0.08), (0.07, 0.26), (-0.07, 0.26), (-0.13, 0.08)]
    eyes = [Circle(ink, s * 0.07, -0.03, 0.03) for s in (-1, 1)]
    return [
        Lines(tone("beam"), horns), *ears, Polygon(ink, [(-0.07, 0.24), (0.07, 0.24), (0, 0.44)]),
        Polygon(white, face), *eyes,
    ]  # fmt: skip


def _wolf(tone: Callable[[str], str]) -> Sequence[Shape]:
    """The black head of a wolf, with pointed ears."""
    half = [(0.08, -0.2), (0.28, -0.42), (0.32, -0.06), (0.36, 0.04), (0.2, 0.12), (0.1, 0.36)]
    face = [*half, *((-x, y) for x, y in reversed(half))]
    eyes = [Polygon("light-area", [(s * 0.06, 0.02), (s * 0.19, -0.08), (s * 0.16, 0.03)]) for s in (-1, 1)]
    return [Polygon(tone("black"), face), *eyes]


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


GLYPHS: dict[str, Glyph] = {
    "○": lambda tone: [Circle(tone("white"), 0, 0, 0.34)],
    "●": lambda tone: [Circle(tone("black"), 0, 0, 0.34)],
    "★": _area(*star_points(0.4, 0.16)),
    "▒": lambda tone: [Rectangle(tone("tint"), -0.5, -0.5, 1, 1)],
    "■": lambda tone: [Rectangle(tone("block"), -0.5, -0.5, 1, 1)],
    "♣": _tree,
    "▲": _tent,
    "⌂": _house,
    "♞": _animal,
    "@": _phone,
    "bulb": _bulb,
    "mine": _mine,
    "goat": _goat,
    "wolf": _wolf,
    "×": _cross,
    "+": _plus,
    "−": lambda tone: [Rectangle(tone("ink"), -0.26, -0.05, 0.52, 0.1)],
    "|": lambda tone: [Rectangle(tone("ink"), -0.05, -0.26, 0.1, 0.52)],
    "╲": lambda tone: [Lines(tone("line"), [[(-0.5, -0.5), (0.5, 0.5)]])],
    "╱": lambda tone: [Lines(tone("line"), [[(-0.5, 0.5), (0.5, -0.5)]])],
    "<": _stroke((0.13, -0.2), (-0.13, 0), (0.13, 0.2)),
    ">": _stroke((-0.13, -0.2), (0.13, 0), (-0.13, 0.2)),
    "^": _stroke((-0.2, 0.13), (0, -0.13), (0.2, 0.13)),
    "v": _stroke((-0.2, -0.13), (0, 0.13), (0.2, -0.13)),
    " ": lambda _tone: [],
    **{char: arrow(char) for char in _ARROWS},
    **{char: arms(ways) for char, ways in _ARMS.items() if char not in "↔↕"},
    **{char: arrows(ways) for char, ways in _ARMS.items() if char in "↔↕"},
}
"""The shapes of each character."""

BELOW = frozenset("▒■")
"""Characters that fill their cell: they lie below the grid."""
ABOVE = frozenset("@")
"""Characters at which lines end: they cover them."""
STROKES = frozenset("╲╱─│┌┐└┘┬├┤┴┼")
"""Characters that are pieces of lines: they lie as low as lines."""


@lru_cache(maxsize=512)
def _made(char: str, solution: bool, thin: bool) -> tuple[Shape, ...]:
    return tuple(GLYPHS[char](lambda paint: answer("beam" if thin and paint == "line" else paint, solution)))


def symbol(char: str, x: float, y: float, size: float, solution: bool, *, thin: bool = False) -> list[Shape]:
    """A character's shapes in their place, lines thinner if wanted. Raises KeyError for one that is not drawn but
    written."""
    return [moved(shape, x, y, size) for shape in _made(char, solution, thin)]
