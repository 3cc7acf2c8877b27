"""Numbered paths: the cells are numbered 1, 2, 3, ... from the head; every other cell holds 0.

Three rules say that the numbers are a path that does not touch itself: each number occurs once, each follows the one
before it, and neighbours on the path have consecutive numbers. They share their data, because each of them can say more
about the place of a number if the others are in force.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from operator import pos
from typing import Any

from ...board.board import Spot
from ...board.walks import distances
from ...language.genre import Genre
from ...language.layers import ValueLayer
from ...language.rules import Compound, Conflict, Demand, Global, Rule
from ...language.variables import Candidates
from ...language.wording import AtMost, RuleText
from ...logic.amounts import Term, count
from ...logic.clauses import Clause, Clauses
from ...logic.expr import ALWAYS, NEVER, Known, Mark
from ...logic.ticks import tick, ticking

Length = Callable[[Any], "int | None"]
_HOLE = Term({0: ALWAYS})


class PathRule(Rule):
    """What the rules of a numbered path share.

    ``told`` is the number of its cells if the puzzle gives it, ``sure`` if it follows from all rules.
    """

    def __init__(self, layer: ValueLayer, told: Length, sure: Length, text: RuleText) -> None:
        super().__init__(text)
        self.layer, self.told, self.sure = layer, told, sure

    def _terms(self, model: Genre) -> Mapping[Spot, Term[int]]:
        """The term of each cell of the board; 0 where the layer has no place."""
        terms = model.terms[self.layer.name]
        return {c: terms.get(c, _HOLE) for c in ticking(model.board.cells)}

    def _marks(self, model: Genre) -> list[Mapping[int, int]]:
        """For each cell, the literal of each number."""

        def marks() -> list[Mapping[int, int]]:
            terms = self._terms(model).values()
            return [{n: int(mark) for n, mark in ticking(term.marks.items())} for term in ticking(terms)]

        return model.memo(("literals of a path", self.layer.name), marks)


class NumbersOnce(PathRule):
    """Each number occurs once; numbers beyond the known length of the path at most once."""

    def __init__(
        self,
        layer: ValueLayer,
        told: Length,
        sure: Length,
        text: RuleText,
        off: Callable[[Any], Iterable[Spot]],
    ) -> None:
        super().__init__(layer, told, sure, text)
        self.off = off

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = model.terms[self.layer.name]
        cells = [place[0] for place in model.variables.places(self.layer.name)]
        least = self.told(model) or 1
        for n in self.layer.values(model):
            if n:
                found = count(terms[c].marks.get(n, NEVER) for c in ticking(cells))
                what, often = (found == 1, 1) if n <= least else (found <= 1, AtMost(1))
                yield Demand(self, what, tuple(cells), {"value": n, "n": often})

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        places: dict[Any, list[int]] = {n: [] for n in self.layer.values(model) if n}
        for own in self._marks(model):
            for n, lit in ticking(own.items()):
                if n:
                    places[n].append(lit)
        least = self.sure(model) or 1
        for n, lits in places.items():
            out.tick()
            if n <= least:
                if lits != [1]:
                    out.exactly_one(lits)
            else:
                out.at_most_one(lits)
        return []

    def narrow(self, model: Genre, layer: ValueLayer, candidates: Candidates) -> None:
        """Removes numbers that are beyond the end of the path, too far from a given number, or on the wrong colour of
        the chessboard."""
        if layer.name != self.layer.name:
            return
        for spot in ticking(self.off(model)):
            if spot in candidates:
                candidates[spot] = [0] if 0 in candidates[spot] else []
        values = layer.values(model)
        length = self.sure(model)
        if length is not None and length < values[-1]:
            values = [n for n in values if n <= length]
            for spot, own in ticking(candidates.items()):
                candidates[spot] = [n for n in own if n <= length] if len(own) < 2 else values
        given = [(c, n) for c, n in model.given(layer).items() if n and candidates.get(c) == [n]]
        if given:
            self._near_enough(model, candidates, given, values)

    def _near_enough(
        self, model: Genre, candidates: Candidates, given: Sequence[tuple[Spot, int]], values: Sequence[int]
    ) -> None:
        """The values that lie within reach of each given number."""
        board, last = model.board, values[-1]
        closed = [candidates.get(c, [0]) == [0] for c in ticking(board.cells)]
        masks = [-1] * len(closed)
        for spot, n in given:
            model.tick()
            reach: dict[int, int] = {-1: 1}
            steps = distances(board.cell_adjacency, [board.cell_index[spot]], lambda cell: not closed[cell])
            for i in ticking(range(len(masks))):
                d = steps.get(i, -1)
                if d not in reach:
                    tick()
                    there = {0, *range(n - d, 0, -2), *range(n + d, last + 1, 2)} if d else {n}
                    reach[d] = sum(1 << v for v in there)
                masks[i] &= reach[d]
        kept: dict[int, list[int]] = {}
        for spot, mask in zip(ticking(board.cells), masks, strict=True):
            own = candidates.get(spot)
            if own is None:
                continue
            if len(own) < 2:
                candidates[spot] = [v for v in own if mask >> v & 1]
                continue
            if mask not in kept:
                tick()
                kept[mask] = [v for v in values if mask >> v & 1]
            candidates[spot] = kept[mask]


class Beside(Compound):
    """If one of some cells holds a number ``n`` (counted from ``first``), a cell near it holds one of ``wanted(n)``.
    ``near`` has the marks of each such cell, with those of the cells near it."""

    def __init__(
        self,
        at: tuple[Spot, ...],
        near: Sequence[tuple[Mapping[int, Mark], Sequence[Mapping[int, Mark]]]],
        wanted: Callable[[int], Collection[int]],
        first: int = 1,
    ) -> None:
        self.at, self.near, self.wanted, self.first = at, near, wanted, first

    def _marks(self) -> Iterator[tuple[int, Mark, Sequence[Mapping[int, Mark]]]]:
        """The numbers of the cells, each with its mark and the cells near it."""
        for own, near in self.near:
            yield from ((n, mark, near) for n, mark in own.items() if n >= self.first)

    def _clause(self, n: int, mark: int, near: Sequence[Mapping[int, int]]) -> Clause:
        """The cell does not hold ``n``, or a wanted number is near."""
        wanted = self.wanted(n)
        return [-mark, *[its[k] for its in near for k in wanted if k in its]]

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        for n, mark, near in ticking(self._marks()):
            if known[mark] > 0:
                because = [-lit for lit in self._clause(n, mark, near)]
                if all(known[lit] > 0 for lit in because):
                    yield Conflict(self.at, because, {"n": n, "before": n - 1})

    def encode(self, out: Clauses) -> None:
        for own, near in ticking(self.near):
            beside = [_as_literals(its) for its in near]
            for n, lit in _as_literals(own).items():
                if n >= self.first:
                    clause = self._clause(n, lit, beside)
                    if 1 not in clause:
                        out.add(clause)

    def literals(self) -> Sequence[int]:
        terms = (term for own, near in self.near for term in (own, *near))
        return list(dict.fromkeys(map(pos, chain.from_iterable(term.values() for term in terms))))


def _as_literals(marks: Mapping[int, Mark]) -> dict[int, int]:
    """Plain integers, which are faster to look up and to negate."""
    return dict(zip(marks, map(pos, marks.values()), strict=True))


class EachFollows(PathRule):
    """Each number but 1 has its predecessor beside it.

    The clauses also say that each number but the last has its successor beside it. If the length is open, a ladder of
    new variables says whether the path goes on beyond a number.
    """

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = self._terms(model)
        for at in terms:
            tick()
            near = [terms[c].marks for c in model.board.neighbours(at)]
            what = Beside((at,), [(terms[at].marks, near)], lambda n: (n - 1,), first=2)
            yield Demand(self, what, (at,))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = self._marks(model)
        values = self.layer.values(model)
        last = values[-1]
        length = self.sure(model)
        ends: list[list[int]] = [[] for _ in range(last + 2)]  # for each number, what is open about its successor
        if length is None:
            first = out.new(last + 1)
            for n in ticking(range(2, last + 1)):
                ends[n - 1] = [-(first + n)]
                if n > 2:
                    out.add([-(first + n), first + n - 1])
        add = out.add
        rows = [list(map(own.get, range(last + 1))) for own in ticking(marks)]
        for own, near in zip(marks, model.board.cell_adjacency, strict=True):
            out.tick()
            around = list(zip(*[rows[b] for b in near], strict=True)) or [()] * (last + 1)  # by number
            for n, lit in ticking(own.items()):
                if n > 1:
                    add([-lit, *filter(None, around[n - 1])])
                    if length is None:
                        add([-lit, first + n])
                if 0 < n < last and n != length:
                    add([-lit, *ends[n], *filter(None, around[n + 1])])
        return []


class NoTouch(PathRule):
    """Neighbouring cells of the path hold consecutive numbers.

    So a cell has at most two neighbours on the path, and at least two unless it is an end.
    """

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = self._terms(model)
        for link in model.board.links:
            tick()
            yield self._demand(terms, model.board.ends(link))

    def _demand(self, terms: Mapping[Spot, Term[int]], pair: tuple[Spot, Spot]) -> Demand:
        a, b = (terms[cell].marks for cell in pair)
        return Demand(self, Beside(pair, [(a, [b]), (b, [a])], lambda n: (0, n - 1, n + 1)), pair)

    def suspects(self, model: Genre, known: Known) -> Iterator[Demand]:
        """The demands of neighbours of which one is on the path and the other can hold no consecutive number."""
        terms = self._terms(model)
        held = {c: [n for n, mark in ticking(term.marks.items()) if n and known[mark] > 0] for c, term in terms.items()}

        def fits(n: int, cell: Spot) -> bool:
            marks = terms[cell].marks
            return any(known[marks[k]] >= 0 for k in (0, n - 1, n + 1) if k in marks)

        for link in model.board.links:
            tick()
            a, b = model.board.ends(link)
            if not (all(fits(n, b) for n in held[a]) and all(fits(n, a) for n in held[b])):
                yield self._demand(terms, (a, b))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        """If the length is known, most pairs of cells need no clauses for their numbers.

        A cell of the path has the numbers before and after its own beside it, and at most two neighbours on the path;
        an end has one. So there is no place for another number.
        """
        marks = self._marks(model)
        add = out.add
        length = self.sure(model)
        known = length if length is not None and length > 1 else None
        free = [own.get(0, -1) for own in ticking(marks)]
        for i, (own, near) in enumerate(zip(marks, model.board.cell_adjacency, strict=True)):
            if free[i] == 1:
                continue
            out.tick()
            for b in near:
                # Next to cells that are certainly on the path, numbers are compared directly.
                if free[b] != 1 and (known is None or free[i] == -1 or free[b] == -1):
                    its = marks[b]
                    for n, lit in ticking(own.items()):
                        if n:
                            add([-lit, *[its[k] for k in (0, n - 1, n + 1) if k in its]])
            for some in combinations(near, 3):
                add([free[i], *[free[b] for b in some]])
            if known is not None:
                ends = [own[n] for n in (1, known) if n in own]
                for b in near:
                    add([free[i], *ends, *[-free[c] for c in near if c != b]])
                for end in ends:
                    for b, c in combinations(near, 2):
                        add([-end, free[b], free[c]])
        return []


def numbered_path(
    layer: ValueLayer,
    *,
    once: RuleText,
    follows: RuleText,
    no_touch: RuleText,
    told: Length,
    sure: Length,
    off: Callable[[Any], Iterable[Spot]],
) -> tuple[NumbersOnce, EachFollows, NoTouch]:
    """The three rules of a path numbered 1, 2, 3, ... on a rectangular board, whose layer holds the numbers 0 (off the
    path) to some greatest one; cells without a place in the layer are off the path.

    ``told``: the length that the puzzle tells, ``sure``: the length that follows from all its rules; None where it is
    open. ``off``: cells that other rules keep off the path. The three rules are to rely on these rules and on each
    other (see ``requires``).

    In the text ``once``, ``{value}`` is the number and ``{n:time}`` how often it stands there; its faults are ``many``
    (it stands ``{times}``, at ``{culprits}``) and ``few`` (no place is left for it). The fault of ``follows`` is that
    the number ``{n}`` at ``{at}`` has no ``{before}`` beside it, that of ``no_touch`` that the neighbours ``{at}`` do
    not follow each other.
    """
    return (
        NumbersOnce(layer, told, sure, once, off),
        EachFollows(layer, told, sure, follows),
        NoTouch(layer, told, sure, no_touch),
    )
