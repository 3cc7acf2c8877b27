"""What the notations of genres are made of: the sizes and fragments of game ids, and the solutions in save files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ...board.board import Spot
from ...board.rect import box_borders
from ...language.genre import Genre
from ...language.layers import Layer
from ..dialect import MAX_CELLS
from ..errors import FormatError, WriteError
from ..roles.codecs import Codec, Decimal, Separated, Texts
from ..roles.sheet import NONE, Role, Sheet, above_and_left, all_around, cells, lattice, points, role_name
from .fragments import (
    CHARACTER,
    CHARACTERS,
    EMPTY,
    AfterComma,
    BorderRun,
    Fragment,
    GapRun,
    IdCursor,
    IfFlagged,
    InEachPlace,
    Literal,
    NumberRun,
    SideClues,
    SignRun,
    occupied,
)

Solved = Mapping[str, Mapping[Spot, Any]]
"""The marks of a solution."""
Solution = Callable[[Genre, str], Solved | None]
"""Reads the solution of a puzzle; None if it cannot be read. A ValueError means the same."""


# -- sizes ------------------------------------------------------------------------------------------------------------


class BoardSize:
    """The size in the parameters: ``9x7``, or ``9`` for a square board."""

    roles: tuple[str, ...] = ()
    """The layers and keys that follow from the size."""
    _parameters = re.compile(r"([0-9]{1,6})(?:x([0-9]{1,6}))?(.*)")

    def __init__(self, *, square: bool = False) -> None:
        self.square = square

    def read(self, parameters: IdCursor, differs: Callable[[str], str]) -> Sheet:
        """The empty sheet of that size. Raises FormatError."""
        found = self._parameters.fullmatch(parameters.text)
        if found is None:
            raise parameters.error("these are not parameters", 0, expected="a size such as 9x9")
        width, height, flags = int(found[1]), int(found[2] or found[1]), found[3]
        _check_size(width, height, width, height, parameters)
        lacking = differs(flags)
        if lacking:
            raise FormatError(f"{lacking}, and the genre has no such rule", code="other-rules")
        n_cols, n_rows = self.columns_and_rows(width, height)
        _check_size(n_cols, n_rows, width, height, parameters)
        return Sheet(n_rows, n_cols)

    def columns_and_rows(self, width: int, height: int) -> tuple[int, int]:
        """The size of the board."""
        return width, height

    def write(self, sheet: Sheet, title: str) -> str:
        """The size of a sheet. Raises WriteError, which names the game."""
        if not self.square:
            return f"{sheet.n_cols}x{sheet.n_rows}"
        if sheet.n_rows != sheet.n_cols:
            raise WriteError(f"the format has square boards of {title} only")
        return str(sheet.n_cols)


def _check_size(n_cols: int, n_rows: int, width: int, height: int, parameters: IdCursor) -> None:
    if min(n_cols, n_rows) < 1 or n_cols * n_rows > MAX_CELLS:
        fault = parameters.error("a board of this size is not supported", 0, expected=f"1 to {MAX_CELLS} cells")
        fault.found = f"{width} x {height}"
        raise fault


class BlockSize(BoardSize):
    """The size of the blocks of a square board, as in ``3x3``, or the side of one with other regions, as in ``9j``."""

    _parameters = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?(.*)")

    def __init__(self, wall: Role) -> None:
        super().__init__(square=True)
        self.roles = (role_name(wall),)

    def read(self, parameters: IdCursor, differs: Callable[[str], str]) -> Sheet:
        """The sheet with the walls of the blocks and the flags."""
        found = self._parameters.fullmatch(parameters.text)
        if found is None:
            raise parameters.error("these are not parameters", 0, expected="a size such as 3x3 or 9j")
        high, wide, more = int(found[1]), int(found[2] or 1), found[3]
        flags = more[: len(more) - len(more.lstrip("jxk"))]
        lacking = differs(flags)
        if lacking:
            raise parameters.error(f"{lacking}, and the genre has no such rule", 0)
        if found[2] is None and "j" not in flags:
            raise parameters.error("a single number is the side of a jigsaw only", 0, expected="3x3 or 9j")
        side = high * wide
        if not 1 <= side <= 255:
            raise parameters.error("a board of this size is not supported", 0, expected="a side from 1 to 255")
        sheet = Sheet(side, side, flags=frozenset(flags))
        sheet.given[self.roles[0]] = dict.fromkeys(box_borders(side, high, wide), True)
        return sheet

    def write(self, sheet: Sheet, title: str) -> str:
        """The size of the blocks; without blocks, the side and a flag, which is set."""
        side, walls = int(super().write(sheet, title)), set(sheet.given[self.roles[0]])
        sizes = [(high, side // high) for high in range(1, side + 1) if side % high == 0]
        blocks = next((size for size in sizes if set(box_borders(side, *size)) == walls), None)
        if blocks is not None:
            return f"{blocks[0]}x{blocks[1]}"
        sheet.flags |= {"j"}
        return f"{side}j"


# -- notations --------------------------------------------------------------------------------------------------------


def _same_rules(flags: str) -> str:
    del flags
    return ""


def _unread(model: Genre, text: str) -> Solved | None:
    del model, text
    return None


class SgtNotation:
    """The fragments of a game's descriptions, in their order.

    ``flags`` are written behind the size. ``differs`` returns the rule that the flags of a puzzle demand and the genre
    lacks; "" if there is none. Puzzles whose parameters match a pattern of ``elsewhere`` belong to the genre that has
    that name in this format.
    """

    def __init__(
        self, *fragments: Fragment, size: BoardSize | None = None, flags: str = "",
        differs: Callable[[str], str] = _same_rules, solution: Solution = _unread, elsewhere: Mapping[str, str] = NONE,
    ) -> None:  # fmt: skip
        self.fragments, self.size = fragments, size or BoardSize()
        self.flags, self.differs, self.solution, self.elsewhere = flags, differs, solution, elsewhere
        self.roles = frozenset(self.size.roles).union(*(fragment.roles for fragment in fragments))


Notation = SgtNotation
SQUARE = BoardSize(square=True)


# -- solutions --------------------------------------------------------------------------------------------------------

_PLACED = re.compile(r"(.)(-?[0-9]{1,6}),(-?[0-9]{1,6})", re.DOTALL)


def cell_at(x: int, y: int) -> Spot:
    """The cell of a column and a row, both from 0."""
    return Spot(2 * y + 1, 2 * x + 1)


def items_of(text: str) -> list[str]:
    """The items of a solution, which semicolons separate."""
    return [item for item in text.split(";") if item]


def placed(layer: Layer, signs: Mapping[str, Any]) -> Solution:
    """Items such as ``T3,4``: a sign, the column and the row. Other signs are left out."""

    def solution(model: Genre, text: str) -> Solved:
        del model
        found = [one for item in items_of(text) if (one := _PLACED.fullmatch(item)) and one[1] in signs]
        return {layer.name: {cell_at(int(one[2]), int(one[3])): signs[one[1]] for one in found}}

    return solution


def small_number(word: str) -> int:
    """A number of up to four digits. Raises ValueError."""
    if not re.fullmatch("[0-9]{1,4}", word):
        raise ValueError(word)
    return int(word)


def in_each_cell(layer: Layer, value: Callable[[str], Any] = CHARACTERS.find, separator: str = "") -> Solution:
    """A word for each cell, by default a digit, or a letter for a larger number."""

    def solution(model: Genre, text: str) -> Solved | None:
        board = model.puzzle.board
        words = text.split(separator) if separator else text
        if len(words) != len(board.cells):
            return None
        return {layer.name: {cell: value(word) for cell, word in zip(board.cells, words, strict=True)}}

    return solution


__all__ = [
    "CHARACTER", "CHARACTERS", "EMPTY", "SQUARE", "AfterComma", "BlockSize", "BoardSize", "BorderRun", "Codec",
    "Decimal", "Fragment", "GapRun", "IdCursor", "IfFlagged", "InEachPlace", "Literal", "Notation", "NumberRun",
    "Separated", "SideClues", "SignRun", "Solution", "Solved", "Texts", "above_and_left", "all_around", "cell_at",
    "cells", "in_each_cell", "items_of", "lattice", "occupied", "placed", "points", "small_number",
]
