"""How Hashi is written by other programs."""

from ...formats.roles.items import Item, Put
from ...formats.roles.sheet import Sheet
from ...language import Spot


def neighbouring_islands(sheet: Sheet) -> None:
    """Warns of islands that a bridge may join in this format and not in ours."""
    islands, board = sheet.given["island"], sheet.board
    pairs = ((cell, other) for cell in sorted(islands) for other in board.neighbours(cell) if other in islands)
    pair = next(pairs, None)
    if pair is not None:
        places = " and ".join(map(board.name, pair))
        what = f"the islands {places} are neighbours: other programs let a bridge join them, and here none does"
        sheet.warnings.append(what)


class Bridges(Put):
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
