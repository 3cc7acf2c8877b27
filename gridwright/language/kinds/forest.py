"""No closed ring: drawn arcs never lead back to where they came from.

Rings of four arcs are forbidden beforehand, longer ones as they are found: each arc that closes a ring in a search tree
over the drawn arcs gives the clause that not all arcs of that ring are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ..board import Board, Spot
from ..clauses import Clause, Clauses
from ..expr import Known, Mark
from ..genre import Genre
from ..rules import Conflict, Demand, Global, Rule
from ..ticks import ticking
from ..walks import Tree, grow, reached, way_between
from ..wording import Text

_SOME = 4
"""So many clauses are made of one ring of a path."""


class Arcs:
    """What may be drawn: for each arc its two ends (indices of nodes), the literal that draws it and where it is.

    ``named_by`` gives the cells by which to name some drawn arcs, from their places; else they are named by these.
    """

    def __init__(
        self,
        n_nodes: int,
        ends: Sequence[tuple[int, int]],
        lits: Sequence[int],
        at: Sequence[Spot],
        named_by: Callable[[Sequence[Spot]], Iterable[Spot]] = tuple,
    ) -> None:
        self.ends, self.lits, self.at, self.named_by = ends, lits, at, named_by
        self.near: list[list[tuple[int, int]]] = [[] for _ in range(n_nodes)]
        """For each node its arcs, each with the node at its other end."""
        for arc, (a, b) in enumerate(ticking(ends)):
            self.near[a].append((arc, b))
            self.near[b].append((arc, a))

    @staticmethod
    def of_links(board: Board, marks: Callable[[Spot], Mark]) -> Arcs:
        """The links between the board's cells, drawn as ``marks(link)`` says."""
        lits = [int(marks(link)) for link in ticking(board.links)]
        return Arcs(len(board.cells), board.link_ends, lits, board.links, board.passed)


class NoRing(Global):
    """The drawn arcs form no closed ring."""

    def __init__(self, arcs: Arcs) -> None:
        self.arcs = arcs

    def rings(self, known: Known) -> Iterator[list[int]]:
        """For each drawn arc outside a search tree the ring that it closes."""
        if not self._has_ring(known):
            return  # nearly always, and found out in a tenth of the time
        lits, near = self.arcs.lits, self.arcs.near
        above: Tree = {}
        for root in ticking(range(len(near))):
            if root not in above:
                grow(above, near, root, lambda arc: known[lits[arc]] > 0)
        for arc, (a, b) in enumerate(ticking(self.arcs.ends)):
            if known[lits[arc]] > 0 and above[a][0] != arc and above[b][0] != arc:
                yield [arc, *way_between(a, b, above)]

    def _has_ring(self, known: Known) -> bool:
        """Whether some drawn arc joins nodes that others join already (by union-find)."""
        root = list(range(len(self.arcs.near)))
        for (a, b), lit in zip(ticking(self.arcs.ends), self.arcs.lits, strict=True):
            if known[lit] > 0:
                while root[a] != a:
                    root[a] = a = root[root[a]]
                while root[b] != b:
                    root[b] = b = root[root[b]]
                if a == b:
                    return True
                root[a] = b
        return False

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        return map(self.against, self.rings(known))

    def against(self, ring: Sequence[int]) -> Conflict:
        """The conflict with a drawn ring."""
        arcs = self.arcs
        at = tuple(sorted(arcs.at[arc] for arc in ring))
        return Conflict(at, [arcs.lits[arc] for arc in ring], {"cells": tuple(arcs.named_by(at))})

    def cuts(self, known: Known) -> Iterable[Clause]:
        """Not all arcs of a ring are drawn."""
        lits = self.arcs.lits
        return ([-lits[arc] for arc in ring] for ring in self.rings(known))

    def encode(self, out: Clauses) -> None:
        """No ring of four."""
        near, lits = self.arcs.near, self.arcs.lits
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

    def __init__(self, arcs: Arcs, ends: Collection[int]) -> None:
        super().__init__(arcs)
        self.ends = frozenset(ends)

    def encode(self, out: Clauses) -> None:
        """No ring of four; and what no end can be reached from over arcs is never drawn."""
        super().encode(out)
        near = self.arcs.near
        adjacency = [[other for _, other in arcs] for arcs in ticking(near)]
        joined = set(reached(adjacency, sorted(self.ends), lambda _: True))
        out.extend([-lit] for lit, (a, _) in zip(self.arcs.lits, self.arcs.ends, strict=True) if a not in joined)

    def cuts(self, known: Known) -> list[Clause]:
        """A line leaves the nodes of each ring, or one of its arcs is not drawn."""
        arcs, found = self.arcs, []
        for ring in self.rings(known):
            inside = {node for arc in ring for node in arcs.ends[arc]}
            leaving = [arcs.lits[arc] for n in inside for arc, other in arcs.near[n] if other not in inside]
            if inside.isdisjoint(self.ends):
                found += [[-arcs.lits[arc], *leaving] for arc in ring[:_SOME]]
            else:
                found.append([-arcs.lits[arc] for arc in ring])
        return found


class RinglessRule(Rule):
    """The drawn arcs form no closed ring."""

    def __init__(
        self, arcs: Callable[[Any], Arcs], text: Text, path_ends: Callable[[Any], Collection[int]] | None
    ) -> None:
        super().__init__(text)
        self.arcs, self.path_ends = arcs, path_ends

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, NoRing(self.arcs(model)))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        arcs = self.arcs(model)
        what = NoPathRing(arcs, self.path_ends(model)) if self.path_ends else NoRing(arcs)
        what.encode(out)
        return [what]


def no_ring(
    arcs: Callable[[Any], Arcs], text: Text, *, path_ends: Callable[[Any], Collection[int]] | None = None
) -> RinglessRule:
    """The rule that the arcs which the model gives never close a ring.

    ``path_ends``: where other rules make paths of the arcs (two at each node at most), the nodes where paths may end.
    The rule is to rely on those others (see ``relying_on``).

    Fault: the line at ``{at}`` is a ring; ``{cells}`` are the cells by which to name it (see ``Arcs``).
    """
    return RinglessRule(arcs, text, path_ends)
