"""Nurikabe: shade one connected sea around numbered islands."""

from ..formats.layout import Chars, D, Diagram, Letters, Number, blank, cells, one_per_cell
from ..formats.plain_text import PlainText, dot, grid
from ..formats.pzpr import pzpr
from ..formats.spf import Spf
from ..language import CELLS, Answer, Drafts, Genre, Given, Numbers, Unknown, Wording, must, rule
from ..language.kinds import connected, islands, no_block


class Nurikabe(Genre):
    """Shade cells (the sea) so that the unshaded islands have the sizes told; a clue ``?`` does not tell its size."""

    name = "Nurikabe"
    aliases = ("Islands in the Stream", "Cell Structure")
    task = (
        "Shade cells so that every white island holds one number, which is its size. Islands share no edge; the shaded "
        "cells are connected and contain no 2x2 block."
    )

    clue = Given("cells", Numbers(1, CELLS) | Unknown("?"))
    sea = Answer("cells", words=("sea", "land"))

    @rule("{at} is numbered, so it is land", "{at} is numbered and is sea")
    def numbered_land(self) -> Drafts:
        for at in self.clue:
            yield must(~self.sea[at], at)

    island_size, one_number_each = islands(
        ~sea, clue, size=Wording(
            "the island of {at} needs {n:cell}",
            few="the island of {at} should have {n:cell} and has no room for more than {room}",
            many="the island of {at} should have {n:cell} and has {have} already",
            none="the island of {at} should have {n:cell} and has none"), one=Wording(
            "every island holds exactly one number", "the island at {at} holds no number",
            many="{at} are numbers of one island")
    )
    island_size.relying_on(numbered_land)
    no_pool = no_block(sea, 2, 2, Wording("no 2x2 block is all sea", "the 2x2 block at {at} is all sea"))

    def least_sea(self) -> int:
        """With every size told, the sea is what the islands leave."""
        sizes = list(self.clue.values())
        return len(self.board.cells) - sum(sizes) if all(isinstance(n, int) for n in sizes) else 0

    one_sea = connected(sea, Wording(
        "the sea is connected", "the sea falls into parts: {at:is|are} cut off"), at_least=least_sea).relying_on(
        island_size, one_number_each)

    dialects = (
        Spf("nurikabe",
            puzzle=Diagram(cells(D), cells(),
                           cell=Number(clue, "?") | Chars(sea, {"#": True, "-": False}, fill=True) | blank),
            solution=one_per_cell(sea)),
        PlainText("nurikabe", body=grid(Letters(clue, 1) | dot)),
        *pzpr("nurikabe", clue=clue, shade=sea),
    )
