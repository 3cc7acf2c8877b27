"""Budgets of solving that end at the same point every time, why attempts fail, and the proof of a finished puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from ..board.board import Spot
from ..engine.solve.answers import answers_with
from ..engine.solve.clock import Clock
from ..engine.solve.search import Search
from ..language.making import Unlucky
from ..language.puzzle import Puzzle, State
from ..language.wording import counted

SLICE = 1_000
"""Conflicts in a slice of solving; the clock is checked after each slice."""
GRIDS = 100
"""Grids violating a demand that cost as much as a slice. Most questions need fewer than 20, but for a single loop the
solver may enumerate partitions into several loops without any conflict."""
_CROWDED = 40
"""Answers that need too many clues before making gives up."""
_FAR_OFF = 5
"""The same, if all answers need at least twice as many as requested."""
_UNPROVED = 20
"""Puzzles without a proof before making gives up."""


class MakingError(ValueError):
    """A puzzle that cannot be made as requested; the message says what is possible.

    Example:
        >>> gw.generate("Tents", rows=1)
        Traceback (most recent call last):
        gridwright.making.effort.MakingError: no Tents can be made with 1 row and 1 column: ...
    """

    argument = ""
    """The argument of ``generate`` that is impossible, if it is a single one."""


@contextmanager
def arguing(argument: str) -> Iterator[None]:
    """Notes in errors which argument is impossible."""
    try:
        yield
    except MakingError as fault:
        fault.argument = fault.argument or argument
        raise


class TooHard(Unlucky):
    """A question that costs the solver more work than its budget."""


class TooMany(Unlucky):
    """An answer that needs more clues than requested."""

    def __init__(self, least: int, wanted: int, words: str) -> None:
        """``words``: what can be requested instead."""
        super().__init__()
        self.least, self.wanted, self.words = least, wanted, words


class Unproved(Unlucky):
    """A finished puzzle without a unique answer, or that its usual format cannot express."""


class Effort(Clock):
    """A clock that also limits slices of solving.

    The time limit may end the making of a puzzle, but never decides which puzzle is made.
    """

    steady = SLICE
    proved: Puzzle | None = None
    """The puzzle whose answer was last proved to be the only one, by a model of just this puzzle."""
    n_used = 0
    """The slices that were used in all."""

    def allow(self, slices: int) -> None:
        """Sets the number of slices that are left."""
        self._left = slices

    def used(self) -> None:
        """Counts a slice. Raises TooHard after the last one."""
        self.n_used += 1
        self._left -= 1
        if self._left < 0:
            raise TooHard

    def refuted(self, grids: int) -> None:
        """Counts a slice for every ``GRIDS`` grids. Raises TooHard after the last one."""
        if grids % GRIDS == 0:
            self.used()

    _left = 1_000


class Failures:
    """The known reasons why attempts failed."""

    def __init__(self) -> None:
        self._words: Counter[str] = Counter()
        self._crowded: list[TooMany] = []
        self._n_unproved = 0

    def note(self, fault: Unlucky) -> None:
        """Counts a failed attempt. Raises MakingError if others would fail for the same reason."""
        if isinstance(fault, TooMany):
            self._crowded.append(fault)
            is_far_off = all(one.least >= 2 * one.wanted for one in self._crowded)
            if len(self._crowded) >= (_FAR_OFF if is_far_off else _CROWDED):
                raise MakingError(self._too_many())
        elif str(fault):
            self._words[str(fault)] += 1
        if isinstance(fault, Unproved):
            self._n_unproved += 1
            if self._n_unproved == _UNPROVED:
                raise MakingError(f"{_UNPROVED} puzzles were made, and none of them could be proved: {fault}")

    @property
    def is_crowded(self) -> bool:
        """Whether answers needed more clues than requested."""
        return bool(self._crowded)

    def _too_many(self) -> str:
        best = min(self._crowded, key=lambda one: one.least)
        return (f"{counted(best.wanted, 'clue')} with a known value requested, but each of {len(self._crowded)} "
                f"puzzles needs at least {best.least}; {best.words} is possible")

    def told(self) -> str:
        """The commonest reason, for a message; empty if none is known."""
        if self._crowded:
            return self._too_many()
        return self._words.most_common(1)[0][0] if self._words else ""


# -- proof -------------------------------------------------------------------------------------------------------------


SEVERAL = 3
"""Other answers that are compared to find open spots."""
_PROOF_SLICES = 1_000
"""The budget of a proof in slices of solving: generous, compared with the 30 of other questions."""


def prove(puzzle: Puzzle, clock: Effort) -> None:
    """Raises Unproved unless the puzzle has exactly one answer and its usual format can express its clues.

    The model is built from the finished puzzle, so that a mistake in the incremental solver would be noticed; not again
    if ``open_spots`` has just done the same. Raises TimeUp, and TooHard if the proof takes too much work.
    """
    values = (value for own in puzzle.given.values() for value in own.values())
    wrong = next((value for value in values if value in puzzle.genre.making.unwritable), None)
    if wrong is not None:
        raise Unproved(f"the usual format cannot express the clue {wrong}")
    if puzzle == clock.proved:
        return
    clock.allow(_PROOF_SLICES)
    answers = list(islice(answers_with(puzzle, clock), 2))
    if len(answers) != 1:
        raise Unproved("the solver finds several answers" if answers else "the clues contradict each other")


def other_answers(puzzle: Puzzle, answer: State, most: int, clock: Clock) -> list[State]:
    """At most ``most`` answers of a puzzle other than the given one."""
    search = Search(puzzle, clock)
    found: list[State] = []
    with search.sat:
        search.deny([answer])
        while len(found) < most and (values := search.next_assignment()) is not None:
            found.append(search.state(values))
            search.block(values)
    return found


def open_spots(puzzle: Puzzle, answer: State, clock: Effort, enough: int | None = None) -> set[Spot]:
    """The spots where other answers of a puzzle differ from the given one; empty if it is unique.

    The search ends early once more than ``enough`` spots are open.
    """
    search = Search(puzzle, clock)
    literal = search.model.variables.literal
    spot_of = {int(literal(name, spot, value)): spot for name, layer in answer.marks.items()
               for spot, value in layer.items()}
    spots: set[Spot] = set()
    with search.sat:
        differs = search.compiled.clauses.new()
        for _ in range(SEVERAL):
            search.sat.add([[-differs, *(-lit for lit in spot_of)]])
            values = search.next_assignment([differs])
            if values is None:
                if not spots and search.next_assignment([-differs]) is not None:
                    clock.proved = puzzle
                return spots
            true = {*values, 1}
            spots.update(spot for lit, spot in spot_of.items() if lit not in true)
            spot_of = {lit: spot for lit, spot in spot_of.items() if lit in true}
            if not spot_of or (enough is not None and len(spots) > enough):
                break
    return spots
