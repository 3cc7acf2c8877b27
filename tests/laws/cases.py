"""The cases: puzzles in text files, with their verdict, their answer, and wrong answers for their rules.

A case is an SPF file with three keys of ours::

    /status (unique)                    or (several), (none)
    /solution [...]                     the answer; one of them where there are several
    /wrong [                            wrong answers
    [ (no_glare) (r1c1 r1c4)            the rules that break (``one + other``), and places where they do
    (diagram line) ...                  in the form of /solution
    [ (bridge) (r1c2-r2c2) 1 ] ] ]      if need be, marks that the diagram cannot show: layer, places, value

A case on a graph has its answer in the lists of edges and areas, where such files have it, and no ``/solution``. Its
wrong answers are as ``SpfGraph.solution_lines`` gives them: the numbers (from 0) of the drawn edges, or the values of
all areas; places are parted by semicolons::

    [ (no_branches) (node 4; node 7)
    (0 1 2 5 8) ]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

import gridwright as gw
from gridwright.board.board import Graph
from gridwright.formats.dialect import Reading
from gridwright.formats.spf import Spf
from gridwright.formats.spf.graph import SpfGraph
from gridwright.language import Board, Genre, Puzzle, Spot, State

from ..grouped import SHARE, each_case_of, some_by_default

D = TypeVar("D", Spf, SpfGraph)

FOLDER = Path(__file__).parent.parent / "cases"
PATHS = sorted(FOLDER.glob("*/*.spf"))
FOLDERS = sorted({path.parent.name for path in PATHS})
"""The folders, each called like the file of its genre."""

each_case = each_case_of(PATHS)
"""Makes a law about a case a test for each genre."""
each_folder = pytest.mark.parametrize("folder", FOLDERS)


@dataclass(frozen=True)
class Wrong:
    """A wrong answer: the rules that it breaks, and places where one sees it."""

    rules: frozenset[str]
    places: frozenset[Spot]
    state: State


@dataclass(frozen=True)
class Case:
    """One file."""

    path: Path
    text: str = field(repr=False)
    reading: Reading = field(repr=False)

    def __str__(self) -> str:
        """The genre and the file, for the sentences of laws."""
        return f"{self.genre.name}, case {self.path.parent.name}/{self.path.name}"

    @property
    def puzzle(self) -> Puzzle:
        return self.reading.puzzle

    @property
    def genre(self) -> type[Genre]:
        return self.puzzle.genre

    @property
    def answer(self) -> State:
        assert self.reading.answer is not None, "the case has no /solution"
        return self.reading.answer

    @cached_property
    def status(self) -> str:
        return str(self._value("status").text)

    @cached_property
    def wrong(self) -> tuple[Wrong, ...]:
        return tuple(self._wrong(entry) for entry in self._value("wrong") or ())

    def _value(self, key: str) -> Any:
        entry = self.puzzle.source.envelope.get(key)
        return None if entry is None else entry.value

    def _wrong(self, entry: list[Any]) -> Wrong:
        rules, places = (line.text for line in entry[:2])
        board = self.puzzle.board
        lines = [item.text for item in entry[2:] if not isinstance(item, list)]
        marks = self._on_graph(board, lines) if isinstance(board, Graph) else self._on_diagram(lines)
        for layer, spots, value in (item for item in entry[2:] if isinstance(item, list)):
            marks.setdefault(layer.text, {}).update(dict.fromkeys(named(board, spots.text), value))
        return Wrong(frozenset(rules.split(" + ")), frozenset(named(board, places)), State.of(self.puzzle, marks))

    def _on_diagram(self, lines: list[str]) -> dict[str, dict[Spot, Any]]:
        envelope = self.puzzle.source.envelope.with_values({"solution": lines})
        read = dialect(self.genre, Spf).read(self.genre, envelope).answer
        assert read is not None, "the lines of a wrong answer are no answer"
        return {name: dict(layer) for name, layer in read.marks.items()}

    def _on_graph(self, board: Graph, lines: list[str]) -> dict[str, dict[Spot, Any]]:
        return dialect(self.genre, SpfGraph).solution_from(board, lines)


def dialect(genre: type[Genre], kind: type[D]) -> D:
    """The genre's dialect of that kind."""
    return next(d for d in genre.dialects if isinstance(d, kind))


@lru_cache(maxsize=4)
def _by_name(board: Board) -> dict[str, Spot]:
    return {board.name(s): s for s in (*board.cells, *board.links, *board.edges, *board.corners, *board.sides)}


def named(board: Board, text: str) -> list[Spot]:
    """The spots of some names, which are parted by blanks, or by semicolons where names hold blanks."""
    known = _by_name(board)
    return [known[name.strip()] for name in (text.split(";") if ";" in text or text in known else text.split())]


@cache
def case(path: Path) -> Case:
    """The case of a file."""
    text = path.read_text(encoding="utf-8")
    (reading,) = gw.read_all(text)
    return Case(path, text, reading)


@cache
def of_folder(name: str) -> list[Case]:
    """All cases of a folder."""
    return [case(path) for path in PATHS if path.parent.name == name]


def of_genre(genre: type[Genre]) -> list[Case]:
    """All cases of a genre, those of the folder that is called like its file."""
    return of_folder(folder(genre))


def folder(genre: type[Genre]) -> str:
    """The name of the folder that holds a genre's cases."""
    return genre.__module__.rsplit(".", 1)[1]


def _each(genres: Iterable[type[Genre]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("genre", genres, ids=lambda genre: genre.__name__)


each_genre = _each(gw.known_genres())


def some_genres(key: str) -> pytest.MarkDecorator:
    """Makes a law a test for each genre, of which the default run has a share that depends on the key."""
    genres = some_by_default(gw.known_genres(), SHARE, key, name=lambda genre: genre.__name__)
    return pytest.mark.parametrize("genre", genres)


def some_folders(key: str) -> pytest.MarkDecorator:
    """The same for the folders of cases."""
    return pytest.mark.parametrize("folder", some_by_default(FOLDERS, SHARE, key, name=str))


each_genre_with_cases = _each([genre for genre in gw.known_genres() if folder(genre) in FOLDERS])
"""Without the genres of other packages that happen to be installed."""
