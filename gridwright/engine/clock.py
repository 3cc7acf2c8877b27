"""Time budgets and the wish to stop."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from math import inf
from time import monotonic

from ..language.ticks import limited_by

_PAUSE = 0.01
"""Seconds between two questions to ``stop``."""


class TimeUp(Exception):
    """The budget of a search has ended, or its user asked it to stop."""


class Clock:
    """Says when to stop: after ``timeout`` seconds, or when ``stop()`` says so."""

    def __init__(self, timeout: float | None = None, stop: Callable[[], bool] | None = None) -> None:
        self.begun = monotonic()
        self._end = inf if timeout is None else self.begun + timeout
        self._stop = stop
        self._due = self._end if stop is None else self.begun
        """When there is something to look at again."""

    @property
    def seconds(self) -> float:
        """Seconds since the clock was made."""
        return monotonic() - self.begun

    @property
    def left(self) -> float | None:
        """Seconds until the time is up; None without a limit."""
        return None if self._end == inf else max(0.0, self._end - monotonic())

    def running(self) -> AbstractContextManager[None]:
        """While this context is open, all loops that ask a clock ask this one (see ``language.ticks``)."""
        return nullcontext() if self._due == inf else limited_by(self.glance)

    def glance(self) -> None:
        """Raises TimeUp when it is time to stop; asks ``stop`` only so often that it takes no time worth mentioning."""
        if monotonic() >= self._due:
            self.check()

    def check(self) -> None:
        """Raises TimeUp when it is time to stop; asks ``stop`` at every call."""
        if monotonic() >= self._end or (self._stop is not None and self._stop()):
            raise TimeUp
        if self._stop is not None:
            self._due = min(self._end, monotonic() + _PAUSE)
