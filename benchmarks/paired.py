"""Compares two checkouts of the project, puzzle by puzzle in turn: what a change costs, even on a busy machine.

    git worktree add ../before COMMIT
    python benchmarks/paired.py ../before [--hints] [--links] [--fresh] [--genres fences hitori] [--step 12]
        [--cells 160] [--most 6]

The puzzles are those of the corpus if it exists (see ``research``), else the project's own cases. Each is read and
solved by both checkouts in separate processes; with ``--hints`` a first hint takes the place of solving. The minimum
CPU time of ``--rounds`` rounds counts. With ``--fresh``, each round has new processes, so that every board is the first
of its size unless an earlier one of the round has it. With ``--links`` the puzzles are puzz.link addresses. Ratios are
geometric means of this checkout's time over the other's: below 1 is faster. The exit status is 1 if verdicts, or the
words of hints, differ.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from math import exp, log
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import ROOT

GENRES = (
    "akari", "basic", "fences", "hashi", "heyawake", "hitori", "kakuro", "killer-sudoku", "kuromasu", "lits", "magnets",
    "masyu", "minesweeper", "nurikabe", "picross", "pills", "snake", "starbattle", "starry sky", "sudoku", "tents",
    "thermometers", "yajilin",
)  # fmt: skip
WORKER = """
import base64, json, sys, time
sys.path.insert(0, ".")
import gridwright as gw
for line in sys.stdin:
    text = base64.b64decode(json.loads(line))
    begun = time.process_time()
    puzzle = gw.read(text)
    read = time.process_time()
    status = str(gw.hint(puzzle, timeout=60)) if "--hints" in sys.argv else gw.solve(puzzle, timeout=20).status
    print(json.dumps([read - begun, time.process_time() - read, status]), flush=True)
"""


def texts(genre: str, cells: int) -> list[bytes]:
    """The puzzles of a genre up to a number of cells, as texts."""
    from research.corpus import all_cases, corpus_folder

    if corpus_folder() is not None:
        fit = [case for case in all_cases(genre) if case.cells <= cells]
        return [case.data if case.record is None else _spf(case.read()) for case in fit]
    folder = ROOT / "tests" / "cases" / genre.replace(" ", "_").replace("-", "_")
    files = sorted(folder.glob("*.spf"))
    return [text for text in map(Path.read_bytes, files) if len(gw.read(text).board.cells) <= cells]


def _spf(puzzle: gw.Puzzle) -> bytes:
    return gw.write(puzzle, "spf", printable=False).encode()


def as_links(puzzles: Iterable[bytes]) -> Iterator[bytes]:
    """Puzzles as puzz.link addresses, without those that cannot be written so."""
    for text in puzzles:
        with suppress(gw.WriteError):
            yield gw.write(gw.read(text), "puzzlink").encode()


class Side:
    """One checkout, in a process."""

    def __init__(self, folder: Path, *options: str) -> None:
        environment = os.environ | {"PYTHONPATH": str(folder)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER, *options], cwd=folder, env=environment, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, what: Any) -> Any:
        """The answer of the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


Answers = list[list[list[Any]]]
"""For each puzzle the answers of the two sides."""


def asked(puzzles: list[bytes], sides: Sequence[Side]) -> Answers:
    """The answers of both sides, puzzle by puzzle in turn."""
    return [[side.ask(b64encode(text).decode()) for side in sides] for text in puzzles]


def asked_afresh(puzzles: list[bytes], folders: Sequence[Path], options: Sequence[str]) -> Answers:
    """The same in new processes, in which only the genre's modules and the solver have been loaded."""
    sides = [Side(folder, *options) for folder in folders]
    asked(puzzles[:1], sides)
    answers = asked(puzzles[1:], sides)
    for side in sides:
        side.close()
    return answers


def compared(rounds: Sequence[Answers]) -> tuple[float, float, float, bool]:
    """The ratios for reading and solving, for solving, and for reading; and whether all verdicts agree."""
    both = solving = reading = 0.0
    agreed = True
    n = len(rounds[0])
    for times in zip(*rounds, strict=True):
        (read, solved), (own_read, own_solved) = (
            (min(turn[k][0] for turn in times), min(turn[k][1] for turn in times)) for k in (0, 1)
        )
        both += log((own_read + own_solved) / (read + solved))
        reading += log(own_read / read)
        solving += log(own_solved / solved)
        agreed = agreed and times[0][0][2] == times[0][1][2]
    return exp(both / n), exp(solving / n), exp(reading / n), agreed


def main() -> None:
    """Compares, and prints a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("other", type=Path, help="the checkout to compare with")
    parser.add_argument("--genres", nargs="+", default=GENRES)
    parser.add_argument("--hints", action="store_true", help="first hints instead of solving")
    parser.add_argument("--links", action="store_true", help="puzz.link addresses; genres without them are left out")
    parser.add_argument("--fresh", action="store_true", help="new processes for each round")
    for name, usual in (("step", 12), ("cells", 160), ("most", 6), ("rounds", 3)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    args = parser.parse_args()
    options = ["--hints"] if args.hints else []
    folders = args.other.resolve(), ROOT
    sides = [] if args.fresh else [Side(folder, *options) for folder in folders]
    print(f"| genre | puzzles | {'text to hint | hint' if args.hints else 'text to verdict | solving'} | reading |")
    print("|---|---:|---:|---:|---:|")
    good = True
    for genre in args.genres:
        puzzles = texts(genre, args.cells)[:: args.step][: args.most]
        if args.links:
            puzzles = list(as_links(puzzles))
        if len(puzzles) > args.fresh:
            rounds = [asked_afresh(puzzles, folders, options) if args.fresh else asked(puzzles, sides)
                      for _ in range(args.rounds)]
            both, solving, reading, agreed = compared(rounds)
            remark = "" if agreed else " results differ"
            print(f"| {genre} | {len(rounds[0])} | {both:.2f} | {solving:.2f} | {reading:.2f} |{remark}", flush=True)
            good = good and agreed
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
