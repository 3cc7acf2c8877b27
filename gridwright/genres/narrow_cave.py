"""Narrow Cave: a cave in which no 2x2 block is open."""

from ..formats.layout import one_per_cell
from ..formats.spf import Spf
from ..language import Wording
from ..language.making import Making, at_least, told_by, varied
from ..language.taste import Levels
from ..rules import no_block
from .cave import Cave, seen


class NarrowCave(Cave):
    """The rules of Cave, but no 2x2 block is all cave; 2x2 blocks of walls are allowed.

    The Standard Puzzle Format lists this variant without its rules; these are what puzzlers call narrow.
    """

    name = "Narrow Cave"
    aliases = ()
    task = (
        "Shade some cells without a number so that the white cells are connected and contain no 2x2 block, and every "
        "group of shaded cells reaches the border. A number shows how many white cells can be seen from it in the four "
        "directions, including its own."
    )
    levels = Levels(easy=19, medium=47.4, hard=86.9, extreme=112)

    narrow = no_block(~Cave.wall, 2, 2, Wording("no 2x2 block is all cave", "the 2x2 block at {at} is all cave"))

    dialects = (Spf("narrow_cave", puzzle=Cave.diagram, solution=one_per_cell(Cave.wall)),)


NarrowCave.making = Making(
    told={"number": told_by(seen)}, likely={"wall": 0.5}, share=0.3, spare=0.14, good=varied("wall", 0.3, 0.7),
    sizes=at_least(3),
)
