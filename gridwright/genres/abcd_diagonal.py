"""ABCD Diagonal: as ABCD, and equal letters do not touch at a corner either."""

from ..formats.spf import Spf
from ..language import LETTERS, Key, Numbers, Wording
from ..language.taste import Levels
from .abcd import ALPHABET, Abcd
from .abcd.rules import unlike


class AbcdDiagonal(Abcd):
    """A letter differs from those in all (up to eight) cells around it. Black cells hold no letter."""

    name = "ABCD Diagonal"
    aliases = ("Diagonal ABCD",)
    task = (
        "Write a letter in every white cell so that cells touching at an edge or a corner differ. The numbers outside "
        "show how often each letter appears in that row or column."
    )
    levels = Levels(easy=27.2, medium=68, hard=96.7, extreme=122)

    max = Key(5, Numbers(1, len(ALPHABET)), look=LETTERS)
    neighbours_differ = unlike(Abcd.letter, Wording(
        "{at} are not both {value}", "{at} are both {value}"), corners=True)

    dialects = (Spf("abcd_diagonal", keys=(max,), puzzle=Abcd.diagram, solution=Abcd.solved),)
