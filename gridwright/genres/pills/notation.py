"""How Pills is written by other programs."""

from ...formats.roles.sheet import Sheet
from ...language import Spot


def largest_pill(sheet: Sheet) -> None:
    """Their values are 1, 2, 3, ..., and the clues of the columns add up to the sum of all."""
    total, n = sheet.sum_above("total"), 0
    while total is not None and n * (n + 1) // 2 < total:
        n += 1
    if total is None or n * (n + 1) // 2 != total:
        line, at = sheet.where["size", None]
        raise line.error("the clues of the columns do not tell the number of pills", at, expected="a sum 1 + 2 + 3 ...")
    sheet.set("max", n, *sheet.where["size", None])


def no_largest_pill(sheet: Sheet) -> None:
    """Leaves out the largest value, if the clues tell it."""
    n = sheet.numbers.get("max") or 0
    if sheet.sum_above("total") == n * (n + 1) // 2:
        del sheet.numbers["max"]


def laid_pills(sheet: Sheet) -> None:
    """The middle of each has its direction."""
    pills: dict[int, list[Spot]] = {}
    for cell, n in sheet.drawn.pop("value", {}).items():
        pills.setdefault(n, []).append(cell)
    for n, cells in pills.items():
        if n and len(cells) == 3:
            first, middle, last = sorted(cells)
            sheet.drawn["pill"][middle] = "-" if first.y == last.y else "|"


def values_of_pills(sheet: Sheet) -> None:
    """The value of its pill in each cell, 0 for the others."""
    numbers = sheet.given["number"]
    values = dict.fromkeys(sheet.board.cells, 0)
    for (y, x), way in sheet.drawn["pill"].items():
        if way in ("-", "|"):
            cells = [Spot(y, x + i) if way == "-" else Spot(y + i, x) for i in (-2, 0, 2)]
            values.update(dict.fromkeys(cells, sum(numbers.get(cell, 0) for cell in cells)))
    sheet.drawn["value"] = dict(values)
