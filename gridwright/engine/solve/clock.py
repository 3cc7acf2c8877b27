"""Time limits and cancellation; memory while large models are built."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from math import inf
from time import monotonic

from ...language.genre_errors import in_short
from ...language.puzzle import Puzzle
from ...language.validation import naming_the_genre
from ...logic.ticks import limited_by

ShouldStop = Callable[[], bool]
"""Whether the user wants to stop: the ``stop`` of searches."""
_PAUSE = 0.01
"""Least number of seconds between two calls of ``stop``."""
_BUILDING = 0.9
"""The fraction of the remaining time in which a model may be built: freeing its memory takes up to a sixth of that."""


class TimeUp(Exception):
    """There is no result, because the time limit is over or ``stop()`` returned True.

    Attributes:
        timeout: The limit in seconds; None if ``stop()`` ended the work.
        reason: What kept ``generate`` from making a puzzle, if that is known.

    Example:
        >>> str(gw.TimeUp(0.5))
        'no result within 0.5 seconds; a longer timeout may give one'
    """

    def __init__(self, timeout: float | None = None, reason: str = "") -> None:
        super().__init__(timeout, reason)
        self.timeout, self.reason = timeout, reason

    def __str__(self) -> str:
        told = "stopped without a result, because stop() returned True"
        if self.timeout is not None:
            told = f"no result within {self.timeout:g} seconds; a longer timeout may give one"
        return f"{told} (until then: {self.reason})" if self.reason else told


def check_timeout(timeout: object) -> None:
    """Raises TypeError for a timeout that is not a number, and ValueError for a negative one and NaN."""
    if timeout is None:
        return
    if isinstance(timeout, str | bytes) or not hasattr(timeout, "__float__"):
        raise TypeError(f"timeout must be a number of seconds or None, not {in_short(timeout)}")
    if not float(timeout) >= 0:
        raise ValueError(f"timeout must be 0 seconds or more, not {timeout}")


class Clock:
    """Tells when to stop: after ``timeout`` seconds, or when ``stop()`` returns True."""

    steady: int | None = None
    """Conflicts in each slice of solving, for searches that must run the same way every time. By default the length
    of a slice follows from the time of the last one."""

    def __init__(self, timeout: float | None = None, stop: Callable[[], bool] | None = None) -> None:
        check_timeout(timeout)
        if stop is not None and not callable(stop):
            raise TypeError(f"stop must be a function or None, not {in_short(stop)}")
        self.begun, self.timeout = monotonic(), timeout
        self._end = inf if timeout is None else self.begun + timeout
        self._stop = stop
        self._due = self._end if stop is None else self.begun
        """When to check again."""

    @property
    def seconds(self) -> float:
        """Seconds since the clock was created."""
        return monotonic() - self.begun

    @property
    def left(self) -> float | None:
        """Seconds until the time is up; None if there is no limit."""
        return None if self._end == inf else max(0.0, self._end - monotonic())

    def running(self) -> AbstractContextManager[None]:
        """Within this context, all loops that check a clock check this one (see ``logic.ticks``).

        All work on a puzzle is done in this context, so it is also where mistakes in the genre's code are named.
        """
        return naming_the_genre() if self._due == inf else self._limiting()

    @contextmanager
    def _limiting(self) -> Iterator[None]:
        with naming_the_genre(), limited_by(self.glance):
            yield

    def building(self) -> AbstractContextManager[None]:
        """As ``running``, for building a model: ends early enough to free what was built."""
        return self.running() if self._due == inf else self._building()

    @contextmanager
    def _building(self) -> Iterator[None]:
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
        """The function that returns whether to stop."""
        return self._stop

    def used(self) -> None:
        """Called when a slice of solving has ended without a result."""

    def refuted(self, grids: int) -> None:
        """Called when a question's grid violates a demand; ``grids``: the number of such grids so far."""

    def glance(self) -> None:
        """Raises TimeUp when it is time to stop; calls ``stop`` so rarely that it costs next to nothing."""
        if monotonic() >= self._due:
            self.check()

    def check(self) -> None:
        """Raises TimeUp when it is time to stop; calls ``stop`` every time."""
        if monotonic() >= self._end:
            raise TimeUp(self.timeout)
        if self._stop is not None and self._stop():
            raise TimeUp
        if self._stop is not None:
            self._due = min(self._end, monotonic() + _PAUSE)


# -- memory ------------------------------------------------------------------------------------------------------------


_LARGE = 2_500
"""Boards with more cells create so many objects that garbage collection takes noticeable time."""


_SELDOM = 20_000
"""New objects between two garbage collections while puzzles are made; Python's default is 700."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Within this context Python collects cyclic garbage less often: models are many objects that live for a while.

    The default took up to a fifth of the time. The threshold is that of the process; only the outermost of several
    contexts changes it.
    """
    before = gc.get_threshold()
    is_changed = 0 < before[0] < _SELDOM  # 0: collection is off
    if is_changed:
        gc.set_threshold(_SELDOM, *before[1:])
    try:
        yield
    finally:
        if is_changed:
            gc.set_threshold(*before)


def uncollected(puzzle: Puzzle | None = None) -> AbstractContextManager[None]:
    """Within this context Python does not collect cyclic garbage; if a puzzle is given, only if its board is large.

    A model of a large board is millions of lists, none of which is garbage. Scanning them again and again took half of
    the time, up to 0.3 s at once. To solve ordinary boards, the next collection would cost more than is saved.
    """
    return _paused() if puzzle is None or len(puzzle.board.cells) > _LARGE else _NOTHING


_NOTHING = nullcontext()


@contextmanager
def _paused() -> Iterator[None]:
    """The new objects count as old afterwards, so that the next allocation does not start a collection."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if not gc.get_freeze_count():  # else unfreezing would thaw objects that other code froze
                gc.freeze()
                gc.unfreeze()
            gc.enable()
