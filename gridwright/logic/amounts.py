"""Amounts: counts, totals, values of spots, and sums of these. Comparing an amount makes an expression.

``+``, ``-``, ``*`` with a whole number, and ``abs`` give amounts again. Comparing a count or total with a number makes
a ``Count`` or ``Total``, and messages mention that number. Comparing two amounts, or an absolute value, makes a
``Compared``.
"""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Generic, TypeVar

from .expr import (
    ALWAYS,
    NEVER,
    Compared,
    Count,
    Expr,
    Mark,
    Sums,
    Total,
    all_of,
    any_of,
    refusal,
    refuse_others,
    sums_of,
)
from .ticks import ticking

V = TypeVar("V", bound=Hashable)
Comparison = Callable[[Any, Any], bool]
_MARK, _INT = {Mark}, {int}

_MIRRORED: Mapping[Comparison, Comparison] = {
    operator.eq: operator.eq, operator.ne: operator.ne, operator.lt: operator.gt, operator.gt: operator.lt,
    operator.le: operator.ge, operator.ge: operator.le,
}  # fmt: skip
"""For each comparison, the equivalent one with the sides swapped."""


class Calculable:
    """Something that can be added, subtracted, and multiplied by whole numbers."""

    __slots__ = ()

    def linear(self) -> Linear:
        """The same amount as a weighted sum."""
        raise NotImplementedError

    def __add__(self, other: Calculable | int) -> Linear:
        return self.linear().plus(_linear(other))

    __radd__ = __add__

    def __sub__(self, other: Calculable | int) -> Linear:
        return self.linear().plus(_linear(other), -1)

    def __rsub__(self, other: Calculable | int) -> Linear:
        return _linear(other).plus(self.linear(), -1)

    def __neg__(self) -> Linear:
        return Linear().plus(self.linear(), -1)

    def __mul__(self, factor: int) -> Linear:
        if isinstance(factor, Calculable):
            raise TypeError("an amount can be multiplied by a whole number, not by another amount")
        return Linear().plus(self.linear(), whole(factor))

    __rmul__ = __mul__

    def __abs__(self) -> Distance:
        return Distance(self.linear())

    def __bool__(self) -> bool:
        raise TypeError(
            f"{self!r} depends on the grid, so Python cannot test it: compare it, and use &, | and ~ "
            "instead of 'and', 'or' and 'not'"
        )

    def implies(self, *_others: object) -> Expr:
        """Raises TypeError, as does every operation that only expressions have."""
        raise refusal(self)

    same_as = __and__ = __or__ = __invert__ = implies


def whole(n: object) -> int:
    """The whole number on the other side of an operator. Raises TypeError for anything else."""
    if isinstance(n, int) and not isinstance(n, bool | Mark):
        return n
    hint = "; for a mark use count([mark]), which is 1 if the mark is there, else 0" if isinstance(n, Expr) else ""
    raise TypeError(
        f"cannot compare or calculate with {reprlib.repr(n)}: use whole numbers, counts, totals and values{hint}"
    )


def _linear(other: object) -> Linear:
    return other.linear() if isinstance(other, Calculable) else Linear(whole(other))


class Amount(Calculable):
    """A number that depends on the grid; comparing it makes an expression."""

    __slots__ = ()
    name = "an amount"

    def __repr__(self) -> str:
        return self.name

    def _when(self, test: Callable[[int], bool]) -> Expr:
        raise NotImplementedError

    def compared(self, other: object, holds: Comparison) -> Expr:
        """The comparison holds between this and another amount or a number."""
        if isinstance(other, Distance):
            return other.compared(self, _MIRRORED[holds])
        if isinstance(other, Calculable):
            return (self - other).where(lambda difference: holds(difference, 0))
        n = whole(other)
        return self._when(lambda k: holds(k, n))

    def __eq__(self, other: object) -> Expr:  # type: ignore[override]
        return self.compared(other, operator.eq)

    def __ne__(self, other: object) -> Expr:  # type: ignore[override]
        return self.compared(other, operator.ne)

    def __le__(self, other: Calculable | int) -> Expr:
        return self.compared(other, operator.le)

    def __ge__(self, other: Calculable | int) -> Expr:
        return self.compared(other, operator.ge)

    def __lt__(self, other: Calculable | int) -> Expr:
        return self.compared(other, operator.lt)

    def __gt__(self, other: Calculable | int) -> Expr:
        return self.compared(other, operator.gt)

    def is_in(self, values: Iterable[int]) -> Expr:
        """The number is one of ``values``."""
        wanted = frozenset(map(whole, values))
        return self._when(lambda k: k in wanted)

    __hash__ = None  # type: ignore[assignment]


_NONE: frozenset[int] = frozenset()


def _run(low: int, high: int) -> frozenset[int]:
    """The numbers from ``low`` to ``high``."""
    return _short_run(low, high) if high < _SHORT else frozenset(range(low, high + 1))


_SHORT = 64


@lru_cache(maxsize=_SHORT * _SHORT)
def _short_run(low: int, high: int) -> frozenset[int]:
    """Always the same object, so that its hash is cached."""
    return frozenset(range(low, high + 1))


class CountAmount(Amount):
    """The number of items that hold."""

    name = "count(...)"

    def __init__(self, items: Iterable[Expr]) -> None:
        self.items = list(items)
        if set(map(type, self.items)) != _MARK:
            refuse_others(self.items)
        self.sure = self.items.count(ALWAYS)
        if self.sure or NEVER in self.items:
            self.items = [item for item in self.items if item != ALWAYS and item != NEVER]

    def linear(self) -> Linear:
        constant, weights = self.sure, dict[Expr, int]()
        for item in self.items:
            if type(item) is Mark and int(item) < 0:
                constant += 1
                weights[~item] = weights.get(~item, 0) - 1
            else:
                weights[item] = weights.get(item, 0) + 1
        return Linear(constant, weights)

    def _when(self, test: Callable[[int], bool]) -> Expr:
        sure = self.sure
        return self._among(frozenset([k for k in range(len(self.items) + 1) if test(k + sure)]))

    def _among(self, allowed: frozenset[int]) -> Expr:
        """The number of items that hold, those that always do left out, is in ``allowed``."""
        if not allowed:
            return NEVER
        return ALWAYS if len(allowed) > len(self.items) else Count(tuple(self.items), allowed, self.sure)

    def __eq__(self, n: object) -> Expr:  # type: ignore[override]
        if type(n) is not int:
            return super().__eq__(n)
        k = n - self.sure
        return self._among(_run(k, k) if 0 <= k <= len(self.items) else _NONE)

    def __le__(self, n: Calculable | int) -> Expr:
        if type(n) is not int:
            return super().__le__(n)
        return self._among(_run(0, min(n - self.sure, len(self.items))))

    def __ge__(self, n: Calculable | int) -> Expr:
        if type(n) is not int:
            return super().__ge__(n)
        return self._among(_run(max(n - self.sure, 0), len(self.items)))

    __hash__ = None


class Summed(Amount):
    """The sum of the values of some spots."""

    name = "total(...)"

    def __init__(self, terms: Iterable[Term[int]]) -> None:
        self.groups = tuple([tuple(_numbers_of(term).items()) for term in terms])

    def linear(self) -> Linear:
        found = Linear()
        for group in self.groups:
            found = found.plus(Linear(spots={frozenset(m for _, m in group): {m: v for v, m in group}}))
        return found

    def _when(self, test: Callable[[int], bool]) -> Expr:
        reach = sums_of(self.groups)
        return self._among(frozenset([s for s in reach if test(s)]), reach)

    def __eq__(self, n: object) -> Expr:  # type: ignore[override]
        if type(n) is not int:
            return super().__eq__(n)
        reach = sums_of(self.groups)
        return self._among(_run(n, n) if n in reach else _NONE, reach)

    __hash__ = None

    def _among(self, allowed: frozenset[int], reach: Sums) -> Expr:
        """The sum is in ``allowed``, a part of ``reach``."""
        if not allowed:
            return NEVER
        return ALWAYS if len(allowed) == len(reach) else Total(self.groups, allowed)


class Linear(Amount):
    """A constant, plus the weights of expressions that hold, plus a number for the value of each spot.

    The keys of ``weights`` are positive marks and compound expressions. A spot is identified by its marks.
    """

    __slots__ = ("constant", "spots", "weights")

    def __init__(
        self,
        constant: int = 0,
        weights: Mapping[Expr, int] | None = None,
        spots: Mapping[frozenset[Mark], Mapping[Mark, int]] | None = None,
    ) -> None:
        self.constant, self.weights, self.spots = constant, weights or {}, spots or {}

    def linear(self) -> Linear:
        return self

    def plus(self, other: Linear, factor: int = 1) -> Linear:
        """This amount plus a multiple of another one."""
        weights, spots = dict(self.weights), dict(self.spots)
        for item, weight in other.weights.items():
            weights[item] = weights.get(item, 0) + factor * weight
        for key, added in other.spots.items():
            before = spots.get(key, {})
            spots[key] = {mark: before.get(mark, 0) + factor * n for mark, n in added.items()}
        return Linear(self.constant + factor * other.constant, weights, spots)

    def _when(self, test: Callable[[int], bool]) -> Expr:
        return self.where(test, is_shown=True)

    def where(self, test: Callable[[int], bool], *, is_shown: bool = False) -> Expr:
        """The amount passes a test; ``is_shown``: messages may mention the number."""
        constant, weights, spots = self.constant, dict[Expr, int](), [dict(spot) for spot in self.spots.values()]
        for item, weight in self.weights.items():
            spot = next((spot for spot in spots if item in spot), None)
            if spot is not None:  # the mark of a value that is added as well
                spot[item] += weight  # type: ignore[index]
            elif weight:
                weights[item] = weight
        groups = list[tuple[tuple[int, Mark], ...]]()
        for spot in spots:
            numbers = set(spot.values())
            if len(numbers) == 1:
                constant += numbers.pop()
            else:
                groups.append(tuple((n, mark) for mark, n in spot.items()))
        if not weights and len(groups) == 1:
            return any_of(mark for n, mark in groups[0] if test(n + constant))
        if not weights and len(groups) == 2 and not is_shown:
            return _related(groups[0], groups[1], lambda n: test(n + constant))
        if not groups and set(weights.values()) <= ({1} if is_shown else {1, -1}):
            return _count(constant, weights, test, is_shown)
        return _total(constant, weights, groups, test, is_shown)


def _related(
    one: Sequence[tuple[int, Mark]], other: Sequence[tuple[int, Mark]], test: Callable[[int], bool]
) -> Expr:
    """The sum of two spots passes a test: clauses for the excluded pairs, or the partners of each value if shorter."""
    excluded = [(a, b) for (v, a), (w, b) in ticking(product(one, other)) if not test(v + w)]
    if len(excluded) <= max(len(one), len(other)):
        return all_of(any_of((~a, ~b)) for a, b in excluded)
    barred: dict[Mark, set[Mark]] = {}
    for a, b in excluded:
        barred.setdefault(a, set()).add(b)
        barred.setdefault(b, set()).add(a)
    sides = ((one, other), (other, one))
    return all_of(
        any_of((~a, *(b for _, b in its if b not in barred[a])))
        for own, its in sides
        for _, a in own
        if a in barred
    )


def _count(constant: int, weights: Mapping[Expr, int], test: Callable[[int], bool], is_shown: bool) -> Expr:
    """A sum with the weights 1 and -1 as a count: items with the weight -1 are negated."""
    items = tuple(item if weight > 0 else ~item for item, weight in weights.items())
    least = constant - sum(weight < 0 for weight in weights.values())
    allowed = frozenset(k for k in range(len(items) + 1) if test(least + k))
    if not allowed or len(allowed) > len(items):
        return ALWAYS if allowed else NEVER
    what = Count(items, allowed, least)
    return what if is_shown else Compared(what)


def _total(
    constant: int,
    weights: Mapping[Expr, int],
    groups: list[tuple[tuple[int, Mark], ...]],
    test: Callable[[int], bool],
    is_shown: bool,
) -> Expr:
    """A weighted sum as a total."""
    groups = [*groups, *(((0, ~item), (n, item)) for item, n in weights.items() if isinstance(item, Mark))]
    parts = tuple((n, item) for item, n in weights.items() if not isinstance(item, Mark))
    reach = sums_of(groups, parts)
    allowed = frozenset(n for n in ticking(reach) if test(n + constant))
    if not allowed or len(allowed) == len(reach):
        return ALWAYS if allowed else NEVER
    what = Total(tuple(groups), allowed, constant, parts)
    return what if is_shown else Compared(what)


class Distance(Amount):
    """The absolute value of an amount."""

    __slots__ = ("difference",)
    name = "abs(...)"

    def __init__(self, difference: Linear) -> None:
        self.difference = difference

    def linear(self) -> Linear:
        raise TypeError("abs(...) can only be compared: move all other terms to the other side")

    def _when(self, test: Callable[[int], bool]) -> Expr:
        return self.difference.where(lambda n: test(abs(n)))

    def compared(self, other: object, holds: Comparison) -> Expr:
        if not isinstance(other, Calculable):
            return super().compared(other, holds)
        signs = self.difference, -self.difference
        if holds in (operator.le, operator.lt):
            return all_of(one.compared(other, holds) for one in signs)
        if holds in (operator.ge, operator.gt):
            return any_of(one.compared(other, holds) for one in signs)
        equal = all_of((self <= other, self >= other))
        return equal if holds is operator.eq else ~equal


def count(items: Iterable[Expr]) -> Amount:
    """The number of items that hold: ``count(...) == 2`` and so on."""
    return CountAmount(items)


def total(terms: Iterable[Term[int]]) -> Amount:
    """The sum of the values of some spots: ``total(...) <= 12`` and so on."""
    return Summed(terms)


class Term(Calculable, Generic[V]):
    """A spot that holds one of several values; comparing it makes an expression.

    ``marks`` maps each value that is still possible to the mark that says so.
    """

    __slots__ = ("marks",)

    def __init__(self, marks: Mapping[V, Mark]) -> None:
        self.marks = marks

    def linear(self) -> Linear:
        marks = _numbers_of(self)
        return Linear(spots={frozenset(marks.values()): {mark: n for n, mark in marks.items()}})

    def __eq__(self, other: object) -> Expr:  # type: ignore[override]
        if type(other) is int:
            return self.marks.get(other, NEVER)  # type: ignore[arg-type]
        if isinstance(other, Term):
            mine, its = self.marks, other.marks
            return all_of(
                (
                    *(any_of((~mark, its.get(v, NEVER))) for v, mark in mine.items()),
                    *(any_of((~mark, mine.get(v, NEVER))) for v, mark in its.items()),
                )
            )
        return other == self if isinstance(other, Amount) else self._holding(other)

    def __ne__(self, other: object) -> Expr:  # type: ignore[override]
        if isinstance(other, Term):
            return all_of(any_of((~mark, ~other.marks[v])) for v, mark in self.marks.items() if v in other.marks)
        return other != self if isinstance(other, Amount) else ~self._holding(other)

    def _holding(self, value: object) -> Mark:
        """The mark of a value."""
        if type(value) is Mark:
            whole(value)
        return self.marks.get(value, NEVER)  # type: ignore[arg-type]

    def __lt__(self, other: Term[Any] | Amount | V) -> Expr:
        return self._ordered(other, operator.lt)

    def __gt__(self, other: Term[Any] | Amount | V) -> Expr:
        return self._ordered(other, operator.gt)

    def __le__(self, other: Term[Any] | Amount | V) -> Expr:
        return self._ordered(other, operator.le)

    def __ge__(self, other: Term[Any] | Amount | V) -> Expr:
        return self._ordered(other, operator.ge)

    __hash__ = None  # type: ignore[assignment]

    def _ordered(self, other: Term[Any] | Amount | V, holds: Comparison) -> Expr:
        if isinstance(other, Amount):
            return other.compared(self, _MIRRORED[holds])
        if not isinstance(other, Term):
            if type(other) is Mark:
                whole(other)
            return self.is_in(v for v in self.marks if holds(v, other))
        return all_of(
            any_of((~mark, any_of(m for w, m in ticking(other.marks.items()) if holds(v, w))))
            for v, mark in self.marks.items()
        )

    def is_in(self, values: Iterable[V]) -> Expr:
        """The spot holds one of ``values``."""
        return any_of(self.marks[v] for v in values if v in self.marks)

    def relates(self, other: Term[Any], holds: Callable[[Any, Any], bool]) -> Expr:
        """``holds`` is true of the two values; expressed by the excluded pairs."""
        return all_of(
            any_of((~a, ~b))
            for (v, a), (w, b) in ticking(product(self.marks.items(), other.marks.items()))
            if not holds(v, w)
        )

    def __repr__(self) -> str:
        return f"Term({list(self.marks)})"


def _numbers_of(term: Term[Any]) -> Mapping[int, Mark]:
    """The marks of a spot by its numbers. Raises TypeError for anything but a spot that holds numbers only."""
    if type(term) is not Term:
        raise TypeError(
            f"total() adds up the values of spots, but {term!r} is not one: use count() for marks, and + for counts "
            "and totals"
        )
    marks = term.marks
    if set(map(type, marks)) != _INT:
        others = [value for value in marks if not isinstance(value, int) or isinstance(value, bool)]
        if others:
            shown = " or ".join(map(repr, others))
            raise TypeError(f"cannot calculate with a spot that may hold {shown}: its values must be whole numbers")
    return marks


def different(terms: Iterable[Term[Any]]) -> Expr:
    """No two of the spots hold the same value."""
    found: dict[Any, list[Mark]] = {}
    for term in terms:
        for value, mark in term.marks.items():
            found.setdefault(value, []).append(mark)
    return all_of(count(marks) <= 1 for marks in found.values() if len(marks) > 1)
