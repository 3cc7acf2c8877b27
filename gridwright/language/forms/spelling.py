"""Puzzles and states as Python expressions that recreate them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pprint import pformat
from typing import Any

from ...board.graph import Graph
from ...board.rect import Rect
from ..domain import Domain
from ..layers import Layer
from ..puzzle import About, Model, Puzzle, State
from .values import fitted, is_nothing
from .writing import form_of

_WIDTH = 100
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def spelt(thing: Puzzle | State) -> str:
    """The expression, with ``gw`` for this package; for a state it makes its puzzle, too."""
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
    """The expression for a puzzle, for people: each argument begins a line."""

    def shown(value: Any) -> str:
        return pformat(value, width=_WIDTH, compact=True, sort_dicts=False).replace("\n", "\n    ")

    arguments = ",\n    ".join(_puzzle_arguments(puzzle, shown))
    return f"gw.puzzle(\n    {arguments},\n)"


def _puzzle_arguments(puzzle: Puzzle, shown: Callable[[Any], str] = repr) -> list[str]:
    genre, board = puzzle.genre, puzzle.board
    told = [repr(genre.name)]
    if isinstance(board, Rect):
        size = board.n_rows if board.n_rows == board.n_cols else (board.n_rows, board.n_cols)
        told.append(f"size={size!r}")
        if board.holes:
            told.append(f"holes={' '.join(map(str, sorted(board.holes)))!r}")
    else:
        told.append(f"board=gw.{board.expression}" if isinstance(board, Graph) else f"board={board!r}")
    told += [f"{name}={shown(value)}" for name, value in puzzle.keys.items()]
    model = genre.as_told(puzzle)
    for name, marks in puzzle.given.items():
        layer = genre.layers[name]
        told.append(f"{name}={shown(_in_text(layer, form_of(layer, marks, board), model))}")
    return told + [f"{name}={value!r}" for name, value in _about(puzzle.about).items()]


def _about(about: About) -> dict[str, Any]:
    return {name: value for name, value in vars(about).items() if value}


def _in_text(layer: Layer, form: Any, model: Model) -> Any:
    """A grid as rows of text, if that tells the same; any other form as it is."""
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
    """Lists have no hash; they are never told in text."""
    return tuple(item) if isinstance(item, list) else item


def _sign(item: Any, domain: Domain) -> str | None:
    """The word for an item of a row of text; None if there is none."""
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
