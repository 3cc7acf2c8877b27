"""Dominoes: cells are joined in pairs, and the pairs of values are a given set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from ..board.board import Spot
from ..language.genre import Genre
from ..language.layers import AnswerLayer, GivenLayer, ValueLayer
from ..language.rules import Demand, Global, Rule, Source, marks_of
from ..language.wording import Text
from ..logic.amounts import count
from ..logic.clauses import Clauses
from ..logic.expr import all_of, any_of
from ..logic.ticks import tick, ticking

Pair = tuple[int, int]


class InPairs(Rule):
    """The rule that each cell is joined to exactly one neighbour; of the cells in ``holes`` it says nothing."""

    def __init__(self, join: Source, text: Text, *, holes: GivenLayer | None = None) -> None:
        super().__init__(text)
        self.join, self.holes = join, holes

    def _holes(self, model: Genre) -> Collection[Spot]:
        return () if self.holes is None else model.given(self.holes)

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks, holes = marks_of(self.join, model), self._holes(model)
        for cell in ticking(model.board.cells):
            if cell in holes:
                continue
            yield Demand(self, count(marks[s] for s in model.board.links_of(cell)) == 1, (cell,))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks, holes = marks_of(self.join, model), self._holes(model)
        lits = [int(marks[s]) for s in model.board.links]
        for cell, own in zip(ticking(model.board.cells), model.board.cell_links, strict=True):
            if cell not in holes:
                out.exactly_one([lits[i] for i in own])
        return []


class DominoSet(Rule):
    """The rule that the joined pairs show just the dominoes that the model gives. ``{a}``, ``{b}`` and ``{n}`` (how
    often the domino a-b is given) may stand in the text. Fault: ``foreign`` (a domino lies that is not given)."""

    def __init__(
        self, join: AnswerLayer, value: ValueLayer, dominoes: Callable[[Any], Sequence[Pair]], text: Text
    ) -> None:
        super().__init__(text)
        self.join, self.value, self.dominoes = join, value, dominoes

    def _wanted(self, model: Genre) -> Counter[Pair]:
        return Counter((min(pair), max(pair)) for pair in self.dominoes(model))

    def demands(self, model: Genre) -> Iterator[Demand]:
        board, marks, terms = model.board, model.marks[self.join.name], model.terms[self.value.name]
        wanted = self._wanted(model)
        values = self.value.values(model)
        pairs = sorted({(a, b) for a in values for b in values if a <= b} | set(wanted))
        for a, b in pairs:
            lying = []
            for link in ticking(board.links):
                p, q = (terms[end] for end in board.ends(link))
                ways = any_of(
                    [all_of([p == a, q == b]), all_of([p == b, q == a])] if a != b else [all_of([p == a, q == b])]
                )
                lying.append(all_of([marks[link], ways]))
            n = wanted[a, b]
            yield Demand(self, count(lying) == n, (), {"a": a, "b": b, "n": n}, fault="" if n else "foreign")

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        """A literal for each domino on each link, either way round."""
        marks, terms = model.marks[self.join.name], model.terms[self.value.name]
        board = model.board
        wanted = self._wanted(model)
        lying: dict[Pair, list[int]] = {pair: [] for pair in wanted}
        shown: dict[tuple[int, int], list[int]] = {}
        for link, (i, j) in zip(board.links, board.link_ends, strict=True):
            out.tick()
            p, q = terms[board.cells[i]].marks, terms[board.cells[j]].marks
            here = []
            for pair in ticking(wanted):
                for a, b in {pair, pair[::-1]}:
                    if a not in p or b not in q:
                        continue
                    way = out.new()
                    here.append(way)
                    lying[pair].append(way)
                    out.extend(([-way, int(p[a])], [-way, int(q[b])], [-way, int(marks[link])]))
                    shown.setdefault((i, a), []).append(way)
                    shown.setdefault((j, b), []).append(way)
            out.add([-marks[link], *here])
        for i, cell in enumerate(ticking(board.cells)):
            for value, mark in terms[cell].marks.items():
                out.add([-mark, *shown.get((i, value), [])])
        for pair, ways in lying.items():
            tick()
            out.count(ways, [wanted[pair]])
        return []


in_pairs = InPairs
domino_set = DominoSet
