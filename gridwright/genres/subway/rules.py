"""One network: drawn links that are connected, where lines may branch and cross; and counts of its pieces by shape.

The links are the nodes of a graph in which those that meet in a cell are neighbours; the drawn ones must form one body.

Pieces are counted with a literal for each cell and shape, which the cell's row and column share. It is tied to the four
links around the cell in both directions, and a drawn link makes some shape at each of its ends, because no line ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations

from ...board.board import Board, Spot
from ...board.node_graph import NodeGraph
from ...board.rect import STEPS
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer
from ...language.rules import Conflict, Demand, Global, Rule
from ...language.variables import View, Views
from ...language.wording import RuleText, numbers_within
from ...logic.amounts import count
from ...logic.clauses import Clause, Clauses
from ...logic.expr import Expr, Known, Mark, all_of, any_of
from ...logic.ticks import ticking
from ...rules.connected import OneBody

_LEAST = 4
"""The smallest network without dead ends is a ring of four links."""


def _meeting(board: Board) -> list[list[int]]:
    """For each link, the others that meet it in a cell."""
    found: list[list[int]] = []
    for link, ends in enumerate(ticking(board.link_ends)):
        found.append(sorted(other for cell in ends for other in board.cell_links[cell] if other != link))
    return found


class ConnectedLinks(OneBody):
    """The drawn links are connected; a conflict names the cells that the separate links pass."""

    def __init__(self, board: Board, lits: Sequence[int], *, at_least: int = 0) -> None:
        adjacency = board.memo("meeting links", lambda: _meeting(board))
        super().__init__(NodeGraph(adjacency, lits, board.links), at_least=at_least)
        self.board = board

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        for conflict in super().conflicts(known):
            yield conflict._replace(words={**conflict.words, "cells": tuple(self.board.passed(conflict.at))})


class OneNetwork(Rule):
    """The rule that the drawn links make one network. It relies on a rule that forbids dead ends.

    Faults: ``none`` (nothing is drawn), else: the links that pass ``{cells}`` are cut off from the others.
    """

    def __init__(self, line: AnswerLayer, text: RuleText) -> None:
        super().__init__(text)
        self.line = line

    def _lits(self, model: Genre) -> list[int]:
        marks = model.marks[self.line.name]
        return [int(marks[link]) for link in ticking(model.board.links)]

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = model.marks[self.line.name]
        yield Demand(self, any_of(marks[link] for link in ticking(model.board.links)), fault="none")
        yield Demand(self, ConnectedLinks(model.board, self._lits(model)))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        body = ConnectedLinks(model.board, self._lits(model), at_least=_LEAST)
        out.add(list(body.graph.lits))
        body.encode(out)
        return [body]


def _shapes(ways: Sequence[Mark]) -> list[Expr]:
    """The expressions for a crossing, a T piece, a straight piece and a corner, from the links up, right, down and
    left."""
    up, right, down, left = ways
    return [
        count(ways) == 4,
        count(ways) == 3,
        any_of((all_of((up, down, ~left, ~right)), all_of((left, right, ~up, ~down)))),
        all_of((count((up, down)) == 1, count((left, right)) == 1)),
    ]


def _named_shapes(ways: Sequence[int], first: int) -> list[Clause]:
    """The clauses that define ``first`` and the three variables after it as the shapes of a cell."""
    up, right, down, left = ways
    cross, tee, straight, corner = names = range(first, first + 4)
    made = [[-cross, way] for way in ways]
    made.append([cross, *(-way for way in ways)])
    made += [[-tee, a, b] for a, b in combinations(ways, 2)]
    made.append([-tee, *(-way for way in ways)])
    made += [[tee, *(way if i == gone else -way for i, way in enumerate(ways))] for gone in range(4)]
    made += [[-straight, -up, down], [-straight, up, -down], [-straight, -left, right], [-straight, left, -right]]
    made += [[-straight, up, left], [-straight, -up, -left]]
    made += [[straight, -up, -down, left, right], [straight, -left, -right, up, down]]
    made += [[-corner, up, down], [-corner, -up, -down], [-corner, left, right], [-corner, -left, -right]]
    made += [[corner, -v, w, -h, k] for v, w in ((up, down), (down, up)) for h, k in ((left, right), (right, left))]
    made += [[-a, -b] for a, b in combinations(names, 2)]
    return made


class ShapeCounts(Rule):
    """The rule that hints of four numbers count the crossings, T pieces, straight pieces and corners of their lines;
    None says nothing.

    In the text, ``{n}`` is the number, ``{shape}`` the name of the shape from ``names`` (nouns, each with its article),
    ``{side}`` the place of the hint. The rule relies on one that forbids dead ends.
    """

    def __init__(self, line: AnswerLayer, hint: GivenLayer, names: Mapping[str, str], text: RuleText) -> None:
        super().__init__(text, reads=hint)
        self.line, self.hint, self.names, self.pieces = line, hint, tuple(names), tuple(names.values())

    def _ways(self, model: Genre, cell: Spot) -> list[Mark]:
        marks = model.marks[self.line.name]
        return [marks[model.board.way(cell, step, 1)[0]] for step in STEPS]

    def demands(self, model: Genre) -> Iterator[Demand]:
        for side, hint in model.given(self.hint).items():
            cells = model.board.line_from(side)
            shapes = [_shapes(self._ways(model, cell)) for cell in ticking(cells)]
            clues = self.clues_at(side)
            for shape, n in enumerate(hint):
                if n is not None:
                    words = {"n": n, "shape": self.names[shape], "side": side}
                    yield Demand(self, count(own[shape] for own in shapes) == n, (side,), words, clues,
                                 in_views=partial(self._counted, model, cells, shape))

    def _counted(self, model: Genre, cells: Sequence[Spot], shape: int, demand: Demand, views: Views) -> None:
        """The number of cells with the shape."""
        lits = [self._held(model, cell, views) + shape for cell in ticking(cells)]
        views.out.count(lits, numbers_within(demand.words["n"], len(lits)))

    def _held(self, model: Genre, cell: Spot, views: Views) -> int:
        """The first of the views for the shapes of a cell: crossing, T piece, straight piece, corner."""

        def make() -> int:
            first, *_ = [views.new(View(cell, "holds", "", piece, __name__)) for piece in self.pieces]
            views.define(_named_shapes(self._ways(model, cell), first))
            return first

        return views.family(("shape", self.line.name, cell), make)

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        names: dict[Spot, int] = {}
        for side, hint in model.given(self.hint).items():
            out.tick()
            cells = model.board.line_from(side)
            for cell in ticking(cells):
                if cell not in names:
                    ways, first = self._ways(model, cell), out.new(4)
                    names[cell] = first
                    out.extend(_named_shapes(ways, first))
                    out.extend([-way, *range(first, first + 4)] for way in ways)
            for shape, n in enumerate(hint):
                if n is not None:
                    out.count([names[cell] + shape for cell in cells], (n,))
        return []


shape_counts = ShapeCounts
one_network = OneNetwork
