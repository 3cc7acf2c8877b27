"""Dominating marks: every spot is marked or shares a group with a marked spot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...board.board import Spot
from ...language.genre import Genre
from ...language.layers import Source, marks_of
from ...language.rules import Demand, Global, Rule
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


dominating = Dominating


def once_lit(model: Any, out: Clauses) -> list[Global]:
    """Encodes that some lamp lights each cell, and that no two lamps of a stretch light each other.

    A literal may stand twice in a clause.
    """
    board, lamp = model.board, model.lamp
    lines = lamp.kept("lines", lambda: [[int(lamp[cell]) for cell in line] for line in board.unbroken])
    lighting: dict[int, list[int]] = {}  # by the literal of the cell
    for i, start, end in ticking(board.spans(model.wall)):
        lits = lines[i][start:end]
        if len(lits) > 1:
            out.at_most_one(lits)
        for lit in lits:
            lighting[lit] = lighting[lit] + lits if lit in lighting else lits
    out.extend(ticking(lighting.values()))
    return []
