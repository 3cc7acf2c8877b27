"""Proves new puzzles: each is written as a file, read back, and solved by the ordinary solver.

No other module of making knows formats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from ..board.rect import Rect
from ..engine.solve.search import answers_with
from ..formats.errors import FormatError, WriteError
from ..formats.reading import can_hold, read_text, write_text
from ..language.genre import Genre
from ..language.puzzle import Puzzle
from .effort import Effort
from .faults import Unproved

_SLICES = 1_000
"""The work that a proof may take, in slices of solving."""


def file_format(puzzle: Puzzle) -> str:
    """The format of files with a puzzle: the first of its genre, or JSON if it has none or none for boards with
    holes."""
    dialect = next(iter(puzzle.genre.dialects), None)
    shaped = puzzle.genre.making.board is not Rect.of or getattr(dialect, "holes", False)
    has_holes = isinstance(puzzle.board, Rect) and puzzle.board.holes and not shaped
    return "json" if dialect is None or has_holes else str(dialect.format)


def formats_of(puzzle: Puzzle, among: Iterable[str] | None = None) -> list[str]:
    """The formats that can hold a puzzle; by default of all, else of some. Raises ValueError for an unknown one."""
    if among is None:
        among = dict.fromkeys(("json", *(str(dialect.format) for dialect in puzzle.genre.dialects)))
    return [format for format in among if can_hold(format, puzzle)]


def is_held(puzzle: Puzzle, formats: Iterable[str]) -> bool:
    """Whether all of some formats can hold a puzzle."""
    return all(can_hold(format, puzzle) for format in formats)


def prove(puzzle: Puzzle, clock: Effort) -> None:
    """Raises Unproved unless a file can hold the puzzle, and what the file holds has just one answer.

    Puzzles of genres without a format are only solved. Raises TimeUp, and TooHard where that takes too much work.
    """
    held = _read_back(puzzle) if puzzle.genre.dialects else puzzle
    clock.allow(_SLICES)
    if len(list(islice(answers_with(held, clock), 2))) != 1:
        raise Unproved("the solver does not find just one answer")


def _read_back(puzzle: Puzzle) -> Puzzle:
    """The puzzle that its file holds, which must be the same. Raises Unproved."""
    format = file_format(puzzle)
    try:
        text = write_text(puzzle, format)
        held = read_text(text, _Shelf(puzzle.genre), format)[0].puzzle
    except WriteError as fault:
        raise Unproved(f"the format {format} cannot hold what was made: {fault}") from fault
    except FormatError as fault:
        raise Unproved(f"what was written in the format {format} cannot be read: {fault}") from fault
    if held != puzzle:
        raise Unproved(f"what is read in the format {format} is not what was written")
    return held


class _Shelf:
    """One genre, whether or not it is registered."""

    def __init__(self, genre: type[Genre]) -> None:
        self._genre = genre

    def dialects(self, format: str, name: str | None = None) -> Iterator[tuple[type[Genre], Any]]:
        """Its dialects of a format."""
        return ((self._genre, one) for one in self._genre.dialects
                if one.format == format and (name is None or name in one.names))

    def genre(self, name: str) -> type[Genre]:
        """The genre, whose own name a file has."""
        del name
        return self._genre

    def near(self, format: str, name: str) -> list[str]:
        """No other names."""
        del format, name
        return []
