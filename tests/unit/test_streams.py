"""Many puzzles: streams of standard input, runs that go on where one stopped, workers that die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import gridwright as gw
from gridwright.cli import jobs, main
from gridwright.cli.boards import Label
from gridwright.cli.files import InputFile
from gridwright.cli.settings import Course, EarlierResults, Settings
from gridwright.cli.show import Report, Stop
from gridwright.engine.solve.clock import ShouldStop
from gridwright.formats.dialect import Reading

ONE, OTHER = "1234" + "." * 12, "1234" + "." * 11 + "1"
LINK, BAD = "https://puzz.link/p?nurikabe/3/3/1m2", "https://puzz.link/p?nurikabe/3/3/!"


def run(*args: str, lines: str = "") -> list[dict[str, Any]]:
    result = CliRunner().invoke(main, args, input=lines, catch_exceptions=False)
    return [json.loads(line) for line in result.stdout.splitlines()]


# -- streams ----------------------------------------------------------------------------------------------------------


def test_lines_of_standard_input_are_worked_on_as_they_come() -> None:
    command = [sys.executable, "-m", "gridwright", "solve", "-", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        for i in range(3):
            process.stdin.write(f"{ONE}\n")
            process.stdin.flush()
            told = json.loads(process.stdout.readline())  # which waits for ever if all is read first
            assert (told["file"], told["index"], told["status"]) == ("-", i, "several")
        process.stdin.close()
        assert process.stdout.read() == ""


def test_records_links_and_sudokus_may_follow_each_other_and_one_bad_line_is_told() -> None:
    record = json.dumps(json.loads(gw.write(gw.read(LINK), "json")))
    found = run("solve", "-", "--json", lines=f"# mixed\n{ONE}\n{LINK}\n\n{BAD}\n{record}")
    assert [told.get("genre") for told in found] == ["Sudoku", "Nurikabe", None, "Nurikabe"]
    assert found[2]["error"]["line"] == 5
    assert [told.get("index") for told in found] == [0, 1, None, 3]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_is_no_stream_is_read_as_a_whole(jobs: str) -> None:
    for name in ("spf", "json"):
        text = gw.write(gw.read(LINK), name)
        (told,) = run("solve", "-", "--json", "--jobs", jobs, lines=text)
        assert told["genre"] == "Nurikabe"


def test_streams_are_divided_among_processes_in_order() -> None:
    found = run("solve", "-", "--json", "--jobs", "2", lines=f"{ONE}\n{OTHER}\n" * 200)
    assert [told["index"] for told in found] == list(range(400))
    some = run("solve", "-", "--json", "--jobs", "2", "--unordered", lines=f"{ONE}\n{OTHER}\n" * 200)
    assert sorted(told["index"] for told in some) == list(range(400))


# -- resuming ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("lines.txt").write_text(f"{ONE}\n{OTHER}\n" * 20)
    Path("bad.txt").write_text("no puzzle")
    return tmp_path


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_was_done_is_not_done_again(here: Path, jobs: str) -> None:
    out = here / "out.jsonl"
    command = "solve", "lines.txt", "bad.txt", "--resume", "out.jsonl", "--jobs", jobs
    assert run(*command) == []
    whole = out.read_bytes()
    places = [(told["file"], told.get("index")) for told in map(json.loads, whole.splitlines())]
    assert len(set(places)) == len(places) == 41
    lines = whole.splitlines(keepends=True)
    out.write_bytes(b"".join(lines[:7]) + lines[7][:20])  # the run was ended while it wrote
    run(*command)
    again = [(told["file"], told.get("index")) for told in map(json.loads, out.read_bytes().splitlines())]
    assert sorted(again, key=str) == sorted(places, key=str)
    assert out.read_bytes().startswith(b"".join(lines[:7]))
    before = out.read_bytes()
    run(*command)
    assert out.read_bytes() == before


def test_a_file_of_something_else_is_not_touched(here: Path) -> None:
    result = CliRunner().invoke(main, ["solve", "bad.txt", "--resume", "lines.txt"])
    assert result.exit_code == 2 and "lines.txt: line 1 was not written by this command" in result.stderr
    assert (here / "lines.txt").read_text().startswith(ONE)


# -- workers that die -------------------------------------------------------------------------------------------------


def deadly(reading: Reading, label: Label, settings: Settings, stop: ShouldStop) -> Iterator[Report]:
    """The process dies over some puzzles."""
    del reading, settings, stop
    if label.place in (11, 30):
        os.kill(os.getpid(), signal.SIGKILL)
    yield Report(str(label.place))


def test_the_puzzle_over_which_a_worker_dies_is_told_and_no_other_is_lost(here: Path) -> None:
    found = [InputFile("lines.txt")]
    batches = jobs.in_processes(deadly, found, Settings(), Course(2), EarlierResults(), Stop())
    told = [report for batch in batches for report in batch.reports]
    assert [int(report.out) for report in told if report.out] == [i for i in range(40) if i not in (11, 30)]
    faults = [report.err for report in told if report.err]
    assert [fault.split(": ")[0] for fault in faults] == ["lines.txt #12", "lines.txt #31"]
    assert all("the process that worked on it died" in fault for fault in faults)


def slowly(reading: Reading, label: Label, settings: Settings, stop: ShouldStop) -> Iterator[Report]:
    """Tells which process works on which puzzle."""
    del reading, settings, stop
    time.sleep(0.05)
    yield Report(f"{label.place} {os.getpid()}")


@pytest.mark.thorough
def test_a_cluster_does_the_work_and_a_worker_may_die(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.dont_write_bytecode:  # the workers inherit that: in a folder of this run they would find nothing of Dask
        monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    distributed = pytest.importorskip("distributed", reason="Dask is not installed (pip install 'gridwright[cluster]')")
    lines = f"{ONE}\n" * 100
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        course = Course(cluster=cluster.scheduler_address)
        source = InputFile("lines.txt", data=lines.encode())
        batches = jobs.in_processes(slowly, [source], Settings(), course, EarlierResults(), Stop())
        places: list[int] = []
        pids: set[int] = set()
        for batch in batches:
            for report in batch.reports:
                place, pid = map(int, report.out.split())
                places.append(place)
                if not pids:
                    os.kill(pid, signal.SIGKILL)
                pids.add(pid)
        assert places == list(range(100))
        assert len(pids) > 1


def test_an_address_without_a_scheduler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed (pip install 'gridwright[cluster]')")
    monkeypatch.setattr(jobs, "_CONNECTING", 0.2)
    result = CliRunner().invoke(main, ["solve", "-", "--cluster", "tcp://127.0.0.1:9"], input=ONE)
    assert result.exit_code == 2 and "no scheduler answers at tcp://127.0.0.1:9" in result.stderr
