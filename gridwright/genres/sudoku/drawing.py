"""How Sudoku is drawn in Penpa+."""

from collections.abc import Iterable

from ...board.rect import box_borders, box_size
from ...formats.penpa.page import Page
from ...formats.penpa.parts import Regions, region_walls
from ...formats.roles.sheet import Sheet
from ...language import Spot


class DrawnBoxes(Regions):
    """Regions, or the usual boxes if none are drawn."""

    def read(self, page: Page, sheet: Sheet) -> None:
        """The walls between regions."""
        walls: Iterable[Spot] = region_walls(page, sheet)
        if not walls and sheet.n_rows == sheet.n_cols:
            walls = box_borders(sheet.n_rows, *box_size(sheet.n_rows))
            if walls:
                sheet.warnings.append("no regions are drawn; they are taken to be the usual boxes")
        for wall in walls:
            self.give(sheet, self.role, wall, True)
