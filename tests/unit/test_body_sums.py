"""Sums over bodies: the kind against the definition on every grid of small boards, its cuts, and its words."""

from __future__ import annotations

import itertools
import random
from functools import cache
from importlib import import_module

import pytest

import gridwright as gw
from gridwright.engine.solve.answers import all_answers
from gridwright.language import (
    CELLS,
    Answer,
    Demands,
    Genre,
    Given,
    Numbers,
    Puzzle,
    Rect,
    Spot,
    State,
    Unknown,
    Wording,
    must,
    rule,
)
from gridwright.rules import body_sums

from ..grouped import thorough

module = import_module("gridwright.rules.body_sums")


class Circles(Genre):
    """Kurotto, with or without the rule that circles are unshaded."""

    name = "Circles of a test"
    circle = Given("cells", Numbers(0, CELLS) | Unknown("?"))
    shade = Answer("cells", words=("shaded", "unshaded"))

    @rule("{at} holds a circle, so it is unshaded")
    def open_circles(self) -> Demands:
        for at in self.circle:
            yield must(~self.shade[at], at)

    sums = body_sums(shade, circle, Wording(
        "the bodies that touch {at} need {n:cell}",
        few="the bodies that touch {at} need {n:cell} and have no room for more than {room}",
        many="the bodies that touch {at} need {n:cell} and have {have} already"))


class Loose(Circles):
    name = "Loose circles of a test"
    open_circles = None  # type: ignore[assignment]


@cache
def told(board: Rect, shaded: frozenset[Spot], at: Spot) -> int:
    """How many shaded cells the bodies have that touch a cell: each body by itself, without the cell."""
    left, total = shaded - {at}, 0
    for first in board.neighbours(at):
        body = {first} & left
        while grown := {n for c in body for n in board.neighbours(c)} & left - body:
            body |= grown
        total += len(body)
        left -= body
    return total


@cache
def every_grid(board: Rect) -> list[frozenset[Spot]]:
    """All ways to shade cells of a board."""
    return [frozenset(itertools.compress(board.cells, bits))
            for bits in itertools.product((False, True), repeat=len(board.cells))]  # fmt: skip


@pytest.mark.parametrize("named", [0, 300, 10**9])
@pytest.mark.parametrize("genre", [Circles, Loose])
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 5), (2, 3), thorough(3, 3), thorough(2, 5)])
def test_the_answers_are_those_of_the_definition(
    genre: type[Genre], rows: int, cols: int, named: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether reached cells are named or not."""
    monkeypatch.setattr(module, "_NAMED", named)
    board, rng = Rect.of(rows, cols), random.Random(rows * 10 + cols)
    grids = every_grid(board)
    for _ in range(12):
        shaded = rng.choice(grids)
        circles = [c for c in board.cells if rng.random() < 0.35 and (c not in shaded or genre is Loose)]
        other: list[int | str] = [rng.randint(0, len(board.cells)), "?"]
        given = {at: told(board, shaded, at) if rng.random() < 0.9 else rng.choice(other) for at in circles}
        right = [grid for grid in grids
                 if (genre is Loose or grid.isdisjoint(given))
                 and all(n == "?" or told(board, grid, at) == n for at, n in given.items())]
        puzzle = Puzzle.of(genre, board, {"circle": given})
        found = [{c for c, value in one.marks["shade"].items() if value} for one in all_answers(puzzle)]
        assert len(found) == len(right) and all(grid in right for grid in found)
        for grid in grids[:: max(1, len(grids) // 30)]:
            state = State.of(puzzle, {"shade": {c: c in grid for c in board.cells}})
            assert (not gw.check(puzzle, state)) == (grid in right)


def faults(marks: dict[Spot, bool], n: int) -> list[str]:
    """What the checker says of a row of five cells with a circle in the middle."""
    puzzle = Puzzle.of(Circles, Rect.of(1, 5), {"circle": {Spot(1, 5): n}})
    return [one.words for one in gw.check(puzzle, State.of(puzzle, {"shade": marks}))]


def test_faults_tell_what_there_is_or_can_be() -> None:
    first, second, _, fourth, fifth = Rect.of(1, 5).cells
    assert faults({second: False}, 2) == []
    assert faults({second: False}, 3) == ["the bodies that touch r1c3 need 3 cells and have no room for more than 2"]
    assert faults({first: True, second: True, fourth: True}, 2) == [
        "the bodies that touch r1c3 need 2 cells and have 3 already"]
    assert faults({first: True, second: True, fourth: True, fifth: False}, 3) == []


def test_a_body_that_touches_twice_counts_once() -> None:
    board = Rect.of(2, 2)
    puzzle = Puzzle.of(Circles, board, {"circle": {Spot(1, 1): 3}})
    (answer,) = all_answers(puzzle)
    assert [answer.marks["shade"][c] for c in board.cells] == [False, True, True, True]
