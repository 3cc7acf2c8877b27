"""Clues that repair a puzzle without answer if they are changed or left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

from ...language.domain import ABSENT, Domain
from ...language.layers import GivenLayer, ValueLayer
from ...language.puzzle import Puzzle, PuzzleError, Value, frozen_layers
from ...language.rules import Clue
from ...language.sequences import TupleOf
from ...language.validation import check_puzzle
from ..solve.answers import Verdict, solve
from ..solve.check import check
from ..solve.clock import Clock, TimeUp
from ..solve.selectors import Selector, SelectorSolver

_FAR = 40
"""Numbers that differ by more than this from a wrong one are not tried in its place."""
_TRIES, _MOST_TRIES = 12, 60
"""The most values that are tried by solving: in place of each clue, and of all."""
_VALUES = 3
"""So many values in place of a clue are enough if each has to be solved."""
_PAIRS = 300
"""The most pairs of clues that are left out."""
_GRIDS, _CONFLICTS = 30, 20_000
"""Limits of the search for another contradiction: grids, and conflicts per grid."""


class Repair(NamedTuple):
    """Clues without which, or with other values of which, a puzzle has answers.

    ``unique``: without them it has exactly one. ``values``: each of these in place of the clue, if it is a single one,
    leaves exactly one answer; ``ABSENT`` means no clue.
    """

    clues: tuple[Clue, ...]
    unique: bool = False
    values: tuple[Value, ...] = ()


class Repairs:
    """Looks for clues that repair a puzzle without answer.

    Every contradiction contains each of them, so each one that is found excludes other clues.
    """

    def __init__(self, solver: SelectorSolver, clash: Sequence[Selector], clock: Clock) -> None:
        """``clash`` is a contradiction."""
        self.solver, self.clock, self.puzzle = solver, clock, solver.model.puzzle
        self._base = [
            *(one.literal for one in solver.givens),
            *(one.literal for one in solver.demands if not solver.clues_of(one.literal)),
            *(one.literal for one in solver.clues.values()),
        ]
        self._suspects = self._clues_in(one.literal for one in clash)
        self._repairs: list[Repair] = []
        self._near: dict[tuple[Clue, ...], float] = {}
        """How near the first fitting value of each repair is to the wrong one."""
        self._verdicts: dict[tuple[Clue, ...], Verdict | None] = {}
        """Those on the puzzle without the clues of a repair; None if its genre does not allow it."""

    def found(self) -> Iterator[list[Repair]]:
        """Single clues, the most likely first, or else a pair: all that are found so far, each time more is known.

        Raises TimeUp.
        """
        suspects = self._suspects[:]
        while suspects:
            literal = suspects.pop(0)
            one = Repair((self._clue(literal),))
            verdict = self._verdicts[one.clues] = self._without(one)
            needed = self._needed(literal) if verdict is None or verdict.status == "none" else None
            if needed is not None:
                suspects = [other for other in suspects if other in needed]
            else:
                self._repairs.append(one._replace(unique=verdict is not None and verdict.status == "unique"))
                yield self._in_order()
        for _ in self._with_values():
            yield self._in_order()
        if not self._in_order():
            yield from self._pair()

    def _in_order(self) -> list[Repair]:
        """The most likely first.

        Most clues are needed: without a wrong one there are several answers, and often more than one value would do;
        without a right one there is a single answer by chance. Near values come before others.
        """
        def order(one: Repair) -> tuple[float, ...]:
            n_values = min(len(one.values), _VALUES)
            return not one.unique and not n_values, one.unique, -n_values, self._near.get(one.clues, inf)

        return sorted((one for one in self._repairs if one.values or self._leaves_answers(one)), key=order)

    def _leaves_answers(self, one: Repair) -> bool:
        """Whether the puzzle has answers without a clue, not just with other values in its place."""
        layer = self.puzzle.genre.layers[one.clues[0][0]]
        is_exhaustive = isinstance(layer, GivenLayer) and layer.exhaustive
        verdict = self._verdicts[one.clues]
        return verdict is not None and verdict.status != "none" and not is_exhaustive

    def _clues_in(self, selectors: Iterable[int]) -> list[int]:
        """The literals of the clues and given marks that some selectors come from."""
        found: dict[int, None] = {}
        for literal in selectors:
            selector = self.solver.selectors[literal]
            if selector.given is not None or selector.clue is not None:
                found[literal] = None
            else:
                found.update((self.solver.clues[clue].literal, None) for clue in self.solver.clues_of(literal))
        return list(found)

    def _clue(self, literal: int) -> Clue:
        selector = self.solver.selectors[literal]
        if selector.clue is not None:
            return selector.clue
        assert selector.given is not None
        return selector.given[:2]

    def _needed(self, literal: int) -> list[int] | None:
        """The suspects in a contradiction without one of them; None if no contradiction is found."""
        found = self.solver.attempt([one for one in self._base if one != literal], _GRIDS, _CONFLICTS)
        if found:
            return None
        return self._suspects if found is None else self._clues_in(self.solver.core())

    def _pair(self) -> Iterator[list[Repair]]:
        """Two clues that suffice together."""
        tries = 0
        for literal in self._suspects:
            for other in self._needed(literal) or ():
                pair = Repair((self._clue(literal), self._clue(other)))
                verdict = self._without(pair) if other != literal else None
                if verdict is not None and verdict.status != "none":
                    yield [pair._replace(unique=verdict.status == "unique")]
                    return
                tries += 1
                if tries > _PAIRS:
                    return

    # -- how many answers are left --

    def _without(self, one: Repair) -> Verdict | None:
        """The verdict on the puzzle without some clues; for those that belong to their places the value that does not
        inform is there instead."""
        return self._solved(replaced(self.puzzle, {clue: unknown(self.puzzle, clue) for clue in one.clues}))

    def _solved(self, puzzle: Puzzle | None) -> Verdict | None:
        """Raises TimeUp."""
        if puzzle is None:
            return None
        verdict = solve(puzzle, timeout=self.clock.left, stop=self.clock.stop)
        if verdict.status == "undecided":
            raise TimeUp(self.clock.timeout)
        return verdict

    def _with_values(self) -> Iterator[None]:
        """Adds the values in place of each clue that leave one answer: the nearest of all clues first, but those of
        clues without which there is no answer last."""
        left = _MOST_TRIES
        given, tried = self.puzzle.given, [0] * len(self._repairs)
        trials = [(not self._leaves_answers(one), _distance(given[name][spot], value), i, value)
                  for i, one in enumerate(self._repairs)
                  for name, spot in one.clues for value in self._values((name, spot))]
        for _, near, i, value in sorted(trials, key=lambda one: one[:2]):
            one = self._repairs[i]
            changed = replaced(self.puzzle, {one.clues[0]: value})
            verdict = self._verdicts[one.clues]
            if changed is None or (not one.unique and (len(one.values) >= _VALUES or tried[i] >= _TRIES)):
                continue
            answers = verdict.answers if verdict is not None else ()
            fits = [not check(changed, answer, timeout=self.clock.left, stop=self.clock.stop) for answer in answers]
            if one.unique:
                is_one = fits[0]
            elif (fits and all(fits)) or not left:
                continue
            else:
                left, tried[i] = left - 1, tried[i] + 1
                found = self._solved(changed)
                is_one = found is not None and found.status == "unique"
            if is_one:
                self._repairs[i] = one._replace(values=(*one.values, value))
                self._near.setdefault(one.clues, near)
                yield

    def _values(self, clue: Clue) -> Iterable[Value]:
        """Other values of a clue: near numbers first."""
        name, spot = clue
        puzzle, layer = self.puzzle, self.puzzle.genre.layers[name]
        value, model = puzzle.given[name][spot], self.solver.model
        if isinstance(layer, GivenLayer):
            unknown = layer.unknown(model, spot)
            near = [other for other in near_values(value, layer.domain.at(model, spot)) if other != unknown]
            return [ABSENT, *near] if layer.exhaustive else near
        values = layer.values(model) if isinstance(layer, ValueLayer) else (True, False)
        return [other for other in values if other != value]


def _distance(value: Value, other: Value) -> float:
    """The distance between two numbers, or two tuples of numbers; other values are all equally far apart."""
    if isinstance(value, tuple) and isinstance(other, tuple):
        return sum(_distance(a, b) for a, b in zip(value, other, strict=True) if a != b)
    both = isinstance(value, int) and isinstance(other, int)
    return abs(int(value) - int(other)) if both else 1


def near_values(value: Value, domain: Domain) -> list[Value]:
    """The other values of a domain, near numbers first; of tuples those that differ in one number."""
    steps = [sign * n for n in range(1, _FAR) for sign in (-1, 1)]
    some: list[Value]
    if isinstance(value, tuple):
        places = [i for i, item in enumerate(value) if type(item) is int]
        some = [(*value[:i], value[i] + step, *value[i + 1 :]) for step in steps for i in places]
    elif type(value) is int:
        some = [value + step for step in steps]
    else:
        some = [other for other in domain.values() or () if other != value]
    return [other for other in some if other in domain]


def unknown(puzzle: Puzzle, clue: Clue) -> Value:
    """The replacement of a removed clue: ABSENT, or the value without information."""
    name, spot = clue
    layer = puzzle.genre.layers[name]
    if not isinstance(layer, GivenLayer) or layer.on in ("sides", "line_sides"):
        return ABSENT
    return layer.unknown(puzzle.genre.as_told(puzzle), spot)


def weaker_values(puzzle: Puzzle, clue: Clue) -> list[Value]:
    """Possible replacements of a clue: that of a removed clue first, then values with less information."""
    name, spot = clue
    layer, value = puzzle.genre.layers[name], puzzle.given[name][spot]
    if not isinstance(layer, GivenLayer):
        return [ABSENT]
    domain = layer.domain.at(puzzle.genre.as_told(puzzle), spot)
    if domain.unknown == value:
        return []
    parts = domain.parts if isinstance(domain, TupleOf) and domain.unknown is not ABSENT else ()
    return [unknown(puzzle, clue)] + [(*value[:i], part.unknown, *value[i + 1 :]) for i, part in enumerate(parts)
                                     if part.unknown not in (ABSENT, value[i])]


def replaced(puzzle: Puzzle, clues: Mapping[Clue, Value]) -> Puzzle | None:
    """The puzzle with other values (or ABSENT) of some clues; None if its genre does not allow them."""
    given = {name: dict(own) for name, own in puzzle.given.items()}
    for (name, spot), value in clues.items():
        given.setdefault(name, {})[spot] = value
        if value is ABSENT:
            del given[name][spot]
    changed = Puzzle(puzzle.genre, puzzle.board, frozen_layers(given), puzzle.keys, puzzle.about)
    try:
        check_puzzle(changed)
    except PuzzleError:
        return None
    return changed
