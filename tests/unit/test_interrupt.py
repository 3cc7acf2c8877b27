"""Ctrl-C: what is done is kept, the program ends in one line, and nothing is left running."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ..processes import HARD, running, wait_for
from .test_cli import MINES, SPF, UNIQUE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = {"unique.txt": UNIQUE, "mines.txt": MINES, "tiny.spf": SPF, "hard.txt": HARD, "empty.sdk": "." * 81 + "\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_what_is_done_is_shown(here: Path) -> None:
    with running(here / "run", "solve", "unique.txt", "hard.txt", "mines.txt") as program:
        program.searches()
        program.interrupt()
        status, out, err = program.end()
    assert (status, err) == (130, "stopped\n")
    assert "unique, " in out and "stopped after " in out and "Minesweeper" not in out


def test_an_endless_list_keeps_what_was_found(here: Path) -> None:
    with running(here / "run", "solve", "empty.sdk", "--all", "--json") as program:
        program.searches()
        program.interrupt()
        status, out, err = program.end()
    assert (status, err) == (130, "stopped\n")
    found = json.loads(out)
    assert found["status"] == "several" and len(found["answers"]) > 2


@pytest.mark.parametrize("args", [
    ["solve", "-"], ["check", "tiny.spf", "--answer", "-"], ["convert", "-", "x.spf"],
], ids=lambda args: args[0])  # fmt: skip
def test_where_nothing_is_searched(here: Path, args: list[str]) -> None:
    with running(here / "run", *args, stdin=subprocess.PIPE) as program:
        program.reads()
        program.interrupt()
        assert program.end() == (130, "", "stopped\n")


def test_convert_writes_no_half_of_a_file(here: Path) -> None:
    with running(here / "run", "convert", "hard.txt", "x.spf", "--solution") as program:
        program.searches()
        program.interrupt()
        assert program.end() == (130, "", "stopped\n")
    assert not Path("x.spf").exists()


def test_with_jobs(here: Path) -> None:
    args = "solve", "hard.txt", "unique.txt", "hard.txt", "--jobs", "2", "--json", "--unordered"
    with running(here / "run", *args) as program:
        program.has_shown('"unique"')
        program.searches(processes=2)
        program.interrupt()
        status, out, err = program.end()
    assert (status, err) == (130, "stopped\n")
    assert "unique" in {json.loads(line)["status"] for line in out.splitlines()}


@pytest.mark.parametrize("args", [
    ["solve", "hard.txt"], ["solve", "hard.txt", "hard.txt", "--common", "--jobs", "2"],
], ids=["one process", "jobs"])  # fmt: skip
def test_a_second_interrupt_ends_at_once(here: Path, args: list[str]) -> None:
    """Whatever the program does: here its searches never look at the clock."""
    sent = 0

    with running(here / "run", *args, deaf=True) as program:
        program.searches(processes=2 if "--jobs" in args else 1)

        def has_ended() -> bool:
            nonlocal sent
            program.interrupt()
            sent += 1
            return program.code.poll() is not None

        wait_for(has_ended)
        status, _, err = program.end()
    assert status == 130 and sent > 1
    assert "Traceback" not in err
