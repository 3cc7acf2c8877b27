"""Random loops around cells."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from ..board.board import Spot
from ..board.rect import Rect

_AROUND = [(dy, dx) for dy in (-2, 0, 2) for dx in (-2, 0, 2) if dy or dx]


def winding_area(rng: Random, board: Rect, tries: int, share: float) -> set[Spot]:
    """The cells inside a random loop.

    The inside and the outside grow from a cell and from beyond the border until they meet. The more cells are tried in
    each step (``tries``), the more the loop winds: the one with the fewest neighbours on its side joins. ``share``: how
    often it is the inside that grows.
    """
    first = rng.choice(board.cells)
    free = set(board.cells) - {first}
    beyond = {Spot(y, x) for y in range(-1, 2 * board.n_rows + 2, 2) for x in range(-1, 2 * board.n_cols + 2, 2)}
    inside, outside = _Side({first}, free), _Side(beyond.difference(board.cells), free)
    while free:
        for side in (inside, outside) if rng.random() < share else (outside, inside):
            found = side.joining(rng, tries)
            if found is not None:
                free.remove(found)
                side.add(found)
                break
        else:
            break
    return inside.cells


class _Side:
    """One side of a loop, which grows into the free cells."""

    def __init__(self, cells: set[Spot], free: Collection[Spot]) -> None:
        self.cells, self._free = cells, free
        self._rim: list[Spot] = []
        """The free cells that may be able to join, in any order, and some others."""
        self._in_rim: set[Spot] = set()
        for cell in sorted(cells):
            self._meet(cell)

    def _meet(self, cell: Spot) -> None:
        """Notes that the free cells around a cell may be able to join now."""
        for dy, dx in _AROUND:
            near = Spot(cell.y + dy, cell.x + dx)
            if near in self._free and near not in self._in_rim:
                self._in_rim.add(near)
                self._rim.append(near)

    def add(self, cell: Spot) -> None:
        """Adds a cell, which is no longer free."""
        self.cells.add(cell)
        self._meet(cell)

    def joining(self, rng: Random, tries: int) -> Spot | None:
        """A free cell that can join this side, which stays connected and goes around nothing.

        Preferred are cells with few neighbours there, then those that make no straight arm longer.
        """
        rim, best, least = self._rim, None, 5.0
        left = len(rim)
        while left and tries:
            at, left = int(rng.random() * left), left - 1
            cell = rim[at]
            rim[at], rim[left] = rim[left], cell
            bad = self._badness(cell) if cell in self._free else None
            if bad is None:  # until a cell around it joins
                rim[left] = rim[-1]
                rim.pop()
                self._in_rim.remove(cell)
            else:
                tries -= 1
                if bad < least:
                    best, least = cell, bad
        return best

    def _badness(self, cell: Spot) -> float | None:
        """The fewer neighbours, the better a cell is; None for a cell that cannot join."""
        y, x = cell
        side = self.cells
        up, right, down, left = near = ((y - 2, x) in side, (y, x + 2) in side, (y + 2, x) in side, (y, x - 2) in side)
        n = sum(near)
        if not n or n == 4:
            return None
        corners = ((y - 2, x + 2) in side, (y + 2, x + 2) in side, (y + 2, x - 2) in side, (y - 2, x - 2) in side)
        ring = [one for both in zip(near, corners, strict=True) for one in both]
        if sum(one != other for one, other in zip(ring, ring[1:] + ring[:1], strict=True)) != 2:
            return None
        ahead = (y + 4 * (down - up), x + 4 * (right - left))
        return n + (0.5 if n == 1 and ahead in side else 0)


def border_edges(board: Rect, inside: Collection[Spot]) -> dict[Spot, bool]:
    """For each edge, whether it lies between a cell inside and one outside."""
    return {edge: sum(c in inside for c in board.faces(edge)) == 1 for edge in board.edges}
