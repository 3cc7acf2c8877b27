"""Laws about selectors: demands that are assumed hold, others need not; cores contradict each other and are named."""

from __future__ import annotations

from gridwright.engine.explain.diagnosis import _clash, clashing_parts, diagnose
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.selectors import SelectorSolver
from gridwright.logic.expr import known_from

from .cases import FOLDERS, Case, each_folder, of_folder

CELLS = 36
"""Most cells of a board."""




def smallest(folder: str, status: str) -> Case | None:
    """The smallest case of a genre with a verdict, if there is one within the limit."""
    found = [one for one in of_folder(folder) if one.status == status and len(one.puzzle.board.cells) <= CELLS]
    return min(found, key=lambda one: len(one.puzzle.board.cells), default=None)


@each_folder
def test_all_that_a_puzzle_says_leaves_its_answer(folder: str) -> None:
    one = smallest(folder, "unique")
    assert one is not None, f"the genre of folder {folder!r} has no unique case"
    with SelectorSolver(one.puzzle, Clock(20)) as solver:
        assert solver.solve(solver.every), f"{one}: all that it says together excludes its answer"
        assert solver.state().marks == one.answer.marks, f"{one}: all that it says together gives another answer"
        denied = [-lit for lit in solver.values[1 : solver.model.variables.top] if lit > 0]
        solver.sat.add([denied])
        assert not solver.solve(solver.every), f"{one}: all that it says together allows a second answer"


@each_folder
def test_clues_switch_what_comes_from_them(folder: str) -> None:
    """With all clues on, and the demands that come from none, there is the answer; without clues there may be more."""
    one = smallest(folder, "unique")
    assert one is not None, f"the genre of folder {folder!r} has no unique case"
    with SelectorSolver(one.puzzle, Clock(20)) as solver:
        plain = [d.literal for d in solver.demands if not solver.clues_of(d.literal)]
        givens = [given.literal for given in solver.givens]
        clues = [clue.literal for clue in solver.clues.values()]
        assert solver.solve([*givens, *plain, *clues]), f"{one}: its demands with all clues exclude its answer"
        assert solver.state().marks == one.answer.marks, f"{one}: its demands with all clues give another answer"
        known = known_from(list(solver.values))
        assert all(known[d.literal] > 0 for d in solver.demands if solver.clues_of(d.literal)), (
            f"{one}: a demand that comes from clues is off though all clues are on; check the clues of the demands")


@each_folder
def test_what_clashes_is_named_and_none_of_it_needless(folder: str) -> None:
    one = smallest(folder, "none")
    if one is None:
        return
    puzzle = one.puzzle
    parts = clashing_parts(puzzle, Clock(20))
    assert parts, f"{one}: it has no answer, and no part of it clashes"
    assert all(part.words for part in parts), f"{one}: a part that clashes has no words"
    told = diagnose(puzzle, timeout=20)
    assert told.status == "none", f"{one}: /status is (none), and diagnose finds {told.status}"
    assert told.clashes == tuple(parts), f"{one}: diagnose names other parts than those that clash"
    with SelectorSolver(puzzle, Clock(20)) as solver:
        clash = [selector.literal for selector in _clash(solver)]
    with SelectorSolver(puzzle, Clock(20)) as solver:
        assert len(clash) == len(parts) and not solver.solve(clash), (
            f"{one}: the parts that clash do not exclude every grid")
        for literal in clash:
            assert solver.solve([other for other in clash if other != literal]), (
                f"{one}: a part that is named is not needed for the clash: {solver.selectors[literal]}")


def test_nearly_every_genre_has_a_small_case_without_an_answer() -> None:
    assert sum(smallest(folder, "none") is not None for folder in FOLDERS) > 0.9 * len(FOLDERS)
