"""Small rules about single marks and neighbouring ones, encoded for the whole board at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..board.board import Spot
from ..board.rect import Rect
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.rules import Demand, Global, Rule, Source, kept_with, marks_of
from ..language.wording import RuleText
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Mark, any_of
from ..logic.ticks import ticking

Spots = GivenLayer | Callable[[Any], Iterable[Spot]]
"""The spots of a given layer, or those that a function of the model gives."""


class Unmarked(Rule):
    """The rule that none of the spots is marked; ``{at}`` in the text is the spot."""

    def __init__(self, marks: Source, spots: Spots, text: RuleText) -> None:
        super().__init__(text, reads=spots if isinstance(spots, GivenLayer) else ())
        self.marks, self.spots = marks, spots

    def _spots(self, model: Genre) -> Iterable[Spot]:
        return ticking(model.given(self.spots) if isinstance(self.spots, GivenLayer) else self.spots(model))

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for at in self._spots(model):
            yield Demand(self, ~marks[at], (at,), clues=self.clues_at(at) if self.reads else ())

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        out.extend([-marks[at]] for at in self._spots(model))
        return []


class NoBlock(Rule):
    """The rule that no ``height`` x ``width`` block is marked all over. ``{at}`` in the text is the block."""

    def __init__(self, marks: Source, height: int, width: int, text: RuleText) -> None:
        super().__init__(text)
        self.marks, self.height, self.width = marks, height, width

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for block in model.board.windows(self.height, self.width):
            yield Demand(self, any_of(~marks[c] for c in block), tuple(block))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks, board, size = marks_of(self.marks, model), model.board, (self.height, self.width)
        out.extend(kept_with(marks, ("no block", *size), lambda: [
            [-marks[c] for c in block] for block in board.windows(*size)]))
        return []


class Apart(Rule):
    """The rule that marked cells never share an edge; with ``corners`` they do not touch diagonally either.

    ``{at}`` in the text are two such cells.
    """

    def __init__(self, marks: Source, text: RuleText, *, corners: bool = False) -> None:
        super().__init__(text)
        self.marks, self.corners = marks, corners

    def _pairs(self, board: Rect) -> Sequence[tuple[int, int]]:
        """The cells that must not both be marked."""
        if not self.corners:
            return board.link_ends
        return board.memo("touching", lambda: [*board.link_ends, *_crossing(board)])

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks, cells = marks_of(self.marks, model), model.board.cells
        for a, b in ((cells[i], cells[j]) for i, j in ticking(self._pairs(model.board))):
            yield Demand(self, any_of((~marks[a], ~marks[b])), (a, b))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks, board = marks_of(self.marks, model), model.board
        out.extend(kept_with(marks, ("apart", self.corners), lambda: self._clauses(marks, board)))
        return []

    def _clauses(self, marks: Mapping[Spot, Mark], board: Rect) -> list[Clause]:
        lits = [-marks[c] for c in ticking(board.cells)]
        pairs = ticking(self._pairs(board))
        if 1 not in lits:
            return [[lits[a], lits[b]] for a, b in pairs]
        return [[lits[a], lits[b]] for a, b in pairs if lits[a] != 1 and lits[b] != 1]


def _crossing(board: Rect) -> Iterator[tuple[int, int]]:
    """The pairs of cells that touch at a corner only."""
    index: Mapping[Any, int] = board.cell_index
    for (y, x), i in ticking(index.items()):
        for other in ((y + 2, x - 2), (y + 2, x + 2)):
            if other in index:
                yield i, index[other]


unmarked = Unmarked
no_block = NoBlock
apart = Apart


def half_open(model: Genre) -> int:
    """How many cells are unmarked at the least where marked cells are apart: on a full rectangle half of them."""
    return 0 if model.board.holes else len(model.board.cells) // 2
