"""Limits of a search that must end in the same way every time: they count work, not seconds."""

from __future__ import annotations

from ..engine.clock import Clock
from ..language.making import Unlucky

SLICE = 1_000
"""Conflicts between two looks at the clock."""


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

    _left = 1_000
