"""Proves made puzzles: each is written as a file, read from there, and solved by the ordinary solver."""

from __future__ import annotations

from ..engine.clock import TimeUp
from ..engine.solve import solve
from ..formats.errors import WriteError
from ..formats.reading import read_text, write_text
from ..language.puzzle import Puzzle
from ..language.rect import Rect
from ..registry import REGISTRY
from .effort import Effort


def file_format(puzzle: Puzzle) -> str:
    """The format of files with a puzzle: the first of its genre, unless that cannot tell that the board has holes."""
    dialect = puzzle.genre.dialects[0]
    shaped = puzzle.genre.making.board is not Rect.of or getattr(dialect, "holes", False)
    return "json" if isinstance(puzzle.board, Rect) and puzzle.board.holes and not shaped else str(dialect.format)


def is_proved(puzzle: Puzzle, clock: Effort) -> bool:
    """Whether a file can hold the puzzle, and what the file holds has just one answer. Raises TimeUp."""
    format = file_format(puzzle)
    try:
        text = write_text(puzzle, format)
    except WriteError:
        return False
    read = read_text(text, REGISTRY, format)[0].puzzle
    if read != puzzle:
        return False
    verdict = solve(read, timeout=clock.left, stop=clock.stop)
    if verdict.status == "undecided":
        raise TimeUp
    return verdict.status == "unique"
