"""Clues outside the board: each layer has slots at each side, as many as its longest clue has values.

The slots of several layers stand behind each other in the order in which the genre declares them, read from left to
right and from top to bottom. Clues end at the board above and to the left of it, and begin there below and to the
right.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...board.board import Spot
from .chars import text_width
from .scene import Scene


class Slots(NamedTuple):
    """The slots of a layer at one side: where they begin, counted from the outermost, how many, how wide each."""

    layer: str
    start: int
    number: int
    wide: int


class Margins:
    """How much room the clues outside need, and where each of them stands."""

    def __init__(self, scene: Scene, broken: frozenset[Spot]) -> None:
        """``broken`` are the clues that a character marks as wrong."""
        self.scene, self.broken = scene, broken
        self.slots: dict[str, list[Slots]] = {}
        ends = {side: self._lay(side) for side in ("top", "left", "right", "bottom")}
        marked = any(spot in broken for clues in scene.outside.get("left", {}).values() for spot in clues)
        self.first = 1 if marked else 0
        self.left = ends["left"] + self.first
        self.right, self.above, self.below = ends["right"], ends["top"], ends["bottom"]

    def _lay(self, side: str) -> int:
        """Gives each layer its slots; returns how much room they take together."""
        level = side in ("left", "right")
        here = 0
        found = self.slots[side] = []
        for name, clues in self.scene.outside.get(side, {}).items():
            wide = max(text_width(told) for clue in clues.values() for told in clue) if level else 0
            count = max(map(len, clues.values()))
            found.append(Slots(name, here, count, max(wide, 1) if level else 0))
            here += count * (max(wide, 1) + 1) if level else count
        return here

    def heads(self, *, cells: bool) -> Iterator[int]:
        """The widths of the clues above and below, of columns of cells or of the lines between them."""
        for side in ("top", "bottom"):
            for clues in self.scene.outside.get(side, {}).values():
                for spot, told in clues.items():
                    if spot[1] % 2 == cells:
                        yield from map(text_width, told)
