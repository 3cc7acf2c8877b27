"""Envelopes: a puzzle's dictionary with the text around it. Entries can be changed without losing anything else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ...logic.ticks import tick, ticking
from ..errors import FormatError, WriteError, shortened, shown
from ..sources import found_puzzles
from .syntax import A_VALUE, END, WHITE, Reader, as_read, spelled
from .values import NEWLINE, PostScriptValue, Writable, same

_FIRST_KEYS = ("format", "type", "sol", "author", "description", "X", "Y", "size")
_LAST_KEYS = ("puzzle", "solution")
_LONGEST_KEY = 100
"""Longer keys are not taken for misspelled ones."""
_MAX_CHECKED = 200
"""How many keys are checked for misspellings. Real dictionaries have fewer."""


@dataclass(slots=True)
class Entry:
    """One key with its value and its source text.

    ``source`` runs from the slash of the key to the end of the value, ``before`` holds the blank lines and comments
    above it, and its indentation, and ``after`` the rest of its last line with the newline. The key is in line
    ``line``, which is 0 if the entry was not read from a text.
    """

    key: str
    value: PostScriptValue
    source: str
    before: str = ""
    after: str = "\n"
    line: int = field(default=0, compare=False)

    @property
    def raw(self) -> str:
        """The whole text of the entry, including ``before`` and ``after``."""
        return self.before + self.source + self.after

    @property
    def column(self) -> int:
        """The column of the key."""
        return len(self.before) - len(self.before.rstrip(" \t")) + 1

    def place(self, *path: int) -> tuple[int, int]:
        """Line and column of the value, or of its item ``value[path[0]][path[1]]...``; (0, 0) without a text."""
        if not self.line:
            return 0, 0
        reader = Reader(self.source)
        row, column = reader.place(reader.item_start(1 + len(self.key), path))
        return self.line + row - 1, column if row > 1 else column + self.column - 1

    def error(self, what: str, *path: int, expected: str = "", found: str = "", code: str = "malformed") -> FormatError:
        """An error at the value, or at its item ``value[path[0]][path[1]]...``."""
        return FormatError(what, *self.place(*path), expected, found, code=code)


@dataclass(frozen=True)
class Envelope:
    """One puzzle's dictionary with the text around it.

    The text consists of ``prolog``, ``opening`` (from ``<<`` to the end of its line), the entries, ``closing`` (blank
    lines and comments above the end) and ``epilog``, which begins with the ``>>``. ``line`` and ``column`` locate the
    ``<<``.
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
        """The newline behind the ``<<``, which new entries use as well."""
        found = NEWLINE.search(self.opening)
        return found.group() if found else "\n"

    def get(self, key: str) -> Entry | None:
        """The entry of ``key`` (without its slash), or None."""
        return self._by_key.get(key)

    def entry(self, key: str) -> Entry:
        """The entry of ``key``. Raises FormatError if there is none."""
        if key not in self._by_key:
            raise self.missing(key)
        return self._by_key[key]

    @cached_property
    def _by_key(self) -> Mapping[str, Entry]:
        return {entry.key: entry for entry in self.entries}

    def text(self) -> str:
        """The text of the envelope, which is exactly the one that was read if nothing was changed."""
        return "".join((self.prolog, self.opening, *(entry.raw for entry in self.entries), self.closing, self.epilog))

    def error(self, what: str, *, expected: str = "", found: str = "", code: str = "malformed") -> FormatError:
        """An error of the whole dictionary, such as a missing key, at its ``<<``."""
        return FormatError(what, self.line, self.column, expected, found, code=code)

    def missing(self, key: str) -> FormatError:
        """The fault that a key is not there, or null; in the place of one that is spelled like it, if there is one."""
        present = self.get(key)
        if present is not None:
            return present.error(f"the key /{key} has no value", expected="a value", found="null", code="missing-key")
        what, wanted = f"the key /{key} is missing", f"/{key}"
        for entry in self.entries[:_MAX_CHECKED]:
            if _most_similar(entry.key, (key,)):
                found = f"/{shortened(entry.key)}"
                return FormatError(what, entry.line, entry.column, wanted, found, code="missing-key")
        return self.error(what, expected=wanted, code="missing-key")

    def mistaken_keys(self, known: Collection[str]) -> list[str]:
        """Warnings about unknown keys that look like misspellings of a known key that is missing."""
        unknown = [entry for entry in self.entries if entry.key not in known][:_MAX_CHECKED]
        missing = [key for key in known if key not in self._by_key] if unknown else []
        return [
            f"line {entry.line}: the key /{shortened(entry.key)} says nothing; perhaps /{near} is meant"
            for entry in unknown if (near := _most_similar(entry.key, missing))
        ]

    def with_values(self, changes: Mapping[str, Writable]) -> Envelope:
        """This envelope with some entries replaced, added, or (value None) removed.

        An entry whose value stays the same keeps its spelling. A replaced entry keeps its place and the comments around
        it. A new one comes before the first entry that follows it in the usual order: /format, /type, /sol, /author,
        /description, /X, /Y, /size, all other keys as given, /puzzle, /solution.

        :raises WriteError: if a key or a value cannot be written.
        """
        newline = self.newline
        kept: list[Entry] = []
        for entry in self.entries:
            value = changes.get(entry.key)
            if entry.key not in changes or (value is not None and same(entry.value, value)):
                kept.append(entry)
            elif value is not None:
                kept.append(replace(_new_entry(entry.key, value, newline), before=entry.before, after=entry.after))
        added = [
            _new_entry(key, value, newline)
            for key, value in changes.items() if value is not None and key not in self._by_key
        ]
        return replace(self, entries=tuple(_merged(kept, added)))


def _most_similar(key: str, others: Iterable[str]) -> str:
    """Which of some keys ``key`` may be a misspelling of; "" if none."""
    if len(key) > _LONGEST_KEY:
        return ""
    plain = key.casefold()
    similar = {other.casefold(): other for other in sorted(others) if _may_be_similar(plain, other.casefold())}
    if not similar:
        return ""
    from difflib import get_close_matches  # needed for few files

    return next((similar[near] for near in get_close_matches(plain, similar, 1, 0.8)), "")


def _may_be_similar(one: str, two: str) -> bool:
    """A quick test that most keys fail: of similar texts, 0.8 of all characters match, so few have no partner."""
    n, m = len(one), len(two)
    return 5 * len(set(one).difference(two)) <= 3 * n - 2 * m and 5 * len(set(two).difference(one)) <= 3 * m - 2 * n


def new_envelope(values: Mapping[str, Writable]) -> Envelope:
    """A new dictionary without prolog and epilog, with its keys in the usual order.

    :raises WriteError: if a key or a value cannot be written.
    """
    return Envelope("", (), ">>\n").with_values(values)


def _new_entry(key: str, new: Writable, newline: str) -> Entry:
    if not re.fullmatch(r"[A-Za-z0-9_]+", key):
        raise WriteError(f"{shown(key)} cannot be a key; a key consists of letters, digits and underscores")
    value = as_read(new)
    return Entry(key, value, f"/{key} {spelled(value, newline)}", after=newline)


def _rank(key: str) -> int:
    """The rank of a key in the usual order."""
    if key in _FIRST_KEYS:
        return _FIRST_KEYS.index(key)
    return len(_FIRST_KEYS) + (1 + _LAST_KEYS.index(key) if key in _LAST_KEYS else 0)


def _merged(kept: list[Entry], added: list[Entry]) -> Iterator[Entry]:
    """Old and new entries, each new one before the first old one of a higher rank."""
    waiting = sorted(added, key=lambda entry: _rank(entry.key))
    done = 0
    for entry in kept:
        rank = _rank(entry.key)
        while done < len(waiting) and _rank(waiting[done].key) < rank:
            yield waiting[done]
            done += 1
        yield entry
    yield from waiting[done:]


# -- splitting a text ------------------------------------------------------------------------------------------------

_BLANKS = re.compile(r"[\0\t\f ]*+")
_REST = rf"{_BLANKS.pattern}(?:%[^\r\n]*+)?+"  # blanks and a comment may follow a value
_LINE_END = re.compile(rf"{_REST}(?:{NEWLINE.pattern})")
_LAST_LINE = re.compile(rf"{_REST}\Z")
_WHOLE_LINE = re.compile(rf"[^\r\n]*+(?:{NEWLINE.pattern})")
_KEY = re.compile(r"/([A-Za-z0-9_]*+)")
_HEAD = re.compile(rf"(?P<before>{WHITE})/(?P<key>[A-Za-z0-9_]++)(?=[\0\t\n\f\r %]){WHITE}")
"""The blank lines and comments above a key, the key, and the white space before its value."""
_NEXT_DOCUMENT = re.compile(r"(?<=[\r\n])\ufeff?+%!PS")  # a byte order mark may survive where files were joined
_END_OF_DOCUMENT = re.compile(rf"(?<=[\r\n])%%EOF{_WHOLE_LINE.pattern}")
_BEGINS_DICTIONARY = re.compile(rf"\ufeff?+(?:{WHITE}<<|\s*+%!PS)")
_TYPE_KEY = re.compile(r"[\r\n][\t ]*+/type[\0\t\n\f\r ]*+\(")
# What matters in an epilog. Strings and comments are matched in order to skip them. A string ends with its line at the
# latest, because an epilog can contain anything, and one unbalanced parenthesis must not hide the puzzles behind it.
_MARK = re.compile(
    r"(?P<open><<)|(?P<close>>>)|(?P<type>(?<=[\r\n])(?:/type(?![A-Za-z0-9_])|[\t ]++/type[\t ]*+\())"
    r"|\((?:[^()\\\r\n]++|\\[^\r\n])*+\)?+|%[^\r\n]*+"
)


def looks_like_spf(text: str) -> bool:
    """Whether a text might be a Standard Puzzle Format file, perhaps one with mistakes: a quick test."""
    if _BEGINS_DICTIONARY.match(text):
        return True
    start = text.find("<<")
    return start >= 0 and _TYPE_KEY.search(text, start) is not None


def read_envelopes(text: str) -> list[Envelope]:
    """All puzzle dictionaries of a text, in order; at least one.

    :raises FormatError: if there is none, or one is malformed.
    """
    return _Dictionaries(text).envelopes()


def _next_puzzle(text: str, start: int) -> int:
    """The offset of the next puzzle's ``<<`` from ``start`` (in an epilog) on; -1 if there is none."""
    opened, depth = -1, 0
    for match in ticking(_MARK.finditer(text, start)):
        kind = match.lastgroup
        if kind == "open":
            if text[match.start() - 1] in "\r\n":
                opened, depth = match.start(), 0
            else:
                depth += 1
        elif kind == "close":
            if depth:
                depth -= 1
            else:
                opened = -1
        elif kind == "type" and opened >= 0 and not depth:
            return opened
    return -1


def _prolog_start(between: str) -> int:
    """Where the next prolog begins in the text between one puzzle's ``>>`` and the next one's ``<<``."""
    documents = [match.start() for match in ticking(_NEXT_DOCUMENT.finditer(between))] if "%!PS" in between else []
    ends = [match.end() for match in ticking(_END_OF_DOCUMENT.finditer(between))] if "%%EOF" in between else []
    if documents:
        start = documents[-1]
    elif ends:
        start = ends[-1]
    else:
        start = _comments_start(between)
    forbidden = between.rfind("<<", start)
    if forbidden >= 0:  # drawing code, which no prolog may contain
        newline = NEWLINE.search(between, forbidden)
        start = newline.end() if newline else len(between)
    return start


def _comments_start(between: str) -> int:
    """Where the comments and blank lines at the end of a text begin, its first line (that of a ``>>``) excepted."""
    lines = _WHOLE_LINE.findall(between)
    start = len(between)
    for line in reversed(lines[1:]):
        if not _LINE_END.fullmatch(line):
            break
        start -= len(line)
    return start


class _Dictionaries(Reader):
    """Reads the dictionaries of a text."""

    def envelopes(self) -> list[Envelope]:
        """The text, split into envelopes."""
        text = self.text
        start = text.find("<<")
        if start < 0:
            raise self.fault("there is no puzzle dictionary", len(text), '"<<"', END, "no-dictionary")
        found: list[Envelope] = []
        prolog_at = 0
        while start >= 0:
            opening, entries, closing, end = self._dictionary(start)
            following = _next_puzzle(text, end + 2)
            epilog_end = len(text)
            if following >= 0:
                epilog_end = end + 2 + _prolog_start(text[end + 2 : following])
            prolog, epilog = text[prolog_at:start], text[end:epilog_end]
            found_puzzles(len(found) + 1)
            found.append(Envelope(prolog, entries, epilog, opening, closing, *self.place(start)))
            prolog_at, start = epilog_end, following
        return found

    def _dictionary(self, start: int) -> tuple[str, tuple[Entry, ...], str, int]:
        """Opening, entries, closing, and the offset of the ``>>``, of the dictionary whose ``<<`` is at ``start``."""
        line_end = _LINE_END.match(self.text, start + 2)
        if line_end is None:
            raise self._no_line_end(start + 2, start, 'after the "<<"')
        pos = line_end.end()
        opening = self.text[start:pos]
        entries: dict[str, Entry] = {}
        while True:
            head = _HEAD.match(self.text, pos)
            if head is None or not self.leads_line(head.end("before")):
                slash = self.white_end(pos)
                if self.text.startswith(">>", slash) and self.leads_line(slash):
                    return opening, tuple(entries.values()), self.text[pos:slash], slash
                raise self._no_key(slash, start)
            key = head["key"]
            tick()
            if key in entries:
                what = f"/{shortened(key)} was already given in line {entries[key].line}"
                raise FormatError(what, *self.place(head.end("before")), "each key once",
                                  code="duplicate-key")
            entries[key], pos = self._entry(head, start)

    def _no_key(self, slash: int, opened: int) -> FormatError:
        """The error for text that is not a key, where a key should begin."""
        if slash == len(self.text):
            return self._unclosed_dictionary(opened)
        match = _KEY.match(self.text, slash)
        if match is None or not self.leads_line(slash):
            wanted = 'a key or ">>" at the start of a line'
            return self.fault("this is not an entry of the dictionary", slash, wanted, code="junk")
        if not match[1]:
            wanted = "a letter, a digit or an underscore"
            return self.fault("the key has no name", match.end(), wanted, code="bad-key")
        if match.end() == len(self.text):
            return self._without_value(match[1], match.end(), match.end())
        what = f"the key /{shortened(match[1])} does not end here"
        return self.fault(what, match.end(), "a blank, or one more letter, digit or underscore", code="bad-key")

    def _entry(self, head: re.Match[str], opened: int) -> tuple[Entry, int]:
        """The entry that begins with ``head``, and where it ends."""
        text = self.text
        before, key = head.group("before", "key")
        slash, pos = head.end("before"), head.end()
        if self._is_over(pos):
            raise self._without_value(key, head.end("key"), pos)
        value, value_end = self.value(pos)
        line_end = _LINE_END.match(text, value_end)
        if line_end is None:
            raise self._no_line_end(value_end, opened, f"after the value of /{shortened(key)}")
        entry = Entry(key, value, text[slash:value_end], before, line_end.group(), self.line(slash))
        return entry, line_end.end()

    def _is_over(self, pos: int) -> bool:
        """Whether another key begins at ``pos``, or the dictionary or the text ends there."""
        char = self.text[pos : pos + 1]
        return (
            not char
            or (char == "/" and self.begins_line(pos))
            or (char == ">" and self.text.startswith(">>", pos))
        )

    def _without_value(self, key: str, key_end: int, pos: int) -> FormatError:
        found = END if pos == len(self.text) else "the end of the entry"
        return self.fault(f"the key /{shortened(key)} has no value", key_end, A_VALUE, found, "no-value")

    def _no_line_end(self, pos: int, opened: int, where: str) -> FormatError:
        """The error where a line should end at ``pos`` but does not."""
        if _LAST_LINE.match(self.text, pos):
            return self._unclosed_dictionary(opened)
        blanks = _BLANKS.match(self.text, pos)
        pos = blanks.end() if blanks else pos
        if self.text.startswith(">>", pos):
            return self.fault('the ">>" must stand at the start of a line', pos, "a newline", code="junk")
        if self.text.startswith("/", pos):
            return self.fault("a key must begin a new line", pos, "the end of the line", code="junk")
        return self.fault(f"unexpected text {where}", pos, "the end of the line", code="junk")

    def _unclosed_dictionary(self, opened: int) -> FormatError:
        wanted = '">>" at the start of a line'
        return self.fault("the dictionary is not closed", opened, wanted, END, "unclosed-dictionary")
