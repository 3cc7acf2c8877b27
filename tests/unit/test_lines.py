"""The line logic against brute force: every short line, then laws on longer ones."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

import gridwright as gw
from gridwright.rules.runs import encode_runs, settle, settle_grid
from tests.timing import assert_within

from ..grouped import examples


def runs(shading: int) -> tuple[int, ...]:
    """The lengths of the runs of ones in a mask, from the lowest bit."""
    return tuple(len(run) for run in f"{shading:b}"[::-1].replace("0", " ").split())


@cache
def shadings(length: int) -> dict[tuple[int, ...], list[int]]:
    found: dict[tuple[int, ...], list[int]] = {}
    for shading in range(1 << length):
        found.setdefault(runs(shading), []).append(shading)
    return found


def clue_lists(length: int) -> Iterator[tuple[int, ...]]:
    """All the clue lists that fit in a line, and some that do not."""
    yield from shadings(length)
    yield from set(shadings(length + 2)) - set(shadings(length))


def shared(length: int, blocks: Sequence[int], on: int, off: int) -> tuple[int, int] | None:
    """What all completions share, by trying them all."""
    fits = [it for it in shadings(length).get(tuple(blocks), ()) if it & on == on and not it & off]
    if not fits:
        return None
    grown_on, union = fits[0], 0
    for it in fits:
        grown_on &= it
        union |= it
    return grown_on, (1 << length) - 1 & ~union


def masks(length: int) -> Iterator[tuple[int, int]]:
    """Every way to know some cells of a line."""
    for digits in itertools.product((0, 1, 2), repeat=length):
        yield (
            sum(1 << cell for cell, digit in enumerate(digits) if digit == 1),
            sum(1 << cell for cell, digit in enumerate(digits) if digit == 2),
        )


@pytest.mark.parametrize("length", range(9))
def test_settle_all_clues_of_an_empty_line(length: int) -> None:
    for blocks in clue_lists(length):
        assert settle(length, blocks, 0, 0) == shared(length, blocks, 0, 0), blocks


@pytest.mark.parametrize("length", range(6))
def test_settle_all_clues_and_all_that_may_be_known(length: int) -> None:
    for blocks in clue_lists(length):
        for on, off in masks(length):
            assert settle(length, blocks, on, off) == shared(length, blocks, on, off), (blocks, on, off)


@st.composite
def lines(draw: st.DrawFn, most: int = 12) -> tuple[int, tuple[int, ...], int, int]:
    """A line with a shading behind it, of which some cells are known, and perhaps one of them wrongly."""
    length = draw(st.integers(0, most))
    full = (1 << length) - 1
    shading = draw(st.integers(0, full))
    known = draw(st.integers(0, full)) & draw(st.integers(0, full))
    wrong = draw(st.integers(0, full)) if draw(st.booleans()) else 0
    wrong &= -wrong
    return length, runs(shading), (shading ^ wrong) & known, ~(shading ^ wrong) & known


@settings(max_examples=examples(400), deadline=None)
@given(lines())
def test_settle_is_exact(line: tuple[int, tuple[int, ...], int, int]) -> None:
    assert settle(*line) == shared(*line)


@settings(max_examples=examples(100), deadline=None)
@given(lines(60))
def test_settle_laws_on_long_lines(line: tuple[int, tuple[int, ...], int, int]) -> None:
    length, blocks, on, off = line
    grown = settle(*line)
    if grown is None:
        return
    assert grown[0] & on == on and grown[1] & off == off and not grown[0] & grown[1]
    assert settle(length, blocks, *grown) == grown  # nothing more the second time

    def turn(mask: int) -> int:
        return int(f"{mask:0{length}b}"[::-1] or "0", 2) if length else 0

    mirrored = settle(length, blocks[::-1], turn(on), turn(off))
    assert mirrored == (turn(grown[0]), turn(grown[1]))
    for cell in range(length):  # what is left open can be either
        if not (grown[0] | grown[1]) >> cell & 1:
            assert settle(length, blocks, on | 1 << cell, off) is not None
            assert settle(length, blocks, on, off | 1 << cell) is not None


def test_settle_empty_clues() -> None:
    assert settle(4, (), 0, 0) == settle(4, (0,), 0, 0) == (0, 0b1111)
    assert settle(4, (), 0b10, 0) is None
    assert settle(0, (), 0, 0) == (0, 0)
    assert settle(0, (1,), 0, 0) is None
    assert settle(3, (1,), 0b1, 0b1) is None  # known to be both


def test_settle_is_quick() -> None:
    shading = sum(0b111 << at for at in range(0, 200, 5))
    assert runs(shading) == (3,) * 40
    blocks = runs(shading)
    settle(200, blocks, 0, 0)

    def settle_a_hundred() -> None:
        for round_ in range(100):
            assert settle(200, blocks, shading & 7 << round_, 0) is not None

    assert_within(0.2, settle_a_hundred)  # some 5 ms on a quiet machine
    assert settle(199, (1,) * 100, 0, 0) == (
        sum(1 << at for at in range(0, 199, 2)),
        sum(2 << at for at in range(0, 198, 2)),
    )


class Clauses:
    """Some clauses, and the variables used in them."""

    def __init__(self, cells: Sequence[int]) -> None:
        self.top = max(map(abs, cells), default=0)
        self.clauses: list[list[int]] = []

    def new(self, count: int) -> int:
        assert count > 0
        self.top += count
        return self.top - count + 1

    def add(self, clause: list[int]) -> None:
        assert clause
        assert all(0 < abs(literal) <= self.top for literal in clause)
        self.clauses.append(clause)


def encoded(cells: Sequence[int], blocks: Sequence[int], on: int = 0, off: int = 0) -> Clauses:
    built = Clauses(cells)
    encode_runs(cells, blocks, built.new, built.add, on, off)
    return built


def some_cells(length: int) -> list[int]:
    """Literals for the cells, of both signs."""
    return [cell + 1 if cell % 3 else -cell - 1 for cell in range(length)]


def models(cells: Sequence[int], built: Clauses) -> list[int]:
    """The shadings which the clauses let through; each of them must be met once only."""
    found = []
    with Solver("minisat22", bootstrap_with=built.clauses) as solver:
        for cell in cells:
            solver.add_clause([cell, -cell])  # name the cells that no clause names
        for model in solver.enum_models():
            true = set(model)
            found.append(sum(1 << at for at, cell in enumerate(cells) if cell in true))
    assert len(found) == len(set(found))
    return sorted(found)


def check_propagation(
    cells: Sequence[int], blocks: Sequence[int], on: int, off: int, tried: Sequence[tuple[int, int]]
) -> None:
    built = encoded(cells, blocks, on, off)
    units = {clause[0] for clause in built.clauses if len(clause) == 1}
    with Solver("minisat22", bootstrap_with=built.clauses) as solver:
        for more_on, more_off in tried:
            assumed = [cell for at, cell in enumerate(cells) if more_on >> at & 1]
            assumed += [-cell for at, cell in enumerate(cells) if more_off >> at & 1]
            consistent, literals = solver.propagate(assumptions=assumed)
            known = units.union(literals, assumed)
            expected = shared(len(cells), blocks, on | more_on, off | more_off)
            assert consistent == (expected is not None), (blocks, on, off, more_on, more_off)
            if expected is not None:
                grown_on = sum(1 << at for at, cell in enumerate(cells) if cell in known)
                grown_off = sum(1 << at for at, cell in enumerate(cells) if -cell in known)
                assert (grown_on, grown_off) == expected, (blocks, on, off, more_on, more_off)


@pytest.mark.parametrize("length", range(9))
def test_encode_lets_exactly_the_shadings_through(length: int) -> None:
    cells = some_cells(length)
    for blocks in clue_lists(length):
        found = models(cells, encoded(cells, blocks))
        assert found == shadings(length).get(blocks, []), blocks


@pytest.mark.parametrize("length", range(1, 5))
def test_encode_lets_exactly_the_shadings_with_known_cells_through(length: int) -> None:
    cells = some_cells(length)
    for blocks in clue_lists(length):
        for on, off in masks(length):
            found = models(cells, encoded(cells, blocks, on, off))
            wanted = [it for it in shadings(length).get(blocks, []) if it & on == on and not it & off]
            assert found == wanted, (blocks, on, off)


@pytest.mark.parametrize("length", range(1, 8))
def test_encode_is_arc_consistent(length: int) -> None:
    tried = list(masks(length))
    step = 1 if length < 7 else 5
    for blocks in clue_lists(length):
        check_propagation(some_cells(length), blocks, 0, 0, tried[::step])


@settings(max_examples=examples(150), deadline=None)
@given(lines(11), st.data())
def test_encode_is_arc_consistent_with_known_cells(
    line: tuple[int, tuple[int, ...], int, int], data: st.DataObject
) -> None:
    length, blocks, on, off = line
    some = st.integers(0, (1 << length) - 1)
    tried = [(0, 0)]
    for _ in range(4):
        known = data.draw(some)
        shading = data.draw(some)
        tried.append((shading & known, ~shading & known))
    fits = shadings(length)[blocks]
    tried += [(it & known, ~it & known) for it in fits[::7] for known in (data.draw(some),)]
    check_propagation(some_cells(length), blocks, on, off, tried)


def test_encode_empty_clues() -> None:
    for blocks in ((), (0,)):
        assert encoded([1, -2], blocks).clauses == [[-1], [2]]
    assert encoded([], ()).clauses == []
    assert models([], encoded([], (1,))) == []


def test_encode_uses_known_cells() -> None:
    cells = list(range(1, 41))
    blocks = (5, 5, 5)
    free = encoded(cells, blocks)
    bound = encoded(cells, blocks, on=1 << 20, off=1 << 30)
    assert len(bound.clauses) < len(free.clauses)
    settled = encoded(cells, blocks, on=0b1111100000111110000011111)
    assert settled.top == 40  # no new variables
    assert sorted(settled.clauses, key=lambda clause: abs(clause[0])) == [
        [cell if cell % 10 in range(1, 6) and cell < 26 else -cell] for cell in cells
    ]


def test_settle_grid_solves_a_picture() -> None:
    picture = ["..#..", ".###.", "#.#.#", "..#..", "..##."]
    masks_of_rows = [sum(1 << c for c, cell in enumerate(row) if cell == "#") for row in picture]
    masks_of_cols = [sum(1 << r for r, row in enumerate(picture) if row[c] == "#") for c in range(5)]
    on, off = [0] * 5, [0] * 5
    ticks = []
    assert settle_grid(
        [runs(m) for m in masks_of_rows], [runs(m) for m in masks_of_cols], on, off, lambda: ticks.append(1)
    )
    assert on == masks_of_rows
    assert off == [31 & ~mask for mask in masks_of_rows]
    assert len(ticks) >= 10


def test_settle_grid_of_two_shapes() -> None:
    on, off = [0, 0], [0, 0]
    assert settle_grid([(3,), (1,)], [(1,), (2,), (1,)], on, off, lambda: None)
    assert (on, off) == ([0b111, 0b010], [0, 0b101])


def test_settle_grid_keeps_what_is_known() -> None:
    on, off = [0, 0], [0, 0]
    assert settle_grid([(1,), (1,)], [(1,), (1,)], on, off, lambda: None)
    assert (on, off) == ([0, 0], [0, 0])  # two solutions
    on[0] = 1
    assert settle_grid([(1,), (1,)], [(1,), (1,)], on, off, lambda: None)
    assert (on, off) == ([1, 2], [2, 1])


def test_settle_grid_finds_contradictions() -> None:
    assert not settle_grid([(2,), ()], [(2,), ()], [0, 0], [0, 0], lambda: None)
    assert not settle_grid([(1,), (1,)], [(1,), (1,)], [1, 1], [0, 0], lambda: None)
    assert not settle_grid([(3,)], [(1,), (1,)], [0], [0], lambda: None)


def test_settle_grid_without_lines() -> None:
    assert settle_grid([], [], [], [], lambda: None)


def test_settle_grid_passes_on_what_tick_raises() -> None:
    def stop() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        settle_grid([(1,)], [(1,)], [0], [0], stop)


@pytest.mark.parametrize("hole", ["r1c1", "r2c2", "r3c1"])
def test_lines_with_a_hole_are_solved_as_they_are_judged(hole: str) -> None:
    """A line with a hole is one cell shorter: every grid is tried with the clues that it has itself."""
    bare = gw.puzzle("Picross", size=3, holes=[hole])
    board = bare.board
    assert isinstance(board, gw.Rect)
    for shaded in itertools.product((False, True), repeat=len(board.cells)):
        marks = dict(zip(board.cells, shaded, strict=True))
        clues = {}
        for side in board.sides:
            if min(side) < 0:
                found = itertools.groupby(board.line_from(side), marks.__getitem__)
                clues[side] = tuple(len(list(run)) for on, run in found if on)
        puzzle = gw.Puzzle.of(bare.genre, board, {"clue": clues})
        answer = gw.State.of(puzzle, {"shade": marks})
        assert gw.check(puzzle, answer, finished=True) == []
        answers = list(gw.all_answers(puzzle))
        assert answer in answers and all(gw.check(puzzle, one, finished=True) == [] for one in answers)


# -- runs of unknown length -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", range(2, 6))
def test_runs_of_unknown_length_are_those_of_any_length(length: int) -> None:
    for n in range(3):
        for clue in itertools.product((1, 2, "?"), repeat=n):
            if "?" not in clue:
                continue
            puzzle = gw.puzzle("Picross", size=(1, length), clue={"left": [clue]})
            fitting = {
                it for found, masks_of in shadings(length).items() for it in masks_of
                if len(found) == n and all(want in ("?", have) for want, have in zip(clue, found, strict=True))
            }
            answers = [[answer.get("shade", cell) for cell in puzzle.board.cells] for answer in gw.all_answers(puzzle)]
            assert {sum(1 << i for i, on in enumerate(row) if on) for row in answers} == fitting
            for shading in range(1 << length):
                state = gw.state(puzzle, ["".join(".#"[shading >> i & 1] for i in range(length))])
                assert (gw.check(puzzle, state, finished=True) == []) == (shading in fitting)


def test_what_a_line_with_unknown_runs_lacks_is_said() -> None:
    puzzle = gw.puzzle("Picross", size=(1, 4), clue={"left": [(2, "?")]})
    (fault,) = gw.check(puzzle, gw.state(puzzle, ["#..#"]), finished=True)
    assert fault.words == "row 1 needs the runs 2 ? and has 1 1"
    assert gw.solve(puzzle).status == "unique"
