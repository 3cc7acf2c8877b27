"""A board of another program: its marks by layer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.layers import Key, Layer
from ..errors import Line

UNKNOWN = "?"
"""The value of a clue without a number."""

Where = tuple[Line, int]
"""A line of a text, and the index of a character in it."""
Marks = defaultdict[str, dict[Spot, Any]]


Role = str | Layer | Key[Any]
"""What stands on a sheet: a layer or a key of the genre, or the name of something that the genre does not have."""


def role_name(role: Role) -> str:
    """The name by which a sheet knows a layer, a key or anything else."""
    return role if isinstance(role, str) else role.name


class Field:
    """A part of a text that fills in one layer or key, whose name on a sheet is ``role``."""

    def __init__(self, of: Role) -> None:
        self.role = role_name(of)


def _no_marks() -> Marks:
    return defaultdict(dict)


@dataclass
class Sheet:
    """What is on a board, by layer and spot: what is ``given``, and what the solver has ``drawn``.

    Values are those of our genres, but for clues without a number, which are ``UNKNOWN``. ``numbers`` are the values
    that concern the whole board, ``looks`` the spots whose given marks have another look, such as
    black centres; ``where`` tells where a value or a mark (role and spot) stood in the text.
    """

    n_rows: int
    n_cols: int
    version: int = 0
    flags: frozenset[str] = frozenset()
    given: Marks = field(default_factory=_no_marks)
    drawn: Marks = field(default_factory=_no_marks)
    numbers: dict[str, Any] = field(default_factory=dict)
    where: dict[tuple[str, Spot | None], Where] = field(default_factory=dict)
    looks: dict[Spot, bool] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    is_ours: bool = False
    """Whether the text states the rules of our genre."""

    @property
    def board(self) -> Rect:
        """The rectangle, without regard to missing cells."""
        return Rect.of(self.n_rows, self.n_cols)

    def give(self, role: str, spot: Spot, value: Any, line: Line, at: int) -> None:
        """Takes note of something given."""
        self.given[role][spot] = value
        self.where[role, spot] = line, at

    def draw(self, role: str, spot: Spot, value: Any, line: Line, at: int) -> None:
        """Takes note of something drawn."""
        self.drawn[role][spot] = value
        self.where.setdefault((role, spot), (line, at))

    def set(self, role: str, value: Any, line: Line, at: int) -> None:
        """Takes note of a value that concerns the whole board."""
        self.numbers[role] = value
        self.where[role, None] = line, at

    def sum_above(self, role: str) -> int | None:
        """The sum of the clues of all columns; None if one is missing."""
        clues = [self.given[role].get(Spot(-1, x)) for x in range(1, 2 * self.n_cols, 2)]
        known = [n for n in clues if isinstance(n, int)]
        return sum(known) if len(known) == len(clues) else None


Places = Callable[[int, int], Sequence[Spot]]
"""Spots in a fixed order on a board of so many rows and columns."""


def _with_the_board(places: Places) -> Places:
    """Keeps the spots with the board, as long as that is kept."""

    @wraps(places)
    def kept(n_rows: int, n_cols: int) -> Sequence[Spot]:
        return Rect.of(n_rows, n_cols).memo(places.__qualname__, lambda: places(n_rows, n_cols))

    return kept


@_with_the_board
def cells(n_rows: int, n_cols: int) -> Sequence[Spot]:
    """The cells row by row."""
    return [Spot(y, x) for y in range(1, 2 * n_rows, 2) for x in range(1, 2 * n_cols, 2)]


@_with_the_board
def upright_borders(n_rows: int, n_cols: int) -> Sequence[Spot]:
    """The borders between horizontal neighbours, row by row."""
    return [Spot(y, x) for y in range(1, 2 * n_rows, 2) for x in range(2, 2 * n_cols, 2)]


@_with_the_board
def level_borders(n_rows: int, n_cols: int) -> Sequence[Spot]:
    """The borders between vertical neighbours, row by row."""
    return [Spot(y, x) for y in range(2, 2 * n_rows, 2) for x in range(1, 2 * n_cols, 2)]


def borders(n_rows: int, n_cols: int) -> Sequence[Spot]:
    """All borders between cells: first the upright ones."""
    return [*upright_borders(n_rows, n_cols), *level_borders(n_rows, n_cols)]


@_with_the_board
def points(n_rows: int, n_cols: int) -> Sequence[Spot]:
    """All grid points row by row."""
    return [Spot(y, x) for y in range(0, 2 * n_rows + 1, 2) for x in range(0, 2 * n_cols + 1, 2)]


@_with_the_board
def inner_points(n_rows: int, n_cols: int) -> Sequence[Spot]:
    """The grid points inside the frame row by row."""
    return [Spot(y, x) for y in range(2, 2 * n_rows, 2) for x in range(2, 2 * n_cols, 2)]


@_with_the_board
def lattice(n_rows: int, n_cols: int) -> Sequence[Spot]:
    """The cells, the borders between them and the inner grid points row by row."""
    return [Spot(y, x) for y in range(1, 2 * n_rows) for x in range(1, 2 * n_cols)]


@_with_the_board
def above_and_left(n_rows: int, n_cols: int) -> Sequence[Spot]:
    """The outside places above the columns, then those at the left of the rows."""
    return [*(Spot(-1, x) for x in range(1, 2 * n_cols, 2)), *(Spot(y, -1) for y in range(1, 2 * n_rows, 2))]


@_with_the_board
def all_around(n_rows: int, n_cols: int) -> Sequence[Spot]:
    """The outside places above, below, at the left and at the right."""
    xs, ys = range(1, 2 * n_cols, 2), range(1, 2 * n_rows, 2)
    return [
        *(Spot(-1, x) for x in xs), *(Spot(2 * n_rows + 1, x) for x in xs),
        *(Spot(y, -1) for y in ys), *(Spot(y, 2 * n_cols + 1) for y in ys),
    ]  # fmt: skip
