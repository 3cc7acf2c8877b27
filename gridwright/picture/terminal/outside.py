"""Draws the clues outside the board, where ``Margins`` has made room for them."""

from __future__ import annotations

from ...board.board import Spot
from .canvas import Canvas
from .chars import FILL, SIGNS, text_width
from .margins import Slots
from .room import Layout


class Outside:
    """The clues outside the board, to be drawn on a canvas."""

    def __init__(self, canvas: Canvas, layout: Layout) -> None:
        self.canvas, self.layout, self.margins = canvas, layout, layout.margins

    def draw(self) -> None:
        """Draws the clues, and the headings of their lines."""
        canvas, layout = self.canvas, self.layout
        for side, found in self.margins.slots.items():
            level = side in ("left", "right")
            for slots in found:
                for spot, told in self.margins.scene.outside[side][slots.layer].items():
                    (self._beside if level else self._over)(side, slots, spot, told)
                for i, char in enumerate(self.margins.scene.headings.get(slots.layer, "")[-slots.number :]):
                    row, column = self._slot(side, slots, i)
                    if level:
                        canvas.write(layout.top[0], column + slots.wide - text_width(char), char, "dim")
                    else:
                        canvas.write(row, max(layout.left[0] - text_width(char) + 1, 0), char, "dim")

    def _slot(self, side: str, slots: Slots, i: int) -> tuple[int, int]:
        """The row of a slot above or below the board; the column where a slot beside it begins."""
        layout, step = self.layout, slots.start + i
        if side == "top":
            return step, 0
        if side == "bottom":
            return layout.base + step, 0
        column = slots.start + i * (slots.wide + 1)
        return 0, self.margins.first + column if side == "left" else layout.left[-1] + 1 + column

    def _tone(self, spot: Spot) -> str:
        return "wrong" if spot in self.margins.broken else "given"

    def _beside(self, side: str, slots: Slots, spot: Spot, told: list[str]) -> None:
        canvas, layout = self.canvas, self.layout
        row = layout.top[spot[0]] + (layout.room.height // 2 if spot[0] % 2 else 0)
        skipped = slots.number - len(told) if side == "left" else 0
        start = -1
        for i, text in enumerate(told):
            _, column = self._slot(side, slots, i + skipped)
            if text:
                column += slots.wide - text_width(text)
                canvas.write(row, column, text, self._tone(spot))
                start = column if start < 0 else start
        if spot in self.margins.broken and canvas.tones is None:
            _mark(canvas, row, max(start - 1, 0))

    def _over(self, side: str, slots: Slots, spot: Spot, told: list[str]) -> None:
        canvas, layout = self.canvas, self.layout
        x = spot[1]
        end = layout.left[x] + layout.lead + layout.text if x % 2 else layout.bar(x) + 1
        skipped = slots.number - len(told) if side == "top" else 0
        struck = spot not in self.margins.broken or canvas.tones is not None
        for i, text in enumerate(told):
            row, _ = self._slot(side, slots, i + skipped)
            if text:
                column = max(end - text_width(text), 0)
                canvas.write(row, column, text, self._tone(spot))
                if not struck:
                    struck = _mark(canvas, row, column - 1)


def _mark(canvas: Canvas, row: int, column: int) -> bool:
    """Marks what stands behind a column as wrong, if the column is free; whether it was."""
    free = column >= 0 and canvas.rows[row][column] in (" ", FILL)
    if free:
        canvas.draw(row, column, SIGNS["wrong"])
    return free
