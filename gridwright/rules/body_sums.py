"""Sums over bodies: a number is the total size of the bodies of marked cells that are adjacent to it.

A body counts once, however often it touches the number. So the number counts the marked cells that can be reached from
its neighbours through marked cells.

Cuts enforce this: if the bodies at a number are too small, one of the cells around them is marked; if they are too
large, one of their cells is not. For small numbers there are also literals for "this cell is reached", for all cells
within that many steps: marked neighbours of the number are reached, adjacent marked cells are both reached or neither,
and the reached cells are counted. Cuts ensure that they are connected to the number: some cell of a separator (see
``walks``) between the number and a piece is reached as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..board.board import Spot
from ..board.node_graph import NodeGraph, witnesses
from ..board.walks import distances, pieces_of, separator, within
from ..language.genre import Genre
from ..language.layers import GivenLayer, Source
from ..language.rules import Conflict, Demand, Global, Rule
from ..language.wording import RuleText
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Known
from ..logic.ticks import ticking
from .connected import marked_cells

_NAMED = 300
"""The largest product of the number and the cells in reach for which reached cells get literals. For larger ones cuts
alone are faster than counting."""


class ReachedCount(Global):
    """``number`` marked nodes are reached through marked nodes from the node ``at``, whether that is marked or not."""

    def __init__(self, graph: NodeGraph, at: int, number: int) -> None:
        self.graph, self.at, self.number = graph, at, number

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph, here = self.graph, self.graph.at([self.at])
        room = graph.reached(self.at, known, 0)
        if len(room) - 1 < self.number:
            rim = graph.rim(room)
            yield Conflict((*here, *graph.at(rim)), [-graph.lits[n] for n in rim], {"room": len(room) - 1}, "few")
        sure = graph.reached(self.at, known, 1)[1:]
        if len(sure) > self.number:
            because = [graph.lits[n] for n in sure[: self.number + 1]]
            yield Conflict((*here, *graph.at(sure)), because, {"have": len(sure)}, "many")


class NamedReach(Global):
    """The same with literals for the nodes that are reached, which the cuts use."""

    def __init__(self, plain: ReachedCount, out: Clauses) -> None:
        self.plain = plain
        self.near: Mapping[int, Sequence[int]] = {}
        self.own: dict[int, int] = {}
        """For each node that can be reached, the literal of "it is reached"."""
        graph, at = plain.graph, plain.at
        adjacency = graph.adjacency
        reach = distances(adjacency, [at], lambda _: True, plain.number)
        if len(reach) - 1 < plain.number:
            out.add([])
            return
        beside = [graph.lits[n] for n in adjacency[at]]
        if plain.number:
            out.add(beside)
        else:
            out.extend([-lit] for lit in beside)
        if 0 < (len(reach) - 1) * plain.number <= _NAMED:
            first = out.new(len(reach) - 1)
            self.own = {n: first + i for i, n in enumerate(n for n in reach if n != at)}
            self.near = within(adjacency, reach)
            self._encode(out)

    def _encode(self, out: Clauses) -> None:
        lits, adjacency, own, at = self.plain.graph.lits, self.plain.graph.adjacency, self.own, self.plain.at
        beside = frozenset(adjacency[at])
        for n, mine in ticking(own.items()):
            out.add([-mine, lits[n]])
            if n in beside:
                out.add([mine, -lits[n]])
            else:
                out.add([-mine, *(own[m] for m in self.near[n] if m != at)])
            for m in adjacency[n]:
                if m != at:
                    out.add([-mine, -lits[m], own[m]] if m in own else [-mine, -lits[m]])
        out.count(list(own.values()), [self.plain.number])

    def cuts(self, known: Known) -> Iterator[Clause]:
        graph, number = self.plain.graph, self.plain.number
        sure = graph.reached(self.plain.at, known, 1)
        if len(sure) - 1 == number:
            return
        if len(sure) - 1 > number:
            yield [-graph.lits[n] for n in sure[1 : number + 2]]
            return
        yield [graph.lits[n] for n in graph.rim(sure)]
        joined = set(sure)
        apart = [n for n in self.own if n not in joined and known[graph.lits[n]] > 0]
        for piece in pieces_of(self.near, apart):
            wall, _ = separator(self.near, piece, self.plain.at)
            for n in witnesses(piece):
                yield [-self.own[n], *(self.own[m] for m in wall)]


class BodySums(Rule):
    """The rule that a number is the total size of the adjacent bodies of marked cells (``~layer``: of unmarked ones).

    Clues that are not integers (``?``) are unknown numbers. The numbered cell does not count, and does not connect
    bodies; whether it may be marked is up to another rule.

    Faults, in which ``{at}`` is the numbered cell and ``{n}`` the number: ``few`` (there is room for only ``{room}``
    cells) and ``many`` (there are ``{have}`` already).
    """

    def __init__(self, marks: Source, clue: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=clue)
        self.marks, self.clue = marks, clue

    def _counts(self, model: Genre) -> Iterator[tuple[Spot, ReachedCount]]:
        graph = marked_cells(self.marks, model)
        for at, n in model.given(self.clue).items():
            if isinstance(n, int):
                yield at, ReachedCount(graph, model.board.cell_index[at], n)

    def demands(self, model: Genre) -> Iterator[Demand]:
        for at, one in self._counts(model):
            yield Demand(self, one, (at,), {"n": one.number}, self.clues_at(at))

    def encode(self, model: Genre, out: Clauses) -> list[Global]:
        return [NamedReach(one, out) for _, one in self._counts(model)]


body_sums = BodySums
