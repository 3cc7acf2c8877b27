"""Thermometers: fill them from their bulbs so that each line has the number of filled cells told."""

from functools import cached_property
from random import Random

from ..formats.layout import Chars, D, Diagram, Number, Stroke, bar, blank, clues, one_per_cell, open_
from ..formats.roles import tabled
from ..formats.spf import Spf
from ..language import (
    BULB,
    LINE_LENGTH,
    MERCURY,
    STEPS,
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
    must,
    rule,
    ticking,
)
from ..language.gestures import Fills
from ..language.kinds import counted
from ..language.layouts import links_along
from ..language.making import Making, Sketch, Wishes, at_least, count_of, varied

# -- making --


def with_tubes(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Thermometers of two to six cells, most of them straight or with one bend, that cover most of the board."""
    del wishes
    free = dict.fromkeys(board.cells)
    bulbs, joints = [], []
    for first in rng.sample(board.cells, len(board.cells)):
        if first not in free:
            continue
        tube, step, bends = [first], rng.choice(STEPS), 0
        while len(tube) < rng.randint(3, 8):
            ahead = {s: Spot(tube[-1].y + s[0], tube[-1].x + s[1]) for s in STEPS}
            ways = [s for s in STEPS if ahead[s] in free and ahead[s] not in tube]
            if step not in ways and (bends or not ways):
                break
            if step not in ways:
                step, bends = rng.choice(ways), bends + (len(tube) > 1)
            tube.append(ahead[step])
        if len(tube) > 1:
            bulbs.append(first)
            joints += links_along(board, tube)
            for c in tube:
                del free[c]
    given = {"bulb": dict.fromkeys(bulbs, True), "joint": dict.fromkeys(joints, True)}
    return Sketch(board, {name: marks for name, marks in given.items() if marks})


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

    @rule("{at} belongs to no thermometer, so it is empty", "{at} belongs to no thermometer and is filled")
    def others_empty(self) -> Drafts:
        inside = {*self.bulb, *(after for _, after in self.steps)}
        for cell in self.board.cells:
            if cell not in inside:
                yield must(~self.filled[cell], cell)

    dialects = (
        Spf("thermometers",
            puzzle=Diagram(clues(1, D) + bar + open_(), clues(1, D) + bar + open_(), side=Number(count) | blank,
                           corner=blank, edge=Stroke(joint, across=True),
                           cell=Chars(bulb, {"O": True}, also={"0": True}) | Chars(tube, {"-": "-", "|": "|"}) | blank),
            solution=one_per_cell(filled)),
        *tabled("thermometers", count=count, bulb=bulb, tube=tube, joint=joint, filled=filled),
    )

    making = Making(
        sketch=with_tubes, told={"count": count_of("filled", True)}, share=0.5, spare=0.17,
        good=varied("filled", 0.25, 0.75), sizes=at_least(2),
    )
