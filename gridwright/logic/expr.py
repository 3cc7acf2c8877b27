"""Expressions about a grid: marks, conjunctions, disjunctions, counts and totals. See also ``amounts``.

A mark is a literal: an ``int`` with the operators of expressions. Negative means "not". Expressions are in negation
normal form (``~`` is pushed inwards at once), so neither the compiler nor ``judge`` meets a negation.

``Known`` is a list indexed by literal: ``known[lit]`` is positive if the literal holds, negative if it does not, and 0
if it is open. Negative indices count from the end, so a list of ``2 n + 1`` entries serves both signs.
"""

from __future__ import annotations

import reprlib
from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import pos
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar

from .ticks import tick, ticking

T = TypeVar("T")
Known = Sequence[int]

if TYPE_CHECKING:
    _Array = array[int]
else:
    _Array = array  # has no [...] before Python 3.12


def known_from(model: Sequence[int]) -> list[int]:
    """``Known`` from the literals of the variables 1, 2, 3, ... (0: open), as in the model of a SAT solver."""
    return [0, *model, *[-value for value in reversed(model)]]


class Sparse(dict[int, int]):
    """``Known`` for a very large number of literals: stores only those that are settled."""

    def __missing__(self, _lit: int) -> int:
        return 0


class FrozenKnown(_Array):
    """``Known`` of a grid that no longer changes, with a cache of what was computed from it."""

    def __init__(self, _typecode: str, _known: Known) -> None:
        self.kept: dict[Hashable, Any] = {}


def fixed(known: Known) -> Known:
    """A copy that will not change; a ``Sparse`` one as it is."""
    return known if isinstance(known, Sparse) else FrozenKnown("b", known)


def about(known: Known, key: Hashable, make: Callable[[], T]) -> T:
    """The result of ``make``; in a fixed grid it is computed once per key."""
    if not isinstance(known, FrozenKnown):
        return make()
    if key not in known.kept:
        known.kept[key] = make()
    return known.kept[key]  # type: ignore[no-any-return]


class Expr:
    """Something that is true or false of a grid, or open."""

    __slots__ = ()

    def judge(self, known: Known) -> bool | None:
        """Whether the expression holds; None if that is open."""
        raise NotImplementedError

    def __and__(self, other: Expr) -> Expr:
        return all_of((self, other))

    def __or__(self, other: Expr) -> Expr:
        return any_of((self, other))

    def __rand__(self, other: object) -> Expr:
        raise refusal(other)

    def __ror__(self, other: object) -> Expr:
        raise refusal(other)

    def __invert__(self) -> Expr:
        raise NotImplementedError

    def __bool__(self) -> bool:
        raise TypeError(
            "an expression depends on the grid, so Python cannot test it: use &, | and ~ instead of 'and', 'or' and "
            "'not', and (a < b) & (b < c) instead of a < b < c"
        )

    def implies(self, other: Expr) -> Expr:
        """Not this, or the other."""
        return any_of((~self, other))

    def same_as(self, other: Expr) -> Expr:
        """Both or neither."""
        return all_of((any_of((~self, other)), any_of((self, ~other))))


class Mark(int, Expr):
    """One mark of a grid, as a literal; ``~mark`` is its absence."""

    __slots__ = ()

    def judge(self, known: Known) -> bool | None:
        value = known[self]
        return None if value == 0 else value > 0

    def __and__(self, other: Expr) -> Expr:  # type: ignore[override]
        return all_of((self, other))

    def __or__(self, other: Expr) -> Expr:  # type: ignore[override]
        return any_of((self, other))

    __rand__ = Expr.__rand__  # type: ignore[assignment]
    __ror__ = Expr.__ror__  # type: ignore[assignment]

    def __invert__(self) -> Mark:
        return Mark(-self)

    def _calculated(self, _other: object) -> Mark:
        raise TypeError("marks are not numbers: count([...]) is the number of marks that are there")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _calculated

    def __bool__(self) -> bool:
        raise TypeError("a mark is neither true nor false by itself; use &, | and ~, not 'and', 'or' and 'not'")

    def __repr__(self) -> str:
        return f"Mark({int(self)})"


ALWAYS, NEVER = Mark(1), Mark(-1)
"""The literal that holds in every grid (variable 1 is reserved for it), and its opposite."""

_MOST_SHARED = 50_000
_shared = [Mark(0), ALWAYS]


def marks_from(first: int, n: int) -> Iterable[Mark]:
    """``n`` marks, from the literal ``first`` on.

    Marks of small literals are shared by all models, because creating them is the slowest part of building a term.
    """
    global _shared
    end, shared = first + n, _shared
    if end > _MOST_SHARED:
        return map(Mark, range(first, end))
    if end > len(shared):
        # The list is replaced and never changed, because other threads may be reading it.
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
    """The number of items that hold is in ``allowed``.

    ``sure`` further ones always hold. They count in what people read, but not in ``allowed``.
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
        """The smallest and the largest number in any grid."""
        return 0, len(self.items)

    def within(self, low: int, high: int) -> Expr:
        """The number of the same items, between two bounds."""
        return Count(self.items, frozenset(range(low, high + 1)), self.sure)

    def __invert__(self) -> Expr:
        return Count(self.items, frozenset(range(len(self.items) + 1)) - self.allowed, self.sure)

    def __repr__(self) -> str:
        return f"Count({self.items!r}, {sorted(self.allowed)})"


class Total(Expr):
    """The sum over ``groups`` and ``parts`` is in ``allowed``.

    A group is a list of (value, mark) pairs; exactly one mark holds, and its value is added. A part is a pair (weight,
    compound expression), and its weight is added if it holds. ``sure`` is as in ``Count``.
    """

    __slots__ = ("allowed", "groups", "parts", "sure")

    def __init__(
        self,
        groups: tuple[tuple[tuple[int, Mark], ...], ...],
        allowed: frozenset[int],
        sure: int = 0,
        parts: tuple[tuple[int, Expr], ...] = (),
    ) -> None:
        self.groups, self.allowed, self.sure, self.parts = groups, allowed, sure, parts

    def judge(self, known: Known) -> bool | None:
        return _within(self.reach(known), self.allowed)

    def reach(self, known: Known) -> Sums:
        """The sums that are still possible."""
        sums: Sums = range(1)
        for group in self.groups:
            tick()
            sums = sums_with(sums, [value for value, mark in group if known[mark] >= 0])
        for weight, part in self.parts:
            sums = sums_with(sums, _added(weight, part.judge(known)))
        return sums

    def excluded(self, known: Known) -> list[int]:
        """The open marks in groups that no allowed sum is compatible with."""
        left = [[(value, mark) for value, mark in group if known[mark] >= 0] for group in self.groups]
        ahead: list[Sums] = [self.allowed]
        for weight, part in self.parts:
            ahead[0] = sums_with(ahead[0], _added(-weight, part.judge(known)))
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
        """The smallest and the largest sum in any grid."""
        values = [*([value for value, _ in group] for group in self.groups), *((0, weight) for weight, _ in self.parts)]
        return sum(min(own, default=0) for own in values), sum(max(own, default=0) for own in values)

    def within(self, low: int, high: int) -> Expr:
        """The sum of the same spots, between two bounds."""
        return Total(self.groups, frozenset(range(low, high + 1)), self.sure, self.parts)

    def __invert__(self) -> Expr:
        others = frozenset(sums_of(self.groups, self.parts)) - self.allowed
        return Total(self.groups, others, self.sure, self.parts)

    def __repr__(self) -> str:
        return f"Total({len(self.groups) + len(self.parts)} spots, {sorted(self.allowed)})"


class Compared(Expr):
    """Two amounts compared: ``what`` is about their difference, a number that messages do not mention."""

    __slots__ = ("what",)

    def __init__(self, what: Count | Total) -> None:
        self.what = what

    def judge(self, known: Known) -> bool | None:
        return self.what.judge(known)

    def __invert__(self) -> Expr:
        return Compared(~self.what)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"Compared({self.what!r})"


def _added(weight: int, holds: bool | None) -> Sequence[int]:
    """The numbers that a part may add to a sum."""
    return (0, weight) if holds is None else (weight * holds,)


def _within(reach: Sums, allowed: frozenset[int]) -> bool | None:
    """Whether all (True), none (False) or some (None) of the values that are still possible are allowed."""
    if isinstance(reach, range) and len(allowed) < reach.stop - reach.start:
        return None if any(value in reach for value in allowed) else False
    hits = {value in allowed for value in reach}
    return None if len(hits) == 2 else True in hits


Sums = range | frozenset[int]
"""The possible sums of some spots: a range if they are consecutive, as they nearly always are."""


def sums_with(sums: Sums, values: Iterable[int]) -> Sums:
    """The possible sums after adding one of ``values``."""
    values = tuple(values)
    if isinstance(sums, range) and len(values) <= _FEW_VALUES:
        return _sums_in_a_row(sums, values)
    return _sums_with(sums, values)


_FEW_VALUES = 9


@lru_cache(maxsize=1024)
def _sums_in_a_row(sums: range, values: tuple[int, ...]) -> Sums:
    """Cached, because boards have few kinds of spots."""
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


def sums_of(groups: Iterable[Iterable[tuple[int, Mark]]], parts: Iterable[tuple[int, Expr]] = ()) -> Sums:
    """The sums that the groups and parts of a total can have in any grid."""
    sums: Sums = range(1)
    for group in groups:
        sums = sums_with(sums, [value for value, _ in group])
    for weight, _ in parts:
        sums = sums_with(sums, (0, weight))
    return sums


_MARKS = {Mark}


def only_marks(items: tuple[Expr, ...]) -> TypeGuard[tuple[Mark, ...]]:
    """Whether there are items and all are marks, as in most clauses and counts."""
    return set(map(type, items)) == _MARKS


def refuse_others(items: Collection[object]) -> None:
    """Raises TypeError if an item is not an expression."""
    for kind in set(map(type, items)):
        if not issubclass(kind, Expr):
            raise refusal(next(item for item in items if type(item) is kind))


def refusal(item: object) -> TypeError:
    """The error for an object where an expression is required."""
    return TypeError(
        f"{reprlib.repr(item)} is not an expression: name a mark (self.shade[cell]), compare a value, a count or a "
        "total (count(...) == 2), or join expressions (all_of(...), any_of(...))"
    )


def all_of(items: Iterable[Expr]) -> Expr:
    """All items hold; true if there are none."""
    kept: list[Expr] = []
    for item in items:
        if type(item) is Mark:
            if item == -1:
                return NEVER
            if item != 1:
                kept.append(item)
        elif type(item) is All:
            kept.extend(item.items)
        elif isinstance(item, Expr):
            kept.append(item)
        else:
            raise refusal(item)
    return kept[0] if len(kept) == 1 else All(tuple(kept)) if kept else ALWAYS


def any_of(items: Iterable[Expr]) -> Expr:
    """At least one item holds; false if there are none."""
    items = tuple(items)
    if only_marks(items):
        if 1 in items:
            return ALWAYS
        own = tuple([item for item in items if item != -1]) if -1 in items else items
        return Some(own) if len(own) > 1 else own[0] if own else NEVER
    kept: list[Expr] = []
    for item in items:
        if type(item) is Mark:
            if item == 1:
                return ALWAYS
            if item != -1:
                kept.append(item)
        elif type(item) is Some:
            kept.extend(item.items)
        elif isinstance(item, Expr):
            kept.append(item)
        else:
            raise refusal(item)
    return kept[0] if len(kept) == 1 else Some(tuple(kept)) if kept else NEVER


def literals(expr: Expr) -> Iterator[int]:
    """The literals in an expression."""
    if isinstance(expr, Mark):
        yield int(expr)
    elif isinstance(expr, Total):
        for group in expr.groups:
            yield from [+mark for _, mark in group]
        for _, part in expr.parts:
            yield from literals(part)
    elif isinstance(expr, Compared):
        yield from literals(expr.what)
    elif isinstance(expr, All | Some | Count):
        if only_marks(expr.items):
            yield from map(pos, expr.items)  # as int(mark), in a fifth of the time
        else:
            for item in expr.items:
                yield from literals(item)
