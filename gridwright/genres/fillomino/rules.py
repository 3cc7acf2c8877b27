"""Groups of equal numbers: each group of cells that touch and hold the same number has just that many cells
(Fillomino)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, NamedTuple

from ...board.board import Spot
from ...board.walks import Adjacency, alike, articulation_points, components, distances, reached, rim_of, separator
from ...language.genre import Genre
from ...language.layers import Terms, ValueLayer
from ...language.puzzle import Abstraction, Frozen, Puzzle, State
from ...language.rules import Conflict, Demand, Global, Rule, Staged
from ...language.variables import Candidates, Consecutive
from ...language.wording import RuleText
from ...logic.clauses import Clause, Clauses
from ...logic.expr import Known
from ...logic.ticks import ticking
from .belonging import encode_groups

MANY = 0
"""In an abstraction of the puzzle, this stands for every number above the largest given one.

A group without a given number may be that large. All such numbers on one connected piece can be merged: a piece of that
many cells is one group, unless it is large enough to be split into two such groups.
"""

_LARGE = 9
"""Groups of larger numbers are counted if the board has room for one of them only."""
_COUNTED = 30_000
"""Such a group is counted up to this product of the cells in reach and its number."""


class _Standing(NamedTuple):
    """The groups of one number in a position.

    ``tight`` are cells of rooms that are too small, or would be without one of their cells; ``joints`` are those
    without which a room with a known cell falls apart; ``size_of`` has the sizes of the known groups, by cell.
    """

    values: Sequence[int]
    tight: AbstractSet[int]
    joints: AbstractSet[int]
    size_of: Mapping[int, int]


class GroupSizes(Staged):
    """Each connected group of cells with value n has n cells.

    ``lits[cell]`` maps each possible value of a cell to its literal; ``many_above`` is what ``MANY`` exceeds.
    """

    def __init__(
        self, adjacency: Adjacency, lits: Sequence[Mapping[int, int]], spots: Sequence[Spot], many_above: int = 0
    ) -> None:
        self.adjacency, self.lits, self.spots, self.many_above = adjacency, lits, spots, many_above
        self._standing: dict[int, _Standing] = {}
        """A cache: the latest standing of the groups of each number."""
        self.homes: dict[int, int] = {}
        """For each number that can have one group only, a cell of that group. It makes cuts stronger."""

    def late(self, out: Clauses, stage: int) -> Sequence[Global]:
        """At the second stage, which cells belong to the groups of given numbers."""
        if stage == 2:
            settled = [max(own) or None if len(own) == 1 else None for own in self.lits]  # MANY is 0 and no size
            given = [(max(self.lits[core[0]]), core) for core in alike(self.adjacency, settled)]
            encode_groups(self.adjacency, self.lits, given, out)
        return ()

    def _room(self, start: int, n: int, known: Known) -> list[int]:
        """The cells that the group of a cell could reach, or enough of them."""
        lits, enough = self.lits, self._least(n)
        return reached(self.adjacency, [start], lambda cell: n in lits[cell] and known[lits[cell][n]] >= 0, enough)

    def _groups(self, known: Known) -> Iterator[tuple[int, list[int]]]:
        """Each group of cells that are known to hold the same value, with the value."""
        held: list[int | None] = [None] * len(self.lits)
        for cell, own in enumerate(ticking(self.lits)):
            if isinstance(own, Consecutive):
                held[cell] = own.held(known)
            else:
                held[cell] = next((value for value, lit in own.items() if known[lit] > 0), None)
        for group in alike(self.adjacency, held):
            n = held[group[0]]
            if n is not None:
                yield n, group

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        for n, group in self._groups(known):
            yield from self._conflicts_of(n, group, known)

    def conflicts_by(self, known: Known, lit: int) -> Iterator[Conflict]:
        """The conflicts of the groups with one number."""
        if abs(lit) in self._places:
            _, n = self._places[abs(lit)]
            for group in components(self.adjacency, [n in own and known[own[n]] > 0 for own in self.lits]):
                yield from self._conflicts_of(n, group, known)

    def _conflicts_of(self, n: int, group: list[int], known: Known) -> Iterator[Conflict]:
        """The conflict of a group with a number, if there is one."""
        at = tuple(self.spots[c] for c in sorted(group))
        words = {"n": n, "have": len(group)}
        if self._is_too_large(n, group):
            yield Conflict(at, self._too_large(n, group), words, "many")
        elif self._is_too_small(n, group):
            room = self._room(group[0], n, known)
            if self._is_too_small(n, room):
                fault = "few" if len(room) == len(group) else "room"
                yield Conflict(at, self._too_small(n, group[0], room), {**words, "room": len(room)}, fault)

    @cached_property
    def _places(self) -> Mapping[int, tuple[int, int]]:
        """The cell and the number of each literal."""
        return {lit: (cell, n) for cell, own in enumerate(self.lits) for n, lit in own.items()}

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """Marks that put a number where its group has no room or grows too large, or that deny a group a cell it
        needs."""
        place = self._places
        asked: dict[int, list[tuple[int, int]]] = {}
        for lit in lits:
            if abs(lit) in place:
                cell, n = place[abs(lit)]
                asked.setdefault(n, []).append((lit, cell))
        for n, some in asked.items():
            values = [known[own[n]] if n in own else -1 for own in self.lits]
            yield from self._at_risk(n, values, some)

    def _at_risk(self, n: int, values: Sequence[int], some: Iterable[tuple[int, int]]) -> Iterator[int]:
        """As ``at_risk`` for one number: the known value of each cell, and literals with their cells."""
        if n not in self._standing or self._standing[n].values != values:
            self._standing[n] = self._stands(n, values)
        _, tight, joints, size_of = self._standing[n]
        for lit, cell in some:
            if lit > 0:
                grown = 1 + sum(size_of.get(near, 0) for near in self.adjacency[cell])
                if cell in tight or grown > n != MANY:
                    yield lit
            elif cell in joints or cell in tight:
                yield lit

    def _stands(self, n: int, values: Sequence[int]) -> _Standing:
        """The standing of the groups of a number."""
        inside = [value >= 0 for value in values]
        tight, held = set[int](), set[int]()
        for room in components(self.adjacency, inside):
            if self._is_too_small(n, room):
                tight.update(room)
            if any(values[cell] > 0 for cell in room):
                held.update(room)
                if self._is_too_small(n, room[1:]):
                    tight.update(room)
        sure = components(self.adjacency, [value > 0 for value in values])
        size_of = {cell: len(group) for group in sure for cell in group}
        joints = articulation_points(self.adjacency, inside) & held if held else held
        return _Standing(values, tight, joints, size_of)

    def _is_too_large(self, n: int, group: list[int]) -> bool:
        return len(group) > n != MANY

    def _is_too_small(self, n: int, group: list[int]) -> bool:
        return len(group) < self._least(n)

    def _least(self, n: int) -> int:
        """The least size of a group with a number."""
        return self.many_above + 1 if n == MANY else n

    def _too_large(self, n: int, group: list[int]) -> list[int]:
        return [self.lits[c][n] for c in group[: n + 1]]

    def _too_small(self, n: int, cell: int, room: list[int]) -> list[int]:
        rim = sorted(rim_of(self.adjacency, room))
        return [self.lits[cell][n], *(-self.lits[c][n] for c in rim if n in self.lits[c])]

    def cuts(self, known: Known) -> Iterator[Clause]:
        for n, group in self._groups(known):
            if self._is_too_large(n, group):
                yield [-lit for lit in self._too_large(n, group)]
            elif self._is_too_small(n, group):
                yield from self._growing(n, group)
                if n in self.homes and self.homes[n] not in group:
                    wall, _ = separator(self.adjacency, group, self.homes[n])
                    yield [-self.lits[group[0]][n], *(self.lits[c][n] for c in wall if n in self.lits[c])]

    def _growing(self, n: int, group: list[int]) -> list[Clause]:
        """A group that is too small extends to a cell of its rim, whichever of its cells are in it."""
        onward = [-lit for lit in self._too_small(n, group[0], group)[1:]]
        return [[-self.lits[c][n], *onward] for c in group[:3]]


class NumberedGroups(Rule):
    """The rule that each connected group of cells with the same number has exactly that many cells.

    Faults, in which ``{at}`` are the cells of the group and ``{n}`` is their number: ``many`` and ``few`` (the group
    has ``{have}`` cells), ``room`` (it has no room for more than ``{room}``).
    """

    def __init__(self, layer: ValueLayer, text: RuleText) -> None:
        super().__init__(text)
        self.layer = layer
        self._abstract: dict[type[Genre], tuple[type[Genre], type[Genre]]] = {}
        self._fixed: dict[tuple[type[Genre], int], type[Genre]] = {}
        """Variants of the genre with ``MANY`` for all numbers above one."""

    def _sizes(self, model: Genre) -> GroupSizes:
        terms: Terms = model.terms[self.layer.name]
        board = model.board
        lits = [
            own if isinstance(own, Consecutive) else {n: int(mark) for n, mark in own.items()}
            for own in (terms[c].marks for c in ticking(board.cells))
        ]
        layer = model.layers[self.layer.name]
        assert isinstance(layer, ValueLayer)
        values = layer.values(model)
        return GroupSizes(board.cell_adjacency, lits, board.cells, max(values) if MANY in values else 0)

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
        """A number so large that the board has room for one group only occurs in exactly that many cells, if at all."""
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
        """A cell may hold n if it lies within n - 1 steps of a given n, or in a connected piece of n open cells."""
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
        numbers = layer.values(model)
        first, last = min(n for n in numbers if n != MANY), max(numbers)
        for piece in board.groups([c for c in board.cells if c not in given]):
            own = range(first, min(len(piece), last) + 1)
            hidden = [MANY, *own] if MANY in numbers and len(piece) > last else own
            for cell in piece:
                model.tick()
                reach[cell].update(hidden)
        for cell in candidates:
            if cell not in given:
                model.tick()
                candidates[cell] = sorted(reach[cell])

    def abstraction(self, puzzle: Puzzle, tick: Callable[[], None]) -> Abstraction | None:
        """The puzzle with ``MANY`` for all numbers above the largest given one, if no other rule speaks of them."""
        largest, board = _largest(puzzle, self.layer), puzzle.board
        given = puzzle.given.get(self.layer.name, Frozen[Spot, Any]())
        free = board.groups([c for c in ticking(board.cells) if c not in given])
        if max(map(len, free), default=0) <= largest:
            return None
        abstract, bare = self._variants(puzzle.genre)
        model = bare(replace(puzzle, genre=bare), tick=tick)
        if any(True for rule in model.rules if rule is not self for _ in rule.demands(model)):
            return None
        return Abstraction(replace(puzzle, genre=abstract), partial(self._concrete, puzzle))

    def for_any_givens(self, puzzle: Puzzle) -> Puzzle | None:
        """The empty board with ``MANY`` for all numbers above the largest given one; None if something else is given.

        If some of the given numbers are put there, it has as many answers as a puzzle with just these numbers.
        """
        if any(own for name, own in puzzle.given.items() if name != self.layer.name):
            return None
        layer = puzzle.genre.layers[self.layer.name]
        assert isinstance(layer, ValueLayer)
        largest = _largest(puzzle, layer)
        if (puzzle.genre, largest) not in self._fixed:
            numbers = MANY, *range(1, largest + 1)
            self._fixed[puzzle.genre, largest] = _declared_anew(puzzle.genre, layer, numbers)
        genre = self._fixed[puzzle.genre, largest]
        return Puzzle(genre, puzzle.board, Frozen(), puzzle.keys)

    def _variants(self, genre: type[Genre]) -> tuple[type[Genre], type[Genre]]:
        """Two variants of the genre: with ``MANY`` for all numbers above the largest given one, and with ``MANY``
        alone. Models of the second are cheap; they show whether the other rules demand anything."""
        if genre not in self._abstract:
            layer = genre.layers[self.layer.name]
            assert isinstance(layer, ValueLayer)

            def values(model: Genre) -> list[int]:
                largest = _largest(model.puzzle, layer)
                return [MANY, *(n for n in layer.own_values(model) if n <= largest)]

            self._abstract[genre] = _declared_anew(genre, layer, values), _declared_anew(genre, layer, (MANY,))
        return self._abstract[genre]

    def _concrete(self, puzzle: Puzzle, answer: State) -> tuple[Sequence[State], bool]:
        """The answer with the sizes of the ``MANY`` groups, and whether none of these can be split differently."""
        numbers = dict(answer.marks[self.layer.name])
        large = puzzle.board.groups([c for c, n in ticking(numbers.items()) if n == MANY])
        for piece in large:
            numbers.update(dict.fromkeys(piece, len(piece)))
        # The smallest piece that can be split holds two groups of different sizes above the largest given number.
        largest = _largest(puzzle, self.layer)
        is_only = all(len(piece) < (largest + 1) + (largest + 2) for piece in large)
        return [State.of(puzzle, {**answer.marks, self.layer.name: numbers})], is_only


def _largest(puzzle: Puzzle, layer: ValueLayer) -> int:
    """The largest given number."""
    return max(puzzle.given.get(layer.name, Frozen[Spot, Any]()).values(), default=1)


def _declared_anew(genre: type[Genre], layer: ValueLayer, values: Any) -> type[Genre]:
    """The genre with a layer that has other values."""
    own = {layer.name: ValueLayer(layer.on, values, layer.look), "__module__": genre.__module__}
    return type(genre.__name__, (genre,), own)


def _within(board: Any, at: Spot, n: int, given: Any) -> list[Spot]:
    """The cells that a group of n could reach from ``at`` without passing another given number."""
    cells = board.cells
    near = distances(board.cell_adjacency, [board.cell_index[at]], lambda i: given.get(cells[i], n) == n, n - 1)
    return [cells[i] for i in near]


numbered_groups = NumberedGroups
