"""A board of another program: its marks by layer, how they become ours, and what stands outside its lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from types import MappingProxyType
from typing import Any

from ...board.board import Spot
from ...board.rect import Rect
from ...language.layers import Key, Layer
from ..errors import Line, WriteError

UNKNOWN = "?"
"""The value of a clue without a number."""

Where = tuple[Line, int]
"""A line of a text, and the index of a character in it."""
SheetMarks = defaultdict[str, dict[Spot, Any]]


Role = str | Layer | Key[Any]
"""What stands on a sheet: a layer or a key of the genre, or the name of something that the genre does not have."""


def role_name(role: Role) -> str:
    """The name by which a sheet knows a layer, a key or anything else."""
    return role if isinstance(role, str) else role.name


class Field:
    """A part of a text that fills in one layer or key, whose name on a sheet is ``role``."""

    def __init__(self, of: Role) -> None:
        self.role = role_name(of)


def _no_marks() -> SheetMarks:
    return defaultdict(dict)


@dataclass
class Sheet:
    """What is on a board, by layer and spot: what is ``given``, and what the solver has ``drawn``.

    Values are those of our genres, except that clues without a number are ``UNKNOWN``. ``numbers`` are the values that
    concern the whole board, ``looks`` the spots whose given marks have another look, such as black centres.
    """

    n_rows: int
    n_cols: int
    version: int = 0
    flags: frozenset[str] = frozenset()
    given: SheetMarks = field(default_factory=_no_marks)
    drawn: SheetMarks = field(default_factory=_no_marks)
    numbers: dict[str, Any] = field(default_factory=dict)
    looks: dict[Spot, bool] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    is_ours: bool = False
    """Whether the text states the rules of our genre."""
    _where: dict[tuple[str, Spot | None], Where] = field(default_factory=dict)
    _runs: list[tuple[str, Sequence[Spot], Line, Sequence[int]]] = field(default_factory=list)
    """Marks whose places are not in ``_where`` yet: they are rarely asked for."""

    @property
    def where(self) -> dict[tuple[str, Spot | None], Where]:
        """The place in the text of each value or mark, by role and spot."""
        for role, spots, line, ats in self._runs:
            self._where.update(((role, spot), (line, at)) for spot, at in zip(spots, ats, strict=True))
        self._runs.clear()
        return self._where

    @property
    def board(self) -> Rect:
        """The rectangle, without regard to missing cells."""
        return Rect.of(self.n_rows, self.n_cols)

    def give(self, role: str, spot: Spot, value: Any, line: Line, at: int) -> None:
        """Records a given mark."""
        self.given[role][spot] = value
        self.where[role, spot] = line, at

    def give_run(self, role: str, spots: Sequence[Spot], values: Sequence[Any], line: Line, ats: Sequence[int]) -> None:
        """Records given marks of one line."""
        if spots:
            self.given[role].update(zip(spots, values, strict=True))
            self._runs.append((role, spots, line, ats))

    def draw(self, role: str, spot: Spot, value: Any, line: Line, at: int) -> None:
        """Records a drawn mark."""
        self.drawn[role][spot] = value
        self.where.setdefault((role, spot), (line, at))

    def set(self, role: str, value: Any, line: Line, at: int) -> None:
        """Records a value that concerns the whole board."""
        self.numbers[role] = value
        self.where[role, None] = line, at

    def sum_above(self, role: str) -> int | None:
        """The sum of the clues of all columns; None if one is missing."""
        clues = [self.given[role].get(Spot(-1, x)) for x in range(1, 2 * self.n_cols, 2)]
        known = [n for n in clues if isinstance(n, int)]
        return sum(known) if len(known) == len(clues) else None


SpotOrder = Callable[[int, int], Sequence[Spot]]
"""Spots in a fixed order, by the numbers of rows and columns."""


def _with_the_board(places: SpotOrder) -> SpotOrder:
    """Caches the spots with the board."""

    @wraps(places)
    def kept(n_rows: int, n_cols: int) -> Sequence[Spot]:
        return Rect.of(n_rows, n_cols).memo(places.__qualname__, lambda: places(n_rows, n_cols))

    return kept


def cells(n_rows: int, n_cols: int) -> Sequence[Spot]:
    """The cells row by row."""
    return Rect.of(n_rows, n_cols).cells


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


IGNORED = object()
"""A clue without a number has no meaning and may be omitted."""


class Implies(Field):
    """A clue without a number means that its spot has a certain value in an answer layer."""

    def __init__(self, of: Role, value: Any) -> None:
        super().__init__(of)
        self.value = value


Hook = Callable[[Sheet], None]
NONE: Mapping[Any, Any] = MappingProxyType({})


class Rules:
    """How the marks of a genre in another program become ours.

    ``unknown`` says by layer what a clue without a number means, unless it is the layer's own unknown value; ``rest``
    is the value of the spots of an answer layer where nothing is drawn.

    ``made`` works on what was read, and may refuse it; ``answered`` completes what was drawn. ``told`` and ``drawn`` do
    the opposite before a puzzle, or an answer, is written. ``also`` are layers and keys that only these four fill in.
    """

    def __init__(
        self, *, unknown: Mapping[Role, Any] = NONE, rest: Mapping[Role, Any] = NONE, made: Hook | None = None,
        answered: Hook | None = None, told: Hook | None = None, drawn: Hook | None = None, also: tuple[Role, ...] = (),
    ) -> None:  # fmt: skip
        del also
        self.unknown, self.rest = _by_name(unknown), _by_name(rest)
        self.made, self.answered, self.told, self.drawn = made, answered, told, drawn


def _by_name(values: Mapping[Role, Any]) -> dict[str, Any]:
    return {role_name(layer): value for layer, value in values.items()}


def ignored(*layers: Role) -> Mapping[Role, Any]:
    """The meaning of clues without a number in layers where they have none."""
    return dict.fromkeys(layers, IGNORED)


class Pack:
    """How the places outside a line are used."""

    def depth(self, sheet: Sheet, spot: Spot) -> int:
        """The number of places at an outside spot."""
        raise NotImplementedError

    def give(self, sheet: Sheet, spot: Spot, values: Sequence[Any], where: Where) -> None:
        """Records what stands outside; ``values`` is empty if nothing does."""
        raise NotImplementedError

    def taken(self, sheet: Sheet, spot: Spot) -> list[Any]:
        """What stands in each place. Raises WriteError if it does not fit."""
        raise NotImplementedError


class One(Pack):
    """A role for each place, the outermost first: usually one."""

    def __init__(self, *layers: Role) -> None:
        self.roles = tuple(map(role_name, layers))

    def depth(self, sheet: Sheet, spot: Spot) -> int:
        """One for each layer."""
        return len(self.roles)

    def give(self, sheet: Sheet, spot: Spot, values: Sequence[Any], where: Where) -> None:
        """A number for a role."""
        for role, value in zip(self.roles, values, strict=False):
            if value is not None:
                sheet.give(role, spot, value, *where)

    def taken(self, sheet: Sheet, spot: Spot) -> list[Any]:
        """The numbers of the roles."""
        return [sheet.given[role].get(spot) for role in self.roles]


class List(Field, Pack):
    """A list of up to half as many numbers as the line has cells.

    ``empty`` is the list of a line without numbers; None if nothing is known about such a line.
    """

    def __init__(self, of: Role, empty: tuple[Any, ...] | None = None) -> None:
        super().__init__(of)
        self.empty = empty

    def depth(self, sheet: Sheet, spot: Spot) -> int:
        """Half the length of the line, rounded up."""
        return ((sheet.n_rows if spot.y < 0 else sheet.n_cols) + 1) // 2

    def give(self, sheet: Sheet, spot: Spot, values: Sequence[Any], where: Where) -> None:
        """The list."""
        told = tuple(value for value in values if value is not None)
        if told:
            sheet.give(self.role, spot, told, *where)
        elif self.empty is not None:
            sheet.given[self.role][spot] = self.empty

    def taken(self, sheet: Sheet, spot: Spot) -> list[Any]:
        """The list behind empty places."""
        values, depth = sheet.given[self.role].get(spot, ()), self.depth(sheet, spot)
        if len(values) > depth:
            raise WriteError(f"the format has room for {depth} numbers at {sheet.board.name(spot)}, not {len(values)}")
        return [None] * (depth - len(values)) + list(values)


class FixedTuple(Field, Pack):
    """A tuple of ``n`` numbers, some of which may be missing."""

    def __init__(self, of: Role, n: int) -> None:
        super().__init__(of)
        self.n = n

    def depth(self, sheet: Sheet, spot: Spot) -> int:
        """The length of the tuple."""
        return self.n

    def give(self, sheet: Sheet, spot: Spot, values: Sequence[Any], where: Where) -> None:
        """The tuple."""
        if any(value is not None for value in values):
            sheet.give(self.role, spot, tuple(values), *where)

    def taken(self, sheet: Sheet, spot: Spot) -> list[Any]:
        """The numbers of the tuple."""
        return list(sheet.given[self.role].get(spot, (None,) * self.n))
