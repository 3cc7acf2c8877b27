"""LITS plus: LITS in which areas may stay empty, and no 2x2 block does."""

from ..formats.spf import Spf
from ..language import Wording
from ..language.kinds import no_block, tetrominoes
from .lits import EQUAL_PIECES, Lits


class LitsPlus(Lits):
    """As LITS, but an area holds one tetromino or no shaded cell at all; in return no 2x2 block is all unshaded. Areas
    of less than four cells stay empty. (The format names the genre without its rules; these are the usual ones.)"""

    name = "LITS plus"
    aliases = ()
    task = (
        "Shade four joined cells, not as a square, or none in every outlined area. All shaded cells are connected, no "
        "2x2 block is all shaded or all white, and pieces of the same shape share no edge."
    )

    piece_each, unlike = tetrominoes(
        Lits.shade, Lits.areas, may_be_empty=True,
        each=Wording(
            "one L, I, T or S, or nothing, is shaded in the area of {first}",
            "the shaded cells {shaded} are no L, I, T or S",
            number="the area of {first} has {have:shaded cell}, not 4 or none",
            room="the area of {first} has no room for an L, I, T or S"),
        unlike=EQUAL_PIECES,
    )
    no_gap = no_block(~Lits.shade, 2, 2, Wording(
        "no 2x2 block is all unshaded", "the 2x2 block at {at} is all unshaded"))

    dialects = (Spf("lits_plus", puzzle=Lits.diagram, solution=Lits.solution),)
