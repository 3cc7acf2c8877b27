"""Starbattle: as many stars as told in each row, column and area; stars never touch."""

from collections.abc import Iterable, Iterator, Sequence

from ..formats.layout import Chars, Diagram, Stroke, blank, one_per_cell, ruled
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import SIDE, WALL, Answer, Drafts, Genre, Given, Key, Numbers, Spot, Wording, must, rule, symbols
from ..language.kinds import Tally, apart, tallied


class Starbattle(Genre):
    """Areas are what the walls and the holes enclose; a ``hole`` belongs to no area and holds no star."""

    name = "Starbattle"
    aliases = ("Two Not Touch", "Sternenschlacht")
    task = (
        "Place as many stars as told in every row, every column and every outlined area. Stars do not touch, not even "
        "at a corner."
    )

    wall = Given("links", role="structure", look=WALL)
    hole = Given("cells", role="structure", look=symbols({True: "▒"}))
    star = Answer("cells", look=symbols({True: "★"}), words=("a star", "no star"), verb="holds")
    stars = Key(2, Numbers(1, SIDE))

    def areas(self) -> list[list[Spot]]:
        """The pieces that the walls divide the board into, without the holes."""
        return self.board.regions(self.wall, [c for c in self.board.cells if c not in self.hole])

    @rule("{at} belongs to no area, so it holds no star", "{at} belongs to no area and holds a star")
    def holes_empty(self) -> Drafts:
        for at in self.hole:
            yield must(~self.star[at], at)

    def in_each(self, groups: Iterable[Sequence[Spot]]) -> Iterator[Tally]:
        """So many stars stand in each group."""
        return (Tally(group, self.stars, words={"i": i, "first": group[0]}) for i, group in enumerate(groups, 1))

    rows = tallied(star, lambda self: self.in_each(self.board.rows), "row {i} needs {n:star}")
    cols = tallied(star, lambda self: self.in_each(self.board.cols), "column {i} needs {n:star}")
    in_areas = tallied(star, lambda self: self.in_each(self.areas()), "the area of {first} needs {n:star}")
    apart = apart(star, Wording(
        "stars never touch, not even at a corner", "the stars {at} touch"), corners=True)

    dialects = (
        Spf("starbattle", square=True, keys=(stars,),
            puzzle=Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall),
                           cell=Chars(star, {"*": True, "-": False}) | Chars(hole, {"#": True}) | blank),
            solution=one_per_cell(star, "*")),
        *pzpr("starbattle", stars=stars, wall=wall, shade=star),
    )
