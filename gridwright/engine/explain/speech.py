"""Marks and demands as clauses of a sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from ...board.board import Spot
from ...language.faults import faults
from ...language.layers import AnswerLayer, ValueLayer
from ...language.rules import Conflict, Demand, Global
from ...language.variables import View
from ...language.wording import listed, names_in_words, worded
from ...logic.expr import fixed
from .position import Position

_MANY_LAWS = 6
"""At most this many demands are named one by one."""
_ALIKE = 4
"""Clauses that begin with this many equal words are merged."""
_PLACE = re.compile(r"r\d+c\d+")
"""The name of a cell."""
_MOST_PLACES, _FIRST_PLACES = 16, 8
"""Up to ``_MOST_PLACES`` places are all named; of more than that, the first ``_FIRST_PLACES``."""
_RANGE = 4
"""This many consecutive numbers are given as a range."""


class Speaker:
    """Puts the literals and demands of a position into words."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.board = position.model.board

    def said(self, lits: Collection[int]) -> str:
        """Marks as a clause: ``r1c1 and r1c3 are sea, and r2c2 is land``.

        Values that a spot does not hold are left out if its value is given.
        """
        known_views = self.position.solver.views.told
        marks = [lit for lit in lits if abs(lit) not in known_views]
        views = [lit for lit in lits if abs(lit) in known_views]
        clauses = [*self._of_marks(marks), *self._of_views(views)]
        if len(clauses) < 2:
            return "".join(clauses)
        return worded("{clauses}, and {last}", clauses=", ".join(clauses[:-1]), last=clauses[-1])

    def _of_marks(self, lits: Iterable[int]) -> list[str]:
        groups: dict[tuple[str, tuple[Any, ...], bool], list[Spot]] = {}
        for (name, spot, holds), values in self._by_spot(lits).items():
            # The values that a spot does not hold are listed together.
            if not holds and isinstance(self.position.model.layers[name], ValueLayer):
                groups.setdefault((name, tuple(values), holds), []).append(spot)
            else:
                for value in values:
                    groups.setdefault((name, (value,), holds), []).append(spot)
        return [self._clause(*group, spots) for group, spots in groups.items()]

    def _of_views(self, lits: Iterable[int]) -> list[str]:
        """Views as clauses: one for the views of a kind whose spots have the same names."""
        names: dict[tuple[View, bool], list[str]] = {}
        for lit in lits:
            view = self.position.solver.views.told[abs(lit)]
            names.setdefault((replace(view, name=""), lit > 0), []).append(view.name)
        groups: dict[tuple[View, bool, tuple[str, ...]], list[Spot]] = {}
        for (view, holds), some in names.items():
            groups.setdefault((replace(view, spot=Spot(0, 0)), holds, tuple(some)), []).append(view.spot)
        return [
            f"{listed(self._names(spots))} {view.say(holds, several=len(spots) > 1, names=some)}"
            for (view, holds, some), spots in groups.items()
        ]

    def _names(self, spots: Iterable[Spot]) -> list[str]:
        """The names of spots; of very many only the first, and the number of the others."""
        ordered = sorted(spots)
        names = names_in_words(self.board, ordered)
        if len(names) <= _MOST_PLACES:
            return names
        n = next(n for n in range(_FIRST_PLACES, len(ordered)) if len(self.board.names(ordered[:n])) == _FIRST_PLACES)
        return [*names_in_words(self.board, ordered[:n]), worded("{n} others", n=len(ordered) - n)]

    def _by_spot(self, lits: Iterable[int]) -> dict[tuple[str, Spot, bool], list[Any]]:
        """The values of marks, by layer, spot and sign; negative ones are left out if the spot's value is given, or is
        the only other one."""
        found: dict[tuple[str, Spot, bool], list[Any]] = {}
        for lit in dict.fromkeys(next((one for one in self.position.implied(lit) if one > 0), lit) for lit in lits):
            layer, place, value, holds = self.position.model.variables.mark_of(lit)
            found.setdefault((layer, place[0], holds), []).append(value)
        return {
            (name, spot, holds): values for (name, spot, holds), values in found.items()
            if holds or (name, spot, True) not in found
        }  # fmt: skip

    def _clause(self, name: str, values: Sequence[Any], holds: bool, spots: list[Spot]) -> str:
        marked, puzzle = self.position.model.layers[name], self.position.puzzle
        assert isinstance(marked, AnswerLayer | ValueLayer)
        names = listed(self._names(spots))
        if len(values) == 1:
            return f"{names} {marked.say(values[0], holds, several=len(spots) > 1, puzzle=puzzle)}"
        assert isinstance(marked, ValueLayer)
        word = listed(_in_ranges(values, lambda v: marked.word(v, puzzle)), "or")
        return f"{names} {marked.say_word(word, holds, several=len(spots) > 1)}"

    def values(self, lits: Iterable[int]) -> list[str]:
        """The values of literals in words, each once."""
        found: dict[Any, str] = {}
        for lit in lits:
            name, _, value, _ = self.position.model.variables.mark_of(lit)
            layer = self.position.model.layers[name]
            if isinstance(layer, ValueLayer):
                found[value] = layer.word(value, self.position.puzzle)
        return [found[value] for value in sorted(found, key=lambda v: (not isinstance(v, int), str(v).zfill(4)))]

    def places(self, lits: Iterable[int]) -> str:
        """The spots of literals, as a list."""
        spots = {self.position.model.variables.mark_of(lit)[1][0] for lit in lits}
        return listed(names_in_words(self.board, sorted(spots)))

    def laws(self, selectors: Iterable[int]) -> str:
        """Demands as one clause: equal ones once, those that begin alike merged."""
        laws = merged(dict.fromkeys(map(self.position.law, selectors)))
        if len(laws) > _MANY_LAWS:
            laws = [*laws[: _MANY_LAWS - 1], worded("{n} other rules", n=len(laws) - _MANY_LAWS + 1)]
        return "; ".join(laws)

    def fault(self, selector: int) -> str:
        """What is wrong if a conflict with a demand arises."""
        demand, conflict = self.position.demand_of(selector), self.position.conflict_of(selector)
        return demand.say(self.board) if conflict is None else self._of_conflict(demand, conflict)

    def fault_where(self, selector: int, said: Iterable[int], by: int = 0) -> tuple[str, tuple[Spot, ...]]:
        """How a demand is broken, and where, if more holds than is known; "" if that does not show it.

        ``by``: a mark without which it would not be broken.
        """
        position, demand = self.position, self.position.demand_of(selector)
        known = position.known.copy()
        for lit in said:
            if abs(lit) <= position.top:
                known[lit], known[-lit] = 1, -1
        before = position.conflict_of(selector)
        if before is None or not isinstance(demand.what, Global):
            fault = next(faults(demand, known, position.model), None)
            return ("" if fault is None else fault.words), demand.at
        kind, reason = before.fault, set(before.because)
        conflict = max(
            demand.what.conflicts_by(known, by) if by else demand.what.conflicts(fixed(known)), default=None,
            key=lambda one: (one.fault == kind, len(reason.intersection(one.because)), -len(one.because)),
        )  # fmt: skip
        return ("", ()) if conflict is None else (self._of_conflict(demand, conflict), conflict.at)

    def _of_conflict(self, demand: Demand, conflict: Conflict) -> str:
        words = {**demand.words, **conflict.words}
        return demand.wording.fault(self.board, demand.at or conflict.at, words, name=conflict.fault)


def _in_ranges(values: Sequence[Any], word: Any) -> list[str]:
    """Values in words, numbers last and in order; a run of consecutive numbers as a range."""
    found = [word(value) for value in values if not isinstance(value, int)]
    runs: list[list[int]] = []
    for value in sorted(value for value in values if isinstance(value, int)):
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    for run in runs:
        some = list(map(word, run))
        found += some if len(run) < _RANGE else [worded("{first} to {last}", first=some[0], last=some[-1])]
    return found


class _Grammar(NamedTuple):
    """What merging clauses takes to know of a language."""

    plurals: Mapping[str, str]
    """Of verbs, and of nouns with their articles."""
    lines: Mapping[str, str]
    """Plurals of nouns that numbers follow."""
    prepositions: frozenset[str]
    pronouns: frozenset[str]
    """Clauses with these words are about a single subject and are not merged."""
    joining: frozenset[str]
    """Words that join the names of places."""
    bounds: Sequence[Sequence[str]]
    """The words of "at least" and of "at most"."""

    @staticmethod
    def now() -> _Grammar:
        """That of the current language."""
        texts = map(worded, (_PLURALS, _LINES, _PREPOSITIONS, _PRONOUNS, _JOINING))
        return _grammar(*texts, worded("at least"), worded("at most"))

    def several(self, subject: Sequence[str]) -> list[str]:
        """The beginning of a subject, in the plural: ``the areas of``."""
        article_and_noun = " ".join(subject[:2])
        if article_and_noun in self.plurals:
            return [self.plurals[article_and_noun], *subject[2:]]
        if subject[1:2] and subject[1].isdigit():
            return [worded("the {n}s", n=subject[1]), *subject[2:]]
        noun = next((i - 1 for i, word in enumerate(subject) if word in self.prepositions), 0)
        if noun <= 0 or subject[0] != "the":
            return list(subject)
        ending = "es" if subject[noun].endswith(("o", "s", "x", "ch", "sh")) else "s"
        return [*subject[:noun], subject[noun] + ending, *subject[noun + 1 :]]


@cache
def _grammar(plurals: str, lines: str, prepositions: str, pronouns: str, joining: str, *bounds: str) -> _Grammar:
    several, counted = (dict(pair.split("|") for pair in some.split(", ")) for some in (plurals, lines))
    before, about, between = (frozenset(some.split()) for some in (prepositions, pronouns, joining))
    return _Grammar(several, counted, before, about, between, [one.split() for one in bounds])


_PLURALS = (
    "needs|each need, holds|hold, has|have, is|are, stands|stand, sees|see, adds|add, goes|go, touches|touch, "
    "passes|pass, turns|turn, lies|lie, makes|make, forms|form, crosses|cross, contains|contain, reaches|reach, "
    "leaves|leave, ends|end, visits|visit, belongs|belong, occurs|occur"
)
"""Plurals of verbs. Translations may add those of nouns with their articles."""
_LINES = "row|rows, column|columns"
_PREPOSITIONS = "of at in on below above beside between"
_PRONOUNS = "it its it,"
_JOINING = "and or to"


def merged(laws: Iterable[str]) -> list[str]:
    """Clauses, those merged that differ only after their first words, or only in one word: ``6 stands once in row 1
    and in column 2``."""
    groups: list[list[list[str]]] = []
    for law in _whole(list(laws)):
        words = law.split(" ")
        for group in groups:
            if _goes_with(words, group):
                group.append(words)
                break
        else:
            groups.append([words])
    return [_as_one(group) for group in groups]


def _whole(laws: Sequence[str]) -> Iterable[str]:
    """Clauses, in which "at least 3" and "at most 3" are just "3"."""
    least, most = (f" {' '.join(bound)} " for bound in _Grammar.now().bounds)

    def whole(law: str) -> str:
        halves = law, law.replace(least, most), law.replace(most, least)
        return law.replace(least, " ").replace(most, " ") if all(half in laws for half in halves) else law

    return dict.fromkeys(map(whole, laws))


def _goes_with(words: Sequence[str], group: Sequence[Sequence[str]]) -> bool:
    """Whether a clause can be merged with a group: it differs only after the first words, or only in the word in
    which the clauses of the group differ."""
    first = group[0]
    if len(words) != len(first):
        return False
    grammar = _Grammar.now()
    if not grammar.pronouns.isdisjoint(words):
        return False
    if any(pair[0] != pair[1] and _is_listed(words, i) for i, pair in enumerate(zip(words, first, strict=True))):
        return False
    places = {i for other in group for i, pair in enumerate(zip(words, other, strict=True)) if pair[0] != pair[1]}
    if len(places) < 2 or min(places) < _ALIKE:
        return len(places) == 1
    return grammar.plurals.keys().isdisjoint(words[min(places) : max(places)])


def _is_listed(words: Sequence[str], i: int) -> bool:
    """Whether a word belongs to a list, which cannot be extended: ``the stretch r1c1 and r2c1``."""
    around = words[max(0, i - 1)], words[min(i + 1, len(words) - 1)]
    return words[i].endswith(",") or not _Grammar.now().joining.isdisjoint(around)


def differ_by_place(one: str, other: str) -> bool:
    """Whether two clauses are equal but for the name of one cell."""
    words = one.split(" "), other.split(" ")
    differ = [pair for pair in zip(*words, strict=False) if pair[0] != pair[1]]
    return len(words[0]) == len(words[1]) and len(differ) <= 1 and all(_PLACE.fullmatch(w) for p in differ for w in p)


def _as_one(group: list[list[str]]) -> str:
    if len(group) == 1:
        return " ".join(group[0])
    alike = 0
    while alike < len(group[0]) and len({words[alike] for words in group}) == 1:
        alike += 1
    end = len(group[0])
    while end > alike + 1 and len({words[end - 1] for words in group}) == 1:
        end -= 1
    if alike and group[0][alike].isdigit():
        alike -= 1  # "area 1 and area 3"
    grammar = _Grammar.now()
    for bound in grammar.bounds:
        if group[0][alike] == bound[-1]:
            alike -= len(bound) - 1  # "at least 2 and at least 5"
    some = _by_noun(sorted((" ".join(words[alike:end]) for words in group), key=_by_numbers), grammar.lines)
    if len(some) > _MANY_LAWS:
        some[_MANY_LAWS - 1 :] = [worded("{n} more", n=len(some) - _MANY_LAWS + 1)]
    before, after = group[0][:alike], group[0][end:]
    verb = next((i for i, word in enumerate(after) if word in grammar.plurals), None)
    if verb is not None and grammar.plurals.keys().isdisjoint(before):
        before, after[verb] = grammar.several(before), grammar.plurals[after[verb]]
    return " ".join([*before, listed(some), *after])


def _by_noun(names: Iterable[str], plurals: Mapping[str, str]) -> list[str]:
    """Names; those of lines are joined: ``columns 4 and 7``, ``row 1``."""
    found: dict[str, list[str]] = {}
    for name in names:
        noun, _, number = name.rpartition(" ")
        found.setdefault(noun if noun in plurals and number.isdigit() else name, []).append(number)
    return [f"{plurals[noun] if len(numbers) > 1 else noun} {listed(numbers)}" if noun in plurals else noun
            for noun, numbers in found.items()]


def _by_numbers(text: str) -> tuple[list[str], list[int]]:
    """A sort key: the text between numbers, then the numbers."""
    return re.split(r"\d+", text), [int(number) for number in re.findall(r"\d+", text)]


def lowered(text: str) -> str:
    """A sentence with a small first letter, for use within another one."""
    return text[:1].lower() + text[1:]
