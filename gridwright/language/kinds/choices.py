"""One of some choices: all ways to mark the cells of a group, each with what it asks of other cells.

No rule says this by itself. It is what people think through when they look at an area that few things fit in, so
explanations use it (see ``language.rules.Combined``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..board import Spot
from ..clauses import Clause, Clauses
from ..expr import Known
from ..rules import Conflict, Global
from ..ticks import ticking


class Choice(NamedTuple):
    """What may be marked in a group, as literals of all its cells, and the clauses about other cells that must hold
    then."""

    inside: Sequence[int]
    outside: Sequence[Clause]


class OneOfChoices(Global):
    """The marked cells of a group are one of some choices, and the other cells are as this one needs them."""

    def __init__(self, group: Sequence[Spot], lits: Sequence[int], choices: Sequence[Choice]) -> None:
        """``lits``: that the cells of the group are marked."""
        self.group, self.lits, self.choices = group, lits, choices

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        because: dict[int, None] = {}
        for choice in ticking(self.choices):
            against = self._against(choice, known, because)
            if not against:
                return
            because.update(dict.fromkeys(against))
        yield Conflict(tuple(self.group), list(because))

    def _against(self, choice: Choice, known: Known, because: Mapping[int, None]) -> Sequence[int]:
        """Settled literals that exclude a choice, preferably one that excludes others already; none if nothing does."""
        wrong = [-lit for lit in choice.inside if known[lit] < 0]
        if wrong:
            return [next((lit for lit in wrong if lit in because), wrong[0])]
        broken = (clause for clause in choice.outside if all(known[lit] < 0 for lit in clause))
        return [-lit for lit in next(broken, ())]

    def told_by_clauses(self) -> Sequence[int]:
        outside = (abs(lit) for choice in self.choices for clause in choice.outside for lit in clause)
        return list(dict.fromkeys((*self.lits, *outside)))

    def encode(self, out: Clauses) -> None:
        first = out.new(len(self.choices))
        taken = range(first, first + len(self.choices))
        out.add([*taken])
        over: dict[int, list[int]] = {lit: [] for lit in self.lits}
        for one, choice in zip(ticking(taken), self.choices, strict=True):
            for lit in choice.inside:
                out.add([-one, lit])
                if lit > 0:
                    over[lit].append(one)
            out.extend([-one, *clause] for clause in choice.outside)
        out.extend([-lit, *ones] for lit, ones in over.items())
