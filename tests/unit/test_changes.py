"""Changes of a puzzle that is to get one answer: how far each is from that, and how many are tried."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import gridwright as gw
from gridwright.language import Rect, Spot
from gridwright.language.making import Sketch
from gridwright.making.by_structure import ByStructure
from gridwright.making.effort import Effort, open_spots
from gridwright.making.request import Asked, Request
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


def test_puzzles_are_unique_without_the_clues_that_are_held_back() -> None:
    maker = Maker(Request.of(gw.genre("Heyawake"), 6, 6, "1"), Effort())
    n_held = 0
    for stripper, _ in zip(maker.attempts("1", 40), range(3), strict=False):
        draft = stripper.draft
        told = {("number", at) for at in draft.puzzle().given.get("number", {})}
        assert told.isdisjoint(draft.held) and len(told) + len(draft.held) == draft.n_clues
        assert gw.solve(draft.puzzle()).status == "unique"
        assert draft.held.issubset(clue for group in stripper.stripped() for clue in group)
        n_held += len(draft.held)
    assert n_held


def test_no_clue_is_held_back_if_many_are_requested() -> None:
    maker = Maker(Request.of(gw.genre("Heyawake"), 6, 6, "1", asked=Asked(density=0.3)), Effort())
    stripper = next(iter(maker.attempts("1", 40)))
    assert not stripper.draft.held
    assert stripper.draft.n_clues == len(stripper.draft.puzzle().given["number"])


def test_the_best_of_the_first_drafts_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = Maker(Request.of(gw.genre("Heyawake"), 6, 6, "1"), Effort())
    strategy = maker.strategy
    assert isinstance(strategy, ByStructure)
    n_sketches, n_answers = strategy.making.starts
    tried, scores = strategy._tried, iter(range(30, 0, -1))
    sketches: list[Sketch] = []

    def scored(rng: Random, sketch: Sketch, enough: int | None = None) -> Any:
        sketches.append(sketch)
        return replace(tried(rng, sketch, enough), score=next(scores))

    monkeypatch.setattr(strategy, "_tried", scored)
    with maker.shop.attempt("1", 0) as rng:
        best = strategy._first(rng)
    assert len(sketches) == n_sketches * n_answers
    assert len({id(sketch) for sketch in sketches}) == n_sketches
    assert best.score == 31 - len(sketches)  # each was better than the one before
