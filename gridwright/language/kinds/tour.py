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
    """The line leads from each station to the one before or the one after, cyclically."""

    def __init__(self, arcs: Arcs, cells: list[Spot], stations: Mapping[Spot, int]) -> None:
        self.arcs = arcs
        self.number = {n: stations[cell] for n, cell in enumerate(cells) if cell in stations}
        self.cells, self.last = cells, max(self.number.values(), default=0)

    def apart(self, a: int, b: int) -> bool:
        """Whether two stations may not follow each other."""
        return (a - b) % self.last not in (0, 1, self.last - 1)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        lits = self.arcs.lits
        for start, number in ticking(self.number.items()):
            for arc, node in self.arcs.near[start]:
                way = [arc] if known[lits[arc]] > 0 else []
                while way and node not in self.number:
                    further = [(a, n) for a, n in self.arcs.near[node] if known[lits[a]] > 0 and a not in way]
                    if len(further) != 1:
                        break
                    way.append(further[0][0])
                    node = further[0][1]
                if way and node in self.number and node > start and self.apart(number, self.number[node]):
                    yield Conflict((self.cells[start], self.cells[node]), [lits[a] for a in way])


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
        text: str,
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

    def __init__(self, line: AnswerLayer, crossings: Callable[[Any], Mapping[Spot, Any]], text: str) -> None:
        super().__init__(text)
        self.line, self.crossings = line, crossings

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.line.name]
        line = {link: int(marks[link]) for link in ticking(model.board.links)}
        yield Demand(self, OneTour(tracks(model.board, line, self.crossings(model))[0]))


def one_tour(line: AnswerLayer, crossings: Callable[[Any], Mapping[Spot, Any]], text: str) -> OneTourRule:
    """The rule that a line which passes every cell (and a crossing both ways) is one closed tour."""
    return OneTourRule(line, crossings, text)


def in_order(
    line: AnswerLayer,
    stations: Callable[[Any], Mapping[Spot, int]],
    text: str,
    *,
    crossings: Callable[[Any], Mapping[Spot, Any]],
) -> StationOrder:
    """The rule that a closed tour meets the stations in the order of their numbers, in one direction or the other."""
    return StationOrder(line, stations, crossings, text)
