"""Graphs drawn in the plane with straight edges: do they cross, and which areas do they enclose?"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2

Point = tuple[float, float]
Arc = tuple[int, int]


def crossing(nodes: Sequence[Point], arcs: Sequence[Arc]) -> tuple[int, int] | None:
    """Two edges that meet elsewhere than at a common node; None when the graph is planar as drawn."""
    boxes = []
    for i, (a, b) in enumerate(arcs):
        (ax, ay), (bx, by) = nodes[a], nodes[b]
        boxes.append((min(ax, bx), max(ax, bx), min(ay, by), max(ay, by), i))
    boxes.sort()
    active: list[tuple[float, float, float, float, int]] = []
    for box in boxes:
        active = [other for other in active if other[1] >= box[0]]
        for other in active:
            if other[2] <= box[3] and box[2] <= other[3] and _meet(nodes, arcs[box[4]], arcs[other[4]]):
                return min(box[4], other[4]), max(box[4], other[4])
        active.append(box)
    return None


def _meet(nodes: Sequence[Point], one: Arc, other: Arc) -> bool:
    """Whether two edges share a point that is not a node of both."""
    common = {*one} & {*other}
    a, b, c, d = (nodes[i] for i in (*one, *other))
    if len(common) == 2:
        return True
    if common:
        shared = nodes[common.pop()]
        p, q = (next(e for e in ends if e != shared) for ends in ((a, b), (c, d)))
        same_way = (p[0] - shared[0]) * (q[0] - shared[0]) + (p[1] - shared[1]) * (q[1] - shared[1]) > 0
        return _turn(shared, p, q) == 0 and same_way
    turns = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    corners = ((c, a, b), (d, a, b), (a, c, d), (b, c, d))
    return any(turn == 0 and _between(*corner) for turn, corner in zip(turns, corners, strict=True))


def _turn(a: Point, b: Point, c: Point) -> int:
    """1 when the way from a over b to c turns left, -1 right, 0 straight."""
    value = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    size = abs(b[0] - a[0]) + abs(b[1] - a[1]) + abs(c[0] - a[0]) + abs(c[1] - a[1])
    return 0 if abs(value) <= 1e-12 * size * size else 1 if value > 0 else -1


def _between(p: Point, a: Point, b: Point) -> bool:
    """Whether a point of a line lies on the stretch from a to b."""
    xs, ys = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return xs[0] <= p[0] <= xs[1] and ys[0] <= p[1] <= ys[1]


def outlines(nodes: Sequence[Point], arcs: Sequence[Arc]) -> list[list[int]]:
    """The edges around each bounded area, in cyclic order; what lies within an area is part of its outline.

    Found by walking each edge both ways and turning as far to the right as there is a way at each node: that goes round
    the area to the left. Rounds the other way are the outer borders of connected parts.
    """
    inner: list[list[tuple[int, int]]] = []
    outer: list[list[tuple[int, int]]] = []
    for walk in _rounds(nodes, arcs):
        (inner if _area(nodes, arcs, walk) > 0 else outer).append(walk)
    found = [[arc for arc, _ in walk] for walk in inner]
    polygons = [[arcs[arc][way] for arc, way in walk] for walk in inner]
    sizes = [_area(nodes, arcs, walk) for walk in inner]
    for walk in outer:
        # An outer border inside another part's area belongs to the smallest such area.
        own = {arcs[arc][0] for arc, _ in walk}
        start = nodes[arcs[walk[0][0]][0]]
        around = [
            (sizes[i], i)
            for i, polygon in enumerate(polygons)
            if own.isdisjoint(polygon) and encloses([nodes[n] for n in polygon], start)
        ]
        if around:
            found[min(around)[1]] += [arc for arc, _ in walk]
    return [list(dict.fromkeys(outline)) for outline in found]


def _rounds(nodes: Sequence[Point], arcs: Sequence[Arc]) -> list[list[tuple[int, int]]]:
    """All closed walks round an area, as (edge, which of its ends it starts from)."""
    leaving: list[list[tuple[float, int, int]]] = [[] for _ in nodes]
    for i, (a, b) in enumerate(arcs):
        (ax, ay), (bx, by) = nodes[a], nodes[b]
        leaving[a].append((atan2(by - ay, bx - ax), i, 0))
        leaving[b].append((atan2(ay - by, ax - bx), i, 1))
    place = {}
    for around in leaving:
        around.sort()
        place.update({(i, way): k for k, (_, i, way) in enumerate(around)})
    left = dict.fromkeys((i, way) for i in range(len(arcs)) for way in (0, 1))
    rounds = []
    while left:
        step = next(iter(left))
        walk = []
        while step in left:
            del left[step]
            walk.append(step)
            arc, way = step
            around = leaving[arcs[arc][1 - way]]
            _, arc, way = around[place[arc, 1 - way] - 1]
            step = arc, way
        rounds.append(walk)
    return rounds


def _area(nodes: Sequence[Point], arcs: Sequence[Arc], walk: Sequence[tuple[int, int]]) -> float:
    """Twice the area that a closed walk goes round, positive when it lies to the left."""
    total = 0.0
    for arc, way in walk:
        (ax, ay), (bx, by) = nodes[arcs[arc][way]], nodes[arcs[arc][1 - way]]
        total += ax * by - ay * bx
    return total


def encloses(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a point lies within a polygon (the number of sides that a ray to the right crosses is odd)."""
    x, y = point
    inside = False
    for i, (bx, by) in enumerate(polygon):
        ax, ay = polygon[i - 1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def ring(nodes: Sequence[Point], arcs: Sequence[Arc], outline: Sequence[int]) -> list[Point]:
    """The corners of an outline whose edges follow one another; [] where they do not."""
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
