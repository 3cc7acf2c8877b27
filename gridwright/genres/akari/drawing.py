"""How Akari is drawn in Penpa+."""

from ...formats.errors import shown
from ...formats.penpa.ink import InkText
from ...formats.penpa.page import Page
from ...formats.penpa.parts import DARK, PAINT, WHOLE, Part, fault
from ...formats.roles.sheet import UNKNOWN, Role, Sheet, role_name


class Blocks(Part):
    """Walls, which are shaded cells, and the numbers on them."""

    def __init__(self, of: Role) -> None:
        self.role = role_name(of)

    def read(self, page: Page, sheet: Sheet) -> None:
        """The walls; a number on a cell without shade makes it a wall, too."""
        surface, texts = page.problem.surface, page.problem.number
        for spot in [spot for spot in (*surface, *texts) if page.inside(spot)]:
            if surface.get(spot) in DARK or spot in texts:
                surface.pop(spot, None)
                text = texts.pop(spot).text if spot in texts else ""
                value = WHOLE.parse(text)
                if value is None:
                    raise fault(sheet, "a text is no clue of this genre", spot, "a number", shown(text))
                if sheet.given[self.role].get(spot, UNKNOWN) == UNKNOWN:
                    self.give(sheet, self.role, spot, value)

    def write(self, sheet: Sheet, page: Page) -> None:
        """Shade, and white numbers on it."""
        for spot, value in sheet.given[self.role].items():
            page.problem.surface[spot] = PAINT
            if value != UNKNOWN:
                page.problem.number[spot] = InkText(str(value), 4)
