"""The puzzles that pictures are tested with: the smallest solved cases of every genre, on every kind of board."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

from gridwright.language import Puzzle, State
from gridwright.language.shapes import TextShape
from gridwright.picture.booklet import Booklet, Layout

from ..grouped import each_case_of
from ..laws.cases import PATHS, Case, case

_GRAPH = b"/format 2"


def _kinds() -> Iterator[tuple[tuple[str, bool], Path]]:
    """The cases that have an answer, by genre and whether the board is a graph; small ones first."""
    for path in sorted(PATHS, key=lambda path: path.stat().st_size):
        data = path.read_bytes()
        if b"/status (none)" not in data:
            yield (path.parent.name, _GRAPH in data), path


def _smallest(count: int) -> list[Path]:
    found: dict[tuple[str, bool], list[Path]] = {}
    for kind, path in _kinds():
        found.setdefault(kind, []).append(path)
    return sorted(path for paths in found.values() for path in paths[:count])


ONE, TWO = _smallest(1), _smallest(2)
"""The smallest solved case of each genre and kind of board; the two smallest ones."""


FOLDERS = sorted({path.parent.name for path in ONE})
"""The folders of the genres."""


def largest(folder: str, n_cells: int) -> Path:
    """A genre's largest solved case of at most so many cells."""
    paths = [path for (own, _), path in _kinds() if own == folder]
    sizes = {path: len(case(path).puzzle.board.cells) for path in paths}
    return max((path for path in paths if sizes[path] <= n_cells), key=lambda path: sizes[path])


each_sample = each_case_of(TWO)


def bare(one: Case) -> Puzzle:
    """A case's puzzle as if it came from nowhere: written as SPF, it gets a file of its own."""
    return replace(one.puzzle, source=None)


def of(path: Path) -> tuple[Puzzle, State]:
    """The puzzle and the answer of a case."""
    one = case(path)
    puzzle = bare(one)
    return puzzle, State(puzzle, one.answer.marks)


def booklet(layout: Layout, puzzles: Iterable[tuple[Puzzle, State | None]]) -> bytes:
    """A booklet of some puzzles."""
    target = BytesIO()
    made = Booklet(target, layout)
    for puzzle, answer in puzzles:
        made.add(puzzle, answer)
    made.save()
    return target.getvalue()


def changed(marks: Any, layer: str, spot: Any, *value: Any) -> dict[str, dict[Any, Any]]:
    """Marks by layer and spot, one of them with another value, or without any."""
    out = {name: dict(own) for name, own in marks.items()}
    if value:
        out[layer][spot] = value[0]
    else:
        del out[layer][spot]
    return out


def written(picture: Any) -> list[str]:
    """All texts of a picture."""
    return [shape.text for group in picture.groups for shape in group.shapes if isinstance(shape, TextShape)]


def chance(name: str) -> random.Random:
    """A source of random numbers that differs from test to test and not from run to run."""
    return random.Random(zlib.crc32(name.encode()))
