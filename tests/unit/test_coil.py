"""The search for Mortal Coil, against a brute force and an independent check of the rules."""

import random
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.engine.solve.answers import all_answers
from gridwright.genres.mortal_coil import MortalCoil
from gridwright.language import Puzzle, Rect

from ..grouped import each_seed, examples, thorough

Cell = tuple[int, int]
MOVES = ((-1, 0), (0, 1), (1, 0), (0, -1))


def paths(free: list[Cell]) -> Iterator[list[Cell]]:
    """The answers of a board whose other cells are walls, as the cells of each path in order."""
    rows, columns = max(r for r, _ in free) + 1, max(c for _, c in free) + 1
    board = Rect.of(rows, columns)
    walls = {c: True for c in board.cells if (c.y // 2, c.x // 2) not in set(free)}
    for answer in all_answers(Puzzle.of(MortalCoil, board, {"wall": walls})):
        here = next(c for c, marked in answer.marks["start"].items() if marked)
        way = [here]
        while len(way) < len(free):
            here = next(
                n for n in board.neighbours(here) if n not in way[-2:] and answer.get("path", board.link(here, n))
            )
            way.append(here)
        yield [(c.y // 2, c.x // 2) for c in way]


def pattern(rows: int, columns: int, free: tuple[bool, ...]) -> list[Cell]:
    return [(r, c) for r in range(rows) for c in range(columns) if free[r * columns + c]]


def slides(cell: Cell, left: frozenset[Cell]) -> Iterator[list[Cell]]:
    for dr, dc in MOVES:
        slide: list[Cell] = []
        r, c = cell[0] + dr, cell[1] + dc
        while (r, c) in left:
            slide.append((r, c))
            r, c = r + dr, c + dc
        if slide:
            yield slide


def brute(free: list[Cell]) -> set[tuple[Cell, ...]]:
    """Play every game; a game that leaves nothing is an answer."""
    answers: set[tuple[Cell, ...]] = set()

    def play(walk: tuple[Cell, ...], left: frozenset[Cell]) -> None:
        if not left:
            answers.add(walk)
        for slide in slides(walk[-1], left):
            play((*walk, *slide), left.difference(slide))

    for start in free:
        play((start,), frozenset(free) - {start})
    return answers


def legal(free: list[Cell], walk: list[Cell]) -> bool:
    """Whether a walk obeys the rules, by playing it move by move."""
    left = frozenset(free) - {walk[0]}
    at = 0
    while left:
        fits = [slide for slide in slides(walk[at], left) if walk[at + 1 : at + 1 + len(slide)] == slide]
        if not fits:
            return False
        at += len(fits[0])
        left = left.difference(fits[0])
    return at == len(walk) - 1


def compare(free: list[Cell]) -> None:
    found = [tuple(path) for path in paths(free)] if free else []
    assert len(found) == len(set(found))
    assert set(found) == brute(free)


def random_walk(size: int, seed: int) -> tuple[list[Cell], list[Cell]]:
    """A board with an answer: the cell behind each chosen slide becomes a wall, and so does what is never visited."""
    rng = random.Random(seed)
    best: list[Cell] = []
    for _ in range(20):
        cell = (rng.randrange(size), rng.randrange(size))
        walk, taken, walls = [cell], {cell}, set[Cell]()
        while True:
            ways: list[tuple[list[Cell], Cell]] = []
            for dr, dc in MOVES:
                slide: list[Cell] = []
                r, c = cell[0] + dr, cell[1] + dc
                while 0 <= r < size and 0 <= c < size and (r, c) not in taken | walls and len(slide) < 6:
                    slide.append((r, c))
                    ways.append((slide[:], (r + dr, c + dc)))
                    r, c = r + dr, c + dc
            ways = [(slide, stop) for slide, stop in ways if stop not in taken or stop in walls or stop in walk]
            if not ways:
                break
            chosen, stop = rng.choice(ways)
            walk += chosen
            taken.update(chosen)
            if stop not in taken:
                walls.add(stop)
            cell = chosen[-1]
        if len(walk) > len(best):
            best = walk
    return sorted(best), best


@pytest.mark.parametrize("rows, columns", [
    (r, c) if r * c < 12 else thorough(r, c) for r in range(1, 4) for c in range(1, 5)
])
def test_every_small_board_has_exactly_the_answers_of_brute_force(rows: int, columns: int) -> None:
    for free in product((False, True), repeat=rows * columns):
        compare(pattern(rows, columns, free))


@settings(max_examples=examples(150), deadline=None, derandomize=True)
@given(st.integers(3, 4).flatmap(lambda rows: st.tuples(st.just(rows), st.lists(st.booleans(), min_size=20))))
def test_random_boards_have_exactly_the_answers_of_brute_force(board: tuple[int, list[bool]]) -> None:
    rows, free = board
    compare(pattern(rows, 5, tuple(free[: rows * 5])))


@settings(max_examples=examples(60), deadline=None, derandomize=True)
@given(st.sets(st.integers(0, 29), max_size=9))
def test_random_open_boards_have_exactly_the_answers_of_brute_force(walls: set[int]) -> None:
    compare(pattern(5, 6, tuple(i not in walls for i in range(30))))


def test_two_cells_and_two_parts() -> None:
    assert sorted(paths([(0, 0), (0, 1)])) == [[(0, 0), (0, 1)], [(0, 1), (0, 0)]]
    assert list(paths([(0, 0), (0, 2)])) == []


def test_a_corridor_has_its_two_answers() -> None:
    free = [(0, c) for c in range(60)]
    assert sorted(paths(free)) == [free, free[::-1]]


def test_a_spiral_of_a_thousand_cells_is_found() -> None:
    free = [(r, c) for r in range(40) for c in range(61) if r % 2 == 0 or c == (60 if r % 4 == 1 else 0)]
    assert legal(free, next(paths(free)))


def test_a_full_square_is_found() -> None:
    free = [(r, c) for r in range(7) for c in range(7)]
    assert legal(free, next(paths(free)))


@each_seed(4)
def test_a_board_made_by_a_walk_is_found(seed: int) -> None:
    free, made = random_walk(20, seed)
    assert len(free) > 60
    assert legal(free, made)
    assert legal(free, next(paths(free)))


def test_a_walk_is_found_lazily() -> None:
    free = [(r, c) for r in range(6) for c in range(6)]
    many = paths(free)
    assert next(many) != next(many)
