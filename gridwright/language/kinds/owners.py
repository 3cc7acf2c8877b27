"""Owners: views about areas with one head each, as "r2c2 belongs to the area of r1c1"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ..board import Board
from ..clauses import Clause
from ..ticks import ticking
from ..views import Holds, View, Views
from .areas import Joints


def owners_in(
    views: Views, joints: Joints, heads: Sequence[int], board: Board, noun: str = "area"
) -> Sequence[Sequence[int]]:
    """For each head, a node by its index, and for each node the literal that it belongs to the area of the head.

    What open arcs join belongs together, and open arcs lead from the head to all that belongs to it.
    """
    return views.family(("owners", noun), lambda: [_owned(views, joints, head, board, noun) for head in heads])


def _owned(views: Views, joints: Joints, head: int, board: Board, noun: str) -> list[int]:
    word, name = f"to the {noun} of", board.name(joints.spots[head])
    own = [
        1 if n == head else views.new(View(spot, "belongs", word, name)) for n, spot in enumerate(ticking(joints.spots))
    ]
    for (a, b), open_ in zip(ticking(joints.ends), joints.lits, strict=True):
        views.define(([-open_, -own[a], own[b]], [-open_, own[a], -own[b]]))
    for n, mine in enumerate(ticking(own)):
        if n != head:
            views.define([[-mine, *(joints.lits[arc] for arc in joints.arcs_of[n])]])
    views.refined_by(lambda holds: _cut_off(joints, own, head, holds))
    return own


def _cut_off(joints: Joints, own: Sequence[int], head: int, holds: Holds) -> Iterator[Clause]:
    """That nodes do not belong to a head, to which no way is left that may be open and belongs to it."""
    barred = {n for n, mine in enumerate(own) if -mine in holds}
    shut = {arc for arc, lit in enumerate(joints.lits) if -lit in holds}
    for piece in _pieces(joints, barred, shut):
        if head in piece:
            continue
        ways = dict.fromkeys(arc for n in piece for arc in joints.arcs_of[n] if not piece.issuperset(joints.ends[arc]))
        beyond = [(arc, sum(joints.ends[arc]) - next(n for n in joints.ends[arc] if n in piece)) for arc in ways]
        wall = dict.fromkeys(own[n] if n in barred else joints.lits[arc] for arc, n in beyond)
        yield from ([-own[n], *wall] for n in sorted(piece))


def _pieces(joints: Joints, barred: Collection[int], shut: Collection[int]) -> Iterator[set[int]]:
    """The pieces into which some nodes and arcs that are left out divide a graph."""
    left = set(range(len(joints.spots))).difference(barred)
    while left:
        piece = {left.pop()}
        queue = list(piece)
        for node in queue:
            for arc in joints.arcs_of[node]:
                other = sum(joints.ends[arc]) - node
                if arc not in shut and other in left:
                    left.remove(other)
                    piece.add(other)
                    queue.append(other)
        yield piece
