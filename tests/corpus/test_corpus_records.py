"""The puzzles that the corpus keeps as records: read, with their stored answers right and found."""

from __future__ import annotations

import pytest

import gridwright as gw
from research.answers import marks_of
from research.corpus import Case, record_cases, recorded_genres
from research.explained import NAMED, VARIANTS, proven

SAMPLE = 8
SMALL = 150
"""Most cells of a board in the default run."""


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
    if case.name in NAMED:
        assert verdict.status in (NAMED[case.name].status, "undecided"), case.name
    elif verdict.status == "several":
        assert proven(puzzle, stored, timeout=30)[0], case.name
    elif verdict.status != "undecided":
        assert verdict.status == "unique", case.name
        assert marks_of(verdict.answers[0]) == marks_of(stored), case.name


@pytest.mark.parametrize("genre", recorded_genres())
def test_a_sample_is_solved_as_stored(genre: str) -> None:
    found = sample(genre)
    assert found
    for case in found:
        agrees(case)


def named() -> list[Case]:
    """The records whose differences are explained by name."""
    return [case for genre in recorded_genres() for case in record_cases(genre) if case.name in NAMED]


def test_stored_answers_of_known_differences_are_right() -> None:
    found = named()
    assert found
    for case in found:
        puzzle = case.read()
        stored = case.answer(puzzle)
        assert stored is not None and gw.check(puzzle, stored, finished=True) == [], case.name


@pytest.mark.slow
def test_differences_that_are_known_by_name_are_there() -> None:
    for case in named():
        assert gw.solve(case.read(), timeout=200).status == NAMED[case.name].status, case.name


@pytest.mark.thorough
@pytest.mark.parametrize("genre", [genre.name.casefold() for genre in VARIANTS])
def test_records_with_several_answers_are_of_a_variant(genre: str) -> None:
    found = [case for case in record_cases(genre) if case.stored is not None and case.cells <= 81]
    several = [case for case in found if gw.solve(case.read(), timeout=10).status == "several"]
    for case in several[::10] if len(several) > 10 else several:
        agrees(case)


@pytest.mark.slow
@pytest.mark.parametrize("genre", recorded_genres())
def test_every_record_is_solved_as_stored(genre: str) -> None:
    for case in record_cases(genre):
        if case.stored is not None:
            agrees(case)
