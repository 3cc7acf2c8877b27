"""A path that slides: it turns only where the cell ahead is a wall, outside, or visited before (see ``coil`` for the search)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..board import STEPS, Rect, Spot
from ..expr import Known
from ..genre import AnswerLayer, Genre
from ..rules import Conflict, Demand, Global, Rule
from .coil import coils


class Slides(Global):
    """Followed from its start, the path turns only where it is stopped."""

    def __init__(self, board: Rect, free: frozenset[Spot], start: dict[Spot, int], path: dict[Spot, int]) -> None:
        self.board, self.free, self.start, self.path = board, free, start, path

    def conflicts(self, known: Known) -> Iterator[Conflict]:
        here = next((c for c, lit in self.start.items() if known[lit] > 0), None)
        if here is None:
            return
        because = [self.start[here]]
        visited = {here}
        way: tuple[int, int] | None = None
        while True:
            steps = list(self._onward(here, visited, known))
            if len(steps) != 1:
                return  # the end, or a branch, of which another rule tells
            step = steps[0]
            after = Spot(here.y + step[0], here.x + step[1])
            because.append(self.path[self.board.link(here, after)])
            if way is not None and step != way:
                ahead = Spot(here.y + way[0], here.x + way[1])
                if ahead in self.free and ahead not in visited:
                    yield Conflict((here,), list(because))
            visited.add(after)
            here, way = after, step

    def _onward(self, here: Spot, visited: set[Spot], known: Known) -> Iterator[tuple[int, int]]:
        for step in STEPS:
            after = Spot(here.y + step[0], here.x + step[1])
            if after in self.free and after not in visited and known[self.path[self.board.link(here, after)]] > 0:
                yield step


class SlidingPath(Rule):
    """The path turns only where it is stopped."""

    def __init__(self, start: AnswerLayer, path: AnswerLayer, free: Callable[[Any], Sequence[Spot]], text: str) -> None:
        super().__init__(text)
        self.start, self.path, self.free = start, path, free

    def demands(self, model: Genre) -> Iterator[Demand]:
        free = frozenset(self.free(model))
        start = {c: int(model.marks[self.start.name][c]) for c in sorted(free)}
        path = {s: int(mark) for s, mark in model.marks[self.path.name].items() if s is not None}
        yield Demand(self, Slides(model.board, free, start, path))


def sliding_path(
    start: AnswerLayer, path: AnswerLayer, free: Callable[[Any], Sequence[Spot]], text: str
) -> SlidingPath:
    """The rule that a path, followed from its start, turns only where a wall, the border or its own way stops it."""
    return SlidingPath(start, path, free, text)


def sliding_paths(board: Rect, free: Sequence[Spot], tick: Callable[[], None]) -> Iterator[list[Spot]]:
    """Every path that slides and visits each free cell, as its cells in order; by a search, lazily."""
    index = {c: i for i, c in enumerate(free)}
    neighbours = []
    for c in free:
        up, right, down, left = (index.get(Spot(c.y + dy, c.x + dx), -1) for dy, dx in STEPS)
        neighbours.append((up, right, down, left))
    for path in coils(neighbours, tick):
        yield [free[i] for i in path]
