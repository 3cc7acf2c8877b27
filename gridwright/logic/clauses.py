"""Clauses as lists of integers, and the encodings of counts that rule kinds share.

A clause is a list of literals of which at least one must hold. Nothing here depends on a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from .digits import Digits
from .expr import All, Compared, Count, Expr, Mark, Some, Sums, Total, only_marks, refusal, sums_with
from .ticks import ticking

Clause = list[int]
CardinalityConstraint = tuple[list[int], int]
"""Literals, and how many of them may hold at most; for solvers with native counts."""
ClausePart = tuple[list[Clause], list[CardinalityConstraint]]
"""Some of the clauses and native counts of ``Clauses``, to be shared with others over the same variables."""

_LISTED = 6
"""Counts of at most this many literals list the combinations: no new variables, and strong propagation."""
_PAIRS = 12
"""For at most this many literals, "at most one" is a clause for each pair."""
_FEW_PAIRS, _FEW_LISTED = 3, 3
"""The same two bounds for solvers with native counts."""
_WIDE = 40
"""The most literals of a native count. A clause learnt from a count has as many literals as hold, so from hundreds the
solver would learn next to nothing."""
_MOST_NATIVE = 1_000
"""The most literals of a native "at most one"."""
_UNARY = 100_000
"""Counters are unary up to this product of literals and largest relevant count; larger ones use digits."""
_LOW = 24
"""Counters up to this count are always unary, because digits would take as many clauses."""
_WEIGHT = 2_000
"""The largest sum for native counts."""
_COPIED = 40
"""Counters of at most this many literals are copied from a cached template."""
_SPREAD = 24
"""A disjunction of conjunctions is expanded if that gives at most this many clauses; else its parts get variables."""


class Clauses:
    """A growing set of clauses over the variables 1 .. ``top``.

    ``tick`` checks the clock in long loops; it raises when the time for building is over. With ``counting`` the solver
    has native counts: "at most k of these hold" then goes to ``at_most`` instead of clauses. Counts of very many
    literals, such as all mines, go to ``late`` with the numbers allowed: few grids that obey everything else violate
    them, so their clauses are added when one does. ``hopes`` are assumptions under
    which an answer may be found sooner.
    """

    def __init__(self, top: int, tick: Callable[[], None] = lambda: None, *, counting: bool = False) -> None:
        self.top = top
        self.tick = tick
        self.at_most: list[CardinalityConstraint] = []
        self.late: list[tuple[list[int], frozenset[int]]] = []
        self.hopes: list[Clause] = []
        self.counting = counting
        self._listed, self._pairs = (_FEW_LISTED, _FEW_PAIRS) if counting else (_LISTED, _PAIRS)
        self.made: list[Clause] = [[1]]
        self.add = self.made.append
        self.extend = self.made.extend

    def new(self, n: int = 1) -> int:
        """Reserves ``n`` consecutive new variables and returns the first."""
        first = self.top + 1
        self.top += n
        return first

    @property
    def is_empty(self) -> bool:
        """Whether nothing is demanded but the constant."""
        return len(self.made) == 1 and not self.at_most and not self.late

    @property
    def extent(self) -> tuple[int, int, int, int]:
        """What is there so far, for ``part_since``."""
        return len(self.made), len(self.at_most), len(self.late), self.top

    def part_since(self, extent: tuple[int, int, int, int]) -> ClausePart | None:
        """What was added since then; None if that needs new variables or clauses that come later."""
        n_made, n_counts, *others = extent
        return (self.made[n_made:], self.at_most[n_counts:]) if others == [len(self.late), self.top] else None

    def add_part(self, part: ClausePart) -> None:
        """Adds clauses and counts that others share; they must not be changed."""
        self.extend(part[0])
        self.at_most += part[1]

    def either(self, lits: Sequence[int]) -> int:
        """A literal that holds iff at least one of ``lits`` does."""
        if len(lits) == 2:  # by far the most
            a, b = lits
            if a == 1 or b == -1 or a == b:
                return a
            if b == 1 or a == -1:
                return b
            name = self.new()
            self.extend(([-a, name], [-b, name], [-name, a, b]))
            return name
        if 1 in lits:
            return 1
        kept = [lit for lit in lits if lit != -1] if -1 in lits else lits
        if len(kept) < 2 or kept.count(kept[0]) == len(kept):
            return kept[0] if kept else -1
        name = self.new()
        self.extend([-lit, name] for lit in kept)
        self.add([-name, *kept])
        return name

    # -- counting --

    def at_most_one(self, lits: Sequence[int]) -> None:
        """No two of the literals hold."""
        if len(lits) == 2:  # by far the most
            self.add([-lits[0], -lits[1]])
            return
        if len(lits) <= self._pairs:
            self.extend([[-a, -b] for a, b in combinations(lits, 2)])
            return
        if self.counting and len(lits) <= _MOST_NATIVE:
            self.at_most.append((list(lits), 1))
            return
        # Groups of four share a commander; the commanders are at most one again (Klieber and Kwon 2007).
        commanders = []
        for i in ticking(range(0, len(lits), 4)):
            group = lits[i : i + 4]
            leader = self.new()
            commanders.append(leader)
            self.extend([-a, -b] for a, b in combinations(group, 2))
            self.extend([-a, leader] for a in group)
        self.at_most_one(commanders)

    def exactly_one(self, lits: Sequence[int]) -> None:
        """Exactly one of the literals holds."""
        every = list(lits)
        self.add(every)
        if len(every) == 3:
            a, b, c = every
            self.extend(([-a, -b], [-a, -c], [-b, -c]))
        elif self.counting and self._pairs < len(every) <= _MOST_NATIVE:
            self.at_most.append((every, 1))
        elif len(every) > 1:
            self.at_most_one(every)

    def count(self, lits: Sequence[int], allowed: Collection[int]) -> None:
        """The number of literals that hold is in ``allowed``."""
        if len(allowed) == 1:  # nearly always
            self.exactly(lits, *allowed)
        else:
            self._count_among(lits, allowed)

    def exactly(self, lits: Sequence[int], k: int) -> None:
        """``k`` of the literals hold."""
        n = len(lits)
        if 1 < k < n and self._listed < n <= _WIDE and self._counts(lits):
            self.at_most += (list(lits), k), ([-lit for lit in lits], n - k)
        elif k == 1:
            self.exactly_one(lits)
        elif k == 0:
            self.extend([[-lit] for lit in lits])
        else:
            self._count_among(lits, (k,))

    def _count_among(self, lits: Sequence[int], allowed: Collection[int]) -> None:
        n = len(lits)
        wanted = _few_possible(n, frozenset(allowed)) if len(allowed) <= _COPIED else _possible(n, frozenset(allowed))
        if not wanted:
            self.add([])
        elif wanted == [0, 1]:
            self.at_most_one(lits)
        elif len(wanted) == 1 < len(allowed):
            self.exactly(lits, wanted[0])
        elif wanted[0] == n:
            self.extend([lit] for lit in lits)
        elif wanted[0] == 1 and len(wanted) == n:
            self.add(list(lits))
        elif n <= self._listed:
            self._count_listed(lits, wanted)
        elif self.counting and n > _WIDE:
            self.late.append((list(lits), frozenset(wanted)))
        elif len(wanted) == wanted[-1] - wanted[0] + 1 and self._counts(lits):
            self._count_natively(lits, wanted[0], wanted[-1])
        elif n <= _LISTED:
            self._count_listed(lits, wanted)
        elif wanted[0] > n // 2:
            self._count_outputs([-lit for lit in lits], sorted(n - k for k in wanted))
        else:
            self._count_outputs(lits, wanted)

    def count_at_once(self, lits: Sequence[int], allowed: Collection[int]) -> None:
        """As ``count``, in clauses only: neither deferred nor native."""
        counter = Clauses(self.top, self.tick)
        counter.count(lits, allowed)
        self.top = counter.top
        self.extend(counter.made)

    def _counts(self, lits: Sequence[int]) -> bool:
        """Whether the solver can count these natively: their variables must be distinct."""
        return self.counting and len(set(map(abs, lits))) == len(lits)

    def _count_natively(self, lits: Sequence[int], low: int, high: int) -> None:
        """At least ``low`` and at most ``high`` hold."""
        n = len(lits)
        if high < n:
            self.at_most.append((list(lits), high))
        if low > 0:
            self.at_most.append(([-lit for lit in lits], n - low))

    def _count_listed(self, lits: Sequence[int], wanted: Sequence[int]) -> None:
        """Excludes each wrong count: too few, too many, and those between that are not allowed."""
        n, low, high = len(lits), wanted[0], wanted[-1]
        if low > 0:
            self.extend(list(some) for some in combinations(lits, n - low + 1))
        if high < n:
            self.extend([-lit for lit in some] for some in combinations(lits, high + 1))
        for k in range(low + 1, high):
            if k not in wanted:
                for chosen in combinations(range(n), k):
                    self.add([-lit if i in chosen else lit for i, lit in enumerate(lits)])

    def _count_outputs(self, lits: Sequence[int], wanted: Sequence[int]) -> None:
        n, low, high = len(lits), wanted[0], wanted[-1]
        at_least = self._counter(lits, min(n, high + 1))
        if high < n:
            self.add([-at_least(high + 1)])
        if low > 0:
            self.add([at_least(low)])
        for k in ticking(sorted(set(range(low + 1, high)).difference(wanted))):
            self.add([-at_least(k), at_least(k + 1)])

    def _counter(self, lits: Sequence[int], cut: int) -> Callable[[int], int]:
        """A function that gives the literal of "at least k hold", for k = 1 .. ``cut``."""
        if _in_digits(len(lits), cut):
            return Digits(lits, self).at_least
        outputs = self.totalizer(lits, cut)
        return lambda k: outputs[k - 1]

    def totalizer(self, lits: Sequence[int], cut: int) -> list[int]:
        """A unary counter: output ``k`` holds iff at least ``k + 1`` of the literals do, for ``k < cut``.

        Bailleux and Boufkhad 2003, cut off above the largest relevant count.
        """
        if len(lits) <= 1:
            return list(lits[:cut])
        if len(lits) > _COPIED:
            return self._totalizer(lits, cut)
        more, made, out = _counter(len(lits), cut)
        signed = self.copy(made, lits, more)
        return [signed[lit] for lit in out]

    def copy(self, made: Iterable[Clause], lits: Sequence[int], more: int) -> list[int]:
        """Adds a template of clauses: ``lits`` replace the variables 1 .. n, and ``more`` new ones those above.

        Returns a list that maps the template's literals to the new ones.
        """
        first = self.new(more)
        signed = [0, *lits, *range(first, first + more)]
        signed += [-lit for lit in reversed(signed[1:])]
        renamed = signed.__getitem__
        self.extend([[*map(renamed, clause)] for clause in ticking(made)])
        return signed

    def _totalizer(self, lits: Sequence[int], cut: int) -> list[int]:
        half = len(lits) // 2
        left, right = self.totalizer(lits[:half], cut), self.totalizer(lits[half:], cut)
        n = min(cut, len(left) + len(right))
        first = self.new(n)
        out = list(range(first, first + n))
        add = self.add
        for i in range(len(left) + 1):
            self.tick()
            for j in ticking(range(len(right) + 1)):
                if i + j > 0:
                    # At least i on the left and j on the right: at least i + j.
                    reasons = ([-left[i - 1]] if i else []) + ([-right[j - 1]] if j else [])
                    add([*reasons, out[min(i + j, n) - 1]])
                if i + j < n:
                    # At most i on the left and j on the right: at most i + j.
                    missing = ([left[i]] if i < len(left) else []) + ([right[j]] if j < len(right) else [])
                    add([*missing, -out[i + j]])
        return out

    def total(self, groups: Sequence[Sequence[tuple[int, int]]], allowed: Collection[int]) -> None:
        """The sum over the groups is in ``allowed``; of each group's (value, literal) pairs exactly one holds.

        A decision diagram over the partial sums after which some sums are allowed, but not all; unit propagation works
        along it in both directions. Values that no allowed sum is compatible with are excluded at once.
        """
        if self._weigh(groups, allowed) or self._count_instead(groups, allowed):
            return
        layers: list[tuple[Sums, Sums]] = [(frozenset(allowed), frozenset(allowed))]
        for group in reversed(groups):
            self.tick()
            useful, settled = layers[-1]
            before = sums_with(useful, [-value for value, _ in group])
            layers.append((before, frozenset(s for s in before if all(s + value in settled for value, _ in group))))
        layers.reverse()
        if 0 not in layers[0][0]:
            self.add([])
            return
        reached: Sums = frozenset([0])
        sums: dict[int, int] = {0: 1}
        for group, (useful, settled) in zip(groups, layers[1:], strict=True):
            self.extend([[-lit] for value, lit in group if all(s + value not in useful for s in reached)])
            reached = frozenset(s for s in sums_with(reached, [value for value, _ in group]) if s in useful)
            sums = self._next_sums(sums, group, reached, settled)

    def _weigh(self, groups: Sequence[Sequence[tuple[int, int]]], allowed: Collection[int]) -> bool:
        """Turns a sum into a native count with weights, if possible, and returns whether it was.

        Each group must have two values and one variable, or three consecutive values: above its least value it then
        adds 1 unless it holds the least, and 1 more if it holds the greatest. A literal is repeated as often as its
        weight. The solver knows the bounds of the sum, which propagates slightly less than the diagram but takes far
        fewer clauses.
        """
        low, high = min(allowed, default=0), max(allowed, default=-1)
        if not self.counting or len(groups) > _WIDE or high - low + 1 != len(allowed):
            return False
        lits: list[int] = []
        distinct: list[int] = []
        for group in groups:
            if not 2 <= len(group) <= 3:
                return False
            (least, first), *_, (most, last) = own = sorted(group)
            low, high = low - least, high - least
            if most - least > _WEIGHT:
                return False
            if len(own) == 2 and first == -last:
                distinct.append(last)
                lits += [last] * (most - least)
            elif [value - least for value, _ in own] == [0, 1, 2]:
                distinct += (first, last)
                lits += (-first, last)
            else:
                return False
        if len(lits) > _WEIGHT or not self._counts(distinct):
            return False
        if high < max(low, 0) or low > len(lits):
            self.add([])
        else:
            self._count_natively(lits, low, high)
        return True

    def _count_instead(self, groups: Sequence[Sequence[tuple[int, int]]], allowed: Collection[int]) -> bool:
        """Counts literals instead, if there are many groups and each adds one of two consecutive numbers."""
        if len(groups) <= _WIDE:
            return False
        least, lits = 0, list[int]()
        for group in groups:
            if len(group) != 2:
                return False
            (low, first), (high, last) = sorted(group)
            if first != -last or high != low + 1:
                return False
            least += low
            lits.append(last)
        self.count(lits, frozenset(n - least for n in allowed))
        return True

    def _next_sums(
        self, before: dict[int, int], group: Sequence[tuple[int, int]], reached: Sums, settled: Sums
    ) -> dict[int, int]:
        """One layer of the diagram: from the literals of the sums before the group to those of the sums ``reached``
        with it, without the ``settled`` ones, after which all sums are allowed."""
        left = sorted(s for s in reached if s not in settled)
        first = self.new(len(left))
        after = dict(zip(left, range(first, first + len(left)), strict=True))
        ways = [(value, lit, -lit) for value, lit in group]
        for s, node in ticking(before.items()):
            off = -node
            self.add([off, *[lit for value, lit, _ in ways if s + value in reached]])
            self.extend([
                [off, out, after[s + value]] if s + value in after else [off, out]
                for value, _, out in ways if s + value not in settled
            ])  # fmt: skip
        for s, node in ticking(after.items()):
            off = -node
            self.add([off, *[before[s - value] for value, _ in group if s - value in before]])
            self.extend(
                [[off, out, before[s - value]] if s - value in before else [off, out] for value, _, out in ways]
            )
        return after

    # -- expressions --

    def require(self, expr: Expr) -> None:
        """``expr`` holds."""
        kind = type(expr)
        if kind is Some:
            self._require_some(expr)  # type: ignore[arg-type]
        elif kind is Mark:
            self.add([int(expr)])  # type: ignore[call-overload]
        elif isinstance(expr, Count):
            items = expr.items
            self.count(items if only_marks(items) else [self.literal(item) for item in ticking(items)], expr.allowed)
        elif isinstance(expr, All):
            for item in ticking(expr.items):
                self.require(item)
        elif isinstance(expr, Total):
            groups = expr.groups
            if expr.parts:
                groups += tuple(self._part(*part) for part in ticking(expr.parts))
            self.total(groups, expr.allowed)
        elif isinstance(expr, Compared):
            self.require(expr.what)
        else:
            raise refusal(expr)

    def _part(self, weight: int, expr: Expr) -> tuple[tuple[int, Mark], ...]:
        """A compound expression of a total as a group."""
        name = Mark(self.literal(expr))
        return (0, ~name), (weight, name)

    def _require_some(self, expr: Some) -> None:
        if only_marks(expr.items):
            self.add(list(expr.items))
            return
        spread = multiplied_out(expr, _SPREAD)
        if spread is not None:
            self.extend(spread)
        else:
            self.add([self._implying(item) for item in ticking(expr.items)])

    def _implying(self, expr: Expr) -> int:
        """A literal that implies ``expr`` (Plaisted and Greenbaum 1986: one direction is enough)."""
        if isinstance(expr, Mark):
            return int(expr)
        name = self.new()
        inner = Clauses(self.top, self.tick)
        inner.made.clear()
        inner.require(expr)
        self.top = inner.top
        self.extend([-name, *clause] for clause in inner.made)
        return name

    def literal(self, expr: Expr) -> int:
        """A literal that holds iff ``expr`` does."""
        if isinstance(expr, Mark):
            return int(expr)
        if isinstance(expr, All | Some):
            parts = [self.literal(item) for item in ticking(expr.items)]
            sign = 1 if isinstance(expr, All) else -1
            name = self.new()
            self.extend([-sign * name, sign * part] for part in parts)
            self.add([sign * name, *(-sign * part for part in parts)])
            return name
        if isinstance(expr, Compared):
            return self.literal(expr.what)
        if isinstance(expr, Count) and len(expr.items) > _LISTED:
            return self._count_literal(expr)
        name = self.new()
        for sign, what in ((-1, expr), (1, ~expr)):
            inner = Clauses(self.top, self.tick)
            inner.made.clear()
            inner.require(what)
            self.top = inner.top
            self.extend([sign * name, *clause] for clause in inner.made)
        return name

    def _count_literal(self, expr: Count) -> int:
        """A literal that holds iff the count is allowed, by one counter for both directions."""
        lits = [self.literal(item) for item in ticking(expr.items)]
        at_least = self._counter(lits, len(lits))
        name = self.new()
        for k in ticking(range(len(lits) + 1)):
            wrong = ([-at_least(k)] if k else []) + ([at_least(k + 1)] if k < len(lits) else [])
            self.add([*wrong, name if k in expr.allowed else -name])
        return name


def _possible(n: int, allowed: frozenset[int]) -> Sequence[int]:
    """The allowed numbers from 0 to ``n``, in order."""
    return sorted([k for k in allowed if 0 <= k <= n])


_few_possible = lru_cache(maxsize=4096)(_possible)
"""Cached if there are few, because a board asks for the same ones again and again."""


def _in_digits(n: int, cut: int) -> bool:
    """Whether a counter of ``n`` literals up to ``cut`` uses digits."""
    return n * cut > _UNARY and cut > _LOW


@lru_cache(maxsize=128)
def _counter(n: int, cut: int) -> tuple[int, list[Clause], list[int]]:
    """A template of a unary counter of the literals 1 .. n: the number of new variables, the clauses, the outputs."""
    own = Clauses(n)
    own.made.clear()
    out = own._totalizer(range(1, n + 1), cut)
    return own.top - n, own.made, out


def multiplied_out(expr: Expr, limit: int) -> list[Clause] | None:
    """The clauses of a conjunction or disjunction of marks; None for counts and for more than ``limit`` clauses."""
    if isinstance(expr, Mark):
        return [[int(expr)]]
    if isinstance(expr, All):
        clauses: list[Clause] = []
        for item in expr.items:
            part = multiplied_out(item, limit)
            if part is None or len(clauses) + len(part) > limit:
                return None
            clauses += part
        return clauses
    if isinstance(expr, Some):
        clauses = [[]]
        for item in expr.items:
            part = multiplied_out(item, limit)
            if part is None or len(clauses) * len(part) > limit:
                return None
            clauses = [a + b for a in clauses for b in part]
        return [sorted(set(clause)) for clause in clauses if not any(-lit in clause for lit in clause)]
    return None


def unit(lits: Iterable[int]) -> list[Clause]:
    """A unit clause for each literal."""
    return [[lit] for lit in lits]
