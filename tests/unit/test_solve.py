"""Verdicts, budgets, all answers and what they share."""

from __future__ import annotations

import gc
import random
import zlib
from itertools import islice, pairwise
from threading import Event, Timer
from time import monotonic, process_time
from typing import Any

import pytest

import gridwright as gw
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.sat import Sat
from gridwright.engine.solve.search import Search
from gridwright.language import Genre

from ..grouped import thorough
from ..laws.tiny import grids, judged, made_up
from ..timing import assert_within, assert_within_each


def sudoku(*rows: str) -> gw.Puzzle:
    return gw.read("\n".join(rows) + "\n", "sudoku")


UNIQUE = sudoku("1.34", "...2", "2...", ".3.1")
SEVERAL = sudoku("..3.", "....", "4.2.", ".1..")
NONE = sudoku("11..", "....", "4.2.", ".13.")


def nurikabe(rows: int, cols: int, **clues: int) -> gw.Puzzle:
    """A nurikabe with clues by the names of their cells."""
    board = gw.Rect.of(rows, cols)
    spots = {board.name(c): c for c in board.cells}
    return gw.Puzzle.of(gw.genre("nurikabe"), board, {"clue": {spots[name]: n for name, n in clues.items()}})


def hard_boards() -> dict[str, gw.Puzzle]:
    """A board that nobody decides in a second, one that takes longer than that to build, and a clue beyond reason.

    Large boards are made anew, so that nothing is kept from one test to the next.
    """
    large = nurikabe(24, 24, r3c3=60, r5c20=71, r12c12=80, r20c4=66, r21c21=55, r9c17=2, r23c12=3, r2c12=5)
    half = gw.Puzzle.of(gw.genre("minesweeper"), gw.Rect(200, 200), {}, {"mines": 17_284})
    cells = gw.Rect(30, 30)
    hidden = gw.Puzzle.of(gw.genre("yajilin"), cells, {"hint": {cells.cells[0]: (211, "")}})
    return {"large islands": large, "very many mines": half, "a hint out of reach": hidden}


# -- verdicts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "limit", "status", "answers", "complete"),
    [
        (UNIQUE, 2, "unique", 1, True),
        (UNIQUE, 1, "undecided", 1, False),
        (UNIQUE, 99, "unique", 1, True),
        (SEVERAL, 1, "undecided", 1, False),
        (SEVERAL, 2, "several", 2, False),
        (SEVERAL, 3, "several", 2, True),
        (NONE, 1, "none", 0, True),
        (NONE, 2, "none", 0, True),
    ],
)
def test_a_verdict(puzzle: gw.Puzzle, limit: int, status: str, answers: int, complete: bool) -> None:
    verdict = gw.solve(puzzle, limit=limit)
    assert (verdict.status, len(verdict.answers), verdict.complete) == (status, answers, complete)
    assert len(set(verdict.answers)) == answers
    assert all(gw.check(puzzle, answer, finished=True) == [] for answer in verdict.answers)
    assert 0 <= verdict.seconds < 5
    assert str(verdict).startswith(f"<{status}, {answers} answer")
    assert eval(repr(verdict), {"gw": gw}) == verdict
    assert all(str(answer) in str(verdict) for answer in verdict.answers)


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        gw.solve(UNIQUE, limit=limit)


def test_effort_is_counted() -> None:
    effort = gw.solve(SEVERAL).effort
    assert effort.variables > 0
    assert effort.clauses > 0
    assert effort.rounds >= 2
    assert 0 <= effort.building < 5


# -- budgets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("timeout", [0, 1e-9])
def test_without_time_nothing_is_decided(timeout: float) -> None:
    verdict = gw.solve(UNIQUE, timeout=timeout)
    assert (verdict.status, verdict.answers, verdict.complete) == ("undecided", (), False)


@pytest.mark.parametrize("name", hard_boards())
def test_a_budget_is_kept_on_hard_boards(name: str) -> None:
    def solve(puzzle: gw.Puzzle) -> None:
        verdict = gw.solve(puzzle, timeout=0.5)
        assert all(gw.check(puzzle, answer, finished=True) == [] for answer in verdict.answers)

    assert_within_each(1.5, lambda: hard_boards()[name], solve)


def test_a_hard_board_is_undecided() -> None:
    verdict = gw.solve(hard_boards()["large islands"], timeout=0.5)
    assert verdict.status == "undecided"
    assert not verdict.complete


def test_enough_time_changes_nothing() -> None:
    for puzzle in (UNIQUE, SEVERAL, NONE):
        assert gw.solve(puzzle, timeout=60).answers == gw.solve(puzzle).answers


def test_stop_ends_a_search() -> None:
    wish = Event()
    Timer(0.3, wish.set).start()
    begun, work = monotonic(), process_time()
    verdict = gw.solve(hard_boards()["large islands"], stop=wish.is_set)
    assert monotonic() - begun > 0.25
    assert process_time() - work < 1.5
    assert verdict.status == "undecided"


def test_stop_ends_building_too() -> None:
    wish = Event()
    Timer(0.2, wish.set).start()
    begun = process_time()
    assert gw.solve(hard_boards()["very many mines"], stop=wish.is_set).status == "undecided"
    assert process_time() - begun < 1.5


@pytest.mark.thorough
def test_stop_is_asked_often() -> None:
    """Every 0.1 s on a quiet machine; here the bound is coarser, and in time of the processor."""
    gc.collect()  # else it may be done on the way, and look at the objects of all tests before
    asked = [process_time()]

    def stop() -> bool:
        asked.append(process_time())
        return asked[-1] - asked[0] > 0.5

    gw.solve(hard_boards()["large islands"], stop=stop)
    assert max(later - before for before, later in pairwise(asked)) < 0.3


def test_a_stop_that_fails_is_heard() -> None:
    def stop() -> bool:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        gw.solve(UNIQUE, stop=stop)


class Blocked:
    """A wish to stop once a search has excluded ``n`` answers, so that it holds exactly those, however fast it is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, n: int) -> None:
        self.n = n
        block = Search.block

        def counted(search: Search, *args: Any) -> None:
            self.n -= 1
            block(search, *args)

        monkeypatch.setattr(Search, "block", counted)

    def __call__(self) -> bool:
        return self.n <= 0


@pytest.mark.parametrize(("kept", "status"), [(0, "undecided"), (1, "undecided"), (2, "several"), (7, "several")])
def test_answers_found_before_the_end_of_time_are_kept(
    kept: int, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two answers are enough to know that there are several; one alone is kept but proves nothing."""
    puzzle = gw.Puzzle.of(gw.genre("akari"), gw.Rect.of(6, 6), {})
    verdict = gw.solve(puzzle, limit=10**6, stop=Blocked(monkeypatch, kept))
    assert (verdict.status, len(verdict.answers), verdict.complete) == (status, kept, False)
    assert all(gw.check(puzzle, answer, finished=True) == [] for answer in verdict.answers)


@pytest.mark.parametrize("limit", [2, 3])
def test_the_only_answer_is_not_called_unique_before_the_proof_ends(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (answer,) = gw.solve(UNIQUE).answers
    verdict = gw.solve(UNIQUE, limit=limit, stop=Blocked(monkeypatch, 1))
    assert (verdict.status, verdict.answers, verdict.complete) == ("undecided", (answer,), False)


# -- all answers ------------------------------------------------------------------------------------------------------


def open_puzzles() -> dict[str, gw.Puzzle]:
    """Puzzles that have more answers than anybody could list."""
    empty = {"minesweeper": 60, "heyawake": 14}
    found = {name: gw.Puzzle.of(gw.genre(name), gw.Rect.of(size, size), {}) for name, size in empty.items()}
    found["sudoku"] = gw.read("." * 81 + "\n")
    board = gw.Rect.of(40, 40)
    walls = dict.fromkeys(random.Random(1).sample(board.cells, 300))
    found["akari"] = gw.Puzzle.of(gw.genre("akari"), board, {"wall": walls})
    board = gw.Rect.of(18, 18)
    areas = {c: "?" for c in board.cells if c.y % 12 == 5 and c.x % 12 == 5}
    found["shikaku"] = gw.Puzzle.of(gw.genre("shikaku"), board, {"number": areas})
    return found


@pytest.mark.parametrize("name", [thorough(name) if name == "minesweeper" else name for name in open_puzzles()])
def test_the_first_of_very_many_answers_come_at_once(name: str) -> None:
    puzzle = open_puzzles()[name]

    def first_five() -> None:
        found = list(islice(gw.all_answers(puzzle, timeout=60), 5))
        assert len(set(found)) == 5
        assert all(gw.check(puzzle, answer, finished=True) == [] for answer in found)

    assert_within(4, first_five)


def test_all_answers_are_all() -> None:
    assert len(list(gw.all_answers(UNIQUE))) == 1
    assert len(list(gw.all_answers(SEVERAL))) == 2
    assert list(gw.all_answers(NONE)) == []
    empty = gw.read("." * 16 + "\n", "sudoku", symbols="1234")
    assert len(set(gw.all_answers(empty))) == 288


@pytest.mark.parametrize(("size", "number"), [((2, 2), 5), thorough((2, 3), 33)])
def test_each_answer_comes_once_where_one_value_stands_for_many(size: tuple[int, int], number: int) -> None:
    """Large numbers of Fillomino are at first one value; some grids with it stand for several answers."""
    puzzle = gw.puzzle("Fillomino", size=size)
    answers = list(gw.all_answers(puzzle))
    assert len(answers) == len(set(answers)) == number == len(judged(puzzle))


def test_all_answers_may_be_left_early_and_are_found_lazily() -> None:
    answers = gw.all_answers(SEVERAL)
    first = next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert next(gw.all_answers(SEVERAL)) == first


def test_all_answers_raise_when_time_is_up() -> None:
    answers = gw.all_answers(gw.Puzzle.of(gw.genre("minesweeper"), gw.Rect.of(4, 4), {}), timeout=0.2)
    with pytest.raises(gw.TimeUp):
        for _ in range(70_000):
            next(answers)
    with pytest.raises(gw.TimeUp):
        next(gw.all_answers(UNIQUE, timeout=0))


# -- marks that are played --------------------------------------------------------------------------------------------


def state(puzzle: gw.Puzzle, layer: str, **marks: object) -> gw.State:
    spots = {puzzle.board.name(c): c for c in puzzle.board.cells}
    return gw.State.of(puzzle, {layer: {spots[name]: value for name, value in marks.items()}})


def test_played_marks_are_held() -> None:
    one, two = gw.solve(SEVERAL).answers
    played = state(SEVERAL, "number", r1c2=4)
    verdict = gw.solve(SEVERAL, played=played)
    assert verdict.status == "unique"
    assert verdict.answers[0] in (one, two)
    assert list(gw.all_answers(SEVERAL, played=played)) == list(verdict.answers)
    common = gw.common_marks(SEVERAL, played)
    assert common is not None
    assert common.marks == verdict.answers[0].marks


@pytest.mark.parametrize("wrong", [{"r1c2": 1}, {"r1c3": 2}, {"r1c2": 2, "r1c4": 2}, {"r1c1": 9}, {"r1c1": "x"}])
def test_contradicting_marks_have_no_answer(wrong: dict[str, object]) -> None:
    """A wrong number, another one than given, one twice in a row, and such as there are none."""
    played = state(SEVERAL, "number", **wrong)
    assert gw.solve(SEVERAL, played=played).status == "none"
    assert gw.common_marks(SEVERAL, played) is None
    assert list(gw.all_answers(SEVERAL, played=played)) == []


def test_marks_beside_the_board_have_no_answer() -> None:
    played = gw.State.of(SEVERAL, {"number": {gw.Spot(99, 99): 1}})
    assert gw.solve(SEVERAL, played=played).status == "none"


def test_absent_marks_may_be_played() -> None:
    puzzle = nurikabe(2, 2, r1c1=1)
    assert gw.solve(puzzle, played=state(puzzle, "sea", r1c1=False)).status == "unique"
    assert gw.solve(puzzle, played=state(puzzle, "sea", r1c1=True)).status == "none"
    assert gw.solve(puzzle, played=state(puzzle, "sea", r2c2=False)).status == "none"


# -- what decides between answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", [SEVERAL, nurikabe(2, 2, r1c1=2), nurikabe(2, 3, r1c1=3)])
def test_deciding_marks_leave_one_answer_each(puzzle: gw.Puzzle) -> None:
    found = gw.diagnose(puzzle)
    assert found.status == "several" and 0 < len(found.deciding) <= 5
    places = {(layer, spot) for layer, spot in found.differ}
    for layer, spot, value, holds in found.deciding:
        assert holds and value is not False and (layer, spot) in places
        played = gw.State.of(puzzle, {layer: {spot: value}})
        assert gw.solve(puzzle, played=played).status == "unique"


# -- what all answers share -------------------------------------------------------------------------------------------


def test_common_marks_of_a_sudoku() -> None:
    one, two = gw.solve(SEVERAL).answers
    common = gw.common_marks(SEVERAL)
    assert common is not None
    shared = {s: v for s, v in one.marks["number"].items() if two.marks["number"][s] == v}
    assert common.marks["number"] == shared
    assert 0 < len(shared) < 16
    assert gw.common_marks(NONE) is None
    unique = gw.common_marks(UNIQUE)
    assert unique is not None
    assert unique.marks == gw.solve(UNIQUE).answers[0].marks


def test_common_marks_raise_when_time_is_up() -> None:
    with pytest.raises(gw.TimeUp):
        gw.common_marks(UNIQUE, timeout=0)
    with pytest.raises(gw.TimeUp):
        gw.common_marks(hard_boards()["large islands"], timeout=0.3)
    with pytest.raises(gw.TimeUp):
        gw.common_marks(UNIQUE, stop=lambda: True)


def some_puzzles(genre: type[Genre], n: int) -> list[gw.Puzzle]:
    """Made-up puzzles that are small enough to list all answers."""
    rng = random.Random(zlib.crc32(genre.name.encode()))
    made = (made_up(genre, *rng.choice(((2, 2), (2, 3), (3, 2), (1, 4))), rng) for _ in range(60))
    return list(islice((puzzle for puzzle in made if grids(puzzle) <= 700), n))


@pytest.mark.parametrize("genre", gw.known_genres(), ids=lambda g: g.__name__)
def test_common_marks_are_what_all_answers_share(genre: type[Genre]) -> None:
    for puzzle in some_puzzles(genre, 12):
        answers = list(gw.all_answers(puzzle))
        common = gw.common_marks(puzzle)
        if not answers:
            assert common is None
            continue
        assert common is not None
        every = {(name, s, v) for name, layer in answers[0].marks.items() for s, v in layer.items()}
        shared = {(name, s, v) for name, s, v in every if all(one.get(name, s) == v for one in answers)}
        assert {(name, s, v) for name, layer in common.marks.items() for s, v in layer.items()} == shared


def test_a_search_that_runs_out_of_time_while_it_is_built_frees_its_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[Sat] = []

    def too_late(self: Sat, clauses: object) -> None:
        left.append(self)
        raise gw.TimeUp

    monkeypatch.setattr(Sat, "add", too_late)
    with pytest.raises(gw.TimeUp):
        Search(UNIQUE, Clock())
    assert [sat._solver for sat in left] == [None]


@pytest.mark.parametrize("name", ["hitori", "heyawake", "kuromasu"])
def test_unshaded_cells_are_connected_where_there_are_none(name: str) -> None:
    """As in the usual programs: only the cell of a board of one cell can be shaded without leaving an unshaded one."""
    puzzle = gw.Puzzle.of(gw.genre(name), gw.Rect.of(1, 1), {})
    (cell,) = puzzle.board.cells
    assert {answer.marks["shade"][cell] for answer in gw.all_answers(puzzle)} == {True, False}
    for shaded in (True, False):
        assert gw.check(puzzle, gw.State.of(puzzle, {"shade": {cell: shaded}}), finished=True) == []
