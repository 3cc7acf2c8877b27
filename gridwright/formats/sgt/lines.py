"""Games whose answers are lines: Bridges, Loopy, Pearl and Slant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from ...board.board import Spot
from ...board.rect import DOWN, LEFT, RIGHT, UP
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer, ValueLayer
from ...language.puzzle import Puzzle
from .dialect import Marks
from .parts import Signs, cell_at, pairs_of
from .text import words_of

_TILINGS = (
    "squares", "triangles", "hexagons", "snub squares", "Cairo pentagons", "great hexagons", "octagons", "kites",
    "florets", "dodecagons", "great dodecagons", "Penrose kites", "Penrose rhombs", "great-great dodecagons",
    "kagome", "compass dodecagons", "hats", "spectres",
)  # fmt: skip


class Bridges(Signs):
    """Bridges; ``clue`` are the islands, ``bridge`` the number of bridges along links."""

    game, title = "bridges", "Bridges"
    signs: ClassVar[Mapping[str, Any]] = {sign: n for n, sign in enumerate("123456789ABCDEFG", 1)}
    what = "island"

    def __init__(self, clue: GivenLayer, bridge: ValueLayer) -> None:
        super().__init__(clue=clue)
        self.bridge = bridge

    def check_flags(self, flags: str) -> str:
        """Two bridges at most, and no rule about rings."""
        most = re.search(r"m([0-9]+)", flags)
        if most and most[1] != "2":
            return f"this puzzle has up to {most[1]} bridges between two islands"
        return "bridges must form no ring in this puzzle" if "L" in flags else ""

    def flags(self, puzzle: Puzzle) -> str:
        """See Sgt."""
        del puzzle
        return "m2"

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``L`` with both ends and the number."""
        found: dict[Spot, int] = dict.fromkeys(self.bridge.spots(model), 0)
        for word in words_of(text):
            if word[0] == "L":
                x, y, u, v, n = (int(part) for part in word[1:].split(","))
                a, b = sorted((cell_at(x, y), cell_at(u, v)))
                across = a.y == b.y
                between = range(a.x + 1, b.x, 2) if across else range(a.y + 1, b.y, 2)
                found.update({Spot(a.y, i) if across else Spot(i, a.x): n for i in between})
        return {self.bridge.name: found}


class Loopy(Signs):
    """Loopy, on squares only."""

    game, title = "loopy", "Loopy"
    signs: ClassVar[Mapping[str, Any]] = {sign: n for n, sign in enumerate("0123456789")}
    what = "number"

    def __init__(self, clue: GivenLayer) -> None:
        super().__init__(clue=clue)

    def check_flags(self, flags: str) -> str:
        """The tiling is that of squares."""
        tiling = re.search(r"t([0-9]{1,6})", flags)
        n = int(tiling[1]) if tiling else 0
        if n == 0:
            return ""
        return f"this puzzle is on a board of {_TILINGS[n] if n < len(_TILINGS) else 'other tiles'}"

    def flags(self, puzzle: Puzzle) -> str:
        """See Sgt."""
        del puzzle
        return "t0"


class Pearl(Signs):
    """Pearl; ``clue`` are white (corner: black) and straight pearls."""

    game, title = "pearl", "Pearl"
    signs: ClassVar[Mapping[str, Any]] = {"B": "black", "W": "white"}
    what = "pearl"

    def __init__(self, clue: GivenLayer, loop: AnswerLayer) -> None:
        super().__init__(clue=clue)
        self.loop = loop

    def solution(self, model: Genre, text: str) -> Marks | None:
        """``R`` with the ways out of a cell in bits, and its place."""
        steps = {1: RIGHT, 2: UP, 4: LEFT, 8: DOWN}
        links = set(model.puzzle.board.links)
        found = {}
        for word in words_of(text):
            if word[0] == "R":
                bits, x, y = (int(part) for part in word[1:].split(","))
                cell = cell_at(x, y)
                ways = [step for bit, step in steps.items() if bits & bit]
                found.update({Spot(cell.y + dy // 2, cell.x + dx // 2): True for dy, dx in ways})
        return {self.loop.name: found} if found.keys() <= links else None


class Slant(Signs):
    """Slant; ``clue`` are numbers at corners, ``slant`` holds ``\\`` or ``/``."""

    game, title = "slant", "Slant"
    signs: ClassVar[Mapping[str, Any]] = {sign: n for n, sign in enumerate("01234")}
    what = "number"
    corners = True

    def __init__(self, clue: GivenLayer, slant: ValueLayer) -> None:
        super().__init__(clue=clue)
        self.slant = slant

    def solution(self, model: Genre, text: str) -> Marks | None:
        """A stroke and its place."""
        del model
        return {self.slant.name: {cell: sign for sign, cell in pairs_of(text) if sign in "\\/"}}
