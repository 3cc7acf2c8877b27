"""A domain that holds everything, puzzles that no declaration was asked about, and marks that are seen by others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.language import About, Board, Genre, Puzzle, Spot, State, Such
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


def is_lone_blank(answer: State, layer: str, spot: Spot) -> bool:
    """Whether a mark is the only one of an answer that says "nothing here".

    Blanks are marked only while something is open, so none is left to tell that this one is.
    """
    blanks = [(name, at) for name, own in answer.marks.items() for at, value in own.items() if value is False]
    return blanks == [(layer, spot)]
