"""Marks and demands as clauses of a sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ..language.board import Spot
from ..language.layers import AnswerLayer, ValueLayer
from ..language.views import View
from ..language.wording import listed
from .position import Position

_MANY_LAWS = 6
"""Demands that must be taken together are named up to this number."""
_ALIKE = 4
"""Clauses that begin with so many equal words are told as one."""
_PLACE = re.compile(r"r\d+c\d+")
"""The name of a cell."""
_PLURAL = {
    "needs": "need", "holds": "hold", "has": "have", "is": "are", "stands": "stand", "sees": "see", "adds": "add",
    "goes": "go", "touches": "touch", "passes": "pass", "turns": "turn", "lies": "lie", "makes": "make",
}  # fmt: skip
"""Verbs of clauses whose subjects are told together."""
_PREPOSITIONS = frozenset(("of", "at", "in", "on", "below", "above", "beside", "between"))
_PRONOUNS = frozenset(("it", "its", "it,"))
"""Words that speak of one thing: clauses with them are not told together."""
_JOINING = frozenset(("and", "or", "to"))
"""Words between the names of places that belong together."""
_MOST_PLACES, _FIRST_PLACES = 16, 8
"""Up to so many places are named; of more than that so many."""
_RANGE = 4
"""So many numbers in a row are told as a range."""


class Speaker:
    """Puts the literals and units of a position into words."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.board = position.model.board

    def said(self, lits: Collection[int]) -> str:
        """Marks as a clause: ``r1c1 and r1c3 are sea, and r2c2 is land``.

        That a spot is not some value is left out where it is told to hold another.
        """
        told = self.position.kept.views.told
        marks = [lit for lit in lits if abs(lit) not in told]
        views = [lit for lit in lits if abs(lit) in told]
        clauses = [*self._of_marks(marks), *self._of_views(views)]
        return listed(clauses, "and") if len(clauses) < 2 else ", ".join(clauses[:-1]) + f", and {clauses[-1]}"

    def _of_marks(self, lits: Iterable[int]) -> list[str]:
        groups: dict[tuple[str, tuple[Any, ...], bool], list[Spot]] = {}
        for (name, spot, holds), values in self._by_spot(lits).items():
            if self._is_told_apart(name, holds):
                groups.setdefault((name, tuple(values), holds), []).append(spot)
            else:
                for value in values:
                    groups.setdefault((name, (value,), holds), []).append(spot)
        return [self._clause(*group, spots) for group, spots in groups.items()]

    def _of_views(self, lits: Iterable[int]) -> list[str]:
        """What views say as clauses, one for the views of a kind of which the same spots have the same names."""
        names: dict[tuple[View, bool], list[str]] = {}
        for lit in lits:
            view = self.position.kept.views.told[abs(lit)]
            names.setdefault((replace(view, name=""), lit > 0), []).append(view.name)
        groups: dict[tuple[View, bool, tuple[str, ...]], list[Spot]] = {}
        for (view, holds), some in names.items():
            groups.setdefault((replace(view, spot=Spot(0, 0)), holds, tuple(some)), []).append(view.spot)
        return [
            f"{listed(self._names(spots))} {view.say(holds, several=len(spots) > 1, names=some)}"
            for (view, holds, some), spots in groups.items()
        ]

    def _names(self, spots: Iterable[Spot]) -> list[str]:
        """The names of spots; of very many only the first ones, and how many more there are."""
        ordered = sorted(spots)
        names = self.board.names(ordered)
        if len(names) <= _MOST_PLACES:
            return names
        n = next(n for n in range(_FIRST_PLACES, len(ordered)) if len(self.board.names(ordered[:n])) == _FIRST_PLACES)
        return [*self.board.names(ordered[:n]), f"{len(ordered) - n} others"]

    def _is_told_apart(self, name: str, holds: bool) -> bool:
        """Whether the values that a spot does not hold are told together."""
        return not holds and isinstance(self.position.model.layers[name], ValueLayer)

    def _by_spot(self, lits: Iterable[int]) -> dict[tuple[str, Spot, bool], list[Any]]:
        """What marks say, by layer and spot: the values that hold, and those that do not, which say nothing where one
        holds."""
        found: dict[tuple[str, Spot, bool], list[Any]] = {}
        for lit in lits:
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
        said = marked.say(values[0], holds, several=len(spots) > 1, puzzle=puzzle)
        if len(values) > 1:
            assert isinstance(marked, ValueLayer)
            word = marked.word(values[0], puzzle)
            said = said.removesuffix(word) + listed(_in_ranges(values, lambda v: marked.word(v, puzzle)), "or")
        return f"{names} {said}"

    def values(self, lits: Iterable[int]) -> list[str]:
        """The values that literals give or take, each once, as words."""
        found: dict[Any, str] = {}
        for lit in lits:
            name, _, value, _ = self.position.model.variables.mark_of(lit)
            layer = self.position.model.layers[name]
            if isinstance(layer, ValueLayer):
                found[value] = layer.word(value, self.position.puzzle)
        return [found[value] for value in sorted(found, key=lambda v: (not isinstance(v, int), str(v).zfill(4)))]

    def places(self, lits: Iterable[int]) -> str:
        """The spots of literals as a list."""
        spots = {self.position.model.variables.mark_of(lit)[1][0] for lit in lits}
        return listed(self.board.names(sorted(spots)))

    def laws(self, units: Iterable[int]) -> str:
        """Demands as one clause: equal ones once, those that begin alike together."""
        laws = merged(dict.fromkeys(map(self.position.law, units)))
        if len(laws) > _MANY_LAWS:
            laws = [*laws[: _MANY_LAWS - 1], f"{len(laws) - _MANY_LAWS + 1} more like these"]
        return "; ".join(laws)

    def fault(self, unit: int) -> str:
        """What is wrong where a conflict with a demand arises."""
        selector = self.position.selector(unit)
        demand, conflict = selector.demand, selector.conflict
        assert demand is not None
        if conflict is None:
            return demand.say(self.board)
        words = {**demand.words, **conflict.words}
        return demand.wording.fault(self.board, demand.at or conflict.at, words, name=conflict.fault)


def _in_ranges(values: Sequence[Any], word: Any) -> list[str]:
    """Values in words, numbers at the end in order; of many numbers in a row only the first and the last."""
    numbers = sorted(value for value in values if isinstance(value, int))
    if len(values) == len(numbers) >= _RANGE and all(b == a + 1 for a, b in pairwise(numbers)):
        return [f"{word(numbers[0])} to {word(numbers[-1])}"]
    return [word(value) for value in (*(value for value in values if not isinstance(value, int)), *numbers)]


def merged(laws: Iterable[str]) -> list[str]:
    """Clauses, those that differ after their first words, or in one and the same word, as one: ``6 stands once in row 1
    and in column 2``."""
    found: list[list[list[str]]] = []
    for law in laws:
        words = law.split(" ")
        for group in found:
            if _goes_with(words, group):
                group.append(words)
                break
        else:
            found.append([words])
    return [_as_one(group) for group in found]


def _goes_with(words: Sequence[str], group: Sequence[Sequence[str]]) -> bool:
    """Whether a clause differs from those of a group only after the first words, or only in the word in which these
    differ from each other."""
    first = group[0]
    if len(words) != len(first):
        return False
    if not _PRONOUNS.isdisjoint(words) and not _are_halves(words, first):
        return False
    if any(pair[0] != pair[1] and _is_listed(words, i) for i, pair in enumerate(zip(words, first, strict=True))):
        return False
    if all(words[:_ALIKE] == other[:_ALIKE] for other in group):
        return len(words) > _ALIKE
    places = {i for other in group for i, pair in enumerate(zip(words, other, strict=True)) if pair[0] != pair[1]}
    return len(places) == 1


def _are_halves(words: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one clause says "at least" where the other says "at most", and nothing else is different."""
    return [set(pair) for pair in zip(words, other, strict=True) if pair[0] != pair[1]] == [{"least", "most"}]


def _is_listed(words: Sequence[str], i: int) -> bool:
    """Whether a word is one of several in a row, to which more cannot be added: ``the stretch r1c1 and r2c1``."""
    around = words[max(0, i - 1)], words[min(i + 1, len(words) - 1)]
    return words[i].endswith(",") or not _JOINING.isdisjoint(around)


def differ_by_place(one: str, other: str) -> bool:
    """Whether two clauses say the same, perhaps of two places."""
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
        alike -= 1  # "row 1 and row 3"
    if group[0][alike] in ("least", "most"):
        alike -= 1  # "at least 2 and at least 5"
    some = sorted((" ".join(words[alike:end]) for words in group), key=_by_numbers)
    if sorted(some) == ["at least", "at most"]:
        return " ".join([*group[0][:alike], *group[0][end:]])  # at least 3 and at most 3 is just 3
    if len(some) > _MANY_LAWS:
        some[_MANY_LAWS - 1 :] = [f"{len(some) - _MANY_LAWS + 1} more"]
    before, after = group[0][:alike], group[0][end:]
    if after and after[0] in _PLURAL:
        after = [_PLURAL[after[0]], *after[1:]]
        noun = next((i - 1 for i, word in enumerate(before) if word in _PREPOSITIONS), 0)
        if noun > 0 and before[0] == "the":
            ending = "es" if before[noun].endswith(("o", "s", "x", "ch", "sh")) else "s"
            before[noun] += ending  # "the areas of r1c1 and r3c4 need ..."
    return " ".join([*before, listed(some), *after])


def _by_numbers(text: str) -> tuple[list[str], list[int]]:
    """What orders words by the numbers in them, if they differ in nothing else."""
    return re.split(r"\d+", text), [int(number) for number in re.findall(r"\d+", text)]


def capital(text: str) -> str:
    """A sentence's first letter as a capital, unless it begins with the name of a place."""
    return text if text[:1] in "rc" and text[1:2].isdigit() else text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """A sentence as a part of another one."""
    return text[:1].lower() + text[1:]
