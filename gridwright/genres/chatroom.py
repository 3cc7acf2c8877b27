"""Chatroom: draw lines from every phone to a black and to a white symbol."""

from collections.abc import Mapping

from ..formats.layout import Chars, D, Diagram, Fixed, Number, Stroke, beside, blank, ruled
from ..formats.spf import Spf
from ..language import (
    CELLS,
    LINE,
    SHADE,
    Answer,
    Drafts,
    Genre,
    Given,
    Numbers,
    Spot,
    Unknown,
    count,
    must,
    rule,
    symbols,
)
from ..language.kinds import Arcs, no_ring, phone_calls


class Chatroom(Genre):
    """Each phone is joined to one black and one white symbol by lines that run through cell centres, neither branch nor
    cross, and together visit every cell. A number counts the turns of the line between the symbol and its phone; a bend
    on the phone itself belongs to neither line. ``?`` is a symbol whose number is not told; symbols that are not dark
    are white, and a dark mark says nothing where no symbol stands.

    One segment leaves a symbol, two leave a phone, and two meet wherever else a line passes.
    """

    name = "Chatroom"
    task = (
        "Join each phone by lines to one number on white and one on grey. The lines run through cell centres, never "
        "cross or branch, and visit every cell. A number tells how often its line turns."
    )

    turns = Given("cells", Numbers(0, CELLS) | Unknown("?"))
    phone = Given("cells", role="structure", look=symbols({True: "@"}))
    dark = Given("cells", role="structure", look=SHADE)
    path = Answer("links", look=LINE)

    def colours(self) -> Mapping[Spot, bool]:
        """Each symbol, and whether it is black."""
        return {at: at in self.dark for at in self.turns if at not in self.phone}

    def numbers(self) -> Mapping[Spot, int]:
        """The symbols that tell a number."""
        return {at: self.turns[at] for at in self.colours() if self.turns[at] != "?"}

    @rule("the count of segments that meet at {at} is {n}")
    def segments(self) -> Drafts:
        single = self.colours()
        for at in self.board.cells:
            n = 1 if at in single else 2
            yield must(count(self.path[s] for s in self.board.links_of(at)) == n, at, n=n)

    def arcs(self) -> Arcs:
        """What may be drawn."""
        return Arcs.of_links(self.board, lambda link: self.path[link])

    no_ring = no_ring(arcs, "the lines at {at} close no ring",
                      path_ends=lambda self: [self.board.cell_index[at] for at in self.colours()])
    one_phone, both_colours, turn_count = phone_calls(
        path, lambda self: self.phone, colours, numbers,
        phone="lines join {at} to one phone and no other",
        colour="the symbols {at}, which lines join, differ in colour",
        turns="the count of turns between {at} and its phone is {n}",
    )

    dialects = (
        Spf("chatroom",
            puzzle=Diagram(
                ruled(D + 1), ruled(), frame=True, edge=Stroke(path, across=True),
                cell=beside(Number(turns, "?") | Chars(phone, {"@": True}) | blank,
                            Chars(dark, {"#": True}) | blank | Fixed(" ", "@", warn="@ is no colour, so it is white"))),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(path, across=True),
                             cell=Chars(phone, {"@": True}) | Chars(turns, {"*": None}) | blank)),
    )
