"""Compass: divide the grid into areas with one compass each, whose numbers count cells of its area that way."""

from ..formats.layout import D, Diagram, Fields, Fixed, Number, Stroke, cells, ruled
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import CELLS, COMPASS, DASHES, WALL, Answer, Genre, Given, ListOf, Numbers, Unknown, Wording
from ..language.kinds import compass_areas


class Compass(Genre):
    """A compass has four numbers (above, right, left, below), each of which may be missing (None). A number counts the
    cells of the area that lie further that way than the compass: in the whole half of the board."""

    name = "Compass"
    aliases = ("Kompass",)
    task = (
        "Divide the grid into connected areas with one compass each. A number of a compass tells how many cells of its "
        "area lie further in that direction than the compass."
    )
    ground = DASHES

    compass = Given("cells", ListOf(Numbers(0, CELLS) | Unknown(), 4, 4), look=COMPASS)
    wall = Answer("links", look=WALL, words=("a wall", "no wall"))

    counts, one_compass, walls_part = compass_areas(
        wall, lambda self: self.compass,
        counts=Wording(
            "the area of {at} needs {n:cell} {way} it",
            few="the area of {at} needs {n:cell} {way} it and has room for {room}",
            many="the area of {at} needs {n:cell} {way} it and has {have} already"),
        one=Wording(
            "each area holds exactly one compass", "the area of {cells} holds no compass",
            many="one area holds the compasses in {heads}"),
        parting=Wording("every wall parts two areas", "the wall between {sides} has one area on both sides"),
    )

    dialects = (
        Spf("compass",
            puzzle=Diagram(cells(2 * D), cells(2), cell=Fields(compass, Number(dots=False) | Fixed(".")) | Fixed(" ")),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall))),
        *pzpr("compass", clue=compass, wall=wall),
    )
