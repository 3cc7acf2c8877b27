"""Magnets: lay plates that are magnets or neutral; equal poles never touch."""

from collections.abc import Iterator, Mapping
from random import Random

from ...formats.layout import (
    BlockMarks,
    BlockShape,
    Chars,
    D,
    Diagram,
    Fixed,
    Glyph,
    Number,
    Slots,
    Stroke,
    blank,
    cells,
    clues,
    ruled,
)
from ...formats.roles import penpa, puzzlekit, pzpr, sgt
from ...formats.spf import Spf
from ...language import LINE_LENGTH, WALL, Answer, Genre, Given, Numbers, Rect, Spot, Wording, headed, holding, symbols
from ...language.gestures import Partners
from ...language.look import LazyModule
from ...language.making import Making, Sketch, Wishes, at_least, count_of
from ...language.taste import Band, Levels
from ...laying.layouts import domino_tiling, walls_of
from ...rules import Pair, apart, counted, related

drawing = LazyModule(__name__, "drawing")
notation = LazyModule(__name__, "notation")
HALVES = ("+-", "-+", "##")
"""What the two cells of a plate may hold."""


class Poles(Glyph):
    """The two signs in the corner of the diagram, next to the numbers that count them."""

    ink = frozenset("+- ")

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """Nothing: the signs are decoration and may be missing."""
        return () if not text.strip(" ") or text == self.write((), shape) else None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """Each sign in the line and the column where its numbers end."""
        del found
        d = shape.width // 2
        rows = [" " * shape.width] * shape.height
        rows[d - 1], rows[-1] = "+".rjust(d).ljust(2 * d), "-".rjust(2 * d)
        return "".join(rows)


class Magnets(Genre):
    """A plate of two cells is neutral or has a plus and a minus pole; a single cell between walls is neutral. Numbers
    count the plus poles and the minus poles of a line.

    Plates are found in reading order: a cell is joined to its right neighbour if no wall separates them, otherwise to
    the one below.
    """

    name = "Magnets"
    aliases = ("Magnetic", "Magnete", "Magnetplatten")
    task = (
        "Each plate of two cells is neutral or a magnet with a plus and a minus pole. Equal poles share no edge. The "
        "numbers outside count the plus and the minus poles in that row or column."
    )
    levels = Levels(easy=31.4, medium=78.4, hard=153, extreme=179)

    positive = Given("sides", Numbers(0, LINE_LENGTH), look=headed("+"))
    negative = Given("sides", Numbers(0, LINE_LENGTH), look=headed("−"))
    wall = Given("links", role="structure", look=WALL)
    pole = Answer("cells", "+-#", look=symbols({"+": "+", "-": "−", "#": "▒"}), words={
        "+": "plus", "-": "minus", "#": "neutral"}, gesture=Partners(
            lambda model: model.halves(), {half[0]: half[1] for half in HALVES}))

    def plates(self) -> Mapping[Spot, Spot | None]:
        """The other cell of each plate, by its first cell; None for a single cell."""
        board = self.board
        taken: set[Spot | None] = set()
        found: dict[Spot, Spot | None] = {}
        for cell in board.cells:
            if cell not in taken:
                later = [c for c in board.neighbours(cell) if c > cell and c not in taken]
                found[cell] = next((c for c in sorted(later) if board.link(cell, c) not in self.wall), None)
                taken.update((cell, found[cell]))
        return found

    def halves(self) -> Iterator[tuple[Spot, Spot]]:
        """The cells of plates with two cells."""
        return ((one, other) for one, other in self.plates().items() if other is not None)

    def pairs(self) -> Iterator[Pair]:
        """The halves of the plates; a single cell is its own other half."""
        for one, other in self.plates().items():
            yield Pair(one, other or one, make_a_plate)

    whole_plates = related(pole, pairs, Wording(
        "the plate of {a} holds both poles or none",
        "the plate {at} is neither neutral nor a plus and a minus"))

    plus_count = counted(holding(pole, "+"), positive, "{side:line} needs {n:plus pole}")
    minus_count = counted(holding(pole, "-"), negative, "{side:line} needs {n:minus pole}")
    plus_apart = apart(holding(pole, "+"), Wording(
        "plus poles never share an edge", "the plus poles {at} share an edge"))
    minus_apart = apart(holding(pole, "-"), Wording(
        "minus poles never share an edge", "the minus poles {at} share an edge"))
    plus_count.considered_with(minus_count, whole_plates, plus_apart, minus_apart)
    minus_count.considered_with(plus_count, whole_plates, plus_apart, minus_apart)

    signs = Chars(pole, {c: c for c in "+-#"})
    dialects = (
        Spf("magnets",
            puzzle=Diagram(
                clues(2, D) + ruled(), clues(2, D) + ruled(), frame=True, edge=Stroke(wall), cell=signs | blank,
                side=Slots(Number(positive) | blank, Number(negative) | blank),
                trims={("clue", "first"): Fixed("|", " "), ("first", "clue"): Fixed("-", " "),
                       ("clue", "clue"): Poles()}),
            solution=Diagram(cells(), cells(), cell=signs)),
        *pzpr("magnets", lambda _, g: notation.pzprjs(g.positive, g.negative, g.wall, g.pole)),
        penpa("magnets", lambda p, g: p.Notation(
            p.Regions(g.wall), drawing.PoleCounts(g.positive, g.negative), drawing.pole_signs(g.pole),
            p.Shade(g.pole, "#"), rest={g.pole: "#"}, unknown=p.ignored(g.positive, g.negative),
        )),
        *puzzlekit("Magnetic Magnets Magnete", lambda k, g: k.Notation(
            (k.columns(k.numbers(g.positive)), k.columns(k.numbers(g.negative)), k.rows(k.numbers(g.positive)),
             k.rows(k.numbers(g.negative)), k.areas(g.wall)),
            k.solved(k.Words(g.pole, {"+": "+", "-": "-", "#": "#"}, drawn=True, silent=("#",)), blank="x"),
            rest={g.pole: "#"},
        )),
        sgt("magnets", lambda s, g: s.Notation(
            notation.PoleCountLists(g.positive), notation.PoleCountLists(g.negative), notation.PlateHalves(g.wall),
            solution=s.placed(g.pole, {"+": "+", "-": "-", ".": "#"}),
        )),
    )


# -- making --


def make_a_plate(one: str, other: str) -> bool:
    """Whether two values may be the halves of a plate."""
    return one + other in HALVES


def with_plates(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Random plates; on boards with an odd number of cells, one is left over."""
    del wishes
    cells = list(board.cells)
    if len(cells) % 2:
        cells.remove(rng.choice(cells[::2]))
    return Sketch(board, {"wall": walls_of(board, domino_tiling(board, rng, cells))})


Magnets.making = Making(
    sketch=with_plates, told={"positive": count_of("pole", "+"), "negative": count_of("pole", "-")},
    density=Band(0.5, 1, 1),
    share=0.5, likely={"pole #": 0.08}, sizes=at_least(2), fewest=1,
    solid=True,
)
