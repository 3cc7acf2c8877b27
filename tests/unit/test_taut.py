"""NumberLink: the search among taut answers finds what a search among all finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import Rect
from gridwright.engine.solve import search
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.search import Search
from gridwright.engine.solve.windows import marks_outside
from gridwright.genres.arukone import Arukone
from gridwright.language import Demands, count, must, rule
from gridwright.language.puzzle import Puzzle


def all_by_demands(puzzle: Puzzle) -> set[gw.State]:
    """All answers, by an encoding that knows the demands only."""
    found = set()
    looked = Search(puzzle, Clock(), plain=True)
    with looked.sat:
        while (values := looked.next_assignment()) is not None:
            found.add(looked.state(values))
            looked.block(values)
    return found


def tiny_puzzles() -> Iterator[Puzzle]:
    """A pair on a board with a missing and a blocked cell, four equal labels, and two pairs."""
    board = Rect.of(3, 4, [Spot(1, 1)])
    for ends in combinations(board.cells[:-1:2], 2):
        yield Puzzle.of(Arukone, board, {"label": dict.fromkeys(ends, "A"), "block": {board.cells[-1]: True}})
    board = Rect.of(3, 3)
    for four in combinations(board.cells[:7], 4):
        yield Puzzle.of(Arukone, board, {"label": dict.fromkeys(four, "A")})
        yield Puzzle.of(Arukone, board, {"label": dict(zip(four, "ABAB", strict=True))})
        yield Puzzle.of(Arukone, board, {"label": dict(zip(four, "ABBA", strict=True))})


@pytest.mark.parametrize("hoped", (0, search._HOPED))
@pytest.mark.parametrize("stages", ((), search._STAGES))
def test_no_answer_is_lost(hoped: int, stages: tuple[tuple[int, int], ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither if hopes are given up at once, nor if all clauses are added at once."""
    monkeypatch.setattr(search, "_HOPED", hoped)
    monkeypatch.setattr(search, "_STAGES", stages or [(0, 0)] * len(search._STAGES))
    statuses = set()
    for puzzle in tiny_puzzles():
        found, expected = list(gw.all_answers(puzzle)), all_by_demands(puzzle)
        assert len(found) == len(set(found)) and set(found) == expected, puzzle
        verdict = gw.solve(puzzle)
        assert verdict.status == ("none" if not expected else "unique" if len(expected) == 1 else "several"), puzzle
        statuses.add(verdict.status)
    assert statuses == {"none", "unique", "several"}


def test_only_the_rules_of_numberlink_allow_it() -> None:
    class Full(Arukone):
        @rule("a path passes {at}")
        def full(self) -> Demands:
            for at in self.board.cells:
                yield must(count(self.path[link] for link in self.board.links_of(at)) >= 1, at)

    board = Rect.of(2, 4)
    given = {"label": dict.fromkeys((board.cells[0], board.cells[4]), "A")}
    bare = Puzzle.of(Arukone, board, given)
    assert gw.solve(bare).status == "several"
    assert Arukone.abstraction(bare, lambda: None) is not None
    assert Full.abstraction(Puzzle.of(Full, board, given), lambda: None) is None
    assert gw.solve(Puzzle.of(Full, board, given)).status == "unique"
    with_a_mark = Puzzle.of(Arukone, board, {**given, "path": {board.links[0]: True}})
    assert Arukone.abstraction(with_a_mark, lambda: None) is None


def test_windows_leave_each_mark_open() -> None:
    puzzle = Puzzle.of(Arukone, Rect.of(8, 12), {})
    looked = Search(puzzle, Clock())
    with looked.sat:
        values = looked.next_assignment()
        assert values is not None
        marks = set(values[1 : looked.model.variables.top])
        outside = list(map(set, marks_outside(looked.model.variables, values)))
    assert all(fixed < marks and len(fixed) > len(marks) / 2 for fixed in outside)
    assert not set.intersection(*outside)
