"""Aims at a difficulty: clues are given back where a puzzle is too hard, and taken away where it is too easy. Where all
clues stand, the puzzle is changed bit by bit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import inf
from random import Random
from types import TracebackType
from typing import NamedTuple

from ..board.board import Spot
from ..engine.explain.hints import glimpses
from ..engine.explain.rating import LABELS, counted, label_of, least_label, thresholds
from ..engine.explain.steps import Glimpse, with_marks
from ..engine.solve.selectors import SelectorSolver
from ..language.making import Unlucky
from ..language.puzzle import Puzzle, State
from .drafts import Draft
from .effort import Effort
from .stripping import ClueGroup, check_allowed
from .workshop import Strategy

_EASY = LABELS.index("easy")
_ROOM = 0.9
"""The share of the greatest score that a puzzle is eased to: the path of the finished puzzle may differ a little."""
_ROUNDS = 3
"""Times that clues are given back, with less room each time, before a puzzle counts as too hard."""
_BESIDE = 2
"""The distance at which a clue has to give twice as many marks as one at the place itself."""
_DRAFTS = 60
"""Drafts that are tried for a difficulty before making gives up."""
_FEW, _FAR = 15, 0.5
"""Making gives up after this many drafts if none came to this share of the score that is needed."""
_BETWEEN = 8
"""Drafts that came out both too easy and too hard, depending on the clues, before making gives up."""
_SINGLES = 6
"""Clues given back that are taken away again, one by one, if a puzzle has become too easy."""
_CHANGES = 200
"""Changes of a draft that are tried."""
_PATIENCE = 12
"""Changes without a gain before a new draft is made."""


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is, as far as that was looked at."""

    score: float
    least: int
    """The place in ``LABELS`` of the easiest label that its steps allow."""
    complete: bool
    """False where it is surely too hard, so that its solution was not followed to the end."""
    n_marks: int = 0
    """How many marks were found until then."""


class Standing(NamedTuple):
    """How a puzzle compares with what is aimed at: too easy (-1), too hard (1) or right (0); and how far it is from
    that, among those on the same side."""

    side: int
    distance: float


@dataclass(frozen=True)
class ScoreRange:
    """The puzzles of a label: their scores are above ``least``, up to ``most``, and no step is of a kind that only
    harder ones have. ``cuts``: all thresholds."""

    wanted: int
    """The place of the label in ``LABELS``."""
    cuts: Sequence[float]

    @staticmethod
    def of(puzzle: Puzzle, wanted: int) -> ScoreRange:
        """The range of a label by its place in ``LABELS``, for puzzles of the same genre and size."""
        return ScoreRange(wanted, thresholds(puzzle))

    @property
    def least(self) -> float:
        """The score that is not enough."""
        return self.cuts[self.wanted - 1] if self.wanted else -1.0

    @property
    def most(self) -> float:
        """The greatest score."""
        return [*self.cuts, inf][self.wanted]

    def allows(self, step: Glimpse) -> bool:
        """Whether puzzles of the label may have such a step."""
        return least_label([step.kind]) <= self.wanted

    def is_too_hard(self, grade: Grade) -> bool:
        """Whether a puzzle, or its solution so far, is too hard."""
        return grade.score > self.most or grade.least > self.wanted

    def is_too_easy(self, grade: Grade) -> bool:
        """Whether a puzzle is too easy; its steps may make up for a low score."""
        return grade.score <= self.least and grade.least < self.wanted

    def label_of(self, grade: Grade) -> int:
        """The place of a puzzle's label."""
        return max(LABELS.index(label_of(self.cuts, grade.score)), grade.least)


class Aim:
    """Looks for a puzzle of a label among those that leave out some of the clues of one draft."""

    def __init__(self, wanted: ScoreRange, without: Callable[[Sequence[ClueGroup]], Puzzle], clock: Effort) -> None:
        """``without``: the puzzle without some clues; may raise Unlucky."""
        self.range, self.without, self.clock = wanted, without, clock
        self.best: tuple[Puzzle, int] | None = None
        """The puzzle whose label comes nearest so far, and the place of that label."""
        self.was_too_easy = self.was_too_hard = False
        self.greatest = 0.0
        """The greatest score of puzzles that were too easy."""
        self._stack = ExitStack()
        self._helper: Helper | None = None

    @property
    def is_reached(self) -> bool:
        """Whether a puzzle of the label was found."""
        return self.best is not None and self.best[1] == self.range.wanted

    def can_be_reached(self) -> bool:
        """Whether all the clues together do not leave the puzzle too hard already, where that is soon seen."""
        if self.range.wanted <= _EASY and not self._grade(self.without(())).complete:
            self.was_too_hard = True
            return False
        return True

    def take(self, gone: Sequence[ClueGroup], usual: int) -> None:
        """Tries to leave out some of the clues that may go; about ``usual`` of them go usually."""
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

    def _eased(self, left_out: list[ClueGroup], given_back: list[ClueGroup]) -> int:
        """Gives clues back until the puzzle is no longer too hard; how it compares then."""
        for number in range(_ROUNDS):
            n_before = len(given_back)
            path = self._ease(left_out, given_back, self.range.most * _ROOM ** (number + 1))
            found = self._compare(left_out, path.grade if len(given_back) == n_before else None)
            if found <= 0 or not left_out:
                break
            if len(given_back) == n_before:
                # There is no hard step, just many: more clues make them fewer.
                for _ in range(1 + len(left_out) // 2):
                    given_back.append(left_out.pop())
        return found

    def standing(self, puzzle: Puzzle) -> Standing:
        """How a puzzle compares with what is aimed at. Raises Unlucky where what the genre declares excludes it."""
        check_allowed(puzzle)
        grade = self._grade(puzzle)
        side = self._judged(puzzle, grade)
        return Standing(side, -grade.n_marks if side > 0 else self.range.least - grade.score)

    def _compare(self, left_out: Sequence[ClueGroup], grade: Grade | None = None) -> int:
        """Whether a puzzle is too easy (-1), too hard (1) or right (0); ``grade`` if that is known."""
        puzzle = self.without(left_out)
        return self._judged(puzzle, grade or self._grade(puzzle))

    def _judged(self, puzzle: Puzzle, grade: Grade) -> int:
        """The same of a puzzle whose grade is known, which is kept if none came nearer."""
        self.clock.check()
        if not grade.complete or self.range.is_too_hard(grade):
            self.was_too_hard = True
            return 1
        label = self.range.label_of(grade)
        if self.best is None or abs(label - self.range.wanted) < abs(self.best[1] - self.range.wanted):
            self.best = puzzle, label
        if self.range.is_too_easy(grade):
            self.was_too_easy = True
            self.greatest = max(self.greatest, grade.score)
            return -1
        return 0

    def _grade(self, puzzle: Puzzle) -> Grade:
        grade = Grade(0.0, 0, complete=True)
        for step in glimpses(puzzle, timeout=self.clock.left, stop=self.clock.stop):
            grade = Grade(grade.score + counted(step), max(grade.least, least_label([step.kind])), complete=True,
                          n_marks=grade.n_marks + len(step.marks))
            if self.range.is_too_hard(grade):
                return replace(grade, complete=False)
        return grade

    def _take_again(self, left_out: list[ClueGroup], given_back: Sequence[ClueGroup]) -> None:
        """Takes away some of the clues that were given back, as long as the puzzle does not become too hard."""
        for group in given_back[::-1][:_SINGLES]:
            found = self._compare([*left_out, group])
            if found == 0:
                return
            if found < 0:
                left_out.append(group)

    def _ease(self, left_out: list[ClueGroup], given_back: list[ClueGroup], most: float) -> _Path:
        """Gives clues back that help at those steps of the solution that would make the score greater than ``most``,
        and at steps that the label does not allow; the way to the solution.

        More clues leave all steps until there valid, so the solution is followed on from there.
        """
        puzzle = self.without(left_out)
        path = _Path(puzzle, self.range, most)
        while True:
            hard = path.first_hard_step(puzzle, self.clock)
            if hard is None or not left_out:
                return path
            group = self._most_helpful(left_out, path.state, hard)
            left_out.remove(group)
            given_back.append(group)
            puzzle = self.without(left_out)

    def _most_helpful(self, left_out: Sequence[ClueGroup], state: State | None, hard: Glimpse) -> ClueGroup:
        """The clues that give most marks at once in a position, those near a step that is too hard preferred."""
        if self._helper is None:
            self._helper = self._stack.enter_context(Helper(self.without(())))
        groups = left_out[::-1]
        n_marks = self._helper.n_marks(groups, state)

        def merit(number: int) -> tuple[float, float]:
            distance = _distance(groups[number], hard)
            return n_marks[number] / (_BESIDE + distance), -distance

        return groups[max(range(len(groups)), key=merit)]


class Helper:
    """Tells how many marks clues give at once. A context manager: it holds a solver."""

    def __init__(self, puzzle: Puzzle) -> None:
        """``puzzle``: the one with all the clues."""
        self._kept = SelectorSolver(puzzle)

    def n_marks(self, groups: Iterable[ClueGroup], state: State | None) -> list[int]:
        """For each group of clues how many marks follow from it alone in a position."""
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
    """The solution of a puzzle that gets more and more clues on the way."""

    def __init__(self, puzzle: Puzzle, wanted: ScoreRange, most: float) -> None:
        self.range, self.most = wanted, most
        model = puzzle.genre.as_told(puzzle)
        self._n_spots = sum(len(list(layer.places(model))) for layer in puzzle.genre.answer_layers.values())
        self.state: State | None = None
        """The position that was reached; None for the beginning."""
        self._score = self._plain = 0.0
        self._n_known = self._least = 0
        self._is_complete = False

    @property
    def grade(self) -> Grade:
        """How hard the steps were until now, those of easier puzzles included."""
        return Grade(self._score, self._least, self._is_complete)

    def first_hard_step(self, puzzle: Puzzle, clock: Effort) -> Glimpse | None:
        """Follows the solution to the first step that is too hard; None where there is no such step left."""
        made: list[Glimpse] = []
        try:
            for step in glimpses(puzzle, self.state, timeout=clock.left, stop=clock.stop):
                least = least_label([step.kind])
                if least and self._is_hard(step):
                    return step
                made.append(step)
                self._score += counted(step)
                self._n_known += len({(mark.layer, mark.spot) for mark in step.marks})
                self._least = max(self._least, least)
                if not least:
                    self._plain += counted(step)
            self._is_complete = True
            return None
        finally:
            self.state = _after(puzzle, self.state, made)

    def _is_hard(self, step: Glimpse) -> bool:
        """Whether a step would leave too little room for plain steps to the end."""
        if not self.range.allows(step):
            return True
        to_come = self._plain * max(0, self._n_spots - self._n_known) / max(1, self._n_known)
        return self._score + counted(step) + to_come > self.most


def _after(puzzle: Puzzle, state: State | None, made: Sequence[Glimpse]) -> State | None:
    """The position after some steps."""
    for step in made:
        state = with_marks(puzzle, state if state is not None else State.of(puzzle, {}), step.marks)
    return state


def _distance(group: ClueGroup, step: Glimpse) -> float:
    """How far clues stand from what a step speaks of; those outside belong to their line."""
    spots = {mark.spot for mark in step.marks}
    return min(_between(clue, spot) for _, clue in group for spot in spots)


def _between(clue: Spot, spot: Spot) -> float:
    down, right = abs(clue.y - spot.y), abs(clue.x - spot.x)
    return min(down, right) if min(clue) < 0 else max(down, right) + min(down, right) / 4


class Tries:
    """What came of the drafts that were tried for a label."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self._labels: list[int] = []
        self._n_between = self._n_too_hard = self._n = 0
        self._share = 0.0
        """How near puzzles came to the least score of the label."""

    def note(self, aim: Aim) -> None:
        """Counts what an aim came to that did not find the label."""
        self._n += 1
        if aim.best is not None:
            self._labels.append(aim.best[1])
        self._share = max(self._share, aim.greatest / max(1.0, aim.range.least))
        self._n_too_hard += aim.was_too_hard
        self._n_between += aim.was_too_hard and aim.was_too_easy

    @property
    def are_enough(self) -> bool:
        """Whether nothing is to be hoped for from more of them."""
        is_far = self._n >= _FEW and not self._n_too_hard and self._share < _FAR
        return self._n >= _DRAFTS or self._n_between >= _BETWEEN or is_far

    def told(self) -> str:
        """What puzzles came out as, the commonest first, and how else they were; empty before there are any."""
        order = sorted(set(self._labels), key=lambda one: (-self._labels.count(one), one))
        labels = [LABELS[one] for one in order]
        if self._n_too_hard and self.wanted <= _EASY:
            labels.append("such that they need suppositions, as no easy puzzle does")
        elif self._n_too_hard:
            labels.append("harder")
        return " or ".join(labels)


# -- changes bit by bit --


def climb(strategy: Strategy, rng: Random, draft: Draft, aim: Aim) -> None:
    """Keeps changes that bring a puzzle nearer to what is aimed at, until it is reached or nothing more is gained.

    What is found is told to ``aim``. A change that turns a puzzle that is too easy into one that is too hard, or the
    other way round, is not kept: in between lies what is looked for.
    """
    best = draft
    before = aim.standing(best.puzzle())
    seen = {best.puzzle()}
    n_vain = 0
    for _ in range(_CHANGES):
        if not before.side or n_vain > _PATIENCE:
            return
        n_vain += 1
        changed = strategy.varied(rng, best)
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
