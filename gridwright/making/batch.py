"""Many requests, one after the other or in several processes; what came of each, in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from functools import partial
from itertools import islice
from typing import TypeAlias

from ..engine.solve.clock import TimeUp
from ..engine.workers import asked, begin, wish
from ..language.puzzle import Puzzle
from .effort import Effort
from .faults import MakingError
from .request import Request

Stopping: TypeAlias = Callable[[], bool]
Make: TypeAlias = Callable[[Request, float | None, Stopping | None], Puzzle]
"""Makes the puzzle of a request within some seconds."""
Outcome: TypeAlias = Puzzle | MakingError | TimeUp
"""A puzzle, or why there is none."""
Prove: TypeAlias = Callable[[Puzzle, Effort], None]
"""Raises Unlucky unless the puzzle is proved to have just one answer."""
_AHEAD = 3
"""So many requests wait for each process."""
_PAUSE = 0.05
"""Seconds between two questions whether to stop."""


def outcomes(
    requests: Iterable[Request], make: Make, *, jobs: int = 1, timeout: float | None = None,
    stop: Stopping | None = None,
) -> Iterator[Outcome]:
    """What comes of requests, each within ``timeout`` seconds; the same with any number of processes.

    Ends when ``stop()`` says so. Raises MakingError where a process dies.
    """
    if jobs > 1:
        yield from _in_processes(iter(requests), make, jobs, timeout, stop)
        return
    for request in requests:
        found = _outcome(make, timeout, stop, request)
        if isinstance(found, TimeUp) and stop is not None and stop():
            return
        yield found


def _outcome(make: Make, timeout: float | None, stop: Stopping | None, request: Request) -> Outcome:
    try:
        return make(request, timeout, stop)
    except (MakingError, TimeUp) as fault:
        return fault


def _worked(make: Make, timeout: float | None, request: Request) -> Outcome:
    return _outcome(make, timeout, asked, request)


def _in_processes(
    requests: Iterator[Request], make: Make, jobs: int, timeout: float | None, stop: Stopping | None
) -> Iterator[Outcome]:
    place = wish()
    pool = ProcessPoolExecutor(jobs, initializer=begin, initargs=(place,))
    work = partial(_worked, make, timeout)
    try:
        waiting = deque(pool.submit(work, one) for one in islice(requests, _AHEAD * jobs))
        while waiting:
            if not _is_done(waiting[0], stop):
                return
            yield waiting.popleft().result()
            waiting.extend(pool.submit(work, one) for one in islice(requests, 1))
    except BrokenExecutor:
        raise MakingError("a process that made puzzles has died; perhaps there is too little memory") from None
    finally:
        place.value = 1
        pool.shutdown(wait=True, cancel_futures=True)


def _is_done(task: Future[Outcome], stop: Stopping | None) -> bool:
    """Waits for a result; False if the user wants to stop before there is one."""
    while stop is None or not stop():
        try:
            task.exception(_PAUSE)
        except TimeoutError:
            continue
        return True
    return False
