"""Clues outside the board: the room they need at each side, and their positions.

Each layer has slots at each side, as many as its longest clue has values. Layers are in the order in which the genre
declares them, read from left to right and from top to bottom. Clues above and on the left end next to the board; clues
below and on the right begin there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..board.board import Spot
from ..language.layers import Layer
from ..language.look import Look
from ..language.shapes import Polylines, Shape, TextShape, moved
from .looks import GLYPHS, STROKES, symbol
from .places import SIDES, RectPlaces
from .sheet import PictureSheet, fitted, width

_SIZE = 0.52
"""The em of clues, unless they are too long."""
_GAP, _BETWEEN = 0.16, 0.14
"""Between board and clues, and between two values in a row."""
_FEW = 3
"""Longer clues have lines between them, which guide the eye along the row or column."""
_HEAD = 0.62
"""The size of the symbols of headings."""
_LINE = 0.54
"""The height of a value above or below a column."""


class MarginSlots(NamedTuple):
    """The slots of a layer at one side: their number, their distance from the board, and the depth of each."""

    layer: Layer
    slots: int
    start: float
    step: float

    @property
    def end(self) -> float:
        """The distance of their far end from the board."""
        return self.start + self.slots * self.step


def parts(value: Any, layer: Layer) -> list[str]:
    """The values of a clue as text; an empty sequence of values is ``0``."""
    values: Sequence[Any] = value if isinstance(value, tuple) else (value,)
    glyphs = layer.look.glyphs
    return [glyphs.get(v, "" if v is None else str(v)) for v in values] or ["0"]


class Margins:
    """The clues outside a rectangular board."""

    def __init__(self, sheet: PictureSheet, places: RectPlaces) -> None:
        self.sheet, self.places = sheet, places
        self._clues: dict[str, dict[str, dict[Spot, list[str]]]] = {side: {} for side in SIDES}
        self._slots: dict[str, list[MarginSlots]] = {side: [] for side in SIDES}

    def put(self, layer: Layer, marks: Mapping[Spot, Any]) -> None:
        """Notes the marks of a layer that are outside the board."""
        for spot, value in marks.items():
            side = self.places.outside(spot)
            self._clues[side].setdefault(layer.name, {})[spot] = parts(value, layer)

    def lay(self, layers: Mapping[str, Layer]) -> None:
        """Gives each layer its slots, once all marks are noted."""
        for side, known in self._clues.items():
            start = _GAP + self._fringe(side)
            outward = [name for name in layers if name in known or self._is_headed(side, layers[name])]
            if side in ("top", "left"):
                outward.reverse()
            for name in outward:
                clues = list(known.get(name, {}).values()) or [[""] * self._longest(name)]
                count = max(map(len, clues))
                headed = bool(layers[name].look.heading)
                if side in ("top", "bottom"):
                    step = _LINE
                else:
                    widest = max(width(text) * _SIZE for clue in clues for text in clue)
                    step = max(widest, _LINE - _BETWEEN if headed else 0.3) + _BETWEEN
                slots = MarginSlots(layers[name], count, start, step)
                self._slots[side].append(slots)
                start = slots.end + (_BETWEEN if len(outward) > 1 and not headed else 0)

    def _fringe(self, side: str) -> float:
        """How far marks on the frame extend beyond it."""
        i = ("left", "top", "right", "bottom").index(side)
        return abs(self.sheet.box[i] - self.places.box[i])

    def _longest(self, name: str) -> int:
        """The number of values of a layer's longest clue, at any side."""
        return max(len(clue) for known in self._clues.values() for clue in known.get(name, {}).values())

    def _is_headed(self, side: str, layer: Layer) -> bool:
        """Whether a layer needs slots at a side for its headings, which are in the upper left corner."""
        if not layer.look.heading or side not in ("top", "left"):
            return False
        return any(layer.name in self._clues[one] for one in ("top", "left"))

    def reach(self, side: str) -> float:
        """How far clues extend beyond a side of the board."""
        slots = self._slots[side]
        across = SIDES if not slots else ()
        beside = any(one.layer.on == "line_sides" for other in across for one in self._slots[other])
        return slots[-1].end if slots else _LINE / 2 if beside else 0

    def draw(self) -> None:
        """Draws the clues and the headings of their lines."""
        for side, rows in self._slots.items():
            for slots in rows:
                shapes: list[Shape] = []
                for spot, clue in self._clues[side].get(slots.layer.name, {}).items():
                    shapes += self._clue(side, spot, clue, slots)
                if slots.layer.look.heading:
                    shapes += self._heading(side, slots)
                if slots.layer.look.heading or slots.slots > _FEW:
                    self._rule(side, slots)
                self.sheet.add("clue", slots.layer.name, False, shapes)

    def _rule(self, side: str, slots: MarginSlots) -> None:
        """Draws lines between long clues; with headings also between slots, so that empty slots are visible."""
        left, top, right, bottom = self.places.box
        level = side in ("left", "right")
        edge, sign = {"left": (left, -1), "right": (right, 1), "top": (top, -1), "bottom": (bottom, 1)}[side]
        first, last = (top, bottom) if level else (left, right)
        near, far = edge + sign * slots.start, edge + sign * slots.end
        between = {"grid": [first + i for i in range(round(last - first) + 1)], "count": []}
        if not slots.layer.look.heading:
            near = edge
            between["count"] = [line[0][level] for line in self.places.heavy(self.sheet.puzzle.genre.ground.every)
                                if line[0][level] == line[1][level]]
        along = [edge + sign * (slots.start + i * slots.step) for i in range(slots.slots + 1)]
        for paint, offs in between.items():
            lines = [((near, off), (far, off)) for off in offs]
            if slots.layer.look.heading and offs:
                lines += [((off, first), (off, last)) for off in along]
            if not level:
                lines = [((b, a), (d, c)) for (a, b), (c, d) in lines]
            self.sheet.add("grid", slots.layer.name, False, [Polylines(paint, lines)] if lines else [])

    def _clue(self, side: str, spot: Spot, clue: Sequence[str], slots: MarginSlots) -> Iterator[Shape]:
        for i, text in enumerate(clue):
            slot = len(clue) - 1 - i if side in ("top", "left") else i
            yield from self._written(slots.layer.look, text, *self._place(side, spot, slots, slot), side)

    def _place(self, side: str, spot: Spot, slots: MarginSlots, slot: int) -> tuple[float, float]:
        """The middle of a slot; slots are counted from the board."""
        left, top, right, bottom = self.places.box
        off = slots.start + (slot + 0.5) * slots.step
        x, y = self.places.at(spot)
        if side in ("top", "bottom"):
            return x, top - off if side == "top" else bottom + off
        return self._row_start(spot, left) - off if side == "left" else right + off, y

    def _row_start(self, spot: Spot, left: float) -> float:
        """Where the cells of a row begin; on boards of bricks, rows are staggered."""
        board = self.places.board
        if not board.holes or self.places.breadth == 1 or not 0 < spot.y < 2 * board.n_rows:
            return left
        row = board.rows[spot.y // 2]
        return self.places.outline(row[0])[0][0] if row else left

    def _written(self, look: Look, text: str, x: float, y: float, side: str) -> list[Shape]:
        if not text:
            return []
        if text in look.drawn or text in GLYPHS:
            return symbol(text, x, y, 0.62, False, drawn=look.drawn)
        wide = 0.86 if side in ("top", "bottom") else 4
        return [TextShape("text", x, y, text, fitted(text, wide, _SIZE))]

    def _heading(self, side: str, slots: MarginSlots) -> list[Shape]:
        """The characters that say what clues count, one for each slot, before the first clue of each line."""
        first = Spot(-1, -1)
        shapes: list[Shape] = []
        above = next((s for s in self._slots["top"] if s.layer is slots.layer), None)
        for i, char in enumerate(slots.layer.look.heading[-slots.slots :]):
            slot = slots.slots - 1 - i if side in ("top", "left") else i
            x, y = self._place(side, first, slots, slot)
            if side == "left" and above:
                y = self._place("top", first, above, above.slots - 1 - i)[1]
            elif side in ("left", "right"):
                y = self.places.box[1] - 0.35
            elif side == "top":
                continue  # the headings on the left are level with their slots above
            else:
                x = self.places.box[0] - 0.35
            look = slots.layer.look
            if char in look.drawn or char in GLYPHS:
                shapes += _icon(look, char, x, y)
            else:
                shapes.append(TextShape("text", x, y, char, 0.5))
        return shapes


def _icon(look: Look, char: str, x: float, y: float) -> list[Shape]:
    """A small symbol; pieces of lines are centred."""
    shapes = symbol(char, x, y, _HEAD, False, thin=True, drawn=look.drawn)
    if char not in STROKES:
        return shapes
    points = [point for shape in shapes if isinstance(shape, Polylines) for line in shape.lines for point in line]
    xs, ys = [px for px, _ in points], [py for _, py in points]
    return [moved(shape, x - (min(xs) + max(xs)) / 2, y - (min(ys) + max(ys)) / 2) for shape in shapes]
