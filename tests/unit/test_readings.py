"""One solver for all clues: literals of views, and givens of Fillomino that are removed without a model for each."""

import random

import pytest

import gridwright as gw
from gridwright.board.rect import Rect
from gridwright.language.puzzle import Frozen, Puzzle
from gridwright.making.clues import ClueDemands, ClueSolver
from gridwright.making.effort import Effort, open_spots, prove


@pytest.mark.parametrize("name", ["Skyscrapers", "Skyscrapers with Parks"])
def test_the_literals_of_views_say_what_is_seen(name: str) -> None:
    genre = gw.genre(name)
    keys = Frozen({"parks": 1}) if name.endswith("Parks") else Frozen()
    board = Rect.of(4, 4)
    bare = Puzzle(genre, board, Frozen(), keys)
    clock = Effort(None)
    with ClueSolver(ClueDemands(bare), clock) as solver:
        readings = solver.demands.opened(clock.glance).readings
        assert readings
        for seed in range(5):
            solver.prefer(random.Random(seed), {})
            assert solver.solve([])
            values = set(solver.sat.assignment())
            heights = solver.state().marks["height"]
            for (_, side, n), literal in readings.items():
                line = [heights.get(cell) or 0 for cell in board.line_from(side)]
                seen = sum(height > max(line[:i], default=0) for i, height in enumerate(line))
                assert (literal in values) == (seen == n), (side, n, line)


def test_the_compiled_board_is_kept_between_solvers() -> None:
    demands = ClueDemands(Puzzle(gw.genre("Sudoku"), Rect.of(4, 4), Frozen(), Frozen()))
    clock = Effort(None)
    with ClueSolver(demands, clock) as one, ClueSolver(demands, clock) as other:
        assert one.model is other.model
        assert one.switch() == other.switch()  # new variables of one do not shift those of the other


def test_fillomino_keeps_the_givens_it_needs_only() -> None:
    puzzle = gw.generate("Fillomino", size=6, seed=5, symmetry="none")
    givens = puzzle.given["number"]
    spare = []
    for at in givens:
        rest = Frozen({cell: n for cell, n in givens.items() if cell != at})
        less = Puzzle(puzzle.genre, puzzle.board, Frozen({"number": rest}))
        spare.append(gw.solve(less).status == "unique")
    # A few givens that are not needed stay on purpose, as in published puzzles.
    assert gw.solve(puzzle).status == "unique"
    assert sum(spare) <= len(givens) // 4


def test_the_empty_fillomino_has_room_for_any_givens() -> None:
    puzzle = gw.puzzle("Fillomino", ["2.", ".."])
    empty = puzzle.genre.making.for_any_givens
    assert empty is not None
    variant = empty(puzzle)
    assert not variant.given
    # 0 stands for all numbers above 2.
    assert list(variant.genre.layers["number"].values(variant.genre(variant))) == [0, 1, 2]


def test_a_proof_by_a_model_of_the_puzzle_is_not_repeated() -> None:
    clock = Effort(None)
    unique = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])
    answer = gw.solve(unique).answers[0]
    assert not open_spots(unique, answer, clock)
    assert clock.proved == unique
    prove(unique, clock)
    several = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...."])
    assert open_spots(several, answer, clock)
    assert clock.proved == unique
