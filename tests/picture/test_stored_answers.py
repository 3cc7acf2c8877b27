"""Stored answers are not trusted: ``draw --solution`` and ``print`` check them, and prove that there is no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import gridwright as gw
from gridwright.cli import main

CASE = Path(__file__).parents[1] / "spf_samples" / "heyawake.spf"
SEVERAL = """<<
/type (akari)
/sol true
/X 2
/Y 2
/puzzle [
(  )
(  ) ]
/solution [
(* )
( *) ]
>>
"""
"""A right answer, and there is another one."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    text = CASE.read_text(encoding="utf-8")
    head, solution = text.split("/solution", 1)
    Path("right.spf").write_text(text, encoding="utf-8")
    Path("wrong.spf").write_text(f"{head}/solution{solution.replace('#', ' ', 1)}", encoding="utf-8")
    Path("several.spf").write_text(SEVERAL, encoding="utf-8")
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args, catch_exceptions=False)


def test_a_wrong_answer_is_told_and_the_right_one_drawn(here: Path) -> None:
    for arguments in (["draw", "-o", "wrong.svg", "--solution"], ["print", "-o", "x.pdf"]):
        done = run(*arguments, "wrong.spf")
        assert done.exit_code == 1
        assert done.output.endswith("the answer in the file is wrong (gridwright check tells why)\n")
        assert Path(arguments[2]).exists()
    right = run("draw", "-o", "right.svg", "--solution", "right.spf")
    assert (right.exit_code, right.output) == (0, "")
    assert Path("wrong.svg").read_bytes() == Path("right.svg").read_bytes()


def test_a_right_answer_that_is_not_the_only_one(here: Path) -> None:
    drawn = run("draw", "several.spf", "-o", "x.svg", "--solution")
    assert (drawn.exit_code, drawn.output) == (1, "several.spf: the puzzle has several answers\n")
    puzzle, answer = gw.read_all("several.spf")[0].puzzle, gw.read_all("several.spf")[0].answer
    assert Path("x.svg").read_text(encoding="utf-8") == gw.draw(puzzle, answer).svg()
    for answers in ("end", "none"):
        book = run("print", "right.spf", "several.spf", "-o", "x.pdf", "--answers", answers)
        assert book.exit_code == 1
        assert book.output == "several.spf (number 2 of the booklet): the puzzle has several answers\n"


def test_the_proof_can_be_left_out(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_args: Any, **_names: Any) -> None:
        raise AssertionError("nothing is to be solved")

    monkeypatch.setattr(gw, "solve", never)
    for arguments in (["draw", "-o", "x.svg", "--solution"], ["print", "-o", "x.pdf"]):
        done = run(*arguments, "several.spf", "--no-proof")
        assert (done.exit_code, done.output) == (0, "")


def test_time_runs_out_before_the_proof(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is not said to be a second answer."""
    monkeypatch.setattr(gw, "solve", lambda *_args, **_options: gw.Verdict("undecided", (), 0.0, False))
    done = run("draw", "right.spf", "-o", "x.svg", "--solution", "--timeout", "5")
    assert done.exit_code == 1
    assert done.output == "right.spf: there was no time to prove that its answer is unique\n"
    assert Path("x.svg").exists()


def test_solve_says_that_a_stored_answer_is_wrong(here: Path) -> None:
    wrong, right = run("solve", "wrong.spf"), run("solve", "right.spf")
    assert (wrong.exit_code, right.exit_code) == (1, 0)
    assert "\nunique, " in wrong.output
    assert "\nthe answer in the file is wrong (gridwright check tells why)\n" in wrong.output
    assert "in the file" not in right.output
