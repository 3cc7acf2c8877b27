"""Structures laid out at random keep what they promise, whatever the seed."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import pairwise
from random import Random

import pytest

from gridwright.board.rect import Rect, box_size
from gridwright.board.symmetry import SYMMETRIES, Symmetry
from gridwright.language.making import ANYWHERE, CluePlaces, Unlucky, image, orbits
from gridwright.laying.boxed_areas import boxed_sides, reshaped
from gridwright.laying.clue_places import elsewhere, one_each
from gridwright.laying.layouts import (
    domino_tiling,
    grown,
    is_connected,
    latin_square,
    long_way,
    moved,
    numbered_rooms,
    path_cover,
    rectangle_tiling,
    spread,
    straight_pieces,
    turned,
)

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


def test_numbered_rooms_hold_each_number_once_and_fit() -> None:
    """On a board that is larger than those of random rooms with an answer."""
    board = Rect.of(16, 16)
    areas, numbers = numbered_rooms(board, Random(1), lambda: 4, lambda known, room, at, n: all(
        known.get(c) != n for c in board.neighbours(at)))
    assert sorted(c for area in areas for c in area) == sorted(board.cells)
    for area in areas:
        assert is_connected(board, area) and sorted(numbers[c] for c in area) == list(range(1, len(area) + 1))
    assert all(numbers[a] != numbers[b] for a, b in map(board.ends, board.links))


def test_rooms_that_no_numbers_fit_are_given_up() -> None:
    with pytest.raises(Unlucky):
        numbered_rooms(Rect.of(2, 2), Random(1), lambda: 2, lambda known, room, at, n: False)


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


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("side", (6, 9))
def test_areas_turn_into_areas(symmetry: Symmetry, side: int) -> None:
    board = Rect.of(side, side)
    for seed in SEEDS:
        areas = grown(board, Random(seed), lambda: 3, symmetry=symmetry)
        assert sorted(c for area in areas for c in area) == sorted(board.cells)
        assert all(is_connected(board, area) for area in areas)
        assert {frozenset(image(board, c, symmetry) for c in area) for area in areas} == set(map(frozenset, areas))


@pytest.mark.parametrize("symmetry", ("none", "rotate", "mirror"))
def test_irregular_areas_are_connected_and_as_large_as_before(symmetry: Symmetry) -> None:
    board = Rect.of(9, 9)
    columns = [list(column) for column in board.cols]
    areas = reshaped(Random(1), board, [list(column) for column in columns], symmetry)
    assert sorted(c for area in areas for c in area) == sorted(board.cells)
    assert all(len(area) == 9 and is_connected(board, area) for area in areas)
    # Mirrored, those in the middle have nothing to exchange with each other's images.
    assert len(set(map(frozenset, areas)) & set(map(frozenset, columns))) <= (3 if symmetry == "mirror" else 0)
    assert {frozenset(image(board, c, symmetry) for c in area) for area in areas} == set(map(frozenset, areas))


@pytest.mark.parametrize("symmetry", ("rotate", "mirror"))
def test_each_area_has_a_place_and_places_turn_into_places(symmetry: Symmetry) -> None:
    board, rng = Rect.of(6, 6), Random(3)
    boxes = ((y, x) for y in range(3) for x in range(2))
    areas = [[c for c in board.cells if (c.y // 4, c.x // 6) == box] for box in boxes]
    needed = CluePlaces(frozenset(board.cells), frozenset({areas[0][1]}))
    for places in (ANYWHERE, needed):
        at = one_each(rng, board, areas, symmetry, places)
        moved_on = elsewhere(rng, board, areas, at, 2, symmetry, places)
        for spots in (at, moved_on):
            assert all(spot in area for spot, area in zip(spots, areas, strict=True))
            assert {image(board, spot, symmetry) for spot in spots} == set(spots)
            assert places.needed.issubset(spots)


def test_an_odd_number_of_areas_has_no_places_without_one_in_the_middle() -> None:
    board = Rect.of(2, 3)
    with pytest.raises(Unlucky):
        one_each(Random(1), board, [list(column) for column in board.cols], "rotate", ANYWHERE)


@pytest.mark.parametrize("size", ((2, 2), (3, 3), (5, 4), (10, 10)))
def test_straight_pieces_cover_the_board_in_lines_of_two_or_more(size: tuple[int, int]) -> None:
    board = Rect.of(*size)
    laid = []
    for seed in range(10):
        sizes = Random(f"sizes {seed}")
        with suppress(Unlucky):
            laid.append(straight_pieces(board, Random(seed), partial(sizes.choice, (2, 3, 5))))
    assert len(laid) > 5
    for pieces in laid:
        assert sorted(c for piece in pieces for c in piece) == sorted(board.cells)
        for piece in pieces:
            assert len(piece) > 1
            assert len({c.y for c in piece}) == 1 or len({c.x for c in piece}) == 1
            assert is_connected(board, piece)
