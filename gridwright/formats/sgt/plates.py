"""Games with plates of two cells: Dominosa and Magnets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ...board.board import Spot
from ...board.rect import DOWN, LEFT, RIGHT, UP, Rect
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer, Key, ValueLayer
from ...language.puzzle import Puzzle
from ..errors import WriteError
from .dialect import Marks, Sgt, Told
from .parts import CHARACTERS, DIGITS, cells_of, pairs_of
from .text import Cursor


class Dominosa(Sgt):
    """Dominosa: a digit for each cell, or a number in brackets."""

    game, title, square = "dominosa", "Dominosa", True

    def __init__(self, number: GivenLayer, least: Key[int], most: Key[int], wall: AnswerLayer) -> None:
        super().__init__(number=number, least=least, most=most)
        self.wall = wall

    def board(self, width: int, height: int, flags: str) -> Rect:
        """Two columns and one row more than the largest number."""
        del height, flags
        return Rect.of(width + 1, width + 2)

    def size(self, puzzle: Puzzle, board: Rect) -> str:
        """The largest number."""
        del puzzle
        return str(board.n_rows - 1)

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        found = {}
        for cell in cells_of(board):
            bracket = cursor.passed("[")
            n = cursor.number() if bracket else DIGITS.find(cursor.take() or "?")
            if n is None or n < 0:
                at = cursor.at - (not bracket)
                raise cursor.error("this is no number", "a digit, or a number in brackets", at=at)
            if bracket:
                cursor.demand("]")
            found[cell] = n
        cursor.end()
        keys = {self.layers["least"].name: 0, self.layers["most"].name: board.n_rows - 1}
        return Told({self.layers["number"].name: found}, keys)

    def id_of(self, puzzle: Puzzle) -> str:
        """The id of a puzzle with numbers from 0 on a board that they fill."""
        board: Any = puzzle.board
        model = puzzle.genre.as_told(puzzle)
        least, most = self.layers["least"].value(model, None), self.layers["most"].value(model, None)
        sides = getattr(board, "n_rows", 0), getattr(board, "n_cols", 0)
        if least != 0 or sides != (most + 1, most + 2):
            raise WriteError("the format has boards of N+1 rows and N+2 columns with the numbers from 0 to N only")
        return f"{most}:{self.description(puzzle, board)}"

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        given = self.marks(puzzle, "number")
        if any(name != self.layers["number"].name for name, marks in puzzle.given.items() if marks):
            raise WriteError("the format has a place for numbers only")
        if any(cell not in given for cell in cells_of(board)):
            raise WriteError("the format needs a number in every cell")
        return "".join(str(n) if n < 10 else f"[{n}]" for n in map(given.__getitem__, cells_of(board)))

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``D`` with the numbers of two cells."""
        board = model.board
        found = dict.fromkeys(board.links, True)
        for a, b in re.findall(r"D([0-9]{1,6}),([0-9]{1,6})", text):
            if max(int(a), int(b)) >= len(board.cells):
                return None
            found[board.link(board.cells[int(a)], board.cells[int(b)])] = False
        return {self.wall.name: found} if len(found) == len(board.links) else None


class Magnets(Sgt):
    """Magnets: four lists of counts, then the halves of the plates."""

    game, title = "magnets", "Magnets"

    def __init__(self, positive: GivenLayer, negative: GivenLayer, wall: GivenLayer, pole: ValueLayer) -> None:
        super().__init__(positive=positive, negative=negative, wall=wall)
        self.pole = pole

    @staticmethod
    def _sides(board: Rect) -> tuple[list[Spot], list[Spot]]:
        return [Spot(-1, 2 * i + 1) for i in range(board.n_cols)], [Spot(2 * i + 1, -1) for i in range(board.n_rows)]

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        tops, lefts = self._sides(board)
        given: Marks = {}
        for role, places in zip(("positive", "positive", "negative", "negative"), (tops, lefts) * 2, strict=True):
            counts = given.setdefault(self.layers[role].name, {})
            for place in places:
                sign = cursor.take()
                n = CHARACTERS.find(sign or "?")
                if n < 0 and sign != ".":
                    raise cursor.error("this is no count", "a digit, a letter or '.'", at=cursor.at - 1)
                if n >= 0:
                    counts[place] = n
            cursor.demand(",")
        given[self.layers["wall"].name] = dict.fromkeys(self._walls(cursor, board), True)
        return Told(given)

    def _walls(self, cursor: Cursor, board: Rect) -> list[Spot]:
        """The borders between plates."""
        steps = {"L": RIGHT, "R": LEFT, "T": DOWN, "B": UP, "*": (0, 0)}
        ahead: dict[Spot, tuple[Spot, int]] = {}
        for cell in cells_of(board):
            while cursor.passed(","):
                pass
            sign = cursor.take()
            if sign not in steps or not sign:
                raise cursor.error("this is no half of a plate", "L, R, T, B or *", at=cursor.at - 1)
            ahead[cell] = Spot(cell.y + steps[sign][0], cell.x + steps[sign][1]), cursor.at - 1
        cursor.end()
        for cell, (other, at) in ahead.items():
            if other != cell and ahead.get(other, (None,))[0] != cell:
                raise cursor.error("this half of a plate has no other half", at=at)
        return [link for link in board.links for a, b in [board.ends(link)] if ahead[a][0] != b]

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        tops, lefts = self._sides(board)
        lists = []
        for role in ("positive", "negative"):
            counts = self.marks(puzzle, role)
            if any(side not in tops and side not in lefts for side in counts):
                raise WriteError("the format has counts above and on the left only")
            if any(n >= len(CHARACTERS) for n in counts.values()):
                raise WriteError(f"the format has counts below {len(CHARACTERS)} only")
            for places in (tops, lefts):
                lists.append("".join(CHARACTERS[counts[side]] if side in counts else "." for side in places))
        return ",".join([*lists, "".join(self._halves(board, self.marks(puzzle, "wall")))])

    @staticmethod
    def _halves(board: Rect, walls: Mapping[Spot, Any]) -> Iterable[str]:
        for cell in cells_of(board):
            open_ = [near for link, near in board.ways(cell) if link not in walls]
            if len(open_) > 1:
                raise WriteError(f"the format needs a wall on all but one side of {board.name(cell)}")
            names = {UP: "B", RIGHT: "L", DOWN: "T", LEFT: "R"}
            yield names[open_[0].y - cell.y, open_[0].x - cell.x] if open_ else "*"

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A sign and its place."""
        del model
        return {self.pole.name: {cell: "#" if sign == "." else sign for sign, cell in pairs_of(text)}}
