"""The positions of the spots of a board in a picture."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import dist, hypot

from ..board.board import AREA, EDGE, NODE, Board, Graph, Point, Spot
from ..board.rect import Rect
from ..logic.ticks import ticking

Box = tuple[float, float, float, float]
"""The smallest x and y, then the largest."""


SIDES = ("top", "left", "right", "bottom")
"""The sides of a board where clues can be."""


class Places(ABC):
    """The positions of a board's spots, in board units."""

    board: Board

    @property
    @abstractmethod
    def box(self) -> Box:
        """The bounding box of the board, without anything outside it."""

    @abstractmethod
    def at(self, spot: Spot) -> Point:
        """The middle of a cell, edge or link, or the position of a corner."""

    @abstractmethod
    def outline(self, cell: Spot) -> Sequence[Point]:
        """The corners of a cell, in order."""

    @abstractmethod
    def frame(self) -> Iterator[Sequence[Point]]:
        """The lines around all cells."""

    @abstractmethod
    def room(self, spot: Spot) -> tuple[float, float]:
        """How wide and high something on a spot may be."""

    @abstractmethod
    def strips(self, cells: Iterable[Spot]) -> Iterator[Sequence[Point]]:
        """Outlines that cover exactly these cells."""

    def edge(self, edge: Spot) -> tuple[Point, Point]:
        """The ends of an edge."""
        a, b = self.board.tips(edge)
        return self.at(a), self.at(b)

    def link(self, link: Spot) -> Sequence[Point]:
        """The line between the middles of two neighbouring cells."""
        a, b = self.board.ends(link)
        return self.at(a), self.at(b)


class RectPlaces(Places):
    """Rows and columns of squares; cells are ``breadth`` columns wide."""

    def __init__(self, board: Rect, breadth: int = 1) -> None:
        self.board: Rect = board
        self.breadth = breadth
        self._right, self._bottom = 2 * board.n_cols, 2 * board.n_rows

    @property
    def box(self) -> Box:
        more = (self.breadth - 1) / 2
        return -more, 0, self.board.n_cols + more, self.board.n_rows

    def at(self, spot: Spot) -> Point:
        return spot[1] / 2, spot[0] / 2

    def outline(self, cell: Spot) -> Sequence[Point]:
        x, y, half = cell[1] / 2, cell[0] / 2, self.breadth / 2
        return (x - half, y - 0.5), (x + half, y - 0.5), (x + half, y + 0.5), (x - half, y + 0.5)

    def room(self, spot: Spot) -> tuple[float, float]:
        return (self.breadth, 1) if spot[0] % 2 and spot[1] % 2 else (0.6, 0.6)

    def strips(self, cells: Iterable[Spot]) -> Iterator[Sequence[Point]]:
        """One rectangle for each run of cells in a row, so that no seams are visible."""
        half, step = self.breadth / 2, 2 * self.breadth
        first = last = None
        for cell in ticking([*sorted(cells), None]):
            if cell and last and cell[0] == last[0] and cell[1] == last[1] + step:
                last = cell
                continue
            if first and last:
                left, right, y = first[1] / 2 - half, last[1] / 2 + half, first[0] / 2
                yield (left, y - 0.5), (right, y - 0.5), (right, y + 0.5), (left, y + 0.5)
            first = last = cell

    def outside(self, spot: Spot) -> str:
        """The side at which a spot is outside the board: ``top``, ``left``, ``right``, ``bottom``; empty if inside."""
        if spot[0] < 0:
            return "top"
        if spot[1] < 0:
            return "left"
        if spot[1] > self._right:
            return "right"
        return "bottom" if spot[0] > self._bottom else ""

    def grid(self) -> Iterator[Sequence[Point]]:
        """The lines between cells, as few as possible."""
        board = self.board
        if board.holes:
            yield from self._walls_between(2)
            return
        for x in range(1, board.n_cols):
            yield (x, 0), (x, board.n_rows)
        for y in range(1, board.n_rows):
            yield (0, y), (board.n_cols, y)

    def heavy(self, every: int) -> list[Sequence[Point]]:
        """The heavier lines between cells, which make counting easier; none on small boards."""
        if not every or self.board.holes or min(self.board.n_rows, self.board.n_cols) < 2 * every:
            return []
        width, height = self.board.n_cols, self.board.n_rows
        upright = [((x, 0), (x, height)) for x in range(every, width, every)]
        return [*upright, *(((0, y), (width, y)) for y in range(every, height, every))]

    def frame(self) -> Iterator[Sequence[Point]]:
        if self.board.holes:
            yield from self._walls_between(1)
            return
        left, top, right, bottom = self.box
        yield (left, top), (right, top), (right, bottom), (left, bottom), (left, top)

    def _walls_between(self, faces: int) -> Iterator[Sequence[Point]]:
        """The edges that belong to ``faces`` cells, as long lines. Wide cells, which are staggered like bricks, are
        outlined one by one."""
        if self.breadth == 1:
            edges = (edge for edge in ticking(self.board.edges) if len(self.board.faces(edge)) == faces)
            yield from chained(map(self.edge, edges))
        elif faces == 1:
            for cell in self.board.cells:
                points = self.outline(cell)
                yield [*points, points[0]]


class GraphPlaces(Places):
    """A planar graph as the puzzle draws it, scaled so that its median edge has 1.2 units."""

    def __init__(self, board: Graph) -> None:
        self.board: Graph = board
        nodes = board.nodes
        lengths = sorted(dist(nodes[a], nodes[b]) for a, b in board.arcs) or [1]
        median = (lengths[(len(lengths) - 1) // 2] + lengths[len(lengths) // 2]) / 2
        left, top = min((x for x, _ in nodes), default=0), max((y for _, y in nodes), default=0)
        self._scale, self._left, self._top = 1.2 / (median or 1), left, top

    def _put(self, point: Point) -> Point:
        return (point[0] - self._left) * self._scale, (self._top - point[1]) * self._scale

    @cached_property
    def _nodes(self) -> Sequence[Point]:
        return [self._put(node) for node in self.board.nodes]

    @property
    def box(self) -> Box:
        xs, ys = [x for x, _ in self._nodes], [y for _, y in self._nodes]
        return min(xs, default=0), min(ys, default=0), max(xs, default=1), max(ys, default=1)

    def at(self, spot: Spot) -> Point:
        number, kind = spot
        if kind == NODE:
            return self._nodes[number]
        if kind == AREA:
            return self._put(self.board.points[number])
        (ax, ay), (bx, by) = self.edge(spot)
        return (ax + bx) / 2, (ay + by) / 2

    def edge(self, edge: Spot) -> tuple[Point, Point]:
        a, b = self.board.arcs[edge[0]]
        return self._nodes[a], self._nodes[b]

    def frame(self) -> Iterator[Sequence[Point]]:
        board = self.board
        yield from chained(self.edge(edge) for edge in board.edges if len(board.faces(edge)) < 2)

    def outline(self, cell: Spot) -> Sequence[Point]:
        arcs = [self.board.arcs[i] for i in self.board.outlines[cell[0]]]
        if len(arcs) < 2:
            return [self._nodes[node] for arc in arcs for node in arc]
        first = arcs[0]
        here = first[1] if first[1] in arcs[1] else first[0]
        around = [here]
        for a, b in arcs[1:]:
            here = b if a == here else a
            around.append(here)
        return [self._nodes[node] for node in around]

    def room(self, spot: Spot) -> tuple[float, float]:
        if spot[1] != AREA:
            return 0.6, 0.6
        middle = self.at(spot)
        edges = (self.edge(Spot(i, EDGE)) for i in self.board.outlines[spot[0]])
        nearest = min((_distance(middle, a, b) for a, b in edges), default=0.5)
        side = min(max(nearest * 2, 0.2), 1.2)
        return side, side

    def strips(self, cells: Iterable[Spot]) -> Iterator[Sequence[Point]]:
        return map(self.outline, cells)


def _distance(point: Point, a: Point, b: Point) -> float:
    """The distance between a point and the segment from ``a`` to ``b``."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / square)) if square else 0.0
    return hypot(x - ax - t * dx, y - ay - t * dy)


def chained(segments: Iterable[Sequence[Point]]) -> Iterator[Sequence[Point]]:
    """Joins segments to the longest polylines. Lines end where more than two segments meet.

    Fewer, longer lines make smaller files and joints without gaps.
    """
    ends: dict[Point, list[int]] = {}
    lines = [(tuple(line[0]), tuple(line[-1])) for line in ticking(segments)]
    for i, (a, b) in enumerate(ticking(lines)):
        ends.setdefault(a, []).append(i)  # type: ignore[arg-type]
        ends.setdefault(b, []).append(i)  # type: ignore[arg-type]
    left = [True] * len(lines)

    def follow(i: int, here: Point) -> Iterator[Point]:
        while True:
            left[i] = False
            a, b = lines[i]
            here = b if a == here else a  # type: ignore[assignment]
            yield here
            meeting = ends[here]
            after = next((j for j in meeting if left[j]), None) if len(meeting) == 2 else None
            if after is None:
                return
            i = after

    loose = [(i, end) for end, meeting in ends.items() if len(meeting) != 2 for i in meeting]
    for i, start in ticking([*loose, *((i, line[0]) for i, line in enumerate(lines))]):
        if left[i]:
            yield _straightened([start, *follow(i, start)])  # type: ignore[list-item, arg-type]


def _straightened(line: Sequence[Point]) -> Sequence[Point]:
    """A polyline without the points on its straight parts."""
    kept = [line[0]]
    for here, after in pairwise(line[1:]):
        (ax, ay), (bx, by), (cx, cy) = kept[-1], here, after
        if abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) > 1e-9:
            kept.append(here)
    kept.append(line[-1])
    return kept


def places_of(board: Board, breadth: int = 1) -> Places:
    """The places of a board's spots. Raises TypeError for an unknown kind of board."""
    if isinstance(board, Rect):
        return RectPlaces(board, breadth)
    if isinstance(board, Graph):
        return GraphPlaces(board)
    raise TypeError(f"there is no picture of a {type(board).__name__}")
