"""Aims at a difficulty: restores clues if a puzzle is too hard, and removes some if it is too easy. If all clues have
to stay, the puzzle is changed step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import inf
from random import Random
from types import TracebackType
from typing import NamedTuple

from ..board.board import Spot
from ..engine.explain.deductions import Deduction
from ..engine.explain.hints import glimpses
from ..engine.explain.rating import (
    Scoring,
    counted,
    estimated_minutes,
    label_of,
    least_label,
    technique_named,
    thresholds,
)
from ..engine.explain.steps import Glimpse, with_marks
from ..engine.solve.selectors import SelectorSolver
from ..language.making import Unlucky
from ..language.puzzle import PathSummary, Puzzle, State
from ..language.taste import LABELS
from .drafts import Draft
from .effort import Effort
from .stripping import ClueGroup, check_allowed
from .terms import NO_TERMS, PathTerms
from .workshop import Strategy

_EASY = LABELS.index("easy")
_ROOM = 0.9
"""The share of the highest score that an eased puzzle may reach: its final solution path may differ a little."""
_SAME, _MORE = 2, 3
"""When a fair puzzle is sought: how often restored clues may leave the same step to be found, and the factor by which
more are restored each time."""
_ROUNDS = 3
"""Rounds of restoring clues, with less room in each, before a puzzle counts as too hard."""
_BESIDE = 2
"""The distance at which a clue must give twice as many marks as one at the place itself."""
_DRAFTS = 60
"""Drafts that are tried for a difficulty before making gives up."""
_DRAFTS_OF_TECHNIQUES = 150
"""The same for techniques, of which many are rare."""
_TOLD = 4
"""The commonest techniques that are listed then."""
_FEW, _FAR = 15, 0.5
"""Making gives up after this many drafts if none reached this share of the required score."""
_BETWEEN = 8
"""Drafts that were both too easy and too hard, depending on the clues, before making gives up."""
_THINNED, _THINNED_STEPS = 4, 400
"""Attempts to remove many of the restored clues again, and the most steps that these may take."""
_SINGLES = 6
"""Restored clues that are removed again, one by one, if a puzzle has become too easy."""
_CHANGES = 200
"""Changes of a draft that are tried."""
_PATIENCE = 12
"""Changes without a gain before a new draft."""


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is, as far as it was examined."""

    score: float
    least: int
    """The index in ``LABELS`` of the easiest label that its steps permit."""
    complete: bool
    """False if it is certainly too hard, so that its solution was not followed to the end."""
    n_marks: int = 0
    """The number of marks found until then."""
    n_steps: int = 0
    technique: str = ""
    """The hardest technique."""
    used: frozenset[str] = frozenset()
    """The requested techniques that were used."""
    hard_at: tuple[Spot, ...] = ()
    """The spots of the first step that is too hard."""

    @property
    def path(self) -> PathSummary:
        """The solution path in short."""
        return PathSummary(self.technique, self.n_steps, estimated_minutes(self.score))


class Standing(NamedTuple):
    """Whether a puzzle is too easy (-1), right (0) or too hard (1), and its distance from the aim, which is comparable
    only on the same side."""

    side: int
    distance: float
    hard_at: tuple[Spot, ...] = ()
    """The spots of the first step that is too hard."""


@dataclass(frozen=True)
class ScoreRange:
    """The puzzles of a label, or of several: their scores are above ``least``, up to ``most``, no step is of a kind
    that only harder puzzles have, and their solution paths meet the ``terms``. ``cuts``: all thresholds."""

    wanted: int
    """The index of the hardest label in ``LABELS``."""
    cuts: Sequence[float]
    easiest: int | None = None
    """The index of the easiest label; None if it is the same."""
    terms: PathTerms = NO_TERMS

    @staticmethod
    def of(puzzle: Puzzle, wanted: int, easiest: int | None = None, terms: PathTerms = NO_TERMS) -> ScoreRange:
        """The range of labels, by their indexes in ``LABELS``, for puzzles of the same genre and size."""
        return ScoreRange(wanted, thresholds(puzzle), easiest, terms)

    @property
    def lowest(self) -> int:
        """The index of the easiest label."""
        return self.wanted if self.easiest is None else self.easiest

    @property
    def least(self) -> float:
        """The highest score that is not enough."""
        return self.cuts[self.lowest - 1] if self.lowest else -1.0

    @property
    def most(self) -> float:
        """The highest score."""
        return [*self.cuts, inf][self.wanted]

    def allows(self, step: Glimpse) -> bool:
        """Whether puzzles of the label may have such a step."""
        return least_label([step.kind]) <= self.wanted and not self.terms.forbid(step)

    def is_too_hard(self, grade: Grade) -> bool:
        """Whether a puzzle, or its solution so far, is too hard."""
        return grade.score > self.most or grade.least > self.wanted

    def is_too_easy(self, grade: Grade) -> bool:
        """Whether a puzzle is too easy, or does without a requested technique; hard kinds of steps make up for a low
        score."""
        is_easier = grade.score <= self.least and grade.least < self.lowest
        return is_easier or not grade.used.issuperset(self.terms.techniques)

    def label_of(self, grade: Grade) -> int:
        """The index of a puzzle's label."""
        return max(LABELS.index(label_of(self.cuts, grade.score)), grade.least)

    def distance(self, label: int) -> int:
        """How far a label, by its index, is from those of the range."""
        return max(0, self.lowest - label, label - self.wanted)


class Aim:
    """Searches the puzzles with some of the clues of a draft for one with a label."""

    def __init__(
        self, wanted: ScoreRange, without: Callable[[Sequence[ClueGroup]], Puzzle], clock: Effort,
        is_dull: Callable[[ClueGroup], bool],
    ) -> None:
        """``without``: the puzzle without some clues; may raise Unlucky."""
        self.range, self.without, self.clock, self.is_dull = wanted, without, clock, is_dull
        self.best: tuple[Puzzle, int] | None = None
        """The puzzle with the nearest label so far, and the index of that label."""
        self.grade: Grade | None = None
        """The grade of this puzzle."""
        self.nearest: tuple[int, Puzzle] | None = None
        """Of the puzzles that were too hard, the one whose solution was followed farthest, and the marks found."""
        self.techniques: set[str] = set()
        """The hardest techniques of the puzzles that were followed to the end."""
        self.was_too_easy = self.was_too_hard = False
        self.greatest = 0.0
        """The highest score of puzzles that were too easy."""
        self.n_hard = 0
        """The number of steps that were too hard."""
        self._stack = ExitStack()
        self._helper: Helper | None = None
        self._is_quick = False
        """Whether more and more clues are restored at once."""

    @property
    def is_reached(self) -> bool:
        """Whether a puzzle of the label was found."""
        return self.best is not None and not self.range.distance(self.best[1])

    def can_be_reached(self) -> bool:
        """Whether the puzzle is not too hard even with all clues, if that is cheap to find out."""
        if self.range.wanted <= _EASY and not self._grade(self.without(())).complete:
            self.was_too_hard = True
            return False
        return True

    def may_need_techniques(self, gone: Sequence[ClueGroup]) -> bool:
        """Whether the requested techniques are used before the first step that is too hard; True if there are none.

        Most puzzles do without a technique, and with more clues they seldom need it. So they are soon put aside.
        """
        if not self.range.terms.techniques:
            return True
        grade = graded(self.without(gone), self.clock, self.range.terms, self.range)
        self.techniques.add(grade.technique)
        return grade.used.issuperset(self.range.terms.techniques)

    def take(self, gone: Sequence[ClueGroup], usual: int) -> None:
        """Tries to remove some of the removable clues, of which usually about ``usual`` go."""
        starts = [gone] if self.range.wanted > _EASY + 1 or usual == len(gone) else [gone[:usual], gone]
        with ExitStack() as self._stack:
            self._helper = None
            for start in starts:
                left_out, given_back = list(start), list[ClueGroup]()
                found = self._eased(left_out, given_back)
                if found < 0 and given_back:
                    self._take_again(left_out, given_back)
                if found >= 0 or given_back:
                    return

    def ease(self, gone: Sequence[ClueGroup]) -> None:
        """Tries a puzzle without some clues; if it is too hard, some are restored, each time three times as many.

        Raises Unlucky if that does not help.
        """
        with ExitStack() as self._stack:
            self._helper, self._is_quick = None, True
            left_out, given_back = list(gone), list[ClueGroup]()
            if self._eased(left_out, given_back) == 0:
                self._thin(left_out, given_back)

    def _eased(self, left_out: list[ClueGroup], given_back: list[ClueGroup]) -> int:
        """Restores clues until the puzzle is no longer too hard; returns how it compares then."""
        for number in range(_ROUNDS):
            n_before = len(given_back)
            path = self._ease(left_out, given_back, self.range.most * _ROOM ** (number + 1))
            found = self._compare(left_out, path.grade if len(given_back) == n_before else None)
            if found <= 0 or not left_out:
                break
            if len(given_back) == n_before:
                # No single step is too hard; with more clues there are fewer steps.
                for _ in range(1 + len(left_out) // 2):
                    given_back.append(left_out.pop())
        return found

    def standing(self, puzzle: Puzzle) -> Standing:
        """How a puzzle compares with the aim. Raises Unlucky if the genre's declarations exclude it."""
        check_allowed(puzzle)
        grade = self._grade(puzzle)
        side = self._judged(puzzle, grade)
        return Standing(side, -grade.n_marks if side > 0 else self.range.least - grade.score, grade.hard_at)

    def _compare(self, left_out: Sequence[ClueGroup], grade: Grade | None = None) -> int:
        """Whether a puzzle is too easy (-1), right (0) or too hard (1); ``grade`` if that is known."""
        puzzle = self.without(left_out)
        return self._judged(puzzle, self._grade(puzzle) if grade is None else self._with_needed(puzzle, grade))

    def _judged(self, puzzle: Puzzle, grade: Grade) -> int:
        """The same for a known grade; keeps the puzzle if it is the best so far."""
        self.clock.check()
        if not grade.complete or self.range.is_too_hard(grade):
            self.was_too_hard = True
            self.n_hard += 1
            if self.nearest is None or grade.n_marks > self.nearest[0]:
                self.nearest = grade.n_marks, puzzle
            return 1
        label = self.range.label_of(grade)
        self.techniques.add(grade.technique)
        if grade.used.issuperset(self.range.terms.techniques) and (
                self.best is None or self.range.distance(label) <= self.range.distance(self.best[1])):
            self.best, self.grade = (puzzle, label), grade
        if self.range.is_too_easy(grade):
            self.was_too_easy = True
            self.greatest = max(self.greatest, grade.score)
            return -1
        return 0

    def _grade(self, puzzle: Puzzle) -> Grade:
        return self._with_needed(puzzle, graded(puzzle, self.clock, self.range.terms, self.range))

    def _with_needed(self, puzzle: Puzzle, grade: Grade) -> Grade:
        """The grade, with only those of the requested techniques that the puzzle needs."""
        needed = set[str]()
        for name in self.range.terms.techniques if grade.complete else ():
            if name not in grade.used or name not in graded(puzzle, self.clock, self.range.terms, avoided=name).used:
                break
            needed.add(name)
        return replace(grade, used=frozenset(needed))

    def _take_again(self, left_out: list[ClueGroup], given_back: Sequence[ClueGroup]) -> None:
        """Removes some of the restored clues again, as long as the puzzle does not become too hard."""
        for group in given_back[::-1][:_SINGLES]:
            found = self._compare([*left_out, group])
            if found == 0:
                return
            if found < 0:
                left_out.append(group)

    def _thin(self, left_out: list[ClueGroup], given_back: list[ClueGroup]) -> None:
        """Removes many of the restored clues again, the latest first, as long as the puzzle stays right."""
        n_steps = self.grade.n_steps if self.grade is not None else 0
        size = (len(given_back) + 1) // 2
        for _ in range(min(_THINNED, _THINNED_STEPS // max(1, n_steps))):
            if not given_back:
                return
            some = given_back[-size:]
            if self._compare([*left_out, *some]) == 0:
                left_out += some
                del given_back[-size:]
                size = min(size, len(given_back))
            else:
                size = (size + 1) // 2
                given_back[:] = [*some, *given_back[:-len(some)]]

    def _ease(self, left_out: list[ClueGroup], given_back: list[ClueGroup], most: float) -> _Path:
        """Restores clues that help at steps that the label does not allow or that would raise the score above ``most``;
        returns the solution path.

        With more clues all earlier steps remain valid, so the path is continued from there.
        """
        puzzle = self.without(left_out)
        path = _Path(puzzle, self.range, most)
        n, n_same, before = 1, 0, None
        while True:
            hard = path.first_hard_step(puzzle, self.clock)
            if hard is None or not left_out:
                return path
            self.n_hard += 1
            n_same = n_same + 1 if before == hard.marks else 0
            before = hard.marks
            if self._is_quick and n_same == _SAME:
                raise Unlucky("restored clues did not make the puzzle easier")
            for group in self._most_helpful(left_out, path.state, hard, n):
                left_out.remove(group)
                given_back.append(group)
            n = _MORE * n if self._is_quick else n
            puzzle = self.without(left_out)

    def _most_helpful(
        self, left_out: Sequence[ClueGroup], state: State | None, hard: Glimpse, n: int
    ) -> list[ClueGroup]:
        """The ``n`` groups of clues that give most marks in a position, preferably near the hard step; dull clues only
        if no others help."""
        if self._helper is None:
            self._helper = self._stack.enter_context(Helper(self.without(())))
        groups = left_out[::-1]
        n_marks = self._helper.n_marks(groups, state)

        def merit(number: int) -> tuple[bool, float, float]:
            distance = _distance(groups[number], hard)
            is_last = not n_marks[number] or self.is_dull(groups[number])
            return not is_last, n_marks[number] / (_BESIDE + distance), -distance

        return [groups[number] for number in sorted(range(len(groups)), key=merit, reverse=True)[:n]]


def graded(
    puzzle: Puzzle, clock: Effort, terms: PathTerms = NO_TERMS, wanted: ScoreRange | None = None, avoided: str = ""
) -> Grade:
    """The grade of a puzzle. The path ends early if it leaves the range ``wanted``.

    ``avoided``: a technique that is used only if every other step is harder.
    """
    tally = _Tally(terms)
    for step in glimpses(puzzle, timeout=clock.left, stop=clock.stop, names=tally.names, avoided=avoided):
        tally.add(step)
        if wanted is not None and (tally.scoring.score > wanted.most or not wanted.allows(step)):
            return replace(tally.grade(complete=False), hard_at=tuple(mark.spot for mark in step.marks))
    return tally.grade(complete=True)


class _Tally:
    """Counts the steps of a path."""

    def __init__(self, terms: PathTerms) -> None:
        self.terms, self.scoring = terms, Scoring()
        self._n_marks = self._n_steps = 0
        self._technique = ""
        self._used = set[str]()

    def names(self, found: Deduction) -> bool:
        """Whether the name of the next step matters."""
        return round(found.cost, 3) > self.scoring.hardest or self.terms.matter(found)

    def add(self, step: Glimpse) -> None:
        """Counts one more step."""
        if step.cost > self.scoring.hardest:
            self._technique = technique_named(step)
        self.scoring = self.scoring.plus(step)
        self._n_marks += len(step.marks)
        self._n_steps += 1
        self._used.add(step.technique)

    def grade(self, complete: bool) -> Grade:
        """The grade of the steps so far."""
        used = self._used.intersection(self.terms.techniques)
        return Grade(self.scoring.score, self.scoring.least, complete, self._n_marks, self._n_steps, self._technique,
                     frozenset(used))


class Helper:
    """Counts the marks that clues give by propagation. A context manager, because it holds a solver."""

    def __init__(self, puzzle: Puzzle) -> None:
        """``puzzle``: the one with all the clues."""
        self._kept = SelectorSolver(puzzle)

    def n_marks(self, groups: Iterable[ClueGroup], state: State | None) -> list[int]:
        """For each group of clues, the number of marks that follow from it alone in a position."""
        variables = self._kept.model.variables
        known = variables.known(state)
        held = [lit if known[lit] > 0 else -lit for lit in range(2, variables.top + 1) if known[lit]]
        return [self._n_following(held, group, variables.top) for group in groups]

    def _n_following(self, held: Sequence[int], group: ClueGroup, top: int) -> int:
        clues = [self._kept.clues[clue].literal for clue in group if clue in self._kept.clues]
        sound, lits = self._kept.propagate([*held, *clues])
        return len({abs(lit) for lit in lits if 1 < abs(lit) <= top}) - len(held) if sound else 0

    def __enter__(self) -> Helper:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._kept.close()


class _Path:
    """The solution path of a puzzle that gets more clues on the way."""

    def __init__(self, puzzle: Puzzle, wanted: ScoreRange, most: float) -> None:
        self.range, self.most = wanted, most
        model = puzzle.genre.as_told(puzzle)
        self._n_spots = sum(len(list(layer.places(model))) for layer in puzzle.genre.answer_layers.values())
        self.state: State | None = None
        """The current position; None at the beginning."""
        self._tally = _Tally(wanted.terms)
        self._plain = 0.0
        self._n_known = 0
        self._is_complete = False

    @property
    def grade(self) -> Grade:
        """The grade of the steps so far."""
        return self._tally.grade(self._is_complete)

    def first_hard_step(self, puzzle: Puzzle, clock: Effort) -> Glimpse | None:
        """Follows the solution to the first step that is too hard; None if there are no more."""
        made: list[Glimpse] = []
        try:
            for step in glimpses(puzzle, self.state, timeout=clock.left, stop=clock.stop,
                                 names=self._tally.names):
                least = least_label([step.kind])
                if (least and self._is_hard(step)) or not self.range.allows(step):
                    return step
                made.append(step)
                self._tally.add(step)
                self._n_known += len({(mark.layer, mark.spot) for mark in step.marks})
                if not least:
                    self._plain += counted(step)
            self._is_complete = True
            return None
        finally:
            self.state = _after(puzzle, self.state, made)

    def _is_hard(self, step: Glimpse) -> bool:
        """Whether a step leaves too little room for the trivial steps to the end."""
        if not self.range.allows(step):
            return True
        to_come = self._plain * max(0, self._n_spots - self._n_known) / max(1, self._n_known)
        return self._tally.scoring.plus(step).score + to_come > self.most


def _after(puzzle: Puzzle, state: State | None, made: Sequence[Glimpse]) -> State | None:
    """The position after some steps."""
    for step in made:
        state = with_marks(puzzle, state if state is not None else State.of(puzzle, {}), step.marks)
    return state


def _distance(group: ClueGroup, step: Glimpse) -> float:
    """The distance between clues and the marks of a step; outside clues belong to their line."""
    spots = {mark.spot for mark in step.marks}
    return min(_between(clue, spot) for _, clue in group for spot in spots)


def _between(clue: Spot, spot: Spot) -> float:
    down, right = abs(clue.y - spot.y), abs(clue.x - spot.x)
    return min(down, right) if min(clue) < 0 else max(down, right) + min(down, right) / 4


class Tries:
    """The results of the drafts that were tried for a label."""

    def __init__(self, wanted: int, techniques: Sequence[str] = ()) -> None:
        self.wanted, self.needed = wanted, techniques
        self._techniques: Counter[str] = Counter()
        self._labels: list[int] = []
        self._n_between = self._n_too_hard = self._n = 0
        self._share = 0.0
        """The highest share of the required score that was reached."""

    def note(self, aim: Aim) -> None:
        """Counts an aim that failed."""
        self._n += 1
        self._techniques.update(aim.techniques)
        if aim.best is not None:
            self._labels.append(aim.best[1])
        self._share = max(self._share, aim.greatest / max(1.0, aim.range.least))
        self._n_too_hard += aim.was_too_hard
        self._n_between += aim.was_too_hard and aim.was_too_easy

    @property
    def are_enough(self) -> bool:
        """Whether more drafts are unlikely to help. Each draft may need a technique or not, whatever those before."""
        if self.needed:
            return self._n >= _DRAFTS_OF_TECHNIQUES
        is_far = self._n >= _FEW and not self._n_too_hard and self._share < _FAR
        return self._n >= _DRAFTS or self._n_between >= _BETWEEN or is_far

    def told(self) -> str:
        """The labels of the puzzles, the commonest first, and how the others were; empty before there are any. If a
        technique was requested, the hardest techniques instead."""
        if self.needed and self._techniques:
            names = [name for name, _ in self._techniques.most_common(_TOLD)]
            return f"with {' or '.join(names)} as their hardest technique"
        order = sorted(set(self._labels), key=lambda one: (-self._labels.count(one), one))
        need_suppositions = self._n_too_hard and self.wanted <= _EASY
        labels = [LABELS[one] for one in order if one <= _EASY or not need_suppositions]
        if need_suppositions:
            labels.append("medium or harder, because they need suppositions")
        elif self._n_too_hard:
            labels.append("harder")
        return " or ".join(labels)


# -- step by step --


def climb(strategy: Strategy, rng: Random, draft: Draft, aim: Aim, patience: int = _PATIENCE) -> None:
    """Keeps changes that bring a puzzle nearer to the aim, until that is reached or ``patience`` changes gain nothing.

    A puzzle that is too hard is changed near its first hard step. ``aim`` notes what is found. A change from too easy
    to too hard, or back, is not kept, because the aim lies between the two.
    """
    best = draft
    before = aim.standing(best.puzzle())
    seen = {best.puzzle()}
    n_vain = 0
    for _ in range(_CHANGES):
        if not before.side or n_vain > patience:
            return
        n_vain += 1
        changed = strategy.varied(rng, best, before.hard_at)
        if changed is None or (puzzle := changed.puzzle()) in seen:
            continue
        seen.add(puzzle)
        try:
            now = aim.standing(puzzle)
        except Unlucky:
            continue
        if not now.side:
            return
        if now.side == before.side and now.distance <= before.distance:
            n_vain = n_vain if now.distance == before.distance else 0
            best, before = changed, now
