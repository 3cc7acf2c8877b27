"""Climbing: changes are kept that bring a puzzle nearer to the difficulty that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, cast

import pytest

import gridwright as gw
from gridwright.language.making import Unlucky
from gridwright.making.difficulty import Standing, climb
from gridwright.making.effort import Effort
from gridwright.making.request import Request
from gridwright.making.strategies import Maker

EASY, RIGHT, HARD = -1, 0, 1


class Numbered:
    """A draft that is just a number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def puzzle(self) -> int:
        return self.number


class Climber:
    """A maker whose changes lead from one number to the next, and an aim that knows how these compare."""

    def __init__(self, standings: Sequence[Standing | None]) -> None:
        self.standings = standings
        self.changed: list[tuple[int, int]] = []
        self.graded: list[int] = []
        self._next: Iterator[int] = iter(range(1, len(standings)))

    def varied(self, rng: Random, draft: Numbered, at: object = ()) -> Numbered | None:
        del rng
        number = next(self._next, None)
        if number is None:
            return None
        self.changed.append((draft.number, number))
        return Numbered(number)

    def standing(self, puzzle: int) -> Standing:
        self.graded.append(puzzle)
        found = self.standings[puzzle]
        if found is None:
            raise Unlucky
        return found


def climbed(*standings: Standing | None) -> list[tuple[int, int]]:
    """Which number was changed into which."""
    climber = Climber(standings)
    climb(cast(Any, climber), Random(1), cast(Any, Numbered(0)), cast(Any, climber))
    return climber.changed


def test_changes_are_kept_that_come_nearer() -> None:
    found = climbed(Standing(EASY, 9), Standing(EASY, 7), Standing(EASY, 8), Standing(EASY, 7), Standing(RIGHT, 0))
    assert found == [(0, 1), (1, 2), (1, 3), (3, 4)]


def test_changes_to_the_other_side_are_not_kept() -> None:
    found = climbed(Standing(HARD, 9), Standing(EASY, 1), Standing(HARD, 8), Standing(RIGHT, 0), Standing(RIGHT, 0))
    assert found == [(0, 1), (0, 2), (2, 3)]


def test_what_the_declarations_exclude_is_not_kept() -> None:
    assert climbed(Standing(EASY, 9), None, Standing(RIGHT, 0)) == [(0, 1), (0, 2)]


def test_a_puzzle_that_comes_again_is_not_followed_again() -> None:
    climber = Climber([Standing(EASY, 9), Standing(EASY, 8), Standing(RIGHT, 0)])
    climber._next = iter([1, 1, 0, 1, 2])
    climb(cast(Any, climber), Random(1), cast(Any, Numbered(0)), cast(Any, climber))
    assert climber.graded == [0, 1, 2]


def test_it_ends_after_many_changes_in_vain() -> None:
    assert 5 < len(climbed(*[Standing(EASY, 9)] + [Standing(EASY, 10)] * 200)) < 20


@pytest.mark.parametrize("genre", ["Hitori", "Shikaku", "Nurikabe", "Picross", "Aquarium", "Kakuro", "LITS"])
def test_varied_puzzles_have_one_answer_and_differ(genre: str) -> None:
    maker = Maker(Request.of(gw.genre(genre), 6, 6, "varied"), Effort(None))
    assert maker.strategy.can_vary
    for stripper in maker.attempts("varied", 50):
        draft = stripper.draft
        varied = [found.puzzle() for n in range(6) if (found := maker.strategy.varied(Random(n), draft)) is not None]
        assert varied
        assert all(gw.solve(puzzle).status == "unique" for puzzle in varied)
        assert any(puzzle != draft.puzzle() for puzzle in varied)
        return
    raise AssertionError("no puzzle was made")


@pytest.mark.parametrize("genre", ["Fences", "Kropki"])
def test_puzzles_are_not_varied_where_clues_may_go_or_the_sketch_is_all(genre: str) -> None:
    assert not Maker(Request.of(gw.genre(genre), None, None, "varied"), Effort(None)).strategy.can_vary
