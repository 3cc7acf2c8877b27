"""Hitori: shade cells so that no number repeats unshaded in a row or column."""

from ..formats.layout import Chars, D, Diagram, Letters, Number, blank, cells, one_per_cell
from ..formats.plain_text import PlainText, grid
from ..formats.spf import Spf
from ..language import Answer, Drafts, Genre, Given, Numbers, Spot, count, must, rule
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
    shade = Answer("cells")

    @rule("{n} stands unshaded at most once in the line of {at}")
    def no_repeats(self) -> Drafts:
        for line in self.board.lines:
            places: dict[int, list[Spot]] = {}
            for cell in line:
                if cell in self.number:
                    places.setdefault(self.number[cell], []).append(cell)
            for n, same in places.items():
                if len(same) > 1:
                    yield must(count(~self.shade[c] for c in same) <= 1, same, n=n)

    apart = apart(shade, "shaded cells never share an edge")
    one_body = connected(~shade, "the unshaded cells are connected", at_least=half_open)

    dialects = (
        Spf("hitori",
            puzzle=Diagram(cells(D), cells(), cell=Number(number) | Chars(shade, {"#": True}, fill=True) | blank),
            solution=one_per_cell(shade)),
        PlainText("hitori", body=grid(Letters(number, 1))),
    )
