"""Functions that make new puzzles."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from secrets import token_hex
from typing import Any

from .language.forms import plain, rows_and_columns
from .language.genre import Genre
from .language.puzzle import Puzzle, PuzzleError, Reading
from .language.validation import check_seed, check_whole, no_puzzle
from .making.bitmaps import Artwork, Motif
from .making.drawings import Mask
from .making.effort import MakingError
from .making.request import Asked, Request
from .making.stream import NewPuzzle, made, stream
from .registry import REGISTRY, implied_options


def generate(
    genre: str | type[Genre],
    rows: int | None = None,
    cols: int | None = None,
    *,
    size: int | tuple[int, int] | None = None,
    difficulty: str | None = None,
    technique: str | Iterable[str] | None = None,
    without: str | Iterable[str] | None = None,
    no_guess: bool = False,
    seed: int | str | None = None,
    symmetry: str | None = None,
    density: float | None = None,
    unknown: float | None = None,
    values: Iterable[Any] | None = None,
    mask: Mask | None = None,
    structure: Puzzle | Reading | None = None,
    picture: Motif | Artwork | None = None,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int, str], None] | None = None,
    **options: Any,
) -> Puzzle:
    """Creates a new puzzle that is proved to have exactly one answer.

    It is rated: ``about.difficulty`` is its label, ``about.path`` its hardest technique, its number of steps and the
    estimated minutes. Unless a difficulty or technique is requested, puzzles of about the usual size are at most medium
    and need no guessing; if that cannot be had, a warning says so.

    The same version, arguments and ``seed`` give the same puzzle; without a seed, every call returns a different one.

    Args:
        genre: A name, an alias, or a class.
        rows: The number of rows. With only one of ``rows`` and ``cols`` the board is a square, with neither it has the
            usual size.
        cols: The number of columns.
        size: Both at once: a number, or (rows, columns).
        difficulty: ``"trivial"``, ``"easy"``, ``"medium"``, ``"hard"`` or ``"extreme"``; or ``"any"`` for a puzzle that
            is not rated, which is much faster.
        technique: A technique that the puzzle needs, or several: whenever it is used, every other step is harder.
        without: A technique that the solution does without, or several; ``"chains"`` are all suppositions that have to
            be followed step by step.
        no_guess: Whether every step is direct or has a name: nothing has to be supposed.
        seed: A number or a string.
        symmetry: How clues are arranged: ``"rotate"``, ``"mirror"``, ``"flip"``, ``"quarter"``, ``"diagonal"`` or
            ``"none"``. By default they are as often symmetric as is usual in the genre.
        density: The share of places that hold a clue, from 0 to 1.
        unknown: The share of clues whose value is not given (``?``), from 0 to 1.
        values: The only values that clues may have.
        mask: One character per cell: ``.`` where a clue may stand, ``-`` where none may, ``+`` where one must, and
            ``#`` where the board has no cell. It is a string, its lines, or the ``Path`` of a file.
        structure: A puzzle whose rooms, walls and so on are kept; its clues are made anew.
        picture: The path of an image file, or lines of ``#`` and ``.``, which the answer shows as closely as a unique
            answer allows; or an ``Artwork``, which can crop, invert or dither an image.
        timeout: Seconds. Then the result is the puzzle with the closest difficulty found so far, with a warning. A
            result without a warning does not depend on the time limit.
        stop: Called again and again; True ends the work as ``timeout`` does.
        progress: Called for each draft that is tried, with its number and the difficulty that came nearest so far (an
            empty string at first).
        options: Those of the genre; its page in the documentation lists them.

    Returns:
        The puzzle.

    Raises:
        MakingError: The genre cannot have what is requested, or no puzzle was found.
        TimeUp: The time limit is over, and there is no puzzle yet.
        UnknownGenre: No genre has that name.

    Example:
        >>> puzzle = gw.generate("Tents", size=5, seed=7)
        >>> gw.solve(puzzle).status
        'unique'
    """
    asked = Asked(mask, _puzzle(structure), picture, values, density, unknown, technique, without, no_guess)
    request = _request(genre, (rows, cols), size, difficulty, seed, symmetry, options, asked)
    return _with_warning(made(request, timeout=timeout, stop=stop, progress=progress))


def generate_many(
    genre: str | type[Genre],
    *,
    count: int | None = None,
    rows: int | None = None,
    cols: int | None = None,
    size: int | tuple[int, int] | None = None,
    difficulty: str | None = None,
    technique: str | Iterable[str] | None = None,
    without: str | Iterable[str] | None = None,
    no_guess: bool = False,
    seed: int | str | None = None,
    symmetry: str | None = None,
    density: float | None = None,
    unknown: float | None = None,
    values: Iterable[Any] | None = None,
    mask: Mask | None = None,
    structure: Puzzle | Reading | None = None,
    picture: Motif | Artwork | None = None,
    first: int = 0,
    jobs: int = 1,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
    **options: Any,
) -> Iterator[Puzzle]:
    """Creates new puzzles one after the other, as they are requested.

    Args:
        genre: As in ``generate``, like all arguments that are not listed here.
        count: The number of puzzles; without it there is no end.
        first: The number of the first puzzle. They are numbered from 0, and each depends on the seed and its number
            only.
        jobs: The number of processes. The puzzles do not depend on it.
        timeout: Seconds for each puzzle.

    Returns:
        An iterator over the puzzles.

    Raises:
        MakingError: As in ``generate``; or other processes cannot import the genre.
        TimeUp: As in ``generate``.
        UnknownGenre: No genre has that name.

    Example:
        >>> [puzzle.in_short for puzzle in gw.generate_many("Tents", size=5, count=2, seed=7)]
        ['<Tents puzzle, 5x5, 15 givens>', '<Tents puzzle, 5x5, 15 givens>']
    """
    asked = Asked(mask, _puzzle(structure), picture, values, density, unknown, technique, without, no_guess)
    request = _request(genre, (rows, cols), size, difficulty, seed, symmetry, options, asked)
    for name, number, least in (("count", count, 0), ("first", first, 0), ("jobs", jobs, 1)):
        if number is not None:
            check_whole(name, number, least)
    made_so_far = stream(request, count, first=first, jobs=jobs, timeout=timeout, stop=stop)
    return map(_with_warning, made_so_far)


def _with_warning(made: NewPuzzle) -> Puzzle:
    """The puzzle, with a warning if it is not quite what was requested."""
    if made.remark:
        warnings.warn(made.remark, stacklevel=3)
    return made.puzzle


def _puzzle(structure: Puzzle | Reading | None) -> Puzzle | None:
    own = structure.puzzle if isinstance(structure, Reading) else structure
    if own is not None and not isinstance(own, Puzzle):
        raise TypeError(no_puzzle(own, "structure"))
    return own


def _request(
    name: str | type[Genre], sides: tuple[int | None, int | None], size: Any, difficulty: str | None,
    seed: int | str | None, symmetry: str | None, options: dict[str, Any], asked: Asked,
) -> Request:
    known = REGISTRY.genre(name)
    if seed is not None:
        check_seed(seed)
    own_seed = token_hex(8) if seed is None else str(seed)
    rows, cols = _sides(*sides, size)
    options = implied_options(known, name) | options
    return Request.of(known, rows, cols, own_seed, difficulty, symmetry, options, asked)


def _sides(rows: int | None, cols: int | None, size: Any) -> tuple[int | None, int | None]:
    """The rows and columns that are requested by these names or as a size. Raises MakingError."""
    rows, cols = plain(rows), plain(cols)
    if size is None:
        return rows, cols
    try:
        own = rows_and_columns(size)
    except PuzzleError as fault:
        raise MakingError(str(fault)) from None
    if any(side is not None and side != same for side, same in zip((rows, cols), own, strict=True)):
        raise MakingError(f"size is {own[0]}x{own[1]}, but rows is {rows} and cols is {cols}; leave one of them out")
    return own
