"""What one demand by itself says of a position: by unit propagation, or by a complete search.

By search also what a demand says together with those that it is read with: the sum of a run with its digits' being
different, a view of towers with each height's standing once in the line (see ``Rule.relying_on``, ``Rule.read_with``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from ..language.expr import Count, Total
from ..language.rules import Global
from .few import Few
from .position import Found, Position, Refuted, without_needless

Units: TypeAlias = tuple[int, ...]
"""The selectors of demands."""


_WIDEST, _LONGEST_SUM = 24, 7
"""Demands that speak of more spots, as the whole board's, are not thought through with others; nor are sums of more
numbers, about which the search takes long however few of them are open."""
_MOST_OPEN, _MOST_CANDIDATES = 6, 30
"""Nor are demands while more of their spots are open and have more candidates: nobody sees that much at once, and the
search would take long."""


@dataclass(frozen=True, eq=False)
class _Lead:
    """Demands of one rule about the same spots, and those that they are read with where these speak of no other open
    spots."""

    units: Units
    companions: Units = ()


class SingleDemands:
    """The steps that follow from one demand each, kept from one step to the next."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._cached: dict[int, Found] = {}
        """The steps that demands give at sight, kept until their first mark is known."""
        self._thought: dict[_Lead, Found] = {}
        """The steps that demands give by search, kept until their first mark is known."""
        self._searched: dict[_Lead, int] = {}
        """How many marks of demands were open when a search of them alone gave nothing."""
        self._alone: dict[_Lead, Few] = {}
        self._unseen = [_Lead((selector,)) for selector in position.local if not self._tells_all_at_sight(selector)]
        """The demands of which unit propagation may not show all."""
        self._undecided = list({id(lits): lits for lits in position.spots.values()}.values())
        """The literals of the spots whose values are not known."""

    def at_sight(self) -> Iterator[Found]:
        """Demands of which unit propagation gives marks; and spots with one candidate left."""
        position = self.position
        for selector in position.due:
            position.clock.glance()
            before = self._cached.get(selector)
            if before is not None and not position.known[before.marks[0]]:
                self._cached[selector] = self._still_open(before)
                continue
            marks = self._following(selector)
            if marks:
                self._cached[selector] = self._told_by([selector], marks, "demand")
            else:
                self._cached.pop(selector, None)
        position.due = {}
        yield from self._cached.values()
        yield from self._last_candidates()

    def _following(self, selector: int) -> list[int]:
        """The open marks that a demand gives by unit propagation."""
        position = self.position
        variables = position.local[selector]
        assumed = position.settled(variables)
        if len(assumed) == len(variables):
            return []
        sound, lits = position.kept.propagate([*assumed, selector])
        if not sound:
            return []
        own = set(variables)
        return [
            lit for lit in lits if abs(lit) in own and not position.known[lit] and position.target.get(abs(lit)) == lit
        ]

    def _last_candidates(self) -> Iterator[Found]:
        known = self.position.known
        undecided = []
        for lits in self._undecided:
            left = [lit for lit in lits if known[lit] >= 0]
            if len(left) == 1 and known[left[0]]:
                continue
            undecided.append(lits)
            if len(left) == 1:
                yield self._told_by([], left, "candidate")
        self._undecided = undecided

    def by_search(self) -> Iterator[Found]:
        """Demands that give marks when thought through, but for those that give all of theirs at sight."""
        return self._by_search(self._unseen)

    def with_companions(self) -> Iterator[Found]:
        """The same of demands together with those that they are read with."""
        return self._by_search(self._joint)

    @cached_property
    def _joint(self) -> list[_Lead]:
        """Demands of one rule about the same spots, with those of the rules that this one is read with."""
        position = self.position
        alike: dict[tuple[int, frozenset[int]], list[int]] = {}
        for selector, variables in position.local.items():
            demand = position.selector(selector).demand
            if demand is None or not demand.rule.companions:
                continue
            spots = self._spots(variables)
            if len(spots) <= (_LONGEST_SUM if isinstance(demand.what, Total) else _WIDEST):
                alike.setdefault((id(demand.rule), spots), []).append(selector)
        joint: dict[frozenset[int], _Lead] = {}
        for units in alike.values():
            companions = self._companions(units)
            if companions:
                joint.setdefault(frozenset((*units, *companions)), _Lead(tuple(units), companions))
        return list(joint.values())

    def _spots(self, variables: Iterable[int]) -> frozenset[int]:
        """The spots that some marks are on: a number for each."""
        spots = self.position.spots
        return frozenset(id(spots[v]) if v in spots else v for v in variables)

    def _companions(self, units: Sequence[int]) -> Units:
        """The demands that some of one rule may be read with: they speak of one of their spots at least."""
        position = self.position
        demand = position.selector(units[0]).demand
        assert demand is not None
        rules = demand.rule.companions
        marks = dict.fromkeys(one for v in position.local[units[0]] for one in position.spots.get(v, (v,)))
        beside = dict.fromkeys(unit for v in marks for unit in position.demands_on.get(v, ()) if unit not in units)
        return tuple(unit for unit in beside if (other := position.selector(unit).demand) is not None
                     and other.rule in rules and len(self._spots(position.local[unit])) <= _WIDEST)

    def _by_search(self, some: Iterable[_Lead]) -> Iterator[Found]:
        position = self.position
        for lead in some:
            position.clock.glance()
            before = self._thought.get(lead)
            found: Found | None
            if before is not None and not position.known[before.marks[0]]:
                found = self._still_open(before)
            elif self._searched.get(lead) == self._n_open(lead):
                continue
            else:
                found = self._search(lead)
            if found is None:
                self._thought.pop(lead, None)
                self._searched[lead] = self._n_open(lead)
            else:
                self._thought[lead] = found
                yield found

    def _search(self, lead: _Lead) -> Found | None:
        """The marks that demands give, by a complete search; None where there are none."""
        position = self.position
        demand = position.selector(lead.units[0]).demand
        if not lead.companions and demand is not None and isinstance(demand.what, Total) and not demand.what.excluded(
            position.known
        ):
            return None
        open_ = self._open_marks(lead.units)
        if not open_ or (lead.companions and not self._is_manageable(open_)):
            return None
        units = [*lead.units, *self._read_with(lead)]
        if lead.companions and len(units) == len(lead.units):
            return None
        alone = self._alone.get(lead)
        if alone is None:
            alone = self._alone[lead] = position.alone((*lead.units, *lead.companions))
        variables = dict.fromkeys(v for unit in units for v in position.local[unit])
        open_ = self._open_marks(units)
        marks = alone.following([*position.settled(variables), *units], open_)
        return self._told_by(units, marks, "search", alone) if marks else None

    def _open_marks(self, units: Iterable[int]) -> list[int]:
        """The open marks that follow of which some demands speak."""
        position = self.position
        variables = dict.fromkeys(v for unit in units for v in position.local[unit])
        return [lit for v in variables if (lit := position.target.get(v, 0)) and not position.known[lit]]

    def _read_with(self, lead: _Lead) -> Iterator[int]:
        """The companions that speak of open spots, and of no others than the spots of the demands themselves."""
        position, spots = self.position, self._spots(self.position.local[lead.units[0]])
        for unit in lead.companions:
            own = [v for v in position.local[unit] if not position.known[v]]
            if own and self._spots(own).issubset(spots):
                yield unit

    def _n_open(self, lead: _Lead) -> int:
        """How many marks of some demands and their companions are open."""
        n_open = self.position.n_open
        return sum(n_open[unit] for unit in (*lead.units, *lead.companions))

    def _is_manageable(self, open_: Collection[int]) -> bool:
        """Whether so few marks are open that one can think them through together."""
        return len(open_) <= _MOST_CANDIDATES or len(self._spots(map(abs, open_))) <= _MOST_OPEN

    def _still_open(self, found: Found) -> Found:
        """A step without the marks that have become known.

        What its reason forces has been told, and what needs more marks than that comes when these are known.
        """
        known = self.position.known
        return replace(found, marks=[lit for lit in found.marks if not known[lit]])

    def _tells_all_at_sight(self, selector: int) -> bool:
        """Whether unit propagation shows all that a demand says: so it does of a count, of one clause about different
        spots, and of global demands that declare it."""
        position = self.position
        demand = position.selector(selector).demand
        if demand is None or isinstance(demand.what, Count):
            return True
        if isinstance(demand.what, Global):
            return demand.what.shows_all
        clauses, counts = position.kept.clauses_of(selector)
        if len(clauses) != 1 or counts:
            return False
        spots = [id(position.spots.get(abs(lit), lit)) for lit in clauses[0]]
        return len(set(spots)) == len(spots)

    def _told_by(self, units: list[int], marks: list[int], stage: str, alone: Few | None = None) -> Found:
        """A step from demands, with the known marks that it needs, and the demands behind struck candidates.

        ``alone`` has the demands, where unit propagation is not enough.
        """
        if alone is None:
            shown = self.position.refuted_at_sight
            needed = self._premises(units, marks[0], shown)
            marks = [lit for lit in marks if lit == marks[0] or shown([*units, *needed, -lit])]
        else:
            needed = self._premises(units, marks[0], alone.refuted)
            marks = [marks[0], *alone.following([*units, *needed], marks[1:])]
        return self.position.found(units, needed, marks, stage, alone)

    def _premises(self, units: Sequence[int], lit: int, refuted: Refuted) -> list[int]:
        """Known marks, as few as deletion leaves, that with the units force a mark."""
        position = self.position
        variables = {v for unit in units for v in position.local.get(unit, ())}
        known = position.settled(sorted(variables or {abs(v) for v in position.spots[lit]}))
        # Silent marks cost a demand more, so they are the first to be left out.
        known.sort(key=lambda one: one in position.silent)
        return without_needless(known, [*units, -lit], refuted)

    def close(self) -> None:
        """Frees the solvers."""
        for alone in self._alone.values():
            alone.close()
