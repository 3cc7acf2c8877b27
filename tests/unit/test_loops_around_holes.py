"""A loop may surround missing cells: solver and a plain search find the same loops."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import gridwright as gw
from gridwright.board.board import Board, Spot
from gridwright.board.rect import Rect

HOLES = (
    (),
    ("r2c2",),
    ("r2c2", "r3c3"),
    ("r2c2", "r2c3"),
    ("r2c3", "r3c2"),
    ("r1c2", "r2c3"),
    ("r1c1", "r3c3"),
    ("r2c2", "r4c3"),
)


def loops(n: int, arcs: Sequence[tuple[int, int]]) -> set[frozenset[int]]:
    """All simple closed paths of a graph, as sets of arcs."""
    near: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for arc, (a, b) in enumerate(arcs):
        near[a].append((arc, b))
        near[b].append((arc, a))
    found: set[frozenset[int]] = set()

    def walk(start: int, node: int, way: list[int], passed: set[int]) -> None:
        for arc, other in near[node]:
            if other == start and len(way) > 1:
                found.add(frozenset((*way, arc)))
            elif other > start and other not in passed:
                walk(start, other, [*way, arc], passed | {other})

    for start in range(n):
        walk(start, start, [], {start})
    return found


def arcs_of(board: Board, genre: str) -> tuple[int, Sequence[tuple[int, int]], Sequence[Spot]]:
    """The points that a loop of the genre may pass, how many, and where it may run."""
    if genre == "Fences":
        return len(board.corners), board.edge_tips, board.edges
    return len(board.cells), board.link_ends, board.links


@pytest.mark.parametrize("genre", ["Country Road", "Fences"])
def test_loops_around_missing_cells_are_found(genre: str) -> None:
    for names in HOLES:
        n = 3 if genre == "Fences" else 4
        holes = [Spot(2 * int(name[1]) - 1, 2 * int(name[3]) - 1) for name in names]
        board = Rect.of(n, 4, [hole for hole in holes if hole.y < 2 * n])
        count, arcs, places = arcs_of(board, genre)
        puzzle = gw.Puzzle.of(gw.genre(genre), board, {})
        answers = gw.solve(puzzle, limit=5000).answers
        found = {frozenset(i for i, s in enumerate(places) if one.marks["loop"][s]) for one in answers}
        assert found == loops(count, arcs), names
