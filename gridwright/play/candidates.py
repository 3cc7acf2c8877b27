"""Candidates: for each open place of a position, the values that no rule excludes beside the marks that are set.

A rule excludes a value if one of its demands does, alone or together with those that people read it with (see
``Rule.companions``): the sum of a cage and that its digits differ. Nothing is concluded from other candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..engine.solve.clock import Clock
from ..engine.solve.cores import SubsetSolver
from ..engine.solve.selectors import SelectorSolver
from ..language.layers import ValueLayer
from ..language.puzzle import Puzzle, State
from ..language.rules import Compound, Demand
from ..logic.expr import Count, Expr, Known, literals
from ..logic.ticks import ticking

_WIDEST = 24
"""Demands on more spots are not combined with others."""
_MOST_WIDE = 2500
"""Global demands are evaluated for at most this many candidates, because each evaluation may read the whole board."""


class _DemandGroup(NamedTuple):
    """One demand, or those of one rule on the same spots with their companions there; and the marks that matter."""

    selectors: list[int]
    variables: list[int]
    solver: SubsetSolver | None = None
    """Unit propagation suffices if there is none."""


class CandidateFinder:
    """The candidates of the positions of one puzzle. The solvers are built once."""

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self._solver = SelectorSolver(puzzle, clock)
        self.model = self._solver.model
        self._spots: dict[int, list[int]] = {}
        """For the literal of each value, those of all values of its spot."""
        for terms in self.model.variables.terms.values():
            for term in ticking({id(term): term for term in terms.values()}.values()):
                lits = [int(mark) for mark in term.marks.values()]
                self._spots.update(dict.fromkeys(lits, lits))
        self._local = {selector: variables for selector, demand in self._demands()
                       if not self._spots.keys().isdisjoint(variables := self._mentioned(demand))}  # fmt: skip
        self._leads = list(self._searched(clock))
        self._seen: dict[int, tuple[list[int] | None, list[int]]] = {}
        """For the variables of each lead, by identity: the marks that were known last, and what it excluded."""

    def numbers(self, state: State) -> dict[str, dict[tuple[int, int], list[int]]]:
        """The numbers of the candidates of each open place, by layer and by the coordinates of its first spot."""
        model, known = self.model, self.model.variables.known(state)
        out = set(self._excluded(known))
        found: dict[str, dict[tuple[int, int], list[int]]] = {}
        for name, terms in model.variables.terms.items():
            layer = model.answer_layers[name]
            assert isinstance(layer, ValueLayer)
            number = {value: n for n, value in enumerate(layer.values(model))}
            firsts = (place[0] for place in model.variables.places(name))
            found[name] = {
                (spot.y, spot.x): [number[value] for value, mark in terms[spot].marks.items() if int(mark) not in out]
                for spot in firsts if state.get(name, spot) is None
            }  # fmt: skip
        return found

    # -- building --

    def _demands(self) -> Iterator[tuple[int, Demand]]:
        for one in ticking(self._solver.demands):
            assert one.demand is not None
            yield one.literal, one.demand

    def _mentioned(self, demand: Demand) -> list[int]:
        """The variables of the marks that a demand mentions; none for global demands that clauses do not state."""
        what, top = demand.what, self.model.variables.top
        told = literals(what) if isinstance(what, Expr) else what.literals() if isinstance(what, Compound) else ()
        return sorted({v for v in map(abs, told) if 1 < v <= top})

    def _spots_of(self, variables: Iterable[int]) -> frozenset[int]:
        """The spots of some marks, each as a number."""
        return frozenset(self._spots[v][0] if v in self._spots else v for v in variables)

    def _searched(self, clock: Clock) -> Iterator[_DemandGroup]:
        """The demands that unit propagation may not exhaust, alone or because they have companions."""
        spots = {selector: self._spots_of(variables) for selector, variables in self._local.items()}
        groups: dict[tuple[int, frozenset[int]], list[int]] = {}
        on: dict[int, list[int]] = {}
        for selector, own in ticking(spots.items()):
            if len(own) <= _WIDEST:
                groups.setdefault((id(self._demand(selector).rule), own), []).append(selector)
                on.setdefault(min(own), []).append(selector)
        for (_, own), selectors in ticking(groups.items()):
            rules = self._demand(selectors[0]).rule.companions
            inside = [one for spot in own for one in on.get(spot, ()) if spots[one] <= own and one not in selectors]
            companions = [one for one in inside if self._demand(one).rule in rules]
            if companions or not all(map(self._is_exhausted, selectors)):
                every = [*selectors, *companions]
                variables = [v for spot in sorted(own) for v in self._spots.get(spot, [spot])]
                yield _DemandGroup(every, variables, SubsetSolver(self._solver, every, self._spots, clock))

    def _demand(self, selector: int) -> Demand:
        found = self._solver.selectors[selector].demand
        assert found is not None
        return found

    def _is_exhausted(self, selector: int) -> bool:
        """Whether unit propagation shows all that a demand says."""
        what = self._demand(selector).what
        return isinstance(what, Count) or (isinstance(what, Compound) and what.is_propagated)

    # -- what is excluded --

    def _excluded(self, known: Known) -> Iterator[int]:
        """The literals of values that some rule excludes."""
        for selector, variables in ticking(self._local.items()):
            yield from self._excluded_by(_DemandGroup([selector], variables), known)
        for lead in ticking(self._leads):
            yield from self._excluded_by(lead, known)
        yield from self._in_conflict(known)

    def _excluded_by(self, lead: _DemandGroup, known: Known) -> list[int]:
        """The open values that some demands exclude; none if they are broken already."""
        settled = [v if known[v] > 0 else -v for v in lead.variables if known[v]]
        before, found = self._seen.get(id(lead.variables), (None, []))
        if settled == before:
            return found
        assumed = [*settled, *lead.selectors]
        open_ = [v for v in lead.variables if v in self._spots and not known[v]]
        if lead.solver is None:
            is_sound, follow = self._solver.propagate(assumed)
            found = [v for v in open_ if -v in set(follow)] if is_sound else []
        elif not open_ or lead.solver.refuted(assumed):
            found = []
        else:
            found = [-lit for lit in lead.solver.entailed(assumed, [-v for v in open_])]
        self._seen[id(lead.variables)] = settled, found
        return found

    def _in_conflict(self, known: Known) -> Iterator[int]:
        """The open values that a global demand excludes at once."""
        open_ = [lit for lit in self._spots if not known[lit]]
        if len(open_) > _MOST_WIDE:
            return
        supposed = list(known)
        for what, _ in self._solver.global_demands():
            if next(iter(what.conflicts(known)), None) is not None:
                continue
            for lit in ticking(what.at_risk(known, open_)):
                supposed[lit], supposed[-lit] = 1, -1
                if next(iter(what.conflicts_by(supposed, lit)), None) is not None:
                    yield lit
                supposed[lit] = supposed[-lit] = 0
