"""Doubleblock: two blocks and each number once in every row and column; clues are the sums between the blocks."""

from typing import Any

from ..formats.layout import Chars, D, Diagram, Number, bar, blank, cells, clues
from ..formats.roles import tabled
from ..formats.spf import Spf
from ..language import Answer, Genre, Given, Numbers, Spot, State, Wording, symbols
from ..language.kinds import once_each, once_in, sum_between
from ..language.making import Making, line_values, square, told_by

# -- making --


def sum_told(model: Any, answer: State, side: Spot) -> int:
    """The sum between the black cells of a line."""
    line = line_values(model, answer, "number", side)
    first = line.index(0)
    return int(sum(line[first : line.index(0, first + 1)]))


class Doubleblock(Genre):
    """The numbers are 1 to two less than the side of the grid, the blocks are the number 0. Blocks may touch; the sum
    is 0 where those of a line do."""

    name = "Doubleblock"
    aliases = ("Doppelblock",)
    task = (
        "Blacken two cells in every row and column, and write each number from 1 to two less than the side of the grid "
        "once into the others. A number outside is the sum of the numbers between the two black cells of its line."
    )

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
        none="{side:line} has no two black cells that a sum could stand between")).relying_on(rows, cols)

    own = Number(number, least=1) | Chars(number, {"#": 0}, fill=True)
    dialects = (
        Spf("doubleblock", square=True,
            puzzle=Diagram(clues(1, D) + bar + cells(D), clues() + bar + cells(),
                           side=Number(between) | blank, cell=own | blank),
            solution=Diagram(cells(D), cells(), cell=own)),
        *tabled("doubleblock", sum=between, number=number),
    )

    making = Making(
        told={"between": told_by(sum_told)}, fill="number", rounds=60, unfilled=60, is_given=bool,
        spare=1,
        size=(6, 6),
        sizes=square(4),
        solid=True,
    )
