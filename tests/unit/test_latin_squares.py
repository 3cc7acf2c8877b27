"""Switches of Latin squares, and the Skyscrapers made by them."""

from math import log2
from random import Random

import pytest

import gridwright as gw
from gridwright.board.rect import Rect
from gridwright.genres.skyscrapers import bits_of, is_hidden
from gridwright.laying.latin_squares import Square, switched, switches
from gridwright.laying.layouts import latin_square


def is_latin(square: Square) -> bool:
    numbers = list(range(1, len(square) + 1))
    return all(sorted(line) == numbers for line in (*square, *zip(*square, strict=True)))


def test_switches_lead_to_other_latin_squares() -> None:
    board = Rect.of(6, 6)
    numbers = latin_square(board, Random(1))
    square = [[numbers[cell] for cell in row] for row in board.rows]
    changes = list(switches(square))
    assert changes
    for change in changes:
        other = [[*row] for row in square]
        for row, col, number in change:
            other[row][col] = number
        assert is_latin(other)
        assert {(row, col) for row in range(6) for col in range(6) if square[row][col] != other[row][col]} == {
            (row, col) for row, col, _ in change}
    assert is_latin(switched(Random(2), square))


def test_a_change_behind_a_high_tower_is_hidden() -> None:
    # The 1 and the 2 in the middle stand behind a 3 or a 4 in each direction.
    square = [[1, 4, 3, 2], [4, 1, 2, 3], [3, 2, 1, 4], [2, 3, 4, 1]]
    swap = [(1, 1, 2), (1, 2, 1), (2, 1, 1), (2, 2, 2)]
    assert is_latin(square)
    assert is_hidden(square, swap)
    # If the first two rows change places, the 4 in the corner hides the row behind it.
    rows = [(row, col, square[1 - row][col]) for row in (0, 1) for col in range(4)]
    assert not is_hidden(square, rows)


def test_the_information_in_views() -> None:
    # Of the six orders of three towers, only 1 2 3 shows 3 and 1, only 3 1 2 shows 1 and 2; two show 2 and 2.
    square = [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
    assert bits_of(square) == pytest.approx(2 * (log2(6) + log2(3) + log2(6)))


def test_new_skyscrapers_have_numbers_outside_only() -> None:
    puzzles = list(gw.generate_many("Skyscrapers", count=6, seed="outside", difficulty="any"))
    assert sum(not puzzle.given.get("height") for puzzle in puzzles) >= 5
    assert all(gw.solve(puzzle).status == "unique" for puzzle in puzzles)
