"""Thermometers: fill them from their bulbs so that each line has the number of filled cells told."""

from functools import cached_property

from ..formats.layout import Chars, D, Diagram, Number, Stroke, bar, blank, clues, one_per_cell, open_
from ..formats.spf import Spf
from ..language import BULB, LINE_LENGTH, TUBE, Answer, Drafts, Genre, Given, Look, Numbers, OneOf, Spot, must, rule
from ..language.kinds import counted


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
    filled = Answer("cells", words=("filled", "empty"))

    @cached_property
    def steps(self) -> list[tuple[Spot, Spot]]:
        """Each cell of a thermometer with the next ones, from the bulb on."""
        found = []
        for bulb in self.bulb:
            reached = {bulb}
            queue = [bulb]
            for cell in queue:
                for link, near in self.board.ways(cell):
                    if link in self.joint and near not in reached:
                        reached.add(near)
                        queue.append(near)
                        found.append((cell, near))
        return found

    in_line = counted(filled, count, "{side:line} needs {n:filled cell}")

    @rule("{after} is filled only if {before} is", "{after} is filled, but {before}, nearer to the bulb, is not")
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
    )
