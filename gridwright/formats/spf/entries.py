"""Reads the values of a dictionary's entries with the expected type, or reports an error at their position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..dialect import MAX_CELLS
from ..errors import FormatError, Line, shown
from ..postscript import Entry, Envelope, Name, Procedure, Value, written


def version(envelope: Envelope) -> int:
    """The value of ``/format``; 1 if there is none. Raises FormatError."""
    entry = envelope.get("format")
    return 1 if entry is None or entry.value is None else integer(entry, 1)


def integer(entry: Entry, least: int) -> int:
    """The number of an entry, which is at least ``least``. Raises FormatError."""
    value = entry.value
    if type(value) is not int or value < least:
        raise entry.error(f"this is no value of /{entry.key}", expected=f"a number from {least} on",
                          found="" if type(value) is not int else str(value), code="bad-value")
    return value


def wrong_value(entry: Entry, path: Sequence[int], expected: str) -> FormatError:
    """The error for a value of a key, or a part of it, that lies outside the key's domain."""
    value = entry.value
    for i in path:
        value = value[i] if isinstance(value, list) else None
    code = "too-large" if type(value) is int and value > MAX_CELLS else "bad-value"
    return entry.error(f"this is no value of /{entry.key}", *path, expected=expected, found=_told(value), code=code)


def _told(value: Value) -> str:
    """A value as it stands in the file, cut where it is long."""
    if isinstance(value, Line):
        return shown(value.text)
    if isinstance(value, list):
        return f"an array of {len(value)}"
    return value.__class__.__name__.lower() if isinstance(value, Name | Procedure) else written(value)


def lines(envelope: Envelope, key: str) -> list[Line]:
    """The lines of the diagram of a key. Raises FormatError."""
    entry = envelope.get(key)
    if entry is None or entry.value is None:
        raise envelope.missing(key)
    return strings(entry)


def strings(entry: Entry) -> list[Line]:
    """The lines of the diagram of an entry. Raises FormatError."""
    value = entry.value
    if isinstance(value, Line):
        return [value]
    if not isinstance(value, list) or not value:
        raise entry.error(f"/{entry.key} is no diagram", expected="an array of strings", code="bad-value")
    found = []
    for i, item in enumerate(value):
        if not isinstance(item, Line):
            raise entry.error(f"this is no line of /{entry.key}", i, expected="a string", code="bad-value")
        found.append(item)
    return found


def plain(value: Value) -> Any:
    """A PostScript value as an ordinary, immutable one."""
    if isinstance(value, Line):
        return value.text
    if isinstance(value, list):
        return tuple(plain(item) for item in value)
    return value
