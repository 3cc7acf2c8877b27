"""A game of the collection: parameters, a description, and optionally a solution."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import AnswerLayer, Layer
from ...language.puzzle import Puzzle, State
from ..dialect import MAX_CELLS, Dialect
from ..errors import FormatError, WriteError
from .text import Cursor

Marks = dict[str, dict[Spot, Any]]
_PARAMETERS = re.compile(r"([0-9]{1,6})(?:x([0-9]{1,6}))?(.*)")

SOLO_WITH_CAGES = "solo k"
"""The name of a genre with cages, which the parameters of Solo tell by a letter."""


class Told(NamedTuple):
    """What a description tells."""

    given: Marks
    keys: Mapping[str, Any] = {}
    answer: Marks | None = None
    warnings: tuple[str, ...] = ()


class Sgt(Dialect):
    """A genre told as a game of the collection; each game is a subclass.

    ``game`` is the game's name in addresses, ``title`` that in save files.
    """

    format = "sgt"
    game: ClassVar[str]
    title: ClassVar[str]
    square: ClassVar[bool] = False
    """Whether the parameters begin with a single number, the side."""

    def __init__(self, **layers: Any) -> None:
        super().__init__(self.game)
        self.layers = {name: thing for name, thing in layers.items() if thing is not None}

    # -- what games say

    def check_flags(self, flags: str) -> str:
        """The rule that the parameters ask for and the genre lacks; empty if there is none."""
        del flags
        return ""

    def board(self, width: int, height: int, flags: str) -> Rect:
        """The board of some parameters."""
        del flags
        return Rect.of(height, width)

    @abstractmethod
    def read(self, cursor: Cursor, board: Rect, flags: str) -> Told:
        """What a description tells. Raises FormatError."""

    @abstractmethod
    def description(self, puzzle: Puzzle, board: Rect) -> str:
        """The description of a puzzle. Raises WriteError."""

    def flags(self, puzzle: Puzzle) -> str:
        """What stands behind the size in the parameters of a puzzle."""
        del puzzle
        return ""

    def size(self, puzzle: Puzzle, board: Rect) -> str:
        """The size as the parameters tell it."""
        del puzzle
        return str(board.n_cols) if self.square else f"{board.n_cols}x{board.n_rows}"

    def solution(self, model: Genre, text: str) -> Marks | None:
        """The answer that the text of a solution tells; None if it cannot be read."""
        del model, text
        return None

    def kept(self) -> Iterable[str]:
        """The names of the layers and keys of the genre that a description can hold."""
        return (thing.name for thing in self.layers.values())

    # -- what the format asks

    def sized(self, parameters: Cursor) -> tuple[Rect, str]:
        """The board that parameters ask for, and their flags. Raises FormatError."""
        found = _PARAMETERS.fullmatch(parameters.text)
        if found is None:
            raise parameters.error("these are no parameters", "a size such as 9x9", at=0)
        width, flags = int(found[1]), found[3]
        height = int(found[2] or found[1])
        if min(width, height) < 1 or width * height > MAX_CELLS:
            wanted = f"1 to {MAX_CELLS} cells"
            raise parameters.error("a board of this size is not supported", wanted, 0, f"{width} x {height}")
        lacking = self.check_flags(flags)
        if lacking:
            raise FormatError(f"{lacking}, and the genre has no such rule", code="other-rules")
        board = self.board(width, height, flags)
        if len(board.cells) > MAX_CELLS:
            wanted = f"1 to {MAX_CELLS} cells"
            raise parameters.error("a board of this size is not supported", wanted, 0, f"{width} x {height}")
        return board, flags

    def id_of(self, puzzle: Puzzle) -> str:
        """The id of a puzzle. Raises WriteError."""
        board = puzzle.board
        if not isinstance(board, Rect) or board.holes:
            raise WriteError("the format has boards without missing cells only")
        if self.square and board.n_rows != board.n_cols:
            raise WriteError(f"the format has square boards of {self.title} only")
        kept = set(self.kept())
        told = [name for name, marks in puzzle.given.items() if marks and name not in kept]
        told += [name for name, value in puzzle.keys.items() if name not in kept and value != _default(puzzle, name)]
        if told:
            raise WriteError(f"the format has no place for {told[0]}")
        description = self.description(puzzle, board)
        return f"{self.size(puzzle, board)}{self.flags(puzzle)}:{description}"

    def marks(self, puzzle: Puzzle, role: str) -> Mapping[Spot, Any]:
        """The marks of the layer in a role."""
        layer = self.layers.get(role)
        return puzzle.given.get(layer.name, {}) if isinstance(layer, Layer) else {}


def _default(puzzle: Puzzle, name: str) -> Any:
    return puzzle.genre.keys[name].default


def answer_of(puzzle: Puzzle, marks: Marks) -> State:
    """The answer with some marks; the layers of marks are filled up with their absence."""
    model = puzzle.genre.as_told(puzzle)
    full: Marks = {}
    for name, found in marks.items():
        layer = puzzle.genre.layers[name]
        absent = dict.fromkeys(layer.spots(model), False) if isinstance(layer, AnswerLayer) else {}
        full[name] = {**absent, **found}
    return State.of(puzzle, full)
