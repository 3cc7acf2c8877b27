"""Boards by another program's testers: each wrong one breaks the fitting rule, each solved one breaks none."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import gridwright as gw

from .pzprjs import LAYOUTS, Trial, as_it_stands, read, trials

FITTING: dict[str, dict[str, tuple[str, ...]]] = {
    "aquarium": {
        "brNoShade": ("in_line",), "exShadeNe": ("in_line",), "csNoSupport": ("from_bottom",),
        "csNoLevel": ("level",), "bkNoLevel": ("level",),
    },
    "cave": {"cuDivide": ("one_cave",), "csConnOut": ("walls_outside",), "nmSumViewNe": ("in_view",)},
    "curve_data": {
        # A cell without a line is a curve of its own, without a number.
        "ceNoLine": ("one_number",), "shNone": ("one_number",), "shMultiple": ("one_number",),
        "shIncorrect": ("shape",),
    },
    "fences": {
        "brNoLine": ("one_loop",), "lnBranch": ("no_branches",), "lnCross": ("no_branches",),
        "lnDeadEnd": ("no_branches",), "lnPlLoop": ("one_loop",), "nmLineNe": ("number_of_fences",),
    },
    "hashi": {"nmLineGt": ("bridge_count",), "nmLineLt": ("bridge_count",), "lcDivided": ("one_system",)},
    "japanese_sums": {
        "ceNoNum": ("finished",), "nmDupRow": ("once_at_most",), "nmSumOrderRowNe": ("told_sums",),
    },
    "kuromasu": {"csAdjacent": ("apart",), "cuDivideRB": ("one_body",), "nmSumViewNe": ("in_view",)},
    "masyu": {
        "brNoLine": ("one_loop",), "lnBranch": ("no_branches",), "lnCross": ("no_branches",),
        "lnDeadEnd": ("no_branches",), "lnPlLoop": ("one_loop",),
        "mashuWCurve": ("white_pearl",), "mashuWStNbr": ("white_pearl",),
        "mashuBStrig": ("black_pearl",), "mashuBCvNbr": ("black_pearl",),
        "mashuOnLine": ("white_pearl", "black_pearl"),
    },
    "nurikabe": {
        "cs2x2": ("no_pool",), "csDivide": ("one_sea",), "bkSizeNe": ("island_size",),
        "bkNoNum": ("one_number_each",), "bkNumGe2": ("one_number_each",),
    },
    "rel_nawabari": {
        "bkNotRect": ("all_rectangles",), "bdDeadEnd": ("all_rectangles",),
        "bkNoNum": ("one_each",), "bkNumGe2": ("one_each",),
    },
    "skyscrapers": {"nmDupRow": ("rows", "cols"), "ceNoNum": ("finished",)},
    "starbattle": {
        "starAround": ("apart",), "bkStarGt": ("in_areas",), "bkStarLt": ("in_areas",), "lnStarNe": ("rows", "cols"),
    },
    "sudoku": {"bkDupNum": ("boxes",), "nmDupRow": ("rows", "cols"), "ceNoNum": ("finished",)},
    "yagit": {
        "bdBranch": ("turns",), "bdCrossBP": ("turns",), "bdCurveExBP": ("straight",),
        # A line that does not reach the frame ends inside, at a dot or elsewhere, or comes back to itself.
        "bdNotChassis": ("turns", "straight", "no_ring"), "bdDeadEnd": ("turns", "straight"),
        "bkNoNum": ("some_animal",), "bkPlNum": ("one_kind",),
    },
}  # fmt: skip
"""By file and fault: our rules of which one at least must be broken."""


class Exceptional(NamedTuple):
    """A board that we judge otherwise: the fault that the other program finds, the rules that ours breaks, why."""

    fault: str | None
    ours: frozenset[str]
    reason: str


NONE: frozenset[str] = frozenset()

EXCEPTIONS: dict[str, dict[int, Exceptional]] = {
    "aquarium": {
        5: Exceptional(None, frozenset(("level", "from_bottom")),
                       "its plain variant lets parts of a tank that are not joined in a row differ in level; ours is"
                       " its variant r, by which it refuses the same answer (board 6)"),
    },
    "fences": {
        6: Exceptional("cxNoLine", NONE, "its variant f wants the loop on every grid point; ours has no such rule"),
    },
    "hashi": {0: Exceptional("brNoLine", NONE, "a board without islands: all of them are joined without a bridge")},
    "kuromasu": {0: Exceptional("brNoShade", NONE, "no rule wants a shaded cell where no number does")},
    "rel_nawabari": {
        3: Exceptional("nmBorderNe", NONE, "its numbers count the borders of their cells, which ours do not know"),
    },
    "skyscrapers": {
        1: Exceptional("nmSightNe", frozenset(("finished",)),
                       "it counts cells that are still empty as out of view; the board is a part of the solution"),
    },
}  # fmt: skip
"""By file and place in the file."""

NO_SUCH_GENRE = {
    "rel_statuepark": ("Statue Park", "pieces of a given bank on circles; no genre here has any part of that"),
}
"""Files of genres that are missing here: the genre's name, and why no other stands in for it."""

DRAWN_TOO_MUCH = frozenset((
    "bdBranch", "bdCrossBP", "bkDupNum", "bkStarGt", "cs2x2", "csAdjacent", "lnBranch", "lnCross", "lnPlLoop",
    "nmDupRow", "nmLineGt", "shMultiple", "starAround",
))  # fmt: skip
"""Faults of what is drawn, whatever may still be added: they show before the board is finished."""

SEVERAL = {("fences", 7): "it holds no number", ("rel_nawabari", 5): "its numbers are not told"}
"""Solved boards of puzzles that have other answers too, with the reason."""

HARD = {("curve_data", 5): "one spiral fills the board of 19x19, wound round its clue"}
"""Solved boards of puzzles that may take the solver minutes, with the reason."""


def boards(corpus: Path, name: str) -> list[Trial]:
    path = corpus / "pzprjs" / f"{name}.jsonl"
    if not path.is_file():
        pytest.skip(f"{path.name} is not in this part of the corpus")
    return trials(path)


def regular(corpus: Path, name: str) -> list[Trial]:
    """The boards that are no exceptions."""
    return [trial for trial in boards(corpus, name) if trial.index not in EXCEPTIONS.get(name, {})]


def broken(name: str, trial: Trial) -> set[str]:
    """The rules that a board breaks as it stands."""
    puzzle, drawn = read(name, trial.text)
    return {fault.rule for fault in gw.check(puzzle, as_it_stands(name, puzzle, drawn), finished=True)}


each_file = pytest.mark.parametrize("name", LAYOUTS)


def test_every_file_is_judged(corpus: Path) -> None:
    files = {path.stem for path in (corpus / "pzprjs").glob("*.jsonl")}
    assert files <= LAYOUTS.keys() | NO_SUCH_GENRE.keys()
    for name, _ in NO_SUCH_GENRE.values():
        with pytest.raises(gw.UnknownGenre):
            gw.genre(name)


@each_file
def test_wrong_boards_break_the_fitting_rule(corpus: Path, name: str) -> None:
    wrong = [trial for trial in regular(corpus, name) if trial.fault is not None]
    for trial in wrong:
        assert trial.fault is not None
        assert broken(name, trial).intersection(FITTING[name][trial.fault]), (trial.index, trial.fault)
    assert {trial.fault for trial in wrong} == FITTING[name].keys()


@each_file
def test_too_much_shows_on_unfinished_boards(corpus: Path, name: str) -> None:
    for trial in regular(corpus, name):
        puzzle, drawn = read(name, trial.text)
        rules = {fault.rule for fault in gw.check(puzzle, drawn)}
        if trial.fault in DRAWN_TOO_MUCH:
            assert rules.intersection(FITTING[name][trial.fault]), (trial.index, trial.fault)
        elif trial.fault is None:
            assert not rules, trial.index


@each_file
def test_solved_boards_break_nothing(corpus: Path, name: str) -> None:
    solved = [trial for trial in regular(corpus, name) if trial.fault is None]
    assert solved
    for trial in solved:
        assert broken(name, trial) == set(), trial.index


@each_file
def test_solved_boards_are_what_the_solver_finds(corpus: Path, name: str) -> None:
    for trial in regular(corpus, name):
        if trial.fault is None:
            puzzle, drawn = read(name, trial.text)
            hard = (name, trial.index) in HARD
            verdict = gw.solve(puzzle, timeout=0.5 if hard else 60)
            if (name, trial.index) in SEVERAL:
                assert verdict.status == "several", trial.index
            elif not hard or verdict.status != "undecided":
                assert verdict.status == "unique", trial.index
                assert verdict.answers[0] == as_it_stands(name, puzzle, drawn), trial.index


@pytest.mark.parametrize("name", EXCEPTIONS)
def test_exceptions_are_still_exceptions(corpus: Path, name: str) -> None:
    found = boards(corpus, name)
    for index, exception in EXCEPTIONS[name].items():
        assert found[index].fault == exception.fault, index
        assert broken(name, found[index]) == exception.ours, index
        assert exception.ours.isdisjoint(FITTING[name].get(exception.fault or "", ())), index
