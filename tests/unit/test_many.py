"""Many puzzles one after the other: models that are shared, limits, and what is forgotten."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

import gridwright as gw
from gridwright.engine.solve import many
from gridwright.engine.solve.many import Solver
from gridwright.engine.solve.search import Search
from gridwright.language import Puzzle
from gridwright.language.puzzle import frozen_layers

FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def sudoku(keep: float, seed: int, wrong: bool = False) -> Puzzle:
    rng = random.Random(seed)
    line = [c if rng.random() < keep else "." for c in FULL]
    if wrong:
        line[:2] = "55"
    return gw.read("".join(line) + "\n")


SOME = sudoku(0.5, 1), sudoku(0.2, 2), sudoku(0.75, 3), sudoku(0.7, 4, wrong=True), sudoku(0.15, 5), sudoku(0.4, 6)
MIXED = [*SOME, *SOME]


def kept(solver: Solver) -> int:
    """How many searches are kept."""
    return sum(shape.kept is not None for shape in solver._shapes)


def test_verdicts_and_answers_are_those_of_solve() -> None:
    expected = [gw.solve(puzzle) for puzzle in MIXED]
    found = list(gw.solve_many(MIXED))
    assert [one.status for one in found] == [one.status for one in expected]
    assert {one.status for one in found} == {"unique", "several", "none"}
    for puzzle, one, other in zip(MIXED, found, expected, strict=True):
        assert one.answers == other.answers
        assert all(answer.puzzle is puzzle for answer in one.answers)


def test_the_third_puzzle_of_a_shape_makes_a_model() -> None:
    with Solver() as solver:
        models = []
        for puzzle in MIXED[:4]:
            solver.solve(puzzle)
            models.append(kept(solver))
    assert models == [0, 0, 1, 1]


def test_only_so_many_shapes_are_remembered() -> None:
    genre = gw.genre("Hitori")
    sides = range(2, many._SHAPES + 5)
    with Solver() as solver:
        for side in sides:
            board = gw.Rect.of(side, side)
            numbers = dict.fromkeys(board.cells, 1)
            first = frozen_layers({"number": numbers, "shade": {board.cells[0]: True}})
            for _ in range(3):
                solver.solve(Puzzle(genre, board, first))
        assert len(solver._shapes) == many._SHAPES
        assert kept(solver) <= many._SHAPES


def test_a_worn_model_is_built_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "_WORN", 2)
    puzzles = [sudoku(0.25, seed) for seed in range(12)]
    with Solver() as solver:
        seen = set()
        for puzzle in puzzles:
            assert solver.solve(puzzle).status == gw.solve(puzzle).status
            seen.add(id(solver._shapes[0].kept))
            if solver._shapes[0].kept is not None:
                assert solver._shapes[0].kept.worn <= 2


def test_limits_hold_for_each_puzzle() -> None:
    empty = [sudoku(0.12, seed) for seed in range(4)]
    assert [len(one.answers) for one in gw.solve_many(empty, limit=5)] == [5] * 4
    assert {one.status for one in gw.solve_many(MIXED, timeout=0)} == {"undecided"}
    assert {one.status for one in gw.solve_many(MIXED, stop=lambda: True)} == {"undecided"}


def test_time_that_ends_leaves_the_model_usable() -> None:
    with Solver() as solver:
        for puzzle in MIXED[:4]:
            solver.solve(puzzle)
        assert solver.solve(MIXED[1], timeout=1e-9).status == "undecided"
        assert solver.solve(MIXED[1]).status == gw.solve(MIXED[1]).status


def test_an_answer_found_before_the_end_of_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a kept search as well; it proves nothing about others."""
    block, blocked = Search.block, list[Search]()

    def noted(search: Search, *args: Any, **options: Any) -> None:
        blocked.append(search)
        block(search, *args, **options)

    with Solver() as solver:
        for puzzle in SOME[:3]:
            solver.solve(puzzle)
        assert kept(solver) == 1
        monkeypatch.setattr(Search, "block", noted)
        verdict = solver.solve(SOME[1], stop=lambda: bool(blocked))
        assert (verdict.status, len(verdict.answers), verdict.complete) == ("undecided", 1, False)
        assert gw.check(SOME[1], verdict.answers[0], finished=True) == []
        monkeypatch.undo()
        assert solver.solve(SOME[1]).answers == gw.solve(SOME[1]).answers


def test_no_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="limit"):
        next(gw.solve_many(MIXED, limit=0))


def test_what_is_no_puzzle_is_refused() -> None:
    with pytest.raises(TypeError, match="puzzle"):
        list(gw.solve_many([None] * 4))  # type: ignore[list-item]


def test_puzzles_are_taken_as_their_verdicts_are_asked_for() -> None:
    taken = []

    def source() -> object:
        for i, puzzle in enumerate(MIXED):
            taken.append(i)
            yield puzzle

    verdicts = gw.solve_many(source())  # type: ignore[arg-type]
    next(verdicts)
    assert taken == [0]


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor], ids=["threads", "processes"])
def test_any_executor_gives_the_same_verdicts_in_order(pool: Callable[[int], Executor]) -> None:
    with pool(2) as executor:
        found = list(gw.solve_many(MIXED * 10, executor=executor))
    expected = [gw.solve(puzzle) for puzzle in MIXED] * 10
    assert found == [replace(one, seconds=own.seconds) for one, own in zip(expected, found, strict=True)]


def test_an_executor_gets_a_few_puzzles_ahead_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "_BATCH", 2)
    monkeypatch.setattr(many, "_AHEAD", 3)
    taken = 0

    def puzzles() -> Iterator[gw.Puzzle]:
        nonlocal taken
        for puzzle in MIXED:
            taken += 1
            yield puzzle

    with ThreadPoolExecutor(1) as executor:
        verdicts = gw.solve_many(puzzles(), executor=executor)
        assert next(verdicts).status and taken == 6
        assert len(list(verdicts)) == len(MIXED) - 1
