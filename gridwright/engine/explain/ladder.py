"""The ladder: what follows next from a position, found by stages from the easiest to the hardest.

A step is a set of marks that follow from demands and known marks; the search looks for the fewest and simplest demands.
Candidates that placed values strike out are kept up to date silently (see ``Position``); where a step relies on such a
candidate, the demand that strikes it out belongs to the reason. So the demands and marks of a step alone force its
marks.

The ideas are those of minimal unsatisfiable subsets over worded constraints (Espasa, Gent et al., "Demystify", 2021)
and stepwise explanations (Bogaerts, Gamba and Guns, 2021).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...language.puzzle import Puzzle, State, Value
from ..solve.clock import Clock, TimeUp
from .counts import OpposedCounts
from .global_demands import GlobalDemandsAtSight, GlobalReads
from .position import Deduction, Position, Stage
from .several_demands import SeveralDemands, TrialAndError
from .single_demands import DemandsAtSight, DemandsSearched, DemandsWithCompanions
from .speech import Speaker, differ_by_place
from .steps import StageName


def ladder(position: Position, reads: GlobalReads) -> tuple[Stage, ...]:
    """All stages, from the easiest to the hardest."""
    return (
        # One demand, by unit propagation: "the 2 has both its neighbours". Or a spot with one candidate left.
        DemandsAtSight(position),
        # One global demand (connection, loops), which the opposite of an open mark breaks at once.
        GlobalDemandsAtSight(position, reads),
        # One demand, by a complete search: sums, runs, patterns.
        DemandsSearched(position),
        # The same, together with the demands that people read it with: a sum and that its digits differ.
        DemandsWithCompanions(position),
        # Counts added up and set against others: the areas need as many stars as the rows have room for.
        OpposedCounts(position),
        # Several demands: supposing the opposite leads to a contradiction, demand by demand or by cases.
        SeveralDemands(position, reads),
        # All demands together: only trial and error shows it.
        TrialAndError(position),
    )


class Explainer:
    """Finds the easiest next step of a position. Raises NoAnswer if no answer contains its marks.

    The stages are tried in order; the first that finds anything ends the search, and its cheapest step is taken.
    """

    def __init__(self, puzzle: Puzzle, state: State | None, clock: Clock) -> None:
        self.position = Position(puzzle, state, clock)
        self._reads = GlobalReads(self.position)
        self.stages = ladder(self.position, self._reads)

    def step(self) -> Deduction | None:
        """The easiest next step; None if nothing more follows, or all is known.

        When the time is up, the easiest of the steps found until then, marked as ``late``. Raises TimeUp if there is
        none.
        """
        if not self.position.open_marks():
            return None
        for stage in self.stages:
            found: list[Deduction] = []
            late = False
            try:
                found.extend(one for one in stage.steps() if one.marks)
            except TimeUp:
                if not found:
                    raise
                late = True
            if found:
                best = min(found, key=lambda one: (round(one.cost, 6), one.all_selectors, one.marks))
                return replace(self._with_alike(best, found), late=late)
        return None

    def reason_of(self, lit: int) -> Deduction | None:
        """A minimal reason of one unknown mark, whatever else follows; None if it does not follow."""
        several = next(stage for stage in self.stages if isinstance(stage, SeveralDemands))
        return several.reason_of(lit)

    # -- steps that are seen together --

    def _with_alike(self, best: Deduction, found: Sequence[Deduction]) -> Deduction:
        """A step together with the other steps that are seen at the same glance."""
        alike, marks = [best], set(best.marks)
        for one in found:
            if marks.isdisjoint(one.marks) and self._are_alike(one, best):
                alike.append(one)
                marks.update(one.marks)
        if len(alike) == 1:
            return best

        def joined(part: Callable[[Deduction], list[int]]) -> list[int]:
            return list(dict.fromkeys(lit for one in alike for lit in part(one)))

        direct = joined(lambda one: one.direct)
        return replace(
            best, selectors=joined(lambda one: one.selectors), marks=joined(lambda one: one.marks),
            premises=joined(lambda one: one.premises), strikers=joined(lambda one: one.strikers),
            struck=joined(lambda one: one.struck),
            placed=[lit for lit in joined(lambda one: one.placed) if lit not in direct],
        )  # fmt: skip

    def _are_alike(self, one: Deduction, best: Deduction) -> bool:
        """Whether two steps are seen at the same glance: demands with the same words and premises; demands that say the
        same of different places and strike out the same values; or the same global demand (see below)."""
        if one.stage is best.stage is StageName.DEMAND:
            if self._only_strikes(one) and self._only_strikes(best):
                return self._values(one) == self._values(best) and differ_by_place(self._law(one), self._law(best))
            if len(one.all_selectors) == len(best.all_selectors) == 1:
                return one.premises == best.premises and self._law(one) == self._law(best)
        if one.stage is best.stage is StageName.GLOBAL and one.cost <= best.cost:
            return self._are_alike_globally(one, best)
        return False

    def _are_alike_globally(self, one: Deduction, best: Deduction) -> bool:
        """Whether two steps of a global demand are one thought: always if they are about the same spot, or if the
        demand is about a small part of the board and nothing is struck out; else if the same would go wrong."""
        position = self.position
        parents = {position.solver.selectors[found.selectors[0]].parent for found in (one, best)}
        if len(parents) > 1:
            return False
        same_spot = -one.marks[0] in position.other_values(-best.marks[0])
        is_wide = self._reads.is_wide(position.demand_of(parents.pop()).what)
        if same_spot or not (is_wide or one.strikers or best.strikers):
            return True
        fault = Speaker(position).fault
        return fault(one.selectors[0]) == fault(best.selectors[0])

    def _law(self, found: Deduction) -> str:
        """The first demand of a step in words."""
        return self.position.law(found.selectors[0])

    def _only_strikes(self, found: Deduction) -> bool:
        """Whether a step only says which values spots do not hold."""
        return all(-lit in self.position.spots for lit in found.marks)

    def _values(self, found: Deduction) -> set[Value]:
        """The values that a step is about."""
        return {self.position.model.variables.mark_of(lit)[2] for lit in found.marks}

    def close(self) -> None:
        """Frees the solvers."""
        for stage in self.stages:
            stage.close()
        self.position.close()

    def __enter__(self) -> Explainer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
