"""Real puzzles come out as their answers say, and the rules accept every stored answer."""

from __future__ import annotations

from typing import Any

import pytest

import gridwright as gw
from gridwright.board.board import Spot
from research.answers import marks_of
from research.corpus import Case, cases, genre_names
from research.explained import NAMED

SAMPLE = 10
SMALL = 400
"""Most cells of a board that the default run solves."""

HARD = {"fillomino": 1, "mortal coil": 2}
"""How many boards of a genre's sample may be too hard for a short search."""

JUDGED = 30
"""Stored answers of each genre that the default run judges, spread over all of its files; the slow run judges all."""


def readable(genre: str, step: int = 1) -> list[tuple[Case, gw.Puzzle]]:
    """Every ``step``-th case of a genre, except damaged ones."""
    found = []
    for case in cases(genre)[::step]:
        try:
            found.append((case, case.read()))
        except gw.FormatError:
            continue
    return found


def sample(genre: str) -> list[Case]:
    """Some cases of a genre, spread over the sizes."""
    fit = sorted((case for case in cases(genre) if case.cells <= SMALL), key=lambda case: (case.cells, case.name))
    step = max(1, len(fit) // SAMPLE)
    return fit[step // 2 :: step]


def spread(found: list[Case], n: int) -> list[Case]:
    """About ``n`` of some cases."""
    return found[:: max(1, len(found) // n)]


def solved_as_stored(case: Case, timeout: float) -> str:
    """Solves a case and compares it with what is known; the verdict's status."""
    puzzle = case.read()
    verdict = gw.solve(puzzle, timeout=timeout)
    for answer in verdict.answers:
        assert gw.check(puzzle, answer, finished=True) == [], case.name
    if case.expected and verdict.status != "undecided":
        assert verdict.status == case.expected, case.name
    stored = case.answer(puzzle)
    if stored is not None and case.name not in NAMED:
        assert verdict.status != "none", case.name
        if verdict.status == "unique":
            assert marks_of(verdict.answers[0]) == marks_of(stored), case.name
        elif not case.expected and case.genre != "pips":
            assert verdict.status == "undecided", case.name
    return verdict.status


@pytest.mark.parametrize("genre", genre_names())
def test_a_sample_is_solved_as_stored(genre: str) -> None:
    statuses = [solved_as_stored(case, timeout=3) for case in sample(genre)]
    assert len(statuses) >= SAMPLE
    assert "unique" in statuses
    assert statuses.count("undecided") <= HARD.get(genre, 0)


@pytest.mark.slow
@pytest.mark.parametrize("genre", genre_names())
def test_every_file_is_solved_as_stored(genre: str) -> None:
    for case, _ in readable(genre):
        if case.cells <= 5000:
            solved_as_stored(case, timeout=10)


def judge(found: list[Case]) -> int:
    """Judges the stored answers of some cases; how many."""
    judged = 0
    for case in found:
        try:
            puzzle = case.read()
        except gw.FormatError:
            continue
        stored = case.answer(puzzle)
        if stored is not None:
            assert gw.check(puzzle, stored, finished=case.genre != "pips") == [], case.name
            judged += 1
    return judged


STORED = [genre for genre in genre_names() if genre != "mortal coil"]


@pytest.mark.parametrize("genre", STORED)
def test_stored_answers_are_right(genre: str) -> None:
    assert judge(spread(cases(genre), JUDGED)) >= JUDGED // 3


@pytest.mark.slow
@pytest.mark.parametrize("genre", STORED)
def test_all_stored_answers_are_right(genre: str) -> None:
    assert judge(cases(genre))


@pytest.mark.parametrize("genre", STORED)
def test_a_changed_answer_is_refused(genre: str) -> None:
    """Changing one mark of a puzzle's only answer breaks some rule."""
    n_refused = 0
    for case, puzzle in readable(genre, 40):
        stored = case.answer(puzzle)
        if stored is None or case.cells > SMALL or gw.solve(puzzle).status != "unique":
            continue
        changed = gw.State.of(puzzle, one_mark_changed(puzzle, stored))
        assert gw.check(puzzle, changed, finished=True), case.name
        n_refused += 1
    assert n_refused


def one_mark_changed(puzzle: gw.Puzzle, answer: gw.State) -> dict[str, dict[Spot, Any]]:
    """An answer's layers with the first mark changed, on all spots that share it."""
    layer, spot, value = min(marks_of(answer))
    changed = {name: dict(own) for name, own in answer.marks.items()}
    model = puzzle.genre(puzzle)
    places = model.terms.get(layer) or model.marks[layer]
    other = next(v for v in model.terms[layer][spot].marks if v != value) if layer in model.terms else False
    changed[layer].update({s: other for s in changed[layer] if places[s] is places[spot]})
    return changed
