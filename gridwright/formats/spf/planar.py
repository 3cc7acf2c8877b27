"""Graphs drawn in the plane with straight edges: finds crossings and the enclosed areas.

Both are found by a sweep line: a vertical line moves over the nodes from left to right and keeps the edges that it
cuts in order, lowest first. The first two edges that meet are neighbours in that order just before, and the edge
directly below a place determines its area. For n edges this takes O(n log n) steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from math import atan2
from typing import NamedTuple

from ...board.board import Point
from ...logic.ticks import ticking

NodePair = tuple[int, int]
HalfEdge = tuple[int, int]
"""An edge with a direction: its index, and the end (0 or 1) at which the step begins."""

_DOUBT = 1e-15
"""Below this, relative to the products, the sign of a difference of two products is unreliable."""


class BoundedFaces(NamedTuple):
    """The bounded areas of a graph, and the index of the area (None for none) of each of some places."""

    outlines: list[list[int]]
    at: list[int | None]


# -- do they cross? -------------------------------------------------------------------------------------------------


class _Edge(NamedTuple):
    """An edge from its left end to its right end (of a vertical edge, from the lower one)."""

    x: float
    y: float
    dx: float
    dy: float
    end: Point
    arc: int


class Crossing(ValueError):
    """A graph is not planar as drawn: the two edges ``arcs`` meet, but not at a common node."""

    def __init__(self, one: int, other: int) -> None:
        self.arcs = min(one, other), max(one, other)
        super().__init__("edges {} and {} meet elsewhere than at a common node".format(*self.arcs))


def check_planar(nodes: Sequence[Point], arcs: Sequence[NodePair]) -> None:
    """Raises Crossing if two edges meet, but not at a common node."""
    _Sweep(nodes, arcs).edges_below(())


class _Sweep:
    """The sweep line: the edges that it cuts while it moves from left to right."""

    def __init__(self, nodes: Sequence[Point], arcs: Sequence[NodePair]) -> None:
        self._nodes, self._arcs = nodes, arcs
        self._begun: dict[Point, list[_Edge]] = {}
        self._ended: dict[Point, list[_Edge]] = {}
        self._cut: list[_Edge] = []
        for i, (a, b) in enumerate(arcs):
            left, right = nodes[a], nodes[b]
            if left > right:
                left, right = right, left
            edge = _Edge(*left, right[0] - left[0], right[1] - left[1], right, i)
            self._begun.setdefault(left, []).append(edge)
            self._ended.setdefault(right, []).append(edge)

    def edges_below(self, places: Iterable[Point]) -> dict[Point, int | None]:
        """The edge directly below each place; None where there is none. Raises Crossing."""
        below: dict[Point, int | None] = dict.fromkeys(places)
        cut = self._cut
        for point in ticking(sorted({*self._begun, *self._ended, *below})):
            at = self._first_not_below(point)
            if point in below and at:
                below[point] = cut[at - 1].arc
            self._pass(point, at)
        return below

    def _first_not_below(self, point: Point) -> int:
        """The index of the first edge through a point or above it."""
        cut, low, high = self._cut, 0, len(self._cut)
        while low < high:
            middle = (low + high) // 2
            edge = cut[middle]
            if edge.end != point and _side(edge, point) > 0:
                low = middle + 1
            else:
                high = middle
        return low

    def _pass(self, point: Point, at: int) -> None:
        """Moves the line past a point, at which the edges from index ``at`` on end and others begin."""
        cut = self._cut
        ended, begun = self._ended.get(point, ()), self._begun.get(point, [])
        if not ended and not begun:
            return
        if len(begun) > 1:
            begun.sort(key=_BY_SLOPE)
        to = at + len(ended)
        if any(edge.end != point for edge in cut[at:to]):
            # Edges that cross by so little that they count as touching at a node are out of order.
            for edge in ended:
                cut.remove(edge)
            to = at = self._first_not_below(point)
        if ended and begun:
            self._test(ended[0], begun[0])
        cut[at:to] = begun
        beside = cut[max(at - 1, 0) : at + len(begun) + 1]
        for one, other in pairwise(beside):
            self._test(one, other)

    def _test(self, one: _Edge, other: _Edge) -> None:
        if _meet(self._nodes, self._arcs[one.arc], self._arcs[other.arc]):
            raise Crossing(one.arc, other.arc)


def _side(edge: _Edge, point: Point) -> float:
    """Positive if a point on the sweep line is above an edge, negative if below, 0 if exactly on it."""
    one, two = edge.dx * (point[1] - edge.y), edge.dy * (point[0] - edge.x)
    turn = one - two
    return turn if abs(turn) > _DOUBT * (abs(one) + abs(two)) else _exact_side(edge, point)


def _exact_side(edge: _Edge, point: Point) -> float:
    """Like ``_side``, without rounding."""
    x, y = Fraction(edge.x), Fraction(edge.y)
    one = (Fraction(edge.end[0]) - x) * (Fraction(point[1]) - y)
    two = (Fraction(edge.end[1]) - y) * (Fraction(point[0]) - x)
    return (one > two) - (one < two)


def _compare_slopes(one: _Edge, other: _Edge) -> int:
    side = _side(other, one.end)
    return (side > 0) - (side < 0)


_BY_SLOPE = cmp_to_key(_compare_slopes)
"""Sorts edges with the same left end, the lowest first."""


def _meet(nodes: Sequence[Point], one: NodePair, other: NodePair) -> bool:
    """Whether two edges share a point that is not a node of both."""
    (i, j), (k, m) = one, other
    a, b, c, d = nodes[i], nodes[j], nodes[k], nodes[m]
    if i in other or j in other:
        shared, p = (a, b) if i in other else (b, a)
        q = d if c == shared else c
        same_way = (p[0] - shared[0]) * (q[0] - shared[0]) + (p[1] - shared[1]) * (q[1] - shared[1]) > 0
        return same_way and _turn(shared, p, q) == 0
    turns = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    corners = ((c, a, b), (d, a, b), (a, c, d), (b, c, d))
    return 0 in turns and any(
        turn == 0 and _between(*corner) for turn, corner in zip(turns, corners, strict=True)
    )


def _turn(a: Point, b: Point, c: Point) -> int:
    """1 if the path from a over b to c turns left, -1 if right, 0 if it is straight."""
    value = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    size = abs(b[0] - a[0]) + abs(b[1] - a[1]) + abs(c[0] - a[0]) + abs(c[1] - a[1])
    return 0 if abs(value) <= 1e-12 * size * size else 1 if value > 0 else -1


def _between(p: Point, a: Point, b: Point) -> bool:
    """Whether a point on the line through a and b is between them."""
    xs, ys = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return xs[0] <= p[0] <= xs[1] and ys[0] <= p[1] <= ys[1]


# -- which areas do they enclose? -----------------------------------------------------------------------------------


def bounded_areas(nodes: Sequence[Point], arcs: Sequence[NodePair], places: Sequence[Point] = ()) -> BoundedFaces:
    """The edges around each bounded area, in cyclic order, and the area of each place. Raises Crossing.

    Edges inside an area are part of its outline. Areas are found by walking along each edge both ways and turning left
    as far as possible at each node, which goes round the area on the left. One walk of each component goes round the
    component itself, along the border of the area that encloses it.
    """
    leaving = _leaving(nodes, arcs)
    walks = _walks(leaving, arcs)
    walk_of = {step: i for i, walk in enumerate(walks) for step in walk}
    around = {walk_of[leaving[node][-1]]: nodes[node] for node in _first_nodes(nodes, arcs, leaving)}
    below = _Sweep(nodes, arcs).edges_below([*around.values(), *places])
    enclosing: dict[int, int | None] = {}

    def walk_at(place: Point) -> int | None:
        """The walk along the border of the bounded area at a place; None if there is none."""
        arc = below[place]
        if arc is None:
            return None
        a, b = arcs[arc]
        walk = walk_of[arc, int(nodes[a] > nodes[b])]
        return enclosing[walk] if walk in around else walk

    for walk in sorted(around, key=lambda walk: around[walk]):
        enclosing[walk] = walk_at(around[walk])
    outlines = {walk: [arc for arc, _ in steps] for walk, steps in enumerate(walks) if walk not in around}
    for walk in sorted(around):
        outside = enclosing[walk]
        if outside is not None:
            outlines[outside] += [arc for arc, _ in walks[walk]]
    index = {walk: i for i, walk in enumerate(outlines)}
    found = [walk_at(place) for place in places]
    return BoundedFaces(
        [list(dict.fromkeys(outline)) for outline in outlines.values()],
        [None if walk is None else index[walk] for walk in found],
    )


def _leaving(nodes: Sequence[Point], arcs: Sequence[NodePair]) -> list[list[HalfEdge]]:
    """The steps from each node, counterclockwise from the direction to the left."""
    turns: list[list[tuple[float, HalfEdge]]] = [[] for _ in nodes]
    for i, (a, b) in enumerate(arcs):
        (ax, ay), (bx, by) = nodes[a], nodes[b]
        turns[a].append((atan2(by - ay, bx - ax), (i, 0)))
        turns[b].append((atan2(ay - by, ax - bx), (i, 1)))
    return [[step for _, step in sorted(around)] for around in turns]


def _walks(leaving: Sequence[Sequence[HalfEdge]], arcs: Sequence[NodePair]) -> list[list[HalfEdge]]:
    """All closed walks, each along the border of the area on its left."""
    following: dict[HalfEdge, HalfEdge] = {}
    for steps in leaving:
        for i, (arc, way) in enumerate(steps):
            following[arc, 1 - way] = steps[i - 1]
    walks = []
    for step in [(arc, way) for arc in range(len(arcs)) for way in (0, 1)]:
        walk = []
        while step in following:
            walk.append(step)
            step = following.pop(step)
        if walk:
            walks.append(walk)
    return walks


def _first_nodes(nodes: Sequence[Point], arcs: Sequence[NodePair], leaving: Sequence[Sequence[HalfEdge]]) -> list[int]:
    """The leftmost node of each component (the lowest, if there are several)."""
    first = []
    left = {node for node, steps in enumerate(leaving) if steps}
    for node in sorted(left, key=lambda node: nodes[node]):
        if node not in left:
            continue
        first.append(node)
        left.remove(node)
        found = [node]
        while found:
            beside = {arcs[arc][1 - way] for arc, way in leaving[found.pop()]} & left
            left -= beside
            found += beside
    return first


def ring(nodes: Sequence[Point], arcs: Sequence[NodePair], outline: Sequence[int]) -> list[Point]:
    """The corners of an outline in order; [] if its edges are no closed ring."""
    if len(outline) < 3:
        return []
    first, second = arcs[outline[0]], arcs[outline[1]]
    shared = {*first} & {*second}
    if len(shared) != 1:
        return []
    here = shared.pop()
    start = first[0] if first[1] == here else first[1]
    corners = [nodes[start], nodes[here]]
    for arc in outline[1:-1]:
        if here not in arcs[arc]:
            return []
        here = arcs[arc][0] if arcs[arc][1] == here else arcs[arc][1]
        corners.append(nodes[here])
    return corners if {here, start} == {*arcs[outline[-1]]} else []
