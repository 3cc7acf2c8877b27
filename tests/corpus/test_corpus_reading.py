"""Real files are read, the damaged ones refused at their place, and all are written back to an equal puzzle."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import gridwright as gw
from research.corpus import Case, cases, genre_names

DAMAGED = {
    "masR0434.txt": (6, 7, "too-short"),
    "nur034.txt": (17, 11, "too-long"),
    "sliR0689.txt": (23, 24, "unread-ink"),
    "sliR0880.txt": (16, 30, "unread-ink"),
}
"""Files in which a character is missing, superfluous or wrong: line, column and kind of the fault."""

LARGE = 5000
"""Boards with more cells are left to the slow tests."""

READ = 80
"""Files of each genre that the default run reads; the slow run reads all."""


def read_and_write(found: list[Case]) -> int:
    """Reads each case, writes it in its own format and reads that; how many were read."""
    for case in found:
        reading = gw.read_all(case.data)[0]
        assert reading.puzzle.genre is gw.genre(case.genre), case.name
        sides = len(reading.puzzle.board.sides)
        assert sides == 2 * (case.n_rows + case.n_cols) or case.genre == "pips", case.name
        text = gw.write(reading.puzzle, reading.format)
        again = gw.read_all(text.encode())[0]
        assert again.puzzle == reading.puzzle, case.name
        assert again.puzzle.about == reading.puzzle.about, case.name
    return len(found)


def undamaged(genre: str) -> list[Case]:
    return [case for case in cases(genre) if case.name not in DAMAGED]


@pytest.mark.parametrize("genre", genre_names())
def test_files_are_read_and_written_back(genre: str) -> None:
    found = [case for case in undamaged(genre) if case.cells <= LARGE]
    assert read_and_write(found[:: max(1, len(found) // READ)])


@pytest.mark.slow
@pytest.mark.parametrize("genre", genre_names())
def test_all_files_are_read_and_written_back(genre: str) -> None:
    assert read_and_write(undamaged(genre))


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_files_are_refused_at_their_place(corpus: Path, name: str) -> None:
    path = corpus / "plaintext" / name
    if not path.is_file():
        pytest.skip(f"{name} is not in this part of the corpus")
    with pytest.raises(gw.FormatError) as fault:
        gw.read(path)
    assert (fault.value.line, fault.value.column, fault.value.code) == DAMAGED[name]
    assert str(fault.value).startswith(f"{path}, line ")


def test_sudoku_tables_are_read_whole(corpus: Path) -> None:
    for path in sorted((corpus / "sudoku").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as table:
            rows = list(csv.DictReader(table))
        readings = gw.read_all(path)
        assert len(readings) == len(rows)
        told = [row["solutions"] == "1" for row in rows]
        assert [reading.answer is not None for reading in readings] == told


def test_both_pips_formats_tell_the_same_puzzle() -> None:
    found: dict[str, list[gw.Puzzle]] = {}
    for case in cases("pips"):
        found.setdefault(case.name.split()[0], []).append(gw.read(case.data))
    pairs = [puzzles for puzzles in found.values() if len(puzzles) == 2]
    assert pairs
    for one, other in pairs:
        assert one.board == other.board
        assert sorted(one.keys["dominoes"]) == sorted(other.keys["dominoes"])
        assert sorted(one.keys["conditions"], key=str) == sorted(other.keys["conditions"], key=str)


def test_departures_are_told_as_warnings(corpus: Path) -> None:
    warned = {name: gw.read_all(corpus / "plaintext" / f"{name}.txt")[0].warnings for name in ("hey004", "hey005")}
    assert all(any("is read as 'heyawake'" in w or "is read as heyawake" in w for w in ws) for ws in warned.values())
