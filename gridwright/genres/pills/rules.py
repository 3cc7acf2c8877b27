"""Totals of covered cells: the sum of the numbers under pieces along a line.

The encoding has a literal for each cell that says whether it is covered, and the sums of lines are decision diagrams
over them (see ``Clauses.total``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...board.board import Spot
from ...language.genre import Genre
from ...language.layers import GivenLayer, ValueLayer
from ...language.rules import Conflict, Demand, Global, Rule
from ...language.variables import Candidates
from ...language.wording import RuleText
from ...logic.amounts import count
from ...logic.clauses import Clause, Clauses
from ...logic.expr import Known, Mark
from ...logic.ticks import tick, ticking

Covers = Mapping[Spot, Sequence[Mark]]
"""For each cell, the marks of the pieces that would cover it."""


class CoveredTotal(Global):
    """The numbers of the covered cells of a line add up to ``n``."""

    def __init__(
        self,
        line: Sequence[Spot],
        numbers: Sequence[int],
        covers: Sequence[Sequence[Mark]],
        n: int,
        where: Callable[[int], Sequence[Spot]],
    ) -> None:
        """``where`` gives the spots that a literal is about."""
        self.line, self.numbers, self.covers, self.n, self.where = line, numbers, covers, n, where

    def _open(self, known: Known) -> list[list[int]]:
        """The amounts that each cell may still add."""
        found = []
        for number, marks in zip(self.numbers, self.covers, strict=True):
            if any(known[m] > 0 for m in marks):
                found.append([number])
            elif all(known[m] < 0 for m in marks):
                found.append([0])
            else:
                found.append([0, number])
        return found

    def _reached(self, amounts: Sequence[Sequence[int]]) -> bool:
        sums = {0}
        for own in amounts:
            sums = {s + a for s in sums for a in own}
        return self.n in sums

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        amounts = self._open(known)
        if self._reached(amounts):
            return
        because: list[int] = []
        for i, (number, marks) in enumerate(zip(self.numbers, self.covers, strict=True)):
            tick()
            if len(amounts[i]) > 1 or not marks:
                continue
            settled, amounts[i] = amounts[i], [0, number]
            if self._reached(amounts):  # otherwise the contradiction does not need this cell
                amounts[i] = settled
                sure = [int(m) for m in marks if known[m] > 0]
                because += sure[:1] or [-m for m in marks]
        at = dict.fromkeys((*self.line, *(spot for lit in because for spot in self.where(lit))))
        yield Conflict(tuple(at), because)

    def cuts(self, known: Known) -> list[Clause]:
        del known
        return []  # the clauses say all

    def encode(self, out: Clauses) -> None:
        self.encode_with([out.either(marks) for marks in self.covers], out)

    def encode_with(self, covered: Sequence[int], out: Clauses) -> None:
        """The same with the given literals for covered cells."""
        pairs = [(number, lit) for number, lit in zip(self.numbers, covered, strict=True) if number and lit != -1]
        out.total([((0, -lit), (number, lit)) for number, lit in pairs], [self.n])


def _shared(model: Genre, covers: Covers) -> dict[Spot, int]:
    """The literals of covered cells, shared by all rules with these covers."""
    kept: tuple[Covers, dict[Spot, int]] = model.memo(("covered", id(covers)), lambda: (covers, {}))
    return kept[1]


class CoveredTotals(Rule):
    """The rule that the clue at a side is the sum of the numbers on the covered cells of its line. ``covers`` gives for
    each cell the marks of the pieces that would cover it; ``{side}`` and ``{n}`` may stand in the text."""

    def __init__(self, covers: Callable[[Any], Covers], number: GivenLayer, clue: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=(number, clue))
        self.covers, self.number, self.clue = covers, number, clue

    def demands(self, model: Genre) -> Iterator[Demand]:
        covers, numbers = self.covers(model), model.given(self.number)
        for side, n in model.given(self.clue).items():
            line = model.board.line_from(side)
            values, covered = [numbers.get(c, 0) for c in line], [covers[c] for c in line]
            told = CoveredTotal(line, values, covered, n, model.variables.spots_of)
            yield Demand(self, told, tuple(line), {"side": side, "n": n}, self.clues_at((self.clue.name, side)))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        covers, numbers = self.covers(model), model.given(self.number)
        covered = _shared(model, covers)
        for side, n in model.given(self.clue).items():
            out.tick()
            groups = []
            for c in model.board.line_from(side):
                number = numbers.get(c, 0)
                if number and covers[c]:
                    if c not in covered:
                        covered[c] = out.either(covers[c])
                    groups.append(((0, -covered[c]), (number, covered[c])))
            out.total(groups, [n])
        return []


class CoveredOnce(Rule):
    """The rule that each cell lies under one piece at most; ``covers`` as in ``covered_totals``."""

    def __init__(self, covers: Callable[[Any], Covers], text: RuleText) -> None:
        super().__init__(text)
        self.covers = covers

    def demands(self, model: Genre) -> Iterator[Demand]:
        for at, marks in ticking(self.covers(model).items()):
            if len(marks) > 1:
                yield Demand(self, count(marks) <= 1, (at,))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        covers = self.covers(model)
        covered = _shared(model, covers)
        for at, marks in ticking(covers.items()):
            if len(marks) > 1:
                # The literal of a covered cell also says, negated, that none of the pieces is there.
                covered[at] = name = out.new()
                out.exactly_one([-name, *marks])
        return []


covered_once = CoveredOnce
covered_totals = CoveredTotals


class Exclusion(NamedTuple):
    """A value that a spot does not hold; ``at`` and ``words`` go into the demand."""

    spot: Spot
    value: Any
    at: Sequence[Spot]
    words: Mapping[str, Any] = {}


class Excluded(Rule):
    """The rule that none of the values that the model gives stands on its spot; the words of an exclusion may stand in
    the text. Exclusions must not depend on the marks."""

    def __init__(self, layer: ValueLayer, exclusions: Callable[[Any], Iterable[Exclusion]], text: RuleText) -> None:
        super().__init__(text)
        self.layer, self.exclusions = layer, exclusions

    def demands(self, model: Genre) -> Iterator[Demand]:
        terms = model.terms[self.layer.name]
        for spot, value, at, words in ticking(self.exclusions(model)):
            yield Demand(self, terms[spot] != value, tuple(at), words)

    def narrow(self, model: Genre, layer: ValueLayer, candidates: Candidates) -> None:
        if layer.name != self.layer.name:
            return
        for spot, value, _, _ in ticking(self.exclusions(model)):
            if value in candidates[spot]:
                candidates[spot] = [v for v in candidates[spot] if v != value]

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        del out
        return [] if model.variables.is_narrowed else None


excluded = Excluded
