"""Neighbours with different values."""

from __future__ import annotations

from collections.abc import Iterator

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import ValueLayer
from ...language.rules import Demand, Global, Rule
from ...language.wording import RuleText
from ...logic.clauses import Clauses
from ...logic.expr import any_of
from ...logic.ticks import ticking


class Unlike(Rule):
    """The rule that cells which share an edge (with ``corners``: or a corner) never hold the same value.

    ``{value}`` in the text is the value, ``{at}`` the two cells.

    Encoded pair by pair and value by value; cells without a value are exempt.
    """

    def __init__(self, layer: ValueLayer, text: RuleText, *, corners: bool = False) -> None:
        super().__init__(text)
        self.layer, self.corners = layer, corners

    def _pairs(self, board: Rect) -> Iterator[tuple[Spot, Spot]]:
        for cell in ticking(board.cells):
            near = board.around(cell) if self.corners else board.neighbours(cell)
            yield from ((cell, other) for other in near if other > cell)

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = model.terms[self.layer.name]
        for a, b in self._pairs(model.board):
            if a in terms and b in terms:
                its = terms[b].marks
                for value, mark in terms[a].marks.items():
                    if value in its:
                        word = self.layer.word(value)
                        yield Demand(self, any_of((~mark, ~its[value])), (a, b), {"value": word})

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        board, terms = model.board, model.terms[self.layer.name]
        lits = {c: {v: -int(mark) for v, mark in terms[c].marks.items()} for c in ticking(board.cells) if c in terms}
        pairs = board.memo(("unlike", self.corners), lambda: list(self._pairs(board)))
        for a, b in ticking(pairs):
            if a in lits and b in lits:
                mine, its = lits[a], lits[b]
                out.extend([lit, its[v]] for v, lit in mine.items() if v in its)
        return []


unlike = Unlike
