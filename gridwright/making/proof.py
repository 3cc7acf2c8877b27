"""Asks the ordinary solver about a finished puzzle: for its other answers, and for the proof that there are none."""

from __future__ import annotations

from itertools import islice

from ..board.board import Spot
from ..engine.solve.clock import Clock
from ..engine.solve.search import Search, answers_with
from ..language.puzzle import Puzzle, State
from .effort import Effort, Unproved

SEVERAL = 3
"""Other answers that are compared to see where a puzzle is open."""
_SLICES = 1_000
"""The budget of a proof in slices of solving; generous, as a question asked on the way has 30."""


def prove(puzzle: Puzzle, clock: Effort) -> None:
    """Raises Unproved unless the puzzle has exactly one answer and its usual format can express its clues.

    The model is built anew from the finished puzzle, so a mistake in the solver that clues were switched in would show.
    Raises TimeUp, and TooHard where the proof takes too much work.
    """
    values = (value for own in puzzle.given.values() for value in own.values())
    wrong = next((value for value in values if value in puzzle.genre.making.unwritable), None)
    if wrong is not None:
        raise Unproved(f"the usual format cannot express the clue {wrong}")
    clock.allow(_SLICES)
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


def open_spots(puzzle: Puzzle, answer: State, clock: Clock, enough: int | None = None) -> set[Spot]:
    """The spots where other answers of a puzzle differ from the given one; empty if it is the only one.

    The search ends early once more than ``enough`` spots are open.
    """
    search = Search(puzzle, clock)
    literal = search.model.variables.literal
    own = {int(literal(name, spot, value)): spot for name, layer in answer.marks.items()
           for spot, value in layer.items()}
    found: set[Spot] = set()
    with search.sat:
        for _ in range(SEVERAL):
            search.sat.add([[-lit for lit in own]])
            values = search.next_assignment()
            if values is None:
                return found
            true = {*values, 1}
            found.update(spot for lit, spot in own.items() if lit not in true)
            own = {lit: spot for lit, spot in own.items() if lit in true}
            if not own or (enough is not None and len(found) > enough):
                break
    return found
