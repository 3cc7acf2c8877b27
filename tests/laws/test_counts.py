"""Answers are counted as they are listed."""

from __future__ import annotations

import random
import zlib
from itertools import islice
from pathlib import Path

import gridwright as gw
from gridwright.language import Puzzle

from ..grouped import only_if
from .cases import case, each_case
from .clues import weaker

MOST = 100
"""Answers of each puzzle that are listed; if there are more, the count has to reach them."""
LARGEST = 50
"""Most cells of a board."""


def emptier(puzzle: Puzzle, share: float, rng: random.Random) -> Puzzle:
    """The puzzle without a share of its clues."""
    given = {}
    for name, marks in puzzle.given.items():
        given[name] = weaker(puzzle, name, {spot for spot in marks if rng.random() < share})
    return Puzzle.of(puzzle.genre, puzzle.board, given, puzzle.keys)


@each_case
def test_counts_are_the_numbers_of_answers(path: Path) -> None:
    only_if(len(case(path).puzzle.board.cells) <= LARGEST)
    rng = random.Random(zlib.crc32(f"{path.parent.name} {path.stem}".encode()))
    for share in (0.1, 0.4):
        puzzle = emptier(case(path).puzzle, share, rng)
        listed = sum(1 for _ in islice(gw.all_answers(puzzle), MOST + 1))
        counted = gw.count(puzzle, limit=MOST + 1)
        assert (counted.number, counted.exact) == (listed, listed <= MOST), f"{puzzle!r}"
