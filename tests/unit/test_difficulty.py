"""Puzzles of a difficulty: which clues are left out of a draft."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf

import pytest

import gridwright as gw
from gridwright.engine.rating import LABELS, SUPPOSING, thresholds
from gridwright.making.difficulty import Aim, Grade, Range, Tries
from gridwright.making.effort import Effort
from gridwright.making.following import maker_of
from gridwright.making.request import Request
from gridwright.making.stripping import Group, Stripper

FENCES = gw.genre("Fences")
EASY, MEDIUM = LABELS.index("easy"), LABELS.index("medium")


def first(seed: str) -> tuple[Stripper, list[Group]]:
    """A draft, and the clues that may be left out of it."""
    request = Request.of(FENCES, 6, 6, seed, symmetry="none")
    attempts = maker_of(request, Effort()).attempts(seed, 1)
    stripper = next(attempts)  # is of use until the next one is asked for
    return stripper, stripper.stripped()


def aimed(label: int, stripper: Stripper, gone: list[Group]) -> Aim:
    aim = Aim(FENCES, label, stripper.without, Effort())
    aim.take(gone, len(gone))
    return aim


def test_clues_are_given_back_until_nothing_needs_to_be_supposed() -> None:
    stripper, gone = first("1")
    least = stripper.without(gone)
    assert not SUPPOSING.isdisjoint(gw.rate(least).profile), "this draft should need suppositions"
    aim = aimed(EASY, stripper, gone)
    assert aim.best is not None
    puzzle, label = aim.best
    rating = gw.rate(puzzle)
    assert LABELS[label] == rating.label == "easy" and SUPPOSING.isdisjoint(rating.profile)
    clues = puzzle.given["number"]
    assert least.given["number"].items() < clues.items() < stripper.draft.clues["number"].items()


def test_the_label_of_the_best_puzzle_is_its_rating() -> None:
    stripper, gone = first("2")
    for wanted in (EASY, MEDIUM, LABELS.index("extreme")):
        best = aimed(wanted, stripper, gone).best
        assert best is not None and LABELS[best[1]] == gw.rate(best[0]).label


def test_ranges_meet_where_the_thresholds_are() -> None:
    ranges = [Range.of(FENCES, place) for place in range(len(LABELS))]
    assert [one.most for one in ranges] == [*thresholds("Fences"), inf]
    assert all(lower.most == upper.least for lower, upper in pairwise(ranges))


@pytest.mark.parametrize(
    ("wanted", "score", "supposing", "compared"),
    [(EASY, 200, False, 0), (EASY, 200, True, 1), (EASY, 50, False, -1), (MEDIUM, 200, True, 0),
     (MEDIUM, 200, False, -1), (MEDIUM, 5000, True, 1)],
)  # fmt: skip
def test_suppositions_part_easy_from_medium(wanted: int, score: float, supposing: bool, compared: int) -> None:
    range_ = Range.of(FENCES, wanted)
    found = range_.is_too_hard(score, supposing) - range_.is_too_easy(Grade(score, supposing, complete=True))
    assert found == compared


def test_drafts_with_nothing_between_end_the_search_early() -> None:
    tries = Tries(EASY)
    aim = Aim(FENCES, EASY, lambda gone: gw.Puzzle.of(FENCES, gw.Rect.of(2, 2), {}), Effort())
    aim.was_too_easy = aim.was_too_hard = True
    n = 0
    while not tries.are_enough:
        tries.note(aim)
        n += 1
    assert n < 10 and "suppositions" in tries.told()


def test_a_draft_that_is_too_hard_with_all_its_clues_is_given_up() -> None:
    stripper, gone = first("1")
    minimal = stripper.without(gone)
    asked = list[int]()

    def without(left_out: Sequence[Group]) -> gw.Puzzle:
        asked.append(len(left_out))
        return minimal

    assert not Aim(FENCES, EASY, without, Effort()).can_be_reached()
    assert Aim(FENCES, MEDIUM, without, Effort()).can_be_reached()
    assert asked == [0]


@pytest.mark.parametrize(("greatest", "is_soon"), [(0.2, True), (0.9, False)])
def test_drafts_that_are_far_too_easy_end_the_search_early(greatest: float, is_soon: bool) -> None:
    tries = Tries(MEDIUM)
    aim = Aim(FENCES, MEDIUM, lambda gone: gw.Puzzle.of(FENCES, gw.Rect.of(2, 2), {}), Effort())
    aim.was_too_easy, aim.greatest = True, greatest * aim.range.least
    for _ in range(20):
        tries.note(aim)
    assert tries.are_enough is is_soon
