"""Hitori: shade cells so that no number repeats unshaded in a row or column."""

from ..formats import sgt
from ..formats.layout import Chars, D, Diagram, Letters, Number, blank, cells, one_per_cell
from ..formats.plain_text import PlainText, grid
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import Answer, Drafts, Genre, Given, Numbers, Spot, Wording, count, must, rule
from ..language.kinds import apart, connected, half_open


class Hitori(Genre):
    """Cells without a number never conflict, but may be shaded like any other and count for connection. Unshaded cells
    are also connected where there are none: the only cell of a board may be shaded."""

    name = "Hitori"
    aliases = ("Singles", "Hitori ni shite kure")
    task = (
        "Shade cells so that no number stands twice unshaded in a row or column. Shaded cells share no edge, and the "
        "unshaded ones are connected."
    )

    number = Given("cells", Numbers())
    shade = Answer("cells", words=("shaded", "unshaded"))

    @rule("{number} stands unshaded at most once in {line}",
          "{number} stands unshaded {times} in {line}, at {culprits}")
    def no_repeats(self) -> Drafts:
        for kind, lines in (("row", self.board.rows), ("column", self.board.cols)):
            for i, line in enumerate(lines, 1):
                places: dict[int, list[Spot]] = {}
                for cell in line:
                    if cell in self.number:
                        places.setdefault(self.number[cell], []).append(cell)
                for number, same in places.items():
                    if len(same) > 1:
                        yield must(count(~self.shade[c] for c in same) <= 1, same, number=number, line=f"{kind} {i}",
                                   clues=[("number", c) for c in same])

    apart = apart(shade, Wording("shaded cells share no edge", "{at} are shaded and share an edge"))
    one_body = connected(~shade, Wording(
        "the unshaded cells are connected", "the unshaded cells fall into parts: {at:is|are} cut off"),
        at_least=half_open).relying_on(apart)

    dialects = (
        Spf("hitori",
            puzzle=Diagram(cells(D), cells(), cell=Number(number) | Chars(shade, {"#": True}, fill=True) | blank),
            solution=one_per_cell(shade)),
        PlainText("hitori", body=grid(Letters(number, 1))),
        *pzpr("hitori", clue=number, shade=shade),
        sgt.Singles(number, shade),
    )
