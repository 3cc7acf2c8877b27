"""Pentopia: place pentominoes so that arrows point to the nearest ones."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...board.rect import Direction
from ...formats.layout import Chars, Diagram, blank, cells, one_per_cell
from ...formats.roles import penpa, pzpr
from ...formats.spf import Spf
from ...language import (
    DOWN,
    LEFT,
    PIECES,
    RIGHT,
    STEPS,
    UP,
    Answer,
    Demands,
    Genre,
    Given,
    Look,
    OneOf,
    Spot,
    State,
    Wording,
    must,
    rule,
    ticking,
)
from ...language.look import LazyModule
from ...language.making import ABSENT, Making, at_least, told_by
from ...language.rules import Compound, Conflict
from ...language.taste import Levels
from ...logic.clauses import Clauses
from ...logic.expr import Known
from ...rules import unmarked
from ...rules.pieces import PENTOMINOES, Stock, pieces

drawing = LazyModule(__name__, "drawing")
WAYS: Mapping[str, tuple[tuple[int, int], ...]] = {
    ">": (RIGHT,), "<": (LEFT,), "^": (UP,), "v": (DOWN,), "-": (LEFT, RIGHT), "|": (UP, DOWN),
    "Q": (RIGHT, DOWN), "W": (LEFT, DOWN), "A": (RIGHT, UP), "S": (LEFT, UP),
    "T": (LEFT, RIGHT, DOWN), "F": (UP, DOWN, RIGHT), "G": (UP, DOWN, LEFT), "V": (LEFT, RIGHT, UP), "+": STEPS,
}  # fmt: skip
ARROWS = {
    ">": "→", "<": "←", "^": "↑", "v": "↓", "-": "↔", "|": "↕", "Q": "┌", "W": "┐", "A": "└", "S": "┘",
    "T": "┬", "F": "├", "G": "┤", "V": "┴", "+": "┼",
}  # fmt: skip
IN_BITS = "^v|<SWG>AQF-VT+"
"""The arrows in the order of binary numbers: 1 for up, 2 for down, 4 for left, 8 for right."""


class Pentopia(Genre):
    """Some pentominoes lie in the grid, each of the twelve at most once, and do not touch, not even at a corner. An
    arrow clue points in every direction in which the first covered cell is nearest. Cells with arrows stay empty."""

    name = "Pentopia"
    aliases = ("Pentomino Arrows",)
    task = (
        "Place some of the twelve pentominoes, each at most once, rotated and mirrored as you like. They do not touch "
        "each other, not even at a corner, and cover no arrow. The arrows of a cell show every direction in which the "
        "first covered cell is nearest."
    )
    levels = Levels(easy=19.4, medium=48.5, hard=54.3, extreme=102)

    notes = {"pieces": ("".join(PENTOMINOES), PIECES)}  # noqa: RUF012

    arrow = Given("cells", OneOf(WAYS), look=Look("arrows", ARROWS))
    cover = Answer("cells", words=("covered", "empty"))

    def stock(self) -> Stock:
        """Each pentomino once at most."""
        return Stock(dict.fromkeys(PENTOMINOES, (0, 1)))

    arrows_empty = unmarked(cover, arrow, Wording(
        "{at} holds an arrow, so it is empty", "{at} holds an arrow and is covered"))

    @rule(Wording(
        "the arrow at {at} shows where the nearest covered cells are",
        "the arrow at {at} points {way}, but {cell} is covered and no farther away",
        nearer="the arrow at {at} points {way}, but {cell} is covered and nearer",
        none="the arrow at {at} points {way}, where no cell is covered"), reads=arrow)
    def nearest(self) -> Demands:
        for at, arrow in ticking(self.arrow.items()):
            rays = {step: [(c, int(self.cover[c])) for c in self.board.ray(at, step)] for step in STEPS}
            yield must(NearestShown(at, WAYS[arrow], rays), at, clues=at)

    known_pieces, apart = pieces(
        cover, stock,
        known=Wording(
            "every piece is a pentomino, and none occurs twice", "the piece at {at} is no pentomino",
            size="the piece at {at} has {have:cell}, not 5", many="the pentomino {letter} occurs {times}"),
        apart=Wording("pieces do not touch at a corner", "the pieces at {at} touch at a corner"),
    )

    dialects = (
        Spf("pentopia", solution=one_per_cell(cover), puzzle=Diagram(
            cells(), cells(), cell=Chars(arrow, {c: c for c in WAYS}) | Chars(cover, {"#": True, "X": False}) | blank)),
        *pzpr("pentopia", lambda p, g: p.Notation(
            (p.named(g.arrow, IN_BITS, first=1), p.Bank("bank")),
            (p.BankLine("bank"), p.Flag("t"), p.cells(p.Words(g.arrow, {str(n): c for n, c in enumerate(IN_BITS, 1)})),
             p.shading(g.cover), p.BankNotes("bank")),
            differs={"t": "pieces may cover arrows"}, refuses="other pieces than the twelve pentominoes",
        )),
        penpa("pentopia", lambda p, g: p.Notation(drawing.Crosses(g.arrow, IN_BITS), p.Shade(g.cover))),
    )


# -- the arrows --


_WORDS = {UP: "up", RIGHT: "right", DOWN: "down", LEFT: "left"}


class NearestShown(Compound):
    """From the cell ``at``, a marked cell is met in each shown direction, and none is met earlier.

    ``rays``: for each direction the cells met, nearest first, each with its literal. In the directions that are not
    shown, a marked cell is met later or not at all.
    """

    def __init__(
        self, at: Spot, shown: Sequence[Direction], rays: Mapping[Direction, Sequence[tuple[Spot, int]]]
    ) -> None:
        self.at, self.shown, self.rays = at, shown, rays

    def _needed(self, step: Direction, other: Direction, k: int) -> int:
        """How many cells in a shown direction must include a marked one if the cell ``k`` of another direction is
        marked."""
        return min(k + (other in self.shown), len(self.rays[step]))

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        first = {
            step: next(((k, cell) for k, cell in enumerate(ray) if known[cell[1]] > 0), None)
            for step, ray in self.rays.items()
        }
        met = sorted((found, step) for step, found in first.items() if found is not None)
        for step in self.shown:
            ray = self.rays[step]
            empty = next((k for k, (_, lit) in enumerate(ray) if known[lit] >= 0), len(ray))
            words = {"way": _WORDS[step]}
            if empty == len(ray):
                yield Conflict((self.at, *(spot for spot, _ in ray)), [-lit for _, lit in ray], words, "none")
                return
            for (k, (spot, lit)), other in met:
                needed = self._needed(step, other, k)
                if other != step and empty >= needed:
                    because = [lit, *(-own for _, own in ray[:needed])]
                    fault = "nearer" if other in self.shown else ""
                    yield Conflict((self.at, spot), because, {**words, "cell": spot}, fault)
                    return

    def literals(self) -> Sequence[int]:
        return [lit for ray in self.rays.values() for _, lit in ray]

    def encode(self, out: Clauses) -> None:
        for step in self.shown:
            lits = [lit for _, lit in self.rays[step]]
            out.add(lits)
            for other, ray in self.rays.items():
                for k, (_, lit) in enumerate(ray if other != step else ()):
                    needed = self._needed(step, other, k)
                    if needed < len(lits):
                        out.add([-lit, *lits[:needed]])


# -- making --


def arrow_told(model: Any, answer: State, at: Spot) -> Any:
    """The arrow towards the nearest covered cells."""
    far: dict[tuple[int, int], int] = {}
    for step in STEPS:
        found = next((i for i, c in enumerate(model.board.ray(at, step)) if answer.get("cover", c)), None)
        if found is not None:
            far[step] = found
    ways = {step for step, steps in far.items() if steps == min(far.values())}
    if answer.get("cover", at) or not ways:
        return ABSENT
    return next(sign for sign, own in WAYS.items() if set(own) == ways)


Pentopia.making = Making(
    told={"arrow": told_by(arrow_told)}, likely={"cover": 0.5}, share=0.15, spare=0.1, sizes=at_least(4),
)
