"""Skylines: how many towers of a line are seen from its end, where each hides the lower ones behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ..board.board import Spot
from ..language.genre import Genre
from ..language.layers import GivenLayer, ValueLayer
from ..language.rules import Demand, Global, Rule
from ..language.variables import Candidates
from ..language.wording import Found, Text
from ..logic.clauses import Clauses
from ..logic.ticks import tick
from .automata import Accepted, Automaton, Open, Told, numbers_read

Values = Mapping[Any, int]
"""The heights that a spot may have, each with the literal that says so."""


View = tuple[int, int]
"""The highest tower so far, and how many were seen."""
_NO_TOWER = (0, 0)


def looking(n: int, *, least: bool = True, most: bool = True) -> Automaton:
    """Reads heights from the near end and sees ``n`` towers: at least, at most, or both. 0 is no tower."""

    def step(state: View, height: int) -> View | None:
        highest, seen = _look(state, height)
        if seen <= n:
            return highest, seen
        return None if most else (highest, n)

    return Automaton(_NO_TOWER, step, lambda state: bool(state[1] == n or not least))


def _look(state: View, height: int) -> View:
    highest, seen = state
    return state if height <= highest else (height, seen + 1)


def _apart(n: int) -> tuple[Automaton, Automaton]:
    """The automata for "at least" and "at most"."""
    return looking(n, most=False), looking(n, least=False)


def _told(values: Open, n: int) -> Told:
    """The numbers of towers that may be in view."""
    numbers = numbers_read(values, _NO_TOWER, _look, lambda state: int(state[1]))
    if not numbers:
        return {}, ""  # some spot has no value left
    found = Found.of(numbers, (n,))
    return {"found": found}, found.name


def encode_view(line: Sequence[Values], n: int, chains: Chains, out: Clauses) -> None:
    """The running maximum of the heights, value by value; a tower is seen iff it raises the maximum.

    ``top[v]`` says that the highest tower so far is at least v high. Where it changes from no to yes for some v, the
    tower is seen; where it holds for the height of the tower, the tower is hidden. The towers seen are counted. This
    is smaller than the automaton by the number of heights, and as the lines are Latin, hardly weaker.
    """
    top = [1, *[-1] * chains.top]
    seen: list[int] = []
    for i, heights in enumerate(line):
        tick()
        reaches = chains.of(heights)
        after = [out.either(two) for two in zip(top, reaches, strict=True)]
        shown = out.new() if i else after[1] if chains.top else -1
        if i:
            for before, now in zip(top, after, strict=True):
                if now != -1 and before != 1:
                    out.add([-now, shown] if before == -1 else [-now, before, shown])
            for v, lit in heights.items():
                if top[v] != -1:
                    out.add([-lit, -shown] if top[v] == 1 else [-lit, -top[v], -shown])
        seen.append(shown)
        top = after
    out.count([lit for lit in seen if lit not in (1, -1)], (n - seen.count(1),))


class Chains:
    """For spots that hold numbers up to ``top`` the literals of "at least n", made when first asked for."""

    def __init__(self, top: int, out: Clauses) -> None:
        self.top, self.out = top, out
        self._made: dict[int, list[int]] = {}

    def of(self, values: Values) -> list[int]:
        """A list whose item n is a literal that holds iff the spot's number is at least n; item 0 always holds."""
        found = self._made.get(id(values))
        if found is None:
            found = self._made[id(values)] = [1] * (self.top + 1)
            least, above = min(values), -1
            for n in range(self.top, least, -1):
                own = values.get(n)
                if own is not None:
                    above = self.out.either((int(own), above))
                found[n] = above
        return found


class Skyline(Rule):
    """The rule that a clue at a side is the number of towers seen from it, for lines in which each height but 0 stands
    once. ``{n}`` and ``{side}`` may stand in the text. Faults: ``few``, ``many``, with ``{found}``."""

    def __init__(self, height: ValueLayer, clue: GivenLayer, text: Text) -> None:
        super().__init__(text, reads=clue)
        self.height, self.clue = height, clue

    def _views(self, model: Genre) -> Iterator[tuple[Spot, int, Sequence[Spot]]]:
        for side, n in model.given(self.clue).items():
            yield side, n, model.board.line_from(side)

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = model.terms[self.height.name]
        highest = max(self.height.values(model), default=0)
        for side, n, line in self._views(model):
            parts = partial(_apart, n) if 1 < n < highest else None
            told = Accepted(line, terms, looking(n), tell=partial(_told, n=n), parts=parts)
            yield Demand(self, told, tuple(line), {"n": n, "side": side}, self.clues_at(side))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        terms = model.terms[self.height.name]
        chains = Chains(max(self.height.values(model), default=0), out)
        for _, n, line in self._views(model):
            out.tick()
            encode_view([terms[c].marks for c in line], n, chains, out)
        return []

    def narrow(self, model: Genre, layer: ValueLayer, candidates: Candidates) -> None:
        """Strikes out heights at which the clue of the line cannot come out, whatever stands elsewhere in the line.

        Each height but 0 stands once in the line. Of the i cells up to a tower of height h at most i are seen, and at
        most h; behind it at most the highest - h. The highest tower is the last that is seen.
        """
        if layer.name != self.height.name:
            return
        highest = max(layer.values(model), default=0)
        for _, n, line in self._views(model):
            gaps = len(line) - highest
            for i, cell in enumerate(line, 1):
                tick()
                candidates[cell] = [h for h in candidates[cell] if h == 0 or n in _seen(i, h, highest, gaps)]


def _seen(i: int, height: int, highest: int, gaps: int) -> range:
    """How many towers may be seen in a line that has a tower of this height at place i (from 1)."""
    if height == highest:
        return range(1 if i - 1 <= gaps else 2, min(i, height) + 1)
    return range(2 if i == 1 else 1, min(i, height) + highest - height + 1)


towers_in_view = Skyline
