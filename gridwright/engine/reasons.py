"""Reasons: what follows next from a position, and from which demands and marks.

A step is a set of marks that follow from a few demands and from marks that are known already; the search looks for the
fewest and simplest demands. Four stages are tried, from easy to hard:

1. one demand, by unit propagation;
2. a spot with one candidate left, and one global demand (connection, loops): each open mark is supposed to be wrong;
3. one demand by a complete search (sums, patterns);
4. several demands: a mark is supposed to be wrong, and a core of the demands tells why it is not. The core is made
   minimal by leaving demands out, those farthest from the mark first, which in nearly all positions gives the
   smallest reason of that mark.

The marks that a placed value strikes out of the candidates around it ("5 stands once in row 1") are kept up silently,
as a player does with a pencil; where a step needs such a candidate to be gone, the demand that strikes it out
belongs to the reason. So the demands and marks of a step alone force its marks.

The ideas are those of minimal unsatisfiable subsets over worded constraints (Espasa, Gent et al., "Demystify", 2021)
and stepwise explanations (Bogaerts, Gamba and Guns, 2021).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ..language.expr import Count, Expr, Mark, literals
from ..language.faults import faults
from ..language.puzzle import Puzzle, State
from ..language.rules import Conflict, Demand, Global
from .clock import Clock
from .few import Few
from .kept import Kept, Selector
from .solve import shared_marks

Refuted = Callable[[Sequence[int]], bool]
"""Whether assumptions cannot hold together."""
_SMALL = 2
"""A demand over so few marks is seen at a glance."""
_GLANCE, _PLAIN, _AGAIN = 0.3, 1.0, 0.5
"""The cost of a demand that is seen at a glance, of another one, and of a further conflict with the same demand."""
_GLOBAL, _SEARCH = 0.5, 1.0
"""What a global demand costs more, and a demand of which propagation is not enough."""
_CANDIDATES = 12
"""Of so many marks that several demands force, reasons are looked for."""
_MINIMISED = 4
"""So many of these, the shortest ones, are made minimal; the simplest is told."""
_FEW_UNITS = 4
"""Of longer reasons only the mark that they were looked for is told."""
_WIDE = 0.3
"""A demand that looks at a larger share of all variables is one about most of the board."""
_NEAR = 6
"""So many demands are tried first where several are needed."""
_MORE = 50
"""After so many more conflicts, suppositions that came to nothing are tried again."""
_ROUNDS = 6
"""So often conflicts with global demands are looked for while a supposition is followed."""


class _Watched(list[int]):
    """What is known of a grid, which takes down what is looked at."""

    def __init__(self, known: Sequence[int]) -> None:
        super().__init__(known)
        self.read: set[int] = set()

    def __getitem__(self, lit: Any) -> Any:
        self.read.add(abs(lit))
        return super().__getitem__(lit)

    def __iter__(self) -> Iterator[int]:
        self.read.update(range(len(self)))
        return super().__iter__()


class NoAnswer(Exception):
    """No answer holds the marks of a position."""


@dataclass
class Found:
    """A step in literals: what follows, the selectors and the known marks that it follows from, and what it costs."""

    marks: list[int]
    units: list[int]
    premises: list[int]
    cost: float
    stage: str


class Explainer:
    """A position of a puzzle, and what follows from it. ``marks`` are the literals of all that is known."""

    def __init__(self, puzzle: Puzzle, state: State | None, clock: Clock) -> None:
        self.puzzle, self.clock = puzzle, clock
        self.kept = Kept(puzzle, clock)
        self.model = self.kept.model
        self.top = self.model.variables.top
        self.known = [0] * (2 * self.top + 1)
        self.known[1], self.known[-1] = 1, -1
        self.marks: list[int] = []
        self.silent: dict[int, tuple[int, ...]] = {}
        """Marks that are entered without a step: the selector of the demand that gives each, and what mark it needs.

        These are the candidates that placed values strike out, and what a demand says of one mark alone ("a wall holds
        no lamp").
        """
        self._variables: dict[int, list[int]] = {}
        self._demands_on: dict[int, list[int]] = {}
        self._conflicts_on: dict[int, list[int]] = {}
        self._variables_of_conflicts: dict[int, list[int]] = {}
        self._indexed = 0
        """How many conflicts are among those."""
        self._pencil: dict[int, list[tuple[int, list[int]]]] = {}
        self._spots: dict[int, list[int]] = {}
        self._by_clauses: set[int] = set()
        self._searched: dict[int, int] = {}
        """How many marks of a demand were known when a search of it alone gave nothing."""
        self._alone: dict[int, Few] = {}
        self._entered: list[int] = []
        """The variables of all marks in the order in which they became known."""
        self._globals: dict[int, tuple[set[int], int, list[Found]]] = {}
        """The steps that global demands gave when so many marks were known, and what they looked at for that."""
        self._wide: set[int] = set()
        """Global demands that look at most of the board."""
        self._every = set(range(2, self.top + 1))
        self._looked_at: dict[int, tuple[set[int], int]] = {}
        """The variables that global demands looked at when so many marks were known."""
        self._unchained: dict[int, tuple[set[int], int]] = {}
        """For marks of which the supposition came to nothing: what it touched, and how many conflicts there were."""
        self._index()
        self._cached: dict[int, Found] = {}
        """The steps that single demands give, kept until a mark that they speak of changes."""
        self._due = dict.fromkeys(self._variables)
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

    def _find_target(self, state: State | None) -> dict[int, int]:
        shared = shared_marks(self.puzzle, state, self.clock)
        if shared is None:
            raise NoAnswer
        known = self.model.variables.known(shared)
        return {v: v if known[v] > 0 else -v for v in range(2, self.top + 1) if known[v]}

    def _index(self) -> None:
        """Which demands speak of which variables, which values a placed value strikes out, the literals of a spot."""
        for selector in self.kept.demands:
            assert selector.demand is not None
            what = selector.demand.what
            spoken = literals(what) if isinstance(what, Expr) else what.told_by_clauses()
            own = [lit for lit in dict.fromkeys(spoken) if 1 < abs(lit) <= self.top]
            if not own:
                continue
            self._by_clauses.add(id(what))
            self._variables[selector.literal] = variables = sorted({abs(lit) for lit in own})
            for v in variables:
                self._demands_on.setdefault(v, []).append(selector.literal)
        for terms in self.model.terms.values():
            for term in {id(term): term for term in terms.values()}.values():
                lits = [int(mark) for mark in term.marks.values()]
                self._spots.update(dict.fromkeys(lits, lits))
        for selector in self.kept.demands:
            counted = selector.demand.what if selector.demand else None
            if isinstance(counted, Count) and counted.allowed <= {0, 1}:
                lits = [lit for lit in literals(counted) if lit in self._spots]
                if len(lits) == len(counted.items):
                    for lit in lits:
                        self._pencil.setdefault(lit, []).append((selector.literal, lits))

    # -- what is known --

    def settle(self, lit: int) -> list[int]:
        """Enters a mark; gives the marks that are known now and were not before, silent ones too."""
        fresh = self._enter(lit)
        if fresh and lit in self._spots:
            for other in self._spots[lit]:
                if other != lit:
                    fresh += self._enter(-other)
            for selector, lits in self._pencil.get(lit, ()):
                for other in lits:
                    if not self.known[other]:
                        self.silent[-other] = selector, lit
                        fresh += self._enter(-other)
        return fresh

    def _fact(self, lit: int, selector: int) -> None:
        """Enters a mark that one demand says by itself."""
        if 1 < abs(lit) <= self.top and not self.known[lit]:
            self.silent[lit] = (selector,)
            self.settle(lit)

    def _enter(self, lit: int) -> list[int]:
        if self.known[lit]:
            return []
        self.known[lit], self.known[-lit] = 1, -1
        self._entered.append(abs(lit))
        if lit not in self.silent:
            self.marks.append(lit)
        self._due.update(dict.fromkeys(self._demands_on.get(abs(lit), ())))
        return [lit]

    def open_marks(self) -> list[int]:
        """The marks that follow and are not known, as literals."""
        return [lit for lit in self.target.values() if not self.known[lit]]

    # -- one demand --

    def step(self) -> Found | None:
        """The easiest next step; None when nothing follows any more, or all is known. Raises TimeUp."""
        if not self.open_marks():
            return None
        for stage in (self._by_one_demand, self._by_one_global, self._by_search, self._by_several):
            found = [one for one in stage() if one.marks]
            if found:
                best = min(found, key=lambda one: (round(one.cost, 6), one.units, one.marks))
                return self._with_alike(best, found)
        return None

    def _with_alike(self, best: Found, found: Sequence[Found]) -> Found:
        """The step together with those that demands of the same words give from the same marks."""
        if len(best.units) != 1:
            return best
        law = self._said(best.units[0])
        units, marks = list(best.units), list(best.marks)
        for one in found:
            alike = len(one.units) == 1 and one.units != best.units and one.stage == best.stage == "demand"
            if alike and one.premises == best.premises and self._said(one.units[0]) == law:
                units += one.units
                marks += [lit for lit in one.marks if lit not in marks]
        return replace(best, units=units, marks=marks)

    def _said(self, unit: int) -> str:
        demand = self.kept.selectors[unit].demand
        return "" if demand is None else demand.say(self.model.board)

    def weight(self, selector: int) -> float:
        """What it costs to see one demand."""
        one = self.kept.selectors[selector]
        if one.conflict is not None:
            return _PLAIN + _GLOBAL
        return _GLANCE if len(self._variables.get(selector, ())) <= _SMALL else _PLAIN

    def cost(self, units: Iterable[int]) -> float:
        """What it costs to see some demands together."""
        total, parents = 0.0, set[int]()
        for selector in units:
            parent = self.kept.selectors[selector].parent
            total += _AGAIN if parent and parent in parents else self.weight(selector)
            parents.add(parent)
        return total

    def _by_one_demand(self) -> Iterator[Found]:
        """Demands of which unit propagation gives marks; and spots with one candidate left."""
        for selector in self._due:
            self.clock.glance()
            variables = self._variables[selector]
            assumed = [v if self.known[v] > 0 else -v for v in variables if self.known[v]]
            if len(assumed) == len(variables):
                self._cached.pop(selector, None)
                continue
            sound, lits = self.kept.propagate([*assumed, selector])
            own = set(variables)
            fresh = [lit for lit in lits if abs(lit) in own and not self.known[lit]] if sound else []
            marks = [lit for lit in fresh if self.target.get(abs(lit)) == lit]
            if marks:
                self._cached[selector] = self._told_by([selector], marks, "demand")
            else:
                self._cached.pop(selector, None)
        self._due = {}
        yield from self._cached.values()
        yield from self._last_candidates()

    def _last_candidates(self) -> Iterator[Found]:
        for lits in {id(lits): lits for lits in self._spots.values()}.values():
            left = [lit for lit in lits if self.known[lit] >= 0]
            if len(left) == 1 and not self.known[left[0]]:
                yield self._told_by([], left, "candidate")

    def _told_by(self, units: list[int], marks: list[int], stage: str, alone: Few | None = None) -> Found:
        """A step from demands, with the known marks that it needs, and the demands behind struck candidates.

        ``alone`` has the demands, where unit propagation is not enough.
        """
        if alone is None:
            shown = self._refuted_at_sight
            needed = self._premises(units, marks[0], shown)
            marks = [lit for lit in marks if lit == marks[0] or shown([*units, *needed, -lit])]
        else:
            needed = self._premises(units, marks[0], alone.refuted)
            marks = [marks[0], *alone.following([*units, *needed], marks[1:])]
        return self._with_silent(units, needed, marks, stage)

    def _premises(self, units: Sequence[int], lit: int, refuted: Refuted) -> list[int]:
        """Known marks, as few as deletion leaves, that with the units force a mark."""
        variables = {v for unit in units for v in self._variables.get(unit, ())} or {abs(v) for v in self._spots[lit]}
        known = [v if self.known[v] > 0 else -v for v in sorted(variables) if self.known[v]]
        # Silent marks cost a demand more, so they are the first to be left out.
        known.sort(key=lambda one: one in self.silent)
        return self._deleted(known, [*units, -lit], refuted)

    @staticmethod
    def _deleted(some: list[int], always: list[int], refuted: Refuted) -> list[int]:
        """Assumptions without those that a contradiction does not need; the last ones are left out first."""
        kept = list(some)
        for one in reversed(some):
            kept.remove(one)
            if not refuted([*always, *kept]):
                kept.append(one)
        return kept[::-1]

    def _refuted_at_sight(self, assumed: Sequence[int]) -> bool:
        """Whether unit propagation shows that assumptions cannot hold together."""
        return not self.kept.propagate(assumed)[0]

    def few(self, units: Iterable[int]) -> Few:
        """Some demands in a solver of their own."""
        return Few(self.kept, units, self._spots, self.clock)

    def _with_silent(self, units: list[int], premises: list[int], marks: list[int], stage: str) -> Found:
        """Replaces silent marks among the premises by the demands and marks that they follow from."""
        units = list(units)
        told: dict[int, None] = {}
        for lit in premises:
            reason = self.silent.get(lit)
            if reason is None:
                told[lit] = None
            else:
                told.update(dict.fromkeys(reason[1:]))
                if reason[0] not in units:
                    units.append(reason[0])
        if len(units) > 1:
            if stage == "search":
                with self.few(units) as few:
                    units = few.fewer(units, [*told, -marks[0]])
                    marks = [marks[0], *few.following([*units, *told], marks[1:])]
            else:
                units = self._deleted(units, [*told, -marks[0]], self._refuted_at_sight)
                marks = [lit for lit in marks if lit == marks[0] or self._refuted_at_sight([*units, *told, -lit])]
        extra = _SEARCH if stage == "search" else 0.0
        return Found(marks, units, list(told), self.cost(units) + extra or _GLANCE, stage)

    # -- one global demand --

    def _by_one_global(self) -> Iterator[Found]:
        """Open marks of which the opposite breaks one global demand at once."""
        open_ = {abs(lit): lit for lit in self.open_marks()}
        for what, parent in list(self.kept.lazies()):
            self.clock.glance()
            read, then, told = self._globals.get(id(what), (None, 0, []))
            if id(what) in self._wide:
                told = list(self._told_by_global(what, parent, self.known, open_))
            elif read is None or not read.isdisjoint(self._entered[then:]):
                watched = _Watched(self.known)
                told = list(self._told_by_global(what, parent, watched, open_))
                self._globals[id(what)] = watched.read, len(self._entered), told
                self._note_width(what, watched.read)
            else:
                self._globals[id(what)] = read, len(self._entered), told
            yield from told
            if any(found.cost <= _PLAIN + _GLOBAL for found in told):
                return  # nothing in this stage is easier

    def _told_by_global(self, what: Global, parent: int, known: list[int], open_: Mapping[int, int]) -> Iterator[Found]:
        """What one global demand gives; ``known`` may take down what it looks at."""
        supposed = [-lit for lit in open_.values()]
        if isinstance(known, _Watched):
            for _ in what.conflicts(known):
                pass
            supposed = [-open_[v] for v in sorted(known.read & open_.keys())]
        for wrong in what.at_risk(known, supposed) if supposed else ():
            self.clock.glance()
            known[wrong], known[-wrong] = 1, -1
            conflict = next(iter(what.conflicts(known)), None)
            known[wrong] = known[-wrong] = 0
            if conflict is not None:
                yield self._by_conflict(conflict, parent, -wrong)

    def _by_conflict(self, conflict: Conflict, parent: int, lit: int) -> Found:
        """The step that a conflict gives where a mark is supposed to be wrong."""
        unit = self.kept.told(conflict, parent).literal
        premises = [other for other in conflict.because if other not in (-lit, 1)]
        return self._with_silent([unit], premises, [lit], "global")

    # -- one demand, thought through --

    def _by_search(self) -> Iterator[Found]:
        for selector, variables in self._variables.items():
            demand = self.kept.selectors[selector].demand
            if demand is None or isinstance(demand.what, Count):
                continue
            assumed = [v if self.known[v] > 0 else -v for v in variables if self.known[v]]
            if self._searched.get(selector) == len(assumed):
                continue
            alone = self._alone.get(selector)
            if alone is None:
                alone = self._alone[selector] = self.few([selector])
            open_ = [lit for v in variables if (lit := self.target.get(v, 0)) and not self.known[lit]]
            marks = alone.following([*assumed, selector], open_)
            if marks:
                yield self._told_by([selector], marks, "search", alone)
            else:
                self._searched[selector] = len(assumed)

    # -- several demands --

    def _by_several(self) -> Iterator[Found]:
        every = [one.literal for one in self.kept.demands]
        for again in (False, True):
            if again:
                self._unchained.clear()
            chained = (lit for lit in self._nearest_first(self.open_marks()) if self._chained(lit, every))
            cores = [(self._core(lit), lit) for lit in islice(chained, _CANDIDATES)]
            if cores:
                cores.sort(key=lambda one: self.cost(one[0]))
                yield from (self._several(lit, "chain", core) for core, lit in cores[:_MINIMISED])
                return
        for lit in self._nearest_first(self.open_marks())[:_CANDIDATES]:
            yield self._several(lit, "cases", self._core(lit))

    def _nearest_first(self, open_: list[int]) -> list[int]:
        """Open marks, those first of whose demands much is known."""

        def openness(lit: int) -> tuple[float, int]:
            shares = [
                sum(not self.known[v] for v in self._variables[selector])
                for selector in self._demands_on.get(abs(lit), ())
            ]
            return (min(shares, default=99), abs(lit))

        return sorted(open_, key=openness)

    def _chained(self, lit: int, every: Sequence[int]) -> bool:
        """Whether supposing that a mark is wrong leads to a contradiction one demand after the other."""
        if not self._may_be_chained(lit):
            return False
        lits: list[int] = []
        for _ in range(_ROUNDS):
            self.clock.glance()
            conflicts = [one.literal for one in self.kept.conflicts]
            sound, lits = self.kept.propagate([*self.marks, -lit, *every, *conflicts])
            if not sound:
                return True
            known = [0] * (2 * self.top + 1)
            known[1], known[-1] = 1, -1
            for one in lits:
                if abs(one) <= self.top:
                    known[one], known[-one] = 1, -1
            changed = {abs(one) for one in lits if abs(one) <= self.top and not self.known[one]}
            if not self._new_conflicts(known, changed):
                break
        touched = {abs(one) for one in lits if abs(one) <= self.top and not self.known[one]} | {abs(lit)}
        demands = {selector for v in touched for selector in self._demands_on.get(v, ())}
        around = {v for selector in demands for v in self._variables[selector] if not self.known[v]}
        self._unchained[lit] = around | touched, len(self.kept.conflicts)
        return False

    def _may_be_chained(self, lit: int) -> bool:
        """Whether something has changed near a mark, or more conflicts are known, since its supposition came to
        nothing."""
        around, n_conflicts = self._unchained.get(lit, (None, 0))
        if around is None or n_conflicts + _MORE < len(self.kept.conflicts):
            return True
        return any(self.known[v] for v in around)

    def _new_conflicts(self, known: Sequence[int], changed: AbstractSet[int]) -> bool:
        """Enters the conflicts of a supposed position, which differs from what is known in some variables."""
        before = len(self.kept.conflicts)
        for what, parent in list(self.kept.lazies()):
            if not changed.isdisjoint(self._read_by(what)):
                for conflict in what.conflicts(known):
                    self.kept.told(conflict, parent)
        return len(self.kept.conflicts) > before

    def _read_by(self, what: Global) -> set[int]:
        """The variables that a global demand looks at to find no conflict with what is known.

        Where only others have other values, it finds none either.
        """
        if id(what) in self._wide:
            return self._every
        read, then = self._looked_at.get(id(what), (None, 0))
        if read is None or not read.isdisjoint(self._entered[then:]):
            watched = _Watched(self.known)
            for _ in what.conflicts(watched):
                pass
            read = watched.read
            self._note_width(what, read)
        self._looked_at[id(what)] = read, len(self._entered)
        return read

    def _note_width(self, what: Global, read: AbstractSet[int]) -> None:
        """To take down what a demand about most of the board looks at costs more than it saves."""
        if len(read) > _WIDE * self.top:
            self._wide.add(id(what))

    def _core(self, lit: int) -> list[int]:
        """Demands and conflicts near a mark that force it; [] where nothing does."""
        near = self._nearest_enough(lit)
        core = set(self.kept.core()) if near else ()
        return self._as_conflicts([one for one in near if one in core], lit)

    def _several(self, lit: int, stage: str, units: list[int]) -> Found:
        """A reason of a mark, from one that may be too long: without any of its demands the mark does not follow."""
        if not units:
            return Found([], [], [], 0.0, stage)
        with self.few(units) as few:
            units = few.fewer(units, [*self.marks, -lit])
            premises = few.fewer(self.marks, [*units, -lit])
            others = [one for one in self._touched(units) if one != lit] if len(units) <= _FEW_UNITS else []
            marks = few.following([*units, *premises], others)
        return Found([lit, *marks], units, premises, self.cost(units), stage)

    def _nearest_enough(self, lit: int) -> list[int]:
        """Demands near a mark that are enough to force it, the nearest first; [] where all are not enough.

        Conflicts that were met before stand for the global demands as long as they do. Unit propagation tells when
        there are enough: to search among a part of the demands can take very long.
        """
        order = self._by_distance(lit, conflicts=True)
        near: list[int] = []
        n = _NEAR
        while more := list(islice(order, n - len(near))):
            near += more
            assumed = [*self.marks, -lit, *near]
            if not self.kept.propagate(assumed)[0] and not self.kept.sat.solve(self.clock, assumed):
                return near
            n *= 2
        if near and not self.kept.sat.solve(self.clock, [*self.marks, -lit, *near]):
            return near
        return self._nearest_with_globals(lit)

    def _nearest_with_globals(self, lit: int) -> list[int]:
        """As ``_nearest_enough``, with the global demands as they stand.

        Few demands are tried before many, so that the conflicts with global demands that are found stay near, too.
        """
        order = list(self._by_distance(lit))
        far = {one.literal for one in self.kept.demands}.difference(order)
        globals_ = [parent for _, parent in self.kept.lazies()]
        rest = [one for one in sorted(far) if one not in globals_]
        n = _NEAR
        while True:
            near = [*order[:n], *globals_] if n < len(order) else [*order, *globals_, *rest]
            if not self.kept.solve([*self.marks, -lit, *near]):
                return near
            if n >= len(order):
                return []
            n *= 2

    def reason_of(self, lit: int) -> Found | None:
        """A minimal reason of one mark that is not known, whatever follows besides; None if it does not follow."""
        if self.kept.solve([*self.marks, -lit, *[one.literal for one in self.kept.demands]]):
            return None
        found = self._several(lit, "chain", self._core(lit))
        found.marks = [lit]
        return found

    def _as_conflicts(self, units: list[int], lit: int) -> list[int]:
        """Global demands that no clauses tell, replaced by the conflicts with them that are needed, where these do."""
        told = self._by_clauses
        parents = {u for u in units if isinstance(what := self._what(u), Global) and id(what) not in told}
        if not parents:
            return units
        plain = [unit for unit in units if unit not in parents]
        conflicts = [one.literal for one in self.kept.conflicts if one.parent in parents]
        if self.kept.sat.solve(self.clock, [*self.marks, -lit, *plain, *conflicts]):
            return units
        core = set(self.kept.core())
        return [one for one in (*plain, *conflicts) if one in core]

    def _what(self, unit: int) -> object:
        one = self.kept.selectors[unit]
        return one.demand.what if one.demand is not None and one.conflict is None else one.conflict

    def _touched(self, units: Iterable[int]) -> list[int]:
        """The open marks of the target that some demands speak of."""
        variables: dict[int, None] = {}
        for unit in units:
            conflict = self.kept.selectors[unit].conflict
            own = self._variables.get(unit, ()) if conflict is None else map(abs, conflict.because)
            variables.update(dict.fromkeys(own))
        return [lit for v in variables if (lit := self.target.get(v, 0)) and not self.known[lit]]

    def _index_conflicts(self) -> None:
        """Which conflicts speak of which variables."""
        for selector in self.kept.conflicts[self._indexed :]:
            assert selector.conflict is not None
            variables = sorted({abs(lit) for lit in selector.conflict.because if 1 < abs(lit) <= self.top})
            self._variables_of_conflicts[selector.literal] = variables
            for v in variables:
                self._conflicts_on.setdefault(v, []).append(selector.literal)
        self._indexed = len(self.kept.conflicts)

    def _by_distance(self, lit: int, conflicts: bool = False) -> Iterator[int]:
        """The selectors of demands, those first that are few open marks away from a mark; conflicts with them, too."""
        if conflicts:
            self._index_conflicts()
        seen, told = {abs(lit)}, set[int]()
        queue = deque([abs(lit)])
        while queue:
            v = queue.popleft()
            self.clock.glance()
            met = self._demands_on.get(v, ())
            if conflicts and v in self._conflicts_on:
                met = [*met, *self._conflicts_on[v]]
            for selector in met:
                if selector in told:
                    continue
                told.add(selector)
                yield selector
                for other in self.variables(selector):
                    if other not in seen and not self.known[other]:
                        seen.add(other)
                        queue.append(other)
            for other in map(abs, self._spots.get(v, ())):
                if other not in seen and not self.known[other]:
                    seen.add(other)
                    queue.append(other)

    def variables(self, unit: int) -> list[int]:
        """The variables of marks that a demand or a conflict speaks of."""
        if self.kept.selectors[unit].conflict is None:
            return self._variables.get(unit, [])
        if unit not in self._variables_of_conflicts:
            self._index_conflicts()
        return self._variables_of_conflicts[unit]

    def values_beside(self, lit: int) -> list[int]:
        """The literals of the other values of the spot that a literal gives a value."""
        return [other for other in self._spots.get(lit, ()) if other != lit]

    def open_in(self, units: Iterable[int], holds: Iterable[int]) -> list[int]:
        """The literals of both signs that some demands speak of and that are not settled."""
        settled = {abs(lit) for lit in holds}
        variables = dict.fromkeys(v for unit in units for v in self.variables(unit) if v not in settled)
        return [lit for v in variables for lit in (v, -v)]

    def fault(self, demand: Demand, holds: Iterable[int]) -> str:
        """What is wrong with a demand where some marks hold."""
        known = [0] * (2 * self.top + 1)
        for lit in (1, *holds):
            known[lit], known[-lit] = 1, -1
        told = next(faults(demand, known, self.model), None)
        return demand.say(self.model.board) if told is None else told.words

    def selector(self, unit: int) -> Selector:
        """What a literal puts in force."""
        return self.kept.selectors[unit]

    def close(self) -> None:
        """Frees the solvers."""
        for alone in self._alone.values():
            alone.close()
        self.kept.close()

    def __enter__(self) -> Explainer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
