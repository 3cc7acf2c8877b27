"""Shared by the pips formats: their dialect, and their view of a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from string import ascii_letters
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import GivenLayer, Key
from ...language.puzzle import Puzzle, State
from ..dialect import Dialect, Shelf
from ..errors import FormatError, WriteError

Condition = tuple[str, str, int | None]
"""A region's label, what is asked of its pips (see ``KINDS``), and the number that goes with it."""

KINDS = ("sum", "equal", "unequal", "less", "greater", "at most", "at least")
"""What a region may ask for; all but ``equal`` and ``unequal`` speak of the sum of its pips."""


class PipsDialect(Dialect):
    """A genre told in a pips format.

    ``region`` holds the label of each cell's region, ``conditions`` what the regions ask for (see ``Condition``) and
    ``dominoes`` the pairs of pips.
    """

    def __init__(
        self,
        *names: str,
        region: GivenLayer,
        conditions: Key[Any],
        dominoes: Key[Any],
    ) -> None:
        super().__init__(*(names or (self.format,)))
        self.region, self.conditions, self.dominoes = region, conditions, dominoes


@dataclass(frozen=True)
class Pips:
    """A pips puzzle as the formats see it: cells by row and column (from 0), with a label, or "" in no region."""

    cells: Mapping[tuple[int, int], str]
    conditions: tuple[Condition, ...]
    dominoes: tuple[tuple[int, int], ...]

    def puzzle(self, genre: type[Genre], dialect: PipsDialect, source: Any = None) -> Puzzle:
        """The puzzle, on a board just large enough to hold the cells at their places."""
        n_rows = max(row for row, _ in self.cells) + 1
        n_cols = max(col for _, col in self.cells) + 1
        places = ((row, col) for row in range(n_rows) for col in range(n_cols))
        holes = [_spot(place) for place in places if place not in self.cells]
        asked = {condition[0] for condition in self.conditions}
        # A dot that nothing is asked of is the usual way to say that a cell is in no region.
        named = {place: label for place, label in self.cells.items() if label and (label != "." or "." in asked)}
        region = {_spot(place): label for place, label in named.items()}
        keys = {dialect.conditions.name: self.conditions, dialect.dominoes.name: self.dominoes}
        return Puzzle.of(genre, Rect.of(n_rows, n_cols, holes), {dialect.region.name: region}, keys, None, source)

    @staticmethod
    def of(puzzle: Puzzle, dialect: PipsDialect, answer: State | None) -> Pips:
        """What a puzzle asks to be written. Raises WriteError for what neither format can tell."""
        board = puzzle.board
        if answer is not None:
            raise WriteError("pips files have no place for an answer")
        if not isinstance(board, Rect):
            raise WriteError(f"pips files tell rectangular boards only, not {board!r}")
        foreign = [f"layer {name!r}" for name in puzzle.given if name != dialect.region.name]
        foreign += [
            f"value {name!r}" for name in puzzle.keys if name not in (dialect.conditions.name, dialect.dominoes.name)
        ]
        if foreign:
            raise WriteError(f"pips files have no place for the puzzle's {', '.join(foreign)}")
        region: Mapping[Spot, Any] = puzzle.given.get(dialect.region.name, {})
        astray = [board.name(spot) for spot in region if spot not in board.cell_index]
        if astray:
            raise WriteError(f"there is a region's label at {astray[0]}, which is no cell")
        cells = {(spot.y // 2, spot.x // 2): str(region.get(spot, "")) for spot in board.cells}
        conditions = puzzle.keys.get(dialect.conditions.name, ())
        dominoes = puzzle.keys.get(dialect.dominoes.name, ())
        pips = Pips(cells, tuple(conditions), tuple(tuple(pair) for pair in dominoes))
        pips._check()
        return pips

    def _check(self) -> None:
        if not self.cells or len(self.cells) != 2 * len(self.dominoes):
            raise WriteError(f"{len(self.dominoes)} dominoes do not cover a board of {len(self.cells)} cells")
        labels, seen = set(self.cells.values()), set()
        for condition in self.conditions:
            label, kind, value = condition
            if kind not in KINDS or not isinstance(value, int | None) or (value is None and kind in KINDS_WITH_NUMBER):
                raise WriteError(f"pips files have no condition {told(condition)}")
            if not label or label not in labels:
                raise WriteError(f"the region {label!r} has a condition but no cells")
            if label in seen:
                raise WriteError(f"the region {label!r} has more than one condition")
            seen.add(label)
        for pair in self.dominoes:
            if len(pair) != 2 or not all(isinstance(n, int) and n >= 0 for n in pair):
                raise WriteError(f"pips files have no domino {pair!r}")

    def relabelled(self, fits: Callable[[str], bool]) -> Pips:
        """The same puzzle with unused letters for labels that do not fit a format."""
        labels = dict.fromkeys([*self.cells.values(), *(label for label, _, _ in self.conditions)])
        free = (letter for letter in ascii_letters[26:] + ascii_letters[:26] if letter not in labels)
        names = {}
        for label in labels:
            names[label] = label if not label or fits(label) else next(free, "")
            if label and not names[label]:
                raise WriteError(f"no letter is left for the region {label!r}")
        cells = {place: names[label] for place, label in self.cells.items()}
        return replace(self, cells=cells, conditions=tuple((names[label], k, v) for label, k, v in self.conditions))

    def without_conditions(self) -> set[str]:
        """The labels of regions that nothing is asked of."""
        return set(self.cells.values()) - {label for label, _, _ in self.conditions} - {""}


KINDS_WITH_NUMBER = frozenset(KINDS) - {"equal", "unequal"}
"""The conditions that mean nothing without a number."""


def _spot(place: tuple[int, int]) -> Spot:
    return Spot(2 * place[0] + 1, 2 * place[1] + 1)


def told(condition: Condition) -> str:
    """A condition in words, for messages."""
    label, kind, value = condition
    return f"{kind!r}{'' if value is None else f' {value}'} (region {label!r})"


def only_dialect(shelf: Shelf, format: str) -> tuple[type[Genre], PipsDialect]:
    """The genre that is told in a format of one genre, with its dialect."""
    known = next(iter(shelf.dialects(format)), None)
    if known is None:
        raise FormatError("no genre is told in this format", code="no-genre")
    return known
