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

from .board.board import Board, Spot
from .board.rect import Rect
from .engine.solve.check import Violation, check
from .engine.solve.clock import TimeUp
from .engine.solve.search import Verdict, all_answers, common_marks, solve
from .formats.errors import FormatError, WriteError, shown
from .language.genre import Genre
from .language.genre_errors import GenreError, in_short
from .language.puzzle import About, Puzzle, PuzzleError, State, draw_with, print_with
from .language.validation import differences
from .registry import REGISTRY, BrokenGenre, UnknownGenre

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .board.board import Graph
    from .engine.explain.diagnosis import Diagnosis, diagnose
    from .engine.explain.hints import Mistake, hint, mistakes
    from .engine.explain.rating import Rating, rate
    from .engine.explain.steps import Step
    from .engine.solve.many import solve_many
    from .formats.dialect import Reading
    from .making.drawings import Mask, Motif
    from .making.effort import MakingError
    from .making.request import Asked, Request
    from .making.setting import complete, minimise
    from .picture.drawing import Picture, draw
    from .walkthrough import ExplainedPath

    TextSource = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]

__version__ = "0.2.0"

_NAMES = r"[^\n\r\0<>(){}\[\]|\"*?%;]{0,4096}"
_LIKE_PATH = re.compile(rf"\S{{0,80}}[^\s.]\.[A-Za-z][A-Za-z0-9]{{0,4}}|{_NAMES}[/\\]{_NAMES}")
"""Strings that are paths even if no such file exists: a puzzle in one line has no slash, and no dot near its end."""


def _printed(puzzle: Puzzle, state: State | None) -> str:
    from .picture.terminal import board_text

    return board_text(puzzle, state)


def _drawn(puzzle: Puzzle, state: State | None) -> str:
    from .picture.drawing import draw

    return draw(puzzle, state).svg()


print_with(_printed)
draw_with(_drawn)

_LATER = {
    "Diagnosis": "engine.explain.diagnosis", "Graph": "board.board", "MakingError": "making.effort",
    "Mistake": "engine.explain.hints", "Picture": "picture.drawing", "Rating": "engine.explain.rating",
    "Reading": "formats.dialect", "Step": "engine.explain.steps", "complete": "making.setting",
    "diagnose": "engine.explain.diagnosis", "draw": "picture.drawing", "hint": "engine.explain.hints",
    "minimise": "making.setting", "mistakes": "engine.explain.hints", "rate": "engine.explain.rating",
    "solve_many": "engine.solve.many",
}  # fmt: skip
"""Names that are imported when they are first used, because importing them takes longer than solving a puzzle."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = found = getattr(import_module(f".{_LATER[name]}", __name__), name)
    return found


def genre(name: str) -> type[Genre]:
    """Returns the genre with a name or alias. Case and punctuation do not matter. Raises UnknownGenre."""
    return REGISTRY.genre(name)


def known_genres() -> tuple[type[Genre], ...]:
    """Returns all genres sorted by name, including those of other installed packages."""
    return REGISTRY.genres


def read_all(
    source: TextSource,
    format: str | None = None,
    *,
    timeout: float | None = None,
    faults: list[FormatError] | None = None,
    **options: Any,
) -> list[Reading]:
    """Reads every puzzle in a source, each with its stored answer and the reader's warnings.

    ``source`` is a path, an open file, bytes, or the text itself. A ``str`` is a path if a file of that name exists,
    if it looks like a file name, or if it contains a slash. It is text if it contains a line break, or is a link such
    as ``https://puzz.link/p?...``, even if there is a file of that name.

    ``format`` is the name of the format; by default it is detected. ``options`` are passed to the reader: ``symbols``
    for ``sudoku``, ``genre`` for texts that do not contain it, such as Penpa+ links, and for these also values of the
    genre's keys (``stars=2``). Reading may take ``timeout`` seconds for each puzzle; waiting for data of a pipe does
    not count.

    A puzzle that cannot be read is an error for the whole source. If ``faults`` is a list, links that cannot be read
    are skipped as long as some link can be read, and their errors are appended to the list.

    Raises FormatError for text that cannot be read (or is longer than 64 MiB), OSError for a file that cannot be
    opened, TypeError for a source of another type, and TimeUp.
    """
    from .formats.reading import Deadline, format_of_link, read_text

    linked = format_of_link(source) if isinstance(source, str) else None
    path = None if linked else _path(source)
    name = getattr(source, "name", "") if path is None else path
    deadline = None if timeout is None else Deadline(timeout, TimeUp)
    try:
        return read_text(_text(source, path), REGISTRY, format or linked, options, deadline, faults)
    except FormatError as fault:
        if isinstance(name, str) and not fault.file:
            fault.file = name
        if fault.code == "unknown-format" and isinstance(source, str) and path is None and source.strip():
            fault.found = f"{shown(source)} (no file has that name)" if "\n" not in source else fault.found
        raise


def read(source: TextSource, format: str | None = None, *, timeout: float | None = None, **options: Any) -> Puzzle:
    """Reads the first puzzle in a source. See ``read_all``, which also returns stored answers and warnings."""
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
    """Creates a puzzle from grids, lists and dictionaries.

        gw.puzzle("Nurikabe", ["1 . .", ". . .", ". . 3"])
        gw.puzzle("Skyscrapers", size=4, view={"top": [2, None, 1, 3], "left": [1, 2, 2, 3]})
        gw.puzzle("Killer-Sudoku", size=9, cages=[(10, "r1c1 r1c2"), (15, "r1c3 r2c3")])

    The keyword arguments are the layers and keys of the genre (see its page in the documentation). ``rows`` is its
    main layer.

    - Rows are strings, lists or rows of an array. ``.`` and None are empty places. A string with blanks is split into
      words, otherwise into characters.
    - Any layer may also be a dictionary from places to values: ``{"r3c4": 5}``.
    - Clues outside the board are lists for ``top``, ``left``, ``right`` and ``bottom``.
    - Borders between regions are a grid with the same name for all cells of a region.
    - Borders with values are grids for ``right`` (to the right of each cell) and ``below``, or a dictionary:
      ``{"r1c1-r1c2": "white"}``.

    ``size`` is a number or (rows, columns); it is only needed if there is no grid. ``holes`` names missing cells.

    Raises PuzzleError for anything that the genre does not allow, and UnknownGenre.
    """
    from .language.forms import puzzle_of

    kind = genre if isinstance(genre, type) else REGISTRY.genre(genre)
    about = About(title, author, _texts("credits", credits), difficulty, _texts("description", description))
    return puzzle_of(kind, rows, board=board, size=size, holes=holes, about=about, forms=told)


def _texts(name: str, told: Iterable[str]) -> tuple[str, ...]:
    if isinstance(told, str):
        return (told,)
    try:
        return tuple(told)
    except TypeError:
        raise PuzzleError(f"the {name} must be strings", found=in_short(told)) from None


def state(puzzle: Puzzle, rows: Any = None, *, struck: dict[str, Any] | None = None, **layers: Any) -> State:
    """Creates a state of a puzzle, such as an answer to check, from grids and dictionaries as in ``puzzle``.

    ``rows`` is the answer layer on the cells. ``struck`` contains excluded candidates:
    ``{"number": {"r1c1": [1, 2]}}``. Raises PuzzleError for unknown layers and for grids of the wrong size; wrong
    values are reported by ``check``.
    """
    from .language.forms import state_of

    return state_of(puzzle, rows, layers, struck)


def explain(
    puzzle: Puzzle,
    state: State | None = None,
    *,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> ExplainedPath:
    """Returns the steps from a position to the answer, found while you iterate; see ``ExplainedPath``.

    ``timeout`` is a limit in seconds for all steps; the steps found until then are kept. Raises ValueError if no
    answer contains the marks of the position.
    """
    from .walkthrough import ExplainedPath

    return ExplainedPath(puzzle, state, timeout=timeout, stop=stop)


def write(puzzle: Puzzle, format: str, answer: State | None = None, *, picture: bool = True) -> str:
    """Returns a puzzle as text in a format, with its answer if the format can store it.

    A new file in the Standard Puzzle Format contains a PostScript program that draws the puzzle, and also the solution
    if ``/sol`` is true. With ``picture=False`` it is only the dictionary.

    Raises WriteError if the format cannot express something, and ValueError for an unknown format.
    """
    from .formats.reading import write_text

    text = write_text(puzzle, format, answer)
    if format != "spf" or not picture:
        return text
    from .formats.spf import printing
    from .picture.drawing import draw
    from .picture.eps import surroundings

    return printing(text, puzzle.source, lambda: surroundings(draw(puzzle, answer)))


def _path(source: object) -> str | None:
    """The path that a source is; None if it is something else."""
    if isinstance(source, os.PathLike):
        return os.fsdecode(source)
    if not isinstance(source, str) or any(char in source for char in "\n\r\0"):
        return None
    from .formats.reading import is_link

    try:
        if Path(source).exists():
            return source or None
    except OSError:  # it is too long for a path
        return None
    return source if source and _LIKE_PATH.fullmatch(source) and not is_link(source) else None


def _text(source: object, path: str | None) -> str:
    """The text of a source. Raises FormatError, OSError, and TypeError if it is none."""
    from .formats.reading import decode, read_file, read_limited

    content: Any = source
    if path is not None:
        content = read_file(path)
    elif hasattr(source, "read"):
        content = read_limited(content)
    if isinstance(content, bytes | bytearray | memoryview):
        return decode(bytes(content)).text
    if isinstance(content, str):
        return content
    raise TypeError(f"puzzles are read from a path, an open file, bytes or text, not from {type(source).__name__}")


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
    progress: Callable[[int, str], None] | None = None,
    **options: Any,
) -> Puzzle:
    """Creates a new puzzle of a genre that is proved to have exactly one answer.

    ``rows`` and ``cols`` are the size of the board. The default is the usual size; with only one of them the board is
    a square. ``difficulty`` is a label from trivial to extreme; the label of the result is in ``about``. ``symmetry``
    (rotate, mirror, flip, quarter, diagonal or none) arranges the clues; by default they are as often symmetric as is
    usual in the genre. ``density`` is the share of places that hold a clue, ``untold`` the share of clues whose value
    is not given (``?``), and ``values`` are the only values that clues may have.

    ``mask`` has one character per cell: ``.`` where a clue may stand, ``-`` where none may, ``+`` where one must, and
    ``#`` where the board has no cell. It is a string, its lines, or the Path of a file. ``structure`` is a puzzle whose
    rooms, walls and so on are kept; its clues are made anew. ``picture`` is the path of an image file, or lines of
    ``#`` and ``.``, which the answer shows as closely as a unique answer allows.

    ``options`` are those of the genre. The same version, options and ``seed`` give the same puzzle; without a seed,
    every call returns a different one.

    After ``timeout`` seconds, or when ``stop()`` returns True, the result is the puzzle with the closest difficulty
    found so far. ``progress`` is called for each draft that is tried, with its number and the difficulty that came
    nearest so far (an empty string at first). Raises MakingError (a ValueError) if the genre does not support the
    arguments or no puzzle was found, TimeUp if the time was up before there was any puzzle, and UnknownGenre.
    """
    from .making.request import Asked
    from .making.stream import made

    asked = Asked(mask, structure, picture, values, density, untold)
    request = _request(genre, rows, cols, difficulty, seed, symmetry, options, asked)
    return made(request, timeout=timeout, stop=stop, progress=progress)


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
    """Creates new puzzles lazily: ``count`` of them, or without end.

    The arguments are those of ``generate``; ``timeout`` applies to each puzzle. The result does not depend on the
    number of processes, ``jobs``. Puzzles are numbered from 0, and the iterator starts with number ``first``.
    """
    from .making.request import Asked
    from .making.stream import stream

    asked = Asked(mask, structure, picture, values, density, untold)
    request = _request(genre, rows, cols, difficulty, seed, symmetry, options, asked)
    return stream(request, count, first=first, jobs=jobs, timeout=timeout, stop=stop)


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
    "About", "Board", "BrokenGenre", "Diagnosis", "FormatError", "Genre", "GenreError", "Graph", "MakingError",
    "Mistake", "Picture", "Puzzle", "PuzzleError", "Rating", "Reading", "Rect", "Spot", "State", "Step", "TimeUp",
    "UnknownGenre", "Verdict", "Violation", "WriteError", "all_answers", "check", "common_marks", "complete",
    "diagnose", "differences", "draw", "explain", "generate", "generate_many", "genre", "hint", "known_genres",
    "minimise", "mistakes", "puzzle", "rate", "read", "read_all", "solve", "solve_many", "state", "write",
]
