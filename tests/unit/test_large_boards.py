"""What was quadratic, and took seconds or more on the largest boards that are read; by the clock of the processor."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

import gridwright as gw
from gridwright.board.arc_graph import ArcGraph, ShortestPaths
from gridwright.board.board import Spot
from gridwright.engine.solve.check import violations
from gridwright.language import Puzzle, Rect, State
from gridwright.logic.clauses import Clauses
from gridwright.logic.expr import Sparse, about, fixed
from gridwright.rules.pairs import PairedOff
from tests.timing import assert_within, assert_within_each

from ..grouped import SHARE, each_seed, some_by_default


def seconds(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def cell(row: int, col: int) -> Spot:
    return Spot(2 * row + 1, 2 * col + 1)


# -- boards -----------------------------------------------------------------------------------------------------------


def test_groups_of_scattered_cells() -> None:
    board = Rect(264, 264)
    some = [c for c in board.cells if (c.y // 2 + c.x // 2) % 2]
    board.neighbours(some[0])
    assert_within(0.5, lambda: board.groups(some))
    assert board.groups(some[:3]) == [[c] for c in some[:3]]


def test_grid_points_from_all_sides() -> None:
    def with_corners() -> Rect:
        board = Rect(264, 264)
        assert len(board.corners) == 265**2
        return board

    def pointed(board: Rect) -> None:
        for side in board.line_sides:
            board.points_from(side)

    assert_within_each(1, with_corners, pointed)
    assert Rect(2, 1).points_from(Spot(-1, 2)) == [Spot(0, 2), Spot(2, 2), Spot(4, 2)]
    assert Rect(2, 1).points_from(Spot(2, 3)) == [Spot(2, 0), Spot(2, 2)]


def test_tables_of_the_largest_boards() -> None:
    def with_links() -> Rect:
        board = Rect(264, 264)
        assert len(board.links) == 2 * 264 * 263
        return board

    def made(board: Rect) -> None:
        for table in (board.edges, board.corners, board.middles, board.edge_faces, list(board.windows(2, 2))):
            assert len(table) >= 263 * 263

    assert_within_each(2, with_links, made)


# -- genres' own loops ------------------------------------------------------------------------------------------------


def test_bridges_on_one_long_line() -> None:
    """Each island used to look along all of the line."""
    genre, found = gw.genre("hashi"), []

    def islands() -> Puzzle:
        board = Rect(1, 70_000)
        return Puzzle.of(genre, board, {"island": dict.fromkeys(board.cells[::3], 2)})

    def modelled(puzzle: Puzzle) -> None:
        found.append(genre(puzzle))

    assert_within_each(3, islands, modelled)
    bridges = found[0].variables.places("bridge")
    assert len(bridges) == len(found[0].board.cells[::3]) - 1
    assert bridges[0] == (Spot(1, 2), Spot(1, 4), Spot(1, 6))


def test_a_lamp_for_one_long_line() -> None:
    """The cells that light each other are not listed for each of them in advance: these were billions."""
    genre = gw.genre("akari")
    rule = next(one for one in genre.rules if one.name == "all_lit")
    assert_within_each(
        2, lambda: Puzzle.of(genre, Rect(1, 20_000), {}), lambda puzzle: next(rule.demands(genre(puzzle)))
    )


def test_at_most_one_of_very_many_in_clauses() -> None:
    """MiniCard took 12 s for a contradiction among 70,000 literals that it finds in clauses at once."""
    few, many = Clauses(50_000, counting=True), Clauses(50_000, counting=True)
    few.at_most_one(range(1, 1_000))
    many.at_most_one(range(1, 50_001))
    assert [len(lits) for lits, _ in few.at_most] == [999]
    assert [len(lits) for lits, _ in many.at_most] == [782]  # those that stand for the others
    assert len(many.made) > 50_000


def test_one_star_in_nearly_all_of_the_board() -> None:
    def walled() -> Puzzle:
        board = Rect(100, 100)  # what one run keeps does not help the next
        links = [link for spot in (cell(0, 0), cell(50, 50)) for link in board.links_of(spot)]
        return Puzzle.of(gw.genre("starbattle"), board, {"wall": dict.fromkeys(links, True)}, {"stars": 1})

    def solve(puzzle: Puzzle) -> None:
        assert gw.solve(puzzle, timeout=30).status == "none"

    assert_within_each(3, walled, solve)


def test_pairing_off_many() -> None:
    board = Rect(150, 150)
    n = len(board.cells)
    ones = [2 if (c.y + c.x) % 4 else -2 for c in board.cells]
    pairs = PairedOff(board.cell_adjacency, ones, [-lit for lit in ones], board.cells)
    known = [0] * 5
    known[2], known[-2] = 1, -1
    assert n == len(pairs.spots)
    assert_within(2, lambda: list(pairs.conflicts(known)))


# -- check ------------------------------------------------------------------------------------------------------------


def open_walls(genre: str, side: int, layer: str, clue: Any, share: float) -> tuple[Puzzle, State]:
    """A puzzle of walls with clues here and there, and its empty grid."""
    board, rng = Rect.of(side, side), random.Random(side)
    spots = rng.sample(board.cells, int(share * side * side))
    puzzle = Puzzle.of(gw.genre(genre), board, {layer: dict.fromkeys(spots, clue)})
    return puzzle, State.of(puzzle, {})


NEARLY_LINEAR: dict[str, tuple[str, Any]] = {
    "compass": ("compass", (None, 1, None, 3)), "galaxies": ("centre", True), "shikaku": ("number", 7),
}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("genre", some_by_default(NEARLY_LINEAR, SHARE, "proportion", name=str))
def test_areas_are_checked_in_time_in_proportion_to_the_board(genre: str) -> None:
    """Each clue used to look at all of the board: four times the cells took 16 times as long."""
    layer, clue = NEARLY_LINEAR[genre]
    assert layer in gw.genre(genre).layers
    small, large = (open_walls(genre, side, layer, clue, 0.1) for side in (60, 120))
    gw.check(*small)  # the tables of boards are made once
    gw.check(*large)
    gc.freeze()
    try:
        taken = [(seconds(lambda: gw.check(*small)), seconds(lambda: gw.check(*large))) for _ in range(4)]
    finally:
        gc.unfreeze()
    assert min(slow for _, slow in taken) < 2
    assert min(slow / fast for fast, slow in taken) < 7, f"for four times the cells: {taken}"


def test_a_time_limit_ends_a_check() -> None:
    puzzle, state = open_walls("compass", 120, "compass", (None, 1, None, 3), 0.1)
    with pytest.raises(gw.TimeUp):
        gw.check(puzzle, state, timeout=0.01)
    with pytest.raises(gw.TimeUp):
        gw.check(puzzle, state, stop=lambda: True)
    assert gw.check(puzzle, state, timeout=60, stop=lambda: False) == gw.check(puzzle, state)


def test_billions_of_marks_are_judged_in_little_memory() -> None:
    """A snake of open length may hold any number up to 70,000 on each of 70,000 cells."""
    genre, board = gw.genre("snake"), Rect.of(264, 264)
    puzzle = Puzzle.of(genre, board, {})
    state = State.of(puzzle, {"number": {cell(0, 0): 1, cell(0, 1): 2}})
    model = genre(puzzle, settled=state)
    known = model.variables.known(state)
    assert isinstance(known, Sparse)
    assert len(known) < 1_000
    for value, holds in ((1, True), (2, False)):
        assert (known[model.variables.literal("number", cell(0, 0), value)] > 0) is holds
    assert known[model.variables.literal("number", cell(5, 5), 1)] == 0


# -- what is found out about a grid, and ways in it -------------------------------------------------------------------


def test_what_is_found_about_a_fixed_grid_is_kept() -> None:
    made = []
    known = fixed([0, 1, -1])
    for _ in range(2):
        about(known, "key", lambda: made.append(1))
    assert len(made) == 1
    open_grid = [0, 1, -1]  # somebody may change it
    for _ in range(2):
        about(open_grid, "key", lambda: made.append(1))
    assert len(made) == 3


def graph_at_random(rng: random.Random) -> tuple[ArcGraph, list[int]]:
    board = Rect.of(rng.randint(1, 6), rng.randint(1, 6))
    graph = ArcGraph(board.cells, board.link_ends, range(2, len(board.links) + 2), board.links)
    values = [rng.choice((-1, 0, 1, 1)) for _ in board.links]
    return graph, [0, 1, *values, *(-v for v in reversed(values)), -1]


@each_seed(50)
def test_bodies_are_the_same_in_a_fixed_grid(seed: int) -> None:
    graph, known = graph_at_random(random.Random(seed))
    for least in (0, 1):
        assert graph.components(fixed(known), least) == graph.components(known, least)
        for node in range(len(graph.nodes)):
            assert set(graph.component(node, fixed(known), least)) == set(graph.reached(node, known, least))
            assert graph.around(node, fixed(known), least) == graph.leaving(graph.reached(node, known, least))


@each_seed(50)
def test_ways_lead_where_they_should_and_are_short(seed: int) -> None:
    rng = random.Random(seed)
    graph, known = graph_at_random(rng)
    start = rng.randrange(len(graph.nodes))
    body = graph.reached(start, known, 1)
    assert list(ShortestPaths(graph, start, known).nodes()) == body
    ways, ends = ShortestPaths(graph, start, known), dict(zip(graph.lits, graph.ends, strict=True))
    lengths = {start: 0}
    for goal in rng.sample(body, len(body)):
        here, way = goal, ways.to(goal)
        for lit in way:
            assert known[lit] > 0
            assert here in ends[lit]
            here = sum(ends[lit]) - here
        assert here == start
        lengths[goal] = len(way)
    for (a, b), lit in zip(graph.ends, graph.lits, strict=True):
        if known[lit] > 0 and a in lengths:
            assert abs(lengths[a] - lengths[b]) <= 1


def test_checking_an_answer_leaves_its_grid_as_it_was() -> None:
    puzzle, state = open_walls("shikaku", 5, "number", 5, 0.2)
    model = puzzle.genre(puzzle)
    assert violations(model, state) == violations(model, state)
