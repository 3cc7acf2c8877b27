"""Thermometers fill from their bulbs on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from ...board.board import Spot
from ...language.genre import Genre
from ...language.layers import AnswerLayer
from ...language.rules import Blame, Demand, Rule
from ...logic.expr import Known, all_of


class FilledFromBulb(Rule):
    """A cell is filled only if all cells before it are, from the bulb on; ``model.before`` has these for each cell.

    In the text ``{bulb}`` is the bulb; in a fault ``{after}`` is filled and ``{before}`` is not.
    """

    def __init__(self, filled: AnswerLayer, text: Any) -> None:
        super().__init__(text)
        self.filled = filled

    def demands(self, model: Any) -> Iterator[Demand]:
        """One for each cell beyond a bulb."""
        marks = model.marks[self.filled.name]
        for after, before in model.before.items():
            what = marks[after].implies(all_of(marks[cell] for cell in before))
            words = {"bulb": before[0], "before": before[-1], "after": after}
            yield Demand(self, what, (*before, after), words, blame=partial(self._blame, model, after))

    def suspects(self, model: Genre, known: Known) -> Iterator[Demand]:
        """The demands of filled cells next to an empty one, not of those farther on."""
        marks = model.marks[self.filled.name]
        return (one for one in self.demands(model) if known[marks[one.words["before"]]] <= 0)

    def _blame(self, model: Any, after: Spot, known: Known) -> Blame:
        """The last empty cell before a filled one."""
        marks = model.marks[self.filled.name]
        empty = [cell for cell in model.before[after] if known[marks[cell]] < 0]
        return Blame((empty[-1], after), {"before": empty[-1]}) if empty else Blame(())
