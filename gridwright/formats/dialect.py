"""The interface of formats and genres: genres declare dialects, and formats use them to read and write texts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol

from ..board.board import Board, Spot
from ..hooks import HOOKS
from ..language.genre import Genre
from ..language.puzzle import Puzzle, State
from ..language.puzzle import Reading as Reading
from ..logic.ticks import ticking
from .errors import FormatError, WriteError

MAX_CELLS = 70_000
"""Boards with more cells are refused before anything is allocated (the largest real one known has 65,536)."""


class Dialect:
    """How one genre is written in one format; declared in the genre's file.

    ``format`` is the format's name; ``names`` are the genre's names in its files; the first is written.
    """

    format: str
    brings: LazyFormat | None = None
    """The format itself, if the genre brings it along."""
    holds_struck: bool = False
    """Whether its files have a place for candidates that are struck out."""
    holds_partial: bool = True
    """Whether its files have a place for answers with blanks."""
    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        self.names = names

    def mistakes(self, genre: type[Genre]) -> Iterator[str]:
        """What is wrong with the dialect of a genre, found when its class is created."""
        del genre
        return iter(())


class Shelf(Protocol):
    """Where a format finds the genres, without knowing any."""

    def dialects(self, format: str, name: str | None = None) -> Iterable[tuple[type[Genre], Any]]:
        """The genres that have a dialect of that format (and, if given, of that name in it), each with the dialect.

        Finding the last may take long, so do not ask for more than you need.
        """

    def genre(self, name: str) -> type[Genre]:
        """The genre of that name or alias. Raises LookupError, whose message names near ones."""

    def near(self, format: str, name: str) -> list[str]:
        """Names of that format's dialects that look like ``name``, best first."""


def only_dialect(shelf: Shelf, format: str) -> tuple[type[Genre], Any]:
    """The genre of a format that has one genre, and its dialect. Raises FormatError if there is none."""
    for genre, dialect in shelf.dialects(format):
        return genre, dialect
    raise FormatError("no genre is told in this format", code="no-genre")


def genre_called(shelf: Shelf, format: str, name: str, refusal: str) -> tuple[type[Genre], Any]:
    """The genre with one of our names, and its dialect of a format.

    Raises FormatError if there is no such genre, or (with ``refusal``) if the format does not have it.
    """
    try:
        genre = shelf.genre(name)
    except LookupError as unknown:
        raise FormatError(str(unknown), code="unknown-genre") from None
    for dialect in genre.dialects:
        if dialect.format == format:
            return genre, dialect
    raise FormatError(f"{genre.name} {refusal}", code="unknown-genre")


class Format(Protocol):
    """A family of texts; ``reading`` finds them by name."""

    name: str

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format: a quick test of its content."""

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError for what the format cannot express."""


LOOK = 1 << 17
"""How much of a text is searched for the signs of formats."""


@dataclass(frozen=True)
class LazyFormat:
    """A format whose module is imported when a text has a sign of it, or always if it has no signs.

    Every text of it begins with ``start`` or has, near its beginning, one of ``words`` (in lower case, found in either)
    or ``pattern``. All texts are searched for the signs of all formats, so these have to be cheap: words are, and
    patterns that begin with a rare character. ``module`` begins with a dot if it is in the package of the formats.
    ``ending`` is that of its files. ``keeps_text``: the text around a puzzle is written again, so its reader needs all
    of it, even a byte order mark. ``read_only``: no puzzle can be written in it.
    """

    name: str
    module: str
    start: str = ""
    words: tuple[str, ...] = ()
    pattern: str = ""
    ending: str = ".txt"
    every_genre: bool = False
    keeps_text: bool = False
    read_only: bool = False

    @cached_property
    def _format(self) -> Format:
        module = import_module(self.module, __package__)
        kinds = (kind for kind in vars(module).values() if isinstance(kind, type))
        found: Format = next(kind() for kind in kinds if getattr(kind, "name", None) == self.name)
        return found

    @cached_property
    def _signs(self) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
        return re.compile(self.start) if self.start else None, re.compile(self.pattern) if self.pattern else None

    def sniff(self, text: str) -> bool:
        """Whether a text with a sign of the format looks like it."""
        return self._format.sniff(text)

    def may_be(self, text: str, lowered: str) -> bool:
        """Whether the beginning of a text has a sign of the format; ``lowered`` is the beginning in lower case."""
        if any(word in lowered for word in self.words):
            return True
        start, pattern = self._signs
        if start is not None and start.match(text):
            return True
        return pattern.search(text) is not None if pattern is not None else not (self.words or self.start)

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""
        return self._format.read_all(text, shelf, options)

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError."""
        return self._format.write(puzzle, dialect, answer)


class OwnFormat(Dialect):
    """A genre in a format that it brings along and that no other genre has."""

    def __init__(self, brings: LazyFormat, *, holds_partial: bool = True) -> None:
        super().__init__(brings.name)
        self.format, self.brings, self.holds_partial = brings.name, brings, holds_partial


def brought_formats(*, elsewhere: bool) -> Iterable[LazyFormat]:
    """The formats that genres of other packages (``elsewhere``), or else our own, bring along."""
    return HOOKS.brought_formats(elsewhere)


def spots_of(puzzle: Puzzle, names: Iterable[str]) -> dict[str, Sequence[Spot]]:
    """The spots of layers of the answer, by their names."""
    spots: dict[str, Sequence[Spot]] = {}
    model: Genre | None = None
    for name in names:
        layer = puzzle.genre.answer_layers[name]
        if isinstance(layer.on, str):
            spots[name] = getattr(puzzle.board, layer.on)
        else:
            model = model or puzzle.genre(puzzle)
            spots[name] = [spot for place in ticking(layer.places(model)) for spot in place]
    return spots


def is_full(state: State) -> bool:
    """Whether every spot of the answer is marked."""
    nothing: Mapping[Spot, Any] = {}
    return all(all(map(state.marks.get(name, nothing).__contains__, spots))
               for name, spots in spots_of(state.puzzle, state.puzzle.genre.answer_layers).items())


def region_numbers(
    board: Board, walls: Collection[Spot], refusal: str, within: Iterable[Spot] | None = None
) -> dict[Spot, int]:
    """The index of each cell's region. Raises WriteError, which begins with ``refusal``, for a wall within one."""
    number = {cell: n for n, cells in enumerate(board.regions(walls, within)) for cell in cells}
    for wall in walls:
        a, b = board.ends(wall)
        if a in number and number[a] == number.get(b):
            raise WriteError(f"{refusal} ({board.name(wall)})")
    return number


MarkMapping = Mapping[str, Mapping[Any, Any]]


def merged(parts: Iterable[MarkMapping]) -> dict[str, dict[Any, Any]]:
    """Marks of several sources by layer and spot in one dictionary."""
    out: dict[str, dict[Any, Any]] = {}
    for part in parts:
        for layer, marks in part.items():
            out.setdefault(layer, {}).update(marks)
    return out
