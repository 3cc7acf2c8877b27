"""The clues of cells and lines in words, for screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..board.board import Board, Spot
from ..board.rect import Rect
from ..language.genre import Genre
from ..language.layers import GivenLayer, Layer, ValueLayer
from ..language.wording import listed, worded

ARMS = {
    "→": "right", "←": "left", "↑": "up", "↓": "down", "↖": "up left", "↗": "up right", "↙": "down left",
    "↘": "down right", "↔": "left and right", "↕": "up and down", "┌": "down and right", "┐": "down and left",
    "└": "up and right", "┘": "up and left", "┬": "left, right and down", "├": "up, right and down",
    "┤": "up, left and down", "┴": "up, left and right", "┼": "all four ways", "─": "level", "│": "upright",
    "╲": "falling diagonal", "╱": "rising diagonal", "○": "circle", "●": "dot", "−": "minus", "|": "bar", "×": "cross",
}  # fmt: skip
"""Glyphs in words."""
SIDES = {(-1, 0): "up", (0, 1): "right", (1, 0): "down", (0, -1): "left"}
CORNERS = {(1, 1): "at the lower right corner", (1, -1): "at the lower left corner",
            (-1, 1): "at the upper right corner", (-1, -1): "at the upper left corner"}  # fmt: skip


def shown(layer: Layer, value: Any, model: Genre) -> str:
    """A clue in words: its value or what its glyph shows, with the layer's name unless the value alone is clear."""
    if isinstance(layer, ValueLayer):
        return worded("{words}, given", __name__, words=layer.word(value, model.puzzle))
    if value is True:
        return layer.label
    glyph = layer.look.glyphs.get(value, "")
    if glyph in ARMS:
        told = value if isinstance(value, str) and len(value) > 1 else worded(ARMS[glyph], __name__)
        return f"{told} {layer.label}"
    words = layer.look.words(value)
    return words if words and layer.look.traits.worded else f"{layer.label} {words}"


def clue_words(model: Genre) -> dict[Spot, str]:
    """For each cell with clues, those in it and on its sides and corners, in words."""
    words_at: dict[Spot, list[str]] = {}
    for name, given in model.puzzle.given.items():
        layer = model.layers[name]
        lined: dict[Spot, list[str]] = {}
        for spot, value in given.items():
            if value is False and name in model.answer_layers:
                continue
            for cell, side in _cells_at(model.board, spot):
                if side and value is True:
                    lined.setdefault(cell, []).append(side)
                else:
                    told = _marked(layer, value, model)
                    words_at.setdefault(cell, []).append(f"{told} {side}".strip())
        for cell, sides in lined.items():
            words_at.setdefault(cell, []).append(f"{layer.label} {listed(sides)}")
    return {cell: ", ".join(parts) for cell, parts in words_at.items() if parts}


def _marked(layer: Layer, value: Any, model: Genre) -> str:
    if isinstance(layer, GivenLayer | ValueLayer):
        return shown(layer, value, model)
    return worded("{words}, given", __name__, words=layer.word(True))  # type: ignore[attr-defined]


def _cells_at(board: Board, spot: Spot) -> Iterator[tuple[Spot, str]]:
    """The cells whose words include a spot, each with the direction to the spot."""
    if spot in board.cell_index:
        yield spot, ""
    elif not isinstance(board, Rect):
        return
    elif spot.y % 2 != spot.x % 2:
        for dy, dx in SIDES:
            cell = Spot(spot.y - dy, spot.x - dx)
            if cell in board.cell_index:
                yield cell, worded(SIDES[dy, dx], __name__)
    elif spot.y % 2 == 0 and spot.x % 2 == 0:
        yield from _corner(board, spot)


def _corner(board: Rect, spot: Spot) -> Iterator[tuple[Spot, str]]:
    """The one cell whose words include a corner: if possible, the one above and to the left."""
    for (dy, dx), side in CORNERS.items():
        cell = Spot(spot.y - dy, spot.x - dx)
        if cell in board.cell_index:
            yield cell, worded(side, __name__)
            return


def side_words(model: Genre) -> dict[Spot, str]:
    """The clues outside the board in words, by their places."""
    words_at: dict[Spot, list[str]] = {}
    several = sum(layer.on in ("sides", "line_sides") for layer in model.layers.values()) > 1
    for name, given in model.puzzle.given.items():
        layer = model.layers[name]
        if layer.on not in ("sides", "line_sides"):
            continue
        for spot, value in given.items():
            glyph = layer.look.glyphs.get(value) if not isinstance(value, tuple) else None
            told = worded(ARMS.get(glyph or "", ""), __name__) or layer.look.words(value) or worded("empty", __name__)
            words_at.setdefault(spot, []).append(f"{layer.label} {told}" if several else told)
    return {spot: ", ".join(parts) for spot, parts in words_at.items()}
