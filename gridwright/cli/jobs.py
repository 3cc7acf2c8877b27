"""Several puzzles at a time, in processes of their own; imported only when that is asked for.

Files are divided: a file of 10,000 sudokus keeps all processes busy, too. Puzzles travel in *portions*. A process works
on a portion for a short time only and hands back what is left, so that answers are shown soon and no process has
nothing to do while another has much.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import active_children, parent_process
from multiprocessing.sharedctypes import RawValue
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import gridwright as gw

from .files import Source
from .show import INTERRUPTED, Report, fault_report
from .tasks import Batch, one_by_one, read, reports_on

if TYPE_CHECKING:
    from .settings import Settings
    from .stop import Stop
    from .tasks import Done, Labelled, Work

_PATIENCE = 1.0
"""Seconds that the processes get to end after Ctrl-C."""
_STRETCH = 0.5
"""Seconds after which a process hands back what is left of its portion."""
_LARGEST, _LEAST_PORTIONS = 50, 16
"""A portion has at most so many puzzles, and a file at least so many portions, if it has as many puzzles."""
MOST = 61 if sys.platform == "win32" else max(61, os.cpu_count() or 1)
"""The most processes: Windows cannot wait for more, and more than there are processors gain nothing."""
_place: Any = None
"""In the other processes: shared memory that is true when the user wants to stop."""


def in_processes(work: Work, found: Sequence[Source | Report], settings: Settings, jobs: int, stop: Stop) -> Done:
    """Works on the puzzles of files in up to ``jobs`` processes, and never in more than there are puzzles.

    Reports come in the order of the puzzles, or with JSON as they are finished.
    """
    jobs = min(jobs, MOST)
    if sum(isinstance(source, Source) for source in found) < jobs:
        # Only the files themselves tell how many puzzles there are.
        read_here = [(source, read(source, settings) if isinstance(source, Source) else source) for source in found]
        puzzles = sum(len(what) for _, what in read_here if not isinstance(what, Report))
        jobs = min(jobs, puzzles)
        if jobs < 2:
            return one_by_one(work, read_here, settings, stop)
        files = [_File.of(source, what) for source, what in read_here]
    else:
        files = [_File.of(source, source) for source in found]
    return _Distribution(work, files, settings, jobs, stop).run()


class _Result(NamedTuple):
    """What a process hands back: reports, and portions of puzzles that it has not worked on, pickled."""

    reports: list[Report]
    rest: Sequence[bytes] = ()


@dataclass(eq=False)
class _Part:
    """A part of a file: the file itself, or a portion of its puzzles; its reports once they are known."""

    content: Source | Sequence[Labelled] | bytes = b""
    reports: list[Report] | None = None


@dataclass(eq=False)
class _File:
    """A file, or a report in the place of one, with its parts that have not been shown yet, in order."""

    source: Source | Report
    parts: list[_Part] = field(default_factory=list)

    @staticmethod
    def of(source: Source | Report, content: Source | Report | Sequence[Labelled]) -> _File:
        """A file with what is known of it: nothing, its puzzles, or what is wrong with it."""
        if isinstance(content, Report):
            return _File(source, [_Part(reports=[content])])
        if isinstance(content, Source):
            return _File(source, [_Part(content)])
        return _File(source, [_Part(portion) for portion in _portions(content)])

    def ready(self, in_order: bool) -> Iterator[list[Report]]:
        """Takes out the parts that can be shown now."""
        for part in self.parts[:]:
            if part.reports is not None:
                self.parts.remove(part)
                yield part.reports
            elif in_order:
                return


class _Distribution:
    """Hands parts of files to processes, and their reports to whoever shows them."""

    def __init__(self, work: Work, files: list[_File], settings: Settings, jobs: int, stop: Stop) -> None:
        self._work, self._files, self._settings, self._jobs, self._stop = work, files, settings, jobs, stop
        self._waiting = deque((file, part) for file in files for part in file.parts if part.reports is None)
        self._active: dict[Future[_Result], tuple[_File, _Part]] = {}

    def run(self) -> Done:
        """Works on all files."""
        place = RawValue("b", 0)

        def share() -> None:
            place.value = 1

        self._stop.share = share
        pool = ProcessPoolExecutor(self._jobs, initializer=_ready, initargs=(place,))
        try:
            yield from self._batches(pool)
        except BaseException:  # the one who shows the reports may have failed, too
            self._stop.asked = True
            raise
        finally:
            share()
            _shut(pool, force=self._stop.asked)

    def _batches(self, pool: ProcessPoolExecutor) -> Done:
        """Reports as they can be shown; after Ctrl-C those of work that ends soon."""
        in_order = not self._settings.json
        deadline = 0.0
        while self._files:
            yield from self._shown(in_order)
            if self._stop():
                self._waiting.clear()
                deadline = deadline or monotonic() + _PATIENCE
                if not self._active or monotonic() > deadline:
                    return
            while self._waiting and len(self._active) < 2 * self._jobs:
                file, part = self._waiting.popleft()
                self._active[pool.submit(_worked, self._work, part.content, self._settings)] = file, part
            if self._active:
                done, _ = wait(self._active, timeout=0.05, return_when=FIRST_COMPLETED)
                for task in done:
                    self._finish(task)

    def _shown(self, in_order: bool) -> Done:
        for file in self._files[:1] if in_order else self._files[:]:
            for reports in file.ready(in_order):
                yield Batch(file.source, reports, not file.parts)
            if not file.parts:
                self._files.remove(file)

    def _finish(self, task: Future[_Result]) -> None:
        """Takes over what a process has done; what it has left comes next."""
        file, part = self._active.pop(task)
        result = self._result(task, file)
        part.reports = result.reports
        rest = [_Part(content) for content in result.rest]
        place = file.parts.index(part) + 1
        file.parts[place:place] = rest
        if not self._stop.asked:
            self._waiting.extendleft((file, one) for one in reversed(rest))

    def _result(self, task: Future[_Result], file: _File) -> _Result:
        try:
            return task.result()
        except Exception as fault:
            what = f"the process that worked on it failed: {str(fault) or type(fault).__name__}"
            name = getattr(file.source, "name", "")
            return _Result([fault_report(name, gw.FormatError(what, code="internal"), self._settings.json)])


def _portions(puzzles: Sequence[Labelled]) -> Iterator[Sequence[Labelled]]:
    size = max(1, min(_LARGEST, len(puzzles) // _LEAST_PORTIONS))
    return (puzzles[i : i + size] for i in range(0, len(puzzles), size))


def _shut(pool: ProcessPoolExecutor, force: bool) -> None:
    """Ends the processes; by force, even when they are at work. Waits for them, so that nothing is left to clean up."""
    for child in active_children() if force else ():
        child.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


# -- in the other processes -------------------------------------------------------------------------------------------


def _ready(place: Any) -> None:
    global _place
    _place = place
    gc.freeze()  # what was there before is not looked at again, so that its memory stays shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the business of the process that the user started
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """Ends this process when the one that it works for has ended, in whatever way."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(INTERRUPTED)


def _pickled(puzzles: Sequence[Labelled]) -> list[bytes]:
    """Portions that pass through the first process as they are."""
    return list(map(pickle.dumps, _portions(puzzles)))


def _asked() -> bool:
    return bool(_place.value)


def _worked(work: Work, content: Source | Sequence[Labelled] | bytes, settings: Settings) -> _Result:
    """Works on a portion, or reads a file and works on its puzzle; several come back as portions."""
    if isinstance(content, Source):
        found = read(content, settings)
        if isinstance(found, Report):
            return _Result([found])
        if len(found) > 1:
            return _Result([], _pickled(found))
        content = found
    puzzles: Sequence[Labelled] = pickle.loads(content) if isinstance(content, bytes) else content
    end = monotonic() + _STRETCH
    reports: list[Report] = []
    for i, one in enumerate(puzzles):
        if i and monotonic() > end:
            return _Result(reports, _pickled(puzzles[i:]))
        reports += reports_on(work, one, settings, _asked)
    return _Result(reports)
