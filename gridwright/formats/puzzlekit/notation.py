"""What the notations of genres are made of: the sections of texts and solutions."""

from __future__ import annotations

from typing import Any

from ..roles.grids import Grid
from ..roles.items import Ignored, Number, Put, Words
from ..roles.rules import Hook, Implies, Rules
from ..roles.sheet import Role
from .extra import Extra, count, greatest_height
from .parts import (
    HOLE_SIGNS,
    NOTHING,
    Boxes,
    Cages,
    Exits,
    RegionsOrBoxes,
    Runs,
    Section,
    areas,
    columns,
    grid,
    letters,
    numbers,
    points,
    rows,
    shaded,
)


class KitNotation(Rules):
    """The sections of a problem in their order, those of its solution, and what stands behind the size.

    ``on_pages`` fills in what pages of janko.at leave out. ``written`` is the genre's name in JSON files, if not the
    first one, and ``with_areas`` that of puzzles with areas below the grid. Puzzles with a smaller number behind the
    size than the side belong to the genre ``if_smaller``.
    """

    def __init__(
        self, problem: tuple[Section, ...], solution: tuple[Section, ...], extra: Extra | None = None,
        *, on_pages: Hook | None = None, written: str = "", with_areas: str = "", if_smaller: str = "", **rules: Any,
    ) -> None:  # fmt: skip
        super().__init__(**rules)
        self.problem, self.solution, self.extra, self.on_pages = problem, solution, extra, on_pages
        self.written, self.with_areas, self.if_smaller = written, with_areas, if_smaller


Notation = KitNotation


_REST = Ignored(pattern=r"\S+")
"""What a solution repeats of the problem."""
ARROWS = {"nw": "q", "n": "w", "ne": "e", "w": "a", "e": "d", "sw": "y", "s": "x", "se": "c"}
LABEL = {letter: letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}


HOLES = Words("hole", dict.fromkeys(HOLE_SIGNS, True))


def solved(*puts: Put, blank: str = NOTHING) -> tuple[Section, ...]:
    """A solution with an item for each cell."""
    return (Section("solution", Grid(1, 1, 0, 0, (*puts, _REST), blank)),)


def in_areas(of: Role) -> tuple[Section, ...]:
    """A solution with the number of its area in each cell."""
    return (areas(of, drawn=True)._replace(name="solution"),)


def counts(of: Role) -> tuple[Section, ...]:
    """Numbers above and at the left."""
    return columns(numbers(of)), rows(numbers(of))


def views(put: Put) -> tuple[Section, ...]:
    """Clues above, below, at the left and at the right."""
    return columns(put), columns(put, far=True), rows(put), rows(put, far=True)


__all__ = [
    "ARROWS", "HOLES", "LABEL", "Boxes", "Cages", "Exits", "Extra", "Implies",
    "Notation", "Number", "RegionsOrBoxes", "Runs", "Section", "Words",
    "areas", "columns", "count", "counts", "greatest_height", "grid", "in_areas", "letters", "numbers", "points",
    "rows", "shaded", "solved", "views",
]
