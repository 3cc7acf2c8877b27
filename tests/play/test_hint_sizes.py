"""Hints stay small enough to read: few frames of each kind on the board, and few words."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.play.tasks import told_step
from gridwright.walkthrough.roles import MOST_FRAMED

EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*.spf"))
FIRST, MOST_CHARACTERS = 25, 700


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_steps_have_few_frames_and_words(path: Path) -> None:
    puzzle = gw.read(path)
    for step in islice(gw.explain(puzzle), FIRST):
        told = told_step(puzzle.genre(puzzle), step, None)
        for role, places in told["roles"].items():
            assert role == "around" or len(places) <= MOST_FRAMED, (role, told["words"])
        assert len(told["words"]) <= MOST_CHARACTERS
