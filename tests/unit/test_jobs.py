"""``--jobs``: puzzles are divided between processes, not files, and there are never more processes than puzzles."""

from __future__ import annotations

import json
import os
import pickle
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import gridwright as gw
from gridwright.cli import jobs, main
from gridwright.cli.boards import Label
from gridwright.cli.files import InputFile, divided, joined
from gridwright.cli.settings import Course, EarlierResults, Settings
from gridwright.cli.show import Report, Stop
from gridwright.engine.solve.clock import ShouldStop
from gridwright.formats.dialect import Reading

from ..laws.cases import each_case

GRIDS = ["12..34...4...1.3", "1..............2", ".2..3..14..2..4.", "1234341221434321"]
"""Sudokus of 4x4: the first has no answer, the second several, the others have one each."""
LINES = "".join(f"{GRIDS[i % 4]}\n" for i in range(100))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    Path("lines.txt").write_text(LINES)
    Path("one.txt").write_text("% mine\nakari\neasy\n2 2\n1.\n##\n")
    Path("other.txt").write_text("% mine\nakari\neasy\n2 2\n..\n..\n")
    return tmp_path


def solved(*args: str) -> list[dict[str, Any]]:
    result = CliRunner().invoke(main, ["solve", "--json", *args], catch_exceptions=False)
    return [json.loads(line) for line in result.stdout.splitlines()]


FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def thinned(seed: int, blank: str) -> str:
    rng = random.Random(seed)
    return "".join(char if rng.random() < 0.5 else blank for char in FULL)


def test_lines_that_processes_read_by_themselves_are_read_as_in_the_file(here: Path) -> None:
    """A zero is a blank because there is a nine somewhere in the file, even if these lines have none."""
    lines = [thinned(seed, ".0"[seed % 2]) for seed in range(110)]
    lines[:60] = ["".join(char if char in "1234" else "0" for char in FULL)] * 60
    Path("nine.txt").write_text("".join(f"{line}\n" for line in lines))
    found = divided(InputFile("nine.txt"), Settings())
    parts = [joined(found[:50]), joined(found[50:])]
    assert [part.first for part in parts] == [0, 50]
    assert b"9" not in parts[0].data and parts[1].data.count(b"\n") == 60
    here_read = gw.read_all(Path("nine.txt"))
    for part in parts:
        read = part.read(Settings())
        assert isinstance(read, list)
        for one in read:
            assert isinstance(one.reading, Reading)
            assert one.reading.puzzle == here_read[one.label.place].puzzle
    alone, together = (solved("nine.txt", "--jobs", jobs) for jobs in "12")
    assert [one["status"] for one in alone] == [one["status"] for one in together]
    assert [one["index"] for one in together] == list(range(110))


@pytest.mark.parametrize("text", [
    LINES, "# comment\n" + f"{FULL}\n" * 120, f"{FULL}\n" * 81, f"{FULL[:-1]}.\n" * 20, f"{FULL}\n" * 110 + "12\n",
    f"{FULL}\n".replace("9", "0") * 110,
], ids=["smaller", "comment", "one grid", "few", "another length", "no nine"])
def test_other_files_are_not_divided_by_lines(here: Path, text: str) -> None:
    Path("other.txt").write_text(text)
    assert divided(InputFile("other.txt"), Settings()) == []
    assert divided(InputFile("missing.txt"), Settings()) == []


def slow_work(reading: Reading, label: Label, settings: Settings, stop: ShouldStop) -> Iterator[Report]:
    """Tells which process works on which puzzle; so slow that all processes get something to do."""
    del reading, settings, stop
    time.sleep(0.05)
    yield Report(f"{label.place} {os.getpid()}")


def test_the_puzzles_of_one_file_are_divided(here: Path) -> None:
    batches = list(jobs.in_processes(
        slow_work, [InputFile("lines.txt")], Settings(), Course(2), EarlierResults(), Stop()))
    told = [report.out.split() for batch in batches for report in batch.reports]
    assert [int(place) for place, _ in told] == list(range(100))
    pids = {pid for _, pid in told}
    assert len(pids) == 2 and str(os.getpid()) not in pids
    assert [batch.last for batch in batches] == [False] * (len(batches) - 1) + [True]


@pytest.mark.parametrize("stretch", [0.0, 60.0])
def test_nothing_is_lost_or_shown_twice(here: Path, monkeypatch: pytest.MonkeyPatch, stretch: float) -> None:
    """However often processes hand back what is left; and several files are read by the processes themselves."""
    monkeypatch.setattr(jobs, "_STRETCH", stretch)
    for files in (["lines.txt"], ["one.txt", "lines.txt", "other.txt", "missing.txt"]):
        alone, divided = solved(*files), solved(*files, "--jobs", "2")
        places = [(found["file"], found.get("index", 0)) for found in divided]
        assert len(set(places)) == len(places)
        for found in (*alone, *divided):
            found.pop("seconds", None)
        assert sorted(divided, key=str) == sorted(alone, key=str)


def test_in_words_the_puzzles_keep_their_order(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_STRETCH", 0.0)
    command = ["solve", "one.txt", "lines.txt", "other.txt"]
    alone, divided = (CliRunner().invoke(main, [*command, *more]).stdout for more in ([], ["--jobs", "2"]))
    assert "lines.txt #100: Sudoku 4x4" in alone
    assert [line.split(", ")[0] for line in divided.split("\n")] == [line.split(", ")[0] for line in alone.split("\n")]


@pytest.mark.parametrize(("files", "asked", "limit", "started"), [
    (["one.txt", "other.txt"], 300, 61, 2),
    (["one.txt", "missing.txt", "nothing*"], 300, 61, 0),
    (["one.txt"], 2, 61, 0),
    (["lines.txt"], 3, 61, 3),
    (["lines.txt"], 300, 4, 4),
    (["lines.txt", "one.txt", "other.txt"], 300, 2, 2),
])  # fmt: skip
def test_no_more_processes_than_puzzles_or_than_the_system_bears(
    here: Path, monkeypatch: pytest.MonkeyPatch, files: list[str], asked: int, limit: int, started: int
) -> None:
    pools: list[int] = []

    def noted(workers: int, **more: Any) -> ProcessPoolExecutor:
        pools.append(workers)
        return ProcessPoolExecutor(workers, **more)

    monkeypatch.setattr(jobs, "ProcessPoolExecutor", noted)
    monkeypatch.setattr(jobs, "MOST", limit)
    found = solved(*files, "--jobs", str(asked))
    assert sum(pools) == started
    assert len(found) == sum(100 if name == "lines.txt" else 1 for name in files)


@each_case
def test_puzzles_can_be_handed_to_other_processes(path: Path) -> None:
    """With all that a command needs of them."""
    [reading] = gw.read_all(path)
    again = pickle.loads(pickle.dumps(reading))
    assert again == reading
    assert again.puzzle.about == reading.puzzle.about
    assert again.puzzle.source == reading.puzzle.source
