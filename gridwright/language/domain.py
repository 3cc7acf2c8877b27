"""Domains: the values that marks of a layer or a key may have.

``Puzzle.of`` and readers reject values outside their domains, and random puzzles are made by enumerating or sampling
domains. A domain may depend on the puzzle: its bounds may be keys, functions of the model, or (with ``per_spot``)
functions of the model and the spot. ``at`` returns the domain for one puzzle and one spot; only that one knows its
values::

    Numbers(1, CELLS) | Unknown("?")     # a number from 1 to the number of cells, or "?"

For tuples and texts see ``sequences``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from random import Random
from typing import Any, Final, Generic, NamedTuple, Self, TypeAlias, TypeVar

from ..board.board import Spot
from .genre_errors import Subject, in_short, misuse

T = TypeVar("T")

FAR: Final = 999_999_999
"""The upper bound of numbers without one: no puzzle needs larger numbers, and counting stays fast."""
MANY: Final = 1_000
"""Domains with more values are sampled, not enumerated."""
_REMEMBERED: Final = 200
"""Size of the cache of a domain's settled forms."""


class _Absent:
    """The type of ``ABSENT``."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()
"""No value: what a layer holds where a clue is missing."""


class Mismatch(NamedTuple):
    """Why a value is not in a domain; ``path`` leads to the invalid part (``value[path[0]][path[1]]...``)."""

    path: tuple[int, ...]
    expected: str
    found: Any


class Depends(Generic[T]):
    """A bound of a domain that depends on the puzzle and is no plain function: a key, or a result of ``per_spot``."""

    by_spot = False

    def value(self, model: Any, spot: Spot | None) -> T:
        """The bound, or the values, for one puzzle and spot."""
        raise NotImplementedError


class PerSpot(Depends[T]):
    """A function of the model and the spot."""

    by_spot = True

    def __init__(self, function: Callable[[Any, Any], T]) -> None:
        self.function = function

    def __get__(self, model: Any, owner: type) -> Any:
        """The bound in the class body; in rules, where it belongs to a model, a method like any other."""
        return self if model is None else partial(self.function, model)

    def value(self, model: Any, spot: Spot | None) -> T:
        return self.function(model, spot)


def per_spot(function: Callable[[Any, Any], T]) -> PerSpot[T]:
    """Makes a function of the model and the spot a bound of a domain; also a decorator for methods of genres."""
    return PerSpot(function)


Varying: TypeAlias = T | Callable[[Any], T] | Depends[T]
"""A constant, a function of the model, a key, or a function of the model and the spot."""


def _cells(model: Any) -> int:
    return len(model.board.cells)


def _side(model: Any) -> int:
    return int(model.board.n_cols)


def _in_view(model: Any) -> int:
    return int(model.board.n_rows + model.board.n_cols - 1)


def _line(model: Any, side: Spot) -> int:
    return int(model.board.line_length(side))


CELLS: Final = _cells
"""The number of cells of the board."""
SIDE: Final = _side
"""The number of columns: the side of a square board."""
IN_VIEW: Final = _in_view
"""The greatest number of cells that can be seen from a cell in its row and column, itself included."""
LINE_LENGTH: Final = per_spot(_line)
"""The number of cells in the line at an outside spot."""


def settled_bound(bound: Varying[T], known: Iterator[Any]) -> Any:
    """A constant bound, or the next known value of a varying one."""
    return next(known) if callable(bound) or isinstance(bound, Depends) else bound


def no_domain(thing: object) -> str:
    """The message for an object that is no domain, with what to write instead."""
    if isinstance(thing, range) and thing.step == 1 and thing:
        better = f"Numbers({thing.start}, {thing.stop - 1})"
    elif isinstance(thing, type) and issubclass(thing, Domain):
        better = f"{thing.__name__}(...), with parentheses"
    elif thing is int or isinstance(thing, int):
        better = f"Numbers(0, {thing})" if isinstance(thing, int) else "Numbers()"
    elif thing is None or thing == "?":
        better = f"Unknown({thing!r})"
    elif isinstance(thing, str | tuple | list | set | frozenset | range):
        better = f"OneOf({in_short(thing)})"
    else:
        better = "Numbers(0, 4), OneOf(...) or another domain"
    shown = f"the class {thing.__name__}" if isinstance(thing, type) else in_short(thing)
    return f"{shown} is not a domain; write {better}"


def check_domains(parts: Iterable[object]) -> None:
    """Raises GenreError if a part is no domain."""
    for part in parts:
        if not isinstance(part, Domain):
            raise misuse(no_domain(part))


class Domain(ABC, Subject):
    """The values that a mark of a layer, or a key, may have. ``|`` joins two domains."""

    noun = "domain"

    atomic: bool = True
    """Whether no value is a tuple."""

    def __init__(self, *bounds: Any) -> None:
        """``bounds``: everything that may depend on the puzzle."""
        self._varying = tuple(bound for bound in bounds if callable(bound) or isinstance(bound, Depends))
        self.constant = not self._varying
        """Whether the domain is the same for every puzzle and spot."""
        self.by_spot = any(isinstance(bound, Depends) and bound.by_spot for bound in self._varying)
        """Whether the domain depends on the spot."""
        self._settled: dict[tuple[Any, ...], Self] = {}

    @property
    def varying(self) -> tuple[Any, ...]:
        """The bounds that depend on the puzzle, including those of all parts."""
        return self._varying

    def mistakes(self) -> Iterator[str]:
        """What is wrong with the bounds themselves, whatever the puzzle."""
        return iter(())

    @property
    def unknown(self) -> Any:
        """The value that carries no information; ``ABSENT`` if there is none."""
        return ABSENT

    def at(self, model: Any, spot: Spot | None = None) -> Self:
        """The domain for one puzzle and spot; the methods below require that one."""
        if self.constant:
            return self
        known = tuple([b.value(model, spot) if isinstance(b, Depends) else b(model) for b in self._varying])
        try:
            return self._settled[known]
        except KeyError:
            if len(self._settled) >= _REMEMBERED:
                self._settled.clear()
            settled = self._settled[known] = self._with(iter(known))
            return settled
        except TypeError:  # values in a list have no hash
            return self._with(iter(known))

    def _with(self, known: Iterator[Any]) -> Self:
        """The domain with these values of its varying bounds, in their order."""
        raise NotImplementedError

    @abstractmethod
    def __contains__(self, value: Any) -> bool:
        """Whether a value, which may be any object, is in the domain."""

    def mismatch(self, value: Any) -> Mismatch | None:
        """Why a value is not in the domain; None if it is."""
        return None if value in self else Mismatch((), self.words(), value)

    @abstractmethod
    def words(self, plural: bool = False) -> str:
        """The values in words, as they follow "expected": "a number from 0 to 4", "numbers from 0 to 4"."""

    @abstractmethod
    def values(self) -> Sequence[Any] | None:
        """All values; None if there are more than ``MANY``."""

    @abstractmethod
    def sample(self, rng: Random) -> Any:
        """A random value, preferably a small or short one; ``ABSENT`` if there is none."""

    def items(self) -> tuple[Domain, ...]:
        """The domains of the items of tuples, and of values that are no tuples."""
        return (self,)

    def __or__(self, other: Domain) -> Domain:
        return Either(self, other)

    def __ror__(self, other: object) -> Domain:
        raise misuse(no_domain(other))


class Numbers(Domain):
    """The whole numbers from ``least`` to ``most``."""

    def __init__(self, least: Varying[int] = 0, most: Varying[int] = FAR) -> None:
        super().__init__(least, most)
        self.least, self.most = least, most

    def mistakes(self) -> Iterator[str]:
        bounds = (self.least, self.most)
        wrong = [one for one in bounds if not (isinstance(one, int | Depends) or callable(one))]
        if wrong:
            yield f"the bound {in_short(wrong[0])} is not a whole number; write a number, a key or a function"
        elif self.constant and not self.span:
            yield f"there are no numbers from {self.least} to {self.most}; write the smaller bound first"

    def _with(self, known: Iterator[Any]) -> Self:
        settled = type(self)(settled_bound(self.least, known), settled_bound(self.most, known))
        for bound in (settled.least, settled.most):
            if not isinstance(bound, int):
                raise TypeError(f"the function of a bound returns {in_short(bound)}, but should return a whole number")
        return settled

    @cached_property
    def span(self) -> range:
        """The numbers themselves."""
        if not (isinstance(self.least, int) and isinstance(self.most, int)):
            raise TypeError("these bounds depend on the puzzle: use the domain that at(model, spot) returns")
        return range(self.least, self.most + 1)

    def __contains__(self, value: Any) -> bool:
        return type(value) is int and value in self.span

    def mismatch(self, value: Any) -> Mismatch | None:
        far = type(value) is int and value > FAR == self.most
        return Mismatch((), f"a number up to {FAR}", value) if far else super().mismatch(value)

    def words(self, plural: bool = False) -> str:
        if not self.span:
            return "nothing at all"
        low, high = self.span[0], self.span[-1]
        if low == high and not plural:
            return f"the number {low}"
        if (low, high) == (-FAR, FAR):
            return "whole numbers" if plural else "a whole number"
        return ("numbers" if plural else "a number") + f" from {low} " + (f"to {high}" if high != FAR else "on")

    def values(self) -> Sequence[int] | None:
        return self.span if len(self.span) <= MANY else None

    def sample(self, rng: Random) -> Any:
        near = range(max(0, self.span.start), self.span.stop)
        return _early(near or self.span, rng)


WHOLE: Final = Numbers(-FAR, FAR)
"""Any whole number."""


def _early(values: Sequence[Any], rng: Random) -> Any:
    """A random value, preferably one of the first."""
    if not values:
        return ABSENT
    return values[min(int(rng.expovariate(0.7)), len(values) - 1)]


class OneOf(Domain):
    """One of several values, which may come from a function; ``words`` describes them."""

    def __init__(self, values: Varying[Iterable[Any]], words: str = "", plural: str = "") -> None:
        super().__init__(values)
        self._values, self._words, self._plural = values, words, plural

    def mistakes(self) -> Iterator[str]:
        if not self.constant:
            return
        if not isinstance(self._values, Iterable):
            yield f"OneOf({in_short(self._values)}) has no values; write a tuple of them, or Numbers(least, most)"
        elif not self._known:
            yield "OneOf has no values"

    def _with(self, known: Iterator[Any]) -> Self:
        values = settled_bound(self._values, known)
        if not isinstance(values, Iterable):
            raise TypeError(f"the function of its values returns {in_short(values)}; write return before the values")
        return type(self)(values, self._words, self._plural)

    @cached_property
    def _known(self) -> Sequence[Any]:
        values = self._values
        if callable(values) or isinstance(values, Depends):
            raise TypeError("these values depend on the puzzle: use the domain that at(model, spot) returns")
        return values if isinstance(values, range) else tuple(values)

    @cached_property
    def _typed(self) -> frozenset[tuple[type, Any]]:
        return frozenset((type(value), value) for value in self._known)

    def __contains__(self, value: Any) -> bool:
        if isinstance(self._known, range):
            return type(value) is int and value in self._known
        try:
            return (type(value), value) in self._typed
        except TypeError:  # the value, or a part of it, has no hash
            return False

    def words(self, plural: bool = False) -> str:
        if self._words:
            return (self._plural or self._words) if plural else self._words
        known = self._known
        if not known:
            return "nothing at all"
        if len(known) > 2 and _in_sequence(known):
            return Numbers(known[0], known[-1]).words(plural)
        if len(known) > 2 and _is_alphabet(known):
            return ("letters" if plural else "a letter") + f" from {known[0]} to {known[-1]}"
        told = [repr(value) for value in known]
        return " or ".join([", ".join(told[:-1]), told[-1]]) if len(told) > 1 else told[0]

    def values(self) -> Sequence[Any] | None:
        return self._known if len(self._known) <= MANY else None

    def sample(self, rng: Random) -> Any:
        return rng.choice(self._known) if self._known else ABSENT

    def items(self) -> tuple[Domain, ...]:
        if not any(isinstance(value, tuple) for value in self._known):
            return (self,)
        return (OneOf(dict.fromkeys(item for value in self._known
                                    for item in (value if isinstance(value, tuple) else (value,)))),)


def _in_sequence(values: Sequence[Any]) -> bool:
    """Whether the values are consecutive whole numbers."""
    return {*map(type, values)} == {int} and list(values) == list(range(values[0], values[-1] + 1))


def _is_alphabet(values: Sequence[Any]) -> bool:
    """Whether the values are consecutive letters."""
    letters = [value for value in values if isinstance(value, str) and len(value) == 1 and value.isalpha()]
    codes = [ord(letter) for letter in letters]
    return len(letters) == len(values) and codes == list(range(codes[0], codes[0] + len(codes)))


PRESENT: Final = OneOf((True,), "a mark (True)", "marks (True)")
"""The domain of marks that are present or not."""


class Unknown(Domain):
    """A single value that carries no information: ``"?"``, or None."""

    def __init__(self, value: Any = None) -> None:
        super().__init__()
        self.value = value

    @property
    def unknown(self) -> Any:
        return self.value

    def __contains__(self, value: Any) -> bool:
        return type(value) is type(self.value) and bool(value == self.value)

    def words(self, plural: bool = False) -> str:
        del plural
        return "nothing" if self.value is None else repr(self.value)

    def values(self) -> Sequence[Any]:
        return (self.value,)

    def sample(self, rng: Random) -> Any:
        del rng
        return self.value


class Either(Domain):
    """The union of several domains."""

    def __init__(self, *of: Domain) -> None:
        check_domains(of)
        parts = [domain.of if isinstance(domain, Either) else (domain,) for domain in of]
        self.of: tuple[Domain, ...] = tuple(part for domains in parts for part in domains)
        super().__init__(*(bound for part in self.of for bound in part.varying))
        self.atomic = all(part.atomic for part in self.of)

    @property
    def unknown(self) -> Any:
        return next((told for part in self.of if (told := part.unknown) is not ABSENT), ABSENT)

    def mistakes(self) -> Iterator[str]:
        return (what for part in self.of for what in part.mistakes())

    def _with(self, known: Iterator[Any]) -> Self:
        return type(self)(*(part if part.constant else part._with(known) for part in self.of))

    def __contains__(self, value: Any) -> bool:
        for part in self.of:  # noqa: SIM110 (any() takes twice as long)
            if value in part:
                return True
        return False

    def mismatch(self, value: Any) -> Mismatch | None:
        found = [wrong for part in self.of if (wrong := part.mismatch(value)) is not None]
        if len(found) < len(self.of):
            return None
        # The alternative that matches furthest gives the best message.
        furthest = max(wrong.path for wrong in found)
        last = [wrong for wrong in found if wrong.path == furthest]
        return last[0]._replace(expected=" or ".join(dict.fromkeys(wrong.expected for wrong in last)))

    def words(self, plural: bool = False) -> str:
        return " or ".join(dict.fromkeys(part.words(plural) for part in self.of))

    def values(self) -> Sequence[Any] | None:
        found: list[Any] = []
        for part in self.of:
            values = part.values()
            if values is None:
                return None
            found += values
        return found if len(found) <= MANY else None

    def sample(self, rng: Random) -> Any:
        found = [value for part in self.of if (value := part.sample(rng)) is not ABSENT]
        return rng.choice(found) if found else ABSENT

    def items(self) -> tuple[Domain, ...]:
        return tuple(item for part in self.of for item in part.items())


class Such(Domain):
    """Values that the other domains cannot describe: ``holds`` says whether a value is one of them, ``sample`` makes a
    random one."""

    def __init__(
        self, holds: Callable[[Any], bool], words: str, sample: Callable[[Random], Any], *, plural: str = ""
    ) -> None:
        super().__init__()
        self.holds, self._words, self._plural, self._sample = holds, words, plural, sample

    def __contains__(self, value: Any) -> bool:
        return self.holds(value)

    def words(self, plural: bool = False) -> str:
        return self._plural if plural and self._plural else self._words

    def values(self) -> None:
        return None

    def sample(self, rng: Random) -> Any:
        return self._sample(rng)
