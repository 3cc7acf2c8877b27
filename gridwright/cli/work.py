"""Runs a command on every puzzle of every file, and ends with the exit status."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import NoReturn

import click

import gridwright as gw

from ..formats.errors import printable
from .files import Done, InputFile, Work, contents_of, one_by_one, sources, stream_of
from .settings import Course, EarlierResults, Settings, resumed
from .show import INTERRUPTED, SKIPPED, Report, Reporter, Stop, echo, fail, fault_report, listed, words_of

_PLAIN = Course()


def run(
    work: Work,
    names: Sequence[str],
    settings: Settings,
    course: Course = _PLAIN,
    finish: Callable[[], Iterable[Report]] = tuple,
) -> NoReturn:
    """Runs ``work`` on every puzzle, then ``finish``, and ends the program with the exit status."""
    if course.resume is not None:
        settings = replace(settings, json=True)
    with resumed(course.resume) as (told, add):
        _run(work, names, settings, course, finish, told, Reporter(add or echo))


def _run(
    work: Work,
    names: Sequence[str],
    settings: Settings,
    course: Course,
    finish: Callable[[], Iterable[Report]],
    told: EarlierResults,
    screen: Reporter,
) -> NoReturn:
    found = list(_given(names, settings))
    folders = _Folders(found)
    screen.total = len(found)
    screen.doing = _doing(names)
    with Stop() as stop:
        stop.tick = screen.tick
        try:
            with closing(_all_done(work, found, settings, course, told, stop)) as done:
                for batch in done:
                    for report in batch.reports:
                        folders.saw(batch.source, report)
                        screen.show(report)
                    if batch.last:
                        screen.advance()
            for report in () if stop.asked else (*finish(), *folders.complaints(settings)):
                screen.show(report)
        finally:
            screen.close()
    if stop.asked:
        fail("stopped", INTERRUPTED)
    raise SystemExit(screen.status)


_DOING = {
    "solve": "solving", "check": "checking", "rate": "rating", "diagnose": "looking for what is wrong with",
    "draw": "drawing", "print": "printing", "convert": "converting", "hint": "looking for a step in",
    "watch": "solving", "minimise": "taking clues from", "complete": "adding clues to",
}  # fmt: skip


def _doing(names: Sequence[str]) -> str:
    """What the command does, for the spinner."""
    context = click.get_current_context(silent=True)
    verb = _DOING.get(context.info_name or "", "working on") if context else "working on"
    return f"{verb} {printable(' '.join(names[:1]))}"


def _given(names: Sequence[str], settings: Settings) -> Iterator[InputFile | Report]:
    """The files that arguments mean; with --json, standard input may be a stream with a puzzle on each line."""
    for name in names:
        stdin = getattr(sys.stdin, "buffer", None)
        if name != "-" or not settings.json or stdin is None:
            yield from sources((name,), settings)
            continue
        try:
            yield stream_of(name, stdin)
        except gw.FormatError as fault:
            yield fault_report(name, fault, True)
        except OSError as fault:
            yield fault_report(name, words_of(fault), True)


def _all_done(
    work: Work, found: Sequence[InputFile | Report], settings: Settings, course: Course, told: EarlierResults,
    stop: Stop
) -> Done:
    if course.jobs > 1 or course.cluster is not None:
        from .jobs import in_processes  # slow to import

        return in_processes(work, found, settings, course, told, stop)
    return one_by_one(work, ((one, what) for one in found for what in contents_of(one, settings, told)), settings, stop)


class _Folders:
    """Notes which files of folders were skipped, and which folders contain no puzzle."""

    def __init__(self, found: Iterable[InputFile | Report]) -> None:
        folders = (one.folder for one in found if isinstance(one, InputFile) and one.folder)
        self._skipped: dict[str, list[str]] = {folder: [] for folder in folders}
        self._barren = dict.fromkeys(self._skipped)

    def saw(self, source: InputFile | Report, report: Report) -> None:
        """Notes a report about a file."""
        if isinstance(source, InputFile) and source.folder:
            if report.word == SKIPPED:
                from pathlib import Path

                self._skipped[source.folder].append(str(Path(source.name).relative_to(source.folder)))
            else:
                self._barren.pop(source.folder, None)

    def complaints(self, settings: Settings) -> Iterator[Report]:
        """Reports about skipped files and folders without puzzles."""
        for folder, names in self._skipped.items():
            if folder in self._barren:
                yield fault_report(folder, "there are no puzzles in this folder", settings.json)
            elif names:
                yield Report(err=f"{folder}: skipped files that are not in a known format: {listed(names, 3, ', ')}")
