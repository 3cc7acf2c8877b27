"""How hard a puzzle is, by the steps of its solution."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ...language.genre import Genre
from ...language.puzzle import Puzzle, Reading
from ...language.taste import LABELS, Levels
from ...language.validation import checks_arguments
from ...language.wording import times, worded
from ..solve.clock import Clock, TimeUp
from .deductions import Deduction
from .hints import followed
from .position import NoAnswer
from .steps import Glimpse, StageName, Step
from .telling import Teller

LEAST_LABELS: Mapping[str, str] = {StageName.CHAIN: "medium", StageName.CASES: "medium", StageName.TRIAL: "hard"}
"""The easiest labels that puzzles with certain steps can have: those that suppose something."""

ORDINARY = 3.0
"""Steps that cost no more are seen without a search for them; they count for the length of a puzzle only."""
MOST = 6.0
"""Costs are capped here: harder steps differ more by what the search happened to find than to people."""
EACH = 0.5
"""What every step adds to the score, however easy it is."""
HARDEST = 2.0
"""How many times the cost of the hardest step counts. It is not capped."""

USUAL_LEVELS = Levels(easy=21.1, medium=42.2, hard=56.2, extreme=80.9)
"""For genres that declare none: the medians of the genres with labelled puzzles, from ``research/rating.py``."""
KINDS: Mapping[str, str] = {
    StageName.CANDIDATE: "last candidate", StageName.DEMAND: "one rule", StageName.GLOBAL: "one global rule",
    StageName.SEARCH: "rules thought through", StageName.PATTERN: "short supposition",
    StageName.CHAIN: "supposition", StageName.CASES: "supposition with cases", StageName.TRIAL: "trial and error",
}  # fmt: skip
"""What steps without a name are called, by their kinds."""
_NAMED = 4
"""At most this many techniques are named."""
_MINUTES, _GROWTH = 0.035, 1.33
"""The estimated minutes for a score of 1, and the exponent with which they grow. These are judgements, not
measurements, since there were no published puzzles with solving times to fit: 5 minutes for an easy newspaper puzzle
(a score of about 42), 17 for a hard one (about 105)."""
_CELLS = 100
"""The thresholds that genres declare are for boards of this many cells."""


@dataclass(frozen=True)
class Scoring:
    """What some steps of a puzzle add up to."""

    hardest: float = 0.0
    """The highest cost."""
    counted: float = 0.0
    """What the steps add to the score one by one."""
    least: int = 0
    """The index in ``LABELS`` of the easiest label that the kinds of the steps permit."""

    def plus(self, step: Step | Glimpse) -> Scoring:
        """The tally with one more step."""
        least = max(self.least, least_label([step.kind]))
        return Scoring(max(self.hardest, step.cost), self.counted + counted(step), least)

    @property
    def score(self) -> float:
        """How hard these steps are: the hardest one first, then how many are hard, then how many there are."""
        return HARDEST * self.hardest + self.counted


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is.

    Attributes:
        puzzle: The puzzle.
        score: The sum of how hard the hardest step is to see, how many steps are hard, and how many there are.
        label: ``"trivial"``, ``"easy"``, ``"medium"``, ``"hard"`` or ``"extreme"``, by the genre's thresholds for a
            board of this size; at least ``"medium"`` if a supposition is needed. None unless the steps lead to the only
            answer.
        profile: The number of steps of each kind.
        hardest: The hardest step; None if there are no steps.
        status: ``"rated"``; ``"undecided"`` if the time ran out; ``"several"`` or ``"none"``, which is how many answers
            the puzzle has.
        techniques: How often each technique is needed that is hard to see, the hardest first; if none is, the hardest.

    Example:
        >>> rating = gw.rate(gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"]))
        >>> rating.label, rating.why, rating.steps_in_words
        ('easy', 'nothing harder than naked single', '12 steps')
        >>> print(rating)
        easy (score 9, 12 steps); hardest: "naked single"
    """

    puzzle: Puzzle = field(repr=False)
    score: float
    label: str | None
    profile: Mapping[str, int]
    hardest: Step | None = field(repr=False)
    status: Literal["rated", "undecided", "several", "none"] = "rated"
    techniques: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        if self.label is None:
            return worded("not rated: {why}", why=self.unrated)
        n, score = self.steps_in_words, f"{self.score:.0f}"
        told = worded("{label} (score {score}, {n})", label=worded(self.label), score=score, n=n)
        return f"{told}; {worded('hardest: {names}', names=self._named(quoted=True))}" if self.hardest else told

    def _repr_html_(self) -> str:
        """The words and the hardest step, for notebooks."""
        from ...language.notebook import in_html

        return in_html(str(self)) + (self.hardest._repr_html_() if self.hardest is not None else "")

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
    def why(self) -> str:
        """What makes the puzzle as hard as it is: ``X-wing, naked pair (twice)``."""
        if self.hardest is None:
            return worded("nothing is left to find")
        named = self._named()
        return worded("nothing harder than {name}", name=named) if self.hardest.cost <= ORDINARY else named

    def _named(self, quoted: bool = False) -> str:
        """The techniques, the hardest first."""
        names = [(worded('"{name}"', name=name) if quoted else name, n) for name, n in self.techniques.items()]
        named = [name if n == 1 else f"{name} ({times(n)})" for name, n in names]
        return ", ".join([*named[:_NAMED], *([worded("and easier ones")] if len(named) > _NAMED else [])])

    @property
    def minutes(self) -> int:
        """An estimate of the minutes that a practised solver needs; it depends on the score only."""
        return estimated_minutes(self.score)

    @property
    def unrated(self) -> str:
        """Why there is no label, in words; empty if there is one."""
        if self.status == "several":
            return worded("the puzzle has several answers")
        if self.status == "none":
            return worded("the puzzle has no answer")
        return worded("the time was up after {n}", n=self.steps_in_words) if self.status == "undecided" else ""


@checks_arguments
def rate(puzzle: Puzzle | Reading, *, timeout: float | None = None, stop: Callable[[], bool] | None = None) -> Rating:
    """Rates a puzzle by the steps of its solution.

    Args:
        puzzle: The puzzle.
        timeout: The time limit in seconds. Then the rating has the steps found so far, and no label.
        stop: Called at least every 0.1 seconds; True ends the search.

    Returns:
        The rating; its ``label`` is None if the puzzle does not have exactly one answer.

    Example:
        >>> gw.rate(gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])).label
        'easy'
    """
    assert isinstance(puzzle, Puzzle)
    tally, profile, hard = Scoring(), dict[str, int](), list[Step]()
    status: Literal["rated", "undecided", "several", "none"] = "rated"

    def shown(teller: Teller, found: Deduction) -> Step | Glimpse:
        is_hard = round(found.cost, 3) > min(ORDINARY, tally.hardest)
        return teller.step(found) if is_hard else teller.glimpse(found)

    def path() -> Iterator[Step | Glimpse]:
        nonlocal status
        if not (yield from followed(puzzle, None, Clock(timeout, stop), shown)):
            status = "several"

    try:
        for step in path():
            tally = tally.plus(step)
            profile[step.kind] = profile.get(step.kind, 0) + 1
            if isinstance(step, Step):
                hard.append(step)
    except TimeUp:
        status = "undecided"
    except NoAnswer:
        status = "none"
    hard.sort(key=lambda step: -step.cost)
    label = label_of(thresholds(puzzle), tally.score, profile) if status == "rated" else None
    return Rating(puzzle, round(tally.score, 1), label, profile, hard[0] if hard else None, status, _techniques(hard))


def _techniques(hard: Sequence[Step]) -> dict[str, int]:
    """How often each technique is needed; of steps that are easy to see only the hardest matters."""
    needed = [step for step in hard if step.cost > ORDINARY] or hard[:1]
    return dict(Counter(step.technique or worded(KINDS[step.kind]) for step in needed))


def estimated_minutes(score: float) -> int:
    """An estimate of the minutes that a practised solver needs, at least 1; it never falls as the score rises."""
    return max(1, round(_MINUTES * math.pow(score, _GROWTH)))


def technique_named(step: Glimpse) -> str:
    """The technique of a step in English or, if it has no name, its kind."""
    return step.technique or KINDS[step.kind]


def counted(step: Step | Glimpse) -> float:
    """How much a step adds to the score of a puzzle, apart from being the hardest one."""
    return EACH + max(0.0, min(step.cost, MOST) - ORDINARY)


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
