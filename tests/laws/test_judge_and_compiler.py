"""Law 4: judge and compiler agree on every grid of tiny boards, square and not."""

import random
import zlib
from collections.abc import Iterator

import pytest

import gridwright as gw
from gridwright.language import Genre, Puzzle
from gridwright.registry import REGISTRY

from .tiny import SIZES, distinct, grids, judged, made_up, solved

GRIDS = 5_000
"""Puzzles with more grids than this are left to the slow run."""
BUDGET = 8_000
"""So many grids are tried for each genre and size, in as many puzzles as that makes (at most 14)."""


def puzzles(
    genre: type[Genre], rows: int, cols: int, most: int = GRIDS, seed: str = "", tries: int = 14
) -> Iterator[Puzzle]:
    rng = random.Random(zlib.crc32(f"{genre.name} {rows} {cols}{seed}".encode()))
    spent = 0
    for _ in range(tries):
        puzzle = made_up(genre, rows, cols, rng)
        spent += grids(puzzle)
        if grids(puzzle) <= most and spent <= 2 * max(most, BUDGET):
            yield puzzle


@pytest.mark.parametrize("genre", REGISTRY.genres, ids=lambda g: g.__name__)
def test_judge_and_compiler_agree(genre: type[Genre]) -> None:
    for rows, cols in SIZES:
        for puzzle in distinct(puzzles(genre, rows, cols)):
            right = judged(puzzle)
            assert solved(puzzle, plain=False) == right, puzzle
            assert solved(puzzle, plain=True) == right, puzzle


@pytest.mark.parametrize("genre", REGISTRY.genres, ids=lambda g: g.__name__)
def test_some_tiny_puzzle_has_answers(genre: type[Genre]) -> None:
    """The law says something: for each genre some made-up puzzle has an answer, and some grid is wrong."""
    made = (p for seed in ("", *"abcdefgh") for y, x in SIZES for p in puzzles(genre, y, x, 1_000, seed, 40))
    assert judged(next(puzzle for puzzle in made if gw.solve(puzzle, limit=1).answers))
    assert any(len(judged(puzzle)) < grids(puzzle) for y, x in SIZES for puzzle in puzzles(genre, y, x, 1_000))
