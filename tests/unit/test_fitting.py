"""Pieces thought through with what is around them: what people see as one thought needs no supposition."""

from __future__ import annotations

from collections import Counter

import pytest

import gridwright as gw
from gridwright.rules.pieces import Alternatives

from ..laws.cases import of_folder

SUPPOSING = {"chain", "cases", "trial"}


def puzzle(folder: str, name: str) -> gw.Puzzle:
    """The puzzle of a case."""
    return next(one.puzzle for one in of_folder(folder) if one.path.stem == name)


def n_suppositions(puzzle: gw.Puzzle) -> int:
    """How many steps of a solution suppose something."""
    kinds: Counter[str] = Counter(step.kind for step in gw.explain(puzzle))
    return sum(kinds[kind] for kind in SUPPOSING)


@pytest.mark.parametrize(
    ("folder", "name", "needs_lemmas"),
    [("lits", "middle", False), ("lits", "oblong", True),
     ("lits_plus", "middle", True), ("lits_plus", "oblong", False)],
)
def test_what_fits_in_an_area_needs_no_supposition(
    folder: str, name: str, needs_lemmas: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = puzzle(folder, name)
    assert n_suppositions(told) == 0
    monkeypatch.setattr(told.genre, "lemmas", ())
    assert (n_suppositions(told) > 0) == needs_lemmas


def test_a_piece_that_makes_a_block_with_cells_outside_is_told_as_one_thought() -> None:
    told = [step.words for step in gw.explain(puzzle("lits", "middle")) if "without a 2x2 block" in step.words]
    assert told and all(words.startswith("In the area of r") for words in told)


@pytest.mark.thorough
def test_pieces_that_fit_the_numbers_need_fewer_suppositions(monkeypatch: pytest.MonkeyPatch) -> None:
    told = puzzle("pentomino_search", "sample")
    n_with = n_suppositions(told)
    monkeypatch.setattr(told.genre, "lemmas", ())
    assert 2 * n_with < n_suppositions(told)


def test_numbers_leave_only_places_that_keep_them() -> None:
    """A row of six has two places for the I; the 0 above its first cell leaves one of them."""
    board = gw.Rect.of(1, 6)
    count = dict(zip((gw.Spot(-1, 2 * c + 1) for c in range(6)), (0, 1, 1, 1, 1, 1), strict=True))
    line = gw.Puzzle.of(gw.genre("Pentomino Search"), board, {"count": count}, {"used": "I"})
    model = line.genre(line)
    (what,) = (one.what for rule in model.lemmas if rule.name == "letter_fits" for one in rule.demands(model))
    assert isinstance(what, Alternatives)
    covered = {tuple(sorted(lit for lit in one.lits if lit > 0)) for one in what.alternatives}
    assert covered == {tuple(sorted(int(model.marks["cover"][c]) for c in board.cells[1:]))}
