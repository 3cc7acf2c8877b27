"""Reads PostScript values, each with its position in the text. Nothing is executed."""

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
from ..errors import FormatError, Line, shown
from .strings import NEWLINE, CodedLine, decoded, decoded_hex
from .values import MAX_DEPTH, MAX_DIGITS, MAX_STRING, MAX_VALUES, Name, Procedure, Real, Value

END: Final = "the end of the text"
A_VALUE: Final = "a number, true, false, null, a name, a string, an array or a procedure"

# All repetitions are possessive: nothing here ever backtracks, so the time stays linear.
REGULAR: Final = r"[^\0\t\n\f\r ()<>\[\]{}/%]"  # PostScript's regular characters: what names and numbers consist of
WHITE: Final = r"(?:[\0\t\n\f\r ]++|%[^\r\n]*+)*+"
_WHITE = re.compile(WHITE)
_BLANKS = r"[\t\n\r ]*+"
_FLAT = r"\([^()\\\r\n]*+\)"  # a string without anything to decode: the usual one
_TOKEN = re.compile(
    rf"{WHITE}(?:"
    rf"(?P<flat>{_FLAT})"
    rf"|(?P<word>{REGULAR}++)"
    # Arrays of flat strings, and of numbers and booleans, are nearly all there is in puzzles: worth ways of their own.
    rf"|(?P<strings>\[{_BLANKS}(?:{_FLAT}{_BLANKS})++\])"
    r"|(?P<words>\[[-+.0-9A-Za-z\t\n\r ]*+\])"
    r"|(?P<open>\[)"
    r"|(?P<close>\])"
    r"|(?P<coded>\((?:[^()\\]++|\\.)*+\))"  # a string without parentheses inside
    r"|(?P<string>\()"
    rf"|(?P<name>/{REGULAR}*+)"
    r"|(?P<hex><[0-9A-Fa-f\0\t\n\f\r ]*+>)"
    r"|(?P<code>\{[^{}()%]*+\})"  # a procedure without braces inside
    r"|(?P<procedure>\{)"
    r"|(?P<odd>.)"
    r"|(?P<end>\Z))",
    re.DOTALL,
)
_NAMES = re.compile(rf"(?:/{REGULAR}*+[\t ]*+){{1,1000}}+")
_FLAT_STRING = re.compile(_FLAT)
INTEGER = re.compile(r"[+-]?[0-9]++")
REAL = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?+")
_PARENTHESIS = re.compile(r"[()]|\\.", re.DOTALL)
_BRACE = re.compile(r"[{}(]|%[^\r\n]*+")
_CODED = re.compile(r"[\\\r\n]")
_BLOCK = 2**16
"""So many characters are searched for newlines at a time."""
_Single: TypeAlias = "Callable[[int, int], tuple[Value, int]]"
"""Reads the value of one token, which stands from one offset to another; gives the value and where it ends."""


class _Words(dict[str, Value]):
    """What words mean, each looked at once; raises KeyError for those that are no values."""

    def __init__(self) -> None:
        super().__init__({"true": True, "false": False, "null": None})

    def __missing__(self, word: str) -> Value:
        value: Value
        if INTEGER.fullmatch(word):
            digits = word.lstrip("+-0")
            if len(digits) > MAX_DIGITS:
                raise KeyError(word)
            value = int(digits or "0") * (-1 if word[0] == "-" else 1)
        elif REAL.fullmatch(word) and math.isfinite(float(word)):
            value = Real(word)
        else:
            raise KeyError(word)
        self[word] = value
        return value


class Reader:
    """Reads one text. All places are offsets in it, until an error or a ``Line`` needs lines and columns."""

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
        """Line and column, both from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, offset: int) -> int:
        """The line alone."""
        return bisect_right(self._line_starts, offset)

    def fault(self, what: str, offset: int, expected: str, found: str = "", code: str = "malformed") -> FormatError:
        """An error at ``offset``; by default the rest of the line there is what was found."""
        if not found:
            here = self.text[offset : offset + 40]
            rest = NEWLINE.split(here, maxsplit=1)[0]
            found = shown(rest) if rest else "the end of the line" if here else END
        return FormatError(what, *self.place(offset), expected, found, code=code)

    def begins_line(self, offset: int) -> bool:
        """Whether a line begins there."""
        return offset == 0 or self.text[offset - 1] in "\r\n"

    def white_end(self, pos: int) -> int:
        """Where the white space and the comments end that begin at ``pos``."""
        found = _WHITE.match(self.text, pos)
        assert found is not None, "the empty string is found everywhere"
        return found.end()

    def value(self, pos: int) -> tuple[Value, int]:
        """The value from ``pos`` on, and where it ends."""
        text, readers, token = self.text, self._readers, _TOKEN.match
        arrays: list[list[Value]] = []  # those still open; no recursion, so that the depth is ours to limit
        brackets: list[int] = []
        n = 0
        while True:
            n += 1
            if not n & 63:
                tick()
                self._count(64)
            match = token(text, pos)
            assert match is not None and match.lastgroup is not None, "there is a group for whatever may stand there"
            kind = match.lastgroup
            start, pos = match.span(kind)
            item: Value
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

    def _whole_array(self, kind: str, start: int, end: int) -> list[Value] | None:
        """An array that can be read at once; None if its items are to be read one by one, or are no values."""
        if kind == "strings":
            return self._flat_strings(start, end)
        if kind == "words":
            words = self._words
            try:
                return [words[word] for word in self.text[start + 1 : end - 1].split()]
            except KeyError:
                return None
        return None

    def _names(self, start: int, items: list[Value], opened: int) -> int:
        """Reads the names of an array from ``start`` on, as many as follow one another; gives where they end."""
        if self.begins_line(start):
            raise self._unclosed_array(start, opened)
        run = _NAMES.match(self.text, start)
        assert run is not None, "a name begins here"
        names = run.group().split("/")[1:]
        self._count(len(names))
        items += [Name(name.rstrip("\t ")) for name in names]
        return run.end()

    def _flat_strings(self, start: int, end: int) -> list[Value]:
        text, starts = self.text, self._line_starts
        line = bisect_right(starts, start)
        found: list[Value] = []
        for match in ticking(_FLAT_STRING.finditer(text, start, end)):
            at, behind = match.span()
            while line < len(starts) and starts[line] <= at:
                line += 1
            found.append(Line(text[at + 1 : behind - 1], line, at + 2 - starts[line - 1]))
        self._count(len(found))
        return found

    def _count(self, values: int) -> None:
        """Takes note that so many values more were read. Raises FormatError if they are too many to be kept."""
        self._n_values += values
        if self._n_values > MAX_VALUES:
            what, wanted = "the text holds too many values", f"at most {MAX_VALUES}"
            raise FormatError(what, expected=wanted, found="more", code="too-large")

    def item_start(self, pos: int, path: Sequence[int]) -> int:
        """Where the item begins to which a path of indices leads in the value from ``pos`` on, known to be one.

        If there is no such item, where the value begins.
        """
        wanted, first, counts = list(path), -1, [0]
        while True:
            match = _TOKEN.match(self.text, pos)
            assert match is not None and match.lastgroup is not None, "there is a group for whatever may stand there"
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
        """The error for a key, or the dictionary's end, where an array is still open."""
        line, column = self.place(opened)
        what = f"the array from line {line}, column {column} is not closed"
        return self.fault(what, start, '"]"', code="unclosed-array")

    def _no_value(self, start: int, brackets: list[int]) -> FormatError:
        """The error for what cannot begin a value."""
        if brackets and start == len(self.text):
            return self.fault("the array is not closed", brackets[-1], '"]"', END, "unclosed-array")
        if brackets and self.text.startswith(">>", start):
            return self._unclosed_array(start, brackets[-1])
        what = "a dictionary cannot be a value here" if self.text.startswith("<<", start) else "this is no value"
        return self.fault(what, start, A_VALUE, code="bad-value")

    def _flat_string(self, start: int, end: int) -> tuple[Value, int]:
        return Line(self.text[start + 1 : end - 1], *self.place(start + 1)), end

    def _word(self, start: int, end: int) -> tuple[Value, int]:
        word = self.text[start:end]
        try:
            return self._words[word], end
        except KeyError:
            pass
        if not REAL.fullmatch(word):
            raise self.fault("this is no value", start, A_VALUE, shown(word), "bad-value")
        raise self.fault("the number is too large", start, f"at most {MAX_DIGITS} digits", shown(word), "bad-number")

    def _string(self, start: int, end: int) -> tuple[Value, int]:
        source = self.text[start + 1 : end - 1]
        place = self.place(start + 1)
        if len(source) > MAX_STRING:
            wanted = f"at most {MAX_STRING} characters"
            raise self.fault("the string is too long", start, wanted, str(len(source)), "too-large")
        return CodedLine(decoded(source), *place, source=source) if _CODED.search(source) else Line(source, *place), end

    def _nested_string(self, start: int, _end: int) -> tuple[Value, int]:
        return self._string(start, self._string_end(start))

    def _hex_string(self, start: int, end: int) -> tuple[Value, int]:
        source = self.text[start + 1 : end - 1]
        place = self.place(start + 1)
        if not source:
            return Line("", *place), end
        return CodedLine(decoded_hex(source), *place, source=source, hexadecimal=True), end

    def _code(self, start: int, end: int) -> tuple[Value, int]:
        return Procedure(self.text[start:end]), end

    def _procedure(self, start: int, _end: int) -> tuple[Value, int]:
        return self._code(start, self.procedure_end(start))

    def _too_deep(self, what: str, start: int) -> FormatError:
        wanted = f"at most {MAX_DEPTH} inside each other"
        return self.fault(f"the {what} are nested too deep", start, wanted, code="too-deep")

    def _string_end(self, start: int) -> int:
        """Where the string ends whose parenthesis is at ``start``, behind its last one."""
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
        """Where the procedure ends whose brace is at ``start``; braces in its strings and comments do not count."""
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
    starts = array("Q", [0])  # not a list: a text may consist of newlines
    if "\r" in text:
        starts.extend(match.end() for match in ticking(NEWLINE.finditer(text)))
        return starts
    for begin in range(0, len(text), _BLOCK):
        tick()
        lengths = map(len, text[begin : begin + _BLOCK].split("\n")[:-1])
        starts.extend(map(add, accumulate(lengths), count(begin + 1)))
    return starts
