"""Lines: one closed loop, along links through cells or along edges around cells; or no closed ring at all.

There are two encodings of one loop. With *faces*, each face of the drawing is inside or outside, an arc is on the loop
iff its two faces differ, and "one loop" becomes: the inside is connected, and so is the outside with the border. On
large boards, cuts by faces are far stronger than cuts by arcs. Without faces, each closed subloop is excluded when it
is found. So are rings, except that rings of four arcs are excluded from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations
from typing import Any, Literal

from ..board.arc_graph import ArcGraph
from ..board.board import Board, Spot
from ..board.node_graph import Bitboard, NodeGraph
from ..board.rect import Rect
from ..board.walks import Adjacency, Tree, reached, way_between
from ..language.genre import Genre
from ..language.layers import AnswerLayer
from ..language.rules import Conflict, Demand, Global, Rule, Staged
from ..language.wording import RuleText
from ..logic.amounts import count
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Known, Mark, all_of, any_of
from ..logic.ticks import ticking
from .areas import joined_by
from .connected import OneBody


class Faces:
    """The ``n`` faces that a line can separate; ``sides`` are the two beside each arc. The last face is the outside.

    Missing cells that a line can surround are a face, too.
    """

    def __init__(self, board: Board, on: Literal["links", "edges"]) -> None:
        self.board, self.on = board, on
        if on == "edges":
            self.n, self.sides = _faces_of_cells(board)
        else:
            self.n, self.sides = _faces_between_cells(board)

    @staticmethod
    def of(line: AnswerLayer, model: Genre) -> Faces:
        """The faces of a board, cached with it."""
        on = line.declared_on(model)
        return model.board.memo(("faces", on), lambda: Faces(model.board, on))

    @cached_property
    def adjacency(self) -> Adjacency:
        """The neighbours of each face."""
        near: list[set[int]] = [set() for _ in range(self.n)]
        for a, b in ticking(self.sides):
            if a != b:
                near[a].add(b)
                near[b].add(a)
        return [sorted(own) for own in ticking(near)]

    @cached_property
    def bitboard(self) -> Bitboard | None:
        """The faces as bits, on rectangles without holes."""
        board = self.board
        if not isinstance(board, Rect) or board.holes:
            return None
        less = self.on == "links"
        return Bitboard.of_faces(board.n_rows - less, board.n_cols - less)


def _faces_of_cells(board: Board) -> tuple[int, Sequence[tuple[int, int]]]:
    """The faces of the drawing whose lines are the edges: the cells, missing cells inside the board, and the outside.
    """
    pools = _pools(board, _AROUND)
    if not pools:
        return len(board.cells) + 1, board.edge_faces
    index = dict(board.cell_index)
    for i, pool in enumerate(pools, len(index)):
        index |= dict.fromkeys(pool, i)
    outside = len(board.cells) + len(pools)
    faces = []
    for edge in ticking(board.edges):
        dy, dx = (1, 0) if edge.x % 2 else (0, 1)
        a, b = Spot(edge.y - dy, edge.x - dx), Spot(edge.y + dy, edge.x + dx)
        faces.append((index.get(a, outside), index.get(b, outside)))
    return outside + 1, faces


def _faces_between_cells(board: Board) -> tuple[int, list[tuple[int, int]]]:
    """The faces of the drawing whose points are the cells: each corner where four cells meet, missing cells inside the
    board, and the outside."""
    links = set(board.links)
    inner = [c for c in ticking(board.corners) if all(Spot(c.y + dy, c.x + dx) in links for dy, dx in _AROUND)]
    index = {c: i for i, c in enumerate(inner)}
    pools = _pools(board, (*_AROUND, *_ASLANT))
    for i, pool in enumerate(pools, len(inner)):
        index |= {Spot(hole.y + dy, hole.x + dx): i for hole in pool for dy, dx in _ASLANT}
    outside = len(inner) + len(pools)
    faces = []
    for link in ticking(board.links):
        a, b = board.tips(link)
        faces.append((index.get(a, outside), index.get(b, outside)))
    return outside + 1, faces


_AROUND = ((-1, 0), (0, -1), (0, 1), (1, 0))
_ASLANT = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def _pools(board: Board, steps: Collection[tuple[int, int]]) -> list[list[Spot]]:
    """The pieces of missing cells that do not reach the border of the board; cells a step apart are one piece."""
    if not isinstance(board, Rect):
        return []
    left = set(board.holes)
    found = []
    for first in sorted(left):
        if first not in left:
            continue
        left.remove(first)
        piece = [first]
        for hole in ticking(piece):
            near = {Spot(hole.y + 2 * dy, hole.x + 2 * dx) for dy, dx in steps} & left
            left -= near
            piece += sorted(near)
        if all(1 < c.y < 2 * board.n_rows - 1 and 1 < c.x < 2 * board.n_cols - 1 for c in piece):
            found.append(piece)
    return found


class OneLine(Global):
    """The drawn arcs are connected, and no proper part of them is a closed ring."""

    def __init__(self, graph: ArcGraph) -> None:
        self.graph = graph

    def _pieces(self, known: Known, least: int) -> list[list[int]]:
        """The components of the arcs whose value is at least ``least``, as lists of arcs."""
        return self._joined(known, least)[0]

    def _joined(self, known: Known, least: int) -> tuple[list[list[int]], list[list[int]]]:
        """As ``_pieces``, with those of them that contain a ring."""
        ends, arcs = self.graph.ends, self.graph.open_arcs(known, least)
        parent, closing = self.graph.merged(arcs)
        pieces: dict[int, list[int]] = {}
        for arc in ticking(arcs):
            first = root = ends[arc][0]
            while parent[root] != root:
                root = parent[root]
            parent[first] = root
            pieces.setdefault(root, []).append(arc)
        tied = {parent[ends[arc][0]] for arc in closing}
        return list(pieces.values()), [piece for root, piece in pieces.items() if root in tied]

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph, lits = self.graph, self.graph.lits
        drawn, tied = self._joined(known, 1)
        closed = [piece for piece in tied if self._round(piece)]
        if len(drawn) > 1 and closed:
            # The largest loop is taken for the intended one.
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
            rim = graph.meeting(piece)
            own = [a for a in piece if known[lits[a]] > 0]
            because = [lits[arc], lits[held[0][1]], *(-lits[o] for o in sorted(rim))]
            yield Conflict(graph.places_of(own), because, {"cells": graph.names(own)})

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterable[int]:
        """Drawing an arc beside a ring, one that closes a ring, or one that the line cannot reach; leaving out a
        bridge."""
        graph, ends = self.graph, self.graph.ends
        drawn, tied = self._joined(known, 1)
        closed = any(map(self._round, tied))
        piece_at = {node: i for i, piece in enumerate(drawn) for arc in piece for node in ends[arc]}
        inked = {arc for piece in drawn for arc in piece}
        apart: set[int] = set()
        needed: set[int] = set()
        if inked:
            for piece in self._pieces(known, 0):
                if inked.isdisjoint(piece):
                    apart.update(piece)
            needed = set(graph.bridges(known))
        arc_of = {lit: arc for arc, lit in enumerate(graph.lits)}
        for lit in lits:
            arc = arc_of.get(lit)
            if arc is None:
                if arc_of.get(-lit) in needed:
                    yield lit
            elif closed or arc in apart or piece_at.get(ends[arc][0], -1) == piece_at.get(ends[arc][1], -2):
                yield lit

    def _tied(self, pieces: list[list[int]]) -> Iterator[tuple[list[int], int]]:
        """For each piece that contains a ring and more: the ring, and another arc."""
        for piece in pieces:
            ring = [] if self._round(piece) else self._ring_in(piece)
            if ring:
                yield ring, next(arc for arc in piece if arc not in ring)

    def _ring(self, ring: list[int], other: int) -> Conflict:
        """The conflict with a ring and another arc."""
        graph = self.graph
        because = [graph.lits[a] for a in (*ring, other)]
        return Conflict(graph.places_of(ring), because, {"cells": graph.names(ring)}, "ring")

    def _round(self, piece: list[int]) -> bool:
        """Whether a piece is a closed ring: every node has exactly two of its arcs."""
        degree: dict[int, int] = {}
        for arc in ticking(piece):
            for node in self.graph.ends[arc]:
                degree[node] = degree.get(node, 0) + 1
        return set(degree.values()) == {2}

    def _ring_in(self, piece: list[int]) -> list[int]:
        """A closed ring among the arcs of a connected piece; [] if there is none."""
        own, root = set(piece), self.graph.ends[piece[0]][0]
        reached: Tree = {root: (-1, root)}
        queue = [root]
        for node in queue:
            for arc, other in self.graph.near[node]:
                if arc not in own or arc == reached[node][0]:
                    continue
                if other in reached:
                    return [arc, *way_between(node, other, reached)]
                reached[other] = (arc, node)
                queue.append(other)
        return []

    def cuts(self, known: Known) -> list[Clause]:
        graph, lits, ends = self.graph, self.graph.lits, self.graph.ends
        pieces = sorted(self._pieces(known, 1), key=len)
        if len(pieces) < 2:
            return [[-lits[arc] for arc in (*ring, other)] for ring, other in self._tied(pieces)]
        other = lits[pieces[-1][0]]
        found = []
        for piece in pieces[:-1]:
            nodes = {node for arc in piece for node in ends[arc]}
            leaving = [o for o in graph.meeting(piece) if (ends[o][0] in nodes) != (ends[o][1] in nodes)]
            if len(leaving) < len(piece) or not self._round(piece):
                found.append([-lits[piece[0]], -other, *[lits[o] for o in leaving]])
            else:
                found.append([*(-lits[a] for a in piece), -other])
        return found


class Loop(OneLine, Staged):
    """One line without ends and branches; if a search takes long, faces are added (see ``_coloured``)."""

    def __init__(self, graph: ArcGraph, faces: Callable[[], Faces]) -> None:
        super().__init__(graph)
        self.faces = faces

    def late(self, out: Clauses, stage: int) -> Sequence[Global]:
        """Adds inside and outside at the first stage."""
        if stage > 1:
            return ()
        faces = self.faces()
        clauses, bodies = _coloured(faces, self.graph.lits, out.new(faces.n - 1))
        out.extend(clauses)
        return bodies


class NoBranches(Rule):
    """The rule that a line neither branches nor ends. ``passed(model)`` may map nodes to marks of "the line passes
    here".

    Faults: ``few`` (the line ends at the node ``{at}``), ``many`` (it branches there), and for nodes with such a mark
    ``missed`` (the line does not pass although the mark says so) and ``entered`` (the reverse).
    """

    def __init__(
        self, line: AnswerLayer, text: RuleText, *, passed: Callable[[Any], Mapping[Spot, Mark]] | None = None
    ) -> None:
        super().__init__(text)
        self.line, self.passed = line, passed

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks, graph = model.marks[self.line.name], joined_by(self.line, model)
        passed = self.passed(model) if self.passed else {}
        for node, arcs in zip(ticking(graph.nodes), graph.arcs_of, strict=True):
            own = [marks[graph.places[a]] for a in arcs]
            yield Demand(self, count(own).is_in((0, 2)), (node,))
            if node in passed:
                here = passed[node]
                yield Demand(self, any_of((~here, *own)), (node,), fault="missed")
                yield Demand(self, any_of((here, all_of(~arc for arc in own))), (node,), fault="entered")

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks, graph = model.marks[self.line.name], joined_by(self.line, model)
        lits = graph.lits
        if self.passed is None:
            out.extend(marks.kept("no branches", lambda: [
                clause for arcs in ticking(graph.arcs_of) for clause in _no_or_two([lits[a] for a in arcs])]))
            return []
        passed = self.passed(model)
        kept: dict[tuple[Spot, Mark | None], list[Clause]] = marks.kept("passed", dict)
        for node, arcs in zip(ticking(graph.nodes), graph.arcs_of, strict=True):
            here = passed.get(node)
            clauses = kept.get((node, here))
            if clauses is None:
                own = [lits[a] for a in arcs]
                if len(kept) > 4 * len(lits):
                    kept.clear()
                clauses = kept[node, here] = _no_or_two(own) if here is None else _two_if(here, own)
            out.extend(clauses)
        return []


def _no_or_two(arcs: Sequence[int]) -> list[Clause]:
    """None or two of some arcs, at most four."""
    two = [[-arc, *others] for arc, others in zip(reversed(arcs), _all_but_one(arcs), strict=False)]
    return two + _never_three(arcs)


def _two_if(here: int, arcs: Sequence[int]) -> list[Clause]:
    """Two of some arcs, at most four, if a literal holds, else none."""
    return [[-here, *others] for others in _all_but_one(arcs)] + [[-arc, here] for arc in arcs] + _never_three(arcs)


def _all_but_one(arcs: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """The arcs without the last one, and so on to those without the first."""
    return combinations(arcs, max(len(arcs) - 1, 0))


def _never_three(arcs: Sequence[int]) -> list[Clause]:
    return [[-a, -b, -c] for a, b, c in combinations(arcs, 3)]


class OneLoop(Rule):
    """The rule that the line is a single loop; that it neither ends nor branches is a separate rule.

    ``faces`` chooses the encoding with faces, which is correct only together with that separate rule: ``no_branches``
    for the same line, or a rule named by ``requires``. If there is none, creating the class raises GenreError.

    Faults: ``none`` (nothing is drawn), ``ring`` (the line ``{at}`` is closed, and there is more), and the unnamed one:
    the line ``{at}`` is cut off from the rest. ``{cells}`` are the cells by which to name it: those that it passes; for
    a line along edges those inside, or beside it if it is not closed.
    """

    def __init__(self, line: AnswerLayer, text: RuleText, *, faces: bool = True) -> None:
        super().__init__(text)
        self.line, self.faces = line, faces

    def mistakes(self, genre: type[Genre]) -> Iterator[str]:
        if self.faces and not self.required and not any(map(self._is_beside, genre.rules)):
            yield ("faces=True is correct only together with a rule against branches; write no_branches(line, ...) and "
                   "one_loop(line, ...).requires(it), or faces=False")

    def is_supported(self, rules: Collection[Rule]) -> bool:
        """With faces, a rule against branches must be in force, too."""
        return super().is_supported(rules) and (
            not self.faces or bool(self.required) or any(map(self._is_beside, rules))
        )

    def _is_beside(self, rule: Rule) -> bool:
        return isinstance(rule, NoBranches) and rule.line.name == self.line.name

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks, graph = model.marks[self.line.name], joined_by(self.line, model)
        yield Demand(self, any_of(marks[s] for s in ticking(graph.places)), fault="none")
        yield Demand(self, OneLine(graph))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        graph = joined_by(self.line, model)
        if not self.faces:
            out.add(list(graph.lits))
            return [Loop(graph, partial(Faces.of, self.line, model))]
        faces = Faces.of(self.line, model)
        first = out.new(faces.n - 1)
        marks = model.marks[self.line.name]
        clauses, bodies = marks.kept(("faces", first), lambda: _coloured(faces, graph.lits, first))
        out.extend(clauses)
        return [*bodies]


def _coloured(faces: Faces, lits: Sequence[int], first: int) -> tuple[list[Clause], list[OneBody]]:
    """Clauses and demands for faces inside and outside, with the variables from ``first`` on; the literal of the outer
    face is -1: it is never inside."""
    inside = [*range(first, first + faces.n - 1), -1]
    clauses: list[Clause] = [inside[:-1]]
    for lit, (a, b) in zip(ticking(lits), faces.sides, strict=True):
        x, y = inside[a], inside[b]
        clauses += ([-lit, x, y], [-lit, -x, -y], [lit, -x, y], [lit, x, -y])
    near, spots, bits = faces.adjacency, [Spot(0, 0)] * faces.n, faces.bitboard
    outside = [-lit for lit in inside]
    bodies = [
        OneBody(NodeGraph(near, inside, spots, bits)),
        OneBody(NodeGraph(near, outside, spots, bits), sure=[faces.n - 1]),
    ]
    return clauses, bodies


no_branches = NoBranches
one_loop = OneLoop


# -- no ring -----------------------------------------------------------------------------------------------------------

_SOME = 4
"""At most this many clauses are made from one ring."""


class NoRing(Global):
    """The drawn arcs form no closed ring."""

    def __init__(self, graph: ArcGraph) -> None:
        self.graph = graph

    def rings(self, known: Known) -> Iterator[list[int]]:
        """Some rings of drawn arcs; empty only if there is none."""
        return self.graph.rings(known)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        return map(self.against, self.rings(known))

    def against(self, ring: Sequence[int]) -> Conflict:
        """The conflict with a drawn ring."""
        graph = self.graph
        at = graph.places_of(ring)
        return Conflict(at, [graph.lits[arc] for arc in ring], {"cells": graph.names(ring)})

    def cuts(self, known: Known) -> Iterable[Clause]:
        """Not all arcs of a ring are drawn; for some rings."""
        lits = self.graph.lits
        return ([-lits[arc] for arc in ring] for ring in self.rings(known))

    def encode(self, out: Clauses) -> None:
        """Excludes rings of four arcs."""
        near, lits = self.graph.near, self.graph.lits
        for node, arcs in enumerate(ticking(near)):
            ways: dict[int, list[tuple[int, int]]] = {}
            for one, middle in arcs:
                for two, goal in near[middle]:
                    if middle > node and goal > node:
                        ways.setdefault(goal, []).append((one, two))
            for goal, pairs in ways.items():
                if goal != node:
                    out.extend([-lits[a], -lits[b], -lits[c], -lits[d]] for (a, b), (c, d) in combinations(pairs, 2))


class NoPathRing(NoRing):
    """The drawn arcs, at most two per node, form no closed ring.

    Nodes in ``ends`` have at most one arc. If none of a ring's nodes is an end, a line must leave these nodes, which is
    a far stronger clause than one against the ring alone.
    """

    def __init__(self, graph: ArcGraph, ends: Collection[int]) -> None:
        super().__init__(graph)
        self.ends = frozenset(ends)

    def encode(self, out: Clauses) -> None:
        """Excludes rings of four arcs, and arcs that are not connected with any end."""
        super().encode(out)
        near = self.graph.near
        adjacency = [[other for _, other in arcs] for arcs in ticking(near)]
        joined = set(reached(adjacency, sorted(self.ends), lambda _: True))
        out.extend([-lit] for lit, (a, _) in zip(self.graph.lits, self.graph.ends, strict=True) if a not in joined)

    def cuts(self, known: Known) -> list[Clause]:
        """A line leaves the nodes of each ring, or one of its arcs is not drawn."""
        graph, found = self.graph, []
        for ring in self.rings(known):
            inside = {node for arc in ring for node in graph.ends[arc]}
            if inside.isdisjoint(self.ends):
                leaving = graph.leaving(inside)
                found += [[-graph.lits[arc], *leaving] for arc in ring[:_SOME]]
            else:
                found.append([-graph.lits[arc] for arc in ring])
        return found


class RinglessRule(Rule):
    """The rule that the open arcs of a graph of the model never form a ring.

    ``path_ends``: if other rules make the arcs paths (at most two at each node), the nodes where paths may end. The
    rule must then require those rules (see ``requires``).

    Fault: the line at ``{at}`` is a ring; ``{cells}`` are the cells by which to name it (see ``ArcGraph``).
    """

    def __init__(
        self, graph: Callable[[Any], ArcGraph], text: RuleText, *,
        path_ends: Callable[[Any], Collection[int]] | None = None
    ) -> None:
        super().__init__(text)
        self.graph, self.path_ends = graph, path_ends

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, NoRing(self.graph(model)))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        graph = self.graph(model)
        what = NoPathRing(graph, self.path_ends(model)) if self.path_ends else NoRing(graph)
        what.encode(out)
        return [what]


no_ring = RinglessRule
