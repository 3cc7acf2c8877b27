"""Aims at a difficulty: clues are given back where a puzzle is too hard, and taken away where it is too easy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..engine.hints import steps
from ..engine.rating import LABELS, counted, label_of, thresholds
from ..language.making import Unlucky
from ..language.puzzle import Puzzle
from .effort import Effort

SUPPOSING = frozenset(("chain", "cases", "trial"))
"""The kinds of steps that suppose something; easy puzzles have none."""
_EASY = LABELS.index("easy")
_TRIES = 7
"""So many numbers of clues are tried with one answer."""


def level(puzzle: Puzzle, clock: Effort, most: int) -> int:
    """The place of a puzzle's label in ``LABELS``; where it is above ``most``, some place above that."""
    bounds = thresholds(puzzle.genre.__name__)
    limit = bounds[most] if most < len(bounds) else float("inf")
    score, supposing = 0.0, False
    for step in steps(puzzle, timeout=clock.left, stop=clock.stop):
        score += counted(step)
        supposing = supposing or step.kind in SUPPOSING
        if score > limit or (supposing and most <= _EASY):
            return most + 1
    found = LABELS.index(label_of(puzzle.genre.__name__, score))
    return max(found, _EASY + 1) if supposing else found


def aimed(
    wanted: int, least: int, most: int, puzzle_at: Callable[[int], Puzzle], first: int, clock: Effort
) -> tuple[Puzzle, int] | None:
    """A puzzle of the wanted level among those with ``least`` to ``most`` groups of clues taken away, or one near it.

    More clues make an easier puzzle, mostly; so the number is found by halving. None where all of them fail.
    """
    best: tuple[Puzzle, int] | None = None
    at = first
    for _ in range(_TRIES):
        clock.check()
        try:
            puzzle = puzzle_at(at)
            found = level(puzzle, clock, wanted)
        except Unlucky:
            return best
        if best is None or abs(found - wanted) < abs(best[1] - wanted):
            best = puzzle, found
        if found == wanted:
            break
        least, most = (least, at - 1) if found > wanted else (at + 1, most)
        if least > most:
            break
        at = (least + most) // 2
    return best


def reached(labels: Sequence[int]) -> str:
    """Labels that were met, for a message: the commonest first."""
    order = sorted(set(labels), key=lambda one: (-labels.count(one), one))
    return ", ".join(LABELS[min(one, len(LABELS) - 1)] for one in order)
