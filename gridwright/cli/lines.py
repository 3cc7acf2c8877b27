"""Files of sudokus, one a line, divided before they are read, so that each process reads its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import gridwright as gw

from ..formats.sources import MAX_LINES
from .boards import Label
from .files import Source, data_of
from .settings import Settings
from .show import Report
from .tasks import Labelled, read

_SIDE = 9
_SYMBOLS = "123456789"
_FEW = 40
"""Files of up to so many puzzles are read at once."""
_FILE = re.compile(rb"(?:[1-9.0]{81}\r?\n)+")


class Lines(NamedTuple):
    """Some lines of a file; the number of puzzles before them."""

    name: str
    first: int
    data: bytes

    def read(self, settings: Settings) -> list[Labelled] | Report:
        """Their puzzles, with their places in the file."""
        # In a file that has a 9, a zero is a blank. These lines need not have one.
        found = read(Source(self.name, data=self.data), replace(settings, format="sudoku", symbols=_SYMBOLS))
        if not isinstance(found, list):
            return found
        return [Labelled(Label(self.name, self.first + i, False), one.reading) for i, one in enumerate(found)]

    def singles(self) -> Iterator[Lines]:
        """Each line by itself."""
        return (Lines(self.name, self.first + i, line) for i, line in enumerate(self.data.splitlines(keepends=True)))


def divided(source: Source, settings: Settings) -> list[Lines]:
    """Each line of a file; none where it is no file of 9x9 sudokus that is read line by line."""
    if settings.options or settings.format not in (None, "sudoku"):
        return []
    try:
        data = data_of(source)
    except gw.FormatError:  # whoever reads the file tells what is wrong
        return []
    lines = data.splitlines(keepends=True) if _FILE.fullmatch(data) else []
    # As many lines as a line has characters may be the rows of one grid.
    if not _FEW < len(lines) <= MAX_LINES or len(lines) == _SIDE**2 or b"9" not in data:
        return []
    return [Lines(source.name, i, line) for i, line in enumerate(lines)]


def joined(lines: Sequence[Lines]) -> Lines:
    """Lines that follow each other as one portion."""
    return Lines(lines[0].name, lines[0].first, b"".join(line.data for line in lines))
