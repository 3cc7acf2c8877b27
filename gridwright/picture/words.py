"""A board in words, for screen readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..board.board import Spot
from ..board.rect import Rect
from ..language.drawing import Drawing
from ..language.layers import Layer, ValueLayer
from ..language.puzzle import Puzzle, State
from ..logic.ticks import tick, ticking
from .keys import in_words, title_of, told


def described(puzzle: Puzzle, state: State | None) -> str:
    """Describes the size of a board and everything on it, by layers and rows."""
    board = puzzle.board
    if isinstance(board, Rect):
        parts = [f"A board of {board.n_rows} rows and {board.n_cols} columns."]
    else:
        parts = [f"A board of {len(board.cells)} areas."]
    for name, layer in puzzle.genre.layers.items():
        given: Mapping[Spot, Any] = puzzle.given.get(name, {})
        found: Mapping[Spot, Any] = state.marks.get(name, {}) if state is not None else {}
        tick()
        for heading, marks in (("Given", given), ("Answer", {s: v for s, v in found.items() if s not in given})):
            shown = [_mark(board.name(s), _value(puzzle, layer, v)) for s, v in ticking(sorted(marks.items()))
                     if v is not False and v != ""]
            if shown:
                listed = "; ".join(shown)
                listed = listed if "," in listed else ", ".join(shown)
                parts.append(f"{heading} {name.replace('_', ' ')}: {listed}.")
    return " ".join([*parts, *(f"{note}." for note in notes(puzzle))])


def notes(puzzle: Puzzle) -> list[str]:
    """The values for the whole puzzle (``mines: 10``), without drawings."""
    return [
        f"{title_of(name, look)}: {in_words(value, look)}" for name, value, look in told(puzzle, lambda *_: False)
        if not isinstance(value, tuple) or not any(isinstance(one, Drawing) for one in value)
    ]  # fmt: skip


def _value(puzzle: Puzzle, layer: Layer, value: Any) -> str:
    """A mark in words, by its look, or a value of the answer by its own word."""
    if isinstance(layer, ValueLayer) and value in layer.words:
        return layer.word(value, puzzle)
    return "" if value is None else layer.look.words(value)


def _mark(place: str, words: str) -> str:
    return f"{words} at {place}" if words else place
