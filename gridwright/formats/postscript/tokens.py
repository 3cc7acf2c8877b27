"""Reads the values of PostScript, each with its place in the text; nothing is executed."""

from __future__ import annotations

import math
import re
from array import array
from bisect import bisect_right
from typing import Final, cast

from ..errors import FormatError, Line, shown
from .values import MAX_DEPTH, MAX_DIGITS, BrokenLine, Name, Procedure, Real, Value

END: Final = "the end of the text"
A_VALUE: Final = "a number, true, false, null, a name, a string, an array or a procedure"

# All repetitions are possessive: nothing here ever backtracks, so the time stays linear.
REGULAR: Final = r"[^\0\t\n\f\r ()<>\[\]{}/%]"  # PostScript's regular characters: what names and numbers consist of
_WHITE = re.compile(r"(?:[\0\t\n\f\r ]++|%[^\r\n]*+)*+")
_TOKEN = re.compile(
    rf"{_WHITE.pattern}(?:"
    r"(?P<flat>\([^()\\\r\n]*+\))"  # the usual string, without anything to decode: worth a way of its own
    rf"|(?P<word>{REGULAR}++)"
    r"|(?P<open>\[)"
    r"|(?P<close>\])"
    r"|(?P<string>\()"
    rf"|(?P<name>/{REGULAR}*+)"
    r"|(?P<hex><[0-9A-Fa-f\0\t\n\f\r ]*+>)"
    r"|(?P<procedure>\{)"
    r"|(?P<odd>.)"
    r"|(?P<end>\Z))",
    re.DOTALL,
)
NEWLINE = re.compile(r"\r\n|\r|\n")
INTEGER = re.compile(r"[+-]?[0-9]++")
REAL = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?+")
_HEX_DIGIT = re.compile(r"[0-9A-Fa-f]")
_PARENTHESIS = re.compile(r"[()]|\\.", re.DOTALL)
_BRACE = re.compile(r"[{}(]|%[^\r\n]*+")
_TO_DECODE = re.compile(r"[\\\r\n]")
_PIECE = re.compile(r"\\(?:[0-7]{1,3}+|\r\n|.)|\r\n|\r|\n|[^\\\r\n]++", re.DOTALL)

ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


class Reader:
    """Reads one text. All places are offsets in it, until an error or a ``Line`` needs lines and columns.

    ``trace``, if wanted, tells the offset of each item of a value by its path of indices.
    """

    def __init__(self, text: str, *, trace: bool = False) -> None:
        self.text = text
        self.trace: dict[tuple[int, ...], int] = {}
        self._tracing = trace
        self._line_starts = array("Q", [0])  # not a list: a text may consist of newlines
        self._line_starts.extend(match.end() for match in NEWLINE.finditer(text))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

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
        return cast("re.Match[str]", _WHITE.match(self.text, pos)).end()

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
            raise self.fault("the array is not closed", brackets[-1], '"]"', END, "unclosed-array")
        key = kind == "name" and self.begins_line(start)
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
            raise self.fault("a dictionary cannot be a value here", start, A_VALUE, code="bad-value")
        raise self.fault("this is no value", start, A_VALUE, code="bad-value")

    def _word(self, word: str, start: int) -> Value:
        if word in _WORDS:
            return _WORDS[word]
        if INTEGER.fullmatch(word):
            digits = word.lstrip("+-0")
            if len(digits) <= MAX_DIGITS:
                return int(digits or "0") * (-1 if word[0] == "-" else 1)
        elif REAL.fullmatch(word):
            real = Real(word)
            if math.isfinite(real):
                return real
        else:
            raise self.fault("this is no value", start, A_VALUE, shown(word), "bad-value")
        raise self.fault("the number is too large", start, f"at most {MAX_DIGITS} digits", shown(word), "bad-number")

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
        raise self.fault("the string is not closed", start, '")"', END, "unclosed-string")

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
        raise self.fault("the procedure is not closed", start, '"}"', END, "unclosed-procedure")

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
        return "" if code[0] in "\r\n" else ESCAPES.get(code, code)

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
