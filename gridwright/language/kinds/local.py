"""Small rules about neighbouring marks, said for the whole board at once."""

from __future__ import annotations

from collections.abc import Iterator

from ..board import Spot
from ..clauses import Clauses
from ..expr import any_of
from ..genre import Genre
from ..rules import Demand, Global, Rule, Source, marks_of


class NoBlock(Rule):
    """No block of a size is marked all over."""

    def __init__(self, marks: Source, height: int, width: int, text: str) -> None:
        super().__init__(text)
        self.marks, self.height, self.width = marks, height, width

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for block in model.board.windows(self.height, self.width):
            yield Demand(self, any_of(~marks[c] for c in block), tuple(block))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        out.extend([-marks[c] for c in block] for block in model.board.windows(self.height, self.width))
        return []


class Apart(Rule):
    """Marked cells never share an edge, or (with ``corners``) never touch at all."""

    def __init__(self, marks: Source, text: str, corners: bool = False) -> None:
        super().__init__(text)
        self.marks, self.corners = marks, corners

    def _crossing(self, model: Genre) -> Iterator[tuple[Spot, Spot]]:
        """The pairs of cells that touch at a corner only, where these count."""
        if self.corners:
            for a in model.board.cells:
                for b in model.board.around(a):
                    if b.y > a.y and b.x != a.x:
                        yield a, b

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for a, b in (*map(model.board.ends, model.board.links), *self._crossing(model)):
            yield Demand(self, any_of((~marks[a], ~marks[b])), (a, b))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        lits = [-marks[c] for c in model.board.cells]
        out.extend([lits[a], lits[b]] for a, b in model.board.link_ends)
        out.extend([-marks[a], -marks[b]] for a, b in self._crossing(model))
        return []


def no_block(marks: Source, height: int, width: int, text: str) -> NoBlock:
    """The rule that no ``height`` x ``width`` block is marked all over."""
    return NoBlock(marks, height, width, text)


def apart(marks: Source, text: str, *, corners: bool = False) -> Apart:
    """The rule that marked cells never share an edge; with ``corners`` they do not touch diagonally either."""
    return Apart(marks, text, corners)


def half_open(model: Genre) -> int:
    """How many cells are unmarked at the least where marked cells are apart: on a full rectangle half of them."""
    return 0 if model.board.holes else len(model.board.cells) // 2
