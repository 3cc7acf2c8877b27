"""What is asked of a puzzle to be made, checked against what its genre can have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..board.rect import Rect
from ..board.symmetry import SYMMETRIES, Symmetry
from ..engine.explain.rating import LABELS
from ..language.genre import Genre
from ..language.making import Option, Wishes
from ..language.puzzle import Frozen, Puzzle
from .asked import NOTHING, Asked, check_symmetry, options_of, settled
from .conditions import USUAL, Conditions
from .faults import MakingError

__all__ = ["MakingError", "Request"]


@dataclass(frozen=True)
class Request:
    """One puzzle: its genre and board, the label of its difficulty and the symmetry of its clues (None: as is usual),
    options of the genre, what else is settled, and the seed, which together with these decides what puzzle it is."""

    genre: type[Genre]
    board: Rect
    seed: str
    difficulty: str | None = None
    symmetry: Symmetry | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    conditions: Conditions = USUAL

    @property
    def wishes(self) -> Wishes:
        """What the genre's sketches are told."""
        is_easy = self.difficulty is not None and LABELS.index(self.difficulty) <= LABELS.index("easy")
        return Wishes(options=self.options, places=self.conditions.places, dark=self.conditions.dark,
                      difficulty=self.difficulty, is_easy=is_easy)

    @staticmethod
    def of(
        genre: type[Genre],
        rows: int | None,
        cols: int | None,
        seed: str,
        difficulty: str | None = None,
        symmetry: str | None = None,
        options: Mapping[str, Any] | None = None,
        asked: Asked = NOTHING,
    ) -> Request:
        """A request; None for what is to be as usual, ``asked`` for what else can be settled.

        Raises MakingError for what the genre cannot have.
        """
        if difficulty is not None and difficulty not in LABELS:
            raise MakingError(f"no difficulty is called {difficulty!r}; there are {', '.join(LABELS)}")
        known = next((one for one in SYMMETRIES if one == symmetry), None)
        if symmetry is not None and known is None:
            raise MakingError(f"no symmetry is called {symmetry!r}; there are {', '.join(SYMMETRIES)}")
        own = {name: value for name, value in (options or {}).items() if value is not None}
        board, conditions = settled(genre, rows, cols, asked, own)
        if known not in (None, "none"):
            check_symmetry(genre, board, known, conditions)
        if difficulty is not None and (conditions.density, conditions.untold) != (None, None):
            raise MakingError("how hard a puzzle is follows from how much it tells: ask for a difficulty, or for a "
                              "density or a share of untold values, not for both")
        _check_options(genre, board, own)
        return Request(genre, board, seed, difficulty, known, own, conditions)


def _check_options(genre: type[Genre], board: Rect, options: Mapping[str, Any]) -> None:
    known = options_of(genre)
    told = f"it has {', '.join(known)}" if known else "it has none"
    for name, value in options.items():
        if name not in known:
            raise MakingError(f"{genre.name} has no option {name!r}; {told}")
        why = _wrong(genre, board, known[name], value)
        if why:
            raise MakingError(f"{genre.name}, option {name}: {why}")


def _wrong(genre: type[Genre], board: Rect, option: str | Option, value: Any) -> str:
    """Why a value cannot be had; the empty string if it can."""
    if isinstance(option, Option):
        return option.wrong(board, value)
    domain = genre.keys[option].domain.at(genre.as_told(Puzzle(genre, board, keys=Frozen())))
    wrong = domain.mismatch(value)
    return "" if wrong is None else f"expected {wrong.expected}, found {wrong.found!r}"
