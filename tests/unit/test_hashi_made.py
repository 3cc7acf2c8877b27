"""Drafts of Hashi: islands with bridges that join them."""

from __future__ import annotations

from random import Random

import pytest

import gridwright as gw
from gridwright.genres.hashi.making import network, with_islands
from gridwright.language.making import Unlucky, Wishes


def with_answer(seed: int) -> tuple[gw.Puzzle, gw.State]:
    """A draft with the numbers of its bridges, and these."""
    rng, board, genre = Random(seed), gw.Rect.of(10, 10), gw.genre("Hashi")
    while True:
        try:
            sketch = with_islands(rng, board, Wishes("none", density=0.34))
            break
        except Unlucky:
            continue
    open_ = gw.Puzzle.of(genre, board, sketch.given)
    bridges = dict.fromkeys(genre.answer_layers["bridge"].spots(genre(open_)), 0) | sketch.wanted["bridge"]
    numbers = {at: sum(bridges.get(link, 0) for link in board.links_of(at)) for at in sketch.given["island"]}
    puzzle = gw.Puzzle.of(genre, board, {"island": numbers})
    return puzzle, gw.State.of(puzzle, {"bridge": bridges})


@pytest.mark.parametrize("seed", range(5))
def test_the_bridges_of_a_draft_are_an_answer(seed: int) -> None:
    puzzle, state = with_answer(seed)
    assert gw.check(puzzle, state, finished=True) == []


def test_islands_that_cannot_be_joined_are_returned() -> None:
    """Two pairs whose bridges would cross, and that no other corridor connects: one pair is not joined."""
    board = gw.Rect.of(5, 5)
    islands = {gw.Spot(1, 5), gw.Spot(9, 5), gw.Spot(5, 1), gw.Spot(5, 9)}
    bridges, apart = network(Random(1), board, islands)
    assert not bridges
    assert {frozenset(apart), frozenset(islands.difference(apart))} == {
        frozenset({gw.Spot(1, 5), gw.Spot(9, 5)}), frozenset({gw.Spot(5, 1), gw.Spot(5, 9)})}
