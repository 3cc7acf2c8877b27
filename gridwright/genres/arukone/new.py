"""Layouts of new puzzles: paths that cover the board, with their ends apart, by simulated annealing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random
from string import ascii_uppercase
from typing import NamedTuple

from ...language import Rect, Spot, State
from ...language.making import Sketch, Unlucky, Wishes
from ...language.taste import Band
from ...laying.layouts import links_along

Path = Sequence[Spot]
PAIRS = Band(0.62, 0.74, 0.94)
"""The number of pairs for each row of the board."""
SHORTEST = Band(3.4, 6, 10)
"""The cells of the shortest path."""
LONGEST = Band(1.9, 2.6, 3.9)
"""The cells of the longest path, for each row of the board."""
TOUCHING = Band(0.2, 0.5, 0.8)
"""The share of ends with another end beside them."""
TURNS = Band(0.17, 0.23, 0.31)
"""The share of cells in which a path turns."""
NEAR = 2
"""The largest distance between ends of a path that counts as near."""
MOVES, FEWER_MOVES = 60, 12
"""The most moves, for each cell of the board: in new layouts, and after changes."""
WARM, COLD = 1.0, 0.02
"""Temperatures of a new layout at the beginning and at the end."""


@dataclass(frozen=True)
class Aims:
    """What the paths of one puzzle should look like."""

    n: int
    shortest: int
    longest: int
    touching: float
    turns: int

    @staticmethod
    def draw(rng: Random, board: Rect) -> Aims:
        """Aims as varied as published puzzles."""
        side = sqrt(len(board.cells))
        n = max(2, round(PAIRS.draw(rng) * side))
        mean = len(board.cells) / n
        shortest = max(3, min(round(SHORTEST.draw(rng)), round(0.7 * mean)))
        longest = max(round(LONGEST.draw(rng) * side), round(1.5 * mean))
        return Aims(n, shortest, longest, TOUCHING.draw(rng), round(TURNS.draw(rng) * len(board.cells)))

    def miss(self, near: Mapping[Spot, Sequence[Spot]], paths: Sequence[_LaidPath]) -> float:
        """How far paths are from the aims; 0 if they are as they should be."""
        ends = {end for one in paths for end in one.ends}
        touching = sum(not ends.isdisjoint(near[end]) for end in ends) / len(ends)
        miss = 15 * max(0.0, touching - self.touching) + 7 * max(0.0, self.touching - 0.15 - touching)
        miss += 2 * abs(len(paths) - self.n) + 0.4 * max(0, sum([one.n_turns for one in paths]) - self.turns)
        lengths = [len(one.path) for one in paths]
        miss += 0.7 * sum([max(0, self.shortest - n, n - self.longest) for n in lengths])
        return miss + 1.5 * sum([one.is_near for one in paths]) + 0.3 * max(0, self.longest - 3 - max(lengths))


class _LaidPath(NamedTuple):
    """A path, and what the aims speak of."""

    path: Path
    ends: tuple[Spot, Spot]
    n_turns: int
    is_near: bool
    """Whether its ends are near each other."""

    @staticmethod
    def of(path: Path) -> _LaidPath:
        return _LaidPath(path, (path[0], path[-1]), _turns(path), _distance(path[0], path[-1]) <= NEAR)


def _turns(path: Path) -> int:
    """The cells in which a path turns: the cells before and after one are in different rows and columns."""
    return sum(a.y != b.y and a.x != b.x for a, b in zip(path, path[2:], strict=False))


def _distance(a: Spot, b: Spot) -> int:
    """Steps between two cells."""
    return (abs(a.y - b.y) + abs(a.x - b.x)) // 2


def with_paths(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Labels at the ends of paths that cover the board and never touch themselves."""
    del wishes
    aims = Aims.draw(rng, board)
    layout = _Layout(board, [_LaidPath.of([cell]) for cell in board.cells])
    return labelled(board, annealed(rng, layout, aims, MOVES, WARM), aims)


def other_paths(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Moves the paths on which answers differ, then brings all paths near the aims again."""
    del answer
    board = sketch.board
    aims, laid = sketch.parts
    cells = {cell for link in spots for cell in board.ends(link)}
    layout = _Layout(board, list(map(_LaidPath.of, laid)))
    for _ in range(rng.choice((1, 2, 3)) * 4):
        open_ = [i for i, one in enumerate(layout.paths) if not cells.isdisjoint(one.path)]
        moved = layout.moved(rng, rng.choice(open_))
        if moved is not None:
            layout = moved
    return labelled(board, annealed(rng, layout, aims, FEWER_MOVES, COLD * 5), aims)


def annealed(rng: Random, layout: _Layout, aims: Aims, moves: int, warm: float) -> Sequence[Path]:
    """Paths brought near the aims by simulated annealing. Raises Unlucky if a path stays shorter than three cells.

    ``moves``: the most moves, for each cell of the board; ``warm``: the temperature at the beginning.
    """
    now = aims.miss(layout.near, layout.paths)
    n_moves = moves * len(layout.at)
    for k in range(n_moves):
        if not now:
            break
        moved = layout.moved(rng, rng.randrange(len(layout.paths)))
        if moved is None:
            continue
        miss = aims.miss(moved.near, moved.paths)
        heat = max(COLD, warm * (1 - k / n_moves))
        if miss <= now or rng.random() < exp((now - miss) / heat):
            layout, now = moved, miss
    if any(len(one.path) < min(3, aims.shortest) for one in layout.paths):
        raise Unlucky
    return [one.path for one in layout.paths]


class _Layout:
    """Paths that cover the board, and the path of each cell."""

    def __init__(
        self, board: Rect, paths: Sequence[_LaidPath], near: Mapping[Spot, Sequence[Spot]] | None = None
    ) -> None:
        self.board, self.paths = board, paths
        self.near = {cell: board.neighbours(cell) for cell in board.cells} if near is None else near
        self.at = {cell: i for i, one in enumerate(paths) for cell in one.path}

    def moved(self, rng: Random, i: int) -> _Layout | None:
        """A layout in which an end of a path goes on along a part of a neighbouring path; None if that would make the
        path touch itself."""
        one = self.paths[i].path if rng.random() < 0.5 else self.paths[i].path[::-1]
        cell = rng.choice(self.near[one[-1]])
        j = self.at[cell]
        if j == i:
            return None
        other = self.paths[j].path if rng.random() < 0.5 else self.paths[j].path[::-1]
        k = other.index(cell)
        part, rest = other[k:], other[:k]
        before = set(one)
        before.discard(one[-1])
        if any(not before.isdisjoint(self.near[c]) for c in part) or any(one[-1] in self.near[c] for c in part[1:]):
            return None
        changed = {i: _LaidPath.of([*one, *part]), j: _LaidPath.of(rest) if rest else None}
        paths = [path for m, old in enumerate(self.paths) if (path := changed.get(m, old)) is not None]
        return _Layout(self.board, paths, self.near)


def labelled(board: Rect, paths: Sequence[Path], aims: Aims) -> Sketch:
    """The sketch of some paths, with letters in reading order."""
    paths = sorted(paths, key=lambda path: min(path[0], path[-1]))
    names: Sequence[object] = ascii_uppercase if len(paths) <= len(ascii_uppercase) else range(1, len(paths) + 1)
    label = {end: name for name, path in zip(names, paths, strict=False) for end in (path[0], path[-1])}
    drawn = {link for path in paths for link in links_along(board, path)}
    return Sketch(board, {"label": label}, marks={"path": {link: link in drawn for link in board.links}},
                  parts=(aims, paths))
