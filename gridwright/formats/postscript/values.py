"""The PostScript values that a puzzle's dictionary may contain: kinds, equality, and how strings are encoded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias

from ..errors import FormatError, Line

MAX_DEPTH: Final = 32
"""How deep arrays, and the braces of procedures, may be nested."""
MAX_DIGITS: Final = 18
"""Puzzles have no longer integers, and Python refuses to convert very long ones."""
MAX_STRING: Final = 2**20
"""The maximum length of strings that must be decoded. PostScript's own limit is 65535 characters."""
MAX_VALUES: Final = 5_000_000
"""About how many values a text may hold: their objects take much more memory than the text."""


class Real(float):
    """A float that remembers its spelling."""

    __slots__ = ("spelling",)

    spelling: str

    def __new__(cls, spelling: str) -> Real:
        """The number with this spelling."""
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


PostScriptValue: TypeAlias = "bool | int | Real | Name | Procedure | Line | list[PostScriptValue] | None"
"""What is read. Strings are ``Line`` objects, so that errors in a diagram can point to a character."""

Writable: TypeAlias = "bool | int | float | str | Line | Sequence[Writable] | None"
"""What can be written: a ``PostScriptValue``, or ``str`` for a string, ``float`` for a real, a tuple for an array."""


def same(one: Writable, two: Writable) -> bool:
    """Whether two values are of the same kind and equal; positions and spellings do not matter."""
    if isinstance(one, list | tuple) or isinstance(two, list | tuple):
        return (
            isinstance(one, list | tuple)
            and isinstance(two, list | tuple)
            and len(one) == len(two)
            and all(same(a, b) for a, b in zip(one, two, strict=True))
        )
    return _kind(one) == _kind(two)


def _kind(value: Writable) -> tuple[str, object]:
    """A scalar with the name of its kind, so that ``true`` does not equal 1, nor ``/a`` the string ``(a)``."""
    if isinstance(value, Line):
        return "string", value.text
    if isinstance(value, Name | Procedure):
        return type(value).__name__, str(value)
    for kind, name in ((bool, "boolean"), (int, "integer"), (float, "real"), (str, "string")):
        if isinstance(value, kind):
            return name, value
    return "null", None


# -- strings ---------------------------------------------------------------------------------------------------------

NEWLINE: Final = re.compile(r"\r\n|\r|\n")
ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}

# Possessive, like all repetitions in this package: nothing ever backtracks, so the time stays linear.
_CODE = re.compile(r"\\(?:[0-7]{1,3}+|\r\n|.)|\r\n?+", re.DOTALL)
"""Escapes, and newlines other than LF."""
_MEANT: Final = {f"\\{code}": char for code, char in ESCAPES.items()} | {
    "\r": "\n", "\r\n": "\n", "\\\r": "", "\\\n": "", "\\\r\n": "",
}  # fmt: skip
_PIECE = re.compile(rf"{_CODE.pattern}|.", re.DOTALL)
_HEX_DIGIT = re.compile(r"[0-9A-Fa-f]")
_NO_HEX_DIGITS = re.compile(r"[^0-9A-Fa-f]++")


def decoded(source: str) -> str:
    """The string that is written as ``source`` between parentheses."""
    return _CODE.sub(_meant, source)


def _meant(code: re.Match[str]) -> str:
    """What an escape or a newline stands for."""
    text = code.group()
    known = _MEANT.get(text)
    if known is not None:
        return known
    return chr(int(text[1:], 8) & 0xFF) if text[1] in "01234567" else text[1]  # PostScript ignores the overflow


def decoded_hex(source: str) -> str:
    """The string that is written as ``source`` between angle brackets."""
    digits = _NO_HEX_DIGITS.sub("", source)
    return bytes.fromhex(digits + "0" * (len(digits) % 2)).decode("latin-1")  # PostScript completes the last byte


@dataclass
class CodedLine(Line):
    """A string with escapes, over several lines, or in hexadecimal.

    ``source`` is the text between its brackets, in which characters are located when an error is reported.
    """

    source: str = ""
    hexadecimal: bool = False

    def place_of(self, i: int) -> tuple[int, int]:
        """Line and column (from 1) of character ``i``, or of the end."""
        offsets = list(islice(self._offsets(), i + 1))
        beyond = i - len(offsets) + 1
        offset = offsets[-1] if offsets else 0
        newlines = list(NEWLINE.finditer(self.source, 0, offset))
        column = offset - newlines[-1].end() + 1 if newlines else offset + self.column
        return self.number + len(newlines), column + (beyond if offsets else i)

    def _offsets(self) -> Iterator[int]:
        """The offset in the source of each character."""
        if self.hexadecimal:
            yield from [match.start() for match in _HEX_DIGIT.finditer(self.source)][::2]
            return
        for match in _PIECE.finditer(self.source):
            if _MEANT.get(match.group()) != "":
                yield match.start()

    def column_of(self, i: int) -> int:
        """The column (from 1) of character ``i``, or of the end, in its own line."""
        return self.place_of(i)[1]

    def error(
        self, what: str, at: int = 0, *, expected: str = "", found: str = "", code: str = "malformed"
    ) -> FormatError:
        """An error at character ``at`` of this string."""
        return FormatError(what, *self.place_of(at), expected, found, code=code)
