"""Tents: pitch a tent beside each tree; tents never touch."""

from collections.abc import Mapping

from ..formats import sgt
from ..formats.layout import Chars, D, Diagram, Number, bar, blank, cells, clues
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import ALWAYS, LINE_LENGTH, NEVER, Answer, Genre, Given, Mark, Numbers, Spot, Wording, symbols
from ..language.kinds import apart, counted, paired


class Tents(Genre):
    """Tents and trees pair off one to one, partners sharing an edge; a tent may touch foreign trees as well. A number
    counts the tents of its line."""

    name = "Tents"
    aliases = ("Tents and Trees", "Tent", "Camping", "Zeltlager")
    task = (
        "Pitch a tent beside each tree, one for every tree, sharing an edge. Tents do not touch, not even at a corner. "
        "The numbers outside count the tents of that row or column."
    )

    count = Given("sides", Numbers(0, LINE_LENGTH))
    tree = Given("cells", role="structure", look=symbols({True: "♣"}))
    tent = Answer("cells", look=symbols({True: "▲"}), words=("a tent", "no tent"), verb="holds")

    def trees(self) -> Mapping[Spot, Mark]:
        """The trees as marks."""
        return {c: ALWAYS if c in self.tree else NEVER for c in self.board.cells}

    in_line = counted(tent, count, "{side:line} needs {n:tent}")
    apart = apart(tent, Wording(
        "tents never touch, not even at a corner", "the tents {at} touch"), corners=True)
    own_trees = paired(trees, tent, Wording(
        "each tree has its own tent beside it, and each tent its own tree",
        both="{at} is a tree and holds a tent",
        ones="{crowd:is a tree|are trees} with {n_partners:place} left for tents",
        others="{crowd:is a tent|are tents} with {n_partners:tree} beside"))

    dialects = (
        Spf("tents",
            puzzle=Diagram(clues(1, D) + bar + cells(), clues(1, D) + bar + cells(), side=Number(count) | blank,
                           cell=Chars(tree, {"*": True}) | blank),
            solution=Diagram(cells(), cells(), cell=Chars(tent, {"A": True, " ": False}, also={"*": False}))),
        *pzpr("tents", count=count, tree=tree, tent=tent),
        sgt.Tents(tree, count, tent),
    )
