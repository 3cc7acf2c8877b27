"""Sums over bodies: a number tells how many cells the bodies of marked cells beside it have together.

Each body counts once, however often it touches the number. So the number is that of the marked cells that are reached
from the cells beside it over marked cells.

Encoded by cuts: the bodies that touch a number, when they are too small, grow by one of the cells around them; when
they are too large, one of so many cells is not marked. For small numbers the encoding also names, for each cell within
so many steps, whether it is reached: marked cells beside the number are, marked cells beside each other are together,
and the reached cells are counted. That a reached cell really is joined to the number is said by cuts again: the cells
between a body that is taken for reached and the number (a separator, see ``walks``) are not all unreached.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..board.board import Spot
from ..board.walks import Adjacency, distances, pieces_of, reached, rim_of, separator, within
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.rules import Conflict, Demand, Global, Rule, Source, marks_of
from ..language.wording import Text
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Known
from ..logic.ticks import ticking

_NAMED = 300
"""Up to so many (cells in reach) x (number), the reached cells are named and counted. Beyond, cuts say all: counting
large numbers takes longer than the cuts that are needed."""
_SMALL = 3
"""A body of up to so many cells gives a cut for each of its cells, not for one only."""


class ReachedCount(Global):
    """So many marked nodes are reached over marked nodes from the node ``at``, be it marked or not."""

    def __init__(self, adjacency: Adjacency, lits: Sequence[int], spots: Sequence[Spot], at: int, number: int) -> None:
        self.adjacency, self.lits, self.spots, self.at, self.number = adjacency, lits, spots, at, number

    def walk(self, known: Known, least: int) -> list[int]:
        """The node itself and what is reached over nodes whose literals' values are at least ``least``."""
        return reached(self.adjacency, [self.at], lambda n: known[self.lits[n]] >= least)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        here, lits = (self.spots[self.at],), self.lits
        room = self.walk(known, 0)
        if len(room) - 1 < self.number:
            rim = sorted(rim_of(self.adjacency, room))
            at = (*here, *(self.spots[n] for n in rim))
            yield Conflict(at, [-lits[n] for n in rim], {"room": len(room) - 1}, "few")
        sure = self.walk(known, 1)
        if len(sure) - 1 > self.number:
            at = (*here, *(self.spots[n] for n in sorted(sure[1:])))
            because = [lits[n] for n in sure[1 : self.number + 2]]
            yield Conflict(at, because, {"have": len(sure) - 1}, "many")


class NamedReach(Global):
    """The same with literals for the nodes that are reached; its cuts speak of these."""

    def __init__(self, plain: ReachedCount, out: Clauses) -> None:
        self.plain = plain
        self.near: Mapping[int, Sequence[int]] = {}
        self.own: dict[int, int] = {}
        """The literal that says that a node is reached, for each that can be."""
        adjacency, at = plain.adjacency, plain.at
        reach = distances(adjacency, [at], lambda _: True, plain.number)
        if len(reach) - 1 < plain.number:
            out.add([])
            return
        beside = [plain.lits[n] for n in adjacency[at]]
        if plain.number:
            out.add(beside)
        else:
            out.extend([-lit] for lit in beside)
        if 0 < (len(reach) - 1) * plain.number <= _NAMED:
            first = out.new(len(reach) - 1)
            self.own = {n: first + i for i, n in enumerate(n for n in reach if n != at)}
            self.near = within(adjacency, reach)
            self._encode(out)

    def _encode(self, out: Clauses) -> None:
        lits, own, at = self.plain.lits, self.own, self.plain.at
        beside = frozenset(self.plain.adjacency[at])
        for n, mine in ticking(own.items()):
            out.add([-mine, lits[n]])
            if n in beside:
                out.add([mine, -lits[n]])
            else:
                out.add([-mine, *(own[m] for m in self.near[n] if m != at)])
            for m in self.plain.adjacency[n]:
                if m != at:
                    out.add([-mine, -lits[m], own[m]] if m in own else [-mine, -lits[m]])
        out.count(list(own.values()), [self.plain.number])

    def cuts(self, known: Known) -> Iterator[Clause]:
        plain = self.plain
        sure = plain.walk(known, 1)
        if len(sure) - 1 == plain.number:
            return
        if len(sure) - 1 > plain.number:
            yield [-plain.lits[n] for n in sure[1 : plain.number + 2]]
            return
        yield [plain.lits[n] for n in sorted(rim_of(plain.adjacency, sure))]
        joined = set(sure)
        apart = [n for n in self.own if n not in joined and known[plain.lits[n]] > 0]
        for piece in pieces_of(self.near, apart):
            wall, _ = separator(self.near, piece, plain.at)
            for n in piece if len(piece) <= _SMALL else piece[:1]:
                yield [-self.own[n], *(self.own[m] for m in wall)]


class BodySums(Rule):
    """The rule that the bodies of marked cells (or, with ``~layer``, unmarked ones) that share an edge with a numbered
    cell have together as many cells as the number says.

    A clue that is no integer (``?``) is a number that is not told. The numbered cell does not count itself, and bodies
    that meet there only are different bodies; whether it may be marked is for another rule to say.

    Faults, in which ``{at}`` is the numbered cell and ``{n}`` the number: ``few`` (there is no room for more than
    ``{room}`` cells) and ``many`` (there are ``{have}`` already).
    """

    def __init__(self, marks: Source, clue: GivenLayer, text: Text) -> None:
        super().__init__(text, reads=clue)
        self.marks, self.clue = marks, clue

    def _counts(self, model: Genre) -> Iterator[tuple[Spot, ReachedCount]]:
        board, marks = model.board, marks_of(self.marks, model)
        lits = [int(marks[c]) for c in ticking(board.cells)]
        for at, n in model.given(self.clue).items():
            if isinstance(n, int):
                yield at, ReachedCount(board.cell_adjacency, lits, board.cells, board.cell_index[at], n)

    def demands(self, model: Genre) -> Iterator[Demand]:
        for at, one in self._counts(model):
            yield Demand(self, one, (at,), {"n": one.number}, self.clues_at(at))

    def encode(self, model: Genre, out: Clauses) -> list[Global]:
        return [NamedReach(one, out) for _, one in self._counts(model)]


body_sums = BodySums
