"""LITS: shade one tetromino in each area."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from random import Random
from typing import ClassVar, NamedTuple

from ...formats.layout import Chars, Diagram, Stroke, blank, cells, ruled
from ...formats.roles import kudamono, penpa, puzzlekit, pzpr
from ...formats.spf import Spf
from ...language import WALL, Answer, Genre, Given, Rect, Spot, State, Wording
from ...language.making import Making, Sketch, Unlucky, Wishes, at_least
from ...language.taste import Band, Levels
from ...laying.layouts import spread, walls_of, with_areas_moved
from ...rules import connected, no_block
from .rules import Tetromino, fitting_tetromino, pieces_in, tetrominoes

SHADES = {"#": True, "-": False}
EQUAL_PIECES = Wording(
    "pieces of the same shape share no edge", "two {letter} pieces share an edge, at {touching}")


class Lits(Genre):
    """Pieces have the same shape if they are the same letter, L, I, T or S, even if one of them is rotated or
    mirrored. A wall that ends inside an area separates cells: no piece crosses it."""

    name = "LITS"
    aliases: ClassVar[tuple[str, ...]] = ("Nuruomino",)
    task = (
        "Shade one tetromino (four connected cells, but not a square) in every outlined area. All shaded cells are "
        "connected, no 2x2 block is shaded, and pieces of the same shape share no edge, even if rotated or mirrored."
    )
    levels = Levels(easy=14.5, medium=36.3, hard=53.4, extreme=106)

    wall = Given("links", role="structure", look=WALL)
    shade = Answer("cells", words=("shaded", "unshaded"))

    piece_each, unlike = tetrominoes(
        shade, wall,
        each=Wording(
            "one L, I, T or S is shaded in the area of {first}",
            "the shaded cells {shaded} do not form an L, I, T or S",
            number="the area of {first} has {have:shaded cell}, not 4",
            room="the area of {first} has no room for an L, I, T or S"),
        unlike=EQUAL_PIECES)
    no_pool = no_block(shade, 2, 2, Wording("no 2x2 block is all shaded", "the 2x2 block at {at} is all shaded"))
    one_body = connected(shade, Wording(
        "the shaded cells are connected", "{at:is|are} cut off from the other shaded cells"))

    piece_without_block = fitting_tetromino(
        Wording("the piece in the area of {first} makes no 2x2 block",
                "the area of {first} has no room for an L, I, T or S without a 2x2 block"),
        piece_each, no_pool)
    piece_unlike_others = fitting_tetromino(
        Wording("the piece in the area of {first} touches no equal piece",
                "each L, I, T or S that fits into the area of {first} touches an equal piece"),
        piece_each, unlike=unlike)
    piece_that_fits = fitting_tetromino(
        Wording("the piece in the area of {first} makes no 2x2 block, touches no equal piece and is not cut off",
                "each L, I, T or S in the area of {first} makes a 2x2 block, touches an equal piece or is cut off"),
        piece_each, no_pool, unlike=unlike, body=one_body)

    diagram = Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall), cell=Chars(shade, SHADES) | blank)
    solution = Diagram(cells(), cells(), cell=Chars(shade, SHADES, also={" ": False, ".": False}))
    dialects = (
        Spf("lits", puzzle=diagram, solution=solution),
        *pzpr("lits", lambda p, g: p.Notation(
            (p.border(g.wall),), (p.ByVersion(p.Rooms(g.wall), p.walls(g.wall)), p.shading(g.shade), p.pencilled()),
            version=1, differs={"d": "the address is in the form of the old applet, which is not supported"},
        )),
        penpa("lits", lambda p, g: p.Notation(p.Regions(g.wall), p.Shade(g.shade))),
        *puzzlekit("LITS", lambda k, g: k.Notation(
            (k.areas(g.wall),), k.solved(k.Words(g.shade, {"x": True, **dict.fromkeys(k.LABEL, True)}, drawn=True)),
        )),
        kudamono("lits", lambda k, g: k.Notation("", g.wall)),
    )


# -- making --

_TRIES, _BACK = 6, 8
"""For each tetromino of the body, attempts to lay one, and the most that are taken back at once."""
AREA = Band(6.2, 7.1, 9)
"""The mean size of areas."""
EAGER = ((0.01, 0.01, 1, 3), (0.01, 0.01, 0.3, 1, 8), (0.2, 0.5, 1, 2))
"""Rates at which areas grow; each puzzle has one of these sets."""
_OFTEN = {"I": 4, "L": 7, "S": 4, "T": 3}
"""How often each tetromino is tried, such that all finally occur as often as usual."""


def with_pieces(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Tetrominoes that grow into one body, and areas around them."""
    del wishes
    pieces = tetromino_body(rng, board, round(len(board.cells) / AREA.draw(rng)))
    areas = spread(board, rng, pieces, rng.choice(EAGER))
    return areas_about(board, areas, {c for piece in pieces for c in piece})


def areas_about(board: Rect, areas: Sequence[Sequence[Spot]], shaded: Collection[Spot]) -> Sketch:
    """The sketch of areas with their shaded cells."""
    return Sketch(board, {"wall": walls_of(board, areas)}, marks={"shade": {c: c in shaded for c in board.cells}},
                  parts=areas)


def other_areas(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """Moves a few unshaded cells to neighbouring areas, near where another answer differs."""
    return with_areas_moved(rng, sketch, answer, "shade", spots, partial(areas_about, sketch.board))


def tetromino_body(rng: Random, board: Rect, wanted: int) -> list[Tetromino]:
    """``n`` tetrominoes that are connected, contain no 2x2 block, and differ wherever they share an edge.

    If there is no room for another one, the latest are taken back. Raises Unlucky if that does not help either.
    """
    laid = _Laid(board)
    for _ in range(_TRIES * wanted):
        if len(laid.pieces) == wanted:
            return [piece.cells for piece in laid.pieces]
        fitting = list(laid.fitting())
        if fitting:
            letters = dict.fromkeys(place.letter for place in fitting)
            (letter,) = rng.choices(list(letters), [_OFTEN[one] for one in letters])
            laid.pieces.append(rng.choice([place for place in fitting if place.letter == letter]))
        else:
            del laid.pieces[-rng.randint(1, _BACK):]
    raise Unlucky


class _TetrominoPlace(NamedTuple):
    """A place for a tetromino: bit sets of its cells, of those beside them, and of the 2x2 blocks around them."""

    letter: str
    cells: Tetromino
    own: int
    beside: int
    blocks: Sequence[int]


class _Laid:
    """Tetrominoes on a board."""

    def __init__(self, board: Rect) -> None:
        self.pieces: list[_TetrominoPlace] = []
        self._places = board.memo("tetrominoes", lambda: list(_places(board)))

    def fitting(self) -> Iterator[_TetrominoPlace]:
        """The places where another one fits."""
        taken = beside = 0
        by_letter: dict[str, int] = {}
        for piece in self.pieces:
            taken |= piece.own
            beside |= piece.beside
            by_letter[piece.letter] = by_letter.get(piece.letter, 0) | piece.own
        for place in self._places:
            if (not place.own & taken and (place.own & beside or not taken)
                    and not place.beside & by_letter.get(place.letter, 0)
                    and not any(block & (taken | place.own) == block for block in place.blocks)):
                yield place


def _places(board: Rect) -> Iterator[_TetrominoPlace]:
    """All places for a tetromino on a board."""
    bits = {cell: 1 << i for cell, i in board.cell_index.items()}
    around: dict[Spot, list[int]] = {cell: [] for cell in board.cells}
    for block in board.windows(2, 2):
        for cell in block:
            around[cell].append(sum(bits[c] for c in block))
    for letter, piece in pieces_in(board.cells):
        beside = {n for c in piece for n in board.neighbours(c)}.difference(piece)
        blocks = dict.fromkeys(block for c in piece for block in around[c])
        yield _TetrominoPlace(letter, piece, sum(bits[c] for c in piece), sum(bits[c] for c in beside), list(blocks))


Lits.making = Making(sketch=with_pieces, change=other_areas, strategy="fixed answer", sizes=at_least(4), rounds=1_000)
