"""Figures: drawings of straight lines whose segments may be stretched or shrunk, and where they fit on a board.

A figure has *vertices*, where a line ends, bends, branches or crosses, and straight *segments* between them. Both are
its *elements*: each cell of a drawing of the figure is a vertex or lies on a segment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from ...board.board import Spot
from ...board.rect import STEPS, Rect
from ...logic.ticks import ticking

UP, RIGHT, DOWN, LEFT = range(4)
"""Directions, as indices of ``STEPS``; ``way ^ 2`` is the opposite one."""
_STRAIGHT = {1 << UP | 1 << DOWN, 1 << LEFT | 1 << RIGHT}


class Segment(NamedTuple):
    """A straight line to the right or down (``way``) from the vertex ``start`` to the vertex ``end``."""

    way: int
    start: int
    end: int


class CurveGraph:
    """Vertices and segments. Elements are numbered, the vertices first.

    ``arms``: for each element, the directions in which a line leaves it, as a sum of bits. ``after``: for each element
    and direction, the elements that the next cell there may be; none without a line. ``segments_of``: for each vertex,
    the segments that end there.
    """

    def __init__(self, n_vertices: int, segments: Sequence[Segment]) -> None:
        self.n_vertices, self.segments = n_vertices, tuple(segments)
        n = n_vertices + len(segments)
        self.arms = [0] * n
        self.after: list[list[tuple[int, ...]]] = [[()] * 4 for _ in range(n)]
        self.segments_of: list[list[int]] = [[] for _ in range(n_vertices)]
        for s, (way, start, end) in enumerate(segments):
            own = n_vertices + s
            for vertex, ahead, other in ((start, way, end), (end, way ^ 2, start)):
                self.segments_of[vertex].append(s)
                self.after[vertex][ahead] = self.after[own][ahead] = (other, own)
                self.arms[vertex] |= 1 << ahead
                self.arms[own] |= 1 << ahead

    @staticmethod
    def of(board: Rect, drawn: Collection[Spot]) -> CurveGraph | None:
        """The figure of some links; None if there are none, or they are not connected."""
        arms = {cell: _arms(board, cell, drawn) for cell in ticking(board.cells)}
        used = [cell for cell, own in arms.items() if own]
        if len(board.groups(used, lambda a, b: board.link(a, b) in drawn)) != 1:
            return None
        vertices = {cell: i for i, cell in enumerate(cell for cell in used if arms[cell] not in _STRAIGHT)}
        segments = []
        for cell, start in vertices.items():
            for way in (RIGHT, DOWN):
                if arms[cell] >> way & 1:
                    end = next(ahead for ahead in board.ray(cell, STEPS[way]) if ahead in vertices)
                    segments.append(Segment(way, start, vertices[end]))
        return CurveGraph(len(vertices), segments)


def _arms(board: Rect, cell: Spot, drawn: Collection[Spot]) -> int:
    return sum(1 << way for way, step in enumerate(STEPS) if board.way(cell, step, 1)[0] in drawn)


# -- where a figure has room ------------------------------------------------------------------------------------------


class BitGrid:
    """Bitboards: sets of cells as integers, which can be shifted as a whole. The bits (*places*) are in reading order,
    with an empty column behind the last one."""

    def __init__(self, board: Rect, free: Collection[Spot], tick: Callable[[], None] = lambda: None) -> None:
        """``free`` are the cells that may be used. ``tick`` is called in long loops and raises when time is up."""
        self.tick = tick
        across = board.n_cols + 1
        self.steps = (-across, 1, across, -1)
        """The difference to the place of the next cell in each direction."""
        self.place = {cell: cell.y // 2 * across + cell.x // 2 for cell in ticking(board.cells)}
        self.free = bits(self.place[cell] for cell in free)

    def moved(self, places: int, way: int) -> int:
        """The cells next to some cells in a direction; off the board there are bits without a cell."""
        step = self.steps[way]
        return places << step if step > 0 else places >> -step

    def along(self, places: int, way: int, through: int) -> int:
        """The cells of ``through`` that are reached from some places in a direction, without a gap."""
        found = new = self.moved(places, way) & through
        while new:
            new = self.moved(new, way) & through
            found |= new
        return found


def bits(places: Iterable[int]) -> int:
    """The set of some places."""
    found = bytearray()
    for place in ticking(places):
        at = place >> 3
        if at >= len(found):
            found.extend(bytes(at + 1 - len(found)))
        found[at] |= 1 << (place & 7)
    return int.from_bytes(found, "little")


def listed(places: int) -> list[int]:
    """The places in a set."""
    return [place for place, digit in enumerate(ticking(bin(places)[:1:-1])) if digit == "1"]


def room(field: BitGrid, figure: CurveGraph, at: int, usable: Sequence[int]) -> list[int]:
    """For each element, the cells that it may take in drawings that pass a cell, given as the set ``at``.

    ``usable``: for each set of arms, the cells that may have exactly these. Whichever element is at ``at``, all
    vertices must see each other along the segments; this is settled for each such element separately.
    """
    places = [usable[arms] for arms in figure.arms]
    found = [0] * len(places)
    if _settle(field, figure, places, set(range(len(figure.segments)))):
        for element, here in enumerate(places):
            own = _rooted(field, figure, places, element, at) if here & at else None
            if own is not None:
                found = [a | b for a, b in zip(found, own, strict=True)]
    return found


def _rooted(field: BitGrid, figure: CurveGraph, places: Sequence[int], element: int, at: int) -> list[int] | None:
    """The places of all elements when one is at ``at``; None if that cannot be."""
    own = [here & ~at for here in places]
    n = figure.n_vertices
    if element < n:
        own[element] = at
        return own if _settle(field, figure, own, set(figure.segments_of[element])) else None
    way, start, end = figure.segments[element - n]
    between = own[element] = places[element]
    for vertex, ahead in ((start, way ^ 2), (end, way)):
        own[vertex] &= field.moved(at | field.along(at, ahead, between), ahead)
        if not own[vertex]:
            return None
    return own if _settle(field, figure, own, {*figure.segments_of[start], *figure.segments_of[end]}) else None


def _settle(field: BitGrid, figure: CurveGraph, places: list[int], due: set[int]) -> bool:
    """Narrows the places of the vertices, in place, to those from which both ends of each segment are seen; False if a
    vertex has none left. ``due`` are the segments to begin with."""
    n = figure.n_vertices
    while due:
        field.tick()
        s = due.pop()
        way, start, end = figure.segments[s]
        ahead = field.along(places[start], way, places[n + s])
        back = field.along(places[end], way ^ 2, places[n + s])
        places[n + s] = ahead & back
        seen = (
            (start, field.moved(places[end] | back, way ^ 2)),
            (end, field.moved(places[start] | ahead, way)),
        )
        for vertex, here in seen:
            left = places[vertex] & here
            if not left:
                return False
            if left != places[vertex]:
                places[vertex] = left
                due.update(figure.segments_of[vertex])
    return True
