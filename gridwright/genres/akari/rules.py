"""Dominating marks: every spot is marked or shares a group with a marked spot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...board.board import Spot
from ...language.genre import Genre
from ...language.rules import Demand, Global, Rule, Source, marks_of
from ...language.wording import RuleText
from ...logic.clauses import Clauses
from ...logic.expr import any_of
from ...logic.ticks import ticking

SpotGroups = Callable[[Any], Iterable[Sequence[Spot]]]


class Dominating(Rule):
    """The rule that each spot of the groups that the model gives is marked, or shares a group with a marked one.
    ``{at}`` in the text is the spot."""

    def __init__(self, marks: Source, groups: SpotGroups, text: RuleText) -> None:
        super().__init__(text)
        self.marks, self.groups = marks, groups

    def _around(self, model: Genre) -> Mapping[Spot, Sequence[Sequence[Spot]]]:
        """The groups of each spot."""
        found: dict[Spot, list[Sequence[Spot]]] = {}
        for group in ticking(self.groups(model)):
            for at in ticking(group):
                found.setdefault(at, []).append(group)
        return found

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for at, groups in self._around(model).items():
            spots = dict.fromkeys(spot for group in groups for spot in group)
            yield Demand(self, any_of(marks[spot] for spot in spots), (at,))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        """The literals of each group are looked up once; a literal may stand twice in a clause."""
        mark_of = marks_of(self.marks, model).__getitem__
        around: dict[int, list[int]] = {}  # by the literal of the spot
        for group in ticking(self.groups(model)):
            lits: list[int] = list(map(mark_of, group))
            for lit in lits:
                around[lit] = around[lit] + lits if lit in around else lits
        out.extend(ticking(around.values()))
        return []


dominating = Dominating
