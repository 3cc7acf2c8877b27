"""Hints stay small enough to read: few frames of each kind on the board, and few words."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gridwright as gw
from gridwright.play import tasks
from gridwright.play.tasks import told_step
from gridwright.walkthrough.roles import MOST_FRAMED

from ..grouped import SHARE, some_by_default
from ..timing import assert_within

EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*.spf"))
FIRST, MOST_CHARACTERS = 25, 700


@pytest.mark.parametrize("path", some_by_default(EXAMPLES, SHARE, "hint sizes", name=lambda path: path.stem))
def test_steps_have_few_frames_and_words(path: Path) -> None:
    puzzle = gw.read(path)
    for step in islice(gw.explain(puzzle), FIRST):
        told = told_step(puzzle.genre(puzzle), step, None)
        for role, places in told["roles"].items():
            assert role == "around" or len(places) <= MOST_FRAMED, (role, told["words"])
        assert len(told["words"]) <= MOST_CHARACTERS


def test_a_board_of_31_rows_and_45_columns_has_a_hint_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop in the shape of a comb, with seven of ten clues."""
    inside = {(y, x) for y in range(5, 26) for x in range(5, 40) if y >= 20 or x % 4 != 1 or x == 5}
    rng, rows = Random(1), []
    for y in range(31):
        around = [sum(((y, x) in inside) != ((y + a, x + b) in inside) for a, b in _BESIDE) for x in range(45)]
        rows.append([n if rng.random() < 0.7 else None for n in around])
    monkeypatch.setattr(tasks, "_HINT_SECONDS", 600.0)  # what counts is the CPU time
    told: list[dict[str, Any]] = []
    assert_within(5, lambda: told.append(tasks.hinted(gw.puzzle("Fences", rows), {}, 3, stop=lambda: False)))
    assert told[0]["kind"] == "step"


_BESIDE = (0, 1), (1, 0), (0, -1), (-1, 0)
