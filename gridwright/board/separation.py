"""Articulation points and bridges of graphs (Hopcroft and Tarjan 1973)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..logic.ticks import ticking

Arc = int
Ways = Callable[[int], Iterable[tuple[Arc, int]]]
"""The arcs that leave a node, each with the node that it leads to."""


class _Walk:
    """A depth-first walk of one component, which numbers its nodes and finds how far back each subtree reaches."""

    def __init__(self, ways: Ways, number: list[int], low: list[int]) -> None:
        self.ways, self.number, self.low = ways, number, low
        self.count = 0

    def run(self, root: int) -> Iterator[tuple[int, int, Arc]]:
        """Each step of the tree when the walk goes back on it: the node nearer to the root, the other one, the arc."""
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
    """The nodes without which the part of the graph that is inside falls into more pieces."""
    n = len(adjacency)
    number, low = [0] * n, [0] * n

    def ways(node: int) -> list[tuple[int, int]]:
        # An arc has the same name from both of its ends, and another one than those beside it.
        return [(node + m, m) for m in adjacency[node] if inside[m]]

    walk, found = _Walk(ways, number, low), set[int]()
    for root in ticking(range(n)):
        if not inside[root] or number[root]:
            continue
        branches = 0
        for before, node, _ in walk.run(root):
            if before == root:
                branches += 1
            elif low[node] >= number[before]:
                found.add(before)
        if branches > 1:
            found.add(root)
    return found


class Bridges:
    """The open arcs without which the nodes that open arcs join fall into more pieces, and these pieces."""

    def __init__(
        self,
        ends: Sequence[tuple[int, int]],
        arcs_of: Sequence[Sequence[Arc]],
        open_: Sequence[bool] | None = None,
    ) -> None:
        """All arcs are open where ``open_`` is None."""
        number, low = [0] * len(arcs_of), [0] * len(arcs_of)

        def ways(node: int) -> Iterator[tuple[Arc, int]]:
            for arc in arcs_of[node]:
                if open_ is None or open_[arc]:
                    a, b = ends[arc]
                    yield arc, b if a == node else a

        self._behind: dict[Arc, tuple[int, int, int]] = {}
        """Where in the order of the walk the nodes behind a bridge begin and end, and where those before it begin."""
        self._end: dict[int, int] = {}
        """Where the component ends that begins there."""
        walk = _Walk(ways, number, low)
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

    def __iter__(self) -> Iterator[Arc]:
        return iter(self._behind)

    def sides(self, bridge: Arc) -> tuple[Sequence[int], Sequence[int]]:
        """The nodes that are joined on one side of a bridge and on the other."""
        first, last, begin = self._behind[bridge]
        return self._order[begin:first] + self._order[last : self._end[begin]], self._order[first:last]


def pockets(ways: Sequence[Sequence[tuple[Arc, int]]], root: int) -> list[tuple[list[int], int]]:
    """The parts of a node's component that hang on one node each, and that no node divides: the leaves of the tree of
    blocks, each without the node that it hangs on, which comes after it.

    ``ways`` has the arcs of each node, each with the node that it leads to.
    """
    number, low = [0] * len(ways), [0] * len(ways)
    walk = _Walk(ways.__getitem__, number, low)
    order = [root] * len(ways)
    found = list[tuple[list[int], int]]()
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
            found.append((order[first : walk.count], before))
    if len(branches) > 1:
        return found + [(order[first:last], root) for first, last, inner in branches if not inner]
    necks = {neck for _, _, inner in branches for _, _, neck in inner}
    if len(necks) == 1:
        gone = necks.union(node for _, _, inner in branches for first, last, _ in inner for node in order[first:last])
        found.append(([node for node in order[: walk.count] if node not in gone], necks.pop()))
    return found
