"""Texts of rules: what must hold, and messages about violations.

A text is a format string. ``{at}`` stands for the places of a demand, other names for its words. A place is written by
its name, several as a list; ``{at:is|are}`` adds the verb that fits their number. A noun after the colon is counted:
``{n:lamp}`` is "1 lamp", "2 lamps", "no lamps" or "at least 2 lamps"; ``{n:box|boxes}`` tells an irregular plural.
``{n:time}`` tells how often: "once", "at least twice". ``{side:line}`` is the row or column at a place outside,
``{side:reading}`` tells also from where it is read if that is not the left or the top.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..board.board import Board, Spot


class AtLeast(int):
    """A number that is the least that is right."""


class AtMost(int):
    """A number that is the most that is right."""


def numbers_within(n: int, most: int) -> range:
    """The numbers up to ``most`` that a number, which may be the least or the greatest that is right, lets be right."""
    return range(0 if isinstance(n, AtMost) else n, (most if isinstance(n, AtLeast) else n) + 1)


@dataclass(frozen=True)
class Found:
    """How many there are where a number is told: from ``low`` (certain already) to ``high`` (still possible).

    ``possible``: the numbers that are still possible, where these are not all from ``low`` to ``high``. ``summed``: the
    number is a sum of values, of which each open spot will add one, not a count of things.
    """

    low: int
    high: int
    allowed: Collection[int]
    possible: Collection[int] = ()
    summed: bool = False

    @classmethod
    def of(cls, possible: Collection[int], allowed: Collection[int], *, summed: bool = False) -> Found:
        """What the numbers that are still possible amount to; none at all counts as 0."""
        return cls(min(possible, default=0), max(possible, default=0), allowed, possible, summed)

    @property
    def name(self) -> str:
        """The text of a wording that is meant: ``many`` or ``few``."""
        return "many" if self.low > max(self.allowed, default=-1) else "few"

    def say(self, verbs: str) -> str:
        """What is wrong with the number. ``verbs`` is ``has|have``: with a number, and after "can"."""
        now, later = verbs.split("|") if verbs else ("has", "have")
        none = "0" if self.summed else "none"
        if self.low == self.high:
            return f"{now} {self.low or none}"
        if self.low > max(self.allowed, default=-1):
            return f"cannot {later} less than {self.low}" if self.summed else f"{now} {self.low} already"
        if self.high < min(self.allowed, default=0):
            return f"can {later} at most {self.high}" if self.high or self.summed else f"can {later} none"
        if 0 < len(self.possible) <= _FEW_NUMBERS:
            return f"can {later} only {counted(frozenset(self.possible))}"
        return f"can {later} {self.low} to {self.high}, but not that"


_FEW_NUMBERS = 4
"""So many numbers are told one by one."""


class Wording:
    """A rule in words.

    ``text`` is a present-tense fact that must hold; ``fault`` says what is wrong where it does not. ``faults`` are
    further texts of that kind, for rules that can be broken in several ways; the rule's kind tells their names.

    Without a text for the fault, the fact itself is followed by what there is: "the wall r3c3 needs 2 lamps" by "and
    has 1". So facts that count should say "needs". In a fault, ``{found}`` is that second part; ``{found:sees|see}``
    changes its verb; ``{times}`` is how often something is there already, ``{culprits}`` where. Of the ``faults``,
    ``many`` and ``few`` are taken for numbers that are too large and too small.
    """

    def __init__(self, text: str, fault: str = "", **faults: str) -> None:
        self.text, self.faults = text, {"": fault, **faults}

    def __repr__(self) -> str:
        return f"Wording({self.text!r})"

    def law(self, board: Board, at: Iterable[Spot], words: Mapping[str, Any]) -> str:
        """The fact, for one place."""
        return _Speech(board).format(self.text, **{"at": tuple(at), **words})

    def fault(
        self, board: Board, at: Iterable[Spot], words: Mapping[str, Any], found: Found | None = None, name: str = ""
    ) -> str:
        """What is wrong at one place; ``name`` chooses one of several texts."""
        told = {"at": tuple(at), "found": found, **words}
        text = self.faults.get(name) or self.faults[""]
        if any(told.get(word) is None for word in _TELLS_NUMBER.findall(text)):
            text = ""  # the number can never be right, so no grid's is told
        if not text:
            text = self.text if told["found"] is None else f"{self.text} and {{found}}"
        return _Speech(board).format(text, **told)


_TELLS_NUMBER = re.compile(r"\{(found|times|culprits)\b")
"""Words that only the fault of a counted demand fills in."""

RuleText: TypeAlias = str | Wording
"""How a rule is told: the fact that must hold, or a wording that has words for its faults too."""


class _Speech(string.Formatter):
    """Writes places and numbers as people do."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        del args
        if key not in kwargs:
            known = ", ".join(f"{{{name}}}" for name, value in kwargs.items() if value is not None)
            raise TypeError(f"the text has no value for {{{key}}}; pass it to the demand, as in must(..., {key}=...), "
                            f"or use one of {known}")
        return kwargs[str(key)]

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Found):
            return value.say(format_spec)
        if isinstance(value, Spot):
            in_line = format_spec in ("line", "reading")
            return self.board.line_name(value, read=format_spec == "reading") if in_line else self.board.name(value)
        if isinstance(value, tuple) and value and isinstance(value[0], Spot):
            names = listed(_shortened(self.board.names(value), len(value)))
            verbs = format_spec.split("|")
            return f"{names} {verbs[len(value) > 1]}" if format_spec else names
        if isinstance(value, int | frozenset | tuple | range):
            return counted(value, format_spec)
        return str(value)


_MOST_NAMES = 6
"""Of more places than this some are named."""


def _shortened(names: list[str], n_places: int) -> list[str]:
    if len(names) <= _MOST_NAMES:
        return names
    kept = names[: _MOST_NAMES - 2]
    return [*kept, f"{n_places - len(kept)} others" if len(names) == n_places else "more"]


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names in a row: ``r1c1, r1c2 and r1c3``."""
    some = list(names)
    return f" {last} ".join([", ".join(some[:-1]), some[-1]] if len(some) > 1 else some)


def counted(n: int | Collection[int], noun: str = "") -> str:
    """A number and what it counts: ``2 lamps``, ``at least 1 lamp``, ``0 or 2 lamps``, ``no lamps``, ``twice``."""
    if not isinstance(n, int):
        return f"{listed(map(str, sorted(n)), 'or')}{_plural(noun, 2)}"
    before = "at least " if isinstance(n, AtLeast) else "at most " if isinstance(n, AtMost) else ""
    if noun == "time":
        return before + times(n)
    number = "no" if n == 0 and noun and not before else str(int(n))
    return f"{before}{number}{_plural(noun, n)}"


def in_order(noun: str, items: Collection[object]) -> str:
    """Things of a kind in their order: ``the run 3``, ``the runs 7 2``, ``no run``."""
    if not items:
        return f"no {noun}"
    return f"the{_plural(noun, len(items))} {' '.join(map(str, items))}"


def times(n: int) -> str:
    """How often: ``never``, ``once``, ``twice``, ``3 times``."""
    return {0: "never", 1: "once", 2: "twice"}.get(n, f"{n} times")


def _plural(noun: str, n: int) -> str:
    one, _, many = noun.partition("|")
    return noun and f" {one if n == 1 else many or one + 's'}"
