"""Jobs for a worker process, which imports their module. It imports little, so that the process starts fast."""

from __future__ import annotations

import time
from collections.abc import Callable


def waiting(seconds: float, *, stop: Callable[[], bool]) -> str:
    """A job that ends when it is asked to."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not stop():
        time.sleep(0.01)
    return "stopped" if stop() else "done"


def deaf(seconds: float, *, stop: Callable[[], bool]) -> None:
    """A job that does not listen."""
    del stop
    time.sleep(seconds)


def failing(*, stop: Callable[[], bool]) -> None:
    """A job that raises."""
    del stop
    raise ValueError("no")


def counting(n: int, *, stop: Callable[[], bool], progress: Callable[[int], None]) -> str:
    """A job that tells how far it has got."""
    del stop
    for i in range(n):
        progress(i)
    return "done"


def slow_start() -> None:
    """Imports that take longer than a job has to end."""
    time.sleep(3)
