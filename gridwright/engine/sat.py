"""The SAT solver behind everything; the only module that knows python-sat.

MiniSat 2.2 solves what is told in clauses alone: level with the best in every genre measured, and the one whose
conflict budgets hold exactly, which is what time budgets and Ctrl-C stand on. Where something is counted, MiniCard
takes its place: the same solver, which knows "at most k of these" by itself (Liffiton and Maglalang 2012), so that a
count needs no clauses; building a model of tents or mines takes less than half of the time. Their functions are called
directly, because a wrapper's call per clause costs as much as the clause.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import partial
from time import monotonic

import pysolvers

from .clock import Clock

_NAMES = ("new", "add_cl", "cbudget", "solve_lim", "model", "core", "del")
_SLICE = 0.05
"""Seconds that a slice of solving should take between two looks at the clock."""


class Sat:
    """One incremental solver; ``counting`` for one that takes ``at_most``."""

    def __init__(self, *, counting: bool = False) -> None:
        kind = "minicard" if counting else "minisat22"
        self._functions = {name: getattr(pysolvers, f"{kind}_{name}") for name in _NAMES}
        self._solver = self._functions["new"]()
        self._add = partial(self._functions["add_cl"], self._solver)
        self._conflicts = 500

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Hands clauses over."""
        deque(map(self._add, clauses), maxlen=0)

    def at_most(self, lits: Sequence[int], k: int) -> None:
        """At most ``k`` of the literals hold. Only a counting solver knows this."""
        pysolvers.minicard_add_am(self._solver, lits, k)

    def solve(self, clock: Clock, assumptions: Sequence[int] = ()) -> bool:
        """Whether the clauses can be satisfied under the assumptions.

        Raises TimeUp when the clock says so; everything learnt until then is kept.
        """
        given = list(assumptions)
        while True:
            clock.check()
            begun = monotonic()
            self._functions["cbudget"](self._solver, self._conflicts)
            # main_thread=0: python-sat then leaves Ctrl-C to Python, which acts on it when the slice ends.
            found = self._functions["solve_lim"](self._solver, given, 0, 0)
            if found is not None:
                return bool(found)
            spent = monotonic() - begun
            fitting = int(self._conflicts * _SLICE / max(spent, 1e-4))
            # Each slice begins anew, so that it should not be too short; but it may take twice the time at most.
            self._conflicts = min(2 * self._conflicts, max(fitting, min(100, 2 * fitting), 1))

    def model(self) -> list[int]:
        """The satisfying assignment found last, as signed variables 1, 2, 3, ..."""
        return list(self._functions["model"](self._solver) or ())

    def core(self) -> list[int]:
        """Assumptions that could not hold together, after ``solve`` said no."""
        return list(self._functions["core"](self._solver) or ())

    def begin_with(self, conflicts: int) -> None:
        """At most so many conflicts in the first slice of solving; the others follow from the time that it takes."""
        self._conflicts = max(1, min(self._conflicts, conflicts))

    def close(self) -> None:
        """Frees the solver's memory; safe to call twice."""
        solver, self._solver = self._solver, None
        if solver is not None:
            self._functions["del"](solver)

    def __enter__(self) -> Sat:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
