"""Clues told to a kept solver say what they say in a puzzle of their own; and how structures about an answer change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

import gridwright as gw
from gridwright.language.making import Sketch, Unlucky, Wishes
from gridwright.making.by_structure import Pinned
from gridwright.making.clues import ClueDemands, ClueSolver, _plain
from gridwright.making.drafts import Draft, bare_puzzle, clue_layers
from gridwright.making.effort import Effort, other_answers
from gridwright.making.request import Request
from gridwright.making.strategies import Maker

from ..grouped import SHARE, some_by_default
from .test_making import GENRES, small

TOLD = [genre for genre in GENRES if clue_layers(genre) and genre.making.strategy != "one draft"]


def drafts(genre: type[gw.Genre], seed: str) -> Iterator[Draft]:
    """Puzzles with all the clues that are true of their answers."""
    clock = Effort()
    for stripper in Maker(Request.of(genre, *small(genre), seed), clock).attempts(seed, 300):
        clock.allow(1_000)
        yield stripper.draft


@pytest.mark.parametrize("genre", some_by_default(TOLD, SHARE, "clues", name=lambda genre: genre.name))
def test_clues_told_to_a_kept_solver_leave_the_answers_of_the_puzzle(genre: type[gw.Genre]) -> None:
    draft, rng = next(drafts(genre, "5")), Random(1)
    clues = [(name, spot) for name, own in draft.clues.items() for spot in own]
    some = [rng.sample(clues, len(clues) * part // 4) for part in (1, 2, 3, 3)]
    with ClueSolver(ClueDemands(bare_puzzle(genre, draft.sketch)), Effort()) as solver:
        marks = solver.marks_of(draft.answer)
        differs = solver.differs(marks)
        for kept in (clues, *some):
            selectors = draft.with_clues(kept).selectors(solver)
            is_open = bool(other_answers(draft.puzzle_of(kept), draft.answer, 1, Effort()))
            assert solver.solve([differs, *selectors.values()]) == is_open, (
                f"{genre.name}: with the clues {sorted(kept)} the kept solver and a fresh one disagree whether there "
                "is another answer")


@pytest.mark.parametrize("name", ("Fences", "Masyu", "Minesweeper", "Cave", "Slalom"))
def test_what_was_made_before_does_not_matter(name: str) -> None:
    """Boards without structure share the demands of their clues."""
    _plain.cache_clear()
    alone = gw.generate(name, 5, 5, seed=2)
    gw.generate(name, 5, 5, seed=1)
    assert gw.generate(name, 5, 5, seed=2) == alone


def sketched(genre: type[gw.Genre], rng: Random) -> Sketch:
    while True:
        with suppress(Unlucky):
            return genre.making.sketch(rng, gw.Rect.of(6, 6), Wishes())


@pytest.mark.parametrize("name", ("LITS", "Starbattle", "Starry Sky"))
def test_pins_leave_one_answer_and_are_answers_marks(name: str) -> None:
    genre, rng, clock = gw.genre(name), Random(3), Effort()
    sketch = sketched(genre, rng)
    draft = Draft(genre, sketch, gw.State.of(bare_puzzle(genre, sketch), sketch.marks), {})
    pinned = Pinned(draft, clock)
    pinned.pin(rng, ())
    literal = pinned.search.model.variables.literal
    own = {literal(layer, spot, value) for layer, marks in draft.answer.marks.items() for spot, value in marks.items()}
    assert pinned.pins and pinned.pins <= own
    assert pinned.other(pinned.pins) is None and pinned.other(()) is not None
    pinned.close()
