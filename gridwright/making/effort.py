"""Limits of a search that must end in the same way every time: they count work, not seconds."""

from __future__ import annotations

from ..engine.solve.clock import Clock
from ..language.making import Unlucky

SLICE = 1_000
"""Conflicts in a slice of solving; the clock is checked after each slice."""
GRIDS = 100
"""Grids that violate a demand and cost as much as a slice. Most questions need fewer than 20, but where a loop must be
one, the solver may go through its partitions into several without a single conflict."""


class TooHard(Unlucky):
    """A question that takes the solver more work than it is worth."""


class Effort(Clock):
    """A clock that also counts slices of solving: an attempt has so many of them.

    The time limit may end the making of a puzzle, but never decides what puzzle is made.
    """

    steady = SLICE

    def allow(self, slices: int) -> None:
        """From now on so many slices may be used up."""
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
