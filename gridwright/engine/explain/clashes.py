"""A minimal contradiction in a puzzle without answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...board.board import Spot
from ...language.puzzle import Puzzle
from ...language.wording import listed, name_in_words, names_in_words, worded
from ..solve.clock import Clock, TimeUp
from ..solve.selectors import Selector, SelectorSolver
from .speech import merged
from .steps import Because, StepMark

_SHARE = 1 / 3
"""The share of the time left in which a contradiction is made minimal."""
_MOST_WORDS = 250
"""Longer contradictions are described only by their clues."""
_LEFT_OUT = re.compile(r"\b\d+ more\b")
"""Matches the number of demands that are not listed."""
_MOST_CLUES = 16
"""If there are more clues than this, only their number is given."""


def clashing_parts(puzzle: Puzzle, clock: Clock) -> list[Because]:
    """A minimal set of demands and given marks that cannot all hold; [] if there is an answer."""
    with SelectorSolver(puzzle, clock) as solver:
        return [part_of(solver, selector) for selector in clash(solver)]


def clash(solver: SelectorSolver) -> list[Selector]:
    """The selectors of a minimal set of demands and given marks that cannot all hold.

    If there is a time limit, some that are not needed may be left when a third of the time is up.
    """
    every = [*(one.literal for one in solver.givens), *(one.literal for one in solver.demands)]
    if solver.solve(every):
        return []
    core = set(solver.core())
    found = [literal for literal in every if literal in core]
    clock, left = solver.clock, solver.clock.left
    solver.clock = Clock(left and left * _SHARE, clock.stop)
    try:
        for literal in list(reversed(found)):
            rest = [other for other in found if other != literal]
            if literal in found and not solver.solve(rest):
                core = set(solver.core())
                found = [other for other in rest if other in core]
    except TimeUp:
        clock.check()
    finally:
        solver.clock = clock
    return [solver.selectors[literal] for literal in found]


def part_of(solver: SelectorSolver, selector: Selector) -> Because:
    """A demand or a given mark in words."""
    board = solver.model.board
    if selector.demand is not None:
        return Because(selector.demand.say(board), selector.demand.at, (selector.demand,))
    assert selector.given is not None
    layer, spot, value = selector.given
    said = solver.model.layers[layer].say(value, puzzle=solver.model.puzzle)  # type: ignore[attr-defined]
    words = worded("{mark}, as given", mark=f"{name_in_words(board.name(spot))} {said}")
    return Because(words, (spot,), mark=StepMark(layer, spot, value))


def clash_in_words(puzzle: Puzzle, parts: Sequence[Because]) -> str:
    """What cannot all hold, as a sentence: given marks first, demands that begin alike merged.

    If the demands are too many to be read, their clues are named instead.
    """
    given = [part.words for part in parts if part.mark is not None]
    said = [*given, *merged(dict.fromkeys(part.words for part in parts if part.mark is None))]
    if len(said) == 1:
        return worded("This cannot be: {law}.", law=said[0])
    told = worded("These cannot all hold: {laws}.", laws="; ".join(said))
    if len(told) <= _MOST_WORDS and not _LEFT_OUT.search(told):
        return told
    spots = sorted({spot for part in parts for spot in _clue_spots(part)})
    if not spots:
        return worded("The contradiction needs {n} demands of its rules, and no clue.", n=len(said))
    places = listed(names_in_words(puzzle.board, spots))
    if len(spots) == 1:
        return worded("The rules exclude the clue at {places}.", places=places)
    if len(spots) > _MOST_CLUES:
        return worded("The contradiction needs {n} clues.", n=len(spots))
    return worded("These clues contradict each other: {places}.", places=places)


def _clue_spots(part: Because) -> list[Spot]:
    if part.mark is not None:
        return [part.mark.spot]
    return [spot for demand in part.demands for _, spot in demand.clues]
