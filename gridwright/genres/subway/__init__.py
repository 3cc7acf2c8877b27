"""Subway: draw one network of lines without dead ends; hints count its pieces by their shape."""

from typing import Any

from ...formats.layout import (
    AROUND,
    BlockMarks,
    BlockShape,
    Chars,
    D,
    Diagram,
    Fixed,
    Glyph,
    Listed,
    Number,
    Offset,
    Stroke,
    blank,
    clues,
    open_,
)
from ...formats.roles import pzpr
from ...formats.spf import Spf
from ...language import (
    DOWN,
    HOLE,
    LEFT,
    LINE,
    LINE_LENGTH,
    RIGHT,
    STEPS,
    UP,
    Answer,
    Demands,
    Genre,
    Given,
    ListOf,
    Mark,
    Numbers,
    OneOf,
    Spot,
    State,
    Unknown,
    Wording,
    all_of,
    clue_rule,
    count,
    headed,
    must,
    rule,
    symbols,
)
from ...language.making import ABSENT, Making, at_least, told_by
from ...language.taste import Levels
from .rules import one_network, shape_counts

SHAPES = {"crossing": "a crossing", "T piece": "a T piece", "straight piece": "a straight piece", "corner": "a corner"}
"""The shapes that the four numbers of a hint count, from the outside inwards."""
PIECES = {
    "-": (LEFT, RIGHT), "|": (UP, DOWN), "Q": (RIGHT, DOWN), "W": (LEFT, DOWN), "A": (UP, RIGHT), "S": (UP, LEFT),
    "T": (LEFT, RIGHT, DOWN), "F": (UP, RIGHT, DOWN), "G": (UP, LEFT, DOWN), "V": (UP, LEFT, RIGHT), "+": STEPS,
}


class Used(Glyph):
    """A cell of a solution: ``#`` where no line passes, a dot elsewhere. The lines around it decide, so either is
    read."""

    ink = frozenset(".#")
    wanted = ("'.'", "'#'")

    @property
    def reach(self) -> dict[str, tuple[Offset, ...]]:
        """The links around the cell."""
        return {"line": AROUND}

    def read(self, text: str, shape: BlockShape) -> BlockMarks | None:
        """Nothing."""
        del shape
        return () if text.strip(" ") in (".", "#") else None

    def write(self, found: BlockMarks, shape: BlockShape) -> str | None:
        """The sign, at the right end of its block."""
        return ("." if any(entry.value is True for entry in found) else "#").rjust(shape.area)


class Subway(Genre):
    """Lines run between the centres of neighbouring cells and make one network without dead ends, which need not use
    every cell. ``hole`` marks cells that it does not use, ``piece`` a cell with exactly these lines.

    A clue has four numbers, each of which may be missing (None): the crossings of four lines, the T pieces of three,
    the straight pieces and the corners in its row or column.
    """

    name = "Subway"
    aliases = ("U-Bahn",)
    task = (
        "Draw one connected network of lines without dead ends through cell centres. The four numbers outside count "
        "its crossings, T pieces, straight pieces and corners in that row or column."
    )
    levels = Levels(easy=47.5, medium=119, hard=191, extreme=220)

    hint = Given("sides", ListOf(Numbers(0, LINE_LENGTH) | Unknown(), 4, 4),
                 look=headed("┼┬─┌", seven_bit={"┬": "T", "┌": "L"}))
    hole = Given("cells", role="structure", look=HOLE)
    piece = Given("cells", OneOf(PIECES), look=symbols(dict(zip("-|QWASTFGV+", "─│┌┐└┘┬├┤┴┼", strict=True))))
    line = Answer("links", look=LINE, words=("drawn", "not drawn"))

    def ways(self, cell: Spot) -> list[Mark]:
        """The lines that leave a cell upwards, to the right, downwards and to the left."""
        return [self.line[self.board.way(cell, step, 1)[0]] for step in STEPS]

    @rule("no line passes {at}", "a line passes {at}")
    def unused(self) -> Demands:
        for at in self.hole:
            yield must(count(self.ways(at)) == 0, at)

    @clue_rule(piece, Wording(
        "the lines make the given piece at {cell}", "the lines at {cell} differ from the given piece"))
    def pieces(self, at: Spot, piece: str) -> Demands:
        ways = zip(STEPS, self.ways(at), strict=True)
        given = all_of(way if step in PIECES[piece] else ~way for step, way in ways)
        yield must(given, (at, *self.board.links_of(at)), cell=at)

    @rule("no line ends at {at}", "a line ends at {at}")
    def no_ends(self) -> Demands:
        for at in self.board.cells:
            yield must(count(self.ways(at)) != 1, at)

    shape_counts = shape_counts(line, hint, SHAPES, "{side:line} needs {n:{shape}}").requires(no_ends)
    one_network = one_network(line, Wording(
        "all lines make one network", "the lines through {cells} are cut off from the others",
        none="there is no line")).requires(no_ends)

    dialects = (
        Spf("subway",
            puzzle=Diagram(
                clues(4, D) + open_(), clues(4, D) + open_(), edge=Stroke(line, across=True), corner=blank,
                side=Listed(hint, Number(), fixed=True) | blank,
                cell=Chars(hole, {"#": True}) | Chars(piece, {c: c for c in PIECES}) | Fixed(".")),
            solution=Diagram(open_(), open_(), edge=Stroke(line, across=True), corner=blank, cell=Used())),
        *pzpr("ubahn", lambda p, g: p.Notation(
            (p.Outside(p.FixedTuple(g.hint, 4)), p.bits(g.hole, optional=True)),
            (p.Framed(p.FixedTuple(g.hint, 4), p.Words(g.hole, {"#": True}), p.Ignored(pattern=r"\S+")),
             p.line(g.line)),
        )),
    )


# -- making --


def shapes_told(model: Any, answer: State, side: Spot) -> tuple[int, ...]:
    """How many pieces of each shape lie in a line."""
    found = dict.fromkeys(SHAPES, 0)
    for cell in model.board.line_from(side):
        ways = tuple(step for step in STEPS if answer.get("line", Spot(cell.y + step[0] // 2, cell.x + step[1] // 2)))
        if ways:
            straight = ways in ((UP, DOWN), (RIGHT, LEFT))
            found[tuple(SHAPES)[0 if len(ways) == 4 else 1 if len(ways) == 3 else 2 if straight else 3]] += 1
    return tuple(found.values())


def piece_told(model: Any, answer: State, at: Spot) -> Any:
    """The piece in a cell, if there is one."""
    del model
    ways = {step for step in STEPS if answer.get("line", Spot(at.y + step[0] // 2, at.x + step[1] // 2))}
    return next((sign for sign, own in PIECES.items() if set(own) == ways), ABSENT)


Subway.making = Making(
    told={"hint": told_by(shapes_told), "piece": told_by(piece_told)}, frame=("hint",), likely={"line": 0.6},
    share=0.5, size=(8, 8), sizes=at_least(2),
)
