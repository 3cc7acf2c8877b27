"""Laws about selectors: demands that are assumed hold, others need not; cores contradict each other and are named."""

from __future__ import annotations

from functools import cache

import gridwright as gw
from gridwright.engine.explain.clashes import clash, clashing_parts
from gridwright.engine.explain.diagnosis import diagnose
from gridwright.engine.explain.repairs import replaced, unknown
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.selectors import SelectorSolver
from gridwright.language.layers import GivenLayer
from gridwright.logic.expr import known_from

from .cases import FOLDERS, Case, each_folder, of_folder, some_folders

CELLS = 36
"""Most cells of a board."""




def smallest(folder: str, status: str) -> Case | None:
    """The smallest case of a genre with a verdict, if there is one within the limit."""
    found = [one for one in of_folder(folder) if one.status == status and len(one.puzzle.board.cells) <= CELLS]
    return min(found, key=lambda one: len(one.puzzle.board.cells), default=None)


@cache
def diagnosis(puzzle: gw.Puzzle) -> gw.Diagnosis:
    """What is wrong with a puzzle."""
    return diagnose(puzzle, timeout=20)


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


@some_folders("kept")
def test_what_clashes_is_named_and_none_of_it_needless(folder: str) -> None:
    one = smallest(folder, "none")
    if one is None:
        return
    puzzle = one.puzzle
    parts = clashing_parts(puzzle, Clock(20))
    assert parts, f"{one}: it has no answer, and no part of it clashes"
    assert all(part.words for part in parts), f"{one}: a part that clashes has no words"
    told = diagnosis(puzzle)
    assert told.status == "none", f"{one}: /status is (none), and diagnose finds {told.status}"
    assert told.clashes == tuple(parts), f"{one}: diagnose names other parts than those that clash"
    with SelectorSolver(puzzle, Clock(20)) as solver:
        clashing = [selector.literal for selector in clash(solver)]
    with SelectorSolver(puzzle, Clock(20)) as solver:
        assert len(clashing) == len(parts) and not solver.solve(clashing), (
            f"{one}: the parts that clash do not exclude every grid")
        for literal in clashing:
            assert solver.solve([other for other in clashing if other != literal]), (
                f"{one}: a part that is named is not needed for the clash: {solver.selectors[literal]}")


@some_folders("kept")
def test_repairs_leave_the_answers_that_are_told(folder: str) -> None:
    one = smallest(folder, "none")
    if one is None:
        return
    for repair in diagnosis(one.puzzle).repairs:
        without = replaced(one.puzzle, {clue: unknown(one.puzzle, clue) for clue in repair.clues})
        if without is not None and not is_exhaustive(one.puzzle, repair.clues[0][0]):
            status = gw.solve(without, timeout=20).status
            expected = ("unique",) if repair.unique else ("several", "none") if repair.values else ("several",)
            assert status in expected, (
                f"{one}: without {repair.clues} it is {status}, which diagnose tells otherwise")
        for value in repair.values:
            changed = replaced(one.puzzle, {repair.clues[0]: value})
            assert changed is not None and gw.solve(changed, timeout=20).status == "unique", (
                f"{one}: {value} at {repair.clues[0]} does not leave one answer, as diagnose says")


def is_exhaustive(puzzle: gw.Puzzle, name: str) -> bool:
    layer = puzzle.genre.layers[name]
    return isinstance(layer, GivenLayer) and layer.exhaustive


@some_folders("kept")
def test_what_decides_between_answers_leaves_one(folder: str) -> None:
    one = smallest(folder, "several")
    if one is None:
        return
    puzzle = one.puzzle
    told = diagnosis(puzzle)
    if told.clue is not None:
        more = replaced(puzzle, {(told.clue.layer, told.clue.spot): told.clue.value})
        assert more is not None and gw.solve(more, timeout=20).status == "unique", (
            f"{one}: the clue that diagnose proposes does not leave one answer")
    assert told.verdict is not None, f"{one}: diagnose tells no verdict"
    assert set(told.least) <= set(told.differ), f"{one}: two answers differ where diagnose says that all agree"
    first = told.verdict.answers[0]

    def alike(free: set[tuple[str, gw.Spot]]) -> gw.Verdict:
        """The answers that are like the first one but for some places."""
        kept = {name: {spot: value for spot, value in marks.items() if (name, spot) not in free}
                for name, marks in first.marks.items()}
        return gw.solve(puzzle, played=gw.State.of(puzzle, kept), timeout=20)

    assert alike(set(told.least)).status == "several", f"{one}: no answers differ only where diagnose says"


def test_nearly_every_genre_has_a_small_case_without_an_answer() -> None:
    assert sum(smallest(folder, "none") is not None for folder in FOLDERS) > 0.9 * len(FOLDERS)
