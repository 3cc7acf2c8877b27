"""How Killer Sudoku is written by other programs."""

from collections.abc import Iterator

from ...formats.errors import WriteError
from ...formats.roles.sheet import Role, Sheet
from ...formats.sgt import notation as sgt
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
