"""Doubleblock: two blocks and each number once in every row and column; clues are the sums between the blocks."""

from typing import Any

from ...formats.errors import Line, shown
from ...formats.layout import Chars, D, Diagram, Number, bar, blank, cells, clues
from ...formats.roles import penpa, puzzlekit, pzpr
from ...formats.roles.sheet import Sheet
from ...formats.spf import Spf
from ...language import Answer, Genre, Given, Numbers, Spot, State, Wording, symbols
from ...language.making import Making, line_values, square, told_by
from ...language.taste import Levels
from ...rules import once_each, once_in
from .rules import sum_between


class Doubleblock(Genre):
    """The numbers run from 1 to the size of the grid minus 2; a block is the number 0. Blocks may be adjacent: the sum
    between them is then 0."""

    name = "Doubleblock"
    aliases = ("Doppelblock",)
    task = (
        "Blacken two cells in every row and column, and write every number from 1 to the size of the grid minus 2 once "
        "in the others. A number outside is the sum of the numbers between the two black cells of its line."
    )
    levels = Levels(easy=33.7, medium=84.3, hard=166, extreme=261)

    def numbers(self) -> range:
        """0 for a block, and the numbers."""
        return range(self.board.n_cols - 1)

    def sum_of_all(self) -> int:
        """The sum of all numbers of a line."""
        return sum(self.numbers())

    between = Given("sides", Numbers(0, sum_of_all))
    number = Answer("cells", numbers, look=symbols({0: "■"}), words={0: "black"})

    rows = once_each(number, "rows", once_in("row {i}"), full=True, free=0, rest="row {i} needs {n:black cell}")
    cols = once_each(number, "cols", once_in("column {i}"), full=True, free=0, rest="column {i} needs {n:black cell}")
    sums = sum_between(number, between, Wording(
        "{side:line} needs a sum of {n} between its black cells",
        none="{side:line} has no two black cells with room for the sum between them")).requires(rows, cols)

    own = Number(number, least=1) | Chars(number, {"#": 0}, fill=True)
    dialects = (
        Spf("doubleblock", square=True,
            puzzle=Diagram(clues(1, D) + bar + cells(D), clues() + bar + cells(),
                           side=Number(between) | blank, cell=own | blank),
            solution=Diagram(cells(D), cells(), cell=own)),
        *pzpr("doppelblock", lambda p, g: p.Notation(
            (p.Outside(p.One(g.between)), p.numbers(g.number, optional=True)),
            (p.Framed(p.One(g.between), *p.sums_of_digits(g.number)),),
        )),
        penpa("doubleblock doppelblock", lambda p, g: p.Notation(
            p.MarginTexts(p.One(g.between)), p.Shade(g.number, 0), p.CellTexts(g.number, drawn=True, blank=0),
            tag="doppelblock", unknown=p.ignored(g.between, g.number),
        )),
        *puzzlekit("DoppelBlock", lambda k, g: k.Notation(
            (k.columns(k.numbers(g.between)), k.rows(k.numbers(g.between))),
            k.solved(k.Words(g.number, {"x": 0}, drawn=True), k.Integer(g.number, drawn=True, least=1)),
            largest(k),
        )),
    )


# -- making --


def sum_told(model: Any, answer: State, side: Spot) -> int:
    """The sum between the black cells of a line."""
    line = line_values(model, answer, "number", side)
    first = line.index(0)
    return int(sum(line[first : line.index(0, first + 1)]))


Doubleblock.making = Making(
    told={"between": told_by(sum_told)}, fill="number", rounds=60, unfilled=60, is_given=bool,
    spare=1,
    size=(6, 6),
    sizes=square(4),
    solid=True,
)


# -- how other programs write it --


def largest(kit: Any) -> Any:
    """A number behind the size in puzzlekit: the largest number, which follows from the size."""

    def read(word: str, sheet: Sheet, line: Line) -> None:
        if kit.whole_number(word, line, "the largest number") != sheet.n_cols - 2:
            what = "another largest number than two less than the side is a rule that Doubleblock does not have"
            raise line.error(what, expected=str(sheet.n_cols - 2), found=shown(word), code="variant")

    return kit.Extra(("depth",), read, lambda sheet: str(sheet.n_cols - 2))
