"""LITS: shade one tetromino in each area."""

from collections.abc import Collection, Sequence
from random import Random
from typing import ClassVar

from ..formats.layout import Chars, Diagram, Stroke, blank, cells, ruled
from ..formats.roles import tabled
from ..formats.spf import Spf
from ..language import WALL, Answer, Genre, Given, Rect, Spot, State, Wording
from ..language.kinds import connected, fitting_tetromino, no_block, tetrominoes
from ..language.layouts import disputed, moved, spread, walls_of
from ..language.making import Making, Sketch, Unlucky, Wishes, at_least

SHADES = {"#": True, "-": False}
EQUAL_PIECES = Wording(
    "pieces of the same shape share no edge", "{touching} belong to {letter} pieces that share an edge")


# -- making --


def with_pieces(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Tetrominoes that grow into one body, and areas about them."""
    del wishes
    pieces = tetromino_body(rng, board, round(len(board.cells) / rng.uniform(6.2, 7.0)))
    return areas_about(board, spread(board, rng, pieces, (0.01, 0.01, 1, 3)), {c for piece in pieces for c in piece})


def areas_about(board: Rect, areas: Sequence[Sequence[Spot]], shaded: Collection[Spot]) -> Sketch:
    """The sketch of areas with their shaded cells."""
    return Sketch(board, {"wall": walls_of(board, areas)}, marks={"shade": {c: c in shaded for c in board.cells}},
                  parts=areas)


def other_areas(rng: Random, sketch: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
    """A few unshaded cells moved to the areas beside them, where another answer differs."""
    areas = sketch.parts
    shaded = {c for c, is_shaded in answer.marks["shade"].items() if is_shaded}
    first = disputed(rng, "shade", answer, sketch.other)
    for k in range(rng.choice((1, 1, 2, 4))):
        changed = moved(sketch.board, rng, areas, spots, shaded, first[k:])
        if changed is None:
            return None
        areas = changed
    return areas_about(sketch.board, areas, shaded)


def tetromino_body(rng: Random, board: Rect, wanted: int) -> list[list[Spot]]:
    """So many tetrominoes that are joined, contain no 2x2 block, and differ where they share an edge.

    Raises Unlucky where fewer find room.
    """
    pieces: list[list[Spot]] = []
    owner: dict[Spot, int] = {}
    for _ in range(40 * wanted):
        if len(pieces) == wanted:
            return pieces
        rim = [n for c in owner for n in board.neighbours(c) if n not in owner] or list(board.cells)
        piece = [rng.choice(rim)]
        while len(piece) < 4:
            free = [n for c in piece for n in board.neighbours(c) if n not in owner and n not in piece]
            if not free:
                break
            piece.append(rng.choice(free))
        kind = kind_of(piece)
        beside = {owner[n] for c in piece for n in board.neighbours(c) if n in owner}
        differs = all(kind_of(pieces[i]) != kind for i in beside)
        if kind and differs and not _makes_block({*owner, *piece}, piece):
            owner |= dict.fromkeys(piece, len(pieces))
            pieces.append(piece)
    raise Unlucky


def kind_of(piece: Sequence[Spot]) -> str:
    """The letter of a tetromino; empty for squares and for fewer cells."""
    ys, xs = sorted(c.y for c in piece), sorted(c.x for c in piece)
    high, wide = (ys[-1] - ys[0]) // 2 + 1, (xs[-1] - xs[0]) // 2 + 1
    if len(piece) < 4 or high == wide == 2:
        return ""
    if 4 in (high, wide):
        return "I"
    line = ys if wide == 3 else xs
    if line.count(line[0]) == 2:
        return "S"
    across = [c.x if wide == 3 else c.y for c in piece]
    return "T" if across.count((min(across) + max(across)) // 2) == 2 else "L"


def _makes_block(shaded: Collection[Spot], piece: Sequence[Spot]) -> bool:
    """Whether a 2x2 block with a cell of the piece is all shaded."""
    return any(
        all(Spot(c.y + dy + ey, c.x + dx + ex) in shaded for ey in (0, 2) for ex in (0, 2))
        for c in piece for dy in (-2, 0) for dx in (-2, 0)
    )


class Lits(Genre):
    """Four joined cells of each area are shaded, not as a square. All shaded cells are connected, no 2x2 block is
    shaded, and pieces of the same letter (L, I, T or S, turned and mirrored ones alike) share no edge."""

    name = "LITS"
    aliases: ClassVar[tuple[str, ...]] = ("Nuruomino",)
    task = (
        "Shade four joined cells in every outlined area, not as a square. All shaded cells are connected, no 2x2 block "
        "is shaded, and pieces of the same shape share no edge, turned and mirrored ones being the same."
    )

    wall = Given("links", role="structure", look=WALL)
    shade = Answer("cells", words=("shaded", "unshaded"))

    def areas(self) -> list[list[Spot]]:
        """The pieces that the walls divide the board into."""
        return self.memo("areas", lambda: self.board.regions(self.wall))

    piece_each, unlike = tetrominoes(
        shade, areas,
        each=Wording(
            "one L, I, T or S is shaded in the area of {first}",
            "the shaded cells {shaded} are no L, I, T or S",
            number="the area of {first} has {have:shaded cell}, not 4",
            room="the area of {first} has no room for an L, I, T or S"),
        unlike=EQUAL_PIECES,
    )
    no_pool = no_block(shade, 2, 2, Wording("no 2x2 block is all shaded", "the 2x2 block at {at} is all shaded"))
    one_body = connected(shade, Wording(
        "the shaded cells are connected", "the shaded cells fall into parts: {at:is|are} cut off"))

    piece_without_block = fitting_tetromino(
        Wording("the piece in the area of {first} makes no 2x2 block",
                "the area of {first} has no room for an L, I, T or S without a 2x2 block"),
        piece_each, no_pool)
    piece_that_fits = fitting_tetromino(
        Wording("the piece in the area of {first} makes no 2x2 block, touches no equal piece and is not cut off",
                "each L, I, T or S in the area of {first} makes a 2x2 block, touches an equal piece or is cut off"),
        piece_each, no_pool, unlike=unlike, body=one_body)

    diagram = Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall), cell=Chars(shade, SHADES) | blank)
    solution = Diagram(cells(), cells(), cell=Chars(shade, SHADES, also={" ": False, ".": False}))
    dialects = (
        Spf("lits", puzzle=diagram, solution=solution),
        *tabled("lits", wall=wall, shade=shade),
    )

    making = Making(sketch=with_pieces, change=other_areas, answer_stays=True, sizes=at_least(4), rounds=1_000)
