"""The same puzzle has the same path, however fast the machine is and however Python orders its sets."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.engine.explain.hints import Explainer
from gridwright.engine.solve import sat
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.sat import Sat
from gridwright.logic.expr import Total

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"


def told(*names: str) -> list[str]:
    """The steps of some cases in words."""
    return [step.words for name in names for step in gw.explain(gw.read(CASES / f"{name}.spf"))]


@pytest.fixture
def short_slices(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Slices of solving begin with a few conflicts, so that questions of small boards take several; gives their ends.

    However a solver finds the lengths of its slices, it begins with so few.
    """
    ends: list[int] = []
    begin = Sat.__init__

    def begin_short(self: Sat, *, counting: bool = False) -> None:
        begin(self, counting=counting)
        self.begin_with(2)

    monkeypatch.setattr(Sat, "__init__", begin_short)
    monkeypatch.setattr(sat, "_FIRST", 2)
    monkeypatch.setattr(Clock, "used", lambda _: ends.append(1))
    yield ends


def by_clock(monkeypatch: pytest.MonkeyPatch, seconds: Callable[[], float], name: str) -> list[str]:
    """The path of a case where the solvers read the time from ``seconds``."""
    monkeypatch.setattr(sat, "_processor_time", seconds)
    return told(name)


@pytest.mark.thorough
def test_the_speed_of_the_machine_decides_nothing(short_slices: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    fast = by_clock(monkeypatch, lambda: 0.0, "magic_labyrinth/middle")
    assert short_slices, "no question took more than one slice"
    assert by_clock(monkeypatch, map(float, count(0, 10)).__next__, "magic_labyrinth/middle") == fast


def test_a_question_that_is_harder_than_a_slice_is_answered(short_slices: list[int]) -> None:
    """Eight pigeons do not fit into seven holes, which a solver needs thousands of conflicts to see."""
    with Sat() as solver:
        holes = [[7 * pigeon + i for i in range(1, 8)] for pigeon in range(8)]
        solver.add(holes)
        solver.add([-a[i], -b[i]] for i in range(7) for n, a in enumerate(holes) for b in holes[:n])
        assert not solver.decide(Clock(), [])
    assert 10 < len(short_slices) < 100


def first_answers(name: str) -> list[str]:
    """The first answers of a case without its clues; most take several slices of solving."""
    puzzle = gw.read(CASES / f"{name}.spf")
    return list(map(str, gw.solve(gw.Puzzle(puzzle.genre, puzzle.board), limit=3).answers))


def test_the_speed_of_the_machine_does_not_choose_among_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    slices: list[int] = []
    monkeypatch.setattr(Clock, "used", lambda _: slices.append(1))
    found = []
    for seconds in (0.0, 0.03):  # that each slice takes
        monkeypatch.setattr(sat, "_processor_time", map(float, count(0, seconds)).__next__)
        found.append(first_answers("kropki/nine"))
    assert len(slices) > 4, "no search took more than two slices"
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["doubleblock/middle", "skyscrapers/middle", "killer_sudoku/small"])
def test_what_is_not_searched_gives_nothing_more(name: str) -> None:
    """Demands that are said to show all at sight, and sums that exclude nothing, have nothing to be found by search."""
    puzzle = gw.read(CASES / f"{name}.spf")
    n_left_out = 0
    with Explainer(puzzle, None, Clock()) as explainer:
        while (step := explainer.step()) is not None:
            if step.stage not in ("demand", "candidate"):  # these would come first
                for unit, variables in explainer.position.local.items():
                    what = explainer.position.demand_of(unit).what
                    shows = getattr(what, "is_propagated", False)
                    if shows or (isinstance(what, Total) and not what.excluded(explainer.position.known)):
                        n_left_out += 1
                        open_ = [lit for v in variables for lit in (v, -v) if not explainer.position.known[lit]]
                        known = explainer.position.settled(variables)
                        assert not explainer.position.solver_for([unit]).entailed([*known, unit], open_)
            explainer.position.apply(step.marks)
    assert n_left_out


ORDERED = """
from tests.unit.test_same_paths import *

print(*set("ABCDEFGH"))
print(*(answer for name in SEARCHED for answer in first_answers(name)), *told(*EXPLAINED), sep="\\n")
"""
SEARCHED = ("easy_as_abc/small", "kropki/nine", "subway/small", "pips/all_kinds", "laser/middle")
EXPLAINED = (
    # The path of each of these depends on the order of its values, which are words or letters.
    "abc_box/four_letters", "abcd/given_marks", "house_tree_animal/small", "laser/border", "magnets/small",
    "pills/upright", "slalom/given_marks",
    # These have demands of many kinds.
    "basic/nine", "kropki/small", "pentopia/small", "pips/all_kinds", "subway/small",
)  # fmt: skip


@pytest.mark.thorough
def test_the_order_of_sets_decides_nothing() -> None:
    """Each process orders sets of strings at random; the answers and the paths are the same in two of them."""
    (order, *found), (other_order, *again) = (
        subprocess.run(
            [sys.executable, "-c", ORDERED], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout.splitlines()
        for seed in ("1", "2")
    )  # fmt: skip
    assert order != other_order, "both processes have the same order of sets"
    assert len(found) > 100
    assert found == again
