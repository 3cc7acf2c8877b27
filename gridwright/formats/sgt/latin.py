"""Games with a latin square: Keen, Towers and Unequal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ...board.board import Spot
from ...board.rect import DOWN, LEFT, RIGHT, UP, Rect, box_borders
from ...language.genre import Genre
from ...language.layers import GivenLayer, ValueLayer
from ...language.puzzle import Puzzle
from ..errors import WriteError
from .dialect import Marks, Sgt, Told
from .parts import cells_of, digits
from .text import Cursor, check_regions, read_borders, read_numbers, unpassed, write_borders, write_numbers


class Keen(Sgt):
    """Keen: the borders of cages, then their clues in the order of their first cells."""

    game, title, square = "keen", "Keen", True
    _operators: ClassVar[Mapping[str, str]] = {"a": "+", "m": "x", "s": "-", "d": ":"}

    def __init__(self, wall: GivenLayer, result: GivenLayer, operator: GivenLayer, number: ValueLayer) -> None:
        super().__init__(wall=wall, result=result, operator=operator)
        self.number = number

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        walls = read_borders(cursor, board.n_cols, repeats=True)
        cursor.demand(",")
        results, operators = {}, {}
        for cage in board.regions(walls):
            operator = self._operators.get(cursor.peek())
            if operator is None:
                raise cursor.error("this is no clue", "a, m, s or d and a number for each cage")
            cursor.take()
            n = cursor.number()
            if n is None:
                raise cursor.error("the clue lacks its number", "a number")
            operators[cage[0]], results[cage[0]] = operator, n
        cursor.end()
        names = [self.layers[role].name for role in ("wall", "result", "operator")]
        return Told(dict(zip(names, (dict.fromkeys(walls, True), results, operators), strict=True)))

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        walls = self.marks(puzzle, "wall")
        check_regions(board, walls, "borders")
        letters = {operator: letter for letter, operator in self._operators.items()}
        clues = []
        for cage in board.regions(walls):
            results, operators = (
                [marks[cell] for cell in cage if cell in marks]
                for marks in (self.marks(puzzle, "result"), self.marks(puzzle, "operator"))
            )
            if len(results) != 1 or len(operators) > 1 or (not operators and len(cage) > 1):
                raise WriteError(f"the format needs one result and one operator in the cage of {board.name(cage[0])}")
            operator = operators[0] if operators else "+"
            if operator in "-:" and len(cage) != 2:
                raise WriteError("the format has differences and quotients of two cells only")
            clues.append(f"{letters[operator]}{results[0]}")
        return f"{write_borders(board.n_cols, walls, repeats=True)},{''.join(clues)}"

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A digit for each cell."""
        return digits(model, self.number, text)


class Towers(Sgt):
    """Towers: the clues above, below, on the left and on the right, then given heights."""

    game, title, square = "towers", "Towers", True

    def __init__(self, view: GivenLayer, height: ValueLayer) -> None:
        super().__init__(view=view, height=height)

    @staticmethod
    def _sides(board: Rect) -> list[Spot]:
        n = board.n_cols
        ways: tuple[Callable[[int], Spot], ...] = (
            lambda i: Spot(-1, i), lambda i: Spot(2 * n + 1, i), lambda i: Spot(i, -1), lambda i: Spot(i, 2 * n + 1),
        )  # fmt: skip
        return [way(2 * i + 1) for way in ways for i in range(n)]

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        views: dict[Spot, Any] = {}
        for i, side in enumerate(self._sides(board)):
            if i:
                cursor.demand("/")
            n = cursor.number()
            if n is not None:
                views[side] = n
        given: Marks = {self.layers["view"].name: views}
        if cursor.passed(","):
            given[self.layers["height"].name] = dict(read_numbers(cursor, cells_of(board)))
        cursor.end()
        return Told(given)

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        views, heights = self.marks(puzzle, "view"), self.marks(puzzle, "height")
        text = "/".join(str(views.get(side, "")) for side in self._sides(board))
        return f"{text},{write_numbers(cells_of(board), heights)}" if heights else text

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A digit for each cell."""
        return digits(model, self.layers["height"], text)


class Unequal(Sgt):
    """Unequal: a number for each cell and the neighbours that it is greater than. Each row is an area."""

    game, title, square = "unequal", "Unequal", True
    _ways: ClassVar[Mapping[str, tuple[int, int]]] = {"U": UP, "R": RIGHT, "D": DOWN, "L": LEFT}

    def __init__(self, wall: GivenLayer, sign: GivenLayer, number: ValueLayer) -> None:
        super().__init__(wall=wall, sign=sign, number=number)

    def check_flags(self, flags: str) -> str:
        """Greater and smaller only."""
        return "all neighbours that differ by one are marked in this puzzle" if flags.startswith("a") else ""

    @staticmethod
    def _rows(board: Rect) -> list[Spot]:
        return box_borders(board.n_cols, 1, board.n_cols)

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        cells = cells_of(board)
        numbers: dict[Spot, Any] = {}
        signs: dict[Spot, Any] = {}
        for cell in unpassed(cursor, cells, "cells", ","):
            number = cursor.number()
            if number is None:
                raise cursor.error("this is no number", "a number for each cell, 0 for none")
            if number:
                numbers[cell] = number
            self._read_signs(cursor, board, cell, signs)
            if cell != cells[-1] or not cursor.done:
                cursor.demand(",")
        cursor.end()
        names = [self.layers[role].name for role in ("wall", "sign", "number")]
        return Told(dict(zip(names, (dict.fromkeys(self._rows(board), True), signs, numbers), strict=True)))

    def _read_signs(self, cursor: Cursor, board: Rect, cell: Spot, signs: dict[Spot, Any]) -> None:
        while cursor.peek() in self._ways and not cursor.done:
            way = cursor.take()
            dy, dx = self._ways[way]
            link = Spot(cell.y + dy // 2, cell.x + dx // 2)
            if Spot(cell.y + dy, cell.x + dx) not in board.cell_index:
                raise cursor.error("this sign points out of the board", at=cursor.at - 1)
            sign = ">" if way in "RD" else "<"
            if signs.get(link, sign) != sign:
                raise cursor.error("this sign contradicts that of the neighbour", at=cursor.at - 1)
            signs[link] = sign

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        if set(self.marks(puzzle, "wall")) != set(self._rows(board)):
            raise WriteError("the format has no areas: there each row must be one")
        numbers, signs = self.marks(puzzle, "number"), self.marks(puzzle, "sign")
        out = []
        for cell in cells_of(board):
            links = {way: Spot(cell.y + dy // 2, cell.x + dx // 2) for way, (dy, dx) in self._ways.items()}
            told = [way for way, link in links.items() if signs.get(link) == (">" if way in "RD" else "<")]
            out.append(f"{numbers.get(cell, 0)}{''.join(told)},")
        return "".join(out)

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A digit for each cell."""
        return digits(model, self.layers["number"], text)
