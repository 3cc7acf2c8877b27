"""How Greater-Than-Sudoku is written in Simon Tatham's collection, where each row is an area."""

from collections.abc import Mapping
from typing import Any, Final

from ...board.rect import box_borders
from ...formats.errors import WriteError
from ...formats.roles.sheet import Role, Sheet
from ...formats.sgt import notation as sgt
from ...language import DOWN, LEFT, RIGHT, UP, Spot


def other_signs(flags: str) -> str:
    """What the flags of Unequal say about the signs."""
    return "all neighbours that differ by one are marked in this puzzle" if flags.startswith("a") else ""


def row_walls(sheet: Sheet) -> dict[Spot, bool]:
    """The walls between the rows."""
    return dict.fromkeys(box_borders(sheet.n_cols, 1, sheet.n_cols), True)


class NumbersAndSigns(sgt.Fragment):
    """The number of each cell, and the neighbours that are smaller."""

    ways: Final[Mapping[str, tuple[int, int]]] = {"U": UP, "R": RIGHT, "D": DOWN, "L": LEFT}

    def __init__(self, wall: Role, sign: Role, number: Role) -> None:
        super().__init__(wall, sign, number)

    def read(self, source: sgt.IdCursor, sheet: Sheet) -> None:
        """The walls, the signs and the numbers."""
        walls, signs, numbers = (sheet.given[role] for role in self.roles)
        walls.update(row_walls(sheet))
        cells = sheet.board.cells
        for cell in sgt.occupied(source, cells, "cells", ","):
            number = source.decimal()
            if number is None:
                raise source.error("this is not a number", expected="a number for each cell, 0 for none")
            if number:
                numbers[cell] = number
            self._read_signs(source, sheet, cell, signs)
            if cell != cells[-1] or not source.done:
                source.demand(",")

    def _read_signs(self, source: sgt.IdCursor, sheet: Sheet, cell: Spot, signs: dict[Spot, Any]) -> None:
        while source.peek() in self.ways:
            way = source.take()
            dy, dx = self.ways[way]
            if Spot(cell.y + dy, cell.x + dx) not in sheet.board.cell_index:
                raise source.error("this sign points out of the board", source.at - 1)
            link, sign = Spot(cell.y + dy // 2, cell.x + dx // 2), self._sign(way)
            if signs.get(link, sign) != sign:
                raise source.error("this sign contradicts that of the neighbour", source.at - 1)
            signs[link] = sign

    @staticmethod
    def _sign(way: str) -> str:
        """The sign on the way to a smaller neighbour."""
        return ">" if way in "RD" else "<"

    def write(self, sheet: Sheet) -> str:
        """The numbers and the signs."""
        walls, signs, numbers = (sheet.given[role] for role in self.roles)
        if walls.keys() != row_walls(sheet).keys():
            raise WriteError("the format has no areas: there each row must be one")
        out = []
        for cell in sheet.board.cells:
            links = {way: Spot(cell.y + dy // 2, cell.x + dx // 2) for way, (dy, dx) in self.ways.items()}
            ways = [way for way, link in links.items() if signs.get(link) == self._sign(way)]
            out.append(f"{numbers.get(cell, 0)}{''.join(ways)},")
        return "".join(out)
