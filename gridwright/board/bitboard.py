"""Graphs that lie in a grid, with their nodes as bits of an integer: floods go a whole front at a time.

Neighbours are one bit apart, or a row; between two rows lies a bit that is never set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..logic.ticks import tick
from .rect import Rect

MOST = 1_500
"""Up to so many bits floods by integers are faster than those over lists of neighbours."""


class Bitboard:
    """``nodes`` has the bits of each node: one, or (for the outside, a ring around the others) several."""

    def __init__(self, nodes: Sequence[int], stride: int, ring: int = 0) -> None:
        self.nodes, self.stride, self.ring = nodes, stride, ring
        self.all = 0
        self._node_at: dict[int, int] = {}
        for node, bits in enumerate(nodes):
            self.all |= bits
            while bits:
                low = bits & -bits
                self._node_at[low] = node
                bits ^= low

    @staticmethod
    def of_cells(board: Rect) -> Bitboard | None:
        """The cells of a board, in the order of ``board.cells``; None for large ones."""
        stride = board.n_cols + 1
        if board.n_rows * stride > MOST:
            return None
        return Bitboard([1 << (y // 2 * stride + x // 2) for y, x in board.cells], stride)

    @staticmethod
    def of_faces(n_rows: int, n_cols: int) -> Bitboard | None:
        """So many rows of faces, and the outside around them as the last node; None for large boards."""
        stride = n_cols + 3
        if (n_rows + 2) * stride > MOST:
            return None
        grid = [[1 << (r * stride + c) for c in range(n_cols + 2)] for r in range(n_rows + 2)]
        inner = [bit for row in grid[1:-1] for bit in row[1:-1]]
        ring = sum(sum(row) for row in grid) - sum(inner)
        return Bitboard([*inner, ring], stride, ring)

    def beside(self, mask: int) -> int:
        """The nodes of a mask and those next to them."""
        stride = self.stride
        near = (mask | mask << 1 | mask >> 1 | mask << stride | mask >> stride) & self.all
        return near | self.ring if near & self.ring else near

    def spread(self, start: int, within: int) -> int:
        """What is reached from ``start`` over the bits of ``within``."""
        stride = self.stride
        reached, more = 0, start
        while more != reached:
            reached = more
            more |= (more << 1 | more >> 1 | more << stride | more >> stride) & within
        return reached

    def components(self, mask: int) -> list[int]:
        """The connected pieces of a mask, in the order of their lowest bits."""
        pieces = []
        while mask:
            tick()
            piece = self.spread(mask & -mask, mask)
            pieces.append(piece)
            mask ^= piece
        return pieces

    def separator(self, piece: int, goal: int) -> tuple[int, int]:
        """A minimal set of nodes that parts ``piece`` from ``goal``, and the near side: the piece and what it shuts in.

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
