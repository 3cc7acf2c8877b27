"""Reasons: what follows next from a position, and from which demands and marks.

A step is a set of marks that follow from a few demands and from marks that are known already; the search looks for the
fewest and simplest demands. Four stages are tried, from easy to hard:

1. one demand, by unit propagation, or a spot with one candidate left;
2. one global demand (connection, loops): each open mark is supposed to be wrong;
3. one demand by a complete search (sums, patterns);
4. several demands: a mark is supposed to be wrong, and a core of the demands tells why it is not. The core is made
   minimal by leaving demands out, those farthest from the mark first, which in nearly all positions gives the
   smallest reason of that mark.

Candidates that placed values strike out are kept up silently (see ``Position``); where a step needs such a candidate to
be gone, the demand that strikes it out belongs to the reason. So the demands and marks of a step alone force its marks.

The ideas are those of minimal unsatisfiable subsets over worded constraints (Espasa, Gent et al., "Demystify", 2021)
and stepwise explanations (Bogaerts, Gamba and Guns, 2021).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..language.puzzle import Puzzle, State
from .clock import Clock
from .global_demands import GlobalDemands
from .position import Found, NoAnswer, Position
from .several_demands import SeveralDemands
from .single_demands import SingleDemands

__all__ = ["Explainer", "Found", "NoAnswer"]


class Explainer(Position):
    """A position of a puzzle, and what follows from it. Raises NoAnswer where no answer holds its marks."""

    def __init__(self, puzzle: Puzzle, state: State | None, clock: Clock) -> None:
        super().__init__(puzzle, state, clock)
        self._singles = SingleDemands(self)
        self._globals = GlobalDemands(self)
        self._several = SeveralDemands(self, self._globals)

    def step(self) -> Found | None:
        """The easiest next step; None when nothing follows any more, or all is known. Raises TimeUp."""
        if not self.open_marks():
            return None
        for stage in (
            self._singles.at_sight, self._globals.at_sight, self._singles.by_search, self._several.together
        ):
            found = [one for one in stage() if one.marks]
            if found:
                best = min(found, key=lambda one: (round(one.cost, 6), one.units, one.marks))
                return self._with_alike(best, found)
        return None

    def _with_alike(self, best: Found, found: Sequence[Found]) -> Found:
        """The step together with those that demands of the same words give from the same marks."""
        if len(best.units) != 1:
            return best
        law = self.law(best.units[0])
        units, marks = list(best.units), list(best.marks)
        for one in found:
            alike = len(one.units) == 1 and one.units != best.units and one.stage == best.stage == "demand"
            if alike and one.premises == best.premises and self.law(one.units[0]) == law:
                units += one.units
                marks += [lit for lit in one.marks if lit not in marks]
        return replace(best, units=units, marks=marks)

    def reason_of(self, lit: int) -> Found | None:
        """A minimal reason of one mark that is not known, whatever follows besides; None if it does not follow."""
        return self._several.reason_of(lit)

    def close(self) -> None:
        """Frees the solvers."""
        self._singles.close()
        super().close()

    def __enter__(self) -> Explainer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
