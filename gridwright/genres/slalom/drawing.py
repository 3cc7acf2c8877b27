"""How Slalom is drawn in Penpa+."""

from ...board.board import Spot
from ...formats.penpa.ink import CROSS, Symbol
from ...formats.penpa.page import Page
from ...formats.penpa.parts import DRAWN, THICK, Part
from ...formats.roles.sheet import Role, Sheet, role_name


class Slants(Part):
    """A diagonal in each cell, drawn as a line between grid points or as a symbol."""

    drawn = True
    checks = ("sol_loopedge",)
    mode, tool = "lineE", "Edge Diagonal"
    symbols = {Symbol("ox_B", 5): "\\", Symbol("ox_B", 6): "/"}  # noqa: RUF012

    def __init__(self, of: Role) -> None:
        self.role = role_name(of)

    def read(self, page: Page, sheet: Sheet) -> None:
        """The diagonal of each cell."""
        for ink, _, give in self.layers(page, sheet):
            for ends in list(ink.diagonal):
                a, b = ends
                cell = Spot((a.y + b.y) // 2, (a.x + b.x) // 2)
                if ink.diagonal.pop(ends) != CROSS and page.inside(cell):
                    give(self.role, cell, "\\" if a.x < b.x else "/")
            for spot in [spot for spot, symbol in ink.symbol.items() if symbol in self.symbols and page.inside(spot)]:
                give(self.role, spot, self.symbols[ink.symbol.pop(spot)])

    def write(self, sheet: Sheet, page: Page) -> None:
        """A line across each cell."""
        for ink, marks, _ in self.layers(page, sheet):
            for (y, x), sign in marks[self.role].items():
                left, right = (y - 1, y + 1) if sign == "\\" else (y + 1, y - 1)
                ends = Spot(left, x - 1), Spot(right, x + 1)
                ink.diagonal[min(ends), max(ends)] = DRAWN if ink is page.answer else THICK
