"""A domain that holds everything, and puzzles that no declaration was asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.language import About, Board, Genre, Puzzle, Spot, Such
from gridwright.language.puzzle import Frozen, frozen_layers

ANYTHING = Such(lambda _: True, "anything", lambda _: True)
"""For layers and keys of which it does not matter what they hold."""


def unchecked(
    genre: type[Genre],
    board: Board,
    given: Mapping[str, Mapping[Spot, Any]],
    keys: Mapping[str, Any] | None = None,
    about: About | None = None,
) -> Puzzle:
    """A puzzle that ``Puzzle.of`` might refuse."""
    return Puzzle(genre, board, frozen_layers(given), Frozen(keys or {}), about or About())
