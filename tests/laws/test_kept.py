"""Laws about kept puzzles: what is switched on holds, what is switched off does not; cores clash, and are named."""

from __future__ import annotations

import pytest

from gridwright.engine.clock import Clock
from gridwright.engine.diagnosis import _clash, clashing_parts, diagnose
from gridwright.engine.kept import Kept
from gridwright.language.expr import known_from

from .cases import FOLDERS, Case, of_folder

CELLS = 36
"""Boards of more cells are left out."""


each_folder = pytest.mark.parametrize("folder", FOLDERS)


def smallest(folder: str, status: str) -> Case | None:
    """The smallest case of a genre with a verdict, if there is one within the limit."""
    found = [one for one in of_folder(folder) if one.status == status and len(one.puzzle.board.cells) <= CELLS]
    return min(found, key=lambda one: len(one.puzzle.board.cells), default=None)


@each_folder
def test_all_that_a_puzzle_says_leaves_its_answer(folder: str) -> None:
    one = smallest(folder, "unique")
    assert one is not None
    with Kept(one.puzzle, Clock(20)) as kept:
        assert kept.solve(kept.every)
        assert kept.state().marks == one.answer.marks
        denied = [-lit for lit in kept.values[1 : kept.model.variables.top] if lit > 0]
        kept.sat.add([denied])
        assert not kept.solve(kept.every)


@each_folder
def test_clues_switch_what_comes_from_them(folder: str) -> None:
    """With all clues on, and the demands that come from none, there is the answer; without clues there may be more."""
    one = smallest(folder, "unique")
    assert one is not None
    with Kept(one.puzzle, Clock(20)) as kept:
        plain = [d.literal for d in kept.demands if not kept.clues_of(d.literal)]
        givens = [given.literal for given in kept.givens]
        clues = [clue.literal for clue in kept.clues.values()]
        assert kept.solve([*givens, *plain, *clues])
        assert kept.state().marks == one.answer.marks
        known = known_from(list(kept.values))
        assert all(known[d.literal] > 0 for d in kept.demands if kept.clues_of(d.literal))


@each_folder
def test_what_clashes_is_named_and_none_of_it_needless(folder: str) -> None:
    one = smallest(folder, "none")
    if one is None:
        return
    puzzle = one.puzzle
    parts = clashing_parts(puzzle, Clock(20))
    assert parts
    assert all(part.words for part in parts)
    told = diagnose(puzzle, timeout=20)
    assert told.status == "none"
    assert told.clashes == tuple(parts)
    with Kept(puzzle, Clock(20)) as kept:
        clash = [selector.literal for selector in _clash(kept)]
    with Kept(puzzle, Clock(20)) as kept:
        assert len(clash) == len(parts) and not kept.solve(clash)
        for literal in clash:
            assert kept.solve([other for other in clash if other != literal]), kept.selectors[literal]


def test_nearly_every_genre_has_a_small_case_without_an_answer() -> None:
    assert sum(smallest(folder, "none") is not None for folder in FOLDERS) > 0.9 * len(FOLDERS)
