"""Laws about steps: each follows from its demands and marks alone, needs all of its demands, and says nothing wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.engine.clock import Clock
from gridwright.engine.compile import spots_hold_one_value
from gridwright.engine.hints import steps
from gridwright.engine.sat import Sat
from gridwright.engine.steps import Because, Mark, Step
from gridwright.language import Expr, Genre, Puzzle
from gridwright.language.clauses import Clauses
from gridwright.language.expr import known_from
from gridwright.language.rules import Global

from .cases import PATHS, case

CELLS = 40
"""Boards of more cells are left out."""
EACH = 2
"""So many cases of each genre are taken, the smallest."""
STEPS = 12
"""So many steps of each path are proved."""
SECONDS = 3.0


def the_small_cases() -> list[Path]:
    found: dict[str, list[Path]] = {}
    for path in sorted(PATHS, key=lambda path: len(case(path).puzzle.board.cells)):
        if case(path).status != "none" and 4 < len(case(path).puzzle.board.cells) <= CELLS:
            found.setdefault(path.parent.name, []).append(path)
    return [path for some in found.values() for path in some[:EACH]]


each_small_case = pytest.mark.parametrize("path", the_small_cases(), ids=lambda p: f"{p.parent.name}-{p.stem}")


def literal(model: Genre, mark: Mark) -> int:
    found = int(model.variables.literal(mark.layer, mark.spot, mark.value))
    return found if mark.holds else -found


def forced(puzzle: Puzzle, because: Iterable[Because], marks: Sequence[Mark]) -> list[bool]:
    """Which marks follow from parts of a reason, by a solver that knows nothing else."""
    model = puzzle.genre(puzzle)
    out = Clauses(model.variables.top)
    spots_hold_one_value(model, out)
    for part in because:
        if part.mark is not None:
            out.add([literal(model, part.mark)])
        for conflict in part.conflicts:
            out.add([-lit for lit in conflict.because])
        for demand in part.demands:
            if isinstance(demand.what, Expr):
                out.require(demand.what)
            elif demand.what.told_by_clauses():
                demand.what.encode(out)
    lazy = [d.what for part in because if not part.conflicts for d in part.demands if isinstance(d.what, Global)]
    with Sat(counting=True) as sat:
        sat.add(out.made)
        for lits, k in out.at_most:
            sat.at_most(lits, k)
        return [refuted(sat, model, lazy, -literal(model, mark)) for mark in marks]


def refuted(sat: Sat, model: Genre, lazy: Sequence[Global], lit: int) -> bool:
    """Whether a literal cannot hold where global demands hold, too."""
    while sat.solve(Clock(), [lit]):
        values, top = sat.assignment(), model.variables.top
        known = known_from([*values, *(-v for v in range(len(values) + 1, top + 1))][:top])
        conflicts = [conflict.because for what in lazy for conflict in what.conflicts(known)]
        if not conflicts:
            return False
        sat.add([[-one for one in because] for because in conflicts])
    return True


def whole(part: Because) -> bool:
    """Whether a part is a demand that is told neither by clauses nor by conflicts with it."""
    globals_ = [demand.what for demand in part.demands if isinstance(demand.what, Global)]
    return not part.conflicts and any(not what.told_by_clauses() for what in globals_)


@cache
def some_steps(puzzle: Puzzle) -> list[Step]:
    found: list[Step] = []
    with suppress(gw.TimeUp):
        found.extend(islice(steps(puzzle, timeout=SECONDS), STEPS))
    return found


@each_small_case
def test_a_step_follows_from_its_reason(path: Path) -> None:
    puzzle = case(path).puzzle
    for step in some_steps(puzzle):
        assert all(forced(puzzle, step.because, step.marks)), step


@each_small_case
def test_no_demand_of_a_reason_is_needless(path: Path) -> None:
    puzzle = case(path).puzzle
    for step in some_steps(puzzle):
        if any(whole(part) for part in step.because):
            continue  # such a demand may say more than the conflicts with it that the reason was found with
        for part in step.because:
            if part.demands:
                rest = [other for other in step.because if other is not part]
                assert not all(forced(puzzle, rest, step.marks)), (step, part)


@each_small_case
def test_steps_lead_to_the_answer(path: Path) -> None:
    """No step contradicts what all answers share; in a puzzle with one answer they give all of it."""
    one = case(path)
    common = gw.common_marks(one.puzzle)
    assert common is not None
    for step in some_steps(one.puzzle):
        for mark in step.marks:
            held = common.get(mark.layer, mark.spot)
            if mark.holds:
                assert held == mark.value, step
            else:
                assert held != mark.value or held is None, step


@each_small_case
def test_steps_are_told_in_sentences(path: Path) -> None:
    for step in some_steps(case(path).puzzle):
        assert step.words.endswith(".") and not set("{}[]") & set(step.words), step.words
