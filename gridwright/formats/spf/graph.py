"""Version 2 of the Standard Puzzle Format: puzzles on planar graphs, as lists of nodes, edges and areas.

Where a diagram has no outlines, they follow from its drawing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from math import atan2
from typing import Any, NamedTuple

from ...board.board import Board, Graph, Point, Spot
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer, Layer, ValueLayer
from ...language.puzzle import About, Puzzle, PuzzleError, State
from ...logic.ticks import ticking
from ..dialect import MAX_CELLS, Dialect, Reading
from ..errors import WriteError
from ..postscript import Entry, Envelope, Real, new_envelope
from .declaration import ABOUT_KEYS
from .entries import SpfSource, about_values, read_about

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


# -- diagrams of graphs -----------------------------------------------------------------------------------------------

_KEYS = ABOUT_KEYS | {"node", "edge", "area", "style", "area_outline"}
_NONE = -1
"""The value of an area without a number."""
_MAX_COORDINATE = 10**9
"""With larger coordinates, rounding would decide whether edges cross."""


class SpfGraph(Dialect):
    """A genre in version 2.

    ``value`` is the layer of the areas' numbers, ``edge`` that of the edges' booleans. On an answer layer, the booleans
    are the answer; on a given layer they are borders, and the fifth number of an area is its answer.
    """

    format = "spf"
    version = 2
    holds_partial = False

    def __init__(self, *names: str, value: Layer, edge: AnswerLayer | GivenLayer) -> None:
        super().__init__(*names)
        self.value, self.edge = value, edge

    # -- reading

    def read(self, genre: type[Genre], envelope: Envelope) -> Reading:
        """The puzzle of one dictionary. Raises FormatError."""
        nodes = [_point(envelope.entry("node"), i, row) for i, row in enumerate(_rows(envelope, "node", 2))]
        edges = _rows(envelope, "edge", 3)
        areas = _rows(envelope, "area", 3)
        board = _board(envelope, nodes, edges, areas)
        marked = {edge for edge, row in zip(board.edges, edges, strict=True) if row[2] is True}
        numbers = self._numbers(envelope, board, areas, 2)
        given: dict[str, dict[Spot, Any]] = {self.value.name: numbers}
        answer: dict[str, dict[Spot, Any]] = {}
        if isinstance(self.edge, GivenLayer):
            given[self.edge.name] = {link: True for link in board.links if link in marked}
            solved = self._numbers(envelope, board, areas, 4)
            if len(solved) == len(board.cells):
                answer[self.value.name] = solved
        elif marked:
            answer[self.edge.name] = {edge: edge in marked for edge in board.edges}
        try:
            puzzle = Puzzle.of(genre, board, given, None, read_about(envelope), SpfSource(envelope))
        except PuzzleError as fault:
            if fault.spot is None or fault.spot not in board.cell_index:
                raise
            raise envelope.entry("area").error(
                "this cannot be the number of the area", board.cell_index[fault.spot], 2, expected=fault.expected,
                found=fault.found, code="bad-value",
            ) from None
        warnings = envelope.mistaken_keys(_KEYS)
        return Reading(puzzle, State.of(puzzle, answer) if answer else None, tuple(warnings), self.format)

    @staticmethod
    def _numbers(envelope: Envelope, board: Graph, areas: Sequence[list[Any]], column: int) -> dict[Spot, int]:
        entry = envelope.entry("area")
        numbers = {}
        for i, (cell, row) in enumerate(zip(board.cells, areas, strict=True)):
            value = row[column] if column < len(row) else _NONE
            if type(value) is not int or value < _NONE:
                raise entry.error("this is not a number of an area", i, column, expected="a whole number, -1 for none")
            if value != _NONE:
                numbers[cell] = value
        return numbers

    # -- writing

    def write(self, puzzle: Puzzle, answer: State | None) -> Envelope:
        """The dictionary of a puzzle, in the envelope that it was read from, if any. Raises WriteError."""
        board = puzzle.board
        if not isinstance(board, Graph):
            raise WriteError("format 2 tells boards that are graphs")
        known = {self.value.name, self.edge.name}
        foreign = [name for name in puzzle.given if name not in known] + list(puzzle.keys)
        if foreign:
            raise WriteError(f"the format has no place for {', '.join(foreign)}")
        source = puzzle.source.envelope if isinstance(puzzle.source, SpfSource) else None
        lists = self._lists(puzzle, board, answer, source)
        if source is not None:
            return source.with_values({**about_values(puzzle.about, read_about(source)), **lists})
        return new_envelope({
            "format": 2, "type": self.names[0], "sol": False, **about_values(puzzle.about, About()),
            "node": [[_real(x), _real(y)] for x, y in board.nodes], **lists, "style": [[1, 0, 0, 1, 0, 0]],
            "area_outline": [[len(outline), *outline] for outline in board.outlines],
        })  # fmt: skip

    def _lists(self, puzzle: Puzzle, board: Graph, answer: State | None, source: Envelope | None) -> dict[str, Any]:
        """The lists of edges and areas, with the points and styles of the source."""
        if source is None:
            edges: list[list[Any]] = [[a, b, False] for a, b in board.arcs]
            areas: list[list[Any]] = [[_real(x), _real(y), _NONE, 0] for x, y in board.points]
        else:
            edges, areas = _rows(source, "edge", 3), _rows(source, "area", 3)
        given: Mapping[Spot, Any] = puzzle.given.get(self.value.name, {})
        solved = self._answer(answer)
        marked = solved if isinstance(self.edge, AnswerLayer) else puzzle.given.get(self.edge.name, {})
        pairs = zip(edges, board.edges, strict=True)
        edges = [[*row[:2], self._boolean(board, edge, row[2], marked)] for row, edge in pairs]
        rows = []
        for row, cell in zip(areas, board.cells, strict=True):
            new = [*row[:2], given.get(cell, _NONE), *row[3:]]
            if isinstance(self.edge, GivenLayer):
                new = [*[*new, 0][:4], solved.get(cell, _NONE)] if solved or len(new) > 4 else new
            rows.append(new)
        return {"edge": edges, "area": rows}

    def _boolean(self, board: Graph, edge: Spot, before: Any, marked: Any) -> bool:
        if isinstance(self.edge, GivenLayer) and len(board.faces(edge)) < 2:
            return bool(before)  # on an outer edge, it has no meaning
        return marked.get(edge, False) is True

    def _answer(self, answer: State | None) -> dict[Spot, Any]:
        layer = self.edge if isinstance(self.edge, AnswerLayer) else self.value
        return dict(answer.marks.get(layer.name, {})) if answer is not None else {}

    def solution_lines(self, puzzle: Puzzle, answer: State) -> list[str]:
        """An answer as a string: the indices of the marked edges, or the numbers of all areas."""
        marks = self._answer(answer)
        if isinstance(self.value, ValueLayer):
            return [" ".join(str(marks[cell]) for cell in puzzle.board.cells)]
        return [" ".join(str(edge.y) for edge in puzzle.board.edges if marks.get(edge) is True)]

    def solution_from(self, board: Board, lines: Sequence[str]) -> dict[str, dict[Spot, Any]]:
        """The marks of what ``solution_lines`` returned."""
        (line,) = lines
        numbers = [int(word) for word in line.split()]
        if isinstance(self.value, ValueLayer):
            return {self.value.name: dict(zip(board.cells, numbers, strict=True))}
        return {self.edge.name: {edge: edge.y in numbers for edge in board.edges}}


def _board(
    envelope: Envelope, nodes: list[Point], edges: Sequence[list[Any]], areas: Sequence[list[Any]]
) -> Graph:
    entry = envelope.entry("edge")
    arcs = []
    for i, row in enumerate(edges):
        a, b = row[0], row[1]
        for k, node in enumerate((a, b)):
            if type(node) is not int or not 0 <= node < len(nodes):
                raise entry.error("there is no such node", i, k, expected=f"0 to {len(nodes) - 1}", found=str(node))
        if a == b or nodes[a] == nodes[b]:
            raise entry.error("an edge joins two different places", i)
        if type(row[2]) is not bool:
            raise entry.error("this is neither true nor false", i, 2, expected="true or false")
        arcs.append((a, b))
    points = [_point(envelope.entry("area"), i, row) for i, row in enumerate(areas)]
    given = envelope.get("area_outline")
    try:
        if given is None or given.value is None:
            return Graph(nodes, arcs, _found_outlines(envelope, nodes, arcs, points), points)
        check_planar(nodes, arcs)
    except Crossing as crossing:
        found = " and ".join("[ {} {} ]".format(*arcs[i]) for i in crossing.arcs)
        raise entry.error("the graph is not planar as drawn: this edge meets another one", crossing.arcs[1],
                          expected="edges that meet at common nodes only", found=found, code="not-planar") from None
    return Graph(nodes, arcs, _given_outlines(given, nodes, arcs, len(points)), points)


def _given_outlines(entry: Entry, nodes: list[Point], arcs: list[tuple[int, int]], n_areas: int) -> list[list[int]]:
    rows = entry.value
    if not isinstance(rows, list) or len(rows) != n_areas:
        raise entry.error("there is an outline for each area", expected=f"{n_areas} outlines")
    found = []
    for i, row in enumerate(rows):
        if not isinstance(row, list) or not row or not all(type(n) is int for n in row):
            raise entry.error("this is not an outline", i, expected="a count and as many edges")
        count, *outline = (n for n in row if isinstance(n, int))
        if count != len(outline):
            raise entry.error("the count of an outline is wrong", i, 0, expected=str(len(outline)), found=str(count))
        wrong = next((k for k, arc in enumerate(outline, 1) if not 0 <= arc < len(arcs)), 0)
        if wrong:
            raise entry.error("there is no such edge", i, wrong, expected=f"0 to {len(arcs) - 1}")
        if not ring(nodes, arcs, outline):
            raise entry.error("the edges of an outline follow one another round an area", i)
        found.append(outline)
    uses = Counter(arc for outline in found for arc in dict.fromkeys(outline))
    for arc in sorted(uses):
        if uses[arc] > 2:
            raise entry.error(f"edge {arc} is in more than two outlines")
    return found


def _found_outlines(
    envelope: Envelope, nodes: list[Point], arcs: list[tuple[int, int]], points: list[Point]
) -> list[list[int]]:
    """The outline of each area, by the point in it. Raises FormatError or Crossing."""
    entry = envelope.entry("area")
    areas = bounded_areas(nodes, arcs, points)
    taken: set[int] = set()
    for i, area in enumerate(areas.at):
        if area is None or area in taken or not ring(nodes, arcs, areas.outlines[area]):
            raise entry.error("this place lies in no area of its own", i, code="no-area")
        taken.add(area)
    n_left = len(areas.outlines) - len(points)
    if n_left:
        raise entry.error(f"{n_left} areas of the graph are not listed", code="no-area")
    return [areas.outlines[area] for area in areas.at if area is not None]


def _rows(envelope: Envelope, key: str, least: int) -> list[list[Any]]:
    """A list of lists of at least ``least`` values. Raises FormatError."""
    entry = envelope.entry(key)
    if not isinstance(entry.value, list) or not entry.value:
        raise entry.error(f"/{key} holds a list of lists", expected="[ [ ... ] ... ]")
    if len(entry.value) > MAX_CELLS:
        raise entry.error("the graph is too large", expected=f"at most {MAX_CELLS}", code="too-large")
    rows = []
    for i, row in enumerate(entry.value):
        if not isinstance(row, list) or len(row) < least:
            raise entry.error("this list is too short", i, expected=f"{least} values")
        rows.append(list(row))
    return rows


def _point(entry: Entry, i: int, row: Sequence[Any]) -> Point:
    for k in (0, 1):
        if isinstance(row[k], bool) or not isinstance(row[k], int | float):
            raise entry.error("this is not a coordinate", i, k, expected="a number")
        if abs(row[k]) > _MAX_COORDINATE:
            wanted = f"at most {_MAX_COORDINATE}"
            raise entry.error("the coordinate is out of all bounds", i, k, expected=wanted, code="too-large")
    return float(row[0]), float(row[1])


def _real(value: float) -> Any:
    return int(value) if value == int(value) else Real(f"{value:.10g}")
