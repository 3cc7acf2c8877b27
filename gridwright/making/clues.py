"""Puzzles that differ only in their clues: demands that are made once for each clue, and one solver for all puzzles.

The rules without clues are compiled once. The demands of a clue are added when it first occurs; its selector puts them
in force while it is assumed.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple, TypeAlias

from ..board.board import Spot
from ..engine.solve.clock import Clock
from ..engine.solve.sat import Sat
from ..engine.solve.search import Compiled, LateCount, compile_open
from ..engine.solve.selectors import UnderSelector
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.making import Unlucky
from ..language.puzzle import Puzzle, State, frozen_layers
from ..language.rules import Clue, Demand, Global, Rule
from ..language.variables import Variables
from ..logic.clauses import Clauses
from ..logic.expr import Expr, Known, known_from, literals
from ..logic.ticks import ticking
from .effort import SEVERAL

ClueValue: TypeAlias = tuple[str, Spot, Any]
"""A clue with its value: layer, spot and value."""
AnswerMark: TypeAlias = tuple[str, Spot, Any]
"""A mark of the answer: layer, spot and value."""


class Sourced(NamedTuple):
    """A demand with the clues that it comes from."""

    demand: Demand
    sources: tuple[ClueValue, ...]


def plain_demands(bare: Puzzle) -> ClueDemands | None:
    """The cached demands of a board without structure; None if there is a structure.

    Also None if rules make demands from several clues: then the cache would depend on earlier puzzles, and so would new
    puzzles.
    """
    if bare.given or bare.keys:
        return None
    found = _plain(bare)
    return None if found.has_joint_rules else found


@lru_cache(maxsize=1)
def _plain(bare: Puzzle) -> ClueDemands:
    return ClueDemands(bare)


class ClueDemands:
    """The demands of puzzles that differ from a bare puzzle only in their clues.

    If each demand of a rule comes from one clue, it is the same in all puzzles with that clue: it is made once and
    kept. The demands of other rules are made for each puzzle.
    """

    def __init__(self, bare: Puzzle) -> None:
        self.bare = bare
        self._rules = [rule for rule in bare.genre.rules if rule.clue_layers]
        self._kept: dict[ClueValue, list[Demand]] = {}
        self._several: set[Rule] = set()
        """The rules that have made a demand from several clues."""
        self._variables: dict[int, tuple[Expr, frozenset[int]]] = {}
        """The variables in expressions, by identity; keeping the expressions prevents their ids from being reused."""
        self._opened: Opened | None = None
        self.top: int | None = None
        """The last variable of the answer in the models of these puzzles; None before there is any."""

    def of(self, puzzle: Puzzle) -> list[Sourced]:
        """The demands that come from the clues of a puzzle, except clues of the bare puzzle."""
        clues = [(name, spot, value) for name, own in puzzle.given.items() if name in self._layers
                 for spot, value in own.items() if not self._is_bare(name, spot, value)]
        missing = [clue for clue in clues if clue not in self._kept]
        if missing:
            self._make(missing)
        found = [Sourced(demand, (clue,)) for clue in clues for demand in self._kept[clue]
                 if demand.rule not in self._several]
        if self._several:
            found += self._sourced(puzzle, [rule for rule in self._rules if rule in self._several])
        return found

    @property
    def has_joint_rules(self) -> bool:
        """Whether some rule is known to make a demand from several clues."""
        return bool(self._several)

    def opened(self, tick: Callable[[], None]) -> Opened:
        """The bare puzzle compiled; kept for later solvers unless it has global demands, which have a state."""
        if self._opened is not None:
            return self._opened
        compiled = compile_open(self.bare, tick)
        readings: dict[ClueValue, int] = {}
        read_rules: set[Rule] = set()
        for rule in self._rules:
            if len(rule.clue_layers) == 1 and rule in compiled.model.encoded:
                (name,) = rule.clue_layers
                found = None if self.bare.given.get(name) else rule.readings(compiled.model, compiled.clauses)
                if found is not None:
                    read_rules.add(rule)
                    readings |= {(name, spot, value): lit for (spot, value), lit in found.items()}
        opened = Opened(compiled, readings, frozenset(read_rules))
        if not compiled.lazy:
            self._opened = opened
        return opened

    def leaves_all_open(self, tick: Callable[[], None]) -> bool:
        """Whether any marks are an answer of the bare puzzle."""
        compiled = self.opened(tick).compiled
        return compiled.clauses.is_empty and not compiled.lazy and not compiled.model.terms

    def variables_of(self, demand: Demand) -> frozenset[int] | None:
        """The variables in a demand; None for a global demand."""
        what = demand.what
        if not isinstance(what, Expr):
            return None
        key = id(what)
        if key not in self._variables:
            self._variables[key] = what, frozenset(map(abs, literals(what)))
        return self._variables[key][1]

    @cached_property
    def variables(self) -> Variables:
        """The variables of the answer, the same ones in all of these puzzles."""
        return self.bare.genre(self.bare).variables

    @cached_property
    def _layers(self) -> frozenset[str]:
        """The layers of clues."""
        return frozenset(name for name, layer in self.bare.genre.layers.items()
                         if isinstance(layer, GivenLayer) and layer.role == "clue")

    def _is_bare(self, name: str, spot: Spot, value: Any) -> bool:
        own: Mapping[Spot, Any] = self.bare.given.get(name, {})
        return spot in own and own[spot] == value

    def _make(self, clues: Iterable[ClueValue]) -> None:
        """Makes and keeps the demands of clues."""
        given = {name: dict(own) for name, own in self.bare.given.items()}
        for name, spot, value in clues:
            given.setdefault(name, {})[spot] = value
            self._kept[name, spot, value] = []
        puzzle = Puzzle(self.bare.genre, self.bare.board, frozen_layers(given), self.bare.keys)
        for demand, sources in self._sourced(puzzle, self._rules):
            if len(sources) == 1:
                self._kept[sources[0]].append(demand)
            else:
                self._several.add(demand.rule)

    def _sourced(self, puzzle: Puzzle, rules: Iterable[Rule]) -> Iterator[Sourced]:
        model = puzzle.genre(puzzle)
        self.top = model.variables.top
        for demand in (demand for rule in rules for demand in rule.demands(model) if demand.clues):
            clues = ((name, spot, puzzle.given[name][spot]) for name, spot in demand.clues)
            sources = tuple(clue for clue in clues if not self._is_bare(*clue))
            if sources:
                yield Sourced(demand, sources)


class Opened(NamedTuple):
    """A bare puzzle ready for a solver that can ask about any clues."""

    compiled: Compiled
    readings: Mapping[ClueValue, int]
    """The literals of clues, for rules that have ``readings``."""
    read_rules: frozenset[Rule]
    """These rules."""


class OtherMarks(Exception):
    """The clues of a puzzle change which marks its answer may have, so this solver cannot express them."""


class ClueSolver:
    """A bare puzzle in a solver. Use it as a context manager, or ``close`` it."""

    def __init__(self, demands: ClueDemands, clock: Clock) -> None:
        """``demands``: those of the structure."""
        self.demands, self.clock = demands, clock
        self._opened = demands.opened(clock.glance)
        compiled = self._opened.compiled
        self.model: Genre = compiled.model
        self._lazy: list[tuple[Global, int]] = [(one, 0) for one in compiled.lazy]
        self._selectors: dict[ClueValue, int] = {}
        self._drawn: tuple[State | None, frozenset[int]] = None, frozenset()
        """The answer remembered last, and its literals."""
        self._added: set[int] = set()
        """The demands from one clue that have been added, by identity; they live as long as ``demands``."""
        self.sat = Sat(counting=True)
        self.sat.add(ticking(compiled.clauses.made))
        self.sat.add_counts(ticking(compiled.clauses.at_most))
        self._out = compiled.clauses if compiled.lazy else Clauses(compiled.clauses.top, clock.glance, counting=True)
        self._handed = [len(self._out.made), len(self._out.at_most)]
        self._out.extend([int(self.model.variables.literal(*mark))] for mark in self.model.variables.given_marks())
        self._hand_over()

    def _hand_over(self) -> None:
        made, at_most = self._out.made, self._out.at_most
        self.sat.add(ticking(made[self._handed[0] :]))
        for lits, k in ticking(at_most[self._handed[1] :]):
            self.sat.at_most(lits, k)
        self._handed = [len(made), len(at_most)]

    # -- adding demands --

    def literal(self, mark: AnswerMark) -> int:
        """The literal of a mark; 1 always holds, -1 never."""
        return int(self.model.variables.literal(*mark))

    def literals(self, marks: Mapping[str, Mapping[Spot, Any]]) -> list[int]:
        """The literals of some marks."""
        return [self.literal((name, spot, value)) for name, layer in marks.items() for spot, value in layer.items()]

    def tell(self, puzzle: Puzzle) -> dict[Clue, int]:
        """The selectors of the clues of a puzzle with this structure; adds their demands unless they are known.

        Raises OtherMarks.
        """
        selectors: dict[Clue, int] = {}
        for demand, sources in self.demands.of(puzzle):
            of_demand = [self._selector(source) for source in sources]
            selectors.update(zip(((name, spot) for name, spot, _ in sources), of_demand, strict=True))
            if len(of_demand) > 1:
                literal = self._out.new()
                self._out.add([literal, *(-one for one in of_demand)])
                self._add(demand, literal)
            elif id(demand) not in self._added and not self._is_read(demand, sources[0]):
                self._added.add(id(demand))
                self._add(demand, of_demand[0])
        if self.demands.top not in (None, self.model.variables.top):
            raise OtherMarks
        self._hand_over()
        return selectors

    def _selector(self, clue: ClueValue) -> int:
        if clue not in self._selectors:
            self._selectors[clue] = self._opened.readings.get(clue) or self._out.new()
        return self._selectors[clue]

    def _is_read(self, demand: Demand, clue: ClueValue) -> bool:
        """Whether the selector of a clue implies a demand already."""
        return clue in self._opened.readings and demand.rule in self._opened.read_rules

    def _add(self, demand: Demand, selector: int) -> None:
        rule, what = demand.rule, demand.what
        with UnderSelector(self._out, selector) as late:
            if isinstance(what, Expr):
                if rule not in self.model.encoded or not rule.encode_demand(demand, self.model, self._out):
                    self._out.require(what)
            else:
                what.encode(self._out)
                self._lazy.append((what, selector))
        self._lazy += [(LateCount(self._out, lits, allowed), selector) for lits, allowed in late]

    def differs(self, marks: Iterable[int]) -> int:
        """A selector for: some of these literals do not hold."""
        literal = self.switch()
        self.exclude(marks, literal)
        return literal

    def switch(self) -> int:
        """A new literal without any clause."""
        return self._out.new()

    def exclude(self, marks: Iterable[int], selector: int) -> None:
        """Adds that some literals do not all hold while a selector is assumed."""
        self._out.add([-selector, *(-mark for mark in marks)])
        self._hand_over()

    def settle(self, lits: Iterable[int]) -> None:
        """Adds that these literals hold."""
        self._out.extend([lit] for lit in lits)
        self._hand_over()

    def marks_of(self, answer: State) -> frozenset[int]:
        """The literals of an answer: its values, and for each spot of a layer of marks whether it has one.

        Raises OtherMarks.
        """
        if answer is self._drawn[0]:
            return self._drawn[1]
        lits = {self.literal((name, place[0], answer.marks[name][place[0]]))
                for name in answer.marks for place in self.model.variables.places(name)
                if place[0] in answer.marks[name]}
        if -1 in lits:
            raise OtherMarks
        return frozenset(lits - {1})

    # -- solving --

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether there is an answer under assumptions. If so, ``state`` returns it, otherwise ``core`` why not.

        Raises TimeUp, and TooHard if the clock is an ``Effort``.
        """
        n_refuted = 0
        while self.sat.solve(self.clock, assumptions):
            values = self.sat.assignment()
            values += [-v for v in range(len(values) + 1, self._out.top + 1)]
            if not self._lazy or not self._learn(known_from(values)):
                self._values = values
                return True
            n_refuted += 1
            self.clock.refuted(n_refuted)
        return False

    def _learn(self, known: Known) -> bool:
        """Adds the cuts of the demands in force against a grid; returns whether there were any."""
        before = len(self._out.made)
        for one, selector in self._lazy:
            if selector and known[selector] <= 0:
                continue
            self.clock.glance()
            own = [-selector] if selector else []
            self._out.extend([*own, *cut] for cut in one.cuts(known))
        self._hand_over()
        return len(self._out.made) != before

    def core(self) -> list[int]:
        """Assumptions that could not hold together."""
        return self.sat.core()

    def marks(self) -> frozenset[int]:
        """The literals of the answer found last (see ``marks_of``)."""
        own = self._values[1 : self.model.variables.top]
        return frozenset(lit for lit in own if lit > 0 or -lit in self._flags)

    @cached_property
    def _flags(self) -> frozenset[int]:
        """The variables of layers of marks."""
        return frozenset(abs(mark) for marks in self.model.marks.values() for mark in marks.values())

    @cached_property
    def spots(self) -> Sequence[Sequence[Spot]]:
        """For each variable of the answer, its spots."""
        return [self.model.variables.spots_of(var) for var in range(self.model.variables.top + 1)]

    def spots_of(self, marks: Iterable[int]) -> set[tuple[str, Spot]]:
        """The layers and spots of literals of the answer."""
        variables = self.model.variables
        return {(name, spot) for lit in marks for name, spots, *_ in (variables.mark_of(lit),) for spot in spots}

    def shared(self, marks: frozenset[int], assumptions: Sequence[int]) -> frozenset[int] | None:
        """The marks of an answer that some other answers share; None if it is unique."""
        others = self.others(marks, assumptions)
        return marks.intersection(*others) if others else None

    def others(self, marks: frozenset[int], assumptions: Sequence[int]) -> list[frozenset[int]]:
        """The literals of some other answers, each of which differs from the given one where those before do not."""
        answers: list[frozenset[int]] = []
        shared = marks
        assumed: list[int] = []
        while shared and len(answers) < SEVERAL:
            assumed.append(self.differs(shared))
            if not self.solve([*assumed, *assumptions]):
                break
            answers.append(self.marks())
            shared &= answers[-1]
        return answers

    def state(self) -> State:
        """The answer found last."""
        return self.model.variables.state(self._values)

    def drawn(self, wanted: Iterable[int], rng: Random, must: Iterable[int] = ()) -> State:
        """An answer with all literals of ``must`` and many of the wanted ones. Raises Unlucky if there is none."""
        fixed = [lit for lit in must if lit != 1]
        if -1 in fixed:
            raise Unlucky
        assumed = dict.fromkeys(lit for lit in wanted if lit not in (1, -1))
        while not self.solve([*fixed, *assumed]):
            loose = sorted(lit for lit in self.core() if lit in assumed)
            if not loose:
                raise Unlucky("the rules leave no answer")
            for lit in rng.sample(loose, 1 + len(loose) // 4):
                del assumed[lit]
        return self.remembered()

    def remembered(self) -> State:
        """The answer found last, whose literals are kept for ``marks_of``."""
        found = self.state()
        self._drawn = found, self.marks()
        return found

    def prefer(self, rng: Random, likely: Mapping[str, float]) -> None:
        """Makes the solver guess at random from now on."""
        self.sat.prefer(list(self.guesses(rng, likely)))

    def prefer_marks(self, marks: frozenset[int]) -> None:
        """Makes the solver guess the marks of an answer (see ``marks_of``) from now on."""
        top = self.model.variables.top
        self.sat.prefer([variable if variable in marks else -variable for variable in range(2, top + 1)])

    def guesses(self, rng: Random, likely: Mapping[str, float]) -> Iterator[int]:
        """A guess for each place of the answer: a mark or none, or one of the values.

        Values may have probabilities as well, by their layer and themselves: ``{"letter A": 0.4}``.
        """
        for lits, weights in self._choices(likely):
            if weights is None:
                yield lits[int(rng.random() * len(lits))]
            else:
                yield lits[bisect(weights, rng.random() * weights[-1])]

    def _choices(self, likely: Mapping[str, float]) -> list[tuple[list[int], list[float] | None]]:
        """For each place, the literals to choose from, with cumulative weights unless all are equal."""
        if self._chosen_by is not likely:
            self._chosen_by, self._choice_list = likely, list(self._make_choices(likely))
        return self._choice_list

    def _make_choices(self, likely: Mapping[str, float]) -> Iterator[tuple[list[int], list[float] | None]]:
        for name, layer in self.model.answer_layers.items():
            chance = likely.get(name, 0.5)
            for place in self.model.variables.places(name):
                if name in self.model.marks:
                    mark = self.literal((name, place[0], True))
                    yield [mark, -mark], [chance, 1.0]
                    continue
                marks = self.model.terms[name][place[0]].marks
                weights = [likely.get(f"{layer.name} {value}", 1.0) for value in marks]
                yield list(map(int, marks.values())), None if min(weights) == 1 else list(accumulate(weights))

    _chosen_by: Mapping[str, float] | None = None

    def close(self) -> None:
        """Frees the solver."""
        self.sat.close()

    def __enter__(self) -> ClueSolver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
