"""Counts that are added up and set against others: what some need in all is just what others leave room for.

"The areas of r1c1 and r1c5 need 4 more stars, and rows 1 and 2 leave room for 4", so these rows hold no other stars.
Where some cells of the areas lie elsewhere, as many stars fit there as do not exclude each other. If all of these are
needed besides, cells that stand alone hold stars.

Rules declare which counts people add up like this (``Rule.added_up_against``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from ..language.expr import Count, Expr, only_marks
from ..language.rules import Rule
from .adding import Side, excluding_pair, sort_in
from .position import Found, Position

_MOST = 4
"""So many counts that leave room are added up at most."""
_CROWD = 4
"""Where a count has more than so many times the marks elsewhere that it needs, these are taken to have room for all."""


class _Open(NamedTuple):
    """What is open of a count: its marks as bits, and how many of them are missing, or have room."""

    side: Side
    marks: int
    n: int


class _Counts(NamedTuple):
    """The counts of a rule: those that need marks, and those that limit them."""

    needing: list[Side]
    limiting: list[Side]


class OpposedCounts:
    """The steps that follow from sums of one rule's counts and of another one's."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._fitting: dict[int, int] = {}
        """How many of some marks, as bits, can hold together."""

    def at_sight(self) -> Iterator[Found]:
        """Counts that leave just as much room as others need, as few that leave room as there are such."""
        open_ = [(list(map(self._open, needing)), list(map(self._open, limiting)))
                 for needing, limiting in self._opposed]
        for size in range(1, _MOST + 1):
            told = (self._told_by(*sides) for needing, limiting in open_
                    for sides in self._even(needing, limiting, size))
            found = [one for one in told if one is not None]
            if found:
                yield from found
                return

    @cached_property
    def _opposed(self) -> list[tuple[list[Side], list[Side]]]:
        """Counts that need marks, and those of another rule that limit them; none of either speak of the same marks."""
        counts: dict[Rule, _Counts] = {}
        for selector in self.position.kept.demands:
            demand = selector.demand
            if demand is not None and isinstance(demand.what, Count) and only_marks(demand.what.items):
                sort_in(selector.literal, demand.what, *counts.setdefault(demand.rule, _Counts([], [])))
        pairs = [(a, b) for rule in counts for other in rule.opposed if other in counts
                 for a, b in ((rule, other), (other, rule))]
        return [(counts[a].needing, counts[b].limiting) for a, b in pairs
                if _are_apart(counts[a].needing) and _are_apart(counts[b].limiting)]

    @cached_property
    def _excluding(self) -> Mapping[int, Mapping[int, int]]:
        """For each mark those that do not hold beside it, with the selectors of the demands that say so."""
        found: dict[int, dict[int, int]] = {}
        for selector in self.position.kept.demands:
            what = selector.demand.what if selector.demand is not None else None
            if isinstance(what, Expr) and (pair := excluding_pair(what)):
                for a, b in (pair, pair[::-1]):
                    found.setdefault(a, {})[b] = selector.literal
        return found

    def _open(self, side: Side) -> _Open:
        known = self.position.known
        held = sum(known[lit] > 0 for lit in side.lits)
        return _Open(side, sum(1 << abs(lit) for lit in side.lits if not known[lit]), side.n - held)

    def _even(
        self, needing: Sequence[_Open], limiting: Sequence[_Open], size: int
    ) -> Iterator[tuple[list[Side], list[Side]]]:
        """Counts that need all the room that so many others leave, and all that there is elsewhere."""
        for limits in combinations([one for one in limiting if one.marks], size):
            self.position.clock.glance()
            within, room, needed = 0, 0, []
            for limit in limits:
                within |= limit.marks
                room += limit.n
            for one in needing:
                # A count that has room for all that it needs elsewhere does not add to what is needed here.
                elsewhere = one.marks & ~within
                if elsewhere == one.marks or (n := elsewhere.bit_count()) > _CROWD * one.n:
                    continue
                here = one.n - (n if n < 2 else self._n_fitting(one.side, elsewhere))
                if here > 0:
                    room -= here
                    needed.append(one.side)
            if not room and needed:
                yield needed, [one.side for one in limits]

    def _n_fitting(self, side: Side, marks: int) -> int:
        """How many of some marks of a count can hold together."""
        if marks not in self._fitting:
            self._fitting[marks] = len(self._groups([lit for lit in side.lits if marks >> abs(lit) & 1]))
        return self._fitting[marks]

    def _groups(self, lits: Sequence[int]) -> list[list[int]]:
        """Marks in groups of which each has one at most."""
        groups: list[list[int]] = []
        for lit in lits:
            beside = self._excluding.get(lit, {})
            group = next((group for group in groups if all(other in beside for other in group)), None)
            if group is None:
                groups.append([lit])
            else:
                group.append(lit)
        return groups

    def _told_by(self, needing: Sequence[Side], limiting: Sequence[Side]) -> Found | None:
        """The step that some counts give, if it gives marks.

        No mark holds that would take room from those that need it, and whatever stands alone elsewhere holds. Of what
        is known, the reason are marks of these kinds that have it the other way.
        """
        position = self.position
        known = position.known
        within, needed = ({lit for side in sides for lit in side.lits} for sides in (limiting, needing))
        marks = [-lit for lit in sorted(within - needed)]
        units = [side.unit for side in (*needing, *limiting)]
        for side in needing:
            elsewhere = [lit for lit in side.lits if lit not in within]
            groups = self._groups([lit for lit in elsewhere if not known[lit]])
            marks += [group[0] for group in groups if len(group) == 1]
            marks += [lit for lit in elsewhere if known[lit] < 0]
            units += [self._excluding[a][b] for group in groups for a, b in combinations(group, 2)]
        premises = [-lit for lit in marks if known[lit] < 0]
        open_ = [lit for lit in marks if not known[lit]]
        if not open_:
            return None
        few = position.few(units) if any(lit in position.silent for lit in premises) else None
        return position.found(units, premises, open_, "sums", few, needed=True)


def _are_apart(sides: Sequence[Side]) -> bool:
    """Whether no two of some counts speak of the same mark."""
    lits = [lit for side in sides for lit in side.lits]
    return len(set(lits)) == len(lits)
