"""A puzzle kept in a solver and asked again and again, with its demands, givens and clues switched on and off.

Each of them has a *selector*: a literal that puts it in force while it holds. A selector is assumed, never set, so the
same clauses serve every question, and a core tells which selectors clash. Clauses carry their selector; a native count
"at most k of n literals" carries it ``n - k`` times, as a literal that counts: "at most n of the literals and the
copies". What a global demand forbids is found when a grid breaks it; each such conflict has a selector of its own, so
that a core can name the place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from ..language.board import Spot
from ..language.clauses import AtMost, Clause, Clauses
from ..language.expr import Expr, Known, known_from
from ..language.genre import Genre
from ..language.puzzle import Puzzle, State, Value
from ..language.rules import Clue, Conflict, Demand, Global
from ..language.views import Holds, Views
from .clock import Clock
from .compile import LateCount, spots_hold_one_value
from .sat import Sat
from .tracing import traced_demands


@dataclass(frozen=True)
class Selector:
    """What a literal puts in force: a demand (or half of one), a conflict with a demand, a given mark, or a clue.

    ``parent`` is the selector of the demand that a conflict breaks; that of a clue is followed by the selectors of all
    demands that come from it and from no clue that is off.
    """

    literal: int
    demand: Demand | None = None
    conflict: Conflict | None = None
    given: tuple[str, Spot, Value] | None = None
    clue: Clue | None = None
    parent: int = 0


@dataclass
class _Lazy:
    """A global demand, or a count whose clauses wait, with its selector."""

    what: Global
    selector: int
    demand: Demand


class Family(NamedTuple):
    """Views whose definitions speak of each other, with these definitions."""

    views: list[int]
    clauses: list[Clause]


class Kept:
    """One puzzle in one solver, every demand, given mark and clue of it behind a selector.

    ``demands``, ``givens`` and ``clues`` hold the selectors; all of them together say what the puzzle says. A demand
    that comes from clues is in force when its own selector is assumed, or when those of all its clues are.
    Use it as a context manager, or ``close`` it.
    """

    def __init__(self, puzzle: Puzzle, clock: Clock | None = None, *, combined: bool = False) -> None:
        """``combined``: whether there are also the demands that several rules make together (see
        ``language.rules.Combined``)."""
        self.clock = clock or Clock()
        self.model: Genre = puzzle.genre(puzzle, tick=self.clock.glance)
        self.selectors: dict[int, Selector] = {}
        self.demands: list[Selector] = []
        self.givens: list[Selector] = []
        self.clues: dict[Clue, Selector] = {}
        self.conflicts: list[Selector] = []
        """The conflicts with global demands met so far, in the order in which they were met."""
        self._by_reason: dict[tuple[int, frozenset[int]], Selector] = {}
        self._lazy: list[_Lazy] = []
        self._clauses: dict[int, tuple[list[Clause], list[AtMost]]] = {}
        self._clues_of: dict[int, tuple[Clue, ...]] = {}
        self._out = Clauses(self.model.variables.top, self.clock.glance, counting=True)
        self.views = Views(self._out)
        """Marks that are derived, for explanations; there are none before ``say_in_views``."""
        self.by_views = 1
        """The literal that puts in force what demands say by views, beside their selectors."""
        self._families: dict[int, Family] = {}
        self._refined = set[frozenset[int]]()
        spots_hold_one_value(self.model, self._out)
        for mark in self.model.variables.given_marks():
            self._given(*mark)
        for demand, clues in traced_demands(self.model, combined=combined):
            for half in demand.halves():
                self._out.tick()
                self._demand(half, clues)
        self.sat = Sat(counting=True)
        self.light = Sat(counting=True)
        """The same clauses in a solver that only propagates: it learns nothing, so what it shows is plain to see."""
        self._handed = [0, 0]
        self._hand_over()

    # -- building --

    def _given(self, layer: str, spot: Spot, value: Value) -> None:
        literal = self._out.new()
        self._out.add([-literal, int(self.model.variables.literal(layer, spot, value))])
        self.givens.append(self._enter(Selector(literal, given=(layer, spot, value))))

    def _enter(self, selector: Selector) -> Selector:
        self.selectors[selector.literal] = selector
        return selector

    def _demand(self, demand: Demand, clues: Sequence[Clue]) -> None:
        out = self._out
        literal = out.new()
        if clues:
            out.add([literal, *(-self._clue(clue).literal for clue in clues)])
            self._clues_of[literal] = tuple(clues)

        def say() -> None:
            if isinstance(demand.what, Expr):
                out.require(demand.what)
                return
            demand.what.encode(out)
            if not demand.what.told_by_clauses():
                self._lazy.append(_Lazy(demand.what, literal, demand))

        self._say_under(literal, demand, say)
        self.demands.append(self._enter(Selector(literal, demand=demand)))

    def _say_under(self, literal: int, demand: Demand, say: Callable[[], None]) -> None:
        """Puts what is said of a demand under its selector."""
        out = self._out
        first = len(out.made), len(out.at_most)
        with Under(out, literal) as late:
            say()
        if literal != self.by_views:
            made, at_most = self._clauses.setdefault(literal, ([], []))
            made += out.made[first[0] :]
            at_most += out.at_most[first[1] :]
        self._lazy += [_Lazy(LateCount(out, lits, allowed), literal, demand) for lits, allowed in late]

    def _clue(self, clue: Clue) -> Selector:
        if clue not in self.clues:
            self.clues[clue] = self._enter(Selector(self._out.new(), clue=clue))
        return self.clues[clue]

    def clauses_of(self, selector: int) -> tuple[Sequence[Clause], Sequence[AtMost]]:
        """What a demand, its conflicts met so far left out, or a conflict says: clauses and counts, each with the
        selector in it."""
        conflict = self.selectors[selector].conflict
        if conflict is not None:
            return [[-selector, *(-lit for lit in conflict.because)]], ()
        return self._clauses.get(selector, ((), ()))

    def clauses_from(self, first: int) -> tuple[Sequence[Clause], Sequence[AtMost]]:
        """All clauses but the first ones, conflicts met so far among them, each with its selector; and all counts."""
        return self._out.made[first:], self._out.at_most

    # -- views --

    def say_in_views(self) -> None:
        """Says all demands by views, too, where their rules have any (see ``language.views``)."""
        self.by_views = self._out.new()
        for selector in self.demands:
            demand = selector.demand
            assert demand is not None
            self.clock.glance()
            with_views = partial(demand.rule.say_in_views, self.model, demand, self.views)
            self._say_under(selector.literal, demand, partial(self._say_under, self.by_views, demand, with_views))
        self._define(self.views.definitions)
        self._hand_over()

    def _define(self, clauses: Sequence[Clause]) -> None:
        """Adds clauses that say what views mean."""
        for sat in (self.sat, self.light):
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
        """Adds what more the views mean where some marks and views hold; whether that was anything."""
        if not self.views.refining:
            return False
        made = [clause for refine in self.views.refining for clause in refine(holds)]
        fresh = {key: clause for clause in made if (key := frozenset(clause)) not in self._refined}
        self._refined.update(fresh)
        self.views.define(fresh.values())
        self._define(list(fresh.values()))
        return bool(fresh)

    def said_by_views(self, selector: int) -> list[int]:
        """The variables of the marks and views of which a demand's clauses speak; none where no view is among them."""
        told, top = self.views.told, self.model.variables.top
        if not told:
            return []
        made, at_most = self.clauses_of(selector)
        said = dict.fromkeys(abs(lit) for lits in (*made, *(lits for lits, _ in at_most)) for lit in lits)
        return [v for v in said if 1 < v <= top or v in told] if any(v in told for v in said) else []

    def families_of(self, variables: Iterable[int]) -> list[Family]:
        """The families of those of some variables that are views."""
        return list({id(one): one for v in variables if (one := self._families.get(v)) is not None}.values())

    def clues_of(self, selector: int) -> tuple[Clue, ...]:
        """The clues that a demand comes from."""
        return self._clues_of.get(selector, ())

    def _hand_over(self) -> None:
        made, at_most = self._out.made, self._out.at_most
        for sat in (self.sat, self.light):
            sat.add(made[self._handed[0] :])
            for lits, k in at_most[self._handed[1] :]:
                sat.at_most(lits, k)
        self._handed = [len(made), len(at_most)]

    # -- asking --

    @property
    def every(self) -> list[int]:
        """The selectors of all givens and demands: what is assumed to solve the whole puzzle."""
        return [one.literal for one in (*self.givens, *self.demands)]

    def solve(self, assumptions: Iterable[int]) -> bool:
        """Whether marks and selectors can hold together; ``values`` and ``state`` then tell how, else ``core`` why not.

        Raises TimeUp.
        """
        assumed = list(assumptions)
        while self.sat.decide(self.clock, assumed):
            if not self._learn_from_model():
                return True
        return False

    def attempt(self, assumptions: Iterable[int], grids: int, conflicts: int) -> bool | None:
        """As ``solve``; None where so many grids, and so many conflicts of the solver for each, do not tell."""
        assumed = list(assumptions)
        for _ in range(grids):
            found = self.sat.attempt(assumed, conflicts)
            if not found:
                return found
            if not self._learn_from_model():
                return True
        return None

    def _learn_from_model(self) -> bool:
        """Takes down the grid found last, and adds what is wrong with it; whether that was anything."""
        self._values = self._model_values()
        return self._learn(known_from(self._values))

    def _model_values(self) -> list[int]:
        values = self.sat.assignment()
        return values + [-v for v in range(len(values) + 1, self._out.top + 1)]

    def _learn(self, known: Known) -> bool:
        """Adds what the demands in force say against a grid; whether that was anything."""
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
        """Enters a conflict with a demand; None if it was known."""
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

    def told(self, conflict: Conflict, parent: int) -> Selector:
        """The selector of a conflict with a demand, which is entered if it is new, and known to the solvers."""
        self.add_conflict(conflict, parent)
        self._hand_over()
        return self._by_reason[parent, frozenset(conflict.because)]

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """What follows from assumptions clause by clause, and whether no clause is broken by it."""
        return self.light.propagate(assumptions)

    def core(self) -> list[int]:
        """Assumptions that could not hold together, after ``solve`` said no."""
        return self.sat.core()

    @property
    def values(self) -> Sequence[int]:
        """Signed values of all variables in the grid found last."""
        return self._values

    def state(self) -> State:
        """The grid found last."""
        return self.model.variables.state(self._values)

    def lazies(self) -> Iterator[tuple[Global, int]]:
        """The global demands, each with its selector."""
        return ((one.what, one.selector) for one in self._lazy if not isinstance(one.what, LateCount))

    def close(self) -> None:
        """Frees the solver."""
        self.sat.close()
        self.light.close()

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Under:
    """Puts a selector into all that is said meanwhile; gives the counts that wait.

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
        for i in range(self.made, len(made)):
            made[i] = [-self.selector, *made[i]]
        for i in range(self.counts, len(at_most)):
            lits, k = at_most[i]
            # The copies fill the difference while the selector holds, and leave room for all literals otherwise.
            at_most[i] = [*lits, *[self.selector] * (len(lits) - k)], len(lits)
        self.late += self.out.late
        self.out.late.clear()
