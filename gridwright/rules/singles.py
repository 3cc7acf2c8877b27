"""Naked and hidden singles: what follows at sight where no value repeats in a group of cells.

A cell's candidates are the bits of a *mask*. A cell with one candidate left takes it from the rest of its groups (a
naked single); where a group holds every value, a value with one place left belongs there (a hidden single).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Grouping(NamedTuple):
    """Groups of cells by index: the cells of each group, and the groups of each cell."""

    members: Sequence[Sequence[int]]
    of: Sequence[Sequence[int]]

    @classmethod
    def made(cls, n_cells: int, members: Sequence[Sequence[int]]) -> Grouping:
        """The groups of a grid with so many cells."""
        found: list[list[int]] = [[] for _ in range(n_cells)]
        for i, group in enumerate(members):
            for cell in group:
                found[cell].append(i)
        return cls(members, found)


class Contradiction(Exception):
    """A value stands twice in a group, or has no place there, or a cell has no candidate left."""


class Singles:
    """Strikes out candidates until nothing follows any more.

    ``masks`` is changed in place. ``free`` is the mask of a value that may repeat, or 0. ``tick`` is called again and
    again, and raises when time is up.
    """

    def __init__(self, masks: list[int], grouping: Grouping, free: int, tick: Callable[[], None]) -> None:
        self._masks, self._grouping, self._limited, self._tick = masks, grouping, ~free, tick
        self._taken = [0] * len(grouping.members)
        """The values that stand in each group, but for the free one."""

    def run(self, every: int) -> None:
        """Strikes out all that follows; ``every`` is the mask of the values that each group must hold, 0 for none.

        Raises Contradiction where it comes across one; it need not come across each.
        """
        open_cells = self._begun()
        while open_cells:
            self._tick()
            left = self._naked(open_cells)
            if len(left) == len(open_cells) and not (every and self._hidden(every & self._limited)):
                return
            open_cells = left

    def _begun(self) -> list[int]:
        """The cells with several candidates; the other ones are noted in their groups."""
        taken, of, limited = self._taken, self._grouping.of, self._limited
        found = []
        for cell, mask in enumerate(self._masks):
            if mask & (mask - 1):
                found.append(cell)
                continue
            if not mask:
                raise Contradiction
            mask &= limited
            for group in of[cell]:
                if taken[group] & mask:
                    raise Contradiction
                taken[group] |= mask
        return found

    def _naked(self, cells: list[int]) -> list[int]:
        """Strikes out what is taken in the groups of some cells; returns those that still have several candidates."""
        masks, taken, of, limited = self._masks, self._taken, self._grouping.of, self._limited
        found = []
        for cell in cells:
            gone = 0
            for group in of[cell]:
                gone |= taken[group]
            mask = masks[cell] = masks[cell] & ~gone
            if mask & (mask - 1):
                found.append(cell)
                continue
            if not mask:
                raise Contradiction
            mask &= limited
            for group in of[cell]:
                taken[group] |= mask
        return found

    def _hidden(self, every: int) -> bool:
        """Leaves cells that are the only place of a value in some group just that value; whether there are any."""
        masks, found = self._masks, False
        for group, taken in zip(self._grouping.members, self._taken, strict=True):
            once = more = 0
            for cell in group:
                mask = masks[cell]
                more |= once & mask
                once |= mask
            if every & ~(once | taken):
                raise Contradiction
            alone = once & ~more & ~taken & every
            if alone:
                self._leave(group, alone)
                found = True
        return found

    def _leave(self, group: Sequence[int], alone: int) -> None:
        masks = self._masks
        for cell in group:
            hidden = masks[cell] & alone
            if hidden:
                if hidden & (hidden - 1):
                    raise Contradiction  # the only place of two values
                masks[cell] = hidden
