"""Regular patterns of cells, for clues that form a figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from ..board.board import Spot
from ..board.rect import Rect
from ..language.making import ClueOrder, Rank
from ..language.taste import Band


class MotifCell(NamedTuple):
    """The row and the column of a cell, and its distance from the border."""

    y: int
    x: int
    rim: int


PATTERNS: Sequence[Callable[[MotifCell], bool]] = (
    lambda c: (c.y + c.x) % 2 == 0,
    lambda c: (c.y + c.x) % 3 == 0,
    lambda c: (c.y + c.x) % 4 == 0,
    lambda c: (c.y + c.x) % 4 < 2,
    lambda c: (c.y // 2 + c.x // 2) % 2 == 0,
    lambda c: c.y % 2 == c.x % 2 == 0,
    lambda c: c.y % 2 == 0,
    lambda c: c.x % 2 == 0,
    lambda c: c.y % 3 < 2 and c.x % 3 < 2,
    lambda c: (c.y % 3 == 1) != (c.x % 3 == 1),
    lambda c: (c.y + 2 * c.x) % 5 == 0,
    lambda c: (c.y + 2 * c.x) % 5 < 2,
    lambda c: c.rim % 2 == 0,
    lambda c: c.rim % 2 == 1,
)
"""Diagonals, chequers, lattices, stripes, blocks, knight's moves and rings."""
_FEWER, _MORE = 0.05, 0.2
"""How much smaller and larger than the density of clues the share of a pattern may be."""


def motif(rng: Random, board: Rect, density: float) -> frozenset[Spot]:
    """The cells of a random pattern with about this share of the board; all cells if there is none.

    It is moved and mirrored at random.
    """
    down, right, is_mirrored = rng.randrange(5), rng.randrange(5), rng.random() < 0.5
    found: list[frozenset[Spot]] = []
    for pattern in PATTERNS:
        own = set[Spot]()
        for c in board.cells:
            y, x = c.y // 2, c.x // 2
            rim = min(y, x, board.n_rows - 1 - y, board.n_cols - 1 - x)
            if pattern(MotifCell(y + down, right - x if is_mirrored else x + right, rim)):
                own.add(c)
        if density - _FEWER <= len(own) / len(board.cells) <= density + _MORE:
            found.append(frozenset(own))
    return rng.choice(found) if found else frozenset(board.cells)


def keeping_apart(share: float | Band) -> ClueOrder:
    """Removes a share of the clues with neighbouring clues early, so that clues touch less often in the end."""

    def ordered(rng: Random, board: Rect, ranks: Sequence[Rank]) -> Sequence[Rank]:
        chance = share.draw(rng) if isinstance(share, Band) else share
        found: list[Rank] = []
        late: set[Spot] = set()
        for rank in sorted(ranks, key=lambda one: -one.place):
            spots = [spot for _, spot in rank.clues]
            beside = {near for spot in spots for near in board.neighbours(spot)}
            if rank.place < 1 or late.isdisjoint(beside) or rng.random() >= chance:
                found.append(rank)
                late.update(spots if rank.place >= 1 else ())
            else:
                found.append(_early(rank))
        return found

    return ordered


def in_figures(share: float, density: Band) -> ClueOrder:
    """In a share of the puzzles, removes the clues outside a random motif early; ``density`` is that of the clues."""

    def ordered(rng: Random, board: Rect, ranks: Sequence[Rank]) -> Sequence[Rank]:
        if rng.random() >= share:
            return ranks
        cells = motif(rng, board, density.draw(rng))
        return [rank if rank.place < 1 or rank.clues[0][1] in cells else _early(rank) for rank in ranks]

    return ordered


def _early(rank: Rank) -> Rank:
    return rank._replace(place=rank.place - 1)
