"""Connection: all marked cells form one body.

Encoded by cuts. When a full grid has several bodies, each body but the largest gives a clause: some cell of a separator
around it is marked, or the body's own cell is not, or the largest one's is not. The separator is made minimal by
keeping only those rim cells that touch the far side (the part of the board that still reaches the largest body).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..board.bitboard import Bitboard
from ..board.board import Spot
from ..board.rect import Rect
from ..board.separation import articulation_points
from ..board.walks import Adjacency, components, separator
from ..language.genre import Genre
from ..language.rules import Conflict, Demand, Global, Rule, Source, kept_with, marks_of
from ..language.wording import Text
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Known
from ..logic.ticks import ticking

_SMALL = 3
"""A body of up to so many cells gives a clause for each of its cells, not for one only."""


class OneBody(Global):
    """The nodes whose literals hold are connected.

    ``at_least``: so many of them hold in every answer; ``sure``: these hold in every answer (both for the strength of
    cuts only; they follow from other rules). ``bitboard``: the same graph in bits, for faster cuts.
    """

    def __init__(
        self,
        adjacency: Adjacency,
        lits: Sequence[int],
        spots: Sequence[Spot],
        *,
        at_least: int = 0,
        sure: Iterable[int] = (),
        bitboard: Bitboard | None = None,
    ) -> None:
        self.adjacency, self.lits, self.spots, self.bitboard = adjacency, lits, spots, bitboard
        self.at_least, self.sure = at_least, list(sure)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        lits = self.lits
        pieces = components(self.adjacency, [known[lit] >= 0 for lit in lits])
        held = [(piece, [n for n in piece if known[lits[n]] > 0]) for piece in pieces]
        bodies = sorted((pair for pair in held if pair[1]), key=lambda pair: -len(pair[1]))
        for piece, marked in bodies[1:]:
            goal = bodies[0][1][0]
            wall, _ = separator(self.adjacency, piece, goal)
            yield Conflict(
                tuple(self.spots[n] for n in sorted(marked)),
                [lits[marked[0]], lits[goal], *(-lits[n] for n in wall)],
            )

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterable[int]:
        """To mark a cell that marked ones cannot reach, or to leave one out that holds marked ones together."""
        values = [known[lit] for lit in self.lits]
        inside = [value >= 0 for value in values]
        n_marked = [(piece, sum(values[n] > 0 for n in piece)) for piece in components(self.adjacency, inside)]
        if not any(n for _, n in n_marked):
            return []
        node_of = {lit: n for n, lit in enumerate(self.lits)}
        apart = {n for piece, marked in n_marked if not marked for n in piece}
        held = {n for piece, marked in n_marked if marked > 1 for n in piece}
        joints = articulation_points(self.adjacency, inside) & held
        return [lit for lit in lits if node_of.get(lit) in apart or node_of.get(-lit) in joints]

    def encode(self, out: Clauses) -> None:
        """A marked cell has a marked neighbour, where others are known to be marked."""
        if self.has_others:
            out.extend(self.beside())

    @property
    def has_others(self) -> bool:
        """Whether each marked node is sure to have others."""
        return self.at_least > 1 or len(self.sure) > 1

    def beside(self) -> list[Clause]:
        """A clause for each node: if it is marked, so is a neighbour of it."""
        lits = self.lits
        return [[-lits[n], *[lits[m] for m in near]] for n, near in enumerate(ticking(self.adjacency))]

    def cuts(self, known: Known) -> Iterator[Clause]:
        if self.bitboard is not None:
            yield from self._cuts_by_bits(self.bitboard, known)
            return
        bodies = components(self.adjacency, [known[lit] > 0 for lit in self.lits])
        if len(bodies) > 1:
            home = max(bodies, key=len)
            for body in bodies:
                if body is not home:
                    yield from self._parting(body, home[0])

    def _parting(self, body: list[int], goal: int) -> list[Clause]:
        """Clauses that forbid to part ``body`` from the node ``goal`` as it is parted now."""
        wall, near = separator(self.adjacency, body, goal)
        known_beyond = len(near) < self.at_least or any(n not in near and n not in wall for n in self.sure)
        sure_here = any(n in near for n in self.sure)
        return self._clauses(body if len(body) <= _SMALL else body[:1], wall, sure_here, None if known_beyond else goal)

    def _cuts_by_bits(self, board: Bitboard, known: Known) -> Iterator[Clause]:
        """The same clauses, found in the bits of the graph."""
        marked = sum([bits for lit, bits in zip(self.lits, board.nodes, strict=True) if known[lit] > 0])
        bodies = board.components(marked)
        if len(bodies) < 2:
            return
        home = max(bodies, key=int.bit_count)
        goal, sure = home & -home, board.mask_of(self.sure)
        for body in bodies:
            if body is home:
                continue
            wall, near = board.separator(body, goal)
            known_beyond = near.bit_count() < self.at_least or bool(sure & ~near & ~wall)
            nodes = board.nodes_of(body) if body.bit_count() <= _SMALL else [board.first(body)]
            yield from self._clauses(
                nodes, board.nodes_of(wall), bool(sure & near), None if known_beyond else board.first(goal)
            )

    def _clauses(
        self, body: Sequence[int], wall: Sequence[int], sure_here: bool, beyond: int | None
    ) -> list[Clause]:
        """Clauses that forbid a body behind a wall, unless the node ``beyond`` is not marked.

        There is no such node if something beyond the wall is marked in any case, and no need to name a node of the body
        if something on its side is.
        """
        lits = self.lits
        through = [lits[n] for n in wall]
        if beyond is not None:
            through.append(-lits[beyond])
        return [through] if sure_here else [[-lits[n], *through] for n in body]


class Connected(Rule):
    """The rule that the marked cells (or, with ``~layer``, the unmarked ones) are connected through their edges.

    ``at_least`` and ``sure`` may name what other rules make certain: how many cells are marked at the least, and which.
    The rule has to rely on these rules (``Rule.requires``).

    Faults: ``{at}`` are the marked cells of a body that is cut off from the largest one.
    """

    def __init__(
        self,
        marks: Source,
        text: Text,
        *,
        at_least: Callable[[Any], int] | None = None,
        sure: Callable[[Any], Iterable[Spot]] | None = None,
    ) -> None:
        super().__init__(text)
        self.marks, self.at_least, self.sure = marks, at_least, sure

    def _lits(self, model: Genre) -> list[int]:
        marks = marks_of(self.marks, model)
        return kept_with(marks, "literals of cells", lambda: [int(marks[c]) for c in ticking(model.board.cells)])

    def body(self, model: Genre) -> OneBody:
        """The global for one puzzle."""
        board = model.board
        index = board.cell_index
        return OneBody(
            board.cell_adjacency,
            self._lits(model),
            board.cells,
            at_least=self.at_least(model) if self.at_least else 0,
            sure=[index[c] for c in self.sure(model)] if self.sure else (),
            bitboard=board.memo("bits of cells", lambda: Bitboard.of_cells(board)) if isinstance(board, Rect) else None,
        )

    def demands(self, model: Genre) -> Iterator[Demand]:
        board = model.board
        yield Demand(self, OneBody(board.cell_adjacency, self._lits(model), board.cells))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        body = self.body(model)
        if body.has_others:
            out.extend(kept_with(marks_of(self.marks, model), "a marked neighbour", body.beside))
        return [body]


connected = Connected
