"""ABCD Diagonal: as ABCD, and equal letters do not touch at a corner either."""

from ..formats.spf import Spf
from ..language import Key
from ..language.kinds import unlike
from .abcd import Abcd, few_letters


class AbcdDiagonal(Abcd):
    """All of the up to eight cells around a cell differ from it; black cells are exempt."""

    name = "ABCD Diagonal"
    aliases = ("Diagonal ABCD",)

    max = Key(5, few_letters)
    neighbours_differ = unlike(Abcd.letter, "the letters at {at} differ", corners=True)

    dialects = (Spf("abcd_diagonal", keys=(max,), puzzle=Abcd.diagram, solution=Abcd.solved),)
