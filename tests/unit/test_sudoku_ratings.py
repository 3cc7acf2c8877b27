"""Ratings of Sudokus, of which players know how hard they are."""

from __future__ import annotations

from functools import reduce

import pytest

import gridwright as gw
from gridwright.engine.explain.rating import ORDINARY, Scoring, label_of, thresholds
from gridwright.language.taste import LABELS
from research.rating import correlation, explained, ranks

TWENTY_TWO = ".2....5..3..7.......5.9..1....5.3..67........4.9.....2.8...2.31.7.9..........7..4"
"""An own puzzle with 22 givens, none of which could be left out."""
SEVENTEEN = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
"""Known for the work that it makes for programs that try digits in order, from Wikipedia's "Sudoku solving
algorithms"."""
TRIPLE = "...5.47.9..........3718......172.4..3......9..4.....1..5..9.2..2....68..8.6..1..3"
"""An own puzzle that needs a naked triple, and some harder steps."""
HARDEST = {
    "AI Escargot": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "Easter Monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "Golden Nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "Inkala 2012": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "Platinum Blonde": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
}
"""The hardest puzzles that are known by name."""


def rated(digits: str) -> gw.Rating:
    return gw.rate(gw.read(digits))


def with_more(digits: str, n: int) -> str:
    """The puzzle with ``n`` givens: some of the answer's in reading order, from every part of the board."""
    puzzle = gw.read(digits)
    answer = gw.solve(puzzle).answers[0].marks["number"]
    found = list(digits)
    open_ = [i for i in range(0, 810, 10) if digits[i % 81] == "."]
    cells = list(puzzle.board.cells)
    for i in open_[: n - sum(one != "." for one in digits)]:
        found[i % 81] = str(answer[cells[i % 81]])
    return "".join(found)


@pytest.mark.parametrize("n", [22, 26, 30, 36, 45, 60])
def test_singles_are_easy_whatever_the_number_of_givens(n: int) -> None:
    digits = with_more(TWENTY_TWO, n)
    assert 81 - digits.count(".") == n
    found = rated(digits)
    assert found.hardest is not None and found.hardest.cost <= ORDINARY
    assert "single" in found.why or "full house" in found.why
    assert found.label in ("trivial", "easy")


def test_seventeen_givens_are_not_hard_if_singles_are_enough() -> None:
    assert rated(SEVENTEEN).label in ("trivial", "easy", "medium")


def up_to_a_triple() -> tuple[gw.Puzzle, Scoring]:
    """The puzzle with the triple, and its steps that cost no more than the triple."""
    puzzle = gw.read(TRIPLE)
    steps = list(gw.explain(puzzle))
    triple = next(step for step in steps if step.technique == "naked triple")
    return puzzle, reduce(Scoring.plus, (step for step in steps if step.cost <= triple.cost), Scoring())


def test_a_naked_triple_is_not_extreme() -> None:
    puzzle, tally = up_to_a_triple()
    assert label_of(thresholds(puzzle), tally.score) in ("medium", "hard")


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.slow if i else pytest.mark.thorough]) for i, name in enumerate(HARDEST)
])
def test_the_hardest_known_puzzles_are_extreme(name: str) -> None:
    assert rated(HARDEST[name]).label == "extreme"


def test_the_hardest_technique_counts_before_the_length() -> None:
    """Singles and a triple have a higher score than more singles, with 17 givens."""
    _, tally = up_to_a_triple()
    assert tally.score > rated(SEVENTEEN).score


@pytest.mark.thorough
def test_ratings_agree_with_sudoku_explainer() -> None:
    some = list(explained())[::2]
    found = [rated(one.text) for one in some]
    assert correlation(ranks([one.score for one in found]), ranks([one.rank[1] for one in some])) > 0.8
    missed = [abs(LABELS.index(str(one.label)) - other.rank[0]) for one, other in zip(found, some, strict=True)]
    assert sum(n < 2 for n in missed) >= 0.92 * len(some)
