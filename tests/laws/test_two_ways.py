"""The rule kinds' own encodings and the demands compiled one by one let the same answers through.

Law 4 asks that on tiny boards, where few numbers fit together. Here the boards of the cases are asked, with some of
their clues taken away so that several answers are left.
"""

from __future__ import annotations

import random
import zlib
from itertools import islice
from pathlib import Path

import gridwright as gw
from gridwright.engine.solve.clock import Clock, TimeUp
from gridwright.language import Puzzle

from ..grouped import only_if
from .cases import case, each_case
from .clues import weaker
from .tiny import plainly

LARGEST = 50
"""Most cells of a board."""
MOST = 30
"""Answers of each puzzle that are compared; if there are more, the first ones are judged."""


class Budget(Clock):
    """Ends a search demand by demand after some work; the answers are then only judged."""

    steady = 1_000
    slices = 3

    def used(self) -> None:
        self.slices -= 1
        if not self.slices:
            raise TimeUp

    def refuted(self, grids: int) -> None:
        if grids > 100:
            raise TimeUp


def fewer_clues(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The puzzle without some of its clues and given marks, or with clues that tell nothing; its structure stays."""
    share = rng.choice((0.05, 0.1, 0.2))
    given = {}
    for name, marks in puzzle.given.items():
        gone = {spot for spot in marks if rng.random() < share}
        given[name] = weaker(puzzle, name, gone)
    return Puzzle.of(puzzle.genre, puzzle.board, given, puzzle.keys)


@each_case
def test_both_ways_of_compiling_have_the_same_answers(path: Path) -> None:
    only_if(len(case(path).puzzle.board.cells) <= LARGEST)
    rng = random.Random(zlib.crc32(f"{path.parent.name} {path.stem}".encode()))
    for _ in range(2):
        puzzle = fewer_clues(case(path).puzzle, rng)
        answers = list(islice(gw.all_answers(puzzle), MOST))
        assert len(set(answers)) == len(answers), f"{puzzle!r}: the solver gives an answer twice"
        for answer in answers[:5]:
            assert gw.check(puzzle, answer, finished=True) == [], (
                f"{puzzle!r}: the checker rejects an answer of the solver; a rule's encoding allows more than its "
                "demands")
        if len(answers) < MOST:
            try:
                assert set(plainly(puzzle, Budget())) == set(answers), (
                    f"{puzzle!r}: a rule's encoding and its demands have different answers")
            except TimeUp:
                continue
