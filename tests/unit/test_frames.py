"""Arrays of NumPy and frames of pandas and polars as puzzles and answers; empty cells in arrays and lists."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

import gridwright as gw
from gridwright.language import Spot

SUDOKU = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])
NUMBERS = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
ANSWER = gw.solve(SUDOKU).answers[0]
EMPTY: list[Any] = [0, 0.0, "0", None, float("nan"), Decimal("NaN"), ".", "", " ", "_", False]


@pytest.mark.parametrize("empty", EMPTY, ids=repr)
def test_empty_cells(empty: Any) -> None:
    rows = [[number or empty for number in row] for row in NUMBERS]
    assert gw.puzzle("Sudoku", rows) == SUDOKU
    assert gw.state(SUDOKU, rows).marks == {"number": SUDOKU.given["number"]}
    assert gw.puzzle("Skyscrapers", size=4, view={"top": [empty, 2, empty, 1]}).given["view"].keys() == {
        Spot(-1, 3), Spot(-1, 7)}  # fmt: skip
    assert gw.puzzle("Tents", [[empty, True, empty]]).given == {"tree": {Spot(1, 3): True}}
    country_road = gw.puzzle("Country Road", [[empty, 2, empty], [empty] * 3], wall=["AAB", "ABB"])
    assert country_road.given["number"] == {Spot(1, 3): 2}


@pytest.mark.parametrize("zero", [0, 0.0, "0"], ids=repr)
def test_a_zero_that_is_a_clue_remains_one(zero: Any) -> None:
    for genre in ("Fences", "Minesweeper", "Akari"):
        assert list(gw.puzzle(genre, [[zero, None, 3]]).given.values()) == [{Spot(1, 1): 0, Spot(1, 5): 3}]
    assert gw.puzzle("Takuzu", [[zero, None]]).given == {"digit": {Spot(1, 1): 0}}
    assert gw.puzzle("Heyawake", [[zero, 1]], wall=["AB"]).given["number"] == {Spot(1, 1): 0, Spot(1, 3): 1}
    nurikabe = gw.puzzle("Nurikabe", ["2.."])
    assert gw.state(nurikabe, [[zero, zero, 1]]).grid() == [[False, False, True]]


def test_a_zero_for_a_list_of_blocks_says_that_there_is_none() -> None:
    puzzle = gw.puzzle("Picross", clue={"top": [0, [0], 1], "left": ["0", None, "1"]})
    assert {puzzle.board.name(spot): blocks for spot, blocks in puzzle.given["clue"].items()} == {
        "the top of column 1": (), "the top of column 2": (), "the top of column 3": (1,), "the left of row 1": (),
        "the left of row 3": (1,)}  # fmt: skip
    assert gw.puzzle("Tapa", [[0, 3]]).given["clue"] == {Spot(1, 1): (0,), Spot(1, 3): (3,)}


def test_a_zero_in_a_dictionary_is_no_empty_cell() -> None:
    with pytest.raises(gw.PuzzleError, match="expected a number from 1 to 4, found 0"):
        gw.puzzle("Sudoku", {"r1c1": 0}, size=4)


@pytest.mark.parametrize("value", [9, -1, 2.5, "x", b"1", [1, 2]], ids=repr)
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises(gw.PuzzleError, match=r"r1c2: this is not allowed here; expected a number from 1 to 4"):
        gw.puzzle("Sudoku", [[1, value, None, None], *NUMBERS[1:]])


# -- other libraries --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["int64", "uint8", "float32", "object", "str"])
def test_numpy(kind: str) -> None:
    numpy = pytest.importorskip("numpy")
    array = numpy.array(NUMBERS).astype(kind)
    assert gw.puzzle("Sudoku", array) == SUDOKU
    assert gw.puzzle("Sudoku", list(array), size=numpy.int64(4)) == SUDOKU
    assert gw.puzzle("Sudoku", [[numpy.float64(n) if n else numpy.nan for n in row] for row in NUMBERS]) == SUDOKU
    assert gw.state(SUDOKU, ANSWER.array().astype(kind)) == ANSWER
    assert gw.generate("Tents", rows=numpy.int64(3), seed=1).board == gw.Rect.of(3, 3)
    assert ANSWER.array().dtype == int and ANSWER.array().shape == (4, 4)
    trees = gw.puzzle("Tents", numpy.array([[True, False], [False, False]]))
    assert trees.given == {"tree": {Spot(1, 1): True}}
    loop = gw.solve(gw.puzzle("Fences", numpy.array([[4, numpy.nan]]))).answers[0].array()
    assert loop["vertical"].tolist() == [[True, True, False]] and loop["horizontal"].dtype == bool


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(NUMBERS, columns=list("abcd"))
    clues = frame.where(frame != 0)
    assert clues.isna().sum().sum() == 12
    for one in (frame, clues, clues.astype("Int64"), clues.astype(object), clues.astype("Int64").astype(object)):
        assert gw.puzzle("Sudoku", one) == SUDOKU
    assert gw.puzzle("Sudoku", frame.astype(str).replace("0", "")) == SUDOKU
    assert gw.state(SUDOKU, pandas.DataFrame(ANSWER.grid())) == ANSWER
    assert pandas.DataFrame(ANSWER.grid()).equals(pandas.DataFrame(ANSWER.array()))
    view = gw.puzzle("Skyscrapers", size=4, view={"top": clues["a"], "left": frame.iloc[1]})
    assert view.given == {"view": {Spot(-1, 1): 1, Spot(5, -1): 3}}


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(NUMBERS, orient="row")
    clues = frame.select(polars.all().replace(0, None))
    assert clues.null_count().sum_horizontal().item() == 12
    for one in (frame, clues, clues.cast(polars.Float64), clues.cast(polars.String).fill_null("")):
        assert gw.puzzle("Sudoku", one) == SUDOKU
    assert gw.state(SUDOKU, polars.DataFrame(ANSWER.grid(), orient="row")) == ANSWER
    view = gw.puzzle("Skyscrapers", size=4, view={"top": clues.to_series(0)})
    assert view.given == {"view": {Spot(-1, 1): 1}}


def test_missing_values_of_pandas_in_lists() -> None:
    pandas = pytest.importorskip("pandas")
    for missing in (pandas.NA, pandas.NaT):
        assert gw.puzzle("Sudoku", [[n or missing for n in row] for row in NUMBERS]) == SUDOKU
