"""Texts with several puzzles. A puzzle that cannot be read does not prevent the others from being read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from ..logic.ticks import ticking
from .deadline import found_puzzles
from .dialect import Reading
from .errors import FormatError
from .sources import check_lines

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
