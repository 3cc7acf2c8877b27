"""Splits a text into envelopes: prolog, dictionary and epilog of each puzzle."""

from __future__ import annotations

import re

from ...logic.ticks import tick, ticking
from ..errors import FormatError, shortened
from ..several import found_puzzles
from .envelope import Entry, Envelope
from .strings import NEWLINE
from .tokens import A_VALUE, END, WHITE, Reader

_BLANKS = re.compile(r"[\0\t\f ]*+")
_REST = rf"{_BLANKS.pattern}(?:%[^\r\n]*+)?+"  # what may stand behind a value: blanks and a comment
_LINE_END = re.compile(rf"{_REST}(?:{NEWLINE.pattern})")
_LAST_LINE = re.compile(rf"{_REST}\Z")
_WHOLE_LINE = re.compile(rf"[^\r\n]*+(?:{NEWLINE.pattern})")
_KEY = re.compile(r"/([A-Za-z0-9_]*+)")
_HEAD = re.compile(rf"(?P<before>{WHITE})/(?P<key>[A-Za-z0-9_]++)(?=[\0\t\n\f\r %]){WHITE}")
"""The blank lines and comments above a key, the key, and what stands between it and its value."""
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
    """Where the next prolog begins in the text from behind one puzzle's ``>>`` to the next one's ``<<``."""
    documents = [match.start() for match in ticking(_NEXT_DOCUMENT.finditer(between))] if "%!PS" in between else []
    ends = [match.end() for match in ticking(_END_OF_DOCUMENT.finditer(between))] if "%%EOF" in between else []
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
            found_puzzles(len(found) + 1)
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
        entries: dict[str, Entry] = {}
        while True:
            head = _HEAD.match(self.text, pos)
            if head is None or not self.begins_line(head.end("before")):
                slash = self.white_end(pos)
                if self.text.startswith(">>", slash) and self.begins_line(slash):
                    return opening, tuple(entries.values()), self.text[pos:slash], slash
                raise self._no_key(slash, start)
            key = head["key"]
            tick()
            if key in entries:
                what = f"the key /{shortened(key)} stands here a second time"
                raise self.fault(what, head.end("before"), "another key", code="duplicate-key")
            entries[key], pos = self._entry(head, start)

    def _no_key(self, slash: int, opened: int) -> FormatError:
        """The error for what stands where a key should begin."""
        if slash == len(self.text):
            return self._unclosed_dictionary(opened)
        match = _KEY.match(self.text, slash)
        if match is None or not self.begins_line(slash):
            wanted = 'a key or ">>" at the start of a line'
            return self.fault("this is no entry of the dictionary", slash, wanted, code="junk")
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
            raise self._no_line_end(value_end, opened, f"behind the value of /{shortened(key)}")
        entry = Entry(key, value, text[slash:value_end], before, line_end.group(), self.line(slash))
        return entry, line_end.end()

    def _is_over(self, pos: int) -> bool:
        """Whether no value can begin at ``pos`` because another key or the dictionary's end does, or the text ends."""
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
        """The error for a line that should end at ``pos``."""
        if _LAST_LINE.match(self.text, pos):
            return self._unclosed_dictionary(opened)
        blanks = _BLANKS.match(self.text, pos)
        pos = blanks.end() if blanks else pos
        if self.text.startswith(">>", pos):
            return self.fault('the ">>" must stand at the start of a line', pos, "a newline", code="junk")
        return self.fault(f"something stands {where}", pos, "the end of the line", code="junk")

    def _unclosed_dictionary(self, opened: int) -> FormatError:
        wanted = '">>" at the start of a line'
        return self.fault("the dictionary is not closed", opened, wanted, END, "unclosed-dictionary")
