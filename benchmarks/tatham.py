"""Compares making new puzzles with Simon Tatham's collection: CPU time per puzzle, at the same sizes.

    apt install sgt-puzzles
    python benchmarks/tatham.py [GENRE...] [--count 12] [--rounds 3] [--seed 1] [--prefix sgt-] [--markdown]

The programs of the collection are those in the PATH (or in /usr/games) that are called PREFIX and a game's name. Both
sides make puzzles of the usual size in Gridwright, in turn, round by round: the other program with its default
difficulty, Gridwright with the difficulty ``any``, so that nothing is rated. Gridwright makes ``count`` puzzles in this
process, after one that is not counted, and the other program as many as take about half a second, in one process. Its
start, which is the time of a run for a single puzzle, is subtracted. Each round has its own seeds, the same ones in
every run. The ratio is Gridwright's mean time per puzzle over that of the other program: above 1, Gridwright is slower.
``least`` and ``most`` are the ratios of single rounds.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from time import process_time

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import geometric_mean, machine, parser, seconds, table

GAMES = {
    "Akari": "lightup 10x10", "Basic": "keen 6", "Domino Hunt": "dominosa 6", "Fences": "loopy 10x10t0",
    "Fillomino": "filling 10x10", "Galaxies": "galaxies 10x10", "Hashi": "bridges 10x10", "Hitori": "singles 10x10",
    "Killer-Sudoku": "solo 3x3k", "Kuromasu": "range 10x10", "Magnets": "magnets 10x10", "Masyu": "pearl 10x10",
    "Picross": "pattern 10x10", "Shikaku": "rect 10x10", "Skyscrapers": "towers 6", "Slalom": "slant 10x10",
    "Sudoku": "solo 3x3", "Takuzu": "unruly 10x10", "Tents": "tents 10x10",
}  # fmt: skip
"""The game of each genre, with the parameters for the usual size in Gridwright."""
HEAD = ("genre", "game", "Gridwright", "Tatham", "ratio", "least", "most")
ENOUGH = 0.5
"""CPU seconds that a run of the other program should take."""
MOST = 20_000
"""The largest number of puzzles in a run of it."""


class Other:
    """A program of the collection."""

    def __init__(self, program: str, parameters: str) -> None:
        self._program, self._parameters = program, parameters
        self._start = min(self._seconds(1, f"start{i}") for i in range(5))
        self._n = 8
        while self._n < MOST and self._seconds(self._n, "trial") - self._start < ENOUGH / 2:
            self._n *= 2

    def per_puzzle(self, seed: str) -> float:
        """The CPU time of one puzzle, by a run for many."""
        return max(self._seconds(self._n, seed) - self._start, 0) / (self._n - 1)

    def _seconds(self, count: int, seed: str) -> float:
        """The CPU time of a run for some puzzles."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [self._program, "--generate", str(count), f"{self._parameters}#{seed}"]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def program(prefix: str, game: str) -> str:
    """The path of a program. Raises SystemExit with a message if it is missing."""
    path = shutil.which(prefix + game, path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"]))
    if path is None:
        raise SystemExit(f"{prefix}{game} is not in the PATH; install Debian's package sgt-puzzles, or give the "
                         "beginning of the programs' names by --prefix")
    return path


def own_per_puzzle(genre: str, count: int, seed: str) -> float:
    """The CPU time of one new puzzle."""
    begun = process_time()
    for _ in gw.generate_many(genre, count=count, seed=seed, difficulty="any"):
        pass
    return (process_time() - begun) / count


def compared(genre: str, args: argparse.Namespace) -> tuple[list[str], float]:
    """The row of a genre, and its ratio."""
    game, parameters = GAMES[genre].split()
    other = Other(program(args.prefix, game), parameters)
    own_per_puzzle(genre, 1, "first")
    own, theirs = list[float](), list[float]()
    for number in range(args.rounds):
        seed = f"{args.seed}/{number}"
        if number % 2:
            theirs.append(other.per_puzzle(seed))
        own.append(own_per_puzzle(genre, args.count, seed))
        if not number % 2:
            theirs.append(other.per_puzzle(seed))
    ratio = mean(own) / mean(theirs)
    single = [one / two for one, two in zip(own, theirs, strict=True)]
    times = [seconds(mean(own)), f"{mean(theirs) * 1000:.2g} ms"]
    return [genre, GAMES[genre], *times, *(f"{one:.1f}" for one in (ratio, min(single), max(single)))], ratio


def main(words: Sequence[str] | None = None) -> None:
    """Compares, and prints a table."""
    command = parser(__doc__)
    command.add_argument("genres", nargs="*", metavar="GENRE")
    command.add_argument("--count", type=int, default=12, help="puzzles per round")
    command.add_argument("--rounds", type=int, default=3)
    command.add_argument("--seed", default="1")
    command.add_argument("--prefix", default="sgt-", help="the beginning of the programs' names")
    args = command.parse_args(words)
    names = [gw.genre(name).name for name in args.genres] or list(GAMES)
    missing = [name for name in names if name not in GAMES]
    if missing:
        raise SystemExit(f"no game of the collection is compared with {', '.join(missing)}")
    print(f"{machine()}\n", flush=True)
    rows, ratios = [], []
    for name in names:
        row, ratio = compared(name, args)
        print(*row, file=sys.stderr)
        rows.append(row)
        ratios.append(ratio)
    print(table(HEAD, rows, args.markdown))
    print(f"\nGeometric mean of the ratios: {geometric_mean(ratios):.1f}, largest {max(ratios):.1f}")


if __name__ == "__main__":
    main()
