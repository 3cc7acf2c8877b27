"""Makes several puzzles at a time, in other processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from functools import partial
from typing import Any, Generic, TypeVar

from ..engine.solve.clock import ShouldStop
from ..engine.workers import asked, begin, wish
from .effort import MakingError

_AHEAD = 3
"""Jobs that are begun for each process before a result is needed."""
_PAUSE = 0.05
"""Seconds between two checks whether to stop."""
J = TypeVar("J")
M = TypeVar("M")
T = TypeVar("T")


class Makers(Generic[J, M]):
    """Calls ``work(job, stop)`` for jobs in some processes, or in this one if ``size`` is 1."""

    def __init__(self, size: int, work: Callable[[J, ShouldStop], M], stop: ShouldStop) -> None:
        self._make, self._stop = work, stop
        self.n_ahead = _AHEAD * size if size > 1 else 1
        """The number of jobs to begin before the first result is waited for."""
        self._place = wish()
        self._pool = ProcessPoolExecutor(size, initializer=begin, initargs=(self._place,)) if size > 1 else None

    def __enter__(self) -> Makers[J, M]:
        return self

    def __exit__(self, *_: object) -> None:
        self._place.value = 1
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def begin(self, job: J) -> Future[M] | Callable[[], M]:
        """Begins to work on a job; in this process, only ``result`` does so."""
        if self._pool is None:
            return partial(self._make, job, self._stop)
        return self._pool.submit(self._make, job, asked)

    def result(self, work: Future[M] | Callable[[], M]) -> M | None:
        """The result; None if the user stops before there is one. Raises MakingError if a process dies."""
        try:
            while not self._stop():
                if not isinstance(work, Future):
                    return work()
                try:
                    return work.result(_PAUSE)
                except TimeoutError:
                    continue
        except BrokenExecutor:
            raise MakingError("a worker process has died: there may be too little memory, or a script calls this "
                              "outside 'if __name__ == \"__main__\":'") from None
        return None

    @staticmethod
    def ready(begun: Iterable[tuple[T, Any]]) -> Iterator[tuple[T, M]]:
        """The results that are there, each with the name of its work."""
        for name, work in begun:
            if isinstance(work, Future) and work.done() and not work.cancelled() and work.exception() is None:
                yield name, work.result()
