"""Kuromasu: shade cells; each number counts the unshaded cells in view."""

from ..formats.layout import Chars, D, Diagram, Letters, Number, blank, cells, one_per_cell
from ..formats.plain_text import PlainText, dot, grid
from ..formats.spf import Spf
from ..language import IN_VIEW, Answer, Drafts, Genre, Given, Numbers, must, rule
from ..language.kinds import apart, connected, half_open, seen_from


class Kuromasu(Genre):
    """A number counts the unshaded cells seen in the four directions up to a shaded one, its own cell included once.
    Unshaded cells are also connected where there are none: the only cell of a board may be shaded."""

    name = "Kuromasu"
    aliases = ("Kurodoko", "Range", "Where is Black Cells")
    task = (
        "Shade cells without a number that share no edge so that the white cells stay connected. A number tells how "
        "many white cells are seen from it in the four directions, itself included."
    )

    number = Given("cells", Numbers(1, IN_VIEW))
    shade = Answer("cells")

    @rule("{at} is numbered, so it is not shaded")
    def numbered_open(self) -> Drafts:
        for at in self.number:
            yield must(~self.shade[at], at)

    in_view = seen_from(~shade, number, "the count of unshaded cells seen from {at} is {n}")
    apart = apart(shade, "shaded cells never share an edge")
    one_body = connected(~shade, "the unshaded cells are connected", at_least=half_open)

    dialects = (
        Spf("kuromasu",
            puzzle=Diagram(cells(D), cells(),
                           cell=Number(number) | Chars(shade, {"#": True, "-": False}, fill=True) | blank),
            solution=one_per_cell(shade)),
        PlainText("kuromasu", body=grid(Letters(number, 1) | dot)),
    )
