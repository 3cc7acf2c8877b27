"""Boards drawn by hand are read correctly from every format, and written correctly."""

from __future__ import annotations

from typing import Any

import pytest

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import Rect

from ..drawn_by_hand import BOARDS, DRAWN, PENPA_ANSWERS, Drawn

READ_ONLY = {"ipuz", "janko", "kudamono", "nonogram-lists", "sudokupad"}
"""Formats without a writer."""


def contents(puzzle: gw.Puzzle) -> tuple[Any, ...]:
    """All contents of a puzzle, with the defaults of keys that are not set."""
    keys = {name: puzzle.keys.get(name, key.default) for name, key in puzzle.genre.keys.items()}
    return puzzle.genre.name, puzzle.board, {name: dict(marks) for name, marks in puzzle.given.items() if marks}, keys


def name_of(drawn: Drawn) -> str:
    return f"{drawn.format} {drawn.board}"


@pytest.mark.parametrize("drawn", DRAWN, ids=name_of)
def test_drawn_boards_are_read(drawn: Drawn) -> None:
    (reading,) = gw.read_all(drawn.text, drawn.format, **drawn.options)
    assert contents(reading.puzzle) == contents(BOARDS[drawn.board])


@pytest.mark.parametrize("drawn", [one for one in DRAWN if one.format not in READ_ONLY], ids=name_of)
def test_drawn_boards_are_written(drawn: Drawn) -> None:
    """The reader is right (the test above), so a round trip tests the writer."""
    board = BOARDS[drawn.board]
    (reading,) = gw.read_all(gw.write(board, drawn.format), drawn.format, **drawn.options)
    assert contents(reading.puzzle) == contents(board)


@pytest.mark.parametrize(("drawn", "told"), PENPA_ANSWERS, ids=[drawn.board for drawn, _ in PENPA_ANSWERS])
def test_answers_drawn_in_the_editor_are_read(drawn: Drawn, told: dict[str, Any]) -> None:
    (reading,) = gw.read_all(drawn.text, **drawn.options)
    assert contents(reading.puzzle) == contents(BOARDS[drawn.board])
    wanted = gw.state(reading.puzzle, **told)
    assert reading.answer is not None
    for name, marks in wanted.marks.items():
        assert {spot: mark for spot, mark in reading.answer.marks[name].items() if mark} == dict(marks)


@pytest.mark.parametrize("name", BOARDS)
def test_no_board_is_symmetric(name: str) -> None:
    """On a symmetric board, a reader that mirrors places would go unnoticed."""
    puzzle = BOARDS[name]
    board = puzzle.board
    assert isinstance(board, Rect)
    height, width = 2 * board.n_rows, 2 * board.n_cols
    mirrored = [lambda y, x: (y, width - x), lambda y, x: (height - y, x), lambda y, x: (height - y, width - x)]
    turned = [lambda y, x: (x, y), lambda y, x: (x, width - y), lambda y, x: (height - x, y),
              lambda y, x: (height - x, width - y)]  # fmt: skip
    given = {(layer, *spot): value for layer, marks in puzzle.given.items() for spot, value in marks.items()}
    for move in (*mirrored, *(turned if height == width else ())):
        assert {(layer, *Spot(*move(y, x))): value for (layer, y, x), value in given.items()} != given
