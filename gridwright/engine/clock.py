"""Time budgets and the wish to stop."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class TimeUp(Exception):
    """The budget of a search has ended, or its user asked it to stop."""


class Clock:
    """Says when to stop: after ``timeout`` seconds, or when ``stop()`` says so."""

    def __init__(self, timeout: float | None = None, stop: Callable[[], bool] | None = None) -> None:
        self.begun = monotonic()
        self._end = None if timeout is None else self.begun + timeout
        self._stop = stop
        self._glances = 0

    @property
    def seconds(self) -> float:
        """Seconds since the clock was made."""
        return monotonic() - self.begun

    def glance(self) -> None:
        """Checks at every eighth call: for loops that call so often that asking ``stop`` would take time itself."""
        self._glances += 1
        if not self._glances & 7:
            self.check()

    def check(self) -> None:
        """Raises TimeUp when it is time to stop."""
        if (self._end is not None and monotonic() >= self._end) or (self._stop is not None and self._stop()):
            raise TimeUp
