"""Writes layers as grids and lists, and puzzles and states as Python expressions; documents the arguments of genres."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pprint import pformat
from typing import Any

from ...board.board import Board, Graph, Spot
from ...board.rect import Rect
from ..domain import Domain
from ..layers import GivenLayer, Layer
from ..puzzle import About, Model, Puzzle, State
from .building import ABOUT, main_layer
from .items import fitted, grids, is_nothing, kind_of, lines, name_of, untupled


def form_of(layer: Layer, marks: Mapping[Spot, Any], board: Board, *, full: bool = False) -> Any:
    """The marks of a layer as lists and dictionaries; missing marks are None.

    Cells, corners and middles are a grid. Sides are a list for each side with marks. Borders that enclose regions are a
    grid with a number for each region. Other links and edges are, with ``full``, a grid for each direction. Everything
    else is a dictionary from names of places to values.
    """
    kind = kind_of(layer, board, marks)
    if kind == "cells" and isinstance(board, Rect) and [*marks] == [*board.cells] and not board.holes:
        values = [value if type(value) in _PLAIN else _item(marks, spot) for spot, value in marks.items()]
        return [values[i : i + board.n_cols] for i in range(0, len(values), board.n_cols)]
    if isinstance(board, Rect) and kind and _fits(kind, marks, board):
        if kind in ("sides", "line_sides"):
            told = {
                line.name: [_item(marks, line.at(i)) for i in range(line.length)]
                for line in lines(kind, board.n_rows, board.n_cols)
            }
            return {name: items for name, items in told.items() if any(item is not None for item in items)}
        grid_rows = _places(kind, board)
        if len(grid_rows) == 1:
            return _rows(grid_rows[""], marks)
        if kind == "links" and not full:
            # Many puzzles in a row may share their borders.
            regions = board.latest(("regions told", layer.name), (marks,), lambda: _regions(layer, marks, board))
            if regions is not None:
                return [[*row] for row in regions]
        if full:
            return {name: _rows(rows, marks) for name, rows in grid_rows.items()}
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
    """A mark as an item of a list: None means "no mark", so the value None is written as ``?``."""
    if spot not in marks:
        return None
    value = marks[spot]
    return "?" if value is None else untupled(value)


_PLAIN = {int, str, bool}
"""The types of values that are written unchanged."""


def _rows(rows: list[list[Spot]], marks: Mapping[Spot, Any]) -> list[list[Any]]:
    if set(map(type, marks.values())) <= _PLAIN:
        return [list(map(marks.get, row)) for row in rows]
    return [[_item(marks, spot) for spot in row] for row in rows]


def _regions(layer: Layer, marks: Mapping[Spot, Any], board: Rect) -> list[list[int | None]] | None:
    """The number of each cell's region; None if the marks are no borders of regions."""
    if not isinstance(layer, GivenLayer) or not marks or set(marks.values()) != {True}:
        return None
    number = {cell: n for n, region in enumerate(board.regions(marks), 1) for cell in region}
    if any(number[a] == number[b] for a, b in map(board.ends, marks)):
        return None
    rows, cols = range(board.n_rows), range(board.n_cols)
    return [[number.get(Spot(2 * i + 1, 2 * j + 1)) for j in cols] for i in rows]


# -- expressions -------------------------------------------------------------------------------------------------------


_WIDTH = 100
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def spelt(thing: Puzzle | State) -> str:
    """The expression that evaluates to a puzzle or state, with ``gw`` for this package."""
    if isinstance(thing, Puzzle):
        return f"gw.puzzle({', '.join(_puzzle_arguments(thing))})"
    full = {name: form_of(thing.puzzle.genre.layers[name], marks, thing.puzzle.board, full=True)
            for name, marks in thing.marks.items()}  # fmt: skip
    told = "".join(f", {name}={form!r}" for name, form in full.items())
    if thing.struck:
        struck = {name: {str(spot): sorted(out, key=repr) for spot, out in layer.items()}
                  for name, layer in thing.struck.items()}  # fmt: skip
        told += f", struck={struck!r}"
    return f"gw.state({spelt(thing.puzzle)}{told})"


def spelt_in_lines(puzzle: Puzzle) -> str:
    """The expression of a puzzle in readable form, with each argument on a new line."""

    def shown(value: Any) -> str:
        return pformat(value, width=_WIDTH, compact=True, sort_dicts=False).replace("\n", "\n    ")

    arguments = ",\n    ".join(_puzzle_arguments(puzzle, shown))
    return f"gw.puzzle(\n    {arguments},\n)"


def _puzzle_arguments(puzzle: Puzzle, shown: Callable[[Any], str] = repr) -> list[str]:
    genre, board = puzzle.genre, puzzle.board
    arguments = [repr(genre.name)]
    if isinstance(board, Rect):
        size = board.n_rows if board.n_rows == board.n_cols else (board.n_rows, board.n_cols)
        arguments.append(f"size={size!r}")
        if board.holes:
            arguments.append(f"holes={' '.join(map(str, sorted(board.holes)))!r}")
    else:
        arguments.append(f"board=gw.{board.expression}" if isinstance(board, Graph) else f"board={board!r}")
    arguments += [f"{name}={shown(value)}" for name, value in puzzle.keys.items()]
    model = genre.as_told(puzzle)
    for name, marks in puzzle.given.items():
        layer = genre.layers[name]
        arguments.append(f"{name}={shown(_in_text(layer, form_of(layer, marks, board), model))}")
    return arguments + [f"{name}={value!r}" for name, value in _about(puzzle.about).items()]


def _about(about: About) -> dict[str, Any]:
    return {name: value for name in ABOUT if (value := getattr(about, name))}


def _in_text(layer: Layer, form: Any, model: Model) -> Any:
    """A grid as rows of text, if that is equivalent; other forms unchanged."""
    if not isinstance(form, list):
        return form
    if layer.on == "links":
        numbers = {item for row in form for item in row if item is not None}
        if len(numbers) > len(_LETTERS):
            return form
        return ["".join("." if item is None else _LETTERS[item - 1] for item in row) for row in form]
    if layer.domain.by_spot:
        return form
    domain = layer.domain.at(model)
    signs: Mapping[Any, str | None] = {item: _sign(item, domain) for item in _items(form)}
    if None in signs.values():
        return form
    wide = any(len(sign) > 1 for sign in signs.values() if sign)
    return [(" " if wide or len(row) > 1 else "").join(signs[_key(item)] or "" for item in row) for row in form]


def _items(form: list[list[Any]]) -> set[Any]:
    return {_key(item) for row in form for item in row}


def _key(item: Any) -> Any:
    """A hashable form of an item; lists are never written as text."""
    return tuple(item) if isinstance(item, list) else item


def _sign(item: Any, domain: Domain) -> str | None:
    """The word for an item in a row of text; None if there is none."""
    if item is None:
        return "."
    if isinstance(item, tuple) or item is False:
        return None
    sign = "#" if item is True else str(item)
    again = fitted(sign, domain)
    meant = fitted(item, domain)
    if any(map(str.isspace, sign)) or is_nothing(sign, domain) or sign == ".":
        return None
    return sign if type(again) is type(meant) and again == meant else None


# -- arguments ---------------------------------------------------------------------------------------------------------


def argument_docs(genre: type[Model]) -> Iterator[tuple[str, str, str]]:
    """The arguments of ``gw.puzzle`` for a genre: the name, what it is, and the values of each."""
    main = main_layer(genre)
    for layer in genre.layers.values():
        what, values = layer.description()
        yield layer.name, what + (" (main layer)" if layer is main else ""), values
    for group in genre.groups:
        clues = ", ".join(f"`{clue.name}`" for clue in group.clues)
        told = f"({clues}, cells)" if clues else "cells"
        yield group.name, f"an alternative to `{group.walls.name}`", f"a list of {told}"
    for key in genre.keys.values():
        yield key.name, *key.description()
