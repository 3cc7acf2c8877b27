"""Two checkouts of the project, puzzle by puzzle in turn: what a change costs, also on a busy machine.

    git worktree add ../before COMMIT
    python benchmarks/paired.py ../before [--genres fences hitori] [--step 12] [--cells 160] [--most 6] [--rounds 3]

Each puzzle is read and solved by both checkouts in processes of their own; the least CPU time of some rounds counts.
Ratios are geometric means of this checkout's time over the other's: below 1 is faster. Ends with 1 where verdicts
differ.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from math import exp, log
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
GENRES = (
    "akari", "basic", "fences", "hashi", "heyawake", "hitori", "kakuro", "killer-sudoku", "kuromasu", "lits", "magnets",
    "masyu", "minesweeper", "nurikabe", "picross", "pills", "snake", "starbattle", "starry sky", "sudoku", "tents",
    "thermometers", "yajilin",
)  # fmt: skip
WORKER = """
import json, sys, time
sys.path.insert(0, ".")
import gridwright as gw
from benchmarks.corpus import all_cases
cases = []
for line in sys.stdin:
    asked = json.loads(line)
    if isinstance(asked, list):
        genre, step, cells, most = asked
        cases = [case for case in all_cases(genre) if case.cells <= cells][::step][:most]
        told = len(cases)
    else:
        begun = time.process_time()
        puzzle = cases[asked].read()
        read = time.process_time()
        status = gw.solve(puzzle, timeout=20).status
        told = [read - begun, time.process_time() - read, status]
    print(json.dumps(told), flush=True)
"""


class Side:
    """One checkout, in a process."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(folder)}
        environment.setdefault("GRIDWRIGHT_CORPUS", str(HERE.parent / "shared" / "corpus"))
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER], cwd=folder, env=environment, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, what: Any) -> Any:
        """The answer of the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def compared(sides: tuple[Side, Side], n: int, rounds: int) -> tuple[float, float, float, bool]:
    """The ratios of both together, solving and reading over the puzzles of a genre, and whether all verdicts agree."""
    both = solving = reading = 0.0
    agreed = True
    for i in range(n):
        found = [[side.ask(i) for side in sides] for _ in range(rounds)]
        (read, solved), (own_read, own_solved) = (
            (min(turn[k][0] for turn in found), min(turn[k][1] for turn in found)) for k in (0, 1)
        )
        both += log((own_read + own_solved) / (read + solved))
        reading += log(own_read / read)
        solving += log(own_solved / solved)
        agreed = agreed and found[0][0][2] == found[0][1][2]
    return exp(both / n), exp(solving / n), exp(reading / n), agreed


def main() -> None:
    """Compares, and prints a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("other", type=Path, help="the checkout to compare with")
    parser.add_argument("--genres", nargs="+", default=GENRES)
    for name, usual in (("step", 12), ("cells", 160), ("most", 6), ("rounds", 3)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    told = parser.parse_args()
    sides = Side(told.other.resolve()), Side(HERE)
    print("| genre | puzzles | text to verdict | solving | reading |\n|---|---:|---:|---:|---:|")
    good = True
    for genre in told.genres:
        n = min(side.ask([genre, told.step, told.cells, told.most]) for side in sides)
        if n:
            both, solving, reading, agreed = compared(sides, n, told.rounds)
            remark = "" if agreed else " verdicts differ"
            print(f"| {genre} | {n} | {both:.2f} | {solving:.2f} | {reading:.2f} |{remark}", flush=True)
            good = good and agreed
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
