"""A position of a puzzle: the known marks, and the marks of each demand."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from math import inf

from ...language.puzzle import Puzzle, State
from ...language.rules import Compound, Conflict, Demand, Global
from ...logic.expr import Count, Expr, Mark, literals
from ...logic.ticks import ticking
from ..solve.clock import Clock, uncollected
from ..solve.cores import SubsetSolver, SubsetSolvers
from ..solve.search import FEW_ANSWERS, SharedMarks
from ..solve.selectors import Propagator, Selector, SelectorSolver

SMALL = 2
"""A demand about at most this many marks is seen at a glance."""

_REMEMBERING = "propagator", "propagator_by_views", "_small_solvers"
"""Solvers whose results depend on earlier queries, such as how much propagation finds before a contradiction."""
_MADE_LATE = *_REMEMBERING, "propagator_of_some"


class NoAnswer(ValueError):
    """No answer contains the marks of a position."""


class Position:
    """The known marks of a puzzle, and the demands that involve them.

    The candidates that a placed value strikes out around it ("5 appears once in row 1") are kept up to date silently,
    as a player does with pencil marks. Raises NoAnswer if no answer contains the marks of ``state``.
    """

    def __init__(self, puzzle: Puzzle, state: State | None, clock: Clock) -> None:
        self.puzzle, self.clock = puzzle, clock
        self.is_thorough = False
        """Whether stages return every step that they find, rather than only the simplest."""
        self._build()
        self._unproved: SharedMarks | None = SharedMarks(puzzle, state, clock)
        self.target: dict[int, int] = {}
        """For each variable that all answers with the marks of the state agree on, its literal. If there are many
        answers, only before ``prove_target`` perhaps more."""
        self.prove_target(FEW_ANSWERS)
        known = self.model.variables.known(state)
        self._begin([lit for v in range(2, self.top + 1) for lit in (v, -v) if known[lit] > 0])

    def _build(self) -> None:
        """Makes the solver, and indexes its demands."""
        self.solver = SelectorSolver(self.puzzle, self.clock, lemmas=True)
        self.model = self.solver.model
        self.top = self.model.variables.top
        self.local: dict[int, list[int]] = {}
        """The variables that each demand mentions, by its selector; of global demands only those stated by clauses."""
        self.demands_on: dict[int, list[int]] = {}
        """The selectors of the demands that mention each variable."""
        self.spots: dict[int, list[int]] = {}
        """For the literal of each value, the literals of all values of its spot."""
        self._stated_by_clauses: set[int] = set()
        self._pencil: dict[int, list[tuple[int, list[int]]]] = {}
        self._laws: dict[int, str] = {}
        """The words of demands, by their identity."""
        with self.clock.building(), uncollected():
            self._index()
        self.glances = {selector for selector, variables in self.local.items() if len(variables) <= SMALL}
        """The demands that are seen at a glance."""

    def _begin(self, told: Iterable[int]) -> None:
        """Enters what single demands state, the givens, and further marks."""
        self.known = [0] * (2 * self.top + 1)
        self.known[1], self.known[-1] = 1, -1
        self.marks: dict[int, None] = {}
        """The literals of all known marks except silent ones."""
        self._in_order: tuple[tuple[int, int], list[int]] = (0, 0), []
        self.silent: dict[int, tuple[int, ...]] = {}
        """Marks entered without a step: for each the selector of the demand that gives it, and the mark it needs.

        These are the candidates that placed values strike out, and marks that a single demand states ("a wall holds no
        lamp"). The selector is 0 if another value of the same spot strikes the candidate out.
        """
        self.entered: list[int] = []
        """The variables of all known marks in the order in which they became known."""
        self.renewed: list[int] = []
        """The variables that became known, or got another reason, in the order in which they did."""
        self._latest: dict[int, int] = {}
        """Where each variable last occurs among them."""
        self.strikes: dict[int, list[tuple[int, int]]] = {}
        """For each candidate struck out, the demands that do it, each with the mark it needs."""
        self._without_views()
        self.n_open = {selector: len(variables) for selector, variables in self.local.items()}
        """How many marks of each demand are unknown."""
        for one in self.solver.demands:
            if one.demand is not None and isinstance(one.demand.what, Mark):
                self._enter_fact(int(one.demand.what), one.literal)
        for name, spot, value in self.model.variables.given_marks():
            self.settle(int(self.model.variables.literal(name, spot, value)))
        for lit in told:
            self.settle(lit)
        self._n_untaught = len(self.entered)

    def _without_views(self) -> None:
        """Indexes no conflicts and no views."""
        self._conflicts_on: dict[int, list[int]] = {}
        self._variables_of_conflicts: dict[int, list[int]] = {}
        self._n_indexed = 0
        """How many conflicts these two cover."""
        self._has_views = False
        self.viewed: dict[int, list[int]] = {}
        """The marks and views that each demand with views mentions, by its selector; empty before ``add_views``."""

    @property
    def has_moved(self) -> bool:
        """Whether marks were entered since the solvers began, or forgot what they had learnt."""
        return len(self.entered) > self._n_untaught

    def forget(self) -> bool:
        """Forgets the views, conflicts and clauses that were learnt on the way to this position; whether there were
        any views or conflicts."""
        self._n_untaught = len(self.entered)
        had_conflicts = self.solver.forget()
        for name in _MADE_LATE if had_conflicts else _REMEMBERING:
            if name in self.__dict__:
                self.__dict__.pop(name).close()
        if had_conflicts:
            self._without_views()
        return had_conflicts

    @property
    def has_one_answer(self) -> bool:
        """Whether all answers with the marks of the state share all marks."""
        return len(self.target) == self.top - 1

    def prove_target(self, answers: float = inf) -> None:
        """Finds what all answers share, or what the first ``answers`` of them do.

        The latter is enough for steps that need no proof: all answers share what they conclude.
        """
        if self._unproved is None:
            return
        self._unproved.narrow(answers)
        shared = self._unproved.state()
        if shared is None:
            raise NoAnswer
        known = self.model.variables.known(shared)
        self.target = {v: v if known[v] > 0 else -v for v in range(2, self.top + 1) if known[v]}
        if self._unproved.is_proved:
            self._unproved.close()
            self._unproved = None

    # -- indexes --

    def _index(self) -> None:
        """Indexes the variables of demands, the literals of spots, and the candidates that placed values strike out."""
        for selector in ticking(self.solver.demands):
            self._index_demand(selector)
        for terms in self.model.variables.terms.values():
            for term in ticking({id(term): term for term in terms.values()}.values()):
                lits = [int(mark) for mark in term.marks.values()]
                self.spots.update(dict.fromkeys(lits, lits))
        for selector in ticking(self.solver.demands):
            counted = selector.demand.what if selector.demand else None
            if isinstance(counted, Count) and counted.allowed <= {0, 1}:
                lits = [lit for lit in literals(counted) if lit in self.spots]
                if len(lits) == len(counted.items):
                    for lit in lits:
                        self._pencil.setdefault(lit, []).append((selector.literal, lits))

    def _index_demand(self, selector: Selector) -> None:
        assert selector.demand is not None
        what = selector.demand.what
        mentioned = literals(what) if isinstance(what, Expr) else what.literals() if isinstance(what, Compound) else ()
        variables = sorted([v for v in set(map(abs, mentioned)) if 1 < v <= self.top])
        if not variables:
            return
        self._stated_by_clauses.add(id(what))
        self.local[selector.literal] = variables
        told = self.demands_on
        for v in variables:
            if v in told:
                told[v].append(selector.literal)
            else:
                told[v] = [selector.literal]

    def _index_conflicts(self) -> None:
        """Indexes the variables of the conflicts that are new since the last call."""
        for one in self.solver.conflicts[self._n_indexed :]:
            assert one.conflict is not None
            variables = sorted({abs(lit) for lit in one.conflict.because if 1 < abs(lit) <= self.top})
            self._variables_of_conflicts[one.literal] = variables
            for v in variables:
                self._conflicts_on.setdefault(v, []).append(one.literal)
        self._n_indexed = len(self.solver.conflicts)

    def variables(self, selector: int) -> list[int]:
        """The variables of the marks that a demand or conflict mentions."""
        if self.solver.selectors[selector].conflict is None:
            return self.local.get(selector, [])
        if selector not in self._variables_of_conflicts:
            self._index_conflicts()
        return self._variables_of_conflicts[selector]

    def add_views(self) -> bool:
        """Restates the demands by views, which takes time; whether the rules have any."""
        if not self._has_views:
            self._has_views = True
            self.solver.say_in_views()
            self._small_solvers.close()
            for one in self.solver.demands:
                if viewed := self.solver.variables_with_views(one.literal):
                    self.viewed[one.literal] = viewed
        return bool(self.viewed)

    def mentioned(self, selector: int) -> Sequence[int]:
        """The variables of the marks and views that a demand or conflict mentions."""
        return self.viewed.get(selector) or self.variables(selector)

    def by_distance(self, lit: int, conflicts: bool = False) -> Iterator[int]:
        """The selectors of demands (and conflicts), by their distance from a mark, counted in open marks."""
        if conflicts:
            self._index_conflicts()
        yielded = set[int]()
        queue = deque([abs(lit)])
        local, spots = self.local, self.spots
        seen = bytearray(map(bool, self.known[: self.top + 1]))  # what is known leads no further
        seen[abs(lit)] = True
        while queue:
            v = queue.popleft()
            self.clock.glance()
            met = self.demands_on.get(v, ())
            if conflicts and v in self._conflicts_on:
                met = [*met, *self._conflicts_on[v]]
            beside: list[int] = []
            for selector in met:
                if selector not in yielded:
                    yielded.add(selector)
                    yield selector
                    beside += local[selector] if selector in local else self.variables(selector)
            for other in (*beside, *map(abs, spots.get(v, ()))):
                if not seen[other]:
                    seen[other] = True
                    queue.append(other)

    # -- what is known --

    def apply(self, marks: Iterable[int]) -> None:
        """Enters the marks of a step."""
        for lit in marks:
            self.settle(lit)

    def settle(self, lit: int) -> None:
        """Enters a mark, and silently those that it strikes out.

        The order of marks makes no difference: what a value strikes out is silent even if it was known before.
        """
        if self.known[lit]:
            return
        self._enter(lit)
        for other in self.other_values(lit):
            self._strike(-other, 0, lit)
        for selector, lits in self._pencil.get(lit, ()):
            for other in lits:
                if other != lit:
                    self._strike(-other, selector, lit)

    def _strike(self, lit: int, selector: int, by: int) -> None:
        """Notes that a demand (0: the spot's value) and a mark strike out a candidate."""
        if selector:
            self.strikes.setdefault(lit, []).append((selector, by))
        before = self.silent.get(lit)
        if before is None or (len(before) > 1 and (selector, by) < before):
            self.silent[lit] = selector, by
            self.marks.pop(lit, None)
        if not self.known[lit]:
            self._enter(lit)
        else:
            self._renew(lit)

    def _renew(self, lit: int) -> None:
        self._latest[abs(lit)] = len(self.renewed)
        self.renewed.append(abs(lit))

    def _enter_fact(self, lit: int, selector: int) -> None:
        """Enters a mark that one demand states."""
        if 1 < abs(lit) <= self.top and not self.known[lit]:
            self.silent[lit] = (selector,)
            self.settle(lit)

    def _enter(self, lit: int) -> None:
        if self.known[lit]:
            return
        self.known[lit], self.known[-lit] = 1, -1
        self.entered.append(abs(lit))
        self._renew(lit)
        if lit not in self.silent:
            self.marks[lit] = None
        for selector in self.demands_on.get(abs(lit), ()):
            self.n_open[selector] -= 1

    @property
    def moment(self) -> tuple[int, int]:
        """How many marks are known, and how many changes there were."""
        return len(self.entered), len(self.renewed)

    def changes(self, n_entered: int, n_renewed: int) -> Iterator[tuple[int, bool]]:
        """The demands one of whose marks became known after the first ``n_entered`` marks, or got another reason after
        the first ``n_renewed`` changes; and whether it became known."""
        fresh = self.demands_with(self.entered[n_entered:])
        yield from ((selector, True) for selector in fresh)
        renewed = self.demands_with(self.renewed[n_renewed:])
        yield from ((selector, False) for selector in renewed if selector not in fresh)

    def has_changed(self, lits: Iterable[int], n_renewed: int) -> bool:
        """Whether some literals became known, or got another reason, after the first ``n_renewed`` changes."""
        latest = self._latest
        return any(latest.get(abs(lit), -1) >= n_renewed for lit in lits)

    def demands_with(self, variables: Iterable[int]) -> dict[int, None]:
        """The selectors of the demands that mention some variables."""
        return dict.fromkeys(selector for v in variables for selector in self.demands_on.get(v, ()))

    @property
    def in_order(self) -> list[int]:
        """All that is known, in the order of variables, silent marks at the end."""
        if self._in_order[0] != self.moment:
            self._in_order = self.moment, [*sorted(self.marks, key=abs), *sorted(self.silent, key=abs)]
        return self._in_order[1]

    def open_marks(self) -> list[int]:
        """The literals of the unknown marks that follow."""
        return [lit for lit in self.target.values() if not self.known[lit]]

    def open_marks_of(self, selectors: Iterable[int]) -> list[int]:
        """Those of them that some demands mention."""
        variables = dict.fromkeys(v for selector in selectors for v in self.variables(selector))
        return [lit for v in variables if (lit := self.target.get(v, 0)) and not self.known[lit]]

    def settled(self, variables: Iterable[int]) -> list[int]:
        """The known literals of some variables."""
        known = self.known
        return [v if known[v] > 0 else -v for v in variables if known[v]]

    def other_values(self, lit: int) -> list[int]:
        """The literals of the other values of the spot that a literal gives a value."""
        return [other for other in self.spots.get(lit, ()) if other != lit]

    def implied(self, lit: int) -> list[int]:
        """What a literal says of the other values of its spot: it does not hold them, or holds the only other one."""
        if lit > 0:
            return [-other for other in self.other_values(lit)]
        beside = self.other_values(-lit)
        return beside if len(beside) == 1 else []

    def closed(self, lits: Collection[int]) -> set[int]:
        """Literals with what they say of the other values of their spots."""
        return {*lits, *(one for lit in lits for one in self.implied(lit))}

    def open_in(self, selectors: Iterable[int], holds: Iterable[int]) -> list[int]:
        """The literals of both signs that some demands mention and that are not settled; views come last."""
        settled = {abs(lit) for lit in holds}
        spoken = (v for speak in (self.variables, self.mentioned) for selector in selectors for v in speak(selector))
        variables = dict.fromkeys(v for v in spoken if v not in settled)
        return [lit for v in variables for lit in (v, -v)]

    # -- demands --

    def demand_of(self, selector: int) -> Demand:
        """The demand that a selector puts in force, or that its conflict breaks."""
        demand = self.solver.selectors[selector].demand
        assert demand is not None
        return demand

    def conflict_of(self, selector: int) -> Conflict | None:
        """The conflict that a selector puts in force; None for that of a demand."""
        return self.solver.selectors[selector].conflict

    def is_lazy(self, selector: int) -> bool:
        """Whether a selector belongs to a global demand that is not expressed by clauses."""
        if self.conflict_of(selector) is not None:
            return False
        what = self.demand_of(selector).what
        return isinstance(what, Global) and id(what) not in self._stated_by_clauses

    def law(self, selector: int) -> str:
        """A demand in words."""
        demand = self.demand_of(selector)
        key = id(demand)
        if key not in self._laws:
            self._laws[key] = demand.say(self.model.board)
        return self._laws[key]

    # -- solvers --

    @cached_property
    def _small_solvers(self) -> SubsetSolvers:
        return SubsetSolvers(self.solver, self.spots, self.clock)

    def solver_for(self, selectors: Collection[int]) -> SubsetSolver:
        """A small solver that knows some demands, perhaps with others; it is shared and must not be closed."""
        return self._small_solvers.for_selectors(selectors)

    def own_solver_for(self, selectors: Iterable[int]) -> SubsetSolver:
        """A small solver for some demands; the caller closes it."""
        return SubsetSolver(self.solver, selectors, self.spots, self.clock)

    @cached_property
    def propagator(self) -> Propagator:
        """Propagates assumptions beside all that is known, with all demands in force."""
        return Propagator(self.solver, self.entered, self.known)

    @cached_property
    def propagator_of_some(self) -> Propagator:
        """Propagates assumptions beside all that is known, with only those demands in force that are assumed."""
        return Propagator(self.solver, self.entered, self.known, in_force=False)

    @cached_property
    def propagator_by_views(self) -> Propagator:
        """As ``propagator``, with the views of the demands."""
        return Propagator(self.solver, self.entered, self.known, views=True)

    def refuted_by_propagation(self, assumptions: Sequence[int]) -> bool:
        """Whether unit propagation shows that assumptions contradict each other."""
        return not self.solver.propagate(assumptions)[0]

    def close(self) -> None:
        """Frees the solvers."""
        self.solver.close()
        if self._unproved is not None:
            self._unproved.close()
        for name in _MADE_LATE:
            if name in self.__dict__:
                self.__dict__.pop(name).close()
