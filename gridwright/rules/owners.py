"""Owners: views about areas with one head each, as "r2c2 belongs to the area of r1c1"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from ..board.arc_graph import ArcGraph
from ..board.board import Board
from ..language.views import Holds, View, Views
from ..logic.clauses import Clause
from ..logic.expr import Known, Sparse
from ..logic.ticks import ticking


def owners_in(
    views: Views, graph: ArcGraph, heads: Sequence[int], board: Board, noun: str = "area"
) -> Sequence[Sequence[int]]:
    """For each head, a node by its index, and for each node the literal that it belongs to the area of the head.

    What open arcs join belongs together, and open arcs lead from the head to all that belongs to it.
    """
    return views.family(("owners", noun), lambda: [_owned(views, graph, head, board, noun) for head in heads])


def _owned(views: Views, graph: ArcGraph, head: int, board: Board, noun: str) -> list[int]:
    word, name = f"to the {noun} of", board.name(graph.nodes[head])
    own = [
        1 if n == head else views.new(View(spot, "belongs", word, name)) for n, spot in enumerate(ticking(graph.nodes))
    ]
    for (a, b), open_ in zip(ticking(graph.ends), graph.lits, strict=True):
        views.define(([-open_, -own[a], own[b]], [-open_, own[a], -own[b]]))
    for n, mine in enumerate(ticking(own)):
        if n != head:
            views.define([[-mine, *(graph.lits[arc] for arc in graph.arcs_of[n])]])
    views.refined_by(lambda holds: _cut_off(graph, own, head, holds))
    return own


def _cut_off(graph: ArcGraph, own: Sequence[int], head: int, holds: Holds) -> Iterator[Clause]:
    """That nodes do not belong to a head, to which no way is left that may be open and belongs to it."""
    barred = [-mine in holds for mine in own]
    shut = [lit for lit, (a, b) in zip(graph.lits, graph.ends, strict=True) if -lit in holds or barred[a] or barred[b]]
    known = cast(Known, Sparse.fromkeys(shut, -1))
    for piece in map(set, graph.components(known, 0)):
        if head in piece or barred[min(piece)]:
            continue
        beyond = [(arc, other) for n in piece for arc, other in graph.near[n] if other not in piece]
        wall = dict.fromkeys(own[n] if barred[n] else graph.lits[arc] for arc, n in beyond)
        yield from ([-own[n], *wall] for n in sorted(piece))
