"""Yajilin places hints where answers differ, be it in their loop alone."""

from __future__ import annotations

from random import Random

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import Rect
from gridwright.genres.yajilin import other_hints
from gridwright.language.making import Sketch
from gridwright.language.puzzle import State


def test_a_hint_comes_where_only_the_loop_is_open() -> None:
    board = Rect.of(6, 6)
    link = board.link(board.cells[14], board.cells[15])
    answer = State.of(gw.Puzzle(gw.genre("Yajilin"), board), {})
    hints = set[Spot]()
    for seed in range(10):
        sketch = other_hints(Random(seed), Sketch(board, {"hint": {}}), answer, [link])
        assert sketch is not None
        hints.update(sketch.given["hint"])
    assert hints == {board.cells[14], board.cells[15]}
