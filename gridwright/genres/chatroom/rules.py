"""Lines between phones and symbols: each line runs from a phone to a symbol, and each phone calls one of either colour.

Two segments leave a phone and one a symbol, so a whole chain is drawn from symbol to symbol with phones somewhere on
it. Encoded by a direction for each segment, towards the phone: a symbol sends one out, a cell between passes it on, a
phone takes two in and sends none. So between two symbols there is exactly one phone, and the only other thing
possible is a ring without phones, which a rule of its own forbids. Each cell has the colour of its symbol; the two
neighbours that a phone is joined to differ. For numbers each cell counts, in unary, the turns from it to the phone, up
to one more than the largest number told: what is sent on without a turn is equal, with a turn it is one less.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import combinations
from typing import Any

from ...board.arc_graph import ArcGraph
from ...board.board import Spot
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer
from ...language.puzzle import Value
from ...language.rules import Conflict, Demand, Drafts, Global, Lemma, Rule, bundle, must
from ...language.wording import Found, RuleText
from ...logic.clauses import Clauses
from ...logic.expr import Known
from ...logic.ticks import ticking
from ...rules.areas import GraphRule, OneHeadPerLine, joined_by
from .turning_lines import TurningLine

_MOST_STEPS = 24
"""The ways of a line are thought through if so many steps are enough for all of them."""


class OneOfEach(Global):
    """No line joins two nodes of one kind; ``kinds`` maps some nodes to theirs."""

    def __init__(self, graph: ArcGraph, kinds: Mapping[int, Value]) -> None:
        self.graph, self.kinds = graph, kinds

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph, kinds = self.graph, self.kinds
        for body in graph.components(known, 1):
            first: dict[Value, int] = {}
            for node in sorted(n for n in ticking(body) if n in kinds):
                other = first.setdefault(kinds[node], node)
                if other != node:
                    path = graph.path(other, node, known)
                    both = graph.nodes[other], graph.nodes[node]
                    yield Conflict((*both, *graph.along(path)), path, {"both": both, "colour": kinds[node]})


class TurnCount(Global):
    """The line from one node to a goal turns ``n`` times.

    It is followed as long as there is one way on only: where the other links of a node are known to be empty.
    """

    def __init__(self, graph: ArcGraph, start: int, n: int, goals: Collection[int]) -> None:
        self.graph, self.start, self.n, self.goals = graph, start, n, goals

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        graph, node, turns = self.graph, self.start, 0
        lits = graph.lits
        way: list[int] = []
        because: list[int] = []
        while node not in self.goals and turns <= self.n:
            onwards = [arc for arc in graph.arcs_of[node] if arc not in way[-1:] and known[lits[arc]] >= 0]
            if len(onwards) != 1 or known[lits[onwards[0]]] <= 0 or onwards[0] in way:
                return
            (arc,) = onwards
            empty = (lits[other] for other in graph.arcs_of[node] if other != arc and other not in way[-1:])
            because += [lits[arc], *(-lit for lit in empty)]
            turns += bool(way) and graph.is_level(way[-1]) != graph.is_level(arc)
            way.append(arc)
            node = next(end for end in graph.ends[arc] if end != node)
        if turns != self.n:
            at = (graph.nodes[self.start], *sorted(graph.places[arc] for arc in way))
            most = turns if node in self.goals else len(lits)
            yield Conflict(at, because, {"found": Found(turns, most, (self.n,))})


class _Calls:
    """What the rules share: the phones by place; the symbols, each with its colour and with its number if told."""

    def __init__(
        self,
        line: AnswerLayer,
        phone: GivenLayer,
        symbol: GivenLayer,
        colours: Callable[[Any], Mapping[Spot, Value]],
    ) -> None:
        self.line, self.phone, self.symbol, self._colours = line, phone, symbol, colours

    def graph(self, model: Genre) -> ArcGraph:
        """The cells, joined by the line."""
        return joined_by(self.line, model)

    def phones(self, model: Genre) -> set[int]:
        """The phones by index."""
        return {model.board.cell_index[at] for at in model.given(self.phone)}

    def colours(self, model: Genre) -> dict[int, Value]:
        """The colours of the symbols by index."""
        return {model.board.cell_index[at]: colour for at, colour in self._colours(model).items()}

    def numbers(self, model: Genre) -> dict[int, int]:
        """The numbers of those symbols that tell one, by index."""
        clues, cells = model.given(self.symbol), model.board.cells
        return {node: n for node in self.colours(model) if isinstance(n := clues[cells[node]], int)}


class OnePhone(Rule):
    """Between two symbols there is one phone."""

    def __init__(self, calls: _Calls, text: RuleText) -> None:
        super().__init__(text)
        self.calls = calls

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, OneHeadPerLine(self.calls.graph(model), self.calls.phones(model)))

    def encode_directions(self, model: Genre, out: Clauses) -> list[Global] | None:
        """One phone, and the turns, which need the directions."""
        calls, graph = self.calls, self.calls.graph(model)
        phones, symbols, numbers = calls.phones(model), calls.colours(model), calls.numbers(model)
        n = len(graph.nodes)
        sent: list[list[tuple[int, int]]] = [[] for _ in range(n)]
        """For each cell the directions away from it, each with the cell that it leads to."""
        taken: list[list[int]] = [[] for _ in range(n)]
        for (a, b), lit in zip(ticking(graph.ends), graph.lits, strict=True):
            away, back = out.new(), out.new()
            out.extend(([-away, lit], [-back, lit], [-lit, away, back], [-away, -back]))
            sent[a].append((b, away))
            taken[b].append(away)
            sent[b].append((a, back))
            taken[a].append(back)
        for node in ticking(range(n)):
            away_from = [lit for _, lit in sent[node]]
            if node in phones:
                out.extend([-lit] for lit in away_from)
                continue
            out.exactly_one(away_from)
            if node in symbols:
                out.extend([-lit] for lit in taken[node])
            else:
                out.exactly_one(taken[node])
        if numbers:
            self._count_turns(graph, sent, phones, symbols, numbers, out)
        return []

    @staticmethod
    def _count_turns(
        graph: ArcGraph,
        sent: list[list[tuple[int, int]]],
        phones: Collection[int],
        symbols: Collection[int],
        numbers: Mapping[int, int],
        out: Clauses,
    ) -> None:
        spots = graph.nodes
        room = len(spots)
        most = min(max(numbers.values()) + 1, room)
        turn, turns = [], []
        for node, arcs in enumerate(graph.arcs_of):
            out.tick()
            if node in phones or node in symbols:
                turn.append(-1)
            else:
                here = out.new()
                turn.append(here)
                for a, b in combinations(arcs, 2):
                    y, x = (sum(spots[end][k] for arc in (a, b) for end in graph.ends[arc]) for k in (0, 1))
                    straight = (y, x) == (4 * spots[node].y, 4 * spots[node].x)
                    out.add([-graph.lits[a], -graph.lits[b], -here if straight else here])
            if node in phones:
                turns.append([-1] * most)
                continue
            first = out.new(most)
            turns.append(list(range(first, first + most)))
            out.extend([-(first + k), first + k - 1] for k in range(1, most))
        for node, ways in enumerate(sent):
            out.tick()
            if node in phones:
                continue
            mine, bent = turns[node], turn[node]
            for other, way in ways:
                its = turns[other]
                for k in range(most):
                    less = its[k - 1] if k else 1
                    out.extend(([-way, -its[k], mine[k]], [-way, -bent, -less, mine[k]],
                                [-way, -mine[k], less], [-way, bent, -mine[k], its[k]]))  # fmt: skip
        for node, number in numbers.items():
            if number > room:
                out.add([])
                continue
            own = turns[node]
            out.extend([own[k] if k < number else -own[k]] for k in range(most))


class TurnsTold(Rule):
    """The line between a symbol and its phone turns as often as the symbol's number says."""

    def __init__(self, calls: _Calls, text: RuleText) -> None:
        super().__init__(text, reads=calls.symbol)
        self.calls = calls

    def demands(self, model: Genre) -> Iterator[Demand]:
        calls, graph = self.calls, self.calls.graph(model)
        phones = calls.phones(model)
        for node, n in calls.numbers(model).items():
            at = graph.nodes[node]
            yield Demand(self, TurnCount(graph, node, n, phones), (at,), {"n": n}, self.clues_at(at))


def phone_calls(
    line: AnswerLayer,
    phones: GivenLayer,
    symbols: GivenLayer,
    colours: Callable[[Any], Mapping[Spot, Value]],
    *,
    ends: Rule,
    phone: RuleText,
    colour: RuleText,
    turns: RuleText,
    way: RuleText,
) -> tuple[OnePhone, GraphRule, TurnsTold, Lemma]:
    """The rules that a chain of links between two symbols passes one phone, that the two differ in their colour, one of
    two, and that the line turns as often between phone and symbol as the symbol's number says.

    ``colours`` gives the symbols, each with its colour; a clue of ``symbols`` that is no integer tells no number, but
    is still a symbol. No cell is both phone and symbol. That a line ends at the symbols only and visits every cell once
    (``ends``) and closes no ring are rules of their own. The first two rules are to rely on these (see ``requires``),
    the second also on the first. A lemma says that the line from a symbol has ``{n}`` turns on its ``way`` to
    a phone, of which it has one to choose.

    Faults: of ``phone`` ``many`` (a line joins the phones ``{cells}``), else: the line through ``{cells}`` has none; of
    ``colour``: a line joins ``{both}``, which are both ``{colour}``; of ``turns``, with ``{n}``, that the line from
    ``{at}`` ``{found}`` another number of turns.
    """
    calls = _Calls(line, phones, symbols, colours)
    one_phone, told = OnePhone(calls, phone), TurnsTold(calls, turns)
    bundle((one_phone, told), one_phone.encode_directions)

    def ways(model: Genre) -> Drafts:
        graph, goals, closed = calls.graph(model), calls.phones(model), calls.colours(model)
        for node, n in calls.numbers(model).items():
            line = TurningLine(graph, node, n, goals, closed).demand(_MOST_STEPS)
            if line is not None:
                yield must(line, graph.nodes[node], clues=graph.nodes[node], n=n)

    differ = GraphRule(colour, calls.graph, lambda model, graph: OneOfEach(graph, calls.colours(model)))
    return one_phone, differ, told, Lemma(way, (ends, one_phone, told), ways, reads=symbols)
