"""A law about diagnoses: if one clue of a puzzle is changed so that no answer is left, the diagnosis names it, nearly
always first."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import gridwright as gw
from gridwright.engine.explain.repairs import near_values, replaced
from gridwright.language import Puzzle, Spot
from gridwright.language.layers import GivenLayer
from gridwright.language.rules import Clue

from .cases import FOLDERS, of_folder

SIZES = range(9, 43)
"""Numbers of cells of the cases that are looked at."""
CLUES = 12
"""So many clues of a case are tried until a change of one leaves no answer."""
FIRST = 0.85
"""The least share of genres in which the changed clue comes first."""


def spoilt(puzzle: Puzzle, rng: random.Random) -> Iterator[tuple[Puzzle, Clue]]:
    """The puzzle with one clue changed, without answer."""
    model = puzzle.genre.as_told(puzzle)
    for name, layer in puzzle.genre.layers.items():
        own: Mapping[Spot, Any] = puzzle.given.get(name, {})
        if isinstance(layer, GivenLayer) and layer.role == "clue":
            for spot in rng.sample(sorted(own), min(len(own), CLUES)):
                for value in near_values(own[spot], layer.domain.at(model, spot))[:4]:
                    changed = replaced(puzzle, {(name, spot): value})
                    if changed is not None and gw.solve(changed).status == "none":
                        yield changed, (name, spot)
                        break


@pytest.mark.thorough
def test_a_changed_clue_is_named_nearly_always_first() -> None:
    firsts: list[str] = []
    later: list[str] = []
    for folder in FOLDERS:
        rng = random.Random(zlib.crc32(f"spoilt {folder}".encode()))
        cases = [one for one in of_folder(folder) if one.status == "unique" and len(one.puzzle.board.cells) in SIZES]
        found = next((pair for one in cases for pair in spoilt(one.puzzle, rng)), None)
        if found is not None:
            puzzle, clue = found
            named = [one.clues for one in gw.diagnose(puzzle).repairs]
            assert (clue,) in named, f"{folder}: the changed clue {clue} is not named: {named}"
            (firsts if named[0] == (clue,) else later).append(folder)
    assert len(firsts) >= FIRST * len(firsts + later), f"another clue is named first in {later}"
