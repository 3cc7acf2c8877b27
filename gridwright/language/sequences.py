"""Domains of sequences: tuples and texts.

::

    ListOf(Numbers(1, LINE_LENGTH), least=1)    # a tuple of numbers up to the length of the line at the side
    TupleOf(PIPS, PIPS)                         # a pair
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from operator import contains
from random import Random
from string import ascii_uppercase
from typing import Any, Final, Self

from .domain import ABSENT, FAR, MANY, Domain, Either, Mismatch, Numbers, Varying, check_domains, settled_bound

_LONG: Final = 12
"""Lists that may be longer than this are not enumerated."""


class ListOf(Domain):
    """A tuple of ``least`` to ``most`` values of one domain."""

    atomic = False

    def __init__(self, item: Domain, least: Varying[int] = 0, most: Varying[int] = FAR) -> None:
        check_domains((item,))
        self.item, self.length = item, Numbers(least, most)
        super().__init__(*item.varying, *self.length.varying)

    def mistakes(self) -> Iterator[str]:
        yield from self.item.mistakes()
        yield from self.length.mistakes()

    def _with(self, known: Iterator[Any]) -> Self:
        item = self.item if self.item.constant else self.item._with(known)
        return type(self)(item, settled_bound(self.length.least, known), settled_bound(self.length.most, known))

    @property
    def unknown(self) -> Any:
        """If the length is fixed and an item can be unknown: a tuple of unknown items."""
        item = self.item.unknown
        return ABSENT if item is ABSENT or len(self.length.span) != 1 else (item,) * self.length.span[0]

    def __contains__(self, value: Any) -> bool:
        if type(value) is not tuple or len(value) not in self.length.span:
            return False
        item = self.item
        for one in value:  # noqa: SIM110 (all() takes twice as long)
            if one not in item:
                return False
        return True

    def mismatch(self, value: Any) -> Mismatch | None:
        if type(value) is not tuple:
            return Mismatch((), _no_list(value, self.words()), value)
        if len(value) not in self.length.span:
            span = self.length.span
            nested = isinstance(self.item, ListOf) and not span.start and span and span[-1] != FAR
            wanted = f"at most {span[-1]} item{'s' * (span[-1] != 1)}" if nested else self.words()
            return Mismatch((), wanted, _Items(len(value)))
        return _first_wrong(value, [self.item] * len(value))

    def words(self, plural: bool = False) -> str:
        span, what = self.length.span, "lists" if plural else "a list"
        if not span:
            return "nothing at all"
        items = self.item.words(plural=True)
        if len(span) == 1:
            return _so_many(what, span[0], items)
        if span[-1] == FAR:
            return f"{what} of {items}" + (f", at least {span[0]}" if span[0] else "")
        return f"{what} of {items}, " + (f"{span[0]} to {span[-1]}" if span[0] else f"at most {span[-1]}")

    def values(self) -> Sequence[Any] | None:
        items, span = self.item.values(), self.length.span
        if items is None or (span and span[-1] > _LONG) or sum(len(items) ** n for n in span) > MANY:
            return None
        return [value for n in span for value in product(items, repeat=n)]

    def sample(self, rng: Random) -> Any:
        length = self.length.sample(rng)
        items = [self.item.sample(rng) for _ in range(length)] if length is not ABSENT else [ABSENT]
        return ABSENT if ABSENT in items else tuple(items)

    def items(self) -> tuple[Domain, ...]:
        return self.item.of if isinstance(self.item, Either) else (self.item,)


class TupleOf(Domain):
    """A tuple with one value of each of several domains. ``unknown`` is the value that carries no information, by
    default the tuple of such values."""

    atomic = False

    def __init__(self, *parts: Domain, unknown: Any = ABSENT) -> None:
        check_domains(parts)
        super().__init__(*(bound for part in parts for bound in part.varying))
        self.parts, self._unknown = parts, unknown

    def mistakes(self) -> Iterator[str]:
        return (what for part in self.parts for what in part.mistakes())

    def _with(self, known: Iterator[Any]) -> Self:
        parts = (part if part.constant else part._with(known) for part in self.parts)
        return type(self)(*parts, unknown=self._unknown)

    @property
    def unknown(self) -> Any:
        told = tuple(part.unknown for part in self.parts)
        return self._unknown if ABSENT in told else told

    def __contains__(self, value: Any) -> bool:
        parts = self.parts
        return type(value) is tuple and len(value) == len(parts) and all(map(contains, parts, value))

    def mismatch(self, value: Any) -> Mismatch | None:
        if type(value) is not tuple:
            return Mismatch((), _no_list(value, self.words()), value)
        if len(value) != len(self.parts):
            return Mismatch((), self.words(), _Items(len(value)))
        return _first_wrong(value, self.parts)

    def words(self, plural: bool = False) -> str:
        told = [part.words() for part in self.parts]
        what = "lists" if plural else "a list"
        if len(set(told)) == 1:
            return _so_many(what, len(told), self.parts[0].words(plural=True))
        return f"{what} of {len(told)}: " + ", ".join(told)

    def values(self) -> Sequence[Any] | None:
        parts = [part.values() for part in self.parts]
        count = 1
        for values in parts:
            if values is None:
                return None
            count *= len(values)
        return list(product(*(values for values in parts if values is not None))) if count <= MANY else None

    def sample(self, rng: Random) -> Any:
        parts = tuple(part.sample(rng) for part in self.parts)
        return ABSENT if ABSENT in parts else parts

    def items(self) -> tuple[Domain, ...]:
        return tuple(one for part in self.parts for one in (part.of if isinstance(part, Either) else (part,)))


class Text(Domain):
    """A string of ``least`` to ``most`` characters, described by ``words``.

    The characters are from ``alphabet``, or else any except white space and those in ``never``; with ``distinct`` none
    occurs twice.
    """

    def __init__(
        self,
        words: str,
        least: Varying[int] = 0,
        most: Varying[int] = FAR,
        *,
        alphabet: str = "",
        never: str = "",
        distinct: bool = False,
    ) -> None:
        super().__init__(least, most)
        self.length, self.alphabet, self.never = Numbers(least, most), alphabet, never
        self.distinct, self._words = distinct, words

    def mistakes(self) -> Iterator[str]:
        return self.length.mistakes()

    def _with(self, known: Iterator[Any]) -> Self:
        least, most = settled_bound(self.length.least, known), settled_bound(self.length.most, known)
        chars = {"alphabet": self.alphabet, "never": self.never}
        return type(self)(self._words, least, most, distinct=self.distinct, **chars)

    def __contains__(self, value: Any) -> bool:
        return (
            type(value) is str
            and len(value) in self.length.span
            and all(map(self._may_hold, set(value)))
            and not (self.distinct and len(set(value)) < len(value))
        )

    def _may_hold(self, char: str) -> bool:
        if self.alphabet:
            return char in self.alphabet
        return not char.isspace() and char not in self.never

    def words(self, plural: bool = False) -> str:
        del plural
        return self._words

    def values(self) -> None:
        return None

    def sample(self, rng: Random) -> Any:
        length = self.length.sample(rng)
        chars = self.alphabet or "".join(char for char in ascii_uppercase if char not in self.never)
        if length is ABSENT or (self.distinct and length > len(chars)):
            return ABSENT
        return "".join(rng.sample(chars, length) if self.distinct else [rng.choice(chars) for _ in range(length)])


class _Items(int):
    """A number of items, with a repr for messages."""

    def __repr__(self) -> str:
        return f"{int(self)} item{'' if self == 1 else 's'}"


def _so_many(what: str, n: int, items: str) -> str:
    """``a list of 3 numbers from 0 to 4``, but ``a list of 2: 'A' or 'B'``."""
    noun = items.startswith(("numbers", "whole numbers", "letters", "lists"))
    return f"{what} of {n} {items}" if noun else f"{what} of {n}: {items}"


def _no_list(value: object, words: str) -> str:
    """What is expected instead of an object that is no tuple."""
    return f"a tuple: {words}" if isinstance(value, list) else words


def _first_wrong(values: Sequence[Any], domains: Sequence[Domain]) -> Mismatch | None:
    """The mismatch of the first item that is not in its domain."""
    for i, (value, domain) in enumerate(zip(values, domains, strict=True)):
        wrong = domain.mismatch(value)
        if wrong is not None:
            return wrong._replace(path=(i, *wrong.path))
    return None
