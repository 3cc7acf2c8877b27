"""Clues outside the board: how much room they need at each side, and where each of them stands.

At every side each layer has slots, as many as its longest clue has values; the slots of several layers stand behind
each other in the order in which the genre declares them, read from left to right and from top to bottom. Clues end at
the board above and to the left of it, and begin there below and to the right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..language.board import Spot
from ..language.genre import Layer
from .places import RectPlaces
from .shapes import Shape, Text
from .sheet import Sheet, fitted, width
from .symbols import GLYPHS, symbol

_SIZE = 0.52
"""The em of clues outside, where they are not too long."""
_GAP, _BETWEEN = 0.16, 0.14
"""Between board and clues, and between two clues of a row."""
_LINE = 0.54
"""The height of a clue above or below a column."""
SIDES = ("top", "left", "right", "bottom")


class Slots(NamedTuple):
    """The slots that a layer has at one side: how many, how far from the board they begin, and how far each goes."""

    layer: Layer
    slots: int
    start: float
    step: float

    @property
    def end(self) -> float:
        """How far from the board they end."""
        return self.start + self.slots * self.step


def parts(value: Any, layer: Layer) -> list[str]:
    """What a clue tells, one value after the other; an empty clue of several values is a nought."""
    values: Sequence[Any] = value if isinstance(value, tuple) else (value,)
    glyphs = layer.look.glyphs
    return [glyphs.get(v, "" if v is None else str(v)) for v in values] or ["0"]


class Margins:
    """The clues outside a rectangular board."""

    def __init__(self, sheet: Sheet, places: RectPlaces) -> None:
        self.sheet, self.places = sheet, places
        self._clues: dict[str, dict[str, dict[Spot, list[str]]]] = {side: {} for side in SIDES}
        self._slots: dict[str, list[Slots]] = {side: [] for side in SIDES}

    def put(self, layer: Layer, marks: Mapping[Spot, Any]) -> None:
        """Notes the marks of a layer that stand outside."""
        for spot, value in marks.items():
            side = self.places.outside(spot)
            self._clues[side].setdefault(layer.name, {})[spot] = parts(value, layer)

    def lay(self, layers: Mapping[str, Layer]) -> None:
        """Gives each layer its slots, when all marks are known."""
        for side, known in self._clues.items():
            start = _GAP
            outward = [name for name in layers if name in known]
            if side in ("top", "left"):
                outward.reverse()
            for name in outward:
                clues = known[name].values()
                count = max(map(len, clues))
                if side in ("top", "bottom"):
                    step = _LINE
                else:
                    widest = max(width(told) * _SIZE for clue in clues for told in clue)
                    step = max(widest, 0.3) + _BETWEEN
                slots = Slots(layers[name], count, start, step)
                self._slots[side].append(slots)
                start = slots.end + (_BETWEEN if len(outward) > 1 else 0)

    def reach(self, side: str) -> float:
        """How far clues go beyond a side of the board."""
        slots = self._slots[side]
        return slots[-1].end if slots else 0

    def draw(self) -> None:
        """Puts the clues on the sheet, and the headings of their lines."""
        for side, rows in self._slots.items():
            for slots in rows:
                shapes: list[Shape] = []
                for spot, told in self._clues[side][slots.layer.name].items():
                    shapes += self._clue(side, spot, told, slots)
                if slots.layer.look.heading:
                    shapes += self._heading(side, slots)
                self.sheet.add("clue", slots.layer.name, False, shapes)

    def _clue(self, side: str, spot: Spot, told: Sequence[str], slots: Slots) -> list[Shape]:
        shapes: list[Shape] = []
        for i, text in enumerate(told):
            before = side in ("top", "left")
            slot = len(told) - 1 - i if before else i
            x, y = self._place(side, spot, slots, slot)
            shapes += self._written(text, x, y, side)
        return shapes

    def _place(self, side: str, spot: Spot, slots: Slots, slot: int) -> tuple[float, float]:
        """The middle of a slot, counted from the board."""
        left, top, right, bottom = self.places.box
        off = slots.start + (slot + 0.5) * slots.step
        x, y = self.places.at(spot)
        if side == "left":
            left = self._row_start(spot, left)
            return left - off, y
        if side == "right":
            return right + off, y
        return (x, top - off) if side == "top" else (x, bottom + off)

    def _row_start(self, spot: Spot, left: float) -> float:
        """Where the cells of a row begin, on boards whose rows do not all begin at the left."""
        board = self.places.board
        if not board.holes or self.places.breadth == 1 or not 0 < spot.y < 2 * board.n_rows:
            return left
        row = board.rows[spot.y // 2]
        return self.places.outline(row[0])[0][0] if row else left

    def _written(self, text: str, x: float, y: float, side: str) -> list[Shape]:
        if not text:
            return []
        if text in GLYPHS:
            return symbol(text, x, y, 0.62, False)
        wide = 0.86 if side in ("top", "bottom") else 4
        return [Text("text", x, y, text, fitted(text, wide, _SIZE))]

    def _heading(self, side: str, slots: Slots) -> list[Shape]:
        """The characters that tell what a line of clues counts, before its first clue; one for each slot."""
        first = Spot(-1, -1)
        shapes: list[Shape] = []
        for i, char in enumerate(slots.layer.look.heading[: slots.slots]):
            slot = slots.slots - 1 - i if side in ("top", "left") else i
            x, y = self._place(side, first, slots, slot)
            if side in ("left", "right"):
                y = self.places.box[1] - 0.35
            else:
                x = self.places.box[0] - 0.35
            shapes += self._written(char, x, y, side)
        return shapes
