"""What several demands together say of a position: a mark is supposed to be wrong, and an unsatisfiable core of the
demands shows why it is not. Where no such core is found, or it is too hard to see, what trial and error shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from math import inf

from ...language.wording import AtLeast
from ..solve.cores import SubsetSolver
from ..solve.selectors import Propagator
from .deductions import TRIAL, Deduction, Stage, cost, deduce, least_cost
from .position import Position
from .single_demands import GlobalReads
from .steps import StageName

_HARD = 5.0
"""If all steps of several demands cost more than this, views may make them easier to see."""
_CANDIDATES = 12
"""At most this many forced marks are examined for reasons."""
_TRIED = 300
"""After this many marks no further ones are tried, if one has been found."""
_MINIMISED = 4
"""The cheapest cores, this many of them, are made minimal; the simplest is chosen."""
_SURELY_SMALLEST = 2
"""Minimal cores of at most this many demands are nearly always smallest; for larger ones a smaller core is sought."""
_TRIES, _AMONG = 60, 30
"""Queries in the search for a smallest core, and how many demands near the mark it considers."""
_SAME = 0.05
"""Costs of demands that differ by less are equal."""
_FEW = 6
"""Larger reasons conclude only the mark that they were sought for."""
_NEAR = 6
"""How many demands are tried first where several are needed."""
_MORE = 50
"""After this many new conflicts, suppositions that came to nothing are tried again."""
_SPLIT, _SPLIT_BY = 8, 16
"""Case splits are tried for this many marks, each by this many marks near it."""
_DEEP = 6
"""Solving is tried for this many marks."""
_GRIDS, _PER_GRID = (6, 24), 200
"""Solving looks at this many grids, in two attempts, each with this conflict budget."""
_EFFORT = 100
"""Conflict budget for showing that a demand or a mark is redundant."""
_ROUNDS = 6
"""How often conflicts with global demands are looked for while a supposition is followed."""


@dataclass
class _Core:
    """Demands and conflicts that force a mark."""

    lit: int
    selectors: list[int]
    near: list[int]
    """The demands near the mark that were considered."""
    n_known: int
    """How many marks were known then."""
    is_minimal: bool = False
    """Whether no selector is redundant, as far as the solver can find out within its budget."""
    at_least: float = 0.0
    """A lower bound of the cost of a minimal core."""
    is_sure: bool = False
    """Whether every selector of the minimal core is known to be needed."""


@dataclass
class _NoChain:
    """A supposition that led to no contradiction: what followed from it, and how many marks and conflicts were
    known."""

    lits: Sequence[int]
    n_known: int
    n_conflicts: int


class SeveralDemands(Stage):
    """Several demands; where these are hard to see, also by views."""

    names = StageName.CHAIN, StageName.CASES
    learns = True

    def __init__(self, position: Position, reads: GlobalReads) -> None:
        super().__init__(position)
        self._reads = reads
        self._begin()

    def _begin(self) -> None:
        self._plain = _Suppositions(self.position, self._reads)
        self._by_views = _Suppositions(self.position, self._reads, views=True)

    def forget(self, had_conflicts: bool) -> None:
        """Starts again if there were conflicts; otherwise unsuccessful suppositions are remembered."""
        if had_conflicts:
            self._begin()
        else:
            self._plain.forget()

    def steps(self) -> Iterator[Deduction]:
        """Marks whose opposite leads to a contradiction."""
        cheapest = self.below
        for suppositions in (self._plain, self._by_views):
            if cheapest > _HARD or suppositions is self._plain:
                for found in suppositions.steps(cheapest):
                    cheapest = min(cheapest, found.cost)
                    yield found

    def reason_of(self, lit: int) -> Deduction | None:
        """A minimal reason of one unknown mark, whatever else follows; None if it does not follow."""
        return self._plain.reason_of(lit)


class TrialAndError(Stage):
    """All demands together, and what was known in the beginning: only trial and error shows what follows."""

    names = (StageName.TRIAL,)
    learns = True

    def steps(self) -> Iterator[Deduction]:
        """The open mark whose opposite leads to a contradiction soonest; if propagation shows none, the one from which
        it gets furthest."""
        if self.below <= TRIAL:
            return
        position = self.position

        def followed(lit: int) -> tuple[bool, int]:
            position.clock.glance()
            sound, lits = position.propagator.propagate([lit])
            return sound, len(lits)

        open_ = position.open_marks()
        refuted = [(n, abs(lit), lit) for lit in open_ for sound, n in [followed(-lit)] if not sound]
        best = min(refuted)[-1] if refuted else max(open_, key=lambda one: (followed(one), -abs(one)))
        every = [one.literal for one in position.solver.demands]
        yield Deduction([best], every, sorted(position.marks, key=abs), TRIAL, StageName.TRIAL)


class _Suppositions:
    """The steps that need several demands; with ``views``, what these say by views is considered, too."""

    def __init__(self, position: Position, reads: GlobalReads, *, views: bool = False) -> None:
        self.position, self.views = position, views
        self._reads = reads
        self.solver = position.solver
        self._unchained: dict[int, _NoChain] = {}
        self._changed: dict[int, int] = {}
        """For each variable that shares a demand with known marks, how many were known when the last of these became
        known."""
        self._n_noted = 0
        """How many known marks this covers."""
        self._chained_before: set[int] = set()
        """Marks whose supposition led to a contradiction; it still will when more is known."""
        self._cores: dict[int, _Core] = {}
        """The cores of marks, kept until a mark that they mention becomes known."""
        self._reach: dict[int, int] = {}
        """How many marks followed from supposing that a mark is wrong."""

    def forget(self) -> None:
        """Forgets everything but the suppositions that came to nothing, if only the demands near them matter."""
        self._chained_before.clear()
        self._cores.clear()
        if any(self.solver.global_demands()):
            self._unchained.clear()

    def steps(self, below: float) -> Iterator[Deduction]:
        """Marks whose opposite leads to a contradiction, demand by demand or else by cases, if this is not harder to
        see than trial and error. Cases are not tried for the sake of a step that costs little.
        """
        if self.views and not self.position.add_views():
            return
        n_conflicts = len(self.solver.conflicts)
        chained = self._some_chained()
        if not chained and len(self.solver.conflicts) > n_conflicts:
            self._unchained.clear()
            chained = self._some_chained()
        if chained:
            yield from self._simplest(chained, StageName.CHAIN, below)
        elif below > _HARD:
            yield from self._by_cases(self._nearest_first(self.position.open_marks()), below)

    def _some_chained(self) -> list[int]:
        """Marks whose supposition leads to a contradiction demand by demand, where the least follows first.

        Global demands take long to ask, so with them the first such marks near known ones are enough.
        """
        self._note_changes()
        chained: list[int] = []
        enough = _CANDIDATES if any(self.solver.global_demands()) else _TRIED
        for n_tried, lit in enumerate(self._nearest_first(self.position.open_marks())):
            if len(chained) >= enough or (chained and n_tried >= _TRIED):
                break
            if self._chained(lit):
                chained.append(lit)
        return sorted(chained, key=lambda lit: self._reach.get(lit, 0))[:_CANDIDATES]

    def _by_cases(self, nearest: Sequence[int], below: float) -> Iterator[Deduction]:
        """As ``steps``, where no chain leads to a contradiction.

        The conflicts known so far may suffice. Otherwise more are found by supposing nearby marks in turn, and finally
        by solving, starting with the marks whose opposite has the most consequences.
        """
        deductions = list(self._simplest(nearest[:_CANDIDATES], StageName.CASES, below))
        if not deductions:
            split = (lit for lit in nearest[:_SPLIT] if self._is_split(lit))
            deductions = list(self._simplest(islice(split, _MINIMISED), StageName.CASES, below))
        telling = sorted(nearest, key=lambda lit: -self._reach.get(lit, 0))[:_DEEP]
        for grids in _GRIDS if not deductions else ():
            solved = (lit for lit in telling if self._core(lit, grids).selectors)
            deductions = list(self._simplest(islice(solved, 1), StageName.CASES, below))
            if deductions:
                break
        yield from deductions

    def _simplest(self, lits: Iterable[int], stage: StageName, below: float) -> Iterator[Deduction]:
        """The step with the simplest minimal core among those of some marks, and one with a smaller core if there is
        one; none that costs ``below`` or more, or as much as trial and error."""
        below = min(below, TRIAL)
        cores = [core for lit in lits if (core := self._core(lit)).selectors]
        cores.sort(key=lambda core: cost(self.position, core.selectors))
        best: _Core | None = None
        for core in cores[:_MINIMISED]:
            bound = below if best is None else cost(self.position, best.selectors) + _SAME
            is_minimal = self._minimise(core, bound)
            if is_minimal and self.position.is_thorough:
                yield self._from_core(core, stage)
            if is_minimal and (best is None or self._rank(core) < self._rank(best)):
                best = core
        if best is None:
            return
        found = self._from_core(best, stage)
        if found.cost < below:
            yield found
        if len(found.selectors) > _SURELY_SMALLEST:
            yield from self._smaller(best, stage, len(found.selectors) - 1)

    def _rank(self, core: _Core) -> tuple[float, int]:
        """What it costs at least; for the same, demands that bar something are seen before those that need it."""
        demands = map(self.position.demand_of, core.selectors)
        n_needing = sum(isinstance(one.words.get("n"), AtLeast) for one in demands)
        return least_cost(self.position, core.selectors), n_needing

    def reason_of(self, lit: int) -> Deduction | None:
        """A minimal reason of one unknown mark, whatever else follows; None if it does not follow."""
        if self.solver.solve([*self.position.marks, -lit, *[one.literal for one in self.solver.demands]]):
            return None
        core = self._core(lit, None)
        self._minimise(core, inf)
        return replace(self._from_core(core, StageName.CHAIN), marks=[lit])

    # -- marks that follow --

    def _nearest_first(self, open_: list[int]) -> list[int]:
        """Open marks, by how many marks of one of their demands are open."""
        position = self.position
        n_open = position.n_open

        def openness(lit: int) -> tuple[int, int]:
            return (min((n_open[s] for s in position.demands_on.get(abs(lit), ())), default=99), abs(lit))

        return sorted(open_, key=openness)

    def _chained(self, lit: int) -> bool:
        """Whether supposing that a mark is wrong leads to a contradiction demand by demand."""
        if lit not in self._chained_before and not self._may_be_chained(lit):
            return False
        position = self.position
        fresh = self._consequences([-lit])
        if fresh is None:
            self._chained_before.add(lit)
            self._reach[lit] = self._n_followed
            return True
        self._reach[lit] = len(fresh)
        self._unchained[lit] = _NoChain([lit, *fresh], len(position.entered), len(self.solver.conflicts))
        return False

    def _consequences(self, supposed: Sequence[int]) -> list[int] | None:
        """The open marks that follow from suppositions demand by demand; None for a contradiction.

        Conflicts with global demands that are met are added to the solver.
        """
        position, top = self.position, self.position.top
        propagator = self._propagator
        is_complete = not any(self.solver.global_demands())
        fresh: list[int] = []
        for _ in range(_ROUNDS):
            position.clock.glance()
            sound, lits = propagator.propagate(supposed)
            self._n_followed = len(lits)
            if not sound:
                return None
            fresh = [lit for lit in lits if -top <= lit <= top and not position.known[lit]]
            if is_complete:
                break
            known = position.known.copy()
            for lit in fresh:
                known[lit], known[-lit] = 1, -1
            if not self._reads.add_conflicts(known, {abs(lit) for lit in fresh}):
                break
        return fresh

    def _is_split(self, lit: int) -> bool:
        """Whether supposing that a mark is wrong leads to a contradiction by cases: nearby marks are supposed right or
        wrong in turn."""
        supposed = [-lit]
        fresh = self._consequences(supposed)
        if fresh is None:
            return True
        near = dict.fromkeys(v for one in self.position.by_distance(lit) for v in self.position.variables(one))
        for v in islice((v for v in near if not self.position.known[v]), _SPLIT_BY):
            for wrong in (v, -v):
                if v in fresh or -v in fresh or self._consequences([*supposed, wrong]) is not None:
                    continue
                supposed.append(-wrong)
                fresh = self._consequences(supposed)
                if fresh is None:
                    return True
        return False

    def _may_be_chained(self, lit: int) -> bool:
        """Whether something has changed near a mark, or many conflicts are new, since its supposition came to
        nothing."""
        before = self._unchained.get(lit)
        if before is None or before.n_conflicts + _MORE < len(self.solver.conflicts):
            return True
        changed = self._changed
        return any(changed.get(abs(one), 0) > before.n_known for one in before.lits)

    def _note_changes(self) -> None:
        """Notes near which variables marks have become known."""
        position, n_known = self.position, len(self.position.entered)
        for selector in position.demands_with(position.entered[self._n_noted :]):
            self._changed.update(dict.fromkeys(position.local[selector], n_known))
        self._n_noted = n_known

    # -- reasons --

    def _core(self, lit: int, grids: int | None = 0) -> _Core:
        """Demands and conflicts near a mark that force it; none if those known do not suffice and solving does not find
        enough further conflicts in ``grids`` grids (None: no limit)."""
        core = self._cores.get(lit)
        if core is None or not core.selectors or self._has_changed(core.selectors, core.n_known):
            near = self._nearest_enough(lit)
            if not near and grids != 0:
                near = self._nearest_with_globals(lit, grids)
            used = set(self.solver.core()) if near else ()
            selectors = self._as_conflicts([one for one in near if one in used], lit)
            core = self._cores[lit] = _Core(lit, selectors, near, len(self.position.entered))
        return core

    def _has_changed(self, selectors: Iterable[int], n_known: int) -> bool:
        """Whether a mark that some demands mention is among those known only after the first ``n_known``."""
        position = self.position
        fresh = set(position.entered[n_known:])
        return any(not fresh.isdisjoint(position.variables(selector)) for selector in selectors)

    def _minimise(self, core: _Core, bound: float) -> bool:
        """Makes a core minimal; False as soon as it is known to cost at least ``bound``."""
        if not core.is_minimal and core.at_least < bound:
            solver, always = self.position.solver_for(core.selectors), [*self._assumed, -core.lit]
            selectors = solver.shrunk_below(core.selectors, always, _EFFORT, partial(cost, self.position), bound)
            if selectors is None:
                core.at_least = bound
            else:
                core.selectors, core.is_minimal, core.is_sure = selectors, True, solver.is_sure
        return core.is_minimal and cost(self.position, core.selectors) < bound

    def _from_core(self, core: _Core, stage: StageName) -> Deduction:
        """The step that a minimal core gives."""
        solver = self.position.solver_for(core.selectors)
        return self._from_demands(solver, core.selectors, core.lit, stage, core.is_sure)

    def _from_demands(
        self, solver: SubsetSolver, selectors: list[int], lit: int, stage: StageName, needed: bool
    ) -> Deduction:
        """The step that demands give, with everything else that follows; ``needed``: each is known to be."""
        premises = solver.shrunk(self._assumed, [*selectors, -lit], _EFFORT)
        others: list[int] = []
        if len(selectors) <= _FEW:
            others = [one for one in self._open_around(selectors) if one != lit]
        more = solver.entailed([*selectors, *premises], others)
        found = deduce(self.position, selectors, premises, [lit, *more], stage, solver, needed)
        return self._with_similar(solver, found, premises) if others else found

    def _open_around(self, selectors: Sequence[int]) -> Iterable[int]:
        """The open marks that some demands mention, and the other values of spots in which several of them meet."""
        position = self.position
        spots, known = position.spots, position.known
        met = Counter(
            first for one in selectors
            for first in {spots[v][0] for v in position.variables(one) if v in spots and not known[v]}
        )  # fmt: skip
        beside = (position.target.get(v, 1) for first, n in met.items() if n > 1 for v in spots[first])
        return dict.fromkeys((*position.open_marks_of(selectors), *(lit for lit in beside if not known[lit])))

    def _with_similar(self, solver: SubsetSolver, found: Deduction, premises: Sequence[int]) -> Deduction:
        """A step with the marks that further demands of the same words between the same spots give.

        "Shaded cells share no edge" is one thought, however many pairs of cells it is about.
        """
        position = self.position
        laws = {position.law(selector) for selector in found.selectors if selector in position.glances}
        if not laws:
            return found
        around = {v for selector in found.selectors for v in position.variables(selector)}
        near = dict.fromkeys(selector for v in sorted(around) for selector in position.demands_on.get(v, ()))
        similar = [
            selector for selector in near
            if selector in position.glances and selector not in found.all_selectors
            and around.issuperset(position.local[selector]) and position.law(selector) in laws
        ]  # fmt: skip
        marks, used = list(found.marks), set[int]()
        solver.include(similar)
        always = [*found.all_selectors, *similar, *premises]
        others = [mark for mark in position.open_marks_of(found.selectors) if mark not in marks]
        for lit in solver.entailed(always, others):
            solver.refuted([*always, -lit])
            used |= solver.core().intersection(similar)
            marks.append(lit)
        return replace(found, marks=marks, selectors=[*found.selectors, *(mark for mark in similar if mark in used)])

    def _smaller(self, core: _Core, stage: StageName, most: int) -> Iterator[Deduction]:
        """The step with the smallest core of a mark, if it has at most ``most`` demands and is found soon."""
        near = [one for one in dict.fromkeys([*core.selectors, *core.near]) if not self.position.is_lazy(one)]
        near = near[:_AMONG]
        solver = self.position.solver_for(near)
        selectors = solver.smallest_core(near, [*self._assumed, -core.lit], most, _TRIES)
        if selectors:
            yield self._from_demands(solver, selectors, core.lit, stage, needed=True)

    @property
    def _assumed(self) -> list[int]:
        """All that is known, silent marks at the end: these cost demands, so they are the first to be dropped."""
        return self.position.in_order

    @property
    def _propagator(self) -> Propagator:
        return self.position.propagator_by_views if self.views else self.position.propagator

    @property
    def _with_views(self) -> list[int]:
        """The assumption that puts the views of demands in force, if they are to be."""
        return [self.solver.by_views] if self.views else []

    def _nearest_enough(self, lit: int) -> list[int]:
        """The nearest demands of a mark that force it; [] if all that are known do not.

        Conflicts met before stand for the global demands as long as they suffice, or else what these say by views. Unit
        propagation tells when there are enough: to search with a part of the demands can take very long.
        """
        position, known, with_views = self.position, self._assumed, self._with_views
        viewed = list(position.viewed) if self.views else []
        if self._propagator.propagate([-lit])[0]:
            every = [one.literal for one in (*self.solver.demands, *self.solver.conflicts)]
            if self.solver.decide([*known, -lit, *every, *with_views]):
                return []
        order = position.by_distance(lit, conflicts=not self.views)
        near: list[int] = []
        n = _NEAR
        while more := list(islice(order, n - len(near))):
            near += more
            n *= 2
            enough = [*near, *viewed]
            assumed = [*known, -lit, *enough, *with_views]
            if self._is_broken([-lit, *near], assumed) and not self.solver.decide(assumed):
                return enough
        near += viewed
        if near and not self.solver.decide([*known, -lit, *near, *with_views]):
            return near
        return []

    def _is_broken(self, supposed: Sequence[int], assumed: Sequence[int]) -> bool:
        """Whether unit propagation refutes a supposition and some demands beside all that is known.

        ``assumed`` are all of these as assumptions, views included.
        """
        if self.views:
            return not self.solver.propagate(assumed)[0]
        return not self.position.propagator_of_some.propagate(supposed)[0]

    def _nearest_with_globals(self, lit: int, grids: int | None) -> list[int]:
        """As ``_nearest_enough``, with the global demands themselves; [] if ``grids`` grids do not suffice.

        A few demands are tried before many, so that the conflicts with global demands that are found are near, too.
        """
        order = list(self.position.by_distance(lit))
        far = {one.literal for one in self.solver.demands}.difference(order)
        globals_ = [parent for _, parent in self.solver.global_demands()]
        rest = [one for one in sorted(far) if one not in globals_]
        n = _NEAR if grids is None else _NEAR * 4
        while True:
            near = [*order[:n], *globals_] if n < len(order) else [*order, *globals_, *rest]
            assumed = [*self._assumed, -lit, *near]
            found = self.solver.solve(assumed) if grids is None else self.solver.attempt(assumed, grids, _PER_GRID)
            if found is False:
                return near
            if n >= len(order):
                return []
            n *= 2 if grids is None else 4

    def _as_conflicts(self, selectors: list[int], lit: int) -> list[int]:
        """A core in which global demands are replaced by the conflicts with them that are needed, if these suffice."""
        parents = {selector for selector in selectors if self.position.is_lazy(selector)}
        if not parents:
            return selectors
        plain = [selector for selector in selectors if selector not in parents]
        conflicts = [one.literal for one in self.solver.conflicts if one.parent in parents]
        if self.solver.decide([*self._assumed, -lit, *plain, *conflicts]):
            return selectors
        core = set(self.solver.core())
        return [one for one in (*plain, *conflicts) if one in core]
