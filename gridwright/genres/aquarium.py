"""Aquarium: fill tanks with water; numbers count the water of their lines."""

from collections.abc import Iterator
from itertools import groupby, pairwise
from random import Random
from typing import Any

from ..formats.layout import Chars, D, Diagram, Number, Stroke, blank, clues, one_per_cell, ruled
from ..formats.roles import penpa, pzpr
from ..formats.roles.sheet import Sheet
from ..formats.spf import Spf
from ..language import (
    LINE_LENGTH,
    WALL,
    Answer,
    Demands,
    Genre,
    Given,
    Global,
    Numbers,
    Rect,
    Spot,
    all_of,
    must,
    rule,
    ticking,
)
from ..language.gestures import Fills
from ..language.making import Making, Sketch, Wishes, at_least, count_of, varied
from ..language.rules import bundle
from ..language.taste import Levels
from ..laying.layouts import grown, walls_of
from ..logic.clauses import Clauses
from ..rules import counted


class Aquarium(Genre):
    """The walls divide the board into tanks. Each tank is filled from its bottom to one level: its cells in one row are
    all water or all air, even if other tanks separate them. A tank may be empty or full."""

    name = "Aquarium"
    aliases = ("Aqua Place",)
    task = (
        "Fill the tanks with water from the bottom up. Within a tank, the water stands at one level. The numbers "
        "outside show how many cells of that row or column hold water."
    )
    levels = Levels(easy=11.7, medium=29.2, hard=35.9, extreme=41.3)

    count = Given("sides", Numbers(0, LINE_LENGTH))
    wall = Given("links", role="structure", look=WALL)
    water = Answer("cells", words=("water", "air"), gesture=Fills(lambda model: model.filled_along()))

    def tanks(self) -> list[list[list[Spot]]]:
        """The cells of each tank by rows, from top to bottom."""
        tanks = ticking(self.board.regions(self.wall))
        return [[list(row) for _, row in groupby(tank, lambda cell: cell.y)] for tank in tanks]

    def filled_along(self) -> Iterator[tuple[Spot, Spot]]:
        """For each cell, the cells that hold water if it does: its neighbours in the tank's row, and the row below."""
        for tank in self.tanks():
            for row, below in zip(tank, [*tank[1:], []], strict=True):
                yield from ((cell, other) for cell in row for other in (*row, *below) if other != cell)

    in_line = counted(water, count, "{side:line} needs {n:water cell}")

    @rule("the water is level in {at}", "the water is not level in {at}")
    def level(self) -> Demands:
        water = self.water
        for tank in self.tanks():
            for row in tank:
                if len(row) > 1:
                    round_about = zip(row, [*row[1:], row[0]], strict=True)
                    yield must(all_of(water[a].implies(water[b]) for a, b in round_about), row)

    @rule("no water stands on air in {at}", "water stands on air in {at}")
    def from_bottom(self) -> Demands:
        water = self.water
        for tank in self.tanks():
            for upper, lower in pairwise(tank):
                below = all_of(water[c] for c in lower)
                yield must(all_of(water[c].implies(below) for c in upper), (*upper, *lower))

    def rising(self: Any, out: Clauses) -> list[Global]:
        """Water in a cell of a tank's row implies water in the next one, and in the first cell of the row below."""
        water = self.water
        for tank in ticking(self.tanks()):
            for row in tank:
                if len(row) > 1:
                    out.extend([-water[a], water[b]] for a, b in zip(row, [*row[1:], row[0]], strict=True))
            out.extend([-water[upper[0]], water[lower[0]]] for upper, lower in pairwise(tank))
        return []

    level, from_bottom = bundle((level, from_bottom), rising)
    in_line.considered_with(level, from_bottom)

    dialects = (
        Spf("aquarium",
            puzzle=Diagram(clues(1, D) + ruled(), clues(1, D) + ruled(), frame=True, side=Number(count) | blank,
                           edge=Stroke(wall), cell=Chars(water, {"#": True, "-": False}) | blank),
            solution=one_per_cell(water)),
        *pzpr("aquarium", lambda p, g: pzprjs(p, g)),
        penpa("aquarium", lambda p, g: p.Notation(
            p.Regions(g.wall), p.MarginTexts(p.One(g.count)), p.Shade(g.water, colours=(1, 3, 4, 5, 8, 9)),
            made=levels_may_differ, unknown=p.ignored(g.count),
        )),
    )


# -- making --


def with_rooms(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Aquariums of three to eight cells."""
    del wishes
    return Sketch(board, {"wall": walls_of(board, grown(board, rng, lambda: rng.randint(3, 8)))})


Aquarium.making = Making(
    sketch=with_rooms, told={"count": count_of("water", True)}, whole=True, share=0.3,
    good=varied("water", 0.3, 0.7), sizes=at_least(2), fewest=1,
)


# -- how other programs write it --


def pzprjs(p: Any, g: Any) -> Any:
    """Without the flag r, the parts of a tank may differ in their levels."""
    return p.Notation(
        (p.border(g.wall), p.Slash(), p.Outside(p.One(g.count))),
        (p.Flag("r"), p.walls(g.wall), p.Framed(p.One(g.count), *p.shaded(g.water))),
        without={"r": ""}, refuses="no flag `r` where the parts of a tank may differ in level",
        made=same_level, told=one_level,
    )


def same_level(sheet: Sheet) -> None:
    """Refuses a board without the flag r if that changes its rules. Raises FormatError."""
    uneven = None if "r" in sheet.flags else _uneven_tank(sheet)
    if uneven is not None:
        line, at = sheet.where["size", None]
        what = (f"without the flag r the parts of the tank at {sheet.board.name(uneven)} may differ in their levels,"
                " and in ours a tank has one level")
        raise line.error(what, at, expected="the flag r", code="variant")


def levels_may_differ(sheet: Sheet) -> None:
    """Warns about a tank whose parts may have different levels, if the text does not state the rules."""
    uneven = None if sheet.is_ours else _uneven_tank(sheet)
    if uneven is not None:
        what = f"the parts of the tank at {sheet.board.name(uneven)} have one level here; elsewhere they may differ"
        sheet.warnings.append(what)


def one_level(sheet: Sheet) -> None:
    """Sets the flag r where it changes the rules."""
    if "r" not in sheet.flags and _uneven_tank(sheet) is not None:
        sheet.flags |= {"r"}


def _uneven_tank(sheet: Sheet) -> Spot | None:
    """The first cell of a tank in which water may stand at several levels if the flag r is not set.

    Without the flag, only water that is connected within its tank has one level. The whole tank has one if the cells of
    each of its rows are connected through this row and those below.
    """
    board, walls = sheet.board, frozenset(sheet.given["wall"])
    for tank in board.regions(walls):
        for y in {spot.y for spot in tank}:
            pieces = board.regions(walls, [spot for spot in tank if spot.y >= y])
            if sum(any(spot.y == y for spot in piece) for piece in pieces) > 1:
                return tank[0]
    return None
