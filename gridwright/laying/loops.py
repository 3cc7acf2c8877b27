"""Random loops around cells."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from ..board.board import Spot
from ..board.rect import Rect


def winding_area(rng: Random, board: Rect, tries: int, share: float) -> set[Spot]:
    """The cells inside a random loop.

    The inside and the outside grow from a cell and from beyond the border until they meet. The more cells are tried in
    each step (``tries``), the more the loop winds: the one with the fewest neighbours on its side joins. ``share``: how
    often it is the inside that grows.
    """
    inside, free = {rng.choice(board.cells)}, list(board.cells)
    beyond = {Spot(y, x) for y in range(-1, 2 * board.n_rows + 2, 2) for x in range(-1, 2 * board.n_cols + 2, 2)}
    outside = beyond.difference(board.cells)
    free.remove(next(iter(inside)))
    while free:
        sides = (inside, outside) if rng.random() < share else (outside, inside)
        for side in sides:
            found = _joining(rng, free, side, tries)
            if found is not None:
                side.add(found)
                free.remove(found)
                break
        else:
            break
    return inside


def _joining(rng: Random, free: list[Spot], side: Collection[Spot], tries: int) -> Spot | None:
    """A free cell that can join a side, which stays connected and goes around nothing.

    Preferred are cells with few neighbours there, then those that make no straight arm longer.
    """
    best: Spot | None = None
    least = 5.0
    for cell in rng.sample(free, len(free)):
        y, x = cell
        up, right, down, left = near = ((y - 2, x) in side, (y, x + 2) in side, (y + 2, x) in side, (y, x - 2) in side)
        n = sum(near)
        if not n or n == 4:
            continue
        corners = ((y - 2, x + 2) in side, (y + 2, x + 2) in side, (y + 2, x - 2) in side, (y - 2, x - 2) in side)
        ring = [one for both in zip(near, corners, strict=True) for one in both]
        if sum(one != other for one, other in zip(ring, ring[1:] + ring[:1], strict=True)) == 2:
            ahead = (y + 4 * (down - up), x + 4 * (right - left))
            bad = n + (0.5 if n == 1 and ahead in side else 0)
            if bad < least:
                best, least = cell, bad
            tries -= 1
            if not tries:
                break
    return best


def border_edges(board: Rect, inside: Collection[Spot]) -> dict[Spot, bool]:
    """For each edge, whether it lies between a cell inside and one outside."""
    return {edge: sum(c in inside for c in board.faces(edge)) == 1 for edge in board.edges}
