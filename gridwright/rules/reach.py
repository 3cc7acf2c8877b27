"""Reach: which areas can contain a cell, given the known walls. For explanations of areas with one head each.

Cells that are known to have no walls between them form a *piece*. A piece belongs to the area of a head that can reach
it. Often only one head can, or none could if one more wall stood or did not stand: this is how people solve such
puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Generic, NamedTuple, TypeVar

from ..board.arc_graph import ArcGraph
from ..board.board import Board
from ..language.rules import Conflict, Global
from ..language.wording import listed, worded
from ..logic.expr import Known
from ..logic.ticks import ticking

_TOLD = 4
"""Faults say for at most this many heads why their areas cannot contain a piece."""
_KEPT = 16
"""Cached extents of each area."""
Extent = TypeVar("Extent")
_FEW = 3
"""If no wall is part of the reason, faults list the heads that can reach each cell, if they are at most this many."""


class Why(NamedTuple):
    """Why an area cannot contain some cells: the known literals that imply it, and what would be wrong otherwise."""

    lits: Sequence[int]
    words: str = ""


class Claim:
    """The claim that the piece of a ``node`` belongs to the area of a head, with a clause that says why."""

    def __init__(self, head: int, node: int, words: str, why: Callable[[], Iterable[int]]) -> None:
        """``why`` returns the known literals that imply the claim; it is called on demand."""
        self.head, self.node, self.words, self._why = head, node, words, why

    @cached_property
    def lits(self) -> Sequence[int]:
        """The known literals that imply the claim."""
        return list(dict.fromkeys(self._why()))


class OwnedPieces:
    """The components of the arcs known to be open (pieces), and the heads that own them: those in them, and those with
    ``claims`` to them. A piece is identified by its smallest node.

    The nodes of a core are always connected, so the arcs between them have the literal 1 in ``graph``.
    """

    def __init__(
        self, board: Board, graph: ArcGraph, cores: Sequence[Sequence[int]], known: Known, claims: Iterable[Claim] = ()
    ) -> None:
        self.board, self.graph, self.cores, self.known = board, graph, cores, known
        self.pieces: dict[int, Sequence[int]] = {}
        """The nodes of each piece."""
        self.of = [0] * len(graph.nodes)
        """The piece of each node."""
        for nodes in ticking(graph.components(known, 1)):
            self.pieces[nodes[0]] = nodes
            for node in nodes:
                self.of[node] = nodes[0]
        self._exits: dict[int, Sequence[tuple[int, int, int]]] = {}
        self.owner: dict[int, int] = {}
        self.is_sound = True
        """Whether no piece contains two heads."""
        for head, core in enumerate(ticking(cores)):
            if self.owner.setdefault(self.of[core[0]], head) != head:
                self.is_sound = False
        self.claims: dict[int, Claim] = {}
        self.rivals: list[tuple[Claim, Claim]] = []
        """Claims of two areas to the same piece."""
        for claim in claims:
            piece = self.of[claim.node]
            if self.owner.setdefault(piece, claim.head) == claim.head:
                self.claims.setdefault(piece, claim)
            else:
                self.rivals.append((self.claims[piece], claim))

    def holds_head(self, piece: int) -> bool:
        """Whether a piece contains a head."""
        return piece in self.owner and piece not in self.claims

    def path(self, start: int, goal: int) -> list[int]:
        """The literals of open arcs that connect two nodes of a piece."""
        return [lit for lit in self.graph.path(start, goal, self.known) if lit != 1]

    def exits(self, piece: int) -> Sequence[tuple[int, int, int]]:
        """The arcs from a piece to others, with their ends."""
        if piece not in self._exits:
            near, of = self.graph.near, self.of
            every = ((arc, node, other) for node in self.pieces[piece] for arc, other in near[node])
            self._exits[piece] = [(arc, node, other) for arc, node, other in every if of[other] != piece]
        return self._exits[piece]

    def why_owned(self, node: int) -> list[int]:
        """Why the piece of a node belongs to its owner."""
        piece = self.of[node]
        claim = self.claims.get(piece)
        if claim is None:
            return self.path(node, self.cores[self.owner[piece]][0])
        return [*claim.lits, *self.path(node, claim.node)]


class Surroundings(Generic[Extent]):
    """The arcs that decide what the area of a head can reach: those at all nodes that it can reach if nothing is known.
    Recent extents of the area are cached, because most changes are elsewhere."""

    def __init__(self, graph: ArcGraph, nodes: frozenset[int]) -> None:
        self.nodes = nodes
        self._lits = [graph.lits[arc] for arc in graph.arcs_at(nodes)]
        self._kept: dict[Hashable, Extent] = {}

    def extent(self, ground: OwnedPieces, make: Callable[[], Extent]) -> Extent:
        """The extent of the area in a position, taken from the cache or made by ``make``."""
        claims = [(piece, claim.head) for piece, claim in ground.claims.items() if piece in self.nodes]
        key = tuple([ground.known[lit] for lit in self._lits]), frozenset(claims)
        found = self._kept.pop(key, None)
        if found is None:
            found = make()
        self._kept[key] = found
        if len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return found


class PossibleArea(Generic[Extent]):
    """What the area of one head can contain."""

    def __init__(self, ground: OwnedPieces, head: int, around: Surroundings[Extent] | None) -> None:
        """``around`` is None if nothing is known."""
        self.ground, self.head, self.around = ground, head, around
        self.home = ground.of[ground.cores[head][0]]

    @cached_property
    def extent(self) -> Extent:
        """What the area can reach, and what was found out on the way to that."""
        if self.around is not None and self.around.nodes.issuperset(self.ground.pieces[self.home]):
            return self.around.extent(self.ground, self.find_extent)
        return self.find_extent()

    def find_extent(self) -> Extent:
        """The extent in this position. It depends only on arcs at nodes that the area can reach if nothing is known,
        and on claims to these nodes."""
        raise NotImplementedError

    @property
    def reach(self) -> Collection[int]:
        """The pieces that the area can reach; none if it cannot even contain that of its head."""
        raise NotImplementedError

    def is_near(self, piece: int) -> bool:
        """Whether the area can reach all nodes of a piece if nothing is known."""
        return self.around is None or self.around.nodes.issuperset(self.ground.pieces[piece])

    def may_hold(self, piece: int) -> bool:
        """Whether nothing known excludes a piece from the area, regardless of the way there."""
        raise NotImplementedError

    def may_hold_both(self, one: int, other: int) -> bool:
        """Whether it can contain two adjacent pieces that it can reach."""
        raise NotImplementedError

    def may_cross(self, arc: int) -> bool:
        """Whether nothing known excludes that it contains both ends of an arc."""
        return self.closed_at(arc) is None

    def closed_at(self, arc: int) -> int | None:
        """A known literal that excludes this; None if there is none."""
        opens = self.ground.graph.lits[arc]
        return -opens if self.ground.known[opens] < 0 else None

    def barrier(self, node: int) -> Why | None:
        """Why the area cannot contain the piece of a node, regardless of the way there; None if it can."""
        raise NotImplementedError

    def lost_without(self) -> Iterable[tuple[int, Collection[int]]]:
        """Arcs, each with the pieces that the area cannot reach without it."""
        return iter(())

    def faults(self) -> Iterator[Conflict]:
        """Conflicts with what the area can reach and with what it contains."""
        return iter(())

    def needed(self) -> Iterator[Claim]:
        """Claims to pieces that the area cannot do without."""
        return iter(())

    def reached(self, start: int, barred: Collection[int] = (), closed: Collection[int] = ()) -> set[int]:
        """The pieces that can be reached from one through pieces that the area can contain."""
        found = {start}
        queue = [start]
        for piece in ticking(queue, len(self.ground.pieces)):
            for arc, _, node in self.ground.exits(piece):
                other = self.ground.of[node]
                if other not in found and other not in barred and arc not in closed \
                        and self.may_hold(other) and self.may_cross(arc):
                    found.add(other)
                    queue.append(other)
        return found

    def why_not(self, node: int) -> Why:
        """Why the area cannot contain the piece of a node, which it cannot reach."""
        barrier = self._barrier(node)
        if barrier is not None:
            return barrier
        if not self.reach:
            node = self.ground.cores[self.head][0]
            return Why(self.why_not(node).lits, worded("cannot come there"))
        sides = self.why_shut(self.reach), self.why_shut(self.reached(self.ground.of[node]))
        return Why(min(sides, key=len), worded("cannot come there"))

    def why_shut(self, pieces: Collection[int], but: int = -1) -> list[int]:
        """Known literals that keep the area from leaving or entering some pieces, except across to the piece
        ``but``."""
        lits: dict[int, None] = {}
        for piece in sorted(pieces):
            for arc, _, node in self.ground.exits(piece):
                if self.ground.of[node] in pieces or self.ground.of[node] == but:
                    continue
                closed = self.closed_at(arc)
                barrier = self._barrier(node) if closed is None else Why([closed])
                assert barrier is not None
                lits.update(dict.fromkeys(barrier.lits))
        return list(lits)

    def _barrier(self, node: int) -> Why | None:
        """As ``barrier``; what the area can never reach needs no known literals."""
        piece = self.ground.of[node]
        if self.around is None or self.is_near(piece):
            return self.barrier(node)
        nodes = self.around.nodes
        far = node if node not in nodes else next(one for one in self.ground.pieces[piece] if one not in nodes)
        return Why(self.ground.path(node, far))


class _View(NamedTuple):
    """The areas of a position, and for each piece the heads whose areas can reach it."""

    ground: OwnedPieces
    areas: Sequence[PossibleArea[Any]]
    comers: Mapping[int, Sequence[int]]


class WithinReach(Global):
    """Every node is in the area of a head that can reach it."""

    lays_claims = False
    """Whether areas claim what they cannot do without and what only they can reach, which excludes others."""

    def __init__(self, graph: ArcGraph, cores: Sequence[Sequence[int]], board: Board) -> None:
        of = {node: head for head, core in enumerate(cores) for node in core}
        bonds = [of.get(a, -1) == of.get(b, -2) for a, b in ticking(graph.ends)]
        lits = [1 if bond else lit for bond, lit in zip(bonds, graph.lits, strict=True)]
        self.graph = ArcGraph(graph.nodes, graph.ends, lits, graph.places)
        self.cores, self.board = cores, board
        self._arc_of = {abs(lit): arc for arc, lit in enumerate(lits)}

    def area(self, ground: OwnedPieces, head: int, around: Surroundings[Any] | None) -> PossibleArea[Any]:
        """The area of a head, as ``PossibleArea`` has it."""
        raise NotImplementedError

    def name(self, head: int) -> str:
        """The name of a head in messages."""
        raise NotImplementedError

    @cached_property
    def _around(self) -> Sequence[Surroundings[Any]]:
        """The surroundings of each area."""
        known = [0] * (2 * max(map(abs, self.graph.lits), default=1) + 1)
        known[1], known[-1] = 1, -1
        ground = OwnedPieces(self.board, self.graph, self.cores, known)
        areas = [self.area(ground, head, None) for head in range(len(self.cores))]
        return [Surroundings(self.graph, frozenset(node for piece in area.reach for node in ground.pieces[piece]))
                for area in areas]

    def _views(self, known: Known) -> Iterator[_View]:
        """The areas without claims, and then with the claims that follow."""
        ground = OwnedPieces(self.board, self.graph, self.cores, known)
        if ground.is_sound:
            view = self._view(ground)
            yield view
            claims = list(self._claims(view)) if self.lays_claims else ()
            if claims:
                yield self._view(OwnedPieces(self.board, self.graph, self.cores, known, claims))

    def _view(self, ground: OwnedPieces) -> _View:
        areas = [self.area(ground, head, self._around[head]) for head in range(len(self.cores))]
        comers: dict[int, list[int]] = {piece: [] for piece in ground.pieces}
        for area in areas:
            for piece in area.reach:
                comers[piece].append(area.head)
        return _View(ground, areas, comers)

    @staticmethod
    def _needed(view: _View) -> set[int]:
        """The arcs without which no area can reach some piece."""
        losers: dict[int, dict[int, int]] = {}
        for area in view.areas:
            for arc, lost in area.lost_without():
                of_arc = losers.setdefault(arc, {})
                for piece in lost:
                    of_arc[piece] = of_arc.get(piece, 0) + 1
        return {arc for arc, lost in losers.items() if any(n == len(view.comers[piece]) for piece, n in lost.items())}

    def _claims(self, view: _View) -> Iterator[Claim]:
        for piece, heads in view.comers.items():
            if len(heads) == 1 and piece not in view.ground.owner:
                words = worded("which only {head} can reach", head=self.name(heads[0]))
                yield Claim(heads[0], piece, words, partial(self._why_none_but, view, heads[0], piece))
        for area in view.areas:
            yield from area.needed()

    @staticmethod
    def _why_none_but(view: _View, head: int, piece: int) -> Iterator[int]:
        """Why only the area of one head can reach a piece."""
        for area in view.areas:
            if area.head != head:
                yield from area.why_not(piece).lits

    # -- conflicts --

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        return self._conflicts(known, ())

    def conflicts_by(self, known: Known, lit: int) -> Iterator[Conflict]:
        """As ``conflicts``, those near the arc of a literal first."""
        return self._conflicts(known, self.graph.ends[self._arc_of[abs(lit)]])

    def _conflicts(self, known: Known, nearest: Sequence[int]) -> Iterator[Conflict]:
        for view in self._views(known):
            found = False
            for conflict in self._conflicts_in(view, nearest):
                found = True
                yield conflict
            if found:
                return

    def _conflicts_in(self, view: _View, nearest: Sequence[int]) -> Iterator[Conflict]:
        ground = view.ground
        for one, other in ground.rivals:
            yield self._both(one, other)
        for area in view.areas:
            yield from area.faults()
        empty = [piece for piece, heads in view.comers.items() if not heads]
        for piece in sorted(empty, key=lambda piece: self._steps(ground.pieces[piece], nearest)):
            yield self._stranded(view, piece)
        for arc, (a, b) in enumerate(ticking(self.graph.ends)):
            here, there = view.comers[ground.of[a]], view.comers[ground.of[b]]
            if ground.known[self.graph.lits[arc]] < 0 and here == there and len(here) == 1:
                yield self._parted(view, arc, here[0])

    def _steps(self, nodes: Sequence[int], others: Sequence[int]) -> int:
        """The distance between two sets of nodes, regardless of walls."""
        spots = self.graph.nodes
        return min((abs(spots[a].y - spots[b].y) + abs(spots[a].x - spots[b].x) for a in nodes for b in others),
                   default=0)

    def _both(self, one: Claim, other: Claim) -> Conflict:
        """Two areas claim the same piece."""
        lits = list(dict.fromkeys([*one.lits, *other.lits]))
        at = self.graph.nodes[one.node]
        words = {"cells": (at,), "heads": listed([self.name(one.head), self.name(other.head)])}
        return Conflict((at, *self.graph.along(lits)), lits, words, "claimed")

    def _stranded(self, view: _View, piece: int) -> Conflict:
        """No area can contain a piece."""
        nodes = sorted(view.ground.pieces[piece])
        lits: dict[int, None] = {}
        told: list[str] = []
        for area in view.areas:
            why = area.why_not(nodes[0])
            lits.update(dict.fromkeys(why.lits))
            if why.words:
                told.append(worded("that of {head} {why}", head=self.name(area.head), why=why.words))
        cells = tuple(self.graph.nodes[node] for node in nodes)
        words = {"cells": cells, "why": self._why(told) or self._only(nodes)}
        return Conflict((*cells, *self.graph.along(lits)), list(lits), words)

    def _why(self, told: Sequence[str]) -> str:
        more = [worded("{n} more cannot come there, either", n=len(told) - _TOLD)] if len(told) > _TOLD else []
        return f" ({'; '.join([*told[:_TOLD], *more])})" if told else ""

    def _only(self, nodes: Sequence[int]) -> str:
        """Which areas can reach each of some nodes if nothing is known, in words."""
        told: list[str] = []
        for node in nodes:
            heads = [head for head, around in enumerate(self._around) if node in around.nodes]
            if 0 < len(heads) <= _FEW:
                names = listed([self.name(head) for head in heads], "or")
                cell = self.board.name(self.graph.nodes[node])
                told.append(worded("{cell} can only belong to {names}", cell=cell, names=names))
        return self._why(told if len(told) > 1 else [])

    def _parted(self, view: _View, arc: int, head: int) -> Conflict:
        """A closed arc has nodes at both ends that only one area can contain."""
        lits = dict.fromkeys([-self.graph.lits[arc]])
        for node in self.graph.ends[arc]:
            if view.ground.owner.get(view.ground.of[node]) == head:
                lits.update(dict.fromkeys(view.ground.why_owned(node)))
                continue
            for area in view.areas:
                if area.head != head:
                    lits.update(dict.fromkeys(area.why_not(node).lits))
        both = tuple(self.graph.nodes[node] for node in self.graph.ends[arc])
        words = {"cells": both, "head": self.name(head)}
        return Conflict((*both, *self.graph.along(lits)), list(lits), words, "parted")

    # -- marks --

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """Opening an arc between pieces that no area can contain together; closing one without which no area can reach
        a piece, or one between pieces that only one area can contain.

        Claims are considered only if nothing is found without them.
        """
        lits = list(lits)
        for view in self._views(known):
            if view.ground.rivals or not all(view.comers.values()):
                return
            needed = self._needed(view)
            found = [lit for lit in lits if abs(lit) in self._arc_of and self._is_wrong(view, needed, lit)]
            yield from found
            if found:
                return

    def _is_wrong(self, view: _View, needed: Collection[int], lit: int) -> bool:
        arc = self._arc_of[abs(lit)]
        a, b = (view.ground.of[node] for node in self.graph.ends[arc])
        if a == b or (lit == self.graph.lits[arc] and view.ground.holds_head(a) and view.ground.holds_head(b)):
            return False  # other rules say that walls separate areas, and that areas contain one head
        here, there = view.comers[a], view.comers[b]
        if lit == self.graph.lits[arc]:
            return not any(view.areas[head].may_hold_both(a, b) for head in here if head in there)
        return arc in needed or (here == there and len(here) == 1)
