"""Benchmarks on whatever collection there is: variants are proven, and damaged records are reported."""

from __future__ import annotations

import gc
import json
import random
import sys
from argparse import Namespace
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from benchmarks.others import compared as others_compared
from gridwright.genres.killer_sudoku import KillerSudoku
from gridwright.genres.sudoku import Sudoku
from gridwright.language import Genre, Puzzle, Rect
from research import solve
from research.corpus import record_cases
from research.explained import VARIANTS, DiagonalSudoku, Variant, proven
from research.records import READERS, Fields, RecordError

from ..laws.tiny import made_up

each_variant = pytest.mark.parametrize(
    "variant", [variant for variants in VARIANTS.values() for variant in variants], ids=lambda v: v.genre.__name__
)


def base_of(variant: Variant) -> type[Genre]:
    return next(genre for genre, variants in VARIANTS.items() if variant in variants)


@lru_cache(maxsize=1)
def every_answer(puzzle: Puzzle) -> list[gw.State]:
    return list(gw.all_answers(puzzle))


def boxed(genre: type[Genre], variant: type[Genre], rng: random.Random) -> Puzzle:
    """A sudoku of 4x4 with some numbers of an answer of the variant."""
    board = Rect.of(4, 4)
    middle = {link: True for link in board.links if 4 in (link.y, link.x)}
    given = {"wall": middle} | ({"uncaged": dict.fromkeys(board.cells, True)} if genre is KillerSudoku else {})
    numbers = rng.choice(every_answer(Puzzle.of(variant, board, given))).marks["number"]
    return Puzzle.of(genre, board, {**given, "number": {c: n for c, n in numbers.items() if rng.random() < 0.3}})


def of_the_variant(variant: Variant) -> Iterator[tuple[Puzzle, gw.State, gw.State]]:
    """Puzzles with several answers of which one is of the variant; that answer, and another."""
    genre, rng = base_of(variant), random.Random(1)
    for _ in range(2000):
        side = rng.choice((3, 4))
        known = genre in (Sudoku, KillerSudoku)
        puzzle = boxed(genre, variant.genre, rng) if known else made_up(genre, side, side, rng)
        told = gw.solve(Puzzle(variant.genre, puzzle.board, puzzle.given, puzzle.keys))
        answers = gw.solve(puzzle).answers if told.status == "unique" else ()
        if len(answers) > 1:
            own = gw.State(puzzle, told.answers[0].marks)
            yield puzzle, own, next(answer for answer in answers if answer != own)


@pytest.mark.thorough
@each_variant
def test_a_variant_explains_its_own_answer_only(variant: Variant) -> None:
    found = list(islice(of_the_variant(variant), 3))
    assert found
    for puzzle, own, other in found:
        assert proven(puzzle, own, 60) == (variant.why, "")
        why, refuted = proven(puzzle, other, 60)
        assert why == "" and refuted == f"as {variant.genre.__name__}: the only answer is another one"


def test_a_variant_explains_no_puzzle_with_several_answers_of_its_own() -> None:
    puzzle = READERS["sudoku"].puzzle({**DIAGONAL, "puzzle": ["...."] * 4})
    several = gw.solve(Puzzle(DiagonalSudoku, puzzle.board, puzzle.given, puzzle.keys)).answers
    for answer in several:
        told = proven(puzzle, gw.State(puzzle, answer.marks), 60)
        assert told == ("", "as DiagonalSudoku: the verdict is several")
    assert len(several) == 2


@each_variant
def test_diagonals_are_for_square_boards(variant: Variant) -> None:
    puzzle = made_up(base_of(variant), 2, 3, random.Random(3))
    refuted = proven(puzzle, gw.State.of(puzzle, {}), 60)[1]
    assert refuted.endswith("the board is not square") is variant.square


def test_a_genre_without_variants_explains_nothing() -> None:
    puzzle = Puzzle.of(gw.genre("Akari"), Rect.of(2, 2), {})
    assert proven(puzzle, gw.State.of(puzzle, {}), 60) == ("", "")


# -- records ----------------------------------------------------------------------------------------------------------

WALLS = ["aabb", "aabb", "ccdd", "ccdd"]
DIAGONAL = {
    "id": "Other/1", "rows": 4, "cols": 4, "check": "ok", "regions": WALLS,
    "puzzle": ["12..", "....", "4...", "...."], "solution": ["1234", "3412", "4321", "2143"],
}
PLAIN = {**DIAGONAL, "id": "Other/2", "puzzle": ["1...", "..12", "43..", "..4."]}
"""A sudoku with both diagonals, and one without."""


def test_a_null_key_is_an_error_of_its_own() -> None:
    fields = Fields({"max": None, "rows": 3})
    assert fields["rows"] == 3 and fields.get("max", 5) == 5 and fields.get("min") is None
    assert set(fields) == {"max", "rows"} and len(fields) == 2
    with pytest.raises(RecordError, match="the key 'max' is null"):
        fields["max"]
    with pytest.raises(RecordError, match="the key 'min' is missing"):
        fields["min"]


@pytest.mark.parametrize("name", READERS)
def test_no_null_in_any_key_ends_a_reader_otherwise(name: str) -> None:
    """Every key that a reader asks for, null in turn: it refuses the record or does without."""
    asked: set[str] = set()

    class Noting(dict[str, Any]):
        def get(self, key: str, default: Any = None) -> Any:
            asked.add(key)
            return super().get(key, default)

    grid = [["."] * 3] * 3
    full = {
        "rows": 3, "cols": 3, "puzzle": grid, "regions": [["1", "2", "3"]] * 3, "cages": grid, "sums": grid,
        "horiz": grid, "vert": grid,
        "centres": [], "thermos": [], "row_clues": [[1]] * 3, "col_clues": [[1]] * 3, "max": 3, "min": 0, "mines": 1,
        "parks": 1, "stars": 1, **dict.fromkeys(("top", "left", "bottom", "right"), "..."),
        **dict.fromkeys(("col_plus", "col_minus", "row_plus", "row_minus"), "..."),
    }  # fmt: skip
    if name == "snake":
        full |= {"puzzle": ["#..", "...", "..#"], "top": "111", "left": "111"}
    reader = READERS[name]
    assert isinstance(reader.puzzle(Noting(full)), Puzzle)
    assert asked and asked <= full.keys()
    for key in asked:
        for record in ({**full, key: None}, {k: v for k, v in full.items() if k != key}):
            try:
                reader.puzzle(record)
            except RecordError as fault:
                assert repr(key) in str(fault)


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A collection of our own: just records of one genre, in the layout of the corpus."""
    (tmp_path / "plaintext_index.jsonl").touch()
    (tmp_path / "janko").mkdir()
    monkeypatch.setenv("GRIDWRIGHT_CORPUS", str(tmp_path))
    yield tmp_path / "janko" / "sudoku.jsonl"
    gc.unfreeze()  # a run leaves what it has read out of the search for garbage


def measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[object, str]:
    """The exit status of a run on the collection's sudokus, and what it prints."""
    monkeypatch.setattr(sys, "argv", ["solve.py", "sudoku", "--only", "records"])
    try:
        solve.main()
    except SystemExit as end:
        return end.code, capsys.readouterr().out
    return 0, capsys.readouterr().out


def write(path: Path, *records: dict[str, Any]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


@pytest.mark.thorough
def test_a_variant_is_proven_for_puzzles_that_nobody_named(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(corpus, DIAGONAL, PLAIN)
    status, shown = measured(monkeypatch, capsys)
    assert status == 0 and "FAULT" not in shown
    [line] = [line for line in shown.splitlines() if "each number stands once on each diagonal" in line]
    assert "Other/1" in line and "Other/2" not in line and "several" in line


def test_a_difference_that_no_variant_explains_is_a_fault(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(corpus, {**DIAGONAL, "solution": ["1234", "3412", "4123", "2341"]}, PLAIN)
    status, shown = measured(monkeypatch, capsys)
    assert status == "some puzzles could not be read or differ without an explanation: see FAULT above"
    why = "several answers, but one is stored; as DiagonalSudoku: the only answer is another one"
    assert f"FAULT Other/1: {why}\n" in shown


DAMAGED: list[tuple[dict[str, Any], str]] = [
    ({"regions": None}, "not read: the key 'regions' is null"),
    ({"rows": None}, "not read: the key 'rows' is null"),
    ({"puzzle": None}, "not read: the key 'puzzle' is null"),
    ({"puzzle": ["12", None, "34", "4321"]}, "not read: TypeError: "),
    ({"solution": ["1234", "3412", "4321"]}, "no answer in the tokens stored: IndexError: "),
    ({"solution": [["1", "2", "3", None]] * 4}, "no answer in the tokens stored: TypeError: "),
]


def test_damaged_records_are_reported_and_the_others_are_measured(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(corpus, *({**DIAGONAL, "id": f"Bad/{i}", **change} for i, (change, _) in enumerate(DAMAGED)), PLAIN)
    status, shown = measured(monkeypatch, capsys)
    assert status == "some puzzles could not be read or differ without an explanation: see FAULT above"
    faults = [line for line in shown.splitlines() if "FAULT" in line]
    for i, (_, told) in enumerate(DAMAGED):
        assert any(line.startswith(f"  FAULT Bad/{i}: {told}") for line in faults), (told, faults)
    assert "sudoku: 7, " in shown


def test_what_a_record_can_do_without(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(corpus, *({**PLAIN, "id": key, key: None} for key in ("id", "check", "solution")))
    status, shown = measured(monkeypatch, capsys)
    assert status == 0 and "sudoku: 3, 3, " in shown
    stored = {case.name: case.stored is not None for case in record_cases("sudoku")}
    assert stored == {"sudoku:1": True, "check": False, "solution": False}


def test_other_programs_that_are_not_there_leave_their_columns_empty() -> None:
    """And only solved puzzles count."""
    args = Namespace(noqx=None, cspuz=None, count=1, seed=1)
    genre, n_puzzles, seconds, *others, notes = others_compared("Tents", args)
    assert (genre, n_puzzles, notes) == ("Tents", "1", "") and seconds.endswith("s")
    assert others[2:] == ["-"] * 4 and (others[:2] == ["-"] * 2) == (find_spec("puzzlekit") is None)
