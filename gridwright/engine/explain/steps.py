"""Steps: what follows from a position, and the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from ...board.board import Spot
from ...hooks import HOOKS
from ...language.notebook import in_html
from ...language.puzzle import Puzzle, State, Value
from ...language.rules import Conflict, Demand


class StageName(StrEnum):
    """How a step follows from a position, from the easiest to the hardest.

    Stages, steps, ratings and the thresholds of genres use these names. ``SUMS`` is shown as ``SEARCH``; a ``CHAIN`` or
    ``CASES`` may be shown as a ``PATTERN`` if its links are few.
    """

    CANDIDATE = "candidate"
    """A spot has one candidate left."""
    DEMAND = "demand"
    """One demand gives it at once."""
    GLOBAL = "global"
    """One global demand (connection, loops) would be broken at once."""
    SEARCH = "search"
    """One demand gives it when it is thought through, perhaps with those that it is read with: the sum of a run, and
    that its digits differ."""
    SUMS = "sums"
    """Counts added up against others: the stars that areas need against the room that rows leave."""
    PATTERN = "pattern"
    """The opposite violates a demand, directly or through immediate consequences."""
    CHAIN = "chain"
    """Supposing the opposite leads to a contradiction demand by demand."""
    CASES = "cases"
    """Supposing the opposite leads to a contradiction in all cases."""
    TRIAL = "trial"
    """Only all demands together give it: it takes trial and error."""

    __repr__ = str.__repr__


class StepMark(NamedTuple):
    """A mark of a step: ``spot`` of ``layer`` holds ``value``, or (if ``holds`` is False) does not.

    On a layer of marks the value is True or False (there is no mark), and ``holds`` is True.
    """

    layer: str
    spot: Spot
    value: Value
    holds: bool = True


@dataclass(frozen=True)
class Because:
    """One part of a reason: a known mark, or a demand; demands with the same words are one part.

    ``conflicts`` are the conflicts with a global demand that matter.
    """

    words: str
    at: tuple[Spot, ...]
    demands: tuple[Demand, ...] = field(default=(), compare=False, repr=False)
    conflicts: tuple[Conflict, ...] = field(default=(), compare=False, repr=False)
    mark: StepMark | None = None

    @property
    def rule(self) -> str:
        """The name of the demands' rule; "" for a mark, or for demands of several rules."""
        names = {demand.rule.name for demand in self.demands}
        return names.pop() if len(names) == 1 else ""


class Refuted(NamedTuple):
    """How a step's supposition fails, in marks: what is ``supposed``, what follows link by link, and where the
    contradiction is seen."""

    supposed: tuple[StepMark, ...]
    links: tuple[tuple[StepMark, ...], ...]
    fault_at: tuple[Spot, ...]


@dataclass(frozen=True)
class Step:
    """What follows from a position, and why.

    Attributes:
        puzzle: The puzzle.
        marks: What follows: (layer, spot, value, holds); ``holds`` is False for an excluded candidate.
        because: The rules and known marks that it follows from.
        words: Both, as a paragraph.
        cost: How hard it is to see; 1 is an ordinary rule that gives a mark at once.
        kind: How it follows, from ``"candidate"`` to ``"trial"``.
        technique: What players call it; ``""`` if there is no name.
        late: Whether the time was up before all easier steps were looked for.
        refuted: How the supposition that the words refute fails, if there is one.

    Example:
        >>> step = gw.hint(gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"]))
        >>> print(step.technique, step, sep=": ")
        naked single: r1c4 sees 1, 2 and 3: only 4 is left. So r1c4 is 4.
    """

    puzzle: Puzzle = field(repr=False)
    marks: tuple[StepMark, ...]
    because: tuple[Because, ...]
    words: str
    cost: float
    kind: StageName
    technique: str = ""
    late: bool = False
    refuted: Refuted | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        """The words, and the marks with those that they follow from, for notebooks."""
        return argument_in_html(self.puzzle, self.words, self.marks, self.because)

    def applied(self, state: State) -> State:
        """Returns the position after the step."""
        return with_marks(self.puzzle, state, self.marks)


def argument_in_html(puzzle: Puzzle, words: str, marks: Sequence[StepMark], because: Sequence[Because]) -> str:
    """Words, and a board with some marks and the reasons for what is said of them."""
    known = [part.mark for part in because if part.mark is not None]
    state = with_marks(puzzle, State.of(puzzle, {}), [*known, *marks])
    reason = {spot for part in because for spot in part.at}
    return in_html(words, HOOKS.drawn(puzzle, state, reason=reason, fresh=[mark.spot for mark in marks]))


def entry(number: int, words: str) -> str:
    """A step in a list; its further lines are indented."""
    return f"{number}. {words.replace(chr(10), chr(10) + '   ')}"


class Glimpse(NamedTuple):
    """A step without words: what follows, how hard that is to see, and how it follows (see ``StageName``).

    ``n_links``: the number of links of a supposition, with those of its longest case (0 if they are unknown);
    ``technique``: its English name, if it was asked for."""

    marks: tuple[StepMark, ...]
    cost: float
    kind: StageName
    n_links: int = 0
    technique: str = ""


def with_marks(puzzle: Puzzle, state: State, added: Iterable[StepMark]) -> State:
    """A position with more marks."""
    marks = {name: dict(layer) for name, layer in state.marks.items()}
    struck = {name: {spot: set(out) for spot, out in layer.items()} for name, layer in state.struck.items()}
    for layer, spot, value, holds in added:
        if holds:
            marks.setdefault(layer, {})[spot] = value
        else:
            struck.setdefault(layer, {}).setdefault(spot, set()).add(value)
    return State.of(puzzle, marks, struck)
