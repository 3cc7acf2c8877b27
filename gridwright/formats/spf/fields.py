"""Keys whose values are arrays: neither diagrams nor plain numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.layers import Layer
from ...language.puzzle import Puzzle
from ..errors import WriteError
from ..layout import Marks
from ..postscript import Entry, Writable


class Field:
    """A key whose value is no diagram and no plain number: an array that tells the marks of some layers."""

    @property
    def names(self) -> frozenset[str]:
        """The layers that it tells."""
        raise NotImplementedError

    def read(self, entry: Entry, board: Rect) -> Marks:
        """The marks. Raises FormatError."""
        raise NotImplementedError

    def path(self, spot: Spot) -> tuple[int, ...]:
        """The indices that lead to the item of the array that tells the mark of a spot."""
        raise NotImplementedError

    def write(self, puzzle: Puzzle) -> Writable:
        """The value of the key; None if it is to be left away. Raises WriteError."""
        raise NotImplementedError


class Lists(Field):
    """An array with an array of numbers for each row (``left``) or column (``top``): tuples on a layer of sides.

    An empty array is an empty tuple; ``null`` means that nothing is known of the line.
    """

    def __init__(self, layer: Layer, side: str = "left") -> None:
        self.layer, self.left = layer, side == "left"

    @property
    def names(self) -> frozenset[str]:
        """The one layer."""
        return frozenset((self.layer.name,))

    def _spots(self, board: Rect) -> list[Spot]:
        if self.left:
            return [Spot(2 * i + 1, -1) for i in range(board.n_rows)]
        return [Spot(-1, 2 * i + 1) for i in range(board.n_cols)]

    def read(self, entry: Entry, board: Rect) -> Marks:
        """One tuple for each array."""
        spots = self._spots(board)
        value = entry.value
        if not isinstance(value, list) or len(value) != len(spots):
            found = f"{len(value)} items" if isinstance(value, list) else "something else"
            raise entry.error(f"/{entry.key} has not one list for each line", expected=f"an array of {len(spots)}",
                              found=found)
        out: dict[Spot, Any] = {}
        for i, (spot, item) in enumerate(zip(spots, value, strict=True)):
            if item is None:
                continue
            if not isinstance(item, list) or not all(type(n) is int and n >= 0 for n in item):
                raise entry.error("this is no list of numbers", i, expected="an array of numbers")
            out[spot] = tuple(item)
        return {self.layer.name: out}

    def path(self, spot: Spot) -> tuple[int, ...]:
        """The number of the row or column."""
        return ((spot.y if self.left else spot.x) // 2,)

    def write(self, puzzle: Puzzle) -> Writable:
        """The tuples as arrays."""
        board = puzzle.board
        if not isinstance(board, Rect):
            raise WriteError("only rectangular boards have rows and columns")
        marks: Mapping[Spot, Any] = puzzle.given.get(self.layer.name, {})
        return [None if spot not in marks else list(marks[spot]) for spot in self._spots(board)]
