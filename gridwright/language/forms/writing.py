"""Writes the marks of a layer in the form that suits their places best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...board.board import Board, Spot
from ...board.rect import Rect
from ..layers import GivenLayer, Layer
from .places import grids, kind_of, lines, name_of
from .values import untupled


def form_of(layer: Layer, marks: Mapping[Spot, Any], board: Board, *, full: bool = False) -> Any:
    """The marks of a layer as lists and dictionaries, None where there is no mark.

    Cells, corners and middles: a grid. Sides: a list for each side that has marks. Borders that enclose regions: a grid
    with a number for each region. Other links and edges: with ``full`` a grid for each direction, else a dictionary
    with the marks by the names of their places. That is also how anything else is told.
    """
    kind = kind_of(layer, board, marks)
    if isinstance(board, Rect) and kind and _fits(kind, marks, board):
        if kind in ("sides", "line_sides"):
            told = {
                line.name: [_item(marks, line.at(i)) for i in range(line.length)]
                for line in lines(kind, board.n_rows, board.n_cols)
            }
            return {name: items for name, items in told.items() if any(item is not None for item in items)}
        own = _places(kind, board)
        if len(own) == 1:
            return _rows(own[""], marks)
        if kind == "links" and not full:
            # Many puzzles in a row may share their borders.
            regions = board.latest(("regions told", layer.name), (marks,), lambda: _regions(layer, marks, board))
            if regions is not None:
                return [[*row] for row in regions]
        if full:
            return {name: _rows(rows, marks) for name, rows in own.items()}
    return {name_of(board, spot): untupled(value) for spot, value in sorted(marks.items())}


def _fits(kind: str, marks: Mapping[Spot, Any], board: Rect) -> bool:
    """Whether the grids and lists of a kind have a place for every mark."""
    if kind in ("sides", "line_sides"):
        return set(marks) <= set(getattr(board, kind))
    known: frozenset[Spot] = board.memo(("spots told", kind), lambda: frozenset(
        spot for grid in _places(kind, board).values() for row in grid for spot in row
    ))  # fmt: skip
    return bool(known) and marks.keys() <= known


def _places(kind: str, board: Rect) -> Mapping[str, list[list[Spot]]]:
    """The spots of each grid of a kind, by its name and in rows."""
    return board.memo(("places told", kind), lambda: {
        grid.name: [[grid.at(i, j) for j in range(grid.n_cols)] for i in range(grid.n_rows)]
        for grid in grids(kind, board.n_rows, board.n_cols)
    })  # fmt: skip


def _item(marks: Mapping[Spot, Any], spot: Spot) -> Any:
    """A mark as an item of a list: None means no mark, so the mark None is told as ``?``."""
    if spot not in marks:
        return None
    value = marks[spot]
    return "?" if value is None else untupled(value)


_PLAIN = {int, str, bool}
"""The types of values that are told as they are."""


def _rows(rows: list[list[Spot]], marks: Mapping[Spot, Any]) -> list[list[Any]]:
    if set(map(type, marks.values())) <= _PLAIN:
        return [list(map(marks.get, row)) for row in rows]
    return [[_item(marks, spot) for spot in row] for row in rows]


def _regions(layer: Layer, marks: Mapping[Spot, Any], board: Rect) -> list[list[int | None]] | None:
    """A number for each cell, by its region; None if the marks are no borders of regions."""
    if not isinstance(layer, GivenLayer) or not marks or set(marks.values()) != {True}:
        return None
    number = {cell: n for n, region in enumerate(board.regions(marks), 1) for cell in region}
    if any(number[a] == number[b] for a, b in map(board.ends, marks)):
        return None
    rows, cols = range(board.n_rows), range(board.n_cols)
    return [[number.get(Spot(2 * i + 1, 2 * j + 1)) for j in cols] for i in rows]
