"""The characters that boards are drawn with, and how wide text is."""

from __future__ import annotations

import re
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


# -- clues in words ---------------------------------------------------------------------------------------------------


def word(value: Any) -> str:
    """A clue as it stands in a cell."""
    if value is None or value is True:
        return CLUE
    if isinstance(value, tuple):
        return "".join("?" if part is None else printable(str(part)) for part in value)
    return printable(str(value))
