"""Areas of new puzzles with as many cells as a row: boxes of several sizes, or irregular ones."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from ..board.board import Spot
from ..board.rect import Rect, box_size
from ..board.symmetry import Symmetry, images
from ..language.making import Option, Sketch, Wishes, square
from .layouts import Area, is_connected, owners, walls_of

IRREGULAR = "irregular"


def boxed_sides(rows: int, cols: int) -> str:
    """Boards are square, and can be divided into boxes with more than one row and column."""
    if rows != cols:
        return "the board has to be square"
    if 4 <= rows <= 36 and box_size(rows)[0] > 1:
        return ""
    return f"the side has to be 4, 6, 8, 9, 10, 12, 14, 15, ... (with boxes={IRREGULAR} it may be 4 to 12)"


def _box(value: Any, side: int) -> tuple[int, int] | None:
    """The rows and columns of a box for a value; None if boards of a side have no such boxes."""
    found = re.fullmatch(r"(\d+)x(\d+)", str(value))
    high, wide = (int(found[1]), int(found[2])) if found else (0, 0)
    return (high, wide) if high * wide == side and min(high, wide) > 1 else None


def _wrong(board: Rect, value: Any) -> str:
    if value == IRREGULAR or _box(value, board.n_rows):
        return ""
    shapes = [f"{n}x{board.n_rows // n}" for n in range(2, board.n_rows) if board.n_rows % n == 0]
    return f"expected {' or '.join([*shapes, IRREGULAR])} on this board, found {value!r}"


BOXES = Option("boxes", _wrong, sizes={IRREGULAR: square(4, 12)})
"""The rows and columns of boxes, ``2x5``, or irregular areas."""


def with_boxes(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """The sketch of boxes or irregular areas."""
    return Sketch(board, {"wall": walls_of(board, areas_of(rng, board, wishes))})


def areas_of(rng: Random, board: Rect, wishes: Wishes) -> list[Area]:
    """Boxes of the requested shape, or as square as possible. Raises Unlucky."""
    wanted = wishes.get(BOXES.name, None)
    high, wide = _box(wanted, board.n_rows) or box_size(board.n_rows)
    areas: dict[tuple[int, int], Area] = {}
    for c in board.cells:
        areas.setdefault((c.y // 2 // high, c.x // 2 // wide), []).append(c)
    found = list(areas.values())
    return reshaped(rng, board, found, wishes.symmetry) if wanted == IRREGULAR else found


_STEPS = 12
"""So many exchanges are tried for each cell."""


def reshaped(rng: Random, board: Rect, areas: list[Area], symmetry: Symmetry) -> list[Area]:
    """Areas with other outlines: cells are exchanged between neighbours, which stay connected and as large as they are.

    Where all areas turn into areas, they go on doing so.
    """
    owner = owners(areas)
    for _ in range(_STEPS * len(board.cells)):
        cell = rng.choice(board.cells)
        near = sorted({owner[n] for n in board.neighbours(cell)} - {owner[cell]})
        if not near:
            continue
        into = rng.choice(near)
        back = [c for c in areas[into] if any(owner[n] == owner[cell] for n in board.neighbours(c))]
        changed = _exchanged(board, owner, cell, rng.choice(back), symmetry)
        touched = {owner[c] for c in changed}
        after = {at: [c for c in owner if changed.get(c, owner[c]) == at] for at in touched}
        if all(len(after[at]) == len(areas[at]) and is_connected(board, after[at]) for at in touched):
            owner.update(changed)
            for at in touched:
                areas[at] = after[at]
    return areas


def _exchanged(board: Rect, owner: dict[Spot, int], one: Spot, other: Spot, symmetry: Symmetry) -> dict[Spot, int]:
    """The new areas of two cells that change theirs, and of their images; none where only one has images."""
    around, others = images(board, one, symmetry), images(board, other, symmetry)
    if len(around) != len(others):
        return {}
    return {cell: owner[into] for a, b in zip(around, others, strict=True) for cell, into in ((a, b), (b, a))}
