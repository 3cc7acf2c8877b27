"""Starbattle: as many stars as told in each row, column and area; stars never touch."""

from collections.abc import Iterable, Sequence

from ..formats.layout import Chars, Diagram, Stroke, blank, one_per_cell, ruled
from ..formats.spf import Spf
from ..language import WALL, Answer, Drafts, Genre, Given, Key, Spot, count, must, rule, symbols
from ..language.kinds import apart


class Starbattle(Genre):
    """Areas are what the walls and the holes enclose; a ``hole`` belongs to no area and holds no star."""

    name = "Starbattle"
    aliases = ("Two Not Touch", "Sternenschlacht")

    wall = Given("links", look=WALL)
    hole = Given("cells", look=symbols({True: "▒"}))
    star = Answer("cells", look=symbols({True: "★"}))
    stars = Key(2, lambda board, rng: rng.choice((1, 1, 1, 2)) if len(board.cells) > 3 else 1)

    def areas(self) -> list[list[Spot]]:
        """The pieces that the walls divide the board into, without the holes."""
        open_ = [c for c in self.board.cells if c not in self.hole]
        return self.board.groups(open_, lambda a, b: self.board.link(a, b) not in self.wall)

    @rule("{at} belongs to no area, so it holds no star")
    def holes_empty(self) -> Drafts:
        for at in self.hole:
            yield must(~self.star[at], at)

    def in_each(self, groups: Iterable[Sequence[Spot]]) -> Drafts:
        """So many stars stand in each group."""
        for i, group in enumerate(groups, 1):
            yield must(count(self.star[c] for c in group) == self.stars, group, n=self.stars, i=i)

    rows = rule("the count of stars in row {i} is {n}")(lambda self: self.in_each(self.board.rows))
    cols = rule("the count of stars in column {i} is {n}")(lambda self: self.in_each(self.board.cols))
    in_areas = rule("the count of stars in area {i} is {n}")(lambda self: self.in_each(self.areas()))
    apart = apart(star, "stars never touch, not even at a corner", corners=True)

    dialects = (
        Spf("starbattle", square=True, keys=(stars,),
            puzzle=Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall),
                           cell=Chars(star, {"*": True, "-": False}) | Chars(hole, {"#": True}) | blank),
            solution=one_per_cell(star, "*")),
    )
