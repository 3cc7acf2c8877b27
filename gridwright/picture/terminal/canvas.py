"""A canvas of characters, each with a tone."""

from __future__ import annotations

from collections.abc import Sequence

from .chars import CROSS, DOT, char_width

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
