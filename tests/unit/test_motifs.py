"""Loops, rooms and figures of clues for new puzzles."""

from random import Random

import pytest

import gridwright as gw
from gridwright.board.symmetry import SYMMETRIES, Symmetry, image
from gridwright.language.making import Rank
from gridwright.language.taste import Band
from gridwright.laying.layouts import is_connected, shaped_tiling
from gridwright.laying.loops import border_edges, winding_area
from gridwright.laying.motifs import in_figures, keeping_apart, motif

BOARD = gw.Rect.of(9, 9)
SHAPES = {(1, 1): 1.0, (1, 2): 2.0, (2, 1): 2.0, (2, 2): 4.0, (2, 3): 4.0, (3, 2): 4.0, (3, 3): 2.0}


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_rectangles_cover_the_board_and_are_symmetric(symmetry: Symmetry) -> None:
    areas = shaped_tiling(BOARD, Random(symmetry), SHAPES, symmetry)
    assert sorted(cell for area in areas for cell in area) == sorted(BOARD.cells)
    found = {frozenset(area) for area in areas}
    assert found == {frozenset(image(BOARD, cell, symmetry) for cell in area) for area in areas}
    for area in found:
        high, wide = (len({c[i] for c in area}) for i in (0, 1))
        assert len(area) == high * wide and (high, wide) in SHAPES


@pytest.mark.parametrize("seed", range(5))
def test_the_border_of_a_winding_area_is_one_loop(seed: int) -> None:
    inside = winding_area(Random(seed), BOARD, 4, 0.6)
    assert len(BOARD.cells) / 3 < len(inside) < len(BOARD.cells) and is_connected(BOARD, inside)
    around = border_edges(BOARD, inside)
    loop = {edge for edge, is_drawn in around.items() if is_drawn}
    at_corners = [sum(edge in loop for edge in BOARD.edges_at(corner)) for corner in BOARD.corners]
    assert set(at_corners) <= {0, 2}
    puzzle = gw.Puzzle.of(gw.genre("Fences"), BOARD, {})
    assert gw.check(puzzle, gw.State.of(puzzle, {"loop": around})) == []


def test_a_motif_has_about_the_share_of_cells_that_is_asked_for() -> None:
    figures = {motif(Random(seed), BOARD, 0.4) for seed in range(30)}
    assert len(figures) > 5
    assert all(0.35 <= len(figure) / len(BOARD.cells) <= 0.6 for figure in figures)
    assert motif(Random(1), BOARD, 0.9) == frozenset(BOARD.cells)  # no pattern is as dense as that


def test_clues_outside_a_figure_go_first() -> None:
    ranks = [Rank(1 + i / 100, (("number", cell),)) for i, cell in enumerate(BOARD.cells)]
    late = {rank.clues[0][1] for rank in in_figures(1, Band(0.4, 0.4, 0.4))(Random(3), BOARD, ranks) if rank.place >= 1}
    assert 0.35 <= len(late) / len(BOARD.cells) <= 0.6
    assert in_figures(0, Band(0.4, 0.4, 0.4))(Random(3), BOARD, ranks) == ranks


def test_clues_beside_later_ones_go_first() -> None:
    ranks = [Rank(1 + i / 100, (("number", cell),)) for i, cell in enumerate(BOARD.cells)]
    late = [rank.clues[0][1] for rank in keeping_apart(1)(Random(3), BOARD, ranks) if rank.place >= 1]
    assert late and not any(near in late for cell in late for near in BOARD.neighbours(cell))
