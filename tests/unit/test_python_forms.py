"""Puzzles and states made from grids, lists and dictionaries."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest

import gridwright as gw
from gridwright.language import Spot
from gridwright.language.forms import argument_docs

NURIKABE = {Spot(1, 1): 2, Spot(5, 5): 3}


class Array:
    """What a NumPy array is for us: something with ``tolist``."""

    def __init__(self, rows: list[Any]) -> None:
        self.rows = rows

    def tolist(self) -> list[Any]:
        return self.rows


@pytest.mark.parametrize("rows", [
    ["2 . .", ". . .", ". . 3"],
    ["2..", "...", "..3"],
    "2..\n...\n..3\n",
    [[2, None, None], [None, None, None], [None, None, 3]],
    [["2", ".", ""], [".", "_", "."], [".", ".", "3"]],
    Array([[2, None, None], [None, None, None], [None, None, 3]]),
    ((2.0, None, None), [None] * 3, "..3"),
])  # fmt: skip
def test_rows(rows: Any) -> None:
    puzzle = gw.puzzle("Nurikabe", rows)
    assert (puzzle.board, puzzle.given) == (gw.Rect.of(3, 3), {"clue": NURIKABE})
    assert gw.puzzle(gw.genre("nurikabe"), clue=rows) == puzzle


def test_places_by_name() -> None:
    puzzle = gw.puzzle("Nurikabe", clue={"r1c1": 2, Spot(5, 5): "3"}, size=3, title="Small", credits=["A", "B"])
    assert puzzle.given == {"clue": NURIKABE}
    assert puzzle.about == gw.About(title="Small", credits=("A", "B"))
    galaxies = gw.puzzle("Galaxies", centre=["r1c1", "r1c2-r1c3", "r2c2-r3c3"], size=(3, 4))
    assert set(galaxies.given["centre"]) == {Spot(1, 1), Spot(1, 4), Spot(4, 4)}
    view = gw.puzzle("Skyscrapers", size=3, view={"top of column 2": 3, "the left of row 1": 1})
    assert view.given == {"view": {Spot(-1, 3): 3, Spot(1, -1): 1}}


def test_sides_are_lists() -> None:
    puzzle = gw.puzzle("Picross", clue={"top": [[1], [3], "1,1"], "left": [[1, 1], [], (1,)]})
    assert puzzle.board == gw.Rect.of(3, 3)
    assert puzzle.given["clue"][Spot(-1, 5)] == (1, 1)
    assert puzzle.given["clue"][Spot(3, -1)] == ()


def test_regions_groups_and_usual_boxes() -> None:
    lits = gw.puzzle("LITS", ["AAB", "ACB"])
    assert set(lits.given["wall"]) == {Spot(1, 4), Spot(3, 2), Spot(3, 4), Spot(2, 3)}
    cages = gw.puzzle("Killer-Sudoku", size=4, cages=[(3, "r1c1 r1c2"), (4, ["r2c1", "r2c2"]), "r4c4"])
    assert cages.given["total"] == {Spot(1, 1): 3, Spot(3, 1): 4}
    assert set(cages.given["cage"]) == {Spot(2, 1), Spot(2, 3)}
    assert len(cages.given["uncaged"]) == 16 - 5
    assert cages.given["wall"] == gw.read("123434122143432.\n", "sudoku").given["wall"]
    oblong = gw.puzzle("Sudoku", size=6).given["wall"]
    assert Spot(1, 6) in oblong and Spot(4, 1) in oblong and Spot(6, 1) not in oblong
    basic = gw.puzzle("Basic", size=2, cages=[(3, "+", "r1c1 r1c2"), "r2c1 r2c2"])
    assert (basic.given["result"], basic.given["operator"]) == ({Spot(1, 1): 3}, {Spot(1, 1): "+"})


def test_values_are_meant() -> None:
    masyu = gw.puzzle("Masyu", ["w..", "..b", "..."])
    assert set(masyu.given["pearl"].values()) == {"white", "black"}
    akari = gw.puzzle("Akari", [". ? 1"])
    assert akari.given["wall"] == {Spot(1, 3): None, Spot(1, 5): 1}
    assert gw.puzzle("Tents", ["#..", "..x"]).given["tree"] == {Spot(1, 1): True, Spot(3, 5): True}
    assert gw.puzzle("Kropki", size=3, dot={"right": ["b.", "..", ".w"]}).given["dot"] == {
        Spot(1, 2): "black", Spot(5, 4): "white"}  # fmt: skip
    assert gw.puzzle("Tapa", [[3, (1, 1), None]]).given["clue"] == {Spot(1, 1): (3,), Spot(1, 3): (1, 1)}


@pytest.mark.parametrize(("told", "words"), [
    ({"grid": ["2 . .", ". ."]}, "row 2 has the wrong number of items; expected 3, found 2"),
    ({"grid": [[2], 5]}, "row 2 is not a row; expected 1 item, found 5"),
    ({"grid": ["99 . ."]}, "r1c1: this is not allowed here; expected a number from 1 to 3 or '?', found 99"),
    ({"clu": ["2 . ."]}, "no layer or key 'clu'; expected 'clue'"),
    ({"clue": {"r9c9": 3}, "size": 3}, "r9c9 is outside the 3x3 board"),
    ({"clue": {"foo": 3}, "size": 3}, "expected a cell such as 'r3c4', found 'foo'"),
    ({}, "the size of the board is missing; expected a grid, or size=9 or size=(rows, columns)"),
    ({"grid": 5}, "the size of the board is missing; expected a grid, or size=9 or size=(rows, columns), found clue=5"),
    ({"grid": ["2"], "clue": ["2"]}, "given twice, as the grid and by name"),
    ({"size": (900, 900)}, "expected at most 70000 cells, found 900 x 900"),
    ({"size": "nine"}, "this is not a size; expected 9 or (rows, columns), found 'nine'"),
    ({"grid": ["..."], "size": 2}, "the grid has the wrong number of rows; expected 2, found 1"),
    ({"grid": ["..."], "holes": ["r7c7"]}, "expected a cell of the board such as 'r1c1', found 'r7c7'"),
])  # fmt: skip
def test_nurikabe_refused(told: dict[str, Any], words: str) -> None:
    with pytest.raises(gw.PuzzleError) as fault:
        gw.puzzle("Nurikabe", **told)
    assert words in str(fault.value)


@pytest.mark.parametrize(("genre", "told", "words"), [
    ("Sudoku", {"size": 7}, "a Sudoku of 7 rows and 7 columns has no usual walls; expected another size, or wall="),
    ("Skyscrapers", {"size": 5, "view": {"top": [1, 2]}}, "the list has the wrong number of items; expected 5"),
    ("Skyscrapers", {"size": 5, "view": {"upper": [1]}}, "lists for 'top', 'left', 'right', 'bottom', found 'upper'"),
    ("Killer-Sudoku", {"size": 4, "cages": [(3, "r1c1 r3c3")]}, "the cells r1c1, r3c3 are not connected"),
    ("Killer-Sudoku", {"size": 4, "cages": [(3, "r1c1 r9c3")]}, "expected (total, 'r1c1 r1c2 ...')"),
    ("Killer-Sudoku", {"size": 4, "cages": [(3, "r1c1"), (3, "r1c1")]}, "r1c1 is named twice"),
    ("Heyawake", {"size": 2, "rooms": [(3, "r1c1 r1c2")]}, "r2c1 is in none of them"),
    ("Heyawake", {"size": 2, "rooms": [(3, "r1c1 r1c2"), "r2c1 r2c2"]}, "expected a number from 0 to 2, found 3"),
    ("Starbattle", {"grid": ["AB", "AB"], "stars": "x"}, "key 'stars': this is not one of its values"),
    ("Coral", {"grid": ["AB", "AB"]}, "Coral has no main layer for a grid; expected named arguments: hint, coral"),
    ("Kropki", {"size": 2, "dot": ["..", ".."]}, "expected a dictionary with 'right' and 'below'"),
    ("Curve Data", {"size": 2, "shapes": [{"rows": 1}]}, "key 'shapes': this is not a drawing"),
])  # fmt: skip
def test_refused(genre: str, told: dict[str, Any], words: str) -> None:
    with pytest.raises(gw.PuzzleError) as fault:
        gw.puzzle(genre, **told)
    assert words in str(fault.value)


# -- answers ----------------------------------------------------------------------------------------------------------


def test_answers_as_grids() -> None:
    verdict = gw.solve(gw.puzzle("Nurikabe", ["2 . .", ". . .", ". . 3"]))
    assert verdict.status == "several"
    for answer in verdict.answers:
        assert answer["sea"] == answer.grid() == answer.grid("sea")
        assert sum(map(sum, answer["sea"])) == 4
        assert answer["sea"][0][0] is False
    loop = gw.solve(gw.puzzle("Masyu", ["w..", "...", "..."])).answers
    assert not loop, "a white pearl in a corner"
    slither = gw.solve(gw.puzzle("Fences", ["44"])).answers or gw.solve(gw.puzzle("Fences", ["4."])).answers
    assert slither[0]["loop"]["vertical"] == [[True, True, False]]
    with pytest.raises(gw.PuzzleError, match="has no answer layer 'see'; expected 'sea'"):
        answer["see"]


def test_states_from_grids() -> None:
    puzzle = gw.puzzle("Nurikabe", ["2 . .", ". . .", ". . 3"])
    right = ["..#", "###", "..."]
    assert gw.check(puzzle, gw.state(puzzle, right), finished=True) == []
    assert gw.check(puzzle, gw.state(puzzle, ["###", "###", "..."]))
    begun = gw.state(puzzle, sea=[[None, None, True], [None] * 3, [None] * 3])
    assert begun.marks == {"sea": {Spot(1, 5): True}}
    sudoku = gw.puzzle("Sudoku", size=4)
    state = gw.state(sudoku, ["1...", "....", "....", "...."], struck={"number": {"r1c2": [1, 2]}})
    assert state.marks == {"number": {Spot(1, 1): 1}}
    assert state.struck_at("number", Spot(1, 3)) == {1, 2}
    assert eval(repr(state), {"gw": gw}) == state


def test_arrays_need_numpy() -> None:
    answer = gw.state(gw.puzzle("Nurikabe", ["2.."]), ["..#"])
    try:
        numpy: Any = import_module("numpy")
    except ImportError:
        with pytest.raises(ImportError):
            answer.array()
    else:
        assert numpy.array_equal(answer.array("sea"), [[False, False, True]])


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda genre: genre.__name__)
def test_every_argument_is_told_in_words(genre: type[gw.Genre]) -> None:
    told = list(argument_docs(genre))
    assert {name for name, _, _ in told} == {*genre.layers, *genre.keys, *(group.name for group in genre.groups)}
    assert all(what and values for _, what, values in told)


# -- sizes ------------------------------------------------------------------------------------------------------------


def test_new_puzzles_have_the_size_that_is_requested() -> None:
    for told in ({"size": (3, 4)}, {"rows": 3, "cols": 4}, {"size": [3, 4], "rows": 3}):
        made = gw.generate("Tents", seed=1, **told)
        assert isinstance(made.board, gw.Rect) and (made.board.n_rows, made.board.n_cols) == (3, 4)
        assert next(gw.generate_many("Tents", seed=1, **told)).board == made.board
    assert gw.generate("Tents", size=4, seed=1) == gw.generate("Tents", 4, 4, seed=1)


@pytest.mark.parametrize(("told", "words"), [
    ({"size": 5, "rows": 6}, "size is 5x5, but rows is 6 and cols is None; leave one of them out"),
    ({"size": (5, 6), "cols": 5}, "size is 5x6, but rows is None and cols is 5"),
    ({"size": "5x5"}, "this is not a size; expected 9 or (rows, columns), found '5x5'"),
    ({"size": (5, 5, 5)}, "this is not a size"),
    ({"size": 0}, "this is not a size"),
])  # fmt: skip
def test_sizes_that_are_none_or_contradict_each_other(told: dict[str, Any], words: str) -> None:
    for make in (gw.generate, gw.generate_many):
        with pytest.raises(gw.MakingError, match=re.escape(words)):
            make("Tents", **told)


# -- notebooks --------------------------------------------------------------------------------------------------------


def test_notebooks_show_pictures() -> None:
    puzzle = gw.puzzle("Nurikabe", ["2 . .", ". . .", ". . 3"])
    verdict = gw.solve(puzzle)
    assert puzzle._repr_svg_() == gw.draw(puzzle)._repr_svg_()
    assert verdict.answers[0]._repr_svg_() == gw.draw(puzzle, verdict.answers[0])._repr_svg_()
    assert verdict._repr_html_().count("<svg") == 2 and "several" in verdict._repr_html_()


def test_violations_tell_their_places() -> None:
    puzzle = gw.puzzle("Nurikabe", ["2 . .", ". . .", ". . 3"])
    violations = gw.check(puzzle, gw.state(puzzle, ["###", "###", "..."]))
    pool = next(one for one in violations if one.rule == "no_pool")
    assert str(pool.at) == "(r1c1, r1c2, r2c1, r2c2)"
    assert pool.at == (Spot(1, 1), Spot(1, 3), Spot(3, 1), Spot(3, 3))
    assert eval(repr(pool), {"Violation": gw.Violation, "Spot": Spot}) == pool
    assert "(r1c1, r1c2, r2c1, r2c2)" in pool._repr_html_()
