"""Taut answers: the search for answers may confine itself to them.

**Pulling.** Two changes turn an answer into another one. A path that passes two neighbouring cells one after the other,
but takes a longer way between them, can step from one to the other. And a path that passes two neighbours of an empty
cell can go through that cell instead of the way it takes between them. We *pull* a path like this if that makes it
shorter, or higher up at the same length. That cannot go on forever, and an answer in which nothing can be pulled is
*taut*.

**Why that is enough.** Every answer can be pulled until it is taut. If only one taut answer is found, all others can be
pulled until they become that one, and the last pull of each can be undone there: some path has another way through
empty cells between two cells that are one or two steps apart. If there is no such way, the answer is the only one.

**Why that is fast.** A taut path makes no turn back beside itself. So if no cell is empty, a path that turns at one
cell is followed around that corner by the next path, and so on along the diagonal, until a label stands there. Whole
boards follow from that. Therefore the search first hopes that no cell is empty.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from ...board.board import Board, Spot
from ...board.walks import pieces_of, shortest_way
from ...language.genre import Genre
from ...language.puzzle import Abstraction, Frozen, Puzzle, State, Value
from ...language.rules import Global, Staged
from ...logic.clauses import Clause, Clauses
from ...logic.expr import Known
from ...logic.ticks import ticking
from .rules import JoinedPairs, Paths, encode_colours

_AROUND = ((-2, 0), (0, -2), (0, 2), (2, 0))
"""From a cell to its neighbours."""


def abstraction(genre: type[Genre], rule: JoinedPairs, puzzle: Puzzle) -> Abstraction | None:
    """The puzzle whose answers must be taut, unless other rules or marks speak of the paths."""
    if {rule, *rule.required} != set(genre.rules) or puzzle.given.get(rule.path.name):
        return None
    return Abstraction(replace(puzzle, genre=_tautened(genre, rule)), lambda answer: _slackened(puzzle, rule, answer))


def _tautened(genre: type[Genre], rule: JoinedPairs) -> type[Genre]:
    """The genre with taut paths only."""
    if genre not in _VARIANTS:
        taut = TautPairs(rule.path, rule.kinds, rule.wording, blocks=rule.blocks).requires(*rule.required)
        _VARIANTS[genre] = type(genre.__name__, (genre,), {rule.name: taut, "__module__": genre.__module__})
    return _VARIANTS[genre]


_VARIANTS: dict[type[Genre], type[Genre]] = {}


# -- clauses --


class TautPairs(JoinedPairs):
    """As ``JoinedPairs``, for taut answers."""

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        paths = self.labelled(model, out)
        if paths is None:
            return []
        _encode_turns(model.board, paths, out)
        all_passed = out.new()
        out.extend([-all_passed, lit] for lit in paths.passed.values())
        out.add([all_passed, *(-lit for lit in paths.passed.values())])
        out.hopes.append([all_passed])
        return [_Pulled(model, paths)]


def _encode_turns(board: Board, paths: Paths, out: Clauses) -> None:
    """No path makes a turn back beside itself, or turns around an empty cell above."""
    link = dict(zip(paths.graph.places, paths.graph.lits, strict=True))
    for y, x in ticking(board.corners):
        around = [link.get(Spot(y + dy // 2, x + dx // 2)) for dy, dx in _AROUND]
        if None in around:
            continue
        lits = [-lit for lit in around if lit is not None]
        out.extend(map(list, combinations(lits, 3)))
        _, left, right, below = lits
        for side, dx in ((left, 1), (right, -1)):
            passed = paths.passed.get(board.cell_index[Spot(y - 1, x + dx)])
            if passed is not None:
                out.add([side, below, passed])


class _Pulled(Staged):
    """Taut paths; if a search takes long, what depends on labels is added."""

    def __init__(self, model: Genre, paths: Paths) -> None:
        self.model, self.paths = model, paths

    def cuts(self, known: Known) -> Sequence[Clause]:
        """None: an answer that is not taut does no harm."""
        del known
        return ()

    def late(self, out: Clauses, stage: int) -> Sequence[Global]:
        """At the first stage, the ways between cells of a label, and the colours of the corners."""
        if stage == 1:
            out.extend(ticking(self._detours()))
            encode_colours(self.model, self.paths, out)
        return ()

    def _detours(self) -> Iterator[Clause]:
        """No path takes a detour between two neighbouring cells, or between two neighbours of an empty cell."""
        board, paths = self.model.board, self.paths
        for (a, b), step in zip(paths.graph.ends, paths.graph.lits, strict=True):
            for _, both in self._same(a, b):
                yield [step, *both]
        index = board.cell_index
        for node, passed in paths.passed.items():
            y, x = board.cells[node]
            for (up, left), (down, right) in combinations(_AROUND, 2):
                one, other = index.get(Spot(y + up, x + left)), index.get(Spot(y + down, x + right))
                if one is None or other is None:
                    continue
                # If the neighbours stand around the corner from each other, there is another way that is as short.
                high = index.get(Spot(y - 2, x + left + right)) if up + down < 0 else None
                for k, both in self._same(one, other):
                    yield [passed, *both, *(() if high is None else (paths.own[high].get(k, -1),))]

    def _same(self, one: int, other: int) -> Iterator[tuple[int, Clause]]:
        """The labels that join two cells by one path if both have them, with the literals that deny that."""
        mine, its = self.paths.own[one], self.paths.own[other]
        for k, lit in mine.items():
            if k in its and len(self.paths.ends[k]) == 2:
                yield k, [-lit, -its[k]]


# -- from a taut answer to others --


def _slackened(puzzle: Puzzle, rule: JoinedPairs, taut: State) -> tuple[Sequence[State], bool]:
    """A taut answer, with another one that can be pulled until it is this one; and whether there is none."""
    marks = taut.marks.get(rule.path.name, Frozen[Spot, Value]())
    one = State(puzzle, taut.marks)
    other = next(_ways_round(puzzle, rule, [link for link, drawn in marks.items() if drawn]), None)
    if other is None:
        return [one], True
    changed = dict.fromkeys(other[0], False) | dict.fromkeys(other[1], True)
    return [one, State.of(puzzle, {rule.path.name: {**marks, **changed}})], False


def _ways_round(puzzle: Puzzle, rule: JoinedPairs, drawn: Collection[Spot]) -> Iterator[tuple[list[Spot], list[Spot]]]:
    """Sections of one or two links, each with the links of another way through empty cells."""
    board = puzzle.board
    near: dict[Spot, list[Spot]] = {}
    for a, b in map(board.ends, ticking(drawn)):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    model = puzzle.genre.as_told(puzzle)
    blocks = rule.blocks(model)
    empty = {board.cell_index[c] for c in board.cells if c not in near and c not in blocks}
    for piece in pieces_of(board.cell_adjacency, empty):
        beside = {cell: n for n in piece for cell in board.neighbours(board.cells[n]) if cell in near}
        for start, first in beside.items():
            for middle in near[start]:
                for goal in (middle, *(cell for cell in near[middle] if cell != start)):
                    if goal in beside:
                        way = shortest_way(board.cell_adjacency, first, beside[goal], set(piece).__contains__)
                        cells = [start, *(board.cells[n] for n in reversed(way)), goal]
                        old = [start, goal] if goal == middle else [start, middle, goal]
                        yield _links(board, old), _links(board, cells)


def _links(board: Board, cells: Sequence[Spot]) -> list[Spot]:
    return [board.link(a, b) for a, b in pairwise(cells)]
