"""Runs told in no order: the shaded cells of a line stand in runs of these lengths, whichever comes first (Coral).

The reader of a line remembers which lengths are still to come and how long the present run is. A run that ends takes
its own length where that is still to come, else one that is not told: if an answer had it the other way round, the two
runs could change places. So the reader is deterministic; see ``automata`` for what is made of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from ...board.board import Spot
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer
from ...language.rules import Demand, Global, Rule
from ...language.wording import RuleText
from ...logic.amounts import Term
from ...logic.clauses import Clause, Clauses
from ...logic.expr import Mark
from ...logic.ticks import ticking
from ...rules.automata import Accepted, Automaton
from ...rules.runs import runs_open, words_for

_FREE = 0
"""An unknown length."""
RunState = tuple[tuple[int, ...], int]
"""The lengths that are left, and the length of the present run so far."""


def reader(lengths: Sequence[Any]) -> Automaton:
    """Reads a line (True: shaded) with runs of these lengths in any order; a length that is not a number is unknown."""

    def step(reading: RunState, shaded: bool) -> RunState | None:
        left, run = reading
        if shaded:
            return (left, run + 1) if left and (left[0] == _FREE or left[-1] > run) else None
        return (left, 0) if not run else _without(left, run)

    def done(reading: RunState) -> bool:
        left, run = reading
        return (_without(left, run) if run else reading) == ((), 0)

    told = (n if isinstance(n, int) else _FREE for n in lengths if n != 0)
    return Automaton((tuple(sorted(told)), 0), step, done)


def _without(left: tuple[int, ...], run: int) -> RunState | None:
    """The lengths that are left after a run, and an empty run; None if no length fits."""
    for n in (run, _FREE):
        if n in left:
            i = left.index(n)
            return left[:i] + left[i + 1 :], 0
    return None


class LooseRuns(Rule):
    """The rule that the shaded cells of each line with a clue stand in runs of those lengths, in any order.

    A clue is a tuple of lengths on a side; 0 is no run, and what is no number a run of any length. ``{side}``,
    ``{runs}`` ("7 ?") and ``{needed}`` ("the runs 7 ?", "no run") may stand in the text. In a fault ``{have}`` ("6 3")
    are the runs that are there; the text ``open`` is for lines that are not filled in.
    """

    def __init__(self, shade: AnswerLayer, clue: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=clue)
        self.shade, self.clue = shade, clue

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.shade.name]
        terms = {spot: Term({True: mark, False: Mark(-mark)}) for spot, mark in ticking(marks.items())}
        for side, lengths in model.given(self.clue).items():
            line = model.board.line_from(side)
            told = Accepted(line, terms, reader(lengths), tell=runs_open)
            yield Demand(self, told, tuple(line), words_for(side, lengths), self.clues_at(side))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = model.marks[self.shade.name]
        for side, lengths in model.given(self.clue).items():
            out.tick()
            lits = [int(marks[c]) for c in model.board.line_from(side)]
            more, made = _line(len(lits), tuple(sorted(lengths, key=str)))
            out.copy(made, [1, *lits], more)
        return []


@lru_cache(maxsize=256)
def _line(n: int, lengths: tuple[Any, ...]) -> tuple[int, list[Clause]]:
    """The clauses for a line of the cells 2 .. n + 1, to be copied, and how many further variables they need."""
    out = Clauses(n + 1)
    out.made.clear()
    spots = [Spot(1, 2 * i + 1) for i in range(n)]
    terms = {spot: Term({True: Mark(i), False: Mark(-i)}) for i, spot in enumerate(spots, 2)}
    Accepted(spots, terms, reader(lengths)).encode(out)
    return out.top - n - 1, out.made


loose_runs = LooseRuns
