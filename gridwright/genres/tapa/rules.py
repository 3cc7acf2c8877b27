"""Runs around a cell: the marked cells on the way around a cell form runs of given lengths.

For explanations, a clue has a literal for each shading of the up to eight cells that it allows. One of them holds, it
sets its cells, and a cell has a colour only if an allowed shading gives it. Propagation on these literals finds all
that the clue forces. The solver gets far fewer clauses, which just exclude all other shadings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from ...board.board import Spot
from ...board.rect import STEPS, Rect
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer
from ...language.rules import Compound, Conflict, Demand, Global, Rule
from ...language.wording import RuleText, listed, worded
from ...logic.clauses import Clause, Clauses
from ...logic.expr import Known
from ...logic.ticks import ticking

Shading = int
"""The shaded ones of the eight places around a cell, as a bit set."""
_PLACES = range(8)
_RING = [
    place for (dy, dx), (ey, ex) in zip(STEPS, (*STEPS[1:], STEPS[0]), strict=True)
    for place in ((dy, dx), (dy + ey, dx + ex))
]  # fmt: skip
"""The places around a cell, in the order of the bits."""


def ring(board: Rect, at: Spot) -> list[Spot | None]:
    """The eight places in a ring around a cell; None where the board has no cell."""
    found = [Spot(at.y + dy, at.x + dx) for dy, dx in _RING]
    return [s if s in board.cell_index else None for s in found]


@lru_cache(maxsize=1024)
def _shadings(there: Shading, lengths: tuple[Any, ...]) -> tuple[Shading, ...]:
    """The shadings of a ring with these runs, in any order; ``there`` says where the ring has cells."""
    kinds = [own for runs, own in _shadings_by_runs().items() if _fit(runs, lengths)]
    return tuple(sorted([shading for own in kinds for shading in own if not shading & ~there]))


@cache
def _shadings_by_runs() -> Mapping[tuple[int, ...], list[Shading]]:
    """All shadings of a ring, by the lengths of their runs."""
    found: dict[tuple[int, ...], list[Shading]] = {}
    for shading in range(256):
        found.setdefault(tuple(_runs(shading)), []).append(shading)
    return found


def _runs(shading: Shading) -> list[int]:
    """The lengths of the runs of a ring."""
    if shading == 255:
        return [8]
    marks = f"{shading:08b}"
    first = marks.index("0")
    return sorted(map(len, (marks[first:] + marks[:first]).replace("0", " ").split()))


def _fit(found: Sequence[int], lengths: tuple[Any, ...]) -> bool:
    """Whether the runs match a clue. A length that is not a number matches any, and alone also no run."""
    if len(lengths) == 1 and not isinstance(lengths[0], int):
        return len(found) <= 1
    left = list(found)
    for n in lengths:
        if isinstance(n, int) and n:
            if n not in left:
                return False
            left.remove(n)
    return len(left) == sum(not isinstance(n, int) for n in lengths)


@lru_cache(maxsize=1024)
def _clauses(there: Shading, lengths: tuple[Any, ...]) -> Sequence[Clause]:
    """Clauses that exclude all other shadings of a ring; the variables 1 .. 8 say that its places are shaded."""
    allowed = sum(1 << shading for shading in _shadings(there, lengths))
    for i in _PLACES:
        if not there >> i & 1:  # with a shaded place there, too, so that no clause mentions it
            allowed |= allowed << (1 << i)
    wrong = ~allowed & (1 << 256) - 1
    return [list(clause) for clause in _excluding(wrong, wrong, 8)[0]]


@lru_cache(maxsize=2048)
def _excluding(wrong: int, more: int, n: int) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Few clauses over the variables 1 .. ``n`` that exclude all of ``wrong`` and nothing outside ``more``, and what
    they exclude. A set of assignments is a bit set: bit ``k`` stands for the assignment with the bits of ``k``.

    A clause mentions the last variable only if it must (Morreale 1970, Minato 1992).
    """
    if not wrong:
        return (), 0
    if more + 1 == 1 << (1 << n):
        return ((),), more
    half = 1 << n - 1
    low = (1 << half) - 1
    wrong_off, wrong_on, more_off, more_on = wrong & low, wrong >> half, more & low, more >> half
    if_off, off = _excluding(wrong_off & ~more_on, more_off, n - 1)
    if_on, on = _excluding(wrong_on & ~more_off, more_on, n - 1)
    always, both = _excluding(wrong_off & ~off | wrong_on & ~on, more_off & more_on, n - 1)
    clauses = (*[(*clause, n) for clause in if_off], *[(*clause, -n) for clause in if_on], *always)
    return clauses, (off | both) | (on | both) << half


def _said(lengths: Sequence[Any]) -> str:
    """Runs in words: ``no run``, ``at most one run``, ``a run of 3``, ``runs of 1, 2 and ?``."""
    if len(lengths) == 1 and not isinstance(lengths[0], int):
        return worded("at most one run", __name__)
    told = [str(n) for n in lengths if n != 0]
    text = "no run" if not told else "a run of {lengths}" if len(told) == 1 else "runs of {lengths}"
    return worded(text, __name__, lengths=listed(told))


class RingRuns(Compound):
    """The ring around the cell ``at`` has a shading that its clue allows: one with runs of these ``lengths``."""

    known_matters = True

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

    Places beyond the board are not shaded; 0 is no run, and what is no number a run of any length, or, alone, also no
    run. ``{at}`` is the
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
        marks: Mapping[Any, int] = model.marks[self.shade.name]
        for (y, x), lengths in ticking(model.given(self.clue).items()):
            lits = [marks.get((y + dy, x + dx), -1) for dy, dx in _RING]
            there = sum([1 << i for i in _PLACES if lits[i] != -1])
            out.copy(_clauses(there, lengths), lits, 0)
        return []


runs_around = RunsAround
