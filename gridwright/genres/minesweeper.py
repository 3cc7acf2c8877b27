"""Minesweeper as a logic puzzle: find the mines that the numbers count."""

from ..formats.layout import Chars, Diagram, Letters, Number, blank, cells, one_per_cell
from ..formats.plain_text import CountLine, PlainText, dot, grid
from ..formats.spf import Spf
from ..language import Answer, Drafts, Genre, Given, Key, count, must, rule, symbols


class Minesweeper(Genre):
    """A number counts the mines among its up to eight neighbours. An ``x`` cell holds no mine and says nothing.

    ``mines`` is the number of mines; 0 leaves it open.
    """

    name = "Minesweeper"
    aliases = ("Mines",)

    number = Given("cells", (*range(9), "x"))
    mine = Answer("cells", look=symbols({True: "●"}))
    mines = Key(0)

    @rule("{at} holds no mine")
    def clues_safe(self) -> Drafts:
        for at in self.number:
            yield must(~self.mine[at], at)

    @rule("the count of mines around {at} is {n}")
    def mines_around(self) -> Drafts:
        for at, n in self.number.items():
            if n != "x":
                yield must(count(self.mine[c] for c in self.board.around(at)) == n, at, n=n)

    @rule("the count of mines is {n}")
    def total_mines(self) -> Drafts:
        if self.mines:
            yield must(count(self.mine[c] for c in self.board.cells) == self.mines, n=self.mines)

    dialects = (
        Spf("minesweeper", keys=(mines,),
            puzzle=Diagram(cells(), cells(), cell=(
                Number(number) | Chars(number, {"x": "x"}) | Chars(mine, {"*": True, "-": False}) | blank)),
            solution=one_per_cell(mine, "*")),
        PlainText("minesweeper", body=(
            grid(Letters(number, 0, 8) | Chars(number, {"x": "x"}) | dot), CountLine("mine", mines, also=("mines",)))),
    )
