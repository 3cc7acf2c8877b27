"""Laws about wrong marks: two marks that break a rule together are told with that rule and their places.

By default small boards are looked at; ``-m thorough`` looks at larger ones.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable, Iterator

import pytest

import gridwright as gw
from gridwright.language import Genre, Puzzle, Spot, State
from gridwright.language.layers import ValueLayer
from gridwright.language.puzzle import Value

from ..grouped import thorough
from .cases import FOLDER, Case, case, each_genre_with_cases, of_genre

SMALL, CELLS = 25, 100
"""Larger boards are left out, by default and with ``-m thorough``."""
LONGEST, LINES = 400, 8
POSITIONS = 2
"""How many positions of each case are checked."""
TRIED = 60
"""Wrong marks tried in each genre."""
TOLD = {SMALL: 1, CELLS: 3}
"""The pairs of contradicting ones after which the search ends."""
by_size = pytest.mark.parametrize("most", [pytest.param(SMALL, id="small"), thorough(CELLS, id="larger")])


def unique_cases(genre: type[Genre], most: int) -> list[Case]:
    """The cases with one answer and at most so many cells, the largest first; if there are none, the smallest one."""
    cases = sorted((one for one in of_genre(genre) if one.status == "unique"), key=n_cells, reverse=True)
    return [one for one in cases if n_cells(one) <= most] or cases[-1:]


def n_cells(one: Case) -> int:
    """The number of cells of a case."""
    return len(one.puzzle.board.cells)


def other_than(puzzle: Puzzle, answer: State, name: str, spot: Spot, rng: random.Random) -> Value:
    """A wrong value for a spot."""
    model = puzzle.genre(puzzle)
    layer = model.answer_layers[name]
    values = layer.values(model) if isinstance(layer, ValueLayer) else (True, False)
    return rng.choice([value for value in values if value != answer.get(name, spot)])


def free_places(puzzle: Puzzle) -> list[tuple[str, tuple[Spot, ...]]]:
    """The places of marks that are not given, with their layers."""
    model = puzzle.genre(puzzle)
    return [(name, place) for name in model.answer_layers for place in model.variables.places(name)
            if not any(spot in puzzle.given.get(name, ()) for spot in place)]


def pairs(puzzle: Puzzle, answer: State, rng: random.Random) -> Iterator[tuple[State, gw.Violation]]:
    """A wrong mark and a right one, or a wrong one beside a given, that break a rule, with the fault."""
    every = free_places(puzzle)
    for name, place in rng.sample(every, min(len(every), TRIED)):
        wrong = dict.fromkeys(place, other_than(puzzle, answer, name, place[0], rng))
        whole = State.of(puzzle, {**answer.marks, name: {**answer.marks[name], **wrong}})
        for fault in gw.check(puzzle, whole):
            if len(fault.at) == 2 and place[0] in fault.at:
                marks = {layer: {spot: value for spot, value in own.items() if spot in fault.at or spot in place}
                         for layer, own in whole.marks.items()}
                state = State.of(puzzle, marks)
                if fault in gw.check(puzzle, state):
                    yield state, fault


def name_of(puzzle: Puzzle, spot: Spot) -> str:
    """The name of a spot; of links that share a mark, the cells at their ends."""
    model = puzzle.genre(puzzle)
    shared = (place for name in model.answer_layers for place in model.variables.places(name) if len(place) > 1)
    place = next((place for place in shared if spot in place), (spot,))
    first, last = (puzzle.board.name(place[i]) for i in (0, -1))
    return first if len(place) == 1 else f"{first.partition('-')[0]}-{last.partition('-')[2]}"


@each_genre_with_cases
@by_size
def test_two_marks_that_break_a_rule_are_told_with_it_and_their_places(genre: type[Genre], most: int) -> None:
    rng = random.Random(zlib.crc32(f"pairs {genre.name}".encode()))
    told = 0
    for one in unique_cases(genre, most)[:3]:
        for state, fault in pairs(one.puzzle, one.answer, rng):
            wrong = gw.hint(one.puzzle, state, timeout=20)
            assert isinstance(wrong, gw.Mistake), f"{one}: {fault.words!r} is seen, and the hint is {wrong}"
            [seen] = wrong.violations
            assert (seen.rule, seen.at) in {(v.rule, v.at) for v in gw.check(one.puzzle, state)}, (
                f"{one}: {fault.words!r} is seen, and the mistake tells of {seen.words!r}")
            assert len(seen.at) <= 2, f"{one}: {fault.words!r} is seen, and the mistake tells of {seen.words!r}"
            names = [name_of(one.puzzle, spot) for spot in seen.at]
            assert all(name in wrong.words for name in names), (
                f"{one}: the mistake does not name both places, {names}: {wrong.words!r}")
            told += 1
            if told >= TOLD[most]:
                return


def position(puzzle: Puzzle, answer: State, share: float, n_wrong: int, rng: random.Random) -> State:
    """Some wrong marks beside a share of the right ones."""
    marks: dict[str, dict[Spot, Value]] = {name: {} for name in answer.marks}
    every = free_places(puzzle)
    for name, place in every:
        if rng.random() < share:
            marks[name] |= {spot: answer.get(name, spot) for spot in place}
    for name, place in rng.sample(every, min(len(every), n_wrong)):
        marks[name] |= dict.fromkeys(place, other_than(puzzle, answer, name, place[0], rng))
    return State.of(puzzle, marks)


@each_genre_with_cases
@by_size
def test_mistakes_are_short(genre: type[Genre], most: int) -> None:
    check_mistakes(genre, unique_cases(genre, most)[:1])


@pytest.mark.slow
@each_genre_with_cases
def test_mistakes_in_more_cases_are_short(genre: type[Genre]) -> None:
    check_mistakes(genre, unique_cases(genre, CELLS)[:6])


def check_mistakes(genre: type[Genre], cases: Iterable[Case]) -> None:
    """One paragraph of at most 400 characters, or at most eight lines; what is wrong is said once."""
    rng = random.Random(zlib.crc32(f"short {genre.name}".encode()))
    for one in cases:
        for i in range(POSITIONS):
            state = position(one.puzzle, one.answer, rng.choice((0, 0.3, 0.7)), 1 + 2 * (i % 2), rng)
            wrong = gw.hint(one.puzzle, state)
            assert isinstance(wrong, gw.Mistake), f"{one}: no mistake is found in {state}"
            said, lines = wrong.words, wrong.words.splitlines()
            assert len(said) <= LONGEST or 1 < len(lines) <= LINES, f"{one}: a mistake is long: {said!r}"
            assert said.endswith(".") and "  " not in said and not set("{}[]") & set(said), f"{one}: {said!r}"
            marks = wrong.marks[0]
            assert not said.endswith(f"So {one.puzzle.board.name(marks.spot)} is not {marks.value}."), (
                f"{one}: what is wrong is said twice: {said!r}")


def test_a_mark_that_one_clue_excludes_is_told_with_it() -> None:
    """The reason of marks that are known silently, such as what a clue says of its own line, is a demand."""
    one = case(FOLDER / "nurimisaki" / "large.spf")
    wrong = gw.hint(one.puzzle, State.of(one.puzzle, {"shade": {Spot(3, 1): False}}))
    assert isinstance(wrong, gw.Mistake)
    [part] = wrong.because
    clues = [clue for demand in part.demands for clue in demand.clues]
    assert part.rule == "each_way" and clues == [("number", Spot(5, 1))]


def test_two_wrong_digits_that_contradict_each_other_are_told_first() -> None:
    """Each of them is wrong; that they stand in one row is seen without any proof."""
    puzzle = gw.read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    places = [spot for spot in puzzle.board.cells if spot.y == 7 and spot not in puzzle.given["number"]]
    answer = gw.solve(puzzle).answers[0]
    played = dict.fromkeys(places[:2], 1)
    assert all(answer.get("number", spot) != 1 for spot in places[:2])
    state = State.of(puzzle, {"number": played})
    first = gw.hint(puzzle, state)
    assert isinstance(first, gw.Mistake)
    assert {mark.spot for mark in first.marks} == set(played) and first.violations[0].rule == "rows"
    every = gw.mistakes(puzzle, state)
    assert every[0] == first
    assert {mark.spot for wrong in every[1:] for mark in wrong.marks} == set(played)
    assert all(len(wrong.marks) == 1 for wrong in every[1:])


def test_marks_that_break_a_rule_at_sight_come_before_those_that_need_a_proof() -> None:
    puzzle = gw.read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    answer = gw.solve(puzzle).answers[0]
    played = {Spot(1, 5): 1, Spot(17, 1): 9}
    assert all(answer.get("number", spot) != value for spot, value in played.items())
    proved, seen = (gw.hint(puzzle, State.of(puzzle, {"number": {spot: n}})) for spot, n in played.items())
    assert isinstance(proved, gw.Mistake) and not proved.violations
    assert isinstance(seen, gw.Mistake) and seen.violations
    first = gw.hint(puzzle, State.of(puzzle, {"number": played}))
    assert isinstance(first, gw.Mistake) and first.marks == seen.marks
