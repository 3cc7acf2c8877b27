"""Yajilin: shade cells and draw one loop through all others; hints count shaded cells."""

from ..formats.layout import Chars, D, Diagram, Letters, Number, Stroke, beside, blank, cells, ruled
from ..formats.plain_text import YAJILIN_LETTERS, PlainText, dot
from ..formats.spf import Spf
from ..language import (
    CELLS,
    DOWN,
    LEFT,
    LINE,
    POINTER,
    RIGHT,
    STEPS,
    UP,
    Answer,
    Drafts,
    Genre,
    Given,
    Mark,
    Numbers,
    OneOf,
    Spot,
    TupleOf,
    Unknown,
    all_of,
    count,
    must,
    rule,
    symbols,
)
from ..language.kinds import apart, no_branches, one_loop

WAYS = {"u": (UP,), "r": (RIGHT,), "d": (DOWN,), "l": (LEFT,), "": STEPS}


class Yajilin(Genre):
    """A hint (n, direction) counts shaded cells that way up to the border, looking past hints; without a direction all
    four ways together. ``block`` marks cells that are neither shaded nor passed, without a hint; a hint's number may be
    missing (None)."""

    name = "Yajilin"
    aliases = ("Arrow Ring", "Yajisan-Kazusan Loop", "Straight and Turn")
    task = (
        "Shade cells that share no edge, and draw one closed loop through all other cells without a clue. A number "
        "counts the shaded cells in the direction of its arrow."
    )

    hint = Given("cells", TupleOf(Numbers(0, CELLS) | Unknown(), OneOf(WAYS), untold=(None, "")), look=POINTER)
    block = Given("cells", role="structure", look=symbols({True: "▒"}))
    shade = Answer("cells")
    loop = Answer("links", look=LINE)

    @rule("{at} is not shaded")
    def hints_open(self) -> Drafts:
        for at in (*self.hint, *self.block):
            yield must(~self.shade[at], at)

    @rule("{at} is not passed")
    def hints_off_loop(self) -> Drafts:
        for at in (*self.hint, *self.block):
            yield must(all_of(~self.loop[s] for s in self.board.links_of(at)), at)

    @rule("the count of shaded cells where the hint {at} points is {n}")
    def hint_counts(self) -> Drafts:
        for at, (n, way) in self.hint.items():
            if n is not None:
                seen = [c for step in WAYS[way] for c in self.board.ray(at, step)]
                yield must(count(self.shade[c] for c in seen) == n, at, n=n)

    apart = apart(shade, "shaded cells never share an edge")

    def passed(self) -> dict[Spot, Mark]:
        """Every cell is passed unless it is shaded, a hint or blocked."""
        return {c: ~self.shade[c] for c in self.board.cells if c not in self.hint and c not in self.block}

    passes_all = no_branches(loop, "the loop passes {at} just once unless it is shaded", passed=passed)
    one_loop = one_loop(loop, "the line is one single loop", faces=False)

    arrow = Chars(None, {"^": "u", ">": "r", "v": "d", "<": "l"})
    letter = Chars(None, {"w": "u", "d": "r", "x": "d", "a": "l", " ": ""})
    dialects = (
        Spf("yajilin",
            puzzle=Diagram(ruled(D + 1), ruled(), frame=True, edge=Stroke(loop, across=True),
                           cell=(beside(Number() | blank, letter, into=hint)
                                 | Chars(block, {"#": True}, fill=True) | blank)),
            solution=Diagram(ruled(), ruled(), frame=True, edge=Stroke(loop, across=True),
                             cell=Chars(shade, {"#": True, " ": False}))),
        PlainText("yajilin", body=Diagram(cells(2), cells(), cell=(
            beside(Letters(alphabet=YAJILIN_LETTERS), arrow, into=hint) | Chars(block, {"*": True}, fill=True) | dot))),
    )
