"""How marks are drawn on paper: the kinds of looks that several genres share, and the brush for a genre's own looks.

Symbols such as stars, arrows and trees are shapes, so that no font is needed. Each is drawn about the origin, for a
cell of one unit. Paints say what a symbol is made of: ``thin`` strokes, ``ink`` areas, ``ring`` (outlined, and covering
what is below).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, cos, floor, pi, sin
from typing import Any

from ..board.board import Point, Spot
from ..board.rect import STEPS
from ..language.layers import Layer
from ..language.shapes import Circle, MarksBySpot, Polygon, Polylines, Rectangle, Shape, TextShape, arrow, moved
from .paint import answer
from .places import chained
from .sheet import PictureSheet, fitted, width

# -- symbols ----------------------------------------------------------------------------------------------------------

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
    """Arrows from the middle of a cell, for the arms of a piece of a line; a single arrow for an arrow."""
    if char in _ARROWS:
        return arrow(_ARROWS[char], -0.38, 0.42, 0.3, "beam", "ink")
    return [shape for way in _ARMS[char] for shape in arrow(_WAYS[way], 0, 0.46, 0.27, "beam", "ink")]


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
"""Larger numbers are written."""


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
"""The shapes of characters that several genres use."""

BELOW = frozenset("▒■")
"""Characters that fill their cell, below the grid."""
STROKES = frozenset("╲╱─│┌┐└┘┬├┤┴┼")
"""Characters that are pieces of lines: those of an answer are drawn at the stage of lines, given ones above it."""
_NOTHING: Mapping[str, Sequence[Shape]] = {}


def _toned(shapes: Sequence[Shape], solution: bool, thin: bool) -> tuple[Shape, ...]:
    """Shapes in the paints of given marks or of those of the answer, with lines as beams if ``thin``."""
    paints = (answer("beam" if thin and shape.paint == "line" else shape.paint, solution) for shape in shapes)
    return tuple(shape._replace(paint=paint) for shape, paint in zip(shapes, paints, strict=True))


@lru_cache(maxsize=512)
def _shared(char: str, solution: bool, thin: bool) -> tuple[Shape, ...]:
    return _toned(GLYPHS[char], solution, thin)


def symbol(
    char: str, x: float, y: float, size: float, solution: bool, *, thin: bool = False,
    drawn: Mapping[str, Sequence[Shape]] = _NOTHING,
) -> list[Shape]:
    """The shapes of a character at a place; ``drawn`` are a look's own shapes by character.

    Raises KeyError for a character that has no shapes.
    """
    shapes = _toned(drawn[char], solution, thin) if char in drawn else _shared(char, solution, thin)
    return [moved(shape, x, y, size) for shape in shapes]


# -- marks ------------------------------------------------------------------------------------------------------------


class Brush:
    """Draws the marks of one layer on a sheet, given ones or those of the answer. See ``language.shapes.Paper``."""

    def __init__(self, sheet: PictureSheet, layer: Layer, solution: bool) -> None:
        self.sheet, self.layer, self.solution = sheet, layer, solution
        self.look, self.board, self.growth = layer.look, sheet.puzzle.board, sheet.growth
        self.places = places = sheet.places
        self.at, self.edge, self.link = places.at, places.edge, places.link
        self.stage = "answer" if solution else "clue"
        """The stage of words."""

    def given(self, layer: str = "") -> MarksBySpot:
        return self.sheet.puzzle.given.get(layer or self.layer.name, {})

    def key(self, name: str) -> Any:
        return self.sheet.puzzle.keys.get(name, ())

    def paint(self, name: str) -> str:
        return answer(name, self.solution)

    def add(self, stage: str, shapes: Iterable[Shape]) -> None:
        self.sheet.add(stage, self.layer.name, self.solution, shapes)

    def fill(self, paint: str, cells: Iterable[Spot]) -> None:
        self.sheet.fill(paint, self.layer.name, self.solution, cells)

    def draw(self, kind: str, marks: MarksBySpot) -> None:
        _DRAWERS[kind](self, marks)

    def fitted(self, text: str, wide: float, high: float) -> float:
        return fitted(text, wide, high)

    def width(self, text: str) -> float:
        return width(text)

    def symbol(self, char: str, x: float, y: float, size: float) -> list[Shape]:
        return symbol(char, x, y, size, self.solution, thin=self.look.thin, drawn=self.look.drawn)

    def pips(self, number: int, x: float, y: float) -> list[Shape]:
        return pips(number, x, y, 1, self.paint("ink")) if 0 <= number <= MOST_PIPS else []

    def joined(self, segments: Iterable[Sequence[Point]]) -> list[Sequence[Point]]:
        return list(chained(segments))

    def inset(self, walls: MarksBySpot, cells: Iterable[Spot], gap: float) -> list[Sequence[Point]]:
        inside, depth = set(cells), 0.5 - gap

        def walled(cell: Spot, step: Point) -> bool:
            near = Spot(cell.y + int(step[0]), cell.x + int(step[1]))
            return near not in inside or self.board.link(cell, near) in walls

        segments: list[Sequence[Point]] = []
        for cell in sorted(inside):
            for way, (dy, dx) in enumerate(STEPS):
                if not walled(cell, (dy, dx)):
                    continue
                ends = []
                for turn in (-1, 1):
                    ey, ex = STEPS[(way + turn) % 4]
                    beside = Spot(cell.y + ey, cell.x + ex)
                    reach = depth if walled(cell, (ey, ex)) else 0.5 if walled(beside, (dy, dx)) else 0.5 + gap
                    ends.append((
                        round(cell.x / 2 + dx / 2 * depth + ex / 2 * reach, 4),
                        round(cell.y / 2 + dy / 2 * depth + ey / 2 * reach, 4),
                    ))  # fmt: skip
                segments.append(ends)
        return list(chained(segments))


def draw_marks(sheet: PictureSheet, layer: Layer, marks: MarksBySpot, solution: bool) -> None:
    """Draws marks of a layer by the genre's own look if it has one, else by its shared kind or a plainer one."""
    look = layer.look
    drawer = look.traits.paper or _DRAWERS.get(look.kind) or _DRAWERS[look.plain]
    drawer(Brush(sheet, layer, solution), marks)


_PLACES: dict[int, Sequence[Point]] = {
    1: [(0, 0)],
    2: [(-0.22, -0.2), (0.22, 0.2)],
    3: [(-0.24, -0.22), (0.24, -0.22), (0, 0.24)],
    4: [(0, -0.29), (-0.29, 0), (0.29, 0), (0, 0.29)],
}
"""Where several values are in one cell."""
_EM, _BETWEEN_DOTS, _LOWER = 0.62, 0.52, 0.12
"""The em of words in cells, and on boards of dots; how much lower they are if there are small words in corners."""
_MIDDLE = 0.6
"""The size of symbols that may be in cells or between them, so that it is the same everywhere."""


def word(value: Any) -> str:
    """A value as text."""
    return "" if value is None or value is True else str(value)


def _draw_text(brush: Brush, marks: MarksBySpot) -> None:
    """Values in their cells; several values of one clue share the cell. Lines through cells stop short of them."""
    sheet, paint = brush.sheet, brush.paint("text")
    spelt = sheet.spelling(brush.layer)
    most = (_BETWEEN_DOTS if sheet.puzzle.genre.ground.grid == "dots" else _EM) * sheet.growth
    lower = _LOWER if sheet.crowded else 0
    shapes: list[Shape] = []
    for spot, value in marks.items():
        x, y = brush.at(spot)
        width, height = brush.places.room(spot)
        if value is None or value is True:
            shapes += brush.symbol("■", x, y, width)
        elif isinstance(value, tuple):
            shapes += _several(value, x, y, width, paint)
        else:
            written = spelt(value)
            size = fitted(written, 0.8 * width, most * (height if width <= height else 1.2 * height))
            text = TextShape(paint, x, y + lower * height, written, size)
            shapes += [*_clearing(sheet, spot, text), text]
    brush.add(brush.stage, shapes)


def _clearing(sheet: PictureSheet, spot: Spot, text: TextShape) -> Iterator[Shape]:
    """Background around a word where lines would cross it."""
    if sheet.lined and spot in sheet.puzzle.board.cell_index:
        high = 0.84 * text.size
        wide = max(width(text.text) * text.size + 0.12, high)
        paint = "tint" if spot in sheet.tinted else "ground"
        yield Rectangle(paint, text.x - wide / 2, text.y - high / 2, wide, high, high / 2)


def _several(values: tuple[Any, ...], x: float, y: float, room: float, paint: str) -> list[Shape]:
    words = list(map(str, values))
    offsets = _PLACES.get(len(words))
    if offsets is None:
        text = " ".join(words)
        return [TextShape(paint, x, y, text, fitted(text, 0.9 * room, 0.5 * room))]
    most = (0.62, 0.46, 0.4, 0.36)[len(words) - 1] * room
    wide = (0.84, 0.46, 0.44, 0.4)[len(words) - 1] * room
    pairs = zip(words, offsets, strict=True)
    return [TextShape(paint, x + dx * room, y + dy * room, text, fitted(text, wide, most)) for text, (dx, dy) in pairs]


def _draw_island(brush: Brush, marks: MarksBySpot) -> None:
    """Values in circles that cover what is below; circles are empty where the glyph is."""
    shapes: list[Shape] = []
    for spot, value in marks.items():
        x, y = brush.at(spot)
        room = min(brush.places.room(spot)) * brush.look.size
        shapes.append(Circle("ring", x, y, 0.42 * room))
        if text := brush.look.glyphs.get(value, word(value)):
            shapes.append(TextShape("text", x, y, text, fitted(text, 0.64 * room, 0.6 * room)))
    brush.add("clue", shapes)


def _draw_small(brush: Brush, marks: MarksBySpot) -> None:
    """Values in the upper left corner of their cells, unless their glyph is empty."""
    for spot, value in marks.items():
        text = brush.look.glyphs.get(value, word(value))
        if text:
            brush.sheet.small.setdefault(spot, []).append(text)
    brush.sheet.small_layer = brush.layer.name


def _draw_symbol(brush: Brush, marks: MarksBySpot) -> None:
    """A character for each value, as shapes if it has any and otherwise as text."""
    stages: dict[str, list[Shape]] = {}
    look, of_answer = brush.look, brush.solution
    for spot, value in marks.items():
        char = look.glyphs.get(value, str(value))
        x, y = brush.at(spot)
        room = (_MIDDLE if brush.layer.on == "middles" else min(brush.places.room(spot))) * look.size
        if char in look.drawn or char in GLYPHS:
            over = "answer" if of_answer else "clue" if look.covering or char in STROKES else "symbol"
            stage = "shade" if char in BELOW else "line" if char in STROKES and of_answer else over
            stages.setdefault(stage, []).extend(brush.symbol(char, x, y, room))
        else:
            text = TextShape(brush.paint("text"), x, y, char, fitted(char, 0.84 * room, 0.66 * room))
            stages.setdefault(brush.stage, []).append(text)
    for stage, shapes in stages.items():
        brush.add(stage, shapes)


def _draw_arrows(brush: Brush, marks: MarksBySpot) -> None:
    """Arrows from the middle of a cell where its glyph has arms; if the glyph is an arrow, that arrow."""
    places = ((brush.at(spot), brush.look.glyphs[value]) for spot, value in marks.items())
    brush.add("symbol", [moved(shape, x, y) for (x, y), glyph in places for shape in fan(glyph)])


def _draw_shade(brush: Brush, marks: MarksBySpot) -> None:
    """Filled cells: light if given, otherwise in the colour of answers."""
    brush.fill("answer-shade" if brush.solution else "tint", marks)


def _draw_line(brush: Brush, marks: MarksBySpot) -> None:
    """A line through cells, or along edges."""
    segments = (brush.edge(s) if brush.layer.on == "edges" else brush.link(s) for s in marks)
    brush.add("line", [Polylines(brush.paint("line"), list(chained(segments)))])


def _draw_hole(brush: Brush, marks: MarksBySpot) -> None:
    """Cells that are not part of the puzzle: hatched, so that they cannot be mistaken for shaded ones."""
    lines = chained(line for spot in marks for line in hatching(brush.places.outline(spot)))
    brush.add("shade", [Polylines("hatch", list(lines))])


_HATCH = 0.25
"""The distance of hatching lines along an axis."""


def hatching(outline: Sequence[Point]) -> Iterator[Sequence[Point]]:
    """The rising diagonals inside a polygon, aligned with those of neighbouring polygons."""
    heights = [x + y for x, y in outline]
    first, last = floor(min(heights) / _HATCH) + 1, ceil(max(heights) / _HATCH)
    for height in (i * _HATCH for i in range(first, last)):
        crossings = []
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
            low, high = ax + ay - height, bx + by - height
            if (low < 0) != (high < 0):
                share = low / (low - high)
                crossings.append((round(ax + share * (bx - ax), 4), round(ay + share * (by - ay), 4)))
        crossings.sort()
        yield from zip(crossings[::2], crossings[1::2], strict=True)


def _draw_wall(brush: Brush, marks: MarksBySpot) -> None:
    """Borders between cells."""
    brush.add("wall", [Polylines(brush.paint("wall"), list(chained(map(brush.edge, marks))))])


def _draw_nothing(brush: Brush, marks: MarksBySpot) -> None:
    """Nothing, as other layers show the marks."""
    del brush, marks


_DRAWERS: Mapping[str, Callable[[Brush, MarksBySpot], None]] = {
    "text": _draw_text, "island": _draw_island, "small": _draw_small, "symbol": _draw_symbol,
    "arrows": _draw_arrows, "shade": _draw_shade, "line": _draw_line, "hole": _draw_hole, "wall": _draw_wall,
    "none": _draw_nothing,
}  # fmt: skip
"""How marks are drawn, by the shared kinds of looks."""
