"""Law: states and puzzles with foreign content get an answer or an error in words, never one from the inside.

A *malformed* state has marks on layers that are none, on spots that are none, or values without a hash: no function
accepts it. Other foreign values are legitimate for ``check``, which reports them. ``Puzzle(...)`` and ``State(...)``
check nothing, so both may hold anything.

Every test takes some of the combinations; all of them, which takes minutes:

    pytest -m slow tests/laws/test_foreign.py
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

import pytest

import gridwright as gw
from gridwright.language import Genre, Puzzle, Spot, State
from gridwright.language.puzzle import Frozen

from ..grouped import in_part
from .cases import each_folder, of_folder

ERRORS = (gw.PuzzleError, gw.FormatError, gw.WriteError, gw.MakingError, gw.TimeUp)
SOME = 100
"""How many combinations the tests take that run by default."""


class Strange:
    def __repr__(self) -> str:
        return "something strange"


class Index:
    """A number of another library."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __index__(self) -> int:
        return self.n


UNHASHABLE: list[Any] = [[1], {}, {1}, (1, [2])]
HUGE = 10**5000
VALUES: list[Any] = [*UNHASHABLE, Strange(), float("nan"), HUGE, "zz", "", b"x", True, False, None, 1, -1, 1.0, ()]
NO_SPOTS: list[Any] = [5, "r1c1", (1,), (1, 2, 3), None, Strange(), Spot("a", 1), Spot(None, None), Spot(1.5, 1)]  # type: ignore[arg-type]
FAR = [Spot(999, 1), Spot(-5, -5), Spot(10**30, 1)]

ASKING: Mapping[str, Callable[[Puzzle, State], object]] = {
    "check": lambda puzzle, state: gw.check(puzzle, state, finished=True, timeout=1),
    "hint": lambda puzzle, state: gw.hint(puzzle, state, timeout=0.1),
    "mistakes": lambda puzzle, state: gw.mistakes(puzzle, state, timeout=0.1),
    "explain": lambda puzzle, state: next(iter(gw.explain(puzzle, state, timeout=0.1)), None),
    "solve": lambda puzzle, state: gw.solve(puzzle, played=state, timeout=0.1),
    "all_answers": lambda puzzle, state: next(gw.all_answers(puzzle, played=state, timeout=0.1), None),
    "count": lambda puzzle, state: gw.count(puzzle, played=state, timeout=0.1),
    "common_marks": lambda puzzle, state: gw.common_marks(puzzle, state, timeout=0.1),
    "draw": lambda puzzle, state: gw.draw(puzzle, state).svg(),
    "write": lambda puzzle, state: gw.write(puzzle, "spf", state),
    "write as JSON": lambda puzzle, state: gw.write(puzzle, "json", state),
    "differences": lambda _, state: gw.differences(state, state),
}
WORKING: Mapping[str, Callable[[Puzzle], object]] = {
    "solve": lambda puzzle: gw.solve(puzzle, timeout=0.1),
    "solve_many": lambda puzzle: list(gw.solve_many([puzzle] * 3, timeout=0.1)),
    "all_answers": lambda puzzle: next(gw.all_answers(puzzle, timeout=0.1), None),
    "count": lambda puzzle: gw.count(puzzle, timeout=0.1),
    "check": lambda puzzle: gw.check(puzzle, State(puzzle, Frozen({})), finished=True, timeout=1),
    "hint": lambda puzzle: gw.hint(puzzle, timeout=0.1),
    "explain": lambda puzzle: next(iter(gw.explain(puzzle, timeout=0.1)), None),
    "rate": lambda puzzle: gw.rate(puzzle, timeout=0.1),
    "diagnose": lambda puzzle: gw.diagnose(puzzle, timeout=0.1),
    "minimise": lambda puzzle: gw.minimise(puzzle, timeout=0.1),
    "complete": lambda puzzle: gw.complete(puzzle, timeout=0.1),
    "draw": lambda puzzle: gw.draw(puzzle).svg(),
    "write": lambda puzzle: gw.write(puzzle, "spf"),
    "write as JSON": lambda puzzle: gw.write(puzzle, "json"),
    "print": lambda puzzle: (str(puzzle), repr(puzzle)),
}



@cache
def puzzle_of(folder: str) -> Puzzle:
    """The smallest puzzle of a genre among the cases."""
    return min((case.puzzle for case in of_folder(folder)), key=lambda one: len(one.board.cells))


def marked(genre: type[Genre], puzzle: Puzzle) -> Iterator[tuple[str, Spot]]:
    """Each answer layer that has places, with one of its spots."""
    model = genre.as_told(puzzle)
    for name, layer in genre.answer_layers.items():
        places = list(layer.places(model))
        if places:
            yield name, places[len(places) // 2][0]


def malformed(puzzle: Puzzle) -> Iterator[tuple[Mapping[Any, Any], str]]:
    """Marks of malformed states, and what the errors must mention."""
    for name, spot in marked(puzzle.genre, puzzle):
        yield from (({name: {spot: value}}, name) for value in UNHASHABLE)
        yield from (({name: {spot: True}}, name) for spot in NO_SPOTS)
        yield from (({name: layer}, name) for layer in (None, 5, [1], "zz"))
    yield from (({name: {Spot(1, 1): 1}}, str(name)) for name in ("nosuch", 5, None))
    clues = puzzle.genre.layers.keys() - puzzle.genre.answer_layers.keys()
    yield from (({name: {Spot(1, 1): 1}}, name) for name in sorted(clues))


def foreign(puzzle: Puzzle) -> Iterator[Mapping[Any, Any]]:
    """Marks of well-formed states that do not belong on the board."""
    for name, spot in marked(puzzle.genre, puzzle):
        yield from ({name: {spot: value}} for value in VALUES[len(UNHASHABLE) :])
        yield from ({name: {spot: value}} for spot, value in product(FAR, (True, 1)))


def some(folder: str, combinations: list[Any], n: int) -> list[Any]:
    return random.Random(zlib.crc32(folder.encode())).sample(combinations, min(n, len(combinations)))


def without_words(work: Callable[[], object]) -> Exception | None:
    """The error of the inside that some work raises. ValueErrors with words of ours are documented."""
    try:
        work()
    except ERRORS:
        return None
    except ValueError as error:
        return None if "answer" in str(error) or "rectangular" in str(error) else error
    except Exception as error:
        return error
    return None


def check_malformed(folder: str, n: int) -> None:
    puzzle = puzzle_of(folder)
    for (marks, told), (name, ask) in some(folder, list(product(malformed(puzzle), ASKING.items())), n):
        state = State(puzzle, Frozen(marks))
        with pytest.raises(gw.PuzzleError) as caught:
            ask(puzzle, state)
        assert told in str(caught.value), f"{folder}: {name} says {caught.value}, which should contain {told!r}"
        assert str(state) and repr(state), f"{folder}: a malformed state cannot be printed"


def check_foreign(folder: str, n: int) -> None:
    puzzle = puzzle_of(folder)
    for marks, (name, ask) in some(folder, list(product(foreign(puzzle), ASKING.items())), n):
        state = State.of(puzzle, marks)
        assert str(state) and repr(state), f"{folder}: a state with foreign marks cannot be printed"
        error = without_words(lambda ask=ask, state=state: ask(puzzle, state))  # type: ignore[misc]
        assert error is None, f"{folder}: {name} of foreign marks on {list(marks)} raises {error!r}"


def check_puzzles(folder: str, n: int) -> None:
    puzzle = puzzle_of(folder)
    genre, board, keys, spot = puzzle.genre, puzzle.board, puzzle.keys, puzzle.board.cells[0]
    given: list[Any] = [{layer: {spot: value}} for layer, value in product([*genre.layers, "nosuch", 5], VALUES)]
    given += [{layer: {where: 1}} for layer, where in product(genre.layers, [*NO_SPOTS, *FAR, (1, 1)])]
    given += [{layer: marks} for layer, marks in product(genre.layers, (None, 5, [1], "zz"))]
    puzzles = [Puzzle(genre, board, Frozen({**puzzle.given, **one}), keys) for one in given]
    puzzles += [Puzzle(genre, board, puzzle.given, Frozen({**keys, key: value}))
                for key, value in product([*genre.keys, "nosuch"], VALUES) if value != HUGE]  # fmt: skip
    puzzles += [Puzzle(genre, 5), Puzzle(genre, board, None), Puzzle(genre, board, keys=[])]  # type: ignore[arg-type]
    for odd, (name, work) in some(folder, list(product(puzzles, WORKING.items())), n):
        error = without_words(lambda work=work, odd=odd: work(odd))  # type: ignore[misc]
        assert error is None, f"{folder}: {name} of a foreign puzzle raises {error!r}"


@each_folder
@in_part
def test_malformed_states_are_refused(folder: str, share: float) -> None:
    check_malformed(folder, round(share * SOME))


@each_folder
@in_part
def test_foreign_marks_cause_no_error_from_the_inside(folder: str, share: float) -> None:
    check_foreign(folder, round(share * SOME / 2))


@each_folder
@in_part
def test_foreign_puzzles_cause_no_error_from_the_inside(folder: str, share: float) -> None:
    check_puzzles(folder, round(share * SOME / 2))


@pytest.mark.slow
@each_folder
@pytest.mark.parametrize("law", [check_malformed, check_foreign, check_puzzles])
def test_all_combinations(law: Callable[[str, int], None], folder: str) -> None:
    law(folder, 10**9)


@each_folder
def test_foreign_marks_are_reported_where_they_stand(folder: str) -> None:
    """``check`` names them, and what shows or stores a state refuses marks beyond the board."""
    puzzle = puzzle_of(folder)
    for name, spot in marked(puzzle.genre, puzzle):
        odd = State.of(puzzle, {name: {spot: "zz"}})
        faults = [fault for fault in gw.check(puzzle, odd) if fault.rule == "value"]
        assert any(spot in fault.at and "zz" in fault.words for fault in faults), f"{folder}: 'zz' is not reported"
        with pytest.raises(gw.PuzzleError) as caught:
            gw.write(puzzle, "spf", odd)
        place = caught.value.layer, caught.value.spot, caught.value.found
        assert place == (name, spot, "'zz'"), f"{folder}: the error names {place}"
        far = State.of(puzzle, {name: {Spot(999, 1): True}})
        assert any(Spot(999, 1) in fault.at for fault in gw.check(puzzle, far)), f"{folder}: a far mark is not reported"
        for show in (ASKING["write"], ASKING["draw"]):
            with pytest.raises(gw.PuzzleError) as caught:
                show(puzzle, far)
            far_place = caught.value.layer, caught.value.spot
            assert far_place == (name, Spot(999, 1)), f"{folder}: the error names {far_place}"


def test_pairs_and_numbers_of_other_libraries_are_taken_for_our_own() -> None:
    puzzle = gw.puzzle("Sudoku", size=4)
    state = State.of(puzzle, {"number": {(1, 3): Index(2)}}, {"number": {(1, 1): {Index(2)}}})  # type: ignore[dict-item]
    assert state.marks == {"number": {Spot(1, 3): 2}}
    (spot,) = state.struck["number"]
    assert type(spot) is Spot
    assert gw.check(puzzle, state) == []


@pytest.mark.parametrize(("struck", "told"), [
    ({"nosuch": {Spot(1, 1): {1}}}, "nosuch"), ({"number": {Spot(1, 1): 5}}, "found 5"), ({"number": [1]}, "not marks"),
    ({"number": {Spot(1, 1): [[1]]}}, "[[1]]"), ({"number": {5: {1}}}, "found 5"),
])  # fmt: skip
def test_struck_candidates(struck: Any, told: str) -> None:
    puzzle = gw.puzzle("Sudoku", size=4)
    with pytest.raises(gw.PuzzleError) as caught:
        gw.check(puzzle, State.of(puzzle, {}, struck))
    assert told in str(caught.value)


@pytest.mark.parametrize("told", [
    {"size": 10**5000}, {"size": [4]}, {"title": 5}, {"author": b"x"}, {"credits": 5}, {"credits": [5]},
    {"description": [None]}, {"number": 5}, {"number": {5: 1}}, {"number": {"r1c1": [1, [2]]}},
    {"number": {"r1c1": {}}}, {"number": {"r1c1": 10**5000}}, {"wall": {"r1c1": object()}}, {"board": 5}, {"nosuch": 1},
])  # fmt: skip
def test_arguments_of_puzzles(told: dict[str, Any]) -> None:
    with pytest.raises(gw.PuzzleError):
        gw.puzzle("Sudoku", **{"size": 4, **told})


@pytest.mark.parametrize("given", [{"number": [1]}, {"number": "zz"}, {"number": 5}, {"nosuch": 5}])
def test_layers_that_are_no_dictionaries(given: Any) -> None:
    with pytest.raises(gw.PuzzleError, match=r"not marks|no layer"):
        Puzzle.of(gw.genre("Sudoku"), gw.Rect.of(4, 4), given)
