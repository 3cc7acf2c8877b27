"""The SAT solver behind everything; the only module that knows python-sat.

MiniSat 2.2 is the default: level with the best in every genre measured, and the one whose conflict budgets hold
exactly, which is what time budgets and Ctrl-C stand on. Its functions are called directly, because a wrapper's call per
clause costs as much as the clause.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import partial
from time import monotonic

import pysolvers

from .clock import Clock

_SLICE = 0.05
"""Seconds that a slice of solving should take between two looks at the clock."""


class Sat:
    """One incremental solver."""

    def __init__(self) -> None:
        self._solver = pysolvers.minisat22_new()
        self._add = partial(pysolvers.minisat22_add_cl, self._solver)
        self._conflicts = 500

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Hands clauses over."""
        deque(map(self._add, clauses), maxlen=0)

    def solve(self, clock: Clock, assumptions: Sequence[int] = ()) -> bool:
        """Whether the clauses can be satisfied under the assumptions.

        Raises TimeUp when the clock says so; everything learnt until then is kept.
        """
        given = list(assumptions)
        while True:
            clock.check()
            begun = monotonic()
            pysolvers.minisat22_cbudget(self._solver, self._conflicts)
            # main_thread=0: python-sat then leaves Ctrl-C to Python, which acts on it when the slice ends.
            found = pysolvers.minisat22_solve_lim(self._solver, given, 0, 0)
            if found is not None:
                return bool(found)
            spent = monotonic() - begun
            self._conflicts = max(100, min(2 * self._conflicts, int(self._conflicts * _SLICE / max(spent, 1e-4))))

    def model(self) -> list[int]:
        """The satisfying assignment found last, as signed variables 1, 2, 3, ..."""
        return list(pysolvers.minisat22_model(self._solver) or ())

    def core(self) -> list[int]:
        """Assumptions that could not hold together, after ``solve`` said no."""
        return list(pysolvers.minisat22_core(self._solver) or ())

    def close(self) -> None:
        """Frees the solver's memory; safe to call twice."""
        solver, self._solver = self._solver, None
        if solver is not None:
            pysolvers.minisat22_del(solver)

    def __enter__(self) -> Sat:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
