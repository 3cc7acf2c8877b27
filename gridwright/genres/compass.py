"""Compass: divide the grid into areas with one compass each, whose numbers count cells of its area that way."""

from ..formats.layout import D, Diagram, Fields, Fixed, Number, Stroke, cells, ruled
from ..formats.spf import Spf
from ..language import CELLS, COMPASS, DASHES, WALL, Answer, Genre, Given, ListOf, Numbers, Unknown
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
    wall = Answer("links", look=WALL)

    counts, one_compass, walls_part = compass_areas(
        wall, lambda self: self.compass,
        counts="the count of cells of the area of {at} that lie {way} it is {n}",
        one="each area holds exactly one compass",
        parting="the wall between {at} parts two areas",
    )

    dialects = (
        Spf("compass",
            puzzle=Diagram(cells(2 * D), cells(2), cell=Fields(compass, Number(dots=False) | Fixed(".")) | Fixed(" ")),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall))),
    )
