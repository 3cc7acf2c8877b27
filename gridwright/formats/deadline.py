"""Time limits of readers: a clock (see ``language.ticks``) with a limit for each puzzle of a text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from ..logic.ticks import limited_by


class Deadline:
    """So many seconds from now on for each puzzle of a text; when they are over, ``late`` is raised.

    A text holds one puzzle at least; how many more there are shows while it is read.
    """

    def __init__(self, seconds: float, late: type[Exception]) -> None:
        self._begun, self._seconds, self._late = monotonic(), seconds, late
        self._puzzles = 1

    def found(self, puzzles: int) -> None:
        """Takes note of how many puzzles are known to be in the text."""
        self._puzzles = max(puzzles, self._puzzles)

    def check(self) -> None:
        """Raises the exception when it is time."""
        if monotonic() - self._begun > self._seconds * self._puzzles:
            raise self._late


_current: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


@contextmanager
def limited(deadline: Deadline | None) -> Iterator[None]:
    """Sets the deadline of what is read while this context is open; None: there is none."""
    if deadline is None:
        yield
        return
    before = _current.set(deadline)
    try:
        with limited_by(deadline.check):
            yield
    finally:
        _current.reset(before)


def found_puzzles(n: int) -> None:
    """Tells the deadline, if there is one, how many puzzles are known to be in the text."""
    deadline = _current.get()
    if deadline is not None:
        deadline.found(n)
