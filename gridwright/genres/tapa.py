"""Tapa: shade one connected body; clues tell the runs of shaded cells around them."""

from ..formats.layout import Chars, Diagram, Fields, Number, blank, cells, one_per_cell
from ..formats.spf import Spf
from ..language import Answer, Drafts, Genre, Given, ListOf, Numbers, OneOf, Unknown, must, rule
from ..language.kinds import connected, no_block, runs_around


class Tapa(Genre):
    """A clue is a tuple of the lengths of the runs met on the way once around its cell, in any order; between two runs
    is at least one unshaded cell, and the outside counts as unshaded. A clue's cell is not shaded."""

    name = "Tapa"
    task = (
        "Shade cells without a clue so that they are connected and contain no 2x2 block. The numbers of a clue are the "
        "lengths of the runs of shaded cells among the up to eight cells around it, in any order."
    )

    clue = Given("cells", ListOf(Numbers(1, 8) | Unknown("?"), 1, 4) | OneOf([(0,)]))
    shade = Answer("cells")

    @rule("{at} holds a clue, so it is not shaded")
    def clues_open(self) -> Drafts:
        for at in self.clue:
            yield must(~self.shade[at], at)

    around = runs_around(shade, clue, "the runs around {at} are {runs}")
    no_pool = no_block(shade, 2, 2, "no 2x2 block is shaded all over")

    def least_shaded(self) -> int:
        """What the largest clue asks for."""
        return max((sum(n for n in runs if isinstance(n, int)) for runs in self.clue.values()), default=0)

    one_body = connected(shade, "the shaded cells are connected", at_least=least_shaded)

    dialects = (
        Spf("tapa",
            puzzle=Diagram(cells(2), cells(2), cell=(
                Chars(shade, {"#": True, "-": False}, fill=True) | Fields(clue, Number(least=1) | blank, dense=True)
                | blank)),
            solution=one_per_cell(shade)),
    )
