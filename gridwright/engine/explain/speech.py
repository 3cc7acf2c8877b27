"""Marks and demands as clauses of a sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from ...board.board import Board, Spot
from ...board.rect import Rect
from ...language.layers import AnswerLayer, ValueLayer
from ...language.variables import View
from ...language.wording import listed, names_in_words, worded
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
        areas, marks = self._of_areas(marks)
        clauses = [*areas, *self._of_marks(marks), *self._of_views(views)]
        if len(clauses) < 2:
            return "".join(clauses)
        return worded("{clauses}, and {last}", clauses=", ".join(clauses[:-1]), last=clauses[-1])

    def _of_areas(self, lits: Sequence[int]) -> tuple[list[str], list[int]]:
        """Borders as clauses about areas, if their layer has a word for these; and the other marks."""
        model, known, clauses = self.position.model, self.position.known, list[str]()
        layers = [one for one in model.answer_layers.values() if isinstance(one, AnswerLayer) and one.area]
        for layer in layers:
            border = {link: int(model.marks[layer.name][link]) for link in self.board.links}
            marks = {link: lit in lits for link, lit in border.items() if lit in lits or -lit in lits}
            before = {link: known[lit] > 0 for link, lit in border.items() if known[lit]}
            more, said = _said_of_areas(self.board, layer, marks, before)
            clauses += more
            lits = [lit for lit in lits if not said.intersection(model.variables.spots_of(lit))]
        return clauses, list(lits)

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
        """The values of marks, by layer, spot and sign; negative ones are left out if the spot's value is given."""
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
        if conflict is None:
            return demand.say(self.board)
        words = {**demand.words, **conflict.words}
        return demand.wording.fault(self.board, demand.at or conflict.at, words, name=conflict.fault)


def _in_ranges(values: Sequence[Any], word: Any) -> list[str]:
    """Values in words, numbers last and in order; a run of consecutive numbers as a range."""
    numbers = sorted(value for value in values if isinstance(value, int))
    if len(values) == len(numbers) >= _RANGE and all(b == a + 1 for a, b in pairwise(numbers)):
        return [worded("{first} to {last}", first=word(numbers[0]), last=word(numbers[-1]))]
    return [word(value) for value in (*(value for value in values if not isinstance(value, int)), *numbers)]


# -- borders, by the areas that they complete, and the cells that belong together --


def _said_of_areas(
    board: Board, layer: AnswerLayer, marks: Mapping[Spot, bool], known: Mapping[Spot, bool]
) -> tuple[list[str], set[Spot]]:
    """Clauses about areas, and the links that they are about.

    ``marks`` says for these links whether a border is there, ``known`` for all where this is known.
    """
    said, complete, every = set[Spot](), [], {**known, **marks}
    around = ((area, {link for cell in area for link in board.links_of(cell)}) for area in _areas(board, every))
    whole = [(links & marks.keys(), area) for area, links in around if links <= every.keys()]
    for links, area in sorted(whole, key=lambda one: (-len(one[0]), one[1])):
        if not links <= said:
            complete.append(_named(board, area))
            said |= links
    clauses = [layer.say_area(complete)] if complete else []
    left = {link: is_border for link, is_border in marks.items() if link not in said}
    for area in _areas(board, left):
        if len(area) > 1:
            beside = [(name, links) for name, links in _sides(board, area) if links and all(map(left.get, links))]
            said.update(link for _, links in beside for link in links)
            clauses.append(_belonging(board, layer, area, beside))
    return clauses, said.union(link for link, is_border in marks.items() if not is_border)


def _belonging(
    board: Board, layer: AnswerLayer, area: Sequence[Spot], beside: Sequence[tuple[str, Sequence[Spot]]]
) -> str:
    """A clause about cells that belong together, and the sides on which there are borders."""
    cells = listed(names_in_words(board, area)) if len(area) == 2 else _named(board, area)
    sides = listed(worded(name) for name, _ in beside)
    if not beside:
        return worded("{cells} belong together", cells=cells)
    borders = layer.word(True, several=sum(len(links) for _, links in beside) > 1)
    return worded("{cells} belong together, with {borders} {sides}", cells=cells, borders=borders, sides=sides)


def _areas(board: Board, borders: Mapping[Spot, bool]) -> list[list[Spot]]:
    """The areas, if there are borders wherever nothing else is known."""
    area_of = {cell: [cell] for cell in board.cells}
    for link, is_border in borders.items():
        one, other = (area_of[cell] for cell in board.faces(link))
        if one is not other and not is_border:
            one.extend(other)
            area_of.update(dict.fromkeys(other, one))
    return [sorted(area) for area in {id(area): area for area in area_of.values()}.values()]


def _is_rectangle(area: Sequence[Spot]) -> bool:
    """Whether some cells, in reading order, are all that lie between the first and the last."""
    (top, left), (bottom, right) = area[0], area[-1]
    return len(area) == ((bottom - top) // 2 + 1) * ((right - left) // 2 + 1) and min(c.x for c in area) == left


def _named(board: Board, area: Sequence[Spot]) -> str:
    """Cells in words; a rectangle by its first and its last."""
    if len(area) > 1 and isinstance(board, Rect) and _is_rectangle(area):
        return worded("{first} to {last}", first=board.name(area[0]), last=board.name(area[-1]))
    return listed(names_in_words(board, area))


def _sides(board: Board, area: Sequence[Spot]) -> Iterator[tuple[str, list[Spot]]]:
    """The sides of a rectangle, each with its links."""
    if isinstance(board, Rect) and _is_rectangle(area):
        around = {link for cell in area for link in board.links_of(cell)}
        (top, left), (bottom, right) = area[0], area[-1]
        yield "above", [link for link in around if link.y < top]
        yield "below", [link for link in around if link.y > bottom]
        yield "on the left", [link for link in around if link.x < left]
        yield "on the right", [link for link in around if link.x > right]


# -- merging --


class _Grammar(NamedTuple):
    """What merging clauses takes to know of a language."""

    plurals: Mapping[str, str]
    """Of verbs, and of nouns with their articles."""
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
        texts = worded(_PLURALS), worded(_PREPOSITIONS), worded(_PRONOUNS), worded(_JOINING)
        return _grammar(*texts, worded("at least"), worded("at most"))

    def several(self, subject: Sequence[str]) -> list[str]:
        """The beginning of a subject, in the plural: ``the areas of``."""
        article_and_noun = " ".join(subject[:2])
        if article_and_noun in self.plurals:
            return [self.plurals[article_and_noun], *subject[2:]]
        noun = next((i - 1 for i, word in enumerate(subject) if word in self.prepositions), 0)
        if noun <= 0 or subject[0] != "the":
            return list(subject)
        ending = "es" if subject[noun].endswith(("o", "s", "x", "ch", "sh")) else "s"
        return [*subject[:noun], subject[noun] + ending, *subject[noun + 1 :]]


@cache
def _grammar(plurals: str, prepositions: str, pronouns: str, joining: str, *bounds: str) -> _Grammar:
    pairs = (pair.partition("|") for pair in plurals.split(", "))
    before, about, between = (frozenset(some.split()) for some in (prepositions, pronouns, joining))
    return _Grammar({one: many for one, _, many in pairs}, before, about, between, [one.split() for one in bounds])


_PLURALS = (
    "needs|need, holds|hold, has|have, is|are, stands|stand, sees|see, adds|add, goes|go, touches|touch, passes|pass, "
    "turns|turn, lies|lie, makes|make, forms|form, crosses|cross, contains|contain, reaches|reach, leaves|leave, "
    "ends|end, visits|visit, belongs|belong, occurs|occur, row|rows, column|columns, box|boxes"
)
"""Plurals of verbs, and of nouns that numbers follow. Translations may add those of nouns with their articles."""
_PREPOSITIONS = "of at in on below above beside between"
_PRONOUNS = "it its it,"
_JOINING = "and or to"


def merged(laws: Iterable[str]) -> list[str]:
    """Clauses, those merged that differ only after their first words, or only in one word: ``6 stands once in row 1
    and in column 2``."""
    groups: list[list[list[str]]] = []
    for law in laws:
        words = law.split(" ")
        for group in groups:
            if _goes_with(words, group):
                group.append(words)
                break
        else:
            groups.append([words])
    return [_as_one(group) for group in groups]


def _goes_with(words: Sequence[str], group: Sequence[Sequence[str]]) -> bool:
    """Whether a clause can be merged with a group: it differs only after the first words, or only in the word in
    which the clauses of the group differ."""
    first = group[0]
    if len(words) != len(first):
        return False
    if not _Grammar.now().pronouns.isdisjoint(words) and not _are_halves(words, first):
        return False
    if any(pair[0] != pair[1] and _is_listed(words, i) for i, pair in enumerate(zip(words, first, strict=True))):
        return False
    if all(words[:_ALIKE] == other[:_ALIKE] for other in group):
        return len(words) > _ALIKE
    places = {i for other in group for i, pair in enumerate(zip(words, other, strict=True)) if pair[0] != pair[1]}
    return len(places) == 1


def _are_halves(words: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two clauses differ only in "at least" and "at most"."""
    bounds = {bound[-1] for bound in _Grammar.now().bounds}
    return [set(pair) for pair in zip(words, other, strict=True) if pair[0] != pair[1]] == [bounds]


def _is_listed(words: Sequence[str], i: int) -> bool:
    """Whether a word belongs to a list, which cannot be extended: ``the stretch r1c1 and r2c1``."""
    around = words[max(0, i - 1)], words[min(i + 1, len(words) - 1)]
    return words[i].endswith(",") or not _Grammar.now().joining.isdisjoint(around)


def together(names: Collection[str]) -> str:
    """Names as a list; if they are numbers, perhaps with the same noun, in order: ``rows 2 and 7``, ``rows 1 to 4``."""
    nouns, numbers = zip(*(name.rpartition(" ")[::2] for name in names), strict=True)
    noun = nouns[0] if len(numbers) < 2 else _Grammar.now().plurals.get(nouns[0], "") if nouns[0] else ""
    if len(set(nouns)) > 1 or bool(nouns[0]) != bool(noun) or not all(map(str.isdecimal, numbers)):
        return listed(names)
    return f"{noun} {listed(_in_ranges([int(number) for number in numbers], str))}".lstrip()


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
        alike -= 1  # "row 1 and row 3"
    grammar = _Grammar.now()
    for bound in grammar.bounds:
        if group[0][alike] == bound[-1]:
            alike -= len(bound) - 1  # "at least 2 and at least 5"
    some = sorted((" ".join(words[alike:end]) for words in group), key=_by_numbers)
    if set(some) == set(map(" ".join, grammar.bounds)):
        return " ".join([*group[0][:alike], *group[0][end:]])  # at least 3 and at most 3 is just 3
    if len(some) > _MANY_LAWS:
        some[_MANY_LAWS - 1 :] = [worded("{n} more", n=len(some) - _MANY_LAWS + 1)]
    before, after = group[0][:alike], group[0][end:]
    if after and after[0] in grammar.plurals:
        before, after = grammar.several(before), [grammar.plurals[after[0]], *after[1:]]
    return " ".join([*before, together(some), *after])


def _by_numbers(text: str) -> tuple[list[str], list[int]]:
    """A sort key: the text between numbers, then the numbers."""
    return re.split(r"\d+", text), [int(number) for number in re.findall(r"\d+", text)]


def lowered(text: str) -> str:
    """A sentence with a small first letter, for use within another one."""
    return text[:1].lower() + text[1:]
