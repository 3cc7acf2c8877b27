"""Tapa: shade one connected body; clues tell the runs of shaded cells around them."""

from itertools import groupby, product
from typing import Any

from ...formats.layout import Chars, Diagram, Fields, Number, blank, cells, one_per_cell
from ...formats.roles import penpa, pzpr
from ...formats.roles.codecs import BASE36
from ...formats.roles.sheet import UNKNOWN
from ...formats.spf import Spf
from ...language import Answer, Genre, Given, ListOf, Numbers, OneOf, Spot, State, Unknown, Wording
from ...language.making import ABSENT, Making, at_least, told_by, varied
from ...language.taste import Levels
from ...rules import connected, no_block, unmarked
from .rules import ring, runs_around


class Tapa(Genre):
    """A clue is a tuple of the lengths of the runs on the way around its cell, in any order. At least one unshaded cell
    separates two runs, and the outside counts as unshaded. A clue's cell is not shaded. A ``?`` is a run of any length;
    a clue of a single ``?`` also allows no run."""

    name = "Tapa"
    task = (
        "Shade cells without a clue so that they are connected and contain no 2x2 block. The numbers of a clue are "
        "the lengths of the runs of shaded cells in the ring of up to eight cells around it, in any order; at least "
        "one white cell separates two runs."
    )
    levels = Levels(easy=10.6, medium=26.5, hard=30.6, extreme=39.3)

    clue = Given("cells", ListOf(Numbers(1, 8) | Unknown("?"), 1, 4) | OneOf([(0,)]))
    shade = Answer("cells", words=("shaded", "unshaded"))

    clues_open = unmarked(shade, clue, Wording(
        "{at} holds a clue, so it is unshaded", "{at} holds a clue and is shaded"))

    around = runs_around(shade, clue, Wording(
        "the clue {at} needs {runs} around it", "the clue {at} can no longer have {runs} around it",
        full="the clue {at} needs {runs} around it and has {have}"))
    no_pool = no_block(shade, 2, 2, Wording("no 2x2 block is all shaded", "the 2x2 block at {at} is all shaded"))

    def least_shaded(self) -> int:
        """The number of shaded cells that the largest clue requires."""
        return max((sum(n for n in runs if isinstance(n, int)) for runs in self.clue.values()), default=0)

    one_body = connected(shade, Wording(
        "the shaded cells are connected", "{at:is|are} cut off from the other shaded cells"),
        at_least=least_shaded).requires(around)

    dialects = (
        Spf("tapa",
            puzzle=Diagram(cells(2), cells(2), cell=(
                Chars(shade, {"#": True, "-": False}, fill=True) | Fields(clue, Number(least=1) | blank, dense=True)
                | blank)),
            solution=one_per_cell(shade)),
        *pzpr("tapa", lambda p, g: pzprjs(p, g)),
        penpa("tapa", lambda p, g: p.Notation(p.CellTexts(g.clue, runs_of_text(p), style="4"), p.Shade(g.shade))),
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
    told={"clue": told_by(runs_told)}, likely={"shade": 0.7}, share=0.4, spare=0.05, symmetry={"rotate": 0.2},
    paired=True, dull=((7,), (8,)), sizes=at_least(3), good=varied("shade", 0.4, 0.8), unwritable=((0,),),
)


# -- how other programs write it --


def pzprjs(p: Any, g: Any) -> Any:
    """Lists of up to four numbers."""
    return p.Notation(
        (p.Along(p.MarkField(g.clue, p.Texts(clues_by_text())), what="this is not a Tapa clue",
                 expected="a digit, or two characters from a0 to d7"),),
        (p.cells(*p.shaded(g.shade), p.CodedItem(g.clue, p.Separated(
            p.Texts({"-": UNKNOWN, **{str(n): n for n in range(10)}}), ",", most=4))),),
    )


def clues_by_text() -> dict[str, tuple[Any, ...]]:
    """The clues by their texts in addresses: one number is a digit, several numbers are two characters from a0 on."""
    found: dict[str, tuple[Any, ...]] = {str(n): (n,) for n in range(9)}
    found |= {"9": (1, 1, 1, 1), ".": (UNKNOWN,)}
    lists = (numbers for n, base in ((2, 6), (3, 4), (4, 2)) for numbers in product(range(base), repeat=n))
    for value, numbers in enumerate(lists, 360):
        found[BASE36[value // 36] + BASE36[value % 36]] = tuple(number or UNKNOWN for number in numbers)
    return found


def runs_of_text(p: Any) -> Any:
    """The texts of Penpa+: up to four digits or question marks, perhaps with commas."""

    def parse(text: str) -> tuple[Any, ...] | None:
        signs = [sign for sign in text.strip() if sign not in ", "]
        fine = len(signs) <= 4 and all(sign == "?" or (sign.isascii() and sign.isdigit()) for sign in signs)
        return tuple(UNKNOWN if sign == "?" else int(sign) for sign in signs) or (UNKNOWN,) if fine else None

    return p.TextKind(
        "list of up to four numbers", parse, lambda runs: "".join("?" if n == UNKNOWN else str(n) for n in runs))
