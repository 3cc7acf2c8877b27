"""Law 4: judge and compiler agree on every grid of tiny boards, square and not."""

import random
import zlib
from collections.abc import Iterator
from itertools import islice

import gridwright as gw
from gridwright.language import Genre, Puzzle, Spot

from ..grouped import in_part, part
from .cases import each_genre
from .tiny import SIZES, check_agreement, distinct, grids, judged, made_up

MIDDLE = Spot(3, 3)
GRIDS = 3_000
"""Most grids of a puzzle that is enumerated."""
HOLED_GRIDS = 1_000
"""The same for boards with holes."""
BUDGET = 5_000
"""Grids tried for each genre and size, in at most 14 puzzles."""


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


@each_genre
@in_part
def test_judge_and_compiler_agree(genre: type[Genre], share: float) -> None:
    for rows, cols in part(SIZES, share, genre.name):
        for puzzle in distinct(puzzles(genre, rows, cols)):
            check_agreement(puzzle)


@each_genre
@in_part
def test_judge_and_compiler_agree_on_boards_with_holes(genre: type[Genre], share: float) -> None:
    """Holes may take a whole row, part a line, or leave lines of different lengths."""
    rng = random.Random(zlib.crc32(f"{genre.name} holes".encode()))
    sizes = ((1, 3, 1), (2, 2, 1), (2, 2, 2), (2, 3, 1), (3, 1, 1), (3, 2, 2), (3, 3, 1), (1, 5, 2))
    for rows, cols, n_holes in part(sizes, share, genre.name):
        made = [made_up(genre, rows, cols, rng, n_holes=n_holes) for _ in range(4)]
        for puzzle in distinct(puzzle for puzzle in made if grids(puzzle) <= HOLED_GRIDS):
            check_agreement(puzzle)


@each_genre
@in_part
def test_judge_and_compiler_agree_around_a_hole(genre: type[Genre], share: float) -> None:
    """A loop may surround the hole in the middle, and cells may be connected around it."""
    rng = random.Random(zlib.crc32(f"{genre.name} ring".encode()))
    made = (made_up(genre, 3, 3, rng, n_holes=1) for _ in range(150))
    rings = (puzzle for puzzle in made if MIDDLE not in puzzle.board.cells and grids(puzzle) <= GRIDS)
    for puzzle in distinct(islice(rings, round(10 * share))):
        check_agreement(puzzle)


@each_genre
def test_some_tiny_puzzle_has_answers(genre: type[Genre]) -> None:
    """The law says something: for each genre some made-up puzzle has an answer, and some grid is wrong."""
    made = (p for seed in ("", *"abcdefgh") for y, x in SIZES for p in puzzles(genre, y, x, 1_000, seed, 40))
    assert judged(next(puzzle for puzzle in made if gw.solve(puzzle, limit=1).answers)), (
        f"{genre.name}: no tiny puzzle has an answer by trying every grid")
    assert any(len(judged(puzzle)) < grids(puzzle) for y, x in SIZES for puzzle in puzzles(genre, y, x, 1_000)), (
        f"{genre.name}: every grid of every tiny puzzle is right, so the rules demand nothing there")
