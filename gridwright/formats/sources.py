"""Reads texts from open files and bytes, within limits; and texts with several puzzles, each with a time limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import IO, Any, NamedTuple, TypeVar, cast

from ..logic.ticks import limited_by, ticking
from .dialect import Reading
from .errors import FormatError

MAX_BYTES = 64 * 2**20
"""Texts that are longer than this are refused."""
_START = 8192
"""How many bytes are checked for zeros, which only UTF-16 has among texts."""
MAX_LINES = 1_000_000
"""Real collections of puzzles have fewer lines."""
_PART = 2**20
"""How much is read at a time, because a file need not have an end."""


class Decoded(NamedTuple):
    """A text, and the encoding in which to write it again: that of its bytes, and UTF-8 instead of UTF-16."""

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
    """The content of an open file.

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
    """The text of UTF-8 or UTF-16, with or without a byte order mark, or else of Latin-1, which allows any bytes.

    Raises FormatError for binary data.
    """
    if len(data) > MAX_BYTES:
        raise _too_long(str(len(data)))
    if b"\0" in data[:_START]:
        try:
            return Decoded(data.decode(_utf16(data[:_START])).removeprefix("\ufeff"), "utf-8")
        except UnicodeDecodeError:
            raise _binary() from None
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return Decoded(data.decode("latin-1"), "latin-1")


def _utf16(start: bytes) -> str:
    """The encoding of a text whose beginning contains zero bytes. Raises FormatError for binary data.

    Without a byte order mark, at least half of the characters must be Latin, which have a zero as their high byte.
    """
    for encoding, mark, high in (("utf-16-le", b"\xff\xfe", 1), ("utf-16-be", b"\xfe\xff", 0)):
        zeros = start[high::2].count(0)
        if start[1 - high :: 2].count(0) == 0 and (start.startswith(mark) or 4 * zeros >= len(start)):
            return encoding
    raise _binary()


def _binary() -> FormatError:
    return FormatError("this is a binary file, not text", code="unknown-format")


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
    """A time limit: from now on, some seconds for each puzzle of a text. Then the exception that ``late`` returns for
    these seconds is raised.

    A text holds at least one puzzle; its reader reports how many more it finds.
    """

    def __init__(self, seconds: float, late: Callable[[float], Exception]) -> None:
        self._begun, self._seconds, self._late = monotonic(), seconds, late
        self._puzzles = 1

    def found(self, puzzles: int) -> None:
        """Records how many puzzles the text is known to hold."""
        self._puzzles = max(puzzles, self._puzzles)

    def check(self) -> None:
        """Raises the exception if the time is up."""
        if monotonic() - self._begun > self._seconds * self._puzzles:
            raise self._late(self._seconds)


_current: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


@contextmanager
def limited(deadline: Deadline | None) -> Iterator[None]:
    """Sets the deadline for reading in this context; None for no limit."""
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
    """Reports to the deadline, if there is one, how many puzzles the text is known to hold."""
    deadline = _current.get()
    if deadline is not None:
        deadline.found(n)


T = TypeVar("T")
_collected: ContextVar[list[FormatError] | None] = ContextVar("collected", default=None)


@contextmanager
def collecting(faults: list[FormatError] | None) -> Iterator[None]:
    """In this context, puzzles that cannot be read are skipped if others can be, and their errors are added to
    ``faults``.

    With None, the first error is raised.
    """
    before = _collected.set(faults)
    try:
        yield
    finally:
        _collected.reset(before)


def each(items: Sequence[T], read: Callable[[T], Reading]) -> list[Reading]:
    """The puzzle of each item of a text. Raises FormatError.

    If errors are collected, one is raised only if no item can be read.
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
        if faults is not None:
            faults += missed
        raise first
    if faults is not None:
        faults += missed
    return readings


def link_lines(text: str) -> list[tuple[int, str]]:
    """The lines of a text that are not comments, each with its number. Raises FormatError if there are none."""
    check_lines(text)
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1)]
    links = [(n, line) for n, line in lines if line and not line.startswith("#")]
    if not links:
        raise FormatError("the text holds no link", expected="a link in each line", code="empty")
    return links


def first_line(text: str) -> str:
    """The first line of a text that is not a comment; "" if there is none."""
    lines = (line.strip() for line in text[:100_000].splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


def read_links(text: str, read: Callable[[str], Reading]) -> list[Reading]:
    """The puzzles of the links of a text, one on each line. Raises FormatError, with the link's line.

    Positions in the text inside a link mean nothing to someone who sees the link.
    """

    def reading(line: tuple[int, str]) -> Reading:
        number, link = line
        try:
            return read(link)
        except FormatError as fault:
            raise FormatError(fault.what, number, 0, fault.expected, fault.found, code=fault.code) from None

    return each(link_lines(text), reading)
