"""A search that takes long is told more; it finds the same answers, and comes to an end where it did not before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import gridwright as gw
from gridwright.engine.solve import search
from gridwright.engine.solve.clock import Clock, TimeUp
from gridwright.engine.solve.search import Search, compile_puzzle
from gridwright.language.rules import Staged

from ..grouped import only_if
from .cases import case, each_case, of_genre
from .tiny import check_agreement, distinct, some_tiny

MOST = 40
MANY = 200
"""Rounds, of which each meets another closed loop."""
MASYU = (
    "https://puzz.link/p?mashu/36/36/0000300000000000000000300000000000000000000000000003000000000000030000000000000a000000"
    "0060000000000000000000000000000000000000i000000003000000000000000000000000c2600000000000000000000030069000000000i00000"
    "00b00000030000i000000000000000000000",
    "https://puzz.link/p?mashu/30/45/00000000006000000000006000i00000000000000009001010000000009000300000000001000000000000"
    "000100000010000000000000030000000000000003j000000030000000000l0000000000300000200000",
)
"""Some pearls in the upper part of 36x36 and of 45x30 cells: nearly every round meets a closed loop beside others."""


def is_told_more_late(puzzle: gw.Puzzle) -> bool:
    """Whether it has demands that are told more fully in a search that takes long."""
    return any(isinstance(one, Staged) for one in compile_puzzle(puzzle).lazy)


@pytest.mark.parametrize("name", ("Masyu", "Yajilin", "Nurikabe", "Fillomino"))
def test_there_are_such_demands(name: str) -> None:
    assert any(is_told_more_late(one.puzzle) for one in of_genre(gw.genre(name)))


def answers(puzzle: gw.Puzzle) -> Iterator[gw.State]:
    search = Search(puzzle, Clock(20))
    with search.sat:
        while (found := search.next_assignment()) is not None:
            yield search.state(found)
            search.block(found)


@each_case
def test_all_that_is_told_late_leaves_the_same_answers(path: Path) -> None:
    puzzle = case(path).puzzle
    only_if(is_told_more_late(puzzle))
    before = list(islice(answers(puzzle), MOST))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "_STAGES", ((0, 1), (0, 1), (0, 1)))
        after = list(islice(answers(puzzle), MOST))
    assert len(set(after)) == len(after) == len(before), (
        f"{case(path)}: clauses added late change the number of answers from {len(before)} to {len(after)}, or "
        "repeat one")
    if len(before) < MOST:
        assert set(after) == set(before), f"{case(path)}: clauses added late change the answers"
    assert all(gw.check(puzzle, answer, finished=True) == [] for answer in after), (
        f"{case(path)}: with clauses added late, the solver finds an answer that the checker rejects")


@pytest.mark.parametrize("name", ("Fillomino", "Nurikabe"))
def test_all_that_is_told_late_fits_every_grid_of_tiny_boards(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_STAGES", ((0, 1), (0, 1), (0, 1)))
    told = 0
    for puzzle in distinct(some_tiny(gw.genre(name), Random(name), each=60, most=3_000)):
        told += is_told_more_late(puzzle)
        check_agreement(puzzle, "with all that is told late")
    assert told > 50


@pytest.mark.thorough
@pytest.mark.parametrize("address", [pytest.param(MASYU[0], id="36x36"), pytest.param(MASYU[1], id="45x30")])
def test_a_loop_that_closes_again_and_again_gets_faces(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = gw.read(address)
    circles = dict(islice(whole.given["pearl"].items(), 9, None))  # all of them leave too few loops to close
    puzzle = gw.Puzzle.of(whole.genre, whole.board, {"pearl": circles})
    assert rounds_of_two_answers(whole, MANY) < MANY
    assert rounds_of_two_answers(puzzle, MANY) < MANY
    monkeypatch.setattr(search, "_STAGES", ())
    assert rounds_of_two_answers(puzzle, MANY) > MANY


def rounds_of_two_answers(puzzle: gw.Puzzle, most: int) -> int:
    """How many rounds it takes to find two answers; it is given up after somewhat more than the most."""
    begun: list[Search] = []
    clock = Clock(stop=lambda: any(one.effort.rounds > most for one in begun))
    clock.steady = 2_000  # the same rounds on every machine
    search = Search(puzzle, clock)
    begun.append(search)
    with search.sat, suppress(TimeUp):
        for _ in range(2):
            found = search.next_assignment()
            assert found is not None, f"{puzzle!r}: the solver finds fewer than two answers"
            assert gw.check(puzzle, search.state(found), finished=True) == [], f"{puzzle!r}: an answer is wrong"
            search.block(found)
    return search.effort.rounds
