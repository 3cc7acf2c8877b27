"""Stations: draw one loop through all cells that meets the stations in order."""

from random import Random
from typing import Any

from ...formats.layout import Chars, D, Diagram, Number, Stroke, blank, ruled
from ...formats.roles import pzpr
from ...formats.spf import Spf
from ...language import (
    CELLS,
    LINE,
    STEPS,
    Answer,
    Demands,
    Genre,
    Given,
    Look,
    Numbers,
    Rect,
    Spot,
    State,
    Wording,
    all_of,
    count,
    must,
    rule,
    symbols,
)
from ...language.making import ABSENT, Making, Unlucky, even_cells
from ...language.taste import Levels
from .rules import in_order, one_tour


class Stations(Genre):
    """One loop passes all cells and crosses itself only at the crossings. It may visit the stations either way."""

    name = "Stations"
    aliases = ("Train Stations", "Bahnhöfe")
    task = (
        "Draw one closed loop through all cell centres that crosses itself exactly at the crosses. It goes straight "
        "through the stations and visits them in the order of their numbers."
    )
    levels = Levels(easy=23.4, medium=58.6, hard=61.6, extreme=70.8)

    number = Given("cells", Numbers(1, CELLS), look=Look("island", size=0.78))
    crossing = Given("cells", role="structure", look=symbols({True: "+"}))
    loop = Answer("links", look=LINE, words=("drawn", "not drawn"))

    @rule(Wording("the loop passes {at} once", few="the loop does not pass through {at}",
                  many="the loop branches at {at}"))
    def passed_once(self) -> Demands:
        for at in self.board.cells:
            if at not in self.crossing:
                yield must(count(self.loop[s] for s in self.board.links_of(at)) == 2, at)

    @rule("the loop crosses itself at {at}", "the loop does not cross itself at {at}")
    def crossed(self) -> Demands:
        for at in self.crossing:
            yield must(count(self.loop[self.board.way(at, step, 1)[0]] for step in STEPS) == 4, at)

    @rule("the loop goes straight through the station {station}",
          "the loop does not go straight through the station {station}", reads=number)
    def straight(self) -> Demands:
        for at in self.number:
            up, right, down, left = (self.loop[self.board.way(at, step, 1)[0]] for step in STEPS)
            straight = all_of((up.same_as(down), left.same_as(right)))
            yield must(straight, (at, *self.board.links_of(at)), clues=at, station=at)

    one_loop = one_tour(loop, crossing, Wording(
        "the line is one closed loop", "the loop through {cells} leaves out other cells"
    )).requires(passed_once, crossed)
    order = in_order(loop, number, Wording(
        "the loop comes to station {n} only from {others}", "stations {one} and {other} follow each other on the loop"
    ), crossings=crossing).requires(passed_once, crossed, one_loop)

    dialects = (
        Spf("stations", puzzle=Diagram(ruled(D), ruled(), frame=True, edge=Stroke(loop, across=True), cell=(
            Number(number) | Chars(crossing, {"+": True}, middle=True) | blank))),
        *pzpr("trainstations", lambda p, g: p.Notation(
            (p.Along(p.MarkField(g.crossing, p.Cases(p.NUMBER, {0: True})), p.MarkField(g.number, p.NUMBER)),
             p.bits("hole", optional=True)),
            (p.Flag("f"),
             p.cells(p.Words("hole", {"#": True}), p.Words(g.crossing, {"0": True}), p.Integer(g.number, "-", least=1)),
             p.between(p.Words(g.loop, dict.fromkeys(("1", "1u", "1d", "1l", "1r"), True), drawn=True),
                          p.Ignored(*"udlr", pattern="(-[12]|0)[udlr]?"))),
            plain="f", refuses="stations without a number",
        )),
    )


# -- making --

TOLD = 0.65
"""The share of stations among the cells that the loop passes straight."""


def stations(model: Any, answer: State, at: Spot, rng: Random) -> Any:
    """The number of a cell that the loop passes straight, counted along the loop from a first one in either
    direction."""
    order = model.memo("order", lambda: {c: i for i, c in enumerate(straight_cells(model.board, answer, rng), 1)})
    return order.get(at, ABSENT)


def straight_cells(board: Rect, answer: State, rng: Random) -> list[Spot]:
    """A random share of the cells that the loop passes straight, in the order of the loop."""
    way = [board.cells[0]]
    while len(way) < len(board.cells):
        near = [c for link, c in board.ways(way[-1]) if answer.get("loop", link) and c not in way[-2:]]
        if not near or near[0] == way[0]:
            raise Unlucky
        way.append(near[0])
    around = zip(way[-1:] + way[:-1], way, way[1:] + way[:1], strict=True)
    found = [b for a, b, c in around if a.y == c.y or a.x == c.x]
    first = rng.randrange(len(found)) if found else 0
    found = [*found[first:], *found[:first]][:: rng.choice((1, -1))]
    n = round(TOLD * len(found))
    return [found[i] for i in sorted(rng.sample(range(len(found)), n))]


Stations.making = Making(told={"number": stations}, share=0.1, size=(8, 8), sizes=even_cells, whole=True)
