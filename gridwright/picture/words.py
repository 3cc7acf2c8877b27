"""A board in words, for those who hear a picture instead of seeing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..language.board import Spot
from ..language.drawing import Drawing
from ..language.layers import Layer, ValueLayer
from ..language.puzzle import Puzzle, State
from ..language.rect import Rect


def described(puzzle: Puzzle, state: State | None) -> str:
    """The size of a board and everything that stands on it, layer by layer, row by row."""
    board = puzzle.board
    if isinstance(board, Rect):
        parts = [f"A board of {board.n_rows} rows and {board.n_cols} columns."]
    else:
        parts = [f"A board of {len(board.cells)} areas."]
    for name, layer in puzzle.genre.layers.items():
        given: Mapping[Spot, Any] = puzzle.given.get(name, {})
        found: Mapping[Spot, Any] = state.marks.get(name, {}) if state is not None else {}
        for told, marks in (("Given", given), ("Answer", {s: v for s, v in found.items() if s not in given})):
            shown = [_mark(board.name(s), _value(puzzle, layer, v)) for s, v in sorted(marks.items())
                     if v is not False and v != ""]
            if shown:
                between = "; " if any("," in one for one in shown) else ", "
                parts.append(f"{told} {name.replace('_', ' ')}: {between.join(shown)}.")
    return " ".join([*parts, *(f"{note}." for note in notes(puzzle))])


def notes(puzzle: Puzzle) -> list[str]:
    """The values that concern the whole puzzle and that no layer shows (``mines: 10``); drawings are left out."""
    shown = {layer.look.key for layer in puzzle.genre.layers.values()}
    out = []
    for name, value in puzzle.keys.items():
        drawings = isinstance(value, tuple) and any(isinstance(one, Drawing) for one in value)
        if name not in shown and value not in (None, "", ()) and not drawings:
            out.append(f"{name.replace('_', ' ')}: {in_words(value)}")
    return out


def in_words(value: Any) -> str:
    """A value that concerns the whole puzzle: numbers that belong together are joined by hyphens."""
    if not isinstance(value, tuple):
        return str(value)
    items = (
        ("-" if all(isinstance(part, int) for part in item) else " ").join(str(p) for p in item if p is not None)
        if isinstance(item, tuple) else str(item)
        for item in value
    )
    return ", ".join(items)


def _value(puzzle: Puzzle, layer: Layer, value: Any) -> str:
    """A mark in words, by its look; a value of the answer by its own word if it has one."""
    if isinstance(layer, ValueLayer) and value in layer.words:
        return layer.word(value, puzzle)
    return "" if value is None else layer.look.words(value)


def _mark(place: str, words: str) -> str:
    return f"{words} at {place}" if words else place
