"""Lines between phones and symbols: each line runs from a phone to a symbol, and each phone calls one of either colour.

Two segments leave a phone and one a symbol, so a whole chain is drawn from symbol to symbol with phones somewhere on
it. Encoded by a direction for each segment, towards the phone: a symbol sends one out, a cell between passes it on, a
phone takes two in and sends none. So between two symbols there is exactly one phone, and the only other thing
possible is a ring without phones, which a rule of its own forbids. Each cell has the colour of its symbol; the two
neighbours that a phone is joined to differ. For numbers each cell counts, in unary, the turns from it to the phone, up
to one more than the largest number told: what is sent on without a turn is equal, with a turn it is one less.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from ...board.arc_graph import ArcGraph
from ...board.board import Spot
from ...language.genre import Genre
from ...language.layers import AnswerLayer, GivenLayer
from ...language.puzzle import Value
from ...language.rules import Compound, Conflict, Demand, Demands, Global, Lemma, Rule, bundle, must
from ...language.wording import Found, RuleText
from ...logic.clauses import Clauses
from ...logic.expr import Known
from ...logic.ticks import ticking
from ...rules.areas import GraphRule, OneHeadPerLine, joined_by

_MOST_STEPS = 24
"""The ways of a line are only examined if they have at most this many steps in all."""


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

    It is followed while the next link is forced, because all other links of a node are known to be empty.
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
    """The data that the rules share: the phones, and the symbols with their colours and numbers."""

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
        """The given numbers of symbols, by index."""
        clues, cells = model.given(self.symbol), model.board.cells
        return {node: n for node in self.colours(model) if isinstance(n := clues[cells[node]], int)}


class OnePhone(Rule):
    """Each chain between two symbols passes one phone."""

    def __init__(self, calls: _Calls, text: RuleText) -> None:
        super().__init__(text)
        self.calls = calls

    def demands(self, model: Genre) -> Iterator[Demand]:
        yield Demand(self, OneHeadPerLine(self.calls.graph(model), self.calls.phones(model)))

    def encode_directions(self, model: Genre, out: Clauses) -> list[Global] | None:
        """The encoding of one phone per chain and of the turns: both need the directions."""
        calls, graph = self.calls, self.calls.graph(model)
        phones, symbols, numbers = calls.phones(model), calls.colours(model), calls.numbers(model)
        n = len(graph.nodes)
        sent: list[list[tuple[int, int]]] = [[] for _ in range(n)]
        """For each cell, the literals of the directions away from it, each with the cell that it leads to."""
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
    """The line between a symbol and its phone has as many turns as the symbol's number."""

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

    ``colours`` gives the symbols, each with its colour; a clue of ``symbols`` that is not an integer is
    still a symbol. No cell is both phone and symbol. That a line ends at the symbols only and visits every cell once
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

    def ways(model: Genre) -> Demands:
        graph, goals, closed = calls.graph(model), calls.phones(model), calls.colours(model)
        for node, n in calls.numbers(model).items():
            line = TurningLine(graph, node, n, goals, closed).demand(_MOST_STEPS)
            if line is not None:
                yield must(line, graph.nodes[node], clues=graph.nodes[node], n=n)

    differ = GraphRule(colour, calls.graph, lambda model, graph: OneOfEach(graph, calls.colours(model)))
    return one_phone, differ, told, Lemma(way, (ends, one_phone, told), ways, reads=symbols)


_ASTRAY = 12
"""The search for ways is given up after this many times as many steps as all ways may have."""


class _ArcStep(NamedTuple):
    """A step along an arc to a node, after a number of turns."""

    arc: int
    to: int
    turns: int


@dataclass(frozen=True)
class TurningLine:
    """A line that leads from a node to one of the goals, turns ``n`` times on the way, and passes no closed node.

    One arc is open at its start, and two at the nodes between.
    """

    graph: ArcGraph
    start: int
    n: int
    goals: Collection[int]
    closed: Collection[int]

    def demand(self, most: int) -> LineToGoal | None:
        """The demand that there is such a line; None if all its ways together take more steps than ``most``."""
        before = {step: list[_ArcStep]() for step in self.first() if self._may_end(step)}
        queue = list(before)
        for step in ticking(queue, _ASTRAY * most):
            if len(queue) > _ASTRAY * most:
                return None
            for one in self._after(step):
                if one not in before:
                    before[one] = []
                    queue.append(one)
                before[one].append(step)
        useful = [step for step in queue if step.to in self.goals]
        for step in useful:
            useful += [one for one in before[step] if one not in useful]
            if len(useful) > most:
                return None
        return LineToGoal(self, {step: [one for one in self._after(step) if one in useful] for step in useful})

    def first(self) -> Iterator[_ArcStep]:
        """The steps away from the start."""
        return (_ArcStep(arc, node, 0) for arc, node in self.graph.near[self.start])

    def _after(self, step: _ArcStep) -> Iterator[_ArcStep]:
        """The steps that may follow a step."""
        for arc in self.onward(step):
            to = sum(self.graph.ends[arc]) - step.to
            following = _ArcStep(arc, to, step.turns + (self.graph.is_level(step.arc) != self.graph.is_level(arc)))
            if self._may_end(following):
                yield following

    def onward(self, step: _ArcStep) -> list[int]:
        """The arcs over which a line may go on after a step."""
        return [] if step.to in self.goals else [arc for arc in self.graph.arcs_of[step.to] if arc != step.arc]

    def _may_end(self, step: _ArcStep) -> bool:
        """Whether the line may reach the node of a step."""
        if step.to in self.goals:
            return step.turns == self.n
        return step.turns <= self.n and step.to not in self.closed and step.to != self.start


class LineToGoal(Compound):
    """The demand that there is such a line. ``following`` holds the steps of all ways, each with the possible next
    steps."""

    def __init__(self, line: TurningLine, following: Mapping[_ArcStep, Sequence[_ArcStep]]) -> None:
        self.line, self.following = line, following
        arcs_of = line.graph.arcs_of
        passed = dict.fromkeys([line.start, *(step.to for step in following if step.to not in line.goals)])
        self._arcs = list(dict.fromkeys(arc for node in passed for arc in arcs_of[node]))

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        """A conflict if no way is left."""
        line = self.line
        left = self._left(line.graph.arcs_of[line.start], known)
        queue = [step for step in line.first() if step.arc in left and step in self.following]
        for step in queue:
            if step.to in line.goals:
                return
            left = self._left(line.onward(step), known)
            queue += [one for one in self.following[step] if one.arc in left and one not in queue]
        lits = [line.graph.lits[arc] for arc in self._arcs]
        because = [lit if known[lit] > 0 else -lit for lit in lits if known[lit]]
        yield Conflict((line.graph.nodes[line.start],), because)

    def _left(self, arcs: Sequence[int], known: Known) -> Sequence[int]:
        """The arcs of which one must be open: those that are known to be open, or all that may be."""
        lits = self.line.graph.lits
        drawn = [arc for arc in arcs if known[lits[arc]] > 0]
        return [arc for arc in drawn or arcs if known[lits[arc]] >= 0] if len(drawn) < 2 else ()

    def encode(self, out: Clauses) -> None:
        line, lits = self.line, self.line.graph.lits
        first = out.new(len(self.following))
        own = dict(zip(self.following, range(first, first + len(self.following)), strict=True))
        steps = {step.arc: own[step] for step in line.first() if step in own}
        self._one_of(line.graph.arcs_of[line.start], steps, out)
        before: dict[_ArcStep, list[int]] = {step: [] for step in own}
        for step, lit in own.items():
            out.add([-lit, lits[step.arc]])
            if step.to not in line.goals:
                self._one_of(line.onward(step), {one.arc: own[one] for one in self.following[step]}, out, -lit)
            for one in self.following[step]:
                before[one].append(lit)
        out.extend([-own[step], *earlier] for step, earlier in before.items() if earlier)

    def _one_of(self, arcs: Sequence[int], steps: Mapping[int, int], out: Clauses, *unless: int) -> None:
        """Exactly one of the steps is taken, and no other arc is open, unless a literal holds."""
        lits = self.line.graph.lits
        out.add([*unless, *steps.values()])
        out.extend([*unless, -lits[arc], *([steps[arc]] if arc in steps else [])] for arc in arcs)
        out.extend([*unless, -lits[a], -lits[b]] for a, b in combinations(arcs, 2))

    def literals(self) -> Sequence[int]:
        return [self.line.graph.lits[arc] for arc in self._arcs]
