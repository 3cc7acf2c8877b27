"""Changes of a puzzle that is to get one answer: how far each is from that, and how many are tried."""

from __future__ import annotations

import gridwright as gw
from gridwright.language import Rect, Spot
from gridwright.making.by_structure import ByStructure
from gridwright.making.effort import Effort, open_spots
from gridwright.making.request import Request
from gridwright.making.strategies import Maker

BARE = gw.Puzzle(gw.genre("Heyawake"), Rect.of(4, 4))
"""Any connected board without neighbouring shaded cells is an answer."""


def spots(puzzle: gw.Puzzle, enough: int | None = None) -> set[Spot]:
    return open_spots(puzzle, gw.solve(puzzle).answers[0], Effort(None), enough)


def test_open_spots_are_those_where_other_answers_differ() -> None:
    assert not spots(gw.generate("Heyawake", 4, 4, seed=1))
    one, *others = list(gw.all_answers(BARE))
    differ = {cell for cell in BARE.board.cells if any(one.get("shade", cell) != o.get("shade", cell) for o in others)}
    assert spots(BARE) <= differ


def test_no_more_answers_are_looked_for_than_show_that_enough_spots_are_open() -> None:
    few, every = spots(BARE, 0), spots(BARE)
    assert 0 < len(few) < len(every)
    assert few < every
    assert spots(BARE, len(every)) == every


def test_larger_boards_get_more_changes() -> None:
    def changes(side: int) -> int:
        strategy = Maker(Request.of(gw.genre("Nurikabe"), side, side, "rounds"), Effort(None)).strategy
        assert isinstance(strategy, ByStructure)
        return strategy.for_board(12)

    assert changes(5) == changes(10) == 12
    assert changes(20) == 48
