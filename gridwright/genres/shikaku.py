"""Shikaku: divide the grid into rectangles, each with one number that is its area."""

from ..formats import sgt
from ..formats.layout import D, Diagram, Letters, Number, Stroke, blank, ruled
from ..formats.plain_text import PlainText, dot, grid
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import CELLS, DASHES, WALL, Answer, Genre, Given, Numbers, Unknown, Wording
from ..language.kinds import rectangles


class Shikaku(Genre):
    """``?`` is a number that is not told."""

    name = "Shikaku"
    aliases = ("Rectangles", "Divide by Squares", "Divide by Box")
    task = "Divide the grid into rectangles that hold one number each, which is the number of its cells."
    ground = DASHES

    number = Given("cells", Numbers(1, CELLS) | Unknown("?"))
    border = Answer("links", look=WALL, words=("a border", "no border"))

    all_rectangles, area, one_each = rectangles(
        border, number,
        shape=Wording("the areas that meet at {cells} are rectangles", "an area at {cells} is no rectangle"),
        size=Wording(
            "the rectangle of {at} needs {n:cell}",
            few="the rectangle of {at} needs {n:cell} and has room for {room}",
            many="the rectangle of {at} needs {n:cell} and has {have} already"),
        one=Wording(
            "each rectangle holds exactly one number", "the area of {cells} holds no number",
            many="one area holds the numbers in {heads}"),
    )

    dialects = (
        Spf("shikaku", puzzle=Diagram(
            ruled(D), ruled(), frame=True, cell=Number(number, "?") | blank, edge=Stroke(border))),
        PlainText("shikaku", body=grid(Letters(number, 1) | dot)),
        *pzpr("shikaku", clue=number, wall=border),
        sgt.Rectangles(number, border),
    )
