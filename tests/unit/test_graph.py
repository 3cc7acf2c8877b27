"""Puzzles on any planar graph: areas found from the drawing, faults with places, rules that ask only the board."""

import itertools
import random
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.board.board import Graph
from gridwright.formats.spf.graph import Crossing, SpfGraph, bounded_areas, check_planar
from gridwright.genres.fences import Fences
from gridwright.genres.fillomino import Fillomino

from ..laws.tiny import judged, solved

SAMPLES = Path(__file__).parents[1] / "spf_samples"
SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
ROUND = [(0, 1), (1, 2), (2, 3), (3, 0)]
HOUSE = """<<
/format 2
/type (fences)
/node [
[ 0 0 ] [ 2 0 ] [ 2 2 ] [ 0 2 ] [ 1 3 ] ]
/edge [
[ 0 1 false ] [ 1 2 false ] [ 2 3 false ] [ 3 0 false ] [ 3 4 false ] [ 4 2 false ] ]
/area [
[ 1 1 3 0 ] [ 1 2.5 -1 0 ] ]
>>
"""


def test_areas_are_found_from_the_drawing() -> None:
    board = gw.read(HOUSE).board
    assert isinstance(board, Graph)
    assert [set(outline) for outline in board.outlines] == [{0, 1, 2, 3}, {2, 4, 5}]
    assert [board.name(s) for s in (board.cells[1], board.edges[2], board.corners[4])] == ["area 2", "edge 3", "node 5"]
    assert [board.name(end) for link in board.links for end in board.ends(link)] == ["area 1", "area 2"]


def test_what_lies_within_an_area_is_part_of_its_outline() -> None:
    inner = [(0.5, 0.5), (1.5, 0.5), (1.0, 1.5)]
    arcs = [*ROUND, (4, 5), (5, 6), (6, 4)]
    found = sorted(map(sorted, bounded_areas([*SQUARE, *inner], arcs).outlines))
    assert found == [[0, 1, 2, 3, 4, 5, 6], [4, 5, 6]]


@pytest.mark.parametrize(
    ("arcs", "crossed"),
    [
        (ROUND, None),
        ([*ROUND, (0, 2)], None),
        ([*ROUND, (0, 2), (1, 3)], (4, 5)),  # the diagonals
        ([*ROUND, (0, 1)], (0, 4)),  # twice the same
        ([*ROUND, (0, 4)], (0, 4)),  # along an edge, up to a point of it
        ([*ROUND, (2, 4)], (0, 4)),  # ends within an edge
    ],
)
def test_edges_that_cross(arcs: list[tuple[int, int]], crossed: tuple[int, int] | None) -> None:
    nodes = [*SQUARE, (1.0, 0.0)]
    if crossed is None:
        check_planar(nodes, arcs)
        return
    for judge in (check_planar, bounded_areas):
        with pytest.raises(Crossing) as caught:
            judge(nodes, arcs)
        assert caught.value.arcs == crossed


def test_the_loop_of_a_house() -> None:
    """Three of the square's edges and not the fourth: the loop goes round the whole house."""
    verdict = gw.solve(gw.read(HOUSE))
    assert verdict.status == "unique"
    assert [edge.y for edge, on in verdict.answers[0].marks["loop"].items() if on] == [0, 1, 3, 4, 5]


@pytest.mark.parametrize("name", ["fences_graph", "fillomino_graph"])
def test_samples_are_solved_checked_and_written_back(name: str) -> None:
    text = (SAMPLES / f"{name}.spf").read_text(encoding="utf-8")
    reading = gw.read_all(text)[0]
    assert reading.answer is not None
    assert gw.check(reading.puzzle, reading.answer, finished=True) == []
    verdict = gw.solve(reading.puzzle)
    assert (verdict.status, verdict.answers) == ("unique", (reading.answer,))
    assert gw.write(reading.puzzle, "spf", verdict.answers[0]) == text


@pytest.mark.parametrize("name", ["fences_graph", "fillomino_graph"])
def test_outlines_may_be_missing_and_a_fresh_file_says_the_same(name: str) -> None:
    text = (SAMPLES / f"{name}.spf").read_text(encoding="utf-8")
    bare = gw.read_all(text[: text.index("/area_outline")] + ">>\n")[0]
    full = gw.read_all(text)[0]
    found, told = (sorted(map(sorted, r.puzzle.board.outlines)) for r in (bare, full))  # type: ignore[attr-defined]
    assert found == told
    fresh = gw.Puzzle(full.puzzle.genre, full.puzzle.board, full.puzzle.given)
    again = gw.read_all(gw.write(fresh, "spf", full.answer))[0]
    assert (again.puzzle, again.answer) == (full.puzzle, full.answer)


def test_a_wrong_loop_is_told_by_areas() -> None:
    reading = gw.read_all(HOUSE.replace("false ] [ 1 2", "true ] [ 1 2"))[0]
    assert reading.answer is not None
    words = [violation.words for violation in gw.check(reading.puzzle, reading.answer)]
    assert words == [
        "the 3 at area 1 has 1 fenced edge",
        "the fence ends at node 1",
        "the fence ends at node 2",
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "what"),
    [
        ("[ 3 4 false ]", "[ 3 9 false ]", 7, 61, "no such node"),
        ("[ 3 4 false ]", "[ 3 3 false ]", 7, 57, "two different places"),
        ("[ 3 4 false ]", "[ 3 4 1 ]", 7, 63, "neither true nor false"),
        ("[ 1 3 ]", "[ 1 (x) ]", 5, 37, "not a coordinate"),
        ("[ 1 2.5 -1 0 ]", "[ 1 9 -1 0 ]", 9, 13, "no area of its own"),
        ("[ 1 1 3 0 ]", "[ 1 1 -5 0 ]", 9, 7, "not a number of an area"),
    ],
)
def test_faults_have_places(old: str, new: str, line: int, column: int, what: str) -> None:
    with pytest.raises(gw.FormatError, match=what) as caught:
        gw.read(HOUSE.replace(old, new))
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("more", "column", "found"),
    [
        ("[ 0 2 false ] [ 1 3 false ]", 99, "[ 0 2 ] and [ 1 3 ]"),  # the diagonals
        ("[ 4 0 false ]", 85, "[ 2 3 ] and [ 4 0 ]"),  # from the top of the roof through the ceiling
        ("[ 1 0 false ]", 85, "[ 0 1 ] and [ 1 0 ]"),  # an edge that is there
        ("[ 5 2 false ]", 85, "[ 0 1 ] and [ 5 2 ]"),  # from within an edge
        ("[ 0 5 false ]", 85, "[ 0 1 ] and [ 0 5 ]"),  # along an edge
    ],
)
def test_a_graph_that_is_not_planar_as_drawn(more: str, column: int, found: str) -> None:
    text = HOUSE.replace("[ 1 3 ] ]", "[ 1 3 ] [ 1 0 ] ]").replace("[ 4 2 false ]", f"[ 4 2 false ] {more}")
    with pytest.raises(gw.FormatError, match="not planar") as caught:
        gw.read(text)
    assert (caught.value.line, caught.value.column, caught.value.found) == (7, column, found)
    assert caught.value.code == "not-planar"


def test_an_edge_is_in_at_most_two_outlines() -> None:
    """Of two areas, or of three, two of which have the same outline."""
    two = HOUSE.replace(">>", "/area_outline [\n[ 4 0 1 2 3 ] [ 3 2 4 5 ] ]\n>>")
    assert [set(one) for one in gw.read(two).board.outlines] == [{0, 1, 2, 3}, {2, 4, 5}]  # type: ignore[attr-defined]
    three = two.replace("[ 1 2.5 -1 0 ]", "[ 1 2.5 -1 0 ] [ 1 2.6 -1 0 ]")
    with pytest.raises(gw.FormatError, match="edge 2 is in more than two outlines"):
        gw.read(three.replace("[ 3 2 4 5 ]", "[ 3 2 4 5 ] [ 3 2 4 5 ]"))


def test_an_answer_in_numbers_of_the_file() -> None:
    reading = gw.read_all(HOUSE)[0]
    (dialect,) = (d for d in Fences.dialects if isinstance(d, SpfGraph))
    assert dialect.solution_lines(reading.puzzle, gw.solve(reading.puzzle).answers[0]) == ["0 1 3 4 5"]


def wheel(n: int) -> Graph:
    """A hub and n rim nodes: n triangles."""
    rim = [(round(10 * (i % 2) + i, 3), float(i * i)) for i in range(n)]
    arcs = [(0, i) for i in range(1, n + 1)] + [(i, i % n + 1) for i in range(1, n + 1)]
    spokes = [[i, n + i, (i + 1) % n] for i in range(n)]
    return Graph([(0.0, 0.0), *rim], arcs, spokes, rim)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_judge_and_compiler_agree_on_graphs(n: int) -> None:
    rng, board = random.Random(n), wheel(n)
    for share, _ in itertools.product((0.2, 0.5), range(8)):
        numbers = {c: rng.randint(0, 3) for c in board.cells if rng.random() < share}
        groups = {c: rng.randint(1, 3) for c in board.cells if rng.random() < share}
        walls = {s: True for s in board.links if rng.random() < share / 2}
        for puzzle in (
            gw.Puzzle.of(Fences, board, {"number": numbers}),
            gw.Puzzle.of(Fillomino, board, {"number": groups, "border": walls}),
        ):
            right = judged(puzzle)
            assert solved(puzzle, plain=False) == right
            assert solved(puzzle, plain=True) == right
