"""Reads, solves, proves, checks, explains, rates, generates, draws and converts pencil puzzles.

>>> import gridwright as gw
>>> puzzle = gw.puzzle("Nurikabe", ["2 . . .", ". . . .", ". . . 3", "1 . . ."])
>>> verdict = gw.solve(puzzle, timeout=10)
>>> verdict.status
'unique'
>>> gw.check(puzzle, verdict.answers[0])
[]

Puzzles: ``puzzle``, ``read``, ``read_all``, ``write``, ``state``, ``differences``,
``Puzzle``, ``State``, ``About``, ``PathSummary``, ``Reading``, ``PuzzleError``, ``FormatError``, ``WriteError``

Solving: ``solve``, ``solve_many``, ``check``, ``count``, ``all_answers``, ``common_marks``,
``Verdict``, ``Violation``, ``AnswerCount``, ``TimeUp``

Explaining: ``hint``, ``explain``, ``mistakes``, ``rate``, ``diagnose``, ``in_language``,
``Step``, ``Mistake``, ``Rating``, ``Diagnosis``

Generating: ``generate``, ``generate_many``, ``minimise``, ``complete``, ``Artwork``, ``MakingError``

Drawing: ``draw``, ``Picture``

Genres: ``genre``, ``known_genres``, ``register``, ``Genre``, ``UnknownGenre``, ``GenreError``, ``BrokenGenre``

Boards: ``Rect``, ``Graph``, ``Board``, ``Spot``
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .hooks import HOOKS
from .logic.later import names_from

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .api import genre, known_genres, puzzle, read, read_all, register, state, write
    from .board.board import Board, Graph, Spot
    from .board.rect import Rect
    from .engine.explain.diagnosis import Diagnosis, diagnose
    from .engine.explain.hints import hint, mistakes
    from .engine.explain.mistakes import Mistake
    from .engine.explain.rating import Rating, rate
    from .engine.explain.steps import Step
    from .engine.solve.answers import Verdict, all_answers, common_marks, solve
    from .engine.solve.check import Violation, check
    from .engine.solve.clock import TimeUp
    from .engine.solve.counting import AnswerCount, count
    from .engine.solve.many import solve_many
    from .formats.dialect import LazyFormat
    from .formats.errors import FormatError, WriteError
    from .generation import generate, generate_many
    from .language.genre import Genre
    from .language.genre_errors import GenreError
    from .language.puzzle import About, PathSummary, Puzzle, PuzzleError, Reading, State
    from .language.translation import in_language
    from .language.validation import differences
    from .making.bitmaps import Artwork
    from .making.effort import MakingError
    from .making.setting import complete, minimise
    from .picture.drawing import Picture, draw
    from .registry import BrokenGenre, UnknownGenre
    from .walkthrough import explain

__version__ = "0.2.0"


def _printed(puzzle: Puzzle, state: State | None) -> str:
    from .picture.terminal import board_text

    return board_text(puzzle, state)


def _drawn(puzzle: Puzzle, state: State | None, **marked: Any) -> str:
    from .picture.drawing import draw

    return draw(puzzle, state, **marked)._repr_svg_()


def _brought_formats(elsewhere: bool) -> Iterable[LazyFormat]:
    from .registry import REGISTRY

    return REGISTRY.brought_formats(elsewhere)


HOOKS.printed, HOOKS.drawn, HOOKS.brought_formats = _printed, _drawn, _brought_formats

_HOMES = {
    "About": "language.puzzle", "AnswerCount": "engine.solve.counting", "Artwork": "making.bitmaps",
    "Board": "board.board",
    "BrokenGenre": "registry",
    "Diagnosis": "engine.explain.diagnosis", "FormatError": "formats.errors", "Genre": "language.genre",
    "GenreError": "language.genre_errors", "Graph": "board.board", "MakingError": "making.effort",
    "Mistake": "engine.explain.mistakes", "Picture": "picture.drawing", "Puzzle": "language.puzzle",
    "PathSummary": "language.puzzle", "PuzzleError": "language.puzzle", "Rating": "engine.explain.rating",
    "Reading": "language.puzzle",
    "Rect": "board.rect", "Spot": "board.board", "State": "language.puzzle", "Step": "engine.explain.steps",
    "TimeUp": "engine.solve.clock", "UnknownGenre": "registry", "Verdict": "engine.solve.answers",
    "Violation": "engine.solve.check", "WriteError": "formats.errors", "all_answers": "engine.solve.answers",
    "check": "engine.solve.check", "common_marks": "engine.solve.answers", "complete": "making.setting",
    "count": "engine.solve.counting",
    "diagnose": "engine.explain.diagnosis", "differences": "language.validation", "draw": "picture.drawing",
    "explain": "walkthrough", "generate": "generation", "generate_many": "generation", "genre": "api",
    "hint": "engine.explain.hints", "in_language": "language.translation", "known_genres": "api",
    "minimise": "making.setting",
    "mistakes": "engine.explain.hints", "puzzle": "api", "rate": "engine.explain.rating", "read": "api",
    "read_all": "api", "register": "api", "solve": "engine.solve.answers", "solve_many": "engine.solve.many",
    "state": "api", "write": "api",
}  # fmt: skip
"""The modules of all names, which are imported when they are first used."""
__getattr__ = names_from(__name__, _HOMES)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


__all__ = [
    "About", "AnswerCount", "Artwork", "Board", "BrokenGenre", "Diagnosis", "FormatError", "Genre", "GenreError",
    "Graph", "MakingError", "Mistake", "PathSummary", "Picture", "Puzzle", "PuzzleError", "Rating", "Reading", "Rect",
    "Spot", "State", "Step", "TimeUp", "UnknownGenre", "Verdict", "Violation", "WriteError", "all_answers", "check",
    "common_marks", "complete", "count", "diagnose", "differences", "draw", "explain", "generate", "generate_many",
    "genre", "hint",
    "in_language", "known_genres", "minimise", "mistakes", "puzzle", "rate", "read", "read_all", "register", "solve",
    "solve_many", "state", "write",
]
