"""Law: puzzles that share a model get the verdicts that they get one by one."""

from __future__ import annotations

import random
import zlib
from itertools import islice

import gridwright as gw
from gridwright.engine.solve.many import Solver
from gridwright.language import Genre, Puzzle
from gridwright.language.puzzle import frozen_layers

from .cases import of_genre, some_genres
from .tiny import made_up


def with_marks(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The puzzle with some marks of an answer given, and now and then one that may be wrong."""
    answers = list(islice(gw.all_answers(puzzle), 3))
    names = puzzle.genre.answer_layers
    given = {name: dict(layer) for name, layer in puzzle.given.items() if name not in names}
    for name, layer in rng.choice(answers).marks.items() if answers else ():
        given[name] = {spot: value for spot, value in layer.items() if rng.random() < 0.3}
    others = [(name, spot) for name, layer in given.items() if name in names for spot in layer]
    if others and rng.random() < 0.3:
        name, spot = rng.choice(others)
        given[name][spot] = rng.choice(list(given[name].values()))
    return Puzzle(puzzle.genre, puzzle.board, frozen_layers(given), puzzle.keys)


@some_genres("many")
def test_verdicts_are_those_of_fresh_models(genre: type[Genre]) -> None:
    rng = random.Random(zlib.crc32(genre.name.encode()))
    some = [made_up(genre, *rng.choice(((2, 2), (2, 3), (3, 3))), rng) for _ in range(4)]
    some += [one.puzzle for one in of_genre(genre) if len(one.puzzle.board.cells) <= 36][:1]
    puzzles = [with_marks(puzzle, rng) for puzzle in some for _ in range(6)]
    with Solver() as solver:
        for puzzle in puzzles:
            shared, fresh = solver.solve(puzzle), gw.solve(puzzle)
            assert (shared.status, shared.complete) == (fresh.status, fresh.complete), (
                f"{puzzle!r}: a solver of many puzzles finds another verdict than a fresh one")
            assert shared.answers == fresh.answers, (
                f"{puzzle!r}: a solver of many puzzles finds other answers than a fresh one")
