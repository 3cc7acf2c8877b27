"""A board in words, for those who hear a picture instead of seeing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..language.board import Rect, Spot
from ..language.genre import Puzzle, State


def described(puzzle: Puzzle, state: State | None) -> str:
    """The size of a board and everything that stands on it, layer by layer, row by row."""
    board = puzzle.board
    if isinstance(board, Rect):
        parts = [f"A board of {board.n_rows} rows and {board.n_cols} columns."]
    else:
        parts = [f"A board of {len(board.cells)} areas."]
    for name in puzzle.genre.layers:
        given: Mapping[Spot, Any] = puzzle.given.get(name, {})
        found: Mapping[Spot, Any] = state.marks.get(name, {}) if state is not None else {}
        for told, marks in (("Given", given), ("Answer", {s: v for s, v in found.items() if s not in given})):
            shown = [_mark(board.name(s), v) for s, v in sorted(marks.items()) if v is not False and v != ""]
            if shown:
                parts.append(f"{told} {name.replace('_', ' ')}: {', '.join(shown)}.")
    return " ".join(parts)


def _mark(place: str, value: Any) -> str:
    if value is True or value is None:
        return place
    if isinstance(value, tuple):
        value = " ".join("?" if part is None else str(part) for part in value)
    return f"{value} at {place}"
