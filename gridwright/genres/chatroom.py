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
    Wording,
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
    path = Answer("links", look=LINE, words=("drawn", "not drawn"))

    def colours(self) -> Mapping[Spot, str]:
        """The colour of each symbol."""
        return {at: "black" if at in self.dark else "white" for at in self.turns if at not in self.phone}

    @rule("{at} needs {n:piece} of line")
    def segments(self) -> Drafts:
        single = self.colours()
        for at in self.board.cells:
            n = 1 if at in single else 2
            yield must(count(self.path[s] for s in self.board.links_of(at)) == n, at, clues=(), n=n)

    def arcs(self) -> Arcs:
        """What may be drawn."""
        return Arcs.of_links(self.board, lambda link: self.path[link])

    no_ring = no_ring(arcs, Wording("lines close no ring", "the line through {cells} closes a ring"),
                      path_ends=lambda self: [self.board.cell_index[at] for at in self.colours()]).relying_on(segments)
    one_phone, both_colours, turn_count = phone_calls(
        path, phone, turns, colours,
        phone=Wording("every line passes one phone", "the line through {cells} passes no phone",
                      many="a line joins the phones {cells}"),
        colour=Wording("every phone is joined to a black and a white symbol",
                       "a line joins {both}, which are both {colour}"),
        turns=Wording("the line from {at} needs {n:turn} before its phone",
                      "the line from {at} needs {n:turn} before its phone and {found}"),
    )
    one_phone.relying_on(segments, no_ring)
    both_colours.relying_on(segments, no_ring, one_phone)

    dialects = (
        Spf("chatroom",
            puzzle=Diagram(
                ruled(D + 1), ruled(), frame=True, edge=Stroke(path, across=True),
                cell=beside(Number(turns, "?") | Chars(phone, {"@": True}) | blank,
                            Chars(dark, {"#": True}) | blank | Fixed(" ", "@", warn="@ is no colour, so it is white"))),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(path, across=True),
                             cell=Chars(phone, {"@": True}) | Chars(turns, {"*": None}) | blank)),
    )
