"""One closed tour through all cells that crosses itself where marked and meets numbered stations in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...board.arc_graph import ArcGraph
from ...board.board import Spot
from ...board.walks import Tree, way_up
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer
from ...language.rules import Conflict, Demand, Global, Rule
from ...language.wording import RuleText, listed
from ...logic.clauses import Clause, Clauses
from ...logic.expr import Known
from ...logic.ticks import ticking
from ...rules.loop import NoRing


def tracks(line: AnswerLayer, crossed: GivenLayer, model: Genre) -> ArcGraph:
    """The links as arcs; a crossing is two nodes, one for each direction across it."""
    return model.memo(("tracks", line.name, crossed.name), lambda: _tracks(line, crossed, model))


def _tracks(line: AnswerLayer, crossed: GivenLayer, model: Genre) -> ArcGraph:
    board, crossings, marks = model.board, model.given(crossed), model.marks[line.name]
    index: dict[tuple[Spot, bool], int] = {}
    ends = []
    for link in ticking(board.links):
        a, b = (
            index.setdefault((cell, cell in crossings and board.level(link)), len(index)) for cell in board.ends(link)
        )
        ends.append((a, b))
    lits = [int(marks[link]) for link in ticking(board.links)]
    return ArcGraph([cell for cell, _ in index], ends, lits, board.links, board.passed)


class OneTour(NoRing):
    """No ring of the line leaves nodes out."""

    def rings(self, known: Known) -> Iterator[list[int]]:
        """The rings that leave nodes out."""
        return (ring for ring in super().rings(known) if len(self.inside(ring)) < len(self.graph.nodes))

    def inside(self, ring: Sequence[int]) -> set[int]:
        """The nodes of a ring."""
        return {node for arc in ring for node in self.graph.ends[arc]}

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        found = sorted(self.rings(known), key=len)
        # Of several rings, the largest is assumed to be the intended one.
        return map(self.against, found[:-1] or found)

    def encode(self, out: Clauses) -> None:
        """A ring of four links is only allowed if it is the whole board."""
        if len(self.graph.nodes) > 4:
            super().encode(out)


class CompleteTour(OneTour):
    """The same for lines that pass every node once."""

    def cuts(self, known: Known) -> list[Clause]:
        """Some arc leads out of the nodes of a ring."""
        return [self.graph.leaving(self.inside(ring)) for ring in ticking(self.rings(known))]


class StationNumbers(NamedTuple):
    """The stations of a board: their numbers by node, and the largest number."""

    graph: ArcGraph
    number: dict[int, int]
    last: int


class InOrder(Global):
    """No line from the node ``start`` first meets a station other than its predecessor and successor.

    Of two stations, the first one on the board reports a conflict.
    """

    def __init__(self, stations: StationNumbers, start: int) -> None:
        self.stations, self.start = stations, start

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph, number, last = self.stations
        start = self.start
        for goal, way in self._met(known):
            if goal > start and (number[start] - number[goal]) % last not in (0, 1, last - 1):
                one, other = sorted((number[start], number[goal]))
                at = (graph.nodes[start], graph.nodes[goal], *graph.places_of(way))
                yield Conflict(at, [graph.lits[arc] for arc in way], {"one": one, "other": other})

    def _met(self, known: Known) -> Iterator[tuple[int, list[int]]]:
        """The stations that drawn arcs lead to from the start without passing another, each with these arcs."""
        graph, number, _ = self.stations
        back: Tree = {self.start: (-1, self.start)}
        queue = [self.start]
        for node in ticking(queue, len(graph.nodes)):
            for arc, other in graph.near[node]:
                if known[graph.lits[arc]] > 0 and other not in back:
                    back[other] = arc, node
                    if other in number:
                        yield other, way_up(other, back)
                    else:
                        queue.append(other)


class StationOrder(Rule):
    """The rule that a closed tour meets the stations in the order of their numbers, in one direction or the other.

    It relies on the rules that make the line one tour. In the text, ``{n}`` is the number of the station ``{at}``,
    ``{others}`` those before and after it; the fault is that the stations ``{one}`` and ``{other}`` follow each other.

    Cuts are enough: clauses for the section between two stations that each arc belongs to took five to eight times as
    long, on boards of 10x10 and 14x14.
    """

    def __init__(self, line: AnswerLayer, stations: GivenLayer, text: RuleText, *, crossings: GivenLayer) -> None:
        super().__init__(text, reads=stations)
        self.line, self.stations, self.crossings = line, stations, crossings

    def _met(self, model: Genre) -> StationNumbers:
        stations = model.given(self.stations)
        graph = tracks(self.line, self.crossings, model)
        number = {n: stations[cell] for n, cell in enumerate(graph.nodes) if cell in stations}
        return StationNumbers(graph, number, max(number.values(), default=0))

    def demands(self, model: Genre) -> Iterator[Demand]:
        met = self._met(model)
        clues = self.clues_at(*model.given(self.stations))
        for node, n in met.number.items():
            others = sorted({(n - 2) % met.last + 1, n % met.last + 1})
            words = {"n": n, "others": listed(map(str, others))}
            yield Demand(self, InOrder(met, node), (met.graph.nodes[node],), words, clues)


class OneTourRule(Rule):
    """The rule that a line which passes every cell once (and a crossing both ways, straight on) is one closed tour.

    Other rules say that the line passes the cells like this; this rule relies on them (see ``requires``). Fault: the
    line through ``{cells}`` is closed and leaves others out.
    """

    def __init__(self, line: AnswerLayer, crossings: GivenLayer, text: RuleText) -> None:
        super().__init__(text)
        self.line, self.crossings = line, crossings

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, OneTour(tracks(self.line, self.crossings, model)))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        what = CompleteTour(tracks(self.line, self.crossings, model))
        what.encode(out)
        return [what]


one_tour = OneTourRule
in_order = StationOrder
