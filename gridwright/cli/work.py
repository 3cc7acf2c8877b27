"""Working through files: every puzzle of every file, and in the end the exit status."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeAlias

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
Done: TypeAlias = "Generator[tuple[Source | Report, Iterable[Report]], None, None]"
"""Every file with all that is to be said about it."""


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
                for source, reports in done:
                    for report in reports:
                        folders.saw(source, report)
                        screen.show(report)
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
    return _one_by_one(work, found, settings, stop)


def _one_by_one(work: Work, found: Iterable[Source | Report], settings: Settings, stop: Stop) -> Done:
    for source in found:
        if stop():
            return
        yield source, (source,) if isinstance(source, Report) else reports_on(work, source, settings, stop)


def reports_on(work: Work, source: Source, settings: Settings, stop: Asked) -> Iterator[Report]:
    """All that is to be said about a file, faults included."""
    try:
        readings = readings_of(source, settings)
    except gw.FormatError as fault:
        passed_over = source.folder and fault.code == "unknown-format"
        yield Report(word=SKIPPED) if passed_over else fault_report(source.name, fault, settings.json)
        return
    except Exception as fault:
        yield _broken(source, fault, settings)
        return
    for i, reading in enumerate(readings):
        if stop():
            return
        try:
            yield from work(reading, Label(source.name, i, len(readings) == 1), settings, stop)
        except gw.FormatError as fault:
            yield fault_report(source.name, fault, settings.json)
        except Exception as fault:
            yield _broken(source, fault, settings)


def _broken(source: Source, fault: Exception, settings: Settings) -> Report:
    """A fault of this program: said in a line, so that the other files are still done."""
    what = f"internal error: {type(fault).__name__}: {fault}"
    return fault_report(source.name, gw.FormatError(what, code="internal"), settings.json)


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
