"""A mass without holes: the marked cells are one body, and all others are joined to the border (Cave, Coral).

Where both hold on a board without holes, no 2x2 block is marked just at two opposite corners: the body joins these two
around one of the other corners, which then cannot reach the border. That is said at once; the rest is left to cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..board.board import Spot
from ..board.walks import Adjacency, components, separator
from ..language.genre import Genre
from ..language.rules import Conflict, Demand, Global, Rule, Source, marks_of
from ..language.wording import Text
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Known
from ..logic.ticks import ticking
from .connected import _SMALL, Connected


class ToBorder(Global):
    """From each node whose literal holds, others of the kind lead to the border."""

    def __init__(self, adjacency: Adjacency, lits: Sequence[int], spots: Sequence[Spot], rim: Iterable[int]) -> None:
        self.outside = len(lits)
        self.lits, self.spots = lits, spots
        self.adjacency = [*map(list, ticking(adjacency)), list(rim)]
        for node in self.adjacency[-1]:
            self.adjacency[node].append(self.outside)

    def _shut_in(self, known: Known, least: int) -> Iterator[tuple[list[int], list[int]]]:
        """The pieces that do not reach the border, each with the cells that part it from there."""
        for piece in components(self.adjacency, [*(known[lit] >= least for lit in self.lits), True]):
            if self.outside not in piece:
                wall, _ = separator(self.adjacency, piece, self.outside)
                yield piece, wall

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        lits = self.lits
        for piece, wall in self._shut_in(known, 0):
            marked = sorted(n for n in piece if known[lits[n]] > 0)
            if marked:
                yield Conflict(tuple(self.spots[n] for n in marked), [lits[marked[0]], *(-lits[n] for n in wall)])

    def cuts(self, known: Known) -> list[Clause]:
        lits = self.lits
        return [
            [-lits[n], *(lits[w] for w in wall)]
            for piece, wall in self._shut_in(known, 1)
            for n in (piece if len(piece) <= _SMALL else piece[:1])
        ]


class ReachBorder(Rule):
    """Each marked cell is joined to the border by marked cells."""

    def __init__(self, marks: Source, text: Text) -> None:
        super().__init__(text)
        self.marks = marks

    def body(self, model: Genre) -> ToBorder:
        """The global for one puzzle."""
        board, marks = model.board, marks_of(self.marks, model)
        rim = sorted({a for a, b in ticking(board.edge_faces) if b == len(board.cells)})
        return ToBorder(board.cell_adjacency, [int(marks[c]) for c in ticking(board.cells)], board.cells, rim)

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, self.body(model))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        if not model.board.holes:  # cells beside a hole are at the border, and a hole may lie inside the body's ring
            for block in model.board.windows(2, 2):
                a, b, c, d = (int(marks[cell]) for cell in block)
                out.extend(([a, -b, -c, d], [-a, b, c, -d]))
        return [self.body(model)]


def one_mass(
    marks: Source,
    rest: Source,
    *,
    body: Text,
    no_holes: Text,
    at_least: Callable[[Any], int] | None = None,
    sure: Callable[[Any], Iterable[Spot]] | None = None,
) -> tuple[Connected, ReachBorder]:
    """Two rules in their words: the marked cells are connected (``body``), and the others (``rest``, which must be
    all others) are joined to the border (``no_holes``). ``at_least`` and ``sure`` as in ``connected``.

    Faults: ``{at}`` are the marked cells of a body that is cut off from the largest one, or the other cells of a group
    that does not reach the border.
    """
    connected = Connected(marks, body, at_least=at_least, sure=sure)
    reaching = ReachBorder(rest, no_holes)
    reaching.requires(connected)
    return connected, reaching
