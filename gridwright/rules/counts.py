"""Counts: so many of some spots are marked, be it told beside a line, by a clue within the board or by the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..board.board import Spot
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.rules import Demand, Global, Origin, Reads, Rule, Source, marks_of
from ..language.wording import RuleText
from ..logic.amounts import count
from ..logic.clauses import Clauses
from ..logic.expr import Expr, Mark, any_of
from ..logic.ticks import tick


class Counted(Rule):
    """The rule that a clue on a side is the number of marked cells in its line; ``{n}`` and ``{side}`` may stand in the
    text. A clue that is no integer says nothing."""

    def __init__(self, marks: Source, clue: GivenLayer, text: RuleText) -> None:
        super().__init__(text, reads=clue)
        self.marks, self.clue = marks, clue

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for side, n in model.given(self.clue).items():
            if isinstance(n, int):
                line = model.board.line_from(side)
                what = count(marks[c] for c in line) == n
                yield Demand(self, what, tuple(line), {"n": n, "side": side}, self.clues_at(side))

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        for side, n in model.given(self.clue).items():
            if isinstance(n, int):
                tick()
                _encode([marks[c] for c in model.board.line_from(side)], (n,), out)
        return []


def _encode(lits: Sequence[int], allowed: Collection[int], out: Clauses) -> None:
    """The number of literals that hold is allowed; those that are settled beforehand need not be counted."""
    if 1 in lits or -1 in lits:
        sure = lits.count(1)
        lits, allowed = [lit for lit in lits if lit not in (1, -1)], [n - sure for n in allowed]
    out.count(lits, allowed)


class Tally(NamedTuple):
    """Spots, and how many of them are marked: a number, or all that are right. ``at`` (else the spots), ``words`` and
    ``clues`` are those of the demand; ``n`` is always among the words."""

    spots: Sequence[Spot]
    n: int | Collection[int]
    at: Sequence[Spot] | None = None
    words: Mapping[str, Any] = {}
    clues: Collection[Origin] = ()

    @property
    def allowed(self) -> Collection[int]:
        """The numbers that are right."""
        return (self.n,) if isinstance(self.n, int) else self.n

    @classmethod
    def some(cls, spots: Sequence[Spot], words: Mapping[str, Any]) -> Tally:
        """At least one of the spots is marked."""
        return cls(spots, range(1, len(spots) + 1), words=words)

    def said(self, marks: Mapping[Spot, Mark]) -> Expr:
        """The tally as an expression over the marks of its layer."""
        own = [marks[s] for s in self.spots]
        return any_of(own) if self.n == range(1, len(own) + 1) else count(own).is_in(self.allowed)


_AT_MOST_ONE = (0, 1)


class Tallied(Rule):
    """The rule that of the spots of each tally that the model gives so many are marked. ``{at}``, ``{n}`` and the
    tally's words may stand in the text. With ``at_ends`` the spots are links, and it is the cells at their ends that
    are shown. ``reads`` are the layers that the tallies come from."""

    def __init__(
        self,
        marks: Source,
        tallies: Callable[[Any], Iterable[Tally]],
        text: RuleText,
        *,
        at_ends: bool = False,
        reads: Reads = (),
    ) -> None:
        super().__init__(text, reads)
        self.marks, self.tallies, self.at_ends = marks, tallies, at_ends

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for tally in self.tallies(model):
            tick()
            at = tuple(tally.spots if tally.at is None else tally.at)
            if self.at_ends:
                at = tuple(sorted({cell for link in at for cell in model.board.ends(link)}))
            clues = self.clues_at(*tally.clues) if tally.clues else ()
            yield Demand(self, tally.said(marks), at, {"n": tally.n, **tally.words}, clues)

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        for spots, n, *_ in self.tallies(model):
            out.tick()
            lits = list(map(marks.__getitem__, spots))
            if n == _AT_MOST_ONE and 1 not in lits:
                out.at_most_one(lits)
            elif type(n) is range and n == range(1, len(lits) + 1):
                out.add([*lits])
            else:
                _encode(lits, (n,) if isinstance(n, int) else n, out)
        return []


tallied = Tallied
counted = Counted
