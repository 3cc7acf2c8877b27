"""Unsatisfiable cores: small solvers over a subset of a puzzle's demands, and minimal and smallest cores from them.

A core is a set of assumptions (selectors of demands, known marks) that contradict each other. The smallest core is
found by implicit hitting sets (Ignatiev et al. 2015; Gamba, Bogaerts and Guns 2021): every core contains a demand of
each set of demands whose removal makes the rest satisfiable. So a smallest hitting set of all such sets met so far is
a core, or else it is satisfiable, and the demands that the answer found breaks are one more set to hit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice

from .clock import Clock
from .sat import Sat
from .selectors import Family, SelectorSolver

_SPARE, _MISSING = 1.5, 0.5
"""An existing solver is reused for other demands if it ends up with at most ``_SPARE`` times the clauses they need, and
at most the fraction ``_MISSING`` of these has to be added."""
_MOST_SOLVERS = 12
"""Solvers kept for reuse."""
_MOST_UNSURE = 6
"""After this many undecided queries, shrinking a core stops."""
_MOST_MET = 12
"""Assignments kept, which show that marks do not follow."""
_PAIRS = 12
"""Spots with at most this many values exclude them pairwise; others use a count."""
_EFFORT, _LITTLE = 300, 20
"""Conflict budgets in the search for a smallest core: where an answer is needed, and where it only helps."""


class _Numbers(dict[int, int]):
    """Renumbers literals for a small solver: a new literal gets the next free variable."""

    def __init__(self) -> None:
        self.originals: list[int] = [0]
        """For each own variable the variable of the full solver."""

    def __missing__(self, lit: int) -> int:
        v, n = abs(lit), len(self.originals)
        self.originals.append(v)
        self[v], self[-v] = n, -n
        return self[lit]


def _contains(values: Sequence[int], lits: Iterable[int]) -> bool:
    """Whether an assignment gives all literals."""
    n = len(values)
    return all(abs(lit) <= n and values[abs(lit) - 1] == lit for lit in lits)


def _among(left: Iterable[tuple[int, int]], values: Sequence[int]) -> list[tuple[int, int]]:
    """Those of some literals, each with its original, that an assignment gives."""
    n = len(values)
    return [one for one in left if abs(one[0]) <= n and values[abs(one[0]) - 1] == one[0]]


class SubsetSolver:
    """A solver for a subset of a puzzle's demands and conflicts, given by their selectors; spots hold one value each.

    It answers within microseconds. Variables are renumbered, because a solver assigns all of them before it says yes.
    """

    def __init__(
        self, full: SelectorSolver, selectors: Iterable[int], spots: Mapping[int, Sequence[int]], clock: Clock
    ) -> None:
        self.clock = clock
        self.selectors: set[int] = set()
        """The demands in the solver; only those that are assumed are in force."""
        self.size = 0
        """The number of their clauses and counts."""
        self._n_unsure = 0
        """Undecided queries of the last shrinking."""
        self._full, self._spots, self._views = full, spots, full.views
        self._spots_added: set[int] = set()
        self._own = _Numbers()
        self._met: deque[list[int]] = deque(maxlen=_MOST_MET)
        """The latest assignments found, as the literals of the own variables."""
        self._families_added: dict[int, Family] = {}
        self.sat = Sat(counting=True)
        self.sat.add([[self._own[1]], [self._own[full.by_views]]])
        self.include(selectors)

    @property
    def is_outdated(self) -> bool:
        """Whether the full solver has forgotten views that this one may know."""
        return self._views is not self._full.views

    def include(self, selectors: Iterable[int]) -> None:
        """Adds the demands that the solver does not know yet."""
        number, n_before = self._own.__getitem__, len(self._own.originals)
        clauses: list[list[int]] = []
        counts: list[tuple[list[int], int]] = []
        for selector in self.lacking(selectors):
            self.selectors.add(selector)
            made, at_most = self._full.clauses_of(selector)
            self.size += len(made) + len(at_most)
            clauses += [list(map(number, clause)) for clause in made]
            counts += [(list(map(number, lits)), k) for lits, k in at_most]
        for family in self._new_families(n_before):
            clauses += [list(map(number, clause)) for clause in family.clauses]
        for lits in self._new_spots(n_before):
            own = list(map(number, lits))
            clauses.append(own)
            if len(own) <= _PAIRS:
                clauses += [[-a, -b] for a, b in combinations(own, 2)]
            else:
                counts.append((own, 1))
        self.sat.add(clauses)
        for lits, k in counts:
            self.sat.at_most(lits, k)

    def lacking(self, selectors: Iterable[int]) -> list[int]:
        """The selectors that the solver does not know."""
        return [selector for selector in selectors if selector not in self.selectors]

    def _new_families(self, n_before: int) -> list[Family]:
        """The families of the views among the variables added after the first ``n_before``."""
        found = {id(family): family for family in self._full.families_of(self._own.originals[n_before:])}
        fresh = [family for key, family in found.items() if key not in self._families_added]
        self._families_added.update(found)
        return fresh

    def _new_spots(self, n_before: int) -> Iterator[Sequence[int]]:
        """The values of the spots that the variables added after the first ``n_before`` belong to."""
        top, spots = self._full.model.variables.top, self._spots
        for v in self._own.originals[n_before:]:
            if v <= top and v in spots and id(spots[v]) not in self._spots_added:
                self._spots_added.add(id(spots[v]))
                yield spots[v]

    # -- queries --

    def refuted(self, assumptions: Iterable[int]) -> bool:
        """Whether assumptions contradict each other; literals that no known demand mentions are ignored."""
        return not self.sat.decide(self.clock, self._translated(assumptions))

    def attempt(self, assumptions: Iterable[int], conflicts: int) -> bool | None:
        """Whether assumptions are satisfiable; None if the conflict budget does not suffice to tell."""
        return self.sat.attempt(self._translated(assumptions), conflicts)

    def prefer(self, lits: Iterable[int]) -> None:
        """Makes the solver try these literals first when it guesses."""
        self.sat.prefer(self._translated(lits))

    def _translated(self, lits: Iterable[int]) -> list[int]:
        own = self._own
        return [own[lit] for lit in lits if lit in own]

    def core(self) -> set[int]:
        """The assumptions that contradict each other, after ``refuted`` returned True."""
        originals = self._own.originals
        return {originals[lit] if lit > 0 else -originals[-lit] for lit in self.sat.core()}

    def entailed(self, assumptions: Sequence[int], candidates: Iterable[int]) -> list[int]:
        """The candidates that follow from satisfiable assumptions.

        Each assignment rules out all candidates that it does not contain; those of earlier calls are tried first.
        """
        given, own = self._translated(assumptions), self._own
        if not self.sat.decide(self.clock, given):
            return list(candidates)
        left = [(own[lit], lit) for lit in candidates if lit in own]
        self._met.append(self.sat.assignment())
        for values in self._met:
            if left and _contains(values, given):
                left = _among(left, values)
        found: list[int] = []
        while left:
            mine, lit = left.pop(0)
            if self.sat.decide(self.clock, [*given, -mine]):
                self._met.append(self.sat.assignment())
                left = _among(left, self._met[-1])
            else:
                found.append(lit)
        return found

    def in_assignment(self, lits: Sequence[int]) -> list[int]:
        """The literals that hold in the last assignment; those that no known demand mentions do not."""
        values, own = self.sat.assignment(), self._own
        return [
            lit for lit in lits
            if (mine := abs(own.get(lit, 0))) and mine <= len(values) and (values[mine - 1] > 0) == (lit > 0)
        ]  # fmt: skip

    # -- minimal cores --

    def shrunk(self, some: Sequence[int], always: Sequence[int], budget: int | None = None) -> list[int]:
        """A minimal part of ``some`` that still contradicts ``always``; later entries are dropped first.

        With a conflict ``budget``, entries are kept if it does not suffice to tell whether they are needed.
        """
        *_, (kept, _) = self._shrinking(some, always, budget)
        return kept

    def shrunk_below(
        self,
        some: Sequence[int],
        always: Sequence[int],
        budget: int,
        cost: Callable[[Sequence[int]], float],
        bound: float,
    ) -> list[int] | None:
        """As ``shrunk``; None as soon as the entries known to be needed cost at least ``bound``."""
        needed: list[int] = []
        for _, needed in self._shrinking(some, always, budget):
            if cost(needed) >= bound:
                return None
        return needed

    def _shrinking(
        self, some: Sequence[int], always: Sequence[int], budget: int | None
    ) -> Iterator[tuple[list[int], list[int]]]:
        """Ever smaller cores, each with its entries that are known to be needed.

        Blocks are dropped as long as the rest is a core, single entries when it is not. In the end, and when the budget
        is exceeded too often, all entries count as needed.
        """
        self._n_unsure = 0
        if not self.refuted([*always, *some]):
            yield list(some), list(some)
            return
        core = self.core()
        kept = [entry for entry in some if entry in core]
        end, size = len(kept), 1
        while end and self._n_unsure < _MOST_UNSURE:
            size = min(size, end)
            rest = kept[: end - size] + kept[end:]
            if self._is_core([*always, *rest], budget):
                core = self.core()
                needed = kept[end:]
                kept = [entry for entry in rest if entry in core or entry in needed]
                end = len(kept) - len(needed)
                size *= 2
            elif size > 1:
                size = 1
            else:
                end -= 1
                yield kept, kept[end:]
        yield kept, kept

    def _is_core(self, assumptions: Sequence[int], budget: int | None) -> bool:
        if budget is None:
            return self.refuted(assumptions)
        satisfiable = self.attempt(assumptions, budget)
        self._n_unsure += satisfiable is None
        return satisfiable is False

    @property
    def is_sure(self) -> bool:
        """Whether every entry that the last shrinking kept is known to be needed."""
        return not self._n_unsure

    # -- smallest cores --

    def smallest_core(self, selectors: Sequence[int], always: Sequence[int], most: int, tries: int) -> list[int] | None:
        """The smallest subset of known selectors that contradicts ``always``, if it has at most ``most``; else [].

        None if ``tries`` queries do not suffice.
        """
        self.prefer(selectors)
        number = {selector: i for i, selector in enumerate(selectors, 1)}
        to_hit: list[list[int]] = []
        left = iter(range(tries))
        for size in range(1, most + 1):
            with Sat(counting=True) as hitting:
                hitting.add([[i, -i] for i in number.values()])
                hitting.at_most(list(number.values()), size)
                hitting.add(to_hit)
                for _ in left:
                    self.clock.glance()
                    hit = hitting.attempt((), _EFFORT)
                    if hit is None:
                        return None
                    if not hit:
                        break
                    chosen = [selectors[i - 1] for i in islice(hitting.assignment(), len(selectors)) if i > 0]
                    satisfiable = self.attempt([*always, *chosen], _EFFORT)
                    if not satisfiable:
                        return chosen if satisfiable is False else None
                    correction = [number[selector] for selector in self._broken(selectors, [*always, *chosen])]
                    to_hit.append(correction)
                    hitting.add([correction])
                else:
                    return None
        return []

    def _broken(self, selectors: Sequence[int], held: list[int]) -> list[int]:
        """The selectors that the last assignment breaks, without those that a little effort can satisfy as well."""
        held = [*held, *self.in_assignment(selectors)]
        out = []
        for selector in selectors:
            if selector in held:
                continue
            if self.attempt([*held, selector], _LITTLE):
                held += [one for one in self.in_assignment(selectors) if one not in held]
            else:
                out.append(selector)
        return out

    def close(self) -> None:
        """Frees the solver."""
        self.sat.close()


class SubsetSolvers:
    """The small solvers used last: successive queries are often about nearly the same demands."""

    def __init__(self, full: SelectorSolver, spots: Mapping[int, Sequence[int]], clock: Clock) -> None:
        self._full, self._spots, self._clock = full, spots, clock
        self._solvers: list[SubsetSolver] = []
        """The most recently used last."""

    def for_selectors(self, selectors: Collection[int]) -> SubsetSolver:
        """A solver that contains these demands, and few others."""
        size = self._size(selectors)
        best, missing = None, _MISSING * size
        for solver in reversed(self._solvers):
            lacks = self._size(solver.lacking(selectors))
            if lacks <= missing and solver.size + lacks <= _SPARE * size:
                best, missing = solver, lacks
                if not lacks:
                    break
        if best is None:
            best = SubsetSolver(self._full, selectors, self._spots, self._clock)
        else:
            self._solvers.remove(best)
            best.include(selectors)
        self._solvers.append(best)
        if len(self._solvers) > _MOST_SOLVERS:
            self._solvers.pop(0).close()
        return best

    def _size(self, selectors: Iterable[int]) -> int:
        return sum(sum(map(len, self._full.clauses_of(selector))) for selector in selectors)

    def close(self) -> None:
        """Frees the solvers."""
        for solver in self._solvers:
            solver.close()
        self._solvers.clear()
