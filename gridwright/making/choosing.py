"""Chooses what clues tell where several things are true: first all are told at once, then one by one is decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..language.rules import Clue
from .clue_demands import ClueValue
from .clue_solver import ClueSolver
from .draft import Draft
from .others import SEVERAL

Options = Mapping[Clue, Sequence[Any]]
"""What clues may tell, the best first."""


class Choice:
    """The values that the clues of a draft may have, told to a solver all at once."""

    def __init__(self, draft: Draft, options: Options, solver: ClueSolver) -> None:
        self.draft, self.options, self.solver = draft, options, solver
        self._fixed: list[int] = []
        self._selectors: dict[ClueValue, int] = {}
        for k in range(max(map(len, options.values()), default=1)):
            told = self._telling({clue: values[min(k, len(values) - 1)] for clue, values in options.items()})
            for (name, spot), literal in told.selectors(solver).items():
                if (name, spot) in options:
                    self._selectors[name, spot, told.clues[name][spot]] = literal
                elif not k:
                    self._fixed.append(literal)

    def _telling(self, values: Mapping[Clue, Any]) -> Draft:
        clues = {name: dict(own) for name, own in self.draft.clues.items()}
        for (name, spot), value in values.items():
            clues.setdefault(name, {})[spot] = value
        return replace(self.draft, clues=clues)

    def _literals(self, values: Mapping[Clue, Sequence[Any]]) -> list[int]:
        """What is assumed when clues tell some of their values."""
        return [self._selectors[name, spot, value] for (name, spot), own in values.items() for value in own
                if (name, spot, value) in self._selectors]

    def chosen(self) -> Draft | frozenset[int]:
        """The draft with one value for each clue and one answer; else the marks that other answers share with it."""
        marks = self.solver.marks_of(self.draft.answer)
        left = dict(self.options)
        shared = shared_marks(self.solver, marks, [*self._fixed, *self._literals(left)])
        if shared is not None:
            return shared
        differs = self.solver.differs(marks)
        core = set(self.solver.core())
        for clue, values in self.options.items():
            for value in values:
                trial = {**left, clue: [value]}
                spared = set(self._literals({clue: values})).difference(self._literals({clue: [value]}))
                if not core.isdisjoint(spared):
                    if self.solver.solve([differs, *self._fixed, *self._literals(trial)]):
                        continue
                    core = set(self.solver.core())
                left = trial
                break
            else:
                return marks & self.solver.marks()
        return self._telling({clue: values[0] for clue, values in left.items()})


def shared_marks(solver: ClueSolver, marks: frozenset[int], assumptions: Sequence[int]) -> frozenset[int] | None:
    """The marks of an answer that some others share with it; None where it is the only one."""
    others = other_marks(solver, marks, assumptions)
    return marks.intersection(*others) if others else None


def other_marks(solver: ClueSolver, marks: frozenset[int], assumptions: Sequence[int]) -> list[frozenset[int]]:
    """The literals of some answers besides one, each of which differs from it where those before do not."""
    found: list[frozenset[int]] = []
    shared = marks
    assumed: list[int] = []
    while shared and len(found) < SEVERAL:
        assumed.append(solver.differs(shared))
        if not solver.solve([*assumed, *assumptions]):
            break
        found.append(solver.marks())
        shared &= found[-1]
    return found
