"""Cuts a text into envelopes: what is a prolog, what a dictionary, what an epilog, and where the next puzzle begins."""

from __future__ import annotations

import re
from typing import cast

from ..errors import FormatError
from .envelope import Entry, Envelope
from .tokens import A_VALUE, END, NEWLINE, Reader

_BLANKS = re.compile(r"[\0\t\f ]*+")
_REST = rf"{_BLANKS.pattern}(?:%[^\r\n]*+)?+"  # what may stand behind a value: blanks and a comment
_LINE_END = re.compile(rf"{_REST}(?:{NEWLINE.pattern})")
_LAST_LINE = re.compile(rf"{_REST}\Z")
_WHOLE_LINE = re.compile(rf"[^\r\n]*+(?:{NEWLINE.pattern})")
_KEY = re.compile(r"/([A-Za-z0-9_]*+)")
_NEXT_DOCUMENT = re.compile(r"(?<=[\r\n])\ufeff?+%!PS")  # a byte order mark may survive where files were joined
_END_OF_DOCUMENT = re.compile(rf"(?<=[\r\n])%%EOF{_WHOLE_LINE.pattern}")
_TYPE_KEY = re.compile(r"[\r\n]/type[\0\t\n\f\r ]*+\(")
# What matters in an epilog. Strings and comments are matched only to be passed over; a string ends with its line at the
# latest, because an epilog can be anything and one lone parenthesis must not hide the puzzles behind it.
_MARK = re.compile(
    r"(?P<open><<)|(?P<close>>>)|(?P<type>(?<=[\r\n])/type(?![A-Za-z0-9_]))"
    r"|\((?:[^()\\\r\n]++|\\[^\r\n])*+\)?+|%[^\r\n]*+"
)


def looks_like_spf(text: str) -> bool:
    """Whether a text might be a Standard Puzzle Format file: a cheap look, no check."""
    start = text.find("<<")
    return start >= 0 and _TYPE_KEY.search(text, start) is not None


def read_envelopes(text: str) -> list[Envelope]:
    """All puzzle dictionaries of a text, in order; at least one.

    :raises FormatError: if there is none, or one is malformed.
    """
    return _Dictionaries(text).envelopes()


def _next_puzzle(text: str, start: int) -> int:
    """Where the ``<<`` of the next puzzle stands, from ``start`` (in an epilog) on; -1 if there is none."""
    opened, depth = -1, 0
    for match in _MARK.finditer(text, start):
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
    """Where the next prolog begins in the text from behind one puzzle's ``>>`` to the next one's ``<<``."""
    documents = [match.start() for match in _NEXT_DOCUMENT.finditer(between)]
    ends = [match.end() for match in _END_OF_DOCUMENT.finditer(between)]
    if documents:
        start = documents[-1]
    elif ends:
        start = ends[-1]
    else:
        start = _comments_start(between)
    forbidden = between.rfind("<<", start)
    if forbidden >= 0:  # it is drawing code, and no prolog may contain it
        newline = NEWLINE.search(between, forbidden)
        start = newline.end() if newline else len(between)
    return start


def _comments_start(between: str) -> int:
    """Where the comments and blank lines begin that end a text; its first line, the one of a ``>>``, is not taken."""
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
        """The text cut into envelopes."""
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
            found.append(Envelope(prolog, entries, epilog, opening, closing, *self.place(start)))
            prolog_at, start = epilog_end, following
        return found

    def _dictionary(self, start: int) -> tuple[str, tuple[Entry, ...], str, int]:
        """Opening, entries, closing, and the place of the ``>>``, of the dictionary whose ``<<`` is at ``start``."""
        line_end = _LINE_END.match(self.text, start + 2)
        if line_end is None:
            raise self._no_line_end(start + 2, start, 'behind the "<<"')
        pos = line_end.end()
        opening = self.text[start:pos]
        entries: list[Entry] = []
        keys: set[str] = set()
        while True:
            slash = self.white_end(pos)
            if self.text.startswith(">>", slash) and self.begins_line(slash):
                return opening, tuple(entries), self.text[pos:slash], slash
            key = self._key(slash, start)
            if key in keys:
                raise self.fault(
                    f"the key /{key} stands here a second time", slash, "another key", code="duplicate-key"
                )
            keys.add(key)
            entry = self._entry(key, pos, slash, start)
            entries.append(entry)
            pos += len(entry.raw)

    def _key(self, slash: int, opened: int) -> str:
        """The key whose slash should stand at ``slash``."""
        if slash == len(self.text):
            raise self._unclosed_dictionary(opened)
        match = _KEY.match(self.text, slash)
        wanted = 'a key or ">>" at the start of a line'
        if match is None or not self.begins_line(slash):
            raise self.fault("this is no entry of the dictionary", slash, wanted, code="junk")
        end = match.end()
        if end == slash + 1:
            raise self.fault("the key has no name", end, "a letter, a digit or an underscore", code="bad-key")
        if end < len(self.text) and self.text[end] not in "\0\t\n\f\r %":
            wanted = "a blank, or one more letter, digit or underscore"
            raise self.fault(f"the key /{match[1]} does not end here", end, wanted, code="bad-key")
        return match[1]

    def _entry(self, key: str, begin: int, slash: int, opened: int) -> Entry:
        """The entry of ``key``; its blank lines and comments begin at ``begin``."""
        text = self.text
        key_end = slash + 1 + len(key)
        pos = self.white_end(key_end)
        if pos == len(text) or text.startswith(">>", pos) or (text[pos] == "/" and self.begins_line(pos)):
            found = END if pos == len(text) else "the end of the entry"
            raise self.fault(f"the key /{key} has no value", key_end, A_VALUE, found, "no-value")
        value, value_end = self.value(pos)
        line_end = _LINE_END.match(text, value_end)
        if line_end is None:
            raise self._no_line_end(value_end, opened, f"behind the value of /{key}")
        source, before, after = text[slash:value_end], text[begin:slash], line_end.group()
        return Entry(key, value, source, before, after, self.place(slash)[0])

    def _no_line_end(self, pos: int, opened: int, where: str) -> FormatError:
        """The error for a line that should end at ``pos``."""
        if _LAST_LINE.match(self.text, pos):
            return self._unclosed_dictionary(opened)
        pos = cast("re.Match[str]", _BLANKS.match(self.text, pos)).end()
        if self.text.startswith(">>", pos):
            return self.fault('the ">>" must stand at the start of a line', pos, "a newline", code="junk")
        return self.fault(f"something stands {where}", pos, "the end of the line", code="junk")

    def _unclosed_dictionary(self, opened: int) -> FormatError:
        wanted = '">>" at the start of a line'
        return self.fault("the dictionary is not closed", opened, wanted, END, "unclosed-dictionary")
