"""How hard a puzzle is, by the steps of its solution."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ...language.genre import Genre
from ...language.puzzle import Puzzle
from ...language.taste import LABELS, Levels
from ...language.translation import worded
from ...language.validation import checks_arguments
from ..solve.clock import Clock, TimeUp
from .hints import followed
from .position import Deduction
from .steps import Glimpse, StageName, Step
from .telling import Teller

LEAST_LABELS: Mapping[str, str] = {StageName.CHAIN: "medium", StageName.CASES: "medium", StageName.TRIAL: "hard"}
"""The easiest labels that puzzles with certain steps can have: those that suppose something."""

MOST = 8.0
"""Costs are capped here: harder steps differ more by what the search happened to find than to people."""

USUAL_LEVELS = Levels(easy=73.2, medium=293, hard=410, extreme=595)
"""For genres that declare none: the medians of the genres with labelled puzzles, from ``research/rating.py``."""
_CELLS = 100
"""The thresholds that genres declare are for boards of this many cells."""


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is.

    ``score``: the sum of the squared costs of its steps, each capped at ``MOST``; of the formulas tried, this agrees
    best with the labels of authors. ``label``: one of ``LABELS``, by the genre's thresholds for a board of this size,
    and no easier than the steps allow (see ``LEAST_LABELS``): at least ``medium`` if a supposition is needed. None
    unless the steps lead to the only answer; the score is then that of the steps found. ``status``: ``rated``;
    ``undecided`` if the time ran out, or ``several`` if there are several answers. ``profile``: the number of steps of
    each kind.
    """

    puzzle: Puzzle = field(repr=False)
    score: float
    label: str | None
    profile: Mapping[str, int]
    hardest: Step | None = field(repr=False)
    status: Literal["rated", "undecided", "several"] = "rated"

    @property
    def complete(self) -> bool:
        """Whether the steps lead to the only answer."""
        return self.status == "rated"

    @property
    def steps_in_words(self) -> str:
        """How many steps were found: ``5 steps``."""
        n = sum(self.profile.values())
        return worded("1 step" if n == 1 else "{n} steps", n=n)

    @property
    def unrated(self) -> str:
        """Why there is no label, in words; empty if there is one."""
        if self.status == "several":
            return worded("the puzzle has several answers")
        return worded("the time was up after {n}", n=self.steps_in_words) if self.status == "undecided" else ""


@checks_arguments
def rate(puzzle: Puzzle, *, timeout: float | None = None, stop: Callable[[], bool] | None = None) -> Rating:
    """Rates a puzzle by the steps of its solution. Raises ValueError if it has no answer.

    After ``timeout`` seconds the rating has the steps found so far, and no label.
    """
    score, profile = 0.0, dict[str, int]()
    hardest: Step | None = None
    status: Literal["rated", "undecided", "several"] = "rated"

    def shown(teller: Teller, found: Deduction) -> Step | Glimpse:
        is_hardest = hardest is None or round(found.cost, 3) > hardest.cost
        return teller.step(found) if is_hardest else teller.glimpse(found)

    def path() -> Iterator[Step | Glimpse]:
        nonlocal status
        if not (yield from followed(puzzle, None, Clock(timeout, stop), shown)):
            status = "several"

    try:
        for step in path():
            score += counted(step)
            profile[step.kind] = profile.get(step.kind, 0) + 1
            if isinstance(step, Step):
                hardest = step
    except TimeUp:
        status = "undecided"
    label = label_of(thresholds(puzzle), score, profile) if status == "rated" else None
    return Rating(puzzle, round(score, 1), label, profile, hardest, status)


def counted(step: Step | Glimpse) -> float:
    """How much a step adds to the score of a puzzle."""
    return min(step.cost, MOST) ** 2


def label_of(cuts: Sequence[float], score: float, kinds: Iterable[str] = ()) -> str:
    """The label for a score and kinds of steps; ``cuts`` are the scores above which a puzzle is easy, medium, hard
    and extreme."""
    return LABELS[max(sum(score > least for least in cuts), least_label(kinds))]


def least_label(kinds: Iterable[str]) -> int:
    """The index in ``LABELS`` of the easiest label that puzzles with steps of some kinds can have."""
    return max((LABELS.index(LEAST_LABELS[kind]) for kind in kinds if kind in LEAST_LABELS), default=0)


def thresholds(puzzle: Puzzle) -> list[float]:
    """The scores above which a puzzle of the same genre and size is easy, medium, hard and extreme.

    They grow with the square root of the number of cells, while scores grow with the number itself. So a large board is
    harder than a small one of the same density, but not in proportion, as its author would say.
    """
    factor = size_factor(len(puzzle.board.cells))
    return [cut * factor for cut in thresholds_of(puzzle.genre)]


def size_factor(n_cells: int) -> float:
    """The ratio of a board's thresholds to those that its genre declares."""
    return math.sqrt(n_cells / _CELLS)


def thresholds_of(genre: type[Genre]) -> Sequence[float]:
    """The thresholds of a genre on a board of 100 cells: its own, or usual ones."""
    return (genre.levels or USUAL_LEVELS).scores
