"""Sums of blocks: the blocks of digits between a line's black cells have given sums.

**Encoding.** An automaton reads which cells are black. It knows how long a block of a sum can be when its digits
differ, and its nodes say which cell is in which block. For each block, one of the sets of digits with its sum is
chosen: a cell of the block holds a digit of the set, and the block is as long as the set is large. As no digit occurs
twice in a line (the genre has a rule for that), the digits of the block are exactly the set. No two blocks of a line
may choose sets with a common digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, groupby
from math import comb

from ...board.board import Spot
from ...language.genre import Genre
from ...language.layers import GivenLayer, Terms, ValueLayer
from ...language.rules import Demand, Global, Rule
from ...language.wording import RuleText, in_order
from ...logic.amounts import Term
from ...logic.clauses import Clauses
from ...logic.expr import Mark
from ...logic.ticks import tick, ticking
from ...rules.automata import Accepted, Automaton, ConflictWords, Node, Open

LineSums = tuple[int | str, ...]
SumState = tuple[int, int]

_LARGEST = 12
"""With larger digits there are too many sets; then an automaton reads the sums."""


@lru_cache(maxsize=256)
def _of_sums(hint: LineSums) -> Automaton:
    """Reads a line whose blocks have these sums; 0 is black.

    A state is the number of blocks that have begun and the sum of the last one so far (0 if its sum is unknown), or -1
    after its end.
    """

    def ended(state: SumState) -> bool:
        n, total = state
        return total < 0 or not isinstance(hint[n - 1], int) or hint[n - 1] == total

    def step(state: SumState, digit: int) -> SumState | None:
        n, total = state
        if not digit:
            return (n, -1) if ended(state) else None
        if total < 0:
            n, total = n + 1, 0
            if n > len(hint):
                return None
        told = hint[n - 1]
        if not isinstance(told, int):
            return n, 0
        return (n, total + digit) if total + digit <= told else None

    return Automaton((0, -1), step, lambda state: state[0] == len(hint) and ended(state))


def _of_lengths(lengths: Sequence[frozenset[int] | None]) -> Automaton:
    """Reads which cells of a line are black (0) and which are not (1) if blocks have these lengths (None: any).

    A state is the number of blocks that have begun and the length of the last one so far (1 if it does not matter), or
    0 after it.
    """

    def ended(state: SumState) -> bool:
        n, length = state
        allowed = lengths[n - 1] if n else None
        return not length or allowed is None or length in allowed

    def step(state: SumState, digit: int) -> SumState | None:
        n, length = state
        if not digit:
            return (n, 0) if ended(state) else None
        if not length:
            return (n + 1, 1) if n < len(lengths) else None
        allowed = lengths[n - 1]
        if allowed is None:
            return n, 1
        return (n, length + 1) if length < max(allowed, default=0) else None

    return Automaton((0, 0), step, lambda state: state[0] == len(lengths) and ended(state))


def _told(values: Open) -> ConflictWords:
    """The sums of the blocks of a filled line."""
    if any(len(own) != 1 for own in values):
        return {}, "open"
    sums = []
    for is_block, digits in groupby((own[0] for own in values), bool):
        sums += [sum(digits)] if is_block else []
    return {"have": " ".join(map(str, sums)) or "none"}, ""


@lru_cache(maxsize=512)
def _sets(total: int, largest: int) -> tuple[tuple[int, ...], ...]:
    """The sets of different digits from 1 to ``largest`` with a sum."""
    digits = range(1, largest + 1)
    return tuple(s for n in digits for s in ticking(combinations(digits, n), comb(largest, n)) if sum(s) == total)


class BlockSums(Rule):
    """The rule that the clue at a side gives the sums of its line's blocks of digits, in order; 0 is a black cell.

    A clue is a tuple of sums; anything but a number is a block of any sum. The genre must have a rule that no digit
    occurs twice in a line. ``{side}``, ``{sums}`` ("4 2") and ``{needed}`` ("the sums 4 2") may stand in the text. In a
    fault, ``{have}`` ("5 1") are the sums of a filled line; the text ``open`` is for other lines.
    """

    def __init__(self, digit: ValueLayer, clue: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=clue)
        self.digit, self.clue = digit, clue

    def _lines(self, model: Genre) -> Iterator[tuple[Spot, LineSums, Sequence[Spot]]]:
        for side, hint in model.given(self.clue).items():
            yield side, hint, model.board.line_from(side)

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = model.terms[self.digit.name]
        for side, hint, line in self._lines(model):
            told = Accepted(line, terms, _of_sums(hint), tell=_told)
            words = {"side": side, "sums": " ".join(map(str, hint)), "needed": in_order("sum", hint)}
            yield Demand(self, told, tuple(line), words, self.clues_at(side))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        largest = max(self.digit.values(model), default=0)
        if largest > _LARGEST:
            return None
        terms = model.terms[self.digit.name]
        for _, hint, line in self._lines(model):
            out.tick()
            _encode_line(hint, line, terms, largest, out)
        return []


def _encode_line(hint: LineSums, line: Sequence[Spot], terms: Terms, largest: int, out: Clauses) -> None:
    sets = [_sets(told, largest) if isinstance(told, int) else None for told in hint]
    lengths = [None if own is None else frozenset(map(len, own)) for own in sets]
    shades = {c: _shades(terms[c]) for c in line}
    paths = Accepted(line, shades, _of_lengths(lengths)).paths(out)
    if paths is None:
        return
    inside: list[list[tuple[Spot, int]]] = [[] for _ in hint]
    ends_here: list[tuple[SumState, int, int]] = []
    for i, (cell, nodes) in enumerate(zip(line, paths, strict=True)):
        tick()
        for j, lit in _blocks_at(nodes, shades[cell], out).items():
            inside[j].append((cell, lit))
        ends = int(shades[line[i + 1]].marks.get(0, Mark(-1))) if i + 1 < len(line) else 1
        ends_here += [(state, lit, ends) for (state, v), lit in nodes.items() if v]
    holds: dict[int, list[int]] = {}
    for j, own in enumerate(sets):
        if own is not None:
            tick()
            ended = [(length, lit, end) for (n, length), lit, end in ends_here if n == j + 1]
            for digit, lit in _encode_block(own, inside[j], ended, terms, out).items():
                holds.setdefault(digit, []).append(lit)
    for lits in holds.values():
        out.at_most_one(lits)


def _shades(term: Term[int]) -> Term[int]:
    """The values left for whether a cell is black (0) or not (1)."""
    black = term.marks.get(0)
    if black is None:
        return Term({1: Mark(1)})
    return Term({0: black}) if black == 1 else Term({0: black, 1: Mark(-black)})


def _blocks_at(nodes: dict[Node, int], shade: Term[int], out: Clauses) -> dict[int, int]:
    """For each block that may cover a cell, the literal that it does."""
    found: dict[int, list[int]] = {}
    for (state, v), lit in nodes.items():
        if v:
            found.setdefault(state[0] - 1, []).append(lit)
    if len(found) == 1:
        return dict.fromkeys(found, int(shade.marks[1]))
    return {j: out.either(lits) for j, lits in found.items()}


def _encode_block(
    sets: Sequence[tuple[int, ...]],
    inside: Sequence[tuple[Spot, int]],
    ended: Sequence[tuple[int, int, int]],
    terms: Terms,
    out: Clauses,
) -> dict[int, int]:
    """One set is chosen, and the block holds its digits; returns for each digit the literal that the block has it.

    ``inside``: the cells where the block may lie, each with the literal that it does. ``ended``: lengths, each with the
    literal that the block has it up to some cell, and the literal that it ends there.
    """
    chosen = dict(zip(sets, range(first := out.new(len(sets)), first + len(sets)), strict=True))
    out.exactly_one(list(chosen.values()))
    digits = sorted({d for own in sets for d in own})
    has = dict(zip(digits, range(first := out.new(len(digits)), first + len(digits)), strict=True))
    for own, lit in chosen.items():
        out.extend([-lit, has[d] if d in own else -has[d]] for d in digits)
    for d in digits:
        out.add([-has[d], *(lit for own, lit in chosen.items() if d in own)])
        out.add([-has[d], *(int(terms[c].marks[d]) for c, _ in inside if d in terms[c].marks)])
    for cell, lit in ticking(inside):
        for d, mark in terms[cell].marks.items():
            if d:
                out.add([-lit, -mark, has[d]] if d in has else [-lit, -mark])
    by_length: dict[int, list[int]] = {}
    for own, lit in chosen.items():
        by_length.setdefault(len(own), []).append(lit)
    reached: dict[int, list[int]] = {}
    for n, lit, end in ticking(ended):
        reached.setdefault(n, []).append(lit)
        out.add([-lit, -end, *by_length.get(n, [])])
    for n, lits in by_length.items():
        for lit in lits:
            out.add([-lit, *reached.get(n, [])])
            out.extend([-lit, -node] for node in reached.get(n + 1, []))
    return has


block_sums = BlockSums
