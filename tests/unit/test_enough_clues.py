"""How many clues new puzzles keep, and that no more are looked at than that takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, cast

import pytest

import gridwright as gw
from gridwright.language import Rect
from gridwright.language.making import Unlucky
from gridwright.language.rules import Clue
from gridwright.making import stripping
from gridwright.making.conditions import n_places
from gridwright.making.effort import Effort
from gridwright.making.request import Request
from gridwright.making.strategies import Maker
from gridwright.making.stripping import Stripper, superfluous


@contextmanager
def stripper(name: str) -> Iterator[Stripper]:
    """The first draft of a genre, the same one each time. It is of use until the context ends."""
    request = Request.of(gw.genre(name), None, None, "enough")
    with closing(Maker(request, Effort(None)).attempts("enough", 50)) as attempts:
        yield next(attempts)


def test_each_layer_of_clues_outside_has_places_of_its_own() -> None:
    """Above each column and beside each row there is room for a plus and a minus count."""
    assert n_places(gw.genre("Magnets"), Rect.of(4, 6), {}) == 2 * (4 + 6)
    assert n_places(gw.genre("Fences"), Rect.of(4, 6), {}) == 4 * 6


@pytest.mark.parametrize("name", ["Slalom", "Kuromasu", "Thermometers"])
def test_the_puzzle_is_that_of_which_all_clues_were_tried(name: str) -> None:
    with stripper(name) as whole:
        gone = whole.stripped()
        expected = whole.without(gone[: len(gone) - len(whole.spared(gone))])
    with stripper(name) as other:
        assert other.finished() == expected


class Answering:
    """A solver in which nothing else is an answer, for reasons that are told one after the other."""

    def __init__(self, *cores: Sequence[int]) -> None:
        self.cores = list(cores)
        self.asked: list[list[int]] = []
        self.settled: list[list[int]] = []

    def differs(self, answer: frozenset[int]) -> int:
        del answer
        return 99

    def settle(self, lits: Iterable[int]) -> None:
        self.settled.append(list(lits))

    def solve(self, assumptions: Sequence[int]) -> bool:
        self.asked.append(list(assumptions))
        return False

    def core(self) -> Sequence[int]:
        return self.cores.pop(0)


def test_clues_that_a_reason_does_not_need_go_at_once_but_not_before_the_early_ones() -> None:
    """Clues a to d, of which the first two are to go before any other; after the first, the reason is clue b alone."""
    a, b, c, d = clues = [("clue", gw.Spot(1, x)) for x in (1, 3, 5, 7)]
    selectors = dict(zip(clues, (1, 2, 3, 4), strict=True))
    groups = [(clue,) for clue in clues]

    def gone(n_early: int, *cores: Sequence[int]) -> tuple[list[Clue], list[list[int]]]:
        solver = Answering(*cores)
        found = superfluous(cast(Any, solver), frozenset(), selectors, groups, lambda: True, n_early)
        return [clue for group in found for clue in group], solver.asked

    assert gone(2, [2], [], []) == ([a, b, c, d], [[4, 3, 2], [4, 3], [4]])
    assert gone(0, [2], []) == ([a, c, d, b], [[4, 3, 2], []])
    assert gone(0, [2, 4], [], []) == ([a, c, b, d], [[4, 3, 2], [4]])


def test_the_clues_that_are_left_stay_once_the_budget_is_used_up() -> None:
    a, b, _ = clues = [("clue", gw.Spot(1, x)) for x in (1, 3, 5)]
    selectors = dict(zip(clues, (1, 2, 3), strict=True))
    solver, budget = Answering([2, 3], [3]), iter((True, True, False))
    found = superfluous(cast(Any, solver), frozenset(), selectors, [(clue,) for clue in clues], budget.__next__)
    assert [*found] == [(a,), (b,)] and len(solver.asked) == 2


def test_a_puzzle_that_the_declarations_exclude_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def excluded(puzzle: gw.Puzzle) -> None:
        raise gw.PuzzleError(f"{puzzle.genre.name} excludes it")

    with stripper("Kuromasu") as one:
        gone = one.stripped()
        one.without(gone)
        monkeypatch.setattr(stripping, "check_puzzle", excluded)
        with pytest.raises(Unlucky):
            one.without(gone)


def test_no_more_clues_go_once_few_enough_are_left() -> None:
    with stripper("Slalom") as one:
        every = one.stripped()
    with stripper("Slalom") as one:
        some = one.stripped(one.draft.n_clues - 10)
    assert some == every[: len(some)] and 10 <= sum(map(len, some)) < sum(map(len, every))
