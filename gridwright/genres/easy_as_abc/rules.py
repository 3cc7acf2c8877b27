"""The first value that is met from a side, past empty cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from ...board.board import Spot
from ...language.genre import Genre
from ...language.layers import GivenLayer, Terms, ValueLayer
from ...language.rules import Blame, Demand, Global, Rule
from ...language.variables import Candidates
from ...language.wording import RuleText
from ...logic.clauses import Clauses
from ...logic.expr import Known, all_of, any_of
from ...logic.ticks import ticking


class FirstMet(Rule):
    """The rule that a clue at a side is the first value met from there, for lines in which each value but ``empty``
    occurs once. ``{value}`` and ``{side}`` may stand in the text.

    In a fault, ``{met}`` is the value that is met first; the text ``none`` is for marks that do not decide it.
    """

    def __init__(self, layer: ValueLayer, clue: GivenLayer, text: RuleText, *, empty: Any) -> None:
        super().__init__(text, reads=clue)
        self.layer, self.clue, self.empty = layer, clue, empty

    def _looks(self, model: Genre) -> Iterator[tuple[Spot, Any, Sequence[Spot]]]:
        for side, value in model.given(self.clue).items():
            yield side, value, model.board.line_from(side)

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = model.terms[self.layer.name]
        for side, value, line in self._looks(model):
            empty = [terms[c] == self.empty for c in line]
            met = any_of(all_of((*empty[:i], terms[c] == value)) for i, c in enumerate(line))
            words = {"value": value, "side": side}
            yield Demand(self, met, tuple(line), words, self.clues_at(side), blame=partial(self._blame, terms, line))

    def _blame(self, terms: Terms, line: Sequence[Spot], known: Known) -> Blame:
        """The value that is met first, if the marks decide it, else the marks of the line."""
        for cell in line:
            held = [value for value, lit in terms[cell].marks.items() if known[lit] > 0]
            if not held:
                break
            if held[0] != self.empty:
                return Blame((cell,), {"met": held[0]})
        settled = (c for c in line if any(known[lit] for lit in terms[c].marks.values()))
        return Blame(tuple(settled), fault="none")

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        """As the value occurs once in the line, it is met first iff all cells before it are empty.

        That takes two literals for each pair of places. In addition, it comes before any other value.
        """
        terms = model.terms[self.layer.name]
        for _, value, line in self._looks(model):
            out.tick()
            empty: list[int] = []
            met = [-1]
            for cell in ticking(line):
                marks = terms[cell].marks
                here = marks.get(value, -1)
                if here != -1:
                    out.extend([-here, lit] for lit in empty)
                for other, lit in marks.items():
                    if other != value and other != self.empty:
                        out.add([-lit, *met])
                empty.append(int(marks.get(self.empty, -1)))
                met.append(int(here))
            out.add(met)
        return []

    def narrow(self, model: Genre, layer: ValueLayer, candidates: Candidates) -> None:
        """The value is among the first cells, at most as far as there are empty ones; the first cell has no other
        value."""
        if layer.name != self.layer.name:
            return
        rest = len([v for v in layer.values(model) if v != self.empty])
        for _, value, line in ticking(self._looks(model)):
            near = len(line) - rest + 1
            for cell in line[:1]:  # none in a line that consists of holes
                candidates[cell] = [v for v in candidates[cell] if v in (value, self.empty)]
            for cell in line[max(near, 0) :]:
                candidates[cell] = [v for v in candidates[cell] if v != value]


first_met = FirstMet
