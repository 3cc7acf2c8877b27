"""Law: a rule means the same alone and among others.

Solver and checker agree on every genre without one of its rules.
"""

from __future__ import annotations

import random
import zlib

import pytest

import gridwright as gw
from gridwright.language import Genre, Puzzle, Rect, Spot, State
from gridwright.rules.connected import Connected

from ..grouped import in_part, part
from .cases import each_genre
from .tiny import check_agreement, distinct, judged, solved, some_tiny

GRIDS = 300
"""Most grids of a board that is enumerated."""
EACH = 3
"""Puzzles made up for each size."""


def without(genre: type[Genre], rule: str) -> type[Genre]:
    """The genre as somebody would derive it who drops a rule."""
    return type(genre.__name__, (genre,), {rule: None, "__module__": genre.__module__})


@each_genre
@in_part
def test_solver_and_checker_agree_without_a_rule(genre: type[Genre], share: float) -> None:
    rng = random.Random(zlib.crc32(f"alone {genre.name}".encode()))
    for rule in genre.rules:
        less = without(genre, rule.name)
        assert rule not in less.rules, f"{genre.name}: rule {rule.name!r} is still there"
        for puzzle in part(distinct(some_tiny(less, rng, EACH, GRIDS)), share, genre.name, rule.name):
            check_agreement(puzzle, f" without rule {rule.name!r} (if an encoding relies on it, say requires)")


LEANING: tuple[tuple[str, str, int, int, dict[str, dict[Spot, object]], dict[str, object]], ...] = (
    # A ring that leaves cells out need not be left where cells may be left out.
    ("stations", "passed_once", 2, 4, {}, {}),
    # Two cells of a snake are 1 and 2 only if each number follows the one before it.
    ("snake", "one_after_another", 1, 3, {"used": {Spot(1, -1): 2}}, {"max": 0}),
)
"""Boards on which the encoding of some rule would be wrong without another: names of genre and rule, size, marks, keys.

They are not among the tiny ones that are made up.
"""


@pytest.mark.parametrize(("name", "rule", "rows", "cols", "given", "keys"), LEANING)
def test_encodings_do_not_lean_on_a_rule_that_is_gone(
    name: str, rule: str, rows: int, cols: int, given: dict[str, dict[Spot, object]], keys: dict[str, object]
) -> None:
    puzzle = Puzzle.of(without(gw.genre(name), rule), Rect.of(rows, cols), given, keys)
    assert judged(puzzle)
    check_agreement(puzzle)


def test_the_corridor_alone_does_not_tell_how_many_numbers_there_are() -> None:
    """That every line holds each number once is a rule of its own."""
    board = Rect.of(2, 2)
    border = [edge for edge in board.edges if len(board.faces(edge)) == 1]
    walls = dict.fromkeys([*border[1:], board.link(board.rows[0][0], board.rows[1][0])], True)
    puzzle = Puzzle.of(without(gw.genre("magic labyrinth"), "once_each"), board, {"wall": walls}, {"max": 1})
    assert gw.check(puzzle, State.of(puzzle, {"number": dict.fromkeys(board.cells, 0)}), finished=True) == []
    assert len(solved(puzzle, plain=False)) == 2 ** len(board.cells)


@each_genre
def test_what_is_certain_elsewhere_is_certain_by_named_rules(genre: type[Genre]) -> None:
    """Tiny boards do not show that "so many cells are marked at least" leans on another rule."""
    for rule in genre.rules:
        if isinstance(rule, Connected) and (rule.at_least or rule.sure):
            assert rule.required, (
                f"{genre.name}: rule {rule.name!r} leaves out what other rules make certain; name these with "
                "requires")
