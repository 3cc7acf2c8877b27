"""Law: a rule means the same alone and among others.

Solver and checker agree on every genre without one of its rules.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator

import pytest

import gridwright as gw
from gridwright.language import Genre, Puzzle
from gridwright.language.kinds.connected import Connected

from .tiny import SIZES, grids, judged, made_up, solved

GRIDS = 300
"""Boards with more grids are not enumerated."""
EACH = 6
"""So many puzzles are made up for each size."""


def without(genre: type[Genre], rule: str) -> type[Genre]:
    """The genre as somebody would derive it who drops a rule."""
    return type(genre.__name__, (genre,), {rule: None, "__module__": genre.__module__})


def tiny_puzzles(genre: type[Genre], rng: random.Random) -> Iterator[Puzzle]:
    for rows, cols in SIZES:
        for _ in range(EACH):
            puzzle = made_up(genre, rows, cols, rng)
            if grids(puzzle) <= GRIDS:
                yield puzzle


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda g: g.__name__)
def test_solver_and_checker_agree_without_a_rule(genre: type[Genre]) -> None:
    rng = random.Random(zlib.crc32(f"alone {genre.name}".encode()))
    for rule in genre.rules:
        less = without(genre, rule.name)
        assert rule not in less.rules
        for puzzle in tiny_puzzles(less, rng):
            right = judged(puzzle)
            assert solved(puzzle, plain=False) == right, (rule.name, puzzle.given)
            assert solved(puzzle, plain=True) == right, (rule.name, puzzle.given)


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda g: g.__name__)
def test_what_is_certain_elsewhere_is_certain_by_named_rules(genre: type[Genre]) -> None:
    """Tiny boards do not show that "so many cells are marked at least" leans on another rule."""
    for rule in genre.rules:
        if isinstance(rule, Connected) and (rule.at_least or rule.sure):
            assert rule.relied, rule.name
