"""What is seen along lines: open cells from a cell, towers from the end of a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from ..board.board import Spot
from ..board.rect import STEPS
from ..language.genre import Genre
from ..language.layers import GivenLayer, Source, ValueLayer, marks_of
from ..language.rules import Demand, Global, Rule
from ..language.variables import Candidates
from ..language.wording import Found, RuleText
from ..logic.amounts import count
from ..logic.clauses import Clauses
from ..logic.expr import ALWAYS, all_of
from ..logic.ticks import tick, ticking
from .automata import Accepted, Automaton, ConflictWords, Open, numbers_read


class SeenFrom(Rule):
    """The rule that a clue is the number of open cells seen from it in the four directions, its own cell included.

    ``{at}`` in the text is the clue's cell, ``{number}`` the clue, ``{n}`` the number as far as it matters (see
    ``Demand.halves``); in a fault, ``{found:sees|see}`` is how many are seen.
    """

    def __init__(self, open_: Source, clue: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=clue)
        self.open, self.clue = open_, clue

    def _clues(self, model: Genre) -> Iterator[tuple[Spot, int, list[Sequence[Spot]]]]:
        for at, n in model.given(self.clue).items():
            if isinstance(n, int):
                yield at, n, [model.board.ray(at, step) for step in STEPS]

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.open, model)
        for at, n, rays in self._clues(model):
            seen = [all_of(marks[c] for c in ray[: i + 1]) for ray in rays for i in ticking(range(len(ray)))]
            yield Demand(self, count([ALWAYS, *seen]) == n, (at,), {"n": n, "number": n}, self.clues_at(at))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.open, model)
        for _, n, rays in self._clues(model):
            out.tick()
            if not 1 <= n <= 1 + sum(map(len, rays)):
                out.add([])
                break
            ladders = [_ladder([int(marks[c]) for c in ray[:n]], out) for ray in rays]
            level, upright = (_sum(ladders[a], ladders[b], n, out) for a, b in ((0, 2), (1, 3)))
            _sums_to(level, upright, n - 1, out)
        return []

    def encode_demand(self, demand: Demand, model: Genre, out: Clauses) -> bool:
        (at,), n, marks = demand.at, demand.words["number"], marks_of(self.open, model)
        rays = (model.board.ray(at, step) for step in STEPS)
        out.count([lit for ray in rays for lit in _ladder([int(marks[c]) for c in ray[:n]], out)], (n - 1,))
        return True


def _ladder(cells: Sequence[int], out: Clauses) -> list[int]:
    """For k = 1, 2, ... the literal of "the first k cells are all open"."""
    ladder = list(cells[:1])
    for cell in cells[1:]:
        step = out.new()
        out.extend(([-step, ladder[-1]], [-step, cell], [step, -ladder[-1], -cell]))
        ladder.append(step)
    return ladder


def _sum(a: Sequence[int], b: Sequence[int], cut: int, out: Clauses) -> list[int]:
    """The sum of two unary numbers, up to ``cut``: output k - 1 says that the sum is at least k."""
    n = min(cut, len(a) + len(b))
    first = out.new(n)
    total = list(range(first, first + n))
    out.extend([total[i + 1], -total[i + 2]] for i in range(-1, n - 2))
    for i in range(len(a) + 1):
        tick()
        for j in range(len(b) + 1):
            if 0 < i + j <= n:
                out.add([*([-a[i - 1]] if i else []), *([-b[j - 1]] if j else []), total[i + j - 1]])
            if i + j < n:
                out.add([*([a[i]] if i < len(a) else []), *([b[j]] if j < len(b) else []), -total[i + j]])
    return total


def _sums_to(a: Sequence[int], b: Sequence[int], n: int, out: Clauses) -> None:
    """Two unary numbers add up to n."""

    def least(number: Sequence[int], k: int) -> int | None:
        """The literal of "at least k"; None if that is impossible."""
        return 1 if k <= 0 else number[k - 1] if k <= len(number) else None

    for i in range(n + 2):
        # If a >= i, then b < n - i + 1; if a < i, then b >= n - i + 1.
        one, other = least(a, i), least(b, n - i + 1)
        if one is not None and other is not None:
            out.add([-one, -other])
        out.add([lit for lit in (one, other) if lit is not None])


# -- towers ------------------------------------------------------------------------------------------------------------


HeightLiterals = Mapping[Any, int]
"""The possible heights of a spot, with their literals."""


SightState = tuple[int, int]
"""The highest tower so far, and the number seen."""
_NO_TOWER = (0, 0)


@lru_cache(maxsize=256)
def looking(n: int, *, least: bool = True, most: bool = True) -> Automaton:
    """Accepts lines of heights, read from the near end, in which ``n`` towers are seen: at least, at most, or exactly.
    The height 0 is no tower."""

    def step(state: SightState, height: int) -> SightState | None:
        highest, seen = _look(state, height)
        if seen <= n:
            return highest, seen
        return None if most else (highest, n)

    return Automaton(_NO_TOWER, step, lambda state: bool(state[1] == n or not least))


def _look(state: SightState, height: int) -> SightState:
    highest, seen = state
    return state if height <= highest else (height, seen + 1)


def _apart(n: int) -> tuple[Automaton, Automaton]:
    """The automata for "at least" and "at most"."""
    return looking(n, most=False), looking(n, least=False)


def _told(values: Open, n: int) -> ConflictWords:
    """The words for the number of towers that may be in view."""
    numbers = numbers_read(values, _NO_TOWER, _look, lambda state: int(state[1]))
    if not numbers:
        return {}, ""  # some spot has no value left
    found = Found.of(numbers, (n,))
    return {"found": found}, found.name


def encode_view(line: Sequence[HeightLiterals], n: int, chains: Chains, out: Clauses) -> None:
    """``n`` towers are seen along a line of heights.

    As the lines are Latin, this is hardly weaker than the automaton, and smaller by a factor of the number of heights.
    """
    seen = _towers_shown(line, chains, out)
    out.count([lit for lit in seen if lit not in (1, -1)], (n - seen.count(1),))


def _towers_shown(line: Sequence[HeightLiterals], chains: Chains, out: Clauses) -> list[int]:
    """For each spot of a line of heights, the literal of "there is a tower, and it is seen".

    Encodes the running maximum of the heights in unary; a tower is seen iff it raises the maximum. ``top[v]`` says that
    the highest tower so far has at least the height v. If it becomes true for some v, the tower is seen; if it was
    already true for the height of the tower, the tower is hidden.
    """
    top = [1, *[-1] * chains.top]
    seen: list[int] = []
    for i, heights in enumerate(line):
        tick()
        reaches = chains.of(heights)
        after = [out.either(two) for two in zip(top, reaches, strict=True)] if i else reaches
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
    return seen


class Chains:
    """The literals of "at least n" for spots that hold numbers up to ``top``, made on demand."""

    def __init__(self, top: int, out: Clauses) -> None:
        self.top, self.out = top, out
        self._made: dict[int, list[int]] = {}

    def of(self, values: HeightLiterals) -> list[int]:
        """A list whose item n is the literal of "the spot's number is at least n"; item 0 always holds."""
        chain = self._made.get(id(values))
        if chain is None:
            chain = self._made[id(values)] = [1] * (self.top + 1)
            least, above = min(values), -1
            for n in range(self.top, least, -1):
                own = values.get(n)
                if own is not None:
                    above = self.out.either((int(own), above))
                chain[n] = above
        return chain


class Skyline(Rule):
    """The rule that a clue at a side is the number of towers seen from it, for lines with each height but 0 once.

    The text may contain ``{n}`` and ``{side}``; ``{number}`` is the clue. Faults: ``few``, ``many``, with ``{found}``.
    """

    def __init__(self, height: ValueLayer, clue: GivenLayer, text: RuleText) -> None:
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
            yield Demand(self, told, tuple(line), {"n": n, "number": n, "side": side}, self.clues_at(side))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        terms = model.terms[self.height.name]
        chains = Chains(max(self.height.values(model), default=0), out)
        for _, n, line in self._views(model):
            out.tick()
            encode_view([terms[c].marks for c in line], n, chains, out)
        return []

    def readings(self, model: Genre, out: Clauses) -> dict[tuple[Spot, Any], int]:
        """The number of towers seen from each side, in unary."""
        terms = model.terms[self.height.name]
        highest = max(self.height.values(model), default=0)
        chains = Chains(highest, out)
        found: dict[tuple[Spot, Any], int] = {}
        for side in (place[0] for place in self.clue.places(model)):
            line = [terms[cell].marks for cell in model.board.line_from(side)]
            seen = [lit for lit in _towers_shown(line, chains, out) if lit != -1]
            least = [1, *out.totalizer(seen, min(len(seen), highest)), -1]
            found |= {(side, n): -out.either((-least[n], least[n + 1])) for n in range(1, len(least) - 1)}
        return found

    def narrow(self, model: Genre, layer: ValueLayer, candidates: Candidates) -> None:
        """Strikes out heights that the clue of the line excludes, whatever the rest of the line holds.

        Each height but 0 occurs once. Up to a tower of height h at place i, at most i and at most h towers are seen;
        behind it, at most highest - h. The highest tower is the last one seen.
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
    """The possible numbers of towers seen in a line with a tower of this height at place i (from 1)."""
    if height == highest:
        return range(1 if i - 1 <= gaps else 2, min(i, height) + 1)
    return range(2 if i == 1 else 1, min(i, height) + highest - height + 1)


seen_from = SeenFrom
towers_in_view = Skyline
