"""What a command does with each puzzle of a file, and the reports about it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

import gridwright as gw

from ..formats.dialect import Reading
from .boards import Label
from .files import Source, readings_of
from .settings import Settings
from .show import SKIPPED, Report, broken_report, fault_report

Asked: TypeAlias = Callable[[], bool]
"""Whether the user wants to stop: the ``stop`` of searches."""
Work: TypeAlias = "Callable[[Reading, Label, Settings, Asked], Iterator[Report]]"
"""What a command does with a puzzle. May raise FormatError."""


class Labelled(NamedTuple):
    """A puzzle that was read, and where it comes from."""

    label: Label
    reading: Reading | gw.FormatError
    """What was read, or for one of several links why it could not be."""


class Batch(NamedTuple):
    """Reports about a file, or about the report that stands in the place of one; ``last`` if no more will come."""

    source: Source | Report
    reports: Iterable[Report]
    last: bool = True


Done: TypeAlias = "Generator[Batch, None, None]"
"""All that is to be said about all files."""


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
        faults: list[gw.FormatError] = []
        readings: list[Reading | gw.FormatError] = [*readings_of(source, settings, faults), *faults]
    except gw.FormatError as fault:
        passed_over = source.folder and fault.code == "unknown-format"
        return Report(word=SKIPPED) if passed_over else fault_report(source.name, fault, settings.json)
    except Exception as fault:
        return broken_report(source.name, fault, settings.json, settings.debug)
    alone = len(readings) == 1
    return [Labelled(Label(source.name, i, alone), reading) for i, reading in enumerate(readings)]


def reports_on(work: Work, puzzle: Labelled, settings: Settings, stop: Asked) -> Iterator[Report]:
    """All that is to be said about a puzzle, faults included; nothing after Ctrl-C."""
    if stop():
        return
    if isinstance(puzzle.reading, gw.FormatError):
        yield fault_report(puzzle.label.file, puzzle.reading, settings.json)
        return
    try:
        yield from work(puzzle.reading, puzzle.label, settings, stop)
    except gw.FormatError as fault:
        yield fault_report(puzzle.label.file, fault, settings.json)
    except Exception as fault:
        yield broken_report(puzzle.label.file, fault, settings.json, settings.debug)
