"""Reads the marks of a layer from any of the accepted forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect, region_borders
from ...logic.ticks import ticking
from ..domain import ABSENT, PRESENT, Domain
from ..genre_errors import in_short
from ..layers import AnswerLayer, Layer
from ..puzzle import Model, PuzzleError
from .items import (
    SEVERAL,
    cell_named,
    fitted,
    grids,
    is_nothing,
    is_zero,
    kind_of,
    lines,
    plain,
    size_from,
    spot_named,
    tokens,
)

Items = Iterator[tuple[Spot, Any]]
MANY_CELLS = 70_000
"""Boards with more cells are rejected before anything is allocated."""


def rows_of(told: Any) -> Any:
    """The rows of a grid: the lines of a text, or an array as lists."""
    told = plain(told)
    if isinstance(told, str):
        return [line for line in told.splitlines() if line.strip()]
    return told


def names_in(told: Any) -> list[Any] | None:
    """The names in a collection of names of cells, or of borders between them; None for anything else."""
    if not isinstance(told, list | tuple | set | frozenset) or not told:
        return None
    items = [name for item in told for name in (_SEPARATORS.split(item.strip()) if isinstance(item, str) else (item,))]
    if all(type(item) is Spot or (isinstance(item, str) and cell_named(item.partition("-")[0])) for item in items):
        return items
    return None


_SEPARATORS = re.compile(r"[\s,;]+")


def size_told(layer: Layer, rows: Any) -> tuple[int | None, int | None]:
    """The rows and columns of the board, as far as they follow from the form of a layer."""
    rows = rows_of(rows)
    kind = layer.on if isinstance(layer.on, str) else "cells"
    if isinstance(rows, Mapping):
        return _size_of_parts(kind if isinstance(layer.on, str) else "links", rows)
    if not isinstance(rows, list | tuple) or not rows or names_in(rows) or kind in ("sides", "line_sides", "edges"):
        return None, None
    return size_from("cells" if kind == "links" else kind, "", len(rows), _width(rows))


def _size_of_parts(kind: str, told: Mapping[Any, Any]) -> tuple[int | None, int | None]:
    rows: int | None = None
    cols: int | None = None
    for name in SEVERAL.get(kind, ()):
        part = rows_of(told.get(name)) if kind in ("links", "edges") else tokens(plain(told.get(name)))
        if isinstance(part, list | tuple) and part:
            width = _width(part) if kind in ("links", "edges") else None
            height, width = size_from(kind, name, len(part), width)
            rows, cols = height if rows is None else rows, width if cols is None else cols
    return rows, cols


def _width(rows: Sequence[Any]) -> int:
    first = tokens(plain(rows[0]))
    return len(first) if isinstance(first, list | tuple) else 0


class LayerReader:
    """Reads the forms of one layer of one puzzle.

    ``domain`` contains its values; ``blank`` is the meaning of a point in a grid of text.
    """

    def __init__(self, layer: Layer, model: Model, domain: Domain, blank: Any = ABSENT) -> None:
        self._layer, self._model, self._domain, self._blank = layer, model, domain, blank
        self._settled = None if domain.by_spot else domain.at(model)
        self._known: dict[tuple[type, Any], Any] = {}
        self._where = f"{model.name}, layer {layer.name!r}"

    def marks(self, form: Any) -> dict[Spot, Any]:
        """The marks in a form. Raises PuzzleError for anything that is no form of the layer."""
        form = rows_of(form)
        if isinstance(form, Mapping):
            entries = self._of_mapping(form)
        elif (names := names_in(form)) is not None or isinstance(form, set | frozenset):
            entries = ((self._named(name), True) for name in (form if names is None else names))
        elif isinstance(form, list | tuple):
            entries = self._of_rows(form)
        else:
            raise self._error("this is not a grid", "rows, or a dictionary of places", form)
        spots = self._layer.spots(self._model)
        by_spot = self._domain.by_spot
        return {
            spot: fitted(value, self._domain.at(self._model, spot)) if by_spot and spot in spots else self._fit(value)
            for spot, value in ticking(entries)
        }

    def _fit(self, value: Any) -> Any:
        if self._settled is None:
            return value
        try:
            return self._known[type(value), value]
        except KeyError:
            found = self._known[type(value), value] = fitted(value, self._settled)
            return found
        except TypeError:  # lists have no hash
            return fitted(value, self._settled)

    def _error(self, what: str, expected: str, found: object) -> PuzzleError:
        told = found if isinstance(found, str) and " cell" in found else in_short(found)
        return PuzzleError(what, where=self._where, layer=self._layer.name, expected=expected, found=told)

    # -- dictionaries

    def _of_mapping(self, told: Mapping[Any, Any]) -> Items:
        parts = SEVERAL.get(self._layer.on if isinstance(self._layer.on, str) else "links", ())
        if parts and told and set(told) <= set(parts):
            yield from self._of_parts(told)
            return
        for name, value in told.items():
            yield self._named(name), value

    def _named(self, name: object) -> Spot:
        board = self._model.board
        cells = map(cell_named, name.split("-")) if isinstance(name, str) and isinstance(board, Rect) else ()
        if any(cell and not (cell.row <= board.n_rows and cell.col <= board.n_cols) for cell in cells):
            size = f"{board.n_rows}x{board.n_cols}"
            raise PuzzleError(f"{name} is outside the {size} board", where=self._where, layer=self._layer.name)
        spot = spot_named(name, self._layer, self._model)
        if spot is None:
            raise self._error("this names no place of the layer", _example(self._layer), name)
        return spot

    def _of_parts(self, told: Mapping[Any, Any]) -> Items:
        board = self._model.board
        kind = self._layer.on if isinstance(self._layer.on, str) else "links"
        for grid in grids(kind, board.n_rows, board.n_cols):
            if told.get(grid.name) is not None:
                yield from self._of_grid(rows_of(told[grid.name]), grid.n_rows, grid.n_cols, grid.at, grid.name)
        for line in lines(kind, board.n_rows, board.n_cols):
            items = plain(told.get(line.name))
            if items is not None:
                yield from self._of_line(tokens(items), line.length, line.at, f"at {line.name!r} ")

    # -- rows

    def _of_rows(self, rows: Sequence[Any]) -> Items:
        board = self._model.puzzle.board
        if not isinstance(board, Rect):
            raise self._error("a board that is not a rectangle needs a dictionary", _example(self._layer), rows)
        kind = self._layer.on if isinstance(self._layer.on, str) else "cells"
        if kind == "links" and (self._domain is PRESENT or isinstance(self._layer, AnswerLayer)):
            return self._of_regions(rows, board)
        own = grids(kind, board.n_rows, board.n_cols)
        if len(own) != 1:
            raise self._error("one grid is not enough", _parts(kind), rows)
        (grid,) = own
        return self._of_grid(rows, grid.n_rows, grid.n_cols, grid.at, "")

    def _of_regions(self, rows: Sequence[Any], board: Rect) -> Items:
        """The borders between regions; answers have a mark on every link."""
        self._check_shape(rows, board.n_rows, board.n_cols, "")
        names = [[str(item) for item in tokens(plain(row))] for row in rows]
        borders = set(region_borders(board, names))
        if self._domain is PRESENT:
            return ((link, True) for link in board.links if link in borders)
        return ((link, link in borders) for link in board.links)

    def _of_grid(self, rows: Any, n_rows: int, n_cols: int, at: Callable[[int, int], Spot], name: str) -> Items:
        self._check_shape(rows, n_rows, n_cols, name)
        for i, row in enumerate(rows):
            yield from self._of_line(tokens(plain(row)), n_cols, partial(at, i), "")

    def _check_shape(self, rows: Any, n_rows: int, n_cols: int, name: str) -> None:
        of = f" of {name!r}" if name else ""
        if not isinstance(rows, list | tuple):
            raise self._error(f"this is not a grid{of}", f"{n_rows} rows", rows)
        if len(rows) != n_rows:
            raise self._error(f"the grid{of} has the wrong number of rows", str(n_rows), len(rows))
        for i, row in enumerate(rows, 1):
            items = tokens(plain(row))
            if not isinstance(items, list | tuple):
                raise self._error(f"row {i}{of} is not a row", _items(n_cols), row)
            if len(items) != n_cols:
                raise self._error(f"row {i}{of} has the wrong number of items", str(n_cols), len(items))

    def _of_line(self, items: Any, length: int, at: Callable[[int], Spot], where: str) -> Items:
        if not isinstance(items, list | tuple):
            raise self._error(f"{where}this is not a list", _items(length), items)
        if len(items) != length:
            raise self._error(f"{where}the list has the wrong number of items", str(length), len(items))
        for j, item in enumerate(items):
            if item is ABSENT and self._blank is not ABSENT:
                yield at(j), self._blank
            elif not is_nothing(item, self._settled) and not (is_zero(item) and self._is_empty(item, at(j))):
                yield at(j), item

    def _is_empty(self, zero: Any, spot: Spot) -> bool:
        """Whether a zero is no value at a spot, and therefore means that nothing is there."""
        domain = self._settled
        if domain is None:
            if spot not in self._layer.spots(self._model):
                return True
            domain = self._domain.at(self._model, spot)
        return fitted(zero, domain) not in domain


def _items(n: int) -> str:
    return f"{n} item{'s' * (n != 1)}"


def _parts(kind: str) -> str:
    return "a dictionary with " + " and ".join(map(repr, SEVERAL.get(kind, ())))


def _example(layer: Layer) -> str:
    """What the name of a place of a layer looks like, for messages."""
    examples = {
        "cells": "a cell such as 'r3c4'", "links": "a border such as 'r1c1-r1c2'",
        "edges": "an edge such as 'r1c1-r1c2' or 'top edge of r1c1'",
        "corners": "a corner such as 'r1c1-r2c2' or 'top left corner of r1c1'",
        "middles": "a cell such as 'r3c4', a border such as 'r1c1-r1c2', or a corner such as 'r1c1-r2c2'",
        "sides": "a place such as 'top of column 3', or lists for 'top', 'left', 'right', 'bottom'",
        "line_sides": "a place such as 'top of the left border', or lists for 'top', 'left', 'right', 'bottom'",
    }  # fmt: skip
    return examples[layer.on] if isinstance(layer.on, str) else "a place such as 'r3c4' or 'r1c1-r1c2'"


__all__ = ["MANY_CELLS", "LayerReader", "kind_of", "rows_of", "size_told"]
