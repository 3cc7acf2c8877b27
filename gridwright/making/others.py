"""Other answers of a puzzle, by a search of its own."""

from __future__ import annotations

from ..board.board import Spot
from ..engine.solve.clock import Clock
from ..engine.solve.search import Search
from ..language.puzzle import Puzzle, State

SEVERAL = 3
"""So many other answers are looked at to see where a puzzle is open."""


def other_answers(puzzle: Puzzle, answer: State, most: int, clock: Clock) -> list[State]:
    """Up to so many answers of a puzzle besides one."""
    search = Search(puzzle, clock)
    found: list[State] = []
    with search.sat:
        search.deny([answer])
        while len(found) < most and (values := search.next_assignment()) is not None:
            found.append(search.state(values))
            search.block(values)
    return found


def open_spots(puzzle: Puzzle, answer: State, clock: Clock, enough: int | None = None) -> set[Spot]:
    """Where some other answers of a puzzle differ from one; none if that is the only one.

    No more answers are looked for once they differ at more than ``enough`` spots.
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
