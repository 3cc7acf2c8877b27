"""A graph whose nodes are marked or not: cells that are shaded, faces inside a loop, links that are drawn.

Walks take a grid as far as it is known (``Known``) and a bound, ``least``: with 1 they pass the nodes that are surely
marked, with 0 also those that may be. See ``arc_graph`` for graphs whose arcs are open or closed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from ..logic.expr import Known, Mark
from ..logic.ticks import ticking
from .bitboard import Bitboard
from .board import Board, Spot
from .rect import Rect
from .walks import Adjacency, articulation_points, components, reached, rim_of, separator

SMALL = 3
"""Every node of a piece of up to this size gets a clause of its own, but only the first node of a larger piece."""


def witnesses(piece: Sequence[int]) -> Sequence[int]:
    """The nodes of a piece that get clauses: all of a small piece, the first of a larger one."""
    return piece if len(piece) <= SMALL else piece[:1]


class NodeGraph:
    """``adjacency`` are the neighbours of each node, ``lits`` the literals that say that a node is marked, ``spots``
    their places. ``bitboard`` is the same graph in bits, for faster walks on full grids.
    """

    def __init__(
        self, adjacency: Adjacency, lits: Sequence[int], spots: Sequence[Spot], bitboard: Bitboard | None = None
    ) -> None:
        self.adjacency, self.lits, self.spots, self.bitboard = adjacency, lits, spots, bitboard

    @staticmethod
    def of_cells(board: Board, marks: Mapping[Spot, Mark]) -> NodeGraph:
        """The cells of a board."""
        lits = [int(marks[cell]) for cell in ticking(board.cells)]
        bits = board.memo("bits of cells", lambda: Bitboard.of_cells(board)) if isinstance(board, Rect) else None
        return NodeGraph(board.cell_adjacency, lits, board.cells, bits)

    @cached_property
    def node_of(self) -> Mapping[int, int]:
        """The node of each literal."""
        return {lit: node for node, lit in enumerate(self.lits)}

    def inside(self, known: Known, least: int) -> list[bool]:
        """For each node whether a walk may pass it."""
        return [known[lit] >= least for lit in self.lits]

    def components(self, known: Known, least: int) -> list[list[int]]:
        """All components, in the order of their first nodes."""
        return components(self.adjacency, self.inside(known, least))

    def reached(self, start: int, known: Known, least: int, enough: int | None = None) -> list[int]:
        """A node, be it marked or not, and what is reached from it, breadth first; see ``walks.reached``."""
        lits = self.lits
        return reached(self.adjacency, [start], lambda n: known[lits[n]] >= least, enough)

    def joints(self, known: Known) -> set[int]:
        """The nodes without which a component of what may be marked falls apart."""
        return articulation_points(self.adjacency, self.inside(known, 0))

    def rim(self, nodes: Collection[int]) -> list[int]:
        """The nodes beside some nodes, in order."""
        return sorted(rim_of(self.adjacency, nodes))

    def separator(self, piece: Sequence[int], goal: int) -> tuple[Sequence[int], Collection[int]]:
        """Nodes that separate a piece from a goal, and the nodes on the piece's side; see ``walks.separator``."""
        return separator(self.adjacency, piece, goal)

    def at(self, nodes: Iterable[int]) -> tuple[Spot, ...]:
        """The places of some nodes, in the order of the graph."""
        return tuple(self.spots[n] for n in sorted(nodes))
