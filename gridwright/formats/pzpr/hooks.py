"""What single genres of pzprjs tell otherwise than ours."""

from __future__ import annotations

from ...language.board import Spot
from ..errors import WriteError
from .sheet import UNKNOWN, Sheet


def same_level(sheet: Sheet) -> None:
    """Aquarium: refuses a board without the flag r if that changes its rules. Raises FormatError."""
    uneven = None if "r" in sheet.flags else _uneven_tank(sheet)
    if uneven is not None:
        line, at = sheet.where["size", None]
        what = (f"without the flag r the parts of the tank at {sheet.board.name(uneven)} may differ in their levels, and"
                " in ours a tank has one level")
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
    pair = next(((cell, other) for cell in sorted(islands) for other in board.neighbours(cell) if other in islands), None)
    if pair is not None:
        places = " and ".join(map(board.name, pair))
        sheet.warnings.append(f"the islands {places} are neighbours: puzz.link lets a bridge join them, and here none does")


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
    """Yajilin: a hint without arrow and number is a cell out of play."""
    hints = sheet.given["clue"]
    for spot in [spot for spot, hint in hints.items() if hint == (None, "")]:
        del hints[spot]
        sheet.given["block"][spot] = True


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
    board, shade = sheet.board, set(sheet.drawn["shade"])
    near = {cell: [other for other in board.neighbours(cell) if other in shade] for cell in shade}
    ends = [cell for cell in sorted(shade) if len(near[cell]) < 2]
    order: list[Spot] = ends[:1]
    while order:
        after = [cell for cell in near[order[-1]] if cell not in order]
        if not after:
            break
        order.append(after[0])
    places = {cell: n for n, cell in enumerate(order, 1)}
    sheet.drawn["number"].update({cell: places.get(cell, 0) for cell in board.cells})
