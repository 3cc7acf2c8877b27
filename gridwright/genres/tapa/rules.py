"""Runs around a cell: the marked cells on the way around a cell form runs of given lengths.

The encoding has a literal for each shading of the up to eight cells that the clue allows. One of them holds, it sets
its cells, and a cell has a colour only if an allowed shading gives it. Propagation on these literals finds all that the
clue forces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from ...board.board import Spot
from ...board.rect import STEPS, Rect
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer
from ...language.rules import Compound, Conflict, Demand, Global, Rule
from ...language.wording import RuleText, listed
from ...logic.clauses import Clauses
from ...logic.expr import Known
from ...logic.ticks import ticking

Shading = int
"""The shaded ones of the eight places around a cell, as a bit set."""


def ring(board: Rect, at: Spot) -> list[Spot | None]:
    """The eight places in a ring around a cell; None where the board has no cell."""
    found: list[Spot | None] = []
    for (dy, dx), (ey, ex) in zip(STEPS, (*STEPS[1:], STEPS[0]), strict=True):
        found += [Spot(at.y + dy, at.x + dx), Spot(at.y + dy + ey, at.x + dx + ex)]
    near = set(board.around(at))
    return [s if s in near else None for s in found]


@lru_cache(maxsize=1024)
def _shadings(there: Shading, lengths: tuple[Any, ...]) -> tuple[Shading, ...]:
    """The shadings of a ring with these runs, in any order; ``there`` says where the ring has cells."""
    return tuple(bits for bits in range(256) if not bits & ~there and _fit(_runs(bits), lengths))


def _runs(shading: Shading) -> list[int]:
    """The lengths of the runs of a ring."""
    if shading == 255:
        return [8]
    marks = f"{shading:08b}"
    first = marks.index("0")
    return sorted(map(len, (marks[first:] + marks[:first]).replace("0", " ").split()))


def _fit(found: list[int], lengths: tuple[Any, ...]) -> bool:
    """Whether the runs match a clue; a length that is no number matches any."""
    left = list(found)
    for n in lengths:
        if isinstance(n, int) and n:
            if n not in left:
                return False
            left.remove(n)
    return len(left) == sum(not isinstance(n, int) for n in lengths)


def _said(lengths: Sequence[Any]) -> str:
    """Runs in words: ``no run``, ``a run of 3``, ``runs of 1, 2 and ?``."""
    told = [str(n) for n in lengths if n != 0]
    return f"{'a run' if len(told) == 1 else 'runs'} of {listed(told)}" if told else "no run"


class RingRuns(Compound):
    """The ring around the cell ``at`` has a shading that its clue allows: one with runs of these ``lengths``."""

    def __init__(self, at: Spot, lengths: tuple[Any, ...], places: Sequence[Spot | None], lits: Sequence[int]) -> None:
        self.at, self.places, self.lits = at, places, lits
        self.allowed = _shadings(sum(1 << i for i, spot in enumerate(places) if spot is not None), lengths)

    def _is_open(self, yes: Shading, no: Shading) -> bool:
        """Whether an allowed shading has all places of ``yes`` and none of ``no``."""
        return any(yes & ~one == 0 and no & one == 0 for one in self.allowed)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        yes = sum(1 << i for i, lit in enumerate(self.lits) if known[lit] > 0)
        no = sum(1 << i for i, lit in enumerate(self.lits) if known[lit] < 0)
        if self._is_open(yes, no):
            return
        full, have = yes | no == 255, _said(_runs(yes))
        for bit in (1 << i for i in range(8)):
            if no & bit and not self._is_open(yes, no & ~bit):
                no &= ~bit
        for bit in (1 << i for i in range(8)):
            if yes & bit and not self._is_open(yes & ~bit, no):
                yes &= ~bit
        guilty = [i for i in range(8) if (yes | no) >> i & 1 and self.places[i] is not None]
        at = (self.at, *sorted(spot for i in guilty if (spot := self.places[i]) is not None))
        because = [self.lits[i] if yes >> i & 1 else -self.lits[i] for i in guilty]
        yield Conflict(at, because, {"have": have}, "full" if full else "")

    def literals(self) -> Sequence[int]:
        return self.lits

    def encode(self, out: Clauses) -> None:
        if not self.allowed:
            out.add([])
            return
        first = out.new(len(self.allowed))
        out.add(list(range(first, first + len(self.allowed))))
        for i, lit in enumerate(self.lits):
            if lit == -1:
                continue
            without: list[int] = [lit]
            with_: list[int] = [-lit]
            for one, shading in enumerate(self.allowed, first):
                shaded = shading >> i & 1
                out.add([-one, lit if shaded else -lit])
                (with_ if shaded else without).append(one)
            out.extend((without, with_))


class RunsAround(Rule):
    """The rule that the shaded cells around each clue form runs of the lengths in its tuple, in any order.

    Places beyond the board are not shaded; 0 is no run, and what is no number a run of any length. ``{at}`` is the
    clue's cell, ``{runs}`` tells the runs as in "a run of 2" or "runs of 1 and 3". Faults: ``full`` where all cells
    around are settled (``{have}`` tells the runs that are there), else the one without a name: the runs cannot be there
    any more.
    """

    def __init__(self, shade: AnswerLayer, clue: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=clue)
        self.shade, self.clue = shade, clue

    def _rings(self, model: Genre) -> Iterator[tuple[tuple[Any, ...], RingRuns]]:
        marks = model.marks[self.shade.name]
        for at, lengths in ticking(model.given(self.clue).items()):
            around = ring(model.board, at)
            yield lengths, RingRuns(at, lengths, around, [int(marks[s]) for s in around])

    def demands(self, model: Genre) -> Iterator[Demand]:
        for lengths, told in self._rings(model):
            yield Demand(self, told, (told.at,), {"runs": _said(lengths)}, self.clues_at(told.at))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        for _, told in self._rings(model):
            told.encode(out)
        return []


runs_around = RunsAround
