"""A canvas of characters, each with a tone; the characters that boards are drawn with, and how wide text is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from unicodedata import combining, east_asian_width

from ...language.look import Look

JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""What stands where lines meet; the weights (0 to 2) of the arms up, right, down and left are the index's digits."""
ARMS = {char: (i // 27, i // 9 % 3, i // 3 % 3, i % 3) for i, char in enumerate(JOINTS) if i}
"""The arms (up, right, down, left) of a joint."""
FILL, GIVEN_FILL, HOLE_FILL = "█", "▓", "▒"
DOT, CROSS, CLUE = "·", "×", "■"
SIGNS = {"wrong": "!", "other": "!", "fresh": "!", "reason": "'"}
"""What marks a spot where there are no colours, by the tone that marks it where there are."""
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
    """How many columns of a terminal a line takes: colour codes take none, wide characters two."""
    if line.isascii() and "\x1b" not in line:
        return len(line)
    return sum(map(char_width, _CODES.sub("", line)))


@lru_cache(maxsize=4096)  # boards hold few different characters, each many times
def char_width(char: str) -> int:
    """How many columns a character takes."""
    return 0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1


def printable(text: str) -> str:
    """The text without anything that a terminal would take for an order, or that would upset the columns."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "�" for c in text)


def seven_bit(text: str) -> str:
    """The text in 7-bit characters, each for one that looks like it."""
    return text if text.isascii() else text.translate(_TABLE).encode("ascii", "replace").decode("ascii")


def seven_bit_glyph(look: Look, glyph: str, value: Any) -> str:
    """A symbol in 7-bit characters: the one that its look names, or else one that looks like it.

    Where there is none, the value that it stands for, if that is a character.
    """
    if value in look.seven_bit:
        return look.seven_bit[value]
    plain = seven_bit(glyph)
    told = value if isinstance(value, str) and value.isascii() else ""
    return told if told and (plain in "+?" or glyph in ARMS) else plain


def side_by_side(left: str, right: str, gap: int = 4) -> str:
    """Two texts next to each other, their first lines level."""
    ours, theirs = left.split("\n"), right.split("\n")
    margin = max(map(text_width, ours)) + gap
    rows = max(len(ours), len(theirs))
    ours += [""] * (rows - len(ours))
    theirs += [""] * (rows - len(theirs))
    return "\n".join(
        f"{mine}{' ' * (margin - text_width(mine))}{other}".rstrip() for mine, other in zip(ours, theirs, strict=True)
    )


def word(value: Any) -> str:
    """A clue as it stands in a cell."""
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
"""The tones that are seen on blanks as well."""
_FAINT = {DOT, CROSS}


class Canvas:
    """Rows of characters, one for each column of the terminal: behind a wide one stands an empty string."""

    def __init__(self, rows: list[list[str]], toned: bool) -> None:
        self.rows = rows
        self.tones = [[""] * len(row) for row in rows] if toned else None

    def draw(self, row: int, column: int, text: str, tone: str = "") -> None:
        """Puts characters of one column each."""
        end = column + len(text)
        self.rows[row][column:end] = text
        if self.tones is not None:
            self.tones[row][column:end] = [tone] * len(text)

    def write(self, row: int, column: int, text: str, tone: str = "") -> None:
        """Puts any characters; outside of the canvas they are lost."""
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
        """Gives the characters that stand there a tone."""
        if self.tones is not None:
            self.tones[row][start:end] = [tone] * (end - start)

    def lines(self, spans: Sequence[tuple[int, int]]) -> list[str]:
        """The lines, of each row only those columns that some spans (start, end) tell."""
        if self.tones is None:
            return ["".join("".join(row[a:b]) for a, b in spans).rstrip() for row in self.rows]
        return [
            _coloured([c for a, b in spans for c in row[a:b]], [t for a, b in spans for t in tones[a:b]])
            for row, tones in zip(self.rows, self.tones, strict=True)
        ]


def _coloured(chars: Sequence[str], tones: Sequence[str]) -> str:
    """A line with the codes for its colours; blanks take that of what stands before them, if they have none."""
    out: list[str] = []
    last = ""
    end = len("".join(char or " " for char in chars).rstrip())
    for char, told in zip(chars[:end], tones[:end], strict=True):
        tone = told or ("dim" if char in _FAINT else "")
        if tone != last and (char.strip() or not _AREAS.isdisjoint((tone, last))):
            out.append((_RESET if last else "") + _TONES.get(tone, ""))
            last = tone
        out.append(char)
    return "".join(out) + (_RESET if last else "")
