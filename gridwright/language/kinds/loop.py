"""One closed loop: along links through cells, or along edges around cells.

Two encodings. With *faces*, each face of the drawing is inside or outside, an arc is on the loop iff its two faces
differ, and "one loop" becomes: the inside is connected, and so is the outside with the border; their cuts by one face
are far stronger on large boards than cuts by arcs. Without, a closed subloop is forbidden as it is found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, Literal

from ..bitboard import Bitboard
from ..board import Board, Spot
from ..clauses import Clause, Clauses
from ..expr import Known, Mark, all_of, any_of, count
from ..genre import Genre
from ..layers import AnswerLayer
from ..rect import Rect
from ..rules import Conflict, Demand, Global, Rule
from ..separation import bridges
from ..ticks import ticking
from ..variables import Marks
from ..walks import Tree, way_between
from ..wording import Text
from .connected import OneBody


class Net:
    """What a line may run along: ``arcs`` between ``nodes``, by index, and the two faces at the sides of each arc.

    The last face is the outside.
    """

    def __init__(self, board: Board, on: Literal["links", "edges"]) -> None:
        self.board, self.on = board, on
        self.spots: Sequence[Spot] = board.links if on == "links" else board.edges
        self.nodes: Sequence[Spot] = board.cells if on == "links" else board.corners
        self.ends = board.link_ends if on == "links" else board.edge_tips
        self.arcs_of = board.cell_links if on == "links" else board.corner_edges
        if on == "edges":
            self.n_faces = len(board.cells) + 1
            self.faces = board.edge_faces
        else:
            self.n_faces, self.faces = _faces_between_cells(board)

    @staticmethod
    def of(board: Board, on: Literal["links", "edges"]) -> Net:
        """The shared net of a board."""
        return board.memo(("net", on), lambda: Net(board, on))

    @cached_property
    def bitboard(self) -> Bitboard | None:
        """The faces as bits, on rectangles without holes."""
        board = self.board
        if not isinstance(board, Rect) or board.holes:
            return None
        less = self.on == "links"
        return Bitboard.of_faces(board.n_rows - less, board.n_cols - less)

    def cells(self, arcs: Collection[int]) -> tuple[Spot, ...]:
        """The cells that name a piece of line: those that links pass; for edges those inside, else those beside."""
        board, line = self.board, [self.spots[arc] for arc in arcs]
        if self.on == "links":
            return tuple(board.passed(line))
        return tuple(board.enclosed(line) or sorted({face for edge in line for face in board.faces(edge)}))


def _first(top: Sequence[int], node: int) -> int:
    """The node that stands for a node's piece."""
    while top[node] != node:
        node = top[node]
    return node


def _faces_between_cells(board: Board) -> tuple[int, list[tuple[int, int]]]:
    """The faces of the drawing whose points are the cells: one per corner that four cells meet at, and the outside."""
    links = set(board.links)
    inner = [c for c in ticking(board.corners) if all(Spot(c.y + dy, c.x + dx) in links for dy, dx in _AROUND)]
    index = {c: i for i, c in enumerate(inner)}
    outside = len(inner)
    faces = []
    for link in ticking(board.links):
        a, b = board.tips(link)
        faces.append((index.get(a, outside), index.get(b, outside)))
    return len(inner) + 1, faces


_AROUND = ((-1, 0), (0, -1), (0, 1), (1, 0))


class OneLine(Global):
    """The drawn arcs form one piece, and no closed ring is only a part of them."""

    def __init__(self, net: Net, lits: Sequence[int]) -> None:
        self.net, self.lits = net, lits

    def _pieces(self, known: Known, least: int) -> list[list[int]]:
        """The pieces of the line by their arcs, where arcs count whose value is at least ``least``."""
        return self._joined(known, least)[0]

    def _joined(self, known: Known, least: int) -> tuple[list[list[int]], list[list[int]]]:
        """As ``_pieces``, and those of them that have a ring."""
        ends = self.net.ends
        top = list(range(len(self.net.nodes)))
        """Of each node another one of its piece that is nearer to the one that stands for the piece."""
        arcs = [arc for arc, lit in enumerate(ticking(self.lits)) if known[lit] >= least]
        rings = []
        for arc in ticking(arcs):
            a, b = ends[arc]
            while top[a] != a:
                top[a] = a = top[top[a]]
            while top[b] != b:
                top[b] = b = top[top[b]]
            if a == b:
                rings.append(a)
            top[b] = a
        pieces: dict[int, list[int]] = {}
        for arc in ticking(arcs):
            pieces.setdefault(_first(top, ends[arc][0]), []).append(arc)
        tied = {_first(top, node) for node in rings}
        return list(pieces.values()), [piece for node, piece in pieces.items() if node in tied]

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        lits, net = self.lits, self.net
        drawn, tied = self._joined(known, 1)
        closed = [piece for piece in tied if self._round(piece)]
        if len(drawn) > 1 and closed:
            # The largest loop is taken for the one that is meant.
            for piece in sorted(closed, key=len)[: len(closed) - (len(closed) == len(drawn))]:
                other = next(p for p in drawn if p is not piece)
                yield self._ring(piece, other[0])
            return
        for ring, touching in self._tied(tied):
            yield self._ring(ring, touching)
        parts = [(p, next((a for a in p if known[lits[a]] > 0), None)) for p in self._pieces(known, 0)]
        held = sorted((pair for pair in parts if pair[1] is not None), key=lambda pair: -len(pair[0]))
        for piece, arc in held[1:]:
            assert arc is not None and held[0][1] is not None
            rim = {o for a in ticking(piece) for n in net.ends[a] for o in net.arcs_of[n]}.difference(piece)
            own = [a for a in piece if known[lits[a]] > 0]
            because = [lits[arc], lits[held[0][1]], *(-lits[o] for o in sorted(rim))]
            yield Conflict(self._at(own), because, {"cells": net.cells(own)})

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterable[int]:
        """To draw an arc beside a ring, that closes one, or that the line cannot reach; to leave out one that parts
        need."""
        ends = self.net.ends
        drawn, tied = self._joined(known, 1)
        closed = any(map(self._round, tied))
        piece_at = {node: i for i, piece in enumerate(drawn) for arc in piece for node in ends[arc]}
        open_ = [known[lit] >= 0 for lit in self.lits]
        inked = {arc for piece in drawn for arc in piece}
        apart: set[int] = set()
        joints: set[int] = set()
        if inked:
            for piece in self._pieces(known, 0):
                if inked.isdisjoint(piece):
                    apart.update(piece)
            joints = bridges(ends, self.net.arcs_of, open_)
        arc_of = {lit: arc for arc, lit in enumerate(self.lits)}
        for lit in lits:
            arc = arc_of.get(lit)
            if arc is None:
                if arc_of.get(-lit) in joints:
                    yield lit
            elif closed or arc in apart or piece_at.get(ends[arc][0], -1) == piece_at.get(ends[arc][1], -2):
                yield lit

    def _tied(self, pieces: list[list[int]]) -> Iterator[tuple[list[int], int]]:
        """Rings that other arcs of their piece touch, each with such an arc; one for each piece that has any."""
        for piece in pieces:
            ring = [] if self._round(piece) else self._ring_in(piece)
            if ring:
                yield ring, next(arc for arc in piece if arc not in ring)

    def _ring(self, ring: list[int], other: int) -> Conflict:
        """The conflict with a ring and another arc."""
        because = [self.lits[a] for a in (*ring, other)]
        return Conflict(self._at(ring), because, {"cells": self.net.cells(ring)}, "ring")

    def _round(self, piece: list[int]) -> bool:
        """Whether every node of a piece has just two of its arcs."""
        degree: dict[int, int] = {}
        for arc in ticking(piece):
            for node in self.net.ends[arc]:
                degree[node] = degree.get(node, 0) + 1
        return set(degree.values()) == {2}

    def _ring_in(self, piece: list[int]) -> list[int]:
        """A closed ring among the arcs of a connected piece; [] if it has none."""
        ends, arcs_of, own = self.net.ends, self.net.arcs_of, set(piece)
        root = ends[piece[0]][0]
        reached: Tree = {root: (-1, root)}
        queue = [root]
        for node in queue:
            for arc in arcs_of[node]:
                if arc not in own or arc == reached[node][0]:
                    continue
                a, b = ends[arc]
                other = b if a == node else a
                if other in reached:
                    return [arc, *way_between(node, other, reached)]
                reached[other] = (arc, node)
                queue.append(other)
        return []

    def _at(self, piece: list[int]) -> tuple[Spot, ...]:
        return tuple(sorted(self.net.spots[a] for a in piece))

    def cuts(self, known: Known) -> list[Clause]:
        lits, net = self.lits, self.net
        pieces = sorted(self._pieces(known, 1), key=len)
        if len(pieces) < 2:
            return [[-lits[arc] for arc in (*ring, other)] for ring, other in self._tied(pieces)]
        other = lits[pieces[-1][0]]
        found = []
        for piece in pieces[:-1]:
            rim = {o for a in ticking(piece) for n in net.ends[a] for o in net.arcs_of[n]}.difference(piece)
            if len(rim) < len(piece) or not self._round(piece):
                found.append([-lits[piece[0]], -other, *(lits[o] for o in rim)])
            else:
                found.append([*(-lits[a] for a in piece), -other])
        return found


class Loop(OneLine):
    """One line without ends and branches: in a search that takes long it gets faces, as ``_coloured`` says."""

    def __init__(self, net: Net, lits: Sequence[int], marks: Marks) -> None:
        super().__init__(net, lits)
        self.marks = marks

    def late(self, out: Clauses, stage: int) -> Sequence[Global]:
        """Inside and outside, at the first stage."""
        if stage > 1:
            return ()
        clauses, bodies = _coloured(self.net, self.marks, out.new(self.net.n_faces - 1))
        out.extend(clauses)
        return bodies


class NoBranches(Rule):
    """Each node has two arcs of the line or none; ``passed`` maps nodes to the mark that says which of both."""

    def __init__(self, line: AnswerLayer, text: Text, passed: Callable[[Any], Mapping[Spot, Mark]] | None) -> None:
        super().__init__(text)
        self.line, self.passed = line, passed

    def demands(self, model: Genre) -> Iterator[Demand]:
        board, marks = model.board, model.marks[self.line.name]
        net = Net.of(board, self.line.declared_on(model))
        passed = self.passed(model) if self.passed else {}
        for node, arcs in zip(ticking(net.nodes), net.arcs_of, strict=True):
            own = [marks[net.spots[a]] for a in arcs]
            yield Demand(self, count(own).is_in((0, 2)), (node,), clues=())
            if node in passed:
                here = passed[node]
                yield Demand(self, any_of((~here, *own)), (node,), clues=(), fault="missed")
                yield Demand(self, any_of((here, all_of(~arc for arc in own))), (node,), clues=(), fault="entered")

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = model.marks[self.line.name]
        net = Net.of(model.board, self.line.declared_on(model))
        lits = [int(marks[s]) for s in ticking(net.spots)]
        out.extend(marks.kept("no branches", lambda: [
            clause for arcs in ticking(net.arcs_of) for clause in _no_or_two([lits[a] for a in arcs])]))
        passed = self.passed(model) if self.passed else {}
        for node, arcs in zip(net.nodes, net.arcs_of, strict=True) if passed else ():
            if node in passed:
                own = [lits[a] for a in arcs]
                here = int(passed[node])
                out.extend([-arc, here] for arc in ticking(own))
                out.extend([-here, *(other for other in own if other != arc)] for arc in own)
                if len(own) < 2:
                    out.add([-here])
        return []


def _no_or_two(arcs: Sequence[int]) -> list[Clause]:
    """None or two of up to four (or more) arcs."""
    clauses = [[-arc, *(other for other in arcs if other != arc)] for arc in arcs]
    return clauses + [[-a, -b, -c] for a, b, c in combinations(arcs, 3)]


class OneLoop(Rule):
    """There is a line, and it is one piece."""

    def __init__(self, line: AnswerLayer, text: Text, faces: bool) -> None:
        super().__init__(text)
        self.line, self.faces = line, faces

    def demands(self, model: Genre) -> Iterator[Demand]:
        net = Net.of(model.board, self.line.declared_on(model))
        marks = model.marks[self.line.name]
        yield Demand(self, any_of(marks[s] for s in ticking(net.spots)), clues=(), fault="none")
        yield Demand(self, OneLine(net, [int(marks[s]) for s in ticking(net.spots)]), clues=())

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        net = Net.of(model.board, self.line.declared_on(model))
        marks = model.marks[self.line.name]
        if not self.faces:
            lits = [int(marks[s]) for s in ticking(net.spots)]
            out.add(lits)
            return [Loop(net, lits, marks)]
        first = out.new(net.n_faces - 1)
        clauses, bodies = marks.kept(("faces", first), lambda: _coloured(net, marks, first))
        out.extend(clauses)
        return [*bodies]


def _coloured(net: Net, marks: Marks, first: int) -> tuple[list[Clause], list[OneBody]]:
    """Faces inside and outside, by the variables from ``first`` on; the outer face is outside, which the literal -1
    (never) says."""
    lits = [int(marks[s]) for s in ticking(net.spots)]
    inside = [*range(first, first + net.n_faces - 1), -1]
    clauses: list[Clause] = [inside[:-1]]
    adjacency = net.board.memo(("faces", net.on), lambda: _dual(net))
    for lit, (a, b) in zip(ticking(lits), net.faces, strict=True):
        x, y = inside[a], inside[b]
        clauses += ([-lit, x, y], [-lit, -x, -y], [lit, -x, y], [lit, x, -y])
    spots = [Spot(0, 0)] * net.n_faces
    bits = net.bitboard
    bodies = [
        OneBody(adjacency, inside, spots, bitboard=bits),
        OneBody(adjacency, [-lit for lit in inside], spots, sure=[net.n_faces - 1], bitboard=bits),
    ]
    return clauses, bodies


def _dual(net: Net) -> list[list[int]]:
    near: list[set[int]] = [set() for _ in range(net.n_faces)]
    for a, b in ticking(net.faces):
        if a != b:
            near[a].add(b)
            near[b].add(a)
    return [sorted(n) for n in ticking(near)]


def no_branches(
    line: AnswerLayer, text: Text, *, passed: Callable[[Any], Mapping[Spot, Mark]] | None = None
) -> NoBranches:
    """The rule that a line neither branches nor ends. ``passed(model)`` may map nodes to the marks that say whether the
    line passes them.

    Faults: ``few`` (the line ends at the node ``{at}``), ``many`` (it branches there), and for nodes with such a mark
    ``missed`` (the mark says that the line passes, but it does not) and ``entered`` (the reverse).
    """
    return NoBranches(line, text, passed)


def one_loop(line: AnswerLayer, text: Text, *, faces: bool = True) -> OneLoop:
    """The rule that the line is one single loop; that it neither ends nor branches is a rule of its own.

    ``faces`` chooses the encoding with faces, which is correct only beside that other rule (see ``relying_on``).

    Faults: ``none`` (nothing is drawn), ``ring`` (the line ``{at}`` is closed, and there are others), else: the line
    ``{at}`` has no way to the rest. ``{cells}`` are the cells by which to name it: those that links pass; for a line
    along edges those inside, or beside it if it is not closed.
    """
    return OneLoop(line, text, faces)
