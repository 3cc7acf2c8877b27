"""Counts added up and set against others: steps of several counts that are one thought."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import gridwright as gw
from gridwright.engine.clock import Clock
from gridwright.engine.opposed_counts import OpposedCounts
from gridwright.engine.position import Found
from gridwright.engine.reasons import Explainer
from gridwright.engine.telling import Teller
from gridwright.language.puzzle import State

from ..laws.cases import of_folder

AREAS = gw.puzzle("Starbattle", stars=1, wall=["AABBC", "AABBC", "DCCCC", "DDEEE", "DDEEE"])


def told(explainer: Explainer) -> list[str]:
    """The steps of added counts, in words."""
    return [Teller(explainer).words(found) for found in OpposedCounts(explainer).at_sight()]


def test_areas_within_rows_take_all_of_their_stars() -> None:
    with Explainer(AREAS, None, Clock()) as explainer:
        assert told(explainer) == [
            "The areas of r1c1 and r1c3 need 2 stars, and row 1 and row 2 leave room for 2. "
            "So r1c5 and r2c5 hold no star.",
            "Row 4 and row 5 need 2 stars, and the areas of r3c1 and r4c3 leave room for 2. So r3c1 holds no star.",
            "The areas of r1c1 and r3c1 need 2 stars, and column 1 and column 2 leave room for 2. "
            "So r3c2 holds no star.",
        ]


def test_a_row_within_an_area_takes_all_of_its_stars() -> None:
    puzzle = gw.puzzle("Starbattle", stars=1, wall=["AABBC", "AABBC", "CCCCC", "DDEEE", "DDEEE"])
    with Explainer(puzzle, None, Clock()) as explainer:
        assert told(explainer) == [
            "Row 3 needs 1 star, and the area of r1c5 leaves room for 1. So r1c5 and r2c5 hold no star."]


def test_only_rules_that_say_so_are_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AREAS.genre.__dict__["in_areas"], "opposed", ())
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
    shown: list[Found] = []
    for explainer in positions():
        for found in OpposedCounts(explainer).at_sight():
            shown.append(found)
            few = explainer.alone(found.all_units)
            for lit in found.marks:
                assert few.refuted([*found.all_units, *found.premises, -lit])
            for unit in found.all_units:
                rest = [one for one in found.all_units if one != unit]
                assert not few.refuted([*rest, *found.premises, -found.marks[0]])
            few.close()
    assert any(lit > 0 for found in shown for lit in found.marks)
    assert any(unit in explainer.glances for found in shown for unit in found.all_units)


def test_marks_that_exclude_each_other_fit_but_once() -> None:
    words = [said for explainer in positions() for said in told(explainer)]
    some = [said for said in words if "other cells for 1 (stars never touch, not even at a corner)" in said]
    assert some
    assert not any(" 1 stars" in said or " 1 more stars" in said for said in words)
