"""What is left of the marks of a layer when some of them no longer tell anything."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from gridwright.language import Puzzle, Spot
from gridwright.language.domain import ABSENT
from gridwright.language.layers import GivenLayer


def weaker(puzzle: Puzzle, name: str, spots: Collection[Spot]) -> dict[Spot, Any]:
    """The marks that a puzzle gives on a layer, those on some spots taken away or replaced by what tells nothing.

    Structure stays as it is, and so do clues of which all are given.
    """
    marks, layer = dict(puzzle.given[name]), puzzle.genre.layers[name]
    if isinstance(layer, GivenLayer) and (layer.role == "structure" or layer.exhaustive):
        return marks
    model = puzzle.genre.as_told(puzzle)
    for spot in spots:
        untold = layer.untold(model, spot) if isinstance(layer, GivenLayer) else ABSENT
        if untold is ABSENT:
            del marks[spot]
        else:
            marks[spot] = untold
    return marks
