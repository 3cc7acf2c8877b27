"""Standard input as a stream of puzzles, one a line, which are worked on as they come."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BufferedReader, RawIOBase
from typing import Any

import gridwright as gw

from ..formats.dialect import Reading
from ..formats.links import is_link
from ..formats.sources import MAX_BYTES
from .boards import Label
from .course import Told
from .files import Source, contents, readings_of
from .settings import Settings
from .show import Report, fault_report
from .stop import interruptible
from .tasks import Labelled, read

_BLOCK = 1 << 16
"""Bytes that are read at a time, if so many have come."""
_GIVENS = frozenset(b"0123456789.ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


@dataclass(frozen=True, kw_only=True)
class Stream(Source):
    """Lines of standard input, of which some are read already."""

    begun: bytes
    rest: BufferedReader

    def blocks(self) -> Iterator[bytes]:
        """Whole lines, as many as have come. Raises FormatError for a line without an end, OSError."""
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
        """The puzzles of each block, or what is wrong with the stream."""
        place = line = 0
        try:
            for block in self.blocks():
                found = list(_readings(self.name, block, line, settings))
                yield [Labelled(Label(self.name, place + i, False), reading) for i, reading in enumerate(found)]
                place += len(found)
                line += block.count(b"\n")
        except gw.FormatError as fault:
            yield fault_report(self.name, fault, settings.json)
        except OSError as fault:
            yield fault_report(self.name, (fault.strerror or str(fault)).lower(), settings.json)


def _readings(name: str, block: bytes, before: int, settings: Settings) -> Iterator[Reading | gw.FormatError]:
    """The puzzles of a block; where it cannot be read as a whole, line by line."""
    if not block.strip():
        return
    try:
        yield from readings_of(Source(name, data=block), settings)
        return
    except gw.FormatError:
        pass
    for i, line in enumerate(block.split(b"\n"), before + 1):
        if line.strip() and not line.lstrip().startswith(b"#"):
            try:
                yield from readings_of(Source(name, data=line), settings)
            except gw.FormatError as fault:
                fault.line = i
                yield fault


def contents_of(
    one: Source | Report, settings: Settings, told: Told
) -> Iterator[Sequence[Labelled] | Report]:
    """The puzzles of a file that were not told before, those of a stream block by block, or what is wrong."""
    if isinstance(one, Report):
        found: Iterable[list[Labelled] | Report] = (one,)
    else:
        found = (read(one, settings),) if not isinstance(one, Stream) else one.puzzles(settings)
    for what in found:
        if isinstance(what, Report):
            if not told.has(getattr(one, "name", ""), None):
                yield what
        elif told:
            yield [each for each in what if not told.has(each.label.file, each.label.place)]
        else:
            yield what


def stream_of(name: str, stdin: BufferedReader) -> Stream | Source:
    """A stream, if its first line is a puzzle of its own; otherwise all that comes.

    Raises FormatError for more than is ever read, OSError.
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
    return Source(name, data=contents(BufferedReader(_Begun(begun, stdin))))


class _Begun(RawIOBase):
    """A file of which some is read already."""

    def __init__(self, begun: bytes, rest: BufferedReader) -> None:
        self._begun, self._rest = begun, rest

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """What was read before, then the rest."""
        part = self._begun[: len(buffer)] or self._rest.read1(len(buffer))
        self._begun = self._begun[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


def _is_puzzle(line: bytes) -> bool:
    """Whether a line is a record of JSON, a link, or a sudoku."""
    if line.startswith(b"{"):
        try:
            return isinstance(json.loads(line), dict)
        except (ValueError, RecursionError):
            return False
    if is_link(line.decode("utf-8", "replace")):
        return True
    side = round(len(line) ** 0.5)
    return side > 3 and side * side == len(line) and _GIVENS.issuperset(line)
