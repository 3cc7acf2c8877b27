"""Borders between boxes and other regions."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Any

from .board import Spot
from .rect import Rect


def box_size(side: int) -> tuple[int, int]:
    """The rows and columns of the boxes of a sudoku of some side: 3 by 3 for 9, 2 by 3 for 6, 2 by 4 for 8."""
    height = next(n for n in range(isqrt(side), 0, -1) if side % n == 0)
    return height, side // height


def box_borders(side: int, height: int, width: int) -> list[Spot]:
    """The borders between boxes of that many rows and columns."""
    along = range(1, 2 * side, 2)
    level = [Spot(y, x) for y in range(2 * height, 2 * side, 2 * height) for x in along]
    return level + [Spot(y, x) for x in range(2 * width, 2 * side, 2 * width) for y in along]


def usual_boxes(board: Rect) -> list[Spot]:
    """The borders of the usual boxes of a square board; none where there are no such boxes."""
    height, width = box_size(board.n_rows)
    return box_borders(board.n_rows, height, width) if board.n_rows == board.n_cols and height > 1 else []


def region_borders(board: Rect, regions: Sequence[Sequence[Any]]) -> list[Spot]:
    """The links between cells of different regions; ``regions`` has a name for each cell."""
    return [
        link for link in board.links
        if len({regions[cell.y // 2][cell.x // 2] for cell in board.ends(link)}) == 2
    ]  # fmt: skip
