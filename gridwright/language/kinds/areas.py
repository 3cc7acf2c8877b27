"""Bodies joined by links: areas that walls divide, islands that bridges join."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress
from typing import Any, NamedTuple

from ..board import Board, Spot
from ..clauses import Clause
from ..expr import Fixed, Known, Mark, about
from ..genre import Genre
from ..rules import Conflict, Demand, Global, Rule
from ..separation import Bridges
from ..ticks import ticking
from ..wording import Text

Judge = Callable[[Sequence[int], Sequence[int]], bool]
"""Says something of two bodies, whatever their order."""
_SHORT = 1_000
"""A walk over so many nodes ends so soon that it need not look at the clock."""


class Bodies(NamedTuple):
    """Bodies by their nodes, and for each node the number of its body."""

    bodies: list[list[int]]
    of: list[int]


class Joints:
    """A graph whose arcs may be open: nodes by index, and for each arc its ends, the literal that opens it and the spot
    where it is."""

    def __init__(
        self, spots: Sequence[Spot], ends: Sequence[tuple[int, int]], lits: Sequence[int], places: Sequence[Spot]
    ) -> None:
        self.spots, self.ends, self.lits, self.places = spots, ends, lits, places
        self.arcs_of: list[list[int]] = [[] for _ in spots]
        for arc, (a, b) in enumerate(ticking(ends)):
            self.arcs_of[a].append(arc)
            self.arcs_of[b].append(arc)
        self._last: _Position | None = None
        """The position that was looked at last: several demands of one graph are asked about the same one."""

    @staticmethod
    def of_links(board: Board, marks: Callable[[Spot], Mark], cells: Sequence[Spot] | None = None) -> Joints:
        """The board's cells, or some of them, where ``marks(link)`` opens the link between two."""
        if cells is None:
            cells, ends, links = board.cells, board.link_ends, board.links
        else:
            index = dict(zip((board.cell_index[cell] for cell in cells), range(len(cells)), strict=True))
            within = [a in index and b in index for a, b in ticking(board.link_ends)]
            links = tuple(compress(board.links, within))
            ends = [(index[a], index[b]) for a, b in compress(board.link_ends, within)]
        return Joints(cells, ends, [int(marks(link)) for link in ticking(links)], links)

    @cached_property
    def _ways(self) -> Sequence[Sequence[tuple[int, int]]]:
        """For each node its arcs, by their literals, each with the node at the other end."""
        ends, lits = self.ends, self.lits
        return [
            [(lits[arc], sum(ends[arc]) - node) for arc in arcs] for node, arcs in enumerate(ticking(self.arcs_of))
        ]

    def body(self, start: int, known: Known, least: int) -> list[int]:
        """What is reached from a node over arcs whose literal's value is at least ``least``, breadth first."""
        seen = {start}
        body = [start]
        for node in ticking(body, len(self.spots)):
            for lit, other in self._ways[node]:
                if other not in seen and known[lit] >= least:
                    seen.add(other)
                    body.append(other)
        return body

    def bodies(self, known: Known, least: int) -> Sequence[Sequence[int]]:
        """All bodies, in the order of their first nodes."""
        return about(known, (self, least), lambda: self._bodies(known, least)).bodies

    def _bodies(self, known: Known, least: int) -> Bodies:
        of = [-1] * len(self.spots)
        found: list[list[int]] = []
        for first in ticking(range(len(self.spots))):
            if of[first] >= 0:
                continue
            of[first] = len(found)
            body = [first]
            for node in body if len(of) < _SHORT else ticking(body, len(of)):
                for lit, other in self._ways[node]:
                    if of[other] < 0 and known[lit] >= least:
                        of[other] = len(found)
                        body.append(other)
            found.append(body)
        return Bodies(found, of)

    def piece(self, node: int, known: Known, least: int) -> Sequence[int]:
        """As ``body``, in any order; in a fixed grid all bodies are found at once."""
        if not isinstance(known, Fixed):
            return self.body(node, known, least)
        bodies, of = about(known, (self, least), lambda: self._bodies(known, least))
        return bodies[of[node]]

    def touching(self, nodes: Collection[int]) -> Sequence[int]:
        """The arcs that may have an end among some nodes, in order: just those, where the nodes are few."""
        if 8 * len(nodes) > len(self.ends):
            return range(len(self.ends))
        return sorted({arc for node in nodes for arc in self.arcs_of[node]})

    def around(self, node: int, known: Known, least: int) -> list[int]:
        """The literals of the arcs that lead out of the body of a node."""
        piece = self.piece(node, known, least)
        return about(known, (self, least, piece[0]), lambda: self.leaving(piece))

    def leaving(self, body: Collection[int]) -> list[int]:
        """The literals of the arcs that lead out of a body."""
        inside = set(body)
        arcs = {arc for node in ticking(body) for arc in self.arcs_of[node]}
        return [self.lits[arc] for arc in sorted(arcs) if sum(end in inside for end in self.ends[arc]) == 1]

    def tree(self, node: int, n: int, known: Known) -> list[int]:
        """Literals of open arcs that join ``n`` nodes of a node's body, itself included."""
        seen = {node}
        queue = [node]
        used: list[int] = []
        for node in ticking(queue, n):
            if len(seen) == n:
                break
            for arc in self.arcs_of[node]:
                a, b = self.ends[arc]
                other = b if a == node else a
                if known[self.lits[arc]] > 0 and other not in seen and len(seen) < n:
                    seen.add(other)
                    queue.append(other)
                    used.append(self.lits[arc])
        return used

    def path(self, start: int, goal: int, known: Known) -> list[int]:
        """Literals of open arcs that lead from one node to another of the same body, by a shortest way."""
        return Ways(self, start, known).to(goal)

    def at_risk(
        self, known: Known, lits: Iterable[int], joins: Judge | None, parts: Judge | None
    ) -> Iterator[int]:
        """Of some open literals those that open an arc between two bodies for which ``joins`` says yes, and those that
        close an arc without which what is not closed falls into two parts for which ``parts`` says yes."""
        values = tuple(map(known.__getitem__, self.lits))
        if self._last is None or self._last.values != values:
            self._last = _Position(self, values, self._bodies(known, 1))
        position = self._last
        joined = position.joined if joins is not None else {}
        parting = position.parting if parts is not None else {}
        for lit in lits:
            if lit in joined:
                if joins is not None and joins(*joined[lit]):
                    yield lit
            elif lit in parting and parts is not None and parts(*position.bridges.sides(parting[lit])):
                yield lit

    def along(self, lits: Iterable[int]) -> list[Spot]:
        """The places of the arcs that some literals open or close."""
        return sorted(self._place_of[abs(lit)] for lit in lits)

    @cached_property
    def _place_of(self) -> Mapping[int, Spot]:
        return dict(zip(map(abs, self.lits), self.places, strict=True))

    def held(self, body: Iterable[int], known: Known) -> list[Spot]:
        """The places of the open arcs at the nodes of a body; where there are none, of all arcs there."""
        arcs = sorted({arc for node in ticking(body) for arc in self.arcs_of[node]})
        return [self.places[arc] for arc in ([arc for arc in arcs if known[self.lits[arc]] > 0] or arcs)]


class _Position:
    """What is at risk in a position, which is known by the values of all arcs."""

    def __init__(self, joints: Joints, values: tuple[int, ...], sure: Bodies) -> None:
        self.joints, self.values = joints, values
        bodies, of = sure
        self.joined: Mapping[int, tuple[Sequence[int], Sequence[int]]] = {
            lit: (bodies[of[a]], bodies[of[b]])
            for (a, b), lit, value in zip(joints.ends, joints.lits, values, strict=True) if not value and of[a] != of[b]
        }
        """The literals that open an arc between two bodies, each with these."""

    @cached_property
    def bridges(self) -> Bridges:
        """The arcs without which what is not closed falls apart."""
        return Bridges(self.joints.ends, self.joints.arcs_of, [value >= 0 for value in self.values])

    @cached_property
    def parting(self) -> Mapping[int, int]:
        """The literals that close these, each with its arc."""
        return {-self.joints.lits[arc]: arc for arc in self.bridges}


class Ways:
    """Shortest ways over open arcs from one node to others. It searches as far as it is asked, and nothing twice."""

    def __init__(self, joints: Joints, start: int, known: Known) -> None:
        self.joints, self.start, self.known = joints, start, known
        self._back: dict[int, tuple[int, int]] = {start: (start, 0)}
        """For each node that was found the one before it, and the literal of the arc between them."""
        self._queue = [start]
        self._search = self._searching()

    def nodes(self) -> Iterator[int]:
        """The nodes of the body, those first that are near."""
        known = 0
        while known < len(self._queue):
            yield self._queue[known]
            known += 1
            while known == len(self._queue) and next(self._search, False):
                pass

    def to(self, goal: int) -> list[int]:
        """Literals of open arcs that lead to a node of the same body, the last one first."""
        while goal not in self._back:
            next(self._search)
        used = []
        while goal != self.start:
            goal, lit = self._back[goal]
            used.append(lit)
        return used

    def _searching(self) -> Iterator[bool]:
        joints, known, back = self.joints, self.known, self._back
        for node in ticking(self._queue, len(joints.spots)):
            for arc in joints.arcs_of[node]:
                a, b = joints.ends[arc]
                other = b if a == node else a
                if known[joints.lits[arc]] > 0 and other not in back:
                    back[other] = (node, joints.lits[arc])
                    self._queue.append(other)
            yield True


class AllJoined(Global):
    """Open arcs join all nodes into one body."""

    def __init__(self, joints: Joints) -> None:
        self.joints = joints

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        bodies = sorted(self.joints.bodies(known, 0), key=len)
        for body in bodies[:-1]:
            cells = tuple(self.joints.spots[n] for n in sorted(body))
            at = (*cells, *self.joints.held(body, known))
            yield Conflict(at, [-lit for lit in self.joints.leaving(body)], {"cells": cells})

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """To close an arc that holds the nodes together."""
        return self.joints.at_risk(known, lits, None, lambda _one, _other: True)

    def cuts(self, known: Known) -> list[Clause]:
        bodies = self.joints.bodies(known, 1)
        return [self.joints.leaving(body) for body in bodies] if len(bodies) > 1 else []


class AreaSize(Global):
    """The area of a node has ``size`` nodes."""

    def __init__(self, joints: Joints, at: int, size: int) -> None:
        self.joints, self.at, self.size = joints, at, size

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        joints, here = self.joints, (self.joints.spots[self.at],)
        room = len(joints.piece(self.at, known, 0))
        if room < self.size:
            walls = joints.around(self.at, known, 0)
            yield Conflict((*here, *joints.along(walls)), [-lit for lit in walls], {"room": room}, "few")
        have = len(joints.piece(self.at, known, 1))
        if have > self.size:
            ways = joints.tree(self.at, self.size + 1, known)
            yield Conflict((*here, *joints.along(ways)), ways, {"have": have}, "many")

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """To open an arc between the area and as much as is too much; to close one that it needs."""

        def joins(one: Sequence[int], other: Sequence[int]) -> bool:
            return len(one) + len(other) > self.size and (self.at in one or self.at in other)

        def parts(one: Sequence[int], other: Sequence[int]) -> bool:
            return any(self.at in part and len(part) < self.size for part in (one, other))

        return self.joints.at_risk(known, lits, joins, parts)


class OneHeadEach(Global):
    """Every area holds exactly one of the given nodes; one that is given twice makes two."""

    def __init__(self, joints: Joints, heads: Iterable[int]) -> None:
        given = Counter(heads)
        self.joints, self.heads = joints, frozenset(given)
        self.twice = sorted(node for node, n in given.items() if n > 1)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        joints = self.joints
        for head in self.twice:
            here = joints.spots[head]
            yield Conflict((here,), [1], {"heads": (here,)}, "many")
        for body in joints.bodies(known, 0):
            if self.heads.isdisjoint(body):
                cells, walls = tuple(joints.spots[n] for n in sorted(body)), joints.leaving(body)
                yield Conflict((*cells, *joints.along(walls)), [-lit for lit in walls], {"cells": cells})
        for body in joints.bodies(known, 1):
            heads = sorted(self.heads.intersection(body))
            if len(heads) > 1:
                ways = Ways(joints, heads[0], known)
                for other in heads[1:]:
                    both = (joints.spots[heads[0]], joints.spots[other])
                    path = ways.to(other)
                    yield Conflict((*both, *joints.along(path)), path, {"heads": both}, "many")

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """To open an arc between areas with a head each; to close one that parts an area from its only head."""

        def joins(one: Sequence[int], other: Sequence[int]) -> bool:
            return not self.heads.isdisjoint(one) and not self.heads.isdisjoint(other)

        def parts(one: Sequence[int], other: Sequence[int]) -> bool:
            return self.heads.isdisjoint(one) or self.heads.isdisjoint(other)

        return self.joints.at_risk(known, lits, joins, parts)


class Joined(Rule):
    """Open arcs join all nodes into one body."""

    def __init__(self, joints: Callable[[Any], Joints], text: Text) -> None:
        super().__init__(text)
        self.joints = joints

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, AllJoined(self.joints(model)), clues=())


def all_joined(joints: Callable[[Any], Joints], text: Text) -> Joined:
    """The rule that all nodes of a graph that the model gives are joined over its open arcs. Which nodes there are
    depends on no clue that could be missing.

    Fault: the nodes ``{cells}`` are cut off from the others.
    """
    return Joined(joints, text)
