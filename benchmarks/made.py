"""How long it takes to solve puzzles of no collection: new ones at the usual sizes, or the project's own cases.

    python benchmarks/made.py [GENRE...] [--count 10] [--seed 1] [--timeout 10] [--cases] [--markdown]

The puzzles are those that ``gridwright generate`` makes with the same seed; making them is not timed. With ``--cases``
they are the cases of the tests.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import ROOT, machine, parser, quantile, seconds, table

UNCOLLECTED = (
    "ABC-Box", "ABCD", "ABCD Diagonal", "Aquarium", "Chatroom", "Compass", "Coral", "Curve Data",
    "Greater-Than-Sudoku", "House-Tree-Animal", "Japanese Sums", "Kropki", "Laser", "LITS plus", "Magic Labyrinth",
    "Narrow Cave", "Pentomino Search", "Pentopia", "Pyramid", "Stations", "Subway", "Tapa", "Yagit",
)  # fmt: skip
"""The genres with few or no published puzzles."""
MEDIAN = 0.020
"""The target for the median."""


@dataclass(frozen=True)
class Run:
    """The result of one puzzle; ``total`` is in seconds from text to verdict."""

    genre: str
    name: str
    status: str
    total: float
    fault: str


def timed(name: str, text: str, timeout: float, clock: Callable[[], float]) -> Run:
    """Reads and solves one text and checks the answers."""
    begun = clock()
    puzzle = gw.read(text)
    verdict = gw.solve(puzzle, timeout=timeout)
    total = clock() - begun
    broken = [v for answer in verdict.answers for v in gw.check(puzzle, answer, finished=True)]
    return Run(puzzle.genre.name, name, verdict.status, total, str(broken[0]) if broken else "")


def made_texts(genres: Sequence[str], args: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Name and text of new puzzles."""
    for genre in map(gw.genre, genres or UNCOLLECTED):
        for number, puzzle in enumerate(gw.generate_many(genre, count=args.count, seed=args.seed)):
            yield f"{genre.name}-{number}", gw.write(puzzle, genre.dialects[0].format, printable=False)


def case_texts(genres: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Name and text of the project's own cases."""
    for path in sorted((ROOT / "tests" / "cases").glob("*/*.spf")):
        if not genres or path.parent.name in genres:
            yield f"{path.parent.name}-{path.stem}", path.read_text(encoding="utf-8")


HEAD = ("genre", "puzzles", "unique", "several", "none", "undecided", "median", "p90", "max")


def row(genre: str, runs: Sequence[Run]) -> list[str]:
    """The row of a genre."""
    counts = Counter(run.status for run in runs)
    times = [run.total for run in runs]
    shown = (median(times), quantile(times, 0.9), max(times))
    statuses = (str(counts[status]) for status in HEAD[2:6])
    return [genre, str(len(runs)), *statuses, *map(seconds, shown)]


def main() -> None:
    """Runs what the command line asks for."""
    command = parser(__doc__)
    add = command.add_argument
    add("genres", nargs="*", metavar="GENRE", help="names (default: those without a collection); with --cases: folders")
    add("--count", type=int, default=10, metavar="N", help="puzzles per genre (default 10)")
    add("--seed", type=int, default=1)
    add("--timeout", type=float, default=10, help="seconds per puzzle (default 10)")
    add("--cases", action="store_true", help="the project's own cases")
    add("--cpu", action="store_true", help="count CPU time, not the wall clock")
    args = command.parse_args()
    clock = process_time if args.cpu else perf_counter
    print(f"{machine()}; {'CPU time' if args.cpu else 'wall clock'}, limit {args.timeout:g} s per puzzle\n")
    runs: dict[str, list[Run]] = {}
    for name, text in case_texts(args.genres) if args.cases else made_texts(args.genres, args):
        run = timed(name, text, args.timeout, clock)
        runs.setdefault(run.genre, []).append(run)
        if run.fault or run.status == "undecided":
            print(f"{run.name}: {run.status}, {seconds(run.total)} {run.fault}", flush=True)
    print(table(HEAD, [row(genre, some) for genre, some in runs.items()], args.markdown))
    slow = [genre for genre, some in runs.items() if median(run.total for run in some) > MEDIAN]
    print(f"\nMedian above {seconds(MEDIAN)}: {', '.join(slow) or 'none'}")
    if any(run.fault for some in runs.values() for run in some):
        sys.exit("an answer breaks a rule")


if __name__ == "__main__":
    main()
