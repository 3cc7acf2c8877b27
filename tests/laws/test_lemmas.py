"""Laws about what several rules say together in one thought: it holds in every answer, and explanations need it."""

from __future__ import annotations

import random
import zlib
from itertools import islice
from typing import Any

import pytest

import gridwright as gw
from gridwright.language import Genre, Puzzle, State

from .cases import of_folder
from .tiny import SIZES, distinct, holds, made_up

MOST = 20
"""Answers checked of each puzzle."""
EACH = 8
"""Puzzles made up for each size."""

each_genre = pytest.mark.parametrize(
    "genre", [genre for genre in gw.known_genres() if genre.lemmas], ids=lambda genre: genre.__name__
)


def folder(genre: type[Genre]) -> str:
    """Where the cases of a genre are."""
    return genre.__module__.rpartition(".")[2]


def broken(puzzle: Puzzle, answer: State) -> list[str]:
    """The lemmas that do not hold in a grid, in words."""
    model = puzzle.genre(puzzle)
    known = list(model.variables.known(answer))
    demands = (demand for rule in model.lemmas for demand in rule.demands(model))
    return [demand.say(puzzle.board) for demand in demands if not holds(demand, known)]


@each_genre
def test_lemmas_hold_in_the_answers_of_cases(genre: type[Genre]) -> None:
    n_answers = 0
    for one in of_folder(folder(genre)):
        for answer in islice(gw.all_answers(one.puzzle, timeout=5), MOST):
            n_answers += 1
            assert not broken(one.puzzle, answer), (
                f"{one}: lemmas exclude an answer: {broken(one.puzzle, answer)}")
    assert n_answers > 2, (
        f"{genre.name}: its cases have {n_answers} answers to try lemmas with, expected more than 2")


@each_genre
def test_lemmas_hold_in_the_answers_of_tiny_puzzles(genre: type[Genre]) -> None:
    rng = random.Random(zlib.crc32(f"lemmas {genre.name}".encode()))
    puzzles = (made_up(genre, rows, cols, rng) for rows, cols in SIZES for _ in range(EACH))
    for puzzle in distinct(puzzles):
        for answer in islice(gw.all_answers(puzzle), MOST):
            assert not broken(puzzle, answer), (
                f"{puzzle!r}: lemmas exclude an answer: {broken(puzzle, answer)}")


@each_genre
def test_lemmas_hold_in_the_answers_of_tiny_puzzles_with_holes(genre: type[Genre]) -> None:
    rng = random.Random(zlib.crc32(f"lemmas holes {genre.name}".encode()))
    sizes = ((1, 3, 1), (2, 2, 1), (2, 3, 2), (3, 2, 1), (3, 3, 1), (3, 3, 3))
    puzzles = (made_up(genre, rows, cols, rng, n_holes=n_holes) for rows, cols, n_holes in sizes for _ in range(4))
    for puzzle in distinct(puzzles):
        for answer in islice(gw.all_answers(puzzle), MOST):
            assert not broken(puzzle, answer), f"{puzzle!r}: lemmas exclude an answer: {broken(puzzle, answer)}"


@each_genre
def test_explanations_use_each_lemma(genre: type[Genre]) -> None:
    left = set(genre.lemmas)
    for one in sorted(of_folder(folder(genre)), key=lambda one: len(one.puzzle.board.cells)):
        for step in gw.explain(one.puzzle, timeout=5) if one.status == "unique" and left else ():
            left.difference_update(demand.rule for part in step.because for demand in part.demands)
            if not left:
                break
    assert not {rule.name for rule in left}, (
        f"{genre.name}: no explanation of a case uses the lemmas {sorted(rule.name for rule in left)}; "
        "add a case that needs them, or remove them")


def test_a_sum_that_is_told_twice_counts_once() -> None:
    """What the cages of a row leave is wrong if a cage is taken twice."""
    one = next(one for one in of_folder("killer_sudoku") if one.status == "unique")
    model: Any = one.puzzle.genre(one.puzzle)
    told = dict(one.puzzle.given["total"])
    for cage in model.cages():
        sums = [told[cell] for cell in cage if told.get(cell)]
        told |= dict.fromkeys(cage, sums[0]) if sums else {}
    twice = Puzzle.of(one.genre, one.puzzle.board, {**one.puzzle.given, "total": told}, one.puzzle.keys)
    assert len(told) > len(one.puzzle.given["total"])
    assert not broken(twice, State.of(twice, one.answer.marks))
