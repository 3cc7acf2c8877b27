"""How Kakuro is drawn in Penpa+."""

from ...board.board import Spot
from ...formats.errors import shown
from ...formats.penpa.ink import LOWER_LEFT, UPPER_RIGHT, Nook, Symbol
from ...formats.penpa.page import Page
from ...formats.penpa.parts import DARK, WHOLE, Part, fault
from ...formats.roles.sheet import Role, Sheet, role_name


class KakuroClues(Part):
    """Black cells with the sums to the right and below."""

    def __init__(self, of: Role) -> None:
        self.role = role_name(of)

    def read(self, page: Page, sheet: Sheet) -> None:
        """The black cells; the sums stand in their corners."""
        symbols, surface, nooks = page.problem.symbol, page.problem.surface, page.problem.nook
        black = [spot for spot, symbol in symbols.items() if symbol.name == "kakuro"]
        black += [spot for spot, colour in surface.items() if colour in DARK]
        black += [nook.cell for nook in nooks if nook.at in (UPPER_RIGHT, LOWER_LEFT)]
        for cell in dict.fromkeys(black):
            symbols.pop(cell, None)
            surface.pop(cell, None)
            sums = tuple(self._sum(nooks.pop(Nook(cell, at), ""), sheet, cell) for at in (UPPER_RIGHT, LOWER_LEFT))
            self.give(sheet, self.role, cell, sums)

    @staticmethod
    def _sum(text: str, sheet: Sheet, cell: Spot) -> int | None:
        value = WHOLE.parse(text)
        if value is None:
            raise fault(sheet, "a text is no sum", cell, "a number", shown(text))
        return value if isinstance(value, int) and value > 0 else None

    def write(self, sheet: Sheet, page: Page) -> None:
        """A symbol, with a diagonal if there are sums."""
        for cell, (right, below) in sheet.given[self.role].items():
            told = right is not None or below is not None
            page.problem.symbol[cell] = Symbol("kakuro", 1 if told else 2)
            for at, n in ((UPPER_RIGHT, right), (LOWER_LEFT, below)):
                if n is not None:
                    page.problem.nook[Nook(cell, at)] = str(n)
