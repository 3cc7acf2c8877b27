"""How Killer Sudoku is drawn in Penpa+."""

from typing import Any, Final

from ...formats.errors import shown
from ...formats.penpa.ink import (
    KILLER_SUM,
    LOWER_LEFT,
    LOWER_RIGHT,
    UPPER_LEFT,
    UPPER_RIGHT,
    Ink,
    Nook,
)
from ...formats.penpa.page import Page
from ...formats.penpa.parts import WHOLE, Part, fault
from ...formats.roles.sheet import Role, Sheet, role_name
from ...formats.sudoku_parts import between_caged, caged
from ...language import Spot


class DrawnCages(Part):
    """Cages with totals."""

    def __init__(self, border: Role, total: Role, uncaged: Role) -> None:
        self.border, self.total, self.uncaged = map(role_name, (border, total, uncaged))

    def read(self, page: Page, sheet: Sheet) -> None:
        """The cages, and the total in each, wherever it stands."""
        ink = page.problem
        cages = [tuple(dict.fromkeys(cage)) for cage in ink.cages]
        if not cages:
            cages = _dashed_cages(ink, sheet)
            ink.dashes.clear()
        ink.cages.clear()
        if not cages:
            raise fault(sheet, "no cages are drawn", Spot(-1, -1), "cages with totals")
        totals: dict[Spot, Any] = {}
        for nook in [nook for nook in ink.nook if page.inside(nook.cell) and nook.at < 4]:
            self._total(sheet, totals, nook.cell, ink.nook.pop(nook))
        for cell in [cell for cell, text in ink.number.items() if text.style == KILLER_SUM]:
            self._total(sheet, totals, cell, ink.number.pop(cell).text)
        known = set(sheet.board.cells)
        for cage in cages:
            outside = next((cell for cell in cage if cell not in known), None)
            if outside is not None:
                raise fault(sheet, "a cage leaves the board", outside)
        borders, uncaged = caged(sheet.board, cages)
        for role, marks in ((self.border, borders), (self.uncaged, uncaged)):
            for spot in marks:
                self.give(sheet, role, spot, True)
        for spot, n in totals.items():
            self.give(sheet, self.total, spot, n)

    @staticmethod
    def _total(sheet: Sheet, totals: dict[Spot, Any], cell: Spot, text: str) -> None:
        value = WHOLE.parse(text)
        if value is None:
            raise fault(sheet, "a text is no total", cell, "a number", shown(text))
        totals[cell] = value

    def write(self, sheet: Sheet, page: Page) -> None:
        """The cages, and the totals in their cells."""
        board = sheet.board
        inside = [cell for cell in board.cells if cell not in sheet.given[self.uncaged]]
        cages = board.regions(frozenset(sheet.given[self.border]), inside)
        sheet.given[self.border] = between_caged(sheet.given[self.border], sheet.given[self.uncaged], board)
        page.problem.cages += map(tuple, cages)
        for cell, n in sheet.given[self.total].items():
            page.problem.nook[Nook(cell, UPPER_LEFT)] = WHOLE.written(n, sheet, cell)


_SIDES: Final = {
    frozenset((UPPER_LEFT, UPPER_RIGHT)): (-1, 0), frozenset((LOWER_LEFT, LOWER_RIGHT)): (1, 0),
    frozenset((UPPER_LEFT, LOWER_LEFT)): (0, -1), frozenset((UPPER_RIGHT, LOWER_RIGHT)): (0, 1),
}  # fmt: skip
"""The side of a cell, as a step to its border, along which a stroke between two of its corners runs."""


def _dashed_cages(ink: Ink, sheet: Sheet) -> list[tuple[Spot, ...]]:
    """The cages of older links, which draw them stroke by stroke, inside the cells that they enclose."""
    walls: set[Spot] = set()
    touched: set[Spot] = set()
    for a, b in ink.dashes:
        side = _SIDES.get(frozenset((a.at, b.at))) if a.cell == b.cell else None
        if side is not None:
            walls.add(Spot(a.cell.y + side[0], a.cell.x + side[1]))
            touched.add(a.cell)
    regions = sheet.board.regions(frozenset(walls)) if walls else []
    return [tuple(cells) for cells in regions if not touched.isdisjoint(cells)]
