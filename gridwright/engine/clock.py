"""Time limits and cancellation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from math import inf
from time import monotonic

from ..language.ticks import limited_by

_PAUSE = 0.01
"""Seconds between two questions to ``stop``."""
_BUILDING = 0.9
"""The share of the time left in which a model may be built: to give back its memory takes up to a sixth of that."""


class TimeUp(Exception):
    """The budget of a search has ended, or its user asked it to stop."""


class Clock:
    """Says when to stop: after ``timeout`` seconds, or when ``stop()`` says so."""

    steady: int | None = None
    """Conflicts in each slice of solving, for searches that must run the same way every time. Otherwise the length of a
    slice follows from the time that the last one took."""

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

    @contextmanager
    def building(self) -> Iterator[None]:
        """As ``running``, for the building of a model: that ends early enough to give back what was built."""
        end, now = self._end, monotonic()
        self._end = now + _BUILDING * (end - now)
        self._due = min(self._due, self._end)
        try:
            with self.running():
                yield
        finally:
            self._end = end
            self._due = end if self._stop is None else self.begun

    @property
    def stop(self) -> Callable[[], bool] | None:
        """What is asked whether to stop."""
        return self._stop

    def used(self) -> None:
        """Is told when a slice of solving has ended without a result."""

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
