"""Expressions about a grid: marks, all, any, not, count, total, comparisons of numbered spots.

A mark is a literal: a plain ``int`` that knows it may be combined. Negative means "not". Everything that is said is
kept in negation normal form (``~`` is pushed inwards when it is applied), so that the compiler only ever meets
expressions that must become true, and the judge needs no case for negation.

``Known`` is a list indexed by literal: ``known[lit]`` is positive when the literal holds, negative when it does not, 0
when that is not settled. Because Python counts negative indices from the end, a list of ``2 n + 1`` entries serves both
signs.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, Generic, TypeGuard, TypeVar

from .ticks import tick, ticking

V = TypeVar("V", bound=Hashable)
T = TypeVar("T")
Known = Sequence[int]

if TYPE_CHECKING:
    _Array = array[int]
else:
    _Array = array  # has no [...] before Python 3.12


def known_from(model: Sequence[int]) -> list[int]:
    """``Known`` from signed values of the variables 1, 2, 3, ... (0: not settled), as a SAT solver's model gives
    them."""
    return [0, *model, *[-value for value in reversed(model)]]


class Sparse(dict[int, int]):
    """``Known`` by literal, for so many literals that only what is settled can be kept."""

    def __missing__(self, _lit: int) -> int:
        return 0


class Fixed(_Array):
    """``Known`` of a grid in which nothing changes any more, so that what is found out about it can be kept."""

    def __init__(self, _typecode: str, _known: Known) -> None:
        self.kept: dict[Hashable, Any] = {}


def fixed(known: Known) -> Known:
    """A copy that will not change, where that can be had."""
    return known if isinstance(known, Sparse) else Fixed("b", known)


def about(known: Known, key: Hashable, make: Callable[[], T]) -> T:
    """What ``make`` finds out about a grid; in a fixed grid once for each key."""
    if not isinstance(known, Fixed):
        return make()
    if key not in known.kept:
        known.kept[key] = make()
    return known.kept[key]  # type: ignore[no-any-return]


class Expr:
    """Something that a grid makes true, false, or leaves open."""

    __slots__ = ()

    def judge(self, known: Known) -> bool | None:
        """Whether the expression holds; None while that is not settled."""
        raise NotImplementedError

    def __and__(self, other: Expr) -> Expr:
        return all_of((self, other))

    def __or__(self, other: Expr) -> Expr:
        return any_of((self, other))

    def __invert__(self) -> Expr:
        raise NotImplementedError

    def implies(self, other: Expr) -> Expr:
        """Not this, or the other."""
        return any_of((~self, other))

    def same_as(self, other: Expr) -> Expr:
        """Both or neither."""
        return all_of((any_of((~self, other)), any_of((self, ~other))))


class Mark(int, Expr):
    """One mark of the grid as a literal; ``~mark`` is its absence."""

    __slots__ = ()

    def judge(self, known: Known) -> bool | None:
        value = known[self]
        return None if value == 0 else value > 0

    def __and__(self, other: Expr) -> Expr:  # type: ignore[override]
        return all_of((self, other))

    def __or__(self, other: Expr) -> Expr:  # type: ignore[override]
        return any_of((self, other))

    def __invert__(self) -> Mark:
        return Mark(-self)

    def __bool__(self) -> bool:
        raise TypeError("a mark is neither true nor false by itself; use &, | and ~, not 'and', 'or' and 'not'")

    def __repr__(self) -> str:
        return f"Mark({int(self)})"


ALWAYS, NEVER = Mark(1), Mark(-1)
"""The literal that holds in every grid (variable 1 is set aside for it), and its opposite."""

_MOST_SHARED = 50_000
_shared = [Mark(0), ALWAYS]


def marks_from(first: int, n: int) -> Iterable[Mark]:
    """``n`` marks, from the literal ``first`` on.

    Those of small literals are shared by all models: making them takes longer than all else that a spot's values need.
    """
    global _shared
    end, shared = first + n, _shared
    if end > _MOST_SHARED:
        return map(Mark, range(first, end))
    if end > len(shared):
        # Replaced, never changed, because other threads may read it.
        _shared = shared = [*shared, *map(Mark, range(len(shared), 2 * end))]
    return shared[first:end]


class All(Expr):
    """Every item holds."""

    __slots__ = ("items",)

    def __init__(self, items: tuple[Expr, ...]) -> None:
        self.items = items

    def judge(self, known: Known) -> bool | None:
        result: bool | None = True
        for item in self.items:
            got = item.judge(known)
            if got is False:
                return False
            if got is None:
                result = None
        return result

    def __invert__(self) -> Expr:
        return any_of(~item for item in self.items)

    def __repr__(self) -> str:
        return f"All{self.items!r}"


class Some(Expr):
    """At least one item holds."""

    __slots__ = ("items",)

    def __init__(self, items: tuple[Expr, ...]) -> None:
        self.items = items

    def judge(self, known: Known) -> bool | None:
        result: bool | None = False
        for item in self.items:
            got = item.judge(known)
            if got is True:
                return True
            if got is None:
                result = None
        return result

    def __invert__(self) -> Expr:
        return all_of(~item for item in self.items)

    def __repr__(self) -> str:
        return f"Some{self.items!r}"


class Count(Expr):
    """The number of items that hold is one of ``allowed``.

    ``sure`` more hold in any case; they count where the number is told to people, but not in ``allowed``.
    """

    __slots__ = ("allowed", "items", "sure")

    def __init__(self, items: tuple[Expr, ...], allowed: frozenset[int], sure: int = 0) -> None:
        self.items, self.allowed, self.sure = items, allowed, sure

    def judge(self, known: Known) -> bool | None:
        return _within(self.reach(known), self.allowed)

    def reach(self, known: Known) -> range:
        """The numbers that are still possible."""
        got = [item.judge(known) for item in self.items]
        return range(got.count(True), len(got) - got.count(False) + 1)

    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number that there can be at all."""
        return 0, len(self.items)

    def within(self, low: int, high: int) -> Expr:
        """The same number between two bounds."""
        return Count(self.items, frozenset(range(low, high + 1)), self.sure)

    def __invert__(self) -> Expr:
        return Count(self.items, frozenset(range(len(self.items) + 1)) - self.allowed, self.sure)

    def __repr__(self) -> str:
        return f"Count({self.items!r}, {sorted(self.allowed)})"


class Total(Expr):
    """The sum over ``groups`` is one of ``allowed``; of each group's (value, mark) pairs exactly one mark holds."""

    __slots__ = ("allowed", "groups")

    def __init__(self, groups: tuple[tuple[tuple[int, Mark], ...], ...], allowed: frozenset[int]) -> None:
        self.groups, self.allowed = groups, allowed

    sure = 0

    def judge(self, known: Known) -> bool | None:
        return _within(self.reach(known), self.allowed)

    def reach(self, known: Known) -> Sums:
        """The sums that are still possible."""
        sums: Sums = range(1)
        for group in self.groups:
            tick()
            sums = sums_with(sums, [value for value, mark in group if known[mark] >= 0])
        return sums

    def excluded(self, known: Known) -> list[int]:
        """The open marks that no grid with an allowed sum has."""
        left = [[(value, mark) for value, mark in group if known[mark] >= 0] for group in self.groups]
        ahead: list[Sums] = [self.allowed]
        for group in reversed(left):
            tick()
            ahead.append(sums_with(ahead[-1], [-value for value, _ in group]))
        found: list[int] = []
        behind: Sums = range(1)
        for group, wanted in zip(left, reversed(ahead[:-1]), strict=True):
            for value, mark in group:
                if known[mark] == 0 and not any(total + value in wanted for total in behind):
                    found.append(int(mark))
            behind = sums_with(behind, [value for value, _ in group])
        return found

    def bounds(self) -> tuple[int, int]:
        """The least and the greatest sum that there can be at all."""
        return (
            sum(min((value for value, _ in group), default=0) for group in self.groups),
            sum(max((value for value, _ in group), default=0) for group in self.groups),
        )

    def within(self, low: int, high: int) -> Expr:
        """The same sum between two bounds."""
        return Total(self.groups, frozenset(range(low, high + 1)))

    def __invert__(self) -> Expr:
        return Total(self.groups, frozenset(_sums(self.groups)) - self.allowed)

    def __repr__(self) -> str:
        return f"Total({len(self.groups)} spots, {sorted(self.allowed)})"


def _within(reach: Sums, allowed: frozenset[int]) -> bool | None:
    """Whether all (True), none (False) or some (None) of the values that can still be reached are allowed."""
    if isinstance(reach, range) and len(allowed) < reach.stop - reach.start:
        return None if any(value in reach for value in allowed) else False
    hits = {value in allowed for value in reach}
    return None if len(hits) == 2 else True in hits


Sums = range | frozenset[int]
"""The sums that some spots can have; a range where these are neighbouring numbers, as they nearly always are."""


def sums_with(sums: Sums, values: Iterable[int]) -> Sums:
    """The sums of one more spot, which holds one of some values, and the others."""
    values = tuple(values)
    if isinstance(sums, range) and len(values) <= _FEW_VALUES:
        return _sums_in_a_row(sums, values)
    return _sums_with(sums, values)


_FEW_VALUES = 9


@lru_cache(maxsize=1024)
def _sums_in_a_row(sums: range, values: tuple[int, ...]) -> Sums:
    """Kept, because boards have few kinds of spots."""
    return _sums_with(sums, values)


def _sums_with(sums: Sums, values: tuple[int, ...]) -> Sums:
    steps = sorted(set(values))
    if not steps or not sums:
        return range(0)
    if isinstance(sums, range) and all(b - a <= sums.stop - sums.start for a, b in pairwise(steps)):
        return range(sums.start + steps[0], sums.stop + steps[-1])
    found = frozenset(s + value for s in ticking(sums) for value in steps)
    low, high = min(found), max(found)
    return range(low, high + 1) if high - low < len(found) else found


def _sums(groups: Iterable[Iterable[tuple[int, Mark]]]) -> Sums:
    sums: Sums = range(1)
    for group in groups:
        sums = sums_with(sums, [value for value, _ in group])
    return sums


_MARKS = {Mark}


def only_marks(items: tuple[Expr, ...]) -> TypeGuard[tuple[Mark, ...]]:
    """Whether there are items, and each is a mark: most expressions are a clause or a count of marks."""
    return set(map(type, items)) == _MARKS


def all_of(items: Iterable[Expr]) -> Expr:
    """Every one of the items; with none, what always holds."""
    kept: list[Expr] = []
    for item in items:
        if type(item) is All:
            kept.extend(item.items)
        elif type(item) is Mark and (item == 1 or item == -1):
            if item == -1:
                return NEVER
        else:
            kept.append(item)
    return kept[0] if len(kept) == 1 else All(tuple(kept)) if kept else ALWAYS


def any_of(items: Iterable[Expr]) -> Expr:
    """At least one of the items; with none, what never holds."""
    items = tuple(items)
    if only_marks(items):
        if 1 in items:
            return ALWAYS
        own = tuple([item for item in items if item != -1]) if -1 in items else items
        return Some(own) if len(own) > 1 else own[0] if own else NEVER
    kept: list[Expr] = []
    for item in items:
        if type(item) is Some:
            kept.extend(item.items)
        elif type(item) is Mark and (item == 1 or item == -1):
            if item == 1:
                return ALWAYS
        else:
            kept.append(item)
    return kept[0] if len(kept) == 1 else Some(tuple(kept)) if kept else NEVER


class Amount:
    """A number that depends on the grid; comparing it makes an expression."""

    def _when(self, test: Callable[[int], bool]) -> Expr:
        raise NotImplementedError

    def __eq__(self, n: object) -> Expr:  # type: ignore[override]
        return self._when(lambda k: k == n)

    def __ne__(self, n: object) -> Expr:  # type: ignore[override]
        return self._when(lambda k: k != n)

    def __le__(self, n: int) -> Expr:
        return self._when(lambda k: k <= n)

    def __ge__(self, n: int) -> Expr:
        return self._when(lambda k: k >= n)

    def __lt__(self, n: int) -> Expr:
        return self._when(lambda k: k < n)

    def __gt__(self, n: int) -> Expr:
        return self._when(lambda k: k > n)

    def is_in(self, values: Iterable[int]) -> Expr:
        """The number is one of some values."""
        wanted = frozenset(values)
        return self._when(lambda k: k in wanted)

    __hash__ = None  # type: ignore[assignment]


_NONE: frozenset[int] = frozenset()


def _run(low: int, high: int) -> frozenset[int]:
    """The numbers from ``low`` to ``high``."""
    return _short_run(low, high) if high < _SHORT else frozenset(range(low, high + 1))


_SHORT = 64


@lru_cache(maxsize=_SHORT * _SHORT)
def _short_run(low: int, high: int) -> frozenset[int]:
    """Always the same set, so that its hash is known."""
    return frozenset(range(low, high + 1))


class _Counted(Amount):
    def __init__(self, items: Iterable[Expr]) -> None:
        self.items = list(items)
        self.sure = self.items.count(ALWAYS)
        if self.sure or NEVER in self.items:
            self.items = [item for item in self.items if item != ALWAYS and item != NEVER]

    def _when(self, test: Callable[[int], bool]) -> Expr:
        sure = self.sure
        return self._among(frozenset([k for k in range(len(self.items) + 1) if test(k + sure)]))

    def _among(self, allowed: frozenset[int]) -> Expr:
        """So many of the items hold beyond those that do in any case."""
        if not allowed:
            return NEVER
        return ALWAYS if len(allowed) > len(self.items) else Count(tuple(self.items), allowed, self.sure)

    def __eq__(self, n: object) -> Expr:  # type: ignore[override]
        if not isinstance(n, int):
            return super().__eq__(n)
        k = n - self.sure
        return self._among(_run(k, k) if 0 <= k <= len(self.items) else _NONE)

    def __le__(self, n: int) -> Expr:
        return self._among(_run(0, min(n - self.sure, len(self.items))))

    def __ge__(self, n: int) -> Expr:
        return self._among(_run(max(n - self.sure, 0), len(self.items)))

    __hash__ = None


class _Summed(Amount):
    def __init__(self, terms: Iterable[Term[int]]) -> None:
        self.groups = tuple([tuple(term.marks.items()) for term in terms])

    def _when(self, test: Callable[[int], bool]) -> Expr:
        reach = _sums(self.groups)
        return self._among(frozenset([s for s in reach if test(s)]), reach)

    def __eq__(self, n: object) -> Expr:  # type: ignore[override]
        if not isinstance(n, int):
            return super().__eq__(n)
        reach = _sums(self.groups)
        return self._among(_run(n, n) if n in reach else _NONE, reach)

    __hash__ = None

    def _among(self, allowed: frozenset[int], reach: Sums) -> Expr:
        """The sum is one of some that can be reached."""
        if not allowed:
            return NEVER
        return ALWAYS if len(allowed) == len(reach) else Total(self.groups, allowed)


def count(items: Iterable[Expr]) -> Amount:
    """How many of the items hold: ``count(...) == 2`` and so on."""
    return _Counted(items)


def total(terms: Iterable[Term[int]]) -> Amount:
    """The sum of some numbered spots: ``total(...) <= 12`` and so on."""
    return _Summed(terms)


class Term(Generic[V]):
    """A spot that holds one of several values; comparing it makes an expression.

    ``marks`` maps each value that is still possible to the mark that says so.
    """

    __slots__ = ("marks",)

    def __init__(self, marks: Mapping[V, Mark]) -> None:
        self.marks = marks

    def __eq__(self, other: object) -> Expr:  # type: ignore[override]
        if isinstance(other, Term):
            mine, its = self.marks, other.marks
            return all_of(
                (
                    *(any_of((~mark, its.get(v, NEVER))) for v, mark in mine.items()),
                    *(any_of((~mark, mine.get(v, NEVER))) for v, mark in its.items()),
                )
            )
        return self.marks.get(other, NEVER)  # type: ignore[arg-type]

    def __ne__(self, other: object) -> Expr:  # type: ignore[override]
        if isinstance(other, Term):
            return all_of(any_of((~mark, ~other.marks[v])) for v, mark in self.marks.items() if v in other.marks)
        return ~self.marks.get(other, NEVER)  # type: ignore[arg-type]

    def __lt__(self, other: Term[Any] | int) -> Expr:
        return self._ordered(other, lambda a, b: a < b)

    def __gt__(self, other: Term[Any] | int) -> Expr:
        return self._ordered(other, lambda a, b: a > b)

    def __le__(self, other: Term[Any] | int) -> Expr:
        return self._ordered(other, lambda a, b: a <= b)

    def __ge__(self, other: Term[Any] | int) -> Expr:
        return self._ordered(other, lambda a, b: a >= b)

    __hash__ = None  # type: ignore[assignment]

    def _ordered(self, other: Term[Any] | int, holds: Callable[[Any, Any], bool]) -> Expr:
        if not isinstance(other, Term):
            return self.is_in(v for v in self.marks if holds(v, other))
        return all_of(
            any_of((~mark, any_of(m for w, m in ticking(other.marks.items()) if holds(v, w))))
            for v, mark in self.marks.items()
        )

    def is_in(self, values: Iterable[V]) -> Expr:
        """The spot holds one of some values."""
        return any_of(self.marks[v] for v in values if v in self.marks)

    def relates(self, other: Term[Any], holds: Callable[[Any, Any], bool]) -> Expr:
        """Some relation of the two values holds; said as the pairs that are excluded."""
        return all_of(
            any_of((~a, ~b))
            for (v, a), (w, b) in ticking(product(self.marks.items(), other.marks.items()))
            if not holds(v, w)
        )

    def __repr__(self) -> str:
        return f"Term({list(self.marks)})"


def different(terms: Iterable[Term[Any]]) -> Expr:
    """No two of the spots hold the same value."""
    found: dict[Any, list[Mark]] = {}
    for term in terms:
        for value, mark in term.marks.items():
            found.setdefault(value, []).append(mark)
    return all_of(count(marks) <= 1 for marks in found.values() if len(marks) > 1)


def literals(expr: Expr) -> Iterator[int]:
    """The literals that an expression speaks of."""
    if isinstance(expr, Mark):
        yield int(expr)
    elif isinstance(expr, Total):
        for group in expr.groups:
            yield from (int(mark) for _, mark in group)
    elif isinstance(expr, All | Some | Count):
        for item in expr.items:
            yield from literals(item)
