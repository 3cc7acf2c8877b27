"""Working through files: every puzzle of every file, and in the end the exit status."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeAlias

import gridwright as gw

from .boards import Label
from .files import Source, readings_of, sources
from .show import INTERRUPTED, SKIPPED, Report, Screen, fail, fault_report, listed
from .stop import Stop

if TYPE_CHECKING:
    from ..formats.dialect import Reading
    from .settings import Settings

Asked: TypeAlias = Callable[[], bool]
"""Whether the user wants to stop: the ``stop`` of searches."""
Work: TypeAlias = "Callable[[Reading, Label, Settings, Asked], Iterator[Report]]"
"""What a command does with a puzzle. May raise FormatError."""


class Labelled(NamedTuple):
    """A puzzle that was read, and where it comes from."""

    label: Label
    reading: Reading


class Batch(NamedTuple):
    """Reports about a file, or about the report that stands in the place of one; ``last`` if no more will come."""

    source: Source | Report
    reports: Iterable[Report]
    last: bool = True


Done: TypeAlias = "Generator[Batch, None, None]"
"""All that is to be said about all files."""


def run(
    work: Work, names: Sequence[str], settings: Settings, jobs: int = 1, finish: Callable[[], Iterable[Report]] = tuple
) -> NoReturn:
    """Works through all files, finishes what was made of them, and ends the program with the exit status."""
    found = list(sources(names, settings))
    screen, folders = Screen(), _Folders(found)
    screen.total = len(found)
    with Stop() as stop:
        stop.tick = screen.tick
        try:
            with closing(_all_done(work, found, settings, jobs, stop)) as done:
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


def _all_done(work: Work, found: Sequence[Source | Report], settings: Settings, jobs: int, stop: Stop) -> Done:
    if jobs > 1:
        from .jobs import in_processes  # it takes a while to import what this needs

        return in_processes(work, found, settings, jobs, stop)
    contents = ((source, read(source, settings) if isinstance(source, Source) else source) for source in found)
    return one_by_one(work, contents, settings, stop)


def one_by_one(
    work: Work,
    contents: Iterable[tuple[Source | Report, Sequence[Labelled] | Report]],
    settings: Settings,
    stop: Asked,
) -> Done:
    """Works in this process on files with their puzzles, or with what is wrong with them."""
    for source, content in contents:
        if isinstance(content, Report):
            yield Batch(source, (content,))
        else:
            yield Batch(source, chain.from_iterable(reports_on(work, one, settings, stop) for one in content))
        if stop():
            return


def read(source: Source, settings: Settings) -> list[Labelled] | Report:
    """The puzzles of a file, or what is wrong with it."""
    try:
        readings = readings_of(source, settings)
    except gw.FormatError as fault:
        passed_over = source.folder and fault.code == "unknown-format"
        return Report(word=SKIPPED) if passed_over else fault_report(source.name, fault, settings.json)
    except Exception as fault:
        return _broken(source.name, fault, settings)
    alone = len(readings) == 1
    return [Labelled(Label(source.name, i, alone), reading) for i, reading in enumerate(readings)]


def reports_on(work: Work, puzzle: Labelled, settings: Settings, stop: Asked) -> Iterator[Report]:
    """All that is to be said about a puzzle, faults included; nothing after Ctrl-C."""
    if stop():
        return
    try:
        yield from work(puzzle.reading, puzzle.label, settings, stop)
    except gw.FormatError as fault:
        yield fault_report(puzzle.label.file, fault, settings.json)
    except Exception as fault:
        yield _broken(puzzle.label.file, fault, settings)


def _broken(name: str, fault: Exception, settings: Settings) -> Report:
    """A fault of this program: said in a line, so that the other files are still done."""
    what = f"internal error: {type(fault).__name__}: {fault}"
    return fault_report(name, gw.FormatError(what, code="internal"), settings.json)


class _Folders:
    """Notices which files of folders were passed over, and folders in which nothing was a puzzle."""

    def __init__(self, found: Iterable[Source | Report]) -> None:
        folders = (one.folder for one in found if isinstance(one, Source) and one.folder)
        self._skipped: dict[str, list[str]] = {folder: [] for folder in folders}
        self._barren = dict.fromkeys(self._skipped)

    def saw(self, source: Source | Report, report: Report) -> None:
        """Takes note of a report about a file."""
        if isinstance(source, Source) and source.folder:
            if report.word == SKIPPED:
                self._skipped[source.folder].append(str(Path(source.name).relative_to(source.folder)))
            else:
                self._barren.pop(source.folder, None)

    def complaints(self, settings: Settings) -> Iterator[Report]:
        """What is to be said in the end."""
        for folder, names in self._skipped.items():
            if folder in self._barren:
                yield fault_report(folder, "there are no puzzles in this folder", settings.json)
            elif names:
                yield Report(err=f"{folder}: skipped what is no puzzle in a known format: {listed(names, 3, ', ')}")
