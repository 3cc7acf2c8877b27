"""The ways that a line with a number of turns may take from a cell to a goal, as one demand for explanations.

A step of such a way runs over an arc in one direction, after so many turns. Each step has a literal, and clauses tell
which steps may follow it and which it may follow. No way comes back to a step, since there are turns on any ring; so
propagation drops all steps that no way has any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from ...board.arc_graph import ArcGraph
from ...language.rules import Compound, Conflict
from ...logic.clauses import Clauses
from ...logic.expr import Known
from ...logic.ticks import ticking

_ASTRAY = 12
"""Lines are given up of which so many times as many steps may lead astray as there may be on all ways."""


class _ArcStep(NamedTuple):
    """Over an arc to a node; before it are so many turns."""

    arc: int
    to: int
    turns: int


@dataclass(frozen=True)
class TurningLine:
    """A line that leads from a node to one of the goals and turns ``n`` times on the way; it passes no closed node.

    One arc is open at its start, and two at the nodes between.
    """

    graph: ArcGraph
    start: int
    n: int
    goals: Collection[int]
    closed: Collection[int]

    def demand(self, most: int) -> LineToGoal | None:
        """That there is such a line; None where all its ways together take more steps than ``most``."""
        before = {step: list[_ArcStep]() for step in self.first() if self._may_end(step)}
        queue = list(before)
        for step in ticking(queue, _ASTRAY * most):
            if len(queue) > _ASTRAY * most:
                return None
            for one in self._after(step):
                if one not in before:
                    before[one] = []
                    queue.append(one)
                before[one].append(step)
        useful = [step for step in queue if step.to in self.goals]
        for step in useful:
            useful += [one for one in before[step] if one not in useful]
            if len(useful) > most:
                return None
        return LineToGoal(self, {step: [one for one in self._after(step) if one in useful] for step in useful})

    def first(self) -> Iterator[_ArcStep]:
        """The steps away from the start."""
        return (_ArcStep(arc, node, 0) for arc, node in self.graph.near[self.start])

    def _after(self, step: _ArcStep) -> Iterator[_ArcStep]:
        """The steps that may follow one."""
        for arc in self.onward(step):
            to = sum(self.graph.ends[arc]) - step.to
            following = _ArcStep(arc, to, step.turns + (self.graph.is_level(step.arc) != self.graph.is_level(arc)))
            if self._may_end(following):
                yield following

    def onward(self, step: _ArcStep) -> list[int]:
        """The arcs over which a line may go on after a step."""
        return [] if step.to in self.goals else [arc for arc in self.graph.arcs_of[step.to] if arc != step.arc]

    def _may_end(self, step: _ArcStep) -> bool:
        """Whether the line may come to the node of a step."""
        if step.to in self.goals:
            return step.turns == self.n
        return step.turns <= self.n and step.to not in self.closed and step.to != self.start


class LineToGoal(Compound):
    """The demand that there is a line; ``following`` holds the steps of all its ways, each with those that may come
    next."""

    def __init__(self, line: TurningLine, following: Mapping[_ArcStep, Sequence[_ArcStep]]) -> None:
        self.line, self.following = line, following
        arcs_of = line.graph.arcs_of
        passed = dict.fromkeys([line.start, *(step.to for step in following if step.to not in line.goals)])
        self._arcs = list(dict.fromkeys(arc for node in passed for arc in arcs_of[node]))

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        """Where no way is left."""
        line = self.line
        left = self._left(line.graph.arcs_of[line.start], known)
        queue = [step for step in line.first() if step.arc in left and step in self.following]
        for step in queue:
            if step.to in line.goals:
                return
            left = self._left(line.onward(step), known)
            queue += [one for one in self.following[step] if one.arc in left and one not in queue]
        lits = [line.graph.lits[arc] for arc in self._arcs]
        because = [lit if known[lit] > 0 else -lit for lit in lits if known[lit]]
        yield Conflict((line.graph.nodes[line.start],), because)

    def _left(self, arcs: Sequence[int], known: Known) -> Sequence[int]:
        """Those of some arcs that may be the one that is open."""
        lits = self.line.graph.lits
        drawn = [arc for arc in arcs if known[lits[arc]] > 0]
        return [arc for arc in drawn or arcs if known[lits[arc]] >= 0] if len(drawn) < 2 else ()

    def encode(self, out: Clauses) -> None:
        line, lits = self.line, self.line.graph.lits
        first = out.new(len(self.following))
        own = dict(zip(self.following, range(first, first + len(self.following)), strict=True))
        steps = {step.arc: own[step] for step in line.first() if step in own}
        self._one_of(line.graph.arcs_of[line.start], steps, out)
        before: dict[_ArcStep, list[int]] = {step: [] for step in own}
        for step, lit in own.items():
            out.add([-lit, lits[step.arc]])
            if step.to not in line.goals:
                self._one_of(line.onward(step), {one.arc: own[one] for one in self.following[step]}, out, -lit)
            for one in self.following[step]:
                before[one].append(lit)
        out.extend([-own[step], *earlier] for step, earlier in before.items() if earlier)

    def _one_of(self, arcs: Sequence[int], steps: Mapping[int, int], out: Clauses, *unless: int) -> None:
        """One of the steps over some arcs is made, and only its arc is open, unless a literal holds."""
        lits = self.line.graph.lits
        out.add([*unless, *steps.values()])
        out.extend([*unless, -lits[arc], *([steps[arc]] if arc in steps else [])] for arc in arcs)
        out.extend([*unless, -lits[a], -lits[b]] for a, b in combinations(arcs, 2))

    def literals(self) -> Sequence[int]:
        return [self.line.graph.lits[arc] for arc in self._arcs]
