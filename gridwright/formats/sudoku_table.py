"""Tables of sudokus: CSV, TSV and the like, with a heading that names the columns."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from itertools import islice
from typing import NamedTuple

from ..logic.ticks import ticking
from .errors import FormatError, is_number, shown
from .sudoku_lines import Row, head_length, side_of, text_lines

_DELIMITERS = ",;\t|"
_PUZZLE = (
    "puzzle", "puzzles", "quizzes", "quiz", "board", "boards", "grid", "grids", "sudoku", "unsolved", "problem",
    "question", "givens", "clues",
)  # fmt: skip
"""The names of columns with puzzles, the most certain first: a column ``clues`` may also count them."""
_ANSWER = ("first_solution", "solution", "answer", "answers", "solved", "solutions")
_COUNT = "solutions"
"""Beside a column with answers, this is their number."""
_ABOUT = (("title", "name", "id"), ("author", "setter"), ("difficulty", "rating", "level"))
_MISSING = ("", "nan", "none", "null")
_LOOK = 20_000
"""How much of a text is examined to find the heading."""
_LONGEST = 2000
"""The most characters of a heading."""
_NAMED = 12
"""The most columns that an error names."""


class TableLine(NamedTuple):
    """A line of a table: a puzzle, its solution if it has exactly one, and its title, author and difficulty."""

    puzzle: Row
    solution: Row | None
    about: tuple[str, ...]


@dataclass(frozen=True)
class SudokuTable:
    """A text that is a table. ``line`` is the number of the line with the heading."""

    text: str
    line: int
    delimiter: str
    names: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> SudokuTable | None:
        """The table that a text is, by its heading or the grids in its fields; None for any other text."""
        lines = text_lines(text[:_LOOK])
        start = head_length(lines)
        inked = list(islice((i for i, line in enumerate(lines[start:], start) if _is_inked(line)), 2))
        if not inked:
            return None
        heading = lines[inked[0]]
        if len(heading) > _LONGEST or any(line.lower().startswith("symbols:") for line in lines[:start]):
            return None
        delimiter = ","
        if any(char in heading for char in _DELIMITERS):  # otherwise there is a single column
            with suppress(csv.Error):
                delimiter = csv.Sniffer().sniff(heading, _DELIMITERS).delimiter
        names = tuple("_".join(name.lower().split()) for name in _fields(heading, delimiter))
        table = cls(text, inked[0] + 1, delimiter, names)
        grids = len(names) > 1 and any(_is_grid(field) for i in inked for field in _fields(lines[i], delimiter))
        return table if grids or table.has_puzzles else None

    def column(self, names: Sequence[str]) -> int | None:
        """The index of the column with the first of some names that there is."""
        return next((self.names.index(name) for name in names if name in self.names), None)

    @property
    def has_puzzles(self) -> bool:
        """Whether the heading names a column of puzzles."""
        return self.column(_PUZZLE[:6] if len(self.names) == 1 else _PUZZLE) is not None

    @cached_property
    def ignored(self) -> str:
        """The warning about columns that are not read; empty if there are none."""
        used = {self.column(names) for names in (_PUZZLE, _ANSWER, (_COUNT,), *_ABOUT)}
        names = [shown(name) for i, name in enumerate(self.names) if name and i not in used]
        return f"ignored: the column{'s' if len(names) > 1 else ''} {', '.join(names)}" if names else ""

    def lines(self, *, located: bool) -> Iterator[TableLine]:
        """The lines below the heading. Raises FormatError.

        Only the rows of ``located`` lines, which take longer, have the column in their errors.
        """
        puzzle, answer, count = self.column(_PUZZLE), self.column(_ANSWER), self.column((_COUNT,))
        if puzzle is None:
            raise self._unknown_columns()
        about = [self.column(names) for names in _ABOUT]
        told = any(column is not None for column in about)
        raw = text_lines(self.text) if located else []
        first = True
        for number, fields in self._records():
            line = raw[number - 1] if located else ""
            if first and answer == count and count is not None and is_number(fields[count]):
                answer = None  # there are no answers, only their numbers
            first = False
            solution = None
            if answer is not None and fields[answer].strip().lower() not in _MISSING:
                unique = count is None or count == answer or self._number(line, number, fields, count) == 1
                solution = self._row(line, number, fields, answer) if unique else None
            texts = tuple("" if i is None else fields[i].strip() for i in about) if told else ()
            yield TableLine(self._row(line, number, fields, puzzle), solution, texts)

    def _records(self) -> Iterator[tuple[int, list[str]]]:
        """The fields of each line, with its number."""
        rest = islice(StringIO(self.text.removeprefix("\ufeff"), newline=""), self.line, None)
        reader = csv.reader(rest, delimiter=self.delimiter)
        before, n = self.line, len(self.names)
        try:
            for fields in ticking(reader):
                number, before = before + 1, self.line + reader.line_num
                if not any(fields) or fields[0].startswith("#"):
                    continue
                if len(fields) != n and (len(fields) < n or any(fields[n:])):
                    raise FormatError("a line of another length", number, 1, f"{n} fields", str(len(fields)),
                                      code="MalformedGrid")  # fmt: skip
                yield number, fields
        except csv.Error as fault:
            raise FormatError(f"this is not a line of a table: {fault}", before + 1, 1, code="MalformedGrid") from None

    def _row(self, line: str, number: int, fields: Sequence[str], column: int) -> Row:
        """A field without white space; ``line`` is empty unless it is to be located."""
        field = fields[column]
        text = field if field.isalnum() else "".join(field.split())
        start = _start(line, self.delimiter, column) if line else 0
        # A field of several lines, or after one, has no column here.
        return Row(text, number, line, start) if line.startswith(field, start) and line else Row(text, number, field)

    def _number(self, line: str, number: int, fields: Sequence[str], column: int) -> int:
        """How many solutions a puzzle has."""
        text = fields[column].strip()
        if not is_number(text):
            field = self._row(line, number, fields, column)
            raise field.error("not a number", expected="how many solutions there are", found=shown(text))
        return int(text)

    def _unknown_columns(self) -> FormatError:
        if any(map(_is_grid, self.names)):
            what, expected, found = "a table without a heading", "a first line such as puzzle,solution", ""
        else:
            what, expected = "no column is known to hold puzzles", f"a column named {', '.join(_PUZZLE[:7])} or givens"
            more = f" and {len(self.names) - _NAMED} more" if len(self.names) > _NAMED else ""
            found = f"the columns {', '.join(map(shown, self.names[:_NAMED]))}{more}"
        return FormatError(what, self.line, 1, expected, found, code="MalformedGrid")

    def empty(self) -> FormatError:
        """The error for a table without lines."""
        what, found = "the table holds no puzzles", "only a heading"
        return FormatError(what, self.line, 1, "a puzzle on each line below the heading", found, code="MalformedGrid")


def _is_inked(line: str) -> bool:
    return bool(line) and not line.isspace() and not line.startswith("#")


def _fields(line: str, delimiter: str) -> list[str]:
    """The fields of a single line."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _is_grid(field: str) -> bool:
    """Whether a field may be a sudoku of at least 4 x 4."""
    text = field.strip()
    side = side_of(len(text))
    return side >= 4 and len(set(text) - set(".0")) <= side and all(char.isalnum() or char == "." for char in text)


def _start(line: str, delimiter: str, column: int) -> int:
    """Where a field begins in a line, behind its quote."""
    at = 0
    for _ in range(column):
        quoted = False
        while at < len(line) and (quoted or line[at] != delimiter):
            quoted ^= line[at] == '"'
            at += 1
        at += 1
    return at + (line[at : at + 1] == '"')
