"""Boards on a planar graph: nodes, edges between them, and the areas that the edges enclose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from .board import Board, Point, Spot

AREA, EDGE, NODE = -10, -11, -12
"""Spots of a graph board are pairs (number, kind), not coordinates."""


class Graph(Board):
    """The areas are cells, and the nodes are corners. Areas that share an edge are neighbours; the edge is their link.

    ``nodes`` are points of the plane (y upwards), ``arcs`` pairs of node numbers, ``outlines`` the edge numbers around
    each area, and ``points`` a point inside each area. Edges with an area on one side only are outer ones.
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
        """``area 3``, ``edge 5``, ``node 2``: numbers from 1, in the order of the lists."""
        return f"{ {AREA: 'area', EDGE: 'edge', NODE: 'node'}.get(spot.x, 'spot') } {spot.y + 1}"
