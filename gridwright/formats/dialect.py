"""The interface of formats and genres: genres declare dialects, and formats use them to read and write texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from ..language.genre import Genre
from ..language.puzzle import Puzzle, State
from .errors import FormatError

MAX_CELLS = 70_000
"""Boards with more cells are refused before anything is allocated (the largest real one known has 65,536)."""


@dataclass(frozen=True)
class Reading:
    """One puzzle of a text, with its stored answer, if any, and the reader's warnings.

    ``seconds`` is the time it took to read it; the time for a text is divided among its puzzles.
    """

    puzzle: Puzzle
    answer: State | None = None
    warnings: tuple[str, ...] = ()
    format: str = ""
    seconds: float = field(default=0.0, compare=False)

    def left_of(self, timeout: float | None) -> float | None:
        """The seconds that reading has left of those for the puzzle; None if there is no limit."""
        return None if timeout is None else max(timeout - self.seconds, 0.0)


class Dialect:
    """How one genre is told in one format; declared in the genre's file.

    ``format`` is the format's name; ``names`` are those by which its files call the genre, the first being written.
    """

    format: str
    holds_struck: ClassVar[bool] = False
    """Whether its files have a place for candidates that are struck out."""
    holds_partial: ClassVar[bool] = True
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

        It may take long to find the last, so nobody should ask for more than he needs.
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


class Format(Protocol):
    """A family of texts; one module of this package each, found through ``formats.FORMATS``."""

    name: str
    about: str

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format; cheap, judged on its content."""

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError."""

    def write(self, puzzle: Puzzle, dialect: Any, answer: State | None) -> str:
        """The text of a puzzle. Raises WriteError for what the format cannot express."""


MarkMapping = Mapping[str, Mapping[Any, Any]]
Check = Callable[[], None]


def merged(parts: Iterable[MarkMapping]) -> dict[str, dict[Any, Any]]:
    """Marks of several sources by layer and spot in one dictionary."""
    out: dict[str, dict[Any, Any]] = {}
    for part in parts:
        for layer, marks in part.items():
            out.setdefault(layer, {}).update(marks)
    return out
