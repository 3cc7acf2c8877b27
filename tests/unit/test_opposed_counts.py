"""Counts added up and set against others: steps of several counts that are one thought."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import gridwright as gw
from gridwright.engine.explain.counts import OpposedCounts, Side, _Adding
from gridwright.engine.explain.deductions import Deduction
from gridwright.engine.explain.hints import Explainer
from gridwright.engine.explain.telling import Teller
from gridwright.engine.solve.clock import Clock
from gridwright.language.puzzle import State

from ..laws.cases import of_folder

AREAS = gw.puzzle("Starbattle", stars=1, wall=["AABBC", "AABBC", "DCCCC", "DDEEE", "DDEEE"])


def told(explainer: Explainer) -> list[str]:
    """The steps of added counts, in words."""
    return [Teller(explainer.position).words(found) for found in OpposedCounts(explainer.position).steps()]


def test_areas_within_rows_take_all_of_their_stars() -> None:
    with Explainer(AREAS, None, Clock()) as explainer:
        assert told(explainer) == [
            "The areas of r1c1 and r1c3 need 2 stars, and rows 1 and 2 leave room for 2. "
            "So r1c5 and r2c5 hold no star.",
            "Rows 4 and 5 need 2 stars, and the areas of r3c1 and r4c3 leave room for 2. So r3c1 holds no star.",
            "The areas of r1c1 and r3c1 need 2 stars, and columns 1 and 2 leave room for 2. "
            "So r3c2 holds no star.",
        ]


def test_a_row_within_an_area_takes_all_of_its_stars() -> None:
    puzzle = gw.puzzle("Starbattle", stars=1, wall=["AABBC", "AABBC", "CCCCC", "DDEEE", "DDEEE"])
    with Explainer(puzzle, None, Clock()) as explainer:
        assert told(explainer) == [
            "Row 3 needs 1 star, and the area of r1c5 leaves room for 1. So r1c5 and r2c5 hold no star."]


def test_only_rules_that_say_so_are_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AREAS.genre.__dict__["in_areas"], "counted_against", ())
    with Explainer(AREAS, None, Clock()) as explainer:
        assert told(explainer) == []


def positions() -> Iterator[Explainer]:
    """Positions of a puzzle with two stars in each row, with some of its answer's marks known."""
    (puzzle,) = (one.puzzle for one in of_folder("starbattle") if one.path.stem == "middle")
    (answer,) = gw.all_answers(puzzle)
    for seed in range(12):
        rng = Random(seed)
        known = {spot: is_star for spot, is_star in sorted(answer.marks["star"].items())
                 if rng.random() < (0.2 if is_star else 0.5)}
        with Explainer(puzzle, State.of(puzzle, {"star": known}), Clock()) as explainer:
            yield explainer


def test_the_counts_and_known_marks_of_a_sum_are_enough_and_all_counts_are_needed() -> None:
    shown: list[Deduction] = []
    for explainer in positions():
        for found in OpposedCounts(explainer.position).steps():
            shown.append(found)
            few = explainer.position.own_solver_for(found.all_selectors)
            for lit in found.marks:
                assert few.refuted([*found.all_selectors, *found.premises, -lit])
            for unit in found.all_selectors:
                rest = [one for one in found.all_selectors if one != unit]
                assert not few.refuted([*rest, *found.premises, -found.marks[0]])
            few.close()
    assert any(lit > 0 for found in shown for lit in found.marks)
    assert any(unit in explainer.position.glances for found in shown for unit in found.all_selectors)


def test_marks_that_exclude_each_other_fit_but_once() -> None:
    words = [said for explainer in positions() for said in told(explainer)]
    some = [said for said in words if "other cells for 1 (stars never touch)" in said]
    assert some
    assert not any(" 1 stars" in said or " 1 more stars" in said for said in words)


def test_counts_that_make_no_difference_are_left_out() -> None:
    """Two marks are needed where there is room for one; another count has no room, and nothing needs any there."""
    needing, limiting, needless = Side(1, (2, 3), 2), Side(4, (2, 3), 1), Side(5, (6, 7), 0)
    for limits in ([limiting, needless], [needless, limiting]):
        found = _Adding([needing], limits, {}, ()).excess()
        assert found is not None
        assert (found.needing, found.limiting) == ([1], [4])
        assert (found.missing, found.room, found.elsewhere) == (2, 1, 0)
    assert _Adding([Side(1, (2, 3), 1)], [limiting, needless], {}, ()).excess() is None
