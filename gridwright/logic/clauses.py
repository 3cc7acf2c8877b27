"""Clauses as plain lists of integers, and the ways of counting that rule kinds share.

A clause is a list of literals of which at least one must hold. Nothing here knows a solver: the engine takes the lists.
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
"""Literals of which at most so many hold, for a solver that counts by itself."""

_LISTED = 6
"""Up to so many literals, counts are enforced by listing the combinations: no new variables and strong propagation."""
_PAIRS = 12
"""Up to so many literals, "at most one" is enforced pair by pair."""
_FEW_PAIRS, _FEW_LISTED = 3, 3
"""The same two bounds where the solver counts by itself."""
_WIDE = 40
"""Up to so many literals a solver may count by itself. What it learns from a count speaks of as many literals as hold:
of hundreds, so it would learn next to nothing."""
_MOST_NATIVE = 1_000
"""Up to so many literals of which one holds at most are left to a solver that counts by itself, too."""
_UNARY = 100_000
"""Up to so many (literals) x (largest count that matters), counters are unary, beyond they count in digits."""
_LOW = 24
"""Up to this count they are unary in any case: that takes no more clauses."""
_WEIGHT = 2_000
"""Sums up to this are counted natively where the solver can."""
_COPIED = 40
"""Counters over up to so many literals are made once and then copied."""
_SPREAD = 24
"""Up to so many clauses, an "or of ands" is multiplied out instead of naming its parts by new variables."""


class Clauses:
    """A growing set of clauses over variables 1 .. ``top``.

    ``tick`` may be called from long loops; it raises when the time for building is over. With ``counting`` there is a
    solver that knows "at most k of these hold" by itself: such demands are then kept in ``at_most``, without clauses.
    Counts of very many literals, say of all mines, are then kept in ``late``: literals, and how many of them may hold.
    Few grids break them that obey everything else, so their clauses can wait until one does.
    """

    def __init__(self, top: int, tick: Callable[[], None] = lambda: None, *, counting: bool = False) -> None:
        self.top = top
        self.tick = tick
        self.at_most: list[CardinalityConstraint] = []
        self.late: list[tuple[list[int], frozenset[int]]] = []
        self._counting = counting
        self._listed, self._pairs = (_FEW_LISTED, _FEW_PAIRS) if counting else (_LISTED, _PAIRS)
        self.made: list[Clause] = [[1]]
        self.add = self.made.append
        self.extend = self.made.extend

    def new(self, n: int = 1) -> int:
        """Sets ``n`` fresh consecutive variables aside and returns the first."""
        first = self.top + 1
        self.top += n
        return first

    def either(self, lits: Sequence[int]) -> int:
        """A literal that holds iff one of some literals does."""
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
        own = [lit for lit in lits if lit != -1] if -1 in lits else lits
        if len(own) < 2 or own.count(own[0]) == len(own):
            return own[0] if own else -1
        name = self.new()
        self.extend([-lit, name] for lit in own)
        self.add([-name, *own])
        return name

    # -- counting --

    def at_most_one(self, lits: Sequence[int]) -> None:
        """No two of the literals hold."""
        if len(lits) <= self._pairs:
            self.extend([[-a, -b] for a, b in combinations(lits, 2)])
            return
        if self._counting and len(lits) <= _MOST_NATIVE:
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
        """Just one of the literals holds."""
        own = list(lits)
        self.add(own)
        if self._counting and self._pairs < len(own) <= _MOST_NATIVE:
            self.at_most.append((own, 1))
        elif len(own) > 1:
            self.at_most_one(own)

    def count(self, lits: Sequence[int], allowed: Collection[int]) -> None:
        """The number of literals that hold is in ``allowed``."""
        n = len(lits)
        allowed = allowed if isinstance(allowed, frozenset) else frozenset(allowed)
        wanted = _few_possible(n, allowed) if len(allowed) <= _COPIED else _possible(n, allowed)
        if not wanted:
            self.add([])
        elif wanted == [1]:
            self.exactly_one(lits)
        elif wanted == [0, 1]:
            self.at_most_one(lits)
        elif wanted[-1] == 0:
            self.extend([-lit] for lit in lits)
        elif wanted[0] == n:
            self.extend([lit] for lit in lits)
        elif wanted[0] == 1 and len(wanted) == n:
            self.add(list(lits))
        elif n <= self._listed:
            self._count_listed(lits, wanted)
        elif self._counting and n > _WIDE:
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
        """As ``count``, by clauses that do not wait and need no solver that counts."""
        counter = Clauses(self.top, self.tick)
        counter.count(lits, allowed)
        self.top = counter.top
        self.extend(counter.made)

    def _counts(self, lits: Sequence[int]) -> bool:
        """Whether the solver can count these: it wants different variables."""
        return self._counting and len({*lits, *[-lit for lit in lits]}) == 2 * len(lits)

    def _count_natively(self, lits: Sequence[int], low: int, high: int) -> None:
        """At most ``high`` hold, and at most all but ``low`` do not."""
        n = len(lits)
        if high < n:
            self.at_most.append((list(lits), high))
        if low > 0:
            self.at_most.append(([-lit for lit in lits], n - low))

    def _count_listed(self, lits: Sequence[int], wanted: Sequence[int]) -> None:
        """Forbids each wrong count: below the least by a clause of survivors, above the most by one of intruders."""
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
        """Gives the literal that says that at least k of the literals hold, for k = 1 .. ``cut``."""
        if _in_digits(len(lits), cut):
            return Digits(lits, self).at_least
        outputs = self.totalizer(lits, cut)
        return lambda k: outputs[k - 1]

    def totalizer(self, lits: Sequence[int], cut: int) -> list[int]:
        """Unary counter: output ``k`` holds iff at least ``k + 1`` of the literals do, for ``k < cut``.

        Bailleux and Boufkhad 2003, cut off above the largest count that matters.
        """
        if len(lits) <= 1:
            return list(lits[:cut])
        if len(lits) > _COPIED:
            return self._totalizer(lits, cut)
        more, made, out = _counter(len(lits), cut)
        signed = self.copy(made, lits, more)
        return [signed[lit] for lit in out]

    def copy(self, made: Iterable[Clause], lits: Sequence[int], more: int) -> list[int]:
        """Adds clauses over the variables 1 .. n with ``lits`` in their place, and ``more`` fresh ones for those above.

        Returns what stands for each literal, to be indexed by it.
        """
        first = self.new(more)
        signed = [0, *lits, *range(first, first + more)]
        signed += [-lit for lit in reversed(signed[1:])]
        self.extend([signed[lit] for lit in clause] for clause in ticking(made))
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
                    # At least i on the left and j on the right make at least i + j.
                    reasons = ([-left[i - 1]] if i else []) + ([-right[j - 1]] if j else [])
                    add([*reasons, out[min(i + j, n) - 1]])
                if i + j < n:
                    # Fewer than i + 1 and fewer than j + 1 make fewer than i + j + 1.
                    missing = ([left[i]] if i < len(left) else []) + ([right[j]] if j < len(right) else [])
                    add([*missing, -out[i + j]])
        return out

    def total(self, groups: Sequence[Sequence[tuple[int, int]]], allowed: Collection[int]) -> None:
        """The sum over the groups is in ``allowed``; of each group's (value, literal) pairs exactly one holds.

        A decision diagram over partial sums, kept to the sums from which an allowed one can still be reached; unit
        propagation runs along it both ways. Values that no allowed sum has are struck out at once.
        """
        if self._weigh(groups, allowed) or self._count_instead(groups, allowed):
            return
        ahead: list[Sums] = [frozenset(allowed)]
        for group in reversed(groups):
            self.tick()
            ahead.append(sums_with(ahead[-1], [-value for value, _ in group]))
        ahead.reverse()
        if 0 not in ahead[0]:
            self.add([])
            return
        sums: dict[int, int] = {0: 1}
        for group, useful in zip(groups, ahead[1:], strict=True):
            sums = self._next_sums(sums, group, useful)

    def _weigh(self, groups: Sequence[Sequence[tuple[int, int]]], allowed: Collection[int]) -> bool:
        """Hands a sum over to a solver that counts by itself, if the literals of each group tell what it adds.

        So they do where a group has two values by one variable, or three values in a row: beyond its least value such a
        group adds 1 unless it holds the least, and 1 more if it holds the greatest. A literal stands in the count as
        often as what it adds. From what is settled such a solver knows the least and the greatest sum that is left,
        which is a little less than the diagram shows, at a small part of its clauses.
        """
        low, high = min(allowed, default=0), max(allowed, default=-1)
        if not self._counting or len(groups) > _WIDE or high - low + 1 != len(allowed):
            return False
        lits: list[int] = []
        told: list[int] = []
        for group in groups:
            if not 2 <= len(group) <= 3:
                return False
            (least, first), *_, (most, last) = own = sorted(group)
            low, high = low - least, high - least
            if most - least > _WEIGHT:
                return False
            if len(own) == 2 and first == -last:
                told.append(last)
                lits += [last] * (most - least)
            elif [value - least for value, _ in own] == [0, 1, 2]:
                told += (first, last)
                lits += (-first, last)
            else:
                return False
        if len(lits) > _WEIGHT or not self._counts(told):
            return False
        if high < max(low, 0) or low > len(lits):
            self.add([])
        else:
            self._count_natively(lits, low, high)
        return True

    def _count_instead(self, groups: Sequence[Sequence[tuple[int, int]]], allowed: Collection[int]) -> bool:
        """Counts literals instead, if there are many groups and each adds one of two neighbouring numbers."""
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
        self, before: dict[int, int], group: Sequence[tuple[int, int]], useful: Sums
    ) -> dict[int, int]:
        """One layer of the diagram: from a literal per sum before the group to one per sum after it."""
        reached = sorted({s + value for s in before for value, _ in group if s + value in useful})
        after = {s: self.new() for s in reached}
        self.extend([-lit] for value, lit in group if all(s + value not in after for s in before))
        for s, node in ticking(before.items()):
            self.add([-node, *(lit for value, lit in group if s + value in after)])
            for value, lit in group:
                self.add([-node, -lit, *([after[s + value]] if s + value in after else [])])
        for s, node in ticking(after.items()):
            self.add([-node, *(before[s - value] for value, _ in group if s - value in before)])
            for value, lit in group:
                self.add([-node, -lit, *([before[s - value]] if s - value in before else [])])
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
        """What a compound expression adds to a total, by literals."""
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
        """A literal that, when it holds, makes ``expr`` hold (Plaisted and Greenbaum 1986: one direction is enough)."""
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
        """A literal that holds exactly when ``expr`` does."""
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
        """One counter for both directions: the count is allowed iff some allowed value is just reached."""
        lits = [self.literal(item) for item in ticking(expr.items)]
        at_least = self._counter(lits, len(lits))
        name = self.new()
        for k in ticking(range(len(lits) + 1)):
            wrong = ([-at_least(k)] if k else []) + ([at_least(k + 1)] if k < len(lits) else [])
            self.add([*wrong, name if k in expr.allowed else -name])
        return name


def _possible(n: int, allowed: frozenset[int]) -> Sequence[int]:
    """The numbers up to ``n`` among some, in order."""
    return sorted([k for k in allowed if 0 <= k <= n])


_few_possible = lru_cache(maxsize=4096)(_possible)
"""Kept where there are few, because a board asks for the same again and again."""


def _in_digits(n: int, cut: int) -> bool:
    """Whether to count ``n`` literals up to ``cut`` in digits."""
    return n * cut > _UNARY and cut > _LOW


@lru_cache(maxsize=128)
def _counter(n: int, cut: int) -> tuple[int, list[Clause], list[int]]:
    """A unary counter over the literals 1 .. n, to be copied: how many more variables, the clauses, the outputs."""
    own = Clauses(n)
    own.made.clear()
    out = own._totalizer(range(1, n + 1), cut)
    return own.top - n, own.made, out


def multiplied_out(expr: Expr, limit: int) -> list[Clause] | None:
    """The clauses of an and/or expression over marks; None when there would be more than ``limit`` or it counts."""
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
    """Each literal as a clause of its own."""
    return [[lit] for lit in lits]
