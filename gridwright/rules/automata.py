"""Lines that are read cell by cell: the values of some cells, in order, are a word that an automaton accepts.

**Encoding.** A node is a position in the line with the state of the automaton there and the last value read. Nodes on
complete paths, from the start to an accepting state, get a literal. A node implies its value, a predecessor and a
successor; a value implies one of its nodes. So unit propagation keeps only nodes on complete paths and excludes every
value that no accepted word contains. When all cells are settled, one path is left, because the automaton is
deterministic. So no cuts are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

from ..board.board import Spot
from ..language.rules import Compound, Conflict
from ..logic.amounts import Term
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Known, Mark
from ..logic.ticks import tick

_KEPT = 100
"""Clauses are kept for further lines with the same demand if a line has at most this many values in all."""

Node = tuple[Any, Any]
"""A state and the value that led to it."""


class Automaton(NamedTuple):
    """A deterministic automaton: ``step`` returns the state after a value, or None if the value is not allowed."""

    start: Hashable
    step: Callable[[Any, Any], Hashable | None]
    done: Callable[[Any], bool]


Open = Sequence[Sequence[Any]]
"""The values that each spot of a line may still hold."""
ConflictWords = tuple[Mapping[str, Any], str]
"""The words of a conflict, and the name of its text (see ``Conflict``)."""


def numbers_read(
    values: Open, start: Hashable, step: Callable[[Any, Any], Hashable | None], number: Callable[[Any], int | None]
) -> list[int]:
    """The possible results of words made of ``values``, in order; ``number`` maps a final state to its result, if
    any."""
    states = {start}
    for own in values:
        tick()
        states = {after for s in states for v in own if (after := step(s, v)) is not None}
    return sorted({n for s in states if (n := number(s)) is not None})


class Accepted(Compound):
    """The values of some spots, in order, are a word that the automaton accepts.

    A conflict shows a minimal set of spots, preferably the first ones. ``tell`` makes its words from the values that
    are still possible. If the demand is that a number is ``n``, ``parts`` returns the automata for "at least" and "at
    most".
    """

    is_propagated = True  # each remaining node has a predecessor and a successor, so it is on the path of a word

    def __init__(
        self,
        spots: Sequence[Spot],
        terms: Mapping[Any, Term[Any]],
        automaton: Automaton,
        *,
        tell: Callable[[Open], ConflictWords] | None = None,
        parts: Callable[[], tuple[Automaton, Automaton]] | None = None,
    ) -> None:
        self.spots, self.terms, self.automaton, self.tell, self.parts = spots, terms, automaton, tell, parts
        self.marks: list[Mapping[Any, Mark]] = [terms[spot].marks for spot in spots]

    def halves(self) -> tuple[Accepted, Accepted] | None:
        if self.parts is None:
            return None
        least, most = (Accepted(self.spots, self.terms, part, tell=self.tell) for part in self.parts())
        return least, most

    def _accepts(self, open_values: Iterable[Iterable[Any]]) -> bool:
        """Whether some word of these values is accepted."""
        start, step, done = self.automaton
        states = {start}
        for values in open_values:
            tick()
            states = {after for s in states for v in values if (after := step(s, v)) is not None}
            if not states:
                return False
        return any(map(done, states))

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        marks = self.marks
        values = [[v for v, lit in literal_of.items() if known[lit] >= 0] for literal_of in marks]
        if self._accepts(values):
            return
        words, fault = self.tell(values) if self.tell is not None else ({}, "")
        because: list[int] = []
        at = []
        for i in reversed(range(len(marks))):
            literal_of = marks[i]
            if len(values[i]) == len(literal_of):
                continue
            settled, values[i] = values[i], list(literal_of)
            if self._accepts(values):  # so the contradiction needs this cell
                values[i] = settled
                at.append(self.spots[i])
                sure = [int(lit) for lit in literal_of.values() if known[lit] > 0]
                because += sure or [-lit for lit in literal_of.values() if known[lit] < 0]
        yield Conflict(tuple(at[::-1] or self.spots), because, words, fault)

    def literals(self) -> list[int]:
        return [+mark for own in self.marks for mark in own.values()]

    def encode(self, out: Clauses) -> None:
        values = tuple(map(tuple, self.marks))
        if len(values) == 2:
            self._encode_two(out)
        elif sum(map(len, values)) <= _KEPT and next(_asked_before(self.automaton, values)):
            made, more = _template(self.automaton, values)
            out.copy(made, self.literals(), more)
        else:
            self.paths(out)

    def _encode_two(self, out: Clauses) -> None:
        """Each value implies a partner in the other cell, without new variables."""
        a, b = self.marks
        forth, back = _partners(self.automaton, tuple(a), tuple(b))
        for own, other, suits in ((a, b, forth), (b, a, back)):
            for v, mark in own.items():
                out.add([-mark, *[other[w] for w in suits[v]]])

    def paths(self, out: Clauses) -> list[dict[Node, int]] | None:
        """Encodes the demand; returns the literals of the nodes of each cell, or None if there is no path."""
        return _encode_paths(self.automaton, self.marks, out)


@lru_cache(maxsize=128)
def _asked_before(_automaton: Automaton, _values: Sequence[Sequence[Any]]) -> Iterator[int]:
    """How often a line like this has been encoded before; most are encoded once."""
    return count()


@lru_cache(maxsize=32)
def _template(automaton: Automaton, values: Sequence[Sequence[Any]]) -> tuple[list[Clause], int]:
    """The clauses for spots whose values have the literals 1, 2, 3, ... in order, and the number of new variables."""
    numbers = count(1)
    marks = [{v: next(numbers) for v in own} for own in values]
    top = sum(map(len, values))
    out = Clauses(top)
    out.made.clear()
    _encode_paths(automaton, marks, out)
    return out.made, out.top - top


def _encode_paths(
    automaton: Automaton, marks: Sequence[Mapping[Any, int]], out: Clauses
) -> list[dict[Node, int]] | None:
    """Encodes the words of some spots; returns the literals of the nodes of each, or None if there is no path."""
    layers = _layers(automaton, marks)
    if layers is None:
        out.add([])
        return None
    add = out.add
    named: list[dict[Node, int]] = []
    before: dict[Hashable, list[int]] = {}
    onward: list[tuple[int, Hashable]] = []
    for i, (layer, literal_of) in enumerate(zip(layers, marks, strict=True)):
        tick()
        by_value: dict[Any, list[int]] = {v: [] for v in literal_of}
        after: dict[Hashable, list[int]] = {}
        steps: dict[Hashable, list[int]] = {}
        ways = []
        names: dict[Node, int] = {}
        named.append(names)
        single = _once(v for _, v in layer)
        for (state, v), sources in layer.items():
            node = int(literal_of[v]) if v in single else out.new()
            off = -node
            names[state, v] = node
            by_value[v].append(node)
            after.setdefault(state, []).append(node)
            ways.append((off, state))
            for source in sources:
                steps.setdefault(source, []).append(node)
            if i:
                add([off, *[n for s in sources for n in before[s]]])
        for v, nodes in by_value.items():
            if nodes != [literal_of[v]]:
                add([-literal_of[v], *nodes])
                out.extend([[-node, int(literal_of[v])] for node in nodes])
        out.extend([[off, *steps[state]] for off, state in onward])
        before, onward = after, ways
    return named


Suits = dict[Any, list[Any]]
"""The partners of each value."""


@lru_cache(maxsize=1024)
def _partners(automaton: Automaton, a: Sequence[Any], b: Sequence[Any]) -> tuple[Suits, Suits]:
    """For each value of one of two cells, the values of the other that make an accepted word; in both directions."""
    start, step, done = automaton
    forth: Suits = {v: [] for v in a}
    back: Suits = {w: [] for w in b}
    for v in a:
        state = step(start, v)
        for w in b if state is not None else ():
            after = step(state, w)
            if after is not None and done(after):
                forth[v].append(w)
                back[w].append(v)
    return forth, back


def _layers(automaton: Automaton, open_values: Iterable[Iterable[Any]]) -> list[dict[Node, list[Hashable]]] | None:
    """For each cell, the nodes on complete paths, with the states before them; None if there is no path."""
    start, step, done = automaton
    layers: list[dict[Node, list[Hashable]]] = []
    states: Iterable[Hashable] = (start,)
    for own in open_values:
        layer: dict[Node, list[Hashable]] = {}
        for s in states:
            tick()
            for v in own:
                after = step(s, v)
                if after is not None:
                    layer.setdefault((after, v), []).append(s)
        layers.append(layer)
        states = dict.fromkeys(s for s, _ in layer)  # ordered, because the order of sets differs from run to run
    alive = {s for s in states if done(s)}
    if not alive:
        return None
    for i in range(len(layers) - 1, -1, -1):
        tick()
        layers[i] = {node: sources for node, sources in layers[i].items() if node[0] in alive}
        alive = {s for sources in layers[i].values() for s in sources}
    return layers


def _once(values: Iterable[Any]) -> set[Any]:
    """The values that occur exactly once."""
    seen: set[Any] = set()
    again: set[Any] = set()
    for value in values:
        (again if value in seen else seen).add(value)
    return seen - again
