"""What islands can reach: an island grows to its number without touching other islands.

That takes both rules about islands, so it is said by lemmas for explanations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ...board.node_graph import NodeGraph
from ...board.walks import articulation_points, distances, reached
from ...language.rules import Conflict, Global
from ...logic.expr import Known

_TIGHT = 3
"""An island is looked at closely if it has room for at most this many cells more than it needs."""
_NEAREST = 3
"""At least this many numbers are looked at to see that none reaches a cell."""


class _Body(NamedTuple):
    """Connected land, with its number, if it has one."""

    head: int | None
    nodes: Sequence[int]


class _Growth:
    """How islands may grow if some literals hold. ``sizes`` are the sizes of islands by their numbered nodes; None if
    unknown."""

    def __init__(self, land: NodeGraph, sizes: Mapping[int, int | None], holds: Callable[[int], bool]) -> None:
        self.land, self.sizes, self._holds = land, sizes, holds
        self._bodies: dict[int, _Body] = {}

    def body(self, node: int) -> _Body:
        """The body of a land cell."""
        if node not in self._bodies:
            lits, holds = self.land.lits, self._holds
            nodes = reached(self.land.adjacency, [node], lambda n: holds(lits[n]))
            found = _Body(next((n for n in nodes if n in self.sizes), None), nodes)
            self._bodies.update(dict.fromkeys(nodes, found))
        return self._bodies[node]

    def free(self, head: int) -> Callable[[int], bool]:
        """Whether a cell may belong to an island, as far as its neighbours show."""
        near, lits, holds, size = self.land.adjacency, self.land.lits, self._holds, self.sizes[head]
        own = frozenset(self.body(head).nodes)

        def free(node: int) -> bool:
            if holds(-lits[node]):
                return False
            more = {node}
            for n in (node, *near[node]):
                if holds(lits[n]) and n not in own:
                    other, nodes = self.body(n)
                    if other is not None:
                        return False
                    more.update(nodes)
            return size is None or len(own) + len(more.difference(own)) <= size

        return free

    def distances(self, head: int, n_ends: int = 1) -> dict[int, int]:
        """The cells of an island and those that it can reach, if it ends in ``n_ends`` cells, with their distances."""
        own, size = self.body(head).nodes, self.sizes[head]
        most = None if size is None else size - len(own) - n_ends + 1
        if most is not None and most < 1:
            return dict.fromkeys(own, 0)
        return distances(self.land.adjacency, own, self.free(head), most)

    def room(self, head: int, enough: int) -> Sequence[int]:
        """The cells of an island and those that it can grow to; no more than are enough."""
        own = self.body(head).nodes
        return own if len(own) >= enough else reached(self.land.adjacency, own, self.free(head), enough)

    def reaches(self, head: int, body: Collection[int]) -> bool:
        """Whether an island can grow to all of a body of land."""
        return all(map(self.free(head), body)) and not self.distances(head, len(body)).keys().isdisjoint(body)


class _Growing(Global):
    """What both lemmas share. ``sizes`` are as in ``_Growth``."""

    effort = 0.2

    def __init__(self, land: NodeGraph, sizes: Mapping[int, int | None]) -> None:
        self.land, self.sizes = land, sizes

    def growth(self, known: Known) -> _Growth:
        """How islands may grow in a grid."""
        return _Growth(self.land, self.sizes, lambda lit: known[lit] > 0)

    def why(self, known: Known, head: int, is_so: Callable[[_Growth], bool]) -> Collection[int]:
        """A minimal set of literals because of which something holds of what an island can reach."""
        facts = dict[int, None]()
        growth = _Growth(self.land, self.sizes, facts.__contains__)
        if is_so(growth):
            return facts
        lits, near, then = self.land.lits, self.land.adjacency, self.growth(known)
        room = growth.distances(head)
        facts.update(dict.fromkeys(-lits[n] for n in reversed(room) if known[lits[n]] < 0))
        touched = dict.fromkeys(m for n in room for m in (n, *near[n]) if known[lits[m]] > 0)
        facts.update(dict.fromkeys(lits[n] for m in touched for n in then.body(m).nodes))
        for lit in list(facts):
            del facts[lit]
            if not is_so(_Growth(self.land, self.sizes, facts.__contains__)):
                facts[lit] = None
        return facts


class InReach(_Growing):
    """Every land cell is in reach of a number."""

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        for body, because in self._out_of_reach(known):
            yield Conflict(self.land.at(body), because)

    def conflicts_by(self, known: Known, lit: int) -> Iterator[Conflict]:
        """As ``conflicts``; if a cell was marked, the fault is ``far`` for the cell itself, else ``blocked``."""
        added = self.land.node_of.get(lit)
        for body, because in self._out_of_reach(known):
            fault = "" if added is None else "far" if body == [added] else "blocked"
            yield Conflict(self.land.at(body), because, {}, fault)

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """Cells that no number reaches or beside a body without one, and cells between such a body and its number."""
        growth, node_of = self.growth(known), self.land.node_of
        covered = {n for head in self.sizes for n in growth.distances(head)}
        bodies = self._homeless(known, growth)
        beside = {n for body in bodies for n in self.land.rim(body)}
        needed = {n for body in bodies for n in self._between(body, growth)}
        for lit in lits:
            n = node_of.get(lit, -1)
            if (n >= 0 and (n not in covered or n in beside)) or node_of.get(-lit) in needed:
                yield lit

    def _homeless(self, known: Known, growth: _Growth) -> list[list[int]]:
        """The bodies of land without a number."""
        return [body for body in self.land.components(known, 1) if growth.body(body[0]).head is None]

    @cached_property
    def _steps(self) -> Mapping[int, Mapping[int, int]]:
        """The distances of all cells from each number."""
        return {head: distances(self.land.adjacency, [head], lambda _: True) for head in self.sizes}

    def _near(self, body: Sequence[int]) -> list[int]:
        """The numbers that are large enough to get to a body, the nearest first."""
        here = [(steps[body[0]], head) for head, steps in self._steps.items() if body[0] in steps]
        return [head for steps, head in sorted(here) if (size := self.sizes[head]) is None or steps < size]

    def _between(self, body: Sequence[int], growth: _Growth) -> set[int]:
        """The cells through which a body may be joined to its number; none if it may belong to several."""
        heads = [head for head in self._near(body) if growth.reaches(head, body)]
        if len(heads) != 1:
            return set()
        there = growth.distances(heads[0], len(body))
        back = distances(self.land.adjacency, body, growth.free(heads[0]))
        most = max(there.values())
        return {n for n, steps in there.items() if n in back and steps and 0 < back[n] <= most - steps}

    def _out_of_reach(self, known: Known) -> Iterator[tuple[list[int], list[int]]]:
        """Bodies of land, or single cells of them, that no number reaches, each with a reason."""
        growth, lits = self.growth(known), self.land.lits
        for found in self._homeless(known, growth):
            if any(growth.reaches(head, found) for head in self._near(found)):
                continue
            for body in (*([n] for n in found), found):
                if not any(growth.reaches(head, body) for head in self._near(body)):
                    yield body, list(dict.fromkeys([*(lits[n] for n in body), *self._all_why(known, body)]))
                    break

    def _all_why(self, known: Known, body: Sequence[int]) -> Iterator[int]:
        """Why no number reaches a body; the nearest numbers belong to the reason."""
        lits = self.land.lits
        near = self._near(body)
        for i, head in enumerate(sorted(self.sizes, key=lambda n: self._steps[n].get(body[0], len(lits)))):
            why = self._why(known, head, body) if head in near else ()
            if (i < _NEAREST or why) and known[lits[head]] > 0:
                yield lits[head]
            yield from why

    def _why(self, known: Known, head: int, body: Sequence[int]) -> Collection[int]:
        return self.why(known, head, lambda growth: not growth.reaches(head, body))


class InRoom(_Growing):
    """An island has room for its cells between the others."""

    def __init__(self, land: NodeGraph, sizes: Mapping[int, int | None], head: int, size: int) -> None:
        super().__init__(land, sizes)
        self.head, self.size = head, size

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        room = self.growth(known).room(self.head, self.size)
        if len(room) < self.size:
            because = self.why(known, self.head, lambda one: len(one.room(self.head, self.size)) < self.size)
            yield Conflict(self.land.at(room), list(because), {"room": len(room)})

    def conflicts_by(self, known: Known, lit: int) -> Iterator[Conflict]:
        """As ``conflicts``; the fault is ``blocked`` if a cell was marked, ``stuck`` if the island cannot grow at
        all."""
        for conflict in self.conflicts(known):
            is_stuck = len(self.growth(known).body(self.head).nodes) == conflict.words["room"]
            yield conflict._replace(fault="blocked" if lit in self.land.node_of else "stuck" if is_stuck else "")

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """Cells that the island needs, and cells whose marking may take them from it."""
        room, near, node_of = self.growth(known).distances(self.head), self.land.adjacency, self.land.node_of
        is_tight = len(room) <= self.size + _TIGHT
        inside = [n in room for n in range(len(near))]
        needed = set(room) if is_tight else articulation_points(near, inside)
        around = {m for n in room for m in (n, *near[n])} if is_tight else set()
        return (lit for lit in lits if node_of.get(lit) in around or node_of.get(-lit) in needed)
