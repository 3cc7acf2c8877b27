"""Games whose answers are marks in cells: Light Up, Mines, Pattern, Range, Singles and Tents."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer, Key
from ...language.puzzle import Puzzle
from ..errors import WriteError
from .dialect import Marks, Sgt, Told
from .mines import bitmap, uncovered
from .parts import CHARACTERS, Numbered, Signs, cell_at, cells_of, pairs_of, per_cell
from .text import Cursor


class LightUp(Signs):
    """Light Up; ``clue`` are walls with or without a number."""

    game, title = "lightup", "Light Up"
    signs: ClassVar[Mapping[str, Any]] = {**{sign: n for n, sign in enumerate("01234")}, "B": None}
    what = "wall"

    def __init__(self, clue: GivenLayer, lamp: AnswerLayer) -> None:
        super().__init__(clue=clue)
        self.lamp = lamp

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``L`` with the place of a lamp."""
        del model
        return {self.lamp.name: {cell: True for sign, cell in pairs_of(text) if sign == "L"}}


class Mines(Sgt):
    """Mines: where they are, and where the first click was, which uncovers the clues."""

    game, title = "mines", "Mines"

    def __init__(self, number: GivenLayer, mines: Key[int], mine: AnswerLayer) -> None:
        super().__init__(number=number, mines=mines)
        self.mine = mine

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        if cursor.peek() == "r":
            raise cursor.error("this game was not begun, so it has no mines yet", "X,Y,m... or X,Y,u...", at=0)
        x = cursor.number()
        cursor.demand(",")
        y = cursor.number()
        cursor.demand(",")
        if x is None or y is None or x >= board.n_cols or y >= board.n_rows:
            raise cursor.error("the first click is on no cell of the board", "X,Y", at=0)
        at = cursor.at
        masked = cursor.take()
        found = bitmap(cursor.text[cursor.at :], len(board.cells), masked == "m") if masked in ("m", "u") else None
        if found is None:
            raise cursor.error("this tells no mines", "'m' or 'u' and hexadecimal digits for all cells", at=at)
        mined = {cell for cell, mine in zip(cells_of(board), found, strict=True) if mine}
        first = cell_at(x, y)
        if first in mined:
            raise cursor.error("the first click is on a mine", at=0)
        numbers: Mapping[Spot, Any] = uncovered(board, mined, first)
        told = {self.layers["number"].name: dict(numbers)}
        answer = {self.mine.name: {cell: cell in mined for cell in board.cells}}
        note = "the clues are those that the first click uncovers"
        return Told(told, {self.layers["mines"].name: len(mined)}, answer, (note,))

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """Refuses: the format tells the answer, and clues only by a click."""
        del puzzle, board
        raise WriteError("the format has games of uncovering mines, and no puzzles with clues")


class Pattern(Sgt):
    """Pattern: the runs of the columns, then those of the rows."""

    game, title = "pattern", "Pattern"

    def __init__(self, clue: GivenLayer, shade: AnswerLayer) -> None:
        super().__init__(clue=clue, shade=shade)

    @staticmethod
    def _sides(board: Rect) -> list[Spot]:
        return [Spot(-1, 2 * i + 1) for i in range(board.n_cols)] + [Spot(2 * i + 1, -1) for i in range(board.n_rows)]

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        clues: dict[Spot, Any] = {}
        for i, side in enumerate(self._sides(board)):
            if i:
                cursor.demand("/")
            runs: list[int] = []
            while "0" <= cursor.peek() <= "9" or runs:
                n = cursor.number()
                if n is None:
                    raise cursor.error("this is no run", "a number")
                runs.append(n)
                if not cursor.passed("."):
                    break
            clues[side] = tuple(runs)
        given: Marks = {self.layers["clue"].name: clues}
        if cursor.passed(","):
            given[self.layers["shade"].name] = self._cells(cursor, board)
        cursor.end()
        return Told(given)

    @staticmethod
    def _cells(cursor: Cursor, board: Rect) -> dict[Spot, Any]:
        """Cells that are given: a letter passes some and tells one; a capital is black."""
        cells, found, i = cells_of(board), {}, 0
        while not cursor.done:
            sign = cursor.take()
            n = "abcdefghijklmnopqrstuvwxyz".find(sign.lower())
            i += n
            if n < 0 or i > len(cells) or (n < 25 and i == len(cells)):
                raise cursor.error("this tells no cell", "letters for the cells of the board", at=cursor.at - 1)
            if n < 25:
                found[cells[i]] = sign.isupper()
                i += 1
        return found

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        clues, sides = self.marks(puzzle, "clue"), self._sides(board)
        if set(clues) != set(sides):
            raise WriteError("the format needs a clue above every column and on the left of every row, and no others")
        text = "/".join(".".join(map(str, clues[side])) for side in sides)
        given = self.marks(puzzle, "shade")
        return f"{text},{self._letters(board, given)}" if given else text

    @staticmethod
    def _letters(board: Rect, given: Mapping[Spot, Any]) -> str:
        out, passed = [], 0
        for cell in cells_of(board):
            if cell in given:
                letter = chr(ord("a") + passed % 25)
                out.append("z" * (passed // 25) + (letter.upper() if given[cell] else letter))
                passed = 0
            else:
                passed += 1
        return "".join(out)

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A bit for each cell."""
        found = per_cell(model, [sign == "1" for sign in text])
        return None if found is None else {self.layers["shade"].name: found}


class Range(Numbered):
    """Range."""

    game, title = "range", "Range"

    def __init__(self, number: GivenLayer, shade: AnswerLayer) -> None:
        super().__init__(number=number)
        self.shade = shade

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``B`` with the row and the column of a black cell."""
        del model
        found = re.findall(r"([WB]),([0-9]{1,6}),([0-9]{1,6})", text)
        return {self.shade.name: {cell_at(int(x), int(y)): True for sign, y, x in found if sign == "B"}}


class Singles(Sgt):
    """Singles: a character for each cell."""

    game, title = "singles", "Singles"

    def __init__(self, number: GivenLayer, shade: AnswerLayer) -> None:
        super().__init__(number=number)
        self.shade = shade

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        found = {}
        for cell in cells_of(board):
            n = CHARACTERS.find(cursor.peek() or "?")
            if n < 0:
                raise cursor.error("this is no number", "a digit or a letter for each cell")
            found[cell] = n
            cursor.take()
        cursor.end()
        return Told({self.layers["number"].name: found})

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        given = self.marks(puzzle, "number")
        if any(given.get(cell, len(CHARACTERS)) >= len(CHARACTERS) for cell in cells_of(board)):
            raise WriteError(f"the format needs a number below {len(CHARACTERS)} in every cell")
        return "".join(CHARACTERS[given[cell]] for cell in cells_of(board))

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``B`` with the place of a black cell."""
        del model
        return {self.shade.name: {cell: True for sign, cell in pairs_of(text) if sign == "B"}}


class Tents(Sgt):
    """Tents: trees, told by the distances between them, then the counts of the columns and of the rows."""

    game, title = "tents", "Tents"

    def __init__(self, tree: GivenLayer, count: GivenLayer, tent: AnswerLayer) -> None:
        super().__init__(tree=tree, count=count, tent=tent)

    @staticmethod
    def _sides(board: Rect) -> list[Spot]:
        return [Spot(-1, 2 * i + 1) for i in range(board.n_cols)] + [Spot(2 * i + 1, -1) for i in range(board.n_rows)]

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        cells = cells_of(board)
        trees: dict[Spot, Any] = {}
        tents: dict[Spot, Any] = {}
        i = 0
        while i <= len(cells) and not cursor.done and cursor.peek() != ",":
            sign = cursor.peek()
            n = 0 if sign in "_!-" else cursor.skip()
            if sign in "_!-":
                cursor.take()
            elif not n:
                raise cursor.error("this tells no trees", "a small letter, '_', '!' or '-'")
            i += min(n, 25)
            if n < 26:
                if i < len(cells):
                    (trees if sign not in "!-" else tents)[cells[i]] = sign != "-"
                i += 1
        if i != len(cells) + 1:
            raise cursor.error("the trees end at another place than the board", "places for all cells")
        counts = {}
        for side in self._sides(board):
            cursor.demand(",")
            number = cursor.number()
            if number is None:
                raise cursor.error("this is no count", "a number")
            counts[side] = number
        cursor.end()
        given: Marks = {self.layers["tree"].name: trees, self.layers["count"].name: dict(counts)}
        if tents:
            given[self.layers["tent"].name] = tents
        return Told(given)

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        counts, sides = self.marks(puzzle, "count"), self._sides(board)
        if set(counts) != set(sides):
            raise WriteError("the format needs a count above every column and on the left of every row, and no others")
        trees, tents = self.marks(puzzle, "tree"), self.marks(puzzle, "tent")
        if tents:
            raise WriteError("the format has no place for given tents")
        out, passed = [], 0
        for cell in (*cells_of(board), None):
            if cell is None or cell in trees:
                out.append("z" * (passed // 25) + ("_abcdefghijklmnopqrstuvwxy"[passed % 25]))
                passed = 0
            else:
                passed += 1
        return ",".join(["".join(out), *(str(counts[side]) for side in sides)])

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``T`` with the place of a tent."""
        del model
        return {self.layers["tent"].name: {cell: True for sign, cell in pairs_of(text) if sign == "T"}}
