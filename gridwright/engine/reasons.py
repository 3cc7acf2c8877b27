"""Reasons: what follows next from a position, and from which demands and marks.

A step is a set of marks that follow from a few demands and from marks that are known already; the search looks for the
fewest and simplest demands. Six stages are tried, from easy to hard:

1. one demand, by unit propagation, or a spot with one candidate left;
2. one global demand (connection, loops): each open mark is supposed to be wrong;
3. one demand by a complete search (sums, patterns);
4. counts that are added up against others, where rules declare that people do so;
5. several demands: a mark is supposed to be wrong, and a core of the demands tells why it is not. The core is made
   minimal by leaving demands out, those farthest from the mark first, which in nearly all positions gives the
   smallest reason of that mark;
6. where all this leads nowhere with some effort, a mark that only trying out shows.

Candidates that placed values strike out are kept up silently (see ``Position``); where a step needs such a candidate to
be gone, the demand that strikes it out belongs to the reason. So the demands and marks of a step alone force its marks.

The ideas are those of minimal unsatisfiable subsets over worded constraints (Espasa, Gent et al., "Demystify", 2021)
and stepwise explanations (Bogaerts, Gamba and Guns, 2021).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf

from ..language.puzzle import Puzzle, State, Value
from .clock import Clock, TimeUp
from .global_demands import GlobalDemands
from .opposed_counts import OpposedCounts
from .position import Found, NoAnswer, Position
from .several_demands import SeveralDemands
from .single_demands import SingleDemands
from .speech import Speaker, differ_by_place
from .trials import Trials

_HARD = 5.0
"""Where steps of several demands cost more than this, views may make them easier to see."""

__all__ = ["Explainer", "Found", "NoAnswer"]


class Explainer(Position):
    """A position of a puzzle, and what follows from it. Raises NoAnswer where no answer holds its marks."""

    def __init__(self, puzzle: Puzzle, state: State | None, clock: Clock) -> None:
        super().__init__(puzzle, state, clock)
        self._singles = SingleDemands(self)
        self._globals = GlobalDemands(self)
        self._opposed = OpposedCounts(self)
        self._several = SeveralDemands(self, self._globals)
        self._by_views = SeveralDemands(self, self._globals, views=True)
        self._trials = Trials(self)

    def step(self) -> Found | None:
        """The easiest next step; None when nothing follows any more, or all is known.

        When the time is up, the easiest of the steps found until then, marked as ``late``. Raises TimeUp where there is
        none.
        """
        if not self.open_marks():
            return None
        for stage in (
            self._singles.at_sight, self._globals.at_sight, self._singles.by_search, self._singles.with_companions,
            self._opposed.at_sight, self._together, self._trials.most_telling,
        ):  # fmt: skip
            found: list[Found] = []
            late = False
            try:
                found.extend(one for one in stage() if one.marks)
            except TimeUp:
                if not found:
                    raise
                late = True
            if found:
                best = min(found, key=lambda one: (round(one.cost, 6), one.all_units, one.marks))
                return replace(self._with_alike(best, found), late=late)
        return None

    def _together(self) -> Iterator[Found]:
        """Steps of several demands; where these are hard to see, also by views."""
        cheapest = inf
        for several in (self._several, self._by_views):
            if cheapest > _HARD:
                for found in several.together(self._trials.n_made):
                    cheapest = min(cheapest, found.cost)
                    yield found

    def _with_alike(self, best: Found, found: Sequence[Found]) -> Found:
        """The step together with those that are seen at the same glance: from demands of the same words and the same
        marks; from demands that say the same of other places, where they strike out the same values; or from the same
        global demand, if that is not about most of the board or the same would be wrong otherwise."""
        alike, marks = [best], set(best.marks)
        for one in found:
            if marks.isdisjoint(one.marks) and self._are_alike(one, best):
                alike.append(one)
                marks.update(one.marks)
        if len(alike) == 1:
            return best

        def joined(part: Callable[[Found], list[int]]) -> list[int]:
            return list(dict.fromkeys(lit for one in alike for lit in part(one)))

        direct = joined(lambda one: one.direct)
        return replace(
            best, units=joined(lambda one: one.units), marks=joined(lambda one: one.marks),
            premises=joined(lambda one: one.premises), strikers=joined(lambda one: one.strikers),
            struck=joined(lambda one: one.struck),
            placed=[lit for lit in joined(lambda one: one.placed) if lit not in direct],
        )  # fmt: skip

    def _are_alike(self, one: Found, best: Found) -> bool:
        if one.stage == best.stage == "demand" and self._only_strikes(one) and self._only_strikes(best):
            return self._values(one) == self._values(best) and differ_by_place(
                *(self.law(found.units[0]) for found in (one, best))
            )
        if one.stage == best.stage == "demand" and len(one.all_units) == len(best.all_units) == 1:
            return one.premises == best.premises and self.law(one.units[0]) == self.law(best.units[0])
        if one.stage == best.stage == "global" and one.cost <= best.cost:
            return self._are_alike_globally(one, best)
        return False

    def _are_alike_globally(self, one: Found, best: Found) -> bool:
        """Whether two steps with global demands are one thought."""
        parents = {self.selector(found.units[0]).parent for found in (one, best)}
        if len(parents) > 1:
            return False
        same_spot = -one.marks[0] in self.values_beside(-best.marks[0])
        if same_spot or not (self._globals.is_wide(parents.pop()) or one.strikers or best.strikers):
            return True
        fault = Speaker(self).fault
        return fault(one.units[0]) == fault(best.units[0])

    def _only_strikes(self, found: Found) -> bool:
        """Whether a step only tells values that spots do not hold."""
        return all(-lit in self.spots for lit in found.marks)

    def _values(self, found: Found) -> set[Value]:
        """The values that a step tells."""
        return {self.model.variables.mark_of(lit)[2] for lit in found.marks}

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
