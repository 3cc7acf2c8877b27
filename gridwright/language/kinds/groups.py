"""Groups of equal numbers: each group of cells that touch and hold the same number has just that many cells
(Fillomino)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..board import Spot
from ..clauses import Clause, Clauses
from ..expr import Known
from ..genre import Candidates, Genre, GivenLayer, Terms, ValueLayer
from ..rules import Conflict, Demand, Global, Rule
from ..ticks import ticking
from ..wording import Text
from .connected import Adjacency, rim_of, separator

MANY = 0
"""Stands for every number above the largest given one.

A group without a given number may be that large. All such numbers on one connected piece can be told as one: a piece of
so many cells is a group of its own size, and from a piece that is too small to be parted into two such groups, only
that.
"""

_LARGE = 9
"""Groups of numbers above this are counted, where there can be one only."""
_COUNTED = 30_000
"""Up to so many (cells in reach) x (number), such a group is counted."""


class GroupSizes(Global):
    """Each connected group of cells with value n has n cells.

    ``lits[cell]`` maps each value that is possible on a cell to its literal; ``many_above`` is what ``MANY`` exceeds.
    """

    def __init__(
        self, adjacency: Adjacency, lits: Sequence[dict[int, int]], spots: Sequence[Spot], many_above: int = 0
    ) -> None:
        self.adjacency, self.lits, self.spots, self.many_above = adjacency, lits, spots, many_above
        self.homes: dict[int, int] = {}
        """For each number that can have one group only, a cell of that group (for the strength of cuts only)."""

    def _flood(self, start: int, n: int, known: Known, least: int) -> list[int]:
        lits, adjacency = self.lits, self.adjacency
        seen = {start}
        group = [start]
        for cell in ticking(group, len(lits)):
            for near in adjacency[cell]:
                if near not in seen and n in lits[near] and known[lits[near][n]] >= least:
                    seen.add(near)
                    group.append(near)
        return group

    def _groups(self, known: Known) -> Iterator[tuple[int, list[int]]]:
        """Each group of cells known to hold the same value, with the value."""
        done: set[int] = set()
        for cell, own in enumerate(ticking(self.lits)):
            if cell not in done:
                n = next((n for n, lit in own.items() if known[lit] > 0), None)
                if n is not None:
                    group = self._flood(cell, n, known, 1)
                    done.update(group)
                    yield n, group

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        for n, group in self._groups(known):
            at = tuple(self.spots[c] for c in sorted(group))
            words = {"n": n, "have": len(group)}
            if len(group) > n:
                yield Conflict(at, self._too_large(n, group), words, "many")
            elif len(group) < n:
                room = self._flood(group[0], n, known, 0)
                if len(room) < n:
                    fault = "few" if len(room) == len(group) else "room"
                    yield Conflict(at, self._too_small(n, group[0], room), {**words, "room": len(room)}, fault)

    def _too_large(self, n: int, group: list[int]) -> list[int]:
        return [self.lits[c][n] for c in group[: n + 1]]

    def _too_small(self, n: int, cell: int, room: list[int]) -> list[int]:
        rim = sorted(rim_of(self.adjacency, room))
        return [self.lits[cell][n], *(-self.lits[c][n] for c in rim if n in self.lits[c])]

    def cuts(self, known: Known) -> Iterator[Clause]:
        for n, group in self._groups(known):
            if n == MANY:
                if len(group) <= self.many_above:
                    yield from self._growing(n, group)
            elif len(group) > n:
                yield [-lit for lit in self._too_large(n, group)]
            elif len(group) < n:
                yield from self._growing(n, group)
                if n in self.homes and self.homes[n] not in group:
                    wall, _ = separator(self.adjacency, group, self.homes[n])
                    yield [-self.lits[group[0]][n], *(self.lits[c][n] for c in wall if n in self.lits[c])]

    def _growing(self, n: int, group: list[int]) -> list[Clause]:
        """A group that is too small goes on somewhere at its rim, whichever of its cells are in it."""
        onward = [-lit for lit in self._too_small(n, group[0], group)[1:]]
        return [[-self.lits[c][n], *onward] for c in group[:3]]


class NumberedGroups(Rule):
    """Each group of equal numbers has as many cells as its number says."""

    def __init__(self, layer: ValueLayer, text: Text) -> None:
        super().__init__(text)
        self.layer = layer

    def _sizes(self, model: Genre) -> GroupSizes:
        terms: Terms = model.terms[self.layer.name]
        board = model.board
        lits = [{n: int(mark) for n, mark in ticking(terms[c].marks.items())} for c in ticking(board.cells)]
        return GroupSizes(board.cell_adjacency, lits, board.cells, self._largest(model))

    def _largest(self, model: Genre) -> int:
        return max(model.given(self.layer).values(), default=1)

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, self._sizes(model))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        sizes = self._sizes(model)
        lits, adjacency = sizes.lits, sizes.adjacency
        for cell, own in enumerate(lits):
            out.tick()
            for n, lit in ticking(own.items()):
                near = [lits[m][n] for m in adjacency[cell] if n in lits[m]]
                if n == 1:
                    out.extend([-lit, -other] for other in near)
                else:
                    out.add([-lit, *near])
                    if n == 2 and len(near) > 1:
                        out.extend([-lit, -a, -b] for i, a in enumerate(near) for b in near[:i])
        self._count_lone_groups(model, sizes, out)
        return [sizes]

    def _count_lone_groups(self, model: Genre, sizes: GroupSizes, out: Clauses) -> None:
        """A number so large that the board has room for one group of it stands in just so many cells."""
        index = model.board.cell_index
        large: dict[int, Spot] = {}
        for at, n in model.given(self.layer).items():
            if n > _LARGE:
                large.setdefault(n, at)
        for n, at in large.items():
            out.tick()
            lits = [own[n] for own in sizes.lits if n in own]
            if 2 * n > len(lits) >= n and n * len(lits) <= _COUNTED:
                sizes.homes[n] = index[at]
                out.count(lits, [n])

    def narrow(self, model: Genre, layer: ValueLayer, candidates: Candidates) -> None:
        """A cell may hold n when it lies within n - 1 steps of a given n, or n open cells that touch hold together."""
        if layer.name != self.layer.name:
            return
        given = model.given(layer)
        board = model.board
        reach: dict[Spot, set[Any]] = {c: set() for c in ticking(board.cells)}
        for at, n in given.items():
            model.tick()
            near = _within(board, at, n, given)
            if len(near) < n:
                candidates[at] = []
                return
            for cell in near:
                reach[cell].add(n)
        largest = self._largest(model)
        coarse = model.coarse and not self._parted(model)
        for piece in board.groups([c for c in board.cells if c not in given]):
            hidden = range(1, len(piece) + 1)
            if coarse and len(piece) > largest:
                hidden = range(largest + 1)
                model.stands_in = True
            for cell in piece:
                model.tick()
                reach[cell].update(hidden)
        numbers = layer.values(model)
        first, last = min(numbers), max(numbers)
        for cell in candidates:
            if cell not in given:
                model.tick()
                candidates[cell] = sorted(v for v in reach[cell] if v == MANY or first <= v <= last)

    def _parted(self, model: Genre) -> bool:
        """Whether anything else is said about numbers, such as borders, that a stand-in might not obey."""
        return any(model.given(layer) for layer in model.layers.values() if isinstance(layer, GivenLayer))

    def spell_out(self, model: Genre, found: dict[str, dict[Spot, Any]]) -> bool:
        numbers = found[self.layer.name]
        ambiguous = False
        for piece in model.board.groups([c for c, n in numbers.items() if n == MANY]):
            numbers.update(dict.fromkeys(piece, len(piece)))
            # Two groups of different sizes above the largest given one.
            ambiguous |= len(piece) >= 2 * self._largest(model) + 3
        return ambiguous


def _within(board: Any, at: Spot, n: int, given: Any) -> list[Spot]:
    """The cells that a group of n could come to from ``at``, past no other given number."""
    steps = {at: 0}
    queue = [at]
    for cell in ticking(queue, n):
        if steps[cell] == n - 1:
            break
        for near in board.neighbours(cell):
            if near not in steps and given.get(near, n) == n:
                steps[near] = steps[cell] + 1
                queue.append(near)
    return queue


def numbered_groups(layer: ValueLayer, text: Text) -> NumberedGroups:
    """The rule that each group of cells that touch and hold the same number has just that many cells.

    Faults, in which ``{at}`` are the cells of the group and ``{n}`` is their number: ``many`` and ``few`` (the group
    has ``{have}`` cells), ``room`` (it has no room for more than ``{room}``).
    """
    return NumberedGroups(layer, text)
