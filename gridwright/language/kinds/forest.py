"""No closed ring: drawn arcs never lead back to where they came from.

Rings of four arcs are forbidden beforehand, longer ones as they are found: each arc that closes a ring in a search tree
over the drawn arcs gives the clause that not all arcs of that ring are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ..board import Spot
from ..clauses import Clauses
from ..expr import Known
from ..genre import Genre
from ..rules import Conflict, Demand, Global, Rule


class Arcs:
    """What may be drawn: for each arc its two ends (indices of nodes), the literal that draws it and where it is."""

    def __init__(self, n_nodes: int, ends: Sequence[tuple[int, int]], lits: Sequence[int], at: Sequence[Spot]) -> None:
        self.ends, self.lits, self.at = ends, lits, at
        self.near: list[list[tuple[int, int]]] = [[] for _ in range(n_nodes)]
        """For each node its arcs, each with the node at its other end."""
        for arc, (a, b) in enumerate(ends):
            self.near[a].append((arc, b))
            self.near[b].append((arc, a))


class NoRing(Global):
    """The drawn arcs form no closed ring."""

    def __init__(self, arcs: Arcs) -> None:
        self.arcs = arcs

    def rings(self, known: Known) -> Iterator[list[int]]:
        """For each drawn arc outside a search tree the ring that it closes."""
        lits, near = self.arcs.lits, self.arcs.near
        above: dict[int, tuple[int, int]] = {}
        """For each node that was reached: the arc that it was reached by, and the node before it."""
        for root in range(len(near)):
            if root in above:
                continue
            above[root] = (-1, root)
            queue = [root]
            for node in queue:
                for arc, other in near[node]:
                    if known[lits[arc]] > 0 and other not in above:
                        above[other] = (arc, node)
                        queue.append(other)
        for arc, (a, b) in enumerate(self.arcs.ends):
            if known[lits[arc]] > 0 and above[a][0] != arc and above[b][0] != arc:
                ways = [self._upwards(node, above) for node in (a, b)]
                while ways[0] and ways[1] and ways[0][-1] == ways[1][-1]:
                    ways[0].pop()
                    ways[1].pop()
                yield [arc, *ways[0], *ways[1]]

    @staticmethod
    def _upwards(node: int, above: dict[int, tuple[int, int]]) -> list[int]:
        way = []
        while above[node][0] >= 0:
            arc, node = above[node]
            way.append(arc)
        return way

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        for ring in self.rings(known):
            yield Conflict(tuple(sorted(self.arcs.at[arc] for arc in ring)), [self.arcs.lits[arc] for arc in ring])

    def encode(self, out: Clauses) -> None:
        """No ring of four."""
        near, lits = self.arcs.near, self.arcs.lits
        for node, arcs in enumerate(near):
            ways: dict[int, list[tuple[int, int]]] = {}
            for one, middle in arcs:
                for two, goal in near[middle]:
                    if middle > node and goal > node:
                        ways.setdefault(goal, []).append((one, two))
            for goal, pairs in ways.items():
                if goal != node:
                    out.extend([-lits[a], -lits[b], -lits[c], -lits[d]] for (a, b), (c, d) in combinations(pairs, 2))


class RinglessRule(Rule):
    """The drawn arcs form no closed ring."""

    def __init__(self, arcs: Callable[[Any], Arcs], text: str) -> None:
        super().__init__(text)
        self.arcs = arcs

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, NoRing(self.arcs(model)))


def no_ring(arcs: Callable[[Any], Arcs], text: str) -> RinglessRule:
    """The rule that the arcs which the model gives never close a ring."""
    return RinglessRule(arcs, text)
