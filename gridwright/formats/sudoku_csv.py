"""Sudokus as CSV: a heading, and a puzzle on each line with its solution, difficulty, title and author."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from io import StringIO
from typing import Any

from ..language.puzzle import Puzzle, State
from .dialect import Reading, Shelf
from .errors import FormatError, WriteError
from .plain_text import looks_like_plain_text_or_spf
from .sudoku import table_readings
from .sudoku_lines import SYMBOLS, side_of
from .sudoku_parts import numbers_of, parts_of
from .sudoku_table import SudokuTable

_HEADING = ("puzzle", "solution", "difficulty", "title", "author")


class CsvFormat:
    """Tables of sudokus."""

    name = "csv"

    def sniff(self, text: str) -> bool:
        """Whether a text is a table with a column of puzzles."""
        if looks_like_plain_text_or_spf(text):
            return False
        table = SudokuTable.of(text)
        return table is not None and table.has_puzzles

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a table. Raises FormatError."""
        table = SudokuTable.of(text)
        if table is None:
            expected = "a first line that names the columns, such as puzzle,solution"
            raise FormatError("this is not a table of sudokus", 1, 1, expected, code="MalformedGrid")
        return table_readings(table, shelf, options, self.name)

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """A table with one puzzle. Raises WriteError."""
        parts, about = parts_of(puzzle, dialect), puzzle.about
        if parts.regions is not None or side_of(parts.side**2) < 4:
            raise WriteError("the format has sudokus of 4, 9, 16 or 25 rows with square boxes only")
        cells = [(row, column) for row in range(parts.side) for column in range(parts.side)]
        solution = "" if answer is None else _text(numbers_of(answer, dialect))
        text = StringIO()
        line = (_text(map(parts.given.get, cells)), solution, about.difficulty, about.title, about.author)
        csv.writer(text).writerows((_HEADING, line))  # carriage returns are quoted if lines end with one
        return text.getvalue().replace("\r\n", "\n")


def _text(numbers: Iterable[int | None]) -> str:
    """Numbers as the symbols that readers expect."""
    return "".join("." if n is None else SYMBOLS[n - 1] for n in numbers)
