"""Division into rectangles on boards with holes, against plain definitions."""

from __future__ import annotations

from collections.abc import Set
from itertools import compress, product
from random import Random

import gridwright as gw

from ..grouped import each_seed


def is_division(puzzle: gw.Puzzle, walls: Set[gw.Spot]) -> bool:
    """Whether walls divide a board into full rectangles of the size of their only number, and none is needless."""
    numbers = puzzle.given["number"]
    areas = puzzle.board.regions(walls)
    for area in areas:
        n_rows, n_cols = (len({cell[i] for cell in area}) for i in (0, 1))
        inside = [numbers[cell] for cell in area if cell in numbers]
        if n_rows * n_cols != len(area) or inside not in ([len(area)], ["?"]):
            return False
    of = {cell: i for i, area in enumerate(areas) for cell in area}
    return all(of[a] != of[b] for a, b in map(puzzle.board.ends, walls))


@each_seed(24)
def test_rectangles_contain_no_holes(seed: int) -> None:
    rng = Random(seed)
    rows, cols = rng.choice(((2, 3), (3, 2), (3, 3)))
    board = gw.Rect.of(rows, cols)
    board = gw.Rect.of(rows, cols, rng.sample(board.cells, rng.choice((1, 1, 2))))
    clues = rng.sample(board.cells, rng.randint(1, len(board.cells) // 2 + 1))
    puzzle = gw.Puzzle.of(gw.genre("Shikaku"), board, {"number": {at: rng.choice((1, 2, "?", "?")) for at in clues}})
    every = (frozenset(compress(board.links, chosen)) for chosen in product((0, 1), repeat=len(board.links)))
    right = {walls for walls in every if is_division(puzzle, walls)}
    found = {frozenset(link for link, on in answer.marks["border"].items() if on) for answer in gw.all_answers(puzzle)}
    assert found == right
    if right:
        list(gw.explain(puzzle))  # combined thoughts look at rectangles, too


def test_an_area_around_a_hole_is_no_rectangle() -> None:
    puzzle = gw.puzzle("Shikaku", size=(2, 2), holes=["r2c2"], number={"r1c1": 3})
    assert gw.solve(puzzle).status == "none"
    whole = gw.State.of(puzzle, {"border": dict.fromkeys(puzzle.board.links, False)})
    assert [str(one) for one in gw.check(puzzle, whole)] == ["the area of r1c1, r1c2 and r2c1 is no rectangle"]
