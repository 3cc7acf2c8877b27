"""Which of the clues that were left out helps most in a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType

from ..engine.solve.selectors import SelectorSolver
from ..language.puzzle import Puzzle, State
from .stripping import Group


class Helper:
    """Tells how many marks clues give at once. A context manager: it holds a solver."""

    def __init__(self, puzzle: Puzzle) -> None:
        """``puzzle``: the one with all the clues."""
        self._kept = SelectorSolver(puzzle)

    def n_marks(self, groups: Iterable[Group], state: State | None) -> list[int]:
        """For each group of clues how many marks follow from it alone in a position."""
        variables = self._kept.model.variables
        known = variables.known(state)
        held = [lit if known[lit] > 0 else -lit for lit in range(2, variables.top + 1) if known[lit]]
        return [self._n_following(held, group, variables.top) for group in groups]

    def _n_following(self, held: Sequence[int], group: Group, top: int) -> int:
        clues = [self._kept.clues[clue].literal for clue in group if clue in self._kept.clues]
        sound, lits = self._kept.propagate([*held, *clues])
        return len({abs(lit) for lit in lits if 1 < abs(lit) <= top}) - len(held) if sound else 0

    def __enter__(self) -> Helper:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._kept.close()
