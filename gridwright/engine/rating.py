"""How hard a puzzle is: from the steps of its solution."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from ..language.puzzle import Puzzle
from .clock import TimeUp
from .hints import steps
from .steps import Step

LABELS = ("trivial", "easy", "medium", "hard", "extreme")
"""The labels from the easiest to the hardest; a puzzle file may hold any of them as its difficulty."""
_MEDIUM = LABELS.index("medium")

SUPPOSING = frozenset(("chain", "cases", "trial"))
"""The kinds of steps that suppose something."""

MOST = 8.0
"""The cost of a step counts up to this: harder ones differ more by what the search came upon than to people."""


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is.

    ``score``: the sum of the squared costs of its steps, of which each counts up to ``MOST``; this agreed best with the
    labels that authors give.
    ``label``: one of ``LABELS``, by thresholds of the genre; ``medium`` at least where a supposition is needed.
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
    try:
        for step in steps(puzzle, timeout=timeout, stop=stop):
            score += counted(step)
            profile[step.kind] = profile.get(step.kind, 0) + 1
            if hardest is None or step.cost > hardest.cost:
                hardest = step
    except TimeUp:
        complete = False
    label = label_of(puzzle.genre.__name__, score, not SUPPOSING.isdisjoint(profile))
    return Rating(puzzle, round(score, 1), label, profile, hardest, complete)


def counted(step: Step) -> float:
    """What a step adds to the score of a puzzle."""
    return min(step.cost, MOST) ** 2


def label_of(genre: str, score: float, supposes: bool = False) -> str:
    """The label of a score in a genre, by the name of its class.

    ``supposes``: whether the puzzle needs a supposition. Those that do are not called easy, whatever their score.
    """
    found = label_by(thresholds(genre), score)
    return LABELS[max(LABELS.index(found), _MEDIUM)] if supposes else found


def label_by(cuts: Sequence[float], score: float) -> str:
    """The label of a score by the scores above which a puzzle is easy, medium, hard and extreme."""
    return LABELS[sum(score > least for least in cuts)]


@cache
def _table() -> Mapping[str, Sequence[float]]:
    text = files(__package__).joinpath("levels.json").read_text("utf-8")
    found: Mapping[str, Sequence[float]] = json.loads(text)["thresholds"]
    return found


def thresholds(genre: str) -> Sequence[float]:
    """The scores above which a puzzle of a genre is easy, medium, hard and extreme."""
    return _table().get(genre) or _table()["default"]
