"""Stations: draw one loop through all cells that meets the stations in order."""

from ..formats.layout import Chars, D, Diagram, Number, Stroke, blank, ruled
from ..formats.spf import Spf
from ..language import CELLS, LINE, STEPS, Answer, Drafts, Genre, Given, Numbers, all_of, count, must, rule, symbols
from ..language.kinds import in_order, one_tour


class Stations(Genre):
    """One loop passes every cell once, and crosses itself straight on just at the marked crossings. Stations are passed
    straight, and met in the order 1, 2, 3, ... (and 1 again), whichever way round."""

    name = "Stations"
    aliases = ("Train Stations", "Bahnhöfe")
    task = (
        "Draw one closed loop through all cell centres that crosses itself just at the crosses. It goes straight "
        "through the stations and meets them in the order of their numbers."
    )

    number = Given("cells", Numbers(1, CELLS))
    crossing = Given("cells", role="structure", look=symbols({True: "+"}))
    loop = Answer("links", look=LINE)

    @rule("the loop passes {at} just once")
    def passed_once(self) -> Drafts:
        for at in self.board.cells:
            if at not in self.crossing:
                yield must(count(self.loop[s] for s in self.board.links_of(at)) == 2, at)

    @rule("the loop crosses itself at {at}")
    def crossed(self) -> Drafts:
        for at in self.crossing:
            yield must(all_of(self.loop[self.board.way(at, step, 1)[0]] for step in STEPS), at)

    @rule("the loop goes straight through the station {at}")
    def straight(self) -> Drafts:
        for at in self.number:
            up, right, down, left = (self.loop[self.board.way(at, step, 1)[0]] for step in STEPS)
            yield must(all_of((up.same_as(down), left.same_as(right))), at)

    one_loop = one_tour(loop, lambda self: self.crossing, "the loop at {at} is all of the line")
    order = in_order(loop, lambda self: self.number, "the stations {at} follow each other",
                     crossings=lambda self: self.crossing)

    dialects = (
        Spf("stations", puzzle=Diagram(
            ruled(D), ruled(), frame=True, edge=Stroke(loop, across=True),
            cell=Number(number) | Chars(crossing, {"+": True}, middle=True) | blank)),
    )
