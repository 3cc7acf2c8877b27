"""Structures laid out at random keep what they promise, whatever the seed."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from gridwright.language.boxes import box_size
from gridwright.language.layouts import (
    domino_tiling,
    grown,
    is_connected,
    is_tight,
    latin_square,
    long_way,
    moved,
    path_cover,
    rectangle_tiling,
    spread,
    turned,
)
from gridwright.language.making import Unlucky, image, orbits
from gridwright.language.rect import Rect
from gridwright.language.sudoku_areas import boxed_sides

SEEDS = range(5)


@pytest.mark.parametrize("seed", SEEDS)
def test_areas_are_connected_and_cover_the_board(seed: int) -> None:
    board, rng = Rect.of(6, 7), Random(seed)
    for areas in (grown(board, rng, lambda: 5), spread(board, rng, [[board.cells[0]], [board.cells[-1]]])):
        assert sorted(c for area in areas for c in area) == sorted(board.cells)
        assert all(is_connected(board, area) for area in areas)
        after = moved(board, rng, areas, board.cells)
        assert after is not None and all(is_connected(board, area) for area in after)
        assert sum(set(a) != set(b) for a, b in zip(areas, after, strict=True)) == 2


@pytest.mark.parametrize("seed", SEEDS)
def test_dominoes_cover_the_board(seed: int) -> None:
    board = Rect.of(5, 6)
    pairs = domino_tiling(board, Random(seed))
    assert sorted(c for pair in pairs for c in pair) == sorted(board.cells)
    assert all(b in board.neighbours(a) for a, b in pairs)


def test_no_dominoes_cover_an_odd_board() -> None:
    with pytest.raises(Unlucky):
        domino_tiling(Rect.of(3, 3), Random(1))


@pytest.mark.parametrize("seed", SEEDS)
def test_paths_cover_the_board(seed: int) -> None:
    board, rng = Rect.of(6, 6), Random(seed)
    way = long_way(board, rng)
    assert len(set(way)) == 36 and all(b in board.neighbours(a) for a, b in pairwise(way))
    paths = path_cover(board, rng, 3, 12)
    assert sorted(c for path in paths for c in path) == sorted(board.cells)
    assert all(3 <= len(path) <= 12 and all(b in board.neighbours(a) for a, b in pairwise(path)) for path in paths)


def test_tight_paths_never_run_beside_themselves() -> None:
    board = Rect.of(2, 3)
    a, b, c, d, e, f = board.cells
    assert is_tight(board)([a, b, c, f]) and not is_tight(board)([a, b, c, f, e])
    assert not is_tight(board)([a, b, e, d])


@pytest.mark.parametrize("seed", SEEDS)
def test_rectangles_cover_the_board(seed: int) -> None:
    board, rng = Rect.of(7, 6), Random(seed)
    areas = turned(board, rng, rectangle_tiling(board, rng, lambda: 6))
    assert sorted(c for area in areas for c in area) == sorted(board.cells)
    for area in areas:
        ys, xs = {c.y for c in area}, {c.x for c in area}
        assert len(area) == len(ys) * len(xs)


@pytest.mark.parametrize("seed", SEEDS)
def test_latin_squares_repeat_nothing_in_a_line(seed: int) -> None:
    board = Rect.of(5, 7)
    number = latin_square(board, Random(seed))
    assert all(len({number[c] for c in line}) == len(line) for line in board.lines)
    assert set(number.values()) == set(range(1, 8))


SHAPES = [(4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (9, (3, 3)), (12, (3, 4)), (7, (1, 7))]


@pytest.mark.parametrize(("side", "shape"), SHAPES)
def test_boxes_are_as_square_as_possible(side: int, shape: tuple[int, int]) -> None:
    assert box_size(side) == shape
    assert (boxed_sides(side, side) == "") == (shape[0] > 1)


def test_orbits_hold_a_spot_and_its_image() -> None:
    board = Rect.of(3, 3)
    found = list(orbits(board, board.cells, "rotate"))
    assert sorted(map(len, found)) == [1, 2, 2, 2, 2]
    assert all(image(board, own[0], "rotate") == own[-1] for own in found)
    assert all(len(own) == 1 for own in orbits(board, board.cells, "none"))
