"""Thermometers: fill them from their bulbs so that each line has the number of filled cells told."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from random import Random

from ..formats.layout import Chars, D, Diagram, Number, Stroke, bar, blank, clues, one_per_cell, open_
from ..formats.roles import tabled
from ..formats.spf import Spf
from ..language import (
    BULB,
    LINE_LENGTH,
    MERCURY,
    TUBE,
    Answer,
    Drafts,
    Genre,
    Given,
    Look,
    Numbers,
    OneOf,
    Rect,
    Spot,
    Wording,
    must,
    rule,
    ticking,
)
from ..language.gestures import Fills
from ..language.kinds import counted, unmarked
from ..language.layouts import links_along, short_paths
from ..language.making import Making, Sketch, Unlucky, Wishes, at_least, count_of, varied

# -- making --

LONGEST = 6
STRAIGHT = 0.4
"""How often all thermometers are straight."""
TRIES = 10
"""How often it is tried to lay them."""


def with_tubes(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Thermometers that cover the board: straight ones only, or some with one bend."""
    del wishes
    most_bends = 0 if rng.random() < STRAIGHT else 1
    for _ in range(TRIES):
        with suppress(Unlucky):
            tubes = short_paths(board, rng, board.cells, 2, LONGEST, lambda path: bends(path) <= most_bends)
            break
    else:
        raise Unlucky
    joints = [link for tube in tubes for link in links_along(board, tube)]
    tubes = [tube[:: rng.choice((1, -1))] for tube in tubes]
    return Sketch(board, {"bulb": {tube[0]: True for tube in sorted(tubes)}, "joint": dict.fromkeys(joints, True)})


def bends(path: Sequence[Spot]) -> int:
    """How often a path turns."""
    return sum(a.y != c.y and a.x != c.x for a, _, c in zip(path, path[1:], path[2:], strict=False))


class Thermometers(Genre):
    """A thermometer is a ``bulb`` and all that joints (marks on links) join to it; it may be empty or full. Cells that
    are joined to no bulb stay empty. ``tube`` is the stroke drawn on a cell without a bulb; it says nothing."""

    name = "Thermometers"
    aliases = ("Thermometer",)
    task = (
        "Fill thermometers from the bulb on, wholly, partly or not at all. The numbers outside count the filled cells "
        "of that row or column."
    )

    count = Given("sides", Numbers(0, LINE_LENGTH))
    bulb = Given("cells", role="structure", look=BULB)
    tube = Given("cells", OneOf("-|"), role="structure", look=Look("stub", {"-": "─", "|": "│"}))
    joint = Given("links", role="structure", look=TUBE)
    filled = Answer("cells", look=MERCURY, words=("filled", "empty"),
                    gesture=Fills(lambda model: ((after, before) for before, after in model.steps)))

    @cached_property
    def steps(self) -> list[tuple[Spot, Spot]]:
        """Each cell of a thermometer with the next ones, from the bulb on."""
        found = []
        for bulb in self.bulb:
            reached = {bulb}
            queue = [bulb]
            for cell in ticking(queue, len(self.board.cells)):
                for link, near in self.board.ways(cell):
                    if link in self.joint and near not in reached:
                        reached.add(near)
                        queue.append(near)
                        found.append((cell, near))
        return found

    in_line = counted(filled, count, "{side:line} needs {n:filled cell}")

    @rule("{after} is filled only if {before} is", "{after} is filled, though {before}, nearer to the bulb, is not")
    def from_bulb(self) -> Drafts:
        for before, after in self.steps:
            yield must(self.filled[after].implies(self.filled[before]), (before, after), before=before, after=after)

    def others(self) -> list[Spot]:
        """The cells that belong to no thermometer."""
        inside = {*self.bulb, *(after for _, after in self.steps)}
        return [cell for cell in self.board.cells if cell not in inside]

    others_empty = unmarked(filled, others, Wording(
        "{at} belongs to no thermometer, so it is empty", "{at} belongs to no thermometer and is filled"))

    dialects = (
        Spf("thermometers",
            puzzle=Diagram(clues(1, D) + bar + open_(), clues(1, D) + bar + open_(), side=Number(count) | blank,
                           corner=blank, edge=Stroke(joint, across=True),
                           cell=Chars(bulb, {"O": True}, also={"0": True}) | Chars(tube, {"-": "-", "|": "|"}) | blank),
            solution=one_per_cell(filled)),
        *tabled("thermometers", count=count, bulb=bulb, tube=tube, joint=joint, filled=filled),
    )

    making = Making(
        sketch=with_tubes, told={"count": count_of("filled", True)}, share=0.5, spare=1,
        good=varied("filled", 0.25, 0.75), sizes=at_least(2), rounds=12,
    )
