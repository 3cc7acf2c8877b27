"""How far a puzzle is from having one answer: how many marks of its answer would have to be given besides its clues.

Such marks are *pinned*: they are assumed in the solver. Pins are a finer measure than the number of other answers, and
cheaper to take: each other answer that is found calls for one pin, and a core shows which pins are needed after all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from random import Random
from typing import TypeAlias

from ..board.board import Spot
from ..engine.solve.clock import Clock
from ..engine.solve.search import Search
from ..language.making import Unlucky
from ..language.puzzle import State
from .draft import Draft

_PATIENCE = 150
"""After so many steps in vain a new sketch is drawn."""
_TURNING = 0.4
"""How often the other answer takes the place of the first one."""
_ANYWAY = 0.2
"""How often one pin more is accepted then."""


class Pinned:
    """A draft with pins that leave its answer the only one. ``close`` frees its solver."""

    def __init__(self, draft: Draft, clock: Clock, search: Search | None = None) -> None:
        """``search``: that of the same puzzle with another answer, which is used on."""
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
        """The literals of another answer that holds some pins; None if there is none. Raises TimeUp and TooHard."""
        return self.search.next_assignment([self._differs, *sorted(pins)])

    def pin(self, rng: Random, pins: Iterable[int], most: int | None = None) -> bool:
        """Adds pins to some that are there until the answer is the only one; whether ``most`` of them are enough."""
        found = set(pins)
        while (values := self.other(found)) is not None:
            if most is not None and len(found) >= most:
                return False
            found.add(rng.choice(self._lost(values)))
        self.pins = frozenset(found.intersection(self.search.sat.core()))
        return True

    def _lost(self, values: list[int]) -> list[int]:
        """What another answer does not share with this one: marks that this one does not have, if there are any."""
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


Change: TypeAlias = Callable[[Draft, State, Collection[Spot]], Draft | None]
"""The draft with a changed structure and the same answer, where another answer of it differs; None where there is
nothing to change. May raise Unlucky."""
Answered: TypeAlias = Callable[[Draft, State], Draft]
"""The draft of the same structure with another answer."""


class PinSearch:
    """Changes the structure about an answer until no pins are needed.

    Each step gives up one pin. Then the structure is changed where that lets in another answer, or that answer takes
    the place of the first one, which gets the search out of places where no change helps. Whatever needs no more pins
    than before is kept.
    """

    def __init__(self, rng: Random, change: Change, answered: Answered, clock: Clock) -> None:
        self.rng, self.change, self.answered, self.clock = rng, change, answered, clock

    def unique(self, draft: Draft, rounds: int) -> Draft:
        """A draft with one answer. Raises Unlucky, after so many steps at the latest."""
        best = Pinned(draft, self.clock)
        n_vain = 0
        try:
            best.pin(self.rng, ())
            for _ in range(rounds):
                if not best.pins:
                    return best.draft
                n_before = len(best.pins)
                best = self._better(best)
                n_vain = 0 if len(best.pins) < n_before else n_vain + 1
                if n_vain > _PATIENCE:
                    break
        finally:
            best.close()
        raise Unlucky

    def _better(self, best: Pinned) -> Pinned:
        """A step from a draft: another one that needs no more pins, or the same one."""
        given_up = self.rng.choice(sorted(best.pins))
        rest = best.pins - {given_up}
        values = best.other(rest)
        if values is None:
            best.pins = rest.intersection(best.search.sat.core())
            return best
        other = best.state(values)
        if self.rng.random() < _TURNING:
            draft: Draft | None = self.answered(best.draft, other)
            most = len(best.pins) + (self.rng.random() < _ANYWAY)
        else:
            most = len(best.pins)
            try:
                draft = self.change(best.draft, other, sorted(best.spots(values)))
            except Unlucky:
                return best
        return best if draft is None else self._kept(best, draft, rest, most)

    def _kept(self, best: Pinned, draft: Draft, pins: Collection[int], most: int) -> Pinned:
        """What is left of a draft and the one that it was changed to: that which is better, the other one is closed."""
        shared = best.search if draft.puzzle() == best.draft.puzzle() else None
        trial = Pinned(draft, self.clock, shared)
        is_kept = False
        try:
            is_kept = trial.pin(self.rng, pins, most)
        finally:
            if shared is None and not is_kept:
                trial.close()
        if is_kept and shared is None:
            best.close()
        return trial if is_kept else best
