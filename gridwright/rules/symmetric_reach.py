"""Mirrored: which point-symmetric areas can hold a cell, as far as known walls tell. For explanations."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..board.arc_graph import ArcGraph
from ..board.board import Board, Spot
from ..board.walks import Bridges, incidence
from .reach import Area, Ground, Why, WithinReach


class Images(dict[int, int]):
    """The place that each of some spots has after half a turn about a centre, -1 beyond them; made when asked for."""

    def __init__(self, centre: Spot, spots: Sequence[Spot], index: Mapping[Spot, int]) -> None:
        super().__init__()
        self.centre, self.spots, self.index = centre, spots, index

    def __missing__(self, n: int) -> int:
        y, x = self.spots[n]
        image = self[n] = self.index.get(Spot(2 * self.centre.y - y, 2 * self.centre.x - x), -1)
        return image


class _Symmetry(NamedTuple):
    """A centre by its name, and the image of each cell and link."""

    name: str
    mirror: Images
    mirror_arc: Images


class _Group(NamedTuple):
    """Pieces that an area holds as a whole or not at all: for each but the first ones a node of an earlier piece, and
    the image of that in it. With a fault these are enough of them to show it: the ``node`` has no image or is another
    head's, or a wall stands between it and the node ``beyond``."""

    back: Mapping[int, tuple[int, int]]
    node: int = -1
    beyond: int = -1

    @property
    def is_sound(self) -> bool:
        """Whether there is no fault."""
        return self.node < 0


class MirroredArea(Area):
    """The pieces that the area of a centre may hold: with a node it holds the piece of its image."""

    def __init__(
        self, ground: Ground, head: int, at_first: frozenset[int] | None, symmetries: Sequence[_Symmetry]
    ) -> None:
        super().__init__(ground, head, at_first)
        self.symmetries, self.own = symmetries, symmetries[head]
        self._group_of: dict[int, int] = {}
        """For pieces the number of their group."""
        self._sound: list[bool] = []
        """Whether the area may hold a group, by its number."""

    def may_hold(self, piece: int) -> bool:
        if piece not in self._group_of:
            group = self._group([piece])
            self._group_of.update(dict.fromkeys(group.back, len(self._sound)))
            self._sound.append(group.is_sound)
        return self._sound[self._group_of[piece]]

    def may_hold_both(self, one: int, other: int) -> bool:
        return self._group([one, other]).is_sound

    def closed_at(self, arc: int) -> int | None:
        image = self.own.mirror_arc[arc]
        return super().closed_at(arc) or (super().closed_at(image) if image >= 0 else None)

    def _group(self, pieces: Sequence[int]) -> _Group:
        """The pieces that the area holds with some, if it holds these."""
        ground, mirror = self.ground, self.own.mirror
        back: dict[int, tuple[int, int]] = dict.fromkeys(pieces, (-1, -1))
        queue = list(pieces)
        for piece in queue:
            if (head := ground.owner.get(piece, self.head)) != self.head:
                return _Group(back, ground.cores[head][0])
            for node in ground.pieces[piece]:
                image = mirror[node]
                if image < 0:
                    return _Group(back, node)
                if ground.of[image] not in back:
                    back[ground.of[image]] = node, image
                    queue.append(ground.of[image])
        for piece in queue:
            for arc, node, other in ground.exits(piece):
                if ground.of[other] in back and super().closed_at(arc) is not None:
                    return _Group(back, node, arc)
        return _Group(back)

    def barrier(self, node: int) -> Why | None:
        ground = self.ground
        group = self._group([ground.of[node]])
        if group.is_sound:
            return None
        way, last = self._way(group.back, node, group.node)
        if group.beyond >= 0:
            closed = super().closed_at(group.beyond)
            assert closed is not None
            other, _ = self._way(group.back, node, sum(ground.graph.ends[group.beyond]) - group.node)
            wall = ground.board.name(ground.graph.places[group.beyond])
            return Why([closed, *way, *other], f"would have the wall {wall} inside")
        owner = ground.owner.get(ground.of[group.node], self.head)
        if owner == self.head:
            return Why(way, "would reach beyond the edge of the board")
        name = ground.board.name(ground.graph.nodes[last])
        return Why(way, f"would also hold {name}, which belongs to {self.symmetries[owner].name}")

    def _way(self, back: Mapping[int, tuple[int, int]], start: int, goal: int) -> tuple[list[int], int]:
        """The open literals by which an area with one node holds another, and the last image on the way."""
        ground = self.ground
        lits: list[int] = []
        last = -1
        while back[ground.of[goal]][0] >= 0:
            node, image = back[ground.of[goal]]
            lits += ground.path(image, goal)
            last = image if last < 0 else last
            goal = node
        return [*lits, *ground.path(start, goal)], last if last >= 0 else goal

    def lost_without(self) -> Iterator[tuple[int, Collection[int]]]:
        """For arcs of which one end or the image of one cannot be reached any more without them and their images: the
        bridges between groups. An arc within a group parts what belongs together."""
        self.may_hold(self.home)  # so that it has its group, too
        ends: list[tuple[int, int]] = []
        arcs: list[tuple[int, int]] = []
        for arc, one, other in self._within_reach():
            image = self.own.mirror_arc[arc]
            a, b = self._group_of[one], self._group_of[other]
            if a == b:
                yield arc, self._lost(self.reached(self.home, self._in_group(a)))
            elif arc <= image:
                ends.append((a, b))
                arcs.append((arc, image))
        for number in Bridges(ends, incidence(len(self._sound), ends)):
            lost = self._lost(self.reached(self.home, closed=arcs[number]))
            yield from ((arc, lost) for arc in dict.fromkeys(arcs[number]))

    def _within_reach(self) -> Iterator[tuple[int, int, int]]:
        """The arcs that the area may cross, each with the pieces at its ends."""
        of = self.ground.of
        for piece in self.reach:
            for arc, _, node in self.ground.exits(piece):
                if piece < of[node] and of[node] in self.reach and self.may_cross(arc):
                    yield arc, piece, of[node]

    def _in_group(self, group: int) -> Collection[int]:
        return {piece for piece, number in self._group_of.items() if number == group}

    def _lost(self, left: Collection[int]) -> Collection[int]:
        return [piece for piece in self.reach if piece not in left]


class Mirrored(WithinReach):
    """Every cell is in the area of a centre that can hold it, with its image and all that is joined to the two."""

    def __init__(self, graph: ArcGraph, cores: Sequence[Sequence[int]], board: Board, centres: Sequence[Spot]) -> None:
        super().__init__(graph, cores, board)
        cells, links = board.cell_index, {spot: arc for arc, spot in enumerate(board.links)}
        self._symmetries = [
            _Symmetry(f"the centre at {board.name(at)}", Images(at, board.cells, cells), Images(at, board.links, links))
            for at in centres
        ]

    def area(self, ground: Ground, head: int, at_first: frozenset[int] | None) -> MirroredArea:
        return MirroredArea(ground, head, at_first, self._symmetries)

    def name(self, head: int) -> str:
        return self._symmetries[head].name
