"""Games that cut the board into regions: Filling, Galaxies and Rectangles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer, ValueLayer
from ...language.puzzle import Puzzle
from ..errors import WriteError
from .dialect import Marks, Sgt, Told
from .parts import DIGITS, Numbered, Signs, cells_of, per_cell
from .text import Cursor, spots


class Filling(Signs):
    """Filling; ``clue`` are numbers, which are also the answer."""

    game, title = "filling", "Filling"
    signs: ClassVar[Mapping[str, Any]] = {"0": ..., **{sign: n for n, sign in enumerate(DIGITS) if n}}
    what = "number"

    def __init__(self, clue: ValueLayer) -> None:
        super().__init__(clue=clue)

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """A digit for each cell."""
        given = self.marks(puzzle, "clue")
        if any(n > 9 for n in given.values()):
            raise WriteError("the format has numbers up to 9 only")
        return "".join(str(given.get(cell, 0)) for cell in cells_of(board))

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A digit for each cell."""
        found = per_cell(model, [int(sign) for sign in text])
        return None if found is None else {self.layers["clue"].name: found}


class Galaxies(Sgt):
    """Galaxies: dots on the lattice of cells, borders and corners."""

    game, title = "galaxies", "Galaxies"

    def __init__(self, centre: GivenLayer, wall: AnswerLayer) -> None:
        super().__init__(centre=centre)
        self.wall = wall

    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """See Sgt."""
        del flags
        places = spots(2 * board.n_rows - 1, 2 * board.n_cols - 1, 1, 1)
        found: dict[Spot, Any] = {}
        i = 0
        while not cursor.done and i <= len(places):
            sign = cursor.take().lower()
            n = "abcdefghijklmnopqrstuvwxyz".find(sign)
            if n < 0 or not sign:
                raise cursor.error("this tells no dots", "a letter", at=cursor.at - 1)
            i += n
            if n < 25:
                if i >= len(places):
                    raise cursor.error("the dots go on behind the board", at=cursor.at - 1)
                found[places[i]] = True
                i += 1
        if i > len(places):
            raise cursor.error("the dots go on behind the board", at=cursor.at - 1)
        return Told({self.layers["centre"].name: found})

    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """See Sgt."""
        out, passed = [], 0
        centres = self.marks(puzzle, "centre")
        for spot in spots(2 * board.n_rows - 1, 2 * board.n_cols - 1, 1, 1):
            if spot in centres:
                out.append("z" * (passed // 25) + chr(ord("a") + passed % 25))
                passed = 0
            else:
                passed += 1
        return "".join(out)

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``E`` with a border in doubled coordinates."""
        links = set(model.puzzle.board.links)
        edges = [Spot(int(y), int(x)) for x, y in re.findall(r"E([0-9]{1,6}),([0-9]{1,6})", text)]
        return {self.wall.name: {edge: True for edge in edges if edge in links}}


class Rectangles(Numbered):
    """Rectangles."""

    game, title = "rect", "Rectangles"

    def __init__(self, number: GivenLayer, border: AnswerLayer) -> None:
        super().__init__(number=number)
        self.border = border

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A bit for each upright border, then for each level one."""
        links = model.board.links
        ordered = [*(link for link in links if link.y % 2), *(link for link in links if not link.y % 2)]
        if len(text) != len(ordered):
            return None
        return {self.border.name: {link: bit == "1" for link, bit in zip(ordered, text, strict=True)}}
