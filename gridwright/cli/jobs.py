"""Works on several puzzles at a time, in other processes; imported only if that is requested.

Files are divided, so that even a single file keeps all processes busy. Puzzles are sent in *portions*. A process works
on a portion for a short time and returns the rest, so that results are shown soon and no process is idle while another
has a lot to do.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from multiprocessing import active_children
from time import monotonic
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

import gridwright as gw

from ..engine.workers import asked, begin, wish
from ..formats.errors import printable
from ..language.translation import in_language
from .boards import Label
from .files import (
    Batch,
    Done,
    FilePortion,
    InputFile,
    Labelled,
    Stream,
    Work,
    contents_of,
    divided,
    joined,
    one_by_one,
    read,
    reports_on,
)
from .settings import Course, EarlierResults, Settings
from .show import Report, Stop, fail, fault_report

T = TypeVar("T")

_CONNECTING = 10.0
"""Seconds to wait for the scheduler of a cluster."""
_PATIENCE = 1.0
"""Seconds that processes have to end after Ctrl-C."""
_STRETCH = 0.5
"""Seconds after which a process returns the rest of its portion."""
_LARGEST, _LEAST_PORTIONS = 50, 16
"""The most puzzles in a portion, and the least number of portions of a file that has as many puzzles."""
MOST = 61 if sys.platform == "win32" else max(61, os.cpu_count() or 1)
"""The most processes: Windows cannot wait for more; elsewhere, more than there are processors gain nothing."""


def in_processes(
    work: Work, found: Sequence[InputFile | Report], settings: Settings, course: Course, told: EarlierResults,
    stop: Stop
) -> Done:
    """Works on the puzzles of files in several processes, but in no more than there are puzzles.

    Reports are yielded in the order of the puzzles, or as they are finished if the user wants that.
    """
    if course.cluster is not None:
        pool: _Pool = _Cluster(course.cluster)
        return _Distribution(work, _files(found, settings, told), settings, pool, course, stop).run()
    jobs = min(course.jobs, MOST)
    if told or any(isinstance(one, Stream) for one in found):
        files = _files(found, settings, told)
    elif len(found) == 1 and isinstance(found[0], InputFile) and (lines := divided(found[0], settings)):
        files = iter([_PendingFile(found[0], [_FilePart(joined(some)) for some in _portions(lines)])])
        jobs = min(jobs, len(lines))
    elif sum(isinstance(one, InputFile) for one in found) < jobs:
        # The files must be read to know how many puzzles there are.
        read_here = [(one, what) for one in found for what in contents_of(one, settings, told)]
        puzzles = sum(len(what) for _, what in read_here if not isinstance(what, Report))
        jobs = min(jobs, puzzles)
        if jobs < 2:
            return one_by_one(work, read_here, settings, stop)
        files = iter([_PendingFile.of(source, what) for source, what in read_here])
    else:
        files = iter([_PendingFile.of(source, source) for source in found])
    return _Distribution(work, files, settings, _Processes(jobs), course, stop).run()


def _files(found: Iterable[InputFile | Report], settings: Settings, told: EarlierResults) -> Iterator[_PendingFile]:
    """Files and blocks of streams, as they are read."""
    return (_PendingFile.of(one, what) for one in found for what in contents_of(one, settings, told))


Content: TypeAlias = "InputFile | FilePortion | Sequence[Labelled] | bytes"
"""A file that has not been read yet, some of its lines, or some puzzles, which may be pickled."""


class _Result(NamedTuple):
    """What a process returns: reports, and pickled portions of the puzzles that it has not worked on."""

    reports: list[Report]
    rest: Sequence[bytes] = ()


@dataclass(eq=False)
class _FilePart:
    """A file or a portion of its puzzles, with its reports once they are known."""

    content: Content = b""
    reports: list[Report] | None = None
    alone: bool = False
    """Whether it is a single puzzle (or a file) that may have killed a worker before."""
    name: str = ""


@dataclass(eq=False)
class _PendingFile:
    """A file, or a report in its place, with the parts that have not been shown yet, in order."""

    source: InputFile | Report
    parts: list[_FilePart] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The file's name."""
        return getattr(self.source, "name", "")

    @staticmethod
    def of(source: InputFile | Report, content: InputFile | Report | Sequence[Labelled]) -> _PendingFile:
        """A file with its content: unread, its puzzles, or a report about what is wrong."""
        if isinstance(content, Report):
            return _PendingFile(source, [_FilePart(reports=[content])])
        if isinstance(content, InputFile):
            return _PendingFile(source, [_FilePart(content)])
        return _PendingFile(source, [_FilePart(portion) for portion in _portions(content)])

    def ready(self, in_order: bool) -> Iterator[list[Report]]:
        """Removes the parts that can be shown now, and yields their reports."""
        for part in self.parts[:]:
            if part.reports is not None:
                self.parts.remove(part)
                yield part.reports
            elif in_order:
                return


class _Pool(Protocol):
    """Where puzzles are worked on."""

    size: int
    """How many at a time."""

    def start(self, share: Callable[[Callable[[], None]], None]) -> None:
        """Starts the workers; passes ``share`` the function that asks them to stop."""

    def submit(self, *args: Any) -> Future[_Result]:
        """Runs ``_worked(*args)``. Raises BrokenExecutor after a worker has died."""

    def renew(self) -> None:
        """Replaces workers that have died."""

    def end(self, force: bool) -> None:
        """Ends the workers; with ``force``, even if they are at work."""


class _Processes:
    """Processes of this machine."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._place = wish()

    def start(self, share: Callable[[Callable[[], None]], None]) -> None:
        share(self._tell)
        self.renew()

    def _tell(self) -> None:
        self._place.value = 1

    def submit(self, *args: Any) -> Future[_Result]:
        return self._pool.submit(_worked, *args)

    def renew(self) -> None:
        self._pool = ProcessPoolExecutor(self.size, initializer=begin, initargs=(self._place,))

    def end(self, force: bool) -> None:
        """Waits until the processes have ended."""
        self._tell()
        for child in active_children() if force else ():
            child.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


class _Cluster:
    """The workers of a Dask scheduler, which replaces those that die."""

    def __init__(self, address: str) -> None:
        try:
            distributed: Any = import_module("distributed")  # which need not be installed
        except ImportError:
            fail("--cluster needs Dask: pip install 'gridwright[cluster]'")
        try:
            self._client = distributed.Client(address, timeout=_CONNECTING, set_as_default=False)
        except (OSError, ValueError) as fault:
            fail(f"no scheduler answers at {printable(address)}: {printable(str(fault))}")
        self.size = max(1, sum(self._client.ncores().values()))

    def start(self, share: Callable[[Callable[[], None]], None]) -> None:
        del share  # work that has begun there is not interrupted
        self._pool = self._client.get_executor(pure=False)

    def submit(self, *args: Any) -> Future[_Result]:
        task: Future[_Result] = self._pool.submit(_worked, *args)
        return task

    def renew(self) -> None:
        """Dask does so itself."""

    def end(self, force: bool) -> None:
        self._pool.shutdown(wait=not force)
        self._client.close()


class _Distribution:
    """Sends parts of files to workers, and yields their reports.

    If a worker dies, any of the puzzles in progress may be the cause. They are tried again, one at a time while nothing
    else is running: the one that kills its worker again is reported.
    """

    def __init__(
        self, work: Work, files: Iterator[_PendingFile], settings: Settings, pool: _Pool, course: Course, stop: Stop
    ) -> None:
        self._work, self._more, self._settings, self._pool, self._stop = work, files, settings, pool, stop
        self._in_order = not course.unordered
        self._files: list[_PendingFile] = []
        self._waiting: deque[tuple[_PendingFile, _FilePart]] = deque()
        self._suspects: deque[tuple[_PendingFile, _FilePart]] = deque()
        self._active: dict[Future[_Result], tuple[_PendingFile, _FilePart]] = {}
        self._left = True

    def run(self) -> Done:
        """Works on all files."""
        self._pool.start(partial(setattr, self._stop, "share"))
        try:
            yield from self._batches()
        except BaseException:  # showing the reports may have failed, too
            self._stop.asked = True
            raise
        finally:
            self._pool.end(force=self._stop.asked)

    def _batches(self) -> Done:
        """Reports as soon as they can be shown; after Ctrl-C, those of work that ends soon."""
        deadline = 0.0
        while self._left or self._files:
            self._take()
            yield from self._shown()
            if self._stop():
                self._waiting.clear()
                self._suspects.clear()
                self._left = False
                deadline = deadline or monotonic() + _PATIENCE
                if not self._active or monotonic() > deadline:
                    return
            self._hand_out()
            if self._active:
                done, _ = wait(self._active, timeout=0.05, return_when=FIRST_COMPLETED)
                for task in done:
                    self._finish(task)

    def _take(self) -> None:
        """Reads more files, or blocks of a stream, while there is not enough to do."""
        while self._left and len(self._waiting) < 2 * self._pool.size:
            file = next(self._more, None)
            if file is None:
                self._left = False
                return
            self._files.append(file)
            self._waiting += [(file, part) for part in file.parts if part.reports is None]

    def _hand_out(self) -> None:
        """Keeps all workers busy; suspects run alone."""
        try:
            while self._waiting and len(self._active) < 2 * self._pool.size:
                self._submit(self._waiting)
            if self._suspects and not self._active:
                self._submit(self._suspects)
        except BrokenExecutor:
            self._pool.renew()

    def _submit(self, parts: deque[tuple[_PendingFile, _FilePart]]) -> None:
        file, part = parts[0]
        self._active[self._pool.submit(self._work, part.content, self._settings)] = file, part
        parts.popleft()

    def _shown(self) -> Done:
        for file in self._files[:1] if self._in_order else self._files[:]:
            for reports in file.ready(self._in_order):
                yield Batch(file.source, reports, not file.parts)
            if not file.parts:
                self._files.remove(file)

    def _finish(self, task: Future[_Result]) -> None:
        """Stores the reports of a finished task; the rest of its portion is next."""
        file, part = self._active.pop(task)
        fault = task.exception()
        if fault is None:
            result = task.result()
            part.reports = result.reports
            self._replace(file, part, [_FilePart(content) for content in result.rest], self._waiting)
        elif part.alone:
            what = f"the process that worked on it died: {str(fault) or type(fault).__name__}"
            fault = gw.FormatError(what, code="internal")
            part.reports = [fault_report(part.name or file.name, fault, self._settings.json)]
        else:
            part.reports = []
            self._replace(file, part, [*_singles(part)], self._suspects)

    def _replace(
        self, file: _PendingFile, part: _FilePart, by: list[_FilePart], queue: deque[tuple[_PendingFile, _FilePart]]
    ) -> None:
        """Puts parts behind one, and at the front of a queue."""
        place = file.parts.index(part) + 1
        file.parts[place:place] = by
        if not self._stop.asked:
            queue.extendleft((file, one) for one in reversed(by))


def _singles(part: _FilePart) -> Iterator[_FilePart]:
    """Each puzzle of a part; a file that has not been read yet stays whole."""
    if isinstance(part.content, InputFile):
        yield _FilePart(part.content, alone=True)
        return
    if isinstance(part.content, FilePortion):
        for line in part.content.singles():
            yield _FilePart(line, alone=True, name=str(Label(line.name, line.first, False)))
        return
    puzzles = pickle.loads(part.content) if isinstance(part.content, bytes) else part.content
    for one in puzzles:
        yield _FilePart([one], alone=True, name=str(one.label))


def _portions(puzzles: Sequence[T]) -> Iterator[Sequence[T]]:
    size = max(1, min(_LARGEST, len(puzzles) // _LEAST_PORTIONS))
    return (puzzles[i : i + size] for i in range(0, len(puzzles), size))


# -- in a worker process -------------------------------------------------------------------------------------------


def _pickled(puzzles: Sequence[Labelled]) -> list[bytes]:
    """Portions that the main process passes on without unpickling them."""
    return list(map(pickle.dumps, _portions(puzzles)))


def _worked(work: Work, content: Content, settings: Settings) -> _Result:
    """Works on a portion; or reads a file, and works on its puzzle or returns several as portions."""
    with in_language(settings.language):
        return _worked_on(work, content, settings)


def _worked_on(work: Work, content: Content, settings: Settings) -> _Result:
    if isinstance(content, FilePortion):
        own = content.read(settings)
        if isinstance(own, Report):
            return _Result([own])
        content = own
    elif isinstance(content, InputFile):
        readings = read(content, settings)
        if isinstance(readings, Report):
            return _Result([readings])
        if len(readings) > 1:
            return _Result([], _pickled(readings))
        content = readings
    puzzles: Sequence[Labelled] = pickle.loads(content) if isinstance(content, bytes) else content
    end = monotonic() + _STRETCH
    reports: list[Report] = []
    for i, one in enumerate(puzzles):
        if i and monotonic() > end:
            return _Result(reports, _pickled(puzzles[i:]))
        reports += reports_on(work, one, settings, asked)
    return _Result(reports)
