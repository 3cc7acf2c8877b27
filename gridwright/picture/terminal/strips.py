"""Fits boards to the available width: the largest cells that fit, or strips if none do."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Protocol

from ...board.board import Spot
from .painter import Painter
from .room import Layout, rooms
from .scene import Scene

NOTHING_MARKED: Mapping[Spot, str] = MappingProxyType({})


class Fault(Protocol):
    """Something wrong with a grid, as far as a picture is concerned."""

    @property
    def at(self) -> tuple[Spot, ...]:
        """The spots that show it."""


def painted(
    scene: Scene, width: int, colour: bool = False, marks: Mapping[Spot, str] = NOTHING_MARKED
) -> list[str]:
    """The lines of the picture, with as much room as a width leaves; ``marks`` are the tones of marked spots.

    What is wider even with the least room comes in strips of columns below each other, each under a line that tells
    which columns those are.
    """
    marks = {scene.at(spot): tone for spot, tone in marks.items()}
    layouts = (Layout(scene, room, frozenset() if colour else frozenset(marks)) for room in rooms(scene))
    for layout in layouts:
        if layout.width <= width:
            break
    canvas = Painter(layout, colour).paint(marks)
    parts = _strips(layout, width)
    if len(parts) == 1:
        return canvas.lines([(0, layout.width)])
    lines: list[str] = []
    for first, last, spans in parts:
        told = f"columns {first} to {last} of {scene.board.n_cols}:"
        lines += [told if len(told) <= width else f"{first}-{last}:", *canvas.lines(spans)]
    return lines


def _strips(layout: Layout, width: int) -> list[tuple[int, int, list[tuple[int, int]]]]:
    """The columns of the board that fit beside each other, from the first on: of each strip its first and last column,
    and which columns of the canvas it takes. Borders between two strips stand in both."""
    ends = _cuts(layout, width)
    parts = []
    for start, end in pairwise([0, *ends]):
        own = (layout.left[start], _end(layout, end))
        spans = [(0, layout.left[0]), own] if start else [(0, own[1])]
        parts.append((start // 2 + 1, end // 2, spans))
    return parts


def _cuts(layout: Layout, width: int) -> list[int]:
    """The gaps where strips end: a strip takes what fits, or less where all can then be of one size."""
    if layout.width <= width:
        return [layout.right]
    margin, ends = layout.left[0], [0]
    while ends[-1] < layout.right:
        end = start = ends[-1]
        while end < layout.right and (end == start or margin + _end(layout, end + 2) - layout.left[start] <= width):
            end += 2
        ends.append(end)
    del ends[0]
    columns = layout.right // 2
    size = 2 * -(-columns // len(ends))
    even = [*range(size, layout.right, size), layout.right]
    fits = all(margin + _end(layout, b) - layout.left[a] <= width for a, b in pairwise([0, *even]))
    return even if fits else ends


def _end(layout: Layout, gap: int) -> int:
    """The column of the canvas where a strip ends whose last gap this is."""
    return layout.width if gap == layout.right else layout.left[gap + 1]
