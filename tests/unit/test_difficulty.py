"""Puzzles of a difficulty: which clues are left out of a draft."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf

import pytest

import gridwright as gw
from gridwright.engine.explain.rating import LEAST_LABELS, label_of, thresholds_of
from gridwright.language.taste import LABELS
from gridwright.making.difficulty import Aim, Grade, ScoreRange, Tries
from gridwright.making.effort import Effort
from gridwright.making.request import Request
from gridwright.making.strategies import Maker
from gridwright.making.stripping import ClueGroup, Stripper

FENCES = gw.genre("Fences")
EASY, MEDIUM, HARD = LABELS.index("easy"), LABELS.index("medium"), LABELS.index("hard")


def board(n_rows: int, n_cols: int) -> gw.Puzzle:
    """A board without clues."""
    return gw.Puzzle.of(FENCES, gw.Rect.of(n_rows, n_cols), {})


def first(seed: str) -> tuple[Stripper, list[ClueGroup]]:
    """A draft, and the clues that may be left out of it."""
    request = Request.of(FENCES, 6, 6, seed, symmetry="none")
    attempts = Maker(request, Effort()).attempts(seed, 1)
    stripper = next(attempts)  # is of use until the next one is asked for
    return stripper, stripper.stripped()


def aimed(label: int, stripper: Stripper, gone: list[ClueGroup]) -> Aim:
    aim = Aim(ScoreRange.of(board(6, 6), label), stripper.without, Effort(), stripper.is_dull)
    aim.take(gone, len(gone))
    return aim


def test_clues_are_given_back_until_nothing_needs_to_be_supposed() -> None:
    stripper, gone = first("1")
    least = stripper.without(gone)
    assert LEAST_LABELS.keys() & gw.rate(least).profile, "this draft should need suppositions"
    aim = aimed(EASY, stripper, gone)
    assert aim.best is not None
    puzzle, label = aim.best
    rating = gw.rate(puzzle)
    assert LABELS[label] == rating.label == "easy" and LEAST_LABELS.keys().isdisjoint(rating.profile)
    clues = puzzle.given["number"]
    assert least.given["number"].items() < clues.items() < stripper.draft.clues["number"].items()


@pytest.mark.parametrize("wanted", range(len(LABELS)))
def test_a_puzzle_is_too_easy_or_too_hard_if_its_label_is(wanted: int) -> None:
    """Scores on a threshold belong to the easier label."""
    cuts = (1.0, 2.0, 3.0, 4.0)
    span = ScoreRange(wanted, cuts)
    for half_score in range(11):
        score = half_score / 2
        for least in range(len(LABELS)):
            grade = Grade(score, least, complete=True)
            label = max(LABELS.index(label_of(cuts, score)), least)
            assert label == max(sum(score > cut for cut in cuts), least) == span.label_of(grade)
            assert span.is_too_easy(grade) == (label < wanted)
            assert span.is_too_hard(grade) == (label > wanted)


@pytest.mark.thorough
def test_the_label_of_the_best_puzzle_is_its_rating() -> None:
    stripper, gone = first("2")
    for wanted in (EASY, MEDIUM, LABELS.index("extreme")):
        best = aimed(wanted, stripper, gone).best
        assert best is not None and LABELS[best[1]] == gw.rate(best[0]).label


def test_ranges_meet_where_the_thresholds_are() -> None:
    ranges = [ScoreRange.of(board(10, 10), place) for place in range(len(LABELS))]
    assert [one.most for one in ranges] == [*thresholds_of(gw.genre("Fences")), inf]
    assert all(lower.most == upper.least for lower, upper in pairwise(ranges))


def test_thresholds_grow_less_than_the_board() -> None:
    small, large = (ScoreRange.of(board(5, n_cols), EASY).most for n_cols in (10, 40))
    assert small < large < 4 * small


@pytest.mark.parametrize(
    ("wanted", "place", "kind", "compared"),
    [(EASY, EASY, "pattern", 0), (EASY, EASY, "chain", 1), (EASY, 0, "pattern", -1), (EASY, MEDIUM, "pattern", 1),
     (MEDIUM, EASY, "chain", 0), (MEDIUM, EASY, "pattern", -1), (MEDIUM, HARD, "cases", 1),
     (MEDIUM, EASY, "trial", 1), (HARD, EASY, "trial", 0), (HARD, MEDIUM, "chain", -1)],
)  # fmt: skip
def test_steps_that_suppose_something_make_a_puzzle_harder(wanted: int, place: int, kind: str, compared: int) -> None:
    """``place``: that of the label by the score alone."""
    range_ = ScoreRange.of(board(10, 10), wanted)
    least = LABELS.index(LEAST_LABELS.get(kind, LABELS[0]))
    grade = Grade(ScoreRange.of(board(10, 10), place).least + 1, least, complete=True)
    assert range_.is_too_hard(grade) - range_.is_too_easy(grade) == compared
    assert LABELS[range_.label_of(grade)] == label_of(range_.cuts, grade.score, [kind])


def test_drafts_with_nothing_between_end_the_search_early() -> None:
    tries = Tries(EASY)
    aim = Aim(ScoreRange.of(board(2, 2), EASY), lambda gone: board(2, 2), Effort(), lambda group: False)
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

    def without(left_out: Sequence[ClueGroup]) -> gw.Puzzle:
        asked.append(len(left_out))
        return minimal

    assert not Aim(ScoreRange.of(board(6, 6), EASY), without, Effort(), lambda group: False).can_be_reached()
    assert Aim(ScoreRange.of(board(6, 6), MEDIUM), without, Effort(), lambda group: False).can_be_reached()
    assert asked == [0]


@pytest.mark.parametrize(("greatest", "is_soon"), [(0.2, True), (0.9, False)])
def test_drafts_that_are_far_too_easy_end_the_search_early(greatest: float, is_soon: bool) -> None:
    tries = Tries(MEDIUM)
    aim = Aim(ScoreRange.of(board(2, 2), MEDIUM), lambda gone: board(2, 2), Effort(), lambda group: False)
    aim.was_too_easy, aim.greatest = True, greatest * aim.range.least
    for _ in range(20):
        tries.note(aim)
    assert tries.are_enough is is_soon
