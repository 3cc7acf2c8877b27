"""Aims at a difficulty: clues are given back where a puzzle is too hard, and taken away where it is too easy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..engine.hints import steps
from ..engine.rating import LABELS, counted, label_of, thresholds
from ..language.puzzle import Puzzle
from .effort import Effort
from .stripping import Group

SUPPOSING = frozenset(("chain", "cases", "trial"))
"""The kinds of steps that suppose something; easy puzzles have none."""
_EASY = LABELS.index("easy")
_HALVINGS = 7
"""So many numbers of clues are tried with one draft."""
_SINGLES = 6
"""So many clues are tried one by one after that."""


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


class Aim:
    """Looks for a puzzle of a level among those that leave out some of the clues of one draft."""

    def __init__(self, wanted: int, without: Callable[[Sequence[Group]], Puzzle], clock: Effort) -> None:
        """``without``: the puzzle without some clues; may raise Unlucky."""
        self.wanted, self.without, self.clock = wanted, without, clock
        self.best: tuple[Puzzle, int] | None = None
        """The puzzle whose level comes nearest so far, and that level."""

    def at(self, gone: Sequence[Group]) -> int:
        """The level of the puzzle without some clues."""
        self.clock.check()
        puzzle = self.without(gone)
        found = level(puzzle, self.clock, self.wanted)
        if self.best is None or abs(found - self.wanted) < abs(self.best[1] - self.wanted):
            self.best = puzzle, found
        return found

    def take(self, gone: Sequence[Group], usual: int) -> None:
        """Tries to leave out some of the clues that may go; about ``usual`` of them go usually.

        More clues make an easier puzzle, mostly; so their number is found by halving. Where one clue more or less makes
        all the difference, it stays, and others that come after it go instead.
        """
        least, most = 0, len(gone)
        easier: int | None = None
        at = (0, len(gone) // 3, usual, len(gone), len(gone))[self.wanted]
        for _ in range(_HALVINGS):
            found = self.at(gone[:at])
            if found == self.wanted:
                return
            if found > self.wanted:
                most = at - 1
            else:
                easier, least = at, at + 1
            if least > most:
                break
            at = (least + most) // 2
        if easier is not None:
            self._go_on(list(gone[:easier]), gone[easier + 1 :])

    def _go_on(self, gone: list[Group], others: Sequence[Group]) -> None:
        """Leaves out those of some more clues that do not make the puzzle too hard."""
        for group in others[:_SINGLES]:
            found = self.at([*gone, group])
            if found == self.wanted:
                return
            if found < self.wanted:
                gone.append(group)


def reached(labels: Sequence[int]) -> str:
    """Labels that were met, for a message: the commonest first."""
    order = sorted(set(labels), key=lambda one: (-labels.count(one), one))
    return ", ".join(LABELS[min(one, len(LABELS) - 1)] for one in order)
