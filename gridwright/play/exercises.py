"""Exercises of lessons: tiny boards that show the rules of a genre, and boards on which a technique is to be found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ..engine.explain.lessons import LessonBoard, lesson_of
from ..engine.explain.techniques import Technique, techniques_of
from ..language.genre import Genre
from ..language.puzzle import Puzzle
from ..language.wording import capital, name_in_words
from ..registry import REGISTRY, UnknownGenre, plain_name
from .storage import LESSON

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_a-zß-ÿ])")


@dataclass(frozen=True)
class Exercise:
    """A part of a genre's lesson: a tiny board, or a technique."""

    genre: type[Genre]
    key: str
    """Its number among the boards, or the key of the technique."""
    told: LessonBoard | Technique

    @property
    def id(self) -> str:
        """What the page calls it: it is shown, judged and saved as if it were a puzzle of that id."""
        return f"{LESSON}{slug(self.genre)}.{self.key}"

    @property
    def name(self) -> str:
        """The name of the technique; empty for a board."""
        return "" if isinstance(self.told, LessonBoard) else capital(name_in_words(self.told.name, self.told.home))

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return _puzzle(self.told.puzzle)


@cache
def _puzzle(text: str) -> Puzzle:
    from .. import read

    return read(text)


def slug(genre: type[Genre]) -> str:
    """The name of a genre in addresses."""
    return plain_name(genre.name)


def lesson_slug(genre: type[Genre]) -> str:
    """The name of a genre's lesson in addresses; empty if it has none."""
    return slug(genre) if lesson_of(genre.__module__).length else ""


def exercises(genre: type[Genre]) -> Sequence[Exercise]:
    """The lesson of a genre, the easiest first: boards, then techniques. Those that are gone are left out."""
    lesson, known = lesson_of(genre.__module__), techniques_of(genre.__module__)
    boards = [Exercise(genre, str(n), board) for n, board in enumerate(lesson.boards, 1)]
    return [*boards, *(Exercise(genre, _dashed(key), known[key]) for key in lesson.techniques if key in known)]


def _dashed(key: str) -> str:
    return re.sub(r"\W", "-", key)


def exercise(id: str) -> Exercise | None:
    """The exercise of an id; None if there is none."""
    if not id.startswith(LESSON):
        return None
    try:
        genre = REGISTRY.genre(id.removeprefix(LESSON).partition(".")[0])
    except UnknownGenre:
        return None
    return next((one for one in exercises(genre) if one.id == id), None)


def sentences(genre: type[Genre]) -> list[str]:
    """The rules of a genre, sentence by sentence."""
    return _SENTENCE.split(genre.task_in_words())
