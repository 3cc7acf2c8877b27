"""The numbers outside a line: one number, a list aligned to the grid, or one number for each place.

``values`` are always those of a line's places, the outermost first, ``None`` where there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...board.board import Spot
from ..errors import WriteError
from .sheet import Field, Role, Sheet, Where, role_name


class Pack:
    """How the places outside a line are used."""

    def depth(self, sheet: Sheet, spot: Spot) -> int:
        """How many places stand at an outside spot."""
        raise NotImplementedError

    def give(self, sheet: Sheet, spot: Spot, values: Sequence[Any], where: Where) -> None:
        """Takes note of what stands outside; ``values`` is empty if nothing does."""
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


class Fixed(Field, Pack):
    """A tuple with so many numbers, of which some may be missing."""

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
