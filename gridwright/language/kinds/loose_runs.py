"""Runs told in no order: the shaded cells of a line stand in runs of these lengths, whichever comes first (Coral).

The reader of a line remembers which lengths are still to come and what it needs of the present run. It follows all
ways to give lengths to runs at once, so that it is deterministic; see ``automata`` for what is made of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..board import Spot
from ..expr import Mark, Term
from ..genre import AnswerLayer, Genre, GivenLayer
from ..rules import Demand, Rule
from .automata import Accepted, Automaton

_GAP, _FULL, _FREE = 0, -1, -2
"""What a run needs, if it is no number of further cells: no run here, an end, anything (its length is not told)."""
Reading = tuple[tuple[Any, ...], int]
"""The lengths to come, in the order of the clue, and what the present run needs."""


def reader(lengths: Sequence[Any]) -> Automaton:
    """Reads a line (True: shaded) with these runs in any order; a length that is no number stands for any."""

    def step(readings: frozenset[Reading], shaded: bool) -> frozenset[Reading] | None:
        after = {r for left, need in readings for r in _after(left, need, shaded)}
        return frozenset(after) or None

    def done(readings: frozenset[Reading]) -> bool:
        return any(not left and need <= 0 for left, need in readings)

    return Automaton(frozenset({(tuple(n for n in lengths if n != 0), _GAP)}), step, done)


def _after(left: tuple[Any, ...], need: int, shaded: bool) -> Iterator[Reading]:
    if not shaded:
        if need <= 0:
            yield left, _GAP
    elif need == _FREE:
        yield left, _FREE
    elif need > 0:
        yield left, need - 1 or _FULL
    elif need == _GAP:
        for i, n in enumerate(left):
            yield left[:i] + left[i + 1 :], (n - 1 or _FULL) if isinstance(n, int) else _FREE


class LooseRuns(Rule):
    """The clue at each side tells its line's runs, in no order."""

    def __init__(self, shade: AnswerLayer, clue: GivenLayer, text: str) -> None:
        super().__init__(text)
        self.shade, self.clue = shade, clue

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.shade.name]
        terms = {spot: Term({True: mark, False: Mark(-mark)}) for spot, mark in marks.items()}
        for side, lengths in model.given(self.clue).items():
            line = model.board.line_from(side)
            told = Accepted(line, terms, reader(lengths))
            yield Demand(self, told, tuple(line), {"side": side, "runs": " ".join(map(str, lengths)) or "0"})


def loose_runs(shade: AnswerLayer, clue: GivenLayer, text: str) -> LooseRuns:
    """The rule that the shaded cells of each line with a clue stand in runs of those lengths, in any order.

    A clue is a tuple of lengths on a side; 0 is no run, and what is no number a run of any length. ``{runs}`` and
    ``{side}`` may stand in the text.
    """
    return LooseRuns(shade, clue, text)
