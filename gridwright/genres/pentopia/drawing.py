"""How Pentopia is drawn in Penpa+."""

from ...formats.penpa.ink import Symbol
from ...formats.penpa.page import Page
from ...formats.penpa.parts import Part, fault
from ...formats.roles.sheet import Role, Sheet, role_name


class Crosses(Part):
    """Arrows that point to one or several sides."""

    ways = (4, 1, 8, 2)
    """The bits of the flags: left, up, right, down."""

    def __init__(self, of: Role, arrows: str) -> None:
        self.role, self.arrows = role_name(of), arrows

    def read(self, page: Page, sheet: Sheet) -> None:
        """Each symbol."""
        symbols = page.problem.symbol
        for spot in [spot for spot, symbol in symbols.items() if symbol.name == "arrow_cross" and page.inside(spot)]:
            style = symbols.pop(spot).style
            flags = style if isinstance(style, tuple) else ()
            bits = sum(bit for bit, flag in zip(self.ways, flags, strict=False) if flag)
            if any(flags[len(self.ways) :]):
                raise fault(sheet, "an arrow points to a corner", spot, "arrows to the left, up, to the right and down")
            if not bits:
                raise fault(sheet, "an arrow points nowhere", spot)
            self.give(sheet, self.role, spot, self.arrows[bits - 1])

    def write(self, sheet: Sheet, page: Page) -> None:
        """A symbol with a flag for each side."""
        for spot, arrow in sheet.given[self.role].items():
            bits = self.arrows.index(arrow) + 1
            page.problem.symbol[spot] = Symbol("arrow_cross", tuple(int(bool(bits & bit)) for bit in self.ways))
