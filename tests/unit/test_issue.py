"""Issues of magazines: their files, puzzles, pages, proof sheets, and what happens after Ctrl-C."""

from __future__ import annotations

import json
import re
import sys
import time
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

import gridwright as gw
from gridwright.board.symmetry import SYMMETRIES, Symmetry, image
from gridwright.cli import main
from gridwright.issue.pieces import Finished, PieceJob, pieces, trial_hint
from gridwright.issue.plan import PlanError, plan_of
from gridwright.issue.proof import fingerprint
from gridwright.issue.toml import TomlError, TomlPlaces, read_toml
from gridwright.language.puzzle import Frozen
from gridwright.making.makers import Makers

from ..grouped import thorough
from ..processes import running, wait_for

SMALL = """
title = "Summer"
number = 7
seed = "s"
hints = true
imprint = "Printed by Ann"
back_cover = "Buy the next one"
[[section]]
genre = "Tents"
title = "Camping"
introduction = "Pack your things."
size = 5
count = 3
[[section]]
files = ["mine.txt"]
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("mine.txt").write_text("https://puzz.link/p?hitori/3/3/121231312\n")
    Path("july.toml").write_text(SMALL)
    return tmp_path


def run(*args: str, status: int = 0) -> str:
    """What the command writes on standard error."""
    result = CliRunner().invoke(main, ["issue", *args], catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result.stderr


def test_an_issue_is_written_and_written_again(here: Path) -> None:
    assert run("july.toml", status=1) == "number 4 (Hitori): it has several answers\n"
    names = {path.name for path in Path("july").iterdir()}
    assert names == {"july.pdf", "puzzles", "links.txt", "proof.txt", "fingerprints.txt", "made.jsonl"}
    assert sorted(path.name for path in Path("july/puzzles").iterdir()) == [
        "1-tents.spf", "2-tents.spf", "3-tents.spf", "4-hitori.spf"]
    for path in Path("july/puzzles").glob("*tents*"):
        assert gw.solve(gw.read(path)).status == "unique"
    assert [reading.puzzle.genre.name for reading in gw.read_all(Path("july/links.txt"))] == [*["Tents"] * 3, "Hitori"]
    text = "".join(page.extract_text() for page in PdfReader("july/july.pdf").pages)
    for words in ("Summer", "No. 7", "Camping", "Pack your things.", "Where to look", "Answers", "Printed by Ann",
                  "Buy the next one"):
        assert words in text
    proof = Path("july/proof.txt").read_text()
    assert "4 puzzles of 2 genres, seed: s\n3 of 4 have exactly one answer" in proof
    before = {path.name: path.read_bytes() for path in Path("july").iterdir() if path.is_file()}
    run("july.toml", "-o", "again", "--jobs", "2", status=1)
    assert before == {path.name: path.read_bytes() for path in Path("again").iterdir() if path.is_file()}
    Path("july.toml").write_text(SMALL.replace("Camping", "Outdoors"))
    run("july.toml", status=1)
    assert Path("july/made.jsonl").read_bytes() == before["made.jsonl"], "nothing is made anew for another layout"
    assert Path("july/july.pdf").read_bytes() != before["july.pdf"]


def test_puzzles_go_from_easy_to_hard(here: Path) -> None:
    Path("a.toml").write_text('[[section]]\ngenre = "Tents"\nsize = 6\ncount = 4\ndifficulty = ["medium", "easy"]')
    run("a.toml")
    labels = re.findall(r"^\d +Tents +6x6 +(\w+)", Path("a/proof.txt").read_text(), re.MULTILINE)
    assert labels == ["easy", "easy", "medium", "medium"]


def turned(puzzle: gw.Puzzle, symmetry: Symmetry) -> gw.Puzzle:
    board = puzzle.board
    assert isinstance(board, gw.Rect)
    given = {name: Frozen({image(board, spot, symmetry): value for spot, value in layer.items()})
             for name, layer in puzzle.given.items()}
    return replace(puzzle, given=Frozen(given))


def test_any_difficulty_is_the_right_one(here: Path) -> None:
    Path("a.toml").write_text(f'{TENTS}\nsize = 5\ndifficulty = "any"')
    assert run("a.toml") == "" and "asked for" not in Path("a/proof.txt").read_text()


def test_the_editor_hears_of_sections_with_fewer_puzzles_on_a_page(here: Path) -> None:
    Path("a.toml").write_text(f'per_page = 6\n{TENTS}\ntitle = "Wide"\nsize = "5x16"\ncount = 2\n{TENTS}\nsize = 4')
    assert run("a.toml") == ("a.pdf: fewer puzzles than requested share a page, as cells would be smaller than 5 mm: "
                             "Wide\n")


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_turned_puzzles_have_the_same_fingerprint(symmetry: Symmetry) -> None:
    puzzle = gw.puzzle("Nurikabe", ["2...", "....", "...3", "1..."])
    other = turned(puzzle, symmetry)
    assert (other == puzzle) == (symmetry == "none")
    assert fingerprint(other) == fingerprint(puzzle)
    changed = gw.puzzle("Nurikabe", ["2...", "....", "...2", "1..."])
    assert fingerprint(changed) != fingerprint(puzzle)


def test_puzzles_of_earlier_issues_are_not_repeated(here: Path) -> None:
    Path("a.toml").write_text('title = "One"\nseed = 1\n[[section]]\ngenre = "Tents"\nsize = 5\ncount = 2')
    run("a.toml")
    marks = Path("a/fingerprints.txt").read_text().split("\n")
    Path("b.toml").write_text('previous = ["a/"]\n' + Path("a.toml").read_text())
    run("b.toml")
    proof = Path("b/proof.txt").read_text()
    assert "compared with 2 puzzles of earlier issues" in proof and "fit for print" in proof
    assert not {line.split()[0] for line in marks if line} & set(re.findall(r"[0-9a-f]{20}", proof))
    Path("mine.toml").write_text('previous = ["a/puzzles"]\n[[section]]\nfiles = ["a/puzzles/1-tents.spf"]')
    assert "number 1 (Tents): it is in a/puzzles, perhaps turned or mirrored" in run("mine.toml", status=1)


TENTS, SUDOKU = '[[section]]\ngenre = "Tents"', '[[section]]\ngenre = "Sudoku"'


@pytest.mark.parametrize(("text", "words"), [
    ("", " an issue needs sections"),
    ("titel = 1\n", "1:1: unknown setting 'titel'; did you mean title?"),
    ("\n  paper = 4\n", "2:3: paper must be a text, not 4"),
    ('title = ""\npaper = "a9"', "2:1: unknown paper 'a9'"),
    ('paper = "a5"\nmargin = 80', "2:1: a margin of 80 mm leaves no room; use 0 to 49 mm"),
    ('font = ""\nbold-font = "no.ttf"', "2:1: font no.ttf: no such file"),
    ("gutter = 5", "1:1: a gutter needs facing pages: facing = true"),
    ("[[section]]\n", "1:1: section 1: a section needs puzzles"),
    ("[section]\n", "1:1: write the head of a section with two brackets: [[section]]"),
    ("section = [3]\n", "1:12: section 1: write a section as a table below [[section]]"),
    (f'{TENTS}\n[[section]]\ngenre = "Sudko"', "4:1: section 2 (Sudko): no genre is called 'Sudko'"),
    (f"{SUDOKU}\ncuont = 3", "3:1: section 1 (Sudoku): unknown setting 'cuont'; did you mean"),
    (f"{SUDOKU}\nsize = 7", "3:1: section 1 (Sudoku): no Sudoku can be made with 7 rows and 7 columns"),
    (f"{TENTS}\nsize = 1", "3:1: section 1 (Tents): no Tents can be made with 1 row and 1 column"),
    (f'{TENTS}\nsize = "1"', "3:1: section 1 (Tents): no Tents can be made with 1 row and 1 column"),
    (f'{SUDOKU}\nsize = "7 by 7"', """3:1: section 1 (Sudoku): size is '7 by 7'; write 10 for a square, or "10x12\""""),
    (f"{SUDOKU}\ncount = 0", "3:1: section 1 (Sudoku): count is 0; a section has 1 to 1000 puzzles"),
    (f'{SUDOKU}\ndifficulty = "herd"', "3:1: section 1 (Sudoku): no difficulty is called 'herd'; there are trivial"),
    (f'{SUDOKU}\ncount = 2\ndifficulty = [\n  "easy", # and\n  "herd"]', "6:3: section 1 (Sudoku): no difficulty is"),
    (f'{SUDOKU}\ndifficulty = ["easy", "hard"]', "3:1: section 1 (Sudoku): 2 difficulties for a count of 1"),
    (f'{TENTS}\nsymmetry = "rotate"', "3:1: section 1 (Tents): the clues of Tents cannot be arranged symmetrically"),
    (f"{SUDOKU}\nseed = 1\ndensity = 3", "4:1: section 1 (Sudoku): density: expected a share from 0 to 1, found 3"),
    (f"{SUDOKU}\ndensity = 0.2", "3:1: section 1 (Sudoku): a density of 0.2 means 16 clues on this board, but every"),
    ('[[section]]\ngenre = "Tapa"\nvalues = [2, 9]', "3:1: section 1 (Tapa): no clue of Tapa contains 9; clues"),
    (f'{SUDOKU}\ntechnique = "z-wing"', "3:1: section 1 (Sudoku): Sudoku has no technique 'z-wing'"),
    (f'{SUDOKU}\nwithout = "z-wing"', "3:1: section 1 (Sudoku): Sudoku has no technique 'z-wing'"),
    (f"{SUDOKU}\noptions = {{ boxes = 3, levle = 1 }}", "3:13: section 1 (Sudoku): Sudoku, option boxes: expected"),
    (f"{SUDOKU}\n[section.options]\nlevle = 1", "4:1: section 1 (Sudoku): Sudoku has no option 'levle'"),
    (f'{SUDOKU}\nmask = "no.txt"', "3:1: section 1 (Sudoku): no.txt: no such file or directory"),
    (f'{SUDOKU}\nstructure = "no.txt"', "3:1: section 1 (Sudoku): no.txt: no such file or directory"),
    (f"{TENTS}\nno-gess = true", "3:1: section 1 (Tents): unknown setting 'no_gess'; did you mean no_guess"),
    (f"{TENTS}\nno-guess = true\nno_guess = true", "3:1: section 1 (Tents): no_guess is there twice"),
    (f"{TENTS}\n'count' = 3\ncount = 4", "4:1: count is there twice, first in line 3; remove one of them"),
    ('[[section]]\nfiles = ["mine.txt", "none/"]', "2:22: section 1: files: there is no none/"),
    ("[[section]]\nfiles = []", "2:1: section 1: files is empty; name some"),
    ('[[section]]\nfiles = ["mine.txt"]\ncount = 3', "3:1: section 1: count describes new puzzles, but this section"),
    (f'symmetry = "half"\n{TENTS}', "1:1: no symmetry is called 'half'; there are none, rotate"),
    ('previous = ["june/"]', "1:13: previous: there is no june/"),
    (f'title = "b"\nprevious = ["empty/"]\n{TENTS}', "2:1: previous: there are no puzzles in empty"),
    ('[names]\nFences = "a"\nSudko = "Zahlen"', "3:1: no genre is called 'Sudko'"),
    ("[names]\nSudoku = 3", "2:1: the name of Sudoku must be a text, not 3"),
    ('seed = 1\nlanguage = "xx"', "2:1: there are no texts in the language 'xx'"),
    ("= 3", "1:1: expected a setting, as in count = 4, or a head, as in [[section]], found ="),
    ("a = 1\nb = easy", '2:5: expected a value, found easy; texts need quotes, as in "easy"'),
    ('title = "a\n', "1:11: the text has no closing quote in this line"),
    ("previous = [1\nseed = 2", "2:1: expected , or ] in the list, found seed"),
])  # fmt: skip
def test_mistakes_in_the_file_are_located(here: Path, text: str, words: str) -> None:
    Path("empty").mkdir()
    Path("a.toml").write_text(text)
    told = run("a.toml", status=2)
    assert told.startswith(f"a.toml:{words}") and told.count("\n") == 1
    assert not Path("a").exists()


def test_all_sections_are_checked_at_once(here: Path) -> None:
    Path("a.toml").write_text(f"{TENTS}\nsize = 1\n{SUDOKU}\n{SUDOKU}\ncount = 0")
    first, second = run("a.toml", "--check", status=2).splitlines()
    assert first.startswith("a.toml:3:1: section 1 (Tents)") and second.startswith("a.toml:8:1: section 3 (Sudoku)")


def test_places_are_found_in_every_notation() -> None:
    text = ('a."b.c" = {d-e = [1, [2, "]"]], f = """\n"" = 3 \\"""""", g = 1}\n'
            "[x.y]\nz = 1.5 # z = 2\n[[s]]\nq = '#'\n[[s.t]]\n[s.t.u]\nv.w = 1979-05-27 07:32:00\n[[s]]\nq = 1\n")
    assert tomllib.loads(text)["s"][0]["t"][0]["u"]["v"]
    places = TomlPlaces(text)
    for (name, *table), place in {
        ("", "a", "b.c"): "1:1", ("d-e.1.1", "a", "b.c"): "1:26", ("g", "a", "b.c"): "2:17", ("x.y.z",): "4:1",
        ("q", "s", 0): "6:1", ("t.0.u.v.w", "s", 0): "9:1", ("q", "s", 1): "11:1", ("none", "s", 1): "10:1",
    }.items():
        assert places.of(str(name), *table) == place, name
    assert places.repeated is None


def test_settings_of_new_puzzles_are_passed_on(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr("gridwright.issue.plan.generate_many", lambda *args, **more: seen.append((args, more)))
    more = 'technique = "x-wing"\nwithout = ["chains"]\nno-guess = true'
    Path("a.toml").write_text(f'[[section]]\ngenre = "Sudoku"\n{more}')
    plan = plan_of(Path("a.toml"), {})
    asked = {"technique": "x-wing", "without": ["chains"], "no_guess": True}
    assert dict(plan.sections[0].asked) == asked
    assert seen == [(("Sudoku",), {"count": 0, "difficulty": None, **asked})]


def test_a_symmetry_holds_for_all_sections_that_can_have_it(here: Path) -> None:
    Path("a.toml").write_text('symmetry = "quarter"\n[[section]]\ngenre = "Akari"\nsize = 5\n[[section]]\n'
                              'genre = "Akari"\nsize = "5x6"\n[[section]]\ngenre = "Tents"\nsize = 5\n[[section]]\n'
                              'genre = "Akari"\nsize = 5\nsymmetry = "none"\ntitle = "Loose"\n[[section]]\n'
                              'genre = "Fences"\npicture = "a.txt"')
    Path("a.txt").write_text("....\n.##.\n.##.\n....")
    sections = plan_of(Path("a.toml"), {}).sections
    assert [section.asked.get("symmetry") for section in sections] == ["quarter", None, None, "none", None]
    run("a.toml")
    first = gw.read("a/puzzles/1-akari.spf")
    assert set(turned(first, "quarter").given["wall"]) == set(first.given["wall"])
    told = "not symmetric (quarter), because that is not possible or not requested: Akari, Tents, Loose, Fences\n"
    assert told in Path("a/proof.txt").read_text()


def test_folders_are_not_overwritten(here: Path) -> None:
    Path("july").mkdir()
    Path("july/diary.txt").write_text("private")
    assert "july: this folder is not empty, and not an issue" in run("july.toml", status=2)
    assert "is in this folder; choose another" in run("july.toml", "-o", ".", status=2)
    assert "no.toml: no such file" in run("no.toml", status=2)


def test_the_file_may_only_be_checked(here: Path) -> None:
    result = CliRunner().invoke(main, ["issue", "july.toml", "--check"])
    assert result.output == "july.toml: 4 puzzles in 2 sections\n" and not Path("july").exists()


def test_a_puzzle_that_cannot_be_made_is_reported(here: Path) -> None:
    Path("a.toml").write_text(
        '[[section]]\ngenre = "Tents"\nsize = 5\n[[section]]\ngenre = "Sudoku"\nsize = 4\ndifficulty = "extreme"')
    told = run("a.toml", "--timeout", "20", status=1)
    assert told.startswith("section 2, puzzle 1 (Sudoku) is missing: ")
    assert "section 2, puzzle 1 (Sudoku) is missing: " in Path("a/proof.txt").read_text()
    assert len(list(Path("a/puzzles").iterdir())) == 1


def test_an_unfinished_line_is_made_again(here: Path) -> None:
    job = PieceJob(0, 0, "en", "Tents", None, "s", {"size": 5})
    with Path("made.jsonl").open("w") as file:
        file.write('{"key": "' + job.key)
    (piece,) = pieces([job], Finished(Path("made.jsonl")), (), 1, None, lambda: False)
    (line,) = Path("made.jsonl").read_text().splitlines()
    assert not isinstance(piece, tuple) and json.loads(line)["key"] == job.key
    assert Finished(Path("made.jsonl")).piece(job, None) == piece
    late = dict(json.loads(line))
    late["facts"] |= {"label": "hard", "limit": 5}
    Path("made.jsonl").write_text(json.dumps(late) + "\n")
    wanted = [Finished(Path("made.jsonl")).piece(replace(job, level="easy"), limit) for limit in (5, 6, None)]
    assert wanted == [None] * 3, "another job"
    assert Finished(Path("made.jsonl")).piece(job, None) is not None
    Path("made.jsonl").write_text("else\n")
    with pytest.raises(ValueError, match="line 1: this is not a puzzle of an issue"):
        Finished(Path("made.jsonl"))


def test_an_issue_in_german(here: Path) -> None:
    Path("a.toml").write_text('language = "de"\nnumber = 2\n[[section]]\ngenre = "Tents"\nsize = 5')
    run("a.toml")
    text = "".join(page.extract_text() for page in PdfReader("a/a.pdf").pages)
    assert all(word in text for word in ("Nr. 2", "Inhalt", "Lösungen", "Wo es weitergeht", "Zelt", "Rätsel", "Seite",
                                       "etwa 1 min"))


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
@pytest.mark.parametrize("jobs", ["1", thorough("2")])
def test_an_interrupted_issue_continues(here: Path, jobs: str) -> None:
    Path("a.toml").write_text('[[section]]\ngenre = "Tents"\nsize = 5\ncount = 2\n[[section]]\ngenre = "Nurikabe"\n'
                              'size = 30\ndifficulty = "extreme"')
    with running(here / "run", "issue", "a.toml", "--jobs", jobs, "--timeout", "0") as program:
        made = Path("a/made.jsonl")
        program.searches()
        wait_for(lambda: made.exists() and len(made.read_bytes().splitlines()) == 2)
        program.interrupt()
        status, _, err = program.end()
    assert status == 130 and "stopped; 2 puzzles of 3 finished and kept in a/made.jsonl: the same command" in err
    before = made.read_bytes()
    Path("a.toml").write_text('[[section]]\ngenre = "Tents"\nsize = 5\ncount = 2')
    run("a.toml")
    assert made.read_bytes() == before


@pytest.mark.thorough
def test_what_other_processes_have_finished_is_kept(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first puzzle takes too long. The user stops when all others are finished."""
    works: list[Any] = []
    begin = Makers.begin

    def begun(makers: Makers[Any, Any], job: PieceJob) -> Any:
        works.append(begin(makers, job))
        return works[-1]

    monkeypatch.setattr(Makers, "begin", begun)
    jobs = [PieceJob(0, 0, "en", "Nurikabe", "extreme", "s", {"size": 30}),
            *(PieceJob(1, n, "en", "Tents", None, str(n), {"size": 5}) for n in range(3))]
    end = time.monotonic() + 200

    def stop() -> bool:
        return time.monotonic() > end or (len(works) == len(jobs) and all(work.done() for work in works[1:]))

    found = list(pieces(jobs, Finished(Path("made.jsonl")), (), 2, None, stop))
    assert [piece.job for piece in found if not isinstance(piece, tuple)] == jobs[1:]
    assert len(Path("made.jsonl").read_text().splitlines()) == 3


def test_plans_need_no_lines_for_errors_of_python(here: Path) -> None:
    Path("a.toml").write_bytes(b"title = '\xff'")
    assert run("a.toml", status=2) == "a.toml: it must be in UTF-8\n"
    with pytest.raises(PlanError):
        Path("a.toml").write_text("section = 3")
        plan_of(Path("a.toml"), {})


# -- what is printed above puzzles, and the hints --


def test_question_marks_are_explained_where_there_are_any() -> None:
    told = "A question mark stands for any number."
    unknown, known = (gw.puzzle("Hashi", [row]) for row in ("2 . ?", "2 . 2"))
    assert unknown.genre.task_of(unknown) == f"{known.genre.task_of(known)} {told}"
    assert told not in known.genre.task_of(known)


def test_what_the_task_says_is_not_printed_again() -> None:
    usual = gw.puzzle("Takuzu", size=4)
    relaxed = gw.puzzle("Takuzu", size=4, equal="allowed")
    assert usual.genre.task_of(usual).endswith("No two rows are equal, and no two columns.")
    assert "unless the puzzle allows it" in relaxed.genre.task_of(relaxed)
    assert "equal rows or columns" not in gw.draw(usual).svg().lower()
    assert "equal rows or columns" in gw.draw(relaxed).svg().lower()


def test_a_hint_for_a_supposition_says_what_to_try() -> None:
    puzzle = gw.generate("Akari", difficulty="medium", seed=1)
    step = next(step for step in gw.explain(puzzle) if step.refuted is not None and not step.technique)
    assert step.refuted is not None
    (spot, *_) = step.refuted.supposed
    words = trial_hint(step)
    assert words.startswith(f"Try {puzzle.board.name(spot.spot)}: one possibility soon fails")
    assert "lamp" not in words  # what is right is not given away


TOML_TEXTS = st.lists(st.sampled_from([
    "a", "b-c", '"d e"', "'f.g'", ".", " = ", "=", "[", "]", "[[", "]]", "{", "}", ",", "\n", "\r\n", "1", "1.5",
    "true", '"x"', "'y'",
    '"""', "'''", "\\", "#", " ", "1979-05-27 07:32:00", "\n[a]\n", "\n[[a]]\n", "\na = 1\n", "\x00", "ü",
]), max_size=25).map("".join)  # fmt: skip


@settings(deadline=None, max_examples=500)
@given(TOML_TEXTS)
def test_every_text_has_places_or_a_fault_with_one(text: str) -> None:
    try:
        table = read_toml(text)
    except TomlError as fault:
        lines = text.replace("\r\n", "\n").split("\n")
        assert str(fault) and 1 <= fault.line <= len(lines) and 1 <= fault.column <= len(lines[fault.line - 1]) + 1
        return
    places = TomlPlaces(text)
    assert places.repeated is None
    for name in table:
        line, column = map(int, places.of("", name).split(":"))
        rest = text.replace("\r\n", "\n").split("\n")[line - 1][column - 1 :]
        assert rest.lstrip("[ ").strip("\"' ").startswith(name) or '"' in rest or "'" in rest
