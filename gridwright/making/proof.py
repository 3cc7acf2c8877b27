"""Proves made puzzles: each is written as a file, read from there, and solved by the ordinary solver."""

from __future__ import annotations

from ..engine.clock import TimeUp
from ..engine.solve import solve
from ..formats.errors import WriteError
from ..formats.reading import read_text, write_text
from ..language.puzzle import Puzzle
from ..registry import REGISTRY
from .effort import Effort


def is_proved(puzzle: Puzzle, clock: Effort) -> bool:
    """Whether a file can hold the puzzle, and what the file holds has just one answer. Raises TimeUp."""
    format = puzzle.genre.dialects[0].format
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
