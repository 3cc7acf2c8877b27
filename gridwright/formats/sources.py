"""Reads texts from open files and bytes, within limits; and texts with several puzzles, each with a time limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic
from typing import IO, Any, TypeVar, cast

from ..logic.ticks import limited_by, ticking
from .dialect import Reading
from .errors import FormatError

MAX_BYTES = 64 * 2**20
"""Texts that are longer than this are refused."""
_START = 8192
"""So many bytes tell whether a file is text: then there is no zero among them."""
MAX_LINES = 1_000_000
"""No text of puzzles has more lines, unless it is a program."""
_PART = 2**20
"""So much is read at a time, because a file need not have an end."""


@dataclass(frozen=True)
class Decoded:
    """A text with the encoding that its bytes were in, so that they can be written again."""

    text: str
    encoding: str


def read_file(path: str) -> bytes:
    """The content of a file.

    Raises FormatError for more than ``MAX_BYTES``, OSError if it cannot be read, ValueError for a zero in its name.
    """
    # Without a buffer, each read returns what has come. A buffered reader asks a pipe again before Python looks for
    # signals, so a Ctrl-C between the two would not be noticed until more comes.
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (an empty path must not mean the current folder)
        content = read_limited(cast("IO[bytes]", file))
    assert isinstance(content, bytes)
    return content


def read_limited(file: IO[str] | IO[bytes]) -> str | bytes:
    """All that is in an open file.

    Raises FormatError as soon as it proves longer than ``MAX_BYTES``, or if it was opened as text in an encoding that
    it is not in; OSError if it cannot be read.
    """
    parts: list[Any] = []
    length = 0
    try:
        while part := file.read(_PART):
            length += len(part)
            if length > MAX_BYTES:
                raise _too_long("more")
            parts.append(part)
    except UnicodeDecodeError as fault:
        what = f"the file is not in the encoding that it was opened in ({fault.encoding})"
        raise FormatError(what, expected="a file opened with mode 'rb'", code="encoding") from None
    return type(parts[0])().join(parts) if parts else b""


def decode(data: bytes) -> Decoded:
    """UTF-8, with or without a byte order mark, or else Latin-1, in which every byte means something.

    Raises FormatError for what is no text.
    """
    if len(data) > MAX_BYTES:
        raise _too_long(str(len(data)))
    if b"\0" in data[:_START]:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise FormatError("this text is in UTF-16", expected="UTF-8", code="unknown-format")
        raise FormatError("this is a binary file, no text", code="unknown-format")
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return Decoded(data.decode("latin-1"), "latin-1")


def check_lines(text: str) -> None:
    """Raises FormatError for more than ``MAX_LINES`` lines; for formats that make an object of each."""
    n = max(text.count("\n"), text.count("\r"))
    if n > MAX_LINES:
        wanted = f"at most {MAX_LINES}"
        raise FormatError("the text has too many lines", expected=wanted, found=str(n), code="too-large")


def _too_long(found: str) -> FormatError:
    wanted = f"at most {MAX_BYTES} bytes"
    return FormatError("the text is too long", expected=wanted, found=found, code="too-large")


# -- several puzzles --------------------------------------------------------------------------------------------------

class Deadline:
    """So many seconds from now on for each puzzle of a text; when they are over, ``late`` is raised.

    A text holds one puzzle at least; how many more there are shows while it is read.
    """

    def __init__(self, seconds: float, late: type[Exception]) -> None:
        self._begun, self._seconds, self._late = monotonic(), seconds, late
        self._puzzles = 1

    def found(self, puzzles: int) -> None:
        """Takes note of how many puzzles are known to be in the text."""
        self._puzzles = max(puzzles, self._puzzles)

    def check(self) -> None:
        """Raises the exception when it is time."""
        if monotonic() - self._begun > self._seconds * self._puzzles:
            raise self._late


_current: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


@contextmanager
def limited(deadline: Deadline | None) -> Iterator[None]:
    """Sets the deadline of what is read while this context is open; None: there is none."""
    if deadline is None:
        yield
        return
    before = _current.set(deadline)
    try:
        with limited_by(deadline.check):
            yield
    finally:
        _current.reset(before)


def found_puzzles(n: int) -> None:
    """Tells the deadline, if there is one, how many puzzles are known to be in the text."""
    deadline = _current.get()
    if deadline is not None:
        deadline.found(n)


T = TypeVar("T")
_collected: ContextVar[list[FormatError] | None] = ContextVar("collected", default=None)


@contextmanager
def collecting(faults: list[FormatError] | None) -> Iterator[None]:
    """While this context is open, puzzles that cannot be read are left out if others can, and ``faults`` tells why.

    None: the first fault is raised.
    """
    before = _collected.set(faults)
    try:
        yield
    finally:
        _collected.reset(before)


def each(items: Sequence[T], read: Callable[[T], Reading]) -> list[Reading]:
    """The puzzle of each item of a text. Raises FormatError.

    Where faults are collected, it is raised only if no item can be read.
    """
    faults = _collected.get()
    found_puzzles(len(items))
    readings: list[Reading] = []
    missed: list[FormatError] = []
    for item in ticking(items):
        try:
            readings.append(read(item))
        except FormatError as fault:
            missed.append(fault)
            if faults is None:
                raise
    if missed and not readings:
        first, *missed = missed
        (faults or []).extend(missed)
        raise first
    if faults is not None:
        faults += missed
    return readings


def link_lines(text: str) -> list[tuple[int, str]]:
    """The lines of a text that are no comments, each with its number. Raises FormatError if there are none."""
    check_lines(text)
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1)]
    links = [(n, line) for n, line in lines if line and not line.startswith("#")]
    if not links:
        raise FormatError("the text holds no link", expected="a link in each line", code="empty")
    return links


def first_line(text: str, limit: int = 100_000) -> str:
    """The first line of a text that is no comment; "" if there is none."""
    lines = (line.strip() for line in text[:limit].splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


def read_links(text: str, read: Callable[[str], Reading]) -> list[Reading]:
    """The puzzles of the links of a text, one on each line. Raises FormatError, with the link's line.

    Lines and columns of the text inside a link say nothing to whoever sees the link.
    """

    def reading(line: tuple[int, str]) -> Reading:
        number, link = line
        try:
            return read(link)
        except FormatError as fault:
            raise FormatError(fault.what, number, 0, fault.expected, fault.found, code=fault.code) from None

    return each(link_lines(text), reading)
