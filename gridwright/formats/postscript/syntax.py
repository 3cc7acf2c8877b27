"""Reads PostScript values with their positions in the text, and writes them. Nothing is executed."""

from __future__ import annotations

import math
import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, count
from operator import add
from typing import Final, TypeAlias

from ...logic.ticks import tick, ticking
from ..errors import FormatError, Line, WriteError, shortened, shown
from .values import (
    ESCAPES,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_STRING,
    MAX_VALUES,
    NEWLINE,
    CodedLine,
    Name,
    PostScriptValue,
    Procedure,
    Real,
    Writable,
    decoded,
    decoded_hex,
)

END: Final = "the end of the text"
A_VALUE: Final = "a number, true, false, null, a name, a string, an array or a procedure"

# All repetitions are possessive: nothing here ever backtracks, so the time stays linear.
_REGULAR: Final = r"[^\0\t\n\f\r ()<>\[\]{}/%]"  # PostScript's regular characters, of which names and numbers consist
WHITE: Final = r"(?:[\0\t\n\f\r ]++|%[^\r\n]*+)*+"
_WHITE = re.compile(WHITE)
_BLANKS = r"[\t\n\r ]*+"
_FLAT = r"\([^()\\\r\n]*+\)"  # a string that needs no decoding, as most
_TOKEN = re.compile(
    rf"{WHITE}(?:"
    rf"(?P<flat>{_FLAT})"
    rf"|(?P<word>{_REGULAR}++)"
    # Most values of puzzles are arrays of flat strings, or of numbers and booleans, so each has a fast path.
    rf"|(?P<strings>\[{_BLANKS}(?:{_FLAT}{_BLANKS})++\])"
    r"|(?P<words>\[[-+.0-9A-Za-z\t\n\r ]*+\])"
    r"|(?P<open>\[)"
    r"|(?P<close>\])"
    r"|(?P<coded>\((?:[^()\\]++|\\.)*+\))"  # a string without parentheses inside
    r"|(?P<string>\()"
    rf"|(?P<name>/{_REGULAR}*+)"
    r"|(?P<hex><[0-9A-Fa-f\0\t\n\f\r ]*+>)"
    r"|(?P<code>\{[^{}()%]*+\})"  # a procedure without braces inside
    r"|(?P<procedure>\{)"
    r"|(?P<odd>.)"
    r"|(?P<end>\Z))",
    re.DOTALL,
)
_NAMES = re.compile(rf"(?:/{_REGULAR}*+[\t ]*+){{1,1000}}+")
_FLAT_STRING = re.compile(_FLAT)
_INTEGER = re.compile(r"[+-]?[0-9]++")
_REAL = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?+")
_PARENTHESIS = re.compile(r"[()]|\\.", re.DOTALL)
_BRACE = re.compile(r"[{}(]|%[^\r\n]*+")
_CODED = re.compile(r"[\\\r\n]")
_BLOCK = 2**16
"""How many characters are searched for newlines at a time."""
_Single: TypeAlias = "Callable[[int, int], tuple[PostScriptValue, int]]"
"""Reads the value of a token from its first and last offset; returns the value and its end."""


class _Words(dict[str, PostScriptValue]):
    """A cache of the values of words. Raises KeyError for words that are no values."""

    def __init__(self) -> None:
        super().__init__({"true": True, "false": False, "null": None})

    def __missing__(self, word: str) -> PostScriptValue:
        value: PostScriptValue
        if _INTEGER.fullmatch(word):
            digits = word.lstrip("+-0")
            if len(digits) > MAX_DIGITS:
                raise KeyError(word)
            value = int(digits or "0") * (-1 if word[0] == "-" else 1)
        elif _REAL.fullmatch(word) and math.isfinite(float(word)):
            value = Real(word)
        else:
            raise KeyError(word)
        self[word] = value
        return value


class Reader:
    """Reads one text by offsets; lines and columns are computed for errors and for ``Line`` objects."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._line_starts = _line_starts(text)
        self._words = _Words()
        self._n_values = 0
        self._readers: dict[str, _Single] = {
            "flat": self._flat_string, "word": self._word, "coded": self._string, "string": self._nested_string,
            "hex": self._hex_string, "code": self._code, "procedure": self._procedure,
        }  # fmt: skip

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column (from 1) of an offset."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, offset: int) -> int:
        """The line (from 1) of an offset."""
        return bisect_right(self._line_starts, offset)

    def fault(self, what: str, offset: int, expected: str, found: str = "", code: str = "malformed") -> FormatError:
        """An error at ``offset``; ``found`` is by default the rest of the line."""
        if not found:
            here = self.text[offset : offset + 40]
            rest = NEWLINE.split(here, maxsplit=1)[0]
            found = shown(rest) if rest else "the end of the line" if here else END
        return FormatError(what, *self.place(offset), expected, found, code=code)

    def begins_line(self, offset: int) -> bool:
        """Whether a line begins at ``offset``."""
        return offset == 0 or self.text[offset - 1] in "\r\n"

    def leads_line(self, offset: int) -> bool:
        """Whether only blanks precede ``offset`` in its line."""
        return not self.text[self._line_starts[self.line(offset) - 1] : offset].strip(" \t")

    def white_end(self, pos: int) -> int:
        """The end of the white space and the comments at ``pos``."""
        found = _WHITE.match(self.text, pos)
        assert found is not None, "the empty string is found everywhere"
        return found.end()

    def value(self, pos: int) -> tuple[PostScriptValue, int]:
        """The value at ``pos``, and its end."""
        text, readers, token = self.text, self._readers, _TOKEN.match
        arrays: list[list[PostScriptValue]] = []  # the open ones; without recursion, whose depth Python would limit
        brackets: list[int] = []
        n = 0
        while True:
            n += 1
            if not n & 63:
                tick()
                self._count(64)
            match = token(text, pos)
            assert match is not None and match.lastgroup is not None, "some group matches anything"
            kind = match.lastgroup
            start, pos = match.span(kind)
            item: PostScriptValue
            reader = readers.get(kind)
            if reader is not None:
                item, pos = reader(start, pos)
            elif kind == "name":
                if arrays:
                    pos = self._names(start, arrays[-1], brackets[-1])
                    continue
                item = Name(text[start + 1 : pos])
            elif kind == "close" and arrays:
                item = arrays.pop()
                brackets.pop()
            elif kind in ("open", "words", "strings"):
                if len(arrays) == MAX_DEPTH:
                    raise self._too_deep("arrays", start)
                whole = self._whole_array(kind, start, pos)
                if whole is None:
                    arrays.append([])
                    brackets.append(start)
                    pos = start + 1
                    continue
                item = whole
            else:
                raise self._no_value(start, brackets)
            if not arrays:
                return item, pos
            arrays[-1].append(item)

    def _whole_array(self, kind: str, start: int, end: int) -> list[PostScriptValue] | None:
        """An array that can be read at once; None if its items must be read one by one."""
        if kind == "strings":
            return self._flat_strings(start, end)
        if kind == "words":
            words = self._words
            try:
                return [words[word] for word in self.text[start + 1 : end - 1].split()]
            except KeyError:
                return None
        return None

    def _names(self, start: int, items: list[PostScriptValue], opened: int) -> int:
        """Appends the names at ``start`` to the items of an array; returns the end of the last name."""
        if self.begins_line(start):
            raise self._unclosed_array(start, opened)
        run = _NAMES.match(self.text, start)
        assert run is not None, "a name begins here"
        names = run.group().split("/")[1:]
        self._count(len(names))
        items += [Name(name.rstrip("\t ")) for name in names]
        return run.end()

    def _flat_strings(self, start: int, end: int) -> list[PostScriptValue]:
        text, starts = self.text, self._line_starts
        line = bisect_right(starts, start)
        found: list[PostScriptValue] = []
        for match in ticking(_FLAT_STRING.finditer(text, start, end)):
            at, behind = match.span()
            while line < len(starts) and starts[line] <= at:
                line += 1
            found.append(Line(text[at + 1 : behind - 1], line, at + 2 - starts[line - 1]))
        self._count(len(found))
        return found

    def _count(self, values: int) -> None:
        """Counts values that were read. Raises FormatError for too many."""
        self._n_values += values
        if self._n_values > MAX_VALUES:
            what, wanted = "the text holds too many values", f"at most {MAX_VALUES}"
            raise FormatError(what, expected=wanted, found="more", code="too-large")

    def item_start(self, pos: int, path: Sequence[int]) -> int:
        """Where an item of the (valid) value at ``pos`` begins, given by a path of indices.

        If there is no such item, where the value begins.
        """
        wanted, first, counts = list(path), -1, [0]
        while True:
            match = _TOKEN.match(self.text, pos)
            assert match is not None and match.lastgroup is not None, "some group matches anything"
            kind = match.lastgroup
            start, pos = match.span(kind)
            first = start if first < 0 else first
            if kind == "close":
                counts.pop()
            elif counts[1:] == wanted:
                return start
            elif kind in ("open", "words", "strings"):
                counts.append(0)
                pos = start + 1
                continue
            elif kind in ("string", "procedure"):
                pos = self._readers[kind](start, pos)[1]
            if len(counts) < 2:
                return first
            counts[-1] += 1

    def _unclosed_array(self, start: int, opened: int) -> FormatError:
        """The error for a key, or the dictionary's end, inside an array."""
        line, column = self.place(opened)
        what = f"the array from line {line}, column {column} is not closed"
        return self.fault(what, start, '"]"', code="unclosed-array")

    def _no_value(self, start: int, brackets: list[int]) -> FormatError:
        """The error for text that begins no value."""
        if brackets and start == len(self.text):
            return self.fault("the array is not closed", brackets[-1], '"]"', END, "unclosed-array")
        if brackets and self.text.startswith(">>", start):
            return self._unclosed_array(start, brackets[-1])
        what = "a dictionary cannot be a value here" if self.text.startswith("<<", start) else "this is not a value"
        return self.fault(what, start, A_VALUE, code="bad-value")

    def _flat_string(self, start: int, end: int) -> tuple[PostScriptValue, int]:
        return Line(self.text[start + 1 : end - 1], *self.place(start + 1)), end

    def _word(self, start: int, end: int) -> tuple[PostScriptValue, int]:
        word = self.text[start:end]
        try:
            return self._words[word], end
        except KeyError:
            pass
        if not _REAL.fullmatch(word):
            if word[0].isalpha() and word.lower() not in ("true", "false", "none", "null"):
                what, wanted = "text needs parentheses", f"({shortened(word)})"
                raise self.fault(what, start, wanted, shown(word), "bad-value")
            raise self.fault("this is not a value", start, A_VALUE, shown(word), "bad-value")
        raise self.fault("the number is too large", start, f"at most {MAX_DIGITS} digits", shown(word), "bad-number")

    def _string(self, start: int, end: int) -> tuple[PostScriptValue, int]:
        source = self.text[start + 1 : end - 1]
        place = self.place(start + 1)
        if len(source) > MAX_STRING:
            wanted = f"at most {MAX_STRING} characters"
            raise self.fault("the string is too long", start, wanted, str(len(source)), "too-large")
        return CodedLine(decoded(source), *place, source=source) if _CODED.search(source) else Line(source, *place), end

    def _nested_string(self, start: int, _end: int) -> tuple[PostScriptValue, int]:
        return self._string(start, self._string_end(start))

    def _hex_string(self, start: int, end: int) -> tuple[PostScriptValue, int]:
        source = self.text[start + 1 : end - 1]
        place = self.place(start + 1)
        if not source:
            return Line("", *place), end
        return CodedLine(decoded_hex(source), *place, source=source, hexadecimal=True), end

    def _code(self, start: int, end: int) -> tuple[PostScriptValue, int]:
        return Procedure(self.text[start:end]), end

    def _procedure(self, start: int, _end: int) -> tuple[PostScriptValue, int]:
        return self._code(start, self.procedure_end(start))

    def _too_deep(self, what: str, start: int) -> FormatError:
        wanted = f"at most {MAX_DEPTH} inside each other"
        return self.fault(f"the {what} are nested too deep", start, wanted, code="too-deep")

    def _string_end(self, start: int) -> int:
        """The end of the string whose opening parenthesis is at ``start``."""
        depth = 0
        for match in ticking(_PARENTHESIS.finditer(self.text, start)):
            char = match.group()
            if char == "(":
                depth += 1
            elif char == ")":
                depth -= 1
                if not depth:
                    return match.end()
        raise self.fault("the string is not closed", start, '")"', END, "unclosed-string")

    def procedure_end(self, start: int) -> int:
        """The end of the procedure whose opening brace is at ``start``; strings and comments in it are skipped."""
        depth, pos = 0, start
        while match := _BRACE.search(self.text, pos):
            tick()
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
        raise self.fault("the procedure is not closed", start, '"}"', END, "unclosed-procedure")


def _line_starts(text: str) -> array[int]:
    """The offsets at which lines begin."""
    starts = array("Q", [0])  # smaller than a list, as a text may consist of newlines
    if "\r" in text:
        starts.extend(match.end() for match in ticking(NEWLINE.finditer(text)))
        return starts
    for begin in range(0, len(text), _BLOCK):
        tick()
        lengths = map(len, text[begin : begin + _BLOCK].split("\n")[:-1])
        starts.extend(map(add, accumulate(lengths), count(begin + 1)))
    return starts


# -- writing ---------------------------------------------------------------------------------------------------------

_NAME = re.compile(rf"{_REGULAR}*+")
_TO_ESCAPE = re.compile(r"[\x00-\x1f\x7f-\x9f\\()]")
_ESCAPED = {char: "\\" + letter for letter, char in ESCAPES.items()}


def written(value: Writable, newline: str = "\n") -> str:
    """A value as PostScript. Arrays of strings or of arrays take a line for each item, other arrays one line.

    :raises WriteError: if no PostScript would be read back as the same value.
    """
    return spelled(as_read(value), newline)


def as_read(value: Writable, depth: int = 0) -> PostScriptValue:
    """A value in the types that reading yields."""
    if value is None or isinstance(value, int | Real | Name | Procedure | Line):
        return value
    if isinstance(value, str):
        return Line(value, 0)
    if isinstance(value, float):
        return Real(repr(value))
    if depth == MAX_DEPTH:
        raise WriteError(f"arrays are nested more than {MAX_DEPTH} deep")
    return [as_read(item, depth + 1) for item in value]


def spelled(value: PostScriptValue, newline: str) -> str:
    """A value of the types that reading yields, as PostScript."""
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
    if abs(value) >= 10**MAX_DIGITS:
        raise WriteError(f"an integer has more than {MAX_DIGITS} digits")
    return str(value)


def _checked(text: str, good: bool, kind: str) -> str:
    if not good:
        raise WriteError(f"{shown(text)} cannot be written as a {kind} of PostScript")
    return str(text)


def _is_real(text: str) -> bool:
    return not _INTEGER.fullmatch(text) and _REAL.fullmatch(text) is not None and math.isfinite(float(text))


def _is_procedure(text: str) -> bool:
    try:
        return text.startswith("{") and Reader(text).procedure_end(0) == len(text)
    except FormatError:
        return False


def _written_array(items: list[PostScriptValue], newline: str) -> str:
    upright = any(isinstance(item, list | Procedure) for item in items) or all(isinstance(item, Line) for item in items)
    parts = ["["]
    for item in items:
        text = spelled(item, newline)
        # At the start of a line, a name would be taken for the next key. An array over several lines needs no new line.
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
    """The offsets of the unbalanced parentheses."""
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
