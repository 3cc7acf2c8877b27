"""Output: reports with their exit statuses, the progress bar, and Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from time import monotonic
from types import FrameType
from typing import Any, NamedTuple, NoReturn, TextIO

import click

import gridwright as gw

from ..formats.errors import printable

NOT_RIGHT, UNREADABLE, INTERRUPTED = 1, 2, 130
"""Exit statuses."""
SKIPPED = "skipped"
"""The word of reports about files in folders that are not puzzles."""
_PATIENCE = 1.0
"""Seconds before a progress bar appears."""


class Report(NamedTuple):
    """A result to show: text for standard output and for standard error, and the exit status that it implies."""

    out: str = ""
    err: str = ""
    status: int = 0
    word: str = ""
    """The verdict, for the summary; only one of a puzzle's reports has it."""


def is_watched(stream: TextIO | None) -> bool:
    """Whether a stream exists and is a terminal."""
    return stream is not None and stream.isatty()


def echo(text: str, err: bool = False) -> None:
    """Prints a text; characters that the stream cannot encode are escaped with backslashes."""
    stream = sys.stderr if err else sys.stdout
    if stream is not None and text.isascii() and "\x1b" not in text:  # fast: nothing to escape, no colours to strip
        stream.write(text + "\n")
        stream.flush()
        return
    encoding = getattr(stream, "encoding", None) or "utf-8"
    click.echo(text.encode(encoding, "backslashreplace").decode(encoding), err=err)


def fail(words: str, status: int = UNREADABLE) -> NoReturn:
    """Ends the program."""
    echo(printable(words), err=True)
    raise SystemExit(status)


def words_of(fault: OSError) -> str:
    """What the system says about an error."""
    return (fault.strerror or str(fault)).lower()


def json_text(record: object) -> str:
    """An object as a line of JSON."""
    # JSON has no backslash escapes for other encodings, so use ASCII for all of them.
    utf8 = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "") == "utf8"
    return _encoder(ensure_ascii=not utf8)(record)


@lru_cache(maxsize=2)
def _encoder(ensure_ascii: bool) -> Callable[[object], str]:
    from json import JSONEncoder  # slow to import, and seldom needed

    return JSONEncoder(ensure_ascii=ensure_ascii).encode


def fault_line(name: str, fault: gw.FormatError) -> str:
    """The error of a file in one line."""
    fault.file = fault.file or name or "''"
    return printable(str(fault))


def fault_report(name: str, fault: gw.FormatError | str, as_json: bool) -> Report:
    """The report about a file that could not be read."""
    if isinstance(fault, str):
        fault = gw.FormatError(fault, code="not-found")
    if not as_json:
        return Report(err=fault_line(name, fault), status=UNREADABLE, word="unreadable")
    parts = {key: getattr(fault, key) for key in ("what", "line", "column", "expected", "found", "code")}
    return Report(json_text({"file": name, "error": parts}), status=UNREADABLE, word="unreadable")


def broken_report(name: str, fault: Exception, as_json: bool, debug: bool) -> Report:
    """The report about an error in the code of a genre or of this program; work on other files goes on."""
    from ..language.genre_errors import named_after_genre

    named = named_after_genre(fault)
    what = f"internal error: {type(fault).__name__}: {fault}" if named is None else str(named)
    report = fault_report(name, gw.FormatError(what, code="internal" if named is None else "genre"), as_json)
    if not debug:
        return report
    return report._replace(err="\n".join(filter(None, (report.err, traceback_of(fault)))))


def traceback_of(fault: BaseException) -> str:
    """The traceback of an error and of its causes."""
    from traceback import format_exception

    return "".join(format_exception(fault)).rstrip("\n")


def listed(names: Sequence[str], limit: int = 12, between: str = " ") -> str:
    """The first names of a list, and the number of the rest."""
    if len(names) <= limit:
        return between.join(names)
    from ..language.wording import worded

    return worded("{names} and {n} more", names=between.join(names[:limit]), n=len(names) - limit)


def _columns(many: str) -> Iterator[Any]:
    """The columns of a progress bar that counts ``many``, or of a spinner if that is empty."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    if many:
        yield from (TextColumn(many), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    else:
        yield from (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())


class Reporter:
    """Shows reports, and a progress bar if the work takes long; keeps the exit status."""

    def __init__(self, out: Callable[[str], None] = echo) -> None:
        self._out = out
        self.total, self.done, self.status = 1, 0, 0
        self.doing = "working"
        """What the spinner says for a single file."""
        self.counted = "files"
        """What the bar counts."""
        self._counts: Counter[str] = Counter()
        self._begun = monotonic()
        self._bar: Any = None  # a rich.progress.Progress, which is slow to import
        self._watched = is_watched(sys.stderr)

    def show(self, report: Report) -> None:
        """Prints a report."""
        self.status = max(self.status, report.status)
        if report.word and report.word != SKIPPED:
            self._counts[report.word] += 1
        if not report.err and not report.out:
            return
        if self._bar is not None:
            self._bar.stop()
        if report.err:
            echo("\n".join(map(printable, report.err.split("\n"))), err=True)
        if report.out:
            self._out(report.out)
        if self._bar is not None:
            self._bar.start()

    def advance(self) -> None:
        """Counts a finished file."""
        self.done += 1
        self.tick()
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=self.done)

    def tick(self) -> None:
        """Shows the progress bar after a while; for a single file, a spinner with the current activity."""
        if self._watched and self._bar is None and monotonic() - self._begun > _PATIENCE and self.done < self.total:
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(
                *_columns(self.counted if self.total > 1 else ""), console=Console(stderr=True), transient=True,
                redirect_stdout=False, redirect_stderr=False,
            )
            self._bar.add_task(self.doing, total=self.total, completed=self.done)
            self._bar.start()

    def close(self) -> None:
        """Removes the progress bar; in a terminal, prints a summary of the results."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
        if self._watched and self._counts.total() > 1:
            echo("in all: " + ", ".join(f"{n} {word}" for word, n in self._counts.most_common()), err=True)


# -- Ctrl-C ------------------------------------------------------------------------------------------------------------


_interruptible = False
_current: Stop | None = None
"""The one that handles Ctrl-C now."""


@contextmanager
def interruptible() -> Iterator[None]:
    """Within this context the first Ctrl-C raises KeyboardInterrupt, as does one that came earlier.

    For opening and reading files: nothing checks ``Stop`` there, and a pipe without a writer may block forever.
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
    """The ``stop`` function of searches: true after the first Ctrl-C. The second ends the program at once.

    While a file is read, the first one ends the command (see ``interruptible``). ``share`` tells other processes to
    stop; ``tick`` is called at every check, so very often.
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
        with suppress(ValueError):  # not the main thread, which alone handles signals
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
