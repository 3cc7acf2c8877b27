"""Hints, mistakes and whole solutions as steps, found by a ladder of stages from the easiest to the hardest.

A step is a set of marks that follow from demands and known marks; the search looks for the fewest and simplest demands.
Candidates that placed values strike out are kept up to date silently (see ``Position``); where a step relies on such a
candidate, the demand that strikes it out belongs to the reason. So the demands and marks of a step alone force its
marks.

The ideas are those of minimal unsatisfiable subsets over worded constraints (Espasa, Gent et al., "Demystify", 2021)
and stepwise explanations (Bogaerts, Gamba and Guns, 2021).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import TypeVar

from ...language.puzzle import Puzzle, Reading, State, Value
from ...language.rules import Global
from ...language.validation import checks_arguments
from ..solve.clock import Clock, ShouldStop, TimeUp, uncollected
from .counts import OpposedCounts
from .deductions import Deduction, Stage, with_last_values
from .mistakes import Mistake, impossible_marks, no_answer, wrong_marks
from .position import NoAnswer, Position
from .several_demands import SeveralDemands, TrialAndError
from .single_demands import DemandsAtSight, DemandsSearched, DemandsWithCompanions, GlobalDemandsAtSight, GlobalReads
from .speech import Speaker, differ_by_place, without_places
from .steps import Glimpse, StageName, Step
from .techniques import technique_of
from .telling import Teller


def ladder(position: Position, reads: GlobalReads) -> Iterator[Stage]:
    """All stages, from the easiest to the hardest; each is made when those before it find nothing."""
    # One demand, by unit propagation: "the 2 has both its neighbours". Or a spot with one candidate left.
    yield DemandsAtSight(position)
    # One global demand (connection, loops), which the opposite of an open mark breaks at once.
    yield GlobalDemandsAtSight(position, reads)
    # Those steps needed no more than what some answers share: it includes what all of them share.
    position.prove_target()
    # One demand, by a complete search: sums, runs, patterns.
    yield DemandsSearched(position)
    # The same, together with the demands that people read it with: a sum and that its digits differ.
    yield DemandsWithCompanions(position)
    # Counts added up and set against others: the areas need as many stars as the rows have room for.
    yield OpposedCounts(position)
    # Several demands: supposing the opposite leads to a contradiction, demand by demand or by cases.
    yield SeveralDemands(position, reads)
    # All demands together: only trial and error shows it.
    yield TrialAndError(position)


_HARD_TO_SEE = 4.0
"""The stages after one with a step that costs more may have an easier one."""
_MOST_SPOTS = 4
"""A step is combined with further demands if they use at most this many spots."""
MOST_TRIALS = 10
"""After this many steps by trial and error, the next one gives everything that is left."""


_GLANCE = 0.2
"""Steps of one global demand that cost at most this much more than the easiest are seen with it."""


class Explainer:
    """Finds the easiest next step of a position. Raises NoAnswer if no answer contains its marks.

    The stages are tried in order. The first that finds anything ends the search, unless its cheapest step is hard to
    see and no known technique: then a supposition may be easier. What is found depends on the position only, not on the
    steps that led there.
    """

    def __init__(self, puzzle: Puzzle, state: State | None, clock: Clock, avoided: str = "") -> None:
        """``avoided``: the name of a technique that is used only if every other step is harder."""
        self.position = Position(puzzle, state, clock)
        self._avoided = avoided
        self.position.is_thorough = bool(avoided)
        self._reads = GlobalReads(self.position)
        self._made: list[Stage] = []
        self._more = ladder(self.position, self._reads)
        self._has_learnt = False

    @property
    def stages(self) -> Iterator[Stage]:
        """The ladder. Stages are made once, when they are first reached."""
        yield from self._made
        for stage in self._more:
            self._made.append(stage)
            yield stage

    def step(self) -> Deduction | None:
        """The easiest next step; None if nothing more follows, or all is known.

        When the time is up, the easiest of the steps found until then, marked as ``late``. Raises TimeUp if there is
        none.
        """
        found: Deduction | None = None
        if self._has_learnt:
            self._forget()
        for stage in self.stages:
            if not self.position.open_marks():
                return None
            if stage.learns and self.position.has_moved:
                self._forget()
            self._has_learnt |= stage.learns
            stage.below = inf if found is None else found.cost
            deductions: list[Deduction] = []
            late = False
            try:
                deductions.extend(one for one in stage.steps() if one.marks)
            except TimeUp:
                if not deductions and found is None:
                    raise
                late = True
            if deductions:
                best = self._easiest(deductions)
                if found is None or best.cost < found.cost or (
                        best.cost <= found.cost and self._is_avoided(found) and not self._is_avoided(best)):
                    best = self._fullest(best, deductions)
                    more = [] if late else list(stage.more(best))
                    found = with_last_values(self.position, self._with_alike(best, deductions, more))
            if late or (found is not None and self._is_final(found)):
                break
        return None if found is None else replace(found, late=late)

    def _easiest(self, deductions: Sequence[Deduction]) -> Deduction:
        """The first of some steps; of equally hard ones, one that is no avoided technique."""
        best = min(deductions, key=self._order)
        if not self._is_avoided(best):
            return best
        others = (one for one in deductions if one.cost <= best.cost and not self._is_avoided(one))
        return min(others, key=self._order, default=best)

    def _is_avoided(self, found: Deduction) -> bool:
        """Whether a step is of the avoided technique."""
        technique = technique_of(self.position, found.seed or found) if self._avoided else None
        return technique is not None and technique.name == self._avoided

    def _is_final(self, found: Deduction) -> bool:
        """Whether a step is easy to see, a technique with a name, or rests on a conflict, which the solvers might
        forget. An avoided technique is never final."""
        if self._avoided and self._is_avoided(found):
            return False
        if found.cost <= _HARD_TO_SEE or any(map(self.position.conflict_of, found.all_selectors)):
            return True
        return technique_of(self.position, found.seed or found) is not None

    def _forget(self) -> None:
        """Forgets what was learnt on the way to the position."""
        had_conflicts, self._has_learnt = self.position.forget(), False
        for stage in self._made:
            stage.forget(had_conflicts)

    def _order(self, found: Deduction) -> tuple[float, int, list[int], list[int]]:
        """What steps are sorted by: their costs, then how many values they give or strike out, then the demands,
        whatever conflicts with these were met before."""
        selectors, spots = self.position.solver.selectors, self.position.spots
        n_values = sum(abs(lit) in spots for lit in found.marks)
        demands = [selectors[one].parent or one for one in found.all_selectors]
        return round(found.cost, 6), -n_values, demands, found.marks

    def reason_of(self, lit: int) -> Deduction | None:
        """A minimal reason of one unknown mark, whatever else follows; None if it does not follow."""
        several = next(stage for stage in self.stages if isinstance(stage, SeveralDemands))
        return several.reason_of(lit)

    # -- steps that are seen together --

    def _fullest(self, best: Deduction, found: Iterable[Deduction]) -> Deduction:
        """The same step, or one that is as easy, is seen at the same glance and gives more."""
        return next((one for one in found if self._are_alike(one, best) and one.cost == best.cost
                     and set(one.marks) > set(best.marks)), best)

    def _with_alike(self, best: Deduction, found: Sequence[Deduction], more: Sequence[Deduction]) -> Deduction:
        """A step together with the other steps that are seen at the same glance, and with more of its demands as long
        as few spots are named."""
        alike, marks = [best], set(best.marks)
        spots = self._spots_used(best)
        for one in more:
            if len(spots | self._spots_used(one)) <= _MOST_SPOTS and marks.isdisjoint(one.marks):
                alike.append(one)
                marks.update(one.marks)
                spots |= self._spots_used(one)
        for are_alike in (self._are_alike, self._are_alike_elsewhere):
            for one in [] if len(alike) > 1 else found:
                if marks.isdisjoint(one.marks) and are_alike(one, best):
                    alike.append(one)
                    marks.update(one.marks)
        if len(alike) == 1:
            return best

        def joined(part: Callable[[Deduction], list[int]]) -> list[int]:
            return list(dict.fromkeys(lit for one in alike for lit in part(one)))

        direct = joined(lambda one: one.direct)
        whole = replace(
            best, selectors=joined(lambda one: one.selectors), marks=joined(lambda one: one.marks),
            premises=joined(lambda one: one.premises), strikers=joined(lambda one: one.strikers),
            struck=joined(lambda one: one.struck),
            placed=[lit for lit in joined(lambda one: one.placed) if lit not in direct], seed=best,
        )  # fmt: skip
        return self._without_needless(whole) if more else whole

    def _without_needless(self, whole: Deduction) -> Deduction:
        """Several steps merged into one, without redundant demands: those of one step may suffice for another."""
        needed = whole.all_selectors
        solver = self.position.solver_for(needed)
        for one in whole.all_selectors if len(needed) > 1 else ():
            rest = [other for other in needed if other != one]
            if len(solver.entailed([*rest, *whole.premises], whole.marks)) == len(whole.marks):
                needed = rest
        selectors, strikers = ([one for one in some if one in needed] for some in (whole.selectors, whole.strikers))
        return replace(whole, selectors=selectors, strikers=strikers)

    def _spots_used(self, found: Deduction) -> set[int]:
        """The spots whose values a step uses, each as a number."""
        spots = self.position.spots
        return {id(spots.get(abs(lit), lit)) for lit in (*found.direct, *found.struck)}

    def _are_alike(self, one: Deduction, best: Deduction) -> bool:
        """Whether two steps are seen at the same glance: demands with the same words and premises; demands that say the
        same of different places and strike out the same values; or the same global demand (see below)."""
        if one.stage is best.stage is StageName.DEMAND:
            if self._only_strikes(one) and self._only_strikes(best):
                rules = {self.position.demand_of(found.selectors[0]).rule for found in (one, best)}
                return (len(rules) == 1 and self._values(one) == self._values(best)
                        and differ_by_place(self._law(one), self._law(best)))
            if len(one.all_selectors) == len(best.all_selectors) == 1:
                return one.premises == best.premises and self._law(one) == self._law(best)
        if one.stage is best.stage is StageName.GLOBAL and one.cost <= best.cost + _GLANCE:
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
        if len({conflict.fault for found in (one, best) if (conflict := position.conflict_of(found.selectors[0]))}) > 1:
            return False
        what = position.demand_of(parents.pop()).what
        is_wide = isinstance(what, Global) and self._reads.is_wide(what)
        if same_spot or not (is_wide or one.strikers or best.strikers):
            return True
        return self._fault(one) == self._fault(best)

    def _are_alike_elsewhere(self, one: Deduction, best: Deduction) -> bool:
        """Whether two steps strike out the same value in two places, as the same would go wrong there."""
        is_global = one.stage is best.stage is StageName.GLOBAL and one.cost <= best.cost
        if not is_global or self._values(one) != self._values(best) or not self._only_strikes(best):
            return False
        return self._only_strikes(one) and without_places(self._fault(one)) == without_places(self._fault(best))

    def _fault(self, found: Deduction) -> str:
        """What would go wrong otherwise, by a global demand."""
        return Speaker(self.position).fault(found.selectors[0])

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
        for stage in self._made:
            stage.close()
        self.position.close()

    def __enter__(self) -> Explainer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# -- hints, paths and mistakes -----------------------------------------------------------------------------------------

_Shown = TypeVar("_Shown")


@checks_arguments
def hint(
    puzzle: Puzzle | Reading,
    state: State | None = None,
    *,
    timeout: float | None = None,
    stop: ShouldStop | None = None,
) -> Step | Mistake | None:
    """Returns the easiest next step from a position, in words.

    Args:
        puzzle: The puzzle.
        state: The position; by default only what is given.
        timeout: The time limit in seconds.
        stop: Called at least every 0.1 seconds; True ends the search.

    Returns:
        A step; a mistake if the position is wrong; None if everything is known, or if the puzzle has several answers
        that share no further mark.

    Raises:
        TimeUp: The time limit is over.

    Example:
        >>> print(gw.hint(gw.puzzle("Nurikabe", ["2 . . .", ". . . .", ". . . 3", "1 . . ."])))
        The 1 at r4c1 is complete. So r3c1 and r4c2 are sea.
    """
    assert isinstance(puzzle, Puzzle)
    clock = Clock(timeout, stop)
    with clock.running(), uncollected():
        wrong = next(impossible_marks(puzzle, state), None) if state is not None else None
        if wrong is not None:
            return wrong
        try:
            explainer = Explainer(puzzle, state, clock)
        except NoAnswer:
            wrong = next(_mistakes(puzzle, state, clock), None) if state is not None else None
            return wrong or no_answer(puzzle, clock)
        with explainer:
            found = explainer.step()
            return None if found is None else Teller(explainer.position).step(found)


@checks_arguments
def steps(
    puzzle: Puzzle, state: State | None = None, *, timeout: float | None = None, stop: ShouldStop | None = None
) -> Iterator[Step]:
    """All steps from a position to the answer, found while you iterate; as far as all answers agree.

    Raises ValueError if no answer contains the marks of the position, and TimeUp.
    """
    return followed(puzzle, state, Clock(timeout, stop), Teller.step)


@checks_arguments
def glimpses(
    puzzle: Puzzle, state: State | None = None, *, timeout: float | None = None, stop: ShouldStop | None = None,
    names: Callable[[Deduction], bool] | None = None, avoided: str = "",
) -> Iterator[Glimpse]:
    """The same steps without their words, which is faster.

    ``names``: which steps get the names of their techniques; ``avoided``: see ``Explainer``.
    """

    def tell(teller: Teller, found: Deduction) -> Glimpse:
        return teller.glimpse(found, is_named=names is not None and names(found))

    return followed(puzzle, state, Clock(timeout, stop), tell, avoided)


def followed(
    puzzle: Puzzle, state: State | None, clock: Clock, tell: Callable[[Teller, Deduction], _Shown], avoided: str = ""
) -> Generator[_Shown, None, bool]:
    """The steps from a position to the answer; ``tell`` is called with each before it is applied.

    ``avoided``: see ``Explainer``. Returns whether there is only one answer. Raises ValueError if no answer has the
    marks of the position, and TimeUp.
    """
    try:
        with clock.running(), uncollected():
            explainer = Explainer(puzzle, state, clock, avoided)
    except NoAnswer:
        raise NoAnswer("the puzzle has no answer with these marks, so no steps lead to one") from None
    n_trials = 0
    with explainer:
        teller = Teller(explainer.position)
        while True:
            with clock.running():
                found = explainer.step()
                if found is None:
                    return explainer.position.has_one_answer
                n_trials += found.stage is StageName.TRIAL
                if n_trials > MOST_TRIALS:
                    found = replace(found, marks=explainer.position.open_marks())
                step = tell(teller, found)
                explainer.position.apply(found.marks)
            yield step


@checks_arguments
def mistakes(
    puzzle: Puzzle | Reading, state: State, *, timeout: float | None = None, stop: ShouldStop | None = None
) -> list[Mistake]:
    """Returns the wrong marks of a position, each with a proof from the rules and right marks.

    Args:
        puzzle: The puzzle. If it has several answers, marks that no answer contains together are one mistake.
        state: The position.
        timeout: The time limit in seconds.
        stop: Called at least every 0.1 seconds; True ends the search.

    Returns:
        The mistakes; an empty list if there are none.

    Raises:
        TimeUp: The time limit is over.

    Example:
        >>> puzzle = gw.puzzle("Nurikabe", ["2 . . .", ". . . .", ". . . 3", "1 . . ."])
        >>> for mistake in gw.mistakes(puzzle, gw.state(puzzle, sea={"r2c2": False, "r3c1": True})):
        ...     print(mistake)
        This is wrong: r2c2 is land. If r2c2 is land, no number reaches r2c2.
    """
    assert isinstance(puzzle, Puzzle)
    clock = Clock(timeout, stop)
    with clock.running():
        return list(_mistakes(puzzle, state, clock))


@checks_arguments
def first_mistake(
    puzzle: Puzzle, state: State, *, timeout: float | None = None, stop: ShouldStop | None = None
) -> Mistake | None:
    """The first of ``mistakes``, without waiting for the others; None if there is none. Raises TimeUp."""
    clock = Clock(timeout, stop)
    with clock.running(), uncollected():
        return next(_mistakes(puzzle, state, clock), None)


def _mistakes(puzzle: Puzzle, state: State, clock: Clock) -> Iterator[Mistake]:
    impossible = list(impossible_marks(puzzle, state))
    if impossible:
        yield from impossible
        return
    try:
        explainer = Explainer(puzzle, None, clock)
    except NoAnswer:
        yield no_answer(puzzle, clock)
        return
    with explainer:
        yield from wrong_marks(explainer.position, explainer.reason_of, state)
