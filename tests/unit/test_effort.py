"""Budgets of searches for new puzzles: they count work, and every question has one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import pytest

import gridwright as gw
from gridwright.engine.explain import diagnosis
from gridwright.engine.solve.answers import Verdict
from gridwright.engine.solve.search import Search
from gridwright.making import effort, stripping
from gridwright.making.clues import ClueDemands, ClueSolver
from gridwright.making.effort import Effort, TooHard, Unproved, prove
from gridwright.making.request import Request
from gridwright.making.strategies import Maker

from ..grouped import thorough

EMPTY = gw.Puzzle.of(gw.genre("Masyu"), gw.Rect.of(4, 4), {})
PATIENCE = 20
"""Seconds after which a question without a budget is stopped."""


def asked_about_clues(clock: Effort) -> None:
    with ClueSolver(ClueDemands(EMPTY), clock) as solver:
        solver.solve(())


def asked_about_a_puzzle(clock: Effort) -> None:
    search = Search(EMPTY, clock)
    with search.sat:
        search.next_assignment()


@pytest.mark.parametrize("ask", (asked_about_clues, asked_about_a_puzzle))
def test_a_question_that_meets_one_bad_grid_after_the_other_is_given_up(
    ask: Callable[[Effort], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a question has no conflicts to count."""
    monkeypatch.setattr(ClueSolver, "_learn", lambda self, known: True)
    monkeypatch.setattr(Search, "_cuts", lambda self, known: [[1]])
    clock = Effort(PATIENCE)
    clock.allow(3)
    with pytest.raises(TooHard):
        ask(clock)


@pytest.mark.parametrize("seed", ("q31", thorough("q82"), thorough("q249")))
def test_no_seed_gets_stuck_in_one_question(seed: str) -> None:
    """With these, the first draft asked about more than 30,000 grids, each of several loops."""
    assert gw.solve(gw.generate("Masyu", seed=seed, timeout=PATIENCE)).status == "unique"


def test_a_diagnosis_that_was_stopped_does_not_say_that_every_clue_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop() -> bool:
        return False

    def solve(puzzle: gw.Puzzle, **limits: object) -> Verdict:
        assert limits["stop"] is stop
        return Verdict("undecided", (), 0.0)

    monkeypatch.setattr(diagnosis, "solve", solve)
    found = gw.diagnose(gw.generate("Fences", 3, 3, seed=1), stop=stop, verdict=Verdict("unique", (), 0.0))
    assert not found.complete and "The time was up" in found.words


def test_a_puzzle_with_several_answers_is_not_proved() -> None:
    with pytest.raises(Unproved, match="finds several answers"):
        prove(EMPTY, Effort())


def test_a_proof_that_takes_too_much_work_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "_cuts", lambda self, known: [[1]])
    monkeypatch.setattr(effort, "_PROOF_SLICES", 3)
    with pytest.raises(TooHard):
        prove(EMPTY, Effort(PATIENCE))


@pytest.mark.parametrize("name", ("Fences", "Sudoku", "Fillomino"))
def test_a_clue_stays_if_it_is_too_hard_to_tell_whether_it_may_go(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clues are left out in one solver, or each trial is solved as a puzzle of its own (Fillomino)."""
    request = Request.of(gw.genre(name), 4, 4, "1", symmetry="none")
    attempts = Maker(request, Effort()).attempts("1", 50)
    stripper = next(attempts)  # is of use until the next one is asked for

    def too_hard(*_: object) -> NoReturn:
        raise TooHard

    with monkeypatch.context() as patch:
        patch.setattr(ClueSolver, "solve", too_hard)
        patch.setattr(stripping, "other_answers", too_hard)
        assert stripper.stripped() == []
