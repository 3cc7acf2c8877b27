"""The files that arguments mean, their puzzles, and the reports of a command about each of them."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import BufferedReader, RawIOBase
from itertools import chain
from typing import IO, Any, NamedTuple, TypeAlias

import gridwright as gw

from ..engine.solve.clock import ShouldStop
from ..formats.dialect import Reading
from ..formats.reading import is_link
from ..formats.sources import MAX_BYTES, MAX_LINES
from .boards import Label
from .settings import EarlierResults, Settings
from .show import SKIPPED, Report, broken_report, fault_report, interruptible, words_of


@dataclass(frozen=True)
class InputFile:
    """A file to work on. If it was found in a ``folder``, it need not be a puzzle.

    Standard input and links have ``data``; ``fault`` is set if standard input cannot be read.
    """

    name: str
    folder: str = ""
    data: bytes | None = field(default=None, repr=False)
    fault: gw.FormatError | None = None


def source_of(name: str) -> InputFile:
    """The file, link or standard input that an argument names. Standard input is read."""
    if name != "-":
        return InputFile(name, data=name.encode()) if is_link(name) and not os.path.lexists(name) else InputFile(name)
    stdin = getattr(sys.stdin, "buffer", None)  # None without a console
    try:
        return InputFile(name, data=contents(stdin) if stdin else b"")
    except gw.FormatError as fault:
        return InputFile(name, fault=fault)
    except OSError as fault:
        return InputFile(name, fault=gw.FormatError(words_of(fault), code="not-found"))


def sources(names: Iterable[str], settings: Settings) -> Iterator[InputFile | Report]:
    """The files that arguments mean: paths, patterns, folders, links. Reports for those that mean nothing."""
    import glob

    for name in names:
        single = source_of(name)
        if name == "-" or single.data is not None:
            yield single
        elif glob.has_magic(name) and not os.path.lexists(name):
            found = sorted(glob.glob(name, recursive=True), key=_naturally)  # noqa: PTH207 (patterns may be absolute)
            if not found:
                yield fault_report(name, "no file matches this pattern", settings.json)
            for each in found:
                yield from _files(each, settings)
        else:
            yield from _files(name, settings)


def _files(name: str, settings: Settings) -> Iterator[InputFile | Report]:
    """A file, or all files in a folder and its subfolders, hidden ones excepted."""
    if not os.path.isdir(name):  # noqa: PTH112 (Path.is_dir raises for some names)
        yield InputFile(name)
        return
    from pathlib import Path

    faults: list[OSError] = []
    inside: list[Path] = []
    for place, folders, files in os.walk(name, onerror=faults.append):
        folders[:] = [folder for folder in folders if not folder.startswith(".")]
        inside += [Path(place, file) for file in files if not file.startswith(".")]
    inside = [file for file in sorted(inside, key=_naturally) if _may_be_read(file)]
    for fault in faults:
        yield fault_report(str(fault.filename), words_of(fault), settings.json)
    if not inside and not faults:
        yield fault_report(name, "there are no files in this folder", settings.json)
    for file in inside:
        yield InputFile(str(file), folder=name)


def _naturally(path: str | os.PathLike[str]) -> list[list[str | int]]:
    """Sorts file 2 before file 10."""
    from pathlib import Path

    parts = (re.split(r"([0-9]+)", name) for name in Path(path).parts)
    return [[int(part) if i % 2 else part for i, part in enumerate(own)] for own in parts]


def _may_be_read(file: os.PathLike[str]) -> bool:
    """Whether this is a regular file. If that is unknown, opening it will show."""
    try:
        return stat.S_ISREG(os.stat(file).st_mode)  # noqa: PTH116 (pathlib is slow to import)
    except FileNotFoundError:
        return False
    except OSError:
        return True


def data_of(source: InputFile) -> bytes:
    """The content of a file. Raises FormatError."""
    if source.fault is not None:
        raise source.fault
    if source.data is not None:
        return source.data
    from ..formats.reading import read_file

    try:
        with interruptible():
            return read_file(source.name)
    except OSError as fault:
        raise gw.FormatError(words_of(fault), code="not-found") from None
    except ValueError as fault:  # a NUL in the name
        raise gw.FormatError(str(fault), code="not-found") from None


def contents(file: IO[bytes]) -> bytes:
    """The content of an open file. Raises FormatError if it is too large, and OSError."""
    from ..formats.reading import read_limited

    data = read_limited(file)
    assert isinstance(data, bytes)
    return data


def readings_of(
    source: InputFile, settings: Settings, faults: list[gw.FormatError] | None = None
) -> list[Reading]:
    """The puzzles of a file. Raises FormatError.

    If ``faults`` is a list, links that cannot be read are skipped as long as others can, and their errors are added; if
    none can, the first error is raised and the others are added.
    """
    data = data_of(source)
    try:
        with interruptible():
            readings = gw.read_all(
                data, settings.format, timeout=settings.timeout, faults=faults, **settings.options
            )
    except gw.TimeUp:
        what = f"reading takes longer than {settings.timeout:g} s"
        raise gw.FormatError(what, code="timeout") from None
    except gw.FormatError as fault:
        if fault.what.startswith("the format of this text is not recognised"):
            fault.expected += " (with --from FORMAT, the error says what is wrong)"
        raise
    if not readings:
        raise gw.FormatError("the text contains no puzzle", code="empty")
    return readings


# -- what a command does with each puzzle ------------------------------------------------------------------------------


Work: TypeAlias = "Callable[[Reading, Label, Settings, ShouldStop], Iterator[Report]]"
"""What a command does with a puzzle. May raise FormatError."""


class Labelled(NamedTuple):
    """A puzzle and where it comes from."""

    label: Label
    reading: Reading | gw.FormatError
    """For one of several links, it may be an error."""


class Batch(NamedTuple):
    """Reports about a file, or a report in its place; ``last`` if no more will follow."""

    source: InputFile | Report
    reports: Iterable[Report]
    last: bool = True


Done: TypeAlias = "Generator[Batch, None, None]"
"""All reports about all files."""


def one_by_one(
    work: Work,
    contents: Iterable[tuple[InputFile | Report, Sequence[Labelled] | Report]],
    settings: Settings,
    stop: ShouldStop,
) -> Done:
    """Works in this process on files with their puzzles, or passes on what is wrong with them."""
    for source, content in contents:
        if isinstance(content, Report):
            yield Batch(source, (content,))
        else:
            yield Batch(source, chain.from_iterable(reports_on(work, one, settings, stop) for one in content))
        if stop():
            return


def read(source: InputFile, settings: Settings) -> list[Labelled] | Report:
    """The puzzles of a file, or a report of what is wrong with it."""
    faults: list[gw.FormatError] = []
    readings: list[Reading | gw.FormatError]
    try:
        readings = [*readings_of(source, settings, faults), *faults]
    except gw.FormatError as fault:
        if source.folder and fault.code == "unknown-format" and not faults:
            return Report(word=SKIPPED)
        if not faults:
            return fault_report(source.name, fault, settings.json)
        readings = [fault, *faults]
    except Exception as fault:
        return broken_report(source.name, fault, settings.json, settings.debug)
    of = len(readings)
    if settings.number and settings.number > of:
        missing = gw.FormatError(no_such_number(settings.number, of), code="no-such-number")
        return fault_report(source.name, missing, settings.json)
    needed = 0 if settings.number else of
    labelled = [Labelled(Label(source.name, i, of == 1, needed), reading) for i, reading in enumerate(readings)]
    return labelled[settings.number - 1 : settings.number] if settings.number else labelled


def no_such_number(number: int, n_puzzles: int) -> str:
    """Why a file has no puzzle of this number."""
    return f"there is no puzzle {number}; the file contains {n_puzzles}"


def reports_on(work: Work, puzzle: Labelled, settings: Settings, stop: ShouldStop) -> Iterator[Report]:
    """All reports about a puzzle, errors included; none after Ctrl-C."""
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


# -- standard input as a stream of puzzles, one a line, which are worked on as they come -------------------------------


_BLOCK = 1 << 16
"""The most bytes that are read at a time."""
_GIVENS = frozenset(b"0123456789.ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


@dataclass(frozen=True, kw_only=True)
class Stream(InputFile):
    """Lines of standard input, some of which have been read; ``heading`` is that of a table."""

    begun: bytes
    rest: BufferedReader
    heading: bytes = b""

    def blocks(self) -> Iterator[bytes]:
        """All whole lines that have arrived. Raises FormatError for a line that is too long, and OSError."""
        left = self.begun
        while True:
            whole, found, left = left.rpartition(b"\n")
            if found:
                yield whole + found
            if len(left) > MAX_BYTES:
                raise gw.FormatError("a line of this stream is longer than 64 MiB", code="too-large")
            with interruptible():
                more = self.rest.read1(_BLOCK)
            if not more:
                if left:
                    yield left
                return
            left += more

    def puzzles(self, settings: Settings) -> Iterator[list[Labelled] | Report]:
        """The puzzles of each block, or a report of what is wrong with the stream."""
        place, line = 0, self.heading.count(b"\n")
        try:
            for block in self.blocks():
                found = list(_readings(self, block, line, settings))
                labelled = [Labelled(Label(self.name, place + i, False), one) for i, one in enumerate(found)]
                yield [one for one in labelled if settings.number in (None, one.label.place + 1)]
                place += len(found)
                line += block.count(b"\n")
            if self.heading and not place:
                readings_of(InputFile(self.name, data=self.heading), settings)  # raises the error that it has no lines
        except gw.FormatError as fault:
            yield fault_report(self.name, fault, settings.json)
        except OSError as fault:
            yield fault_report(self.name, words_of(fault), settings.json)


def _readings(stream: Stream, block: bytes, before: int, settings: Settings) -> Iterator[Reading | gw.FormatError]:
    """The puzzles of a block; if it cannot be read as a whole, line by line."""
    if not block.strip():
        return
    try:
        yield from readings_of(InputFile(stream.name, data=stream.heading + block), settings)
        return
    except gw.FormatError:
        pass
    for i, line in enumerate(block.split(b"\n"), before + 1):
        if line.strip() and not line.lstrip().startswith(b"#"):
            try:
                yield from readings_of(InputFile(stream.name, data=stream.heading + line), settings)
            except gw.FormatError as fault:
                fault.line = i
                yield fault


def contents_of(
    source: InputFile | Report, settings: Settings, told: EarlierResults
) -> Iterator[Sequence[Labelled] | Report]:
    """The puzzles of a file without earlier results, those of a stream block by block, or a report of what is wrong."""
    if isinstance(source, Report):
        found: Iterable[list[Labelled] | Report] = (source,)
    else:
        found = (read(source, settings),) if not isinstance(source, Stream) else source.puzzles(settings)
    for what in found:
        if isinstance(what, Report):
            if not told.has(getattr(source, "name", ""), None):
                yield what
        elif told:
            yield [each for each in what if not told.has(each.label.file, each.label.place)]
        else:
            yield what


def stream_of(name: str, stdin: BufferedReader) -> Stream | InputFile:
    """A stream if the first line is a puzzle by itself; otherwise the whole of standard input.

    Raises FormatError if it is too large, and OSError.
    """
    begun = b""
    with interruptible():
        while len(begun) < MAX_BYTES:
            line = stdin.readline(MAX_BYTES)
            begun += line
            if not line or (line.strip() and not line.lstrip().startswith(b"#")):
                break
    if _is_puzzle(line.strip()):
        return Stream(name=name, begun=begun, rest=stdin)
    if _is_heading(line):
        return Stream(name=name, begun=b"", rest=stdin, heading=begun)
    return InputFile(name, data=contents(BufferedReader(_Begun(begun, stdin))))


class _Begun(RawIOBase):
    """A file of which the beginning has been read."""

    def __init__(self, begun: bytes, rest: BufferedReader) -> None:
        self._begun, self._rest = begun, rest

    def readable(self) -> bool:
        """Always true."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The beginning, then the rest."""
        part = self._begun[: len(buffer)] or self._rest.read1(len(buffer))
        self._begun = self._begun[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


def _is_puzzle(line: bytes) -> bool:
    """Whether a line is a record of JSON, a link, or the digits of a grid."""
    if line.startswith(b"{"):
        try:
            import json

            return isinstance(json.loads(line), dict)
        except (ValueError, RecursionError):
            return False
    if is_link(line.decode("utf-8", "replace")):
        return True
    side = round(len(line) ** 0.5)
    return side > 3 and side * side == len(line) and _GIVENS.issuperset(line)


def _is_heading(line: bytes) -> bool:
    """Whether a line is the heading of a table."""
    from ..formats.reading import FORMATS

    return FORMATS["csv"].sniff(line.decode("utf-8", "replace"))


# -- files of sudokus, one on each line, divided among processes ------------------------------------------


_SIDE = 9
_DIGITS = "123456789"
_FEW_LINES = 40
"""The most puzzles in a file that is not divided."""
_SUDOKU_LINES = re.compile(rb"(?:[1-9.0]{81}\r?\n)+")


class FilePortion(NamedTuple):
    """Some lines of a file; ``first`` is the number of puzzles before them."""

    name: str
    first: int
    data: bytes

    def read(self, settings: Settings) -> list[Labelled] | Report:
        """The puzzles, labelled by their places in the file."""
        # In a file with a 9, zeros are blanks, but these lines need not contain a 9.
        found = read(InputFile(self.name, data=self.data), replace(settings, format="sudoku", symbols=_DIGITS))
        if not isinstance(found, list):
            return found
        return [Labelled(Label(self.name, self.first + i, False), one.reading) for i, one in enumerate(found)]

    def singles(self) -> Iterator[FilePortion]:
        """Each line as a portion."""
        return (
            FilePortion(self.name, self.first + i, line) for i, line in enumerate(self.data.splitlines(keepends=True))
        )


def divided(source: InputFile, settings: Settings) -> list[FilePortion]:
    """Each line of a file of 9x9 sudokus, one on each line; none for all other files."""
    if settings.options or settings.number or settings.format not in (None, "sudoku"):
        return []
    try:
        data = data_of(source)
    except gw.FormatError:  # reported when the file is read
        return []
    lines = data.splitlines(keepends=True) if _SUDOKU_LINES.fullmatch(data) else []
    # 81 lines may be the rows of one grid.
    if not _FEW_LINES < len(lines) <= MAX_LINES or len(lines) == _SIDE**2 or b"9" not in data:
        return []
    return [FilePortion(source.name, i, line) for i, line in enumerate(lines)]


def joined(lines: Sequence[FilePortion]) -> FilePortion:
    """Consecutive lines as one portion."""
    return FilePortion(lines[0].name, lines[0].first, b"".join(line.data for line in lines))
