"""Puzzles and states from natural forms: grids, lists and dictionaries by the names of layers and keys."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from ...board.board import Board, Spot
from ...board.rect import Rect, region_borders
from ..domain import ABSENT, PRESENT
from ..genre_errors import in_short
from ..layers import AnswerLayer, GivenLayer, Group, Key, Layer, ValueLayer
from ..puzzle import About, Frozen, Model, Puzzle, PuzzleError, State, frozen_layers, unknown_answer_layer
from ..validation import answer_domain, check_keys
from ..wording import counted
from .items import cell_named, fitted, plain, spot_named, tupled
from .reading import MANY_CELLS, LayerReader, names_in, rows_of, size_told

ABOUT = ("title", "author", "credits", "difficulty", "description")
"""The fields of ``About``."""


def main_layer(genre: type[Model]) -> Layer | None:
    """The layer of rows without a name: given values in the cells, else clues at the corners, else values of the answer
    that may be given in advance, else regions, else marks in the cells."""
    layers = [one for one in genre.declarations if isinstance(one, Layer)]
    ranks: tuple[Callable[[Layer], bool], ...] = (
        lambda layer: _is_given(layer, "cells") and layer.domain is not PRESENT and layer.look.kind != "small",
        lambda layer: _is_given(layer, "corners", role="clue"),
        lambda layer: isinstance(layer, ValueLayer) and _on_cells(layer),
        lambda layer: _is_given(layer, "links") and layer.domain is PRESENT,
        lambda layer: _is_given(layer, "cells", "middles"),
    )
    return next((layer for fits in ranks for layer in layers if fits(layer)), None)


def _on_cells(layer: Layer) -> bool:
    """Whether the layer is on cells, or on places that a function returns."""
    return layer.on == "cells" or callable(layer.on)


def _is_given(layer: Layer, *places: str, role: str = "") -> bool:
    """Whether this is a layer of givens on certain places, and of a role if one is named."""
    on = "cells" if callable(layer.on) else layer.on
    return isinstance(layer, GivenLayer) and on in places and role in ("", layer.role)


def main_answer(genre: type[Model]) -> Layer | None:
    """The answer layer of rows without a name: the only one, or the only one on cells."""
    layers = list(genre.answer_layers.values())
    on_cells = [layer for layer in layers if _on_cells(layer)]
    if len(layers) == 1:
        return layers[0]
    return on_cells[0] if len(on_cells) == 1 else None


def puzzle_of(
    genre: type[Model], grid: Any = None, *, board: Board | None = None, size: Any = None, holes: Any = (),
    about: About | None = None, forms: Mapping[str, Any],
) -> Puzzle:
    """The puzzle of a genre whose layers and keys are given by name, each in any of its forms.

    ``grid`` is the main layer. The size of the board follows from the grids and lists, or else from ``size``: a number,
    or a pair of rows and columns. Raises PuzzleError.
    """
    forms = dict(forms)
    groups = {group.name: forms.pop(group.name) for group in genre.groups if group.name in forms}
    _check_names(genre, forms)
    if grid is not None:
        main = main_layer(genre)
        if main is None:
            expected = f"named arguments: {_arguments(genre)}"
            raise PuzzleError(f"{genre.name} has no main layer for a grid", expected=expected)
        if main.name in forms:
            raise PuzzleError(f"the layer {main.name!r} of {genre.name} is given twice, as the grid and by name")
        forms[main.name] = grid
    forms = {name: value for name, value in forms.items() if value is not None}
    board = board or _board(genre, forms, size, holes)
    if isinstance(board, Rect):
        _check_usual(genre, board, {*forms, *groups}, grid)
    keys = {name: _key(genre, genre.keys[name], forms[name]) for name in forms if name in genre.keys}
    given = _given(genre, board, keys, forms, groups)
    return Puzzle.of(genre, board, given, keys, about)


def _check_usual(genre: type[Model], board: Rect, told: Container[str], grid: Any) -> None:
    """Raises PuzzleError for a board of a size without the usual marks of a layer that the puzzle needs."""
    if len(board.cells) == 1:
        return  # such a board has no place for walls
    for layer in genre.layers.values():
        if not isinstance(layer, GivenLayer) or not layer.required or layer.usual is None or layer.usual(board):
            continue
        if layer.name in told or any(group.walls is layer and group.name in told for group in genre.groups):
            continue
        rows, cols = counted(board.n_rows, "row"), counted(board.n_cols, "column")
        squares = [n for n in (board.n_cols, board.n_rows) if layer.usual(Rect.of(n, n))]
        better = f"{max(squares)} rows and columns" if squares else "another size"
        if isinstance(grid, str) and board.n_rows == 1:
            better = f"a row in each line (gw.read reads a line of {board.n_cols} characters)"
        what = f"a {genre.name} of {rows} and {cols} has no usual {layer.name}s"
        raise PuzzleError(what, layer=layer.name, expected=f"{better}, or {layer.name}=")


def _given(
    genre: type[Model], board: Board, keys: Mapping[str, Any], told: Mapping[str, Any], groups: Mapping[str, Any]
) -> dict[str, dict[Spot, Any]]:
    """The marks of all layers, those of the structure first, because domains depend on them."""
    given: dict[str, dict[Spot, Any]] = {}
    for group in genre.groups:
        if group.name in groups and isinstance(board, Rect):
            given |= _grouped(genre, group, groups[group.name], board)
    for layer in genre.declarations:
        if not isinstance(layer, Layer):
            continue
        if layer.name in told:
            model = genre.as_told(Puzzle(genre, board, frozen_layers(given), _frozen_keys(genre, board, keys)))
            marks = LayerReader(layer, model, layer.domain).marks(told[layer.name])
            given[layer.name] = {**given.get(layer.name, {}), **marks}
        elif isinstance(layer, GivenLayer) and layer.usual and layer.name not in given and isinstance(board, Rect):
            given[layer.name] = dict.fromkeys(layer.usual(board), True)
    return given


def _frozen_keys(genre: type[Model], board: Board, keys: Mapping[str, Any]) -> Frozen[str, Any]:
    """The keys, after checking those that domains may depend on. Raises PuzzleError."""
    bare = Puzzle(genre, board, keys=Frozen(keys))
    check_keys(bare)
    return bare.keys


def _check_names(genre: type[Model], told: Mapping[str, Any]) -> None:
    known = [*genre.layers, *genre.keys, *(group.name for group in genre.groups)]
    for name in told:
        if name not in known:
            near = get_close_matches(name, known, 1)
            expected = repr(near[0]) if near else _arguments(genre)
            raise PuzzleError(f"{genre.name} has no layer or key {in_short(name)}", expected=expected)


def _arguments(genre: type[Model]) -> str:
    return ", ".join((*genre.keys, *genre.layers, *(group.name for group in genre.groups)))


def _key(genre: type[Model], key: Key[Any], told: Any) -> Any:
    try:
        value = tupled(plain(told))
        return fitted(value, key.domain) if key.domain.constant else value
    except PuzzleError as fault:
        raise PuzzleError(f"{genre.name}, key {key.name!r}: {fault}", key=key.name) from None


# -- boards


def _board(genre: type[Model], told: Mapping[str, Any], size: Any, holes: Any) -> Rect:
    rows, cols = rows_and_columns(size)
    for name, value in told.items():
        layer = genre.layers.get(name)
        if layer is not None and (rows is None or cols is None):
            height, width = size_told(layer, value)
            rows, cols = height if rows is None else rows, width if cols is None else cols
    if rows is None or cols is None or min(rows, cols) < 1:
        found = ", ".join(f"{name}={in_short(value)}" for name, value in told.items())
        expected = "a grid, or size=9 or size=(rows, columns)"
        raise PuzzleError("the size of the board is missing", where=genre.name, expected=expected, found=found)
    if rows * cols > MANY_CELLS:
        found = f"{in_short(rows)} x {in_short(cols)}"
        raise PuzzleError("the board is too large", expected=f"at most {MANY_CELLS} cells", found=found)
    return Rect.of(rows, cols, _holes(holes, rows, cols))


def rows_and_columns(size: Any) -> tuple[int | None, int | None]:
    """The two numbers of a size. Raises PuzzleError."""
    size = plain(size)
    if size is None:
        return None, None
    rows, cols = map(plain, size) if isinstance(size, list | tuple) and len(size) == 2 else (size, size)
    if type(rows) is type(cols) is int and min(rows, cols) > 0:
        return rows, cols
    raise PuzzleError("this is not a size", expected="9 or (rows, columns)", found=in_short(size))


def _holes(told: Any, rows: int, cols: int) -> list[Spot]:
    """The cells that are missing, from their names."""
    told = rows_of(told)
    names = [told] if isinstance(told, str) else told
    if not isinstance(names, list | tuple | set | frozenset):
        raise PuzzleError("these are not holes", expected="names of cells such as 'r1c1'", found=in_short(told))
    found = []
    for name in names_in(names) or names:
        cell = name if type(name) is Spot else cell_named(name) if isinstance(name, str) else None
        if cell is None or not (0 < cell.y < 2 * rows and 0 < cell.x < 2 * cols):
            raise PuzzleError("this is not a hole", expected="a cell of the board such as 'r1c1'", found=in_short(name))
        found.append(cell)
    return found


# -- groups of cells with their clues


def _grouped(genre: type[Model], group: Group, told: Any, board: Rect) -> dict[str, dict[Spot, Any]]:
    """The marks of groups of cells: the borders around them, their clues, and the cells that are in none."""
    entries = plain(told)
    if not isinstance(entries, list | tuple):
        raise _no_group(genre, group, entries)
    region: dict[Spot, int] = {}
    given: dict[str, dict[Spot, Any]] = {clue.name: {} for clue in group.clues}
    for n, entry in enumerate(entries):
        clues, cells = _entry(genre, group, entry, board)
        for cell in cells:
            if cell in region:
                raise PuzzleError(f"{genre.name}, {group.name!r}: {board.name(cell)} is named twice")
            region[cell] = n
        for layer, value in zip(group.clues, clues, strict=False):
            if value is not None:
                given[layer.name][min(cells)] = value
    rest = [cell for cell in board.cells if cell not in region]
    names = [[region.get(Spot(2 * i + 1, 2 * j + 1), -1) for j in range(board.n_cols)] for i in range(board.n_rows)]
    if group.outside is not None:
        given[group.outside.name] = dict.fromkeys(rest, True)
    elif rest:
        raise PuzzleError(f"{genre.name}, {group.name!r}: {board.name(rest[0])} is in none of them")
    borders = region_borders(board, names)
    if group.outside is not None:
        borders = [link for link in borders if all(end in region for end in board.ends(link))]
    given[group.walls.name] = dict.fromkeys(borders, True)
    return given


def _entry(genre: type[Model], group: Group, entry: Any, board: Rect) -> tuple[Sequence[Any], list[Spot]]:
    """The clues and the cells of one group: ``(10, "r1c1 r1c2")``, or the cells alone."""
    clues: Sequence[Any] = ()
    cells = names_in([entry]) if isinstance(entry, str) else names_in(entry)
    if cells is None and isinstance(entry, list | tuple) and 2 <= len(entry) <= len(group.clues) + 1:
        *clues, last = entry
        cells = names_in([last] if isinstance(last, str) else last)
    found = [cell for name in cells or () if (cell := name if type(name) is Spot else cell_named(name)) is not None]
    if not found or any(cell not in board.cell_index for cell in found):
        raise _no_group(genre, group, entry)
    if len(board.groups(found)) > 1:
        told = ", ".join(map(str, found))
        raise PuzzleError(f"{genre.name}, {group.name!r}: the cells {told} are not connected")
    return clues, found


def _no_group(genre: type[Model], group: Group, found: Any) -> PuzzleError:
    clues = ", ".join(clue.name for clue in group.clues)
    expected = f"({clues}, 'r1c1 r1c2 ...')" if clues else "'r1c1 r1c2 ...'"
    where = f"{genre.name}, {group.name!r}"
    return PuzzleError("this is not a group of cells", where=where, expected=expected, found=in_short(found))


# -- states


def state_of(
    puzzle: Puzzle,
    grid: Any = None,
    told: Mapping[str, Any] | None = None,
    struck: Mapping[str, Any] | None = None,
) -> State:
    """A state of a puzzle whose answer layers are given by name; ``grid`` is the main one.

    A point in a text means "no mark" on a layer of marks, and an open spot on a value layer. Raises PuzzleError for
    unknown layers and forms; values are checked by ``check``.
    """
    found = dict(told or {})
    genre = puzzle.genre
    if grid is not None:
        main = main_answer(genre)
        if main is None:
            expected = f"named layers: {', '.join(genre.answer_layers)}"
            raise PuzzleError(f"{genre.name} has no main answer layer for a grid", expected=expected)
        found.setdefault(main.name, grid)
    model = genre.as_told(puzzle)
    marks = {name: _answer_reader(_answer(genre, name), model).marks(form) for name, form in found.items()}
    out = {name: _struck(_answer(genre, name), form, model) for name, form in (struck or {}).items()}
    return State.of(puzzle, marks, out)


def _answer(genre: type[Model], name: str) -> Layer:
    layer = genre.answer_layers.get(name)
    if layer is None:
        raise unknown_answer_layer(genre, name)
    return layer


def _struck(layer: Layer, told: Any, model: Model) -> dict[Spot, list[Any]]:
    """The values that are struck out, by spot, from a dictionary of names of places."""
    found: dict[Spot, list[Any]] = {}
    for name, values in told.items() if isinstance(told, Mapping) else [(told, ())]:
        spot = spot_named(name, layer, model)
        if spot is None or not isinstance(plain(values), list | tuple | set | frozenset):
            expected = "a dictionary from places to lists of values, {'r1c1': [1, 2]}"
            what = "these are not struck candidates"
            raise PuzzleError(what, layer=layer.name, expected=expected, found=in_short(name))
        found[spot] = [tupled(value) for value in plain(values)]
    return found


def _answer_reader(layer: Layer, model: Model) -> LayerReader:
    if isinstance(layer, AnswerLayer):
        return LayerReader(layer, model, layer.domain, blank=False)
    return LayerReader(layer, model, answer_domain(layer, model))


__all__ = ["ABOUT", "ABSENT", "main_answer", "main_layer", "puzzle_of", "rows_and_columns", "state_of"]
