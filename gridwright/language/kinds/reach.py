"""Reach: which areas can hold a cell, as far as known walls tell. For explanations of areas with one head each.

Where no wall stands, cells belong together: they are *pieces*. A piece belongs to the area of a head that can come to
it. Often one head only can, or none could if one more wall stood, or did not. This is how people solve such puzzles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from ..board import Board
from ..expr import Known
from ..rules import Conflict, Global
from ..ticks import ticking
from .areas import Joints


class Why(NamedTuple):
    """Why an area cannot hold some cells: known literals that it follows from, and words about the head, if any."""

    lits: Sequence[int]
    words: str = ""


class Ground:
    """The pieces into which known open arcs join the nodes, and the head of each piece that holds one.

    The nodes of a core are joined in any case, so ``joints`` has the literal 1 for the arcs between them.
    """

    def __init__(self, board: Board, joints: Joints, cores: Sequence[Sequence[int]], known: Known) -> None:
        self.board, self.joints, self.cores, self.known = board, joints, cores, known
        self.pieces = joints.bodies(known, 1)
        self.of = [0] * len(joints.spots)
        for number, piece in enumerate(ticking(self.pieces)):
            for node in piece:
                self.of[node] = number
        self.owner: dict[int, int] = {}
        self.is_sound = True
        """Whether no piece holds two heads."""
        for head, core in enumerate(ticking(cores)):
            if self.owner.setdefault(self.of[core[0]], head) != head:
                self.is_sound = False

    def path(self, start: int, goal: int) -> list[int]:
        """The literals of open arcs that join two nodes of a piece."""
        return [lit for lit in self.joints.path(start, goal, self.known) if lit != 1]

    def exits(self, piece: int) -> Iterator[tuple[int, int, int]]:
        """The arcs that lead from a piece to others, each with its ends."""
        for node in self.pieces[piece]:
            for arc in self.joints.arcs_of[node]:
                other = sum(self.joints.ends[arc]) - node
                if self.of[other] != piece:
                    yield arc, node, other


class Area:
    """The pieces that the area of one head may hold."""

    def __init__(self, ground: Ground, head: int) -> None:
        self.ground, self.head = ground, head
        self.home = ground.of[ground.cores[head][0]]

    def may_hold(self, piece: int) -> bool:
        """Whether nothing known keeps the area from holding a piece, wherever it is."""
        raise NotImplementedError

    def may_hold_both(self, one: int, other: int) -> bool:
        """The same of two pieces together."""
        raise NotImplementedError

    def may_cross(self, arc: int) -> bool:
        """Whether nothing known keeps the area from holding both ends of an arc."""
        return self.ground.known[self.ground.joints.lits[arc]] >= 0

    def barrier(self, node: int) -> Why | None:
        """Why the area cannot hold the piece of a node, wherever it is; None if it may."""
        raise NotImplementedError

    def closed_arc(self, arc: int) -> int:
        """A known literal that keeps the area from crossing an arc."""
        return -self.ground.joints.lits[arc]

    @cached_property
    def reach(self) -> Collection[int]:
        """The pieces that the area can come to."""
        return self.reached(self.home)

    def reached(self, start: int, barred: Collection[int] = (), closed: Collection[int] = ()) -> set[int]:
        """The pieces that the area may hold that are reached from one, but for barred ones and over closed arcs."""
        found = {start}
        queue = [start]
        for piece in ticking(queue):
            for arc, _, node in self.ground.exits(piece):
                other = self.ground.of[node]
                if other not in found and other not in barred and arc not in closed and self.may_cross(arc) \
                        and self.may_hold(other):
                    found.add(other)
                    queue.append(other)
        return found

    def lost_without(self) -> Iterator[tuple[int, Collection[int]]]:
        """For arcs within reach the pieces that the area cannot come to without them, if any."""
        raise NotImplementedError

    def why_not(self, node: int) -> Why:
        """Why the area cannot hold the piece of a node, which it cannot come to."""
        barrier = self.barrier(node)
        if barrier is not None:
            return barrier
        sides = (self._why_shut(self.reach), self._why_shut(self.reached(self.ground.of[node])))
        return Why(min(sides, key=len), "cannot come there")

    def _why_shut(self, pieces: Collection[int]) -> list[int]:
        """Known literals that keep the area from leaving, or entering, some pieces."""
        lits: dict[int, None] = {}
        for piece in sorted(pieces):
            for arc, _, node in self.ground.exits(piece):
                if self.ground.of[node] in pieces:
                    continue
                if not self.may_cross(arc):
                    lits[self.closed_arc(arc)] = None
                else:
                    barrier = self.barrier(node)
                    assert barrier is not None
                    lits.update(dict.fromkeys(barrier.lits))
        return list(lits)


class WithinReach(Global):
    """Every node is in the area of a head that can come to it."""

    def __init__(self, joints: Joints, cores: Sequence[Sequence[int]], board: Board) -> None:
        of = {node: head for head, core in enumerate(cores) for node in core}
        bonds = [of.get(a, -1) == of.get(b, -2) for a, b in ticking(joints.ends)]
        lits = [1 if bond else lit for bond, lit in zip(bonds, joints.lits, strict=True)]
        self.joints = Joints(joints.spots, joints.ends, lits, joints.places)
        self.cores, self.board = cores, board

    def areas(self, ground: Ground) -> Sequence[Area]:
        """The area of each head."""
        raise NotImplementedError

    def name(self, head: int) -> str:
        """How a head is told."""
        raise NotImplementedError

    @cached_property
    def _at_first(self) -> list[set[int]]:
        """The nodes that each head can come to where nothing is known."""
        known = [0] * (2 * max(map(abs, self.joints.lits), default=1) + 1)
        known[1], known[-1] = 1, -1
        ground = Ground(self.board, self.joints, self.cores, known)
        return [{node for piece in area.reach for node in ground.pieces[piece]} for area in self.areas(ground)]

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        return self._conflicts(known, ())

    def conflicts_by(self, known: Known, lit: int) -> Iterator[Conflict]:
        """Those first that are next to the arc of a literal."""
        arc = next((arc for arc, one in enumerate(self.joints.lits) if abs(one) == abs(lit)), None)
        return self._conflicts(known, () if arc is None else self.joints.ends[arc])

    def _conflicts(self, known: Known, first: Iterable[int]) -> Iterator[Conflict]:
        ground = Ground(self.board, self.joints, self.cores, known)
        if not ground.is_sound:
            return
        areas = self.areas(ground)
        comers = _comers(ground, areas)
        for piece in dict.fromkeys([*(ground.of[node] for node in first), *range(len(comers))]):
            if not comers[piece]:
                yield self._stranded(areas, piece)
        for arc, (a, b) in enumerate(self.joints.ends):
            here, there = comers[ground.of[a]], comers[ground.of[b]]
            if known[self.joints.lits[arc]] < 0 and here == there and len(here) == 1:
                yield self._parted(areas, arc, here[0])

    def _stranded(self, areas: Sequence[Area], piece: int) -> Conflict:
        """No area can hold a piece."""
        nodes = areas[0].ground.pieces[piece]
        lits: dict[int, None] = {}
        told: list[str] = []
        for area in areas:
            why = self._why_not(area, nodes)
            lits.update(dict.fromkeys(why.lits))
            if why.words:
                told.append(f"{self.name(area.head)} {why.words}")
        cells = tuple(self.joints.spots[node] for node in sorted(nodes))
        words = {"cells": cells, "why": f" ({'; '.join(told)})" if told else ""}
        return Conflict((*cells, *self.joints.along(lits)), list(lits), words)

    def _parted(self, areas: Sequence[Area], arc: int, head: int) -> Conflict:
        """A wall has cells on both sides that only the area of one head can hold."""
        ground, joints = areas[0].ground, self.joints
        lits = dict.fromkeys([-joints.lits[arc]])
        for node in joints.ends[arc]:
            for area in areas:
                if area.head != head:
                    lits.update(dict.fromkeys(self._why_not(area, [node]).lits))
        both = tuple(joints.spots[node] for node in joints.ends[arc])
        words = {"cells": both, "head": self.name(head), "why": ""}
        return Conflict((*both, *joints.along(lits)), list(lits), words, "parted")

    def _why_not(self, area: Area, nodes: Sequence[int]) -> Why:
        """Why an area cannot hold the piece of some nodes."""
        at_first = self._at_first[area.head]
        far = next((node for node in nodes if node not in at_first), None)
        if far is not None:
            return Why(area.ground.path(nodes[0], far))
        return area.why_not(nodes[0])

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """To open an arc between pieces that no area can hold together; to close one without which no area can come to
        a piece, or between pieces that only one can hold."""
        ground = Ground(self.board, self.joints, self.cores, known)
        areas = self.areas(ground)
        comers = _comers(ground, areas)
        if not ground.is_sound or not all(comers):
            return
        needed = self._needed(areas, comers)
        arcs = {abs(lit): arc for arc, lit in enumerate(self.joints.lits)}
        for lit in lits:
            arc = arcs.get(abs(lit))
            if arc is None:
                continue
            a, b = (ground.of[node] for node in self.joints.ends[arc])
            both = [head for head in comers[a] if head in comers[b]]
            if a == b:
                continue
            if lit == self.joints.lits[arc]:
                if not any(areas[head].may_hold_both(a, b) for head in both):
                    yield lit
            elif arc in needed or (len(comers[a]) == len(comers[b]) == 1 and both):
                yield lit

    def _needed(self, areas: Sequence[Area], comers: Sequence[Sequence[int]]) -> set[int]:
        """The arcs without which no area can come to a piece."""
        losers: dict[int, dict[int, int]] = {}
        for area in areas:
            for arc, lost in area.lost_without():
                by_piece = losers.setdefault(arc, {})
                for piece in lost:
                    by_piece[piece] = by_piece.get(piece, 0) + 1
        return {arc for arc, lost in losers.items() if any(n == len(comers[piece]) for piece, n in lost.items())}


def _comers(ground: Ground, areas: Sequence[Area]) -> list[list[int]]:
    """For each piece the heads whose areas can come to it."""
    comers: list[list[int]] = [[] for _ in ground.pieces]
    for area in areas:
        for piece in area.reach:
            comers[piece].append(area.head)
    return comers
