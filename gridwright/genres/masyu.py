"""Masyu: draw one loop through all pearls."""

from collections.abc import Iterator

from ..formats.layout import Chars, Diagram, Stroke, blank, ruled
from ..formats.plain_text import PlainText, dot, grid
from ..formats.spf import Spf
from ..language import (
    DOWN,
    LEFT,
    LINE,
    RIGHT,
    SHADE,
    UP,
    Answer,
    Drafts,
    Genre,
    Given,
    Mark,
    OneOf,
    Spot,
    all_of,
    any_of,
    must,
    rule,
    symbols,
)
from ..language.kinds import no_branches, one_loop


class Masyu(Genre):
    """The loop goes straight through white pearls and turns next to them; it turns on black ones and not next to
    them."""

    name = "Masyu"
    aliases = ("Mashu", "Pearl", "White Pearls and Black Pearls")
    task = (
        "Draw one closed loop through cell centres and all circles. It goes straight through white circles and turns in"
        " a cell next to them; it turns on black circles and goes straight in both cells next to them."
    )

    pearl = Given("cells", OneOf(("white", "black")), look=symbols({"white": "○", "black": "●"}))
    hole = Given("cells", role="structure", look=SHADE)
    loop = Answer("links", look=LINE)

    no_branches = no_branches(loop, "the loop passes {at} once or not at all")
    one_loop = one_loop(loop, "the line is one single loop", faces=False)

    def pearls(self, colour: str) -> Iterator[tuple[Spot, list[list[Mark]]]]:
        """Each pearl of a colour with its four ways out, every way two links long."""
        for at, c in self.pearl.items():
            if c == colour:
                yield at, [[self.loop[s] for s in self.board.way(at, step, 2)] for step in (UP, DOWN, LEFT, RIGHT)]

    @rule("the loop goes straight through the white pearl {at} and turns next to it")
    def white_pearl(self) -> Drafts:
        for at, (up, down, left, right) in self.pearls("white"):
            yield must(any_of(a[0] & b[0] & ~(a[1] & b[1]) for a, b in ((up, down), (left, right))), at)

    @rule("the loop turns on the black pearl {at} and goes straight on both ways")
    def black_pearl(self) -> Drafts:
        for at, (up, down, left, right) in self.pearls("black"):
            yield must((all_of(up) | all_of(down)) & (all_of(left) | all_of(right)), at)

    @rule("the loop does not enter {at}")
    def holes(self) -> Drafts:
        for at in self.hole:
            yield must(all_of(~self.loop[s] for s in self.board.links_of(at)), at)

    dialects = (
        Spf("masyu", puzzle=Diagram(
            ruled(), ruled(), frame=True, edge=Stroke(loop, across=True),
            cell=Chars(pearl, {"O": "white", "*": "black"}, also={"0": "white"}) | Chars(hole, {"#": True}) | blank)),
        PlainText("masyu", body=grid(Chars(pearl, {"o": "white", "*": "black"}) | dot)),
    )
