"""What is asked of a puzzle to be made, checked against what its genre can have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..engine.rating import LABELS
from ..language.genre import Genre
from ..language.making import SYMMETRIES, Symmetry
from ..language.puzzle import Frozen, Puzzle
from ..language.rect import Rect

MOST = 100
"""The longest side of a board that puzzles are made on."""


class MakingError(ValueError):
    """A puzzle that cannot be made as it was asked for; the message says what can be had."""


@dataclass(frozen=True)
class Request:
    """One puzzle: its genre and board, the label of its difficulty and the symmetry of its clues (None: as is usual),
    options of the genre, and the seed, which together with these decides what puzzle it is."""

    genre: type[Genre]
    board: Rect
    seed: str
    difficulty: str | None = None
    symmetry: Symmetry | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def of(
        genre: type[Genre],
        rows: int | None,
        cols: int | None,
        seed: str,
        difficulty: str | None = None,
        symmetry: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Request:
        """A request; None for what is to be as usual. Raises MakingError for what the genre cannot have."""
        board = _board(genre, rows, cols)
        if difficulty is not None and difficulty not in LABELS:
            raise MakingError(f"no difficulty is called {difficulty!r}; there are {', '.join(LABELS)}")
        known = next((one for one in SYMMETRIES if one == symmetry), None)
        if symmetry is not None and known is None:
            raise MakingError(f"no symmetry is called {symmetry!r}; there are {', '.join(SYMMETRIES)}")
        if symmetry not in (None, "none") and not genre.making.symmetry:
            raise MakingError(f"the clues of {genre.name} cannot be arranged symmetrically")
        own = {name: value for name, value in (options or {}).items() if value is not None}
        _check_options(genre, board, own)
        return Request(genre, board, seed, difficulty, known, own)


def _board(genre: type[Genre], rows: int | None, cols: int | None) -> Rect:
    making = genre.making
    if rows is None and cols is None:
        rows, cols = making.size
    elif rows is None or cols is None:
        side = rows or cols
        rows, cols = (side, side) if rows is None and cols is None else (rows or side, cols or side)
    assert rows is not None and cols is not None
    usual = f"{making.size[0]}x{making.size[1]} is usual"
    if not 1 <= rows <= MOST or not 1 <= cols <= MOST:
        raise MakingError(f"boards have 1 to {MOST} rows and columns, not {rows}x{cols}; {usual}")
    why = making.sizes(rows, cols)
    if why:
        raise MakingError(f"no {genre.name} can be made with {rows} rows and {cols} columns: {why}; {usual}")
    return making.board(rows, cols)


def _check_options(genre: type[Genre], board: Rect, options: Mapping[str, Any]) -> None:
    known = genre.making.options
    told = f"it has {', '.join(known)}" if known else "it has none"
    for name, value in options.items():
        if name not in known:
            raise MakingError(f"{genre.name} has no option {name!r}; {told}")
        domain = genre.keys[name].domain.at(genre.as_told(Puzzle(genre, board, keys=Frozen())))
        wrong = domain.mismatch(value)
        if wrong is not None:
            raise MakingError(f"{genre.name}, option {name}: expected {wrong.expected}, found {wrong.found!r}")
