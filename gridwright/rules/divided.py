"""What the areas hold that walls divide a board into: something each, one kind only; and every wall parts two areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..board.arc_graph import ArcGraph
from ..board.board import Spot
from ..language.genre import Genre
from ..language.puzzle import Value
from ..language.rules import Conflict, Demand, Global, Rule
from ..language.wording import Text
from ..logic.clauses import Clauses
from ..logic.expr import Known
from ..logic.ticks import ticking
from .areas import GraphRule, HeadEach


class OneKind(Global):
    """No area holds nodes of two kinds; ``kinds`` maps some nodes to theirs."""

    def __init__(self, graph: ArcGraph, kinds: Mapping[int, Value]) -> None:
        self.graph, self.kinds = graph, kinds

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph, kinds = self.graph, self.kinds
        for body in graph.components(known, 1):
            held = sorted(n for n in body if n in kinds)
            other = next((n for n in held if kinds[n] != kinds[held[0]]), None)
            if other is not None:
                start, goal, path = graph.nodes[held[0]], graph.nodes[other], graph.path(held[0], other, known)
                words = {"start": start, "goal": goal, "one": kinds[held[0]], "other": kinds[other]}
                yield Conflict((start, goal, *graph.along(path)), path, words)

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """To open an arc between areas of different kinds."""
        kinds = self.kinds

        def joins(one: Sequence[int], other: Sequence[int]) -> bool:
            mine, its = ({kinds[n] for n in body if n in kinds} for body in (one, other))
            return bool(mine and its) and mine != its

        return self.graph.at_risk(known, lits, joins, None)


class WallsPart(Global):
    """A closed arc never has the same area on both sides."""

    def __init__(self, graph: ArcGraph) -> None:
        self.graph = graph

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph = self.graph
        body_of = graph.component_of(known, 1)
        for (a, b), lit in zip(ticking(graph.ends), graph.lits, strict=True):
            if known[lit] < 0 and body_of[a] == body_of[b]:
                both, path = (graph.nodes[a], graph.nodes[b]), graph.path(a, b, known)
                yield Conflict((*both, *graph.along([-lit]), *graph.along(path)), [-lit, *path], {"sides": both})

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """To open an arc between areas that share a wall; to close one within an area."""
        graph = self.graph
        body_of = graph.component_of(known, 1)
        sides = [{body_of[a], body_of[b]} for a, b in graph.ends]
        walls = {frozenset(side) for side, lit in zip(sides, graph.lits, strict=True) if known[lit] < 0}
        side_of = dict(zip(graph.lits, sides, strict=True))
        for lit in lits:
            if (lit in side_of and frozenset(side_of[lit]) in walls) or len(side_of.get(-lit, ())) == 1:
                yield lit


class OneKindRule(Rule):
    """The rule that no area holds spots of two kinds, where ``kinds(model)`` tells the kind of some spots.

    Fault: an area holds ``{one}`` at ``{start}`` and ``{other}`` at ``{goal}``.

    Encoded by naming the kind of every node: open arcs join nodes of the same kind. Where there are just two kinds, one
    variable for each node does.
    """

    def __init__(
        self, graph: Callable[[Any], ArcGraph], kinds: Callable[[Any], Mapping[Spot, Value]], text: Text
    ) -> None:
        super().__init__(text)
        self.graph, self.kinds = graph, kinds

    def demands(self, model: Genre) -> Iterator[Demand]:
        graph = self.graph(model)
        index = {spot: n for n, spot in enumerate(graph.nodes)}
        yield Demand(self, OneKind(graph, {index[at]: kind for at, kind in self.kinds(model).items()}))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        graph, given = self.graph(model), self.kinds(model)
        kinds = list(dict.fromkeys(given.values()))
        n, width = len(graph.nodes), len(kinds) if len(kinds) > 2 else len(kinds) - 1
        if width < 1:
            return []
        first = out.new(n * width)
        for node, spot in enumerate(ticking(graph.nodes)):
            own = range(first + node * width, first + (node + 1) * width)
            if width > 1:
                out.exactly_one(own)
            if spot in given:
                here = kinds.index(given[spot])
                out.add([own[here] if width > 1 else own[0] if here else -own[0]])
        for (a, b), lit in zip(ticking(graph.ends), graph.lits, strict=True):
            for k in ticking(range(width)):
                x, y = first + a * width + k, first + b * width + k
                out.extend(([-lit, -x, y], [-lit, x, -y]))
        return []


def head_each(graph: Callable[[Any], ArcGraph], heads: Callable[[Any], Iterable[Spot]], text: Text) -> GraphRule:
    """The rule that every area holds one of some spots at least.

    Fault: the area of the cells ``{cells}`` holds none.
    """

    def make(model: Any, of: ArcGraph) -> Global:
        wanted = frozenset(heads(model))
        return HeadEach(of, [n for n, spot in enumerate(of.nodes) if spot in wanted])

    return GraphRule(text, graph, make)


one_kind = OneKindRule


def walls_part(graph: Callable[[Any], ArcGraph], text: Text) -> GraphRule:
    """The rule that every wall has different areas on its two sides."""
    return GraphRule(text, graph, lambda _, of: WallsPart(of))
