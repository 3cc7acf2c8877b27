"""Layers as grids: the grids for each kind of place, and the place of each item."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ...board.board import Board, Spot
from ...board.rect import Rect
from ..layers import Layer
from ..puzzle import Model


class Grid(NamedTuple):
    """A grid of spots: the one at row i and column j is ``at(i, j)``. ``name`` is its key where a layer has several."""

    name: str
    n_rows: int
    n_cols: int
    at: Callable[[int, int], Spot]


class Line(NamedTuple):
    """A list of spots outside the board, from the left or the top."""

    name: str
    length: int
    at: Callable[[int], Spot]


KINDS = ("cells", "links", "edges", "corners", "middles", "sides", "line_sides")
SEVERAL: Mapping[str, tuple[str, ...]] = {
    "links": ("right", "below"), "edges": ("horizontal", "vertical"),
    "sides": ("top", "left", "right", "bottom"), "line_sides": ("top", "left", "right", "bottom"),
}  # fmt: skip
"""The keys of layers that are told in several grids or lists."""


def grids(kind: str, rows: int, cols: int) -> list[Grid]:
    """The grids of the places of a kind, on a board of a size."""
    if kind == "cells":
        return [Grid("", rows, cols, lambda i, j: Spot(2 * i + 1, 2 * j + 1))]
    if kind == "corners":
        return [Grid("", rows + 1, cols + 1, lambda i, j: Spot(2 * i, 2 * j))]
    if kind == "middles":
        return [Grid("", 2 * rows - 1, 2 * cols - 1, lambda i, j: Spot(i + 1, j + 1))]
    if kind == "links":
        return [
            Grid("right", rows, cols - 1, lambda i, j: Spot(2 * i + 1, 2 * j + 2)),
            Grid("below", rows - 1, cols, lambda i, j: Spot(2 * i + 2, 2 * j + 1)),
        ]
    if kind == "edges":
        return [
            Grid("horizontal", rows + 1, cols, lambda i, j: Spot(2 * i, 2 * j + 1)),
            Grid("vertical", rows, cols + 1, lambda i, j: Spot(2 * i + 1, 2 * j)),
        ]
    return []


def lines(kind: str, rows: int, cols: int) -> list[Line]:
    """The lists of outside places of a kind, on a board of a size."""
    if kind not in ("sides", "line_sides"):
        return []
    more = kind == "line_sides"
    first = 0 if more else 1
    return [
        Line("top", cols + more, lambda i: Spot(-1, 2 * i + first)),
        Line("left", rows + more, lambda i: Spot(2 * i + first, -1)),
        Line("right", rows + more, lambda i: Spot(2 * i + first, 2 * cols + 1)),
        Line("bottom", cols + more, lambda i: Spot(2 * rows + 1, 2 * i + first)),
    ]


def size_from(kind: str, name: str, height: int, width: int | None) -> tuple[int | None, int | None]:
    """The rows and columns of a board on which a grid (or, without ``width``, a list) has this size."""
    if width is None:
        n = height - (kind == "line_sides")
        return (None, n) if name in ("top", "bottom") else (n, None)
    if kind == "corners":
        return height - 1, width - 1
    if kind == "middles":
        return (height + 1) // 2, (width + 1) // 2
    more = {"right": (0, 1), "below": (1, 0), "horizontal": (-1, 0), "vertical": (0, -1)}.get(name, (0, 0))
    return height + more[0], width + more[1]


def kind_of(layer: Layer, board: Board, spots: Iterable[Spot] = ()) -> str:
    """The kind of a layer's places: one of ``KINDS``; for places that a function tells the kind that some spots of the
    layer have in common, or "" if they have none."""
    if isinstance(layer.on, str):
        return layer.on if isinstance(board, Rect) else ""
    if not isinstance(board, Rect):
        return ""
    parities = {(spot.y % 2, spot.x % 2) for spot in spots}
    if parities == {(1, 1)}:
        return "cells"
    return "links" if parities and parities <= {(0, 1), (1, 0)} else ""


_CELL = re.compile(r"r([0-9]{1,5})c([0-9]{1,5})", re.ASCII)


def cell_named(name: str) -> Spot | None:
    """The cell of a name such as ``r3c4``; it need not be on any board."""
    found = _CELL.fullmatch(name.strip().casefold())
    return Spot(2 * int(found[1]) - 1, 2 * int(found[2]) - 1) if found else None


def name_of(board: Board, spot: Spot) -> str:
    """What to call a spot: ``r3c4``, ``r1c1-r1c2``, ``top of column 3``, ``bottom right corner of r1c1``."""
    return board.name(spot).removeprefix("the ")


def spot_named(name: object, layer: Layer, model: Model) -> Spot | None:
    """The spot of a name; None if the layer has no such place. Spots name themselves."""
    if type(name) is Spot:
        return name
    if not isinstance(name, str):
        return None
    first, dash, second = name.partition("-")
    one, other = cell_named(first), cell_named(second)
    if one is not None and not dash:
        return one
    if one is not None and other is not None:
        (y, x), (v, u) = one, other
        return Spot((y + v) // 2, (x + u) // 2) if max(abs(y - v), abs(x - u)) == 2 else None
    board = model.puzzle.board
    known = model.memo(
        ("spots by name", layer.name), lambda: {name_of(board, spot): spot for spot in layer.spots(model)}
    )
    return known.get(" ".join(name.casefold().removeprefix("the ").split()))
