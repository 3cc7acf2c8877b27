"""Shikaku: divide the grid into rectangles, each with one number that is its area."""

from ..formats.layout import Letters
from ..formats.plain_text import PlainText, dot, grid
from ..language import WALL, Answer, Genre, Given, rectangles


class Shikaku(Genre):
    """``?`` is a number that is not told."""

    name = "Shikaku"
    aliases = ("Rectangles", "Divide by Squares", "Divide by Box")

    number = Given("cells", (1, 2, 3, 4, 6, "?"))
    border = Answer("links", look=WALL)

    all_rectangles, area, one_each = rectangles(
        border, number,
        shape="the areas that meet at {at} are rectangles",
        size="the rectangle of {at} has {n} cells",
        one="each rectangle holds exactly one number",
    )

    dialects = (PlainText("shikaku", body=grid(Letters(number) | dot)),)
