"""Pentopia: place pentominoes so that arrows point to the nearest ones."""

from collections.abc import Mapping
from typing import Any

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
    Genre,
    Given,
    Look,
    OneOf,
    Spot,
    State,
    Wording,
)
from ...language.look import LazyModule
from ...language.making import ABSENT, Making, at_least, told_by
from ...language.taste import Levels
from ...rules import unmarked
from ...rules.pieces import PENTOMINOES, Stock, pieces
from .rules import nearest_shown

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


class Pentopia(Genre):
    """Some pentominoes lie in the grid, each of the twelve at most once, and do not touch, not even at a corner. An
    arrow shows all directions in which the nearest covered cell is met first; cells with arrows stay empty."""

    name = "Pentopia"
    aliases = ("Pentomino Arrows",)
    task = (
        "Place some of the twelve pentominoes, each at most once, turned and mirrored at will; they do not touch, not "
        "even at a corner, and cover no arrow. Arrows show all directions in which the nearest covered cell is met "
        "first."
    )
    levels = Levels(easy=68, medium=340, hard=415, extreme=918)

    notes = {"pieces": ("".join(PENTOMINOES), PIECES)}  # noqa: RUF012

    arrow = Given("cells", OneOf(WAYS), look=Look("arrows", ARROWS))
    cover = Answer("cells", words=("covered", "empty"))

    def stock(self) -> Stock:
        """Each pentomino once at most."""
        return Stock(dict.fromkeys(PENTOMINOES, (0, 1)))

    arrows_empty = unmarked(cover, arrow, Wording(
        "{at} holds an arrow, so it is empty", "{at} holds an arrow and is covered"))

    nearest = nearest_shown(cover, arrow, WAYS, Wording(
        "the arrow at {at} shows where the nearest covered cells are",
        "the arrow at {at} points {way}, but {cell} is covered and no farther away",
        nearer="the arrow at {at} points {way}, but {cell} is covered and nearer",
        none="the arrow at {at} points {way}, where no cell is covered"))
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
            (p.named(g.arrow, "^v|<SWG>AQF-VT+", first=1), p.Bank("bank")),
            (p.BankLine("bank"), p.Flag("t"),
             p.cells(p.Words(g.arrow, {str(n): way for n, way in enumerate("^v|<SWG>AQF-VT+", 1)})),
             p.shading(g.cover), p.Rest(12)),
            differs={"t": "pieces may cover arrows"}, refuses="other pieces than the twelve pentominoes",
        )),
        penpa("pentopia", lambda p, g: p.Notation(drawing.Crosses(g.arrow, "^v|<SWG>AQF-VT+"), p.Shade(g.cover))),
    )


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
