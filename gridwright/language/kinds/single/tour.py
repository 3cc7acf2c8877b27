"""One closed tour: a line that crosses itself where told, through all cells, meeting numbered stations in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...board import Spot
from ...clauses import Clause, Clauses
from ...expr import Known
from ...genre import Genre
from ...layers import AnswerLayer, GivenLayer
from ...rules import Conflict, Demand, Global, Rule
from ...ticks import ticking
from ...walks import Tree, way_up
from ...wording import Text, listed
from ..forest import Arcs, NoRing

Tracks = tuple[Arcs, list[Spot]]
"""The links as arcs, and the cell of each node; a crossing is two nodes, one for each way over it."""


def tracks(line: AnswerLayer, crossed: GivenLayer, model: Genre) -> Tracks:
    """The shared tracks of a puzzle."""
    return model.memo(("tracks", line.name, crossed.name), lambda: _tracks(line, crossed, model))


def _tracks(line: AnswerLayer, crossed: GivenLayer, model: Genre) -> Tracks:
    board, crossings, marks = model.board, model.given(crossed), model.marks[line.name]
    index: dict[tuple[Spot, bool], int] = {}
    ends = []
    for link in ticking(board.links):
        a, b = (
            index.setdefault((cell, cell in crossings and board.level(link)), len(index)) for cell in board.ends(link)
        )
        ends.append((a, b))
    lits = [int(marks[link]) for link in ticking(board.links)]
    return Arcs(len(index), ends, lits, board.links, board.passed), [cell for cell, _ in index]


class OneTour(NoRing):
    """No closed ring of the line leaves nodes out."""

    def rings(self, known: Known) -> Iterator[list[int]]:
        """The rings that leave nodes out."""
        return (ring for ring in super().rings(known) if len(self.inside(ring)) < len(self.arcs.near))

    def inside(self, ring: Sequence[int]) -> set[int]:
        """The nodes of a ring."""
        return {node for arc in ring for node in self.arcs.ends[arc]}

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        found = sorted(self.rings(known), key=len)
        # The largest of several rings is taken for the one that is meant.
        return map(self.against, found[:-1] or found)

    def encode(self, out: Clauses) -> None:
        """Rings of four are whole boards only."""
        if len(self.arcs.near) > 4:
            super().encode(out)


class CompleteTour(OneTour):
    """The same where the line passes every node once."""

    def cuts(self, known: Known) -> list[Clause]:
        """Some arc leads out of the nodes of a ring."""
        arcs, found = self.arcs, []
        for ring in ticking(self.rings(known)):
            inside = self.inside(ring)
            found.append([arcs.lits[a] for n in inside for a, other in arcs.near[n] if other not in inside])
        return found


class Stations(NamedTuple):
    """The stations of a board: their numbers by node, the cell of each node, and the greatest number."""

    arcs: Arcs
    cells: list[Spot]
    number: dict[int, int]
    last: int


class InOrder(Global):
    """No line leads from the node ``start``, past no other station, to one that is neither the one before nor after it.

    Of two stations the one that comes first on the board tells.
    """

    def __init__(self, stations: Stations, start: int) -> None:
        self.stations, self.start = stations, start

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        arcs, cells, number, last = self.stations
        start = self.start
        for goal, way in self._met(known):
            if goal > start and (number[start] - number[goal]) % last not in (0, 1, last - 1):
                one, other = sorted((number[start], number[goal]))
                at = (cells[start], cells[goal], *sorted(arcs.at[arc] for arc in way))
                yield Conflict(at, [arcs.lits[arc] for arc in way], {"one": one, "other": other})

    def _met(self, known: Known) -> Iterator[tuple[int, list[int]]]:
        """The stations that drawn arcs lead to from the first, past no other, each with these arcs."""
        arcs, _, number, _ = self.stations
        back: Tree = {self.start: (-1, self.start)}
        queue = [self.start]
        for node in ticking(queue, len(arcs.near)):
            for arc, other in arcs.near[node]:
                if known[arcs.lits[arc]] > 0 and other not in back:
                    back[other] = arc, node
                    if other in number:
                        yield other, way_up(other, back)
                    else:
                        queue.append(other)


class StationOrder(Rule):
    """Stations are met in the order of their numbers.

    Cuts are enough: clauses for the section between two stations that each arc belongs to took five to eight times as
    long, on boards of 10x10 and 14x14.
    """

    def __init__(self, line: AnswerLayer, stations: GivenLayer, crossings: GivenLayer, text: Text) -> None:
        super().__init__(text)
        self.line, self.stations, self.crossings = line, stations, crossings

    def _met(self, model: Genre) -> Stations:
        stations = model.given(self.stations)
        arcs, cells = tracks(self.line, self.crossings, model)
        number = {n: stations[cell] for n, cell in enumerate(cells) if cell in stations}
        return Stations(arcs, cells, number, max(number.values(), default=0))

    def demands(self, model: Genre) -> Iterator[Demand]:
        met = self._met(model)
        clues = tuple((self.stations.name, at) for at in model.given(self.stations))
        for node, n in met.number.items():
            others = sorted({(n - 2) % met.last + 1, n % met.last + 1})
            words = {"n": n, "others": listed(map(str, others))}
            yield Demand(self, InOrder(met, node), (met.cells[node],), words, clues)


class OneTourRule(Rule):
    """The line is one closed tour of all nodes."""

    def __init__(self, line: AnswerLayer, crossings: GivenLayer, text: Text) -> None:
        super().__init__(text)
        self.line, self.crossings = line, crossings

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, OneTour(tracks(self.line, self.crossings, model)[0]))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        what = CompleteTour(tracks(self.line, self.crossings, model)[0])
        what.encode(out)
        return [what]


def one_tour(line: AnswerLayer, crossings: GivenLayer, text: Text) -> OneTourRule:
    """The rule that a line which passes every cell once (and a crossing both ways, straight on) is one closed tour.

    That the line passes the cells so are rules of their own, which this one is to rely on (see ``relying_on``).
    Fault: the line through ``{cells}`` is closed and leaves others out.
    """
    return OneTourRule(line, crossings, text)


def in_order(line: AnswerLayer, stations: GivenLayer, text: Text, *, crossings: GivenLayer) -> StationOrder:
    """The rule that a closed tour meets the stations in the order of their numbers, in one direction or the other.

    It is to rely on the rules that make the line one tour. In the text ``{n}`` is the number of the station ``{at}``,
    ``{others}`` those before and after it; the fault is that the stations ``{one}`` and ``{other}`` follow each other.
    """
    return StationOrder(line, stations, crossings, text)
