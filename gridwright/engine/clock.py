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

    @property
    def seconds(self) -> float:
        """Seconds since the clock was made."""
        return monotonic() - self.begun

    def check(self) -> None:
        """Raises TimeUp when it is time to stop."""
        if (self._end is not None and monotonic() >= self._end) or (self._stop is not None and self._stop()):
            raise TimeUp
