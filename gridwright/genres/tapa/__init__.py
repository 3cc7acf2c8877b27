"""Tapa: shade one connected body; clues tell the runs of shaded cells around them."""

from itertools import groupby
from typing import Any

from ...formats.layout import Chars, Diagram, Fields, Number, blank, cells, one_per_cell
from ...formats.roles import LazyModule, penpa, pzpr
from ...formats.spf import Spf
from ...language import Answer, Genre, Given, ListOf, Numbers, OneOf, Spot, State, Unknown, Wording
from ...language.making import ABSENT, Making, at_least, told_by, varied
from ...language.taste import Levels
from ...rules import connected, no_block, unmarked
from .rules import ring, runs_around

notation = LazyModule(__name__, "notation")


class Tapa(Genre):
    """A clue is a tuple of the lengths of the runs met on the way once around its cell, in any order; between two runs
    is at least one unshaded cell, and the outside counts as unshaded. A clue's cell is not shaded."""

    name = "Tapa"
    task = (
        "Shade cells without a clue so that they are connected and contain no 2x2 block. The numbers of a clue are the "
        "lengths of the runs of shaded cells among the up to eight cells around it, in any order."
    )
    levels = Levels(easy=30.1, medium=150, hard=170, extreme=670)

    clue = Given("cells", ListOf(Numbers(1, 8) | Unknown("?"), 1, 4) | OneOf([(0,)]))
    shade = Answer("cells", words=("shaded", "unshaded"))

    clues_open = unmarked(shade, clue, Wording(
        "{at} holds a clue, so it is unshaded", "{at} holds a clue and is shaded"))

    around = runs_around(shade, clue, Wording(
        "{at} needs {runs} around it", "{at} needs {runs} around it and cannot have that any more",
        full="{at} needs {runs} around it and has {have}"))
    no_pool = no_block(shade, 2, 2, Wording("no 2x2 block is all shaded", "the 2x2 block at {at} is all shaded"))

    def least_shaded(self) -> int:
        """What the largest clue asks for."""
        return max((sum(n for n in runs if isinstance(n, int)) for runs in self.clue.values()), default=0)

    one_body = connected(shade, Wording(
        "the shaded cells are connected", "the shaded cells fall into parts: {at:is|are} cut off"),
        at_least=least_shaded).requires(around)

    dialects = (
        Spf("tapa",
            puzzle=Diagram(cells(2), cells(2), cell=(
                Chars(shade, {"#": True, "-": False}, fill=True) | Fields(clue, Number(least=1) | blank, dense=True)
                | blank)),
            solution=one_per_cell(shade)),
        *pzpr("tapa", lambda _, g: notation.pzprjs(g.clue, g.shade)),
        penpa("tapa", lambda p, g: p.Notation(
            p.CellTexts(g.clue, p.RUNS, style="4"), p.Shade(g.shade), made=notation.lone_question_marks,
            told=notation.no_lone_question_marks,
        )),
    )


# -- making --


def runs_told(model: Any, answer: State, at: Spot) -> Any:
    """The lengths of the runs of shaded cells around a cell."""
    around = [bool(c and answer.get("shade", c)) for c in ring(model.board, at)]
    if answer.get("shade", at):
        return ABSENT
    first = around.index(False) if False in around else 0
    runs = groupby(around[first:] + around[:first])
    return tuple(sorted(len(list(own)) for shaded, own in runs if shaded)) or (0,)


Tapa.making = Making(
    told={"clue": told_by(runs_told)}, likely={"shade": 0.7}, share=0.4, spare=0.15, symmetry={"rotate": 0.3},
    sizes=at_least(3), good=varied("shade", 0.4, 0.8), unwritable=((0,),),
)
