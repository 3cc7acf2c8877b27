"""Akari: place lamps so that every free cell is lit and no lamp lights another."""

from ..formats.layout import Chars, Diagram, Letters, Number, blank, cells, one_per_cell
from ..formats.plain_text import PlainText, dot, grid
from ..formats.spf import Spf
from ..language import BLOCK, Answer, Drafts, Genre, Given, Spot, any_of, count, must, rule, symbols


class Akari(Genre):
    """A lamp lights its row and column up to the next wall; a number on a wall counts the lamps beside it."""

    name = "Akari"
    aliases = ("Light Up", "Bijutsukan")

    wall = Given("cells", (None, 0, 1, 2, 3, 4), look=BLOCK)
    lamp = Answer("cells", look=symbols({True: "●"}))

    @rule("{at} is a wall, so it holds no lamp")
    def walls_dark(self) -> Drafts:
        for at in self.wall:
            yield must(~self.lamp[at], at)

    @rule("the count of lamps beside the wall {at} is {n}")
    def lamps_beside(self) -> Drafts:
        for at, n in self.wall.items():
            if n is not None:
                yield must(count(self.lamp[c] for c in self.board.neighbours(at)) == n, at, n=n)

    @rule("{at} is lit")
    def all_lit(self) -> Drafts:
        lighting: dict[Spot, list[list[Spot]]] = {}
        for stretch in self.board.stretches(self.wall):
            for at in stretch:
                lighting.setdefault(at, []).append(stretch)
        for at, seen in lighting.items():
            yield must(any_of(self.lamp[c] for c in sorted({c for stretch in seen for c in stretch})), at)

    @rule("no lamp lights another in the stretch {at}")
    def no_glare(self) -> Drafts:
        for stretch in self.board.stretches(self.wall):
            if len(stretch) > 1:
                yield must(count(self.lamp[c] for c in stretch) <= 1, stretch)

    dialects = (
        Spf("akari",
            puzzle=Diagram(cells(), cells(), cell=(
                Number(wall) | Chars(wall, {"#": None}) | Chars(lamp, {"*": True, "-": False}) | blank)),
            solution=one_per_cell(lamp, "*")),
        PlainText("akari", body=grid(Chars(wall, {"#": None}) | Letters(wall, 0, 4) | dot)),
    )
