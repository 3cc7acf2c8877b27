"""What boards tell about cells, links and pieces."""

from itertools import pairwise
from random import Random

import pytest

import gridwright as gw
from gridwright.language import Rect, Spot

from ..grouped import each_seed

BOARDS = [Rect.of(1, 1), Rect.of(3, 5), Rect.of(4, 4, [Spot(1, 1), Spot(5, 3)])]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_ways_lead_over_the_links_to_the_neighbours(board: Rect) -> None:
    for cell in board.cells:
        assert [link for link, _ in board.ways(cell)] == list(board.links_of(cell))
        assert {near for _, near in board.ways(cell)} == set(board.neighbours(cell))
        for link, near in board.ways(cell):
            assert set(board.ends(link)) == {cell, near}
            assert board.link(cell, near) == link


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_the_ends_of_links_are_told_as_spots_and_as_indices(board: Rect) -> None:
    for link, (i, j) in zip(board.links, board.link_ends, strict=True):
        assert board.ends(link) == (board.cells[i], board.cells[j])


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_the_tips_and_faces_of_edges_are_told_as_spots_and_as_indices(board: Rect) -> None:
    cells, corners = board.cells, board.corners
    for edge, (i, j), faces in zip(board.edges, board.edge_tips, board.edge_faces, strict=True):
        assert board.tips(edge) == (corners[i], corners[j])
        assert board.faces(edge) == tuple(cells[n] for n in faces if n < len(cells))
        assert faces[1] <= len(cells)


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_runs_have_the_links_between_their_cells(board: Rect) -> None:
    assert sorted(link for _, links in board.runs for link in links) == list(board.links)
    for run, links in board.runs:
        assert list(links) == [board.link(a, b) for a, b in pairwise(run)]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_the_cells_around_one_are_at_most_one_step_away(board: Rect) -> None:
    for y, x in board.cells:
        near = [c for c in board.cells if c != (y, x) and max(abs(c.y - y), abs(c.x - x)) == 2]
        assert list(board.around(Spot(y, x))) == near


def test_regions_are_found_anew_for_other_walls() -> None:
    board = Rect.of(2, 3)
    level, upright = ({link for link in board.links if board.level(link) is way} for way in (True, False))
    for walls, lines in 2 * ((level, board.cols), (upright, board.rows)):
        assert board.regions(frozenset(walls)) == board.regions(frozenset(walls)) == lines


@pytest.mark.parametrize("board", BOARDS, ids=repr)
@each_seed(10)
def test_regions_are_the_pieces_that_walls_leave(board: Rect, seed: int) -> None:
    rng = Random(seed)
    walls = {link for link in board.links if rng.random() < 0.5}
    within = [cell for cell in board.cells if rng.random() < 0.8]
    for cells in (board.cells, within):
        pieces = board.groups(cells, lambda a, b: board.link(a, b) not in walls)
        assert board.regions(walls, cells) == pieces
    assert board.regions(walls) == board.regions(walls, board.cells)


def test_the_cells_around_one_touch_it() -> None:
    board = BOARDS[2]
    assert set(board.around(Spot(3, 3))) == {Spot(1, 3), Spot(1, 5), Spot(3, 1), Spot(3, 5), Spot(5, 1), Spot(5, 5)}
    assert gw.Rect.of(1, 1).around(Spot(1, 1)) == []


@pytest.mark.parametrize("board", BOARDS, ids=repr)
@each_seed(6)
def test_stretches_end_at_stops_holes_and_the_frame(board: Rect, seed: int) -> None:
    """Plainly: cells that follow each other in a line belong together; a line is left at both ends of each stretch."""
    rng = Random(seed)
    stops = {cell for cell in board.cells if rng.random() < 0.25} if seed else set[Spot]()
    free = set(board.cells) - stops
    right = []
    for dy, dx in ((0, 2), (2, 0)):
        for cell in board.cells:
            if cell in free and Spot(cell.y - dy, cell.x - dx) not in free:
                stretch = [cell]
                while (after := Spot(stretch[-1].y + dy, stretch[-1].x + dx)) in free:
                    stretch.append(after)
                right.append(stretch)
    found = board.stretches(stops)
    assert sorted(found) == sorted(right)
    if not stops:
        assert [list(run) for run, _ in board.runs] == found
        assert all(set(board.ends(link)) <= set(run) for run, links in board.runs for link in links)


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_a_line_begins_at_the_side_it_is_seen_from(board: Rect) -> None:
    for side in board.sides:
        line = board.line_from(side)
        alike = [cell for cell in board.cells if cell.x == side.x or cell.y == side.y]
        assert list(line) == sorted(alike, key=lambda cell: abs(cell.y - side.y) + abs(cell.x - side.x))
