"""Singles, and grids that narrowing settles: they are judged by the rules without being encoded."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import gridwright as gw
from gridwright.language import Answer, Demands, Genre, Puzzle, Rect, Spot, must, rule
from gridwright.rules import latin, once_each
from gridwright.rules.latin import Contradiction, Grouping, Singles

FULL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
EASY = "1.3456..9..67.912.7.912.45.2.1.64.97.6489.231897.3..643.2645.7864..7831.97831.6.5"
"""The same grid with some cells left blank, each of which has one candidate left in the end."""


def sudoku(line: str, genre: str = "sudoku", **given: dict[Spot, Any]) -> Puzzle:
    board = Rect.of(9, 9)
    numbers = {cell: int(char) for cell, char in zip(board.cells, line, strict=True) if char != "."}
    walls = gw.read_all(FULL + "\n", "sudoku")[0].puzzle.given["wall"]
    return Puzzle.of(gw.genre(genre), board, {"number": numbers, "wall": walls, **given})


# -- singles ----------------------------------------------------------------------------------------------------------


def struck(masks: list[int], groups: list[list[int]], full: bool, free: int) -> list[int] | None:
    """What singles leave, worked out in the plainest way; None for a contradiction."""
    masks = masks[:]
    while True:
        before = masks[:]
        for own, cell in [(group, cell) for group in groups for cell in group]:
            others = [masks[other] for other in own if other != cell]
            for mask in others:
                if mask.bit_count() == 1 and mask != free:
                    masks[cell] &= ~mask
            for value in (1, 2, 4, 8):
                if full and value != free and not any(mask & value for mask in others):
                    masks[cell] &= value
            if not masks[cell]:
                return None
        if masks == before:
            return masks


def broken(masks: list[int], groups: list[list[int]], full: bool, free: int) -> bool:
    """Whether a grid without open cells breaks the rule of some group."""
    held = [[masks[cell] for cell in group if masks[cell] != free] for group in groups]
    asked = {1, 2, 4, 8} - {free}
    settled = all(mask.bit_count() == 1 for mask in masks)
    return settled and any(len(set(own)) < len(own) or (full and set(own) != asked) for own in held)


@pytest.mark.parametrize(("full", "free"), [(True, 0), (False, 0), (True, 4), (False, 4)])
def test_singles_leave_what_follows_at_sight(full: bool, free: int) -> None:
    """On grids of four cells and four values, groups of any form among them."""
    rng = random.Random(1)
    outcomes = set()
    for _ in range(3000):
        masks = [rng.choice((1, 2, 3, 5, 7, 8, 9, 12, 15, 15, 15)) for _ in range(8)]
        groups = [rng.sample(range(8), 4) for _ in range(rng.randint(0, 4))]
        expected = struck(masks, groups, full, free)
        found: list[int] | None = masks[:]
        try:
            assert found is not None
            Singles(found, Grouping.made(8, groups), free, lambda: None).run(15 if full else 0)
        except Contradiction:
            found = None
        if found is None or expected is None:
            # A contradiction may stay unnoticed where nothing is left open: then the grid breaks a rule.
            assert found == expected or (found is not None and broken(found, groups, full, free)), (masks, groups)
        else:
            assert found == expected, (masks, groups)
        outcomes.add(None if found is None else found == masks)
    assert outcomes == {None, True, False}


def test_singles_look_at_the_clock() -> None:
    class Late(Exception):
        pass

    def tick() -> None:
        raise Late

    with pytest.raises(Late):
        Singles([3, 3], Grouping.made(2, [[0, 1]]), 0, tick).run(True)


# -- grids that narrowing settles -------------------------------------------------------------------------------------


def test_a_settled_grid_is_not_encoded(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("nothing is to be encoded")

    monkeypatch.setattr(latin.OnceEach, "encode", never)
    verdict = gw.solve(sudoku(EASY))
    assert verdict.status == "unique"
    found = verdict.answers[0].marks["number"]
    assert "".join(str(found[cell]) for cell in Rect.of(9, 9).cells) == FULL
    assert (verdict.effort.variables, verdict.effort.clauses) == (1, 1)
    with pytest.raises(AssertionError, match="encoded"):
        gw.solve(sudoku(EASY.translate(str.maketrans("1234", "...."))))


@pytest.mark.parametrize(("genre", "layer", "right", "wrong"), [
    ("greater than sudoku", "sign", "<", ">"),
    ("killer sudoku", "total", 3, 4),
])  # fmt: skip
def test_a_settled_grid_must_keep_the_rules_that_strike_out_nothing(
    genre: str, layer: str, right: object, wrong: object
) -> None:
    """A sign between the 1 and the 2 of the first row, or a cage around them."""
    at = Spot(1, 2) if layer == "sign" else Spot(1, 1)
    rest = {link: True for link in Rect.of(9, 9).links if link != Spot(1, 2)}
    more = {} if layer == "sign" else {"cage": rest}
    for line, (clue, status) in product((FULL, EASY), ((right, "unique"), (wrong, "none"))):
        assert gw.solve(sudoku(line, genre, **{layer: {at: clue}}, **more)).status == status


class Rising(Genre):
    """Numbers once in each row, the first smaller than the last: a rule of demands alone."""

    name = "Rising numbers of a test"
    number = Answer("cells", range(1, 4))
    rows = once_each(number, "rows", "each number stands once in row {i}", full=True)

    @rule("{at} is rising")
    def rising(self) -> Demands:
        for row in self.board.rows:
            yield must(self.number[row[0]] < self.number[row[-1]], row)


@pytest.mark.parametrize(("given", "status"), [
    ((1, 2, None), "unique"), ((3, 2, None), "none"), ((1, 2, 3), "unique"), ((3, 2, 1), "none"), ((1, 1, 3), "none"),
    ((None, 2, None), "unique"),
])  # fmt: skip
def test_demands_judge_what_is_settled(given: tuple[int | None, ...], status: str) -> None:
    board = Rect.of(1, 3)
    numbers = {cell: n for cell, n in zip(board.cells, given, strict=True) if n is not None}
    verdict = gw.solve(Puzzle.of(Rising, board, {"number": numbers}))
    assert verdict.status == status
    if status == "unique":
        assert dict(verdict.answers[0].marks["number"]) == dict(zip(board.cells, (1, 2, 3), strict=True))


def test_marks_that_are_played_are_not_passed_over() -> None:
    """A grid that the givens settle, and a mark on top that it does not hold."""
    puzzle = sudoku(EASY)
    first = Spot(1, 3)
    for value, status in ((2, "unique"), (3, "none")):
        assert gw.solve(puzzle, played=gw.State.of(puzzle, {"number": {first: value}})).status == status


def test_all_ways_to_ask_know_a_settled_grid() -> None:
    puzzle = sudoku(EASY)
    [answer] = gw.all_answers(puzzle)
    common = gw.common_marks(puzzle)
    assert common is not None
    assert common.marks == answer.marks == gw.solve(puzzle).answers[0].marks
    assert gw.common_marks(sudoku(FULL.replace("12", "11", 1))) is None
