"""A graph whose arcs are open or closed: bridges between islands, links that walls block, lines that are drawn.

For each arc, a literal says that it is open. Searches take a grid (``Known``) and a bound ``least``: with 1 they follow
the arcs that are open, with 0 also those that are not settled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress, islice
from typing import NamedTuple

from ..logic.expr import FrozenKnown, Known, Mark, about
from ..logic.ticks import ticking
from .board import Board, Spot
from .walks import Bridges, Tree, incidence, way_between, way_up

ComponentPredicate = Callable[[Sequence[int], Sequence[int]], bool]
"""A symmetric predicate of two components."""
_SHORT = 1_000
"""Searches of at most this many nodes do not check the clock."""


class Components(NamedTuple):
    """The nodes of each component, ordered by their first nodes, and the component of each node."""

    nodes: list[list[int]]
    of: list[int]


class ArcGraph:
    """``nodes`` are the spots of the nodes. Each arc has two ``ends`` (indices of nodes), a literal (it is open), and a
    place.

    ``named_by`` returns the cells by which to name some open arcs, given their places; by default the places.
    """

    def __init__(
        self,
        nodes: Sequence[Spot],
        ends: Sequence[tuple[int, int]],
        lits: Sequence[int],
        places: Sequence[Spot],
        named_by: Callable[[Sequence[Spot]], Iterable[Spot]] = tuple,
    ) -> None:
        self.nodes, self.ends, self.lits, self.places, self._named_by = nodes, ends, lits, places, named_by
        self._last: _Position | None = None
        """The last position examined: several demands on one graph examine the same one."""

    @staticmethod
    def of_links(board: Board, marks: Callable[[Spot], Mark], cells: Sequence[Spot] | None = None) -> ArcGraph:
        """The board's cells, or some of them; ``marks(link)`` says that a link is open."""
        if cells is None:
            lits = [int(marks(link)) for link in ticking(board.links)]
            graph = ArcGraph(board.cells, board.link_ends, lits, board.links, board.passed)
            graph.arcs_of = board.cell_links
            return graph
        index = dict(zip((board.cell_index[cell] for cell in cells), range(len(cells)), strict=True))
        within = [a in index and b in index for a, b in ticking(board.link_ends)]
        links = tuple(compress(board.links, within))
        ends = [(index[a], index[b]) for a, b in compress(board.link_ends, within)]
        return ArcGraph(cells, ends, [int(marks(link)) for link in ticking(links)], links, board.passed)

    @staticmethod
    def of_edges(board: Board, marks: Callable[[Spot], Mark]) -> ArcGraph:
        """The board's corners; ``marks(edge)`` says that an edge is open. Edges are named by the cells that they
        enclose, or else by those beside them."""

        def cells(line: Sequence[Spot]) -> Iterable[Spot]:
            return board.enclosed(line) or sorted({face for edge in line for face in board.faces(edge)})

        lits = [int(marks(edge)) for edge in ticking(board.edges)]
        graph = ArcGraph(board.corners, board.edge_tips, lits, board.edges, cells)
        graph.arcs_of = board.corner_edges
        return graph

    @cached_property
    def arcs_of(self) -> Sequence[Sequence[int]]:
        """The arcs at each node."""
        return incidence(len(self.nodes), self.ends)

    @cached_property
    def near(self) -> Sequence[Sequence[tuple[int, int]]]:
        """For each node, its arcs, each with the node at the other end."""
        near: list[list[tuple[int, int]]] = [[] for _ in self.nodes]
        for arc, (a, b) in enumerate(ticking(self.ends)):
            near[a].append((arc, b))
            near[b].append((arc, a))
        return near

    @cached_property
    def _ways(self) -> Sequence[Sequence[tuple[int, int]]]:
        """The same with the literals of the arcs, which is all that the most frequent searches need."""
        lits = self.lits
        return [[(lits[arc], other) for arc, other in own] for own in ticking(self.near)]

    # -- components --

    def reached(self, start: int, known: Known, least: int) -> list[int]:
        """The component of a node, breadth first."""
        seen = {start}
        found = [start]
        for node in ticking(found, len(self.nodes)):
            for lit, other in self._ways[node]:
                if other not in seen and known[lit] >= least:
                    seen.add(other)
                    found.append(other)
        return found

    def component(self, node: int, known: Known, least: int) -> Sequence[int]:
        """The component of a node, in any order; in a fixed grid all components are computed at once."""
        if not isinstance(known, FrozenKnown):
            return self.reached(node, known, least)
        nodes, of = self._kept_components(known, least)
        return nodes[of[node]]

    def components(self, known: Known, least: int) -> Sequence[Sequence[int]]:
        """All components, ordered by their first nodes."""
        return self._kept_components(known, least).nodes

    def component_of(self, known: Known, least: int) -> Sequence[int]:
        """For each node, the number of its component."""
        return self._kept_components(known, least).of

    def _kept_components(self, known: Known, least: int) -> Components:
        """The components; in a fixed grid they are computed once."""
        return about(known, (self, least), lambda: self._components(known, least))

    def _components(self, known: Known, least: int) -> Components:
        of = [-1] * len(self.nodes)
        components: list[list[int]] = []
        for first in ticking(range(len(self.nodes))):
            if of[first] >= 0:
                continue
            of[first] = len(components)
            nodes = [first]
            for node in nodes if len(of) < _SHORT else ticking(nodes, len(of)):
                for lit, other in self._ways[node]:
                    if of[other] < 0 and known[lit] >= least:
                        of[other] = len(components)
                        nodes.append(other)
            components.append(nodes)
        return Components(components, of)

    # -- arcs around nodes --

    def touching(self, nodes: Collection[int]) -> Sequence[int]:
        """The arcs at some nodes, in order; simply all arcs if the nodes are many."""
        if 8 * len(nodes) > len(self.ends):
            return range(len(self.ends))
        return self.arcs_at(nodes)

    def arcs_at(self, nodes: Iterable[int]) -> list[int]:
        """The arcs at some nodes, in order."""
        return sorted({arc for node in ticking(nodes) for arc in self.arcs_of[node]})

    def leaving(self, nodes: Collection[int]) -> list[int]:
        """The literals of the arcs with one end among some nodes."""
        inside = set(nodes)
        return [self.lits[arc] for arc in self.arcs_at(nodes) if sum(end in inside for end in self.ends[arc]) == 1]

    def around(self, node: int, known: Known, least: int) -> list[int]:
        """The literals of the arcs that leave the component of a node."""
        nodes = self.component(node, known, least)
        return about(known, (self, least, nodes[0]), lambda: self.leaving(nodes))

    def meeting(self, arcs: Collection[int]) -> set[int]:
        """The arcs that share an end with some arcs, without these."""
        every = {other for arc in ticking(arcs) for node in self.ends[arc] for other in self.arcs_of[node]}
        return every.difference(arcs)

    # -- spots --

    def along(self, lits: Iterable[int]) -> list[Spot]:
        """The places of the arcs of some literals."""
        return sorted(self._place_of[abs(lit)] for lit in lits)

    @cached_property
    def _place_of(self) -> Mapping[int, Spot]:
        return dict(zip(map(abs, self.lits), self.places, strict=True))

    def held(self, nodes: Iterable[int], known: Known) -> list[Spot]:
        """The places of the open arcs at some nodes; if there are none, of all arcs there."""
        arcs = self.arcs_at(nodes)
        return [self.places[arc] for arc in ([arc for arc in arcs if known[self.lits[arc]] > 0] or arcs)]

    def places_of(self, arcs: Iterable[int]) -> tuple[Spot, ...]:
        """The places of some arcs, in order."""
        return tuple(sorted(self.places[arc] for arc in arcs))

    def names(self, arcs: Iterable[int]) -> tuple[Spot, ...]:
        """The cells by which to name some arcs."""
        return tuple(self._named_by(self.places_of(arcs)))

    def is_level(self, arc: int) -> bool:
        """Whether an arc joins nodes of the same row."""
        a, b = self.ends[arc]
        return self.nodes[a].y == self.nodes[b].y

    # -- paths and trees of open arcs --

    def grow(self, tree: Tree, root: int, known: Known) -> Iterator[int]:
        """Adds the nodes that open arcs join to a root to a search tree, breadth first, and yields them."""
        near, lits = self.near, self.lits
        tree[root] = (-1, root)
        yield root
        queue = [root]
        for node in ticking(queue, len(near)):
            for arc, other in near[node]:
                if other not in tree and known[lits[arc]] > 0:
                    tree[other] = (arc, node)
                    queue.append(other)
                    yield other

    def path(self, start: int, goal: int, known: Known) -> list[int]:
        """The literals of a shortest path of open arcs between two nodes of a component."""
        return ShortestPaths(self, start, known).to(goal)

    def tree(self, node: int, n: int, known: Known) -> list[int]:
        """The literals of open arcs that join a node with ``n - 1`` others."""
        tree: Tree = {}
        return [self.lits[tree[other][0]] for other in islice(self.grow(tree, node, known), 1, n)]

    # -- rings --

    def merged(self, arcs: Collection[int]) -> tuple[list[int], list[int]]:
        """Union-find over some arcs: the parent of each node (roots are their own), and the arcs whose ends were
        already connected."""
        ends = self.ends
        parent = list(range(len(self.nodes)))
        closing = []
        for arc in ticking(arcs):
            a, b = ends[arc]
            while parent[a] != a:
                parent[a] = a = parent[parent[a]]
            while parent[b] != b:
                parent[b] = b = parent[parent[b]]
            if a == b:
                closing.append(arc)
            parent[b] = a  # not the reverse: arcs come in reading order, so most new nodes are b
        return parent, closing

    def open_arcs(self, known: Known, least: int) -> list[int]:
        """The arcs that are open."""
        return [arc for arc, lit in enumerate(ticking(self.lits)) if known[lit] >= least]

    def rings(self, known: Known) -> Iterator[list[int]]:
        """For each open arc outside the search tree, the ring that it closes."""
        arcs = self.open_arcs(known, 1)
        if not self.merged(arcs)[1]:
            return  # nearly always, and ten times as fast
        tree: Tree = {}
        for root in ticking(range(len(self.nodes))):
            if root not in tree:
                for _ in self.grow(tree, root, known):
                    pass
        for arc in ticking(arcs):
            a, b = self.ends[arc]
            if tree[a][0] != arc and tree[b][0] != arc:
                yield [arc, *way_between(a, b, tree)]

    # -- what is at risk --

    def bridges(self, known: Known) -> Bridges:
        """The bridges of the arcs that are not closed."""
        return Bridges(self.ends, self.arcs_of, [known[lit] >= 0 for lit in self.lits])

    def at_risk(
        self, known: Known, lits: Iterable[int], joins: ComponentPredicate | None, parts: ComponentPredicate | None
    ) -> Iterator[int]:
        """The literals that would open an arc between two components (if ``joins`` accepts them) or close a bridge (if
        ``parts`` accepts its two sides)."""
        values = tuple(map(known.__getitem__, self.lits))
        if self._last is None or self._last.values != values:
            self._last = _Position(self, values, self._components(known, 1))
        position = self._last
        joined = position.joined if joins is not None else {}
        parting = position.parting if parts is not None else {}
        for lit in lits:
            if lit in joined:
                if joins is not None and joins(*joined[lit]):
                    yield lit
            elif lit in parting and parts is not None and parts(*position.bridges.sides(parting[lit])):
                yield lit


class _Position:
    """What is at risk in a position, identified by the values of all arcs."""

    def __init__(self, graph: ArcGraph, values: tuple[int, ...], sure: Components) -> None:
        self.graph, self.values = graph, values
        nodes, of = sure
        self.joined: Mapping[int, tuple[Sequence[int], Sequence[int]]] = {
            lit: (nodes[of[a]], nodes[of[b]])
            for (a, b), lit, value in zip(graph.ends, graph.lits, values, strict=True) if not value and of[a] != of[b]
        }
        """The literals that would open an arc between two components, with these components."""

    @cached_property
    def bridges(self) -> Bridges:
        """The bridges of the arcs that are not closed."""
        return Bridges(self.graph.ends, self.graph.arcs_of, [value >= 0 for value in self.values])

    @cached_property
    def parting(self) -> Mapping[int, int]:
        """The literals that close these, each with its arc."""
        return {-self.graph.lits[arc]: arc for arc in self.bridges}


class ShortestPaths:
    """Shortest paths over open arcs from one node to others. The search extends only as far as needed, and visits
    nothing twice."""

    def __init__(self, graph: ArcGraph, start: int, known: Known) -> None:
        self._lits = graph.lits
        self._tree: Tree = {}
        self._search = graph.grow(self._tree, start, known)
        self._found: list[int] = []

    def nodes(self) -> Iterator[int]:
        """The nodes of the component, those first that are near."""
        n = 0
        while n < len(self._found) or self._go_on():
            yield self._found[n]
            n += 1

    def to(self, goal: int) -> list[int]:
        """Literals of open arcs that lead to a node of the same component, the last one first. Raises KeyError for any
        other node."""
        while goal not in self._tree and self._go_on():
            pass
        return [self._lits[arc] for arc in way_up(goal, self._tree)]

    def _go_on(self) -> bool:
        """Finds one node more, if there is one."""
        for node in self._search:
            self._found.append(node)
            return True
        return False
