"""No closed ring: drawn arcs never lead back to where they came from.

Rings of four arcs are forbidden beforehand, longer ones as they are found: each arc that closes a ring in a search tree
over the drawn arcs gives the clause that not all arcs of that ring are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ..board.arc_graph import ArcGraph
from ..board.walks import reached
from ..language.genre import Genre
from ..language.rules import Conflict, Demand, Global, Rule
from ..language.wording import RuleText
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Known
from ..logic.ticks import ticking

_SOME = 4
"""So many clauses are made of one ring of a path."""


class NoRing(Global):
    """The drawn arcs form no closed ring."""

    def __init__(self, graph: ArcGraph) -> None:
        self.graph = graph

    def rings(self, known: Known) -> Iterator[list[int]]:
        """Rings of drawn arcs: all, if there is none."""
        return self.graph.rings(known)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        return map(self.against, self.rings(known))

    def against(self, ring: Sequence[int]) -> Conflict:
        """The conflict with a drawn ring."""
        graph = self.graph
        at = graph.places_of(ring)
        return Conflict(at, [graph.lits[arc] for arc in ring], {"cells": graph.names(ring)})

    def cuts(self, known: Known) -> Iterable[Clause]:
        """Not all arcs of a ring are drawn."""
        lits = self.graph.lits
        return ([-lits[arc] for arc in ring] for ring in self.rings(known))

    def encode(self, out: Clauses) -> None:
        """No ring of four."""
        near, lits = self.graph.near, self.graph.lits
        for node, arcs in enumerate(ticking(near)):
            ways: dict[int, list[tuple[int, int]]] = {}
            for one, middle in arcs:
                for two, goal in near[middle]:
                    if middle > node and goal > node:
                        ways.setdefault(goal, []).append((one, two))
            for goal, pairs in ways.items():
                if goal != node:
                    out.extend([-lits[a], -lits[b], -lits[c], -lits[d]] for (a, b), (c, d) in combinations(pairs, 2))


class NoPathRing(NoRing):
    """The drawn arcs, of which every node has two at most, form no closed ring.

    Nodes in ``ends`` have one arc at most. A line inside of a ring's nodes must then leave them, unless one is an end:
    that is a far stronger clause than one against the ring alone.
    """

    def __init__(self, graph: ArcGraph, ends: Collection[int]) -> None:
        super().__init__(graph)
        self.ends = frozenset(ends)

    def encode(self, out: Clauses) -> None:
        """No ring of four; and what no end can be reached from over arcs is never drawn."""
        super().encode(out)
        near = self.graph.near
        adjacency = [[other for _, other in arcs] for arcs in ticking(near)]
        joined = set(reached(adjacency, sorted(self.ends), lambda _: True))
        out.extend([-lit] for lit, (a, _) in zip(self.graph.lits, self.graph.ends, strict=True) if a not in joined)

    def cuts(self, known: Known) -> list[Clause]:
        """A line leaves the nodes of each ring, or one of its arcs is not drawn."""
        graph, found = self.graph, []
        for ring in self.rings(known):
            inside = {node for arc in ring for node in graph.ends[arc]}
            if inside.isdisjoint(self.ends):
                leaving = graph.leaving(inside)
                found += [[-graph.lits[arc], *leaving] for arc in ring[:_SOME]]
            else:
                found.append([-graph.lits[arc] for arc in ring])
        return found


class RinglessRule(Rule):
    """The rule that the open arcs of a graph that the model gives never close a ring.

    ``path_ends``: where other rules make paths of the arcs (two at each node at most), the nodes where paths may end.
    The rule is to rely on those others (see ``requires``).

    Fault: the line at ``{at}`` is a ring; ``{cells}`` are the cells by which to name it (see ``ArcGraph``).
    """

    def __init__(
        self, graph: Callable[[Any], ArcGraph], text: RuleText, *,
        path_ends: Callable[[Any], Collection[int]] | None = None
    ) -> None:
        super().__init__(text)
        self.graph, self.path_ends = graph, path_ends

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, NoRing(self.graph(model)))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        graph = self.graph(model)
        what = NoPathRing(graph, self.path_ends(model)) if self.path_ends else NoRing(graph)
        what.encode(out)
        return [what]


no_ring = RinglessRule
