"""Reach: which areas can hold a cell, as far as known walls tell. For explanations of areas with one head each.

Where no wall stands, cells belong together: they are *pieces*. A piece belongs to the area of a head that can come to
it. Often one head only can, or none could if one more wall stood, or did not. This is how people solve such puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from ..board.arc_graph import ArcGraph
from ..board.board import Board
from ..language.rules import Conflict, Global
from ..language.wording import listed
from ..logic.expr import Known
from ..logic.ticks import ticking

_TOLD = 4
"""Of so many heads it is told why their areas cannot hold a piece."""
_FEW = 3
"""Where no wall is needed to tell that, the heads are told whose areas can hold each cell, if there are no more."""


class Why(NamedTuple):
    """Why an area cannot hold some cells: known literals that it follows from, and what would be wrong otherwise."""

    lits: Sequence[int]
    words: str = ""


class Claim:
    """That the piece of a ``node`` belongs to the area of a head, and a clause that tells how."""

    def __init__(self, head: int, node: int, words: str, why: Callable[[], Iterable[int]]) -> None:
        """``why`` gives the known literals that the claim follows from; it is called when they are asked for."""
        self.head, self.node, self.words, self._why = head, node, words, why

    @cached_property
    def lits(self) -> Sequence[int]:
        """The known literals that it follows from."""
        return list(dict.fromkeys(self._why()))


class OwnedPieces:
    """The pieces into which known open arcs join the nodes, and the heads that own them: those in them, and those that
    lay ``claims`` to them. A piece is called by the least of its nodes.

    The nodes of a core are joined in any case, so ``graph`` has the literal 1 for the arcs between them.
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
        """Whether no piece holds two heads."""
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
        """Whether a piece has a head in it."""
        return piece in self.owner and piece not in self.claims

    def path(self, start: int, goal: int) -> list[int]:
        """The literals of open arcs that join two nodes of a piece."""
        return [lit for lit in self.graph.path(start, goal, self.known) if lit != 1]

    def exits(self, piece: int) -> Sequence[tuple[int, int, int]]:
        """The arcs that lead from a piece to others, each with its ends."""
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


class PossibleArea:
    """What the area of one head may hold."""

    def __init__(self, ground: OwnedPieces, head: int, at_first: frozenset[int] | None) -> None:
        """``at_first`` are the nodes that the area can come to where nothing is known; None where nothing is."""
        self.ground, self.head, self.at_first = ground, head, at_first
        self.home = ground.of[ground.cores[head][0]]

    @cached_property
    def reach(self) -> Collection[int]:
        """The pieces that the area can come to: none where it may not even hold that of its head."""
        return self.reached(self.home) if self.may_hold(self.home) else ()

    def may_hold(self, piece: int) -> bool:
        """Whether nothing known keeps the area from holding a piece, wherever it is."""
        raise NotImplementedError

    def may_hold_both(self, one: int, other: int) -> bool:
        """Whether it may hold two pieces together that it can come to, and that are beside each other."""
        raise NotImplementedError

    def may_cross(self, arc: int) -> bool:
        """Whether nothing known keeps it from holding both ends of an arc."""
        return self.closed_at(arc) is None

    def closed_at(self, arc: int) -> int | None:
        """A known literal that keeps it from holding both ends of an arc; None if there is none."""
        opens = self.ground.graph.lits[arc]
        return -opens if self.ground.known[opens] < 0 else None

    def barrier(self, node: int) -> Why | None:
        """Why the area cannot hold the piece of a node, wherever it is; None if it may."""
        raise NotImplementedError

    def lost_without(self) -> Iterator[tuple[int, Collection[int]]]:
        """Arcs, each with the pieces that the area cannot come to without it."""
        return iter(())

    def faults(self) -> Iterator[Conflict]:
        """What is wrong with what the area can come to, and with what it has."""
        return iter(())

    def needed(self) -> Iterator[Claim]:
        """Pieces without which the area cannot have what it needs."""
        return iter(())

    def reached(self, start: int, barred: Collection[int] = (), closed: Collection[int] = ()) -> set[int]:
        """The pieces that are reached from one, those in the way being such as the area may hold."""
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
        """Why the area cannot hold the piece of a node, which it cannot come to."""
        barrier = self._barrier(node)
        if barrier is not None:
            return barrier
        if not self.reach:
            node = self.ground.cores[self.head][0]
            return Why(self.why_not(node).lits, "cannot come there")
        sides = self.why_shut(self.reach), self.why_shut(self.reached(self.ground.of[node]))
        return Why(min(sides, key=len), "cannot come there")

    def why_shut(self, pieces: Collection[int], but: int = -1) -> list[int]:
        """Known literals that keep the area from leaving, or entering, some pieces, but for one piece beside them."""
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
        """As ``barrier``; nothing known is needed where the area never comes."""
        if self.at_first is None:
            return self.barrier(node)
        piece = self.ground.pieces[self.ground.of[node]]
        if node in self.at_first and self.at_first.issuperset(piece):
            return self.barrier(node)
        far = node if node not in self.at_first else next(one for one in piece if one not in self.at_first)
        return Why(self.ground.path(node, far))


class _View(NamedTuple):
    """The areas on some ground, and for each piece the heads whose areas can come to it."""

    ground: OwnedPieces
    areas: Sequence[PossibleArea]
    comers: Mapping[int, Sequence[int]]


class WithinReach(Global):
    """Every node is in the area of a head that can come to it."""

    lays_claims = False
    """Whether what areas cannot do without, and nodes that one area alone can come to, keep others off."""

    def __init__(self, graph: ArcGraph, cores: Sequence[Sequence[int]], board: Board) -> None:
        of = {node: head for head, core in enumerate(cores) for node in core}
        bonds = [of.get(a, -1) == of.get(b, -2) for a, b in ticking(graph.ends)]
        lits = [1 if bond else lit for bond, lit in zip(bonds, graph.lits, strict=True)]
        self.graph = ArcGraph(graph.nodes, graph.ends, lits, graph.places)
        self.cores, self.board = cores, board
        self._arc_of = {abs(lit): arc for arc, lit in enumerate(lits)}

    def area(self, ground: OwnedPieces, head: int, at_first: frozenset[int] | None) -> PossibleArea:
        """The area of a head, as ``PossibleArea`` has it."""
        raise NotImplementedError

    def name(self, head: int) -> str:
        """How a head is told."""
        raise NotImplementedError

    @cached_property
    def _at_first(self) -> Sequence[frozenset[int]]:
        """The nodes that each area can come to where nothing is known."""
        known = [0] * (2 * max(map(abs, self.graph.lits), default=1) + 1)
        known[1], known[-1] = 1, -1
        ground = OwnedPieces(self.board, self.graph, self.cores, known)
        areas = [self.area(ground, head, None) for head in range(len(self.cores))]
        return [frozenset(node for piece in area.reach for node in ground.pieces[piece]) for area in areas]

    def _views(self, known: Known) -> Iterator[_View]:
        """The areas as they are seen at once, and again with the claims that these lay."""
        ground = OwnedPieces(self.board, self.graph, self.cores, known)
        if ground.is_sound:
            view = self._view(ground)
            yield view
            claims = list(self._claims(view)) if self.lays_claims else ()
            if claims:
                yield self._view(OwnedPieces(self.board, self.graph, self.cores, known, claims))

    def _view(self, ground: OwnedPieces) -> _View:
        areas = [self.area(ground, head, self._at_first[head]) for head in range(len(self.cores))]
        comers: dict[int, list[int]] = {piece: [] for piece in ground.pieces}
        for area in areas:
            for piece in area.reach:
                comers[piece].append(area.head)
        return _View(ground, areas, comers)

    @staticmethod
    def _needed(view: _View) -> set[int]:
        """The arcs without which no area can come to some piece."""
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
                words = f"which only {self.name(heads[0])} can come to"
                yield Claim(heads[0], piece, words, partial(self._why_none_but, view, heads[0], piece))
        for area in view.areas:
            yield from area.needed()

    @staticmethod
    def _why_none_but(view: _View, head: int, piece: int) -> Iterator[int]:
        """Why no other area than that of a head can come to a piece."""
        for area in view.areas:
            if area.head != head:
                yield from area.why_not(piece).lits

    # -- conflicts --

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        return self._conflicts(known, ())

    def conflicts_by(self, known: Known, lit: int) -> Iterator[Conflict]:
        """Those first that are near the arc of a literal."""
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
        """How far some nodes are from others, as the crow flies."""
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
        """No area can hold a piece."""
        nodes = sorted(view.ground.pieces[piece])
        lits: dict[int, None] = {}
        told: list[str] = []
        for area in view.areas:
            why = area.why_not(nodes[0])
            lits.update(dict.fromkeys(why.lits))
            if why.words:
                told.append(f"that of {self.name(area.head)} {why.words}")
        cells = tuple(self.graph.nodes[node] for node in nodes)
        words = {"cells": cells, "why": self._why(told) or self._only(nodes)}
        return Conflict((*cells, *self.graph.along(lits)), list(lits), words)

    def _why(self, told: Sequence[str]) -> str:
        some = [*told[:_TOLD], f"{len(told) - _TOLD} more cannot come there, either"] if len(told) > _TOLD else told
        return f" ({'; '.join(some)})" if told else ""

    def _only(self, nodes: Sequence[int]) -> str:
        """Which areas can come to each of some nodes where nothing is known."""
        told: list[str] = []
        for node in nodes:
            heads = [head for head, reach in enumerate(self._at_first) if node in reach]
            if 0 < len(heads) <= _FEW:
                names = listed([self.name(head) for head in heads], "or")
                told.append(f"{self.board.name(self.graph.nodes[node])} can only belong to {names}")
        return self._why(told if len(told) > 1 else [])

    def _parted(self, view: _View, arc: int, head: int) -> Conflict:
        """A closed arc has nodes at both ends that only one area can hold."""
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
        """To open an arc between pieces that no area can hold together; to close one without which no area can come to
        a piece, or between pieces that only one can hold.

        What claims tell is looked at where nothing else tells anything.
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
            return False  # walls part areas, and areas hold one head: other rules say so
        here, there = view.comers[a], view.comers[b]
        if lit == self.graph.lits[arc]:
            return not any(view.areas[head].may_hold_both(a, b) for head in here if head in there)
        return arc in needed or (here == there and len(here) == 1)
