"""Counts answers without listing them.

A search branches on the values of one spot after another. The variables that a branch leaves open fall into
*components* that share no clause, so the numbers of their completions are multiplied. A component with the same open
variables and the same remaining clauses as an earlier one has the same number, which is cached (Bacchus, Dalmao and
Pitassi 2003; Sang et al. 2004). The SAT solver propagates, and refutes branches without an answer.

Only marks of the answer are branched on, because other variables do not tell answers apart. Global demands may connect
everything with everything, so the answers of puzzles that have any are listed after all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice
from operator import neg, or_
from typing import NamedTuple

from ...language.puzzle import Puzzle, Reading, State
from ...language.rules import Compound
from ...language.validation import check_whole, checks_arguments
from ...logic.clauses import CardinalityConstraint, Clause
from ...logic.ticks import tick, ticking
from .answers import answers_with
from .clock import Clock, TimeUp, uncollected
from .sat import Sat
from .search import Compiled, LateCount, compile_puzzle

_MEMORY = 100_000_000
"""About how many bytes the cache may take; the older half is dropped when it is full."""
_ENTRY = 500
"""Bytes of a cache entry in addition to its bits."""
_LARGEST = 50_000_000
"""Puzzles with a larger product of variables and clauses are listed: the sets of these would take too much memory."""
_QUICK = 2_000
"""Conflicts of a search for an answer that is tried before the clock is checked."""


@dataclass(frozen=True)
class AnswerCount:
    """The number of answers of a puzzle.

    Attributes:
        number: The number; a lower bound unless it is ``exact``.
        exact: Whether all answers are counted. Otherwise the limit or the time limit was reached.
        seconds: How long it took.

    Example:
        >>> found = gw.count(gw.puzzle("Sudoku", size=4))
        >>> found.number, found.exact
        (288, True)
    """

    number: int
    exact: bool
    seconds: float

    def __str__(self) -> str:
        if not self.exact and not self.number:
            return "unknown: stopped before the first answer"
        return f"{'' if self.exact else 'at least '}{self.number:,} answer{'' if self.number == 1 else 's'}"


@checks_arguments
def count(
    puzzle: Puzzle | Reading,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
    played: State | None = None,
) -> AnswerCount:
    """Counts the answers of a puzzle without listing them.

    Millions of answers may take less than a second. In genres with connected areas, loops or paths, however, answers
    are found one by one.

    Args:
        puzzle: The puzzle.
        limit: Counting stops at this many answers.
        timeout: The time limit in seconds.
        stop: Called at least every 0.1 seconds; True ends the search.
        played: Marks that the answers must have in addition to the given ones.

    Returns:
        The number, which is a lower bound if a limit was reached.

    Raises:
        ValueError: ``limit`` is below 1.

    Example:
        >>> print(gw.count(gw.puzzle("Sudoku", size=4)))
        288 answers
        >>> print(gw.count(gw.puzzle("Sudoku", size=9), limit=1000))
        at least 1,000 answers
    """
    assert isinstance(puzzle, Puzzle)
    if limit is not None:
        check_whole("limit", limit)
    clock = Clock(timeout, stop)
    counting = _Counting(clock, limit)
    try:
        counting.run(puzzle, played)
    except TimeUp:
        counting.stopped = True
    return AnswerCount(counting.least(), not counting.stopped, clock.seconds)


# -- clauses as sets of variables --------------------------------------------------------------------------------------
# A set of variables is an integer in which bit v stands for variable v.


def _members(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class _Count(NamedTuple):
    """At most ``most`` of some literals hold; ``weights`` are sets of literals with the weight of each."""

    variables: int
    weights: list[tuple[int, int]]
    most: int


class _Formula:
    """The clauses and counts of a puzzle without those that facts satisfy."""

    def __init__(self, compiled: Compiled, at_most: Sequence[CardinalityConstraint], facts: Sequence[int]) -> None:
        out = compiled.clauses
        self.size = n = out.top + 1
        self._facts = {1, *facts}
        self.marks = (1 << compiled.model.variables.top + 1) - 4
        self.open = (1 << n) - 4 & ~sum(1 << abs(lit) for lit in ticking(facts))
        self.near = [1 << v for v in range(n)]
        """The variables that share a clause of two literals or an "at most one" with each variable. As long as both are
        open, neither is satisfied."""
        self.variable = [1 << v for v in (*range(n), *range(n - 1, 0, -1))]
        """By literal: its variable."""
        self.settled = self.variable.copy()
        """By literal: the variables whose values such clauses settle when it holds, and its own."""
        self.clauses: list[int] = []
        """The variables of each longer clause."""
        self.clauses_of = [0] * n
        """The indices of the longer clauses with each variable."""
        self.satisfied = [0] * (2 * n - 1)
        """By literal: the indices of the longer clauses that contain it."""
        self.counts: list[_Count] = []
        self.counts_of: list[list[int]] = [[] for _ in range(n)]
        self.literal = [1 << v for v in (*range(n), *range(2 * n - 1, n, -1))]
        """By literal: its bit in a set of literals."""
        for clause in ticking(out.made):
            self._add(clause)
        for lits, most in at_most:
            tick()
            self._add_count(lits, most)
        self.spot_of = self._spots(compiled)

    def _add(self, clause: Clause) -> None:
        lits = {lit for lit in clause if -lit not in self._facts}
        if not lits.isdisjoint(self._facts) or any(-lit in lits for lit in lits):
            return
        variables = sum(1 << abs(lit) for lit in lits)
        if len(lits) == 2:
            for lit in lits:
                self.near[abs(lit)] |= variables
                self.settled[-lit] |= variables
            return
        index = 1 << len(self.clauses)
        self.clauses.append(variables)
        for lit in lits:
            self.clauses_of[abs(lit)] |= index
            self.satisfied[lit] |= index

    def _add_count(self, lits: Sequence[int], most: int) -> None:
        open_ = Counter(lit for lit in lits if self.open >> abs(lit) & 1)
        most -= sum(lit in self._facts for lit in lits)
        if most >= open_.total():
            return
        variables = sum(1 << v for v in {abs(lit) for lit in open_})
        if most == 1 and len(open_) == open_.total():
            for lit in open_:
                self.near[abs(lit)] |= variables
                self.settled[lit] |= variables
            return
        weights: dict[int, int] = {}
        for lit, weight in open_.items():
            weights[weight] = weights.get(weight, 0) | self.literal[lit]
            self.counts_of[abs(lit)].append(len(self.counts))
        self.counts.append(_Count(variables, [*weights.items()], most))

    def _spots(self, compiled: Compiled) -> list[int]:
        """For each mark, the marks of its spot; for each mark that stands alone, and other variables, nothing."""
        spot_of = [0] * self.size
        for terms in compiled.model.terms.values():
            for term in ticking(terms.values()):
                own = [int(mark) for mark in term.marks.values()]
                if own[0] != 1 and not spot_of[own[0]]:
                    bits = sum(1 << v for v in own)
                    for v in own:
                        spot_of[v] = bits
        return spot_of

    def branches(self, open_: int) -> list[int]:
        """Literals of which exactly one holds: those of the spot with the fewest open marks."""
        todo = open_ & self.marks
        best, fewest = 0, self.size
        while todo:
            v = (todo & -todo).bit_length() - 1
            spot = self.spot_of[v] & open_
            if not spot:
                return [v, -v]
            todo &= ~spot
            n = spot.bit_count()
            if n < fewest:
                best, fewest = spot, n
                if n <= 2:
                    break
        return [*_members(best)]


# -- the search --------------------------------------------------------------------------------------------------------

_Key = tuple[int, ...]


@dataclass(eq=False, slots=True)
class _Component:
    """Open variables and the clauses and counts that are left of theirs, after the decisions of ``path``.

    ``model`` is an answer that agrees with the path. ``total`` is the number of completions in the branches counted so
    far. In the branch under way, ``product`` is that of the components counted, and ``pending`` are the others.
    """

    path: list[int]
    open: int
    clauses: int
    counts: list[int]
    held: int
    """The literals that hold, as a set, if there are counts."""
    key: _Key
    model: list[int]
    branches: list[int]
    total: int = 0
    product: int = 0
    pending: list[_Component] = field(default_factory=list)
    lits: set[int] | None = None
    """The literals of the open variables, once they are needed."""


class _Counting:
    """One count, as far as it has come."""

    def __init__(self, clock: Clock, limit: int | None) -> None:
        self.stopped = False
        self._clock, self._limit = clock, limit
        self._listed = 0
        self._stack: list[_Component] = []
        self._cache: dict[_Key, int] = {}

    def least(self) -> int:
        """The number of answers counted so far, but no more than the limit."""
        least = self._listed
        for component in reversed(self._stack):
            # Each component has a completion, because its branch has an answer.
            least = max(1, component.total + component.product * max(1, least))
        return least if self._limit is None else min(least, self._limit)

    def run(self, puzzle: Puzzle, played: State | None) -> None:
        """Counts until the end or the limit. Raises TimeUp."""
        clock = self._clock
        with clock.building(), uncollected(puzzle):
            compiled = compile_puzzle(puzzle, played=played, tick=clock.glance)
            late = [one for one in compiled.lazy if isinstance(one, LateCount)]
            has_cuts = any(not isinstance(one, Compound | LateCount) for one in compiled.lazy)
            n, n_clauses = compiled.clauses.top, len(compiled.clauses.made)
        if has_cuts or n * max(n, n_clauses) > _LARGEST:
            for _ in islice(answers_with(puzzle, clock, played), self._limit):
                self._listed += 1
        else:
            with clock.running():
                self._search(compiled, late, puzzle)
        self.stopped = self._limit is not None and self.least() >= self._limit

    def _search(self, compiled: Compiled, late: Sequence[LateCount], puzzle: Puzzle) -> None:
        out = compiled.clauses
        for one in late:
            _add_late(compiled, one)
        with Sat(counting=bool(out.at_most)) as sat, uncollected(puzzle):
            sat.add(ticking(out.made))
            for lits, most in ticking(out.at_most):
                sat.at_most(lits, most)
            if not sat.solve(self._clock):
                return
            self._sat, self._top = sat, out.top
            self._any_model = model = self._model()
            self._formula = _Formula(compiled, out.at_most, self._facts(model))
            self._most_cached = _MEMORY // (_ENTRY + self._formula.size // 2)
            self._count(model)

    def _facts(self, model: list[int]) -> list[int]:
        """The literals whose opposites unit propagation refutes."""
        facts: list[int] = []
        left = model[1:]
        while True:
            found = [lit for lit in ticking(left) if not self._sat.propagate([-lit])[0]]
            if not found:
                return facts
            self._sat.add([lit] for lit in found)
            facts += found
            left = sorted(set(left).difference(found))

    def _count(self, model: list[int]) -> None:
        formula = self._formula
        every = range(len(formula.counts))
        whole = _Component([], formula.open, (1 << len(formula.clauses)) - 1, [*every], 0, (), model, [], product=1)
        whole.pending = self._components(whole, [], formula.open, whole.clauses, 0)
        for component in whole.pending:
            component.model = model
        self._stack = stack = [whole]
        while True:
            component = stack[-1]
            if component.pending:
                stack.append(component.pending.pop())
                continue
            component.total += component.product
            component.product = 0
            if self._limit is not None and self.least() >= self._limit:
                return
            while component.branches:
                if self._opens(component, component.branches.pop()):
                    break
            else:
                if component is whole:
                    return
                stack.pop()
                self._keep(component)
                stack[-1].product *= component.total

    def _keep(self, component: _Component) -> None:
        if len(self._cache) >= self._most_cached:
            for old in [*islice(self._cache, self._most_cached // 2)]:
                del self._cache[old]
        self._cache[component.key] = component.total

    def _opens(self, component: _Component, lit: int) -> bool:
        """Begins the branch of a component in which a literal holds; False if it has no answer."""
        self._clock.glance()
        formula, path = self._formula, [*component.path, lit]
        is_sound, lits = self._sat.propagate(path)
        if not is_sound:
            return False
        new = self._new(component, lit, lits)
        open_ = component.open & ~reduce(or_, map(formula.settled.__getitem__, new))
        clauses = component.clauses & ~reduce(or_, map(formula.satisfied.__getitem__, new))
        held = reduce(or_, map(formula.literal.__getitem__, new), component.held) if component.counts else 0
        model = component.model if component.model[abs(lit) - 1] == lit else []
        product = 1
        components = self._components(component, path, open_, clauses, held) if open_ & formula.marks else []
        for one in components[:]:
            known = self._cache.get(one.key)
            if known is not None:
                product *= known
                components.remove(one)
        if not model and (components or (open_ and not open_ & formula.marks)):
            if not self._is_satisfiable(path):
                return False
            model = self._model()
        for one in components:
            one.model = model
        component.product, component.pending = product, components
        return True

    def _new(self, component: _Component, lit: int, lits: list[int]) -> set[int]:
        """The literals of a component that hold if one does, of all ``lits`` that then do."""
        formula = self._formula
        if component.lits is None:
            own = [*_members(component.open)]
            component.lits = {*own, *map(neg, own)}
        new = component.lits.intersection(lits)
        new.add(lit)
        while True:
            settled = component.open & reduce(or_, map(formula.settled.__getitem__, new))
            silent = settled & ~reduce(or_, map(formula.variable.__getitem__, new))
            if not silent:
                return new
            # Propagation is silent about what the solver has learnt to hold in every answer.
            new.update(self._any_model[v - 1] for v in _members(silent))

    def _is_satisfiable(self, path: list[int]) -> bool:
        found = self._sat.attempt(path, _QUICK)
        return self._sat.solve(self._clock, path) if found is None else found

    def _model(self) -> list[int]:
        """The answer that the solver has just found."""
        model = self._sat.assignment()
        return [*model, *(-v for v in range(len(model) + 1, self._top + 1))]

    def _components(
        self, parent: _Component, path: list[int], open_: int, clauses: int, held: int
    ) -> list[_Component]:
        """The components that open variables fall into."""
        formula = self._formula
        left = self._left(parent.counts, open_, held)
        found = []
        while marks := open_ & formula.marks:
            own, own_clauses = self._connected(marks & -marks, open_, clauses, left)
            open_ &= ~own
            clauses &= ~own_clauses
            counts = [i for i in left if formula.counts[i].variables & own]
            key = (own, own_clauses, *(n for i in counts for n in (i, left[i])))
            found.append(_Component(path, own, own_clauses, counts, held, key, [], formula.branches(own)))
        return found

    def _left(self, counts: Sequence[int], open_: int, held: int) -> dict[int, int]:
        """How many more literals of each count may hold, if the open ones could be too many."""
        left = {}
        either = open_ | open_ << self._formula.size
        for i in counts:
            variables, weights, most = self._formula.counts[i]
            if variables & open_:
                room = 0
                for weight, lits in weights:
                    most -= weight * (held & lits).bit_count()
                    room += weight * (either & lits).bit_count()
                if room > most:
                    left[i] = most
        return left

    def _connected(self, start: int, open_: int, clauses: int, left: dict[int, int]) -> tuple[int, int]:
        """The open variables that clauses and counts connect with those of ``start``, and these clauses."""
        formula = self._formula
        own, own_clauses, todo = start, 0, start
        done = 0
        while todo:
            if own == open_:
                return own, clauses
            low = todo & -todo
            done |= low
            v = low.bit_length() - 1
            grown = formula.near[v]
            more = formula.clauses_of[v] & clauses & ~own_clauses
            own_clauses |= more
            for i in _members(more):
                grown |= formula.clauses[i]
            for i in formula.counts_of[v]:
                if i in left:
                    grown |= formula.counts[i].variables
            own |= grown & open_
            todo = own & ~done
        return own, own_clauses


def _add_late(compiled: Compiled, late: LateCount) -> None:
    """Adds a count that a search for one answer would leave for later."""
    lits, low, high = list(late.lits), min(late.allowed), max(late.allowed)
    if len(late.allowed) < high - low + 1:
        compiled.clauses.count_at_once(lits, late.allowed)
        return
    compiled.clauses.at_most += [(lits, high), ([-lit for lit in lits], len(lits) - low)]
