"""Strategies by change of structure: rooms, walls or clue places change near the spots where answers differ."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ..board.board import Spot
from ..engine.solve.clock import Clock
from ..engine.solve.search import Search
from ..language.making import OneOfSeveral, Sketch, Unlucky
from ..language.puzzle import State
from ..language.rules import Clue
from .clues import ClueSolver, ClueValue
from .drafts import Draft
from .effort import TooHard, open_spots
from .stripping import SLICES
from .workshop import ANYWAY, REPAIRS, Strategy, is_near, places_of

_PATIENCE = 25
"""Changes without a gain before a new sketch is drawn."""
_CLOSE = 0.05
"""The first drafts end with one that leaves at most this share of the cells open."""
_STAYING_OPEN = 0.3
"""The share of marks on open spots that are kept, besides all other marks, when the answer is redrawn in a model of its
own. Freeing too many at once makes success less likely; the best case gained a factor of five."""
_PLACES = 3
"""Places at which a finished puzzle is varied."""
_PIN_PATIENCE = 150
"""The same for steps that count pins, which are cheap."""
_TURNING = 0.4
"""The probability that another answer replaces the draft's."""
_ONE_MORE_PIN = 0.2
"""The probability that one more pin is accepted then."""
_SEVERAL = 2
"""Changes by which a puzzle is varied if its answer stays: a single one seldom makes a difference."""


@dataclass(frozen=True)
class _Tried:
    """A draft and its distance from being unique; 0 if it is."""

    draft: Draft
    score: int
    spots: Collection[Spot] = ()
    """Where other answers differ."""


class ByStructure(Strategy):
    """Changes the structure where answers differ, draws a new answer, and keeps changes that make nothing worse."""

    def unique(self, rng: Random) -> Draft:
        """A unique draft, by local search from a new sketch."""
        best = self._first(rng)
        n_vain = 0
        for _ in range(self.for_board(self.making.rounds) - 1):
            sketch = self._changed(rng, best) if best.score and n_vain < self.for_board(_PATIENCE) else None
            if sketch is None:
                break
            n_vain += 1
            any_will_do = rng.random() < ANYWAY
            try:
                this = self._tried(rng, sketch, None if any_will_do else best.score)
            except TooHard:
                raise
            except Unlucky:
                continue
            if this.score < best.score:
                best, n_vain = this, 0
            elif this.score == best.score or any_will_do:
                best = this
        if best.score:
            raise Unlucky
        return best.draft

    def _first(self, rng: Random) -> _Tried:
        """The best of the first drafts (see ``Making.starts``)."""
        n_sketches, n_answers = self.making.starts
        best: _Tried | None = None
        for number in range(n_sketches * n_answers):
            try:
                if number % n_answers == 0:
                    sketch = self.shop.sketch(rng)
                this = self._tried(rng, sketch, None if best is None else best.score)
            except Unlucky as fault:
                if best is None or isinstance(fault, TooHard):
                    raise
            else:
                if best is None or this.score < best.score:
                    best = this
                if best.score <= _CLOSE * len(self.shop.board.cells):
                    break
        assert best is not None
        return best

    def for_board(self, n_changes: int) -> int:
        """The number of changes to try; on boards larger than usual, in proportion to their cells."""
        rows, cols = self.making.size
        return max(n_changes, n_changes * len(self.shop.board.cells) // (rows * cols))

    def varied(self, rng: Random, draft: Draft, at: Collection[Spot] = ()) -> Draft | None:
        """A draft changed at a few places, then repaired until it is unique again."""
        this = _Tried(draft, 1, self._varied_places(rng, places_of(draft, at)))
        for _ in range(REPAIRS):
            sketch = self._changed(rng, this)
            if sketch is None:
                return None
            self.shop.clock.allow(SLICES)
            try:
                this = self._tried(rng, sketch)
            except Unlucky:
                return None
            if not this.score:
                return this.draft
        return None

    def _varied_places(self, rng: Random, places: Sequence[Spot]) -> Sequence[Spot]:
        return rng.sample(places, min(len(places), _PLACES))

    def _changed(self, rng: Random, best: _Tried) -> Sketch | None:
        """The next sketch to try; None if there is nothing to change."""
        assert self.making.change is not None
        return self.making.change(rng, best.draft.sketch.copy(), best.draft.answer, sorted(best.spots))

    def _tried(self, rng: Random, sketch: Sketch, enough: int | None = None) -> _Tried:
        """A draft of a sketch with its score, which is exact only up to ``enough``."""
        several = {name: told for name, told in self.making.told.items() if isinstance(told, OneOfSeveral)}
        if several:
            return self._chosen(rng, sketch, several)
        draft = self.shop.draft(sketch, self.shop.answer(rng, sketch))
        spots = open_spots(draft.puzzle(), draft.answer, self.shop.clock, enough)
        return _Tried(draft, len(spots), spots)

    def _chosen(self, rng: Random, sketch: Sketch, several: Mapping[str, OneOfSeveral]) -> _Tried:
        """A draft whose clues are chosen from several true values, with its score."""
        solver = self.shop.solver_of(sketch)
        draft = self.shop.draft(sketch, self.shop.drawn(rng, sketch, solver))
        options = {(name, spot): values for name, told in several.items() for spot in draft.clues.get(name, ())
                   if (values := told.values(solver.model, draft.answer, spot, rng))}
        chosen = _Choice(draft, options, solver).chosen()
        if isinstance(chosen, Draft):
            return _Tried(chosen, 0)
        open_ = solver.spots_of(solver.marks_of(draft.answer) - chosen)
        return _Tried(draft, len(open_), {spot for _, spot in open_})


class ByFreshAnswer(ByStructure):
    """Redraws the answer where others differ, each time in a model of its own.

    For genres in which that is faster than ``ByAnswer``, which uses one solver for all answers.
    """

    def _changed(self, rng: Random, best: _Tried) -> Sketch:
        sketch = best.draft.sketch.copy()
        sketch.wanted = {name: {s: v for s, v in own.items() if s not in best.spots or rng.random() < _STAYING_OPEN}
                         for name, own in best.draft.answer.marks.items()}
        return sketch

    def _varied_places(self, rng: Random, places: Sequence[Spot]) -> Sequence[Spot]:
        middle = rng.choice(places)
        return [spot for spot in places if is_near(spot, [middle])]


class OneDraft(ByStructure):
    """Accepts a draft or discards it. Its clues change the model, so each set of clues needs a model of its own."""

    def _changed(self, rng: Random, best: _Tried) -> None:
        del rng, best


class _Choice:
    """Chooses the values of clues for which several are true: assumes all of them, then decides clue by clue."""

    def __init__(self, draft: Draft, options: Mapping[Clue, Sequence[Any]], solver: ClueSolver) -> None:
        """``options``: the possible values of clues, the best first."""
        self.draft, self.options, self.solver = draft, options, solver
        self._fixed: list[int] = []
        self._selectors: dict[ClueValue, int] = {}
        for k in range(max(map(len, options.values()), default=1)):
            draft = self._telling({clue: values[min(k, len(values) - 1)] for clue, values in options.items()})
            for (name, spot), literal in draft.selectors(solver).items():
                if (name, spot) in options:
                    self._selectors[name, spot, draft.clues[name][spot]] = literal
                elif not k:
                    self._fixed.append(literal)

    def _telling(self, values: Mapping[Clue, Any]) -> Draft:
        clues = {name: dict(own) for name, own in self.draft.clues.items()}
        for (name, spot), value in values.items():
            clues.setdefault(name, {})[spot] = value
        return replace(self.draft, clues=clues)

    def _literals(self, values: Mapping[Clue, Sequence[Any]]) -> list[int]:
        """The selectors of clues with some of their values."""
        return [self._selectors[name, spot, value] for (name, spot), own in values.items() for value in own
                if (name, spot, value) in self._selectors]

    def chosen(self) -> Draft | frozenset[int]:
        """The unique draft with one value for each clue; if there is none, the marks that other answers share."""
        marks = self.solver.marks_of(self.draft.answer)
        left = dict(self.options)
        shared = self.solver.shared(marks, [*self._fixed, *self._literals(left)])
        if shared is not None:
            return shared
        differs = self.solver.differs(marks)
        core = set(self.solver.core())
        for clue, values in self.options.items():
            for value in values:
                trial = {**left, clue: [value]}
                spared = set(self._literals({clue: values})).difference(self._literals({clue: [value]}))
                if not core.isdisjoint(spared):
                    if self.solver.solve([differs, *self._fixed, *self._literals(trial)]):
                        continue
                    core = set(self.solver.core())
                left = trial
                break
            else:
                return marks & self.solver.marks()
        return self._telling({clue: values[0] for clue, values in left.items()})


# -- around an answer --


class AroundAnswer(Strategy):
    """Keeps the answer and changes the structure, scored by how many extra givens uniqueness would need.

    These givens are *pins*: literals assumed in the solver. They are a finer measure than the number of other answers,
    and cheaper: each other answer that is found requires one more pin, and a core shows which pins are needed.

    Each step drops a pin, which lets in another answer. Then the structure is changed where the two differ, or the
    other answer replaces the first one, which helps to leave local minima. What needs no more pins than before is kept.
    """

    varies_cheaply = True

    @property
    def can_vary(self) -> bool:
        """Always true: the structure can be changed whatever clues are given."""
        return True

    def unique(self, rng: Random) -> Draft:
        """A draft with one answer, changed about its answer from a new sketch."""
        sketch = self.shop.sketch(rng)
        return self._pinned(rng, self.shop.draft(sketch, self.shop.answer(rng, sketch)), self.making.rounds)

    def varied(self, rng: Random, draft: Draft, at: Collection[Spot] = ()) -> Draft | None:
        """A draft changed at a few places, by several changes in a row."""
        places = places_of(draft, at)
        spots = rng.sample(places, min(len(places), _PLACES))
        varied: Draft | None = None
        self.shop.clock.allow(SLICES)
        for _ in range(_SEVERAL):
            with suppress(Unlucky):
                changed = self._changed(rng, draft, draft.answer, spots)
                if changed is not None:
                    varied = draft = self._pinned(rng, changed, REPAIRS)
        return varied

    def _changed(self, rng: Random, draft: Draft, other: State, spots: Collection[Spot]) -> Draft | None:
        """A draft changed where another answer differs from its own; None if there is nothing to change."""
        assert self.making.change is not None
        sketch = draft.sketch.copy()
        sketch.other = other
        changed = self.making.change(rng, sketch, draft.answer, spots)
        return None if changed is None else self.shop.draft(changed, self.shop.answer(rng, changed))

    def _answered(self, draft: Draft, answer: State) -> Draft:
        """A draft of the same structure with another answer."""
        sketch = draft.sketch.copy()
        sketch.marks = {name: dict(own) for name, own in answer.marks.items()}
        return self.shop.draft(sketch, answer)

    def _pinned(self, rng: Random, draft: Draft, rounds: int) -> Draft:
        """A draft that needs no pins. Raises Unlucky after ``rounds`` steps."""
        best = Pinned(draft, self.shop.clock)
        n_vain = 0
        try:
            best.pin(rng, ())
            for _ in range(rounds):
                if not best.pins:
                    return best.draft
                n_before = len(best.pins)
                best = self._better(rng, best)
                n_vain = 0 if len(best.pins) < n_before else n_vain + 1
                if n_vain > _PIN_PATIENCE:
                    break
        finally:
            best.close()
        raise Unlucky

    def _better(self, rng: Random, best: Pinned) -> Pinned:
        """The next draft, which needs no more pins, or the same one."""
        given_up = rng.choice(sorted(best.pins))
        rest = best.pins - {given_up}
        values = best.other(rest)
        if values is None:
            best.pins = rest.intersection(best.search.sat.core())
            return best
        other = best.state(values)
        if rng.random() < _TURNING:
            draft: Draft | None = self._answered(best.draft, other)
            most = len(best.pins) + (rng.random() < _ONE_MORE_PIN)
        else:
            most = len(best.pins)
            try:
                draft = self._changed(rng, best.draft, other, sorted(best.spots(values)))
            except Unlucky:
                return best
        return best if draft is None else self._kept(rng, best, draft, rest, most)

    def _kept(self, rng: Random, best: Pinned, draft: Draft, pins: Collection[int], most: int) -> Pinned:
        """The better of two drafts; the other one is closed."""
        shared = best.search if draft.puzzle() == best.draft.puzzle() else None
        trial = Pinned(draft, self.shop.clock, shared)
        is_kept = False
        try:
            is_kept = trial.pin(rng, pins, most)
        finally:
            if shared is None and not is_kept:
                trial.close()
        if is_kept and shared is None:
            best.close()
        return trial if is_kept else best


class Pinned:
    """A draft with pins that make its answer unique. ``close`` frees its solver."""

    def __init__(self, draft: Draft, clock: Clock, search: Search | None = None) -> None:
        """``search``: an existing one for the same puzzle with another answer."""
        self.draft = draft
        self.search = Search(draft.puzzle(), clock) if search is None else search
        literal = self.search.model.variables.literal
        self._own = {int(literal(name, spot, value)): spot for name, layer in draft.answer.marks.items()
                     for spot, value in layer.items()}
        self._own.pop(1, None)
        self._differs = self.search.compiled.clauses.new()
        self.search.sat.add([[-self._differs, *(-lit for lit in self._own)]])
        self.pins: frozenset[int] = frozenset()
        """Literals of the answer."""

    def other(self, pins: Iterable[int]) -> list[int] | None:
        """The literals of another answer that agrees with pins; None if there is none. Raises TimeUp and TooHard."""
        return self.search.next_assignment([self._differs, *sorted(pins)])

    def pin(self, rng: Random, pins: Iterable[int], most: int | None = None) -> bool:
        """Adds to some pins until the answer is unique; returns whether ``most`` pins are enough."""
        found = set(pins)
        while (values := self.other(found)) is not None:
            if most is not None and len(found) >= most:
                return False
            found.add(rng.choice(self._lost(values)))
        self.pins = frozenset(found.intersection(self.search.sat.core()))
        return True

    def _lost(self, values: list[int]) -> list[int]:
        """Literals that another answer does not share: those that deny a mark here, if there are any."""
        true = set(values)
        lost = sorted(lit for lit in self._own if lit not in true)
        return [lit for lit in lost if lit < 0] or lost

    def spots(self, values: list[int]) -> set[Spot]:
        """Where another answer differs."""
        true = set(values)
        return {spot for lit, spot in self._own.items() if lit not in true}

    def state(self, values: list[int]) -> State:
        """Another answer."""
        return self.search.state(values)

    def close(self) -> None:
        """Frees the solver."""
        self.search.sat.close()
