"""What is excluded because two answers have the same clues is never the answer of a puzzle with one answer."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import Rect
from gridwright.engine.solve.clock import Clock
from gridwright.language.making import Sketch
from gridwright.language.puzzle import State
from gridwright.laying.layouts import walls_of
from gridwright.making.by_answer import Exchanges
from gridwright.making.clues import ClueDemands, ClueSolver
from gridwright.making.drafts import ClueReader, Draft, bare_puzzle
from gridwright.making.effort import other_answers

GENRE = gw.genre("Magnets")
BOARD = Rect.of(2, 4)
COLUMNS = [[cell for cell in BOARD.cells if cell.x == x] for x in range(1, 9, 2)]
SKETCH = Sketch(BOARD, {"wall": walls_of(BOARD, COLUMNS)})
BARE = bare_puzzle(GENRE, SKETCH)
"""Four upright plates side by side."""


def answer(plates: tuple[str, ...]) -> State:
    """The answer in which the plates hold these, from top to bottom."""
    own: dict[Spot, str] = {cell: pole for column, plate in zip(COLUMNS, plates, strict=True)
                            for cell, pole in zip(column, plate, strict=True)}
    return State.of(BARE, {"pole": own})


def draft(reader: ClueReader, state: State) -> Draft:
    """The puzzle with all clues of an answer."""
    return Draft(GENRE, SKETCH, state, reader.read(SKETCH, state, ""))


def test_what_holds_the_reason_has_other_answers() -> None:
    demands = ClueDemands(BARE)
    reader = ClueReader(demands)
    one, other = answer(("+-", "-+", "##", "##")), answer(("-+", "+-", "##", "##"))
    with ClueSolver(demands, Clock()) as solver:
        (reason,) = Exchanges(demands).reasons(draft(reader, one), solver.marks_of(one), [solver.marks_of(other)])
        states = [state for plates in product(("+-", "-+", "##"), repeat=4)
                  if not gw.check(BARE, state := answer(plates), finished=True)]
        known = [(state, solver.model.variables.known(state)) for state in states]
    found = [state for state, holds in known if all(holds[lit] > 0 for lit in reason)]
    # The third plate has to be neutral, lest equal poles touch before or after the exchange; the fourth is anything.
    assert len(found) == 3
    assert all(other_answers(draft(reader, state).puzzle(), state, 1, Clock()) for state in found)


@pytest.mark.parametrize("seed", [1, 2, 8])
def test_no_reason_excludes_the_answer_of_a_puzzle_with_one_answer(seed: int) -> None:
    """In Akari, where rules count as well: at most one lamp in each stretch. All answers of a small board are tried."""
    genre, board, rng = gw.genre("Akari"), Rect.of(4, 4), Random(seed)
    sketch = Sketch(board, {"wall": dict.fromkeys(rng.sample(board.cells, rng.choice((3, 4, 5))))})
    demands = ClueDemands(bare_puzzle(genre, sketch))
    reader, exchanges = ClueReader(demands), Exchanges(demands)
    states = list(gw.all_answers(demands.bare))
    drafts = [Draft(genre, sketch, state, reader.read(sketch, state, "")) for state in states]
    alike: dict[str, list[int]] = {}
    for i, one in enumerate(drafts):
        alike.setdefault(repr(one.clues), []).append(i)
    unique = {own[0] for own in alike.values() if len(own) == 1}
    n_reasons = 0
    with ClueSolver(demands, Clock()) as solver:
        marks = [solver.marks_of(state) for state in states]
        known = [solver.model.variables.known(state) for state in states]
    for own in alike.values():
        for i in own:
            others = [marks[j] for j in own if j != i]
            for reason in exchanges.reasons(drafts[i], marks[i], others):
                n_reasons += 1
                assert not [j for j in unique if all(known[j][lit] > 0 for lit in reason)]
    assert n_reasons and unique


def test_rules_about_the_whole_board_give_no_reason() -> None:
    genre = gw.genre("Snake")
    puzzle = gw.generate(genre, 4, 4, seed=1)
    state = gw.solve(puzzle).answers[0]
    assert isinstance(puzzle.board, gw.Rect)
    sketch = Sketch(puzzle.board, {})
    demands = ClueDemands(bare_puzzle(genre, sketch))
    with ClueSolver(demands, Clock()) as solver:
        marks = solver.marks_of(state)
        assert Exchanges(demands).reasons(Draft(genre, sketch, state, {}), marks, [frozenset()]) == []
