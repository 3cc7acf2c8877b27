"""When making gives up: budgets that end in the same way every time, and why attempts failed."""

from __future__ import annotations

from collections import Counter

from ..engine.solve.clock import Clock
from ..language.making import Unlucky

SLICE = 1_000
"""Conflicts in a slice of solving; the clock is checked after each slice."""
GRIDS = 100
"""Grids that violate a demand and cost as much as a slice. Most questions need fewer than 20, but where a loop must be
one, the solver may go through its partitions into several without a single conflict."""
_CROWDED = 40
"""Answers that need too many clues before making gives up."""
_UNPROVED = 20
"""Puzzles without a proof before making gives up."""


class MakingError(ValueError):
    """A puzzle that cannot be made as it was asked for; the message says what can be had."""


class TooHard(Unlucky):
    """A question that takes the solver more work than it is worth."""


class TooMany(Unlucky):
    """An answer that needs more clues than were asked for."""

    def __init__(self, least: int, wanted: int, words: str) -> None:
        """``words``: what could be asked for instead."""
        super().__init__()
        self.least, self.wanted, self.words = least, wanted, words


class Unproved(Unlucky):
    """A puzzle that does not have exactly one answer, or that its usual format cannot express."""


class Effort(Clock):
    """A clock that also counts slices of solving: an attempt has so many of them.

    The time limit may end the making of a puzzle, but never decides what puzzle is made.
    """

    steady = SLICE

    def allow(self, slices: int) -> None:
        """Sets the number of slices that are left."""
        self._left = slices

    def used(self) -> None:
        """Counts a slice. Raises TooHard after the last one."""
        self._left -= 1
        if self._left < 0:
            raise TooHard

    def refuted(self, grids: int) -> None:
        """Counts a slice for every ``GRIDS`` grids. Raises TooHard after the last one."""
        if grids % GRIDS == 0:
            self.used()

    _left = 1_000


class Failures:
    """Why attempts failed, as far as that is known."""

    def __init__(self) -> None:
        self._words: Counter[str] = Counter()
        self._crowded: list[TooMany] = []
        self._n_unproved = 0

    def note(self, fault: Unlucky) -> None:
        """Counts a failed attempt. Raises MakingError where others would fail for the same reason."""
        if isinstance(fault, TooMany):
            self._crowded.append(fault)
            if len(self._crowded) == _CROWDED:
                raise MakingError(self._too_many())
        elif str(fault):
            self._words[str(fault)] += 1
        if isinstance(fault, Unproved):
            self._n_unproved += 1
            if self._n_unproved == _UNPROVED:
                raise MakingError(f"{_UNPROVED} puzzles were made, and none of them could be proved: {fault}")

    @property
    def is_crowded(self) -> bool:
        """Whether answers needed more clues than were asked for."""
        return bool(self._crowded)

    def _too_many(self) -> str:
        best = min(self._crowded, key=lambda one: one.least)
        return (f"{best.wanted} clues with values were asked for, and none of {len(self._crowded)} puzzles can do with "
                f"less than {best.least}; {best.words} can be had")

    def told(self) -> str:
        """The commonest reason, for a message; empty if none is known."""
        if self._crowded:
            return self._too_many()
        return self._words.most_common(1)[0][0] if self._words else ""
