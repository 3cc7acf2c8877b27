"""Draws a scene in a layout, and the clues outside the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...board.board import Spot
from .canvas import CLUE, CROSS, DOT, FILL, GIVEN_FILL, HOLE_FILL, JOINTS, RAILS, SIGNS, Canvas, text_width
from .room import TerminalLayout, TerminalSlots

_WEIGHTS = (0, 1, 2, 0, 1, 0, 2)
"""How thick the kinds of borders are at joints."""
_LEVEL = " ─━━┄ ┅"
_UPRIGHT = " │┃┃┆ ┇"
_FREE = f" {FILL}{GIVEN_FILL}{HOLE_FILL}░─═━▐▌{DOT}┄┅"
"""The characters that the mark of a violation may replace."""


class Painter:
    """Draws the content of a board on a canvas; later parts cover earlier ones."""

    def __init__(self, layout: TerminalLayout, colour: bool) -> None:
        self.layout, self.scene, self.room = layout, layout.scene, layout.room
        self.left, self.top, self.wide = layout.left, layout.top, layout.wide
        self.cell, self.pivot = layout.cell, layout.pivot
        self.dots = "fence" not in self.scene.looks
        self.through = "line" in self.scene.looks
        self.colour = colour

    def paint(self, marks: Mapping[Spot, str]) -> Canvas:
        """Draws everything; ``marks`` are the tones (see ``SIGNS``) of marked spots."""
        if self.colour or self.scene.fills:
            self.canvas = Canvas(self._ground(), self.colour)
            self._fills()
            self._borders()
        else:
            self.canvas = Canvas([row[:] for row in self._frame()], False)
        self._crosses()
        self._lines()
        self._rails()
        self._words()
        if self.room.trail:
            self._crossed()
        self._corners()
        OutsideClues(self.canvas, self.layout).draw()
        self._mark(marks)
        return self.canvas

    # -- the empty board

    def _ground(self) -> list[list[str]]:
        layout, board = self.layout, self.scene.board
        blank = [" "] * layout.width
        rows = [blank[:] for _ in range(layout.height)]
        if self.dots:
            for y, cells in zip(range(1, layout.bottom, 2), board.rows, strict=True):
                row = rows[layout.row(y)]
                for cell in cells:
                    row[self.left[cell[1]] + self.pivot] = DOT
        else:
            for y, x in board.corners:
                rows[self.top[y]][layout.bar(x)] = DOT
        return rows

    def _frame(self) -> list[list[str]]:
        """The empty board with its borders, which many puzzles in a row may share."""
        layout, kept = self.layout, self.scene.board.memo("terminal frame", list[tuple[object, list[list[str]]]])
        parts = (
            self.scene.borders, self.dots, self.left, self.top, layout.width, layout.height, self.pivot, self.room
        )
        for known, rows in kept:
            if known == parts:
                return rows
        self.canvas = Canvas(self._ground(), False)
        self._borders()
        kept[:] = [(parts, self.canvas.rows)]
        return self.canvas.rows

    def _tone(self, spot: Spot, usual: str = "") -> str:
        return self.scene.tones.get(spot, usual)

    def _crosses(self) -> None:
        for y, x in self.scene.crosses:
            if self.wide[x] if y % 2 else self.top[y] >= 0:
                self.canvas.draw(self.layout.row(y), self.layout.column(x), CROSS)

    def _crossed(self) -> None:
        """Draws the crosses of cells with other content behind it."""
        for spot in self.scene.crosses:
            y, x = spot
            if y % 2 and x % 2 and (spot in self.scene.words or spot in self.scene.arms):
                self.canvas.draw(self.layout.row(y), self.left[x + 1] - 1, CROSS)

    def _rows(self, y: int) -> range:
        """The rows of a row of cells, or of the line between two."""
        return range(self.top[y], self.top[y] + (self.room.height if y % 2 else 1))

    # -- shaded cells

    def _fills(self) -> None:
        fills, wide = self.scene.fills, self.wide
        rimmed = self.through and not self.layout.lead
        for spot, char in fills.items():
            y, x = spot
            tone = self._tone(spot)
            for row in self._rows(y):
                self.canvas.draw(row, self.left[x], char * self.cell, tone)
            if rimmed or not self.through:
                self._merge(y, x, char, tone)
            if rimmed:
                if (y, x + 2) not in fills and wide[x + 1]:
                    self._half(y, x + 1, self.left[x + 1], "▌", tone)
                if (y, x - 2) not in fills and wide[x - 1]:
                    self._half(y, x - 1, self.left[x] - 1, "▐", tone)

    def _merge(self, y: int, x: int, char: str, tone: str) -> None:
        """Fills the gaps between a shaded cell and those to the right and below, unless there is a border."""
        fills, borders, left, wide = self.scene.fills, self.scene.borders, self.left, self.wide
        right = fills.get(Spot(y, x + 2))
        if right and wide[x + 1] and (y, x + 1) not in borders:
            for row in self._rows(y):
                self.canvas.draw(row, left[x + 1], _darker(char, right) * wide[x + 1], tone)
        below = fills.get(Spot(y + 2, x))
        between = self.top[y + 1]
        if below and between >= 0 and (y + 1, x) not in borders:
            self.canvas.draw(between, left[x], _darker(char, below) * self.cell, tone)
            across = fills.get(Spot(y + 2, x + 2))
            if right and across and wide[x + 1] and not any(self._arms(y + 1, x + 1)):
                self.canvas.draw(between, left[x + 1], _darker(char, across) * wide[x + 1], tone)

    def _half(self, y: int, x: int, column: int, char: str, tone: str) -> None:
        """Draws the rim of a shaded cell in a column of the gap beside it, unless there is a border."""
        if not ((y, x) in self.scene.borders and self.layout.bar(x) == column):
            self.canvas.draw(self.layout.row(y), column, char, tone)

    # -- borders

    def _arms(self, y: int, x: int) -> tuple[int, int, int, int]:
        """The kinds of the borders that meet at a corner: above, on the right, below, on the left."""
        get = self.scene.borders.get
        return get(Spot(y - 1, x), 0), get(Spot(y, x + 1), 0), get(Spot(y + 1, x), 0), get(Spot(y, x - 1), 0)

    def _borders(self) -> None:
        draw, left, top = self.canvas.draw, self.left, self.top
        bars = {x: self.layout.bar(x) for x in range(0, self.layout.right + 1, 2)}
        corners: set[tuple[int, int]] = set()
        for spot, kind in self.scene.borders.items():
            y, x = spot
            if y % 2:
                corners.update(((y - 1, x), (y + 1, x)))
                if self.wide[x]:
                    for row in self._rows(y):
                        draw(row, bars[x], _UPRIGHT[kind], self._tone(spot))
            else:
                corners.update(((y, x - 1), (y, x + 1)))
                draw(top[y], left[x], _LEVEL[kind] * self.cell, self._tone(spot))
        for y, x in corners:
            if top[y] >= 0 and self.wide[x]:
                self._joint(y, x, bars[x])

    def _joint(self, y: int, x: int, bar: int) -> None:
        up, right, down, left = self._arms(y, x)
        char = JOINTS[27 * _WEIGHTS[up] + 9 * _WEIGHTS[right] + 3 * _WEIGHTS[down] + _WEIGHTS[left]]
        before, behind = bar - self.left[x], self.left[x + 1] - bar - 1
        text = f"{_LEVEL[left] * before}{char}{_LEVEL[right] * behind}"
        start = self.left[x]
        if not left:
            text, start = text[before:], bar
        if not right:
            text = text[: len(text) - behind]
        self.canvas.draw(self.top[y], start, text, self._passed(y, x))

    def _passed(self, y: int, x: int) -> str:
        """The tone of a corner or cell: that of answers if a line of the answer passes through it."""
        if self.canvas.tones is None:
            return ""
        scene, near = self.scene, (Spot(y - 1, x), Spot(y, x + 1), Spot(y + 1, x), Spot(y, x - 1))
        drawn = (scene.lines, scene.rails) if y % 2 else (scene.borders,)
        passed = any(scene.tones.get(s) == "answer" and any(s in marks for marks in drawn) for s in near)
        return "answer" if passed else ""

    # -- lines through cells

    def _link(self, link: Spot, level: str, upright: str) -> tuple[tuple[int, int], tuple[int, int]]:
        """Draws a line in the gap between two cells; returns these cells."""
        y, x = link
        if y % 2:
            self.canvas.draw(self.layout.row(y), self.left[x], level * self.wide[x], self._tone(link))
            return (y, x - 1), (y, x + 1)
        if self.top[y] >= 0:
            self.canvas.draw(self.top[y], self.left[x] + self.pivot, upright, self._tone(link))
        return (y - 1, x), (y + 1, x)

    def _lines(self) -> None:
        arms: dict[tuple[int, int], list[int]] = {cell: list(weights) for cell, weights in self.scene.arms.items()}
        for spot, weight in self.scene.lines.items():
            ways = (1, 3) if spot[0] % 2 else (2, 0)
            for cell, way in zip(self._link(spot, _LEVEL[weight], _UPRIGHT[weight]), ways, strict=True):
                weights = arms.setdefault(cell, [0, 0, 0, 0])
                weights[way] = max(weights[way], weight)
        fills = self.scene.fills
        for (y, x), (up, right, down, to_left) in arms.items():
            if (y, x) not in fills:
                text = _LEVEL[to_left] * self.pivot + JOINTS[27 * up + 9 * right + 3 * down + to_left]
                text += _LEVEL[right] * (self.cell - self.pivot - 1)
                self.canvas.draw(self.layout.row(y), self.left[x], text, self._passed(y, x))

    def _rails(self) -> None:
        rails: dict[tuple[int, int], list[int]] = {}
        for spot, n in self.scene.rails.items():
            for cell in self._link(spot, RAILS[0][min(n, 3)], RAILS[1][min(n, 3)]):
                numbers = rails.setdefault(cell, [0, 0])
                numbers[spot[0] % 2] = max(numbers[spot[0] % 2], n)
        for (y, x), (upright, across) in rails.items():
            side = RAILS[0][min(across, 3)]
            middle = "╬" if upright and across else side if across else RAILS[1][min(upright, 3)]
            text = side * self.pivot + middle + side * (self.cell - self.pivot - 1)
            self.canvas.draw(self.layout.row(y), self.left[x], text, self._passed(y, x))

    # -- text

    def _words(self) -> None:
        for spot, text in self.layout.texts.items():
            y, x = spot
            if y % 2 and x % 2:
                self._inside(spot, text)
                continue
            wide = text_width(text)
            row = self.layout.row(y)
            if x % 2:
                column = self.left[x] + max(self.cell - wide + 1, 0) // 2
            elif wide == 1:
                column = self.layout.bar(x)
                behind = y % 2 and spot in self.scene.borders and column + 1 < self.left[x + 1]
                column += 1 if behind else 0
            else:
                column = self.left[x] + (self.wide[x] - wide) // 2
            self.canvas.write(row, column, text, self._tone(spot, "given"))
        if self.room.height > 1:
            self._around()

    def _inside(self, spot: Spot, text: str) -> None:
        """Writes text in a cell, aligned to the right so that digits are below each other."""
        scene = self.scene
        y, x = spot
        if spot not in self.layout.cells:
            return
        fill = scene.fills.get(spot)
        if fill == FILL and not self.layout.lead and not (self.through and self.room.gap):
            return
        row, start, wide = self.layout.row(y), self.left[x], text_width(text)
        column = start + self.layout.lead + self.layout.text - wide
        tone = self._tone(spot, "given")
        around = fill or scene.flanks.get(spot, "")
        if not around and wide < self.cell:
            # A dot beside a short text is removed; a line continues up to the text.
            before = self.canvas.rows[row][start]
            after = self.canvas.rows[row][start + self.cell - 1]
            self.canvas.draw(row, start, (before if before in "─━═≡" else " ") * (column - start), self._passed(y, x))
            end = column + wide
            behind = after if after in "─━═≡" else " "
            self.canvas.draw(row, end, behind * (start + self.cell - end), self._passed(y, x))
        elif around and not fill:
            self.canvas.draw(row, start, " " * self.cell)
            self.canvas.draw(row, column - 1, around, tone)
            self.canvas.draw(row, start + self.layout.lead + self.layout.text, around, tone)
        self.canvas.write(row, column, text, tone)

    def _around(self) -> None:
        """Writes four texts around the middle of each cell that has them."""
        write = self.canvas.write
        for spot, ((up, right, left, down), _) in self.scene.around.items():
            y, x = spot
            row, middle = self.top[y], self.left[x] + self.pivot
            write(row, middle - (len(up) - 1) // 2, up, "given")
            middle_row = f"{left:>{self.pivot}}{'+' if up or right or left or down else CLUE}{right}"
            write(row + 1, self.left[x], middle_row, "given")
            write(row + 2, middle - (len(down) - 1) // 2, down, "given")

    def _corners(self) -> None:
        """Writes text in the upper left corners of cells, on the border above them."""
        for (y, x), text in self.scene.small.items():
            self.canvas.write(self.top[y - 1], self.layout.bar(x - 1) + 1, text, "given")

    # -- marked spots

    def _mark(self, marks: Mapping[Spot, str]) -> None:
        for spot, tone in {near: tone for marked, tone in marks.items() for near in self._visible(marked)}.items():
            y, x = spot
            if self.canvas.tones is None:
                self._strike(spot, SIGNS[tone])
                continue
            for row in self._rows(y):
                self.canvas.tint(row, self.left[x], self.left[x + 1], tone)

    def _visible(self, spot: Spot) -> Iterator[Spot]:
        """A spot of the board if it has a place in the picture, otherwise the cells around it."""
        y, x = spot
        layout = self.layout
        if not (0 <= y <= layout.bottom and 0 <= x <= layout.right):
            return
        if self.top[y] >= 0 and self.wide[x]:
            yield spot
        else:
            near = (Spot(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
            yield from (s for s in near if s in layout.cells)

    def _strike(self, spot: Spot, sign: str) -> None:
        """Marks a spot by a character: in its cell on the left, in the gap before it, or in or beside its middle."""
        y, x = spot
        row = self.layout.row(y)
        if y % 2 and x % 2:
            before = (self.left[x] - 1,) if self.wide[x - 1] else ()
            places: Sequence[int] = (self.left[x], *before) if self.cell > 1 else (*before, self.left[x])
        else:
            middle = self.left[x] + self.cell // 2 if x % 2 else self.layout.bar(x)
            places = (middle - 1, middle + 1) if spot in self.layout.texts else (middle,)
        chars = self.canvas.rows[row]
        free = [column for column in places if 0 <= column < len(chars) and chars[column] in _FREE]
        last = self.left[x] if y % 2 and x % 2 else self.left[x] + self.wide[x] // 2
        self.canvas.draw(row, (free or [last])[0], sign)


def _darker(char: str, other: str) -> str:
    """The fill between two shaded cells."""
    return FILL if FILL in (char, other) else char


# -- clues outside the board ------------------------------------------------------------------------------------------


class OutsideClues:
    """Draws the clues outside the board on a canvas."""

    def __init__(self, canvas: Canvas, layout: TerminalLayout) -> None:
        self.canvas, self.layout, self.margins = canvas, layout, layout.margins

    def draw(self) -> None:
        """Draws the clues, and the headings of their lines."""
        canvas, layout = self.canvas, self.layout
        for side, rows in self.margins.slots.items():
            level = side in ("left", "right")
            for slots in rows:
                for spot, clue in self.margins.scene.outside[side][slots.layer].items():
                    (self._beside if level else self._over)(side, slots, spot, clue)
                for i, char in enumerate(self.margins.scene.headings.get(slots.layer, "")[-slots.number :]):
                    row, column = self._slot(side, slots, i)
                    if level:
                        canvas.write(layout.top[0], column + slots.wide - text_width(char), char, "dim")
                    else:
                        canvas.write(row, max(layout.left[0] - text_width(char) + 1, 0), char, "dim")

    def _slot(self, side: str, slots: TerminalSlots, i: int) -> tuple[int, int]:
        """The row of a slot above or below the board, or the first column of a slot beside it; the other is 0."""
        layout, step = self.layout, slots.start + i
        if side == "top":
            return step, 0
        if side == "bottom":
            return layout.base + step, 0
        column = slots.start + i * (slots.wide + 1)
        return 0, self.margins.first + column if side == "left" else layout.left[-1] + 1 + column

    def _tone(self, spot: Spot) -> str:
        return "wrong" if spot in self.margins.broken else "given"

    def _beside(self, side: str, slots: TerminalSlots, spot: Spot, clue: list[str]) -> None:
        canvas, layout = self.canvas, self.layout
        row = layout.row(spot[0])
        skipped = slots.number - len(clue) if side == "left" else 0
        start = -1
        for i, text in enumerate(clue):
            _, column = self._slot(side, slots, i + skipped)
            if text:
                column += slots.wide - text_width(text)
                canvas.write(row, column, text, self._tone(spot))
                start = column if start < 0 else start
        if spot in self.margins.broken and canvas.tones is None:
            _mark(canvas, row, max(start - 1, 0))

    def _over(self, side: str, slots: TerminalSlots, spot: Spot, clue: list[str]) -> None:
        canvas, layout = self.canvas, self.layout
        x = spot[1]
        end = layout.left[x] + layout.lead + layout.text if x % 2 else layout.bar(x) + 1
        skipped = slots.number - len(clue) if side == "top" else 0
        struck = spot not in self.margins.broken or canvas.tones is not None
        for i, text in enumerate(clue):
            row, _ = self._slot(side, slots, i + skipped)
            if text:
                column = max(end - text_width(text), 0)
                canvas.write(row, column, text, self._tone(spot))
                if not struck:
                    struck = _mark(canvas, row, column - 1)


def _mark(canvas: Canvas, row: int, column: int) -> bool:
    """Marks a clue as wrong in the column before it if that is free; returns whether it is."""
    free = column >= 0 and canvas.rows[row][column] in (" ", FILL)
    if free:
        canvas.draw(row, column, SIGNS["wrong"])
    return free
