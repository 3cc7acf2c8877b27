"""A search that takes long is told more; it finds the same answers, and comes to an end where it did not before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.engine import solve
from gridwright.engine.clock import Clock
from gridwright.engine.compile import compile_puzzle
from gridwright.engine.solve import Search
from gridwright.language.rules import Global

from .cases import PATHS, case

MOST = 40
LONG = [
    path for path in PATHS
    if any(type(one).late is not Global.late for one in compile_puzzle(case(path).puzzle).lazy)
]  # fmt: skip
MASYU = (
    "https://puzz.link/p?mashu/36/20/300300000000900300000000000c000000009003000000001000f00000000000300000000000f0000"
    "000900300000000000000000000900000000000l0030000000000100000000000500000000000100000000000000000000000000000000000"
    "0000000000000000000000000000000000000"
)
"""Some pearls of a loop on 20x36 cells: nearly every round meets a closed loop beside others."""


def test_there_are_such_demands() -> None:
    assert {path.parent.name for path in LONG} >= {"masyu", "yajilin", "nurikabe"}


def answers(puzzle: gw.Puzzle) -> Iterator[gw.State]:
    search = Search(puzzle, Clock(20))
    with search.sat:
        while (found := search.next_assignment()) is not None:
            yield search.state(found)
            search.block(found)


@pytest.mark.parametrize("path", LONG, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_all_that_is_told_late_leaves_the_same_answers(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = case(path).puzzle
    before = list(islice(answers(puzzle), MOST))
    monkeypatch.setattr(solve, "_STAGES", ((0, 1), (0, 1), (0, 1)))
    after = list(islice(answers(puzzle), MOST))
    assert len(set(after)) == len(after) == len(before)
    if len(before) < MOST:
        assert set(after) == set(before)
    assert all(gw.check(puzzle, answer, finished=True) == [] for answer in after)


def test_a_loop_that_closes_again_and_again_gets_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = gw.read(MASYU)
    verdict = gw.solve(puzzle, timeout=20)
    assert verdict.status == "several"
    monkeypatch.setattr(solve, "_STAGES", ())
    without = gw.solve(puzzle, timeout=2)
    assert verdict.effort.rounds < 200 < without.effort.rounds
