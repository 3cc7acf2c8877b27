"""Counts: so many of some spots are marked, be it told beside a line, by a clue within the board or by the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..board import Spot
from ..clauses import Clauses
from ..expr import Expr, Mark, any_of, count
from ..genre import Genre
from ..layers import GivenLayer
from ..rules import Demand, Global, Rule, Source, marks_of
from ..ticks import tick
from ..wording import Text


class Counted(Rule):
    """As many cells of each line are marked as the number at its side says."""

    def __init__(self, marks: Source, clue: GivenLayer, text: Text) -> None:
        super().__init__(text)
        self.marks, self.clue = marks, clue

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for side, n in model.given(self.clue).items():
            if isinstance(n, int):
                line = model.board.line_from(side)
                yield Demand(self, count(marks[c] for c in line) == n, tuple(line), {"n": n, "side": side})

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
    """Spots, and how many of them are marked: a number, or all that are right. ``at`` (else the spots) and ``words``
    are those of the demand; ``n`` is always among the words."""

    spots: Sequence[Spot]
    n: int | Collection[int]
    at: Sequence[Spot] | None = None
    words: Mapping[str, Any] = {}

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
    """So many of some spots are marked."""

    def __init__(self, marks: Source, tallies: Callable[[Any], Iterable[Tally]], text: Text, at_ends: bool) -> None:
        super().__init__(text)
        self.marks, self.tallies, self.at_ends = marks, tallies, at_ends

    def demands(self, model: Genre) -> Iterator[Demand]:
        marks = marks_of(self.marks, model)
        for tally in self.tallies(model):
            tick()
            at = tuple(tally.spots if tally.at is None else tally.at)
            if self.at_ends:
                at = tuple(sorted({cell for link in at for cell in model.board.ends(link)}))
            yield Demand(self, tally.said(marks), at, {"n": tally.n, **tally.words})

    def encode(self, model: Genre, out: Clauses) -> list[Global] | None:
        marks = marks_of(self.marks, model)
        for spots, n, _, _ in self.tallies(model):
            out.tick()
            lits = list(map(marks.__getitem__, spots))
            if n == _AT_MOST_ONE and 1 not in lits:
                out.at_most_one(lits)
            elif type(n) is range and n == range(1, len(lits) + 1):
                out.add([*lits])
            else:
                _encode(lits, (n,) if isinstance(n, int) else n, out)
        return []


def tallied(
    marks: Source, tallies: Callable[[Any], Iterable[Tally]], text: Text, *, at_ends: bool = False
) -> Tallied:
    """The rule that of the spots of each tally that the model gives so many are marked. ``{at}``, ``{n}`` and the
    tally's words may stand in the text. With ``at_ends`` the spots are links, and it is the cells at their ends that
    are shown."""
    return Tallied(marks, tallies, text, at_ends)


def counted(marks: Source, clue: GivenLayer, text: Text) -> Counted:
    """The rule that a clue on a side is the number of marked cells in its line; ``{n}`` and ``{side}`` may stand in the
    text. A clue that is no integer says nothing."""
    return Counted(marks, clue, text)
