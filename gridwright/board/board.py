"""Boards and the places on them: cells, links, edges, corners, and the sides outside; and boards on planar graphs.

Spots have doubled coordinates: both are odd for a cell, one is odd for an edge (or the link that crosses it), and both
are even for a corner. Spots beyond the frame are the sides, where clues stand outside. Spots of graphs have no
coordinates. Rules never compute coordinates; they ask the board.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import is_
from typing import Any, NamedTuple, TypeVar

from ..logic.ticks import tick, ticking
from .walks import incidence, pieces_of, reached

Point = tuple[float, float]
"""A point of the plane: x and y."""
T = TypeVar("T")


class Spot(NamedTuple):
    """A place on a board in doubled coordinates: both are odd for a cell, one for an edge or a link, none for a corner.

    Example:
        >>> str(gw.Spot(1, 5))
        'r1c3'
        >>> gw.Rect.of(2, 3).name(gw.Spot(1, 2))
        'r1c1-r1c2'
    """

    y: int
    """The vertical coordinate, which increases downwards."""
    x: int
    """The horizontal coordinate, which increases to the right."""

    @property
    def row(self) -> int:
        """The row of a cell of a rectangle, counted from 1."""
        return self.y // 2 + 1

    @property
    def col(self) -> int:
        """The column of a cell of a rectangle, counted from 1."""
        return self.x // 2 + 1

    def __str__(self) -> str:
        if self.y % 2 and self.x % 2:
            return f"r{self.y // 2 + 1}c{self.x // 2 + 1}"
        return f"({self.y / 2:g},{self.x / 2:g})"


PLACES: Mapping[str, str] = {
    "cells": "a cell of the board",
    "links": "a border between two cells",
    "edges": "an edge of a cell",
    "corners": "a corner of a cell",
    "middles": "a cell, a border between two cells, or a corner where four cells meet",
    "sides": "a place outside, at an end of a row or a column",
    "line_sides": "a place outside, at an end of a grid line",
}
"""The attributes of boards that a layer can be declared on, and what to call one of their spots."""


class Board(ABC):
    """The interface of boards.

    Lists are in reading order and shared: treat them as read-only. Methods about a single spot check the clock (see
    ``ticks``), so loops over all spots need not.

    Example:
        >>> board = gw.puzzle("Nurikabe", ["2 . 1"]).board
        >>> [str(cell) for cell in board.cells]
        ['r1c1', 'r1c2', 'r1c3']
    """

    @property
    @abstractmethod
    def cells(self) -> tuple[Spot, ...]:
        """The areas that can hold a mark or a value."""

    @property
    @abstractmethod
    def links(self) -> tuple[Spot, ...]:
        """The steps between neighbouring cells; a link has the spot of the edge that it crosses."""

    @property
    @abstractmethod
    def edges(self) -> tuple[Spot, ...]:
        """The borders of cells, including the outer ones."""

    @property
    @abstractmethod
    def corners(self) -> tuple[Spot, ...]:
        """The points where edges meet."""

    @property
    @abstractmethod
    def sides(self) -> tuple[Spot, ...]:
        """The places outside at the ends of rows and columns."""

    def __init__(self) -> None:
        self._memo: dict[Hashable, Any] = {}
        self._neighbours: dict[Spot, Sequence[Spot]] = {}

    @abstractmethod
    def ends(self, link: Spot) -> tuple[Spot, Spot]:
        """The two cells that a link joins."""

    @abstractmethod
    def faces(self, edge: Spot) -> tuple[Spot, ...]:
        """The one or two cells beside an edge."""

    @abstractmethod
    def tips(self, edge: Spot) -> tuple[Spot, Spot]:
        """The two corners at the ends of an edge."""

    @abstractmethod
    def link(self, a: Spot, b: Spot) -> Spot:
        """The link between two neighbouring cells."""

    @abstractmethod
    def name(self, spot: Spot) -> str:
        """What to call a spot in a sentence."""

    def spot(self, name: str) -> Spot:
        """Returns the spot that ``name`` calls so.

        Raises:
            ValueError: No place of the board has that name.

        Example:
            >>> board = gw.Rect.of(9, 9)
            >>> board.spot("r2c3"), board.spot("r1c1-r1c2"), board.spot("top of column 4")
            (Spot(y=3, x=5), Spot(y=1, x=2), Spot(y=-1, x=7))
        """
        known = self.memo("spots by name", lambda: {
            self.name(spot).removeprefix("the "): spot
            for spot in (*self.sides, *self.corners, *self.edges, *self.links, *self.cells)
        })  # fmt: skip
        found = known.get(" ".join(name.casefold().removeprefix("the ").split()))
        if found is None:
            raise ValueError(f"no place of this board is called {name!r}")
        return found

    def line_name(self, side: Spot, *, read: bool = False) -> str:
        """The name of the line at an outside spot: ``row 3``, ``column 2``.

        With ``read``, also where reading starts if not at the left or the top: ``row 3 from the right``.
        """
        end, _, line = self.name(side).rpartition(" of ")
        return f"{line} from {end}" if read and end.endswith(("right", "bottom")) else line

    # -- adjacency as integers: indices into ``cells``, ``links``, ``edges``, ``corners``; computed once per board --

    @cached_property
    def cell_index(self) -> Mapping[Spot, int]:
        """The index of each cell in ``cells``."""
        return dict(zip(ticking(self.cells), range(len(self.cells)), strict=True))

    @cached_property
    def corner_index(self) -> Mapping[Spot, int]:
        """The index of each corner in ``corners``."""
        return dict(zip(ticking(self.corners), range(len(self.corners)), strict=True))

    @cached_property
    def link_ends(self) -> Sequence[tuple[int, int]]:
        """For each link the indices of the cells that it joins."""
        index = self.cell_index
        return [(index[a], index[b]) for a, b in map(self.ends, ticking(self.links))]

    @cached_property
    def cell_links(self) -> Sequence[Sequence[int]]:
        """For each cell the indices of its links."""
        return incidence(len(self.cells), self.link_ends)

    @cached_property
    def cell_adjacency(self) -> Sequence[Sequence[int]]:
        """For each cell the indices of its neighbours."""
        out: list[list[int]] = [[] for _ in self.cells]
        for a, b in ticking(self.link_ends):
            out[a].append(b)
            out[b].append(a)
        return out

    @cached_property
    def edge_tips(self) -> Sequence[tuple[int, int]]:
        """For each edge the indices of the corners at its ends."""
        index = self.corner_index
        return [(index[a], index[b]) for a, b in map(self.tips, ticking(self.edges))]

    @cached_property
    def corner_edges(self) -> Sequence[Sequence[int]]:
        """For each corner the indices of the edges that meet there."""
        return incidence(len(self.corners), self.edge_tips)

    @cached_property
    def edge_faces(self) -> Sequence[tuple[int, int]]:
        """For each edge the indices of the cells beside it; the outside has the index ``len(cells)``."""
        index, outside = self.cell_index, len(self.cells)
        out = []
        for edge in ticking(self.edges):
            sides = [index[f] for f in self.faces(edge)]
            out.append((sides[0], sides[1] if len(sides) > 1 else outside))
        return out

    @cached_property
    def _edges_of(self) -> Mapping[Spot, Sequence[Spot]]:
        around: list[list[Spot]] = [[] for _ in range(len(self.cells) + 1)]
        for edge, (a, b) in zip(ticking(self.edges), self.edge_faces, strict=True):
            around[a].append(edge)
            around[b].append(edge)
        return dict(zip(self.cells, around[:-1], strict=True))

    @cached_property
    def _links_of(self) -> Mapping[Spot, Sequence[Spot]]:
        links = self.links
        return {c: [links[i] for i in own] for c, own in zip(ticking(self.cells), self.cell_links, strict=True)}

    def neighbours(self, cell: Spot) -> Sequence[Spot]:
        """The cells that share an edge with a cell."""
        tick()
        known = self._neighbours.get(cell)
        if known is None:
            cells = self.cells
            known = self._neighbours[cell] = [cells[i] for i in self.cell_adjacency[self.cell_index[cell]]]
        return known

    def links_of(self, cell: Spot) -> Sequence[Spot]:
        """The links that leave a cell."""
        tick()
        return self._links_of[cell]

    def edges_of(self, cell: Spot) -> Sequence[Spot]:
        """The edges around a cell."""
        tick()
        return self._edges_of[cell]

    def edges_at(self, corner: Spot) -> Sequence[Spot]:
        """The edges that meet at a corner."""
        tick()
        edges = self.edges
        return [edges[i] for i in self.corner_edges[self.corner_index[corner]]]

    def cells_at(self, corner: Spot) -> Sequence[Spot]:
        """The cells that meet at a corner."""
        return sorted({face for edge in self.edges_at(corner) for face in self.faces(edge)})

    def groups(self, cells: Iterable[Spot], joined: Callable[[Spot, Spot], bool] | None = None) -> list[list[Spot]]:
        """The components of some cells; ``joined`` may forbid the step between two neighbours."""
        found = list(cells)
        left = set(found)
        pieces = []
        for first in ticking(found):
            if first not in left:
                continue
            left.remove(first)
            piece = [first]
            for cell in ticking(piece, len(left)):
                for near in self.neighbours(cell):
                    if near in left and (joined is None or joined(cell, near)):
                        left.remove(near)
                        piece.append(near)
            pieces.append(sorted(piece))
        return pieces

    def passed(self, line: Iterable[Spot]) -> list[Spot]:
        """The cells that a line along links passes."""
        return sorted({cell for link in line for cell in self.ends(link)})

    def enclosed(self, line: Iterable[Spot]) -> list[Spot]:
        """The cells that a line along edges separates from the outside."""
        outside, walls = len(self.cells), set(line)
        near: list[list[int]] = [[] for _ in range(outside + 1)]
        for edge, (a, b) in zip(ticking(self.edges), self.edge_faces, strict=True):
            if edge not in walls:
                near[a].append(b)
                near[b].append(a)
        joined = set(reached(near, [outside], lambda _: True))
        return [cell for i, cell in enumerate(self.cells) if i not in joined]

    def ways(self, cell: Spot) -> Sequence[tuple[Spot, Spot]]:
        """The links that leave a cell, each with the neighbour that it leads to."""
        return self._ways[cell]

    @cached_property
    def _ways(self) -> Mapping[Spot, Sequence[tuple[Spot, Spot]]]:
        links, ends, cells = self.links, self.link_ends, self.cells
        return {
            cell: [(links[n], cells[ends[n][0] if ends[n][1] == i else ends[n][1]]) for n in own]
            for i, (cell, own) in enumerate(zip(ticking(cells), self.cell_links, strict=True))
        }

    def regions(self, walls: Collection[Spot], within: Iterable[Spot] | None = None) -> list[list[Spot]]:
        """The regions into which walls (spots of links) divide the board or some cells, ordered by their first
        cells."""
        if within is not None or not isinstance(walls, Hashable):
            return self._cut(walls, within)
        return self.latest("regions", (walls,), lambda: self._regions(frozenset(walls)))  # hashable: it cannot change

    def _regions(self, walls: frozenset[Spot]) -> list[list[Spot]]:
        """The regions of the board, cached until the walls differ: reading a puzzle asks for them in two forms."""
        known = self._memo.get("walls")
        if known is None or known[0] != walls:
            known = self._memo["walls"] = walls, self._cut(walls, None)
        return known[1]

    def _cut(self, walls: Collection[Spot], within: Iterable[Spot] | None) -> list[list[Spot]]:
        cells, links, ends = self.cells, self.links, self.link_ends
        if within is None:
            own: Collection[int] = range(len(cells))
            steps = [pair for link, pair in zip(ticking(links), ends, strict=True) if link not in walls]
        else:
            index = self.cell_index
            own = {index[cell] for cell in within if cell in index}
            around = {link for i in ticking(own) for link in self.cell_links[i]}
            steps = [ends[link] for link in around if links[link] not in walls and own.issuperset(ends[link])]
        near: list[list[int]] = [[] for _ in cells]
        for a, b in ticking(steps):
            near[a].append(b)
            near[b].append(a)
        return [[cells[i] for i in sorted(piece)] for piece in pieces_of(near, own)]

    def names(self, spots: Iterable[Spot]) -> list[str]:
        """The names of spots; straight runs of cells or edges get one name: ``r1c1 to r1c5``."""
        return [self.name(spot) for spot in spots]

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of ``make``, computed once for this board; it must depend on nothing else."""
        try:
            return self._memo[key]  # type: ignore[no-any-return]
        except KeyError:
            made = self._memo[key] = make()
            return made

    def latest(self, key: Hashable, parts: tuple[object, ...], make: Callable[[], T]) -> T:
        """The result of ``make``, cached until it is requested with other ``parts`` (compared by identity).

        For tables that depend on the puzzle, but are the same for many consecutive puzzles.
        """
        known = self._memo.get(key)
        if known is not None and len(known[0]) == len(parts) and all(map(is_, known[0], parts)):
            return known[1]  # type: ignore[no-any-return]
        made = make()
        self._memo[key] = parts, made
        return made


# -- graphs ------------------------------------------------------------------------------------------------------------

AREA, EDGE, NODE = -10, -11, -12
"""Spots of a graph board are pairs (number, kind), not coordinates."""


class Graph(Board):
    """A board on a planar graph: areas are cells, nodes are corners.

    Areas that share an edge are neighbours; the edge is their link. Edges with an area on one side only are outer ones.

    Args:
        nodes: Points of the plane, with y upwards.
        arcs: Pairs of node numbers; each is an edge.
        outlines: The edge numbers around each area.
        points: A point inside each area.

    Example:
        >>> corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
        >>> square = gw.Graph(corners, [(0, 1), (1, 2), (2, 3), (3, 0)], [[0, 1, 2, 3]], [(0.5, 0.5)])
        >>> gw.solve(gw.Puzzle.of(gw.genre("Fences"), square, {"number": {square.cells[0]: 4}})).status
        'unique'
    """

    def __init__(
        self,
        nodes: Sequence[Point],
        arcs: Sequence[tuple[int, int]],
        outlines: Sequence[Sequence[int]],
        points: Sequence[Point],
    ) -> None:
        super().__init__()
        self.nodes, self.arcs = tuple(nodes), tuple(arcs)
        self.outlines, self.points = tuple(map(tuple, outlines)), tuple(points)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Graph) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Graph({len(self.nodes)} nodes, {len(self.arcs)} edges, {len(self.outlines)} areas)"

    @property
    def expression(self) -> str:
        """The Python expression that evaluates to the board."""
        return f"Graph{self._key!r}"

    def __reduce__(self) -> tuple[Callable[..., Graph], tuple[object, ...]]:
        return Graph, self._key

    @property
    def _key(self) -> tuple[object, ...]:
        return self.nodes, self.arcs, self.outlines, self.points

    @cached_property
    def cells(self) -> tuple[Spot, ...]:
        return tuple(Spot(i, AREA) for i in range(len(self.outlines)))

    @cached_property
    def edges(self) -> tuple[Spot, ...]:
        return tuple(Spot(i, EDGE) for i in range(len(self.arcs)))

    @cached_property
    def corners(self) -> tuple[Spot, ...]:
        return tuple(Spot(i, NODE) for i in range(len(self.nodes)))

    @cached_property
    def links(self) -> tuple[Spot, ...]:
        return tuple(edge for edge in self.edges if len(self.faces(edge)) == 2)

    @property
    def sides(self) -> tuple[Spot, ...]:
        return ()

    @cached_property
    def _areas_of(self) -> Sequence[tuple[Spot, ...]]:
        found: list[list[Spot]] = [[] for _ in self.arcs]
        for cell, outline in zip(self.cells, self.outlines, strict=True):
            for i in outline:
                if cell not in found[i]:
                    found[i].append(cell)
        return [tuple(areas) for areas in found]

    def faces(self, edge: Spot) -> tuple[Spot, ...]:
        return self._areas_of[edge.y]

    def ends(self, link: Spot) -> tuple[Spot, Spot]:
        a, b = self._areas_of[link.y]
        return a, b

    def tips(self, edge: Spot) -> tuple[Spot, Spot]:
        a, b = self.arcs[edge.y]
        return Spot(a, NODE), Spot(b, NODE)

    def link(self, a: Spot, b: Spot) -> Spot:
        return next(link for link in self._links_of[a] if b in self.ends(link))

    def name(self, spot: Spot) -> str:
        """The name of a spot: ``area 3``, ``edge 5``, ``node 2``, numbered from 1 in the order of the lists."""
        return f"{ {AREA: 'area', EDGE: 'edge', NODE: 'node'}.get(spot.x, 'spot') } {spot.y + 1}"
