"""Minesweeper as a logic puzzle: find the mines that the numbers count."""

from collections.abc import Iterator
from typing import Any

from ...formats.layout import Chars, Diagram, Letters, Number, blank, cells, one_per_cell
from ...formats.plain_text import CountLine, PlainText, dot, grid
from ...formats.roles import penpa, puzzlekit, pzpr, sgt
from ...formats.spf import Spf
from ...language import (
    CELLS,
    Answer,
    Genre,
    Given,
    Key,
    Numbers,
    Rect,
    Spot,
    State,
    Unknown,
    Wording,
    symbols,
)
from ...language.look import LazyModule
from ...language.making import ABSENT, Making, at_least, told_by
from ...language.shapes import Circle, Polylines, rays
from ...language.taste import Levels
from ...rules import Tally, counted_around, tallied, unmarked

notation = LazyModule(__name__, "notation")

MINE = (
    Polylines("beam", rays(0.1, 0.38, range(0, 360, 45))), Circle("ink", 0, 0, 0.26),
    Circle("ground", -0.08, -0.08, 0.06),
)


class Minesweeper(Genre):
    """A number counts the mines among its up to eight neighbours. An ``x`` cell holds no mine and has no other meaning.

    ``mines`` is the number of mines; 0 means unknown.
    """

    name = "Minesweeper"
    aliases = ("Mines",)
    task = (
        "Find the mines in the cells without a number. A number shows how many of the (up to eight) cells around it "
        "hold a mine."
    )
    levels = Levels(easy=12.4, medium=24.8, hard=33, extreme=47.5, labelled=True)

    number = Given("cells", Numbers(0, 8) | Unknown("x"))
    mine = Answer("cells", look=symbols({True: "●"}, drawn={"●": MINE}), words=("a mine", "no mine"), verb="holds")
    mines = Key(0, Numbers(0, CELLS), role="clue")

    clues_safe = unmarked(mine, number, Wording(
        "{at} holds a number, so it holds no mine", "{at} holds a number and a mine"))

    def all_mines(self) -> Iterator[Tally]:
        """The number of mines, if it is given."""
        if self.mines:
            yield Tally(self.board.cells, self.mines, ())

    mines_around = counted_around(mine, number, Rect.around, Wording(
        "the {number} at {at} needs {number:mine}", "the {number} at {at} {found:has|have|mine}"))
    total_mines = tallied(mine, all_mines, "the board needs {n:mine}")

    dialects = (
        Spf("minesweeper", keys=(mines,),
            puzzle=Diagram(cells(), cells(), cell=(
                Number(number) | Chars(number, {"x": "x"}) | Chars(mine, {"*": True, "-": False}) | blank)),
            solution=one_per_cell(mine, "*")),
        PlainText("minesweeper", body=(
            grid(Letters(number, 0, 8) | Chars(number, {"x": "x"}) | dot), CountLine("mine", mines, also=("mines",)))),
        *pzpr("mines", lambda p, g: p.Notation((p.numbers(g.number),), (p.clues(g.number), p.shading(g.mine)))),
        penpa("minesweeper mines", lambda p, g: p.Notation(
            p.CellTexts(g.number), p.Assumed(g.mines, "mines", "mine_count", what="the number of mines"),
            p.marks(g.mine, "sun_moon", {4: True, 5: True}, "sol_mine", "Composite"),
        )),
        *puzzlekit("Minesweeper", lambda k, g: k.Notation(
            (k.grid(k.numbers(g.number, "x"), k.Words(g.number, {"O": 0}), k.HOLES),), k.solved(*k.shaded(g.mine)),
            k.count(g.mines, "the number of mines", "mines"),
        )),
        sgt("mines", lambda s, g: s.Notation(notation.FirstClick(g.number, g.mines, g.mine))),
    )


# -- making --


def mines_told(model: Any, answer: State, at: Spot) -> Any:
    """The number of mines around a cell without one."""
    mine = answer.marks["mine"]
    return ABSENT if mine[at] else sum(mine[c] is True for c in model.board.around(at))


Minesweeper.making = Making(
    told={"number": told_by(mines_told)}, likely={"mine": 0.27}, share=1.0, spare=0.06, dull=(0,),
    sizes=at_least(2), pictured="mine",
)
