"""Deductions: what follows in a position, from which demands and marks, and how hard that is to see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf, log1p
from operator import neg
from typing import ClassVar

from ...language.rules import Global
from ...logic.expr import Mark
from ..solve.cores import SubsetSolver
from ..solve.selectors import without_redundant
from .position import Position
from .steps import StageName

GLANCE, PLAIN, AGAIN = 0.3, 1.0, 0.5
"""Cost of a demand that is seen at a glance, of any other demand, and of a further conflict with the same demand."""
SEARCH = 1.0
"""Extra cost of a demand that propagation does not exhaust."""
STRIKE, LAST = 0.01, 0.8
"""Cost of seeing that a placed value strikes out candidates, and that a spot has one value left, per log(values that
are placed around it)."""
LOOK, WIDTH = 0.5, 0.1
"""Base cost of a step; extra cost per log(variables of its demands), per log(spots that it uses) and, of values,
per log(cells from end to end of a demand)."""
_FEW = 3
"""On spots with at most this many values, a step that leaves one value also places it."""
_MANY = 200
"""The most demands that are tried one by one to leave out needless ones. Nobody follows more."""
TRIAL = 20.0
"""Cost of a mark that only trial and error shows."""


@dataclass
class Deduction:
    """A step in literals: the marks that follow, the demands (by selectors) and known marks they follow from, its cost.

    ``struck`` are the silent marks that are used, ``strikers`` the demands that strike these out, and ``placed`` the
    premises that only the strikers need.
    """

    marks: list[int]
    selectors: list[int]
    premises: list[int]
    cost: float
    stage: StageName
    strikers: list[int] = field(default_factory=list)
    struck: list[int] = field(default_factory=list)
    placed: list[int] = field(default_factory=list)
    late: bool = False
    """Whether the time ran out before all easier steps were looked for."""
    seed: Deduction | None = None
    """The first of several deductions that are merged into one."""

    @property
    def direct(self) -> list[int]:
        """The premises that are needed for more than striking out candidates."""
        return [lit for lit in self.premises if lit not in self.placed]

    @property
    def all_selectors(self) -> list[int]:
        """The selectors of all demands of the reason, strikers included."""
        return [*self.selectors, *self.strikers]


def weight(position: Position, selector: int) -> float:
    """The cost of one demand."""
    if selector in position.glances:
        return GLANCE
    what = position.demand_of(selector).what
    return PLAIN + what.effort if isinstance(what, Global) else PLAIN


def cost(position: Position, selectors: Iterable[int]) -> float:
    """The cost of some demands together."""
    total, parents = 0.0, set[int]()
    for selector in selectors:
        parent = position.solver.selectors[selector].parent
        total += AGAIN if parent and parent in parents else weight(position, selector)
        parents.add(parent)
    return total


def least_cost(position: Position, selectors: Collection[int]) -> float:
    """A lower bound of the cost of any step from some demands."""
    width = len({v for selector in selectors for v in position.variables(selector)})
    return LOOK + WIDTH * log1p(width) + cost(position, selectors)


def _length(position: Position, selector: int) -> int:
    """How many cells a demand reaches from end to end: fewer in a box than in a line."""
    at = position.demand_of(selector).at
    return max((max(some) - min(some) for some in zip(*at, strict=True)), default=0) // 2


def _cost_of(position: Position, deduction: Deduction) -> float:
    selectors, struck = deduction.selectors, deduction.struck
    # Strikers that state a single mark cost nothing.
    strikers = sum(not isinstance(position.demand_of(one).what, Mark) for one in deduction.strikers)
    used = (*deduction.direct, *(lit for lit in struck if -lit in position.spots))
    spots = {position.spots.get(abs(lit), (abs(lit),))[0] for lit in used}
    seen = WIDTH * log1p(len(spots)) + STRIKE * strikers
    if abs(deduction.marks[0]) in position.spots:
        seen += WIDTH * log1p(max((_length(position, one) for one in selectors), default=0))
    if not selectors:
        return LOOK + LAST * log1p(sum(len(position.silent[lit]) > 1 for lit in struck)) + seen
    values = (deduction.marks[0], *deduction.premises)
    if deduction.stage is StageName.DEMAND and not deduction.strikers and all(lit in position.spots for lit in values):
        seen += GLANCE - PLAIN  # all other spots are filled
    if deduction.stage in (StageName.SEARCH, StageName.SUMS):  # demands thought through together look like one
        # In sums, that pairs exclude each other is one thought, however many pairs there are.
        some = selectors if deduction.stage is StageName.SEARCH else {position.law(selector) for selector in selectors}
        return least_cost(position, selectors[:1]) + AGAIN * (len(some) - 1) + SEARCH + seen
    return least_cost(position, selectors) + seen


def deduce(
    position: Position,
    selectors: list[int],
    premises: list[int],
    marks: list[int],
    stage: StageName,
    solver: SubsetSolver | None = None,
    needed: bool = False,
) -> Deduction:
    """A step whose silent premises are replaced by the demands and marks that they follow from.

    Demands that the first mark does not need are left out; with ``needed``, all of ``selectors`` are known to be
    needed. ``solver`` knows the demands; it is given where unit propagation is not enough to show what follows.
    """
    premises = list(dict.fromkeys(_as_value(position, lit) for lit in premises))
    direct = [lit for lit in premises if lit not in position.silent]
    used = dict.fromkeys(direct)
    strikers = list[int]()
    for striker, *placed in _sources(position, [lit for lit in premises if lit in position.silent], used):
        used.update(dict.fromkeys(placed))
        if striker and striker not in (*selectors, *strikers):
            strikers.append(striker)
    if strikers or not (needed or len(selectors) == 1):
        every = [*selectors, *strikers]
        if solver is not None:
            solver.include(strikers)
            left = _needed(solver, every, [*used, -marks[0]])
            marks = [marks[0], *solver.entailed([*left, *used], marks[1:])]
        else:
            left = without_redundant(every, [*used, -marks[0]], position.refuted_by_propagation)
            marks = [lit for lit in marks if lit == marks[0] or position.refuted_by_propagation([*left, *used, -lit])]
        selectors, strikers = ([one for one in some if one in left] for some in (selectors, strikers))
    more = {lit: [one for one in position.implied(lit) if one > 0 and not position.known[one]] for lit in marks}
    marks = list(dict.fromkeys(one for lit in marks for one in (lit, *more[lit])))
    struck = [lit for lit in premises if lit in position.silent]
    stage = stage if selectors else StageName.CANDIDATE
    placed = [lit for lit in used if lit not in direct]
    deduction = Deduction(marks, selectors, list(used), 0.0, stage, strikers, struck, placed)
    return replace(deduction, cost=_cost_of(position, deduction))


def _needed(solver: SubsetSolver, some: list[int], always: list[int]) -> list[int]:
    """The demands without which ``always`` is not contradicted; if they are many, those of the solver's core."""
    if len(some) <= _MANY:
        return without_redundant(some, always, solver.refuted)
    core = solver.core() if solver.refuted([*always, *some]) else set(some)
    return [one for one in some if one in core]


def with_last_values(position: Position, found: Deduction) -> Deduction:
    """A step that also places a value where it leaves only one, on spots with few values."""
    marks, gone = list(found.marks), list[int]()
    for lit in found.marks:
        beside = position.other_values(-lit) if lit < 0 else []
        left = [other for other in beside if position.known[other] >= 0 and -other not in found.marks]
        if len(beside) < _FEW and len(left) == 1 and not position.known[left[0]] and left[0] not in marks:
            marks.append(left[0])
            gone += [-other for other in beside if position.known[other] < 0 and -other not in found.premises]
    if marks == found.marks:
        return found
    silent = [lit for lit in gone if lit in position.silent and lit not in found.struck]
    used = dict.fromkeys((*found.premises, *(lit for lit in gone if lit not in position.silent)))
    strikers, placed = list(found.strikers), list(found.placed)
    for striker, *by in _sources(position, silent, used):
        placed += [lit for lit in by if lit not in used]
        used.update(dict.fromkeys(by))
        strikers += [striker] if striker and striker not in (*found.selectors, *strikers) else []
    return replace(found, marks=marks, premises=list(used), strikers=strikers, struck=[*found.struck, *silent],
                   placed=placed, seed=found.seed or found)  # fmt: skip


def _as_value(position: Position, lit: int) -> int:
    """For a value that a spot does not hold, the value that it holds, if that is known."""
    return next((other for other in position.other_values(-lit) if position.known[other] > 0), lit) if lit < 0 else lit


def _sources(position: Position, struck: Sequence[int], used: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Entries of ``silent`` and ``strikes`` that give some silent marks: a small set cover, chosen greedily."""
    left, used = dict.fromkeys(struck), set(used)
    parts: dict[tuple[int, int], list[int]] = {}
    for lit in struck:
        if lit in position.strikes:
            for part in position.strikes[lit]:
                parts.setdefault(part, []).append(lit)
        else:
            yield position.silent[lit]
            del left[lit]
    while left:
        size = {part: sum(lit in left for lit in some) for part, some in parts.items()}
        best = max(parts, key=lambda part: (size[part], part[1] in used, *map(neg, part)))
        yield best
        for lit in parts[best]:
            left.pop(lit, None)


class Stage(ABC):
    """One rung of the ladder: the steps of a certain difficulty.

    A stage may cache what it finds, but changes neither the position nor another stage.
    """

    names: ClassVar[tuple[StageName, ...]]
    """What its steps are called, apart from ``CANDIDATE``: that is any step which needs only strikers."""
    learns: ClassVar[bool] = False
    """Whether its steps depend on what the solvers have learnt."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.below = inf
        """Steps that cost as much are of no interest."""

    @abstractmethod
    def steps(self) -> Iterator[Deduction]:
        """The steps that follow from the position; not all of them have open marks. Raises TimeUp."""

    def more(self, found: Deduction) -> Iterator[Deduction]:
        """Further steps from the same demands as one of the stage's steps, but from other premises."""
        del found
        return iter(())

    def forget(self, had_conflicts: bool) -> None:  # noqa: B027 - few stages depend on it
        """Drops what depends on what the solvers had learnt, when the position has forgotten it."""

    def close(self) -> None:  # noqa: B027 - few stages have solvers of their own
        """Frees the solvers of the stage."""
