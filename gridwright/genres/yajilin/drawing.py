"""How Yajilin is drawn in Penpa+."""

from ...formats.errors import shown
from ...formats.penpa.ink import InkText, Symbol
from ...formats.penpa.page import Page
from ...formats.penpa.parts import DARK, PAINT, WHOLE, Part, fault
from ...formats.roles.sheet import UNKNOWN, Role, Sheet, role_name


class Pointers(Part):
    """Numbers with arrows, and cells out of play."""

    arrows = {"0": "u", "1": "l", "2": "r", "3": "d"}  # noqa: RUF012
    fouredge = "rdlulurd"
    """The directions of the eight arrows of an older symbol."""

    def __init__(self, of: Role, block: Role) -> None:
        self.role, self.block = role_name(of), role_name(block)

    def read(self, page: Page, sheet: Sheet) -> None:
        """The numbers; shade without a number is a cell out of play, and so is a question mark without an arrow."""
        ink = page.problem
        for spot in [spot for spot in ink.number if page.inside(spot)]:
            told = ink.number.pop(spot).text
            text, _, sign = told.partition("_")
            symbol = ink.symbol.get(spot)
            if symbol is not None and symbol.name.startswith("arrow"):
                del ink.symbol[spot]
            value, way = WHOLE.parse(text), self.arrows.get(sign, "") or self._way(symbol)
            if value is None or (sign and sign not in self.arrows):
                raise fault(sheet, "a text is no number with an arrow", spot, "a number and an arrow", shown(told))
            ink.surface.pop(spot, None)
            if value == UNKNOWN and not way:
                self.give(sheet, self.block, spot, True)
            elif not way:
                raise fault(sheet, "a number without an arrow is a rule that is not supported", spot, "an arrow")
            else:
                self.give(sheet, self.role, spot, (None if value == UNKNOWN else value, way))
        for spot in [spot for spot, colour in ink.surface.items() if colour in DARK and page.inside(spot)]:
            del ink.surface[spot]
            self.give(sheet, self.block, spot, True)

    def _way(self, symbol: Symbol | None) -> str:
        if symbol is None or not isinstance(symbol.style, tuple):
            return ""
        return next((way for way, flag in zip(self.fouredge, symbol.style, strict=False) if flag), "")

    def write(self, sheet: Sheet, page: Page) -> None:
        """Numbers with arrows, and shade."""
        signs = {way: sign for sign, way in self.arrows.items()}
        for spot, (n, way) in sheet.given[self.role].items():
            page.problem.number[spot] = InkText(f"{'?' if n is None else n}_{signs[way]}", 1, "2")
        for spot in sheet.given[self.block]:
            page.problem.surface[spot] = PAINT
