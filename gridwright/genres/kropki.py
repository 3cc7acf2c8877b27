"""Kropki: a Latin square with a dot wherever two neighbours differ by one or one is twice the other."""

from collections.abc import Iterator
from random import Random

from ..formats.layout import Chars, D, Diagram, Number, blank, cells, ruled
from ..formats.roles import penpa, pzpr
from ..formats.spf import Spf
from ..formats.sudoku_parts import FPuzzlesDots
from ..language import SIDE, Answer, Genre, Given, Numbers, OneOf, Rect, Spot, Wording, symbols
from ..language.making import Making, Sketch, Wishes, square
from ..language.taste import Levels
from ..laying.layouts import latin_square
from ..rules import Pair, once_each, once_in, related


class Kropki(Genre):
    """White dots join consecutive numbers, black ones a number and its double, either 1 and 2. All dots are given."""

    name = "Kropki"
    aliases = ("Kropki Latin Square",)
    task = (
        "Write every number from 1 to the size of the grid once in each row and column. A white dot joins two numbers "
        "that differ by one, a black dot a number and its double. For neighbours without a dot, neither holds."
    )
    levels = Levels(easy=33.2, medium=83, hard=105, extreme=121)

    dot = Given("links", OneOf(("white", "black")), exhaustive=True,
                look=symbols({"white": "○", "black": "●"}, size=0.65))
    number = Answer("cells", Numbers(1, SIDE))

    def pairs(self, colour: str | None) -> Iterator[Pair]:
        """The neighbours with such a dot between them, or (None) with none."""
        holds = {"white": consecutive, "black": doubled, None: neither}[colour]
        cells = self.board.cells
        for link, (a, b) in zip(self.board.links, self.board.link_ends, strict=True):
            if self.dot.get(link) == colour:
                yield Pair(cells[a], cells[b], holds, clues=() if colour is None else (link,))

    rows = once_each(number, "rows", once_in("row {i}"), full=True)
    cols = once_each(number, "cols", once_in("column {i}"), full=True)
    white = related(number, lambda self: self.pairs("white"), Wording(
        "the numbers at {a} and {b} differ by one",
        "the {x} at {a} and the {y} at {b} have a white dot, but do not differ by one",
        open="no number at {other} suits the white dot and {held}"), reads=dot)
    black = related(number, lambda self: self.pairs("black"), Wording(
        "one of the numbers at {a} and {b} is twice the other",
        "the {x} at {a} and the {y} at {b} have a black dot, but neither is twice the other",
        open="no number at {other} suits the black dot and {held}"), reads=dot)
    bare = related(number, lambda self: self.pairs(None), Wording(
        "{a} and {b} have no dot, so they do not differ by one, and neither is twice the other",
        "the {x} at {a} and the {y} at {b} would have a dot between them",
        open="every number at {other} would need a dot beside {held}"), reads=dot)
    rows.considered_with(white, black, bare)
    cols.considered_with(white, black, bare)

    dialects = (
        Spf("kropki", square=True,
            puzzle=Diagram(ruled(D), ruled(), frame=True, cell=Number(number) | blank, edge=Chars(
                dot, {"O": "white", "*": "black"}, also={"0": "white"}, middle=True) | blank),
            solution=Diagram(cells(D), cells(), cell=Number(number))),
        *pzpr("kropki", lambda p, g: p.Notation(
            (p.ternary(g.dot, "white", "black", p.borders),),
            (p.between(p.Words(g.dot, {"1": "white", "2": "black"})), p.cells(*p.filled_in(g.number))),
        )),
        penpa("kropki", lambda p, g: p.Notation(
            p.Symbols(g.dot, p.circles("circle_SS", "white", "black")), p.CellTexts(g.number, drawn=True),
            unknown=p.ignored(g.number),
        )),
        FPuzzlesDots("kropki", number, dot, {"difference": ("white", "1"), "ratio": ("black", "2")}),
    )


# -- making --


def consecutive(a: int, b: int) -> bool:
    """The numbers differ by one."""
    return abs(a - b) == 1


def doubled(a: int, b: int) -> bool:
    """One number is twice the other."""
    return a == 2 * b or b == 2 * a


def neither(a: int, b: int) -> bool:
    """The numbers may stand beside each other without a dot."""
    return not consecutive(a, b) and not doubled(a, b)


def with_dots(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """A Latin square and all its dots."""
    del wishes
    number = latin_square(board, rng)
    dots: dict[Spot, str] = {}
    for link in board.links:
        a, b = (number[c] for c in board.ends(link))
        fitting = [colour for colour, fits in (("white", consecutive), ("black", doubled)) if fits(a, b)]
        if fitting:
            dots[link] = rng.choice(fitting)
    return Sketch(board, {"dot": dots} if dots else {}, marks={"number": number})


Kropki.making = Making(
    sketch=with_dots, clues=(), fill="number", whole=True, rounds=1, size=(6, 6), sizes=square(2, 16),
    solid=True,
)
