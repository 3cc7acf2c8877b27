"""LITS plus: LITS in which areas may stay empty, and no 2x2 block does."""

from typing import ClassVar

from ..formats.spf import Spf
from ..language.kinds import no_block
from .lits import Lits


class LitsPlus(Lits):
    """As LITS, but an area holds one tetromino or no shaded cell at all; in return no 2x2 block is all unshaded. Areas
    of less than four cells stay empty. (The format names the genre without its rules; these are the usual ones.)"""

    name = "LITS plus"
    aliases = ()
    task = (
        "Shade four joined cells, not as a square, or none in every outlined area. All shaded cells are connected, no "
        "2x2 block is all shaded or all white, and pieces of the same shape share no edge."
    )
    may_be_empty: ClassVar[bool] = True

    no_gap = no_block(~Lits.shade, 2, 2, "no 2x2 block is all unshaded")

    dialects = (Spf("lits_plus", puzzle=Lits.diagram, solution=Lits.solution),)
