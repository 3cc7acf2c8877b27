"""The sum of the numbers between the two blocks of a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations

from ...board.board import Spot
from ...language.genre import Genre
from ...language.layers import GivenLayer, ValueLayer
from ...language.rules import Demand, Global, Rule
from ...language.wording import Found, RuleText
from ...logic.clauses import Clauses
from ...logic.ticks import tick, ticking
from ...rules.automata import Accepted, Automaton, ConflictWords, Open, numbers_read

NumberLiterals = Mapping[int, int]
"""The numbers that a spot may hold, each with its literal; 0 is a block."""
_BEFORE, _BEHIND = -1, -2


@lru_cache(maxsize=256)
def summing(total: int, *, least: bool = True, most: bool = True) -> Automaton:
    """Reads a line with two blocks between which the numbers add up to the total: at least, at most, or both.

    A state holds the sum from the first block to the second.
    """

    def step(state: int, value: int) -> int | None:
        if state == _BEFORE:
            return 0 if value == 0 else _BEFORE
        if state == _BEHIND:
            return _BEHIND
        if value == 0:
            return _BEHIND if state == total or not least else None
        if state + value <= total:
            return state + value
        return None if most else total

    return Automaton(_BEFORE, step, lambda state: bool(state == _BEHIND))


def _apart(total: int) -> tuple[Automaton, Automaton]:
    """The automata for "at least" and "at most"."""
    return summing(total, most=False), summing(total, least=False)


def _told(values: Open, total: int) -> ConflictWords:
    """The sums that are still possible between two blocks."""

    def step(state: tuple[int, int], value: int) -> tuple[int, int]:
        blocks, between = state
        return (blocks + 1, between) if value == 0 and blocks < 2 else (blocks, between + value * (blocks == 1))

    sums = numbers_read(values, (0, 0), step, lambda state: state[1] if state[0] == 2 else None)
    found = Found.of(sums, (total,), summed=True)
    return {"found": found}, found.name if sums else "none"


def encode_between(line: Sequence[NumberLiterals], total: int, out: Clauses) -> None:
    """For a line that holds 1, 2, ... once each and two blocks: which numbers are inside, and how many.

    A cell is inside iff a block is before it, one is behind it, and it holds none; then its number is inside. The
    literals of the numbers inside and of their count share a decision diagram, so only sets with the right sum and
    count are left.
    """
    most = len(line) - 2
    counts = [k for k in range(most + 1) if k * (k + 1) // 2 <= total <= k * (2 * most - k + 1) // 2]
    blocks = [int(values.get(0, -1)) for values in line]
    first = out.new(len(counts) + most)
    apart = {k: first + i for i, k in enumerate(counts)}
    number = {v: first + len(counts) + v - 1 for v in range(1, most + 1)}
    one = 1 + most * (most + 1)
    told = [(-total - one * k, lit) for k, lit in apart.items()]
    out.exactly_one(list(apart.values()))
    out.total([told, *([(0, -lit), (v + one, lit)] for v, lit in number.items())], (0,))
    for (i, a), (j, b) in ticking(combinations(enumerate(blocks), 2)):
        out.add([-a, -b, apart[j - i - 1]] if j - i - 1 in apart else [-a, -b])
    for k, lit in apart.items():
        tick()
        for i, block in enumerate(blocks):
            ends = [j for j in (i - k - 1, i + k + 1) if 0 <= j < len(blocks)]
            out.add([-lit, -block, *(blocks[j] for j in ends)])
    for values, inside in zip(line, _inside(blocks, out), strict=True):
        tick()
        for v, lit in values.items():
            if v:
                out.extend(([-lit, -inside, number[v]], [-lit, inside, -number[v]]))


def _inside(blocks: Sequence[int], out: Clauses) -> list[int]:
    """For each cell, a literal that holds iff the cell is between two blocks and holds none."""
    before, behind = [-1], [-1]
    for block in blocks[:-1]:
        before.append(out.either((before[-1], block)))
    for block in blocks[:0:-1]:
        behind.append(out.either((behind[-1], block)))
    found = []
    for a, b, block in zip(before, reversed(behind), blocks, strict=True):
        if -1 in (a, b) or block == 1:
            found.append(-1)
            continue
        inside = out.new()
        out.extend(([-inside, a], [-inside, b], [-inside, -block], [inside, -a, -b, block]))
        found.append(inside)
    return found


class BetweenBlocks(Rule):
    """The rule that a clue at a side is the sum between the two blocks (0) of its line, for square boards with 1, 2,
    ... once in each line. ``{n}`` and ``{side}`` may stand in the text.

    Faults: ``few`` and ``many``, with ``{found}``; ``none`` if a line has no two blocks.
    """

    def __init__(self, number: ValueLayer, clue: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=clue)
        self.number, self.clue = number, clue

    def _sums(self, model: Genre) -> Iterator[tuple[Spot, int, Sequence[Spot]]]:
        for side, n in model.given(self.clue).items():
            yield side, n, model.board.line_from(side)

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = model.terms[self.number.name]
        for side, n, line in self._sums(model):
            parts = partial(_apart, n) if n else None
            told = Accepted(line, terms, summing(n), tell=partial(_told, total=n), parts=parts)
            yield Demand(self, told, tuple(line), {"n": n, "side": side}, self.clues_at(side))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        board, terms = model.board, model.terms[self.number.name]
        if board.n_rows != board.n_cols or board.holes:
            return None  # then some lines hold less than two blocks, or lack a number
        for _, n, line in self._sums(model):
            out.tick()
            encode_between([terms[c].marks for c in line], n, out)
        return []


sum_between = BetweenBlocks
