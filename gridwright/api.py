"""Functions that read, create and write puzzles."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import IO, Any

from .board.board import Board
from .engine.solve.clock import TimeUp
from .formats.dialect import Reading
from .formats.errors import FormatError, shown
from .formats.reading import Deadline, Decoded, decode, format_of_link, is_link, read_file, read_limited, read_text
from .language.genre import Genre
from .language.genre_errors import in_short
from .language.puzzle import About, Puzzle, PuzzleError, State
from .registry import REGISTRY

TextSource = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]
_NAMES = r"[^\n\r\0<>(){}\[\]|\"*?%;]{0,4096}"
_LIKE_PATH = re.compile(rf"\S{{0,80}}[^\s.]\.[A-Za-z][A-Za-z0-9]{{0,4}}|{_NAMES}[/\\]{_NAMES}")
"""Strings that are paths even if no such file exists: a puzzle in one line has no slash, and no dot near its end."""


def genre(name: str) -> type[Genre]:
    """Returns the genre with a name or alias. Case and punctuation do not matter. Raises UnknownGenre."""
    return REGISTRY.genre(name)


def known_genres() -> tuple[type[Genre], ...]:
    """Returns all genres sorted by name, including those of other installed packages."""
    return REGISTRY.genres


def register(genre: type[Genre]) -> type[Genre]:
    """Makes a genre known by its name and aliases. Raises GenreError."""
    REGISTRY.register(genre)
    return genre


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
    grid: Any = None,
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

    The keyword arguments are the layers and keys of the genre (see its page in the documentation). ``grid`` is its
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
    return puzzle_of(kind, grid, board=board, size=size, holes=holes, about=about, forms=told)


def _texts(name: str, told: Iterable[str]) -> tuple[str, ...]:
    if isinstance(told, str):
        return (told,)
    try:
        return tuple(told)
    except TypeError:
        raise PuzzleError(f"the {name} must be strings", found=in_short(told)) from None


def state(
    puzzle: Puzzle | Reading, grid: Any = None, *, struck: dict[str, Any] | None = None, **layers: Any
) -> State:
    """Creates a state of a puzzle, such as an answer to check, from grids and dictionaries as in ``puzzle``.

    ``grid`` is the answer layer on the cells. ``struck`` contains excluded candidates:
    ``{"number": {"r1c1": [1, 2]}}``. Raises PuzzleError for unknown layers and for grids of the wrong size; wrong
    values are reported by ``check``.
    """
    from .language.forms import state_of

    return state_of(puzzle.puzzle if isinstance(puzzle, Reading) else puzzle, grid, layers, struck)


def write(
    puzzle: Puzzle | Reading, format: str, answer: State | None = None, *, printable: bool = True
) -> str:
    """Returns a puzzle as text in a format, with its answer if the format can store it.

    A new file in the Standard Puzzle Format contains a PostScript program that draws the puzzle, and also the solution
    if ``/sol`` is true. With ``printable=False`` it is only the dictionary.

    Raises WriteError if the format cannot express something, and ValueError for an unknown format.
    """
    from .formats.reading import write_text

    if isinstance(puzzle, Reading):
        answer = puzzle.answer if answer is None else answer
        puzzle = puzzle.puzzle
    text = write_text(puzzle, format, answer)
    if format != "spf" or not printable:
        return text
    from .formats.spf.files import printing
    from .picture.drawing import draw
    from .picture.eps import surroundings

    return printing(text, puzzle.source, lambda: surroundings(draw(puzzle, answer)))


def _path(source: object) -> str | None:
    """The path that a source is; None if it is something else."""
    if isinstance(source, os.PathLike):
        return os.fsdecode(source)
    if not isinstance(source, str) or any(char in source for char in "\n\r\0"):
        return None
    from pathlib import Path

    try:
        if Path(source).exists():
            return source or None
    except OSError:  # it is too long for a path
        return None
    return source if source and _LIKE_PATH.fullmatch(source) and not is_link(source) else None


def _text(source: object, path: str | None) -> str | Decoded:
    """The text of a source. Raises FormatError, OSError, and TypeError if it is none."""
    content: Any = source
    if path is not None:
        content = read_file(path)
    elif hasattr(source, "read"):
        content = read_limited(content)
    if isinstance(content, bytes | bytearray | memoryview):
        return decode(bytes(content))
    if isinstance(content, str):
        return content
    raise TypeError(f"puzzles are read from a path, an open file, bytes or text, not from {type(source).__name__}")
