"""Random loops for new puzzles."""

from __future__ import annotations

from random import Random

import pytest

from gridwright.language import Rect, Spot
from gridwright.laying import loops
from gridwright.laying.layouts import is_connected
from gridwright.laying.loops import winding_area


@pytest.mark.parametrize("seed", range(6))
def test_a_winding_area_is_bordered_by_one_loop(seed: int) -> None:
    """Inside and outside are connected, and no 2x2 block has only two opposite cells inside."""
    board, around = Rect.of(12, 9), Rect.of(14, 11)
    inside = {Spot(y + 2, x + 2) for y, x in winding_area(Random(seed), board, 3 + 2 * seed, 0.58)}
    assert is_connected(around, inside)
    assert is_connected(around, set(around.cells) - inside)
    for a, b, c, d in around.windows(2, 2):
        own = [cell in inside for cell in (a, b, c, d)]
        assert own not in ([True, False, False, True], [False, True, True, False])


def test_the_work_for_a_loop_is_proportional_to_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cells that are looked at: about 7 for each cell, on boards of any size."""
    looked = 0
    before = loops._Side._badness

    def counted(side: loops._Side, cell: Spot) -> float | None:
        nonlocal looked
        looked += 1
        return before(side, cell)

    monkeypatch.setattr(loops._Side, "_badness", counted)
    for side in (10, 30):
        looked = 0
        winding_area(Random("work"), Rect.of(side, side), 6, 0.58)
        assert side * side < looked < 10 * side * side
