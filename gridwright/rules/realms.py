"""Realms: walls divide the board into areas, each with one head that constrains its shape.

For each head and each cell within its reach, a literal says that the cell belongs to the head. Every cell has one
owner, and walls stand exactly between cells of different owners. Cuts connect each cell to its head through cells of
the same owner; their separators are small because only cells in reach count. The constraint of a head is then expressed
by its literals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import cast

from ..board.arc_graph import ArcGraph
from ..board.board import Board, Spot
from ..board.node_graph import witnesses
from ..board.rect import Rect
from ..board.walks import Adjacency, Near, distances, pieces_of, separator, within
from ..language.genre import Genre
from ..language.layers import AnswerLayer, GivenLayer
from ..language.rules import Demand, Global, Rule
from ..language.variables import Holds, View, Views
from ..language.wording import RuleText
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Known, Sparse
from ..logic.ticks import tick, ticking
from .areas import OneHeadEach, WallsPart, divided_by


class Realms(Global):
    """The owners of cells: the shared encoding of all rules about realms.

    ``cores`` are the cells that a head always owns, ``own`` maps the cells in its reach to their literals.
    """

    def __init__(self, adjacency: Adjacency, cores: Sequence[Sequence[int]], own: Sequence[Mapping[int, int]]) -> None:
        self.adjacency, self.cores, self.own = adjacency, cores, own
        self._known_within: dict[int, Near] = {}

    def encode_walls(self, graph: ArcGraph, out: Clauses) -> None:
        """Each cell has one owner and a neighbour with the same owner; walls separate different owners."""
        owners: list[list[int]] = [[] for _ in graph.nodes]
        for core, cells in zip(self.cores, self.own, strict=True):
            for n, mine in ticking(cells.items()):
                owners[n].append(mine)
                if n not in core:
                    out.add([-mine, *(cells[m] for m in self.adjacency[n] if m in cells)])
            for arc in ticking(graph.touching(cells)):
                (a, b), open_ = graph.ends[arc], graph.lits[arc]
                if a in cells and b in cells:
                    x, y = cells[a], cells[b]
                    out.extend(([-open_, -x, y], [-open_, x, -y], [open_, -x, -y]))
                elif a in cells or b in cells:
                    out.add([-open_, -cells[a if a in cells else b]])
        for several in owners:
            tick()
            out.exactly_one(several)

    def encode_reach(self, out: Clauses) -> None:
        """An area with a cell at some distance from its head has cells at all smaller distances."""
        for i, (core, cells) in enumerate(zip(self.cores, self.own, strict=True)):
            near = self._within(i)
            layers: list[list[int]] = []
            for n, steps in ticking(distances(near, core, lambda _: True).items()):
                if steps == len(layers):
                    layers.append([])
                layers[steps].append(cells[n])
            encode_far(layers[1:], out)

    def _within(self, head: int) -> Near:
        """The graph of the cells in a head's reach."""
        if head not in self._known_within:
            self._known_within[head] = within(self.adjacency, self.own[head])
        return self._known_within[head]

    def cuts(self, known: Known) -> list[Clause]:
        found: list[Clause] = []
        for i, (core, cells) in enumerate(zip(self.cores, self.own, strict=True)):
            for piece in pieces_of(self.adjacency, [n for n, mine in ticking(cells.items()) if known[mine] > 0]):
                if core[0] not in piece:
                    wall, _ = separator(self._within(i), piece, core[0])
                    found += [[-cells[n], *(cells[m] for m in wall)] for n in witnesses(piece)]
        return found


def encode_far(layers: Sequence[Sequence[int]], out: Clauses) -> None:
    """If a literal of a layer holds, so does one in each earlier layer; uses one new literal per layer."""
    if len(layers) > 1:
        first = out.new(len(layers))
        for far, layer in enumerate(layers, first):
            tick()
            out.add([-far, *layer])
            out.extend([-lit, far] for lit in layer)
        out.extend([-far, far - 1] for far in range(first + 1, first + len(layers)))


# -- rules of all realms -----------------------------------------------------------------------------------------------


def core_of(board: Rect, centre: Spot) -> list[int]:
    """The cells at a centre: one, or the two or four around it."""
    index = board.cell_index
    ys, xs = ({v} if v % 2 else {v - 1, v + 1} for v in centre)
    return [index[s] for y in sorted(ys) for x in sorted(xs) if (s := Spot(y, x)) in index]


def heads_of(centres: GivenLayer, model: Genre) -> list[int]:
    """The first cell of each centre."""
    return [core_of(model.board, at)[0] for at in model.given(centres)]


class OneHeadPerRealm(Rule):
    """Every area holds exactly one head."""

    def __init__(self, walls: AnswerLayer, heads: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=heads)
        self.walls, self.heads = walls, heads

    def demands(self, model: Genre) -> Iterator[Demand]:
        graph = divided_by(self.walls, model)
        what = OneHeadEach(graph, heads_of(self.heads, model))
        yield Demand(self, what, clues=self.clues_at(*model.given(self.heads)),
                     in_views=partial(self._owned, model, graph))

    def _owned(self, model: Genre, graph: ArcGraph, _: Demand, views: Views) -> None:
        """Each cell belongs to one head."""
        owners = owners_in(views, graph, heads_of(self.heads, model), model.board)
        for n in ticking(range(len(model.board.cells))):
            views.out.exactly_one([own[n] for own in owners])


class RealmWalls(Rule):
    """Every wall separates two areas."""

    def __init__(self, walls: AnswerLayer, heads: GivenLayer, text: RuleText) -> None:
        super().__init__(text)
        self.walls, self.heads = walls, heads

    def demands(self, model: Genre) -> Iterator[Demand]:
        graph = divided_by(self.walls, model)
        yield Demand(self, WallsPart(graph), in_views=partial(self._parted, model, graph))

    def _parted(self, model: Genre, graph: ArcGraph, _: Demand, views: Views) -> None:
        """The cells on both sides of a wall belong to different heads."""
        for own in owners_in(views, graph, heads_of(self.heads, model), model.board):
            for (a, b), open_ in zip(ticking(graph.ends), graph.lits, strict=True):
                views.out.add([open_, -own[a], -own[b]])


# -- views -------------------------------------------------------------------------------------------------------------


def owners_in(views: Views, graph: ArcGraph, heads: Sequence[int], board: Board) -> Sequence[Sequence[int]]:
    """For each head (an index of a node) and each node, the view "the node belongs to the area of the head".

    Nodes joined by an open arc belong to the same head, and a head is connected to its nodes by open arcs.
    """
    return views.family("owners", lambda: [_owned(views, graph, head, board.name(graph.nodes[head])) for head in heads])


def _owned(views: Views, graph: ArcGraph, head: int, name: str) -> list[int]:
    owner_literals = [
        1 if n == head else views.new(View(spot, "belongs", "to the area of", name))
        for n, spot in enumerate(ticking(graph.nodes))
    ]
    for (a, b), open_ in zip(ticking(graph.ends), graph.lits, strict=True):
        views.define(([-open_, -owner_literals[a], owner_literals[b]], [-open_, owner_literals[a], -owner_literals[b]]))
    for n, mine in enumerate(ticking(owner_literals)):
        if n != head:
            views.define([[-mine, *(graph.lits[arc] for arc in graph.arcs_of[n])]])
    views.refined_by(lambda holds: _cut_off(graph, owner_literals, head, holds))
    return owner_literals


def _cut_off(graph: ArcGraph, own: Sequence[int], head: int, holds: Holds) -> Iterator[Clause]:
    """Clauses that nodes do not belong to a head if no possible path of its own nodes leads there."""
    barred = [-mine in holds for mine in own]
    shut = [lit for lit, (a, b) in zip(graph.lits, graph.ends, strict=True) if -lit in holds or barred[a] or barred[b]]
    known = cast(Known, Sparse.fromkeys(shut, -1))
    for piece in map(set, graph.components(known, 0)):
        if head in piece or barred[min(piece)]:
            continue
        beyond = [(arc, other) for n in piece for arc, other in graph.near[n] if other not in piece]
        wall = dict.fromkeys(own[n] if barred[n] else graph.lits[arc] for arc, n in beyond)
        yield from ([-own[n], *wall] for n in sorted(piece))
