"""How Compass is drawn in Penpa+."""

from ...formats.errors import shown
from ...formats.penpa.ink import Nook, Symbol
from ...formats.penpa.page import Page
from ...formats.penpa.parts import WHOLE, Part, fault
from ...formats.roles.sheet import UNKNOWN, Role, Sheet, role_name

_TOP, _RIGHT, _LEFT, _BOTTOM = range(4, 8)


class Compasses(Part):
    """Four numbers in a cell: above, right, left, below."""

    order = (_TOP, _RIGHT, _LEFT, _BOTTOM)
    cross = Symbol("compass", 1)

    def __init__(self, of: Role) -> None:
        self.role = role_name(of)

    def read(self, page: Page, sheet: Sheet) -> None:
        """The numbers around the middle of each cell."""
        nooks, symbols = page.problem.nook, page.problem.symbol
        crossed = [spot for spot, symbol in symbols.items() if symbol.name == "compass"]
        cells = dict.fromkeys([*crossed, *(nook.cell for nook in nooks if nook.at in self.order)])
        for cell in cells:
            symbols.pop(cell, None)
            numbers = []
            for at in self.order:
                text = nooks.pop(Nook(cell, at), "")
                value = WHOLE.parse(text)
                if value is None:
                    raise fault(sheet, "a text is no number of a compass", cell, "a number", shown(text))
                numbers.append(None if value == UNKNOWN else value)
            self.give(sheet, self.role, cell, tuple(numbers))

    def write(self, sheet: Sheet, page: Page) -> None:
        """A cross, and the numbers around it."""
        for cell, numbers in sheet.given[self.role].items():
            page.problem.symbol[cell] = self.cross
            for at, n in zip(self.order, numbers, strict=True):
                if n is not None:
                    page.problem.nook[Nook(cell, at)] = str(n)
