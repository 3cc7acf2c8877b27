"""Reach with counts, for explanations: which areas can hold a cell if numbers count their cells each way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from heapq import heappop, heappush
from typing import Any, NamedTuple

from ...board.arc_graph import ArcGraph
from ...board.board import Board
from ...board.walks import articulation_points
from ...language.rules import Conflict
from ...language.wording import counted, listed, worded
from ...logic.ticks import ticking
from ...rules.reach import Claim, OwnedPieces, PossibleArea, Surroundings, Why, WithinReach

_FEW = 3
"""At most this many heads are named whose claims keep an area away."""


def _worded(text: str, **words: str) -> str:
    """A text of the genre in the current language."""
    return worded(text, __name__, **words)


class DirectionCount(NamedTuple):
    """Exactly ``n`` nodes of an area lie one ``way`` of its head ("above"); ``ahead`` are all nodes there."""

    way: str
    n: int
    ahead: frozenset[int]


class _NodesAhead(NamedTuple):
    """The least number of further nodes ahead on the way to each piece, including those of the piece.

    Each piece adds ``more`` nodes; ``left`` are the pieces that were not excluded before. Pieces beyond the ``room`` of
    the count are missing.
    """

    what: DirectionCount
    room: int
    cost: Mapping[int, int]
    more: Mapping[int, int]
    left: Collection[int]


class _Extent:
    """The pieces that the area of a head can reach, and what excludes the others."""

    def __init__(
        self, ground: OwnedPieces, home: int, own: Collection[int], left: set[int], counts: Sequence[DirectionCount]
    ) -> None:
        """``own`` are the pieces of the area, ``home`` the one with its head, ``left`` all that it may hold."""
        self.home, self.own, self.counts = home, own, counts
        known, lits, of = ground.known, ground.graph.lits, ground.of
        self._ahead = [{piece: len(count.ahead.intersection(ground.pieces[piece])) for piece in left}
                       for count in counts]
        """For each count, the number of its nodes in each piece."""
        self.walled: dict[int, tuple[int, int, int]] = {}
        """For each piece behind a wall of the area, the arc and its two ends, the one in the area first."""
        for piece in own:
            for arc, node, other in ground.exits(piece):
                if known[lits[arc]] < 0 and of[other] in left:
                    self.walled.setdefault(of[other], (arc, node, other))
        left.difference_update(self.walled)
        self._ways = {
            piece: list(dict.fromkeys(of[node] for arc, _, node in ground.exits(piece)
                                      if of[node] in left and known[lits[arc]] >= 0))
            for piece in left
        }
        """For each piece, those to which an open arc leads."""
        self.excluded_by: dict[int, _NodesAhead] = {}
        """For each excluded piece, the walk that shows that the way to it takes too many nodes."""
        self.walks: dict[int, _NodesAhead] = {}
        """The walks to all pieces that are left, by the number of the count."""
        self.reach = self._without_costly(left)

    def _without_costly(self, left: set[int]) -> frozenset[int]:
        """The pieces that the area can reach without too many nodes in any direction."""
        n_left = [-1] * len(self.counts)  # after the last walk of each count
        while any(n != len(left) for n in n_left):
            for number, n in enumerate(n_left):
                if n != len(left):
                    walk = self.walks[number] = self._walk(number, frozenset(left))
                    self.excluded_by.update((piece, walk) for piece in left if piece not in walk.cost)
                    left.intersection_update(walk.cost)
                    n_left[number] = len(left)
        return frozenset(left)

    def _walk(self, number: int, left: Collection[int]) -> _NodesAhead:
        """The costs of the ways to pieces for one of the counts."""
        count = self.counts[number]
        room = count.n - min(count.n, self.within(number, self.own))
        more = {**self._ahead[number], **dict.fromkeys(self.own, 0)}
        cost, queue = {self.home: 0}, [(0, self.home)]
        while queue:
            so_far, piece = heappop(queue)
            if so_far > cost[piece]:
                continue
            for other in self._ways[piece]:
                total = so_far + more[other]
                if total <= room and total < cost.get(other, total + 1) and other in left:
                    cost[other] = total
                    heappush(queue, (total, other))
        return _NodesAhead(count, room, cost, more, left)

    def within(self, number: int, pieces: Iterable[int]) -> int:
        """How many nodes of some pieces belong to a count."""
        ahead = self._ahead[number]
        return sum([ahead[piece] for piece in pieces])

    @cached_property
    def needed(self) -> Sequence[int]:
        """The pieces without which the area cannot have enough nodes."""
        pieces = sorted(self.reach)
        place = {piece: i for i, piece in enumerate(pieces)}
        ways = [[place[other] for other in self._ways[piece] if other in place] for piece in pieces]
        cuts = {pieces[i] for i in articulation_points(ways, [True] * len(pieces))}
        return [piece for piece in pieces if piece not in self.own and self._lacks(piece, piece in cuts)]

    def _lacks(self, piece: int, is_cut: bool) -> bool:
        """Whether the area has too few nodes in some direction without a piece; a cut vertex takes others with it."""
        left = self.without(piece) if is_cut else self.reach.difference((piece,))
        return any(self.within(number, left) < count.n for number, count in enumerate(self.counts))

    def without(self, barred: int) -> Collection[int]:
        """The pieces that the area can reach without one of them."""
        found, queue = {self.home}, [self.home]
        for piece in ticking(queue, len(self.reach)):
            fresh = [o for o in self._ways[piece] if o != barred and o not in found and o in self.reach]
            found.update(fresh)
            queue += fresh
        return found


class CountedArea(PossibleArea[_Extent]):
    """The pieces that the area of a head may hold: those on the way to which no count is exceeded."""

    def __init__(
        self, ground: OwnedPieces, head: int, around: Surroundings[_Extent] | None, counts: Sequence[DirectionCount],
        names: Sequence[str]
    ) -> None:
        super().__init__(ground, head, around)
        self.counts, self.names = counts, names
        self.own = [piece for piece, owner in ground.owner.items() if owner == head]

    # -- what it may hold --

    def find_extent(self) -> _Extent:
        ground, around = self.ground, self.around
        every = ground.pieces if around is None else sorted({ground.of[node] for node in around.nodes})
        left = {one for one in every if ground.owner.get(one, self.head) == self.head and self.is_near(one)}
        return _Extent(ground, self.home, self.own, left.union(self.own), self.counts)

    @property
    def reach(self) -> frozenset[int]:
        return self.extent.reach

    def may_hold(self, piece: int) -> bool:
        return piece in self.reach

    def may_hold_both(self, one: int, other: int) -> bool:
        for walk in self.extent.walks.values():
            if min(walk.cost[one] + walk.more[other], walk.cost[other] + walk.more[one]) > walk.room:
                return False
        return True

    # -- why it may not --

    def barrier(self, node: int) -> Why | None:
        ground, piece = self.ground, self.ground.of[node]
        if piece in self.reach:
            return None
        if ground.owner.get(piece, self.head) != self.head:
            claim = ground.claims.get(piece)
            if claim is not None:
                words = _worded("would hold {cell}, {claim}", cell=self._told(claim.node), claim=claim.words)
                return Why(ground.why_owned(node), words)
            core = ground.cores[ground.owner[piece]][0]
            return Why(ground.why_owned(node), _worded("would also hold {cell}", cell=self._told(core)))
        if piece in self.extent.walled:
            arc, own, other = self.extent.walled[piece]
            closed = self.closed_at(arc)
            assert closed is not None
            wall = ground.board.name(ground.graph.places[arc])
            lits = [closed, *ground.why_owned(own), *ground.path(other, node)]
            return Why(lits, _worded("would have the wall {wall} inside it", wall=wall))
        walk = self.extent.excluded_by[piece]
        text = "has only {cells} {way} it" if walk.what.n else "has no cells {way} it"
        words = _worded(text, cells=counted(walk.what.n, _worded("cell|cells")), way=_worded(walk.what.way))
        return Why(self._why_costly(piece, walk), words)

    def _told(self, node: int) -> str:
        return self.ground.board.name(self.ground.graph.nodes[node])

    def _why_costly(self, goal: int, walk: _NodesAhead) -> list[int]:
        """Known literals that exclude every way to a piece within the count: those that give the area its nodes ahead,
        that close arcs, and that join nodes of pieces.

        The costs are a potential: a way costs as much as they say unless it takes an arc along which they rise by more
        than the cost of the next piece. So only what keeps the area from such arcs matters, and only if the goal is
        within reach from there.
        """
        ground, ahead = self.ground, walk.what.ahead
        lits = dict.fromkeys(self._why_so_many(walk.what))
        rest = self._rest(goal, ahead)
        for piece, so_far in walk.cost.items():
            for arc, _, node in ground.exits(piece):
                other = ground.of[node]
                told = walk.cost.get(other, walk.room + 1)
                free = ground.owner.get(other) == self.head
                least = so_far + (node in ahead and not free)
                if least >= told or least + rest.get(node, walk.room) > walk.room:
                    continue
                closed = self.closed_at(arc)
                if closed is not None:
                    lits[closed] = None
                elif other not in walk.left:
                    barrier = self._barrier(node)
                    assert barrier is not None
                    lits.update(dict.fromkeys(barrier.lits))
                else:
                    lits.update((lit, None) for far in ground.pieces[other] if far in ahead
                                for lit in ground.path(node, far))
        return list(lits)

    def _rest(self, goal: int, ahead: Collection[int]) -> Mapping[int, int]:
        """The least number of nodes ahead on a way from each node to a piece, without the node itself. Nodes without a
        way are missing."""
        ground, graph = self.ground, self.ground.graph
        cores = {node for head, core in enumerate(ground.cores) if head != self.head for node in core}
        rest = dict.fromkeys(ground.pieces[goal], 0)
        queue = [(0, node) for node in rest]
        while queue:
            so_far, node = heappop(queue)
            if so_far > rest[node]:
                continue
            total = so_far + (node in ahead and ground.owner.get(ground.of[node]) != self.head)
            for _, other in graph.near[node]:
                if other not in cores and total < rest.get(other, total + 1):
                    rest[other] = total
                    heappush(queue, (total, other))
        return rest

    # -- what it needs --

    def faults(self) -> Iterator[Conflict]:
        for number, count in enumerate(self.counts):
            have, room = self.extent.within(number, self.own), self.extent.within(number, self.reach)
            if have > count.n:
                yield self._fault(count, self._why_so_many(count), "many", have=have)
            elif room < count.n:
                words = {"room": room or "none", "why": self._kept_off()}
                yield self._fault(count, self.why_shut(self.reach), "few", **words)

    def _fault(self, count: DirectionCount, lits: list[int], fault: str, **found: int | str) -> Conflict:
        graph = self.ground.graph
        at = graph.nodes[self.ground.cores[self.head][0]]
        words = {"head": self.names[self.head], "n": count.n, "way": count.way, **found}
        return Conflict((at, *graph.along(lits)), lits, words, fault)

    def _kept_off(self) -> str:
        """The claims of other areas that block this one."""
        ground = self.ground
        beside = dict.fromkeys(ground.of[node] for piece in sorted(self.reach) for _, _, node in ground.exits(piece))
        met: dict[str, list[str]] = {}
        for piece in beside:
            claim = ground.claims.get(piece)
            if claim is not None and claim.head != self.head:
                met.setdefault(claim.words, []).append(self._told(claim.node))
        told = [f"{listed(cells)}, {words}" for words, cells in met.items()]
        return f" ({_worded('not to')} {_worded('; nor to ').join(told)})" if 0 < len(told) <= _FEW else ""

    def _why_so_many(self, count: DirectionCount) -> list[int]:
        """Why the nodes ahead belong to the area."""
        ground = self.ground
        ahead = [node for piece in self.own for node in ground.pieces[piece] if node in count.ahead]
        return list(dict.fromkeys(lit for node in ahead for lit in ground.why_owned(node)))

    def needed(self) -> Iterator[Claim]:
        for piece in self.extent.needed:
            yield Claim(self.head, piece, _worded("which {head} needs", head=self.names[self.head]),
                            partial(self._why_needed, piece))

    def _why_needed(self, piece: int) -> Iterator[int]:
        """Why the area has too few nodes in some direction without a piece, and why it reaches the piece."""
        left = self.extent.without(piece)
        yield from self.why_shut(left, but=piece)
        yield from self._joining(piece, left)

    def _joining(self, goal: int, pieces: Collection[int]) -> Iterator[int]:
        """Why the area reaches a node whenever it reaches one of some pieces."""
        ground = self.ground
        for piece in sorted(pieces):
            for arc, _, node in ground.exits(piece):
                if ground.of[node] == ground.of[goal]:
                    closed = self.closed_at(arc)
                    yield from ground.path(node, goal) if closed is None else (closed,)


class CountedReach(WithinReach):
    """Every cell is in the area of a head that can reach it within all counts, and each area can reach enough cells."""

    lays_claims = True

    def __init__(
        self, graph: ArcGraph, heads: Sequence[int], board: Board, counts: Sequence[Sequence[DirectionCount]]
    ) -> None:
        super().__init__(graph, [[head] for head in heads], board)
        self._counts = counts
        self._names = [board.name(graph.nodes[head]) for head in heads]

    def area(self, ground: OwnedPieces, head: int, around: Surroundings[Any] | None) -> CountedArea:
        return CountedArea(ground, head, around, self._counts[head], self._names)

    def name(self, head: int) -> str:
        return self._names[head]
