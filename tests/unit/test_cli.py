"""The command line, through click's runner and as a real process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import gridwright as gw
from gridwright.cli import main
from gridwright.cli import solve as cli_solve
from gridwright.engine.solve import clock
from gridwright.engine.solve.clock import Clock
from gridwright.formats import reading, sources
from gridwright.formats.postscript import Envelope
from gridwright.formats.spf import Spf

from ..processes import HARD, PATIENCE, process

EXAMPLES = Path(__file__).parents[2] / "examples"

UNIQUE = "% mine\nakari\neasy\n2 2\n1.\n##\n"
SEVERAL = "% mine\nakari\neasy\n2 2\n..\n..\n"
NONE = "% mine\nakari\neasy\n2 2\n2.\n##\n"
MINES = "% mine\nminesweeper\neasy\n3 1\n.2.\nmines 2\n"
SUDOKU = "12..\n..3.\n.4..\n...1\n"
SOLVED = "1234\n3412\n4123\n2341\n"
SPF = """<<
/type (nurikabe)
/sol true
/X 2
/Y 2
/title (a tiny one)
/puzzle [
(1 )
(  ) ]
/solution [
( #)
(##) ]
>>
"""

@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    for name, text in (
        ("unique.txt", UNIQUE), ("several.txt", SEVERAL), ("none.txt", NONE), ("mines.txt", MINES), ("tiny.spf", SPF),
        ("four.sdk", SUDOKU), ("hard.txt", HARD),
    ):
        (tmp_path / name).write_text(text)
    return tmp_path


def run(*args: str, input: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(main, args, input=input, catch_exceptions=False)
    assert "Traceback" not in result.output
    return result


def records(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


# -- solve ------------------------------------------------------------------------------------------------------------


def test_solve_shows_puzzle_and_answer(here: Path) -> None:
    result = run("solve", "unique.txt")
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.split("\n")
    assert lines[0] == "unique.txt: Akari 2x2"
    assert lines[1:5] == [
        "┌─────┐    ┌─────┐",
        "│ 1 · │    │ 1 ● │",
        "│ ■ ■ │    │ ■ ■ │",
        "└─────┘    └─────┘",
    ]
    assert lines[5].startswith("unique, ")


def test_solve_several(here: Path) -> None:
    result = run("solve", "several.txt")
    assert result.exit_code == 1
    assert "several answers, " in result.stdout and result.stdout.count("differ") == 1
    assert "They differ in 4 places: r1c1, r1c2, r2c1 and r2c2." in result.stdout
    assert "│ · · │    │!" in result.stdout
    assert result.stdout.split("\n")[1].count("┌") == 3


@pytest.mark.parametrize("command", ["show", "solve", "rate", "hint", "explain", "diagnose"])
def test_one_puzzle_of_a_file_is_chosen_by_its_number(here: Path, command: str) -> None:
    both = (EXAMPLES / "sudoku_lines.txt").read_text(encoding="utf-8")
    second = both.splitlines()[1]
    (here / "many.txt").write_text(both, encoding="utf-8")
    (here / "second.txt").write_text(f"{second}\n", encoding="utf-8")
    chosen, alone = run(command, "many.txt", "--number", "2"), run(command, "second.txt")
    text = chosen.stdout.replace("many.txt #2", "second.txt")
    assert re.sub(r"\d\.\d+ s", "", text) == re.sub(r"\d\.\d+ s", "", alone.stdout) and chosen.exit_code == 0
    missing = run(command, "many.txt", "--number", "99")
    assert missing.exit_code == 2 and "there is no puzzle 99; the file contains 5" in missing.stderr


def test_a_file_of_several_says_which_is_explained(here: Path) -> None:
    result = run("explain", str(EXAMPLES / "sudoku_lines.txt"))
    assert "contains 5 puzzles: this is the first; --number N explains another" in result.stderr


def test_puzzles_are_shown_without_answers(here: Path) -> None:
    path = str(EXAMPLES / "akari.spf")
    result = run("show", path)
    assert result.exit_code == 0 and "●" not in result.stdout and "●" in run("solve", path).stdout


def test_unfinished_answers_have_no_mistakes(here: Path) -> None:
    puzzle = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])
    (here / "p.json").write_text(gw.write(puzzle, "json"), encoding="utf-8")
    rows = [[1, 3, None, None], [None] * 4, [None] * 4, [None, None, None, 2]]
    (here / "a.json").write_text(json.dumps(rows), encoding="utf-8")
    result = run("check", "p.json", "--answer", "a.json")
    assert "unfinished" in result.stdout and "!" not in result.stdout and result.exit_code == 1


def test_an_answer_with_a_row_too_few_is_compared_with_the_board(here: Path) -> None:
    (here / "short.txt").write_text("1 2 3 4\n3 4 1 2\n2 1 4 3\n", encoding="utf-8")
    puzzle = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])
    (here / "p.json").write_text(gw.write(puzzle, "json"), encoding="utf-8")
    result = run("check", "p.json", "--answer", "short.txt")
    assert result.exit_code == 2 and "rows; expected 4, found 3" in result.stderr


def test_a_finished_position_has_no_hint(here: Path) -> None:
    path = str(EXAMPLES / "sudoku.spf")
    assert "The puzzle is solved." in run("hint", path, "--played", path).stdout


def test_solve_without_an_answer(here: Path) -> None:
    result = run("solve", "none.txt")
    assert result.exit_code == 1
    assert "no answer, " in result.stdout


def test_solve_undecided(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a second is four slices of solving, and everything else takes no time."""
    slices: list[int] = []
    monkeypatch.setattr(Clock, "used", lambda _: slices.append(1))
    for module in (clock, cli_solve, reading, sources):
        monkeypatch.setattr(module, "monotonic", lambda: len(slices) / 4)
    result = run("solve", "hard.txt", "--timeout", "1")
    assert result.exit_code == 1
    assert "undecided after 1.000 s" in result.stdout
    assert "no answer found yet" in result.stdout
    assert len(slices) == 4


def test_worst_status_wins(here: Path) -> None:
    assert run("solve", "unique.txt", "several.txt").exit_code == 1
    result = run("solve", "missing.txt", "several.txt", "unique.txt")
    assert result.exit_code == 2
    assert "several.txt: Akari" in result.stdout and "unique.txt: Akari" in result.stdout
    assert result.stderr == "missing.txt: no such file or directory\n"


def test_warnings_and_notes(here: Path) -> None:
    result = run("solve", "mines.txt")
    assert result.exit_code == 0
    assert result.stderr == "mines.txt: 'mines' is read as 'mine'\n"
    assert "\nmines: 2\n" in result.stdout


def test_ascii(here: Path) -> None:
    result = run("solve", "unique.txt", "tiny.spf", "--ascii")
    assert result.stdout.isascii()
    assert "| 1 . |    | 1 * |" in result.stdout
    assert 'Nurikabe 2x2 "a tiny one"' in result.stdout


def test_narrow_terminals_get_boards_below_each_other(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    assert "\n└─────┘\n\n┌─────┐\n" in run("solve", "unique.txt").stdout


def test_all_and_max(here: Path) -> None:
    result = run("solve", "several.txt", "--all")
    assert result.exit_code == 1
    assert "answer 1\n" in result.stdout and "answer 2\n" in result.stdout and "answer 3\n" not in result.stdout
    assert "\n2 answers, " in result.stdout
    one = run("solve", "several.txt", "--max", "1")
    assert one.exit_code == 1
    assert "1 answer, and perhaps others" in one.stdout
    assert run("solve", "unique.txt", "--all").exit_code == 0
    assert "\nunique, " in run("solve", "unique.txt", "--max", "5").stdout
    assert run("solve", "none.txt", "--all").exit_code == 1


def test_common(here: Path) -> None:
    Path("three.txt").write_text("% mine\nakari\neasy\n3 2\n1.#\n###\n")
    Path("some.txt").write_text("% mine\nakari\neasy\n4 2\n1.#.\n###.\n")
    assert "common" not in run("solve", "three.txt", "--common").stdout
    result = run("solve", "some.txt", "--common")
    assert result.exit_code == 1
    assert "\n6 marks are common to all answers\n" in result.stdout
    assert "│ 1 ● ■ · │\n│ ■ ■ ■ · │" in result.stdout.replace("!", " ")
    found = records(run("solve", "some.txt", "none.txt", "three.txt", "--common", "--json"))
    assert found[0]["common"] == {"lamp": [[False, True, False, None], [False, False, False, None]]}
    assert found[1]["common"] is None
    assert found[2]["common"]["lamp"][0][1] is True


TRIANGLES = """<<
/format 2
/type (fences)
/node [
[ 0 0 ]
[ 2 0 ]
[ 1 1 ]
[ 1 -1 ]
[ 3 1 ] ]
/edge [
[ 0 1 false ]
[ 1 2 false ]
[ 2 0 false ]
[ 0 3 false ]
[ 3 1 false ]
[ 1 4 false ]
[ 4 2 false ] ]
/area [
[ 1 0.5 2 0 ]
[ 1 -0.5 -1 0 ]
[ 2 0.7 -1 0 ] ]
>>
"""
"""Three triangles in a row. The loop goes round both of the first two, or the first and the third."""


def test_boards_without_rows_and_columns(here: Path) -> None:
    Path("graph.spf").write_text(TRIANGLES)
    result = run("solve", "graph.spf", "--common")
    assert result.stdout.startswith("graph.spf: Fences with 3 areas\n")
    assert "\n1 mark is common to all answers\n" in result.stdout
    [found] = records(run("solve", "graph.spf", "--all", "--json"))
    assert (found["rows"], found["cols"]) == (None, None)
    drawn = [[int(name.split()[1]) - 1 for name, on in answer["loop"].items() if on] for answer in found["answers"]]
    assert sorted(drawn) == [[0, 2, 5, 6], [1, 2, 3, 4]]


def test_json(here: Path) -> None:
    result = run("solve", "unique.txt", "several.txt", "none.txt", "mines.txt", "missing.txt", "--json")
    assert result.exit_code == 2
    assert result.stderr == ""
    unique, several, none, mines, missing = records(result)
    first = ["file", "index", "genre", "format", "rows", "cols", "status"]
    assert list(unique) == [*first, "puzzle", "answers", "stored", "seconds", "warnings"]
    assert gw.read(json.dumps(unique["puzzle"])) == gw.read("unique.txt")
    assert unique["answers"] == [{"lamp": [[False, True], [False, False]]}]
    told = {key: unique[key] for key in ("file", "index", "genre", "format", "rows", "cols", "status", "warnings")}
    assert told == {
        "file": "unique.txt", "index": 0, "genre": "Akari", "format": "plain", "rows": 2, "cols": 2, "status": "unique",
        "warnings": [],
    }
    assert 0 <= unique["seconds"] < 10
    assert several["status"] == "several" and len(several["answers"]) == 2
    assert none["status"] == "none" and none["answers"] == []
    assert mines["warnings"] == ["'mines' is read as 'mine'"]
    assert missing["file"] == "missing.txt"
    assert missing["error"]["what"] == "no such file or directory"


@pytest.mark.parametrize(("solution", "word"), [
    ("( #)\n(##)", "right"), ("(##)\n(##)", "wrong"), (None, None),
])  # fmt: skip
def test_json_tells_what_the_stored_answer_is_worth(here: Path, solution: str | None, word: str | None) -> None:
    stored = "/solution [\n( #)\n(##) ]\n"
    Path("stored.spf").write_text(SPF.replace(stored, f"/solution [\n{solution} ]\n" if solution else ""))
    result = run("solve", "stored.spf", "--json")
    assert records(result)[0]["stored"] == word
    assert result.exit_code == (1 if word == "wrong" else 0)


def test_a_puzzle_gets_a_minute_unless_told_otherwise(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise one hard puzzle would hold up a whole folder for good."""
    limits: list[float | None] = []
    solve = gw.solve

    def noted(puzzle: gw.Puzzle, **options: Any) -> gw.Verdict:
        limits.append(options.get("timeout"))
        return solve(puzzle, **options)

    monkeypatch.setattr(gw, "solve", noted)
    commands = {
        "solve": [], "draw": ["-o", "x.svg", "--solution"], "print": ["-o", "x.pdf"],
        "convert": ["x.spf", "--solution"],
    }
    for command, more in commands.items():
        limits.clear()
        for timeout in ([], ["--timeout", "0"], ["--timeout", "2.5"]):
            assert run(command, "unique.txt", *more, *timeout).exit_code == 0
        usual, no_limit, short = limits
        assert usual is not None and 50 < usual <= 60 and no_limit is None and short is not None and 0 < short <= 2.5
        told = " ".join(run(command, "-h").stdout.split())
        assert "--timeout S Seconds for each puzzle; 0 for no limit. [default: 60;" in told
    assert "'nan' is not a number of seconds" in run("solve", "unique.txt", "--timeout", "nan").stderr


@pytest.mark.parametrize("listed", [[], ["--all"]])
def test_common_marks_get_what_is_left_of_the_time(
    here: Path, monkeypatch: pytest.MonkeyPatch, listed: list[str]
) -> None:
    limits: list[float] = []

    def slow(search: Callable[..., Any]) -> Callable[..., Any]:
        def searched(puzzle: gw.Puzzle, **options: Any) -> Any:
            time.sleep(0.2)
            return search(puzzle, **options)

        return searched

    def noted(puzzle: gw.Puzzle, **options: Any) -> None:
        limits.append(options["timeout"])
        raise gw.TimeUp

    monkeypatch.setattr(gw, "solve", slow(gw.solve))
    monkeypatch.setattr(gw, "all_answers", slow(gw.all_answers))
    monkeypatch.setattr(gw, "common_marks", noted)
    result = run("solve", "several.txt", "--common", "--timeout", "5", *listed)
    assert limits and limits[0] <= 4.8
    assert "there was no time to find the marks common to all answers" in result.stdout


def test_stored_answers_are_checked_within_the_time_limit(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("stored.spf").write_text(SPF.replace("( #)", "(##)"))  # not the answer that is found
    limits: list[float] = []

    def noted(*_args: Any, timeout: float, **_more: Any) -> Any:
        limits.append(timeout)
        raise gw.TimeUp

    monkeypatch.setattr(gw, "check", noted)
    late = "there was no time to check the answer in the file"
    assert records(run("solve", "stored.spf", "--json", "--timeout", "7"))[0]["stored"] == "undecided"
    assert late in run("solve", "stored.spf", "--timeout", "7").stdout
    drawn = run("draw", "stored.spf", "--solution", "-o", "x.svg", "--timeout", "7")
    assert (drawn.exit_code, drawn.stderr) == (1, f"stored.spf: {late}\n")
    assert len(limits) == 3 and all(2 < limit <= 7 for limit in limits)  # reading takes some of the time


def test_json_of_all_answers(here: Path) -> None:
    [found] = records(run("solve", "several.txt", "--all", "--json"))
    lamps = [answer["lamp"] for answer in found["answers"]]
    assert sorted(lamps) == [[[False, True], [True, False]], [[True, False], [False, True]]]


def test_answers_are_counted(here: Path) -> None:
    Path("empty.txt").write_text("." * 16 + "\n1" + "." * 15 + "\n")
    found = records(run("solve", "empty.txt", "--count", "--json"))
    assert [(one["status"], one["answers"], one["count"]) for one in found] == [
        ("several", [], {"number": 288, "exact": True}),
        ("several", [], {"number": 72, "exact": True}),
    ]
    assert "\n2 answers, " in run("solve", "several.txt", "--count").stdout
    assert "\n1 answer, and perhaps others, " in run("solve", "several.txt", "--count", "--max", "1").stdout
    assert "\nunique, " in run("solve", "unique.txt", "--count").stdout
    wrong = run("solve", "several.txt", "--count", "--all")
    assert wrong.exit_code == 2
    assert "--count counts the answers that --all lists: give one of them." in wrong.stderr


def test_damaged_files_tell_the_place(here: Path) -> None:
    Path("bad.txt").write_text(UNIQUE.replace("1.", "1?"))
    result = run("solve", "bad.txt")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("bad.txt, line 5, column 2: ")
    assert result.stderr.count("\n") == 1
    [found] = records(run("solve", "bad.txt", "--json"))
    assert found["error"]["line"] == 5 and found["error"]["column"] == 2
    assert set(found["error"]) == {"what", "line", "column", "expected", "found", "code"}


@pytest.mark.parametrize("data", [b"", b"\x7fELF\0\0\1", b"no puzzle at all, just words\n", b"\xff\xfe\xfd\n"])
def test_what_is_no_puzzle(here: Path, data: bytes) -> None:
    Path("thing").write_bytes(data)
    result = run("solve", "thing")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("thing: ") and result.stderr.count("\n") == 1


def test_texts_in_utf_16_are_read_and_converted_to_utf_8(here: Path) -> None:
    Path("plain.txt").write_text(UNIQUE, encoding="utf-8")
    Path("wide.txt").write_text(UNIQUE, encoding="utf-16")
    assert "unique" in run("solve", "wide.txt").stdout
    for name in ("plain", "wide"):
        assert run("convert", f"{name}.txt", f"{name}.json").exit_code == 0
    assert Path("wide.json").read_bytes() == Path("plain.json").read_bytes()


def test_a_misspelt_key_is_named(here: Path) -> None:
    Path("odd.spf").write_text(SPF.replace("/type", "/typ"))
    words = "odd.spf, line 2, column 1: the key /type is missing; expected /type, found /typ\n"
    assert run("solve", "odd.spf").stderr == run("solve", "odd.spf", "--from", "spf").stderr == words
    Path("nothing.spf").write_text(" \n")
    assert run("solve", "nothing.spf").stderr == "nothing.spf: the text is empty\n"


def test_a_file_in_the_place_of_a_command(here: Path) -> None:
    result = run("tiny.spf")
    assert result.exit_code == 2
    assert result.stderr.endswith("No such command 'tiny.spf'. To solve this file: gridwright solve tiny.spf\n")
    assert "To solve" not in run("missing.spf").stderr


@pytest.mark.parametrize("name", ["", "a\0b", "missing.txt", "nothing*.here", "unique.txt/x"])
def test_names_that_mean_nothing(here: Path, name: str) -> None:
    result = run("solve", name)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(("args", "words"), [
    (("slove", "unique.txt"), "No such command 'slove'. Did you mean 'solve'?"),
    (("slitherlink",), "To make such a puzzle: gridwright generate slitherlink. For its rules: gridwright genres sl"),
    (("xyz",), "No such command 'xyz'. gridwright --help lists all commands."),
    (("--hlep",), "No such option"),
    (("convert", "unique.txt", "--to", "puzlink"), "there is no format 'puzlink'; did you mean puzzlink?"),
])  # fmt: skip
def test_what_may_be_meant_is_told(here: Path, args: tuple[str, ...], words: str) -> None:
    result = run(*args)
    assert result.exit_code == 2 and words in result.stderr


def test_the_program_alone_tells_what_to_try(here: Path) -> None:
    """The commands that it names work one after the other."""
    result = run()
    assert result.exit_code == 0 and result.stderr == ""
    tries = re.findall(r"^  gridwright (.*?)  ", result.stdout, re.MULTILINE)
    assert len(tries) == 3
    for command in tries:
        assert run(*command.split()).exit_code == 0, command
    assert Path("first.svg").exists() and f"all {len(gw.known_genres())} kinds" in result.stdout


def test_formats_are_checked(here: Path) -> None:
    for args in (["solve", "unique.txt", "--from", "word"], ["convert", "unique.txt", "x.spf", "--to", "word"]):
        result = run(*args)
        assert result.exit_code == 2
        assert result.stderr.startswith("there is no format 'word'; the formats are spf, ")
        assert result.stderr.count("\n") == 1
    assert run("solve", "unique.txt", "--from", "Plain").exit_code == 0
    assert run("solve", "unique.txt", "--from", "sudoku").exit_code == 2


def test_symbols(here: Path) -> None:
    Path("letters.sdk").write_text("a...\n..a.\n.a..\n...b\n")
    assert run("solve", "letters.sdk").exit_code == 2
    result = run("solve", "letters.sdk", "--symbols", "abcd")
    assert result.exit_code in (0, 1)
    assert "┃ a · ┃ · · ┃" in result.stdout


def test_standard_input(here: Path) -> None:
    result = run("solve", "-", input=UNIQUE)
    assert result.exit_code == 0
    assert result.stdout.startswith("-: Akari 2x2\n")


def test_folders_and_patterns(here: Path) -> None:
    Path("in/deep/.hidden").mkdir(parents=True)
    Path("in/b.txt").write_text(UNIQUE)
    Path("in/deep/a.txt").write_text(MINES)
    Path("in/deep/.hidden/c.txt").write_text(NONE)
    Path("in/notes.md").write_text("these are my notes,\nand no puzzle\n")
    result = run("solve", "in")
    assert result.exit_code == 0
    assert [line for line in result.stdout.split("\n") if ": " in line and "x" in line] == [
        f"{Path('in/b.txt')}: Akari 2x2", f"{Path('in/deep/a.txt')}: Minesweeper 1x3",
    ]
    assert "in: skipped files that are not in a known format: notes.md\n" in result.stderr
    assert [r["file"] for r in records(run("solve", "in/*.txt", "--json"))] == [str(Path("in/b.txt"))]
    assert len(records(run("solve", "in/**/*.txt", "--json"))) == 2
    assert run("solve", "in/notes.md").exit_code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="makes links and pipes")
def test_folders_with_more_than_files(here: Path) -> None:
    Path("in/.hidden").mkdir(parents=True)
    Path("in/.hidden/a.txt").write_text(NONE)
    Path("in/b.txt").write_text(UNIQUE)
    Path("in/c.txt").symlink_to(here / "mines.txt")
    Path("in/gone.txt").symlink_to("nowhere")
    os.mkfifo("in/pipe")
    found = records(run("solve", "in", "--json"))
    assert [Path(r["file"]).name for r in found] == ["b.txt", "c.txt"]


def test_folders_without_puzzles(here: Path) -> None:
    Path("empty").mkdir()
    Path("words").mkdir()
    Path("words/notes.md").write_text("these are my notes,\nand no puzzle\n")
    for name, why in (("empty", "no files"), ("words", "no puzzles")):
        result = run("solve", name)
        assert result.exit_code == 2
        assert result.stderr == f"{name}: there are {why} in this folder\n"


def test_damaged_files_in_folders_count(here: Path) -> None:
    Path("in").mkdir()
    Path("in/a.txt").write_text(UNIQUE.replace("1.", "1?"))
    Path("in/b.txt").write_text(UNIQUE)
    result = run("solve", "in", "--json")
    assert result.exit_code == 2
    assert [r.get("status", "error") for r in records(result)] == ["error", "unique"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_folders_that_may_not_be_read(here: Path) -> None:
    Path("in/locked").mkdir(parents=True)
    Path("in/a.txt").write_text(UNIQUE)
    Path("in/locked").chmod(0)
    result = run("solve", "in")
    Path("in/locked").chmod(0o700)
    assert result.exit_code == 2
    assert result.stderr == f"{Path('in/locked')}: permission denied\n"
    assert "unique, " in result.stdout


def test_several_puzzles_in_a_file(here: Path) -> None:
    Path("two.spf").write_text(SPF + SPF.replace("(1 )", "( 2)"))
    result = run("solve", "two.spf")
    assert "two.spf #1: Nurikabe" in result.stdout and "two.spf #2: Nurikabe" in result.stdout
    assert [r["index"] for r in records(run("solve", "two.spf", "--json"))] == [0, 1]


def test_jobs_keep_the_order_of_the_files(here: Path) -> None:
    names = ["none.txt", "unique.txt", "missing.txt", "mines.txt", "tiny.spf"]
    alone, many = run("solve", *names), run("solve", *names, "--jobs", "3")
    assert many.exit_code == alone.exit_code == 2

    def timeless(text: str) -> list[str]:
        return [line.split(", ")[0] for line in text.split("\n")]

    assert timeless(many.stdout) == timeless(alone.stdout)
    assert many.stderr == alone.stderr
    found = {r["file"]: r.get("status") for r in records(run("solve", *names, "--jobs", "3", "--json"))}
    assert found == {
        "none.txt": "none", "unique.txt": "unique", "missing.txt": None, "mines.txt": "unique", "tiny.spf": "unique",
    }


def test_faults_of_the_program_are_said_in_a_line(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_names: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr(gw, "solve", broken)
    result = run("solve", "unique.txt", "missing.txt")
    assert result.exit_code == 2
    assert result.stderr.split("\n")[0] == "unique.txt: internal error: RecursionError: too deep"
    assert "missing.txt: no such" in result.stderr


# -- check ------------------------------------------------------------------------------------------------------------


def test_check_right(here: Path) -> None:
    result = run("check", "tiny.spf")
    assert result.exit_code == 0
    assert result.stdout.split("\n")[1:5] == ["┌────┐", "│ 1██│", "│████│", "└────┘"]
    assert result.stdout.rstrip().endswith("right")
    [found] = records(run("check", "tiny.spf", "--json"))
    assert found["status"] == "right" and found["violations"] == [] and found["genre"] == "Nurikabe"


def test_check_wrong(here: Path) -> None:
    Path("wrong.spf").write_text(SPF.replace("( #)\n(##)", "(##)\n(##)"))
    result = run("check", "wrong.spf")
    assert result.exit_code == 1
    assert "│!1█!██│\n│!██!██│\n" in result.stdout
    assert "\nwrong: " in result.stdout
    assert "  the 2x2 block at r1c1, r1c2, r2c1 and r2c2 is all sea\n" in result.stdout
    assert "  r1c1 holds a number, but is sea\n" in result.stdout
    [found] = records(run("check", "wrong.spf", "--json"))
    assert found["status"] == "wrong"
    pool = next(v for v in found["violations"] if "2x2" in v["words"])
    words = "the 2x2 block at r1c1, r1c2, r2c1 and r2c2 is all sea"
    assert pool == {"rule": "no_pool", "at": ["r1c1", "r1c2", "r2c1", "r2c2"], "words": words}


def test_check_without_an_answer(here: Path) -> None:
    result = run("check", "unique.txt", "tiny.spf")
    assert result.exit_code == 1
    assert "no answer is stored" in result.stdout and "right" in result.stdout
    assert [r["status"] for r in records(run("check", "unique.txt", "--json"))] == ["missing"]


def test_check_with_another_files_answer(here: Path) -> None:
    Path("solved.sdk").write_text(SOLVED)
    Path("part.sdk").write_text(SOLVED.replace("1234", "1.34"))
    assert run("check", "four.sdk", "--answer", "solved.sdk").exit_code == 1  # the given numbers differ
    Path("mine.sdk").write_text("1..4\n3...\n..2.\n...1\n")
    assert run("check", "mine.sdk", "--answer", "solved.sdk").exit_code == 0
    assert run("check", "mine.sdk", "--answer", "-", input=SOLVED).exit_code == 0
    part = run("check", "mine.sdk", "--answer", "part.sdk")
    assert part.exit_code == 1
    assert "unfinished\n  not filled in: r1c2\n" in part.stdout
    other = run("check", "mine.sdk", "--answer", "tiny.spf")
    assert other.exit_code == 2
    assert "holds no answer to mine.sdk" in other.stderr
    assert run("check", "mine.sdk", "--answer", "missing.sdk").stderr == "missing.sdk: no such file or directory\n"
    assert run("check", "mine.sdk", "four.sdk", "--answer", "solved.sdk").exit_code == 2


@pytest.mark.parametrize(("first", "code"), [("#....", 0), ("##...", 1)])
def test_check_with_the_rows_of_an_answer(here: Path, first: str, code: int) -> None:
    """They are no sudoku, though sudokus look like that."""
    (here / "first.txt").write_text("nurikabe\neasy\n5 5\n....4\n.....\n2.3.3\n.....\n.....\n")
    (here / "rows.txt").write_text(f"{first}\n#####\n.#.#.\n.#.#.\n##.#.\n")
    assert run("check", "first.txt", "--answer", "rows.txt").exit_code == code


# -- links ------------------------------------------------------------------------------------------------------------

LINK = "https://puzz.link/p?slither/2/2/26d"
FENCED = "pzprv3.1\nslither\n1\n1\n4 \n0 \n1 1 \n1 \n1 \n"


def test_a_link_is_a_file(here: Path) -> None:
    assert "Fences 2x2" in run("solve", LINK).stdout
    assert "Fences 2x2" in run("solve", "slither/2/2/26d", "--jobs", "2").stdout
    assert run("draw", LINK, "-o", "x.svg").exit_code == 0
    assert "Fences" in (here / "x.svg").read_text()
    assert run("solve", "-", input=f"# mine\n{LINK}\n{LINK}\n").stdout.count("Fences 2x2") == 2
    (here / "slither/2/2").mkdir(parents=True)
    (here / "slither/2/2/26d").write_text(UNIQUE)
    assert "Akari 2x2" in run("solve", "slither/2/2/26d").stdout, "a file with such a name goes before"


def test_a_wrong_link_is_told_with_its_column(here: Path) -> None:
    result = run("solve", "https://puzz.link/p?slither/f/2/2/26d", "nothing?/here")
    assert result.exit_code == 2
    assert "p?slither/f/2/2/26d, line 1, column 29: the flag f changes the rules of Fences" in result.stderr
    assert "no file matches this pattern" in result.stderr


def test_links_are_printed(here: Path) -> None:
    (here / "links.txt").write_text(f"{LINK}\nnurikabe/2/2/1i\n")
    result = run("convert", "links.txt", "--to", "puzzlink")
    assert result.stdout == f"{LINK}\nhttps://puzz.link/p?nurikabe/2/2/1i\n"
    assert run("open", "links.txt", "--print").stdout == result.stdout


def test_links_are_opened(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def launch(link: str) -> int:
        opened.append(link)
        return 0

    monkeypatch.setattr("click.launch", launch)
    assert LINK in run("open", LINK).stdout
    assert opened == [LINK]
    monkeypatch.setattr("click.launch", lambda link: 1)
    failed = run("open", LINK)
    assert failed.exit_code == 1
    assert "no browser" in failed.stderr
    sums = run("open", "mines.txt", "--print")
    assert sums.exit_code == 1
    assert "no place for mines = 2" in sums.stderr


def test_what_was_drawn_on_the_website_is_checked(here: Path) -> None:
    (here / "right.txt").write_text(FENCED)
    assert run("check", "right.txt").exit_code == 0
    assert "the stored answer" not in run("solve", "right.txt").stderr
    (here / "wrong.txt").write_text(FENCED.replace("1 1 \n1", "0 1 \n1"))
    wrong = run("check", "wrong.txt")
    assert wrong.exit_code == 1
    assert "the 4 at r1c1 has 3 fenced edges" in wrong.stdout
    result = run("convert", "right.txt", "--to", "puzzlink")
    assert result.stdout == "https://puzz.link/p?slither/1/1/e\n"
    assert "the answer is left out" in result.stderr


# -- convert ----------------------------------------------------------------------------------------------------------


def test_convert_and_back(here: Path) -> None:
    assert run("convert", "unique.txt", "out.spf").exit_code == 0
    assert gw.read("out.spf") == gw.read("unique.txt")
    assert run("convert", "out.spf", "back.txt").exit_code == 0
    assert gw.read("back.txt") == gw.read("unique.txt")
    assert Path("back.txt").read_text() == UNIQUE


def test_convert_tells_what_is_known_of_a_puzzle(here: Path) -> None:
    """Title, author and credits stand in a comment; what no file tells is not made up."""
    Path("told.spf").write_text(SPF.replace("/puzzle", "/author (me)\n/credits [\n(you) ]\n/puzzle"))
    head = run("convert", "told.spf", "-", "--to", "plain").stdout.split("\n")[:4]
    assert head == ["% a tiny one by me", "% you", "nurikabe", "unknown"]
    Path("bare.txt").write_text(UNIQUE.replace("easy", "unknown"))
    assert "/difficulty" not in run("convert", "bare.txt", "-", "--to", "spf").stdout


def test_convert_streams(here: Path) -> None:
    result = run("convert", "-", "-", "--to", "plain", input=SPF.replace("/solution [\n( #)\n(##) ]\n", ""))
    assert result.exit_code == 0
    assert result.stdout.endswith("2 2\n1.\n..\n")
    assert run("convert", "tiny.spf", "-", "--to", "SPF").stdout == SPF


def test_convert_with_the_solution(here: Path) -> None:
    assert run("convert", "unique.txt", "out.spf", "--solution").exit_code == 0
    assert run("check", "out.spf").exit_code == 0
    several = run("convert", "several.txt", "some.spf", "--solution")
    assert several.exit_code == 0
    assert several.stderr == "several.txt: the answer that is stored is not the only one\n"
    none = run("convert", "none.txt", "none.spf", "--solution")
    assert none.exit_code == 1 and none.stderr == "none.txt: the puzzle has no answer\n"
    late = run("convert", "hard.txt", "none.spf", "--solution", "--timeout", "0.1")
    assert late.exit_code == 1 and "in time" in late.stderr
    assert not Path("none.spf").exists()


def test_convert_what_the_format_cannot_tell(here: Path) -> None:
    cases = {
        ("tiny.spf", "x.txt", "--solution"): "no place for an answer",
        ("tiny.spf", "x.sdk"): "has no Nurikabe",
        ("four.sdk", "x.txt"): "has no Sudoku",
    }
    for args, why in cases.items():
        result = run("convert", *args)
        assert result.exit_code == 2
        assert why in result.stderr and result.stderr.endswith("; nothing was written\n")
        assert not Path(args[1]).exists()
    kept = run("convert", "tiny.spf", "x.txt")
    assert kept.exit_code == 0
    assert "the answer is left out" in kept.stderr


def test_convert_folders_and_many_files(here: Path) -> None:
    (here / "in" / "deep").mkdir(parents=True)
    for name in ("in/a.spf", "in/deep/b.spf"):
        (here / name).write_text(SPF)
    (here / "in" / "notes.md").write_text("no puzzle")
    result = run("convert", "in", "tiny.spf", "-o", "out", "--to", "json")
    assert result.exit_code == 0 and "in/notes.md: skipped" in result.stderr
    assert sorted(str(path.relative_to(here)) for path in (here / "out").rglob("*.*")) == [
        "out/a.json", "out/deep/b.json", "out/tiny.json",
    ]
    assert gw.read("out/deep/b.json") == gw.read("in/deep/b.spf")
    printed = run("convert", "in", "tiny.spf", "-o", "-", "--to", "json")
    assert [gw.read(line + "\n") for line in printed.stdout.splitlines()] == [gw.read("tiny.spf")] * 3


def test_convert_of_many_goes_on_behind_a_fault(here: Path) -> None:
    (here / "bad.spf").write_text("<<\n/type (fences)\n")
    result = run("convert", "bad.spf", "unique.txt", "-o", "out", "--to", "json")
    assert result.exit_code == 2 and "bad.spf" in result.stderr
    assert (here / "out" / "unique.json").exists()
    assert "name the new format with --to" in run("convert", "unique.txt", "tiny.spf", "-o", "out").stderr


def test_convert_joins_files(here: Path) -> None:
    (here / "bad.spf").write_text("<<\n/type (fences)\n")
    result = run("convert", "unique.txt", "bad.spf", "tiny.spf", "-o", "all.jsonl")
    assert result.exit_code == 2 and result.stderr.startswith("bad.spf, ")
    assert [gw.read(line + "\n") for line in Path("all.jsonl").read_text().splitlines()] == [
        gw.read("unique.txt"), gw.read("tiny.spf"),
    ]
    assert run("convert", "tiny.spf", "all.jsonl", "-o", "all.spf").exit_code == 0
    assert len(gw.read_all("all.spf")) == 3
    assert run("convert", "all.spf", "links.txt", "--to", "puzzlink").exit_code == 0
    assert Path("links.txt").read_text().count("https://") == 3
    refused = run("convert", "four.sdk", "tiny.spf", "-o", "new.txt", "--to", "plain")
    assert refused.exit_code == 2 and "has no Sudoku" in refused.stderr and not Path("new.txt").exists()


def test_convert_overwrites_no_second_input(here: Path) -> None:
    before = Path("unique.txt").read_bytes()
    refused = run("convert", "tiny.spf", "unique.txt", "--to", "puzzlink")
    assert refused.exit_code == 2
    assert refused.stderr == (
        "unique.txt: this file exists; to replace it: gridwright convert tiny.spf -o unique.txt --to puzzlink; to "
        "convert both: gridwright convert tiny.spf unique.txt -o FOLDER/ --to puzzlink\n"
    )
    for names in (("tiny.spf", "unique.txt", "mines.txt"), (".", "unique.txt"), ("*.spf", "unique.txt")):
        several = run("convert", *names, "--to", "json")
        assert several.exit_code == 2 and "-o FOLDER/ for a file each, -o FILE" in several.stderr, names
    Path("notes.txt").write_text("to do\n")
    assert "this file exists" in run("convert", "tiny.spf", "notes.txt").stderr
    Path("other.spf").write_text(SPF.replace("tiny", "small"))
    assert "this file exists" in run("convert", "tiny.spf", "other.spf", "--solution").stderr
    assert "small" in Path("other.spf").read_text()
    assert Path("notes.txt").read_text() == "to do\n"
    assert Path("unique.txt").read_bytes() == before
    # What was converted before is converted again, and what is named with -o is replaced.
    assert run("convert", "tiny.spf", "unique.txt").exit_code == 0 and Path("unique.txt").read_bytes() != before
    assert run("convert", "tiny.spf", "-o", "notes.txt", "--to", "puzzlink").exit_code == 0
    assert Path("notes.txt").read_text().startswith("https://")


@pytest.mark.parametrize("args", [
    ("convert", "tiny.spf", "-o", "tiny.spf", "--solution"), ("convert", "tiny.spf", "link.spf", "-o", "new.spf"),
    ("convert", "tiny.spf", "-o", ".", "--to", "spf"), ("convert", ".", "-o", ".", "--to", "spf", "--from", "spf"),
    ("convert", "tiny.spf", "./tiny.spf"), ("convert", "unique.txt", "tiny.spf", "-o", "tiny.spf"),
    ("draw", "tiny.spf", "-o", "tiny.spf"), ("draw", "tiny.spf", "-o", ".", "--as", "spf"),
    ("draw", "unique.txt", "link.spf", "-o", "tiny.spf"), ("check", "unique.txt", "--answer", "a.eps", "-o", "a.eps"),
    ("print", "unique.txt", "tiny.pdf", "-o", "tiny.pdf"),
    ("print", "tiny.pdf", "-o", "new.pdf", "--answers", "tiny.pdf"),
    ("explain", "tiny.json", "-o", "tiny.json"), ("minimise", "tiny.spf", "-o", "tiny.spf"),
    ("complete", "tiny-1.spf", "tiny.spf", "-o", "."),
])  # fmt: skip
def test_no_input_is_overwritten(here: Path, args: tuple[str, ...]) -> None:
    names = ("tiny.spf", "tiny.pdf", "tiny-1.spf", "a.eps", "tiny.json")
    for name in names:
        Path(name).write_text(SPF)
    Path("link.spf").symlink_to("tiny.spf")
    if args[-1] == "new.spf":
        Path("new.spf").hardlink_to("tiny.spf")
    result = run(*args)
    assert result.exit_code == 2 and "not overwritten, because it is an input" in result.stderr
    assert {Path(name).read_text() for name in names} == {SPF}


def test_files_of_one_name_are_converted_to_two(here: Path) -> None:
    for name in ("a", "b"):
        (here / name).mkdir()
        (here / name / "x.spf").write_text(SPF)
    assert run("convert", "a/x.spf", "b/x.spf", "-o", "out", "--to", "json").exit_code == 0
    assert sorted(path.name for path in (here / "out").iterdir()) == ["x-2.json", "x.json"]


def test_several_puzzles_are_not_minimised_into_one_file(here: Path) -> None:
    Path("two.txt").write_text(SPF + SPF)
    result = run("minimise", "two.txt", "-o", "out.spf")
    assert result.exit_code == 2 and result.stderr == "out.spf: 2 puzzles need a folder: -o FOLDER/\n"
    assert not Path("out.spf").exists()


def test_convert_leaves_out_what_is_asked_for(here: Path) -> None:
    refused = run("convert", "mines.txt", "--to", "puzzlink")
    assert refused.exit_code == 2 and refused.stdout == ""
    lossy = run("convert", "mines.txt", "--to", "puzzlink", "--lossy")
    assert lossy.exit_code == 0 and "left out: mines = 2" in lossy.stderr
    assert lossy.stdout.startswith("https://puzz.link/p?mines/")


def test_links_that_cannot_be_read_are_reported_by_line(here: Path) -> None:
    (here / "links.txt").write_text(f"# two links\nhttps://puzz.link/p?slither/2/2/2X\n{LINK}\n")
    result = run("solve", "links.txt")
    assert result.exit_code == 2
    assert result.stderr.startswith("links.txt, line 2, ") and "#1: " in result.stdout
    told = records(run("solve", "links.txt", "--json"))
    assert [("error" in one, one["file"]) for one in told] == [(False, "links.txt"), (True, "links.txt")]
    converted = run("convert", "links.txt", "--to", "pzprv3")
    assert converted.exit_code == 2 and converted.stdout.startswith("pzprv3")


def test_the_genre_and_keys_of_files_that_do_not_tell_them(here: Path) -> None:
    link = gw.write(gw.puzzle("Starbattle", size=4, stars=1, wall=["AABB", "AABB", "CCDD", "CCDD"]), "puzzlekit")
    (here / "stars.txt").write_text(link)
    assert run("solve", "stars.txt").exit_code == 2
    assert "several answers" in run("solve", "stars.txt", "--genre", "starbattle").stdout
    assert run("solve", "stars.txt", "--genre", "starbatle").exit_code == 2
    assert "is not of the form NAME=VALUE" in run("solve", "stars.txt", "--key", "stars").stderr


def test_convert_several_puzzles(here: Path) -> None:
    Path("two.spf").write_text(SPF + SPF)
    assert run("convert", "two.spf", "out.spf").exit_code == 0
    assert Path("out.spf").read_text() == SPF + SPF
    plain = run("convert", "two.spf", "out.txt")
    assert plain.exit_code == 2
    assert "holds one puzzle, and there are 2" in plain.stderr


def test_convert_sudokus_one_a_line(here: Path) -> None:
    lines = "1.............1.\n..1........1....\n"
    Path("lines.txt").write_text(lines)
    assert run("convert", "lines.txt", "all.spf", "--from", "sudoku").exit_code == 0
    assert run("convert", "all.spf", "again.sdk").exit_code == 0
    assert Path("again.sdk").read_text() == lines
    assert gw.read_all("again.sdk")[1].puzzle == gw.read_all("all.spf")[1].puzzle


@pytest.mark.filterwarnings("ignore::gridwright.picture.fonts.MissingCharacter")
def test_convert_sudokus_with_symbols(here: Path) -> None:
    Path("kanji.sdk").write_text("symbols: 月火水木\n\n月..............月\n..月........月....\n", encoding="utf-8")
    assert run("convert", "kanji.sdk", "all.spf").exit_code == 0
    assert run("convert", "all.spf", "again.sdk").exit_code == 0
    ours, theirs = gw.read_all("again.sdk"), gw.read_all("kanji.sdk")
    assert [r.puzzle for r in ours] == [r.puzzle for r in theirs]


def test_convert_keeps_the_encoding(here: Path) -> None:
    Path("old.txt").write_bytes(UNIQUE.replace("mine", "von Böckel").encode("latin-1"))
    assert run("convert", "old.txt", "new.txt").exit_code == 0
    assert Path("new.txt").read_bytes() == Path("old.txt").read_bytes()


def test_titles_and_authors_are_stored(here: Path) -> None:
    Path("two.txt").write_text(SPF + SPF)
    run("convert", "two.txt", "unique.txt", "-o", "all.jsonl", "--title", "Sunday {n}", "--author", "Ann")
    found = [reading.puzzle.about for reading in gw.read_all("all.jsonl")]
    assert [(about.title, about.author) for about in found] == [(f"Sunday {n}", "Ann") for n in (1, 2, 3)]
    run("convert", "all.jsonl", "-o", "new.json", "--title", "")
    assert [(reading.puzzle.about.title, reading.puzzle.about.author) for reading in gw.read_all("new.json")] == [
        ("", "Ann")] * 3
    assert "pdf is a picture: use gridwright draw" in run("convert", "two.txt", "--to", "pdf").stderr


def test_convert_names(here: Path) -> None:
    told = run("convert", "unique.txt", "out.unknown").stderr
    assert told.startswith("out.unknown: the name does not say which format to write; name the new format with --to: ")
    assert "puzzlink" in told and "fpuzzles" not in told  # which has no such genre
    assert run("convert", "unique.txt", "-").stderr.startswith("name the new format with --to: spf, json, ")
    assert run("convert", "unique.txt", "no/such.spf").stderr == "no/such.spf: no such file or directory\n"
    assert run("convert", "missing.txt", "out.spf").stderr == "missing.txt: no such file or directory\n"
    Path("pips.txt").write_text("AA\n\nA 3\n\n12\n")
    assert run("convert", "pips.txt", "again.txt").exit_code == 0
    assert gw.read("again.txt") == gw.read("pips.txt")


# -- the rest ---------------------------------------------------------------------------------------------------------


def test_genres(here: Path) -> None:
    result = run("genres")
    assert result.exit_code == 0
    assert result.stdout.split("\n")[0].split() == ["genre", "also", "called", "formats"]
    assert "Nurikabe" in result.stdout
    found = records(run("genres", "--json"))
    assert len(found) == len(gw.known_genres())
    [fences] = records(run("genres", "loop-the-LOOP", "--json"))
    assert fences["name"] == "Fences" and fences["formats"]["plain"] == ["slitherlink"]
    assert [entry["name"] for entry in found] == [genre.name for genre in gw.known_genres()]
    near = run("genres", "nurikabi")
    assert near.exit_code == 2
    assert "did you mean Nurikabe" in near.stderr


def test_genres_are_listed_with_all_their_names(here: Path) -> None:
    rows = run("genres").stdout.split("\n")[1:]
    for row, genre in zip(rows, gw.known_genres(), strict=False):
        formats = sorted({dialect.format for dialect in genre.dialects})
        assert [part.strip() for part in row.split("  ") if part.strip()] == [
            part for part in (genre.name, ", ".join(genre.aliases), ", ".join(formats)) if part
        ]
        for name in (genre.name, *genre.aliases):
            [found] = records(run("genres", "--json", name))
            assert found["name"] == genre.name


def test_help_and_version() -> None:
    assert gw.__version__ in run("--version").stdout
    for command in ("solve", "check", "convert", "genres"):
        assert run(command, "-h").exit_code == 0
        assert command in run("-h").stdout


def test_a_puzzle_costs_the_import_of_its_genre_only(here: Path) -> None:
    code = """
import sys
from gridwright.cli import main
from gridwright.formats.postscript import Envelope
from gridwright.formats.spf import Spf
try:
    main(["solve", "tiny.spf"])
finally:
    print([name for name in sys.modules if name.startswith("gridwright.genres.") and not name.endswith("._index")])
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert told.returncode == 0
    assert set(re.findall(r"gridwright\.genres\.(\w+)", told.stdout.split("\n")[-2])) == {"nurikabe"}


# -- as a process -----------------------------------------------------------------------------------------------------


def test_output_that_knows_no_unicode(here: Path) -> None:
    Path("ö.txt").write_text(UNIQUE)
    code = process("solve", "unique.txt", "ö.txt", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    out, err = code.communicate(timeout=PATIENCE)
    assert code.returncode == 0 and err == ""
    assert "| 1 . |    | 1 * |" in out
    assert "\\xf6.txt: Akari" in out


def test_standard_input_of_a_process(here: Path) -> None:
    with process("solve", "-", "--json", stdin=subprocess.PIPE) as code:
        out, _ = code.communicate(SPF, timeout=PATIENCE)
    assert code.returncode == 0
    assert json.loads(out)["file"] == "-"


def test_broken_pipe(here: Path) -> None:
    Path("empty.sdk").write_text("." * 81 + "\n")
    with process("solve", "empty.sdk", "--all") as code:
        assert code.stdout is not None and code.stderr is not None
        assert code.stdout.readline() == "empty.sdk: Sudoku 9x9\n"
        code.stdout.close()
        assert code.wait(timeout=PATIENCE) != 0
        assert code.stderr.read() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
@pytest.mark.parametrize("args", [["solve", "unique.txt"], ["solve", "unique.txt", "--jobs", "2"], ["genres"], ["-h"]])
def test_full_disk(here: Path, args: list[str]) -> None:
    with Path("/dev/full").open("w") as full, process(*args, stdout=full) as code:
        _, err = code.communicate(timeout=PATIENCE)
    assert code.returncode == 2
    assert err == "standard output: no space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="uses a shell")
def test_closed_streams(here: Path) -> None:
    def closed(words: str) -> tuple[int, str]:
        command = ["sh", "-c", f'exec "$0" -m gridwright {words}', sys.executable]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, done.stderr

    assert closed("solve unique.txt >&-") == (0, "")
    assert closed("convert unique.txt - --to spf >&-") == (2, "standard output: closed\n")
    status, err = closed("solve - <&-")
    assert status == 2 and err.startswith("-: the text is empty")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudoterminal")
def test_terminals_are_told_the_sum(here: Path) -> None:
    ours, theirs = os.openpty()
    with process("solve", "unique.txt", "none.txt", "mines.txt", "missing.txt", "--json", stderr=theirs) as code:
        code.communicate(timeout=PATIENCE)
    os.close(theirs)
    told = os.read(ours, 10_000).decode()
    os.close(ours)
    assert "in all: 2 unique, 1 without an answer, 1 unreadable" in told


def test_check_tells_what_concerns_the_whole_puzzle(here: Path) -> None:
    Path("mines.spf").write_text(
        "<<\n/type (minesweeper)\n/X 2\n/Y 1\n/mines 1\n/puzzle [\n(1 ) ]\n/solution [\n( *) ]\n>>\n"
    )
    done = CliRunner().invoke(main, ["check", "mines.spf"])
    assert done.exit_code == 0
    assert done.output.splitlines()[-3:] == ["mines: 1", "right", ""]


def test_json_takes_the_lines_of_an_answer_without_writing_a_file(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole documents took most of the time where there are many small puzzles."""

    def never(*_: object) -> None:
        raise AssertionError("no document is to be written")

    monkeypatch.setattr(Spf, "write", never)
    monkeypatch.setattr(Envelope, "text", never)
    Path("some.sdk").write_text(".2..\n3..1\n4..2\n..4.\n")
    found = records(run("solve", "some.sdk", "tiny.spf", "--json"))
    numbers, shaded = (one["answers"][0] for one in found)
    assert numbers == {"number": [[1, 2, 3, 4], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 4, 3]]}
    assert list(shaded.values()) == [[[False, True], [True, True]]]


# -- print ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "fault"), [
    ((), "unique.txt: drawing takes longer than 60 s; there is no booklet"),
    (("--sort", "size"), "book.pdf: drawing the booklet takes longer than 120 s"),
], ids=["puzzle by puzzle", "sorted at the end"])  # fmt: skip
def test_booklets_are_drawn_within_the_time_limit(
    here: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], fault: str
) -> None:
    monkeypatch.setattr("gridwright.cli.print.Clock", lambda timeout: Clock(0 * timeout))
    result = run("print", "unique.txt", "tiny.spf", "-o", "book.pdf", "--no-proof", "--answers", "none", *options)
    assert (result.exit_code, result.stderr) == (2, f"{fault}\n")
    assert not Path("book.pdf").exists()
