"""How Killer Sudoku is written by other programs."""

from collections.abc import Iterator

from ...formats.errors import WriteError
from ...formats.puzzlekit.notation import NOTHING
from ...formats.roles.items import FileLines, Item, Piece
from ...formats.roles.sheet import Role, Sheet, role_name
from ...formats.sgt import notation as sgt
from ...formats.sudoku_parts import between_caged, caged
from ...language import Spot


class CageTotals(sgt.NumberRun):
    """The sum of each cage, at its first cell."""

    def __init__(self, cage: Role, total: Role) -> None:
        super().__init__(total, cage)

    def write(self, sheet: Sheet) -> str:
        """The sums, of which each cage has one at most."""
        total, cage = self.roles
        sheet.given[total] = dict(self._first_cells(sheet, total, cage))
        return super().write(sheet)

    @staticmethod
    def _first_cells(sheet: Sheet, total: str, cage: str) -> Iterator[tuple[Spot, int]]:
        totals = sheet.given[total]
        for cells in sheet.board.regions(sheet.given[cage]):
            known = {totals[cell] for cell in cells if totals.get(cell, 0)}
            if len(known) > 1:
                place = sheet.board.name(cells[0])
                raise WriteError(f"the format has one sum in the cage of {place}, and there are several")
            yield from ((cells[0], n) for n in known)


class CageNumbers(Piece):
    """The number of its cage in each cell."""

    def __init__(self, border: Role, uncaged: Role) -> None:
        self.border, self.uncaged = role_name(border), role_name(uncaged)

    def read(self, source: FileLines, sheet: Sheet) -> None:
        """The borders between the cages; a dash is in none."""
        cages: dict[str, list[Spot]] = {}
        where: dict[Spot, Item] = {}
        for row in sheet.board.rows:
            for cell, item in zip(row, source.items(len(row)), strict=True):
                where[cell] = item
                if item.text != NOTHING:
                    cages.setdefault(item.text, []).append(cell)
        borders, uncaged = caged(sheet.board, cages.values())
        for role, spots in ((self.border, borders), (self.uncaged, uncaged)):
            for spot in spots:
                item = where[spot if spot in where else sheet.board.ends(spot)[0]]
                sheet.give(role, spot, True, item.line, item.at)

    def write(self, sheet: Sheet) -> list[str]:
        """A number for each cage in the order of their first cells."""
        board = sheet.board
        inside = [cell for cell in board.cells if cell not in sheet.given[self.uncaged]]
        cages = board.regions(frozenset(sheet.given[self.border]), inside)
        sheet.given[self.border] = between_caged(sheet.given[self.border], sheet.given[self.uncaged], board)
        number = {cell: str(n) for n, cells in enumerate(cages, 1) for cell in cells}
        return [" ".join(number.get(cell, NOTHING) for cell in row) for row in board.rows]
