"""How Hashi is written by other programs."""

import re

from ...formats.roles.items import Item, Put
from ...formats.roles.sheet import Sheet
from ...formats.sgt.notation import Solution, Solved, cell_at, items_of
from ...language import Genre, Spot
from ...language.layers import ValueLayer


def neighbouring_islands(sheet: Sheet) -> None:
    """Warns of islands that a bridge may join in this format and not in ours."""
    islands, board = sheet.given["island"], sheet.board
    pairs = ((cell, other) for cell in sorted(islands) for other in board.neighbours(cell) if other in islands)
    pair = next(pairs, None)
    if pair is not None:
        places = " and ".join(map(board.name, pair))
        what = f"the islands {places} are neighbours: other programs let a bridge join them, and here none does"
        sheet.warnings.append(what)


class BridgeSigns(Put):
    """One or two level bridges (1, 2) or upright ones (a, b) in a cell."""

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """The bridges to both sides of the cell."""
        if item.text not in tuple("12ab"):
            return False
        n = "12".find(item.text) + 1 or "ab".find(item.text) + 1
        for link in self._links(spot, level=item.text in "12"):
            sheet.draw(self.role, link, n, item.line, item.at)
        return True

    @staticmethod
    def _links(spot: Spot, *, level: bool) -> tuple[Spot, Spot]:
        y, x = spot
        return (Spot(y, x - 1), Spot(y, x + 1)) if level else (Spot(y - 1, x), Spot(y + 1, x))

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The number of bridges over the cell."""
        marks = sheet.drawn[self.role]
        for level, signs in ((True, "12"), (False, "ab")):
            found = {marks.get(link, 0) for link in self._links(spot, level=level)}
            if len(found) == 1 and found <= {1, 2}:
                return signs[found.pop() - 1]
        return None


def other_bridges(flags: str) -> str:
    """What flags of Bridges say about the rules."""
    most = re.search(r"m([0-9]+)", flags)
    if most and most[1] != "2":
        return f"this puzzle has up to {most[1]} bridges between two islands"
    return "bridges must form no ring in this puzzle" if "L" in flags else ""


def bridges_of(bridge: ValueLayer) -> Solution:
    """Items of a solution such as ``L0,0,2,0,1``: column and row of both ends, and the number of bridges."""

    def solution(model: Genre, text: str) -> Solved:
        found = dict.fromkeys(bridge.spots(model), 0)
        for item in items_of(text):
            if item[0] == "L":
                x, y, u, v, n = map(int, item[1:].split(","))
                a, b = sorted((cell_at(x, y), cell_at(u, v)))
                across = a.y == b.y
                between = range(a.x + 1, b.x, 2) if across else range(a.y + 1, b.y, 2)
                found.update({Spot(a.y, i) if across else Spot(i, a.x): n for i in between})
        return {bridge.name: found}

    return solution
