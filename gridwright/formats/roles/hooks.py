"""Conversions for single genres that other programs represent differently."""

from __future__ import annotations

from collections.abc import Collection

from ...language.board import Spot
from ..errors import WriteError
from .sheet import UNKNOWN, Sheet


def same_level(sheet: Sheet) -> None:
    """Aquarium: refuses a board without the flag r if that changes its rules. Raises FormatError."""
    uneven = None if "r" in sheet.flags else _uneven_tank(sheet)
    if uneven is not None:
        line, at = sheet.where["size", None]
        what = (f"without the flag r the parts of the tank at {sheet.board.name(uneven)} may differ in their levels,"
                " and in ours a tank has one level")
        raise line.error(what, at, expected="the flag r", code="variant")


def one_level(sheet: Sheet) -> None:
    """Aquarium: sets the flag r where it changes the rules."""
    if "r" not in sheet.flags and _uneven_tank(sheet) is not None:
        sheet.flags |= {"r"}


def _uneven_tank(sheet: Sheet) -> Spot | None:
    """The first cell of a tank in which water may stand at several levels, if the flag r is not set.

    Then water has one level only where it is joined within its tank. That is one level for the whole tank if all its
    cells in one row are joined by cells of that row and those below.
    """
    board, walls = sheet.board, frozenset(sheet.given["wall"])
    for tank in board.regions(walls):
        for y in {spot.y for spot in tank}:
            pieces = board.regions(walls, [spot for spot in tank if spot.y >= y])
            if sum(any(spot.y == y for spot in piece) for piece in pieces) > 1:
                return tank[0]
    return None


def single_walls(sheet: Sheet) -> None:
    """Magnets: a missing cell is one between walls, which is neutral."""
    for spot in sheet.given.pop("hole", {}):
        sheet.given["wall"].update(dict.fromkeys(sheet.board.links_of(spot), True))


def single_cells(sheet: Sheet) -> None:
    """Magnets: a cell between walls is a missing one, beside which no walls are told."""
    walls, links_of = sheet.given["wall"], sheet.board.links_of
    holes = [cell for cell in sheet.board.cells if all(link in walls for link in links_of(cell))]
    for cell in holes:
        sheet.given["hole"][cell] = True
        if sheet.given["pole"].get(cell) == "#":
            del sheet.given["pole"][cell]
    for cell in holes:
        for link in links_of(cell):
            walls.pop(link, None)


def neighbouring_islands(sheet: Sheet) -> None:
    """Hashi: warns of islands that a bridge may join in this format and not in ours."""
    islands, board = sheet.given["clue"], sheet.board
    pairs = ((cell, other) for cell in sorted(islands) for other in board.neighbours(cell) if other in islands)
    pair = next(pairs, None)
    if pair is not None:
        places = " and ".join(map(board.name, pair))
        what = f"the islands {places} are neighbours: other programs let a bridge join them, and here none does"
        sheet.warnings.append(what)


def lone_question_marks(sheet: Sheet) -> None:
    """Tapa: refuses a clue of one unknown number, which may be 0 in this format and not in ours. Raises FormatError."""
    for spot, clue in sheet.given["clue"].items():
        if clue == (UNKNOWN,):
            line, at = sheet.where["clue", spot]
            what = f"the clue '?' at {sheet.board.name(spot)} may be 0 in this format, and in ours it is positive"
            raise line.error(what, at, expected="a number, or several numbers", code="variant")


def no_lone_question_marks(sheet: Sheet) -> None:
    """Tapa: the same before writing. Raises WriteError."""
    for spot, clue in sheet.given["clue"].items():
        if clue == (UNKNOWN,):
            raise WriteError(f"a clue '?' may be 0 in this format, and the one at {sheet.board.name(spot)} is positive")


def hints_without_arrows(sheet: Sheet) -> None:
    """Yajilin: a hint without arrow and number is a cell out of play. Raises WriteError for a number without arrow."""
    hints = sheet.given["clue"]
    for spot, (n, way) in hints.items():
        if n is not None and not way:
            raise WriteError(f"the format has no number without an arrow, as at {sheet.board.name(spot)}")
    for spot in [spot for spot, hint in hints.items() if hint == (None, "")]:
        del hints[spot]
        sheet.given["block"][spot] = True


def domino_numbers(sheet: Sheet) -> None:
    """Domino Hunt: the smallest and the largest number, where they are not told. Raises FormatError."""
    numbers = [n for n in sheet.given["number"].values() if n != UNKNOWN]
    line, at = sheet.where["size", None]
    if not numbers:
        raise line.error("there are no numbers on the board", at, expected="a number in each cell", code="variant")
    for role, n in (("min", 1 if min(numbers) == 1 else 0), ("max", max(numbers))):
        if role not in sheet.numbers:
            sheet.set(role, n, line, at)


def no_domino_numbers(sheet: Sheet) -> None:
    """Domino Hunt: leaves out the smallest and the largest number, where they follow from those on the board."""
    numbers = [n for n in sheet.given["number"].values() if n != UNKNOWN] or [0]
    for role, n in (("min", 1 if min(numbers) == 1 else 0), ("max", max(numbers))):
        if sheet.numbers.get(role) == n:
            del sheet.numbers[role]


def without_tubes(sheet: Sheet) -> None:
    """Thermometers: leaves out the strokes that are drawn on cells and say nothing."""
    sheet.given.pop("tube", None)


def areas_into_numbers(sheet: Sheet) -> None:
    """Fillomino: where numbers are missing between borders, they are the sizes of the areas."""
    numbers = {**sheet.drawn["number"], **sheet.given["number"]}
    if not sheet.drawn["border"]:
        return
    walls = frozenset((*sheet.drawn["border"], *sheet.given["wall"]))
    for area in sheet.board.regions(walls):
        known = {numbers[cell] for cell in area if cell in numbers}
        n = known.pop() if len(known) == 1 else len(area)
        sheet.drawn["number"].update({cell: n for cell in area if cell not in numbers})


def numbers_into_areas(sheet: Sheet) -> None:
    """Fillomino: borders stand between different numbers."""
    numbers = {**sheet.drawn["number"], **sheet.given["number"]}
    for link in sheet.board.links:
        a, b = sheet.board.ends(link)
        if numbers.get(a) != numbers.get(b):
            sheet.drawn["border"][link] = True


def path_into_numbers(sheet: Sheet) -> None:
    """Snake: numbers the cells of a path from one of its ends."""
    sheet.drawn["number"].update(_numbered(sheet, sheet.drawn["shade"].keys()))


def numbers_into_path(sheet: Sheet) -> None:
    """Snake: the cells of the path without their numbers. Raises WriteError for numbers that are none of a path."""
    numbers = {**sheet.given["number"], **sheet.drawn["number"]}
    path = [cell for cell, n in numbers.items() if n]
    found = _numbered(sheet, path)
    turned = {cell: len(path) + 1 - n if n else 0 for cell, n in found.items()}
    if any(all(told[cell] == n for cell, n in numbers.items()) for told in (found, turned)):
        sheet.drawn["shade"] = dict.fromkeys(path, True)
        sheet.drawn["number"] = found
    else:
        raise WriteError("the format tells the cells of a snake only, and these are not numbered from end to end")


def _numbered(sheet: Sheet, path: Collection[Spot]) -> dict[Spot, int]:
    """The numbers of all cells: 0 where the path does not pass."""
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
