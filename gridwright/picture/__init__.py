"""Pictures of puzzles, made from the looks that the layers of a genre declare; no genre is known by name here."""

from typing import Protocol

from ..board.board import Spot


class Fault(Protocol):
    """Something wrong with a grid: the part of a violation that pictures need."""

    @property
    def at(self) -> tuple[Spot, ...]:
        """The spots that show it."""
