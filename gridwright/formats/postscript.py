"""The container of the Standard Puzzle Format: a PostScript dictionary between a prolog and an epilog.

Nothing is executed. A text is cut into envelopes, one for each puzzle dictionary, and nothing of it is lost: the texts
of all envelopes, one behind the other, are the text that was read, byte for byte. What the entries mean is told by the
modules of the genres.

The form that is read::

    prolog                      anything without "<<"
    <<                          then nothing but blanks or a comment on this line
    /key value                  the slash is the first character of its line, white space follows the key
    >>                          the first two characters of a line
    epilog                      anything

Values are integers, reals, true, false, null, /names, (strings), <hex strings>, [arrays] and {procedures}. Between two
tokens stand white space and comments from % to the end of the line. Lines may end in LF, CRLF or CR.

A further dictionary in the epilog belongs to a further puzzle if its "<<" begins a line and a line with the key /type
comes before the dictionary's end; all other "<<" there are drawing code. The text between two puzzles is divided by the
first of these rules that applies: the next prolog begins with the last line that begins "%!PS"; behind the last line
that begins "%%EOF"; with the comments and blank lines directly above its "<<". It never contains "<<", so that the
text of each envelope can be read by itself.

Bytes written as numbers (\\ddd in strings, pairs of digits in hex strings) become the characters with these numbers.
"""

from __future__ import annotations

import math
import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, cast

from gridwright.formats.errors import FormatError, Line, WriteError, shown

__all__ = [
    "MAX_DEPTH",
    "BrokenLine",
    "Entry",
    "Envelope",
    "Name",
    "Procedure",
    "Real",
    "Value",
    "Writable",
    "looks_like_spf",
    "new_envelope",
    "read_envelopes",
    "same",
    "written",
]

MAX_DEPTH = 32
"""How deep arrays, and the braces of procedures, may be nested."""

_MAX_DIGITS = 18  # longer integers are no numbers of a puzzle, and Python refuses to convert very long ones
_END = "the end of the text"
_A_VALUE = "a number, true, false, null, a name, a string, an array or a procedure"

# All repetitions are possessive: nothing here ever backtracks, so the time stays linear.
_REGULAR = r"[^\0\t\n\f\r ()<>\[\]{}/%]"  # PostScript's regular characters: what names and numbers consist of
_WHITE = re.compile(r"(?:[\0\t\n\f\r ]++|%[^\r\n]*+)*+")
_TOKEN = re.compile(
    r"(?:[\0\t\n\f\r ]++|%[^\r\n]*+)*+(?:"
    r"(?P<flat>\([^()\\\r\n]*+\))"  # the usual string, without anything to decode: worth a way of its own
    rf"|(?P<word>{_REGULAR}++)"
    r"|(?P<open>\[)"
    r"|(?P<close>\])"
    r"|(?P<string>\()"
    rf"|(?P<name>/{_REGULAR}*+)"
    r"|(?P<hex><[0-9A-Fa-f\0\t\n\f\r ]*+>)"
    r"|(?P<procedure>\{)"
    r"|(?P<odd>.)"
    r"|(?P<end>\Z))",
    re.DOTALL,
)
_NEWLINE = re.compile(r"\r\n|\r|\n")
_BLANKS = re.compile(r"[\0\t\f ]*+")
_LINE_END = re.compile(r"[\0\t\f ]*+(?:%[^\r\n]*+)?+(?:\r\n|\r|\n)")
_LAST_LINE = re.compile(r"[\0\t\f ]*+(?:%[^\r\n]*+)?+\Z")
_WHOLE_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n)")
_KEY = re.compile(r"/([A-Za-z0-9_]*+)")
_INTEGER = re.compile(r"[+-]?[0-9]++")
_REAL = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?+")
_NAME = re.compile(rf"{_REGULAR}*+")
_HEX_DIGIT = re.compile(r"[0-9A-Fa-f]")
_PARENTHESIS = re.compile(r"[()]|\\.", re.DOTALL)
_BRACE = re.compile(r"[{}(]|%[^\r\n]*+")
_TO_DECODE = re.compile(r"[\\\r\n]")
_PIECE = re.compile(r"\\(?:[0-7]{1,3}+|\r\n|.)|\r\n|\r|\n|[^\\\r\n]++", re.DOTALL)
_TO_ESCAPE = re.compile(r"[\x00-\x1f\x7f-\x9f\\()]")
_NEXT_DOCUMENT = re.compile(r"(?<=[\r\n])\ufeff?+%!PS")  # a byte order mark may survive where files were joined
_END_OF_DOCUMENT = re.compile(r"(?<=[\r\n])%%EOF[^\r\n]*+(?:\r\n|\r|\n)")
_TYPE_KEY = re.compile(r"[\r\n]/type[\0\t\n\f\r ]*+\(")
# What matters in an epilog. Strings and comments are matched only to be passed over; a string ends with its line at the
# latest, because an epilog can be anything and one lone parenthesis must not hide the puzzles behind it.
_MARK = re.compile(
    r"(?P<open><<)|(?P<close>>>)|(?P<type>(?<=[\r\n])/type(?![A-Za-z0-9_]))"
    r"|\((?:[^()\\\r\n]++|\\[^\r\n])*+\)?+|%[^\r\n]*+"
)

_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_ESCAPED = {char: "\\" + letter for letter, char in _ESCAPES.items()}
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}

_FIRST_KEYS = ("format", "type", "sol", "author", "description", "X", "Y", "size")
_LAST_KEYS = ("puzzle", "solution")


class Real(float):
    """A real number that remembers how it was spelled; it compares and reckons like a float."""

    __slots__ = ("spelling",)

    spelling: str

    def __new__(cls, spelling: str) -> Real:
        """A real number from its spelling."""
        number = super().__new__(cls, spelling)
        number.spelling = spelling
        return number

    def __str__(self) -> str:
        return self.spelling

    def __repr__(self) -> str:
        return f"Real({self.spelling!r})"

    def __reduce__(self) -> tuple[type[Real], tuple[str]]:
        return Real, (self.spelling,)


class Name(str):
    """A PostScript name, without its slash."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Name({str(self)!r})"


class Procedure(str):
    """An executable procedure: its source from ``{`` to ``}``, never executed."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Procedure({str(self)!r})"


@dataclass(frozen=True)
class BrokenLine(Line):
    """A string that runs over several lines of the file; ``numbers`` tells the line of each character."""

    numbers: tuple[int, ...] = ()

    def error(
        self, what: str, at: int = 0, *, expected: str = "", found: str = "", code: str = "malformed"
    ) -> FormatError:
        """A fault at character ``at`` of this string."""
        fault = super().error(what, at, expected=expected, found=found, code=code)
        if self.numbers:
            fault.line = self.numbers[min(at, len(self.numbers) - 1)]
        return fault


Value: TypeAlias = "bool | int | Real | Name | Procedure | Line | list[Value] | None"
"""What is read; strings are ``Line`` objects, so that an error in a diagram can point to its character."""

Writable: TypeAlias = "bool | int | float | str | Line | Sequence[Writable] | None"
"""What can be written: every ``Value``, besides plain ``str`` for a string, ``float`` for a real, tuples for arrays."""


@dataclass(frozen=True)
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
        reader = _Reader(self.source, trace=True)
        reader.value(1 + len(self.key))
        row, column = reader.place(reader.trace.get(path, reader.trace[()]))
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
        found = _NEWLINE.search(self.opening)
        return found.group() if found else "\n"

    def get(self, key: str) -> Entry | None:
        """The entry of ``key``, without a slash; None if there is none."""
        return next((entry for entry in self.entries if entry.key == key), None)

    def text(self) -> str:
        """The envelope as a text: exactly the one that was read, if nothing was changed."""
        return "".join((self.prolog, self.opening, *(entry.raw for entry in self.entries), self.closing, self.epilog))

    def error(self, what: str, *, expected: str = "", found: str = "", code: str = "malformed") -> FormatError:
        """A fault of the whole dictionary (say: a missing key), at its ``<<``."""
        return FormatError(what, self.line, self.column, expected, found, code=code)

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


def new_envelope(values: Mapping[str, Writable]) -> Envelope:
    """A fresh dictionary without prolog and epilog, in the usual order of keys: ``<<``, the entries, ``>>``, a newline.

    :raises WriteError: if a key or a value cannot be written.
    """
    return Envelope("", (), ">>\n").with_values(values)


def looks_like_spf(text: str) -> bool:
    """Whether a text might be a Standard Puzzle Format file: a cheap look, no check."""
    start = text.find("<<")
    return start >= 0 and _TYPE_KEY.search(text, start) is not None


def read_envelopes(text: str) -> list[Envelope]:
    """All puzzle dictionaries of a text, in order; at least one.

    :raises FormatError: if there is none, or one is malformed.
    """
    return _Reader(text).envelopes()


def same(one: Writable, two: Writable) -> bool:
    """Whether two values are equal as PostScript: neither the places nor the spelling of reals count, but kinds do."""
    if isinstance(one, list | tuple) or isinstance(two, list | tuple):
        return (
            isinstance(one, list | tuple)
            and isinstance(two, list | tuple)
            and len(one) == len(two)
            and all(same(a, b) for a, b in zip(one, two, strict=True))
        )
    return _kind(one) == _kind(two)


def _kind(value: Writable) -> tuple[str, object]:
    """A scalar together with the name of its kind, so that ``true`` is not 1, nor ``/a`` the string ``(a)``."""
    if isinstance(value, Line):
        return "string", value.text
    if isinstance(value, Name | Procedure):
        return type(value).__name__, str(value)
    for kind, name in ((bool, "boolean"), (int, "integer"), (float, "real"), (str, "string")):
        if isinstance(value, kind):
            return name, value
    return "null", None


# --- writing ---------------------------------------------------------------------------------------------------------


def written(value: Writable, newline: str = "\n") -> str:
    """A value as PostScript, as usual in puzzle files.

    An array of strings, or of arrays of numbers, takes one line for each; other arrays stand on one line.

    :raises WriteError: if the value has no PostScript form that would be read back as the same value.
    """
    return _written(_clean(value), newline)


def _clean(given: Writable, depth: int = 0) -> Value:
    """A given value in the types that reading has."""
    if given is None or isinstance(given, int | Real | Name | Procedure | Line):
        return given
    if isinstance(given, str):
        return Line(given, 0)
    if isinstance(given, float):
        return Real(repr(given))
    if depth == MAX_DEPTH:
        raise WriteError(f"arrays are nested more than {MAX_DEPTH} deep")
    return [_clean(item, depth + 1) for item in given]


def _written(value: Value, newline: str) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Line):
        return _written_string(value.text)
    if isinstance(value, list):
        return _written_array(value, newline)
    if isinstance(value, Name):
        return "/" + _checked(value, _NAME.fullmatch(value) is not None, "name")
    if isinstance(value, Procedure):
        return _checked(value, _is_procedure(value), "procedure")
    if isinstance(value, Real):
        return _checked(value.spelling, _is_real(value.spelling), "real number")
    if abs(value) >= 10**_MAX_DIGITS:
        raise WriteError(f"an integer has more than {_MAX_DIGITS} digits")
    return str(value)


def _checked(text: str, good: bool, kind: str) -> str:
    if not good:
        raise WriteError(f"{shown(text)} cannot be written as a {kind} of PostScript")
    return str(text)


def _is_real(text: str) -> bool:
    return not _INTEGER.fullmatch(text) and _REAL.fullmatch(text) is not None and math.isfinite(float(text))


def _is_procedure(text: str) -> bool:
    try:
        return text.startswith("{") and _Reader(text).procedure_end(0) == len(text)
    except FormatError:
        return False


def _written_array(items: list[Value], newline: str) -> str:
    upright = any(isinstance(item, Line | list | Procedure) for item in items)
    parts = ["["]
    for item in items:
        text = _written(item, newline)
        # A name at the start of a line would be taken for the next key; an array that goes on below needs no new line.
        flowing = not upright or isinstance(item, Name) or text.startswith("[" + newline)
        parts += (" " if flowing else newline, text)
    return "".join((*parts, " ]"))


def _written_string(text: str) -> str:
    lone = _lone_parentheses(text)

    def escaped(match: re.Match[str]) -> str:
        char = match.group()
        if char in "()":
            return "\\" + char if match.start() in lone else char
        if char == "\\":
            return "\\\\"
        return _ESCAPED.get(char, f"\\{ord(char):03o}")

    return f"({_TO_ESCAPE.sub(escaped, text)})"


def _lone_parentheses(text: str) -> set[int]:
    """Where the parentheses stand that have no partner."""
    lone: list[int] = []
    opened: list[int] = []
    for match in re.finditer(r"[()]", text):
        if match.group() == "(":
            opened.append(match.start())
        elif opened:
            opened.pop()
        else:
            lone.append(match.start())
    return {*lone, *opened}


def _new_entry(key: str, given: Writable, newline: str) -> Entry:
    if not re.fullmatch(r"[A-Za-z0-9_]+", key):
        raise WriteError(f"{shown(key)} cannot be a key; a key consists of letters, digits and underscores")
    value = _clean(given)
    return Entry(key, value, f"/{key} {_written(value, newline)}", after=newline)


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


# --- reading ---------------------------------------------------------------------------------------------------------


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
        newline = _NEWLINE.search(between, forbidden)
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


class _Reader:
    """Reads one text. All places are offsets in it, until an error or a ``Line`` needs lines and columns.

    ``trace``, if wanted, tells the offset of each item of a value by its path of indices.
    """

    def __init__(self, text: str, *, trace: bool = False) -> None:
        self.text = text
        self.trace: dict[tuple[int, ...], int] = {}
        self._tracing = trace
        self._line_starts = array("Q", [0])  # not a list: a text may consist of newlines
        self._line_starts.extend(match.end() for match in _NEWLINE.finditer(text))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def fault(self, what: str, offset: int, expected: str, found: str = "", code: str = "malformed") -> FormatError:
        """An error at ``offset``; by default the rest of the line there is what was found."""
        if not found:
            here = self.text[offset : offset + 40]
            rest = _NEWLINE.split(here, maxsplit=1)[0]
            found = shown(rest) if rest else "the end of the line" if here else _END
        return FormatError(what, *self.place(offset), expected, found, code=code)

    def _begins_line(self, offset: int) -> bool:
        return offset == 0 or self.text[offset - 1] in "\r\n"

    # The dictionaries

    def envelopes(self) -> list[Envelope]:
        """The text cut into envelopes."""
        text = self.text
        start = text.find("<<")
        if start < 0:
            raise self.fault("there is no puzzle dictionary", len(text), '"<<"', _END, "no-dictionary")
        found: list[Envelope] = []
        prolog_at = 0
        while start >= 0:
            opening, entries, closing, end = self.dictionary(start)
            following = _next_puzzle(text, end + 2)
            epilog_end = len(text)
            if following >= 0:
                epilog_end = end + 2 + _prolog_start(text[end + 2 : following])
            prolog, epilog = text[prolog_at:start], text[end:epilog_end]
            found.append(Envelope(prolog, entries, epilog, opening, closing, *self.place(start)))
            prolog_at, start = epilog_end, following
        return found

    def dictionary(self, start: int) -> tuple[str, tuple[Entry, ...], str, int]:
        """Opening, entries, closing, and the place of the ``>>``, of the dictionary whose ``<<`` is at ``start``."""
        line_end = _LINE_END.match(self.text, start + 2)
        if line_end is None:
            raise self._no_line_end(start + 2, start, 'behind the "<<"')
        pos = line_end.end()
        opening = self.text[start:pos]
        entries: list[Entry] = []
        keys: set[str] = set()
        while True:
            slash = self._white_end(pos)
            if self.text.startswith(">>", slash) and self._begins_line(slash):
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

    def _white_end(self, pos: int) -> int:
        return cast("re.Match[str]", _WHITE.match(self.text, pos)).end()

    def _key(self, slash: int, opened: int) -> str:
        """The key whose slash should stand at ``slash``."""
        if slash == len(self.text):
            raise self._unclosed_dictionary(opened)
        match = _KEY.match(self.text, slash)
        wanted = 'a key or ">>" at the start of a line'
        if match is None or not self._begins_line(slash):
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
        pos = self._white_end(key_end)
        if pos == len(text) or text.startswith(">>", pos) or (text[pos] == "/" and self._begins_line(pos)):
            found = _END if pos == len(text) else "the end of the entry"
            raise self.fault(f"the key /{key} has no value", key_end, _A_VALUE, found, "no-value")
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
        return self.fault("the dictionary is not closed", opened, wanted, _END, "unclosed-dictionary")

    # The values

    def value(self, pos: int) -> tuple[Value, int]:
        """The value from ``pos`` on, and where it ends."""
        arrays: list[list[Value]] = []  # those still open; no recursion, so that the depth is ours to limit
        brackets: list[int] = []
        while True:
            match = cast("re.Match[str]", _TOKEN.match(self.text, pos))
            kind = cast(str, match.lastgroup)
            start, pos = match.start(kind), match.end()
            if self._tracing and kind != "close":
                self.trace[tuple(map(len, arrays))] = start
            item: Value
            if kind == "flat":
                line, column = self.place(start)
                item = Line(match["flat"][1:-1], line, column + 1)
            elif kind == "open":
                if len(arrays) == MAX_DEPTH:
                    raise self._too_deep("arrays", start)
                arrays.append([])
                brackets.append(start)
                continue
            elif kind == "close" and arrays:
                item = arrays.pop()
                brackets.pop()
            else:
                if kind in ("name", "odd", "end"):
                    self._check_open(kind, start, brackets)
                item, pos = self._scalar(kind, start, pos)
            if not arrays:
                return item, pos
            arrays[-1].append(item)

    def _check_open(self, kind: str, start: int, brackets: list[int]) -> None:
        """Refuses what shows that the innermost open array was forgotten to be closed."""
        if not brackets:
            return
        if kind == "end":
            raise self.fault("the array is not closed", brackets[-1], '"]"', _END, "unclosed-array")
        key = kind == "name" and self._begins_line(start)
        if key or self.text.startswith(">>", start):
            line, column = self.place(brackets[-1])
            what = f"the array from line {line}, column {column} is not closed"
            raise self.fault(what, start, '"]"', code="unclosed-array")

    def _scalar(self, kind: str, start: int, end: int) -> tuple[Value, int]:
        """The value of one token, which the search for tokens saw from ``start`` to ``end``."""
        text = self.text[start:end]
        if kind == "word":
            return self._word(text, start), end
        if kind == "name":
            return Name(text[1:]), end
        if kind == "string":
            end = self._string_end(start)
            return self._string(start + 1, end - 1), end
        if kind == "hex":
            return self._hex_string(start, end), end
        if kind == "procedure":
            end = self.procedure_end(start)
            return Procedure(self.text[start:end]), end
        if self.text.startswith("<<", start):
            raise self.fault("a dictionary cannot be a value here", start, _A_VALUE, code="bad-value")
        raise self.fault("this is no value", start, _A_VALUE, code="bad-value")

    def _word(self, word: str, start: int) -> Value:
        if word in _WORDS:
            return _WORDS[word]
        if _INTEGER.fullmatch(word):
            digits = word.lstrip("+-0")
            if len(digits) <= _MAX_DIGITS:
                return int(digits or "0") * (-1 if word[0] == "-" else 1)
        elif _REAL.fullmatch(word):
            real = Real(word)
            if math.isfinite(real):
                return real
        else:
            raise self.fault("this is no value", start, _A_VALUE, shown(word), "bad-value")
        raise self.fault("the number is too large", start, f"at most {_MAX_DIGITS} digits", shown(word), "bad-number")

    def _too_deep(self, what: str, start: int) -> FormatError:
        wanted = f"at most {MAX_DEPTH} inside each other"
        return self.fault(f"the {what} are nested too deep", start, wanted, code="too-deep")

    def _string_end(self, start: int) -> int:
        """Where the string ends whose parenthesis is at ``start``, behind its last one."""
        depth = 0
        for match in _PARENTHESIS.finditer(self.text, start):
            char = match.group()
            if char == "(":
                depth += 1
            elif char == ")":
                depth -= 1
                if not depth:
                    return match.end()
        raise self.fault("the string is not closed", start, '")"', _END, "unclosed-string")

    def procedure_end(self, start: int) -> int:
        """Where the procedure ends whose brace is at ``start``; braces in its strings and comments do not count."""
        depth, pos = 0, start
        while match := _BRACE.search(self.text, pos):
            pos = match.end()
            char = match.group()
            if char == "(":
                pos = self._string_end(pos - 1)
            elif char == "{":
                if depth == MAX_DEPTH:
                    raise self._too_deep("procedures", pos - 1)
                depth += 1
            elif char == "}":
                depth -= 1
                if not depth:
                    return pos
        raise self.fault("the procedure is not closed", start, '"}"', _END, "unclosed-procedure")

    def _string(self, start: int, end: int) -> Line:
        """The string whose contents run from ``start`` to ``end``, decoded."""
        body = self.text[start:end]
        if not _TO_DECODE.search(body):
            return Line(body, *self.place(start))
        chars: list[str] = []
        offsets: list[int] = []
        for match in _PIECE.finditer(self.text, start, end):
            piece = match.group()
            if piece[0] == "\\":
                piece = self._unescaped(piece[1:])
            elif piece[0] in "\r\n":
                piece = "\n"
            chars.append(piece)
            offsets.extend(range(match.start(), match.start() + len(piece)))
        return self._decoded("".join(chars), offsets, start, end)

    @staticmethod
    def _unescaped(code: str) -> str:
        """What stands for a backslash and ``code`` in a string."""
        if code[0] in "01234567":
            return chr(int(code, 8) & 0xFF)  # PostScript ignores the overflow
        return "" if code[0] in "\r\n" else _ESCAPES.get(code, code)

    def _hex_string(self, start: int, end: int) -> Line:
        offsets = [match.start() for match in _HEX_DIGIT.finditer(self.text, start, end)]
        digits = "".join([self.text[offset] for offset in offsets])
        digits += "0" * (len(digits) % 2)  # so PostScript completes the last byte
        return self._decoded(bytes.fromhex(digits).decode("latin-1"), offsets[::2], start + 1, end - 1)

    def _decoded(self, text: str, offsets: list[int], start: int, end: int) -> Line:
        """A string of the file's text from ``start`` to ``end``, each character coming from its offset."""
        line, column = self.place(start)
        starts = self._line_starts
        if line == len(starts) or end < starts[line]:
            shift = column - start
            return Line(text, line, column, tuple([offset + shift for offset in offsets]))
        columns, numbers = [], []
        number = line
        for offset in offsets:
            while number < len(starts) and starts[number] <= offset:
                number += 1
            columns.append(offset - starts[number - 1] + 1)
            numbers.append(number)
        return BrokenLine(text, line, column, tuple(columns), tuple(numbers))
