"""Pentopia: place pentominoes so that arrows point to the nearest ones."""

from collections.abc import Mapping

from ..formats.layout import Chars, Diagram, blank, cells, one_per_cell
from ..formats.spf import Spf
from ..language import (
    DOWN,
    LEFT,
    PIECES,
    RIGHT,
    STEPS,
    UP,
    Answer,
    Drafts,
    Genre,
    Given,
    Look,
    OneOf,
    Spot,
    all_of,
    any_of,
    must,
    rule,
)
from ..language.kinds.pieces import PENTOMINOES, Stock, pieces

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

    notes = {"pieces": ("".join(PENTOMINOES), PIECES)}  # noqa: RUF012

    arrow = Given("cells", OneOf(WAYS), look=Look("arrows", ARROWS))
    cover = Answer("cells")

    def stock(self) -> Stock:
        """Each pentomino once at most."""
        return Stock(dict.fromkeys(PENTOMINOES, (0, 1)))

    @rule("{at} holds an arrow, so it is empty")
    def arrows_empty(self) -> Drafts:
        for at in self.arrow:
            yield must(~self.cover[at], at)

    @rule("the arrow at {at} shows where the nearest covered cells are")
    def nearest(self) -> Drafts:
        for at, arrow in self.arrow.items():
            rays = {step: self.board.ray(at, step) for step in STEPS}
            shown: list[list[Spot]] = [list(rays[step]) for step in WAYS[arrow]]
            choices = []
            for k in range(min(map(len, shown))):
                first = [ray[k] for ray in shown]
                closer = [c for step, ray in rays.items() for c in ray[: k + (step not in WAYS[arrow])]]
                choices.append(all_of([*(self.cover[c] for c in first), *(~self.cover[c] for c in closer)]))
            yield must(any_of(choices), at)

    known_pieces, apart = pieces(
        cover, stock,
        known="each piece, as at {at}, is a pentomino, and no shape occurs twice",
        apart="pieces do not touch at a corner, so not at {at}",
    )

    dialects = (
        Spf("pentopia", solution=one_per_cell(cover), puzzle=Diagram(
            cells(), cells(), cell=Chars(arrow, {c: c for c in WAYS}) | Chars(cover, {"#": True, "X": False}) | blank)),
    )
