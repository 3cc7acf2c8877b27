"""The variables of one puzzle: the literals of the marks that its answer may have, and of views."""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar, cast

from ..board.board import Spot
from ..logic.amounts import Term
from ..logic.clauses import Clause, Clauses
from ..logic.expr import ALWAYS, NEVER, Known, Mark, Sparse, marks_from
from ..logic.ticks import ticking
from .layers import KEPT, AnswerLayer, Marks, Terms, ValueLayer, predicate
from .puzzle import NO_MARKS, Model, Puzzle, State, Value, frozen_layers
from .wording import listed, name_in_words, worded

_MANY = 500_000
"""In models for checking, layers with more marks than this create them on demand."""
_DENSE = 25_000_000
"""With more marks than this, only settled ones are stored: a large board with many values can have billions."""
_SHARED = 8
"""The most terms that a board keeps for places of one kind."""


_YES, _NO = array("b", (1,)), array("b", (-1,))


Candidates = dict[Spot, list[Value]]
"""For each spot of a value layer, the values that are still possible. The lists are shared: replace them."""


def _held(marks: Mapping[Spot, Value], places: Iterable[tuple[Spot, ...]], values: Iterable[Value]) -> Candidates:
    """The value of each place whose spots all hold the same one."""
    known = {value: [value] for value in values}
    found = {}
    for place in ticking(places):
        held = {marks.get(spot, NO_MARKS) for spot in place}
        own = known.get(held.pop(), []) if len(held) == 1 else []
        if own:
            found[place[0]] = own
    return found


class Consecutive(Mapping[Value, Mark]):
    """The marks of a spot with many values, as consecutive literals; ``rank`` numbers the values from 0."""

    __slots__ = ("first", "rank")

    def __init__(self, rank: Mapping[Value, int], first: int) -> None:
        self.rank, self.first = rank, first

    def __getitem__(self, value: Value) -> Mark:
        return Mark(self.first + self.rank[value])

    def __iter__(self) -> Iterator[Value]:
        return iter(self.rank)

    def __len__(self) -> int:
        return len(self.rank)

    def items(self) -> Iterable[tuple[Value, Mark]]:  # type: ignore[override]
        """The values with their marks, as a plain iterator for speed."""
        return zip(self.rank, marks_from(self.first, len(self.rank)), strict=True)

    def deny(self, known: array[int]) -> None:
        """Enters that the spot has none of the values."""
        n, end = len(self.rank), len(known) - self.first + 1
        known[self.first : self.first + n] = _NO * n
        known[end - n : end] = _YES * n

    def held(self, known: Known) -> Value | None:
        """The value that the spot is known to have."""
        if isinstance(known, Sparse):
            return next((value for value, mark in self.items() if known[mark] > 0), None)
        own = known[self.first : self.first + len(self.rank)]
        return next(islice(self.rank, own.index(1), None)) if 1 in own else None


class Variables:
    """The variables 2, 3, ... of a model, in the order of its answer layers. (1 is always true.)

    A place of a layer of marks has one variable, a place of a value layer one for each possible value.
    """

    top: int
    """The largest variable."""
    shut: bool
    """Whether narrowing left some spot without a value."""
    marks: dict[str, Marks]
    """The literals of layers of marks, by layer and spot."""
    terms: dict[str, Terms]
    """The literals of layers of values, by layer and spot."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.shut = False
        self.top = 1
        self.marks = {}
        self.terms = {}
        self.is_narrowed = False
        """Whether the rules have removed values that the givens exclude (see ``Genre``)."""
        self._places: dict[str, list[tuple[Spot, ...]]] = {}
        self._sure: dict[str, dict[Spot, Value]] = {}
        """The values of the layers that narrowing has settled entirely."""
        self._values: dict[str, Sequence[Value]] = {}
        """All values of each layer of values."""
        self._mark_of: dict[int, tuple[str, tuple[Spot, ...], Value, bool]] = {}
        """The cache of ``mark_of``."""

    def lay(self, model: Model, narrow: bool, settled: State | None) -> None:
        """Numbers the marks of all answer layers of a model; ``narrow`` and ``settled`` are as in ``Genre``."""
        self.is_narrowed = narrow
        for layer in model.answer_layers.values():
            if isinstance(layer, AnswerLayer):
                self._lay_marks(model, layer)
            else:
                self._lay_terms(model, layer, narrow, settled)

    def _lay_marks(self, model: Model, layer: AnswerLayer) -> None:
        on = layer.declared_on(model)
        places = list(layer.places(model))
        first = self.top + 1
        if isinstance(on, str):
            self.marks[layer.name] = model.board.memo(("marks", on, first), lambda: Marks.of(places, first))
        else:
            self.marks[layer.name] = Marks.of(places, first)
        self._places[layer.name] = places
        self.top += len(places)

    def _lay_terms(self, model: Model, layer: ValueLayer, narrow: bool, settled: State | None) -> None:
        values = self._values[layer.name] = layer.values(model)
        found = layer.places(model)
        places = self._places[layer.name] = found if isinstance(found, list) else list(found)
        every = list(values)  # shared: rules replace lists instead of changing them
        open_values: Candidates = {place[0]: every for place in ticking(places)}
        many = not narrow and len(places) * len(every) > _MANY
        if narrow:
            self._narrow(model, layer, values, open_values)
        elif many and settled is not None:
            open_values.update(_held(settled.marks.get(layer.name, NO_MARKS), places, values))
        rank = {value: k for k, value in enumerate(every)} if many else None
        terms = self.terms[layer.name] = Terms()
        if narrow and max(map(len, open_values.values()), default=0) == 1:
            sure = self._sure[layer.name] = {spot: open_values[place[0]][0] for place in places for spot in place}
            term_of = {value: Term({value: ALWAYS}) for value in set(sure.values())}
            terms.update({spot: term_of[value] for spot, value in sure.items()})
            return
        var = self.top
        on, n = layer.declared_on(model), len(places) * len(every)
        if isinstance(on, str) and n <= KEPT and all(own is every for own in open_values.values()):
            self.terms[layer.name] = self._open_terms(model, on, places, every)
            self.shut = self.shut or not every
            self.top += n
            return
        due = var
        for place in ticking(places):
            open_here = open_values[place[0]]
            if var >= due:
                model.tick()
                due = var + 5_000
            if len(open_here) == 1 and narrow:
                term = Term({open_here[0]: ALWAYS})
            else:
                own_marks = Consecutive(rank, var + 1) if rank is not None and open_here is every else None
                term = Term(own_marks or dict(zip(open_here, marks_from(var + 1, len(open_here)), strict=True)))
                var += len(open_here)
            self.shut = self.shut or not open_here
            for spot in place:
                terms[spot] = term
        self.top = var

    def _open_terms(
        self, model: Model, on: str, places: Sequence[tuple[Spot, ...]], every: Sequence[Value]
    ) -> Terms:
        """The terms of places where every value is open; models of the board share the last few."""
        kept = model.board.memo(("terms", on), dict[Hashable, Terms])
        key = self.top, tuple(every), tuple(map(type, every))  # True equals 1
        terms = kept.get(key)
        if terms is None:
            if len(kept) == _SHARED:
                kept.clear()
            terms = kept[key] = Terms.of(places, every, self.top + 1)
        return terms

    def _narrow(self, model: Model, layer: ValueLayer, values: Iterable[Value], open_values: Candidates) -> None:
        """Keeps the values that givens and rules leave; if a spot has none left, all spots lose theirs."""
        given = model.given(layer)
        known = {value: [value] for value in values}
        for spot, value in ticking(given.items()):
            if spot in open_values:
                open_values[spot] = known.get(value, [])
        for rule in model.rules:
            model.tick()
            if rule in model.encoded:
                rule.narrow(model, layer, open_values)
        if not all(open_values.values()):
            open_values.update({spot: [] for spot in open_values})

    @property
    def is_settled(self) -> bool:
        """Whether narrowing has settled the whole answer."""
        return self.is_narrowed and self.top == 1 and not self.shut

    def keeps_givens(self) -> bool:
        """Whether the settled values agree with the given ones."""
        for name, places in self._places.items():
            given = self.puzzle.given.get(name, NO_MARKS)
            if name not in self.terms:
                if not places and any(value is not False for value in given.values()):
                    return False
            elif not given.items() <= self.settled_values(name).items():
                return False
        return True

    def settled_values(self, layer: str) -> Mapping[Spot, Value]:
        """The values of a layer if narrowing has settled it entirely; else none."""
        return self._sure.get(layer, NO_MARKS)

    def places(self, name: str) -> Sequence[tuple[Spot, ...]]:
        """The places of an answer layer, as tuples of the spots that share a mark; none for layers of clues."""
        return self._places.get(name, ())

    def given_marks(self) -> Iterator[tuple[str, Spot, Value]]:
        """The marks of the answer that the puzzle gives in advance."""
        for name in self._places:
            for spot, value in self.puzzle.given.get(name, NO_MARKS).items():
                yield name, spot, value

    def literal(self, layer: str, spot: Spot, value: Value) -> Mark:
        """The literal of "the spot has this value"; False is the absence of a mark."""
        if layer in self.terms:
            term = self.terms[layer].get(spot)
            return NEVER if term is None else term.marks.get(value, NEVER)
        mark = self.marks[layer].get(spot, NEVER)
        if value is False:
            return ~mark
        return mark if value is True or value == 1 else NEVER

    def spots_of(self, literal: int) -> tuple[Spot, ...]:
        """The spots of a literal; () if it does not belong to an answer layer."""
        return self._place_of(literal)[1] if 1 < abs(literal) <= self.top else ()

    def mark_of(self, literal: int) -> tuple[str, tuple[Spot, ...], Value, bool]:
        """What a literal means: the layer, the spots, the value, and whether they hold it.

        On a layer of marks the value is True, or False for the absence of a mark, and they hold it in either case.
        """
        known = self._mark_of.get(literal)
        if known is None:
            name, place = self._place_of(literal)
            if name in self.marks:
                known = name, place, literal > 0, True
            else:
                own = self.terms[name][place[0]].marks.items()
                known = name, place, next(value for value, mark in own if mark == abs(literal)), literal > 0
            self._mark_of[literal] = known
        return known

    def _place_of(self, literal: int) -> tuple[str, tuple[Spot, ...]]:
        firsts, places = self._first_literals
        return places[bisect(firsts, abs(literal)) - 1]

    @cached_property
    def _first_literals(self) -> tuple[list[int], list[tuple[str, tuple[Spot, ...]]]]:
        """The first variable of each place that has any, in order, and the places with their layers."""
        firsts: list[int] = []
        found: list[tuple[str, tuple[Spot, ...]]] = []
        var = 2
        for name, places in self._places.items():
            for place in ticking(places):
                own = self.terms[name][place[0]].marks if name in self.terms else {True: self.marks[name][place[0]]}
                n = len(own)
                if n > 1 or (n and ALWAYS not in own.values()):
                    firsts.append(var)
                    found.append((name, place))
                    var += n
        return firsts, found

    def known(self, state: State | None) -> MutableSequence[int]:
        """The assignment of a state (see ``expr.Known``)."""
        known = cast(MutableSequence[int], Sparse()) if self.top > _DENSE else array("b", bytes(2 * self.top + 1))
        known[1], known[-1] = 1, -1
        if state is not None:
            for lit in ticking(self._literals_of(state, known)):
                if lit not in (1, -1):
                    known[lit], known[-lit] = 1, -1
        return known

    def _literals_of(self, state: State, known: MutableSequence[int]) -> Iterator[int]:
        """The literals that hold in a state; those of its marks come last, so that they override struck candidates.

        The many other values of spots with ``Consecutive`` marks are entered at once.
        """
        for name, out in state.struck.items():
            for spot, values in out.items():
                yield from (-self.literal(name, spot, value) for value in values)
        for name, found in state.marks.items():
            if name in self.marks:
                marks = self.marks[name]
                yield from (marks[spot] if value is not False else -marks[spot]
                            for spot, value in found.items() if spot in marks)  # fmt: skip
            elif name in self.terms:
                terms = self.terms[name]
                for spot, value in found.items():
                    own = terms[spot].marks if spot in terms else {}
                    if isinstance(own, Consecutive) and isinstance(known, array):
                        own.deny(known)
                        yield from (own[value],) if value in own else ()
                    else:
                        yield from (mark if other == value else -mark for other, mark in own.items())

    def state(self, assignment: Sequence[int]) -> State:
        """The state of an assignment, given as literals of the variables 1, 2, ... (0: open)."""
        if self.is_settled:
            return State.of(self.puzzle, self._sure)
        values = [0, *assignment]  # so that marks are indices
        found = {
            name: self._marked(name, values) if name in self.marks else self._valued(name, values)
            for name in self._places
        }
        if not self.terms:  # nothing is struck out, and nothing to convert
            return State(self.puzzle, frozen_layers(found))
        struck = {
            name: self._struck(name, [place for place in self._places[name] if place[0] not in found[name]], values)
            for name in self.terms
        }
        return State.of(self.puzzle, found, struck)

    def _struck(
        self, name: str, places: Sequence[tuple[Spot, ...]], values: Sequence[int]
    ) -> dict[Spot, set[Value]]:
        """The values that spots do not hold, including those that are no candidates."""
        found: dict[Spot, set[Value]] = {}
        every = set(self._values[name]) if places else set()
        for place in ticking(places):
            marks = self.terms[name][place[0]].marks
            left = {value for value, mark in marks.items() if values[mark] >= 0}
            found.update(dict.fromkeys(place, every - left))
        return found

    def _marked(self, name: str, values: Sequence[int]) -> dict[Spot, Value]:
        """The marks of a layer of marks, by the values of the variables."""
        layer: dict[Spot, Value] = {}
        marks, places = self.marks[name], self._places[name]
        if len(marks) == len(places) + 1:  # places of one spot each; the last mark is that of None
            first = int(next(iter(marks.values())))
            own = values[first : first + len(places)]
            if 0 not in own:
                return dict(zip(marks, [value > 0 for value in own], strict=False))  # type: ignore[arg-type]
        for place in places:
            value = values[marks[place[0]]]
            if value:
                for spot in place:
                    layer[spot] = value > 0
        return layer

    def _valued(self, name: str, values: Sequence[int]) -> dict[Spot, Value]:
        """The values of a layer of values, by the values of the variables."""
        layer: dict[Spot, Value] = {}
        terms = self.terms[name]
        for place in self._places[name]:
            for value, mark in terms[place[0]].marks.items():
                if values[mark] > 0:
                    for spot in place:
                        layer[spot] = value
        return layer


# -- views -------------------------------------------------------------------------------------------------------------
# A view is a literal that follows from the marks of the answer and shortens explanations, such as "r2c2 belongs to the
# area of r1c1". Clauses that hold in every grid define views, and all demands of a puzzle share them. Only explanations
# use them: reasons consist of demands and marks, views are intermediate conclusions.

T = TypeVar("T")
Holds = AbstractSet[int]
"""The literals of marks and views that hold."""
Refine = Callable[[Holds], Iterable[Clause]]
"""Returns clauses that are part of the definition of views and of which at most one literal is not false."""


@dataclass(frozen=True)
class View:
    """What a view says about a spot: a verb in the third person, a word, and a name.

    Views of one kind differ only in their names.
    """

    spot: Spot
    verb: str
    word: str
    name: str
    home: str = ""
    """The module whose catalogue translates the words."""

    def say(self, holds: bool, *, several: bool, names: Iterable[str]) -> str:
        """The predicate of a sentence about one or several spots: ``does not belong to the area of r1c1 or r3c2``."""
        text = predicate(self.verb, f"{self.word} {{names}}".lstrip(), holds, several=several)
        said = [name_in_words(name, self.home) for name in names]
        return worded(text, self.home, names=listed(said, "and" if holds else "or"))


class Views:
    """The views of one puzzle. The clauses of demands go to ``out``; definitions are kept apart from these."""

    def __init__(self, out: Clauses) -> None:
        self.out = out
        self.told: dict[int, View] = {}
        """The views by their literals."""
        self.definitions: list[Clause] = []
        self.refining: list[Refine] = []
        self._families: dict[Hashable, Any] = {}

    def family(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of ``make``, computed once: views that several demands share."""
        if key not in self._families:
            self._families[key] = make()
        found: T = self._families[key]
        return found

    def new(self, view: View) -> int:
        """The literal of a new view."""
        literal = self.out.new()
        self.told[literal] = view
        return literal

    def define(self, clauses: Iterable[Clause]) -> None:
        """Adds clauses that define views; they must hold in every grid."""
        self.definitions += clauses

    def refined_by(self, refine: Refine) -> None:
        """Adds a function for definitions that cannot be stated at once, such as connection."""
        self.refining.append(refine)
