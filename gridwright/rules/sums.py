"""Sums of cells that hold different numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import combinations
from math import comb
from operator import and_, or_
from typing import Any, NamedTuple

from ..board.board import Spot
from ..language.genre import Genre
from ..language.layers import ValueLayer
from ..language.rules import Demand, Demands, Global, Lemma, Origin, Reads, Rule, must
from ..language.variables import Candidates
from ..language.wording import RuleText, listed, worded
from ..logic.clauses import Clauses
from ..logic.expr import Expr, Mark, Total, all_of, any_of
from ..logic.ticks import ticking

_LISTED = 5_000
"""At most this many sets of numbers are enumerated; otherwise sums are encoded cell by cell."""
_MOST_SETS, _MOST_TOLD = 8, 4
"""Explanations consider at most this many sets of numbers that make up a sum, and list at most this many."""


class Sum(NamedTuple):
    """Cells and their sum; ``words`` fill in the rule's text, ``clues`` are those that it comes from."""

    cells: Sequence[Spot]
    n: int
    words: Mapping[str, Any] = {}
    clues: Collection[Origin] = ()


@lru_cache(maxsize=4096)
def sets_of(values: tuple[int, ...], size: int, n: int) -> tuple[int, ...] | None:
    """The sets of ``size`` values with the sum ``n``, as bit masks of indices in ``values``; None if there are too
    many sets to enumerate."""
    if size > len(values):
        return ()
    if comb(len(values), size) > _LISTED:
        return None
    found = (some for some in ticking(combinations(range(len(values)), size)) if sum(values[i] for i in some) == n)
    return tuple(sum(1 << i for i in some) for some in found)


class DistinctSums(Rule):
    """The rule that the sums of the model are right, for cells that another rule keeps different. ``{n}`` in the text
    is the sum, perhaps as a bound ("at least 14"), ``{sum}`` the bare number. The fault ``none`` is a sum without
    cells. ``reads`` are the layers that the sums come from."""

    def __init__(
        self, layer: ValueLayer, sums: Callable[[Any], Iterable[Sum]], text: RuleText, *, reads: Reads = ()
    ) -> None:
        super().__init__(text, reads)
        self.layer, self.sums = layer, sums

    def _sums(self, model: Genre) -> list[Sum]:
        return model.memo(self, lambda: list(self.sums(model)))

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = model.terms[self.layer.name]
        for group, n, words, clues in self._sums(model):
            # Impossible sums are Totals, too, so that the fault can list the possible ones.
            what = Total(tuple(tuple(terms[c].marks.items()) for c in group), frozenset((n,)))
            told = {"n": n, "sum": n, **words}
            yield Demand(self, what, tuple(group), told, self.clues_at(*clues), "" if group else "none")

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        for group, n, _, _ in self._sums(model):
            self._encode_one(model, group, n, out)
        return []

    def encode_demand(self, demand: Demand, model: Genre, out: Clauses) -> bool:
        self._encode_one(model, demand.at, demand.words["sum"], out)
        return True

    def _encode_one(self, model: Genre, group: Sequence[Spot], n: int, out: Clauses) -> None:
        out.tick()
        terms = model.terms[self.layer.name]
        marks: list[Mapping[int, int]] = [terms[c].marks for c in group]
        settled = [value for own in marks if len(own) == 1 for value, lit in own.items() if lit == 1]
        left = [own for own in marks if len(own) != 1 or 1 not in own.values()] if settled else marks
        _encode_sum(left, n - sum(settled), settled, tuple(self.layer.values(model)), out)

    def narrow(self, model: Genre, layer: ValueLayer, candidates: Candidates) -> None:
        """Keeps the values that occur in some set of numbers that the cells can still hold, until nothing changes."""
        if layer.name != self.layer.name:
            return
        values = tuple(layer.values(model))
        bit = {v: 1 << i for i, v in enumerate(values)}
        every = (1 << len(values)) - 1
        told = [(group, sets_of(values, len(group), n)) for group, n, _, _ in ticking(self._sums(model))]
        index = {spot: i for i, spot in enumerate(candidates)}
        before = [
            every if len(own) == len(values) else sum([bit[v] for v in own]) for own in ticking(candidates.values())
        ]
        masks = before[:]
        groups = [([index[c] for c in ticking(group)], sets) for group, sets in told if sets is not None and group]
        groups.sort(key=lambda found: len(found[1]))  # those that say most first
        groups_of: list[list[int]] = [[] for _ in masks]
        for i, (group, _) in enumerate(groups):
            for c in ticking(group):
                groups_of[c].append(i)
        queue = list(range(len(groups)))
        waiting = set(queue)
        for i in queue:
            model.tick()
            waiting.discard(i)
            for c in _settle(masks, *groups[i]):
                more = [other for other in groups_of[c] if other not in waiting]
                waiting.update(more)
                queue += more
        for spot, old, mask in zip(ticking(index), before, masks, strict=True):
            if mask != old:
                candidates[spot] = [v for v in candidates[spot] if bit[v] & mask]


def _usable(masks: Sequence[int], sets: Iterable[int]) -> list[int]:
    """The sets that cells can hold by a quick test: each cell can hold one of the numbers, and each number fits some
    cell."""
    outside = ~reduce(or_, masks, 0)
    found = []
    for some in sets:
        if not some & outside:
            for mask in masks:
                if not some & mask:
                    break
            else:
                found.append(some)
    return found


def _settle(masks: list[int], group: Sequence[int], sets: Sequence[int]) -> list[int]:
    """Strikes out candidates of one group; returns the cells that changed."""
    candidates = [masks[c] for c in group]
    usable = _usable(candidates, sets)
    keep, sure = reduce(or_, usable, 0), reduce(and_, usable, -1)
    single = once = more = 0
    for mask in candidates:
        if not mask & (mask - 1):
            single |= mask
        more |= once & mask
        once |= mask
    hidden = once & ~more & sure if usable else 0
    if not hidden and not once & ~keep and (not single or single == once):
        return []
    changed = []
    for c, old in zip(group, candidates, strict=True):
        mask = old & keep
        if mask & (mask - 1):
            mask &= ~single
            if mask & hidden:
                mask &= hidden
        if mask != old:
            masks[c] = mask
            changed.append(c)
    return changed


def _encode_sum(
    marks: Sequence[Mapping[int, int]], n: int, taken: Sequence[int], values: tuple[int, ...], out: Clauses
) -> None:
    """Demands that cells hold different numbers, none of them in ``taken``, with the sum ``n``."""
    if not marks:
        out.extend([[]] if n else [])
        return
    if len(marks) == 2:
        a, b = marks
        for allowed, other in ((a, b), (b, a)):
            for v, lit in allowed.items():
                rest = n - v
                fits = rest in other and rest != v and v not in taken and rest not in taken
                out.add([-lit, other[rest]] if fits else [-lit])
        return
    sets = sets_of(values, len(marks), n)
    if sets is None:
        out.total([list(allowed.items()) for allowed in marks], (n,))
        return
    bit = {v: 1 << i for i, v in enumerate(values)}
    closed = sum(bit[v] for v in set(taken))
    usable = _usable([sum([bit[v] for v in allowed]) & ~closed for allowed in marks], sets)
    _encode_sets(marks, bit, usable, out)


def _encode_sets(marks: Sequence[Mapping[int, int]], bit: Mapping[int, int], usable: list[int], out: Clauses) -> None:
    """Uses a literal for each possible set of numbers, and one for each number that is in some of the sets.

    Exactly one of the sets is used; a number is used iff it is in that set, and iff some cell holds it.
    """
    first = out.new(len(usable)) if len(usable) > 1 else 1
    named = range(first, first + len(usable))
    out.exactly_one(named)
    for v, mask in ticking(bit.items()):
        places = [own[v] for own in marks if v in own]
        having = [name for name, some in zip(named, usable, strict=True) if some & mask]
        if not having:
            out.extend([[-lit] for lit in places])
        elif len(having) == len(usable):
            out.add(places)
        else:
            there = _one_of(having, [name for name in named if name not in having], out)
            out.add([-there, *places])
            out.extend([[-lit, there] for lit in places])


def _one_of(having: list[int], lacking: list[int], out: Clauses) -> int:
    """A literal that holds iff one of ``having`` does; exactly one of ``having`` and ``lacking`` holds."""
    if len(having) == 1:
        return having[0]
    if len(lacking) == 1:
        return -lacking[0]
    there = out.new()
    out.extend([[-name, there] for name in having])
    out.extend([[-name, -there] for name in lacking])
    out.extend(([-there, *having], [there, *lacking]))
    return there


distinct_sums = DistinctSums


def number_sets(sums: DistinctSums, text: RuleText, *, only: bool = False) -> Lemma:
    """A lemma: the cells of a sum hold one of the few sets of different numbers with that sum; with ``only``, the only
    one.

    ``{holds}`` in the text lists them: "is 1+2+6 or 1+3+5".
    """

    def sets(model: Any) -> Demands:
        terms = model.terms[sums.layer.name]
        values = tuple(sums.layer.values(model))
        for group, n, words, clues in sums._sums(model):
            masks = sets_of(values, len(group), n)
            if masks and len(masks) <= _MOST_SETS and only == (len(masks) == 1):
                own = [terms[c].marks for c in group]
                found = [[v for i, v in enumerate(values) if mask >> i & 1] for mask in masks]
                out = [v for v in values if not any(v in some for some in found)]
                what = all_of([*(~marks[v] for marks in own for v in out if v in marks),  # seen at a glance
                               any_of(_hold_just(own, values, some) for some in ticking(found))])
                yield must(what, group, clues=clues, holds=_told(found, n), sum=n, **words)

    return Lemma(text, (sums, *sums.required), sets, sums.reads)


def _hold_just(own: Sequence[Mapping[int, Mark]], values: Iterable[int], some: Collection[int]) -> Expr:
    """The cells hold exactly the numbers of a set."""
    there = (any_of(marks[v] for marks in own if v in marks) for v in some)
    return all_of([*there, *(~marks[v] for marks in own for v in values if v in marks and v not in some)])


def _told(sets: Sequence[Sequence[int]], n: int) -> str:
    """The sets of numbers with a sum, in words."""
    if len(sets) > _MOST_TOLD:
        return worded("needs a sum of {n} from {size} different numbers", n=n, size=len(sets[0]))
    return worded("is {sets}", sets=listed(("+".join(map(str, some)) for some in sets), "or"))
