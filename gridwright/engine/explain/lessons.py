"""Lessons: tiny boards that teach a genre's rules, and the order in which its techniques are taught.

A genre's lesson is in ``lessons.toml`` in its folder, or in ``NAME_lessons.toml`` beside its file ``NAME.py``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ...language.puzzle import Puzzle, State
from .techniques import declared_beside, state_by_names


@dataclass(frozen=True)
class LessonBoard:
    """A tiny puzzle with one answer.

    ``broken`` has, by rule, the fewest marks that break this rule, by layer and name of the spot.
    """

    puzzle: str
    broken: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)

    def state(self, puzzle: Puzzle, rule: str) -> State:
        """The position that breaks a rule."""
        return state_by_names(puzzle, self.broken[rule])


@dataclass(frozen=True)
class Lesson:
    """What is taught of a genre, easiest first: ``boards``, and ``techniques`` by their keys, one of each name."""

    boards: tuple[LessonBoard, ...] = ()
    techniques: tuple[str, ...] = ()

    @property
    def length(self) -> int:
        """The number of exercises."""
        return len(self.boards) + len(self.techniques)


@cache
def lesson_of(module: str) -> Lesson:
    """The lesson of the genre that a module declares; empty if it has none."""
    path = declared_beside(module, "lessons")
    if path is None:
        return Lesson()
    with path.open("rb") as file:
        told: Mapping[str, Sequence[Any]] = tomllib.load(file)
    return Lesson(tuple(LessonBoard(**one) for one in told.get("board", ())), tuple(told.get("techniques", ())))
