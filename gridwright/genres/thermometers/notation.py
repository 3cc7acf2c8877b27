"""How Thermometers is written by other programs."""

import re
from itertools import pairwise

from ...formats.errors import WriteError
from ...formats.roles.items import Item, Put
from ...formats.roles.sheet import Role, Sheet, role_name
from ...language import Spot


def laid_tubes(sheet: Sheet) -> None:
    """Joins the numbered places of each. Raises FormatError for places that are no neighbours."""
    tubes: dict[int, list[tuple[int, Spot]]] = {}
    for cell, (tube, place) in sheet.given.pop("tube item", {}).items():
        tubes.setdefault(tube, []).append((place, cell))
    for tube, places in tubes.items():
        cells = [cell for _, cell in sorted(places)]
        where = sheet.where["tube item", cells[0]]
        if [place for place, _ in sorted(places)] != list(range(1, len(cells) + 1)):
            raise where[0].error(f"the places of thermometer {tube} are not numbered from 1 on", where[1])
        sheet.give("bulb", cells[0], True, *where)
        for a, b in pairwise(cells):
            if abs(a.y - b.y) + abs(a.x - b.x) != 2:
                raise where[0].error(f"the cells of thermometer {tube} are no neighbours", where[1], code="variant")
            sheet.give("joint", Spot((a.y + b.y) // 2, (a.x + b.x) // 2), True, *where)


def numbered_tubes(sheet: Sheet) -> None:
    """Numbers their places. Raises WriteError where they branch or meet, and for cells without a bulb."""
    without_tubes(sheet)
    bulbs, joints = sheet.given.pop("bulb", {}), set(sheet.given.pop("joint", {}))
    for n, bulb in enumerate(sorted(bulbs), 1):
        here, place = bulb, 1
        while True:
            if here in sheet.given["tube item"]:
                raise WriteError(f"the format has no thermometers that share a cell, such as {sheet.board.name(here)}")
            sheet.given["tube item"][here] = (n, place)
            ahead = [(link, cell) for link, cell in sheet.board.ways(here) if link in joints]
            if len(ahead) > 1:
                raise WriteError(f"the format has no thermometers that branch, as at {sheet.board.name(here)}")
            if not ahead:
                break
            (link, here), place = ahead[0], place + 1
            joints.remove(link)
    if joints:
        raise WriteError(f"the format has no tubes without a bulb, as at {sheet.board.name(min(joints))}")


def without_tubes(sheet: Sheet) -> None:
    """Leaves out the strokes that are drawn on cells and say nothing."""
    sheet.given.pop("tube", None)


class TubeItems(Put):
    """The number of the thermometer and the place in it, the bulb being the first."""

    def __init__(self, bulb: Role, joint: Role) -> None:
        super().__init__(bulb)
        self.joint = role_name(joint)

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """Keeps the item until all are known."""
        found = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", item.text, re.ASCII)
        if found is None:
            return False
        sheet.give("tube item", spot, (int(found[1]), int(found[2])), item.line, item.at)
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """The two numbers."""
        told = sheet.given.get("tube item", {}).get(spot)
        return None if told is None else f"{told[0]}.{told[1]}"
