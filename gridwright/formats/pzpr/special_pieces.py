"""Parts of files that only one genre uses."""

from __future__ import annotations

import re

from ...language.board import Spot
from ...language.drawing import Drawing
from ...language.rect import Rect
from ..errors import Line, WriteError, shown
from ..roles.grids import Several, between, cells
from ..roles.items import Ignored, Item, Lines, Number, Piece, Put, Words
from ..roles.sheet import Sheet
from .bank import PRESETS, check_bank


class Blocks(Put):
    """Yajilin: cells out of play, which may look like an arrow and a number that are missing."""

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The cell, in one of the two forms."""
        if item.text not in ("#", "0,-"):
            return False
        sheet.give(self.role, spot, True, item.line, item.at)
        if item.text != "#":
            sheet.looks[spot] = True
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The form in which it was read."""
        if spot not in sheet.given[self.role]:
            return None
        return "0,-" if spot in sheet.looks else "#"


class Snake(Put):
    """Snake: a sum of a circle (1 white, 2 black) and a mark of the solver (4 for the snake, 8 for none of it)."""

    def __init__(self, circle: str, shade: str) -> None:
        super().__init__(circle)
        self.shade = shade

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The circle and the mark."""
        if not (item.text.isdigit() and int(item.text) < 12):
            return False
        mark, circle = divmod(int(item.text), 4)
        if circle:
            sheet.give(self.role, spot, ("", "white", "black", "?")[circle], item.line, item.at)
        if mark == 1:
            sheet.draw(self.shade, spot, True, item.line, item.at)
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The mark."""
        return "4" if spot in sheet.drawn[self.shade] else None


class Pieces(Piece):
    """The pieces that may be placed: a letter; only the twelve pentominoes are known here."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The letter."""
        line = source.line()
        if line is None:
            return
        if line.text.strip() != "p":
            what = "the pieces are not the twelve pentominoes, and only these are supported"
            raise line.error(what, expected="'p'", found=shown(line.text), code="variant")
        sheet.set(self.role, PRESETS["p"], line, 0)

    def write(self, sheet: Sheet) -> list[str]:
        """The letter."""
        check_bank(sheet, self.role)
        return ["p"]


class Lattice(Piece):
    """Galaxies: a character without blanks for each place of the lattice of cells, borders and inner points."""

    def __init__(self, role: str, hole: str) -> None:
        self.role, self.hole = role, hole

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The centres and the missing cells."""
        width = 2 * sheet.n_cols - 1
        for y in range(1, 2 * sheet.n_rows):
            line = source.line()
            if line is None:
                return
            if len(line.text) != width:
                wanted = f"{width} characters"
                raise line.error("this line of stars has another length", expected=wanted, found=str(len(line.text)))
            for at, char in enumerate(line.text):
                self._place(sheet, Spot(y, at + 1), char, line, at)

    def _place(self, sheet: Sheet, spot: Spot, char: str, line: Line, at: int) -> None:
        if char in "12":
            sheet.give(self.role, spot, True, line, at)
            if char == "2":
                sheet.looks[spot] = True
        elif char == "X" and spot.y % 2 and spot.x % 2:
            sheet.give(self.hole, spot, True, line, at)
        elif char != ".":
            raise line.error("this is no star", at, expected="'.', '1', '2', or 'X' in a cell", found=shown(char))

    def write(self, sheet: Sheet) -> list[str]:
        """A line for each row."""
        stars, black, holes = sheet.given[self.role], sheet.looks, sheet.given[self.hole]
        return [
            "".join(
                "X" if spot in holes else "." if spot not in stars else "2" if spot in black else "1"
                for spot in (Spot(y, x) for x in range(1, 2 * sheet.n_cols))
            ) for y in range(1, 2 * sheet.n_rows)
        ]  # fmt: skip


class KakuroClues(Piece):
    """Kakuro: sums outside the grid and in its black cells. The sheet's rows and columns include the frame."""

    def __init__(self, role: str) -> None:
        self.role = role

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The clues."""
        marks = sheet.given[self.role]
        for spot in sheet.board.cells:
            if min(spot) == 1:
                marks[spot] = (None, None)
        for row in sheet.board.rows:
            for spot, item in zip(row, source.items(len(row)), strict=False):
                if item.text != "." and spot != (1, 1):
                    sheet.give(self.role, spot, self._clue(item, spot), item.line, item.at)

    @staticmethod
    def _clue(item: Item, spot: Spot) -> tuple[int | None, int | None]:
        if not re.fullmatch(r"-?\d{1,3}" if min(spot) == 1 else r"-?\d{1,3},-?\d{1,3}", item.text, re.ASCII):
            raise item.error("this is no sum", "a number" if min(spot) == 1 else "'right,down' or '.'")
        sums = [n if (n := int(part)) > 0 else None for part in item.text.split(",")]
        if len(sums) == 2:
            return sums[0], sums[1]
        return (None, sums[0]) if spot.y == 1 else (sums[0], None)

    def write(self, sheet: Sheet) -> list[str]:
        """A line for each row."""
        marks = sheet.given[self.role]
        out = []
        for row in sheet.board.rows:
            items = []
            for spot in row:
                right, down = (-1 if n is None else n for n in marks.get(spot, (None, None)))
                if spot == (1, 1):
                    items.append("0")
                elif min(spot) == 1:
                    items.append(str(down if spot.y == 1 else right))
                else:
                    items.append(f"{right},{down}" if spot in marks else ".")
            out.append("".join(f"{item} " for item in items))
        return out


class CurveShapes(Piece):
    """Curve Data: the number of shapes, the grid of their numbers, then the drawing of each."""

    def __init__(self, role: str, block: str, shapes: str) -> None:
        self.shapes = shapes
        self.grid = cells(Words(block, {"-3": True}), Number(role, "-2", add=1))
        self.line = between(Words("line", {"1": True}, drawn=True), Ignored("-1"))

    def read(self, source: Lines, sheet: Sheet) -> None:
        """The grid and the shapes."""
        found = source.number("the number of shapes")
        if found is None:
            return
        self.grid.read(source, sheet)
        n, where = found
        if n > len(source.lines):
            raise where[0].error("the file has not so many shapes", expected="the number of shapes", found=str(n))
        if n:
            sheet.set(self.shapes, tuple([self._shape(source, sheet) for _ in range(n)]), *where)

    def _shape(self, source: Lines, sheet: Sheet) -> Drawing:
        width, height = source.number("the width of a shape"), source.number("the height of a shape")
        if width is None or height is None:
            line = source.lines[-1]
            raise line.error("a shape is missing", len(line.text), expected="its width and its height")
        most = sheet.n_rows * sheet.n_cols
        if not 0 < width[0] * height[0] <= most:
            line = width[1][0]
            found = f"{width[0]} x {height[0]}"
            raise line.error("a shape is larger than the board", expected=f"at most {most} cells", found=found)
        inner = Sheet(height[0], width[0])
        # A shape of one column has no lines for the links between columns.
        pieces = self.line.pieces if isinstance(self.line, Several) else ()
        for piece in pieces[inner.n_cols == 1 :]:
            piece.read(source, inner)
        return Drawing.of(Rect.of(height[0], width[0]), {"line": inner.drawn["line"]})

    def write(self, sheet: Sheet) -> list[str]:
        """The grid and the shapes."""
        drawings = sheet.numbers.get(self.shapes, ())
        out = [str(len(drawings)), *self.grid.write(sheet)]
        for drawing in drawings:
            if not isinstance(drawing, Drawing) or not isinstance(drawing.board, Rect):
                raise WriteError(f"{drawing!r} is no drawing")
            inner = Sheet(drawing.board.n_rows, drawing.board.n_cols)
            inner.drawn["line"] = dict(drawing.marks.get("line", {}))
            pieces = self.line.pieces if isinstance(self.line, Several) else ()
            out += [str(inner.n_cols), str(inner.n_rows)]
            out += [line for piece in pieces[inner.n_cols == 1 :] for line in piece.write(inner)]
        return out
