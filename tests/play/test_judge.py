"""What is kept between moves: a verdict with a kept model is that of a new one, and costs no second building."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import gridwright as gw
from gridwright.engine.solve.check import violations
from gridwright.language.layers import ValueLayer
from gridwright.language.rules import Rule
from gridwright.play.document import StampBook, document
from gridwright.play.position import BadPosition, Judge, key_of, marks_of, state_of

from ..grouped import case_name
from ..laws.cases import case
from ..picture.samples import FOLDERS, ONE, largest
from ..timing import assert_within, assert_within_each


def _wrong(marks: dict[str, dict[str, Any]], rng: Random) -> dict[str, dict[str, Any]]:
    """Some of the marks, a third of them exchanged with each other."""
    found = {}
    for name, own in marks.items():
        keys = rng.sample(sorted(own), len(own) * 3 // 4)
        some = keys[: len(keys) // 3]
        changed = dict(zip(some, (own[key] for key in reversed(some)), strict=True))
        found[name] = {key: own[key] for key in keys} | changed
    return found


@pytest.mark.parametrize("path", ONE, ids=case_name)
def test_kept_demands_find_the_same_faults(path: Path) -> None:
    one = case(path)
    judge, rng = Judge(one.puzzle), Random(1)
    marks = marks_of(judge.model, one.answer)
    for told in (_wrong(marks, rng), marks, _wrong(marks, rng)):
        state = judge.with_closed(state_of(judge.model, told))
        fresh = dict.fromkeys(violations(one.puzzle.genre(one.puzzle), state))
        assert judge.judged(told)["faults"] == [judge.fault_record(fault) for fault in fresh]


VALUED = [path for path in ONE if case(path).puzzle.genre(case(path).puzzle).variables.terms]
"""Puzzles whose answers hold values, such as numbers."""


@pytest.mark.parametrize("path", VALUED, ids=case_name)
def test_the_answer_is_among_the_candidates(path: Path) -> None:
    """However much of it is already known."""
    one = case(path)
    judge, rng = Judge(one.puzzle), Random(3)
    marks = marks_of(judge.model, one.answer)
    some = {name: {key: value for key, value in own.items() if rng.random() < 0.5} for name, own in marks.items()}
    for told in ({}, some):
        for name, places in judge.candidates(told).items():
            layer = judge.model.answer_layers[name]
            assert isinstance(layer, ValueLayer)
            values = list(layer.values(judge.model))
            assert places.keys() == marks.get(name, {}).keys() - told.get(name, {}).keys()
            assert all(marks[name][key] in [values[n] for n in found] for key, found in places.items()), name


def test_candidates_of_a_sudoku_are_the_numbers_that_no_cell_in_sight_holds() -> None:
    puzzle = gw.read("1.34\n...2\n2...\n.3.1\n", "sudoku")
    judge, given = Judge(puzzle), {(spot.y, spot.x): value for spot, value in puzzle.given["number"].items()}
    held = given | {(3, 3): 4}
    found = judge.candidates({"number": {"3,3": 4}})["number"]
    assert found == {
        f"{y},{x}": [n - 1 for n in (1, 2, 3, 4) if n not in {
            value for (v, u), value in held.items() if v == y or u == x or (v // 4, u // 4) == (y // 4, x // 4)}]
        for y in (1, 3, 5, 7) for x in (1, 3, 5, 7) if (y, x) not in held
    }  # fmt: skip


CAGES = gw.puzzle("Killer-Sudoku", size=9, cages=[(4, "r1c1 r1c2"), (24, "r1c3 r1c4 r1c5"), (3, "r4c4 r5c4")])
VIEWS = gw.puzzle("Skyscrapers", size=4, view={"top": [1, 3, None, None], "left": [None, 4, None, None]})
SUMS = gw.puzzle("Japanese Sums", max=3, hint={"top": [(6,), None, None, None], "left": [(2, 1), None, None, None]})


@pytest.mark.parametrize(("puzzle", "marks", "expected"), [
    # 4 = 1 + 3 and 24 = 7 + 8 + 9, each number once.
    (CAGES, {}, {"1,1": {1, 3}, "1,5": {7, 8, 9}, "7,7": {1, 2}}),
    # Of 3, its cage has 1 left; and no other cell of the row may hold 3.
    (CAGES, {"1,1": 3}, {"1,3": {1}, "1,5": {7, 8, 9}, "1,17": {1, 2, 4, 5, 6, 7, 8, 9}}),
    # One tower is seen: it is the highest. All four are seen: they ascend. With three in sight, 4 is not among the
    # first two, and 3 is not the first.
    (VIEWS, {}, {"1,1": {4}, "3,1": {1}, "3,3": {2}, "3,5": {3}, "3,7": {4}, "1,3": {1, 2}}),
    # Three of four cells hold 1, 2 and 3 side by side, and thus the middle two; the first number of its row is 2.
    (SUMS, {}, {"1,1": {0, 2}, "3,1": {1, 2, 3}}),
], ids=["cages", "a cage with a number", "views", "sums"])  # fmt: skip
def test_candidates_follow_all_rules_of_a_line_or_a_cage(
    puzzle: gw.Puzzle, marks: dict[str, int], expected: dict[str, set[int]]
) -> None:
    judge = Judge(puzzle)
    ((name, layer),) = judge.model.answer_layers.items()
    assert isinstance(layer, ValueLayer)
    values = list(layer.values(judge.model))
    found = judge.candidates({name: marks})[name]
    assert {key: {values[n] for n in found[key]} for key in expected} == expected


@pytest.mark.parametrize(("genre", "layer", "wrong"), [
    ("Sudoku", "number", True), ("Sudoku", "number", 5), ("Sudoku", "number", "1"), ("Sudoku", "number", [1]),
    ("Nurikabe", "sea", 1), ("Nurikabe", "sea", 0), ("Nurikabe", "sea", None),
])  # fmt: skip
def test_numbers_are_no_marks_and_marks_no_numbers(genre: str, layer: str, wrong: Any) -> None:
    puzzle = gw.read("1.34\n...2\n2...\n.3.1\n", "sudoku") if genre == "Sudoku" else gw.puzzle(genre, ["2 .", ". ."])
    judge = Judge(puzzle)
    judge.judged({layer: {"1,3": 2 if genre == "Sudoku" else True}})
    with pytest.raises(BadPosition, match="is not allowed on the layer"):
        judge.judged({layer: {"1,3": wrong}})


def test_an_answer_with_other_givens_is_not_the_solution() -> None:
    """It obeys every rule, but changes given numbers."""
    puzzle = gw.read("1.34\n...2\n2...\n.3.1\n", "sudoku")
    judge = Judge(puzzle)
    (answer,) = gw.all_answers(puzzle)
    whole = {key_of(spot): value for spot, value in answer.marks["number"].items()}
    assert judge.judged({"number": whole}) == {"faults": [], "solved": True}
    other = {key: {1: 2, 2: 1}.get(value, value) for key, value in whole.items()}
    told = judge.judged({"number": other})
    assert not told["solved"] and {fault["rule"] for fault in told["faults"]} == {"given"}


@pytest.mark.parametrize("genre", ["Kuromasu", "Shikaku", "Heyawake"])
def test_a_second_verdict_builds_no_demands(genre: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Judge(gw.generate(genre, 5, 5, seed=1))
    judge.judged({})
    rules = [rule for rule in judge.model.rules if type(rule).suspects is Rule.suspects]
    assert rules
    for rule in rules:
        monkeypatch.setattr(rule, "demands", _never)
    judge.judged({})


def _half(path: Path) -> tuple[Judge, dict[str, dict[str, Any]]]:
    """A judge that has judged once, and half of the marks of the answer."""
    one = case(path)
    judge, rng = Judge(one.puzzle), Random(2)
    marks = {name: {key: value for key, value in own.items() if rng.random() < 0.5}
             for name, own in marks_of(judge.model, one.answer).items()}
    judge.judged({})
    return judge, marks


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_verdict_on_a_usual_board_comes_at_once(folder: str) -> None:
    judge, marks = _half(largest(folder, 169))
    assert_within(0.05, lambda: judge.judged(marks))


@pytest.mark.parametrize(("genre", "clues"), [
    ("Nurikabe", {"clue": 3}), ("Fences", {"number": 2}), ("Kuromasu", {"number": 9}), ("Shikaku", {"number": 8}),
    ("Masyu", {"pearl": "white"}),
])  # fmt: skip
def test_a_verdict_on_a_board_of_40_x_40_is_no_wait(genre: str, clues: dict[str, Any]) -> None:
    rng, board = Random(1), gw.Rect.of(40, 40)
    given = {name: dict.fromkeys(rng.sample(list(board.cells), 160), value) for name, value in clues.items()}
    judge = Judge(gw.Puzzle.of(gw.genre(genre), board, given))
    (name,) = judge.model.answer_layers
    places = [place[0] for place in judge.model.variables.places(name)]
    marks = {name: {key_of(spot): rng.random() < 0.5 for spot in rng.sample(places, len(places) // 3)}}
    judge.judged({})
    assert_within(0.5, lambda: judge.judged(marks))


def _never(model: Any) -> Any:
    raise AssertionError("the demands are built again")


def test_a_verdict_on_many_values_for_each_cell_is_no_wait() -> None:
    """A group may have nearly all 1600 cells, so each open cell has that many values."""
    rng = Random(1)
    cells = [(y, x) for y in range(40) for x in range(40)]
    rows: list[list[int | None]] = [[None] * 40 for _ in range(40)]
    for y, x in rng.sample(cells, 400):
        rows[y][x] = rng.randint(1, 6)
    puzzle = gw.puzzle("Fillomino", rows)
    judge = Judge(puzzle)
    free = [f"{2 * y + 1},{2 * x + 1}" for y, x in cells if rows[y][x] is None]
    assert_within_each(0.4, lambda: Judge(puzzle), lambda new: new.judged({}))
    assert_within(0.2, lambda: judge.judged({"number": dict.fromkeys(free[:50], 2)}))


def test_equal_stamps_are_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a board of Fillomino takes as many drawings as it has cells, times as many as it has numbers."""
    n_drawn = 0
    draw = StampBook._draw

    def counted(book: StampBook, *args: Any) -> int:
        nonlocal n_drawn
        n_drawn += 1
        return draw(book, *args)

    monkeypatch.setattr(StampBook, "_draw", counted)
    document(gw.puzzle("Fillomino", size=12))
    assert n_drawn == 144  # one for each number up to the number of cells


# -- pieces of a set --


@pytest.mark.parametrize("name", ["pips", "domino_hunt", "pentomino_search"])
def test_all_pieces_of_the_set_lie_on_a_solved_board_and_none_on_an_empty_one(name: str) -> None:
    puzzle = gw.read(Path(__file__).parents[2] / f"examples/{name}.spf")
    judge = Judge(puzzle)
    laid = judge.laid(marks_of(judge.model, gw.solve(puzzle).answers[0]))
    assert sorted(laid) == sorted(piece[0] for piece in document(puzzle)["pieces"])
    assert judge.laid({}) == []


def test_a_domino_without_walls_all_around_does_not_lie_yet() -> None:
    puzzle = gw.puzzle("Domino Hunt", ["0 1", "1 1"], max=1)
    judge = Judge(puzzle)
    assert judge.laid({"wall": {"2,1": True}}) == []
    assert judge.laid({"wall": {"2,1": True, "2,3": True}}) == ["0-1", "1-1"]


def test_boxes_of_pieces_lie_below_the_board_side_by_side() -> None:
    told = document(gw.puzzle("Pips", ["a a", "a a"], dominoes=((1, 0), (2, 3))))
    (first, left, top, right, bottom), (second, start, *_) = told["pieces"]
    assert (first, second) == ("0-1", "2-3")
    assert top >= 2 * 40 and left < right < start and bottom <= told["box"][1] + told["box"][3]
