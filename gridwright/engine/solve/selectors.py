"""A puzzle in a solver that answers many questions, with its demands, givens and clues switched on and off.

Each of them has a *selector*: a literal that puts it in force while it is assumed. Selectors are assumed, never
asserted, so the same clauses serve every question, and a core names the selectors that clash. Clauses contain the
negated selector; a native count "at most k of n literals" contains the selector ``n - k`` times, as literals that
count: "at most n of the literals and the copies". Conflicts with a global demand are found when a grid breaks it; each
has a selector of its own, so that a core can name the place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import NamedTuple

from ...board.board import Spot
from ...language.genre import Genre
from ...language.puzzle import Puzzle, State, Value
from ...language.rules import Clue, Compound, Conflict, Demand, Global
from ...language.variables import Holds, Views
from ...logic.clauses import CardinalityConstraint, Clause, Clauses
from ...logic.expr import Expr, Known, known_from
from ...logic.ticks import ticking
from .clock import Clock, uncollected
from .sat import Sat
from .search import LateCount, spots_hold_one_value


@dataclass(frozen=True)
class Selector:
    """What a literal puts in force: a demand (or half of one), a conflict with a demand, a given mark, or a clue.

    ``parent`` is the selector of the demand that a conflict breaks. The selector of a clue puts in force all demands
    that come from it and from no clue that is off.
    """

    literal: int
    demand: Demand | None = None
    conflict: Conflict | None = None
    given: tuple[str, Spot, Value] | None = None
    clue: Clue | None = None
    parent: int = 0


@dataclass
class _Lazy:
    """A global demand, or a count whose clauses are deferred, with its selector."""

    what: Global
    selector: int


class Family(NamedTuple):
    """Views whose definitions depend on each other, with these definitions."""

    views: list[int]
    clauses: list[Clause]


class SelectorSolver:
    """A puzzle in one solver, every demand, given mark and clue of it behind a selector.

    ``demands``, ``givens`` and ``clues`` hold the selectors; all of them together are the whole puzzle. A demand that
    comes from clues is in force while its own selector is assumed, or those of all its clues are. Use it as a context
    manager, or ``close`` it.
    """

    def __init__(self, puzzle: Puzzle, clock: Clock | None = None, *, lemmas: bool = False) -> None:
        """``lemmas``: whether to include the demands of the genre's lemmas."""
        self.clock = clock or Clock()
        with self.clock.building(), uncollected():
            self._build(puzzle, lemmas)

    # -- building --

    def _build(self, puzzle: Puzzle, lemmas: bool) -> None:
        self.model: Genre = puzzle.genre(puzzle, tick=self.clock.glance)
        self.selectors: dict[int, Selector] = {}
        self.demands: list[Selector] = []
        self.givens: list[Selector] = []
        self.clues: dict[Clue, Selector] = {}
        self._lazy: list[_Lazy] = []
        self._clauses: dict[int, tuple[list[Clause], list[CardinalityConstraint]]] = {}
        self._clues_of: dict[int, tuple[Clue, ...]] = {}
        self._out = Clauses(self.model.variables.top, self.clock.glance, counting=True)
        self._without_views()
        spots_hold_one_value(self.model, self._out)
        for mark in self.model.variables.given_marks():
            self._given(*mark)
        for rule in (*self.model.rules, *self.model.lemmas) if lemmas else self.model.rules:
            for demand in rule.demands(self.model):
                for half in demand.halves():
                    self._out.tick()
                    self._demand(half)
        self._built = len(self._out.made), len(self._out.at_most), len(self._lazy), self._out.top
        self._begin()

    def _without_views(self) -> None:
        self.views = Views(self._out)
        """Derived marks, for explanations; there are none before ``say_in_views``."""
        self.by_views = 1
        """The selector of everything that demands say by views, in addition to their own selectors."""
        self._clauses_by_views: dict[int, tuple[list[Clause], list[CardinalityConstraint]]] = {}
        self._families: dict[int, Family] = {}
        self._refined = set[frozenset[int]]()

    def _begin(self) -> None:
        """Makes a solver that has learnt nothing."""
        self.conflicts: list[Selector] = []
        """The conflicts with global demands met so far, in order."""
        self._by_reason: dict[tuple[int, frozenset[int]], Selector] = {}
        self._light = Sat(counting=True)
        """Only propagates: it learns no clauses, so it finds only obvious consequences."""
        self._solvers = [self._light]
        self._handed = [0, 0]
        self._hand_over()

    def forget(self) -> bool:
        """Forgets the views and the conflicts met, and all that was learnt; whether there were any views or conflicts.
        """
        if "sat" in self.__dict__:
            sat = self.__dict__.pop("sat")
            self._solvers.remove(sat)
            sat.close()
        n_clauses, n_counts, n_lazy, top = self._built
        if self._out.top == top and len(self._out.made) == n_clauses:
            return False
        self.close()
        for one in self.conflicts:
            del self.selectors[one.literal]
        self._out.top = top
        del self._out.made[n_clauses:], self._out.at_most[n_counts:], self._lazy[n_lazy:]
        for lazy in self._lazy:
            if isinstance(lazy.what, LateCount):
                lazy.what.added = False
        if self.by_views != 1:
            self._without_views()
        self._begin()
        return True

    @cached_property
    def sat(self) -> Sat:
        """Answers questions. It is made for the first one, because many hints ask none."""
        sat = Sat(counting=True)
        self._hand_to(sat, self._out.made[: self._handed[0]], self._out.at_most[: self._handed[1]])
        sat.add(self.views.definitions)
        self._solvers.append(sat)
        return sat

    def _given(self, layer: str, spot: Spot, value: Value) -> None:
        literal = self._out.new()
        self._out.add([-literal, int(self.model.variables.literal(layer, spot, value))])
        self.givens.append(self._enter(Selector(literal, given=(layer, spot, value))))

    def _enter(self, selector: Selector) -> Selector:
        self.selectors[selector.literal] = selector
        return selector

    def _demand(self, demand: Demand) -> None:
        out = self._out
        literal = out.new()
        if demand.clues:
            out.add([literal, *(-self._clue(clue).literal for clue in demand.clues)])
            self._clues_of[literal] = demand.clues

        def say() -> None:
            if isinstance(demand.what, Expr):
                out.require(demand.what)
                return
            demand.what.encode(out)
            if not isinstance(demand.what, Compound):
                self._lazy.append(_Lazy(demand.what, literal))

        self._say_under(literal, say)
        self.demands.append(self._enter(Selector(literal, demand=demand)))

    def _say_under(self, literal: int, say: Callable[[], None]) -> None:
        """Puts the clauses that ``say`` adds under a selector."""
        out = self._out
        first = len(out.made), len(out.at_most)
        with UnderSelector(out, literal) as late:
            say()
        if literal != self.by_views:
            said = self._clauses if self.by_views == 1 else self._clauses_by_views
            made, at_most = said.setdefault(literal, ([], []))
            made += out.made[first[0] :]
            at_most += out.at_most[first[1] :]
        self._lazy += [_Lazy(LateCount(out, lits, allowed), literal) for lits, allowed in late]

    def _clue(self, clue: Clue) -> Selector:
        if clue not in self.clues:
            self.clues[clue] = self._enter(Selector(self._out.new(), clue=clue))
        return self.clues[clue]

    def clauses_of(self, selector: int) -> tuple[Sequence[Clause], Sequence[CardinalityConstraint]]:
        """The clauses and counts of a demand (without its conflicts) or of a conflict, each with the selector in it."""
        conflict = self.selectors[selector].conflict
        if conflict is not None:
            return [[-selector, *(-lit for lit in conflict.because)]], ()
        made, at_most = self._clauses.get(selector, ((), ()))
        if selector in self._clauses_by_views:
            made_too, at_most_too = self._clauses_by_views[selector]
            return [*made, *made_too], [*at_most, *at_most_too]
        return made, at_most

    def clauses_from(self, first: int) -> tuple[Sequence[Clause], Sequence[CardinalityConstraint]]:
        """All clauses from the given index on, conflicts included, each with its selector; and all counts."""
        return self._out.made[first:], self._out.at_most

    # -- views --

    def say_in_views(self) -> None:
        """Restates by views the demands that have some (see ``Views``)."""
        self.by_views = self._out.new()
        for selector in self.demands:
            demand = selector.demand
            assert demand is not None
            self.clock.glance()
            if demand.in_views is not None:
                with_views = partial(demand.in_views, demand, self.views)
                self._say_under(selector.literal, partial(self._say_under, self.by_views, with_views))
        self._define(self.views.definitions)
        self._hand_over()

    def _define(self, clauses: Sequence[Clause]) -> None:
        """Adds clauses that define views."""
        for sat in self._solvers:
            sat.add(clauses)
        for clause in clauses:
            views = [abs(lit) for lit in clause if abs(lit) in self.views.told]
            families = self.families_of(views)
            largest = max(families, key=lambda one: len(one.views), default=Family([], []))
            largest.clauses.append(clause)
            for other in families:
                if other is not largest:
                    largest.clauses.extend(other.clauses)
                    views += other.views
            for v in views:
                if self._families.get(v) is not largest:
                    self._families[v] = largest
                    largest.views.append(v)

    def refine(self, holds: Holds) -> bool:
        """Adds definitions that views need if some marks and views hold; whether there were any."""
        if not self.views.refining:
            return False
        made = [clause for refine in self.views.refining for clause in refine(holds)]
        fresh = {key: clause for clause in made if (key := frozenset(clause)) not in self._refined}
        self._refined.update(fresh)
        self.views.define(fresh.values())
        self._define(list(fresh.values()))
        return bool(fresh)

    def variables_with_views(self, selector: int) -> list[int]:
        """The variables of the marks and views in a demand's clauses; none if there is no view among them."""
        views, top = self.views.told, self.model.variables.top
        if not views:
            return []
        made, at_most = self.clauses_of(selector)
        said = dict.fromkeys(abs(lit) for lits in (*made, *(lits for lits, _ in at_most)) for lit in lits)
        return [v for v in said if 1 < v <= top or v in views] if any(v in views for v in said) else []

    def families_of(self, variables: Iterable[int]) -> list[Family]:
        """The families of the views among some variables."""
        return list({id(one): one for v in variables if (one := self._families.get(v)) is not None}.values())

    def clues_of(self, selector: int) -> tuple[Clue, ...]:
        """The clues that a demand comes from."""
        return self._clues_of.get(selector, ())

    def _hand_over(self) -> None:
        made, at_most = self._out.made, self._out.at_most
        for sat in self._solvers:
            self._hand_to(sat, made[self._handed[0] :], at_most[self._handed[1] :])
        self._handed = [len(made), len(at_most)]

    @staticmethod
    def _hand_to(sat: Sat, made: Sequence[Clause], at_most: Sequence[CardinalityConstraint]) -> None:
        sat.add(ticking(made))
        for lits, k in ticking(at_most):
            sat.at_most(lits, k)

    # -- asking --

    @property
    def every(self) -> list[int]:
        """The selectors of all givens and demands: assuming them solves the whole puzzle."""
        return [one.literal for one in (*self.givens, *self.demands)]

    def solve(self, assumptions: Iterable[int]) -> bool:
        """Whether marks and selectors can hold together; then ``values`` and ``state`` are an example, else ``core``
        the reason.

        Raises TimeUp.
        """
        assumed = list(assumptions)
        while self.sat.decide(self.clock, assumed):
            if not self._learn_from_model():
                return True
        return False

    def decide(self, assumptions: Sequence[int]) -> bool:
        """As ``solve``, with only the conflicts known so far: the grid may break a global demand. Raises TimeUp."""
        return self.sat.decide(self.clock, assumptions)

    def attempt(self, assumptions: Iterable[int], grids: int, conflicts: int) -> bool | None:
        """As ``solve``; None if ``grids`` grids, each with a conflict budget, do not suffice to tell."""
        assumed = list(assumptions)
        for _ in range(grids):
            found = self.sat.attempt(assumed, conflicts)
            if not found:
                return found
            if not self._learn_from_model():
                return True
        return None

    def _learn_from_model(self) -> bool:
        """Keeps the last grid and adds the conflicts it contains; whether there were any."""
        self._values = self._model_values()
        return self._learn(known_from(self._values))

    def _model_values(self) -> list[int]:
        values = self.sat.assignment()
        return values + [-v for v in range(len(values) + 1, self._out.top + 1)]

    def _learn(self, known: Known) -> bool:
        """Adds the conflicts of a grid with the demands in force; whether there were any."""
        before = len(self.conflicts), self._handed[0]
        for one in self._lazy:
            self.clock.check()
            if known[one.selector] > 0:
                self._learn_from(one, known)
        self._hand_over()
        return (len(self.conflicts), self._handed[0]) != before

    def _learn_from(self, one: _Lazy, known: Known) -> None:
        if isinstance(one.what, LateCount):
            self._out.extend([-one.selector, *cut] for cut in one.what.cuts(known))
            return
        for conflict in one.what.conflicts(known):
            self.add_conflict(conflict, one.selector)

    def add_conflict(self, conflict: Conflict, parent: int) -> Selector | None:
        """Adds a conflict with a demand; None if it was known."""
        key = parent, frozenset(conflict.because)
        if key in self._by_reason:
            return None
        literal = self._out.new()
        self._out.add([-literal, *(-lit for lit in conflict.because)])
        self._out.add([-parent, literal])
        found = self._enter(Selector(literal, self.selectors[parent].demand, conflict, parent=parent))
        self._by_reason[key] = found
        self.conflicts.append(found)
        return found

    def selector_of_conflict(self, conflict: Conflict, parent: int) -> Selector:
        """The selector of a conflict with a demand, which is added if it is new.

        If another conflict has the same reason, the selector is that of both, and gets the words of this one.
        """
        self.add_conflict(conflict, parent)
        self._hand_over()
        key = parent, frozenset(conflict.because)
        if self._by_reason[key].conflict != conflict:
            self._by_reason[key] = self._enter(replace(self._by_reason[key], conflict=conflict))
        return self._by_reason[key]

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether unit propagation from assumptions meets no contradiction, and all literals that follow."""
        return self._light.propagate(assumptions)

    def core(self) -> list[int]:
        """Assumptions that contradict each other, after ``solve`` returned False."""
        return self.sat.core()

    @property
    def values(self) -> Sequence[int]:
        """The literals of all variables in the last grid."""
        return self._values

    def state(self) -> State:
        """The last grid."""
        return self.model.variables.state(self._values)

    def global_demands(self) -> Iterator[tuple[Global, int]]:
        """The global demands, each with its selector."""
        return ((one.what, one.selector) for one in self._lazy if not isinstance(one.what, LateCount))

    def close(self) -> None:
        """Frees the solver."""
        for sat in self._solvers:
            sat.close()

    def __enter__(self) -> SelectorSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class UnderSelector:
    """Puts a selector into all clauses and counts that are added meanwhile; yields the deferred counts.

    A context manager around calls that add to ``out``.
    """

    def __init__(self, out: Clauses, selector: int) -> None:
        self.out, self.selector = out, selector
        self.late: list[tuple[list[int], frozenset[int]]] = []

    def __enter__(self) -> list[tuple[list[int], frozenset[int]]]:
        self.made, self.counts = len(self.out.made), len(self.out.at_most)
        return self.late

    def __exit__(self, *_: object) -> None:
        made, at_most = self.out.made, self.out.at_most
        off = -self.selector
        made[self.made :] = [[off, *clause] for clause in made[self.made :]]
        for i in range(self.counts, len(at_most)):
            lits, k = at_most[i]
            # The copies fill the difference while the selector holds, and leave room for all literals otherwise.
            at_most[i] = [*lits, *[self.selector] * (len(lits) - k)], len(lits)
        self.late += self.out.late
        self.out.late.clear()


class Propagator:
    """The demands of a puzzle and the marks known so far in a solver that only propagates.

    Known marks never become unknown, so they are facts here: a query costs only what its own assumptions lead to.
    ``entered`` are the variables known so far, a list that grows, and ``known`` their values. With ``in_force`` all
    demands are facts, too; otherwise each query assumes the selectors that it needs. With ``views`` the views of the
    demands are in force, too.
    """

    def __init__(
        self,
        full: SelectorSolver,
        entered: Sequence[int],
        known: Sequence[int],
        *,
        in_force: bool = True,
        views: bool = False,
    ) -> None:
        self._full, self._entered, self._known = full, entered, known
        self._definitions = full.views.definitions if views else []
        self._sat = Sat(counting=True)
        clauses, counts = full.clauses_from(0)
        self._sat.add(clauses)
        for lits, k in counts:
            self._sat.at_most(lits, k)
        self._n_clauses, self._n_entered, self._n_definitions = len(clauses), 0, 0
        if in_force:
            self._sat.add([[one.literal] for one in full.demands])
        if views:
            self._sat.add([[full.by_views]])

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether assumptions meet no contradiction, and all literals that follow and were not known."""
        self._catch_up()
        return self._sat.propagate(assumptions)

    def _catch_up(self) -> None:
        """Adds the conflicts, marks and definitions that are new since the last query."""
        clauses, _ = self._full.clauses_from(self._n_clauses)
        self._sat.add(clauses)
        self._n_clauses += len(clauses)
        known = self._known
        self._sat.add([[v if known[v] > 0 else -v] for v in sorted(self._entered[self._n_entered :])])
        self._n_entered = len(self._entered)
        self._sat.add(self._definitions[self._n_definitions :])
        self._n_definitions = len(self._definitions)

    def close(self) -> None:
        """Frees the solver."""
        self._sat.close()


Refutes = Callable[[Sequence[int]], bool]
"""Whether assumptions contradict each other."""


def without_redundant(some: list[int], always: list[int], refuted: Refutes) -> list[int]:
    """A minimal part of ``some`` that still contradicts ``always``; later entries are dropped first.

    Blocks of doubling size are dropped as long as the contradiction remains, and halved when it does not.
    """
    left, needed, size = list(some), list[int](), 1
    while left:
        rest = left[:-size]
        if refuted([*always, *rest, *needed]):
            left, size = rest, 2 * size
        elif size > 1:
            size //= 2
        else:
            needed.append(left.pop())
        size = max(1, min(size, len(left)))
    return needed[::-1]
