"""Texts of rules: what must hold, and messages about violations.

A text is a format string. ``{at}`` is replaced by the places of a demand, other names by its words. One place is
written as its name, several as a list; ``{at:is|are}`` adds the verb in the right number. A noun after the colon is
counted: ``{n:lamp}`` is "1 lamp", "2 lamps", "no lamps" or "at least 2 lamps"; ``{n:box|boxes}`` has an irregular
plural, and a third form, if there is one, follows "no". ``{n:time}`` is "once" or "at least twice". ``{value:a}`` is a
value with its article: "a 3", "an 8". ``{side:line}`` is the row or column at a place outside, ``{side:reading}`` also
says where reading starts, if not at the left or the top.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, TypeAlias

from ..board.board import Board, Spot
from .translation import ENGLISH, spoken, translator


class AtLeast(int):
    """A lower bound of a number."""


class AtMost(int):
    """An upper bound of a number."""


def numbers_within(n: int, most: int) -> range:
    """The numbers up to ``most`` that are right for ``n``, which may be a bound."""
    return range(0 if isinstance(n, AtMost) else n, (most if isinstance(n, AtLeast) else n) + 1)


class Found(NamedTuple):
    """The actual number where a demand states one: from ``low`` (certain already) to ``high`` (still possible).

    ``possible``: the numbers that are still possible, if not all from ``low`` to ``high``. ``summed``: the number is a
    sum of values, to which each open spot will add one, not a count.
    """

    low: int
    high: int
    allowed: Collection[int]
    possible: Collection[int] = ()
    summed: bool = False

    @classmethod
    def of(cls, possible: Collection[int], allowed: Collection[int], *, summed: bool = False) -> Found:
        """From the numbers that are still possible; if there are none, the number is 0."""
        return cls(min(possible, default=0), max(possible, default=0), allowed, possible, summed)

    @property
    def name(self) -> str:
        """The name of the fault in a wording: ``many`` or ``few``."""
        return "many" if self.low > max(self.allowed, default=-1) else "few"

    def say(self, verbs: str) -> str:
        """What is wrong with the number. ``verbs`` is ``has|have``: the form before a number, and the one after "can";
        ``has|have|lamp`` or ``has|have|box|boxes`` also names what is counted."""
        now, later, *nouns = (verbs or worded("has|have")).split("|")
        noun = "|".join(nouns)

        def say(n: int) -> str:
            return counted(n, noun) if noun else str(n or ("0" if self.summed else worded("none")))

        forms = {"now": now, "later": later, "low": say(self.low), "high": say(self.high)}
        if self.low == self.high:
            return worded("{now} {low}", **forms)
        if self.low > max(self.allowed, default=-1):
            less = "cannot {later} fewer than {low}" if noun else "cannot {later} less than {low}"
            return worded(less if self.summed else "{now} {low} already", **forms)
        if self.high < min(self.allowed, default=0):
            at_most = self.high or self.summed
            return worded("can {later} at most {high}" if at_most else "can {later} {high}", **forms)
        if 0 < len(self.possible) <= _FEW_NUMBERS:
            return worded("can {later} only {numbers}", numbers=counted(frozenset(self.possible), noun), **forms)
        return worded("can {later} {n} to {high}, but not that", n=self.low, **forms)


_FEW_NUMBERS = 4
"""At most this many possible numbers are listed."""


class Wording:
    """A rule in words.

    ``text`` is a fact in the present tense that must hold; ``fault`` says what is wrong if it does not. ``faults`` are
    further texts of this kind, for rules that can be violated in several ways; the rule's kind documents their names.

    Without a text for the fault, the fact itself is followed by the actual number: "the wall r3c3 needs 2 lamps" by
    "and has 1". So facts that count should say "needs". In a fault, ``{found}`` is that second part, and
    ``{found:sees|see}`` changes its verb, ``{found:has|have|lamp}`` adds
    what is counted; ``{times}`` is how often something occurs already, ``{culprits}`` where. The
    faults ``many`` and ``few`` are used for numbers that are too large and too small.

    ``home`` is the module whose catalogue translates the texts.
    """

    home = ""

    def __init__(self, text: str, fault: str = "", **faults: str) -> None:
        self.text, self.faults = text, {"": fault, **faults}

    def of(self, home: str) -> Wording:
        """The same texts, from another module."""
        same = copy(self)
        same.home = home
        return same

    @property
    def texts(self) -> Iterator[str]:
        """The fact and the texts for its violations."""
        return filter(None, (self.text, *self.faults.values()))

    def __repr__(self) -> str:
        return f"Wording({self.text!r})"

    def law(self, board: Board, at: Iterable[Spot], words: Mapping[str, Any]) -> str:
        """The fact, for one place."""
        return self._said(self.text, board, {"at": tuple(at), **words})

    def fault(
        self, board: Board, at: Iterable[Spot], words: Mapping[str, Any], found: Found | None = None, name: str = ""
    ) -> str:
        """What is wrong at one place; ``name`` chooses one of several texts."""
        told = {"at": tuple(at), "found": found, **words}
        text = self.faults.get(name) or self.faults[""]
        if any(told.get(word) is None for word in _TELLS_NUMBER.findall(text)):
            text = ""  # no number can be right, so the actual one does not matter
        if text or told["found"] is None:
            return self._said(text or self.text, board, told)
        law, number = self._said(self.text, board, told), self._said("{found}", board, told)
        return worded("{law} and {number}", law=law, number=number)

    def _said(self, text: str, board: Board, words: Mapping[str, Any]) -> str:
        return _Speech(board, self.home).format(worded(text, self.home), **words)


_TELLS_NUMBER = re.compile(r"\{(found|times|culprits)\b")
"""Words that only faults of counting demands fill in."""

RuleText: TypeAlias = str | Wording
"""A rule in words: the fact that must hold, or a wording with faults."""


class _Speech(string.Formatter):
    """Formats places and numbers."""

    def __init__(self, board: Board, home: str) -> None:
        self.board, self.home = board, home

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
        if format_spec == "a":
            return with_article(str(value))
        if isinstance(value, Spot):
            if format_spec in ("line", "reading"):
                return name_in_words(self.board.line_name(value, read=format_spec == "reading"))
            verb, several, _ = format_spec.partition("|")
            name = name_in_words(self.board.name(value))
            return f"{name} {verb}" if several else name
        if isinstance(value, tuple) and value and isinstance(value[0], Spot):
            names = listed(_shortened(names_in_words(self.board, value), len(value)))
            verbs = format_spec.split("|")
            return f"{names} {verbs[len(value) > 1]}" if format_spec else names
        if isinstance(value, int | frozenset | tuple | range):
            return counted(value, format_spec)
        return name_in_words(str(value), self.home)


def name_in_words(name: str, home: str = "") -> str:
    """The name of a spot, a line or a value in the current language; ``home`` is as in ``worded``."""
    if spoken.get() == ENGLISH:
        return name
    if (text := worded(name, home)) != name:
        return text
    text = worded(pattern := _PART.sub("{}", name), home)
    return name if text == pattern else text.format(*_PART.findall(name))


def names_in_words(board: Board, spots: Iterable[Spot]) -> list[str]:
    """The names of spots in the current language."""
    return list(map(name_in_words, board.names(spots)))


_PART = re.compile(r"r\d+c\d+|\d+")
"""The parts of a name that differ from spot to spot."""
_MOST_NAMES = 6
"""If there are more places than this, only some are named."""


def _shortened(names: list[str], n_places: int) -> list[str]:
    if len(names) <= _MOST_NAMES:
        return names
    kept = names[: _MOST_NAMES - 2]
    n = n_places - len(kept)
    return [*kept, worded("{n} others", n=n) if len(names) == n_places else worded("more")]


def worded(text: str, home: str = "", /, **words: Any) -> str:
    """A text in the current language, with ``words`` for its placeholders.

    ``home`` is the module whose catalogue is searched before the common one. In a translation, ``{Law}`` is the word
    for ``{law}`` with a capital letter.
    """
    code = spoken.get()
    if code != ENGLISH and text:
        text = translator(home, code)(text)
        words |= {name.capitalize(): capital(str(word)) for name, word in words.items()}
    return text.format(**words) if words else text


def capital(text: str) -> str:
    """A sentence with a capital first letter, unless it begins with the name of a cell."""
    return text if text[:1] in "rc" and text[1:2].isdigit() else text[:1].upper() + text[1:]


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names as a list: ``r1c1, r1c2 and r1c3``."""
    some = list(names)
    return f" {worded(last)} ".join([", ".join(some[:-1]), some[-1]] if len(some) > 1 else some)


def counted(n: int | Collection[int], noun: str = "") -> str:
    """A number and what it counts: ``2 lamps``, ``at least 1 lamp``, ``0 or 2 lamps``, ``no lamps``, ``twice``."""
    if not isinstance(n, int):
        return f"{listed(map(str, sorted(n)), 'or')}{_plural(noun, 2)}"
    before = worded("at least") if isinstance(n, AtLeast) else worded("at most") if isinstance(n, AtMost) else ""
    if noun == "time":
        return f"{before} {times(n)}".lstrip()
    if n == 0 and noun and not before:
        return f"{worded('no')} {noun.split('|')[2]}" if noun.count("|") == 2 else f"{worded('no')}{_plural(noun, n)}"
    return f"{before} {int(n)}{_plural(noun, n)}".lstrip()


def with_article(noun: str) -> str:
    """A noun, number or letter with its article: ``a 3``, ``an 8``, ``an A``, ``an island``; in English only."""
    if spoken.get() != ENGLISH:
        return noun
    vowels = "aeiou8AEFHILMNORSX" if len(noun) == 1 else "aeiou8"
    return f"{'an' if noun[:1] in vowels or noun in ('11', '18') else 'a'} {noun}"


def in_order(noun: str, items: Collection[object]) -> str:
    """Items with their noun: ``the run 3``, ``the runs 7 2``, ``no run``."""
    text = f"no {noun}" if not items else f"the{_plural(noun, len(items))} {{items}}"
    return worded(text, items=" ".join(map(str, items)))


def times(n: int) -> str:
    """How often: ``never``, ``once``, ``twice``, ``3 times``."""
    return worded({0: "never", 1: "once", 2: "twice"}.get(n, "{n} times"), n=int(n))


def _plural(noun: str, n: int) -> str:
    one, many, *_ = *noun.split("|"), ""
    return noun and f" {one if n == 1 else many or one + 's'}"
