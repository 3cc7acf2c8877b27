"""The lines of a text and their words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..errors import Line
from ..sources import check_lines


def unified(text: str) -> str:
    """A text whose lines end with a line feed, without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


class Page:
    """The lines of a text, each made a ``Line`` only when it is asked for: most of a wrong text never is."""

    def __init__(self, text: str) -> None:
        check_lines(text)
        self.rows = unified(text).split("\n")
        while self.rows and not inked(self.rows[-1]):
            self.rows.pop()

    def line(self, i: int) -> Line:
        """Line ``i``, counted from 0, without the blanks at its end."""
        return Line(self.rows[i].rstrip(), i + 1)

    def blocks_from_below(self, n: int) -> Iterator[range]:
        """Up to ``n`` blocks without a blank line, the last one first; only such as stand below a blank line."""
        end = len(self.rows)
        for _ in range(n):
            while end and not inked(self.rows[end - 1]):
                end -= 1
            start = end
            while start and inked(self.rows[start - 1]):
                start -= 1
            if start == 0:
                return
            yield range(start, end)
            end = start - 1


def inked(row: str) -> bool:
    """Whether a line is more than blanks."""
    return bool(row) and not row.isspace()


def tokens(line: Line) -> list[tuple[str, int]]:
    """The words of a line, each with its place."""
    return [(found[0], found.start()) for found in re.finditer(r"\S+", line.text)]
