"""LITS plus: LITS in which areas may stay empty, and no 2x2 block does."""

from random import Random

from ..formats.spf import Spf
from ..language import Rect, Wording
from ..language.making import Making, Sketch, Unlucky, Wishes, at_least
from ..language.taste import Levels
from ..laying.layouts import spread
from ..rules import no_block
from .lits import EQUAL_PIECES, Lits, areas_about, other_areas, tetromino_body
from .lits.rules import fitting_tetromino, tetrominoes


class LitsPlus(Lits):
    """As LITS, but an area holds one tetromino or no shaded cell at all; in return, no 2x2 block is all unshaded. Areas
    of fewer than four cells stay empty. (The Standard Puzzle Format lists the genre without its rules; these are the
    usual ones.)"""

    name = "LITS plus"
    aliases = ()
    task = (
        "Shade one tetromino (four connected cells, but not a square) or nothing in every outlined area. All shaded "
        "cells are connected, no 2x2 block is all shaded or all white, and pieces of the same shape share no edge, "
        "even if rotated or mirrored."
    )
    levels = Levels(easy=11.6, medium=29, hard=31.9, extreme=36.7)

    piece_each, unlike = tetrominoes(
        Lits.shade, Lits.wall, may_be_empty=True,
        each=Wording(
            "one L, I, T or S, or nothing, is shaded in the area of {first}",
            "the shaded cells {shaded} do not form an L, I, T or S",
            number="the area of {first} has {have:shaded cell}, not 4 or none",
            room="the area of {first} has no room for an L, I, T or S"),
        unlike=EQUAL_PIECES,
    )
    no_gap = no_block(~Lits.shade, 2, 2, Wording(
        "no 2x2 block is all unshaded", "the 2x2 block at {at} is all unshaded"))
    piece_without_block = fitting_tetromino(
        Wording("what is in the area of {first} makes no one-coloured 2x2 block",
                "all that fits in the area of {first} makes a one-coloured 2x2 block"),
        piece_each, Lits.no_pool, no_gap)
    piece_that_fits = fitting_tetromino(
        Wording(
            "what is in the area of {first} makes no one-coloured 2x2 block, touches no equal piece and is not cut off",
            "all that fits in the area of {first} makes a one-coloured 2x2 block, touches an equal piece or is cut off",
        ),
        piece_each, Lits.no_pool, no_gap, unlike=unlike, body=Lits.one_body)

    dialects = (Spf("lits_plus", puzzle=Lits.diagram, solution=Lits.solution),)


# -- making --


def with_pieces(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Tetrominoes that grow into one body until no 2x2 block is empty, and areas around them."""
    del wishes
    for wanted in range(round(len(board.cells) / 8), len(board.cells) // 6 + 2):
        pieces = tetromino_body(rng, board, wanted)
        shaded = {c for piece in pieces for c in piece}
        if all(not shaded.isdisjoint(block) for block in board.windows(2, 2)):
            return areas_about(board, spread(board, rng, pieces), shaded)
    raise Unlucky


LitsPlus.making = Making(
    sketch=with_pieces, change=other_areas, strategy="fixed answer", size=(8, 8), sizes=at_least(4), rounds=1_000
)
