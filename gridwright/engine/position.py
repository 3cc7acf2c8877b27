"""A position of a puzzle: what is known, what each demand speaks of, and what it costs to see it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log1p

from ..language.expr import Count, Expr, Mark, literals
from ..language.faults import faults
from ..language.puzzle import Puzzle, State
from ..language.rules import Demand, Global
from .clock import Clock
from .few import Few, Fews
from .kept import Kept, Selector
from .probing import Probe
from .solve import shared_marks

Refuted = Callable[[Sequence[int]], bool]
"""Whether assumptions cannot hold together."""
SMALL = 2
"""A demand over so few marks is seen at a glance."""
GLANCE, PLAIN, AGAIN = 0.3, 1.0, 0.5
"""The cost of a demand that is seen at a glance, of another one, and of a further conflict with the same demand."""
SEARCH = 1.0
"""What a demand costs more of which propagation is not enough."""
STRIKE = 0.2
"""What it costs to see that a placed value strikes out a candidate."""
LOOK, WIDTH = 0.5, 0.1
"""What any step costs, and what it costs more the more spots and known marks are looked at, by their logarithms."""


class NoAnswer(Exception):
    """No answer holds the marks of a position."""


@dataclass
class Found:
    """A step in literals: what follows, the selectors and the known marks that it follows from, and what it costs.

    ``struck`` are marks that were entered silently, ``strikers`` the demands that they follow from, ``placed`` those of
    the premises that only these need.
    """

    marks: list[int]
    units: list[int]
    premises: list[int]
    cost: float
    stage: str
    strikers: list[int] = field(default_factory=list)
    struck: list[int] = field(default_factory=list)
    placed: list[int] = field(default_factory=list)
    late: bool = False
    """Whether the time was up before easier steps were looked for."""

    @property
    def direct(self) -> list[int]:
        """The premises that are needed for more than to strike out candidates."""
        return [lit for lit in self.premises if lit not in self.placed]

    @property
    def all_units(self) -> list[int]:
        """The selectors of all demands of the reason."""
        return [*self.units, *self.strikers]


class Position:
    """What is known of a puzzle, and which demands speak of it.

    The marks that a placed value strikes out of the candidates around it ("5 stands once in row 1") are kept up
    silently, as a player does with a pencil. Raises NoAnswer where no answer holds the marks of ``state``.
    """

    def __init__(self, puzzle: Puzzle, state: State | None, clock: Clock) -> None:
        self.puzzle, self.clock = puzzle, clock
        self.kept = Kept(puzzle, clock, combined=True)
        self.model = self.kept.model
        self.top = self.model.variables.top
        self.known = [0] * (2 * self.top + 1)
        self.known[1], self.known[-1] = 1, -1
        self.marks: list[int] = []
        """The literals of all that is known, silent marks left out."""
        self.silent: dict[int, tuple[int, ...]] = {}
        """Marks that are entered without a step: the selector of the demand that gives each, and what mark it needs.

        These are the candidates that placed values strike out, and what a demand says of one mark alone ("a wall holds
        no lamp"). The selector is 0 where it is a spot's other value that strikes out.
        """
        self.entered: list[int] = []
        """The variables of all marks in the order in which they became known."""
        self.local: dict[int, list[int]] = {}
        """The variables that each demand speaks of, by its selector; of global demands only those told by clauses."""
        self.demands_on: dict[int, list[int]] = {}
        """The selectors of the demands that speak of each variable."""
        self.spots: dict[int, list[int]] = {}
        """For the literal of each value, the literals of all values of its spot."""
        self._strikes: dict[int, list[tuple[int, int]]] = {}
        """For a candidate that is struck out the demands that do it, each with the mark that it needs."""
        self.viewed: dict[int, list[int]] = {}
        """For the demands that are said by views, by their selectors, the marks and views that they speak of."""
        self._has_looked_for_views = False
        self._told_by_clauses: set[int] = set()
        self._pencil: dict[int, list[tuple[int, list[int]]]] = {}
        self._conflicts_on: dict[int, list[int]] = {}
        self._variables_of_conflicts: dict[int, list[int]] = {}
        self._laws: dict[int, str] = {}
        """The words of demands, by their identity."""
        self._indexed = 0
        """How many conflicts are among those."""
        self._index()
        self.glances = {unit for unit, variables in self.local.items() if len(variables) <= SMALL}
        """The demands that are seen at a glance."""
        self.due = dict.fromkeys(self.local)
        """Demands of which a mark became known since they were looked at; their selectors."""
        self.changed = dict.fromkeys(self.local, 0)
        """How many marks were known when one of a demand's became known last, by its selector."""
        self.n_open = {unit: len(variables) for unit, variables in self.local.items()}
        """How many marks of each demand are not known, by its selector."""
        self._fews = Fews(self.kept, self.spots, clock)
        self.target = self._find_target(state)
        """For each variable that all answers share its literal; these answers hold the marks of the state."""
        known = self.model.variables.known(state)
        for selector in self.kept.demands:
            if selector.demand is not None and isinstance(selector.demand.what, Mark):
                self._fact(int(selector.demand.what), selector.literal)
        for name, spot, value in self.model.variables.given_marks():
            self.settle(int(self.model.variables.literal(name, spot, value)))
        for lit in range(2, self.top + 1):
            if known[lit]:
                self.settle(lit if known[lit] > 0 else -lit)
        self.given = self.marks.copy()
        """What was known in the beginning: given marks, and those of the state."""

    def _find_target(self, state: State | None) -> dict[int, int]:
        shared = shared_marks(self.puzzle, state, self.clock)
        if shared is None:
            raise NoAnswer
        known = self.model.variables.known(shared)
        return {v: v if known[v] > 0 else -v for v in range(2, self.top + 1) if known[v]}

    # -- indexes --

    def _index(self) -> None:
        """Which demands speak of which variables, which values a placed value strikes out, the literals of a spot."""
        for selector in self.kept.demands:
            self._index_demand(selector)
        for terms in self.model.variables.terms.values():
            for term in {id(term): term for term in terms.values()}.values():
                lits = [int(mark) for mark in term.marks.values()]
                self.spots.update(dict.fromkeys(lits, lits))
        for selector in self.kept.demands:
            counted = selector.demand.what if selector.demand else None
            if isinstance(counted, Count) and counted.allowed <= {0, 1}:
                lits = [lit for lit in literals(counted) if lit in self.spots]
                if len(lits) == len(counted.items):
                    for lit in lits:
                        self._pencil.setdefault(lit, []).append((selector.literal, lits))

    def _index_demand(self, selector: Selector) -> None:
        assert selector.demand is not None
        what = selector.demand.what
        spoken = literals(what) if isinstance(what, Expr) else what.told_by_clauses()
        variables = sorted({abs(lit) for lit in spoken if 1 < abs(lit) <= self.top})
        if not variables:
            return
        self._told_by_clauses.add(id(what))
        self.local[selector.literal] = variables
        for v in variables:
            self.demands_on.setdefault(v, []).append(selector.literal)

    def _index_conflicts(self) -> None:
        """Which conflicts speak of which variables."""
        for selector in self.kept.conflicts[self._indexed :]:
            assert selector.conflict is not None
            variables = sorted({abs(lit) for lit in selector.conflict.because if 1 < abs(lit) <= self.top})
            self._variables_of_conflicts[selector.literal] = variables
            for v in variables:
                self._conflicts_on.setdefault(v, []).append(selector.literal)
        self._indexed = len(self.kept.conflicts)

    def variables(self, unit: int) -> list[int]:
        """The variables of marks that a demand or a conflict speaks of."""
        if self.kept.selectors[unit].conflict is None:
            return self.local.get(unit, [])
        if unit not in self._variables_of_conflicts:
            self._index_conflicts()
        return self._variables_of_conflicts[unit]

    def look_for_views(self) -> bool:
        """Says the demands by views, too, which takes its time; whether the rules have any."""
        if not self._has_looked_for_views:
            self._has_looked_for_views = True
            self.kept.say_in_views()
            self._fews.close()
            for selector in self.kept.demands:
                if viewed := self.kept.said_by_views(selector.literal):
                    self.viewed[selector.literal] = viewed
        return bool(self.viewed)

    def spoken(self, unit: int) -> Sequence[int]:
        """The variables of the marks and views that a demand or a conflict speaks of."""
        return self.viewed.get(unit) or self.variables(unit)

    def by_distance(self, lit: int, conflicts: bool = False) -> Iterator[int]:
        """The selectors of demands, those first that are few open marks away from a mark; conflicts with them, too."""
        if conflicts:
            self._index_conflicts()
        seen, told = {abs(lit)}, set[int]()
        queue = deque([abs(lit)])
        local, known, spots = self.local, self.known, self.spots
        while queue:
            v = queue.popleft()
            self.clock.glance()
            met = self.demands_on.get(v, ())
            if conflicts and v in self._conflicts_on:
                met = [*met, *self._conflicts_on[v]]
            beside: list[int] = []
            for selector in met:
                if selector not in told:
                    told.add(selector)
                    yield selector
                    beside += local[selector] if selector in local else self.variables(selector)
            for other in (*beside, *map(abs, spots.get(v, ()))):
                if other not in seen and not known[other]:
                    seen.add(other)
                    queue.append(other)

    def is_hidden(self, unit: int) -> bool:
        """Whether a unit is a global demand of which clauses do not tell all."""
        one = self.kept.selectors[unit]
        what = one.demand.what if one.demand is not None and one.conflict is None else None
        return isinstance(what, Global) and id(what) not in self._told_by_clauses

    # -- what is known --

    def settle(self, lit: int) -> None:
        """Enters a mark, and silently those that it strikes out."""
        if self.known[lit]:
            return
        self._enter(lit)
        for other in self.values_beside(lit):
            if not self.known[other]:
                self.silent[-other] = 0, lit
                self._enter(-other)
        for selector, lits in self._pencil.get(lit, ()):
            for other in lits:
                if not self.known[other]:
                    self.silent[-other] = selector, lit
                    self._enter(-other)
                if other != lit:
                    self._strikes.setdefault(-other, []).append((selector, lit))

    def _fact(self, lit: int, selector: int) -> None:
        """Enters a mark that one demand says by itself."""
        if 1 < abs(lit) <= self.top and not self.known[lit]:
            self.silent[lit] = (selector,)
            self.settle(lit)

    def _enter(self, lit: int) -> None:
        if self.known[lit]:
            return
        self.known[lit], self.known[-lit] = 1, -1
        self.entered.append(abs(lit))
        if lit not in self.silent:
            self.marks.append(lit)
        for unit in self.demands_on.get(abs(lit), ()):
            self.due[unit] = None
            self.changed[unit] = len(self.entered)
            self.n_open[unit] -= 1

    def open_marks(self) -> list[int]:
        """The marks that follow and are not known, as literals."""
        return [lit for lit in self.target.values() if not self.known[lit]]

    def settled(self, variables: Iterable[int]) -> list[int]:
        """The literals that are known of some variables."""
        known = self.known
        return [v if known[v] > 0 else -v for v in variables if known[v]]

    def values_beside(self, lit: int) -> list[int]:
        """The literals of the other values of the spot that a literal gives a value."""
        return [other for other in self.spots.get(lit, ()) if other != lit]

    def open_in(self, units: Iterable[int], holds: Iterable[int]) -> list[int]:
        """The literals of both signs that some demands speak of and that are not settled; views come last."""
        settled = {abs(lit) for lit in holds}
        spoken = (v for speak in (self.variables, self.spoken) for unit in units for v in speak(unit))
        variables = dict.fromkeys(v for v in spoken if v not in settled)
        return [lit for v in variables for lit in (v, -v)]

    # -- demands --

    def selector(self, unit: int) -> Selector:
        """What a literal puts in force."""
        return self.kept.selectors[unit]

    def law(self, unit: int) -> str:
        """A demand in words."""
        demand = self.selector(unit).demand
        assert demand is not None
        key = id(demand)
        if key not in self._laws:
            self._laws[key] = demand.say(self.model.board)
        return self._laws[key]

    def fault(self, demand: Demand, holds: Iterable[int]) -> str:
        """What is wrong with a demand where some marks hold; "" where they do not show it."""
        known = [0] * (2 * self.top + 1)
        for lit in (1, *holds):
            if abs(lit) <= self.top:
                known[lit], known[-lit] = 1, -1
        told = next(faults(demand, known, self.model), None)
        return "" if told is None else told.words

    def few(self, units: Collection[int]) -> Few:
        """Some demands in a small solver, which may have others, and is not to be closed."""
        return self._fews.having(units)

    def alone(self, units: Iterable[int]) -> Few:
        """Some demands in a solver of their own, which is to be closed."""
        return Few(self.kept, units, self.spots, self.clock)

    @cached_property
    def probe(self) -> Probe:
        """What follows from suppositions beside all that is known, with all demands in force."""
        return Probe(self.kept, self.entered, self.known)

    @cached_property
    def probe_of_some(self) -> Probe:
        """What follows from suppositions beside all that is known, with those demands in force that are supposed."""
        return Probe(self.kept, self.entered, self.known, in_force=False)

    @cached_property
    def probe_by_views(self) -> Probe:
        """As ``probe``, with what the demands say by views."""
        return Probe(self.kept, self.entered, self.known, views=True)

    def refuted_at_sight(self, assumed: Sequence[int]) -> bool:
        """Whether unit propagation shows that assumptions cannot hold together."""
        return not self.kept.propagate(assumed)[0]

    # -- what it costs to see a step --

    def weight(self, unit: int) -> float:
        """What it costs to see one demand."""
        if self.kept.selectors[unit].conflict is not None:
            return PLAIN
        return GLANCE if unit in self.glances else PLAIN

    def cost(self, units: Iterable[int]) -> float:
        """What it costs to see some demands together."""
        total, parents = 0.0, set[int]()
        for unit in units:
            parent = self.kept.selectors[unit].parent
            total += AGAIN if parent and parent in parents else self.weight(unit)
            parents.add(parent)
        return total

    def found(
        self,
        units: list[int],
        premises: list[int],
        marks: list[int],
        stage: str,
        few: Few | None = None,
        needed: bool = False,
    ) -> Found:
        """A step whose silent premises are replaced by the demands and marks that they follow from.

        No demand is left that the first of the marks does not need; with ``needed`` it is known to need all of
        ``units``, whatever marks are known. ``few`` has the demands where unit propagation is not enough to show that
        the marks follow.
        """
        premises = list(dict.fromkeys(map(self._as_value, premises)))
        direct = [lit for lit in premises if lit not in self.silent]
        told = dict.fromkeys(direct)
        strikers = list[int]()
        for striker, *placed in self._behind([lit for lit in premises if lit in self.silent], told):
            told.update(dict.fromkeys(placed))
            if striker and striker not in (*units, *strikers):
                strikers.append(striker)
        if strikers or not (needed or len(units) == 1):
            every = [*units, *strikers]
            if few is not None:
                few.include(strikers)
                left = few.fewer(every, [*told, -marks[0]])
                marks = [marks[0], *few.following([*left, *told], marks[1:])]
            else:
                left = without_needless(every, [*told, -marks[0]], self.refuted_at_sight)
                marks = [lit for lit in marks if lit == marks[0] or self.refuted_at_sight([*left, *told, -lit])]
            units, strikers = ([unit for unit in some if unit in left] for some in (units, strikers))
        marks = list(dict.fromkeys(one for lit in marks for one in (lit, *self._only_value_beside(lit))))
        struck = [lit for lit in premises if lit in self.silent]
        stage = stage if units else "candidate"
        placed = [lit for lit in told if lit not in direct]
        found = Found(marks, units, list(told), 0.0, stage, strikers, struck, placed)
        return replace(found, cost=self._cost_of(found))

    def _only_value_beside(self, lit: int) -> Iterator[int]:
        """The other value of a spot that has two, where one of them is excluded."""
        beside = self.values_beside(-lit) if lit < 0 else []
        if len(beside) == 1 and not self.known[beside[0]]:
            yield beside[0]

    def least_cost(self, units: Collection[int]) -> float:
        """What a step from some demands costs at least."""
        width = len({v for unit in units for v in self.variables(unit)})
        return LOOK + WIDTH * log1p(width) + self.cost(units)

    def _cost_of(self, found: Found) -> float:
        """What it costs to see a step."""
        struck = STRIKE * sum(not self._is_fact(unit) for unit in found.strikers)
        seen = WIDTH * log1p(len(found.direct)) + struck
        if found.stage in ("search", "sums"):  # demands that are thought through together are one to the eye
            # In sums, that pairs exclude each other is one thought, however many there are.
            some = found.units if found.stage == "search" else {self.law(unit) for unit in found.units}
            return self.least_cost(found.units[:1]) + AGAIN * (len(some) - 1) + SEARCH + seen
        return self.least_cost(found.units) + seen

    def _is_fact(self, unit: int) -> bool:
        """Whether a demand says one mark by itself."""
        demand = self.selector(unit).demand
        return demand is not None and isinstance(demand.what, Mark)

    def _as_value(self, lit: int) -> int:
        """Instead of what a spot does not hold, what it holds, where that is known."""
        return next((other for other in self.values_beside(-lit) if self.known[other] > 0), lit) if lit < 0 else lit

    def _behind(self, struck: Sequence[int], told: Iterable[int]) -> Iterator[tuple[int, ...]]:
        """What silent marks follow from, as ``silent`` has it, in as few parts as choosing the largest first gives."""
        left, told = dict.fromkeys(struck), set(told)
        parts: dict[tuple[int, int], list[int]] = {}
        for lit in struck:
            if lit in self._strikes:
                for part in self._strikes[lit]:
                    parts.setdefault(part, []).append(lit)
            else:
                yield self.silent[lit]
                del left[lit]
        while left:
            best = max(parts, key=lambda part: (sum(lit in left for lit in parts[part]), part[1] in told, -part[0]))
            yield best
            for lit in parts[best]:
                left.pop(lit, None)

    def close(self) -> None:
        """Frees the solvers."""
        self.kept.close()
        self._fews.close()
        for name in ("probe", "probe_of_some", "probe_by_views"):
            if name in self.__dict__:
                getattr(self, name).close()


def without_needless(some: list[int], always: list[int], refuted: Refuted) -> list[int]:
    """Assumptions without those that a contradiction does not need; the last ones are left out first.

    Ever larger blocks are left out as long as that works, smaller ones where it does not.
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
