"""Solo: sudokus, jigsaws and killers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect, box_borders
from ...language.genre import Genre
from ...language.layers import GivenLayer, ValueLayer
from ...language.puzzle import Puzzle
from ..errors import WriteError
from .dialect import SOLO_WITH_CAGES, Marks, Sgt, Told
from .parts import cells_of, per_cell
from .text import Cursor, check_regions, read_borders, read_numbers, write_borders, write_numbers


class Solo(Sgt):
    """Solo: given numbers; the borders of a jigsaw; cages and their sums, for genres that have them."""

    game, title, square = "solo", "Solo", True

    def __init__(
        self,
        wall: GivenLayer,
        number: ValueLayer,
        *,
        cage: GivenLayer | None = None,
        total: GivenLayer | None = None,
    ) -> None:
        super().__init__(wall=wall, number=number, cage=cage, total=total)
        if cage is not None:
            self.names = (SOLO_WITH_CAGES,)

    @staticmethod
    def _kinds(flags: str) -> str:
        """The letters that tell rules; what follows is about how such puzzles are made."""
        found = re.match(r"[jxk]*", flags)
        return found[0] if found else ""

    def check_flags(self, flags: str) -> str:
        """No diagonals."""
        return "the numbers on both diagonals differ in this puzzle" if "x" in self._kinds(flags) else ""

    def board(self, width: int, height: int, flags: str) -> Rect:
        """A board of side ``9j`` or ``3x3``."""
        jigsaw = "j" in self._kinds(flags)
        side = width if jigsaw and height == width else width * height
        return Rect.of(side, side)

    def sized(self, parameters: Cursor) -> tuple[Rect, str]:
        """A single number is the side of a jigsaw; the flags begin with the size of the blocks."""
        found = re.fullmatch(r"([0-9]{1,3})(?:x([0-9]{1,3}))?(.*)", parameters.text)
        if found is None:
            raise parameters.error("these are no parameters", "a size such as 3x3 or 9j", at=0)
        high, wide, flags = int(found[1]), int(found[2] or 1), found[3]
        lacking = self.check_flags(flags)
        if lacking:
            raise parameters.error(f"{lacking}, and the genre has no such rule", at=0)
        if found[2] is None and "j" not in self._kinds(flags):
            raise parameters.error("a single number is the side of a jigsaw only", "3x3 or 9j", at=0)
        side = high * wide
        if not 1 <= side <= 255:
            raise parameters.error("a board of this size is not supported", "a side from 1 to 255", at=0)
        return Rect.of(side, side), f"{high}x{wide}{flags}"

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        found = re.fullmatch(r"([0-9]+)x([0-9]+)(.*)", flags)
        assert found is not None
        high, wide, kinds = int(found[1]), int(found[2]), self._kinds(found[3])
        side = board.n_cols
        given: Marks = {self.layers["number"].name: dict(read_numbers(cursor, cells_of(board)))}
        walls = box_borders(side, high, wide)
        if "j" in kinds:
            cursor.demand(",")
            walls = read_borders(cursor, side, repeats=False)
        given[self.layers["wall"].name] = dict.fromkeys(walls, True)
        if "k" in kinds:
            cursor.demand(",")
            cages = read_borders(cursor, side, repeats=False)
            cursor.demand(",")
            given[self.layers["cage"].name] = dict.fromkeys(cages, True)
            given[self.layers["total"].name] = dict(read_numbers(cursor, cells_of(board)))
        cursor.end()
        return Told(given)

    def _blocks(self, puzzle: Puzzle, board: Rect) -> tuple[int, int] | None:
        """The height and width of the blocks; None for a jigsaw."""
        walls = set(self.marks(puzzle, "wall"))
        side = board.n_cols
        sizes = [(high, side // high) for high in range(1, side + 1) if side % high == 0]
        return next((size for size in sizes if set(box_borders(side, *size)) == walls), None)

    def size(self, puzzle: Puzzle, board: Rect) -> str:
        """The size of the blocks."""
        blocks = self._blocks(puzzle, board)
        return f"{board.n_cols}j" if blocks is None else f"{blocks[0]}x{blocks[1]}"

    def flags(self, puzzle: Puzzle) -> str:
        """See Sgt."""
        del puzzle
        return "k" if "cage" in self.layers else ""

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        cells, side = cells_of(board), board.n_cols
        parts = [write_numbers(cells, self.marks(puzzle, "number"))]
        if self._blocks(puzzle, board) is None:
            walls = self.marks(puzzle, "wall")
            check_regions(board, walls, "borders")
            parts.append(write_borders(side, walls, repeats=False))
        if "cage" in self.layers:
            cages = self.marks(puzzle, "cage")
            check_regions(board, cages, "borders of cages")
            parts += [write_borders(side, cages, repeats=False), write_numbers(cells, self._sums(puzzle, board, cages))]
        return ",".join(parts)

    def _sums(self, puzzle: Puzzle, board: Rect, cages: Mapping[Spot, Any]) -> dict[Spot, int]:
        """The sum of each cage, at its first cell."""
        totals, found = self.marks(puzzle, "total"), {}
        for cage in board.regions(cages):
            told = {totals[cell] for cell in cage if totals.get(cell, 0)}
            if len(told) > 1:
                raise WriteError(f"the format has one sum in the cage of {board.name(cage[0])}, and there are several")
            if told:
                found[cage[0]] = told.pop()
        return found

    def solution(self, model: Genre, text: str) -> Marks | None:
        """The numbers, parted by commas."""
        if not re.fullmatch(r"[0-9]{1,4}(?:,[0-9]{1,4})*", text):
            return None
        found = per_cell(model, [int(word) for word in text.split(",")])
        return None if found is None else {self.layers["number"].name: found}
