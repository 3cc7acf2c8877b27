"""Functions that read, create and write puzzles."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import IO, Any

from .board.board import Board
from .engine.solve.clock import TimeUp, check_timeout
from .formats.dialect import Reading
from .formats.errors import FormatError, shown
from .formats.reading import Deadline, Decoded, decode, format_of_link, is_link, read_file, read_limited, read_text
from .language.genre import Genre
from .language.genre_errors import in_short
from .language.puzzle import About, Puzzle, PuzzleError, State
from .language.validation import no_puzzle
from .registry import REGISTRY

TextSource = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]
_NAMES = r"[^\n\r\0<>(){}\[\]|\"*?%;]{0,4096}"
_LIKE_PATH = re.compile(rf"\S{{0,80}}[^\s.]\.[A-Za-z][A-Za-z0-9]{{0,4}}|{_NAMES}[/\\]{_NAMES}")
"""Strings that are paths even if no such file exists: a puzzle in one line has no slash, and no dot near its end."""


def genre(name: str) -> type[Genre]:
    """Returns the genre with a name or an alias; case, blanks and punctuation do not matter.

    Raises:
        UnknownGenre: No genre has that name.

    Example:
        >>> gw.genre("slitherlink").name
        'Fences'
    """
    return REGISTRY.genre(name)


def known_genres() -> tuple[type[Genre], ...]:
    """Returns all genres sorted by name: built-in ones, those of other installed packages, and registered ones.

    Example:
        >>> "Sudoku" in [genre.name for genre in gw.known_genres()]
        True
    """
    return REGISTRY.genres


def register(genre: type[Genre]) -> type[Genre]:
    """Makes a genre known by its names, for ``genre``, ``known_genres``, ``read``, ``puzzle`` and ``generate``.

    It can be used as a decorator. Genres of installed packages are registered by the entry point ``gridwright.genres``.

    Args:
        genre: A subclass of ``Genre`` with a ``name``. A class that is defined again, as in a notebook, replaces the
            one before.

    Returns:
        The same class.

    Raises:
        GenreError: The class has no name, or another genre has one of its names.

    Example:
        >>> from gridwright.language import SIDE, Answer, Numbers
        >>> from gridwright.rules import once_each, once_in
        >>> @gw.register
        ... class LatinSquare(gw.Genre):
        ...     name = "Latin Square"
        ...     number = Answer("cells", Numbers(1, SIDE))
        ...     rows = once_each(number, "rows", once_in("row {i}"))
        ...     cols = once_each(number, "cols", once_in("column {i}"))
        >>> gw.count(gw.puzzle("Latin Square", size=4)).number
        576
    """
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
    """Reads every puzzle of a file or a text.

    Args:
        source: A path, an open file, bytes, or the text itself. A string is a path if a file of that name exists, if it
            looks like a file name, or if it contains a slash. It is text if it contains a line break, or is a link such
            as ``https://puzz.link/p?...``, even if there is a file of that name.
        format: The name of the format; by default it is detected.
        timeout: Seconds for each puzzle. Waiting for data of a pipe does not count.
        faults: If this is a list, links and lines that cannot be read are skipped as long as some can, and their
            errors are appended; if none can, the first error is raised and the others are appended. Otherwise a puzzle
            that cannot be read is an error for the whole source.
        options: Passed to the reader: ``symbols`` for ``sudoku``; ``genre`` for texts that do not name it, such as
            Penpa+ links, and for these also values of the genre's keys (``stars=2``).

    Returns:
        The puzzles in order, each with its stored answer, if any, and the reader's warnings.

    Raises:
        FormatError: The text cannot be read, or is longer than 64 MiB.
        OSError: The file cannot be opened.
        TypeError: ``source`` is of another type, or there is no such option.
        TimeUp: The time limit is over.

    Example:
        >>> (reading,) = gw.read_all("https://puzz.link/p?nurikabe/4/4/2p31i")
        >>> reading.format, reading.puzzle.genre.name
        ('puzzlink', 'Nurikabe')
    """
    linked = format_of_link(source) if isinstance(source, str) else None
    path = None if linked else _path(source)
    name = getattr(source, "name", "") if path is None else path
    check_timeout(timeout)
    deadline = None if timeout is None else Deadline(timeout, TimeUp)
    asked = _Options(options)
    try:
        found = read_text(_text(source, path), REGISTRY, format or linked, asked, deadline, faults)
    except FormatError as fault:
        if isinstance(name, str) and not fault.file:
            fault.file = name
        if fault.code == "unknown-format" and isinstance(source, str) and path is None and source.strip():
            fault.found = f"{shown(source)} (no file has that name)" if "\n" not in source else fault.found
        raise
    asked.check(found)
    return found


class _Options(dict[str, Any]):
    """The options of a reader, which remember which of them it has asked for."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self._known = {"genre", "symbols"}

    def get(self, name: str, default: Any = None) -> Any:
        self._known.add(name)
        return super().get(name, default)

    def check(self, found: Iterable[Reading]) -> None:
        """Raises TypeError for an option that no reader and no puzzle knows."""
        known = self._known.union(*(reading.puzzle.genre.keys for reading in found))
        for name in self.keys() - known:
            from difflib import get_close_matches

            near = get_close_matches(name, [*known, "format", "timeout", "faults"], 1)
            raise TypeError(f"there is no option {name!r}; " + (f"did you mean {near[0]}?" if near else
                            "a reader knows genre, symbols, and keys of the genre such as stars"))


def read(source: TextSource, format: str | None = None, *, timeout: float | None = None, **options: Any) -> Puzzle:
    """Reads the first puzzle of a file or a text.

    The arguments and errors are those of ``read_all``, which also returns stored answers and warnings.

    Example:
        >>> puzzle = gw.read("https://puzz.link/p?nurikabe/4/4/2p31i")
        >>> puzzle.board
        Rect(4, 4)
    """
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
    **layers: Any,
) -> Puzzle:
    """Creates a puzzle from grids, lists and dictionaries.

    A grid has one item for each cell. It is a list of rows, a text with a line for each row, or an array or data frame
    (NumPy, pandas, polars). A row of text with blanks is split into words, otherwise into characters. ``None``, NaN,
    ``"."`` and ``""`` are empty cells, and so is 0 unless it is a value of the layer.

    Args:
        genre: A name, an alias, or a class.
        grid: The main layer of the genre, usually the clues in the cells.
        size: A number, or (rows, columns). It is only needed if there is no grid.
        holes: The names of missing cells, such as ``["r1c1", "r1c2"]``.
        board: A board instead of a rectangle, such as a ``Graph``.
        title: The title.
        author: The author.
        credits: Sources and acknowledgements.
        difficulty: The difficulty, in any words.
        description: Additional rules or remarks.
        layers: Layers and keys of the genre by name; its page in the documentation lists them. Any layer may be a
            dictionary from places to values (``{"r3c4": 5}``). Clues outside the board are lists for ``top``, ``left``,
            ``right`` and ``bottom``. Borders between regions are a grid with the same name for all cells of a region.
            Borders with values are grids for ``right`` (of each cell) and ``below``, or ``{"r1c1-r1c2": "white"}``.

    Returns:
        The puzzle.

    Raises:
        PuzzleError: The genre does not allow something; the message names the row and column.
        UnknownGenre: No genre has that name.

    Example:
        >>> print(gw.puzzle("Nurikabe", ["2 . . .", ". . . .", ". . . 3", "1 . . ."]))
        ┌────────┐
        │ 2 · · ·│
        │ · · · ·│
        │ · · · 3│
        │ 1 · · ·│
        └────────┘
        >>> towers = gw.puzzle("Skyscrapers", size=4, view={"top": [2, None, 1, 3], "left": [1, 2, 2, 3]})
        >>> cages = gw.puzzle("Killer-Sudoku", size=9, cages=[(10, "r1c1 r1c2"), (15, "r1c3 r2c3")])
    """
    from .language.forms import puzzle_of

    about = About(title, author, _texts("credits", credits), difficulty, _texts("description", description))
    return puzzle_of(REGISTRY.genre(genre), grid, board=board, size=size, holes=holes, about=about, forms=layers)


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

    Args:
        puzzle: The puzzle.
        grid: The answer layer on the cells.
        struck: Candidates that are excluded: ``{"number": {"r1c1": [1, 2]}}``.
        layers: Other answer layers by name.

    Returns:
        The state. Wrong values are no error here; ``check`` reports them.

    Raises:
        PuzzleError: The genre has no such answer layer, or a grid has another size.

    Example:
        >>> puzzle = gw.puzzle("Nurikabe", ["2 . . .", ". . . .", ". . . 3", "1 . . ."])
        >>> gw.check(puzzle, gw.state(puzzle, [".###", ".#.#", "##..", ".###"]), finished=True)
        []
    """
    from .language.forms import state_of

    own = puzzle.puzzle if isinstance(puzzle, Reading) else puzzle
    if not isinstance(own, Puzzle):
        raise TypeError(no_puzzle(own))
    return state_of(own, grid, layers, struck)


def write(
    puzzle: Puzzle | Reading, format: str, answer: State | None = None, *, printable: bool = True
) -> str:
    """Returns a puzzle as text in a format, with its answer if the format can store it.

    Args:
        puzzle: The puzzle. A reading is written with its stored answer.
        format: The name of the format, such as ``"spf"``, ``"json"`` or ``"puzzlink"``.
        answer: The answer to store.
        printable: Whether a new file in the Standard Puzzle Format contains a PostScript program that draws the puzzle,
            and also the solution if ``/sol`` is true. Otherwise it is only the dictionary.

    Returns:
        The text.

    Raises:
        WriteError: The format cannot express something; the message names other formats.
        ValueError: No format has that name.

    Example:
        >>> gw.write(gw.puzzle("Nurikabe", ["2 . . .", ". . . .", ". . . 3", "1 . . ."]), "puzzlink").strip()
        'https://puzz.link/p?nurikabe/4/4/2p31i'
    """
    from .formats.reading import write_text

    if isinstance(puzzle, Reading):
        answer = puzzle.answer if answer is None else answer
        puzzle = puzzle.puzzle
    text = write_text(puzzle, format, answer)
    if format.lower() != "spf" or not printable:
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
