"""Orders of ``gridwright generate``: which puzzles are made."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import gridwright as gw

from ..formats.own_json import puzzle_record
from ..language.puzzle import Puzzle
from ..making.bitmaps import Artwork
from ..making.request import NOTHING, Asked, Request
from ..making.stream import numbered
from .show import fail, words_of

_SMALL = 6
"""Boards with a shorter side of up to this length are small."""
SHEET = ("easy", "medium", "hard")
"""The difficulties of ``--all``."""


@dataclass(frozen=True)
class Order:
    """Some puzzles of one kind."""

    genre: type[gw.Genre]
    size: tuple[int, int] | None
    count: int
    difficulty: str | None
    symmetry: str | None
    seed: str
    options: dict[str, Any] = field(default_factory=dict)
    asked: Asked = NOTHING
    files: tuple[tuple[str, Any], ...] = ()
    """Each file option with a digest of the file's content, and the options of the picture."""

    def request(self) -> Request:
        """The request for these puzzles. Raises MakingError."""
        rows, cols = self.size or (None, None)
        return Request.of(
            self.genre, rows, cols, self.seed, self.difficulty, self.symmetry, self.options, self.asked)

    @property
    def name(self) -> str:
        """The beginning of the names of files: the genre and the size."""
        return self.slug + (f"-{self.size[0]}x{self.size[1]}" if self.size else "")

    @property
    def slug(self) -> str:
        """The name of the genre, for the name of a file."""
        return re.sub(r"[^a-z0-9]+", "-", self.genre.name.lower()).strip("-")

    @property
    def words(self) -> str:
        """What is asked for, in words."""
        size = f" {self.size[0]}x{self.size[1]}" if self.size else ""
        return f"{self.difficulty + ' ' if self.difficulty else ''}{self.genre.name}{size}"

    def told(self) -> dict[str, Any]:
        """What these puzzles share besides genre and seed, as JSON."""
        rows, cols = self.size or (None, None)
        told: dict[str, Any] = {"rows": rows, "cols": cols, "difficulty": self.difficulty, "symmetry": self.symmetry,
                                "options": self.options}  # fmt: skip
        more = {"density": self.asked.density, "unknown": self.asked.unknown,
                "values": list(self.asked.values) if self.asked.values is not None else None,
                "technique": self.asked.technique or None, "without": self.asked.without or None,
                "no_guess": self.asked.no_guess or None, **dict(self.files)}
        return told | {name: value for name, value in more.items() if value is not None}

    def line(self, number: int, puzzle: Puzzle) -> str:
        """A puzzle as a line of JSON, with what was requested."""
        made = {"number": number, "seed": self.seed, "asked": self.told()}
        return json.dumps({**puzzle_record(puzzle), "made": made}, ensure_ascii=False)


@dataclass(frozen=True)
class Task:
    """One puzzle of an order."""

    order: Order
    request: Request
    number: int

    @property
    def own_request(self) -> Request:
        """The request for this puzzle."""
        return numbered(self.request, self.number)

    @property
    def words(self) -> str:
        """Which puzzle this is."""
        return self.order.words + (f", number {self.number + 1}" if self.order.count > 1 else "")


def of_every_genre(difficulty: str | None, count: int, seed: str) -> Iterator[Order]:
    """Orders for all genres: in two sizes and three difficulties, or in the given one."""
    for genre in gw.known_genres():
        for size in sizes_of(genre):
            for level in (difficulty,) if difficulty else SHEET:
                yield Order(genre, size, count, level, None, seed)


def sizes_of(genre: type[gw.Genre]) -> list[tuple[int, int]]:
    """The usual size of a genre and a smaller one, or a larger one if the usual size is small already."""
    rows, cols = genre.making.size
    smaller = ((rows - k, cols - side * k) for side in (1, 2) for k in range(max(1, round(rows * 0.2)), 0, -1))
    larger = ((rows + k, cols + side * k) for side in (1, 2) for k in (1, 2, 3))
    other = (*larger, *smaller) if min(rows, cols) <= _SMALL else (*smaller, *larger)
    fits = (size for size in other if min(size) > 2 and not genre.making.sizes(*size))
    return sorted([*([found] if (found := next(fits, None)) else []), (rows, cols)])


# -- values of options --


def option(text: str) -> tuple[str, Any]:
    """An option of a genre, such as ``stars=2``."""
    name, sign, value = text.partition("=")
    if not sign or not name:
        fail(f"--option {text}: write the name and the value of an option as stars=2")
    return name, number_or_word(value)


def number_or_word(text: str) -> int | str:
    """A number, if it is one."""
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else text


def with_files(
    order: Order, mask: str | None, structure: str | None, picture: Artwork | None, puzzle: Puzzle | None
) -> Order:
    """The order with its files; ``puzzle`` is the one in the file of the structure."""
    named = {"mask": mask, "structure": structure, "picture": str(picture.path) if picture is not None else None}
    digests = [(name, _digest(file)) for name, file in named.items() if file is not None]
    if picture is not None:
        digests += [(name, value) for name in ("crop", "threshold", "invert", "dither")
                    if (value := getattr(picture, name)) not in (None, False)]
    asked = replace(order.asked, mask=Path(mask) if mask is not None else None, structure=puzzle, picture=picture)
    return replace(order, asked=asked, files=tuple(digests))


def _digest(file: str) -> str:
    try:
        return sha256(Path(file).read_bytes()).hexdigest()[:16]
    except OSError as fault:
        fail(f"{file}: {words_of(fault)}")


def structure_of(file: str) -> Puzzle:
    """The puzzle whose structure is kept. Ends the program if the file does not hold exactly one."""
    try:
        readings = gw.read_all(Path(file))
    except gw.FormatError as fault:
        fault.file = fault.file or file
        fail(str(fault))
    except OSError as fault:
        fail(f"{file}: {words_of(fault)}")
    if len(readings) != 1:
        fail(f"{file}: it holds {len(readings)} puzzles; the structure is taken from a file with one")
    return readings[0].puzzle
