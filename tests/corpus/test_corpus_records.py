"""The puzzles that the corpus keeps as records: read, with their stored answers right and found."""

from __future__ import annotations

import pytest

import gridwright as gw
from benchmarks.answers import marks_of
from benchmarks.corpus import Case, record_cases, recorded_genres
from benchmarks.explained import EXPLAINED, explanation

SAMPLE = 8
SMALL = 150
"""The default run takes boards of up to so many cells."""


def sample(genre: str) -> list[Case]:
    """Some small records of a genre with an answer, spread over its collections."""
    fit = [case for case in record_cases(genre) if case.cells <= SMALL and case.stored is not None]
    return fit[:: max(1, len(fit) // SAMPLE)]


def agrees(case: Case) -> None:
    """The stored answer is right and the only one, unless a difference is explained."""
    puzzle = case.read()
    stored = case.answer(puzzle)
    assert stored is not None
    assert gw.check(puzzle, stored, finished=True) == [], case.name
    verdict = gw.solve(puzzle, timeout=10)
    told = explanation(case)
    if told is not None and told.status == verdict.status:
        assert told.fault(puzzle, stored, timeout=30) == "", case.name
    elif verdict.status != "undecided":
        assert verdict.status == "unique", case.name
        assert marks_of(verdict.answers[0]) == marks_of(stored), case.name


@pytest.mark.parametrize("genre", recorded_genres())
def test_a_sample_is_solved_as_stored(genre: str) -> None:
    found = sample(genre)
    assert found
    for case in found:
        agrees(case)


def test_explained_records_differ_as_told() -> None:
    found = [case for genre in recorded_genres() for case in record_cases(genre) if case.name in EXPLAINED]
    assert {case.name for case in found} == {name for name in EXPLAINED if "/" in name}
    for case in found:
        assert gw.solve(case.read(), timeout=30).status == EXPLAINED[case.name].status, case.name
        agrees(case)


@pytest.mark.slow
@pytest.mark.parametrize("genre", recorded_genres())
def test_every_record_is_solved_as_stored(genre: str) -> None:
    for case in record_cases(genre):
        if case.stored is not None:
            agrees(case)
