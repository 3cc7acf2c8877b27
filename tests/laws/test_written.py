"""Law: what is written and read back is equal, or the writer refuses. Every format, with values at both ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

import gridwright as gw
from gridwright.formats import reading
from gridwright.formats.dialect import is_full
from gridwright.language import Genre, Puzzle, Rect, Spot, State

from ..grouped import in_part, part
from .cases import Case, each_genre_with_cases, of_genre
from .clues import varied
from .tiny import SIZES, made_up

Given = dict[str, dict[Spot, Any]]
Keys = dict[str, Any]


# -- puzzles that say the same in other words, with the reason ------------------------------------------------------


def heyawake(puzzle: Puzzle, given: Given, keys: Keys) -> None:
    """The number of a room may stand in any of its cells."""
    for room in puzzle.board.regions(frozenset(given.get("wall", {}))):
        numbers = [given["number"].pop(cell) for cell in room if cell in given.get("number", {})]
        if numbers:
            given["number"][room[0]] = sorted(numbers, key=str)


def thermometers(puzzle: Puzzle, given: Given, keys: Keys) -> None:
    """The strokes of tubes are drawn on cells and tell nothing."""
    given.pop("tube", None)


def yajilin(puzzle: Puzzle, given: Given, keys: Keys) -> None:
    """A hint without a number and without an arrow only keeps its cell out of play."""
    for cell in [cell for cell, hint in given.get("hint", {}).items() if hint == (None, "")]:
        del given["hint"][cell]
        given.setdefault("block", {})[cell] = True


def basic(puzzle: Puzzle, given: Given, keys: Keys) -> None:
    """With a single number there is nothing to calculate."""
    for cell, *more in puzzle.board.regions(frozenset(given.get("wall", {}))):
        if not more:
            given.get("operator", {}).pop(cell, None)


def killer_sudoku(puzzle: Puzzle, given: Given, keys: Keys) -> None:
    """The total of a cage may stand in any of its cells, also twice, and 0 tells nothing; borders part cages only."""
    free = given.get("uncaged", {})
    given["cage"] = {
        link: True for link in given.get("cage", {}) if free.keys().isdisjoint(puzzle.board.ends(link))
    }
    inside = [cell for cell in puzzle.board.cells if cell not in free]
    totals = {cell: n for cell, n in given.get("total", {}).items() if n}
    given["total"] = {}
    for cage in puzzle.board.regions(frozenset(given["cage"]), inside):
        found = sorted({totals.pop(cell) for cell in cage if cell in totals})
        given["total"].update({cage[0]: found} if found else {})
    given["total"].update(totals)


def pips(puzzle: Puzzle, given: Given, keys: Keys) -> None:
    """The names of regions are theirs alone, and a region without a condition tells nothing."""
    names = [label for label, *_ in keys["conditions"]]
    keys["conditions"] = sorted((_condition(puzzle, *one) for one in keys["conditions"]), key=str)
    given["region"] = {cell: 1 for cell, name in given.get("region", {}).items() if name in names}


def snake(puzzle: Puzzle, given: Given, keys: Keys) -> None:
    """The length is the sum of the clues of all columns."""
    assert isinstance(puzzle.board, Rect)
    counts = [n for (y, _), n in given.get("used", {}).items() if y == -1]
    if not keys["max"] and len(counts) == puzzle.board.n_cols:
        keys["max"] = sum(counts)


SAME = {
    "Snake": snake, "Heyawake": heyawake, "Thermometers": thermometers, "Yajilin": yajilin, "Basic": basic,
    "Killer-Sudoku": killer_sudoku, "Pips": pips, "Country Road": heyawake,
}  # fmt: skip


def told(puzzle: Puzzle) -> tuple[Any, ...]:
    """What a puzzle tells: without the values of keys that go without saying, and by the genres' own equivalences."""
    given = {name: dict(sorted(marks.items())) for name, marks in puzzle.given.items()}
    keys = {name: puzzle.keys.get(name, key.default) for name, key in puzzle.genre.keys.items()}
    if puzzle.genre.name in SAME:
        SAME[puzzle.genre.name](puzzle, given, keys)
    return puzzle.genre.name, puzzle.board, {name: marks for name, marks in given.items() if marks}, keys


def _condition(puzzle: Puzzle, label: str, kind: str, value: Any) -> tuple[Any, ...]:
    """A condition of pips with the cells of its region; "at most 3" is "less than 4", and "equal" needs no value."""
    other = {"at most": ("less", 1), "at least": ("greater", -1)}
    cells = sorted(cell for cell, name in puzzle.given.get("region", {}).items() if name == label)
    if kind in other:
        return cells, other[kind][0], value + other[kind][1]
    return cells, kind, None if kind in ("equal", "unequal") else value


# -- the law --------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def short_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals name the formats that can hold a puzzle; here every format is tried anyway."""
    monkeypatch.setattr(reading, "_alternatives", lambda *_: "")


def check_written(puzzle: Puzzle, answer: State | None = None) -> None:
    """Checks the law in all formats of a puzzle."""
    for format in dict.fromkeys(("json", *(dialect.format for dialect in puzzle.genre.dialects))):
        try:
            text = gw.write(puzzle, format, answer, printable=False)
        except gw.WriteError:
            continue
        (again,) = gw.read_all(text, format, genre=puzzle.genre.name)
        assert told(again.puzzle) == told(puzzle), f"{format}\n{text}"
        assert answered(again.puzzle, again.answer) == answered(puzzle, answer), f"{format}\n{text}"


def answered(puzzle: Puzzle, answer: State | None) -> Mapping[str, Mapping[Spot, Any]] | None:
    """The marks of an answer, and those given; None without an answer. A puzzle without blanks is its own answer."""
    told = answer.marks if answer is not None else {}
    marks = {name: {**puzzle.given.get(name, {}), **told.get(name, {})} for name in puzzle.genre.answer_layers}
    if puzzle.genre.name == "Snake":  # which of its ends is its head is not told
        length = max(marks["number"].values(), default=0)
        turned = {cell: length + 1 - n if n else 0 for cell, n in marks["number"].items()}
        marks["number"] = min(marks["number"], turned, key=lambda numbers: sorted(numbers.items()))
    return marks if answer is not None or is_full(State.of(puzzle, marks)) else None


def some_less(answer: State, rng: Random) -> Iterator[State]:
    """Answers that lack a mark of one layer each."""
    for name, marks in answer.marks.items():
        gone = rng.choice(sorted(marks)) if marks else None
        less = {spot: value for spot, value in marks.items() if spot != gone}
        yield State.of(answer.puzzle, {**answer.marks, name: less})


def check_case(one: Case, rng: Random, share: float = 1) -> None:
    """Checks the law for a case with and without its answer, with parts of it, and with a share of single changes."""
    answer = one.reading.answer
    check_written(one.puzzle)
    for state in () if answer is None else (answer, *some_less(answer, rng)):
        check_written(one.puzzle, state)
    for puzzle in part(varied(one.puzzle, rng), share, str(one)) if isinstance(one.puzzle.board, Rect) else ():
        check_written(puzzle)


@each_genre_with_cases
@in_part
def test_what_is_written_is_read_back(genre: type[Genre], share: float) -> None:
    rng = Random(genre.name)
    for size in part(SIZES, share, genre.name):
        check_written(made_up(genre, *size, rng))
    smallest, *others = smallest_first(genre)
    check_case(smallest, rng, share)
    for one in others[:1]:
        check_written(one.puzzle)
        check_written(one.puzzle, one.reading.answer)


@pytest.mark.slow
@each_genre_with_cases
def test_more_of_what_is_written_is_read_back(genre: type[Genre]) -> None:
    rng = Random(f"more {genre.name}")
    for size in (*SIZES, (4, 4), (6, 6)):
        for _ in range(10):
            check_written(made_up(genre, *size, rng))
    for one in smallest_first(genre):
        check_case(one, rng)


def smallest_first(genre: type[Genre]) -> list[Case]:
    """The cases of a genre, by size."""
    return sorted(of_genre(genre), key=lambda one: len(one.puzzle.board.cells))
