"""Shared by several games: signs and numbers in cells, and the items of solutions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import ValueLayer
from ...language.puzzle import Puzzle
from ..errors import WriteError
from .dialect import Marks, Sgt, Told
from .text import Cursor, read_numbers, read_signs, spots, words_of, write_numbers, write_signs

DIGITS = "0123456789"
CHARACTERS = DIGITS + "abcdefghijklmnopqrstuvwxyz" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PAIR = re.compile(r"(.)(-?[0-9]{1,6}),(-?[0-9]{1,6})", re.DOTALL)


def cells_of(board: Rect) -> Sequence[Spot]:
    """The cells in reading order."""
    return spots(board.n_rows, board.n_cols)


def cell_at(x: int, y: int) -> Spot:
    """The cell of coordinates from 0."""
    return Spot(2 * y + 1, 2 * x + 1)


def pairs_of(text: str) -> list[tuple[str, Spot]]:
    """The items ``T3,4`` of a solution: the sign and the cell."""
    found = (_PAIR.fullmatch(word) for word in words_of(text))
    return [(one[1], cell_at(int(one[2]), int(one[3]))) for one in found if one]


def per_cell(model: Genre, values: Sequence[Any]) -> dict[Spot, Any] | None:
    """A value for each cell; None if there are too few or too many."""
    cells = model.puzzle.board.cells
    return dict(zip(cells, values, strict=True)) if len(values) == len(cells) else None


def digits(model: Genre, layer: ValueLayer, text: str) -> Marks | None:
    """A digit, or a letter for a larger number, for each cell."""
    found = per_cell(model, [CHARACTERS.find(sign) for sign in text])
    return None if found is None else {layer.name: found}


class Signs(Sgt):
    """Signs on cells (or corners), and small letters that pass some."""

    signs: ClassVar[Mapping[str, Any]]
    what = "clue"
    corners = False

    def places(self, board: Rect) -> Sequence[Spot]:
        """Where signs stand."""
        return spots(board.n_rows + 1, board.n_cols + 1, 0) if self.corners else cells_of(board)

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        found = read_signs(cursor, self.places(board), self.signs, self.what)
        cursor.end()
        return Told({self.layers["clue"].name: found})

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        written = {value: sign for sign, value in self.signs.items() if value is not ...}

        def sign(value: Any) -> str:
            if value not in written:
                raise WriteError(f"the format has no {self.what} {value!r}")
            return written[value]

        return write_signs(self.places(board), self.marks(puzzle, "clue"), sign)


class Numbered(Sgt):
    """Numbers in cells."""

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        found = read_numbers(cursor, cells_of(board))
        cursor.end()
        return Told({self.layers["number"].name: dict(found)})

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        given = self.marks(puzzle, "number")
        if any(type(n) is not int for n in given.values()):
            raise WriteError("the format has no clue without a number")
        return write_numbers(cells_of(board), given)
