"""What is made once for a board: the demands of a clue, if they are clauses and counts of marks, and the clauses of two
related spots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import pytest

import gridwright as gw
from gridwright.language import Answer, Demands, Genre, Given, Numbers, Rect, Spot, any_of, clue_rule, count, must
from gridwright.rules import Pair, local, once_each, related

CALLS: list[tuple[Spot, int]] = []


class Lone(Genre):
    """As many cells of a clue's row are marked as it says."""

    name = "Lone"
    task = "Mark cells."
    number = Given("cells", Numbers(0, 9))
    mark = Answer("cells", words=("marked", "not marked"))

    @clue_rule(number, "the row of {at} needs {n:marked cell}")
    def told(self, at: Spot, n: int) -> Demands:
        CALLS.append((at, n))
        yield must(count(self.mark[c] for c in self.board.rows[at.y // 2]) == n, at, n=n)


class Ones(Lone):
    """The same for the clues 1 only."""

    name = "Ones"

    @clue_rule(Lone.number, "the row of {at} needs {n:marked cell}", 1)
    def told(self, at: Spot, n: int) -> Demands:
        yield must(count(self.mark[c] for c in self.board.rows[at.y // 2]) == n, at, n=n)


class Named(Lone):
    """Demands for which the solver needs new variables."""

    name = "Named"

    @clue_rule(Lone.number, "something about {at}")
    def told(self, at: Spot, n: int) -> Demands:
        some = [count(self.mark[c] for c in row) == n for row in self.board.rows]
        yield must(any_of(some), at)


def puzzle(genre: type[Genre], clues: dict[Spot, int], side: int = 5) -> gw.Puzzle:
    return gw.Puzzle.of(genre, Rect.of(side, side), {"number": clues})


def answers(one: gw.Puzzle) -> int:
    return len(gw.solve(one, limit=1000).answers)


def test_a_board_makes_the_clauses_of_a_clue_once() -> None:
    first, second = Spot(1, 1), Spot(3, 1)
    assert answers(puzzle(Lone, {first: 5, second: 5}, 2)) == 0
    CALLS.clear()
    assert answers(puzzle(Lone, {first: 1, second: 2}, 2)) == 2
    assert sorted(CALLS) == [(first, 1), (second, 2)]
    CALLS.clear()
    assert answers(puzzle(Lone, {first: 2, second: 2}, 2)) == 1
    assert [(first, 2)] == CALLS
    CALLS.clear()
    assert answers(puzzle(Lone, {first: 1}, 3)) == 3 * 2**6  # a board of its own
    assert [(first, 1)] == CALLS


def test_with_a_value_other_clues_say_nothing() -> None:
    assert answers(puzzle(Ones, {Spot(1, 1): 1, Spot(3, 1): 2}, 2)) == 2 * 4


def test_the_clue_is_the_reason() -> None:
    one = puzzle(Lone, {Spot(1, 1): 0}, 2)
    told = gw.check(one, gw.State.of(one, {"mark": {Spot(1, 3): True}}))
    assert [violation.words for violation in told] == ["the row of r1c1 needs no marked cells and has 1 already"]
    assert [demand.clues for rule in Lone.rules for demand in rule.demands(Lone(one))] == [(("number", Spot(1, 1)),)]


def test_demands_that_need_new_variables_are_compiled_for_each_puzzle() -> None:
    for _ in range(2):
        assert answers(puzzle(Named, {Spot(1, 1): 2}, 2)) == 4 + 4 - 1
        assert answers(puzzle(Named, {Spot(1, 1): 2, Spot(1, 3): 0}, 2)) == 2


ASKED: list[tuple[int, int]] = []


def larger(a: int, b: int) -> bool:
    ASKED.append((a, b))
    return a > b


class Falling(Genre):
    """The numbers of each row fall, by a shared relation or by one made for the puzzle."""

    name = "Falling"
    task = "Write numbers."
    fresh = Given("cells")
    number = Answer("cells", Numbers(1, 3))

    def pairs(self) -> Iterator[Pair]:
        holds = partial(larger) if self.fresh else larger
        return (Pair(a, b, holds) for row in self.board.rows for a, b in pairwise(row))

    falls = related(number, pairs, "{a} is larger than {b}")


def test_a_board_makes_the_clauses_of_a_pair_once() -> None:
    board = Rect.of(2, 2)
    one, same = gw.Puzzle.of(Falling, board, {}), gw.Puzzle.of(Falling, board, {})
    given = gw.Puzzle.of(Falling, board, {"number": {Spot(1, 1): 2}})
    assert answers(one) == 3**2
    assert ASKED
    ASKED.clear()
    assert answers(same) == 3**2
    assert not ASKED
    assert answers(given) == 3
    assert answers(one) == 3**2


def test_the_clauses_of_relations_that_nobody_shares_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "_KEPT", 5)
    board = Rect.of(2, 4)
    for _ in range(3):
        assert answers(gw.Puzzle.of(Falling, board, {"fresh": {Spot(1, 1): True}})) == 0
    kept = Falling(gw.Puzzle.of(Falling, board, {})).terms["number"].kept
    assert kept is not None
    assert 0 < len(kept["related"]) <= 5


def bits(first: object, second: object) -> type[Genre]:
    """A genre whose groups of two cells hold one of each value."""

    class Bits(Genre):
        """Each group holds both values."""

        name = f"Bits {first!r}"
        task = "Write values."
        upright = Given("cells")
        value = Answer("cells", (first, second))
        once = once_each(value, lambda self: self.board.cols if self.upright else self.board.rows, "{i}", full=True)

    return Bits


def test_boards_without_given_values_share_clauses_of_the_same_groups_only() -> None:
    board, top, below = Rect.of(2, 2), Spot(1, 1), Spot(3, 1)
    genre = bits(0, 1)
    for _ in range(2):
        for given, shown in (({}, 2), ({"upright": {top: True}}, 2), ({"value": {top: 0}}, 1)):
            found = gw.solve(gw.Puzzle.of(genre, board, given), limit=9).answers
            assert len(found) == 2 * shown
            across = below if "upright" in given else Spot(1, 3)
            assert all(one.get("value", top) != one.get("value", across) for one in found)


def test_values_that_are_equal_and_not_the_same_are_not_shared() -> None:
    for values in ((0, 1), (False, True)):
        puzzle = gw.Puzzle.of(bits(*values), Rect.of(1, 2), {})
        held = [one.get("value", Spot(1, 1)) for one in gw.solve(puzzle, limit=3).answers]
        assert sorted(map(repr, held)) == sorted(map(repr, values))


def test_a_board_keeps_few_lists_of_values() -> None:
    board = Rect.of(1, 3)
    for n in range(2, 30):
        assert gw.solve(gw.Puzzle.of(bits(0, n), board, {"upright": {Spot(1, 1): True}})).status == "none"
    kept: dict[object, object] = board.memo(("terms", "cells"), dict)
    assert 0 < len(kept) <= 8
