"""Whether memory grows: thousands of small puzzles of many genres solved in one process.

    python benchmarks/memory.py [--puzzles 10000] [--steps 10]

The puzzles are made up on the fly: random clues, runs of random pictures, 4x4 sudokus. Most have no answer or several;
what matters is that each is built, solved and discarded.
"""

from __future__ import annotations

import gc
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import machine, memory, parser, seconds, table

SIDE = 6


def _cells(rng: random.Random, choices: str, share: float) -> list[str]:
    return ["".join(rng.choice(choices) if rng.random() < share else "." for _ in range(SIDE)) for _ in range(SIDE)]


def _plain(name: str, choices: str, share: float, last: str = "") -> Callable[[random.Random], str]:
    def made(rng: random.Random) -> str:
        lines = [name, "unknown", f"{SIDE} {SIDE}", *_cells(rng, choices, share)]
        return "\n".join([*lines, *([last] if last else []), ""])

    return made


def _picross(rng: random.Random) -> str:
    grid = _cells(rng, "#", 0.5)
    lines = grid + ["".join(column) for column in zip(*grid, strict=True)]
    runs = [",".join(str(len(run)) for run in line.replace(".", " ").split()) or "0" for line in lines]
    return "\n".join(["picross", "unknown", f"{SIDE} {SIDE}", *runs, ""])


def _sudoku(rng: random.Random) -> str:
    symbols = rng.sample("1234", 4)
    rows = ["abcd", "cdab", "badc", "dcba"]
    full = "".join(rows).translate(str.maketrans("abcd", "".join(symbols)))
    return "".join(c if rng.random() < 0.4 else "." for c in full)


MAKERS: tuple[Callable[[random.Random], str], ...] = (
    _plain("akari", "##01", 0.2),
    _plain("fillomino", "1234", 0.2),
    _plain("hashiwokakero", "1234", 0.2),
    _plain("hitori", "123456", 1.0),
    _plain("kuromasu", "3456", 0.1),
    _plain("masyu", "o*", 0.1),
    _plain("minesweeper", "0123", 0.4, "mine 0"),
    _plain("nurikabe", "1234", 0.15),
    _plain("shikaku", "2346", 0.25),
    _plain("slitherlink", "0123", 0.3),
    _picross,
    _sudoku,
)


def solve_one(number: int, rng: random.Random) -> str:
    """Makes, reads, solves and checks one puzzle; returns its status."""
    text = MAKERS[number % len(MAKERS)](rng)
    puzzle = gw.read(text.encode(), "sudoku", symbols="1234") if "\n" not in text else gw.read(text)
    verdict = gw.solve(puzzle, timeout=10)
    for answer in verdict.answers:
        assert not gw.check(puzzle, answer, finished=True), text
    return verdict.status


def main() -> None:
    """Runs what the command line asks for."""
    command = parser(__doc__)
    command.add_argument("--puzzles", type=int, default=10_000, help="number of puzzles (default 10000)")
    command.add_argument("--steps", type=int, default=10, help="number of measurements (default 10)")
    args = command.parse_args()
    rng = random.Random(1)
    statuses: Counter[str] = Counter()
    rows = []
    begun = perf_counter()
    for number in range(args.puzzles):
        statuses[solve_one(number, rng)] += 1
        if (number + 1) % max(1, args.puzzles // args.steps) == 0:
            gc.collect()
            rows.append([str(number + 1), f"{memory('VmRSS'):.1f} MB", seconds(perf_counter() - begun)])
    print(machine())
    print(", ".join(f"{count} {status}" for status, count in statuses.most_common()), end="\n\n")
    print(table(("puzzles solved", "memory held", "time so far"), rows, args.markdown))


if __name__ == "__main__":
    main()
