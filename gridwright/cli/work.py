"""Working through files: every puzzle of every file, and in the end the exit status."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from ..formats.errors import printable
from .files import Source, sources
from .show import INTERRUPTED, SKIPPED, Report, Screen, fail, fault_report, listed
from .stop import Stop
from .tasks import Asked, Done, Work, one_by_one, read

if TYPE_CHECKING:
    from .settings import Settings

__all__ = ["Asked", "run"]


def run(
    work: Work, names: Sequence[str], settings: Settings, jobs: int = 1, finish: Callable[[], Iterable[Report]] = tuple
) -> NoReturn:
    """Works through all files, finishes what was made of them, and ends the program with the exit status."""
    found = list(sources(names, settings))
    screen, folders = Screen(), _Folders(found)
    screen.total = len(found)
    screen.doing = _doing(names)
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


_DOING = {
    "solve": "solving", "check": "checking", "rate": "rating", "diagnose": "looking for what is wrong with",
    "draw": "drawing", "print": "printing", "convert": "converting", "hint": "looking for a step in",
    "watch": "solving",
}  # fmt: skip


def _doing(names: Sequence[str]) -> str:
    """What the command does, for somebody who waits."""
    context = click.get_current_context(silent=True)
    verb = _DOING.get(context.info_name or "", "working on") if context else "working on"
    return f"{verb} {printable(' '.join(names[:1]))}"


def _all_done(work: Work, found: Sequence[Source | Report], settings: Settings, jobs: int, stop: Stop) -> Done:
    if jobs > 1:
        from .jobs import in_processes  # it takes a while to import what this needs

        return in_processes(work, found, settings, jobs, stop)
    contents = ((source, read(source, settings) if isinstance(source, Source) else source) for source in found)
    return one_by_one(work, contents, settings, stop)


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
