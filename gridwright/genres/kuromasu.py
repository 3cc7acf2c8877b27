"""Kuromasu: shade cells; each number counts the unshaded cells in view."""

import re
from typing import Any

from ..formats.layout import Chars, D, Diagram, Letters, Number, blank, cells, one_per_cell
from ..formats.plain_text import PlainText, dot, grid
from ..formats.roles import kudamono, penpa, puzzlekit, pzpr, sgt
from ..formats.spf import Spf
from ..language import IN_VIEW, Answer, Genre, Given, Numbers, Spot, State, Wording
from ..language.making import ABSENT, Making, at_least, told_by
from ..language.taste import Band, Levels
from ..rules import apart, connected, half_open, seen_from, unmarked


class Kuromasu(Genre):
    """A number counts the unshaded cells that can be seen in the four directions up to a shaded one, including its own
    cell once. Having no unshaded cells at all counts as connected: the only cell of a board may be shaded."""

    name = "Kuromasu"
    aliases = ("Kurodoko", "Range", "Where is Black Cells")
    task = (
        "Shade cells without a number so that no two shaded cells share an edge and the white cells stay connected. A "
        "number shows how many white cells can be seen from it in the four directions, including its own; shaded "
        "cells block the view."
    )
    levels = Levels(easy=14.6, medium=29.2, hard=42.5, extreme=61.2, labelled=True)

    number = Given("cells", Numbers(1, IN_VIEW))
    shade = Answer("cells", words=("shaded", "unshaded"))

    numbered_open = unmarked(shade, number, Wording(
        "{at} holds a number, so it is unshaded", "{at} holds a number, but is shaded"))

    in_view = seen_from(~shade, number, Wording(
        "the {number} at {at} needs to see {n:unshaded cell}",
        "the {number} at {at} {found:sees|see|unshaded cell}"))
    apart = apart(shade, Wording("shaded cells share no edge", "the shaded cells {at} share an edge"))
    one_body = connected(~shade, Wording(
        "the unshaded cells are connected", "{at:is|are} cut off from the other unshaded cells"),
        at_least=half_open).requires(apart)

    dialects = (
        Spf("kuromasu",
            puzzle=Diagram(cells(D), cells(),
                           cell=Number(number) | Chars(shade, {"#": True, "-": False}, fill=True) | blank),
            solution=one_per_cell(shade)),
        PlainText("kuromasu", body=grid(Letters(number, 1) | dot)),
        *pzpr("kurodoko", lambda p, g: p.Notation(
            (p.numbers(g.number),), (p.clues(g.number), p.shading(g.shade), p.pencilled()),
            unknown={g.number: p.Implies(g.shade, False)},
        )),
        penpa("kuromasu kurodoko", lambda p, g: p.Notation(
            p.CellTexts(g.number), p.Shade(g.shade), unknown={g.number: p.Implies(g.shade, False)},
        )),
        *puzzlekit("Kuromasu Kurodoko", lambda k, g: k.Notation(
            (k.grid(k.numbers(g.number)),), k.solved(*k.shaded(g.shade)),
        )),
        kudamono("kuromasu kurodoko", lambda k, g: k.Notation(g.number, unknown={g.number: k.Implies(g.shade, False)})),
        sgt("range", lambda s, g: s.Notation(s.NumberRun(g.number), solution=black_cells)),
    )


def black_cells(_model: Any, text: str) -> dict[str, dict[Spot, bool]]:
    """The cells in a solution of Simon Tatham's program: ``B``, the row and the column."""
    found = re.findall(r"B,([0-9]{1,6}),([0-9]{1,6})", text)
    return {Kuromasu.shade.name: {Spot(2 * int(row) + 1, 2 * int(col) + 1): True for row, col in found}}


# -- making --


def seen(model: Any, answer: State, at: Spot) -> Any:
    """How many unshaded cells a cell sees, itself included."""
    return ABSENT if answer.get("shade", at) else model.board.sight(at, lambda c: not answer.get("shade", c))


Kuromasu.making = Making(
    told={"number": told_by(seen)}, likely={"shade": 0.4}, share=0.5, density=Band(0.15, 0.18, 0.22),
    symmetry={"rotate": 0.85, "quarter": 0.07},
    sizes=at_least(3),
)
