"""How fast the command line solves a file of easy sudokus, one per line.

    python benchmarks/lines.py [--lines 10000] [--jobs 1 2] [--rounds 3] [--markdown]

The puzzles are made from some grids with 36 to 40 givens, which are proved unique, by exchanging digits, rows, columns
and bands. Each run is a separate process with ``--json``, timed from its start to its end; every verdict and every
answer is checked afterwards. CPU seconds are the sum over all processes.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import ROOT, machine, parser, seconds, table

GRIDS = 40
"""The number of different grids before they are scrambled."""
DIGITS = "123456789"


# -- making the puzzles -----------------------------------------------------------------------------------------------


def _order(rng: Random) -> list[int]:
    """A random order of rows or columns that keeps bands together."""
    return [3 * band + i for band in rng.sample(range(3), 3) for i in rng.sample(range(3), 3)]


def scrambled(line: str, rng: Random) -> str:
    """A puzzle with digits, rows and columns exchanged."""
    rows, cols = _order(rng), _order(rng)
    other = str.maketrans(DIGITS, "".join(rng.sample(DIGITS, 9)))
    turned = rng.random() < 0.5
    return "".join(line[9 * c + r if turned else 9 * r + c] for r in rows for c in cols).translate(other)


def full_grid(rng: Random) -> str:
    """A solved grid."""
    return scrambled("".join(DIGITS[(3 * (r % 3) + r // 3 + c) % 9] for r in range(9) for c in range(9)), rng)


def thinned(full: str, givens: int, rng: Random) -> str:
    """A puzzle with a grid as its only answer and, if possible, a number of givens."""
    line = list(full)
    left = len(line)
    for cell in rng.sample(range(81), 81):
        if left == givens:
            break
        line[cell] = "."
        if gw.solve(gw.read("".join(line).encode(), "sudoku")).status == "unique":
            left -= 1
        else:
            line[cell] = full[cell]
    return "".join(line)


def easy_lines(count: int) -> Iterator[str]:
    """A number of puzzles, the same in every run."""
    rng = Random(1)
    grids = [thinned(full_grid(rng), rng.randint(36, 40), rng) for _ in range(GRIDS)]
    for i in range(count):
        yield scrambled(grids[i % GRIDS], rng)


# -- checking the output ----------------------------------------------------------------------------------------------


def is_answer(line: str, rows: Sequence[Sequence[int]]) -> bool:
    """Whether rows are an answer to a puzzle, without any code of the project."""
    grid = "".join(str(digit) for row in rows for digit in row)
    groups = [range(9 * i, 9 * i + 9) for i in range(9)]
    groups += [range(i, 81, 9) for i in range(9)]
    boxes = [[27 * y + 3 * x + 9 * i + j for i in range(3) for j in range(3)] for y in range(3) for x in range(3)]
    kept = all(given in (".", digit) for given, digit in zip(line, grid, strict=True))
    return kept and all(sorted(grid[cell] for cell in group) == list(DIGITS) for group in (*groups, *boxes))


def check(lines: Sequence[str], output: bytes) -> None:
    """Ends the program unless there is a record with one correct answer for each puzzle."""
    records = {record["index"]: record for record in map(json.loads, output.splitlines())}
    if len(records) != len(lines):
        sys.exit(f"{len(lines)} puzzles, but {len(records)} records")
    for i, line in enumerate(lines):
        record = records[i]
        answers = [answer["number"] for answer in record["answers"]]
        if record["status"] != "unique" or len(answers) != 1 or not is_answer(line, answers[0]):
            sys.exit(f"line {i + 1} is wrong: {record}")


# -- measuring --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """The seconds of one run."""

    wall: float
    cpu: float


def run(lines: Sequence[str], jobs: int) -> Run:
    """Solves the puzzles by the command line, and checks the output."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "lines.txt")
        file.write_text("".join(f"{line}\n" for line in lines))
        command = [sys.executable, "-m", "gridwright", "solve", str(file), "--json", "--jobs", str(jobs)]
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
        done = subprocess.run(command, capture_output=True, cwd=ROOT, check=True)
        wall, after = perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    check(lines, done.stdout)
    return Run(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def best(lines: Sequence[str], jobs: int, rounds: int) -> Run:
    """The minimum of several runs."""
    runs = [run(lines, jobs) for _ in range(rounds)]
    return Run(min(one.wall for one in runs), min(one.cpu for one in runs))


def main() -> None:
    """Runs what the command line asks for."""
    command = parser(__doc__)
    command.add_argument("--lines", type=int, default=10_000, help="number of puzzles (default 10000)")
    command.add_argument("--jobs", type=int, nargs="+", default=[1, 2], help="numbers of processes (default 1 2)")
    command.add_argument("--rounds", type=int, default=3, help="runs, of which the fastest counts (default 3)")
    args = command.parse_args()
    lines = list(easy_lines(args.lines))
    start = best(lines[:1], 1, args.rounds)
    print(f"{machine()}; load {os.getloadavg()[0]:.1f}; a single puzzle takes {seconds(start.cpu)} of CPU time")
    rows = []
    for jobs in args.jobs:
        least = best(lines, jobs, args.rounds)
        rates = f"{args.lines / least.wall:,.0f}", f"{args.lines / least.cpu:,.0f}"
        rows.append([str(jobs), seconds(least.wall), seconds(least.cpu), *rates])
    print(table(("processes", "wall clock", "CPU time", "lines a second", "lines a CPU second"), rows, args.markdown))


if __name__ == "__main__":
    main()
