"""Tables of sudokus: columns by name, separators, quotes, what is missing, errors at their place, and writing."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import gridwright as gw
from gridwright.cli import main

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SMALL, SOLVED = "1234" + "." * 12, "1234341221434321"


def one(text: str) -> gw.Reading:
    (reading,) = gw.read_all(text.encode())
    return reading


def fault(text: str, format: str | None = None) -> gw.FormatError:
    with pytest.raises(gw.FormatError) as found:
        gw.read_all(text.encode(), format)
    return found.value


@pytest.mark.parametrize("text", [
    f"puzzle,solution\n{PUZZLE},{SOLUTION}\n",
    f"quizzes,solutions\n{PUZZLE.replace('.', '0')},{SOLUTION}",
    f"solution;puzzle\r\n{SOLUTION};{PUZZLE}\r\n",
    f"Board\tAnswer\n{PUZZLE}\t{SOLUTION}\n",
    f"| x\nsolved|grid\n{SOLUTION}|{PUZZLE}\n".partition("\n")[2],
    f'"puzzle","first solution"\n"{PUZZLE}","{SOLUTION}"\n',
    f"\ufeffpuzzle,solution\n{PUZZLE},{SOLUTION}\n",
    f"\n# a comment\npuzzle , solution\n# another\n {PUZZLE} , {SOLUTION} \n\n",
    f"puzzle;solution\n{PUZZLE};{SOLUTION};\n",
    f'puzzle,solution\n"{PUZZLE[:9]}\n{PUZZLE[9:]}",{SOLUTION}\n',
    f",quizzes,solutions\n0,{PUZZLE},{SOLUTION}\n",
    f"puzzle,solutions,solution\n{PUZZLE},1,{SOLUTION}\n",
])  # fmt: skip
def test_columns_are_found_by_their_names(text: str) -> None:
    reading = one(text)
    assert reading.puzzle == gw.read(PUZZLE) and reading.format == "csv" and not reading.warnings
    assert reading.answer is not None
    assert gw.write(reading.puzzle, "sudoku", None) and gw.check(reading.puzzle, reading.answer, finished=True) == []


def test_missing_solutions_are_no_answers() -> None:
    text = f"puzzle,solution\n{PUZZLE},{SOLUTION}\n{PUZZLE},\n{PUZZLE},nan\n{PUZZLE},\"\"\n"
    assert [reading.answer is not None for reading in gw.read_all(text.encode())] == [True, False, False, False]
    assert one(f"puzzle\n{PUZZLE}\n").answer is None
    assert one(f"puzzle,solutions\n{PUZZLE},1\n").answer is None
    assert one(f"puzzle,solutions,solution\n{PUZZLE},2,{SOLUTION}\n").answer is None


def test_other_columns_are_kept_where_they_fit() -> None:
    reading = one(f"id,puzzle,clues,difficulty,author,source\n7,{PUZZLE},30,2.1,\"Me, myself\",a book\n")
    about = reading.puzzle.about
    assert (about.title, about.difficulty, about.author) == ("7", "2.1", "Me, myself")
    assert reading.warnings == ("ignored: the columns 'clues', 'source'",)
    text = f"name;id;puzzle;rating\nFirst;1;{SMALL};easy\n;2;{SMALL};\n"
    first, second = gw.read_all(text.encode())
    assert first.puzzle.about == gw.About("First", difficulty="easy") and second.puzzle.about == gw.About()
    assert first.warnings == ("ignored: the column 'id'",) and not second.warnings


@pytest.mark.parametrize("text", ["puzzle,solution\n", "quizzes;solutions", "\ufeffpuzzle\n\n", "puzzle\n# none\n"])
def test_a_lone_heading_holds_no_puzzles(text: str) -> None:
    found = fault(text)
    assert (found.line, found.what) == (1, "the table holds no puzzles")
    assert found.expected == "a puzzle on each line below the heading"


def test_unknown_columns_are_named() -> None:
    found = fault(f"start;end\n{PUZZLE};{SOLUTION}\n")
    assert found.what == "no column is known to hold puzzles" and found.found == "the columns 'start', 'end'"
    assert found.expected.startswith("a column named puzzle, puzzles, quizzes,")
    found = fault(f"{PUZZLE},{SOLUTION}\n{PUZZLE},{SOLUTION}\n")
    assert found.what == "a table without a heading" and "such as puzzle,solution" in found.expected
    assert fault("hello\n", "csv").what == "this is not a table of sudokus"
    assert fault("date,price\n2024-01-01,17\n").code == "unknown-format"


@pytest.mark.parametrize(("line", "column", "what"), [
    (f'"{PUZZLE}","{SOLUTION[:-1]}"', 166, "another length"),
    (f'{PUZZLE},"{SOLUTION[:-1]}x"', 164, "'x' is no symbol"),
    (f"x{PUZZLE[1:]},", 1, "'x' is no symbol"),
    (f"{PUZZLE},{PUZZLE}", 85, "a solution with a blank"),
    (f"{PUZZLE}", 1, "a line of another length"),
    (f"{PUZZLE},{SOLUTION},more", 1, "a line of another length"),
])  # fmt: skip
def test_errors_have_a_line_and_a_column(line: str, column: int, what: str) -> None:
    found = fault(f"puzzle,solution\n\n{PUZZLE},{SOLUTION}\n{line}\n{PUZZLE},\n")
    assert (found.line, found.column) == (4, column) and what in found.what


def test_a_quote_that_is_never_closed_is_told() -> None:
    found = fault(f'puzzle,solution\n{PUZZLE},\n"{PUZZLE},\n' + f"{PUZZLE},\n" * 2000)
    assert found.line == 3


def test_tables_are_written_and_read_back() -> None:
    puzzle = gw.read(f"title: A, b\nauthor: me\ndifficulty: hard\n\n{SMALL}\n")
    answer = gw.solve(gw.read("1234\n3412\n2143\n4321\n")).answers[0]
    text = gw.write(puzzle, "csv", answer=gw.State(puzzle, answer.marks))
    assert list(csv.reader(text.splitlines())) == [
        ["puzzle", "solution", "difficulty", "title", "author"], [SMALL, SOLVED, "hard", "A, b", "me"],
    ]  # fmt: skip
    reading = one(text)
    assert reading.puzzle.about == puzzle.about and reading.puzzle.given == puzzle.given
    assert reading.answer is not None and reading.answer.marks == answer.marks
    assert gw.write(gw.read(SMALL), "csv").splitlines()[1] == f"{SMALL},,,,"
    with pytest.raises(gw.WriteError, match="square boxes only"):
        gw.write(gw.generate("Sudoku", 6, seed=1), "csv")


def test_large_sudokus_are_written_with_letters() -> None:
    rows = [[(4 * (r % 4) + r // 4 + c) % 16 for c in range(16)] for r in range(16)]
    grid = ["".join("123456789ABCDEFG"[n] for n in row) for row in rows]
    text = gw.write(gw.puzzle("Sudoku", [[n + 1 for n in row] for row in rows]), "csv")
    assert text.splitlines()[1].startswith("".join(grid))
    assert one(text).puzzle == gw.puzzle("Sudoku", [[n + 1 for n in row] for row in rows])


def test_the_command_line_reads_and_writes_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lines.txt").write_text(f"{PUZZLE}\n{PUZZLE}\n")
    Path("four.sdk").write_text(SMALL + "\n")
    run = CliRunner().invoke
    assert run(main, ["convert", "lines.txt", "all.csv", "--solution", "--rate"]).exit_code == 0
    table = list(csv.DictReader(Path("all.csv").read_text().splitlines()))
    assert [(row["puzzle"], row["solution"]) for row in table] == [(PUZZLE, SOLUTION)] * 2
    assert {row["difficulty"] for row in table} == {gw.rate(gw.read(PUZZLE)).label}
    assert run(main, ["solve", "all.csv"]).exit_code == 0
    assert run(main, ["convert", "lines.txt", "all.csv"]).exit_code == 0  # again, as the file is a table
    assert Path("all.csv").read_text().count("puzzle") == 1
    assert run(main, ["convert", "all.csv", "back.sdk"]).exit_code == 0
    assert Path("back.sdk").read_text() == f"{PUZZLE}\n{PUZZLE}\n"
    Path("other.txt").write_text("% mine\nakari\neasy\n2 2\n1.\n##\n")
    refused = run(main, ["convert", "other.txt", "other.csv"])
    assert refused.exit_code == 2 and "the format csv has no Akari" in refused.stderr


def test_printed_tables_have_one_heading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = CliRunner().invoke(main, ["generate", "sudoku", "4", "--count", "3", "--seed", "1", "--to", "csv"])
    puzzles = list(gw.generate_many("Sudoku", size=(4, 4), count=3, seed=1))
    assert [reading.puzzle.given for reading in gw.read_all(made.stdout)] == [puzzle.given for puzzle in puzzles]
    for name in ("a.csv", "b.csv"):
        Path(name).write_text(made.stdout)
    printed = CliRunner().invoke(main, ["convert", "a.csv", "b.csv", "-o", "-", "--to", "csv"])
    assert printed.stdout.count("puzzle") == 1 and len(gw.read_all(printed.stdout)) == 6


def test_tables_on_standard_input_are_a_stream() -> None:
    lines = [f"{i},{PUZZLE.replace('.', '0')},{SOLUTION}" for i in range(1000)]
    lines[700] = "700,?,"
    text = "\n".join(["id,quizzes,solutions", *lines, ""])
    result = CliRunner().invoke(main, ["check", "-", "--json"], input=text)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [told["status"] for told in found if "status" in told] == ["right"] * 999
    (wrong,) = [told["error"] for told in found if "error" in told]
    assert wrong["line"] == 702 and wrong["column"] == 5
    empty = CliRunner().invoke(main, ["check", "-", "--json"], input="puzzle,solution\n")
    assert json.loads(empty.stdout)["error"]["what"] == "the table holds no puzzles" and empty.exit_code == 2
