"""Steps: what follows from a position, and the reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ..language.board import Spot
from ..language.puzzle import Puzzle, State, Value
from ..language.rules import Conflict, Demand


class Mark(NamedTuple):
    """A mark of a step: ``spot`` of ``layer`` holds ``value``, or (``holds`` is False) does not.

    On a layer of marks the value is True or False (surely no mark), and ``holds`` is True.
    """

    layer: str
    spot: Spot
    value: Value
    holds: bool = True


@dataclass(frozen=True)
class Because:
    """One part of a reason: a known mark, or a demand; demands of the same words are one part.

    ``conflicts`` are the conflicts with a global demand that count.
    """

    words: str
    at: tuple[Spot, ...]
    demands: tuple[Demand, ...] = field(default=(), compare=False, repr=False)
    conflicts: tuple[Conflict, ...] = field(default=(), compare=False, repr=False)
    mark: Mark | None = None

    @property
    def rule(self) -> str:
        """The name of the demands' rule; nothing for a mark, or for demands of several rules."""
        names = {demand.rule.name for demand in self.demands}
        return names.pop() if len(names) == 1 else ""


@dataclass(frozen=True)
class Step:
    """What follows from a position: ``marks``, from the demands and marks of ``because``; in ``words``, a paragraph.

    ``cost`` is how hard it is to see (1 is an ordinary demand that gives a mark at once); ``kind`` tells how it
    follows: ``demand``, ``candidate`` (one is left on a spot), ``global``, ``search`` (one demand, thought through,
    perhaps with those that it is read with: the sum of a run, and that its digits are different; or counts added up
    against others: the stars that areas need against the room that rows leave),
    ``pattern`` (the opposite breaks a demand, by itself or by what follows from it at once), ``chain`` (a supposition
    fails demand by demand), ``cases`` (it fails only in cases), or ``trial`` (all demands together give it, and no few
    of them do). ``technique`` is the name that the field has for it, where it has one. ``late``: the time was up before
    easier steps were looked for.
    """

    puzzle: Puzzle = field(repr=False)
    marks: tuple[Mark, ...]
    because: tuple[Because, ...]
    words: str
    cost: float
    kind: str
    technique: str = ""
    late: bool = False

    def __str__(self) -> str:
        return self.words

    def applied(self, state: State) -> State:
        """The position after the step."""
        return with_marks(self.puzzle, state, self.marks)


class Glimpse(NamedTuple):
    """A step that is not put into words: what follows, how hard that is to see, and the kind of step (see ``Step``)."""

    marks: tuple[Mark, ...]
    cost: float
    kind: str


def with_marks(puzzle: Puzzle, state: State, added: Iterable[Mark]) -> State:
    """A position with more marks, as one of a puzzle."""
    marks = {name: dict(layer) for name, layer in state.marks.items()}
    struck = {name: {spot: set(out) for spot, out in layer.items()} for name, layer in state.struck.items()}
    for layer, spot, value, holds in added:
        if holds:
            marks.setdefault(layer, {})[spot] = value
        else:
            struck.setdefault(layer, {}).setdefault(spot, set()).add(value)
    return State.of(puzzle, marks, struck)
