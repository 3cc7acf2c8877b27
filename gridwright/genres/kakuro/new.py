"""Layouts of new puzzles: white runs, many of which have a sum that only one set of digits gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from ...language import DOWN, RIGHT, Rect, Spot, State
from ...language.making import Sketch, Symmetry, Unlucky, Wishes, image, orbits
from ...language.taste import Band
from ...laying.layouts import is_connected

DigitSet = frozenset[int]
BLACK = Band(0.22, 0.28, 0.36)
"""The share of black cells, without those in the first row and column."""
LONGEST = Band(0.4, 0.5, 0.7)
"""The cells of the longest run, for each row of the board."""
PAIRS = Band(0.33, 0.45, 0.56)
"""The share of runs with two cells."""
DETERMINED = Band(0.6, 0.95, 1.0)
"""The share of runs to which a set of digits is assigned that is the only one with its sum."""
MIRRORED, DIAGONAL = 0.3, 0.7
"""The share of layouts symmetric by half a turn that have mirror symmetry, too; the share of these on square boards
whose mirror is a diagonal."""
_SHUFFLES = 8
"""Orders of digits that are tried in a run."""


def with_runs(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """White runs between black cells, arranged symmetrically if requested, and digits for many of them."""
    inner = Rect.of(board.n_rows - 1, board.n_cols - 1)
    black = _black_cells(rng, inner, _places(rng, inner, wishes.symmetry))
    number = _digits(rng, [run for run in inner.stretches(black) if len(run) > 1])
    blocks = [c for c in board.cells if min(c) == 1 or Spot(c.y - 2, c.x - 2) in black]
    return Sketch(board, {"clue": dict.fromkeys(blocks, (None, None))},
                  wanted={"number": {Spot(c.y + 2, c.x + 2): n for c, n in number.items()}})


# -- black cells --


def _places(rng: Random, inner: Rect, symmetry: Symmetry) -> list[Collection[Spot]]:
    """The groups of cells that are black together."""
    places: list[Collection[Spot]] = list(orbits(inner, inner.cells, symmetry))
    if symmetry == "rotate" and rng.random() < MIRRORED:
        is_across = inner.n_rows == inner.n_cols and rng.random() < DIAGONAL
        mirror: Symmetry = "diagonal" if is_across else "mirror" if rng.random() < 0.5 else "flip"
        joined = (sorted({*orbit, *(image(inner, c, mirror) for c in orbit)}) for orbit in places)
        places = list(dict.fromkeys(map(tuple, joined)))
    return places


def _black_cells(rng: Random, inner: Rect, places: list[Collection[Spot]]) -> set[Spot]:
    """Black cells that first cut long runs, then come anywhere. Raises Unlucky if a run stays too long."""
    wanted = len(inner.cells) * BLACK.draw(rng)
    longest = min(9, max(4, round(LONGEST.draw(rng) * (len(inner.cells) ** 0.5 + 1))))
    most_pairs = PAIRS.draw(rng)
    orbit_of = {cell: orbit for orbit in places for cell in orbit}
    black: set[Spot] = set()
    rng.shuffle(places)
    left = [cell for orbit in places for cell in orbit]
    while left:
        long = [run for run in inner.stretches(black) if len(run) > longest]
        if not long and len(black) >= wanted:
            break
        cell = rng.choice(rng.choice(long)) if long else left[-1]
        if cell not in left:
            cell = left[-1]
        orbit = orbit_of[cell]
        left = [c for c in left if c not in orbit]
        tried = black.union(orbit)
        if (long or len(tried) <= wanted) and _is_fine(inner, tried, orbit, most_pairs):
            black = tried
    if any(len(run) > longest for run in inner.stretches(black)):
        raise Unlucky
    return black


def _is_fine(inner: Rect, black: Collection[Spot], orbit: Collection[Spot], most_pairs: float) -> bool:
    """Whether new black cells leave all white cells connected and in runs of at least two, of which not too many are
    pairs."""
    if not all(_in_runs(inner, black, near) for cell in orbit for near in inner.neighbours(cell)):
        return False
    lengths = [len(run) for run in inner.stretches(black) if len(run) > 1]
    if lengths.count(2) > most_pairs * len(lengths):
        return False
    return is_connected(inner, [cell for cell in inner.cells if cell not in black])


def _in_runs(board: Rect, black: Collection[Spot], at: Spot) -> bool:
    """Whether a cell is black, or lies in a level and in an upright run of at least two cells."""
    if at in black:
        return True
    near = [n for n in board.neighbours(at) if n not in black]
    return any(n.y == at.y for n in near) and any(n.x == at.x for n in near)


# -- digits --


@cache
def _determined_sets(size: int) -> Sequence[DigitSet]:
    """The sets of digits that are the only ones with their sum."""
    sets = [*map(frozenset, combinations(range(1, 10), size))]
    n_ways = Counter(map(sum, sets))
    return [one for one in sets if n_ways[sum(one)] == 1]


def _digits(rng: Random, runs: Sequence[Sequence[Spot]]) -> Mapping[Spot, int]:
    """Digits for many runs, short ones first, whose sums determine their sets of digits."""
    share = DETERMINED.draw(rng)
    runs_of: dict[Spot, list[Sequence[Spot]]] = {}
    for run in runs:
        for cell in run:
            runs_of.setdefault(cell, []).append(run)
    number: dict[Spot, int] = {}
    for run in sorted(runs, key=lambda run: len(run) + 3 * rng.random()):
        known = [number[cell] for cell in run if cell in number]
        if rng.random() > share or len(set(known)) < len(known):
            continue
        fits = [one for one in _determined_sets(len(run)) if one.issuperset(known)]
        taken = {cell: {number[c] for one in runs_of[cell] for c in one if c in number} for cell in run}
        for digits in rng.sample(fits, len(fits)):
            found = _placed(rng, [cell for cell in run if cell not in number], sorted(digits.difference(known)), taken)
            if found is not None:
                number.update(found)
                break
    return number


def _placed(
    rng: Random, cells: Sequence[Spot], digits: list[int], taken: Mapping[Spot, Collection[int]]
) -> Mapping[Spot, int] | None:
    """Digits in a random order in which none repeats in another run of its cell; None if none is found."""
    for _ in range(_SHUFFLES):
        rng.shuffle(digits)
        if all(n not in taken[cell] for cell, n in zip(cells, digits, strict=True)):
            return dict(zip(cells, digits, strict=True))
    return None


def sums_told(model: Any, answer: State, at: Spot) -> tuple[int | None, int | None]:
    """The sums of the runs to the right of and below a black cell."""
    runs = (model.run_from(at, step) for step in (RIGHT, DOWN))
    right, below = (sum(answer.get("number", c) for c in run) or None for run in runs)
    return right, below
