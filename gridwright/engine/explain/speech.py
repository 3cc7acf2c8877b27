"""Marks and demands as clauses of a sentence."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

from ...board.board import Board, Spot
from ...board.rect import Rect
from ...language.faults import faults
from ...language.genre import Genre
from ...language.layers import AnswerLayer, ValueLayer
from ...language.rules import Conflict, Demand, Global
from ...language.variables import View
from ...language.wording import AtLeast, AtMost, counted, listed, names_in_words, worded
from ...logic.expr import fixed
from .position import Position

_MANY_LAWS = 6
"""At most this many demands are named one by one."""
_LONG_LAWS = 250
"""Demands that take more characters are not all named."""
_ALIKE = 4
"""Clauses that begin with this many equal words are merged."""
_PLACE = re.compile(r"r\d+c\d+")
"""The name of a cell."""
_MOST_PLACES, _FIRST_PLACES = 16, 8
"""Up to ``_MOST_PLACES`` places are all named; of more than that, the first ``_FIRST_PLACES``."""
_RANGE = 4
"""This many consecutive numbers are given as a range."""
_SOME_GONE = 2
"""If fewer values of a spot are gone, they are named rather than those that are left."""


class Speaker:
    """Puts the literals and demands of a position into words."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.board = position.model.board

    def said(self, lits: Collection[int]) -> str:
        """Marks as a clause: ``r1c1 and r1c3 are sea, and r2c2 is land``.

        Values that a spot does not hold are left out if its value is given.
        """
        return _joined(self._clauses(lits))

    def _clauses(self, lits: Collection[int]) -> list[str]:
        known_views = self.position.solver.views.told
        marks = [lit for lit in lits if abs(lit) not in known_views]
        views = [lit for lit in lits if abs(lit) in known_views]
        areas, marks = self._of_areas(marks)
        return [*areas, *self._of_marks(marks), *self._of_views(views)]

    def said_as_left(self, lits: Collection[int], *, bounds: bool = False) -> str:
        """Marks as a clause. For a spot with few possible values, these are named: ``r1c1 is 3 or 4``, and with
        ``bounds`` ``r1c2 is at most 4``."""
        spots = self.position.spots
        filled = {id(spots[lit]) for lit in lits if lit in spots}
        lits = [lit for lit in sorted(lits, key=abs) if lit > 0 or id(spots.get(-lit)) not in filled]
        left = {lit: text for lit in lits if (text := self._left_for(lit, lits, bounds))}
        places: dict[tuple[str, str], set[Spot]] = {}
        for lit, text in left.items():
            name, place, _, _ = self.position.model.variables.mark_of(lit)
            places.setdefault((name, text), set()).add(place[0])
        clauses = self._clauses([lit for lit in lits if lit > 0])
        for (name, text), some in places.items():
            layer = self.position.model.layers[name]
            assert isinstance(layer, ValueLayer)
            clauses.append(f"{listed(self._names(some))} {layer.say_word(text, True, several=len(some) > 1)}")
        return _joined([*clauses, *self._clauses([lit for lit in lits if lit < 0 and lit not in left])])

    def _left_for(self, lit: int, lits: Collection[int], bounds: bool) -> str:
        """The remaining values of a spot, in words; "" if the excluded values are simpler to name."""
        spot = self.position.spots.get(-lit, ())
        if len(gone := [other for other in spot if -other in lits]) < _SOME_GONE:
            return ""
        every = [other for other in spot if -other not in lits]
        open_ = [other for other in every if self.position.known[other] >= 0]
        left = self.values(open_ if len(open_) > 1 else every)
        if len(left) < 2:
            return ""
        if len(left) < min(len(gone), _RANGE + 1):
            return listed(left, "or")
        if not bounds or not all(map(str.isdecimal, (*left, *self.values(gone)))):
            return ""
        numbers, others = set(map(int, left)), set(map(int, self.values(gone)))
        if max(numbers) < min(others):
            return counted(AtMost(max(numbers)))
        return counted(AtLeast(min(numbers))) if min(numbers) > max(others) else ""

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
        names = self._each_name(ordered)
        if len(names) <= _MOST_PLACES:
            return names
        n = next(n for n in range(_FIRST_PLACES, len(ordered)) if len(self.board.names(ordered[:n])) == _FIRST_PLACES)
        return [*names_in_words(self.board, ordered[:n]), worded("{n} others", n=len(ordered) - n)]

    def _each_name(self, spots: Sequence[Spot]) -> list[str]:
        """The names of spots. Links that share a mark have the name of the cells at their ends."""
        model = self.position.model
        ends = model.memo("ends of links", lambda: _ends_of_links(model))
        names = [ends[spot] for spot in spots if spot in ends]
        return [*names, *names_in_words(self.board, [spot for spot in spots if spot not in ends])]

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
        return listed(self._each_name(sorted(spots)))

    def laws(self, selectors: Iterable[int]) -> str:
        """Demands as one clause: equal ones once, those that begin alike merged."""
        laws = merged(dict.fromkeys(map(self.position.law, selectors)))
        lengths = list(accumulate(len(law) for law in laws))
        if len(laws) > _MANY_LAWS or (len(laws) > 1 and lengths[-1] > _LONG_LAWS):
            kept = max(1, min(_MANY_LAWS - 1, bisect_right(lengths, _LONG_LAWS)))
            left = len(laws) - kept
            laws[kept:] = [worded("{n} other rules" if left > 1 else "another rule", n=left)]
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


def _joined(clauses: Sequence[str]) -> str:
    if len(clauses) < 2:
        return "".join(clauses)
    return worded("{clauses}, and {last}", clauses=", ".join(clauses[:-1]), last=clauses[-1])


def _ends_of_links(model: Genre) -> Mapping[Spot, str]:
    """The names of links that share a mark, by the first of them: ``r1c1-r1c4`` from one island to the other."""
    faces = model.board.faces
    places = (place for name in model.answer_layers for place in model.variables.places(name) if len(place) > 1)
    return {place[0]: f"{faces(place[0])[0]}-{faces(place[-1])[-1]}" for place in places}


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
        if noun <= 0 or subject[0] != "the" or not (subject[noun].isalpha() or subject[noun].isdigit()):
            return list(subject)
        ending = "es" if subject[noun].endswith(("o", "s", "x", "ch", "sh")) else "s"
        return [*subject[:noun], subject[noun] + ending, *subject[noun + 1 :]]


@cache
def _grammar(plurals: str, lines: str, prepositions: str, pronouns: str, joining: str, *bounds: str) -> _Grammar:
    several, counted = (dict(pair.split("|") for pair in some.split(", ")) for some in (plurals, lines))
    before, about, between = (frozenset(some.split()) for some in (prepositions, pronouns, joining))
    return _Grammar(several, counted, before, about, between, [one.split() for one in bounds])


_PLURALS = (
    "needs|each need, holds|hold, has|have, is|are, stands|stand, appears|appear, sees|see, adds|add, goes|go, "
    "touches|touch, passes|pass, turns|turn, lies|lie, makes|make, forms|form, crosses|cross, contains|contain, "
    "reaches|reach, leaves|leave, ends|end, visits|visit, belongs|belong, occurs|occur"
)
"""Plurals of verbs. Translations may add those of nouns with their articles."""
_LINES = "row|rows, column|columns, box|boxes"
_PREPOSITIONS = "of to at in on below above beside between"
_PRONOUNS = "it its it,"
_JOINING = "and or to"


def merged(laws: Iterable[str]) -> list[str]:
    """Clauses, those merged that differ only after their first words, or only in one word: ``6 appears once in row 1
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


def together(names: Iterable[str]) -> str:
    """Names as a list; numbers, and lines of a kind, are sorted: ``rows 1 to 4 and column 7``."""
    lines, found = _Grammar.now().lines, dict[str, list[int]]()
    for name in names:
        noun, _, number = name.rpartition(" ")
        if number.isdecimal() and (noun in lines or not noun):
            found.setdefault(noun, []).append(int(number))
        else:
            found[name] = []
    said: list[str] = []
    for noun, numbers in found.items():
        in_order = _in_ranges(numbers, str)
        kind = lines.get(noun, noun) if len(numbers) > 1 else noun
        said += in_order if not noun else [f"{kind} {listed(in_order)}" if numbers else noun]
    return listed(said)


def differ_by_place(one: str, other: str) -> bool:
    """Whether two clauses are equal but for the name of one cell."""
    words = one.split(" "), other.split(" ")
    differ = [pair for pair in zip(*words, strict=False) if pair[0] != pair[1]]
    return len(words[0]) == len(words[1]) and len(differ) <= 1 and all(_PLACE.fullmatch(w) for p in differ for w in p)


def without_places(text: str) -> str:
    """A clause without the names of its cells."""
    return _PLACE.sub("", text)


def _as_one(group: list[list[str]]) -> str:
    if len(group) == 1:
        return " ".join(group[0])
    alike = 0
    while alike < len(group[0]) and len({words[alike] for words in group}) == 1:
        alike += 1
    end = len(group[0])
    while end > alike + 1 and len({words[end - 1] for words in group}) == 1:
        end -= 1
    grammar = _Grammar.now()
    if alike and group[0][alike].isdigit():
        alike -= 1  # "rows 1 and 3"
    end += end < len(group[0]) and group[0][end].isdigit()  # "column 1 and row 1"
    for bound in grammar.bounds:
        if group[0][alike] == bound[-1]:
            alike -= len(bound) - 1  # "at least 2 and at least 5"
    some = sorted((" ".join(words[alike:end]) for words in group), key=_by_numbers)
    if len(some) > _MANY_LAWS:
        some[_MANY_LAWS - 1 :] = [worded("{n} more", n=len(some) - _MANY_LAWS + 1)]
    before, after = group[0][:alike], group[0][end:]
    verb = next((i for i, word in enumerate(after) if word in grammar.plurals), None)
    if verb is not None and grammar.plurals.keys().isdisjoint(before):
        before, after[verb] = grammar.several(before), grammar.plurals[after[verb]]
    return " ".join([*before, together(some), *after])


def _by_numbers(text: str) -> tuple[list[str], list[int]]:
    """A sort key: the text between numbers, then the numbers."""
    return re.split(r"\d+", text), [int(number) for number in re.findall(r"\d+", text)]


def lowered(text: str) -> str:
    """A sentence with a small first letter, for use within another one."""
    return text[:1].lower() + text[1:]
