"""What is said about grids of numbers and letters that are not full, and where; what rules of numbers mean alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import gridwright as gw
from gridwright.genres.abc_box import AbcBox
from gridwright.genres.basic import Basic
from gridwright.genres.doubleblock import Doubleblock
from gridwright.genres.easy_as_abc import EasyAsAbc
from gridwright.genres.greater_than_sudoku import GreaterThanSudoku
from gridwright.genres.japanese_sums import JapaneseSums
from gridwright.genres.kakuro import Kakuro
from gridwright.genres.kropki import Kropki
from gridwright.genres.picross import Picross
from gridwright.genres.pyramid import Pyramid, pyramid
from gridwright.genres.skyscrapers import Skyscrapers
from gridwright.genres.skyscrapers_with_parks import SkyscrapersWithParks
from gridwright.genres.sudoku import Sudoku
from gridwright.language import Genre, Puzzle, Rect, Spot, State
from tests.loose import unchecked

LEFT_OF_ROW_1, TOP_OF_COLUMN_1 = Spot(1, -1), Spot(-1, 1)
FIRST_LINK = Spot(1, 2)
Given = Mapping[str, Mapping[Spot, Any]]


def cell(name: str) -> Spot:
    row, col = map(int, name[1:].split("c"))
    return Spot(2 * row - 1, 2 * col - 1)


def values(board: Rect, rows: str, kind: type = int) -> dict[Spot, Any]:
    """The values of a drawing, where a dot is an open cell."""
    signs = rows.replace(" ", "")
    return {c: kind(sign) for c, sign in zip(board.cells, signs, strict=True) if sign != "."}


def told(puzzle: Puzzle, layer: str, marks: Mapping[Spot, Any], struck: Mapping[str, Iterable[Any]] = {}) -> list[str]:
    """What is wrong, in words, each with the places that show it."""
    out = {layer: {cell(name): gone for name, gone in struck.items()}}
    faults = gw.check(puzzle, State.of(puzzle, {layer: marks}, out))
    return [f"{fault.words}: {' '.join(map(puzzle.board.name, fault.at))}" for fault in faults]


def puzzle(genre: type[Genre], rows: int, cols: int, given: Given, **keys: Any) -> Puzzle:
    return unchecked(genre, Rect.of(rows, cols), given, keys)


FOUR = Rect.of(4, 4)
NO_WALLS: Given = {"wall": {link: True for link in Rect.of(4, 4).links if link.y == 4 or link.x == 4}}


# -- one value in each line -------------------------------------------------------------------------------------------


def test_a_value_that_stands_twice_is_told_with_its_places_and_symbol() -> None:
    plain = puzzle(Sudoku, 4, 4, NO_WALLS)
    marks = values(FOUR, "1..1 .... .... ....")
    assert told(plain, "number", marks) == ["1 appears twice in row 1, at r1c1 and r1c4: r1c1 r1c4"]
    spelt = puzzle(Sudoku, 4, 4, NO_WALLS, symbols="WXYZ")
    assert told(spelt, "number", marks) == ["W appears twice in row 1, at r1c1 and r1c4: r1c1 r1c4"]


def test_a_value_that_has_no_place_left_shows_the_line() -> None:
    """Unless the line is full: then it is missing because another one stands twice."""
    three = puzzle(Sudoku, 4, 4, NO_WALLS)
    struck = dict.fromkeys(("r1c2", "r1c3", "r1c4"), (3,))
    marks = values(FOUR, "1... .... .... ....")
    assert told(three, "number", marks, struck) == ["3 has no place left in row 1: r1c1 r1c2 r1c3 r1c4"]
    full = values(FOUR, "1241 .... .... ....")
    assert told(three, "number", full) == ["1 appears twice in row 1, at r1c1 and r1c4: r1c1 r1c4"]


def test_cells_that_no_value_fills_are_counted() -> None:
    parks = puzzle(SkyscrapersWithParks, 4, 4, {}, parks=1)
    assert told(parks, "height", values(FOUR, "0.0. .... .... ....")) == [
        "row 1 needs 1 park and has 2 already: r1c1 r1c3"
    ]
    black = puzzle(Doubleblock, 4, 4, {})
    assert "row 1 needs 2 black cells and can have at most 1: r1c1 r1c2 r1c3" in told(
        black, "number", values(FOUR, "12.. .... .... ...."), {"r1c3": (0,)}
    )


# -- clues of lines ---------------------------------------------------------------------------------------------------


def test_views() -> None:
    view = puzzle(Skyscrapers, 4, 4, {"view": {LEFT_OF_ROW_1: 3}})
    assert told(view, "height", values(FOUR, ".4.. .... .... ....")) == [
        "the 3 at the left of row 1 can see at most 2 towers: r1c2"
    ]
    assert told(view, "height", values(FOUR, "1234 .... .... ....")) == [
        "the 3 at the left of row 1 sees 4 towers: r1c1 r1c2 r1c3 r1c4"
    ]


def test_sums_between_black_cells() -> None:
    between = puzzle(Doubleblock, 4, 4, {"between": {LEFT_OF_ROW_1: 2}})
    assert told(between, "number", values(FOUR, "01.. .... .... ....")) == []
    assert told(between, "number", values(FOUR, "010. .... .... ....")) == [
        "row 1 needs a sum of 2 between its black cells and has 1: r1c2 r1c3"
    ]
    assert "row 1 has no two black cells with room for the sum between them: r1c1 r1c2" in told(
        between, "number", values(FOUR, "12.1 .... .... ....")
    )


def test_first_letters() -> None:
    first = puzzle(EasyAsAbc, 3, 3, {"hint": {LEFT_OF_ROW_1: "A"}}, max=2)
    board = Rect.of(3, 3)
    assert told(first, "letter", values(board, "-B. ... ...", str)) == [
        "the first letter from the left of row 1 is B, not A: r1c2"
    ]
    assert told(first, "letter", values(board, ".B. ... ...", str), {"r1c1": "A"}) == [
        "the first letter from the left of row 1 can no longer be A: r1c1 r1c2"
    ]


@pytest.mark.parametrize(
    ("clue", "marks", "said"),
    [
        ((2, 1), "..0.", []),
        ((2, 1), ".0..", ["row 1 can no longer have the runs 2 1: r1c2"]),
        ((2, 1), "1011", ["row 1 needs the runs 2 1 and has 1 2: r1c3"]),
        ((3,), "1..1", ["row 1 can no longer have the run 3: r1c1 r1c4"]),
        ((), ".1..", ["row 1 needs no run and has 1: r1c2"]),
    ],
)
def test_runs(clue: tuple[int, ...], marks: str, said: list[str]) -> None:
    one = puzzle(Picross, 1, 4, {"clue": {LEFT_OF_ROW_1: clue}})
    shaded = {c: sign == 1 for c, sign in values(Rect.of(1, 4), marks).items()}
    assert told(one, "shade", shaded) == said


def test_runs_of_letters_and_sums_of_blocks() -> None:
    board = Rect.of(1, 4)
    letters = puzzle(AbcBox, 1, 4, {"hint": {LEFT_OF_ROW_1: ("?", 2)}}, max=2)
    assert told(letters, "letter", values(board, "ABBA", str)) == [
        "row 1 needs the runs ? 2 and has A BB A: r1c1 r1c2"
    ]
    assert told(letters, "letter", values(board, "..BA", str)) == ["row 1 can no longer have the runs ? 2: r1c3 r1c4"]
    sums = puzzle(JapaneseSums, 1, 4, {"hint": {LEFT_OF_ROW_1: (3, 4)}}, max=4)
    assert told(sums, "digit", values(board, "1204")) == []
    assert told(sums, "digit", values(board, "2104")) == []
    assert told(sums, "digit", values(board, "3014")) == ["row 1 needs the sums 3 4 and has 3 5: r1c3 r1c4"]
    assert told(sums, "digit", values(board, "4...")) == ["row 1 can no longer have the sums 3 4: r1c1"]


# -- clues of cells ---------------------------------------------------------------------------------------------------


def test_signs_and_dots() -> None:
    sign = puzzle(GreaterThanSudoku, 4, 4, {**NO_WALLS, "sign": {FIRST_LINK: "<"}})
    assert told(sign, "number", values(FOUR, "31.. .... .... ....")) == [
        "the 3 at r1c1 is not smaller than the 1 at r1c2: r1c1 r1c2"
    ]
    assert told(sign, "number", values(FOUR, "4... .... .... ....")) == [
        "no number at r1c2 suits the sign and the 4 at r1c1: r1c1"
    ]
    dot = puzzle(Kropki, 4, 4, {"dot": {FIRST_LINK: "black"}})
    assert told(dot, "number", values(FOUR, ".3.. .... .... ....")) == [
        "no number at r1c1 suits the black dot and the 3 at r1c2: r1c2"
    ]
    assert told(dot, "number", values(FOUR, "..12 .... .... ....")) == [
        "the 1 at r1c3 and the 2 at r1c4 would have a dot between them: r1c3 r1c4"
    ]


def test_sums_that_can_or_cannot_come_out() -> None:
    board = Rect.of(1, 3)
    run = puzzle(Kakuro, 1, 3, {"clue": {cell("r1c1"): (12, None)}})
    assert told(run, "number", {cell("r1c2"): 1}) == [
        "the run to the right of r1c1 needs a sum of 12 and can have at most 10: r1c2"
    ]
    assert told(run, "number", {cell("r1c2"): 9}, {"r1c3": (1, 2, 3)}) == [
        "the run to the right of r1c1 needs a sum of 12 and cannot have less than 13: r1c2 r1c3"
    ]
    none = puzzle(Kakuro, 1, 3, {"clue": {cell("r1c3"): (7, None)}})
    assert told(none, "number", values(board, "12.")) == ["there is no run to the right of r1c3 for the sum of 7: "]


@pytest.mark.parametrize(
    ("given", "marks", "said"),
    [
        ({"operator": "+", "result": 5}, "12", "the cage of r1c1 needs the sum 5 and has 3: r1c1"),
        ({"operator": "-", "result": 0}, "12", "the cage of r1c1 needs the difference 0 and has 1: r1c1 r1c2"),
        ({"operator": ":", "result": 3}, "12", "the cage of r1c1 needs the quotient 3 and has 2: r1c2"),
        ({"result": 9}, "12", "the cage of r1c1 needs the result 9 and has the numbers 2 and 1: r1c1"),
        ({"operator": "x", "result": 3}, "2.", "the cage of r1c1 can no longer have the product 3: r1c1"),
    ],
)
def test_results(given: Mapping[str, Any], marks: str, said: str) -> None:
    walls = {link: True for link in Rect.of(3, 3).links if link != FIRST_LINK}
    cage = puzzle(Basic, 3, 3, {"wall": walls, **{name: {cell("r1c1"): value} for name, value in given.items()}})
    assert said in told(cage, "number", values(Rect.of(3, 3), f"{marks}. ... ..."))


def test_bricks() -> None:
    bricks = Puzzle.of(Pyramid, pyramid(2, 3), {"row": {Spot(3, -1): "#"}}, {"largest": 9})
    top, left, right = cell("r1c2"), cell("r2c1"), cell("r2c3")
    assert told(bricks, "digit", {top: 7, left: 2, right: 4}) == [
        "the 7 at r1c2 is neither the sum nor the difference of the 2 at r2c1 and the 4 at r2c3: r2c1 r2c3 r1c2"
    ]
    assert told(bricks, "digit", {left: 4, right: 4}) == [
        "4 appears twice in the grey row 2, at r2c1 and r2c3: r2c1 r2c3"
    ]


# -- alone ------------------------------------------------------------------------------------------------------------


class Repeating(JapaneseSums):
    """Digits may stand again in a line."""

    name = "Repeating sums"
    once_at_most = None  # type: ignore[assignment]


def test_sums_of_blocks_may_have_a_digit_twice_where_no_rule_forbids_it() -> None:
    line = puzzle(Repeating, 1, 2, {"hint": {LEFT_OF_ROW_1: (2,)}}, max=1)
    (answer,) = gw.all_answers(line)
    assert set(answer.marks["digit"].values()) == {1}


# -- halves -----------------------------------------------------------------------------------------------------------


def test_numbers_have_halves_that_can_be_said() -> None:
    view = puzzle(Skyscrapers, 4, 4, {"view": {LEFT_OF_ROW_1: 3, TOP_OF_COLUMN_1: 1}})
    demands = [one for one in view.genre(view).demands() if one.rule.name == "in_view"]
    assert [[half.say(view.board) for half in one.halves()] for one in demands] == [
        [f"the 3 at the left of row 1 needs to see at {end} 3 towers" for end in ("least", "most")],
        ["the 1 at the top of column 1 needs to see 1 tower"],
    ]
    rows = next(one for one in view.genre(view).demands() if one.rule.name == "rows")
    assert [half.say(view.board) for half in rows.halves()] == [
        "1 appears at least once in row 1",
        "1 appears at most once in row 1",
    ]
