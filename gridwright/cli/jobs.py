"""Several files at a time, each in a process of its own; imported only when that is asked for."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import active_children, parent_process
from multiprocessing.sharedctypes import RawValue
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

import gridwright as gw

from .files import Source
from .show import INTERRUPTED, Report, fault_report
from .work import reports_on

if TYPE_CHECKING:
    from .settings import Settings
    from .stop import Stop
    from .work import Done, Work

_Task: TypeAlias = "Future[list[Report]]"
_PATIENCE = 1.0
"""Seconds that the processes get to end after Ctrl-C."""
_place: Any = None
"""In the other processes: shared memory that is true when the user wants to stop."""


def in_processes(
    work: Work, found: Sequence[Source | Report], settings: Settings, jobs: int, stop: Stop
) -> Done:
    """Works on files in several processes: in the order of the files, with JSON as they are finished."""
    place = RawValue("b", 0)

    def share() -> None:
        place.value = 1

    stop.share = share
    pool = ProcessPoolExecutor(jobs, initializer=_ready, initargs=(place,))
    tasks: dict[_Task, Source | Report] = {}
    try:
        for source in found:
            if isinstance(source, Source):
                tasks[pool.submit(_collected, work, source, settings)] = source
            else:
                known: _Task = Future()
                known.set_result([source])
                tasks[known] = source
        for task in _finished(tasks, stop, in_order=not settings.json):
            yield tasks[task], _result(task, tasks[task], settings)
    except BaseException:  # the one who shows the reports may have failed, too
        stop.asked = True
        raise
    finally:
        share()
        _shut(pool, force=stop.asked)


def _finished(tasks: Iterable[_Task], stop: Stop, in_order: bool) -> Iterator[_Task]:
    """The tasks as they are finished; after Ctrl-C those that end soon."""
    left = dict.fromkeys(tasks)
    deadline = 0.0
    while left:
        first = next(iter(left))
        done = [task for task in ([first] if in_order else left) if task.done()]
        for task in done:
            del left[task]
            if not task.cancelled():
                yield task
        if done:
            continue
        if stop():
            deadline = deadline or monotonic() + _PATIENCE
            if monotonic() > deadline:
                return
            for task in left:
                task.cancel()
        wait([first] if in_order else left, timeout=0.05, return_when=FIRST_COMPLETED)


def _result(task: _Task, source: Source | Report, settings: Settings) -> list[Report]:
    try:
        return task.result()
    except Exception as fault:
        what = f"the process that worked on it failed: {str(fault) or type(fault).__name__}"
        return [fault_report(getattr(source, "name", ""), gw.FormatError(what, code="internal"), settings.json)]


def _shut(pool: ProcessPoolExecutor, force: bool) -> None:
    """Ends the processes; by force, even when they are at work. Waits for them, so that nothing is left to clean up."""
    for child in active_children() if force else ():
        child.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


# -- in the other processes -------------------------------------------------------------------------------------------


def _ready(place: Any) -> None:
    global _place
    _place = place
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the business of the process that the user started
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """Ends this process when the one that it works for has ended, in whatever way."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(INTERRUPTED)


def _asked() -> bool:
    return bool(_place.value)


def _collected(work: Work, source: Source, settings: Settings) -> list[Report]:
    return list(reports_on(work, source, settings, _asked))
