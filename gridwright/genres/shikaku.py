"""Shikaku: divide the grid into rectangles, each with one number that is its area."""

from ..formats.layout import D, Diagram, Letters, Number, Stroke, blank, ruled
from ..formats.plain_text import PlainText, dot, grid
from ..formats.spf import Spf
from ..language import CELLS, DASHES, WALL, Answer, Genre, Given, Numbers, Unknown
from ..language.kinds import rectangles


class Shikaku(Genre):
    """``?`` is a number that is not told."""

    name = "Shikaku"
    aliases = ("Rectangles", "Divide by Squares", "Divide by Box")
    task = "Divide the grid into rectangles that hold one number each, which is the number of its cells."
    ground = DASHES

    number = Given("cells", Numbers(1, CELLS) | Unknown("?"))
    border = Answer("links", look=WALL)

    all_rectangles, area, one_each = rectangles(
        border, number,
        shape="the areas that meet at {at} are rectangles",
        size="the rectangle of {at} has area {n}",
        one="each rectangle holds exactly one number",
    )

    dialects = (
        Spf("shikaku", puzzle=Diagram(
            ruled(D), ruled(), frame=True, cell=Number(number, "?") | blank, edge=Stroke(border))),
        PlainText("shikaku", body=grid(Letters(number, 1) | dot)),
    )
