"""How Snake is written by other programs."""

from collections.abc import Collection

from ...formats.errors import WriteError
from ...formats.pzpr import notation as pzpr
from ...formats.roles.items import Item, Put
from ...formats.roles.sheet import Sheet
from ...language import Spot
from ...language.layers import Layer


class CircleAndMark(pzpr.Put):
    """The sum of a circle (1 white, 2 black) and a mark of the solver (4 in the snake, 8 outside)."""

    def takes(self, sheet: pzpr.Sheet, spot: Spot, item: Item) -> bool:
        """The circle and the mark."""
        if not (item.text.isdigit() and int(item.text) < 12):
            return False
        mark, circle = divmod(int(item.text), 4)
        if circle:
            sheet.give("circle", spot, ("", "white", "black", "?")[circle], item.line, item.at)
        if mark == 1:
            sheet.draw(self.role, spot, True, item.line, item.at)
        return True

    def gives(self, sheet: pzpr.Sheet, spot: Spot) -> str | None:
        """The mark."""
        return "4" if spot in sheet.drawn[self.role] else None


def pzprjs(used: Layer) -> pzpr.Notation:
    """The ends are circles; cells of the snake are drawn without their numbers."""
    return pzpr.Notation(
        (pzpr.ternary("circle", "white", "black"), pzpr.Outside(pzpr.One(used))),
        (pzpr.Framed(pzpr.One(used), CircleAndMark("shade"), blank="0"),),
        refuses="circles", answered=path_into_numbers, drawn=numbers_into_path,
    )


def path_into_numbers(sheet: pzpr.Sheet) -> None:
    """Numbers the cells of a path from one of its ends."""
    sheet.drawn["number"].update(_numbered(sheet, sheet.drawn["shade"].keys()))


def numbers_into_path(sheet: pzpr.Sheet) -> None:
    """The cells of a path, without their numbers. Raises WriteError for numbers that form no path."""
    numbers = {**sheet.given["number"], **sheet.drawn["number"]}
    path = [cell for cell, n in numbers.items() if n]
    found = _numbered(sheet, path)
    turned = {cell: len(path) + 1 - n if n else 0 for cell, n in found.items()}
    if any(all(told[cell] == n for cell, n in numbers.items()) for told in (found, turned)):
        sheet.drawn["shade"] = dict.fromkeys(path, True)
        sheet.drawn["number"] = found
    else:
        raise WriteError("the format tells the cells of a snake only, and these are not numbered from end to end")


def _numbered(sheet: pzpr.Sheet, path: Collection[Spot]) -> dict[Spot, int]:
    """The numbers of all cells, 0 off the path."""
    board, shade = sheet.board, set(path)
    near = {cell: [other for other in board.neighbours(cell) if other in shade] for cell in shade}
    order = dict.fromkeys([cell for cell in sorted(shade) if len(near[cell]) < 2][:1])
    here = next(iter(order), None)
    while here is not None:
        here = next((cell for cell in near[here] if cell not in order), None)
        if here is not None:
            order[here] = None
    places = {cell: n for n, cell in enumerate(order, 1)}
    return {cell: places.get(cell, 0) for cell in board.cells}


def ends_of_snake(sheet: pzpr.Sheet) -> None:
    """The length, which is the sum of the clues, and the ends, which are the first and the last number."""
    total = sheet.sum_above("used")
    if total is not None:
        sheet.set("max", total, *sheet.where["size", None])
    ends = sorted(sheet.given.pop("end", {}))
    if len(ends) > 2 or (ends and total is None):
        line, at = sheet.where["end", ends[0]]
        raise line.error("these are no ends of a snake", at, expected="two ends, and a clue for each column")
    for end, n in zip(ends, (1, total), strict=False):
        sheet.give("number", end, n, *sheet.where["end", end])


def snake_by_ends(sheet: pzpr.Sheet) -> None:
    """Writes given ends, and leaves out a length that follows from the clues."""
    total = sheet.sum_above("used")
    given = sheet.given["number"]
    if total is not None and sorted(given.values()) == [1, total]:
        sheet.given["end"] = dict.fromkeys(given, True)
        del sheet.given["number"]
    if sheet.numbers.get("max") == total:
        sheet.numbers.pop("max", None)


def path_with_ends(sheet: pzpr.Sheet) -> None:
    """The cells of the path; its ends may be given."""
    for end, n in zip(sorted(sheet.given.get("end", {})), (1, sheet.sum_above("used")), strict=False):
        sheet.drawn["number"][end] = n
    numbers_into_path(sheet)


class Ends(Put):
    """The two ends, which are the first number and the last one; the length follows from the clues."""

    def takes(self, sheet: Sheet, spot: Spot, item: Item) -> bool:
        """An end."""
        if item.text != "x":
            return False
        sheet.give("end", spot, True, item.line, item.at)
        return True

    def gives(self, sheet: Sheet, spot: Spot) -> str | None:
        """An end."""
        return "x" if spot in sheet.given.get("end", {}) else None
