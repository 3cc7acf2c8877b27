"""Boards that are not rectangles, as lists of places in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Any

from ...board.board import Board, Spot
from ...board.graph import AREA, EDGE, NODE, Graph, Point
from ...language.layers import GivenLayer
from ...language.puzzle import Puzzle, State
from .chars import word

_TITLES = {"wrong": "wrong", "other": "different", "reason": "reason", "fresh": "new"}


def listing(puzzle: Puzzle, state: State | None, width: int, marks: Mapping[Spot, str]) -> list[str]:
    """A line or more for each layer: its marks in the order of the spots, and where each is; then the spots that are
    marked (``marks`` are their tones)."""
    board = puzzle.board
    lines: list[str] = []
    for name, layer in puzzle.genre.layers.items():
        found: Mapping[Spot, Any] = state.marks.get(name, {}) if state is not None else {}
        known = {**puzzle.given.get(name, {}), **found}
        shown = [s for s in sorted(known) if known[s] is not False]
        lines += _paragraph(name, (_told(board, s, known[s]) for s in shown), width) if known else []
        absent = [s for s in sorted(known) if known[s] is False]
        if absent and not isinstance(layer, GivenLayer) and len(known) < len(getattr(board, str(layer.on), ())):
            lines += _paragraph(f"no {name}", (_told(board, s, True) for s in absent), width)
    for tone, name in _TITLES.items():
        spots = sorted(spot for spot, own in marks.items() if own == tone)
        lines += _paragraph(name, (_told(board, s, True) for s in spots), width) if spots else []
    return lines or [puzzle.in_short]


def _paragraph(name: str, items: Iterable[str], width: int) -> list[str]:
    # Blanks inside an item must not be where a line breaks.
    text = ", ".join(item.replace(" ", "\0") for item in items)
    lines = wrap(f"{name}: {text}", max(width, 20), subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def _told(board: Board, spot: Spot, value: Any) -> str:
    name = f"{board.name(spot)}{_place(board, spot)}"
    return name if value is True else f"{name}={word(value)}"


def _place(board: Board, spot: Spot) -> str:
    """Where a spot of a graph is: the coordinates of a node, of a place inside an area, of the ends of an edge."""
    if not isinstance(board, Graph):
        return ""
    number, kind = spot
    points: list[Point] = []
    if kind == EDGE:
        points = [board.nodes[tip] for tip in board.arcs[number]]
    elif kind in (AREA, NODE):
        points = [(board.points if kind == AREA else board.nodes)[number]]
    told = "-".join(f"({x:.4g},{y:.4g})" for x, y in points)
    return f" {told}" if told else ""
