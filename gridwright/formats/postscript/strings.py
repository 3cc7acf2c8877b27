"""The contents of PostScript strings: escapes, hexadecimal digits, and the position of each character in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from ..errors import FormatError, Line

NEWLINE: Final = re.compile(r"\r\n|\r|\n")
ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}

# Possessive, as all repetitions of this package are: nothing ever backtracks, so the time stays linear.
_CODE = re.compile(r"\\(?:[0-7]{1,3}+|\r\n|.)|\r\n?+", re.DOTALL)
"""What does not stand for itself in a string: escapes, and the newlines that are written in two other ways."""
_MEANT: Final = {f"\\{code}": char for code, char in ESCAPES.items()} | {
    "\r": "\n", "\r\n": "\n", "\\\r": "", "\\\n": "", "\\\r\n": "",
}  # fmt: skip
_PIECE = re.compile(rf"{_CODE.pattern}|.", re.DOTALL)
_HEX_DIGIT = re.compile(r"[0-9A-Fa-f]")
_NO_HEX_DIGITS = re.compile(r"[^0-9A-Fa-f]++")


def decoded(source: str) -> str:
    """The string whose text between the parentheses is ``source``."""
    return _CODE.sub(_meant, source)


def _meant(code: re.Match[str]) -> str:
    """What a code stands for."""
    text = code.group()
    known = _MEANT.get(text)
    if known is not None:
        return known
    return chr(int(text[1:], 8) & 0xFF) if text[1] in "01234567" else text[1]  # PostScript ignores the overflow


def decoded_hex(source: str) -> str:
    """The string whose text between the angle brackets is ``source``."""
    digits = _NO_HEX_DIGITS.sub("", source)
    return bytes.fromhex(digits + "0" * (len(digits) % 2)).decode("latin-1")  # PostScript completes the last byte


@dataclass
class CodedLine(Line):
    """A string that does not stand in the file as it reads: with escapes, over several lines, or in hexadecimal.

    ``source`` is what stands between its brackets. Where each character comes from is looked up there only when an
    error has to be reported.
    """

    source: str = ""
    hexadecimal: bool = False

    def place_of(self, i: int) -> tuple[int, int]:
        """Line and column (from 1) of character ``i``, or of the place just behind the end."""
        offsets = list(islice(self._offsets(), i + 1))
        beyond = i - len(offsets) + 1
        offset = offsets[-1] if offsets else 0
        newlines = list(NEWLINE.finditer(self.source, 0, offset))
        column = offset - newlines[-1].end() + 1 if newlines else offset + self.column
        return self.number + len(newlines), column + (beyond if offsets else i)

    def _offsets(self) -> Iterator[int]:
        """Where in the source each character begins."""
        if self.hexadecimal:
            yield from [match.start() for match in _HEX_DIGIT.finditer(self.source)][::2]
            return
        for match in _PIECE.finditer(self.source):
            if _MEANT.get(match.group()) != "":
                yield match.start()

    def column_of(self, i: int) -> int:
        """The column (from 1) of character ``i``, or of the place behind the end, in the line that it stands in."""
        return self.place_of(i)[1]

    def error(
        self, what: str, at: int = 0, *, expected: str = "", found: str = "", code: str = "malformed"
    ) -> FormatError:
        """A fault at character ``at`` of this string."""
        return FormatError(what, *self.place_of(at), expected, found, code=code)
