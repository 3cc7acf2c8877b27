"""Components of graphs of open arcs: areas between walls, islands joined by bridges, lines along links. What each
component contains, and that every wall separates two areas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..board.arc_graph import ArcGraph, ShortestPaths
from ..board.board import Spot
from ..language.genre import Genre
from ..language.layers import AnswerLayer
from ..language.puzzle import Value
from ..language.rules import Conflict, Demand, Global, Rule
from ..language.wording import RuleText
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Known
from ..logic.ticks import ticking


def divided_by(walls: AnswerLayer, model: Genre) -> ArcGraph:
    """The cells of a board, joined unless there is a wall between them."""
    marks = model.marks[walls.name]
    return model.memo(("divided", walls.name), lambda: ArcGraph.of_links(model.board, lambda link: ~marks[link]))


def joined_by(line: AnswerLayer, model: Genre) -> ArcGraph:
    """The cells of a board, joined by a line; for a line along edges, its corners."""
    make = ArcGraph.of_edges if line.declared_on(model) == "edges" else ArcGraph.of_links
    return model.memo(("joined", line.name), lambda: make(model.board, model.marks[line.name].__getitem__))


class AllJoined(Global):
    """Open arcs join all nodes into one component."""

    def __init__(self, graph: ArcGraph) -> None:
        self.graph = graph

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        bodies = sorted(self.graph.components(known, 0), key=len)
        for body in bodies[:-1]:
            cells = tuple(self.graph.nodes[n] for n in sorted(body))
            at = (*cells, *self.graph.held(body, known))
            yield Conflict(at, [-lit for lit in self.graph.leaving(body)], {"cells": cells})

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """Closing a bridge."""
        return self.graph.at_risk(known, lits, None, lambda _one, _other: True)

    def cuts(self, known: Known) -> list[Clause]:
        bodies = self.graph.components(known, 1)
        return [self.graph.leaving(body) for body in bodies] if len(bodies) > 1 else []


class AreaSize(Global):
    """The area of a node has ``size`` nodes."""

    def __init__(self, graph: ArcGraph, at: int, size: int) -> None:
        self.graph, self.at, self.size = graph, at, size

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph, here = self.graph, (self.graph.nodes[self.at],)
        room = len(graph.component(self.at, known, 0))
        if room < self.size:
            walls = graph.around(self.at, known, 0)
            yield Conflict((*here, *graph.along(walls)), [-lit for lit in walls], {"room": room}, "few")
        have = len(graph.component(self.at, known, 1))
        if have > self.size:
            ways = graph.tree(self.at, self.size + 1, known)
            yield Conflict((*here, *graph.along(ways)), ways, {"have": have}, "many")

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """Opening an arc that makes the area too large; closing one that it needs."""

        def joins(one: Sequence[int], other: Sequence[int]) -> bool:
            return len(one) + len(other) > self.size and (self.at in one or self.at in other)

        def parts(one: Sequence[int], other: Sequence[int]) -> bool:
            return any(self.at in part and len(part) < self.size for part in (one, other))

        return self.graph.at_risk(known, lits, joins, parts)


class HeadEach(Global):
    """Every component contains at least one of the heads."""

    def __init__(self, graph: ArcGraph, heads: Iterable[int]) -> None:
        self.graph, self.heads = graph, frozenset(heads)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph = self.graph
        for body in graph.components(known, 0):
            if self.heads.isdisjoint(body):
                cells, around = tuple(graph.nodes[n] for n in sorted(body)), graph.leaving(body)
                at = (*cells, *self._seen_by(body, around, known))
                yield Conflict(at, [-lit for lit in around], {"cells": cells})

    def _seen_by(self, body: Collection[int], around: Sequence[int], known: Known) -> list[Spot]:
        """The places that show a component: the walls ``around`` it."""
        del body, known
        return self.graph.along(around)

    def _lack_one(self, one: Sequence[int], other: Sequence[int]) -> bool:
        return self.heads.isdisjoint(one) or self.heads.isdisjoint(other)

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """Closing an arc that separates a part of a component from its only head."""
        return self.graph.at_risk(known, lits, None, self._lack_one)


class OneHeadEach(HeadEach):
    """Every component contains exactly one head; a node that is listed twice counts as two heads."""

    both = "heads"
    """The word of a conflict for two heads of one component."""

    def __init__(self, graph: ArcGraph, heads: Iterable[int]) -> None:
        given = Counter(heads)
        super().__init__(graph, given)
        self.twice = sorted(node for node, n in given.items() if n > 1)

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph = self.graph
        for head in self.twice:
            here = graph.nodes[head]
            yield Conflict((here,), [1], {"heads": (here,)}, "many")
        yield from super().conflicts(known)
        for body in graph.components(known, 1):
            heads = sorted(self.heads.intersection(body))
            if len(heads) > 1:
                ways = ShortestPaths(graph, heads[0], known)
                for other in heads[1:]:
                    both, path = (graph.nodes[heads[0]], graph.nodes[other]), ways.to(other)
                    yield Conflict((*both, *graph.along(path)), path, {self.both: both}, "many")

    def _have_two(self, one: Sequence[int], other: Sequence[int]) -> bool:
        return not self.heads.isdisjoint(one) and not self.heads.isdisjoint(other)

    def at_risk(self, known: Known, lits: Iterable[int]) -> Iterator[int]:
        """Opening an arc between two components with heads; closing one as in ``HeadEach``."""
        return self.graph.at_risk(known, lits, self._have_two, self._lack_one)


class OneHeadPerLine(OneHeadEach):
    """The same for lines, which are shown by what is drawn of them."""

    both = "cells"

    def _seen_by(self, body: Collection[int], around: Sequence[int], known: Known) -> list[Spot]:
        del around
        return self.graph.held(body, known)


class OneKind(Global):
    """No area contains nodes of two kinds; ``kinds`` maps some nodes to their kinds."""

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
        """Opening an arc between areas of different kinds."""
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
        """Opening an arc between areas that share a wall; closing one within an area."""
        graph = self.graph
        body_of = graph.component_of(known, 1)
        sides = [{body_of[a], body_of[b]} for a, b in graph.ends]
        walls = {frozenset(side) for side, lit in zip(sides, graph.lits, strict=True) if known[lit] < 0}
        side_of = dict(zip(graph.lits, sides, strict=True))
        for lit in lits:
            if (lit in side_of and frozenset(side_of[lit]) in walls) or len(side_of.get(-lit, ())) == 1:
                yield lit


# -- rules -------------------------------------------------------------------------------------------------------------


class GraphRule(Rule):
    """A rule about a whole graph, with one global demand."""

    def __init__(
        self, text: RuleText, graph: Callable[[Any], ArcGraph], make: Callable[[Any, ArcGraph], Global]
    ) -> None:
        super().__init__(text)
        self.graph, self.make = graph, make

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, self.make(model, self.graph(model)))


def all_joined(graph: Callable[[Any], ArcGraph], text: RuleText) -> GraphRule:
    """The rule that open arcs connect all nodes of a graph of the model. Its nodes must not depend on clues.

    Fault: the nodes ``{cells}`` are cut off from the others.
    """
    return GraphRule(text, graph, lambda _, of: AllJoined(of))


def head_each(graph: Callable[[Any], ArcGraph], heads: Callable[[Any], Iterable[Spot]], text: RuleText) -> GraphRule:
    """The rule that every area contains at least one of the spots ``heads(model)``.

    Fault: the area of the cells ``{cells}`` contains none.
    """

    def make(model: Any, of: ArcGraph) -> Global:
        wanted = frozenset(heads(model))
        return HeadEach(of, [n for n, spot in enumerate(of.nodes) if spot in wanted])

    return GraphRule(text, graph, make)


def walls_part(graph: Callable[[Any], ArcGraph], text: RuleText) -> GraphRule:
    """The rule that every wall has different areas on its two sides."""
    return GraphRule(text, graph, lambda _, of: WallsPart(of))


class OneKindRule(Rule):
    """The rule that no area contains spots of two kinds; ``kinds(model)`` maps some spots to their kinds.

    Fault: an area contains ``{one}`` at ``{start}`` and ``{other}`` at ``{goal}``.

    The encoding has literals for the kind of every node, and open arcs join nodes of the same kind. For two kinds, one
    variable per node suffices.
    """

    def __init__(
        self, graph: Callable[[Any], ArcGraph], kinds: Callable[[Any], Mapping[Spot, Value]], text: RuleText
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


one_kind = OneKindRule
