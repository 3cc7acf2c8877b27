"""Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from .show import INTERRUPTED, is_watched

_interruptible = False
_current: Stop | None = None
"""The one that hears Ctrl-C now."""


@contextmanager
def interruptible() -> Iterator[None]:
    """Within this context the first Ctrl-C raises KeyboardInterrupt, as does one that has come before.

    For opening and reading files: nothing there asks ``Stop``, and a pipe that nobody writes to may block for ever.
    """
    global _interruptible
    if _current is not None and _current.asked:
        raise KeyboardInterrupt
    before, _interruptible = _interruptible, True
    try:
        yield
    finally:
        _interruptible = before


class Stop:
    """The wish to stop of the user of this process: the first Ctrl-C asks for it, the second ends the program at once.

    Where a file is read, the first one ends the command (see ``interruptible``).

    It is the ``stop`` function of searches. ``share`` gives the wish to other processes as well; ``tick`` is called
    whenever somebody asks for the wish, which searches do all the time.
    """

    def __init__(self) -> None:
        self.asked = False
        self.share: Callable[[], None] = lambda: None
        self.tick: Callable[[], None] = lambda: None
        self._before: Any = None

    def __call__(self) -> bool:
        """Whether to stop."""
        self.tick()
        return self.asked

    def __enter__(self) -> Stop:
        global _current
        with suppress(ValueError):  # not the main thread: then Ctrl-C is no business of ours
            self._before = signal.signal(signal.SIGINT, self._heard)
            _current = self
        return self

    def __exit__(self, *_: object) -> None:
        global _current
        _current = None
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _heard(self, _number: int, _frame: FrameType | None) -> None:
        if self.asked:
            if is_watched(sys.stderr):
                os.write(2, b"\x1b[?25h")  # a progress bar may have hidden the cursor
            os._exit(INTERRUPTED)
        self.asked = True
        self.share()
        if _interruptible:
            raise KeyboardInterrupt
