"""Coral: shade one coral without holes; clues tell the runs of a line in no order."""

from itertools import groupby
from typing import Any

from ...formats.layout import Chars, D, Diagram, Listed, Number, bar, blank, cells, clues, key, one_per_cell
from ...formats.roles import penpa, pzpr
from ...formats.spf import Spf
from ...language import (
    LINE_LENGTH,
    Answer,
    Genre,
    Given,
    Ground,
    ListOf,
    Numbers,
    OneOf,
    Spot,
    State,
    Unknown,
    Wording,
)
from ...language.making import Making, at_least, line_values, told_by, varied
from ...language.taste import Levels
from ...rules import no_block, one_mass
from .rules import loose_runs


class Coral(Genre):
    """A clue is a tuple of the lengths of all runs of its line, in any order. ``?`` is an unknown length, and (0,)
    means that nothing is shaded. Each group of unshaded cells reaches the border."""

    name = "Coral"
    aliases = ("Koralle",)
    ground = Ground(every=5)
    task = (
        "Shade one connected coral that contains no 2x2 block. Every group of white cells reaches the border. The "
        "numbers outside are the lengths of the runs of shaded cells in that line, in any order."
    )
    levels = Levels(easy=25.2, medium=63.1, hard=113, extreme=131)

    hint = Given("sides", ListOf(Numbers(1, LINE_LENGTH) | Unknown("?"), 1, LINE_LENGTH) | OneOf([(0,)]))
    coral = Answer("cells", words=("coral", "water"))

    told_runs = loose_runs(coral, hint, Wording(
        "{side:line} needs {needed}", "{side:line} needs {needed} and has {have}",
        open="{side:line} can no longer have {needed}"))
    no_pool = no_block(coral, 2, 2, Wording("no 2x2 block is all coral", "the 2x2 block at {at} is all coral"))

    def least_shaded(self) -> int:
        """The number of shaded cells that the clues of the rows or those of the columns require, whichever is
        larger."""
        above = left = 0
        for side, runs in self.hint.items():
            n = sum(run if isinstance(run, int) else 1 for run in runs)
            above += n * (side.y < 0)
            left += n * (side.x < 0)
        return max(above, left)

    one_body, no_holes = one_mass(
        coral, ~coral, at_least=least_shaded,
        body=Wording("the coral is connected", "{at:is|are} cut off from the rest of the coral"),
        no_holes=Wording("all water reaches the border", "the water at {at} does not reach the border"),
    )
    one_body.requires(told_runs)

    dialects = (
        Spf("coral",
            puzzle=Diagram(clues(key("left"), D) + bar + cells(), clues(key("top"), D) + bar + cells(),
                           side=Listed(hint, Number(unknown="?")) | blank,
                           cell=Chars(coral, {"#": True, "-": False}) | blank),
            solution=one_per_cell(coral)),
        *pzpr("coral", lambda p, g: p.Notation(
            (p.Outside(p.List(g.hint)),), (p.Framed(p.List(g.hint), *p.shaded(g.coral), number=p.MINUS_TWO),),
        )),
        penpa("coral", lambda p, g: p.Notation(p.MarginTexts(p.List(g.hint)), p.Shade(g.coral))),
    )


# -- making --


def runs_told(model: Any, answer: State, side: Spot) -> tuple[int, ...]:
    """The lengths of the runs of a line, in order of size."""
    runs = groupby(line_values(model, answer, "coral", side))
    return tuple(sorted(len(list(own)) for shaded, own in runs if shaded)) or (0,)


Coral.making = Making(
    told={"hint": told_by(runs_told)}, likely={"coral": 0.65}, share=0.4, good=varied("coral", 0.4, 0.75),
    sizes=at_least(3),
)
