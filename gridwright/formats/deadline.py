"""How long reading a text may take.

Whoever reads sets a deadline with ``limited``; readers call ``check_time`` in every loop whose length depends on the text
alone. Like the precision of ``decimal``, the deadline belongs to the context, not to each function between the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Final, TypeVar

_T = TypeVar("_T")
OFTEN: Final = 4096
"""Fast loops check the time once in so many rounds."""


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
    """Sets the deadline of what is read within; None: there is none."""
    token = _current.set(deadline)
    try:
        yield
    finally:
        _current.reset(token)


def check_time() -> None:
    """Raises what the deadline of this context says, if there is one and it has passed."""
    deadline = _current.get()
    if deadline is not None:
        deadline.check()


def timed(items: Iterable[_T]) -> Iterator[_T]:
    """The items one by one; calls ``check_time`` now and then."""
    for n, item in enumerate(items):
        if not n % OFTEN:
            check_time()
        yield item


def found_puzzles(n: int) -> None:
    """Tells the deadline how many puzzles are known to be in the text."""
    deadline = _current.get()
    if deadline is not None:
        deadline.found(n)
