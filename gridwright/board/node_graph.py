"""A graph whose nodes are marked or not: shaded cells, faces inside a loop, drawn links.

Searches take a grid (``Known``) and a bound ``least``: with 1 they visit the nodes that are marked, with 0 also those
that are open. See ``arc_graph`` for graphs whose arcs are open or closed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from ..logic.expr import Known, Mark
from ..logic.ticks import tick, ticking
from .board import Board, Spot
from .rect import Rect
from .walks import Adjacency, articulation_points, components, reached, rim_of, separator

SMALL = 3
"""All nodes of a piece up to this size get a clause, but only the first node of a larger piece."""


def witnesses(piece: Sequence[int]) -> Sequence[int]:
    """The nodes of a piece that get clauses (see ``SMALL``)."""
    return piece if len(piece) <= SMALL else piece[:1]


class NodeGraph:
    """``adjacency`` has the neighbours of each node, ``lits`` the literals of "the node is marked", ``spots`` their
    places. ``bitboard`` is the same graph as bits, for faster searches on full grids.
    """

    def __init__(
        self, adjacency: Adjacency, lits: Sequence[int], spots: Sequence[Spot], bitboard: Bitboard | None = None
    ) -> None:
        self.adjacency, self.lits, self.spots, self.bitboard = adjacency, lits, spots, bitboard

    @staticmethod
    def of_cells(board: Board, marks: Mapping[Spot, Mark]) -> NodeGraph:
        """The cells of a board."""
        lits = list(map(int, map(marks.__getitem__, ticking(board.cells))))
        bits = board.memo("bits of cells", lambda: Bitboard.of_cells(board)) if isinstance(board, Rect) else None
        return NodeGraph(board.cell_adjacency, lits, board.cells, bits)

    @cached_property
    def node_of(self) -> Mapping[int, int]:
        """The node of each literal."""
        return {lit: node for node, lit in enumerate(self.lits)}

    def inside(self, known: Known, least: int) -> list[bool]:
        """For each node, whether a search may visit it."""
        return [known[lit] >= least for lit in self.lits]

    def components(self, known: Known, least: int) -> list[list[int]]:
        """All components, ordered by their first nodes."""
        return components(self.adjacency, self.inside(known, least))

    def reached(self, start: int, known: Known, least: int, enough: int | None = None) -> list[int]:
        """A node, whether marked or not, and the nodes reached from it, breadth first; see ``walks.reached``."""
        lits = self.lits
        return reached(self.adjacency, [start], lambda n: known[lits[n]] >= least, enough)

    def joints(self, known: Known) -> set[int]:
        """The articulation points of the nodes that are marked or open."""
        return articulation_points(self.adjacency, self.inside(known, 0))

    def rim(self, nodes: Collection[int]) -> list[int]:
        """The neighbours of some nodes, without these, in order."""
        return sorted(rim_of(self.adjacency, nodes))

    def separator(self, piece: Sequence[int], goal: int) -> tuple[Sequence[int], Collection[int]]:
        """A separator of a piece from a goal, and the nodes on the piece's side; see ``walks.separator``."""
        return separator(self.adjacency, piece, goal)

    def at(self, nodes: Iterable[int]) -> tuple[Spot, ...]:
        """The places of some nodes, in the order of the graph."""
        return tuple(self.spots[n] for n in sorted(nodes))


# -- in bits -----------------------------------------------------------------------------------------------------------


MOST = 1_500
"""Up to this many bits, searches on integers are faster than on adjacency lists."""


class Bitboard:
    """A graph on a grid with its nodes as bits of an integer, so that a search advances a whole front at once.
    Neighbours are one bit or one row apart; a bit between two rows is never set.

    ``nodes`` has the bits of each node: one, or several for the outside, which is a ring around the others."""

    def __init__(self, nodes: Sequence[int], stride: int, ring: int = 0) -> None:
        self.nodes, self.stride, self.ring = nodes, stride, ring
        self.all = sum(nodes)
        self._node_at = dict(zip(nodes, range(len(nodes)), strict=True))
        while ring:
            low = ring & -ring
            self._node_at[low] = len(nodes) - 1
            ring ^= low

    @staticmethod
    def of_cells(board: Rect) -> Bitboard | None:
        """The cells of a board, in the order of ``board.cells``; None for large boards."""
        stride = board.n_cols + 1
        if board.n_rows * stride > MOST:
            return None
        return Bitboard([1 << (y // 2 * stride + x // 2) for y, x in board.cells], stride)

    @staticmethod
    def of_faces(n_rows: int, n_cols: int) -> Bitboard | None:
        """A grid of faces, with the outside around them as the last node; None for large boards."""
        stride = n_cols + 3
        if (n_rows + 2) * stride > MOST:
            return None
        grid = [[1 << (r * stride + c) for c in range(n_cols + 2)] for r in range(n_rows + 2)]
        inner = [bit for row in grid[1:-1] for bit in row[1:-1]]
        ring = sum(sum(row) for row in grid) - sum(inner)
        return Bitboard([*inner, ring], stride, ring)

    def beside(self, mask: int) -> int:
        """The nodes of a mask and their neighbours."""
        stride = self.stride
        near = (mask | mask << 1 | mask >> 1 | mask << stride | mask >> stride) & self.all
        return near | self.ring if near & self.ring else near

    def spread(self, start: int, within: int) -> int:
        """The bits reached from ``start`` within ``within``."""
        stride = self.stride
        reached, more = 0, start
        while more != reached:
            reached = more
            more |= (more << 1 | more >> 1) & within
            more |= (more << stride | more >> stride) & within  # from there, so that half as many fronts are needed
        return reached

    def components(self, mask: int) -> list[int]:
        """The components of a mask, ordered by their lowest bits."""
        pieces = []
        while mask:
            tick()
            piece = self.spread(mask & -mask, mask)
            pieces.append(piece)
            mask ^= piece
        return pieces

    def separator(self, piece: int, goal: int) -> tuple[int, int]:
        """A separator of ``piece`` from ``goal``, which is connected, and the near side: the piece and what it
        encloses.

        See ``walks.separator``.
        """
        around = self.beside(piece)
        far = self.spread(goal, self.all & ~around)
        wall = around & ~piece & self.beside(far)
        return wall, self.all & ~far & ~wall

    def first(self, mask: int) -> int:
        """The first node of a mask."""
        return self._node_at[mask & -mask]

    def nodes_of(self, mask: int) -> list[int]:
        """The nodes of a mask, in order."""
        at, found = self._node_at, []
        if mask & self.ring:
            mask &= ~self.ring
            found.append(len(self.nodes) - 1)
        while mask:
            low = mask & -mask
            found.append(at[low])
            mask ^= low
        return sorted(found)

    def mask_of(self, nodes: Iterable[int]) -> int:
        """The bits of some nodes."""
        mask = 0
        for node in nodes:
            mask |= self.nodes[node]
        return mask
