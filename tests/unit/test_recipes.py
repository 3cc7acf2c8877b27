"""The puzzles made for measurements are sound: they can be written, and what they were made from is true of them."""

from __future__ import annotations

from random import Random

import pytest

import gridwright as gw
from benchmarks.recipes import RECIPES

MAY_HAVE_SEVERAL = {"compass", "yagit"}
"""Their formats cannot give the marks that would leave one answer."""


@pytest.mark.parametrize("name", RECIPES)
def test_a_made_puzzle_is_sound(name: str) -> None:
    puzzle = RECIPES[name](Random(name), 6)
    assert gw.read(gw.write(puzzle, "spf")) == puzzle
    verdict = gw.solve(puzzle, timeout=20)
    assert verdict.status in (("unique", "several") if name in MAY_HAVE_SEVERAL else ("unique",))
    for answer in verdict.answers:
        assert gw.check(puzzle, answer, finished=True) == []


@pytest.mark.parametrize("name", ["coral", "subway"])
def test_the_same_seed_makes_the_same_puzzle(name: str) -> None:
    assert RECIPES[name](Random(7), 6) == RECIPES[name](Random(7), 6)
