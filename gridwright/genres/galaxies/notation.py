"""How Galaxies is written by other programs: centres are stars, which may be black."""

import re

from ...formats.errors import Line, shown
from ...formats.pzpr import notation as pzpr
from ...formats.roles.items import FileLines, Item, Piece, Put
from ...formats.roles.sheet import Field, Sheet, lattice
from ...formats.sgt.notation import Solution, Solved
from ...language import Genre, Spot
from ...language.layers import Layer


class Lattice(Field, Piece):
    """A character for each place of the lattice of cells, borders and inner points: centres and missing cells."""

    def read(self, source: FileLines, sheet: Sheet) -> None:
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
            sheet.give("hole", spot, True, line, at)
        elif char != ".":
            raise line.error("this is no star", at, expected="'.', '1', '2', or 'X' in a cell", found=shown(char))

    def write(self, sheet: Sheet) -> list[str]:
        """A line for each row."""
        stars, black, holes = sheet.given[self.role], sheet.looks, sheet.given["hole"]
        return [
            "".join(
                "X" if spot in holes else "." if spot not in stars else "2" if spot in black else "1"
                for spot in (Spot(y, x) for x in range(1, 2 * sheet.n_cols))
            ) for y in range(1, 2 * sheet.n_rows)
        ]  # fmt: skip


def pzprjs(centre: Layer, wall: Layer) -> pzpr.Notation:
    """Stars on the lattice, and missing cells."""
    white, black = (pzpr.MarkField(centre, pzpr.NUMBER, look=look) for look in (False, True))
    return pzpr.Notation(
        (pzpr.Tailed((white, True), (black, True), most=7, at=lattice, expected="a digit or a small letter"),
         pzpr.bits("hole", optional=True)),
        (Lattice(centre), pzpr.drawn_walls(wall), pzpr.Notes("0")),
    )  # fmt: skip


class Centres(Put):
    """A centre in the cell (0), on its right (1) or lower border (2), or at its lower right corner (3)."""

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The centre."""
        if item.text not in tuple("0123"):
            return False
        n = int(item.text)
        sheet.give(self.role, Spot(spot.y + n // 2, spot.x + n % 2), True, item.line, item.at)
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The number of the place."""
        marks = sheet.given[self.role]
        return next((str(n) for n in range(4) if Spot(spot.y + n // 2, spot.x + n % 2) in marks), None)


def walls_of(wall: Layer) -> Solution:
    """Items of a solution such as ``E2,1``: a border in doubled coordinates."""

    def solution(model: Genre, text: str) -> Solved:
        links = set(model.board.links)
        edges = [Spot(int(y), int(x)) for x, y in re.findall(r"E([0-9]{1,6}),([0-9]{1,6})", text)]
        return {wall.name: {edge: True for edge in edges if edge in links}}

    return solution
