"""How Fillomino is written by other programs."""

from ...formats.roles.sheet import Sheet


def areas_into_numbers(sheet: Sheet) -> None:
    """Where numbers are missing between borders, they are the sizes of the areas."""
    numbers = {**sheet.drawn["number"], **sheet.given["number"]}
    if not sheet.drawn["drawn border"]:
        return
    walls = frozenset((*sheet.drawn["drawn border"], *sheet.given["border"]))
    for area in sheet.board.regions(walls):
        known = {numbers[cell] for cell in area if cell in numbers}
        n = known.pop() if len(known) == 1 else len(area)
        sheet.drawn["number"].update({cell: n for cell in area if cell not in numbers})


def numbers_into_areas(sheet: Sheet) -> None:
    """Borders stand between different numbers."""
    numbers = {**sheet.drawn["number"], **sheet.given["number"]}
    for link in sheet.board.links:
        a, b = sheet.board.ends(link)
        if numbers.get(a) != numbers.get(b):
            sheet.drawn["drawn border"][link] = True
