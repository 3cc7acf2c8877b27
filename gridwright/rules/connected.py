"""Connection: all marked cells form one body, perhaps without holes.

Cuts enforce it. If a full grid has several bodies, each except the largest gives a clause: some cell of a separator
around it is marked, or a cell of the body is not, or a cell of the largest body is not. The separator is minimal: it
consists of the cells around the body that touch the part of the board in which the largest body lies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..board.board import Spot
from ..board.node_graph import SMALL, Bitboard, NodeGraph, witnesses
from ..language.genre import Genre
from ..language.layers import Source, kept_with, marks_of
from ..language.rules import Conflict, Demand, Global, Rule
from ..language.wording import RuleText
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Known
from ..logic.ticks import ticking


def marked_cells(source: Source, model: Genre) -> NodeGraph:
    """The cells of the board as a graph with the marks of a layer."""
    marks = marks_of(source, model)
    return kept_with(marks, "graph of cells", lambda: NodeGraph.of_cells(model.board, marks))


class OneBody(Global):
    """The marked nodes are connected.

    In every answer, at least ``at_least`` nodes are marked, and those in ``sure`` are. Both follow from other rules and
    make cuts stronger.
    """

    def __init__(self, graph: NodeGraph, *, at_least: int = 0, sure: Iterable[int] = ()) -> None:
        self.graph, self.at_least, self.sure = graph, at_least, list(sure)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph, lits = self.graph, self.graph.lits
        held = [(piece, [n for n in piece if known[lits[n]] > 0]) for piece in graph.components(known, 0)]
        bodies = sorted((pair for pair in held if pair[1]), key=lambda pair: (-len(pair[1]), -len(pair[0])))
        for piece, marked in bodies[1:]:
            goal = bodies[0][1][0]
            wall, _ = graph.separator(piece, goal)
            because = [lits[marked[0]], lits[goal], *(-lits[n] for n in wall)]
            yield Conflict(graph.at(marked), because, {}, "stuck" if len(marked) == len(piece) else "")

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterable[int]:
        """Marking a node that marked ones cannot reach; leaving out an articulation point between marked ones."""
        graph = self.graph
        pieces = graph.components(known, 0)
        n_marked = [(piece, sum(known[graph.lits[n]] > 0 for n in piece)) for piece in pieces]
        if not any(n for _, n in n_marked):
            return []
        apart = {n for piece, marked in n_marked if not marked for n in piece}
        held = {n for piece, marked in n_marked if marked > 1 for n in piece}
        joints, node_of = graph.joints(known) & held, graph.node_of
        return [lit for lit in lits if node_of.get(lit) in apart or node_of.get(-lit) in joints]

    def encode(self, out: Clauses) -> None:
        """A marked node has a marked neighbour, if others are known to be marked."""
        if self.has_others:
            out.extend(self.beside())

    @property
    def has_others(self) -> bool:
        """Whether several nodes are marked in every answer."""
        return self.at_least > 1 or len(self.sure) > 1

    def beside(self) -> list[Clause]:
        """A clause for each node: if it is marked, so is one of its neighbours."""
        lits = self.graph.lits
        lit_of = lits.__getitem__
        return [[-lit, *map(lit_of, near)] for lit, near in zip(lits, ticking(self.graph.adjacency), strict=True)]

    def cuts(self, known: Known) -> Iterator[Clause]:
        if self.graph.bitboard is not None:
            yield from self._cuts_by_bits(self.graph.bitboard, known)
            return
        bodies = self.graph.components(known, 1)
        if len(bodies) > 1:
            home = max(bodies, key=len)
            for body in bodies:
                if body is not home:
                    yield from self._parting(body, home[0])

    def _parting(self, body: list[int], goal: int) -> list[Clause]:
        """Clauses against the present separation of ``body`` from the node ``goal``."""
        wall, near = self.graph.separator(body, goal)
        known_beyond = len(near) < self.at_least or any(n not in near and n not in wall for n in self.sure)
        sure_here = any(n in near for n in self.sure)
        return self._clauses(witnesses(body), wall, sure_here, None if known_beyond else goal)

    def _cuts_by_bits(self, board: Bitboard, known: Known) -> Iterator[Clause]:
        """The same clauses, computed with the bitboard."""
        marked = sum([bits for lit, bits in zip(self.graph.lits, board.nodes, strict=True) if known[lit] > 0])
        bodies = board.components(marked)
        if len(bodies) < 2:
            return
        home = max(bodies, key=int.bit_count)
        sure = board.mask_of(self.sure)
        for body in bodies:
            if body == home:
                continue
            wall, near = board.separator(body, home)
            known_beyond = near.bit_count() < self.at_least or bool(sure & ~near & ~wall)
            nodes = board.nodes_of(body) if body.bit_count() <= SMALL else [board.first(body)]
            yield from self._clauses(
                nodes, board.nodes_of(wall), bool(sure & near), None if known_beyond else board.first(home)
            )

    def _clauses(
        self, body: Sequence[int], wall: Sequence[int], sure_here: bool, beyond: int | None
    ) -> list[Clause]:
        """Clauses that exclude a body behind a wall of unmarked nodes if the node ``beyond`` is marked.

        ``beyond`` is None if something beyond the wall is always marked. With ``sure_here`` something on the body's
        side is, so the clauses need no node of the body.
        """
        lits = self.graph.lits
        through = [lits[n] for n in wall]
        if beyond is not None:
            through.append(-lits[beyond])
        return [through] if sure_here else [[-lits[n], *through] for n in body]


class Connected(Rule):
    """The rule that the marked cells (with ``~layer``, the unmarked ones) are connected through their edges.

    ``at_least`` and ``sure`` may give what follows from other rules, on which this one must rely (``Rule.requires``): a
    lower bound of the number of marked cells, and cells that are marked in every answer.

    Fault: ``{at}`` are the marked cells of a body that is cut off from the largest one; ``stuck``, no open cell is left
    around them.
    """

    def __init__(
        self,
        marks: Source,
        text: RuleText,
        *,
        at_least: Callable[[Any], int] | None = None,
        sure: Callable[[Any], Iterable[Spot]] | None = None,
    ) -> None:
        super().__init__(text)
        self.marks, self.at_least, self.sure = marks, at_least, sure

    def body(self, model: Genre) -> OneBody:
        """The global demand of one puzzle."""
        index = model.board.cell_index
        return OneBody(
            marked_cells(self.marks, model),
            at_least=self.at_least(model) if self.at_least else 0,
            sure=[index[c] for c in self.sure(model)] if self.sure else (),
        )

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, OneBody(marked_cells(self.marks, model)))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        body = self.body(model)
        if body.has_others:
            out.extend(kept_with(marks_of(self.marks, model), "a marked neighbour", body.beside))
        return [body]


# -- no holes ---------------------------------------------------------------------------------------------------------


class ToBorder(Global):
    """Each marked node is connected with the border. The last node is the outside, which is always marked and adjacent
    to the nodes at the border."""

    def __init__(self, graph: NodeGraph) -> None:
        self.graph, self.outside = graph, len(graph.lits) - 1

    def _shut_in(self, known: Known, least: int) -> Iterator[tuple[list[int], Sequence[int]]]:
        """The components that do not reach the border, each with a separator."""
        for piece in self.graph.components(known, least):
            if self.outside not in piece:
                yield piece, self.graph.separator(piece, self.outside)[0]

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph, lits = self.graph, self.graph.lits
        for piece, wall in self._shut_in(known, 0):
            marked = sorted(n for n in piece if known[lits[n]] > 0)
            if marked:
                yield Conflict(graph.at(marked), [lits[marked[0]], *(-lits[n] for n in wall)])

    def cuts(self, known: Known) -> list[Clause]:
        lits = self.graph.lits
        shut_in = self._shut_in(known, 1)
        return [[-lits[n], *(lits[w] for w in wall)] for piece, wall in shut_in for n in witnesses(piece)]


class ReachBorder(Rule):
    """The rule that each marked cell is connected to the border by marked cells.

    If the other cells are connected, too, and the board has no holes, no 2x2 block is marked only at two opposite
    corners: the path between the other two would enclose one of these. Clauses say so at once, cuts say the rest.
    """

    def __init__(self, marks: Source, text: RuleText) -> None:
        super().__init__(text)
        self.marks = marks

    def body(self, model: Genre) -> ToBorder:
        """The global demand of one puzzle."""
        cells = marked_cells(self.marks, model)
        outside = len(cells.lits)
        rim = sorted({a for a, b in ticking(model.board.edge_faces) if b == outside})
        adjacency = [*map(list, ticking(cells.adjacency)), rim]
        for node in rim:
            adjacency[node].append(outside)
        return ToBorder(NodeGraph(adjacency, [*cells.lits, 1], cells.spots))

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, self.body(model))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        if not model.board.holes:  # cells beside a hole are at the border, and a hole may lie inside a ring of cells
            for block in model.board.windows(2, 2):
                a, b, c, d = (int(marks[cell]) for cell in block)
                out.extend(([a, -b, -c, d], [-a, b, c, -d]))
        return [self.body(model)]


def one_mass(
    marks: Source,
    rest: Source,
    *,
    body: RuleText,
    no_holes: RuleText,
    at_least: Callable[[Any], int] | None = None,
    sure: Callable[[Any], Iterable[Spot]] | None = None,
) -> tuple[Connected, ReachBorder]:
    """Two rules: the marked cells are connected (in the words ``body``), and all other cells (``rest``) are connected
    with the border (in the words ``no_holes``). ``at_least`` and ``sure`` are as in ``connected``.

    Faults: ``{at}`` are the marked cells of a body that is cut off from the largest one, or other cells that do not
    reach the border.
    """
    connected = Connected(marks, body, at_least=at_least, sure=sure)
    reaching = ReachBorder(rest, no_holes)
    reaching.requires(connected)
    return connected, reaching


connected = Connected
