"""Gridwright reads, solves, proves, checks, draws and converts pencil puzzles.

    import gridwright as gw
    puzzle = gw.read("nurikabe.txt")
    verdict = gw.solve(puzzle, timeout=10)
    gw.check(puzzle, verdict.answers[0])
    gw.draw(puzzle, verdict.answers[0]).save("solved.pdf")
    gw.write(puzzle, "spf", answer=verdict.answers[0])
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from .engine.check import Violation, check
from .engine.clock import TimeUp
from .engine.solve import Verdict, all_answers, common_marks, solve
from .formats.errors import FormatError, WriteError
from .language.board import Board, Rect, Spot
from .language.genre import About, Genre, Puzzle, State, print_with
from .language.validation import PuzzleError
from .registry import REGISTRY, UnknownGenre

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .engine.diagnosis import Diagnosis, diagnose
    from .engine.hints import Mistake, hint, mistakes
    from .engine.rating import Rating, rate
    from .engine.steps import Step
    from .formats.dialect import Reading
    from .formats.reading import Decoded
    from .picture.picture import Picture
    from .walkthrough import Path as ExplainedPath

    Source = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]

__version__ = "0.1.0"

_NAME_WITH_ENDING = re.compile(r"\S{0,80}[^\s.]\.[A-Za-z][A-Za-z0-9]{0,4}")
"""What is a path even where no such file is: no line of a puzzle has one dot only, and that near its end."""


def _printed(puzzle: Puzzle, state: State | None) -> str:
    from .picture.terminal import board_text

    return board_text(puzzle, state)


print_with(_printed)

_LATER = {
    "Diagnosis": "engine.diagnosis", "Mistake": "engine.hints", "Rating": "engine.rating", "Step": "engine.steps",
    "diagnose": "engine.diagnosis", "hint": "engine.hints", "mistakes": "engine.hints", "rate": "engine.rating",
}  # fmt: skip
"""Names that are imported when they are first used, because importing them takes longer than solving a puzzle."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_LATER[name]}", __name__), name)


def genre(name: str) -> type[Genre]:
    """The genre of a name or an alias, whatever its case and punctuation. Raises UnknownGenre."""
    return REGISTRY.genre(name)


def known_genres() -> tuple[type[Genre], ...]:
    """Every genre, by name, those of other installed packages included."""
    return REGISTRY.genres


def read_all(source: Source, format: str | None = None, **options: Any) -> list[Reading]:
    """Every puzzle of a source, each with the answer that stands beside it and the reader's warnings.

    ``source`` is a path, an open file, bytes, or the text itself: a ``str`` with a line break, or that names no file,
    is taken as text. ``format`` skips the recognition; ``options`` go to the format (``symbols`` for sudoku). Raises
    FormatError for what cannot be read, OSError for a file that cannot be opened.
    """
    from .formats.reading import read_text

    file, content = _content(source)
    try:
        return read_text(content.text, REGISTRY, format, options)
    except FormatError as fault:
        fault.file = fault.file or file
        raise


def read(source: Source, format: str | None = None, **options: Any) -> Puzzle:
    """The first puzzle of a source; see ``read_all``, which also tells answers and warnings."""
    found = read_all(source, format, **options)
    if not found:
        raise FormatError("the text holds no puzzle", code="empty")
    return found[0].puzzle


def draw(puzzle: Puzzle, state: State | None = None, *, violations: Iterable[Violation] = ()) -> Picture:
    """The picture of a puzzle, with the marks of a state and with what ``check`` found wrong.

    ``.svg()``, ``.png(dpi)``, ``.pdf()``, ``.eps()`` and ``.save(path)`` get it out; a notebook shows it by itself.
    """
    from .picture.drawing import draw

    return draw(puzzle, state, violations=violations)


def explain(
    puzzle: Puzzle,
    state: State | None = None,
    *,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> ExplainedPath:
    """The steps from a position to the answer, found while you iterate; see ``walkthrough.Path``.

    ``timeout`` in seconds, for all of it; where it ends, the path is told as far as it was found. Raises ValueError
    where no answer holds the marks of the position.
    """
    from .walkthrough import Path

    return Path(puzzle, state, timeout=timeout, stop=stop)


def write(puzzle: Puzzle, format: str, answer: State | None = None, *, picture: bool = True) -> str:
    """A puzzle as the text of a format, with its answer where the format has a place for it.

    A new file of the Standard Puzzle Format comes with a program that draws it, so that it prints itself: the puzzle,
    and the solution too when ``/sol`` is true. Without ``picture`` it is the bare dictionary.

    Raises WriteError when the format cannot express something, ValueError for an unknown format.
    """
    from .formats.reading import write_text

    text = write_text(puzzle, format, answer)
    if format != "spf" or not picture:
        return text
    from .formats.spf_print import printing
    from .picture.eps import surroundings

    return printing(text, puzzle.source, lambda: surroundings(draw(puzzle, answer)))


def _content(source: Source) -> tuple[str, Decoded]:
    """The name of a source, as far as it has one, and its text."""
    from .formats.reading import Decoded, decode

    if isinstance(source, bytes):
        return "", decode(source)
    if isinstance(source, str) and (any(c in source for c in "\r\n") or not _names_file(source)):
        return "", Decoded(source, "utf-8")
    if isinstance(source, str | os.PathLike):
        return os.fspath(source), decode(Path(source).read_bytes())
    data = source.read()
    name = getattr(source, "name", "")
    content = decode(data) if isinstance(data, bytes) else Decoded(data, "utf-8")
    return (name if isinstance(name, str) else ""), content


def _names_file(text: str) -> bool:
    """Whether a one-line string is meant as a path: it names a file, or looks like a name with an ending."""
    try:
        return bool(text) and (Path(text).exists() or _NAME_WITH_ENDING.fullmatch(text) is not None)
    except (OSError, ValueError):
        return False


__all__ = [
    "About", "Board", "Diagnosis", "FormatError", "Genre", "Mistake", "Puzzle", "PuzzleError", "Rating", "Rect", "Spot",
    "State", "Step", "TimeUp", "UnknownGenre", "Verdict", "Violation", "WriteError", "all_answers", "check",
    "common_marks", "diagnose", "draw", "explain", "genre", "hint", "known_genres", "mistakes", "rate", "read",
    "read_all", "solve", "write",
]
