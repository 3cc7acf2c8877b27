"""Functions that make new puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from secrets import token_hex
from typing import Any

from .language.forms import rows_and_columns
from .language.genre import Genre
from .language.puzzle import Puzzle, PuzzleError, Reading
from .making.drawings import Mask, Motif
from .making.effort import MakingError
from .making.request import Asked, Request
from .making.stream import made, stream
from .registry import REGISTRY


def generate(
    genre: str | type[Genre],
    rows: int | None = None,
    cols: int | None = None,
    *,
    size: int | tuple[int, int] | None = None,
    difficulty: str | None = None,
    seed: int | str | None = None,
    symmetry: str | None = None,
    density: float | None = None,
    unknown: float | None = None,
    values: Iterable[Any] | None = None,
    mask: Mask | None = None,
    structure: Puzzle | Reading | None = None,
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
    usual in the genre. ``density`` is the share of places that hold a clue, ``unknown`` the share of clues whose value
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
    asked = Asked(mask, _puzzle(structure), picture, values, density, unknown)
    request = _request(genre, (rows, cols), size, difficulty, seed, symmetry, options, asked)
    return made(request, timeout=timeout, stop=stop, progress=progress)


def generate_many(
    genre: str | type[Genre],
    rows: int | None = None,
    cols: int | None = None,
    count: int | None = None,
    *,
    size: int | tuple[int, int] | None = None,
    difficulty: str | None = None,
    seed: int | str | None = None,
    symmetry: str | None = None,
    density: float | None = None,
    unknown: float | None = None,
    values: Iterable[Any] | None = None,
    mask: Mask | None = None,
    structure: Puzzle | Reading | None = None,
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
    asked = Asked(mask, _puzzle(structure), picture, values, density, unknown)
    request = _request(genre, (rows, cols), size, difficulty, seed, symmetry, options, asked)
    return stream(request, count, first=first, jobs=jobs, timeout=timeout, stop=stop)


def _puzzle(structure: Puzzle | Reading | None) -> Puzzle | None:
    return structure.puzzle if isinstance(structure, Reading) else structure


def _request(
    name: str | type[Genre], sides: tuple[int | None, int | None], size: Any, difficulty: str | None,
    seed: int | str | None, symmetry: str | None, options: dict[str, Any], asked: Asked,
) -> Request:
    known = REGISTRY.genre(name) if isinstance(name, str) else name
    own_seed = token_hex(8) if seed is None else str(seed)
    rows, cols = _sides(*sides, size)
    return Request.of(known, rows, cols, own_seed, difficulty, symmetry, options, asked)


def _sides(rows: int | None, cols: int | None, size: Any) -> tuple[int | None, int | None]:
    """The rows and columns that are requested by these names or as a size. Raises MakingError."""
    if size is None:
        return rows, cols
    try:
        own = rows_and_columns(size)
    except PuzzleError as fault:
        raise MakingError(str(fault)) from None
    if any(side is not None and side != same for side, same in zip((rows, cols), own, strict=True)):
        raise MakingError(f"size is {own[0]}x{own[1]}, but rows is {rows} and cols is {cols}; leave one of them out")
    return own
