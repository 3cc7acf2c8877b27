"""100,000 puzzles by the command line: in one process, in several, and by the workers of a cluster on this machine.

    python benchmarks/cluster.py [--puzzles 100000] [--workers 2] [--markdown]

The puzzles are easy sudokus, one a line (see ``lines.py``). Every verdict and every answer is checked. The cluster is
a Dask scheduler with workers of one thread; a third of the way through, one worker is killed, which Dask starts anew.
Memory is the most that the command's first process held. Needs ``gridwright[cluster]``.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from time import perf_counter, sleep
from typing import IO, Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

from benchmarks.lines import ROOT, check, easy_lines
from benchmarks.tables import machine, seconds, table


def solve(file: Path, out: IO[bytes], *options: str) -> tuple[float, float]:
    """Solves a file; the seconds that it took, and the MB that the command's own process held at most."""
    begun, most = perf_counter(), 0.0
    command = [sys.executable, "-m", "gridwright", "solve", str(file), "--json", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=out) as process:
        while process.poll() is None:
            most = max(most, held(process.pid))
            sleep(0.1)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return perf_counter() - begun, most


def held(pid: int) -> float:
    """The MB that a process has held at most; 0 where that is not told.

    What ``wait4`` tells would include what this process held when it started the other one.
    """
    try:
        rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(row.split()[1]) / 1024 for row in rows if row.startswith("VmHWM:")), 0.0)


def kill_a_worker(cluster: Any, out: Path, n_puzzles: int) -> None:
    """Kills one worker when a third of the puzzles is done."""
    while out.read_bytes().count(b"\n") < n_puzzles // 3:
        sleep(0.5)
    victim = next(iter(cluster.workers.values()))
    os.kill(victim.pid, signal.SIGKILL)


def measured(lines: Sequence[str], n_workers: int) -> list[list[str]]:
    """The rows of the table."""
    from distributed import LocalCluster

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder, "lines.txt"), Path(folder, "out.jsonl")
        file.write_text("".join(f"{line}\n" for line in lines))

        def run(name: str, *options: str) -> None:
            with out.open("wb") as target:
                wall, most = solve(file, target, *options)
            check(lines, out.read_bytes())
            rows.append([name, seconds(wall), f"{len(lines) / wall:,.0f}", f"{most:.0f} MB"])

        for jobs in dict.fromkeys((1, n_workers)):
            run(f"`--jobs {jobs}`", "--jobs", str(jobs))
        local: Any = LocalCluster
        with local(n_workers=n_workers, threads_per_worker=1, dashboard_address=None) as cluster:
            out.write_bytes(b"")
            Thread(target=kill_a_worker, args=(cluster, out, len(lines)), daemon=True).start()
            run(f"`--cluster`, {n_workers} workers, one killed", "--cluster", cluster.scheduler_address)
    return rows


def main() -> None:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--puzzles", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--markdown", action="store_true")
    told = parser.parse_args()
    print(machine())
    rows = measured(list(easy_lines(told.puzzles)), told.workers)
    print(table(["run", "wall clock", "lines a second", "memory"], rows, told.markdown))


if __name__ == "__main__":
    main()
