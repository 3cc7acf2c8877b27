"""Conclusions from a single demand: by unit propagation, by the conflicts of a global demand, or by a complete search.

A search also considers a demand together with its companions (see ``Rule.companions``): the sum of a run and that its
digits differ, or a view of towers and that each height stands once in the line.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from ...language.rules import Compound, Conflict, Global
from ...logic.expr import Count, Total, fixed
from ..solve.cores import SubsetSolver
from ..solve.selectors import Refutes, without_redundant
from .deductions import Deduction, Stage, deduce
from .position import Position
from .steps import StageName

Selectors: TypeAlias = tuple[int, ...]

_WIDEST, _LONGEST_SUM = 24, 7
"""Demands on more spots, such as the whole board, are not combined with companions; nor are sums of more numbers, whose
search takes long however few of them are open."""
_MOST_OPEN, _MOST_CANDIDATES = 6, 30
"""Demands are combined with companions once at most this many of their spots are open, or this many candidates: nobody
sees more at once, and the search would take long."""


class _OneDemand(Stage):
    """What the stages of this module share."""

    def _deduce(
        self, selectors: list[int], marks: list[int], stage: StageName, solver: SubsetSolver | None = None
    ) -> Deduction:
        """A step from demands, with the known marks that it needs, and the demands behind struck candidates.

        ``solver`` knows the demands; it is given where unit propagation is not enough.
        """
        if solver is None:
            refuted = self.position.refuted_by_propagation
            needed = self._premises(selectors, marks[0], refuted)
            for lit in marks[1:]:  # what takes further marks to see is told, too, but not what takes struck candidates
                if not refuted([*selectors, *needed, -lit]):
                    more = [one for one in self._premises(selectors, lit, refuted, needed) if one not in needed]
                    if self.position.silent.keys().isdisjoint(more):
                        needed += more
            marks = [lit for lit in marks if lit == marks[0] or refuted([*selectors, *needed, -lit])]
        else:
            needed = self._premises(selectors, marks[0], solver.refuted)
            marks = [marks[0], *solver.entailed([*selectors, *needed], marks[1:])]
        return deduce(self.position, selectors, needed, marks, stage, solver)

    def _more(
        self, selectors: list[int], marks: Sequence[int], found: Deduction, solver: SubsetSolver | None = None
    ) -> Iterator[Deduction]:
        """The steps that give the marks that one of them leaves, if they are all about values."""
        left = [lit for lit in marks if lit not in found.marks]
        while left and all(abs(lit) in self.position.spots for lit in (*found.marks, *left)):
            more = self._deduce(selectors, left, found.stage, solver)
            if more.selectors:
                yield more
            left = [lit for lit in left if lit not in more.marks]

    def _premises(self, selectors: Sequence[int], lit: int, refuted: Refutes, first: Collection[int] = ()) -> list[int]:
        """A minimal set of known marks that together with the demands forces a mark; those in ``first`` if possible."""
        position = self.position
        variables = {v for selector in selectors for v in position.local.get(selector, ())}
        known = position.settled(sorted(variables or {abs(v) for v in position.spots[lit]}))
        # Silent marks cost a demand more, so they are dropped before others.
        known.sort(key=lambda one: (one not in first, one in position.silent))
        return without_redundant(known, [*selectors, -lit], refuted)


class DemandsAtSight(_OneDemand):
    """One demand, by unit propagation; or a spot with one candidate left."""

    names = StageName.DEMAND, StageName.CANDIDATE

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self._cached: dict[int, Deduction] = {}
        """The steps of demands, kept until something changes that the demand speaks of."""
        self._seen: tuple[int, int] | None = None
        """``Position.moment`` when all demands were last looked at."""
        self._undecided = list({id(lits): lits for lits in position.spots.values()}.values())
        """The literals of the spots whose values are unknown."""

    def steps(self) -> Iterator[Deduction]:
        """Demands from which unit propagation concludes marks, and spots with one candidate left."""
        position = self.position
        for selector in self._changed():
            position.clock.glance()
            marks = self._propagated(selector)
            if marks:
                self._cached[selector] = self._deduce([selector], marks, StageName.DEMAND)
            else:
                self._cached.pop(selector, None)
        self._seen = position.moment
        for selector in sorted(self._cached):
            yield self._cached[selector]
        yield from self._last_candidates()

    def more(self, found: Deduction) -> Iterator[Deduction]:
        """What else the demand gives."""
        selector = next((one for one, own in self._cached.items() if own is found and own.selectors), None)
        return iter(()) if selector is None else self._more([selector], self._propagated(selector), found)

    def _changed(self) -> Iterable[int]:
        """The demands one of whose marks has changed since they were last looked at."""
        if self._seen is None:
            return self.position.local
        return [one for one, is_new in self.position.changes(*self._seen) if is_new or one in self._cached]

    def _propagated(self, selector: int) -> list[int]:
        """The open marks that a demand gives by unit propagation."""
        position = self.position
        variables = position.local[selector]
        assumed = position.settled(variables)
        if len(assumed) == len(variables):
            return []
        sound, lits = position.solver.propagate([*assumed, selector])
        if not sound:
            return []
        follow, target, known = set(lits), position.target, position.known
        return [lit for v in variables if not known[v] and (lit := target.get(v, 0)) in follow]

    def _last_candidates(self) -> Iterator[Deduction]:
        known = self.position.known
        undecided = []
        for lits in self._undecided:
            left = [lit for lit in lits if known[lit] >= 0]
            if len(left) == 1 and known[left[0]]:
                continue
            undecided.append(lits)
            if len(left) == 1:
                yield self._deduce([], left, StageName.CANDIDATE)
        self._undecided = undecided


@dataclass(frozen=True, eq=False)
class _Lead:
    """Demands of one rule on the same spots, and companion demands that involve no other open spot."""

    selectors: Selectors
    companions: Selectors = ()


class _Searched(_OneDemand):
    """Demands that are searched completely."""

    names = (StageName.SEARCH,)

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self._found: dict[_Lead, Deduction | None] = {}
        """The steps of demands, kept until something changes that they speak of; None if a search gave nothing."""
        self._seen = 0, 0
        """``Position.moment`` when all demands were last looked at."""
        self._solvers: dict[_Lead, SubsetSolver] = {}

    @property
    @abstractmethod
    def leads(self) -> Sequence[_Lead]:
        """The demands to search."""

    @cached_property
    def _leads_on(self) -> Mapping[int, Sequence[_Lead]]:
        """The leads with each demand."""
        found: dict[int, list[_Lead]] = {}
        for lead in self.leads:
            for selector in (*lead.selectors, *lead.companions):
                found.setdefault(selector, []).append(lead)
        return found

    def steps(self) -> Iterator[Deduction]:
        """Demands that give marks when they are thought through."""
        position = self.position
        for selector, is_new in position.changes(*self._seen):
            for lead in self._leads_on.get(selector, ()):
                if is_new or self._found.get(lead) is not None:
                    self._found.pop(lead, None)
        self._seen = position.moment
        for lead in self.leads:
            position.clock.glance()
            if lead not in self._found:
                self._found[lead] = self._search(lead)
            found = self._found[lead]
            if found is not None:
                yield found

    def more(self, found: Deduction) -> Iterator[Deduction]:
        """What else the demands give."""
        lead = next((one for one, own in self._found.items() if own is found), None)
        searched = None if lead is None else self._entailed(lead)
        return self._more(*searched[:2], found, searched[2]) if searched else iter(())

    def _search(self, lead: _Lead) -> Deduction | None:
        """A step from demands by a complete search; None if nothing follows."""
        searched = self._entailed(lead)
        return self._deduce(*searched[:2], StageName.SEARCH, searched[2]) if searched and searched[1] else None

    def _entailed(self, lead: _Lead) -> tuple[list[int], list[int], SubsetSolver] | None:
        """The demands of a lead that matter, the marks that follow from them, and a solver; None if that is not worth
        a search."""
        position = self.position
        what = position.demand_of(lead.selectors[0]).what
        if not lead.companions and isinstance(what, Total) and not what.parts and not what.excluded(position.known):
            return None
        open_ = position.open_marks_of(lead.selectors)
        if not open_ or (lead.companions and not self._is_manageable(open_)):
            return None
        selectors = [*lead.selectors, *self._active_companions(lead)]
        if lead.companions and len(selectors) == len(lead.selectors):
            return None
        solver = self._solvers.get(lead)
        if solver is None or solver.is_outdated:
            solver = self._solvers[lead] = position.own_solver_for((*lead.selectors, *lead.companions))
        variables = dict.fromkeys(v for selector in selectors for v in position.local[selector])
        open_ = position.open_marks_of(selectors)
        solver.prefer([-lit for lit in open_])  # so that each assignment rules out many
        return selectors, solver.entailed([*position.settled(variables), *selectors], open_), solver

    def _active_companions(self, lead: _Lead) -> Iterator[int]:
        """The companions that mention open spots, and only spots of the demands themselves."""
        if not lead.companions:
            return
        local, known, spot_of = self.position.local, self.position.known, self._spot_of
        spots = self._spots(local[lead.selectors[0]])
        for selector in lead.companions:
            own = [v for v in local[selector] if not known[v]]
            if own and all(spot_of.get(v, v) in spots for v in own):
                yield selector

    @cached_property
    def _spot_of(self) -> Mapping[int, int]:
        """The spots of values, each as a number."""
        return {v: id(lits) for v, lits in self.position.spots.items()}

    def _spots(self, variables: Iterable[int]) -> frozenset[int]:
        """The spots of some marks, each as a number."""
        spot_of = self._spot_of
        return frozenset([spot_of.get(v, v) for v in variables])

    def _is_manageable(self, open_: Collection[int]) -> bool:
        """Whether few enough marks are open to think them through together."""
        return len(open_) <= _MOST_CANDIDATES or len(self._spots(map(abs, open_))) <= _MOST_OPEN

    def close(self) -> None:
        """Frees the solvers."""
        for solver in self._solvers.values():
            solver.close()


class DemandsSearched(_Searched):
    """One demand, thought through (sums, patterns)."""

    @cached_property
    def leads(self) -> Sequence[_Lead]:
        """The demands that unit propagation may not exhaust."""
        return [_Lead((selector,)) for selector in self.position.local if not self._is_exhausted_at_sight(selector)]

    def _is_exhausted_at_sight(self, selector: int) -> bool:
        """Whether unit propagation shows all that a demand says: so it does for a count, for a single clause about
        different spots, and for global demands that declare it."""
        position = self.position
        what = position.demand_of(selector).what
        if isinstance(what, Count):
            return True
        if isinstance(what, Global):
            return isinstance(what, Compound) and what.is_propagated
        clauses, counts = position.solver.clauses_of(selector)
        if len(clauses) != 1 or counts:
            return False
        spots = [id(position.spots.get(abs(lit), lit)) for lit in clauses[0]]
        return len(set(spots)) == len(spots)


class DemandsWithCompanions(_Searched):
    """One demand, thought through together with those that people read it with."""

    @cached_property
    def leads(self) -> Sequence[_Lead]:
        """Demands of one rule on the same spots that have companions."""
        position = self.position
        alike: dict[tuple[int, frozenset[int]], list[int]] = {}
        for selector, variables in position.local.items():
            demand = position.demand_of(selector)
            if not demand.rule.companions:
                continue
            spots = self._spots(variables)
            if len(spots) <= (_LONGEST_SUM if isinstance(demand.what, Total) else _WIDEST):
                alike.setdefault((id(demand.rule), spots), []).append(selector)
        leads: dict[frozenset[int], _Lead] = {}
        for selectors in alike.values():
            companions = self._companions(selectors)
            if companions:
                leads.setdefault(frozenset((*selectors, *companions)), _Lead(tuple(selectors), companions))
        return list(leads.values())

    def _companions(self, selectors: Sequence[int]) -> Selectors:
        """The demands that some demands of one rule may be read with: they share at least one spot."""
        position = self.position
        rules = position.demand_of(selectors[0]).rule.companions
        marks = dict.fromkeys(one for v in position.local[selectors[0]] for one in position.spots.get(v, (v,)))
        beside = dict.fromkeys(one for v in marks for one in position.demands_on.get(v, ()) if one not in selectors)
        return tuple(one for one in beside if position.demand_of(one).rule in rules
                     and len(self._spots(position.local[one])) <= _WIDEST)


# -- global demands ----------------------------------------------------------------------------------------------------

_WIDE = 0.3
"""A demand that reads a larger share of all variables is one about most of the board."""


class _Recorded(list[int]):
    """The values of all variables; records which of them are read."""

    def __init__(self, known: Sequence[int]) -> None:
        super().__init__(known)
        self.read: set[int] = set()

    def __getitem__(self, lit: Any) -> Any:
        self.read.add(abs(lit))
        return super().__getitem__(lit)

    def __iter__(self) -> Iterator[int]:
        self.read.update(range(len(self)))
        return super().__iter__()


class GlobalReads:
    """The variables that the global demands of a position read; they are evaluated again only if one has changed."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._every = set(range(2, position.top + 1))
        self._wide: dict[int, bool] = {}
        self._reads: dict[int, tuple[set[int], int]] = {}
        """The variables that demands read, and how many marks were known then."""

    def is_wide(self, what: Global) -> bool:
        """Whether a demand reads most of an empty board; recording what it reads costs more than it saves."""
        if id(what) not in self._wide:
            blank = [0] * len(self.position.known)
            blank[1], blank[-1] = 1, -1
            recorded = _Recorded(blank)
            for _ in what.conflicts(recorded):
                pass
            self._wide[id(what)] = len(recorded.read) > _WIDE * self.position.top
        return self._wide[id(what)]

    def add_conflicts(self, known: Sequence[int], changed: AbstractSet[int]) -> bool:
        """Adds to the solver the conflicts of a supposed position, which differs from the present one in the variables
        ``changed``; whether any of them are new."""
        solver = self.position.solver
        before, known = len(solver.conflicts), fixed(known)
        for what, parent in list(solver.global_demands()):
            if not changed.isdisjoint(self._read_by(what)):
                for conflict in what.conflicts(known):
                    solver.selector_of_conflict(conflict, parent)
        return len(solver.conflicts) > before

    def _read_by(self, what: Global) -> set[int]:
        """The variables that a demand reads to find no conflict with what is known.

        If only other variables change, it finds none either.
        """
        if self.is_wide(what):
            return self._every
        entered = self.position.entered
        read, then = self._reads.get(id(what), (None, 0))
        if read is None or not read.isdisjoint(entered[then:]):
            recorded = _Recorded(self.position.known)
            for _ in what.conflicts(recorded):
                pass
            read = recorded.read
        self._reads[id(what)] = read, len(entered)
        return read


class GlobalDemandsAtSight(Stage):
    """One global demand, which an open mark would break at once if it were wrong."""

    names = (StageName.GLOBAL,)

    def __init__(self, position: Position, reads: GlobalReads) -> None:
        super().__init__(position)
        self._global_reads = reads
        self._asked: dict[int, tuple[set[int], int, list[Deduction]]] = {}
        """For each demand: the variables read at its last evaluation, the number of changes at that time, and its
        steps."""
        self._found: dict[tuple[int, int], tuple[Conflict, int, Deduction]] = {}
        """The last conflict of each demand with each mark, how many changes there were then, and the step it gave."""

    def steps(self) -> Iterator[Deduction]:
        """Open marks whose opposite breaks one global demand at once."""
        position = self.position
        open_ = {abs(lit): lit for lit in position.open_marks()}
        for what, parent in list(position.solver.global_demands()):
            position.clock.glance()
            read, then, deductions = self._asked.get(id(what), (None, 0, []))
            if self._global_reads.is_wide(what):
                deductions = list(self._steps_of(what, parent, position.known.copy(), open_))
            elif read is None or not read.isdisjoint(position.renewed[then:]):
                recorded = _Recorded(position.known)
                deductions = list(self._steps_of(what, parent, recorded, open_))
                self._asked[id(what)] = recorded.read, len(position.renewed), deductions
            else:
                self._asked[id(what)] = read, len(position.renewed), deductions
            yield from deductions
            if any(not one.strikers for one in deductions):
                return  # no step of this stage takes fewer demands

    def forget(self, had_conflicts: bool) -> None:
        """Drops cached conflicts and evaluations."""
        if had_conflicts:
            self._asked.clear()
            self._found.clear()

    def _steps_of(self, what: Global, parent: int, known: list[int], open_: Mapping[int, int]) -> Iterator[Deduction]:
        """The steps of one global demand; ``known`` is a copy that may record which variables are read."""
        supposed = [-lit for lit in open_.values()]
        if isinstance(known, _Recorded):
            for _ in what.conflicts(known):
                pass
            supposed = [-open_[v] for v in sorted(known.read & open_.keys())]
        for wrong in what.at_risk(known, supposed) if supposed else ():
            self.position.clock.glance()
            known[wrong], known[-wrong] = 1, -1
            conflict = next(what.conflicts_by(known, wrong), None)
            known[wrong] = known[-wrong] = 0
            if conflict is not None:
                yield self._by_conflict(conflict, parent, -wrong)

    def _by_conflict(self, conflict: Conflict, parent: int, lit: int) -> Deduction:
        """The step that a conflict gives, which arises if a mark is supposed to be wrong."""
        before, then, found = self._found.get((parent, lit), (None, 0, None))
        if found is None or conflict != before or self.position.has_changed(conflict.because, then):
            selector = self.position.solver.selector_of_conflict(conflict, parent).literal
            premises = [other for other in conflict.because if other not in (-lit, 1)]
            found = deduce(self.position, [selector], premises, [lit], StageName.GLOBAL)
            self._found[parent, lit] = conflict, len(self.position.renewed), found
        return found
