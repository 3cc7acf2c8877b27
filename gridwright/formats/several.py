"""Texts with several puzzles: those that cannot be read do not prevent the others, and a time limit for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import TypeVar

from ..logic.ticks import limited_by, ticking
from .dialect import Reading
from .errors import FormatError
from .sources import check_lines


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
