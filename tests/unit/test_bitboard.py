"""Floods by the bits of integers give what floods over lists of neighbours give."""

from __future__ import annotations

from random import Random

import pytest

from gridwright.board.board import Board
from gridwright.board.node_graph import Bitboard
from gridwright.board.rect import Rect
from gridwright.board.walks import Adjacency, components, reached, separator
from gridwright.rules.loop import Faces


def holed(seed: int) -> Rect:
    rng = Random(seed)
    plain = Rect.of(rng.randint(2, 7), rng.randint(2, 7))
    return Rect.of(plain.n_rows, plain.n_cols, frozenset(rng.sample(plain.cells, rng.randrange(len(plain.cells) // 2))))


def graph_of(kind: str, board: Rect) -> tuple[Bitboard | None, Adjacency]:
    if kind == "cells":
        return Bitboard.of_cells(board), board.cell_adjacency
    faces = Faces(board, "links" if kind == "links" else "edges")
    return faces.bitboard, faces.adjacency


BOARDS = [("cells", holed(seed)) for seed in range(30)] + [
    (kind, Rect.of(rows, cols))
    for kind in ("cells", "links", "edges") for rows in (1, 2, 5, 6) for cols in (1, 4, 7)]  # fmt: skip


@pytest.mark.parametrize(("kind", "board"), BOARDS, ids=str)
def test_pieces_and_separators_are_those_of_the_lists(kind: str, board: Board) -> None:
    assert isinstance(board, Rect)
    bits, near = graph_of(kind, board)
    assert bits is not None and len(bits.nodes) == len(near)
    rng = Random(1)
    parted = 0
    for _ in range(40):
        inside = [rng.random() < 0.45 for _ in near]
        pieces = components(near, inside)
        found = bits.components(bits.mask_of(n for n, own in enumerate(inside) if own))
        assert sorted(map(bits.nodes_of, found)) == sorted(map(sorted, pieces))
        for piece in pieces[1:]:
            goal = pieces[0][0]
            wall, side = separator(near, piece, goal)
            wall_bits, side_bits = bits.separator(bits.mask_of(piece), bits.nodes[goal])
            if goal not in reached(near, piece, lambda _: True):  # in another part of the board
                assert not wall_bits
                continue
            assert bits.nodes_of(wall_bits) == wall
            beyond = set(reached(near, [goal], set(range(len(near))).difference(wall).__contains__))
            assert side.isdisjoint(beyond) and beyond.isdisjoint(bits.nodes_of(side_bits))
            left = set(range(len(near))) - beyond - set(wall)
            assert set(bits.nodes_of(side_bits)) == left
            assert left.intersection(reached(near, piece, lambda _: True)) <= side <= left
            parted += 1
    assert parted or len(near) < 5


def test_large_boards_have_none() -> None:
    assert Bitboard.of_cells(Rect.of(60, 60)) is None
    assert Bitboard.of_faces(60, 60) is None
