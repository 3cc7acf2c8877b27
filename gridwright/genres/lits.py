"""LITS: shade one tetromino in each area."""

from typing import ClassVar

from ..formats.layout import Chars, Diagram, Stroke, blank, cells, ruled
from ..formats.spf import Spf
from ..language import WALL, Answer, Genre, Given, Spot
from ..language.kinds import connected, no_block, tetrominoes

SHADES = {"#": True, "-": False}


class Lits(Genre):
    """Four joined cells of each area are shaded, not as a square. All shaded cells are connected, no 2x2 block is
    shaded, and pieces of the same letter (L, I, T or S, turned and mirrored ones alike) share no edge."""

    name = "LITS"
    aliases: ClassVar[tuple[str, ...]] = ("Nuruomino",)
    task = (
        "Shade four joined cells in every outlined area, not as a square. All shaded cells are connected, no 2x2 block "
        "is shaded, and pieces of the same shape share no edge, turned and mirrored ones being the same."
    )
    may_be_empty: ClassVar[bool] = False

    wall = Given("links", role="structure", look=WALL)
    shade = Answer("cells")

    def areas(self) -> list[list[Spot]]:
        """The pieces that the walls divide the board into."""
        return self.memo("areas", lambda: self.board.regions(self.wall))

    piece_each, unlike = tetrominoes(
        shade, areas, each="the shaded cells of the area {at} are an L, I, T or S",
        unlike="no two pieces {letter} share an edge", may_be_empty=lambda self: self.may_be_empty,
    )
    no_pool = no_block(shade, 2, 2, "no 2x2 block is all shaded")
    one_body = connected(shade, "the shaded cells are connected")

    diagram = Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall), cell=Chars(shade, SHADES) | blank)
    solution = Diagram(cells(), cells(), cell=Chars(shade, SHADES, also={" ": False, ".": False}))
    dialects = (Spf("lits", puzzle=diagram, solution=solution),)
