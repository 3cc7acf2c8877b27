"""Counts told beside lines: so many marked cells stand in a row or column."""

from __future__ import annotations

from collections.abc import Iterator

from ..clauses import Clauses
from ..expr import count
from ..genre import Genre, GivenLayer
from ..rules import Demand, Global, Rule, Source, marks_of


class Counted(Rule):
    """As many cells of each line are marked as the number at its side says."""

    def __init__(self, marks: Source, clue: GivenLayer, text: str) -> None:
        super().__init__(text)
        self.marks, self.clue = marks, clue

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for side, n in model.given(self.clue).items():
            if isinstance(n, int):
                line = model.board.line_from(side)
                yield Demand(self, count(marks[c] for c in line) == n, tuple(line), {"n": n, "side": side})

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        for side, n in model.given(self.clue).items():
            if isinstance(n, int):
                lits = [int(marks[c]) for c in model.board.line_from(side)]
                out.count([lit for lit in lits if lit not in (1, -1)], (n - lits.count(1),))
        return []


def counted(marks: Source, clue: GivenLayer, text: str) -> Counted:
    """The rule that a clue on a side is the number of marked cells in its line; ``{n}`` and ``{side}`` may stand in the
    text. A clue that is no integer says nothing."""
    return Counted(marks, clue, text)
