"""Laws about kept puzzles: what is switched on holds, what is switched off does not; cores clash, and are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridwright.engine.clock import Clock
from gridwright.engine.diagnosis import clashing_parts, diagnose
from gridwright.engine.kept import Kept
from gridwright.language.expr import known_from

from .cases import PATHS, case

CELLS = 36
"""Boards of more cells are left out."""


def smallest(status: str, each: int) -> list[Path]:
    """Some cases of each genre with a verdict, the smallest."""
    found: dict[str, list[Path]] = {}
    for path in sorted(PATHS, key=lambda path: len(case(path).puzzle.board.cells)):
        one = case(path)
        if one.status == status and len(one.puzzle.board.cells) <= CELLS:
            found.setdefault(path.parent.name, []).append(path)
    return [path for some in found.values() for path in some[:each]]


def named(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=[f"{p.parent.name}-{p.stem}" for p in paths])


@named(smallest("unique", 1))
def test_all_that_a_puzzle_says_leaves_its_answer(path: Path) -> None:
    one = case(path)
    with Kept(one.puzzle, Clock(20)) as kept:
        assert kept.solve(kept.every)
        assert kept.state().marks == one.answer.marks
        denied = [-lit for lit in kept.values[1 : kept.model.variables.top] if lit > 0]
        kept.sat.add([denied])
        assert not kept.solve(kept.every)


@named(smallest("unique", 1))
def test_clues_switch_what_comes_from_them(path: Path) -> None:
    """With all clues on, and the demands that come from none, there is the answer; without clues there may be more."""
    one = case(path)
    with Kept(one.puzzle, Clock(20)) as kept:
        plain = [d.literal for d in kept.demands if not kept.clues_of(d.literal)]
        givens = [given.literal for given in kept.givens]
        clues = [clue.literal for clue in kept.clues.values()]
        assert kept.solve([*givens, *plain, *clues])
        assert kept.state().marks == one.answer.marks
        known = known_from(list(kept.values))
        assert all(known[d.literal] > 0 for d in kept.demands if kept.clues_of(d.literal))


@named(smallest("none", 1))
def test_what_clashes_is_named_and_none_of_it_needless(path: Path) -> None:
    puzzle = case(path).puzzle
    parts = clashing_parts(puzzle, Clock(20))
    assert parts
    assert all(part.words for part in parts)
    told = diagnose(puzzle, timeout=20)
    assert told.status == "none"
    assert told.clashes == tuple(parts)
