"""One closed tour: a line that crosses itself where told, through all cells, meeting numbered stations in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..board import Rect, Spot
from ..clauses import Clause, Clauses
from ..expr import Known
from ..genre import AnswerLayer, Genre
from ..rules import Conflict, Demand, Global, Rule
from ..ticks import tick, ticking
from ..wording import Text
from .forest import Arcs, NoRing


def tracks(board: Rect, line: Mapping[Spot, int], crossings: Mapping[Spot, Any]) -> tuple[Arcs, list[Spot]]:
    """The links as arcs, and the cell of each node; a crossing is two nodes, one for each way over it."""
    index: dict[tuple[Spot, bool], int] = {}
    ends = []
    for link in ticking(board.links):
        a, b = (
            index.setdefault((cell, cell in crossings and board.level(link)), len(index)) for cell in board.ends(link)
        )
        ends.append((a, b))
    lits = [int(line[link]) for link in ticking(board.links)]
    return Arcs(len(index), ends, lits, board.links), [cell for cell, _ in index]


class OneTour(NoRing):
    """The line, which passes every node once, is one closed ring."""

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        arcs = self.arcs
        for ring in sorted(self.rings(known), key=len):
            passed = {node for arc in ring for node in arcs.ends[arc]}
            if len(passed) < len(arcs.near):
                yield Conflict(tuple(sorted(arcs.at[arc] for arc in ring)), [arcs.lits[arc] for arc in ring])

    def encode(self, out: Clauses) -> None:
        """Rings of four are whole boards only."""
        if len(self.arcs.near) > 4:
            super().encode(out)

    def cuts(self, known: Known) -> list[Clause]:
        """Some arc leads out of the nodes of a ring that is not all."""
        arcs, found = self.arcs, []
        for ring in ticking(self.rings(known)):
            inside = {node for arc in ring for node in arcs.ends[arc]}
            if len(inside) < len(arcs.near):
                found.append([arcs.lits[a] for n in inside for a, other in arcs.near[n] if other not in inside])
        return found


class InOrder(Global):
    """No line leads from a station, past no other, to one that is neither the one before nor the one after it."""

    def __init__(self, arcs: Arcs, cells: list[Spot], stations: Mapping[Spot, int]) -> None:
        self.arcs = arcs
        self.number = {n: stations[cell] for n, cell in enumerate(cells) if cell in stations}
        self.cells, self.last = cells, max(self.number.values(), default=0)

    def apart(self, a: int, b: int) -> bool:
        """Whether two stations may not follow each other."""
        return (a - b) % self.last not in (0, 1, self.last - 1)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        for start, number in ticking(self.number.items()):
            for goal, way in self._met_from(start, known):
                if goal > start and self.apart(number, self.number[goal]):
                    yield Conflict((self.cells[start], self.cells[goal]), [self.arcs.lits[arc] for arc in way])

    def _met_from(self, start: int, known: Known) -> Iterator[tuple[int, list[int]]]:
        """The stations that drawn arcs lead to from one station, past no other, each with these arcs."""
        lits = self.arcs.lits
        back: dict[int, tuple[int, int]] = {start: (-1, start)}
        queue = [start]
        for node in ticking(queue):
            for arc, other in self.arcs.near[node]:
                if known[lits[arc]] > 0 and other not in back:
                    back[other] = arc, node
                    if other in self.number:
                        yield other, _way_back(other, back)
                    else:
                        queue.append(other)


def _way_back(node: int, back: Mapping[int, tuple[int, int]]) -> list[int]:
    """The arcs from a node to where a search began; ``back`` tells each node's arc and the node before it."""
    way = []
    while back[node][0] >= 0:
        arc, node = back[node]
        way.append(arc)
    return way


class StationOrder(Rule):
    """Stations are met in the order of their numbers.

    Encoded by the section between two stations that each arc belongs to: it changes at stations only, and of the two
    arcs of station n one belongs to the section before it and one to the section after it.
    """

    def __init__(
        self,
        line: AnswerLayer,
        stations: Callable[[Any], Mapping[Spot, int]],
        crossings: Callable[[Any], Mapping[Spot, Any]],
        text: Text,
    ) -> None:
        super().__init__(text)
        self.line, self.stations, self.crossings = line, stations, crossings

    def _what(self, model: Genre) -> InOrder:
        marks = model.marks[self.line.name]
        line = {link: int(marks[link]) for link in ticking(model.board.links)}
        arcs, cells = tracks(model.board, line, self.crossings(model))
        return InOrder(arcs, cells, self.stations(model))

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, self._what(model))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        what = self._what(model)
        arcs, last = what.arcs, what.last
        if sorted(what.number.values()) != list(range(1, last + 1)):
            return None
        if last < 4:
            return []  # any order of up to three is the same
        first = out.new(len(arcs.lits) * last)
        for arc, lit in enumerate(arcs.lits):
            tick()
            own = range(first + arc * last, first + (arc + 1) * last)
            out.add([-lit, *own])
            out.at_most_one(own)
            out.extend([-section, lit] for section in own)
        for node, near in enumerate(arcs.near):
            out.tick()
            if node in what.number:
                n = what.number[node] - 1
                both = ((n - 1) % last, n)
                for arc, _ in near:
                    out.extend([-(first + arc * last + s)] for s in range(last) if s not in both)
                for s in both:
                    out.exactly_one([first + arc * last + s for arc, _ in near])
                continue
            for i, (a, _) in enumerate(near):
                for b, _ in near[i + 1 :]:
                    for s in ticking(range(last)):
                        x, y = first + a * last + s, first + b * last + s
                        out.extend(([-arcs.lits[a], -arcs.lits[b], -x, y], [-arcs.lits[a], -arcs.lits[b], x, -y]))
        return []


class OneTourRule(Rule):
    """The line is one closed tour of all nodes."""

    def __init__(self, line: AnswerLayer, crossings: Callable[[Any], Mapping[Spot, Any]], text: Text) -> None:
        super().__init__(text)
        self.line, self.crossings = line, crossings

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.line.name]
        line = {link: int(marks[link]) for link in ticking(model.board.links)}
        yield Demand(self, OneTour(tracks(model.board, line, self.crossings(model))[0]))


def one_tour(line: AnswerLayer, crossings: Callable[[Any], Mapping[Spot, Any]], text: Text) -> OneTourRule:
    """The rule that a line which passes every cell (and a crossing both ways) is one closed tour."""
    return OneTourRule(line, crossings, text)


def in_order(
    line: AnswerLayer,
    stations: Callable[[Any], Mapping[Spot, int]],
    text: Text,
    *,
    crossings: Callable[[Any], Mapping[Spot, Any]],
) -> StationOrder:
    """The rule that a closed tour meets the stations in the order of their numbers, in one direction or the other."""
    return StationOrder(line, stations, crossings, text)
