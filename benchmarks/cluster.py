"""Solves 100,000 puzzles by the command line: in one process, in several, and on a cluster on this machine.

    python benchmarks/cluster.py [--puzzles 100000] [--workers 2] [--markdown]

The puzzles are easy sudokus, one per line (see ``lines.py``). Every verdict and every answer is checked. The cluster is
a Dask scheduler with single-threaded workers. After a third of the puzzles one worker is killed; Dask restarts it.
Memory is the peak of the command's first process. Needs ``gridwright[cluster]``.
"""

from __future__ import annotations

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

from benchmarks.lines import check, easy_lines
from benchmarks.tables import ROOT, machine, memory, parser, seconds, table


def solve(file: Path, out: IO[bytes], *options: str) -> tuple[float, float]:
    """Solves a file; returns the seconds, and the peak memory of the command's own process in MB."""
    begun, peak = perf_counter(), 0.0
    command = [sys.executable, "-m", "gridwright", "solve", str(file), "--json", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=out) as process:
        while process.poll() is None:
            peak = max(peak, memory("VmHWM", process.pid))  # `wait4` would include what this process held
            sleep(0.1)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return perf_counter() - begun, peak


def kill_a_worker(cluster: Any, out: Path, n_puzzles: int) -> None:
    """Kills one worker after a third of the puzzles."""
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
                wall, peak = solve(file, target, *options)
            check(lines, out.read_bytes())
            rows.append([name, seconds(wall), f"{len(lines) / wall:,.0f}", f"{peak:.0f} MB"])

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
    command = parser(__doc__)
    command.add_argument("--puzzles", type=int, default=100_000)
    command.add_argument("--workers", type=int, default=2)
    args = command.parse_args()
    print(machine())
    rows = measured(list(easy_lines(args.puzzles)), args.workers)
    print(table(["run", "wall clock", "lines a second", "memory"], rows, args.markdown))


if __name__ == "__main__":
    main()
