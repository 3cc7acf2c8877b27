"""How hard a puzzle is: from the steps of its solution."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from ..language.puzzle import Puzzle
from .clock import Clock, TimeUp
from .hints import followed
from .reasons import Found
from .steps import Glimpse, Step
from .telling import Teller

LABELS = ("trivial", "easy", "medium", "hard", "extreme")
"""The labels from the easiest to the hardest; a puzzle file may hold any of them as its difficulty."""
LEAST_LABELS = {"chain": "medium", "cases": "medium", "trial": "hard"}
"""The easiest label of puzzles that have a step of a kind that supposes something."""

MOST = 8.0
"""The cost of a step counts up to this: harder ones differ more by what the search came upon than to people."""

_CELLS = 100
"""Thresholds are told for boards of so many cells."""


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is.

    ``score``: the sum of the squared costs of its steps, of which each counts up to ``MOST``; this agreed best with the
    labels that authors give.
    ``label``: one of ``LABELS``, by thresholds of the genre for a board of this size, and no easier than the steps
    allow (see ``LEAST_LABELS``): ``medium`` at least where a supposition is needed.
    ``profile``: how many steps there are of each kind. ``complete`` is False where the time was up, or the answers
    share no further mark; the score is then that of the steps found.
    """

    puzzle: Puzzle = field(repr=False)
    score: float
    label: str
    profile: Mapping[str, int]
    hardest: Step | None = field(repr=False)
    complete: bool = True


def rate(puzzle: Puzzle, *, timeout: float | None = None, stop: Callable[[], bool] | None = None) -> Rating:
    """Rates a puzzle by the steps of its solution. Raises ValueError where it has no answer.

    When ``timeout`` seconds have passed, the rating tells what was found until then.
    """
    score, profile = 0.0, dict[str, int]()
    hardest: Step | None = None
    complete = True

    def told(teller: Teller, found: Found) -> Step | Glimpse:
        is_hardest = hardest is None or round(found.cost, 3) > hardest.cost
        return teller.step(found) if is_hardest else teller.glimpse(found)

    try:
        for step in followed(puzzle, None, Clock(timeout, stop), told):
            score += counted(step)
            profile[step.kind] = profile.get(step.kind, 0) + 1
            if isinstance(step, Step):
                hardest = step
    except TimeUp:
        complete = False
    label = label_of(thresholds(puzzle), score, profile)
    return Rating(puzzle, round(score, 1), label, profile, hardest, complete)


def counted(step: Step | Glimpse) -> float:
    """What a step adds to the score of a puzzle."""
    return min(step.cost, MOST) ** 2


def label_of(cuts: Sequence[float], score: float, kinds: Iterable[str] = ()) -> str:
    """The label of a score, and of kinds of steps, by the scores above which a puzzle is easy, medium, hard and
    extreme."""
    return LABELS[max(sum(score > least for least in cuts), least_label(kinds))]


def least_label(kinds: Iterable[str]) -> int:
    """The place in ``LABELS`` of the easiest label that puzzles with steps of some kinds have."""
    return max((LABELS.index(LEAST_LABELS[kind]) for kind in kinds if kind in LEAST_LABELS), default=0)


def thresholds(puzzle: Puzzle) -> list[float]:
    """The scores above which a puzzle of the same genre and size is easy, medium, hard and extreme.

    They grow with the square root of the number of cells. Scores grow with the number itself: so a large board is
    harder than a small one of the same density, but not in proportion, as its author would say.
    """
    factor = size_factor(len(puzzle.board.cells))
    return [cut * factor for cut in thresholds_of(puzzle.genre.__name__)]


def size_factor(n_cells: int) -> float:
    """By how much the thresholds of a board differ from those that are told."""
    return math.sqrt(n_cells / _CELLS)


def thresholds_of(genre: str) -> Sequence[float]:
    """The thresholds on a board of 100 cells for a genre, by the name of its class.

    Those of genres that are not in the table, as of your own, are the medians of genres with labelled puzzles.
    """
    return _table().get(genre) or _table()["default"]


@cache
def _table() -> Mapping[str, Sequence[float]]:
    text = files(__package__).joinpath("levels.json").read_text("utf-8")
    by_origin: Mapping[str, Mapping[str, Sequence[float]]] = json.loads(text)
    return {name: cuts for found in by_origin.values() for name, cuts in found.items()}
