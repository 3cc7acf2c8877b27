"""Graph search: reachability, distances, shortest paths, components, separators, articulation points and bridges.

A graph is given by its adjacency lists. Unless a function says otherwise, it takes time linear in what is reached, not
in the whole graph. For graphs whose arcs are open or closed see ``arc_graph``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence

from ..logic.ticks import ticking

Adjacency = Sequence[Sequence[int]]
Near = Adjacency | Mapping[int, Sequence[int]]
"""The neighbours of all nodes, or only of some."""
Tree = dict[int, tuple[int, int]]
"""A search tree: for each node reached, the arc that leads to it and its parent; -1 and itself for the root."""


# -- reachability -----------------------------------------------------------------------------------------------------


def reached(
    adjacency: Near, starts: Iterable[int], inside: Callable[[int], bool], enough: int | None = None
) -> list[int]:
    """The starts and the nodes reached from them through nodes that are inside, breadth first.

    The search ends when at least ``enough`` nodes are reached.
    """
    queue = list(starts)
    seen = set(queue)
    for node in ticking(queue, len(adjacency)):
        if enough is not None and len(queue) >= enough:
            break
        for near in adjacency[node]:
            if near not in seen and inside(near):
                seen.add(near)
                queue.append(near)
    return queue


def distances(
    adjacency: Near, starts: Iterable[int], inside: Callable[[int], bool], most: int | None = None
) -> dict[int, int]:
    """The nodes of ``reached``, in its order, with their distances from the nearest start, up to ``most``."""
    queue = list(starts)
    steps = dict.fromkeys(queue, 0)
    for node in ticking(queue, len(adjacency)):
        step = steps[node] + 1
        if most is not None and step > most:
            break
        for near in adjacency[node]:
            if near not in steps and inside(near):
                steps[near] = step
                queue.append(near)
    return steps


def shortest_way(adjacency: Near, start: int, goal: int, inside: Callable[[int], bool]) -> list[int]:
    """A shortest path through nodes that are inside, from the goal to the start. Raises KeyError if there is none."""
    back = {start: start}
    queue = [start]
    for node in ticking(queue, len(adjacency)):
        for near in adjacency[node]:
            if near not in back and inside(near):
                back[near] = node
                queue.append(near)
    way = [goal]
    while way[-1] != start:
        way.append(back[way[-1]])
    return way


# -- arcs -----------------------------------------------------------------------------------------------------------


def incidence(n_nodes: int, ends: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The indices of the arcs at each node; ``ends`` has the two nodes of each arc."""
    arcs_of: list[list[int]] = [[] for _ in range(n_nodes)]
    for arc, (a, b) in enumerate(ticking(ends)):
        arcs_of[a].append(arc)
        arcs_of[b].append(arc)
    return arcs_of


def way_up(node: int, tree: Tree) -> list[int]:
    """The arcs of a search tree from a node up to the root."""
    way = []
    while tree[node][0] >= 0:
        arc, node = tree[node]
        way.append(arc)
    return way


def way_between(a: int, b: int, tree: Tree) -> list[int]:
    """The arcs of a search tree that join two nodes."""
    one, other = way_up(a, tree), way_up(b, tree)
    while one and other and one[-1] == other[-1]:
        one.pop()
        other.pop()
    return one + other


def within(adjacency: Adjacency, nodes: Collection[int]) -> dict[int, list[int]]:
    """The subgraph that some nodes induce, as adjacency lists."""
    return {node: [near for near in adjacency[node] if near in nodes] for node in ticking(nodes)}


# -- pieces -----------------------------------------------------------------------------------------------------------


def components(adjacency: Adjacency, inside: Sequence[bool]) -> list[list[int]]:
    """The components of the nodes that are inside."""
    unseen = bytearray(inside)
    pieces = []
    for first, open_ in enumerate(ticking(unseen)):
        if not open_ or not unseen[first]:
            continue
        unseen[first] = 0
        piece = [first]
        for node in ticking(piece, len(unseen)):
            for near in adjacency[node]:
                if unseen[near]:
                    unseen[near] = 0
                    piece.append(near)
        pieces.append(piece)
    return pieces


def alike(adjacency: Adjacency, labels: Sequence[Hashable]) -> list[list[int]]:
    """The components of nodes with equal labels; nodes with the label None are in none."""
    left = list(labels)
    pieces = []
    for first, label in enumerate(ticking(labels)):
        if label is None or left[first] is None:
            continue
        left[first] = None
        piece = [first]
        for node in ticking(piece, len(left)):
            for near in adjacency[node]:
                if left[near] == label:
                    left[near] = None
                    piece.append(near)
        pieces.append(piece)
    return pieces


def pieces_of(adjacency: Near, nodes: Collection[int]) -> list[list[int]]:
    """As ``components``, for a set of nodes, in time linear in their number."""
    left = set(nodes)
    pieces = []
    for first in sorted(nodes):
        if first in left:
            left.remove(first)
            piece = [first]
            for node in ticking(piece, len(left)):
                for near in adjacency[node]:
                    if near in left:
                        left.remove(near)
                        piece.append(near)
            pieces.append(piece)
    return pieces


def rim_of(adjacency: Near, piece: Collection[int]) -> set[int]:
    """The nodes that are adjacent to a piece, but not in it."""
    rim = {near for node in ticking(piece) for near in adjacency[node]}
    return rim.difference(piece)


def separator(adjacency: Near, piece: Sequence[int], goal: int) -> tuple[list[int], set[int]]:
    """A minimal separator of ``piece`` from ``goal``, and the near side: the piece and what it encloses.

    Searches start beside the rim, advance in turn, and merge where they meet, until only one is left, which contains
    the goal. So the time is about linear in the piece and what it encloses, not in the board.
    """
    rim = rim_of(adjacency, piece)
    near = set(piece)
    shut = rim | near
    floods = _Floods(adjacency, shut, {n for r in rim for n in adjacency[r] if n not in shut})
    far = floods.last_with(goal)
    wall = [r for r in rim if any(floods.side.get(n) is not None and floods.root(n) == far for n in adjacency[r])]
    if floods.is_dry(far):  # this search is complete, but others may not be
        beyond = {n for n in floods.side if floods.root(n) == far}
        nodes = adjacency if isinstance(adjacency, Mapping) else range(len(adjacency))
        return sorted(wall), set(nodes).difference(beyond, wall)
    near |= rim.difference(wall)
    near.update(n for n in floods.side if floods.root(n) != far)
    return sorted(wall), near


class _Floods:
    """Searches that advance in turn, one from each seed; two that meet are merged."""

    def __init__(self, adjacency: Near, shut: set[int], seeds: set[int]) -> None:
        self.adjacency, self.shut = adjacency, shut
        self.side = {seed: i for i, seed in enumerate(sorted(seeds))}
        """For each node reached, the number of its flood."""
        self.queues: dict[int, list[int]] = {i: [seed] for seed, i in self.side.items()}
        self._parent = list(range(len(seeds)))

    def root(self, node: int) -> int:
        """The flood that a node belongs to after all merges."""
        return self._find(self.side[node])

    def is_dry(self, flood: int) -> bool:
        """Whether a flood is complete."""
        return flood in self.queues and not self.queues[flood]

    def _find(self, flood: int) -> int:
        parent = self._parent
        while parent[flood] != flood:
            parent[flood] = parent[parent[flood]]
            flood = parent[flood]
        return flood

    def last_with(self, goal: int) -> int:
        """Advances until it is known which flood contains the goal, and returns its number.

        -1 if none does, because the board itself is not connected.
        """
        queues = self.queues
        while queues:
            for flood in ticking(list(queues), len(self.adjacency)):
                if flood not in queues:
                    continue
                if len(queues) == 1:
                    return flood
                if not queues[flood]:
                    if goal in self.side and self.root(goal) == flood:
                        return flood
                    del queues[flood]
                else:
                    self._spread(flood)
        return -1

    def _spread(self, flood: int) -> None:
        side, shut, queues = self.side, self.shut, self.queues
        batch = queues[flood]
        queues[flood] = fresh = []
        for node in ticking(batch):
            for near in self.adjacency[node]:
                if near in shut:
                    continue
                other = side.get(near)
                if other is None:
                    side[near] = flood
                    fresh.append(near)
                elif other != flood:
                    self._merge(flood, self._find(other))

    def _merge(self, flood: int, other: int) -> None:
        if other != flood:
            self._parent[other] = flood
            self.queues[flood] += self.queues.pop(other, [])


# -- articulation points and bridges (Hopcroft and Tarjan 1973) --------------------------------------------------------


ArcIndex = int
OutgoingArcs = Callable[[int], Iterable[tuple[ArcIndex, int]]]
"""The arcs of a node, each with the node at the other end."""


class _DepthFirstWalk:
    """A depth-first search of one component, which numbers its nodes and computes the low link of each."""

    def __init__(self, ways: OutgoingArcs, number: list[int], low: list[int]) -> None:
        self.ways, self.number, self.low = ways, number, low
        self.count = 0

    def run(self, root: int) -> Iterator[tuple[int, int, ArcIndex]]:
        """The tree arcs in the order of backtracking: the parent, the child, and the arc."""
        number, low = self.number, self.low
        stack = [(root, -1, iter(self.ways(root)))]
        self.count += 1
        number[root] = low[root] = self.count
        while stack:
            node, by, ways = stack[-1]
            for arc, other in ways:
                if arc == by:
                    continue
                if number[other]:
                    if number[other] < low[node]:
                        low[node] = number[other]
                    continue
                self.count += 1
                number[other] = low[other] = self.count
                stack.append((other, arc, iter(self.ways(other))))
                break
            else:
                stack.pop()
                if stack:
                    before = stack[-1][0]
                    if low[node] < low[before]:
                        low[before] = low[node]
                    yield before, node, by


def articulation_points(adjacency: Sequence[Sequence[int]], inside: Sequence[bool]) -> set[int]:
    """The articulation points of the nodes that are inside."""
    n = len(adjacency)
    number, low = [0] * n, [0] * n

    def ways(node: int) -> list[tuple[int, int]]:
        # The sum names an arc: it is the same from both ends, and differs for the other arcs of a node.
        return [(node + m, m) for m in adjacency[node] if inside[m]]

    walk, points = _DepthFirstWalk(ways, number, low), set[int]()
    for root in ticking(range(n)):
        if not inside[root] or number[root]:
            continue
        branches = 0
        for before, node, _ in walk.run(root):
            if before == root:
                branches += 1
            elif low[node] >= number[before]:
                points.add(before)
        if branches > 1:
            points.add(root)
    return points


class Bridges:
    """The bridges of the graph of open arcs, and the two sides of each."""

    def __init__(
        self,
        ends: Sequence[tuple[int, int]],
        arcs_of: Sequence[Sequence[ArcIndex]],
        open_: Sequence[bool] | None = None,
    ) -> None:
        """If ``open_`` is None, all arcs are open."""
        number, low = [0] * len(arcs_of), [0] * len(arcs_of)

        def ways(node: int) -> Iterator[tuple[ArcIndex, int]]:
            for arc in arcs_of[node]:
                if open_ is None or open_[arc]:
                    a, b = ends[arc]
                    yield arc, b if a == node else a

        self._behind: dict[ArcIndex, tuple[int, int, int]] = {}
        """For each bridge, where the nodes behind it begin and end in the order of the search, and where its component
        begins."""
        self._end: dict[int, int] = {}
        """For the beginning of each component, its end."""
        walk = _DepthFirstWalk(ways, number, low)
        for root in ticking(range(len(arcs_of))):
            if number[root]:
                continue
            begin = walk.count
            for before, node, arc in walk.run(root):
                if low[node] > number[before]:
                    self._behind[arc] = number[node] - 1, walk.count, begin
            self._end[begin] = walk.count
        self._order = [0] * len(arcs_of)
        for node, place in enumerate(ticking(number)):
            self._order[place - 1] = node

    def __iter__(self) -> Iterator[ArcIndex]:
        return iter(self._behind)

    def sides(self, bridge: ArcIndex) -> tuple[Sequence[int], Sequence[int]]:
        """The nodes on one side of a bridge, and those on the other."""
        first, last, begin = self._behind[bridge]
        return self._order[begin:first] + self._order[last : self._end[begin]], self._order[first:last]


def pockets(ways: Sequence[Sequence[tuple[ArcIndex, int]]], root: int) -> list[tuple[list[int], int]]:
    """The leaf blocks of a node's component, each without its articulation point, which follows it.

    ``ways`` has the arcs of each node, each with the node at the other end.
    """
    number, low = [0] * len(ways), [0] * len(ways)
    walk = _DepthFirstWalk(ways.__getitem__, number, low)
    order = [root] * len(ways)
    parts = list[tuple[list[int], int]]()
    hanging, branches = list[tuple[int, int, int]](), list[tuple[int, int, list[tuple[int, int, int]]]]()
    for before, node, _ in walk.run(root):
        first = number[node] - 1
        order[first] = node
        if low[node] < number[before]:
            continue
        inner = [one for one in hanging if one[0] >= first]
        if before == root:
            branches.append((first, walk.count, inner))
            continue
        hanging = [*hanging[: len(hanging) - len(inner)], (first, walk.count, before)]
        if not inner:
            parts.append((order[first : walk.count], before))
    if len(branches) > 1:
        return parts + [(order[first:last], root) for first, last, inner in branches if not inner]
    necks = {neck for _, _, inner in branches for _, _, neck in inner}
    if len(necks) == 1:
        gone = necks.union(node for _, _, inner in branches for first, last, _ in inner for node in order[first:last])
        parts.append(([node for node in order[: walk.count] if node not in gone], necks.pop()))
    return parts
