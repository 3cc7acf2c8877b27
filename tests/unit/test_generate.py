"""The command line: gridwright generate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import gridwright as gw
from gridwright.cli import main


def run(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, ["generate", *args], catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result.output


def test_what_is_printed_is_a_puzzle_file() -> None:
    puzzle = gw.read(run("Tents", "5x6", "--seed", "1"))
    assert isinstance(puzzle.board, gw.Rect) and (puzzle.board.n_rows, puzzle.board.n_cols) == (5, 6)
    assert gw.solve(puzzle).status == "unique"


def test_a_folder_gets_a_file_for_each_puzzle(tmp_path: Path) -> None:
    run("Tents", "5", "--count", "2", "--seed", "1", "-o", f"{tmp_path}/new/")
    files = sorted((tmp_path / "new").iterdir())
    assert [file.name for file in files] == ["tents-5x5-1.spf", "tents-5x5-2.spf"]
    assert len({gw.read(file) for file in files}) == 2


def test_lines_go_on_where_they_end(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    order = ("Tents", "5", "--seed", "1", "-o", str(file), "--count")
    run(*order, "2")
    first = file.read_text()
    run(*order, "3")
    assert file.read_text().startswith(first)
    told = [json.loads(line) for line in file.read_text().splitlines()]
    assert [one["number"] for one in told] == [0, 1, 2]
    assert [gw.read(one["puzzle"]) for one in told] == list(gw.generate_many("Tents", 5, 5, count=3, seed=1))


def test_a_file_of_something_else_is_not_continued(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text("hello\n")
    assert "line 1: this is no line of generated puzzles" in run("Tents", "5", "-o", str(file), status=2)
    assert file.read_text() == "hello\n"


def test_a_booklet_holds_all_puzzles(tmp_path: Path) -> None:
    from pypdf import PdfReader

    run("Tents", "5", "--count", "3", "--seed", "1", "-o", str(tmp_path / "book.pdf"))
    words = "".join(page.extract_text() for page in PdfReader(tmp_path / "book.pdf").pages)
    assert all(f"{n} Tents" in words for n in (1, 2, 3)) and "4 Tents" not in words


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("Tentz",), "no genre is called 'Tentz'"),
        ((), "which genre?"),
        (("Sudoku", "7"), "the side has to be 4, 6, 8, 9"),
        (("Tents", "axb"), "'axb' is no size; write rows and columns as 10x12"),
        (("Tents", "5", "--count", "2", "-o", "a.spf"), "such a file holds one puzzle"),
        (("Tents", "5", "-o", "a.txt"), "a booklet ends in .pdf"),
        (("Starbattle", "8", "--option", "stars"), "as stars=2"),
        (("Starbattle", "8", "--option", "stars=many"), "expected a number from 1 to 8, found 'many'"),
        (("--all",), "name a folder"),
    ],
)
def test_what_cannot_be_made_is_told(args: tuple[str, ...], told: str) -> None:
    assert told in run(*args, status=2)
