"""New puzzles have about as many clues as published ones, in places that are symmetric now and then."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import fmean

import pytest

import gridwright as gw
from gridwright.board.symmetry import images
from gridwright.language.making import Symmetry
from gridwright.making.conditions import USUAL
from gridwright.making.request import Request

MANY = 200


@pytest.mark.parametrize(("side", "least", "most"), ((5, 0.4, 0.5), (6, 0.7, 0.8)))
def test_larger_skyscrapers_have_more_numbers(side: int, least: float, most: float) -> None:
    """Means of published puzzles: 45% of the places at 5x5, 79% at 6x6."""
    making, board, rng = gw.genre("Skyscrapers").making, gw.Rect.of(side, side), Random(1)
    assert least < fmean(USUAL.density_of(rng, making, board) or 0 for _ in range(MANY)) < most


def test_some_tapas_are_symmetric() -> None:
    """One in five is meant to be; of 15 puzzles, at least one is in 96% of all cases."""
    puzzles = [gw.generate("Tapa", 7, seed=seed, difficulty="any") for seed in range(15)]
    assert any(set(own) == {at for spot in own for at in images(puzzle.board, spot, "rotate")}
               for puzzle in puzzles for own in (puzzle.given["clue"],) if isinstance(puzzle.board, gw.Rect))


@pytest.mark.parametrize("symmetry", ("rotate", "quarter", "diagonal"))
def test_symmetric_yajilins_have_no_more_hints_than_others(symmetry: Symmetry) -> None:
    request, counts = Request.of(gw.genre("Yajilin"), None, None, "1", None), dict[str, float]()
    for one in ("none", symmetry):
        found = []
        for seed in range(20):
            sketch = request.genre.making.sketch(Random(seed), request.board, replace(request.wishes, symmetry=one))
            found.append(len({at for spot in sketch.given["hint"] for at in images(request.board, spot, one)}))
        counts[one] = fmean(found)
    assert 0.7 * counts["none"] < counts[symmetry] < 1.3 * counts["none"]
