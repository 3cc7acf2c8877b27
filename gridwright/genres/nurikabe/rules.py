"""Islands: the marked cells fall into bodies, each with one numbered cell that gives its size.

The encoding says, for each cell within reach of a number, whether it belongs to it. Neighbouring land has the same
owner, the cells of each numbered island are counted, and cuts tie every body to its number. So unit propagation sees
that two islands would touch, that an island cannot grow to its size, and that a land cell is out of reach of all
numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from ...board.node_graph import NodeGraph, witnesses
from ...board.walks import Near, articulation_points, distances, reached, separator, shortest_way, within
from ...language.genre import Genre
from ...language.layers import GivenLayer, Source
from ...language.rules import Conflict, Demand, Demands, Global, Lemma, Rule, Staged, bundle, must
from ...language.wording import RuleText
from ...logic.clauses import Clause, Clauses
from ...logic.expr import Known
from ...logic.ticks import ticking
from ...rules.connected import marked_cells
from .reach import InReach, InRoom

_COUNTED = 30_000
"""Up to this product of the cells in reach and the size, a totalizer counts an island; beyond, cuts do."""

_LAYERED = 6_000
"""Up to this product of the cells in reach and the size, a long search adds clauses about the steps to each cell."""

_PAIRS = 40
"""Up to this number of possible owners of a cell, they exclude each other pair by pair."""


class BodySize(Global):
    """The body of the cell ``at`` has ``size`` cells."""

    effort = 0.02  # two numbers that would be joined are seen first

    def __init__(self, land: NodeGraph, at: int, size: int) -> None:
        self.land, self.at, self.size = land, at, size

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        land, lits, here = self.land, self.land.lits, self.land.at([self.at])
        if known[lits[self.at]] < 0:
            yield Conflict(here, [-lits[self.at]], {}, "none")
            return
        room = land.reached(self.at, known, 0, self.size)
        if len(room) < self.size:
            rim = land.rim(room)
            yield Conflict((*here, *land.at(rim)), [-lits[n] for n in rim], {"room": len(room)}, "few")
        sure = land.reached(self.at, known, 1) if known[lits[self.at]] > 0 else []
        if len(sure) > self.size:
            yield Conflict(land.at(sure), [lits[n] for n in sure[: self.size + 1]], {"have": len(sure)}, "many")

    def conflicts_by(self, known: Known, lit: int) -> Iterator[Conflict]:
        """As ``conflicts``; the fault is ``full`` if the body is complete without the cell that was marked, ``stuck``
        if it cannot grow at all."""
        land, added = self.land, self.land.node_of.get(lit, -1)
        for conflict in self.conflicts(known):
            if conflict.fault == "few" and conflict.words["room"] == len(land.reached(self.at, known, 1)):
                conflict = conflict._replace(fault="stuck")
            if conflict.fault == "many" and added >= 0:
                before = reached(land.adjacency, [self.at], lambda n: n != added and known[land.lits[n]] > 0)
                if len(before) == self.size:
                    because = [*(land.lits[n] for n in before), lit]
                    conflict = Conflict(land.at((*before, added)), because, {}, "full")
            yield conflict

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """Cells whose marking makes the body too large, and cells that it needs."""
        near, node_of = self.land.adjacency, self.land.node_of
        room = self.land.reached(self.at, known, 0)
        inside = [False] * len(near)
        for n in room:
            inside[n] = True
        needed = set(room) if len(room) <= self.size else articulation_points(near, inside) | {self.at}
        sure = self.land.components(known, 1)
        size_of = {n: len(body) for body in sure for n in body}
        body = next((set(body) for body in sure if self.at in body), {self.at})
        for lit in lits:
            n = node_of.get(lit, -1)
            if n >= 0:
                reaches = n == self.at or not body.isdisjoint(near[n])
                if reaches and 1 + sum(size_of.get(m, 1) for m in near[n]) + len(body) > self.size:
                    yield lit
            elif node_of.get(-lit, -1) in needed:
                yield lit


class OneEach(Global):
    """Every body of marked cells holds exactly one of the given cells."""

    def __init__(self, land: NodeGraph, heads: Sequence[int]) -> None:
        self.land, self.heads = land, frozenset(heads)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        land, lits = self.land, self.land.lits
        for body in land.components(known, 0):
            sure = [n for n in body if known[lits[n]] > 0]
            if sure and self.heads.isdisjoint(body):
                yield Conflict(land.at(sure), [lits[sure[0]], *(-lits[n] for n in land.rim(body))])
        for body in land.components(known, 1):
            heads, inside = sorted(self.heads.intersection(body)), set(body)
            for other in heads[1:]:
                path = shortest_way(land.adjacency, heads[0], other, inside.__contains__)
                yield Conflict(land.at((heads[0], other)), [lits[n] for n in path], {}, "many")

    def conflicts_by(self, known: Known, lit: int) -> Iterator[Conflict]:
        """As ``conflicts``; if the marked cell joins two heads beside it, the fault is ``corner`` if these touch at a
        corner, else ``between``; it is ``alone`` if all cells around the marked one are left out."""
        land, added = self.land, self.land.node_of.get(lit)
        is_alone = added is not None and all(known[land.lits[n]] < 0 for n in land.adjacency[added])
        for conflict in self.conflicts(known):
            if conflict.fault and len(conflict.because) == 3 and lit in conflict.because[1:2]:
                one, other = conflict.at
                is_corner = abs(one.y - other.y) == abs(one.x - other.x)
                yield conflict._replace(fault="corner" if is_corner else "between")
            elif is_alone and not conflict.fault and lit in conflict.because:
                yield conflict._replace(fault="alone")
            else:
                yield conflict

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """Cells whose marking joins two heads or is out of reach, and cells between a body and its head."""
        near, node_of = self.land.adjacency, self.land.node_of
        bare = {n for body in self.land.components(known, 0) if self.heads.isdisjoint(body) for n in body}
        needed = self.land.joints(known) | self.heads
        sure = self.land.components(known, 1)
        held = {n: i for i, body in enumerate(sure) if not self.heads.isdisjoint(body) for n in body}
        for lit in lits:
            n = node_of.get(lit, -1)
            if n >= 0:
                met = {held[m] for m in near[n] if m in held}
                if n in bare or len(met) + (n in self.heads) > 1:
                    yield lit
            elif node_of.get(-lit, -1) in needed:
                yield lit


class Owners:
    """The joint encoding of both island rules: which cell belongs to which number.

    ``sizes`` maps each numbered node to its number, or to None if that is unknown.
    """

    def __init__(self, land: NodeGraph, sizes: dict[int, int | None], out: Clauses) -> None:
        self.land, self.sizes = land, sizes
        adjacency, lits = land.adjacency, land.lits
        self._within: dict[int, Near] = {}
        self.owner: dict[int, dict[int, int]] = {}
        """For each head, its cells in reach, each with the literal that it belongs to the head."""
        barred = Counter(n for head in sizes for n in (head, *adjacency[head]))
        for head, size in sizes.items():
            out.tick()
            reach = self._reach(head, barred)
            if len(reach) < (size or 0):
                out.add([])
                return
            first = out.new(len(reach) - 1) if len(reach) > 1 else 0
            self.owner[head] = {n: (lits[head] if n == head else first + i - 1) for i, n in enumerate(reach)}
        self._encode(out)

    def _reach(self, head: int, barred: Mapping[int, int]) -> list[int]:
        """The cells that an island can reach from its number without touching another number.

        ``barred`` says for each cell how many numbers it holds or touches.
        """
        adjacency, size = self.land.adjacency, self.sizes[head]
        own = {head, *adjacency[head]}
        steps = len(adjacency) if size is None else size - 1
        return list(distances(adjacency, [head], lambda n: barred[n] == (n in own), steps))

    def within(self, head: int) -> Near:
        """For each cell in reach of a number, its neighbours in reach."""
        if head not in self._within:
            self._within[head] = within(self.land.adjacency, self.owner[head])
        return self._within[head]

    def _encode(self, out: Clauses) -> None:
        lits, adjacency, add = self.land.lits, self.land.adjacency, out.add
        owners: list[list[int]] = [[] for _ in lits]
        for head, cells in self.owner.items():
            out.tick()
            for n, own in ticking(cells.items()):
                owners[n].append(own)
                if own != lits[n]:
                    add([-own, lits[n]])
                    # A cell of an owner, other than the number itself, has a neighbour of the same owner.
                    add([-own, *(cells[m] for m in adjacency[n] if m in cells)])
                for m in adjacency[n]:
                    add([-own, -lits[m], cells[m]] if m in cells else [-own, -lits[m]])
            self._count(head, cells, out)
        for n, several in enumerate(owners):
            out.tick()
            add([-lits[n], *several])
            if len(several) > _PAIRS:
                out.at_most_one(several)
            else:
                out.extend([-a, -b] for a, b in combinations(several, 2))

    def _count(self, head: int, cells: dict[int, int], out: Clauses) -> None:
        size = self.sizes[head]
        if size is not None and len(cells) * size <= _COUNTED:
            out.count([own for n, own in cells.items() if n != head], [size - 1])

    def layer(self, out: Clauses) -> None:
        """Each cell of an island is reached from its number in fewer steps than the island has cells.

        A variable for each cell and number of steps says so: a cell that is reached in n steps has a neighbour that is
        reached in n - 1. That ties islands to their numbers without cuts.
        """
        for head, cells in self.owner.items():
            size = self.sizes[head]
            if size is None or size < 3 or len(cells) * size > _LAYERED:
                continue
            near = self.within(head)
            before = {head: cells[head]}
            for _ in range(1, size):
                out.tick()
                now = {head: cells[head]}
                for n in ticking(cells):
                    beside = [before[m] for m in near[n] if m in before]
                    if n != head and beside:
                        now[n] = reached_by = out.new()
                        out.add([-reached_by, *beside])
                        out.add([-reached_by, cells[n]])
                before = now
            out.extend([-own, before.get(n, -1)] for n, own in ticking(cells.items()))

    def count_all(self, out: Clauses) -> None:
        """The number of all land cells, if every size is given."""
        sizes = [size for size in self.sizes.values() if size is not None]
        if len(sizes) == len(self.sizes):
            out.count(self.land.lits, [sum(sizes)])


class OwnedBodies(Staged):
    """Ties each body to its number; together with ``Owners``, that is all that both rules demand."""

    def __init__(self, owners: Owners) -> None:
        self.owners = owners

    def late(self, out: Clauses, stage: int) -> Sequence[Global]:
        """At the second stage, how islands are reached from their numbers; at the last, the number of all land
        cells."""
        if stage == 2:
            self.owners.layer(out)
        elif stage == 3:
            self.owners.count_all(out)
        return ()

    def cuts(self, known: Known) -> Iterator[Clause]:
        sizes = self.owners.sizes
        for body in self.owners.land.components(known, 1):
            heads = [n for n in body if n in sizes]
            if not heads:
                yield from self._homeless(body)
            elif (size := sizes[heads[0]]) is not None and len(body) != size:
                yield self._wrong_size(heads[0], size, body)

    def _homeless(self, body: list[int]) -> Iterator[Clause]:
        """The body must grow, and whichever number it belongs to, towards that number."""
        own, lits = self.owners, self.owners.land.lits
        rim = own.land.rim(body)
        some = witnesses(body)
        for cell in some:
            yield [-lits[cell], *(lits[n] for n in rim)]
        for head, cells in ticking(own.owner.items()):
            near_it = [cell for cell in some if cell in cells]
            if near_it:
                near, held = own.within(head), cells.keys() & body
                for cell in near_it:
                    wall, _ = separator(near, reached(near, [cell], held.__contains__), head)
                    yield [-cells[cell], *(cells[n] for n in wall)]

    def _wrong_size(self, head: int, size: int, body: list[int]) -> Clause:
        land = self.owners.land
        if len(body) < size:
            return [land.lits[n] for n in land.rim(body)]
        inside = set(body)
        tree = reached(land.adjacency, [head], inside.__contains__)
        return [-land.lits[n] for n in tree[: size + 1]]


class _IslandRule(Rule):
    def __init__(self, land: Source, clue: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=clue)
        self.land, self.clue = land, clue

    def cells(self, model: Genre) -> NodeGraph:
        """The cells, marked if they are land."""
        return marked_cells(self.land, model)


class IslandSize(_IslandRule):
    """The island of a number has that many cells."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        index, land = model.board.cell_index, self.cells(model)
        for at, n in model.given(self.clue).items():
            if isinstance(n, int):
                yield Demand(self, BodySize(land, index[at], n), (at,), {"n": n}, self.clues_at(at))

    def encode_islands(self, model: Genre, out: Clauses) -> list[Global] | None:
        """The joint encoding of both island rules."""
        return [OwnedBodies(Owners(self.cells(model), self.sizes(model), out))]

    def sizes(self, model: Genre) -> dict[int, int | None]:
        """The sizes of the islands by their numbered nodes; None if unknown."""
        index = model.board.cell_index
        return {index[at]: n if isinstance(n, int) else None for at, n in model.given(self.clue).items()}


class OneNumberEach(_IslandRule):
    """Every island holds exactly one number."""

    def demands(self, model: Genre) -> Iterator[Demand]:
        heads = [model.board.cell_index[at] for at in model.given(self.clue)]
        yield Demand(self, OneEach(self.cells(model), heads), clues=self.clues_at(*model.given(self.clue)))


def cells_around(clue: GivenLayer) -> Callable[[Any], int]:
    """How many cells the islands leave, if every size is given; else 0."""

    def left(model: Any) -> int:
        sizes = list(model.given(clue).values())
        return len(model.board.cells) - sum(sizes) if all(isinstance(n, int) for n in sizes) else 0

    return left


def islands(
    land: Source, clue: GivenLayer, *, size: RuleText, one: RuleText, reach: RuleText, room: RuleText
) -> tuple[IslandSize, OneNumberEach, Lemma, Lemma]:
    """Two rules in their words: the island at a number has that many cells (``size``), each island has one number
    (``one``). Lemmas: each land cell is in reach of a number (``reach``), and each island has room for its cells
    between the others (``room``).

    A clue that is not an integer (``?``) is an unknown number. Numbered cells are land.

    Faults of ``size``, in which ``{at}`` is the numbered cell and ``{n}`` the number: ``few`` (there is no room for
    more than ``{room}`` cells), ``stuck`` (for no more than there are), ``full`` (a cell would be beside the complete
    island), ``many`` (there are ``{have}`` already), ``none`` (the cell is no land). Faults of ``one``: ``many``
    (``{at}`` are two numbers of one island; ``between`` and ``corner``, their common neighbour joins them), and the one
    without a name: ``{at}`` is an island without any (``alone``, with sea all around). Faults of ``reach``: no number
    reaches ``{at}``; ``far``, that is the cell in question; ``blocked``, because a cell is taken. Faults of ``room``:
    there is room for only ``{room}`` cells; ``stuck``, for no more than there are; ``blocked``, because a cell is
    taken.
    """
    own_size = IslandSize(land, clue, size)
    rules = own_size, OneNumberEach(land, clue, one)

    def within_reach(model: Any) -> Demands:
        yield must(InReach(marked_cells(land, model), own_size.sizes(model)), clues=model.given(clue))

    def with_room(model: Any) -> Demands:
        sizes, cells = own_size.sizes(model), marked_cells(land, model)
        for head, n in sizes.items():
            if n is not None:
                at = model.board.cells[head]
                yield must(InRoom(cells, sizes, head, n), at, clues=model.given(clue), n=n)

    lemmas = Lemma(reach, rules, within_reach, reads=clue), Lemma(room, rules, with_room, reads=clue)
    return *bundle(rules, own_size.encode_islands), *lemmas
