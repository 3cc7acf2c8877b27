"""Layouts of new Arukone: paths that cover the board, and look like those of published puzzles."""

from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from gridwright.board.rect import Rect
from gridwright.genres.arukone.new import Aims, other_paths, with_paths
from gridwright.language.making import Sketch, Unlucky, Wishes
from gridwright.language.puzzle import Puzzle, State
from gridwright.registry import REGISTRY


def laid(seed: int, board: Rect) -> Sketch | None:
    try:
        return with_paths(Random(seed), board, Wishes())
    except Unlucky:
        return None


def assert_covers(board: Rect, sketch: Sketch) -> None:
    """Every cell is on one path, and no path touches itself."""
    _, paths = sketch.parts
    assert sorted(cell for path in paths for cell in path) == sorted(board.cells)
    for path in paths:
        place = {cell: i for i, cell in enumerate(path)}
        assert all(b in board.neighbours(a) for a, b in pairwise(path))
        assert all(abs(place.get(near, i) - i) <= 1 for cell, i in place.items() for near in board.neighbours(cell))


@pytest.mark.parametrize("size", [(3, 3), (8, 8), (7, 11)])
def test_paths_cover_the_board_and_touch_only_others(size: tuple[int, int]) -> None:
    board = Rect.of(*size)
    sketches = [sketch for seed in range(8) if (sketch := laid(seed, board)) is not None]
    assert len(sketches) >= 4
    for sketch in sketches:
        assert_covers(board, sketch)


def test_changes_keep_the_aims_and_the_cover() -> None:
    board = Rect.of(8, 8)
    sketch = next(one for seed in range(8) if (one := laid(seed, board)) is not None)
    genre = REGISTRY.genre("Arukone")
    answer = State.of(Puzzle.of(genre, board, sketch.given), sketch.marks)
    changed = other_paths(Random(1), sketch, answer, board.links[:4])
    assert changed is not None and changed.parts[0] == sketch.parts[0]
    assert changed.given != sketch.given
    assert_covers(board, changed)


@pytest.mark.thorough
def test_ends_are_as_far_apart_as_in_published_puzzles() -> None:
    """Half of the ends touch another end there, hardly any path ends near its beginning, and paths have 14 cells."""
    board = Rect.of(10, 10)
    touching, near, lengths = [], [], []
    for seed in range(12):
        sketch = laid(seed, board)
        if sketch is None:
            continue
        _, paths = sketch.parts
        ends = {end for path in paths for end in (path[0], path[-1])}
        touching.append(fmean(not ends.isdisjoint(board.neighbours(end)) for end in ends))
        near += [abs(path[0].y - path[-1].y) + abs(path[0].x - path[-1].x) <= 4 for path in paths]
        lengths.append(len(board.cells) / len(paths))
    assert 0.2 < fmean(touching) < 0.65
    assert fmean(near) < 0.1
    assert 10 < fmean(lengths) < 18


def test_aims_vary() -> None:
    board = Rect.of(10, 10)
    aims = [Aims.draw(Random(seed), board) for seed in range(40)]
    assert len({one.n for one in aims}) >= 3 and len({round(one.touching, 1) for one in aims}) >= 5
