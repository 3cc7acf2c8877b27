"""One of some alternatives: all places for a piece, or all ways to mark a group, each with what it asks of the board.

Mostly no rule says this by itself. It is what people think through when they look at an area that few things fit in, so
explanations use it (see ``language.rules.Lemma``).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from ..board.board import Spot
from ..language.rules import Compound, Conflict
from ..logic.clauses import Clause, Clauses
from ..logic.expr import Known
from ..logic.ticks import ticking


class Limits(NamedTuple):
    """Literals of which at least and at most so many hold."""

    lits: Sequence[int]
    least: int
    most: int

    def broken_by(self, known: Known) -> list[int]:
        """Settled literals that are too many; none if that is not so."""
        yes, no = [lit for lit in self.lits if known[lit] > 0], [-lit for lit in self.lits if known[lit] < 0]
        if len(yes) > self.most:
            return yes[: self.most + 1]
        return no[: len(self.lits) - self.least + 1] if len(self.lits) - len(no) < self.least else []


class Alternative(NamedTuple):
    """What holds with an alternative: literals, clauses, and limits to how many literals hold."""

    lits: Sequence[int]
    clauses: Sequence[Clause] = ()
    limits: Sequence[Limits] = ()

    def excluded_by(self, known: Known, blamed: Container[int]) -> Sequence[int]:
        """Settled literals that exclude it, preferably one that is blamed already; none if nothing does."""
        wrong = [-lit for lit in self.lits if known[lit] < 0]
        if wrong:
            return [next((lit for lit in wrong if lit in blamed), wrong[0])]
        for clause in self.clauses:
            if all(known[lit] < 0 for lit in clause):
                return [-lit for lit in clause]
        return next(filter(None, (one.broken_by(known) for one in self.limits)), ())


class Alternatives(Compound):
    """At least ``least`` of some alternatives hold, or the literal ``unless`` does.

    ``settled`` are literals that each alternative has, or denies. It follows that one that holds is in an alternative
    that holds; clauses say so, for propagation.
    """

    def __init__(
        self,
        alternatives: Sequence[Alternative],
        at: Sequence[Spot] = (),
        *,
        least: int = 1,
        unless: int = -1,
        settled: Sequence[int] = (),
    ) -> None:
        self.alternatives, self.at, self.least, self.unless, self.settled = alternatives, at, least, unless, settled

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        if known[self.unless] >= 0:
            return
        because = dict.fromkeys([-self.unless])
        n_left = 0
        for one in ticking(self.alternatives):
            against = one.excluded_by(known, because)
            n_left += not against
            if n_left >= self.least:
                return
            because.update(dict.fromkeys(against))
        yield Conflict(tuple(self.at), list(because))

    def literals(self) -> Sequence[int]:
        said = {*self.settled, self.unless}
        for lits, clauses, limits in ticking(self.alternatives):
            said.update(lits)
            for clause in clauses:
                said.update(clause)
            for limit in limits:
                said.update(limit.lits)
        return list(said)

    def encode(self, out: Clauses) -> None:
        first = out.new(len(self.alternatives))
        taken = range(first, first + len(self.alternatives))
        if self.least > 1:
            out.count_at_once(taken, range(self.least, len(taken) + 1))
        else:
            out.add([*taken, self.unless])
        over: dict[int, list[int]] = {lit: [] for lit in self.settled}
        for own, one in zip(ticking(taken), self.alternatives, strict=True):
            out.extend([-own, lit] for lit in one.lits)
            for lit in over.keys() & one.lits if over else ():
                over[lit].append(own)
            out.extend([-own, *clause] for clause in one.clauses)
            for lits, least, most in one.limits:
                n = len(lits)
                if most < n:
                    out.at_most.append(([*lits, *[own] * (n - most)], n))
                if least > 0:
                    out.at_most.append(([*(-lit for lit in lits), *[own] * least], n))
        out.extend([-lit, *ways] for lit, ways in over.items())
