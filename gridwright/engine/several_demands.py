"""What several demands together say of a position: a mark is supposed to be wrong, and a core tells why it is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import inf

from .few import Few
from .global_demands import GlobalDemands
from .position import Found, Position
from .probing import Probe
from .smallest import smallest
from .trials import COST as TRIAL

_CANDIDATES = 12
"""Of so many marks that several demands force, reasons are looked for."""
_TRIED = 80
"""After so many marks no further ones are tried, where there is one already."""
_MINIMISED = 4
"""So many of these, the shortest ones, are made minimal; the simplest is told."""
_SURELY_SMALLEST = 2
"""Minimal reasons of so many demands nearly always are the smallest ones; smaller ones of longer reasons are sought."""
_TRIES, _AMONG = 60, 30
"""So many sets of demands are tried for that, out of so many demands near the mark."""
_SAME = 0.05
"""Costs of demands that differ by less are the same."""
_FEW_UNITS = 6
"""Of longer reasons only the mark that they were looked for is told."""
_NEAR = 6
"""So many demands are tried first where several are needed."""
_MORE = 50
"""After so many more conflicts, suppositions that came to nothing are tried again."""
_SPLIT, _SPLIT_BY = 8, 16
"""Of so many marks a contradiction is sought by supposing so many other marks near them."""
_DEEP = 6
"""Of so many marks it is sought by solving; of half as many after each mark that only trying out has shown."""
_GRIDS, _PER_GRID = (6, 24), 200
"""So many grids are looked at for that, first and then, each with so many conflicts of the solver."""
_EFFORT = 100
"""Conflicts that a solver may meet to show that a demand or a mark is not needed."""
_ROUNDS = 6
"""So often conflicts with global demands are looked for while a supposition is followed."""


@dataclass
class _Core:
    """Units that force a mark, when so many marks were ``known``; those near it that were looked at."""

    lit: int
    units: list[int]
    near: list[int]
    known: int
    is_minimal: bool = False
    """Whether the mark does not follow without any of the units, as far as the solver's effort tells."""
    at_least: float = 0.0
    """What a minimal part of the units costs at least."""
    is_sure: bool = False
    """Whether none of the minimal units was kept only because the effort did not tell."""


@dataclass
class _Unchained:
    """A supposition that came to nothing: the demands that speak of what followed from it, and how many marks and how
    many conflicts were known."""

    demands: set[int]
    known: int
    conflicts: int


class SeveralDemands:
    """The steps that need several demands; with ``views`` what these say by views is looked at, too."""

    def __init__(self, position: Position, globals_: GlobalDemands, *, views: bool = False) -> None:
        self.position, self.globals, self.views = position, globals_, views
        self.kept = position.kept
        self._unchained: dict[int, _Unchained] = {}
        self._chained_before: set[int] = set()
        """Marks of which the supposition led to a contradiction: it will do so when more is known."""
        self._cores: dict[int, _Core] = {}
        """The cores of marks, kept until a mark that they speak of becomes known."""
        self._reach: dict[int, int] = {}
        """How many marks followed from supposing that a mark is wrong."""

    def together(self, n_trials: int) -> Iterator[Found]:
        """Marks of which the opposite leads to a contradiction, demand by demand, or else by cases, if this is not
        harder to see than by trying out.

        The more marks only trying out has shown (``n_trials``), the fewer are thought through: what is so hard stays
        hard.
        """
        if self.views and not self.position.look_for_views():
            return
        n_conflicts = len(self.kept.conflicts)
        chained = self._some_chained()
        if not chained and not n_trials and len(self.kept.conflicts) > n_conflicts:
            self._unchained.clear()
            chained = self._some_chained()
        if chained:
            yield from self._simplest(chained, "chain")
            return
        yield from self._by_cases(self._nearest_first(self.position.open_marks()), n_trials)

    def _some_chained(self) -> list[int]:
        """Marks of which the supposition leads to a contradiction demand by demand, those near what is known first."""
        chained: list[int] = []
        for n_tried, lit in enumerate(self._nearest_first(self.position.open_marks())):
            if len(chained) == _CANDIDATES or (chained and n_tried >= _TRIED):
                break
            if self._chained(lit):
                chained.append(lit)
        return chained

    def _by_cases(self, nearest: Sequence[int], n_trials: int) -> Iterator[Found]:
        """As ``together``, where no chain leads to a contradiction.

        The conflicts that are known already may do; else more are sought by supposing marks nearby in turn, and in the
        end by solving, with those marks first of whose opposite most follows.
        """
        told = list(self._simplest(nearest[:_CANDIDATES], "cases"))
        if not told:
            split = (lit for lit in nearest[: _SPLIT >> n_trials] if self._is_split(lit))
            told = list(self._simplest(islice(split, _MINIMISED), "cases"))
        telling = sorted(nearest, key=lambda lit: -self._reach.get(lit, 0))[: _DEEP >> n_trials]
        for grids in _GRIDS if not told else ():
            solved = (lit for lit in telling if self._core(lit, grids).units)
            told = list(self._simplest(islice(solved, 1), "cases"))
            if told:
                break
        yield from told

    def _simplest(self, lits: Iterable[int], stage: str) -> Iterator[Found]:
        """A minimal reason of that of some marks that has the simplest one, and a smaller reason, if there is one."""
        least = self.position.least_cost
        cores = [core for lit in lits if (core := self._core(lit)).units]
        cores.sort(key=lambda core: self.position.cost(core.units))
        best: _Core | None = None
        for core in cores[:_MINIMISED]:
            bound = TRIAL if best is None else self.position.cost(best.units) + _SAME
            if self._minimise(core, bound) and (best is None or least(core.units) < least(best.units)):
                best = core
        if best is None:
            return
        found = self._from_core(best, stage)
        if found.cost < TRIAL:
            yield found
        if len(found.units) > _SURELY_SMALLEST:
            yield from self._smaller(best, stage, len(found.units) - 1)

    def reason_of(self, lit: int) -> Found | None:
        """A minimal reason of one mark that is not known, whatever follows besides; None if it does not follow."""
        if self.kept.solve([*self.position.marks, -lit, *[one.literal for one in self.kept.demands]]):
            return None
        core = self._core(lit, None)
        self._minimise(core, inf)
        return replace(self._from_core(core, "chain"), marks=[lit])

    # -- marks that follow --

    def _nearest_first(self, open_: list[int]) -> list[int]:
        """Open marks, those first of whose demands much is known."""
        position = self.position
        n_open = position.n_open

        def openness(lit: int) -> tuple[int, int]:
            return (min((n_open[s] for s in position.demands_on.get(abs(lit), ())), default=99), abs(lit))

        return sorted(open_, key=openness)

    def _chained(self, lit: int) -> bool:
        """Whether supposing that a mark is wrong leads to a contradiction one demand after the other."""
        if lit in self._chained_before:
            return True
        if not self._may_be_chained(lit):
            return False
        position = self.position
        fresh = self._following([-lit])
        if fresh is None:
            self._chained_before.add(lit)
            return True
        self._reach[lit] = len(fresh)
        demands = {selector for one in (lit, *fresh) for selector in position.demands_on.get(abs(one), ())}
        self._unchained[lit] = _Unchained(demands, len(position.entered), len(self.kept.conflicts))
        return False

    def _following(self, supposed: Sequence[int]) -> list[int] | None:
        """The open marks that follow from suppositions one demand after the other; None for a contradiction.

        Conflicts with global demands that are met become known.
        """
        position, top = self.position, self.position.top
        probe = self._probe
        is_complete = not any(self.kept.lazies())
        fresh: list[int] = []
        for _ in range(_ROUNDS):
            position.clock.glance()
            sound, lits = probe.following(supposed)
            if not sound:
                return None
            fresh = [one for one in lits if -top <= one <= top and not position.known[one]]
            if is_complete:
                break
            known = position.known.copy()
            for one in fresh:
                known[one], known[-one] = 1, -1
            if not self.globals.new_conflicts(known, {abs(one) for one in fresh}):
                break
        return fresh

    def _is_split(self, lit: int) -> bool:
        """Whether supposing that a mark is wrong, and marks near it to be right or wrong in turn, leads to a
        contradiction."""
        supposed = [-lit]
        fresh = self._following(supposed)
        if fresh is None:
            return True
        near = dict.fromkeys(v for unit in self.position.by_distance(lit) for v in self.position.variables(unit))
        for v in islice((v for v in near if not self.position.known[v]), _SPLIT_BY):
            for wrong in (v, -v):
                if v in fresh or -v in fresh or self._following([*supposed, wrong]) is not None:
                    continue
                supposed.append(-wrong)
                fresh = self._following(supposed)
                if fresh is None:
                    return True
        return False

    def _may_be_chained(self, lit: int) -> bool:
        """Whether something has changed near a mark, or more conflicts are known, since its supposition came to
        nothing."""
        before = self._unchained.get(lit)
        if before is None or before.conflicts + _MORE < len(self.kept.conflicts):
            return True
        changed = self.position.changed
        return any(changed[unit] > before.known for unit in before.demands)

    # -- reasons --

    def _core(self, lit: int, grids: int | None = 0) -> _Core:
        """Demands and conflicts near a mark that force it; none where those known do not, and so many grids with
        further conflicts do not tell. ``grids`` is None for as many as it takes."""
        kept = self._cores.get(lit)
        if kept is None or not kept.units or self._has_changed(kept.units, kept.known):
            near = self._nearest_enough(lit)
            if not near and grids != 0:
                near = self._nearest_with_globals(lit, grids)
            core = set(self.kept.core()) if near else ()
            units = self._as_conflicts([one for one in near if one in core], lit)
            kept = self._cores[lit] = _Core(lit, units, near, len(self.position.entered))
        return kept

    def _has_changed(self, units: Iterable[int], then: int) -> bool:
        """Whether a mark that some demands speak of became known since so many were."""
        position = self.position
        fresh = set(position.entered[then:])
        return any(not fresh.isdisjoint(position.variables(unit)) for unit in units)

    def _minimise(self, core: _Core, bound: float) -> bool:
        """Leaves out units that a mark does not need; False as soon as the others are known to cost as much as a bound.
        """
        if not core.is_minimal and core.at_least < bound:
            few, always = self.position.few(core.units), [*self._assumed, -core.lit]
            units = few.fewer_if_below(core.units, always, _EFFORT, self.position.cost, bound)
            if units is None:
                core.at_least = bound
            else:
                core.units, core.is_minimal, core.is_sure = units, True, few.is_sure
        return core.is_minimal and self.position.cost(core.units) < bound

    def _from_core(self, core: _Core, stage: str) -> Found:
        """The reason of a mark from a minimal core."""
        return self._from_units(self.position.few(core.units), core.units, core.lit, stage, core.is_sure)

    def _from_units(self, few: Few, units: list[int], lit: int, stage: str, needed: bool) -> Found:
        """The reason of a mark from demands, and what else follows from these; ``needed``: each surely is."""
        premises = few.fewer(self._assumed, [*units, -lit], _EFFORT)
        others = [one for one in self._touched(units) if one != lit] if len(units) <= _FEW_UNITS else []
        more = few.following([*units, *premises], others)
        found = self.position.found(units, premises, [lit, *more], stage, few, needed)
        return self._with_alike(few, found, premises) if others else found

    def _with_alike(self, few: Few, found: Found, premises: Sequence[int]) -> Found:
        """A step with more marks, where further demands of the same words between the same spots give them.

        "Shaded cells share no edge" is one thought, however many pairs of cells it speaks of.
        """
        position = self.position
        laws = {position.law(unit) for unit in found.units if unit in position.glances}
        if not laws:
            return found
        around = {v for unit in found.units for v in position.variables(unit)}
        near = dict.fromkeys(unit for v in sorted(around) for unit in position.demands_on.get(v, ()))
        alike = [
            unit for unit in near
            if unit in position.glances and unit not in found.all_units
            and around.issuperset(position.local[unit]) and position.law(unit) in laws
        ]  # fmt: skip
        marks, used = list(found.marks), set[int]()
        few.include(alike)
        always = [*found.all_units, *alike, *premises]
        for lit in few.following(always, [one for one in self._touched(found.units) if one not in marks]):
            few.refuted([*always, -lit])
            used |= few.core().intersection(alike)
            marks.append(lit)
        return replace(found, marks=marks, units=[*found.units, *(unit for unit in alike if unit in used)])

    def _smaller(self, core: _Core, stage: str, bound: int) -> Iterator[Found]:
        """The smallest reason of a mark, if it has no more than so many demands and is found soon."""
        near = [unit for unit in dict.fromkeys([*core.units, *core.near]) if not self.position.is_hidden(unit)]
        near = near[:_AMONG]
        few = self.position.few(near)
        units = smallest(few, near, [*self._assumed, -core.lit], bound, _TRIES)
        if units:
            yield self._from_units(few, units, core.lit, stage, needed=True)

    @property
    def _assumed(self) -> list[int]:
        """All that is known, silent marks at the end: these cost demands, so they are the first to be left out."""
        return [*self.position.marks, *self.position.silent]

    @property
    def _probe(self) -> Probe:
        return self.position.probe_by_views if self.views else self.position.probe

    @property
    def _with_views(self) -> list[int]:
        """What puts in force that demands are said by views, if they are to be."""
        return [self.kept.by_views] if self.views else []

    def _nearest_enough(self, lit: int) -> list[int]:
        """Demands near a mark that are enough to force it, the nearest first; [] where those known are not enough.

        Conflicts that were met before stand for the global demands as long as they do, or what these say by views. Unit
        propagation tells when there are enough: to search among a part of the demands can take very long.
        """
        position, known, with_views = self.position, self._assumed, self._with_views
        viewed = list(position.viewed) if self.views else []
        if self._probe.following([-lit])[0]:
            every = [one.literal for one in (*self.kept.demands, *self.kept.conflicts)]
            if self.kept.sat.decide(position.clock, [*known, -lit, *every, *with_views]):
                return []
        order = position.by_distance(lit, conflicts=not self.views)
        near: list[int] = []
        n = _NEAR
        while more := list(islice(order, n - len(near))):
            near += more
            n *= 2
            enough = [*near, *viewed]
            assumed = [*known, -lit, *enough, *with_views]
            if self._is_broken([-lit, *near], assumed) and not self.kept.sat.decide(position.clock, assumed):
                return enough
        near += viewed
        if near and not self.kept.sat.decide(position.clock, [*known, -lit, *near, *with_views]):
            return near
        return []

    def _is_broken(self, supposed: Sequence[int], assumed: Sequence[int]) -> bool:
        """Whether unit propagation shows that some demands and a supposition cannot hold beside all that is known.

        ``assumed`` says all of that, and what is said by views.
        """
        if self.views:
            return not self.kept.propagate(assumed)[0]
        return not self.position.probe_of_some.following(supposed)[0]

    def _nearest_with_globals(self, lit: int, grids: int | None) -> list[int]:
        """As ``_nearest_enough``, with the global demands as they stand; [] where so many grids do not tell.

        Few demands are tried before many, so that the conflicts with global demands that are found stay near, too.
        """
        order = list(self.position.by_distance(lit))
        far = {one.literal for one in self.kept.demands}.difference(order)
        globals_ = [parent for _, parent in self.kept.lazies()]
        rest = [one for one in sorted(far) if one not in globals_]
        n = _NEAR if grids is None else _NEAR * 4
        while True:
            near = [*order[:n], *globals_] if n < len(order) else [*order, *globals_, *rest]
            assumed = [*self._assumed, -lit, *near]
            found = self.kept.solve(assumed) if grids is None else self.kept.attempt(assumed, grids, _PER_GRID)
            if found is False:
                return near
            if n >= len(order):
                return []
            n *= 2 if grids is None else 4

    def _as_conflicts(self, units: list[int], lit: int) -> list[int]:
        """Global demands that no clauses tell, replaced by the conflicts with them that are needed, where these do."""
        parents = {unit for unit in units if self.position.is_hidden(unit)}
        if not parents:
            return units
        plain = [unit for unit in units if unit not in parents]
        conflicts = [one.literal for one in self.kept.conflicts if one.parent in parents]
        if self.kept.sat.decide(self.position.clock, [*self._assumed, -lit, *plain, *conflicts]):
            return units
        core = set(self.kept.core())
        return [one for one in (*plain, *conflicts) if one in core]

    def _touched(self, units: Iterable[int]) -> list[int]:
        """The open marks of the target that some demands speak of."""
        position = self.position
        variables = dict.fromkeys(v for unit in units for v in position.variables(unit))
        return [lit for v in variables if (lit := position.target.get(v, 0)) and not position.known[lit]]
