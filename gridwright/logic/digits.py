"""Counts of very many literals, as numbers in base 8 whose digits are unary.

A unary counter (see ``Clauses.totalizer``) of n literals up to k takes about 3 n k clauses, which is millions for
hundreds of marks on thousands of cells. Here a tree of adders computes the count in base 8, with unary digits from 0 to
7. An adder adds two digits and a carry; the sum is at most 15. If it is at least 8, there is a carry, and the digit is
the sum minus 8. So about 45 clauses per literal suffice, whatever k is. (These are modulo totalizers with more than two
digits: Ogawa et al. 2013, Zha et al. 2019.)

All clauses are equivalences, so unit propagation finds every digit of a full grid, and each answer is found once. On
partial grids they propagate less than a unary counter: a digit modulo 8 says nothing while the next one is open. Base 4
propagates less, base 16 takes twice the clauses; 8 was the fastest or equal on minesweepers of 40x40 to 100x100, where
unary counters took ten times as long or ran out of memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product, zip_longest
from typing import NamedTuple, Protocol

BASE = 8

Unary = Sequence[int]
"""A small number in unary: literal k - 1 means "at least k"."""


class Output(Protocol):
    """The part of ``Clauses`` that is needed here."""

    tick: Callable[[], None]
    extend: Callable[[Iterable[list[int]]], None]

    def new(self, n: int = 1) -> int:
        """See ``Clauses.new``."""

    def totalizer(self, lits: Sequence[int], cut: int) -> list[int]:
        """See ``Clauses.totalizer``."""

    def copy(self, made: Iterable[list[int]], lits: Sequence[int], more: int) -> list[int]:
        """See ``Clauses.copy``."""


class Digits:
    """The number of literals that hold; ``digits`` are its unary digits, the lowest first."""

    def __init__(self, lits: Sequence[int], out: Output, base: int = BASE) -> None:
        """Adds the clauses to ``out``; ``base`` is at least 2."""
        self.out, self.base = out, base
        size = base - 1
        numbers: list[list[Unary]] = []
        for i in range(0, len(lits), size):
            out.tick()
            numbers.append([out.totalizer(lits[i : i + size], size)])
        while len(numbers) > 1:
            pairs = zip_longest(numbers[::2], numbers[1::2], fillvalue=())
            numbers = [self._sum(a, b) for a, b in pairs]
        self.digits = numbers[0] if numbers else []
        self._known: dict[tuple[int, int], int] = {}
        """For a position k and a number below ``base ** (k + 1)``: the literal of "digits 0 to k are at least it"."""

    def _sum(self, a: Sequence[Unary], b: Sequence[Unary]) -> list[Unary]:
        """The digits of a + b."""
        out = self.out
        out.tick()
        total: list[Unary] = []
        carry: Unary = ()
        for x, y in zip_longest(a, b, fillvalue=()):
            adder = _adder(len(x), len(y), len(carry), self.base)
            signed = out.copy(adder.made, (*x, *y, *carry), adder.more)
            total.append([signed[lit] for lit in adder.digit])
            carry = [signed[lit] for lit in adder.carry]
        return [*total, carry] if carry else total

    def at_least(self, k: int) -> int:
        """The literal of "at least ``k`` of the literals hold"; k from 1 to their number."""
        lower = 1  # the digits below are at least 0
        for place, digit in enumerate(self.digits):
            own = k // self.base**place % self.base
            key = place, k % self.base ** (place + 1)
            if key not in self._known:
                self._known[key] = self._place(_reaches(digit, own + 1), _reaches(digit, own), lower)
            lower = self._known[key]
        return lower

    def _place(self, more: int, as_much: int, lower: int) -> int:
        """The literal of "this digit is larger, or as large and the digits below are large enough"."""
        if as_much == -1 or lower == 1:
            return as_much
        if as_much == 1 and more == -1:
            return lower
        name = self.out.new()
        # ``more`` implies ``as_much``.
        self.out.extend(([-more, name], [-as_much, -lower, name], [-name, as_much], [-name, more, lower]))
        return name


def _reaches(digit: Unary, k: int) -> int:
    """The literal of "at least k": 1 if that always holds, -1 if it never does."""
    return 1 if k <= 0 else digit[k - 1] if k <= len(digit) else -1


class _Adder(NamedTuple):
    """Clauses over the literals 1 .. n of two digits and a carry and ``more`` further ones.

    The result is ``digit`` and ``carry`` (one literal or none).
    """

    more: int
    made: list[list[int]]
    digit: Unary
    carry: Unary


@lru_cache(maxsize=1024)
def _adder(x: int, y: int, c: int, base: int) -> _Adder:
    """A template of an adder of unary numbers up to x, y and c."""
    n = x + y + c
    numbers = range(1, x + 1), range(x + 1, x + y + 1), range(x + y + 1, n + 1)
    if n == max(x, y, c):
        return _Adder(0, [], range(1, n + 1), ())
    total = range(n + 1, 2 * n + 1)
    made = list(_total(numbers, total))
    if n < base:
        return _Adder(n, made, total, ())
    digit = range(2 * n + 1, 2 * n + base)
    carry = total[base - 1]
    for k, lit in enumerate(digit, 1):
        low, high = total[k - 1], total[base + k - 1 : base + k]  # high: the literal, or none
        made += ([-low, carry, lit], [-lit, low], [-lit, -carry, *high], *([-above, lit] for above in high))
    made += ([a, -b] for a, b in pairwise(digit))
    return _Adder(n + base - 1, made, digit, (carry,))


def _total(numbers: Sequence[Unary], total: Unary) -> Iterator[list[int]]:
    """Clauses for the sum of unary numbers."""
    for counts in product(*(range(len(number) + 1) for number in numbers)):
        k = sum(counts)
        if k > 0:
            # If the numbers are at least these, the sum is at least theirs.
            yield [*(-number[i - 1] for number, i in zip(numbers, counts, strict=True) if i), total[k - 1]]
        if k < len(total):
            # If none is above these, the sum is not above theirs.
            yield [*(number[i] for number, i in zip(numbers, counts, strict=True) if i < len(number)), -total[k]]
    yield from ([a, -b] for a, b in pairwise(total))
