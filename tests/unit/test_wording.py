"""Words: numbers, how often, series and what there is instead of a number, as people say it."""

from __future__ import annotations

import pytest

from gridwright.board.rect import box_borders
from gridwright.language import Rect, Spot, Wording
from gridwright.language.wording import AtLeast, AtMost, Found, area_names, counted, in_order, times

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


@pytest.mark.parametrize(
    ("high", "wide", "names"),
    [
        (3, 3, ["the top left box", "the top middle box", "the top right box",
                "the middle left box", "the middle box", "the middle right box",
                "the bottom left box", "the bottom middle box", "the bottom right box"]),
        (2, 3, [f"box {n}" for n in range(1, 7)]),
        (2, 2, ["box 1", "box 2", "box 3", "box 4"]),
        (1, 3, ["the area of r1c1", "the area of r2c1", "the area of r3c1"]),
    ],
)  # fmt: skip
def test_boxes_have_names(high: int, wide: int, names: list[str]) -> None:
    side = high * wide
    board = Rect(side, side)
    assert area_names(board, board.regions(box_borders(side, high, wide))) == names


def test_areas_that_are_no_equal_boxes_are_named_by_their_first_cells() -> None:
    board = Rect(4, 4)
    first, other, *rest = board.regions(box_borders(4, 2, 2))
    swapped = [[*first[:3], other[0]], [first[3], *other[1:]], *rest]
    assert area_names(board, swapped)[1:3] == ["the area of r2c2", "the area of r3c1"]
    assert area_names(board, [[cell] for cell in board.cells[:2]]) == ["the area of r1c1", "the area of r1c2"]
    assert area_names(board, []) == []
