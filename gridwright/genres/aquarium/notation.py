"""How Aquarium is written by other programs."""

from ...formats.pzpr import notation as pzpr
from ...language import Spot
from ...language.layers import Layer


def pzprjs(count: Layer, wall: Layer, water: Layer) -> pzpr.Notation:
    """Without the flag r, the parts of a tank may differ in their levels."""
    return pzpr.Notation(
        (pzpr.border(wall), pzpr.Slash(), pzpr.Outside(pzpr.One(count))),
        (pzpr.Flag("r"), pzpr.walls(wall), pzpr.Framed(pzpr.One(count), *pzpr.shaded(water))),
        without={"r": ""}, refuses="no flag `r` where the parts of a tank may differ in level",
        made=same_level, told=one_level,
    )  # fmt: skip


def same_level(sheet: pzpr.Sheet) -> None:
    """Refuses a board without the flag r if that changes its rules. Raises FormatError."""
    uneven = None if "r" in sheet.flags else _uneven_tank(sheet)
    if uneven is not None:
        line, at = sheet.where["size", None]
        what = (f"without the flag r the parts of the tank at {sheet.board.name(uneven)} may differ in their levels,"
                " and in ours a tank has one level")
        raise line.error(what, at, expected="the flag r", code="variant")


def levels_may_differ(sheet: pzpr.Sheet) -> None:
    """Warns of a tank whose parts may have different levels, if the text does not state the rules."""
    uneven = None if sheet.is_ours else _uneven_tank(sheet)
    if uneven is not None:
        what = f"the parts of the tank at {sheet.board.name(uneven)} have one level here; elsewhere they may differ"
        sheet.warnings.append(what)


def one_level(sheet: pzpr.Sheet) -> None:
    """Sets the flag r where it changes the rules."""
    if "r" not in sheet.flags and _uneven_tank(sheet) is not None:
        sheet.flags |= {"r"}


def _uneven_tank(sheet: pzpr.Sheet) -> Spot | None:
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
