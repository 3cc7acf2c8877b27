"""A canvas of characters, each with a tone; the characters that draw boards; the width of text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any
from unicodedata import combining, east_asian_width

from ...language.look import Look

JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Joints of lines; the ternary digits of the index are the weights (0 to 2) of the arms up, right, down and left."""
ARMS = {char: (i // 27, i // 9 % 3, i // 3 % 3, i % 3) for i, char in enumerate(JOINTS) if i}
"""The arms (up, right, down, left) of a joint."""
FILL, GIVEN_FILL, HOLE_FILL = "█", "▓", "▒"
DOT, CROSS, CLUE = "·", "×", "■"
SIGNS = {"wrong": "!", "other": "!", "fresh": "!", "reason": "'"}
"""The characters that mark a spot if there are no colours, by the tones that mark it in colour."""
RAILS = (" ─═≡", " │║╫")
_PLAIN = {
    **dict.fromkeys(JOINTS[1:], "+"), **dict.fromkeys("─━╴╸╶╾╺╼−", "-"), **dict.fromkeys("│┃╷╻╵╽╹╿", "|"),
    **dict.fromkeys("█■▐▌", "#"), **dict.fromkeys("▓▒", "%"), **dict.fromkeys("★●", "*"),
    "═": "=", "≡": "E", "║": "H", "╫": "M", "╬": "+", "·": ".", "×": "x", "○": "O",
    "┄": ".", "┆": ":", "┅": "=", "┇": "H", "░": "~", "←": "<", "→": ">", "↑": "^", "↓": "v",
    "╲": "\\", "╱": "/", "♣": "t", "☆": "o", "≠": "/",
    "≤": "<", "≥": ">", "–": "-", "÷": "/",
}  # fmt: skip
_TABLE = str.maketrans(_PLAIN)
_CODES = re.compile("\x1b\\[[0-9;]*m")


def text_width(line: str) -> int:
    """The number of columns that a line takes in a terminal: none for colour codes, two for wide characters."""
    if line.isascii() and "\x1b" not in line:
        return len(line)
    return sum(map(char_width, _CODES.sub("", line)))


@lru_cache(maxsize=4096)  # boards have few different characters, each many times
def char_width(char: str) -> int:
    """The number of columns that a character takes."""
    return 0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1


def printable(text: str) -> str:
    """The text without control characters, which would act on the terminal or disturb the columns."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "�" for c in text)


def seven_bit(text: str) -> str:
    """The text with each character replaced by a similar 7-bit character."""
    return text if text.isascii() else text.translate(_TABLE).encode("ascii", "replace").decode("ascii")


def seven_bit_glyph(look: Look, glyph: str, value: Any) -> str:
    """A symbol as 7-bit characters: the one that its look defines, or else a similar one.

    If there is none, its value, if that is plain text.
    """
    if value in look.seven_bit:
        return look.seven_bit[value]
    plain = seven_bit(glyph)
    if isinstance(value, str) and value.isascii() and value and (plain in "+?" or glyph in ARMS):
        return value
    return plain


def side_by_side(left: str, right: str, gap: int = 4) -> str:
    """Two texts next to each other, with their first lines level."""
    rows = list(zip_longest(left.split("\n"), right.split("\n"), fillvalue=""))
    margin = max(text_width(row) for row, _ in rows) + gap
    return "\n".join(f"{row}{' ' * (margin - text_width(row))}{other}".rstrip() for row, other in rows)


def word(value: Any) -> str:
    """A value as text for a cell."""
    if value is None or value is True:
        return CLUE
    if isinstance(value, tuple):
        return "".join("?" if part is None else printable(str(part)) for part in value)
    return printable(str(value))


# -- the canvas -------------------------------------------------------------------------------------------------------

_TONES = {
    "wrong": "\x1b[7;31m", "other": "\x1b[7;33m", "fresh": "\x1b[7;32m", "reason": "\x1b[4m",
    "answer": "\x1b[36m", "given": "\x1b[1m", "block": "\x1b[7m", "dim": "\x1b[2m",
}  # fmt: skip
_RESET = "\x1b[0m"
_AREAS = frozenset(("wrong", "other", "fresh", "reason", "block"))
"""The tones that are visible on blanks."""
_FAINT = {DOT, CROSS}


class Canvas:
    """Rows of characters, one for each column of the terminal; a wide character is followed by an empty string."""

    def __init__(self, rows: list[list[str]], toned: bool) -> None:
        self.rows = rows
        self.tones = [[""] * len(row) for row in rows] if toned else None

    def draw(self, row: int, column: int, text: str, tone: str = "") -> None:
        """Writes characters of one column each."""
        end = column + len(text)
        self.rows[row][column:end] = text
        if self.tones is not None:
            self.tones[row][column:end] = [tone] * len(text)

    def write(self, row: int, column: int, text: str, tone: str = "") -> None:
        """Writes any characters; those outside the canvas are lost."""
        if text.isascii():
            self.draw(row, column, text, tone)
            return
        chars: list[str] = []
        for char in text:
            width = char_width(char)
            if width == 0 and chars:
                chars[-1 if chars[-1] else -2] += char
            else:
                chars += [char, ""][:width]
        self.rows[row][column : column + len(chars)] = chars
        if self.tones is not None:
            self.tones[row][column : column + len(chars)] = [tone] * len(chars)

    def tint(self, row: int, start: int, end: int, tone: str) -> None:
        """Gives some characters of a row a tone."""
        if self.tones is not None:
            self.tones[row][start:end] = [tone] * (end - start)

    def lines(self, spans: Sequence[tuple[int, int]]) -> list[str]:
        """The rows as lines, limited to the columns of some spans (start, end)."""
        if self.tones is None:
            return ["".join("".join(row[a:b]) for a, b in spans).rstrip() for row in self.rows]
        return [
            _coloured([c for a, b in spans for c in row[a:b]], [t for a, b in spans for t in tones[a:b]])
            for row, tones in zip(self.rows, self.tones, strict=True)
        ]


def _coloured(chars: Sequence[str], tones: Sequence[str]) -> str:
    """A line with colour codes; blanks keep the colour before them if their own would not be visible."""
    out: list[str] = []
    last = ""
    end = len("".join(char or " " for char in chars).rstrip())
    for char, given in zip(chars[:end], tones[:end], strict=True):
        tone = given or ("dim" if char in _FAINT else "")
        if tone != last and (char.strip() or not _AREAS.isdisjoint((tone, last))):
            out.append((_RESET if last else "") + _TONES.get(tone, ""))
            last = tone
        out.append(char)
    return "".join(out) + (_RESET if last else "")
