"""A puzzle's dictionary with the surrounding text, entry by entry; editable without losing anything."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property

from ..errors import FormatError, WriteError, shortened, shown
from .strings import NEWLINE
from .tokens import Reader
from .values import Value, Writable, same
from .writing import as_read, spelled

_FIRST_KEYS = ("format", "type", "sol", "author", "description", "X", "Y", "size")
_LAST_KEYS = ("puzzle", "solution")
_LONGEST_KEY = 100
"""Longer ones are no slips."""
_MOST_JUDGED = 200
"""So many keys are looked at for slips of the pen, which takes time; real dictionaries have fewer."""


@dataclass(slots=True)
class Entry:
    """One key with its value, and the very text it came from.

    ``source`` runs from the slash of the key to the end of the value. ``before`` holds the blank lines and comments
    above it, ``after`` the rest of its last line with the newline. ``line`` is the line of the key, whose column is 1;
    an entry that was not read from a text has line 0.
    """

    key: str
    value: Value
    source: str
    before: str = ""
    after: str = "\n"
    line: int = field(default=0, compare=False)

    @property
    def raw(self) -> str:
        """The entry's whole text, with what stands around it."""
        return self.before + self.source + self.after

    def place(self, *path: int) -> tuple[int, int]:
        """Line and column of the value, or of the item ``value[path[0]][path[1]]...`` of it; (0, 0) if not read."""
        if not self.line:
            return 0, 0
        reader = Reader(self.source)
        row, column = reader.place(reader.item_start(1 + len(self.key), path))
        return self.line + row - 1, column

    def error(self, what: str, *path: int, expected: str = "", found: str = "", code: str = "malformed") -> FormatError:
        """A fault at the value, or at the item of it that ``path`` leads to."""
        return FormatError(what, *self.place(*path), expected, found, code=code)


@dataclass(frozen=True)
class Envelope:
    """One puzzle's dictionary, with the text around it.

    The text is made of ``prolog``, ``opening`` (from ``<<`` to the end of its line), the entries, ``closing`` (blank
    lines and comment lines above the end) and ``epilog``, which begins with the ``>>``. ``line`` and ``column`` are
    the place of the ``<<``.
    """

    prolog: str
    entries: tuple[Entry, ...]
    epilog: str
    opening: str = "<<\n"
    closing: str = ""
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)

    @property
    def newline(self) -> str:
        """The newline that ends the line of the ``<<``; entries that are written anew use it."""
        found = NEWLINE.search(self.opening)
        return found.group() if found else "\n"

    def get(self, key: str) -> Entry | None:
        """The entry of ``key``, without a slash; None if there is none."""
        return self._by_key.get(key)

    @cached_property
    def _by_key(self) -> Mapping[str, Entry]:
        return {entry.key: entry for entry in self.entries}

    def text(self) -> str:
        """The envelope as a text: exactly the one that was read, if nothing was changed."""
        return "".join((self.prolog, self.opening, *(entry.raw for entry in self.entries), self.closing, self.epilog))

    def error(self, what: str, *, expected: str = "", found: str = "", code: str = "malformed") -> FormatError:
        """A fault of the whole dictionary (say: a missing key), at its ``<<``."""
        return FormatError(what, self.line, self.column, expected, found, code=code)

    def missing(self, key: str) -> FormatError:
        """The fault that a key is not there, or null; in the place of one that is spelled like it, if there is one."""
        own = self.get(key)
        if own is not None:
            return own.error(f"the key /{key} has no value", expected="a value", found="null", code="missing-key")
        what, wanted = f"the key /{key} is missing", f"/{key}"
        for entry in self.entries[:_MOST_JUDGED]:
            if alike(entry.key, (key,)):
                return FormatError(what, entry.line, 1, wanted, f"/{shortened(entry.key)}", code="missing-key")
        return self.error(what, expected=wanted, code="missing-key")

    def mistaken_keys(self, known: Collection[str]) -> list[str]:
        """Warnings about keys that are not known but spelled like one that is, and is not there."""
        unknown = [entry for entry in self.entries if entry.key not in known][:_MOST_JUDGED]
        if not unknown:
            return []
        absent = [key for key in known if key not in self._by_key]
        found = ((entry, alike(entry.key, absent)) for entry in unknown)
        return [
            f"line {entry.line}: the key /{shortened(entry.key)} says nothing; perhaps /{near} is meant"
            for entry, near in found if near
        ]

    def with_values(self, changes: Mapping[str, Writable]) -> Envelope:
        """This envelope with some entries replaced, added or (value None) taken out.

        An entry whose value stays the same keeps its spelling, and a replaced one its place and the comments around
        it; one that is taken out takes them with it. A new one comes before the first entry that follows it in the
        usual order: /format, /type, /sol, /author, /description, /X, /Y, /size, all other keys as given, /puzzle,
        /solution.

        :raises WriteError: if a key or a value cannot be written.
        """
        newline = self.newline
        kept = [self._changed(entry, changes, newline) for entry in self.entries]
        present = {entry.key for entry in self.entries}
        added = [
            _new_entry(key, given, newline)
            for key, given in changes.items()
            if given is not None and key not in present
        ]
        return replace(self, entries=tuple(_merged([entry for entry in kept if entry is not None], added)))

    @staticmethod
    def _changed(entry: Entry, changes: Mapping[str, Writable], newline: str) -> Entry | None:
        if entry.key not in changes:
            return entry
        given = changes[entry.key]
        if given is None:
            return None
        if same(entry.value, given):
            return entry
        return replace(_new_entry(entry.key, given, newline), before=entry.before, after=entry.after)


def alike(key: str, others: Iterable[str]) -> str:
    """Which of some keys is spelled most like another, up to a letter or two; nothing if none is."""
    if len(key) > _LONGEST_KEY:
        return ""
    plain = {other.casefold(): other for other in sorted(others)}
    return next((plain[near] for near in get_close_matches(key.casefold(), plain, 1, 0.8)), "")


def new_envelope(values: Mapping[str, Writable]) -> Envelope:
    """A fresh dictionary without prolog and epilog, in the usual order of keys: ``<<``, the entries, ``>>``, a newline.

    :raises WriteError: if a key or a value cannot be written.
    """
    return Envelope("", (), ">>\n").with_values(values)


def _new_entry(key: str, given: Writable, newline: str) -> Entry:
    if not re.fullmatch(r"[A-Za-z0-9_]+", key):
        raise WriteError(f"{shown(key)} cannot be a key; a key consists of letters, digits and underscores")
    value = as_read(given)
    return Entry(key, value, f"/{key} {spelled(value, newline)}", after=newline)


def _rank(key: str) -> int:
    """The place of a key in the usual order."""
    if key in _FIRST_KEYS:
        return _FIRST_KEYS.index(key)
    return len(_FIRST_KEYS) + (1 + _LAST_KEYS.index(key) if key in _LAST_KEYS else 0)


def _merged(kept: list[Entry], added: list[Entry]) -> Iterator[Entry]:
    """The new entries among the old ones, each before the first old one of a higher rank."""
    waiting = sorted(added, key=lambda entry: _rank(entry.key))
    done = 0
    for entry in kept:
        rank = _rank(entry.key)
        while done < len(waiting) and _rank(waiting[done].key) < rank:
            yield waiting[done]
            done += 1
        yield entry
    yield from waiting[done:]
