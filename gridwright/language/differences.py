"""Where two answers to a puzzle differ."""

from __future__ import annotations

from ..board.board import Spot
from .arguments import checks_arguments
from .puzzle import State


@checks_arguments
def differences(one: State, other: State) -> tuple[Spot, ...]:
    """The spots at which two states hold different marks, in reading order; a mark that is missing is one, too.

    Raises ValueError for states of different puzzles.
    """
    if one.puzzle is not other.puzzle and one.puzzle != other.puzzle:
        raise ValueError("these are states of different puzzles")
    return tuple(sorted({
        spot for name in one.marks.keys() | other.marks.keys()
        for spot in one.marks.get(name, {}).keys() | other.marks.get(name, {}).keys()
        if one.get(name, spot) != other.get(name, spot)
    }))  # fmt: skip
