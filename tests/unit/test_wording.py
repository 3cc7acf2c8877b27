"""Words: numbers, how often, series and what there is instead of a number, as people say it."""

from __future__ import annotations

import pytest

from gridwright.language import Rect, Spot, Wording
from gridwright.language.wording import AtLeast, AtMost, Found, counted, in_order, times

BOARD = Rect.of(3, 4)
LEFT_OF_ROW_2, RIGHT_OF_ROW_2, BOTTOM_OF_COLUMN_3 = Spot(3, -1), Spot(3, 9), Spot(7, 5)


@pytest.mark.parametrize(
    ("n", "noun", "said"),
    [
        (0, "lamp", "no lamps"),
        (1, "lamp", "1 lamp"),
        (2, "box|boxes", "2 boxes"),
        (AtLeast(1), "lamp", "at least 1 lamp"),
        (frozenset((0, 2)), "lamp", "0 or 2 lamps"),
        (1, "time", "once"),
        (AtMost(2), "time", "at most twice"),
        (AtLeast(3), "time", "at least 3 times"),
    ],
)
def test_numbers_and_what_they_count(n: int, noun: str, said: str) -> None:
    assert counted(n, noun) == said


def test_how_often() -> None:
    assert [times(n) for n in range(4)] == ["never", "once", "twice", "3 times"]


def test_things_in_their_order() -> None:
    assert [in_order("run", some) for some in ((), (3,), (7, "?"))] == ["no run", "the run 3", "the runs 7 ?"]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Found.of([2], (3,)), "has 2"),
        (Found.of([0], (3,)), "has none"),
        (Found.of([0], (3,), summed=True), "has 0"),
        (Found.of(range(4, 7), (3,)), "has 4 already"),
        (Found.of(range(4, 7), (3,), summed=True), "cannot have less than 4"),
        (Found.of(range(3), (3,)), "can have at most 2"),
        (Found.of((2, 4), (3,)), "can have only 2 or 4"),
        (Found.of((0, 2, 4, 6, 8), (3,)), "can have 0 to 8, but not that"),
    ],
)
def test_what_there_is_instead_of_a_number(found: Found, said: str) -> None:
    assert found.say("") == said


@pytest.mark.parametrize(
    ("side", "line", "reading"),
    [
        (LEFT_OF_ROW_2, "row 2", "row 2"),
        (RIGHT_OF_ROW_2, "row 2", "row 2 from the right"),
        (BOTTOM_OF_COLUMN_3, "column 3", "column 3 from the bottom"),
    ],
)
def test_lines_are_called_by_their_number(side: Spot, line: str, reading: str) -> None:
    assert Wording("{side:line}").law(BOARD, (), {"side": side}) == line
    assert Wording("{side:reading}").law(BOARD, (), {"side": side}) == reading


@pytest.mark.parametrize(
    ("spots", "said"),
    [(Spot(1, 1), "r1c1 forms a pair"), ((Spot(1, 1),), "r1c1 forms a pair"),
     ((Spot(1, 1), Spot(5, 5)), "r1c1 and r3c3 form a pair")],
)
def test_verbs_agree_with_places(spots: Spot | tuple[Spot, ...], said: str) -> None:
    assert Wording("{cells:forms|form} a pair").law(BOARD, (), {"cells": spots}) == said


def test_a_fault_without_words_of_its_own_is_the_law_and_what_there_is() -> None:
    wording = Wording("the wall {at} needs {n:lamp}")
    wall = (Spot(1, 1),)
    assert wording.fault(BOARD, wall, {"n": 2}, Found.of([1], (2,))) == "the wall r1c1 needs 2 lamps and has 1"
    assert wording.fault(BOARD, wall, {"n": 2, "found": Found.of([1], (2,))}) == "the wall r1c1 needs 2 lamps and has 1"
    assert wording.fault(BOARD, wall, {"n": 2}) == "the wall r1c1 needs 2 lamps"
