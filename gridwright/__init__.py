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
from .formats.errors import FormatError, WriteError, shown
from .language.board import Board, Spot
from .language.differences import differences
from .language.genre import Genre
from .language.puzzle import About, Puzzle, State, draw_with, print_with
from .language.rect import Rect
from .language.validation import PuzzleError
from .registry import REGISTRY, BrokenGenre, UnknownGenre

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .engine.diagnosis import Diagnosis, diagnose
    from .engine.hints import Mistake, hint, mistakes
    from .engine.many import solve_many
    from .engine.rating import Rating, rate
    from .engine.steps import Step
    from .formats.dialect import Reading
    from .language.graph import Graph
    from .making.asked import Asked
    from .making.drawings import Motif
    from .making.masks import Mask
    from .making.request import MakingError, Request
    from .making.setting import complete, minimise
    from .picture.picture import Picture
    from .walkthrough import Path as ExplainedPath

    Source = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]

__version__ = "0.2.0"

_NAMES = r"[^\n\r\0<>(){}\[\]|\"*?%;]{0,4096}"
_LIKE_PATH = re.compile(rf"\S{{0,80}}[^\s.]\.[A-Za-z][A-Za-z0-9]{{0,4}}|{_NAMES}[/\\]{_NAMES}")
"""What is a path even where no such file is: a puzzle in one line has no slash, nor a single dot near its end."""


def _printed(puzzle: Puzzle, state: State | None) -> str:
    from .picture.terminal import board_text

    return board_text(puzzle, state)


def _drawn(puzzle: Puzzle, state: State | None) -> str:
    return draw(puzzle, state).svg()


print_with(_printed)
draw_with(_drawn)

_LATER = {
    "Diagnosis": "engine.diagnosis", "Graph": "language.graph", "MakingError": "making.request",
    "Mistake": "engine.hints", "Picture": "picture.picture", "Rating": "engine.rating", "Reading": "formats.dialect",
    "Step": "engine.steps", "complete": "making.setting", "minimise": "making.setting",
    "diagnose": "engine.diagnosis", "hint": "engine.hints", "mistakes": "engine.hints", "rate": "engine.rating",
    "solve_many": "engine.many",
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


def read_all(
    source: Source,
    format: str | None = None,
    *,
    timeout: float | None = None,
    faults: list[FormatError] | None = None,
    **options: Any,
) -> list[Reading]:
    """Every puzzle of a source, each with the answer that stands beside it and the reader's warnings.

    ``source`` is a path, an open file, bytes, or the text itself: a ``str`` with a line break is taken as text, and so
    is a link such as ``https://puzz.link/p?...``; one that names a file, looks like a file's name or contains a slash
    is a path. ``format`` skips the recognition;
    ``options`` go to the format: ``symbols`` for sudoku, ``genre`` for texts that do not tell it, such as links of
    Penpa+, and for these also values of the genre's keys (``stars=2``). Reading the text may take ``timeout`` seconds
    for each puzzle in it; waiting for the data of a pipe does not count.

    A puzzle that cannot be read is an error for the whole source. Where ``faults`` is a list, links that cannot be read
    are left out as long as others in the source can, and their errors are added to it.

    Raises FormatError for what cannot be read (any text of more than 64 MiB, to begin with), OSError for a file that
    cannot be opened, TypeError for what is no source, and TimeUp.
    """
    from .formats.reading import Deadline, read_text

    path = _path(source)
    name = getattr(source, "name", "") if path is None else path
    deadline = None if timeout is None else Deadline(timeout, TimeUp)
    try:
        return read_text(_text(source, path), REGISTRY, format, options, deadline, faults)
    except FormatError as fault:
        if isinstance(name, str) and not fault.file:
            fault.file = name
        if fault.code == "unknown-format" and isinstance(source, str) and path is None and source.strip():
            fault.found = f"{shown(source)} (no file has that name)" if "\n" not in source else fault.found
        raise


def read(source: Source, format: str | None = None, *, timeout: float | None = None, **options: Any) -> Puzzle:
    """The first puzzle of a source; see ``read_all``, which also tells answers and warnings."""
    found = read_all(source, format, timeout=timeout, **options)
    if not found:
        raise FormatError("the text holds no puzzle", code="empty")
    return found[0].puzzle


def puzzle(
    genre: str | type[Genre],
    rows: Any = None,
    *,
    size: int | tuple[int, int] | None = None,
    holes: Any = (),
    board: Board | None = None,
    title: str = "",
    author: str = "",
    credits: Iterable[str] = (),
    difficulty: str = "",
    description: Iterable[str] = (),
    **told: Any,
) -> Puzzle:
    """A puzzle from grids, lists and dictionaries.

        gw.puzzle("Nurikabe", ["2 . .", ". . .", ". . 3"])
        gw.puzzle("Skyscrapers", size=4, view={"top": [2, None, 1, 3], "left": [1, 2, 2, 3]})
        gw.puzzle("Killer-Sudoku", size=9, cages=[(10, "r1c1 r1c2"), (15, "r1c3 r2c3")])

    The named arguments are the layers and keys of the genre (see its page in the documentation). ``rows`` tell its main
    layer. Rows are texts or lists, also of an array; a point or None means that nothing stands there. In a text with
    blanks the items are words, otherwise characters. Any layer may also be a dictionary from places to values:
    ``{"r3c4": 5}``. Clues outside the board are lists for ``top``, ``left``, ``right`` and ``bottom``. Borders between
    regions are a grid with the same name for all cells of a region. Borders with values are grids for ``right`` (to the
    right of each cell) and ``below``, or a dictionary: ``{"r1c1-r1c2": "white"}``.

    ``size`` is a number or (rows, columns), where no grid tells it. ``holes`` names cells that are missing.

    Raises PuzzleError for what the genre excludes, UnknownGenre.
    """
    from .language.forms import puzzle_of

    kind = genre if isinstance(genre, type) else REGISTRY.genre(genre)
    about = About(title, author, tuple(credits), difficulty, tuple(description))
    return puzzle_of(kind, rows, board=board, size=size, holes=holes, about=about, told=told)


def state(puzzle: Puzzle, rows: Any = None, *, struck: dict[str, Any] | None = None, **layers: Any) -> State:
    """A state of a puzzle, such as an answer to check, from grids and dictionaries as in ``puzzle``.

    ``rows`` tell the answer layer on the cells. ``struck`` holds candidates that are struck out:
    ``{"number": {"r1c1": [1, 2]}}``. Raises PuzzleError for unknown layers and for grids of another size; wrong values
    are for ``check`` to judge.
    """
    from .language.forms import state_of

    return state_of(puzzle, rows, layers, struck)


def draw(
    puzzle: Puzzle,
    state: State | None = None,
    *,
    violations: Iterable[Violation] = (),
    differs: Iterable[Spot] = (),
    reason: Iterable[Spot] = (),
    fresh: Iterable[Spot] = (),
    theme: str = "light",
    coordinates: str = "",
) -> Picture:
    """The picture of a puzzle, with the marks of a state.

    Marked in it are what ``check`` found wrong (``violations``), where another answer ``differs`` (see
    ``differences``), and for a step of a solution the spots that it follows from (``reason``) and those where something
    new is known (``fresh``).

    ``theme`` is one of ``light``, ``dark``, ``gray``, ``high-contrast``, ``transparent`` (no background) and ``auto``
    (SVG that is dark where the reader's system prefers that; in other formats it is ``light``). ``coordinates`` are
    ``r1c1`` or ``A1``, or none. Raises ValueError for other themes and coordinates.

    ``.svg()``, ``.png(dpi)``, ``.pdf()``, ``.eps()`` and ``.save(path)`` get it out; a notebook shows it by itself.
    """
    from .picture.drawing import draw

    return draw(
        puzzle, state, violations=violations, differs=differs, reason=reason, fresh=fresh, theme=theme,
        coordinates=coordinates,
    )


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


def _path(source: object) -> str | None:
    """The path that a source is; None if it is something else."""
    if isinstance(source, os.PathLike):
        return os.fsdecode(source)
    if not isinstance(source, str) or any(char in source for char in "\n\r\0"):
        return None
    from .formats.links import is_link

    try:
        if Path(source).exists():
            return source or None
    except OSError:  # it is too long for a path
        return None
    return source if source and _LIKE_PATH.fullmatch(source) and not is_link(source) else None


def _text(source: object, path: str | None) -> str:
    """The text of a source. Raises FormatError, OSError, and TypeError if it is none."""
    from .formats.reading import decode, read_limited

    content: Any = source
    if path is not None:
        with open(path, "rb") as file:  # noqa: PTH123 (an empty path must not mean the current folder)
            content = read_limited(file)
    elif hasattr(source, "read"):
        content = read_limited(content)
    if isinstance(content, bytes | bytearray | memoryview):
        return decode(bytes(content)).text
    if isinstance(content, str):
        return content
    raise TypeError(f"puzzles are read from a path, an open file, bytes or a text, not from {type(source).__name__}")


def generate(
    genre: str | type[Genre],
    rows: int | None = None,
    cols: int | None = None,
    *,
    difficulty: str | None = None,
    seed: int | str | None = None,
    symmetry: str | None = None,
    density: float | None = None,
    untold: float | None = None,
    values: Iterable[Any] | None = None,
    mask: Mask | None = None,
    structure: Puzzle | None = None,
    picture: Motif | None = None,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
    **options: Any,
) -> Puzzle:
    """A new puzzle of a genre, proved to have just one answer.

    ``rows`` and ``cols`` are the size of the board; without them it is the usual one, with one of them a square.
    ``difficulty`` is a label from trivial to extreme; the puzzle then tells its own in ``about``. ``symmetry`` (rotate,
    mirror, flip, quarter, diagonal or none) arranges the places of its clues; without it they are arranged as often as
    is usual in the genre. ``density`` is the share of places that hold a clue, ``untold`` the share of clues whose
    value is not told (``?``); ``values`` are the only values that clues may have.

    ``mask`` has a character for each cell: where a clue may stand (``.``), where none may (``-``), where one must
    (``+``), and where the board has no cell (``#``). It is a text, its lines, or the Path of a file. ``structure`` is a
    puzzle whose rooms, walls and the like are kept while clues are made for them. ``picture`` is an image file, or
    lines of ``#`` and ``.``: the answer shows it, as far as that leaves one answer.

    ``options`` are those of the genre. The same version, options and ``seed`` give the same puzzle; without a seed each
    call gives another one.

    When ``timeout`` seconds have passed, or ``stop()`` says so, the puzzle is the one whose difficulty came nearest.
    Raises MakingError (a ValueError) for what the genre cannot have or what was not found, TimeUp when the time was up
    before there was any puzzle, and UnknownGenre.
    """
    from .making.asked import Asked
    from .making.proof import is_proved
    from .making.stream import made

    asked = Asked(mask, structure, picture, values, density, untold)
    request = _request(genre, rows, cols, difficulty, seed, symmetry, options, asked)
    return made(request, is_proved, timeout=timeout, stop=stop)


def generate_many(
    genre: str | type[Genre],
    rows: int | None = None,
    cols: int | None = None,
    count: int | None = None,
    *,
    difficulty: str | None = None,
    seed: int | str | None = None,
    symmetry: str | None = None,
    density: float | None = None,
    untold: float | None = None,
    values: Iterable[Any] | None = None,
    mask: Mask | None = None,
    structure: Puzzle | None = None,
    picture: Motif | None = None,
    first: int = 0,
    jobs: int = 1,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
    **options: Any,
) -> Iterator[Puzzle]:
    """New puzzles, each made while you iterate: ``count`` of them, or as many as you take.

    As ``generate``; ``timeout`` is for each puzzle. ``jobs`` processes make the same puzzles as one. Puzzles are
    numbered from 0: ``first`` skips those before it.
    """
    from .making.asked import Asked
    from .making.proof import is_proved
    from .making.stream import stream

    asked = Asked(mask, structure, picture, values, density, untold)
    request = _request(genre, rows, cols, difficulty, seed, symmetry, options, asked)
    return stream(request, is_proved, count, first=first, jobs=jobs, timeout=timeout, stop=stop)


def _request(
    name: str | type[Genre], rows: int | None, cols: int | None, difficulty: str | None, seed: int | str | None,
    symmetry: str | None, options: dict[str, Any], asked: Asked,
) -> Request:
    from secrets import token_hex

    from .making.request import Request

    known = genre(name) if isinstance(name, str) else name
    own_seed = token_hex(8) if seed is None else str(seed)
    return Request.of(known, rows, cols, own_seed, difficulty, symmetry, options, asked)


__all__ = [
    "About", "Board", "BrokenGenre", "Diagnosis", "FormatError", "Genre", "Graph", "MakingError", "Mistake",
    "Picture", "Puzzle", "PuzzleError", "Rating", "Reading", "Rect", "Spot", "State", "Step", "TimeUp",
    "UnknownGenre", "Verdict", "Violation", "WriteError", "all_answers", "check", "common_marks", "complete",
    "diagnose", "differences", "draw", "explain", "generate", "generate_many", "genre", "hint", "known_genres",
    "minimise", "mistakes", "puzzle", "rate", "read", "read_all", "solve", "solve_many", "state", "write",
]
