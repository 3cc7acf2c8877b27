"""Clues outside the board: each layer has slots at each side, as many as its longest clue has values.

The slots of several layers stand behind each other in the order in which the genre declares them, read from left to
right and from top to bottom. Clues end at the board above and to the left of it, and begin there below and to the
right.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ...language.board import Spot
from .canvas import Canvas
from .chars import FILL, WRONG, text_width
from .scene import Scene

if TYPE_CHECKING:
    from .room import Layout


class Slots(NamedTuple):
    """The slots of a layer at one side: where they begin, counted from the outermost, how many, how wide each."""

    layer: str
    start: int
    number: int
    wide: int


class Margins:
    """How much room the clues outside need, and where each of them stands."""

    def __init__(self, scene: Scene, broken: frozenset[Spot]) -> None:
        """``broken`` are the clues that a character marks as wrong."""
        self.scene, self.broken = scene, broken
        self.slots: dict[str, list[Slots]] = {}
        ends = {side: self._lay(side) for side in ("top", "left", "right", "bottom")}
        marked = any(spot in broken for clues in scene.outside.get("left", {}).values() for spot in clues)
        self.first = 1 if marked else 0
        self.left = ends["left"] + self.first
        self.right, self.above, self.below = ends["right"], ends["top"], ends["bottom"]

    def _lay(self, side: str) -> int:
        """Gives each layer its slots; returns how much room they take together."""
        level = side in ("left", "right")
        here = 0
        found = self.slots[side] = []
        for name, clues in self.scene.outside.get(side, {}).items():
            wide = max(text_width(told) for clue in clues.values() for told in clue) if level else 0
            count = max(map(len, clues.values()))
            found.append(Slots(name, here, count, max(wide, 1) if level else 0))
            here += count * (max(wide, 1) + 1) if level else count
        return here

    def heads(self, *, cells: bool) -> Iterator[int]:
        """The widths of the clues above and below, of columns of cells or of the lines between them."""
        for side in ("top", "bottom"):
            for clues in self.scene.outside.get(side, {}).values():
                for spot, told in clues.items():
                    if spot[1] % 2 == cells:
                        yield from map(text_width, told)

    def draw(self, canvas: Canvas, layout: Layout) -> None:
        """Puts the clues on a canvas, and the headings of their lines."""
        for side, found in self.slots.items():
            level = side in ("left", "right")
            for slots in found:
                for spot, told in self.scene.outside[side][slots.layer].items():
                    (self._beside if level else self._over)(canvas, layout, side, slots, spot, told)
                for i, char in enumerate(self.scene.headings.get(slots.layer, "")[-slots.number :]):
                    row, column = self._slot(layout, side, slots, i)
                    if level:
                        canvas.write(layout.top[0], column + slots.wide - text_width(char), char, "dim")
                    else:
                        canvas.write(row, max(layout.left[0] - text_width(char) + 1, 0), char, "dim")

    def _slot(self, layout: Layout, side: str, slots: Slots, i: int) -> tuple[int, int]:
        """The row of a slot above or below the board; the column where a slot beside it begins."""
        step = slots.start + i
        if side == "top":
            return step, 0
        if side == "bottom":
            return layout.base + step, 0
        column = slots.start + i * (slots.wide + 1)
        return 0, self.first + column if side == "left" else layout.left[-1] + 1 + column

    def _tone(self, spot: Spot) -> str:
        return "wrong" if spot in self.broken else "given"

    def _beside(
        self, canvas: Canvas, layout: Layout, side: str, slots: Slots, spot: Spot, told: list[str]
    ) -> None:
        row = layout.top[spot[0]] + (layout.room.height // 2 if spot[0] % 2 else 0)
        skipped = slots.number - len(told) if side == "left" else 0
        start = -1
        for i, text in enumerate(told):
            _, column = self._slot(layout, side, slots, i + skipped)
            if text:
                column += slots.wide - text_width(text)
                canvas.write(row, column, text, self._tone(spot))
                start = column if start < 0 else start
        if spot in self.broken and canvas.tones is None:
            _mark(canvas, row, max(start - 1, 0))

    def _over(
        self, canvas: Canvas, layout: Layout, side: str, slots: Slots, spot: Spot, told: list[str]
    ) -> None:
        x = spot[1]
        end = layout.left[x] + layout.lead + layout.text if x % 2 else layout.bar(x) + 1
        skipped = slots.number - len(told) if side == "top" else 0
        struck = spot not in self.broken or canvas.tones is not None
        for i, text in enumerate(told):
            row, _ = self._slot(layout, side, slots, i + skipped)
            if text:
                column = max(end - text_width(text), 0)
                canvas.write(row, column, text, self._tone(spot))
                if not struck:
                    struck = _mark(canvas, row, column - 1)


def _mark(canvas: Canvas, row: int, column: int) -> bool:
    """Marks what stands behind a column as wrong, if the column is free; whether it was."""
    free = column >= 0 and canvas.rows[row][column] in (" ", FILL)
    if free:
        canvas.draw(row, column, WRONG)
    return free
