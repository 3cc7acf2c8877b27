"""LITS: shade one tetromino in each area."""

from typing import ClassVar

from ..formats.layout import Chars, Diagram, Stroke, blank, cells, ruled
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import WALL, Answer, Genre, Given, Spot, Wording
from ..language.kinds import connected, no_block, tetrominoes

SHADES = {"#": True, "-": False}
EQUAL_PIECES = Wording(
    "pieces of the same shape share no edge", "{touching} belong to {letter} pieces that share an edge")


class Lits(Genre):
    """Four joined cells of each area are shaded, not as a square. All shaded cells are connected, no 2x2 block is
    shaded, and pieces of the same letter (L, I, T or S, turned and mirrored ones alike) share no edge."""

    name = "LITS"
    aliases: ClassVar[tuple[str, ...]] = ("Nuruomino",)
    task = (
        "Shade four joined cells in every outlined area, not as a square. All shaded cells are connected, no 2x2 block "
        "is shaded, and pieces of the same shape share no edge, turned and mirrored ones being the same."
    )

    wall = Given("links", role="structure", look=WALL)
    shade = Answer("cells", words=("shaded", "unshaded"))

    def areas(self) -> list[list[Spot]]:
        """The pieces that the walls divide the board into."""
        return self.memo("areas", lambda: self.board.regions(self.wall))

    piece_each, unlike = tetrominoes(
        shade, areas,
        each=Wording(
            "one L, I, T or S is shaded in the area of {first}",
            "the shaded cells {shaded} are no L, I, T or S",
            number="the area of {first} has {have:shaded cell}, not 4",
            room="the area of {first} has no room for an L, I, T or S"),
        unlike=EQUAL_PIECES,
    )
    no_pool = no_block(shade, 2, 2, Wording("no 2x2 block is all shaded", "the 2x2 block at {at} is all shaded"))
    one_body = connected(shade, Wording(
        "the shaded cells are connected", "the shaded cells fall into parts: {at:is|are} cut off"))

    diagram = Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall), cell=Chars(shade, SHADES) | blank)
    solution = Diagram(cells(), cells(), cell=Chars(shade, SHADES, also={" ": False, ".": False}))
    dialects = (
        Spf("lits", puzzle=diagram, solution=solution),
        *pzpr("lits", wall=wall, shade=shade),
    )
