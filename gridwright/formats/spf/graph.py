"""Version 2 of the Standard Puzzle Format: puzzles on planar graphs, as lists of nodes, edges and areas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ...board.board import Board, Point, Spot
from ...board.graph import Graph
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer, Layer, ValueLayer
from ...language.puzzle import About, Puzzle, PuzzleError, State
from ..dialect import MAX_CELLS, Dialect, Reading
from ..errors import WriteError
from ..postscript import Entry, Envelope, Real, new_envelope
from .entries import ABOUT_KEYS, SpfSource, about_values, read_about
from .planar import Crossing, bounded_areas, check_planar, ring

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
                raise entry.error("this is no number of an area", i, column, expected="a whole number, -1 for none")
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
            raise entry.error("this is no outline", i, expected="a count and as many edges")
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
            raise entry.error("this is no coordinate", i, k, expected="a number")
        if abs(row[k]) > _MAX_COORDINATE:
            wanted = f"at most {_MAX_COORDINATE}"
            raise entry.error("the coordinate is out of all bounds", i, k, expected=wanted, code="too-large")
    return float(row[0]), float(row[1])


def _real(value: float) -> Any:
    return int(value) if value == int(value) else Real(f"{value:.10g}")
