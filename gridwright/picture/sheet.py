"""Drawing sheets, which collect shapes layer by layer, and the figures that are made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from math import sqrt
from typing import Any

from ..board.board import Spot
from ..language.layers import Layer
from ..language.puzzle import Puzzle, State
from ..language.shapes import Circle, Polygon, Polylines, Rectangle, Shape, ShapeGroup, TextShape
from ..logic.ticks import ticking
from .paint import LIGHT, Paint, Theme
from .places import Box, Places

STAGES = ("shade", "grid", "wall", "symbol", "line", "clue", "answer", "mark", "wrong")
"""From the lowest to the highest: later ones cover earlier ones."""

_SMALL = 0.34
"""The em of small words in the corners of cells."""
_SMALLEST = 0.002
"""The smallest em. It is unreadable, but some programs fail on text of size 0."""
_NARROW = frozenset("ijl.,:;!|'() ")
_WIDE = frozenset("mwMW%@")


def width(text: str) -> float:
    """The approximate width of a text in ems, in an ordinary sans-serif font."""
    if text.isdigit():
        return 0.556 * len(text)
    total = 0.0
    for char in text:
        if char in _NARROW:
            total += 0.3
        elif char in _WIDE:
            total += 0.92
        elif char.isupper():
            total += 0.69
        else:
            total += 0.58 if ord(char) < 0x2E80 else 1.0
    return total


def fitted(text: str, wide: float, high: float) -> float:
    """The largest font size, at most ``high``, at which a text is at most ``wide`` wide."""
    needed = width(text)
    return max(round(min(high, wide / needed), 3), _SMALLEST) if needed else high


class PictureSheet:
    """Collects the shapes of a puzzle's picture."""

    def __init__(self, puzzle: Puzzle, places: Places) -> None:
        self.puzzle, self.places = puzzle, places
        self._shapes: dict[tuple[int, bool, str], list[Shape]] = {}
        self.small: dict[Spot, list[str]] = {}
        """Small words for the corners of cells."""
        self.small_layer = "note"
        self.box = places.box
        """The bounding box of the board and of all circles, polylines and polygons."""

    def add(self, stage: str, name: str, solution: bool, shapes: Iterable[Shape]) -> None:
        """Adds shapes of a layer at a stage."""
        kept = list(ticking(shapes))
        if kept:
            self._stretch(kept)
            self._shapes.setdefault((STAGES.index(stage), solution, name), []).extend(kept)

    def _stretch(self, shapes: Iterable[Shape]) -> None:
        """Extends the box to include shapes."""
        left, top, right, bottom = self.box
        for shape in ticking(shapes):
            if isinstance(shape, Circle):
                _, x, y, r = shape
                if not (left + r <= x <= right - r and top + r <= y <= bottom - r):
                    left, top = min(left, x - r), min(top, y - r)
                    right, bottom = max(right, x + r), max(bottom, y + r)
            elif isinstance(shape, Polylines | Polygon):
                points = list(chain.from_iterable(shape.lines)) if isinstance(shape, Polylines) else shape.points
                xs, ys = [x for x, _ in points], [y for _, y in points]
                left, top = min([left, *xs]), min([top, *ys])
                right, bottom = max([right, *xs]), max([bottom, *ys])
        self.box = left, top, right, bottom

    def stretch(self, right: float, bottom: float) -> None:
        """Extends the box to the right and downwards."""
        self.box = *self.box[:2], max(self.box[2], right), max(self.box[3], bottom)

    def fill(self, paint: str, name: str, solution: bool, cells: Iterable[Spot]) -> None:
        """Fills cells."""
        shapes: list[Shape] = []
        for outline in ticking(self.places.strips(cells)):
            (left, top), (right, bottom) = outline[0], outline[len(outline) // 2]
            level = len(outline) == 4 and outline[1] == (right, top) and outline[3] == (left, bottom)
            shapes.append(
                Rectangle(paint, left, top, right - left, bottom - top) if level else Polygon(paint, outline)
            )
        self.add("shade", name, solution, shapes)

    def spelling(self, layer: Layer) -> Callable[[Any], str]:
        """How values of a layer are written: as they are, or as characters that a key of the puzzle lists."""
        signs = self.puzzle.keys.get(layer.look.key) if layer.look.key else None
        if not isinstance(signs, str | tuple | list):
            return str

        def spelt(value: Any) -> str:
            return str(signs[value - 1]) if isinstance(value, int) and 0 < value <= len(signs) else str(value)

        return spelt

    @cached_property
    def growth(self) -> float:
        """How much larger words are than usual, relative to cells: up to a fifth if cells are small in print."""
        left, top, right, bottom = self.places.box
        return 1 + 0.2 * min(max(max(right - left, bottom - top) - 20, 0) / 20, 1)

    @cached_property
    def lined(self) -> bool:
        """Whether a layer may have lines through the middles of cells."""
        layers = self.puzzle.genre.layers.values()
        return any(la.look.traits.lined and la.on != "edges" for la in layers)

    @cached_property
    def crowded(self) -> bool:
        """Whether cells have small words in their corners."""
        layers = self.puzzle.genre.layers.items()
        return any(la.look.traits.cornered and self.puzzle.given.get(name) for name, la in layers)

    @cached_property
    def tinted(self) -> set[Spot]:
        """The cells that the puzzle shades."""
        cells: set[Spot] = set()
        for name, layer in self.puzzle.genre.layers.items():
            shade = layer.look.kind == "shade"
            marks = self.puzzle.given.get(name, {}).items()
            cells.update(s for s, value in marks if (shade and value is True) or layer.look.glyphs.get(value) == "▒")
        return cells

    def write_small(self) -> None:
        """Writes the small words in the corners of cells, numbers before signs; frames inside cells are interrupted."""
        framed = any(layer.look.traits.framed for layer in self.puzzle.genre.layers.values())
        shapes: list[Shape] = []
        for spot, words in ticking(self.small.items()):
            text = "".join(sorted(words, key=lambda word: not word[:1].isdigit()))
            x, y = self.places.at(spot)
            size = fitted(text, 0.8, _SMALL)
            if framed:
                shapes.append(Rectangle("ground", x - 0.46, y - 0.46, width(text) * size + 0.075, 0.71 * size + 0.1))
            shapes.append(TextShape("small", x - 0.42, y - 0.42 + 0.355 * size, text, size, "start"))
        self.add("clue", self.small_layer, False, shapes)

    def groups(self) -> tuple[ShapeGroup, ...]:
        """All shapes by layers, from the lowest to the highest."""
        order = sorted(self._shapes, key=lambda key: (key[0], key[1]))
        return tuple(ShapeGroup(name, STAGES[stage], solution, self._shapes[stage, solution, name])
                     for stage, solution, name in order)


# -- figures ----------------------------------------------------------------------------------------------------------

MM = 72 / 25.4
"""Points in a millimetre."""
_CELL = 9 * MM
"""The natural side of a cell."""
_WIDEST = 180 * MM
"""The longest natural side of a picture, so that it fits on a page."""


@dataclass(frozen=True)
class Figure:
    """A puzzle, with or without a solution, as shapes.

    ``groups`` are drawn from first to last; ``box`` is their bounding box in board units.
    """

    groups: tuple[ShapeGroup, ...]
    box: Box
    puzzle: Puzzle = field(repr=False)
    state: State | None = field(default=None, repr=False)
    theme: Theme = field(default=LIGHT, repr=False)
    limits: Callable[[], AbstractContextManager[None]] = field(default=nullcontext, repr=False, compare=False)
    """Returns a context that limits the time for writing the figure in a format."""
    pieces: Sequence[tuple[str, Box]] = field(default=(), repr=False)
    """The pieces of the sets that are drawn below the board: their names and boxes."""

    @property
    def page(self) -> Rectangle:
        """The background, as large as the picture. It is drawn only in opaque themes."""
        left, top, right, bottom = self.box
        return Rectangle("page", left, top, right - left, bottom - top)

    @property
    def aspect(self) -> float:
        """Width by height."""
        left, top, right, bottom = self.box
        return (right - left) / (bottom - top)

    @property
    def size(self) -> tuple[float, float]:
        """The natural width and height in points: cells of 9 mm, or less if the picture would not fit on a page."""
        left, top, right, bottom = self.box
        cell = min(_CELL, _WIDEST / max(right - left, bottom - top))
        return (right - left) * cell, (bottom - top) * cell

    @property
    def weight(self) -> float:
        """How much thicker lines are than usual, relative to cells: half as thick in a picture of 4 cells, twice as
        thick in one of 64. So in pictures of one size, lines become thinner with the cells, but less so."""
        left, top, right, bottom = self.box
        return sqrt(max(right - left, bottom - top) / 16)

    def check_symbols(self) -> None:
        """Raises ValueError if several symbols on the board would be indistinguishable empty boxes."""
        texts = [shape.text for group in self.groups for shape in group.shapes if isinstance(shape, TextShape)]
        if not all(map(str.isascii, texts)):
            from .fonts import check_symbols

            check_symbols(texts)

    def line_width(self, paint: Paint) -> float:
        """The width of a paint's lines in board units."""
        return self.theme.width(paint, self.weight)

    @property
    def title(self) -> str:
        """What the picture shows, in a few words."""
        about = self.puzzle.about
        name = self.puzzle.genre.name
        title = f"{name}: {about.title}" if about.title else f"{name} puzzle"
        return f"{title}, solved" if self.state is not None else title
