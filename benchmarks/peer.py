"""Compares with cspuz_core, a solver in Rust, on the same puzz.link addresses, each read once.

    cargo build --release -p cspuz_solver_backend        # in a checkout of https://github.com/semiexp/cspuz_core
    python benchmarks/peer.py target/release/libcspuz_solver_backend.so [GENRE...]
        [--most 30] [--cells 625]

CPU time from the text to the proven verdict, in one process for each genre, the two programs in turn. The boards are
random ones of the corpus (see ``research``), and new ones from 6x6 to 9x9 where it has too few. The ratio is the
geometric mean of cspuz_core's time over ours: above 1, Gridwright is faster. The exit status is 1 if verdicts differ.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import random
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import geometric_mean

LIMIT = 20.0
"""Seconds for a board."""


class Peer:
    """The solver in the shared library."""

    def __init__(self, path: str) -> None:
        self._solve = ctypes.CDLL(path).solve_problem
        self._solve.restype = ctypes.POINTER(ctypes.c_ubyte)
        self._solve.argtypes = [ctypes.c_char_p, ctypes.c_size_t]

    def verdict(self, text: str) -> tuple[str, float]:
        """What it says of an address (unique, several, none or refused), and the CPU time."""
        data = text.encode()
        begun = time.process_time()
        found = self._solve(data, len(data))
        seconds = time.process_time() - begun
        address = ctypes.addressof(found.contents)
        answer = json.loads(ctypes.string_at(address + 4, int.from_bytes(ctypes.string_at(address, 4), "little")))
        return _status(answer), seconds


def _status(answer: Any) -> str:
    if answer["status"] != "ok":
        return "refused"
    if not answer["description"]["hasAnswer"]:
        return "none"
    return "unique" if answer["description"]["isUnique"] else "several"


def addresses(genre: str, cells: int, most: int) -> list[str]:
    """Puzzles of the corpus, or new ones, as puzz.link addresses."""
    from research.corpus import all_cases

    cases = [case for case in all_cases(genre) if case.cells <= cells]
    random.Random(25).shuffle(cases)
    found: list[str] = []
    for case in cases:
        if len(found) < most:
            with suppress(gw.WriteError, gw.FormatError):
                found.append(gw.write(case.read(), "puzzlink").strip())
    try:
        for seed in range(most - len(found)):
            with suppress(gw.MakingError, gw.TimeUp):
                puzzle = gw.generate(genre, 6 + seed % 4, seed=seed, timeout=20)
                found.append(gw.write(puzzle, "puzzlink").strip())
    except gw.WriteError:
        pass  # the genre has no such addresses
    return found


def compared(path: str, texts: list[str]) -> list[tuple[str, str, float]]:
    """For each address both verdicts, ours first, and cspuz_core's time over ours."""
    peer = Peer(path)
    found: list[tuple[str, str, float]] = []
    for i, text in enumerate(texts):
        if i % 2:
            theirs, seconds = peer.verdict(text)
        begun = time.process_time()
        ours = gw.solve(gw.read(text), timeout=LIMIT).status
        own = time.process_time() - begun
        if not i % 2:
            theirs, seconds = peer.verdict(text)
        found.append((ours, theirs, seconds / own))
    return found


def main() -> None:
    """Compares, and prints a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("backend", help="the shared library of cspuz_core")
    parser.add_argument("genres", nargs="*")
    parser.add_argument("--most", type=int, default=30)
    parser.add_argument("--cells", type=int, default=625)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        print(json.dumps(compared(args.backend, sys.stdin.read().split())))
        return
    from research.corpus import all_genres

    ratios, differ = [], 0
    print("| genre | boards | cspuz_core / ours |\n|---|---:|---:|")
    for genre in args.genres or all_genres():
        texts = addresses(genre, args.cells, args.most)
        if not texts or Peer(args.backend).verdict(texts[0])[0] == "refused":
            continue
        command = [sys.executable, __file__, args.backend, "--worker"]
        worker = subprocess.run(command, input="\n".join(texts), capture_output=True, text=True, check=True)
        found = [one for one in json.loads(worker.stdout)[1:] if "refused" not in one]
        differ += sum(ours != theirs for ours, theirs, _ in found if ours != "undecided")
        ratios.append(geometric_mean([ratio for _, _, ratio in found]))
        print(f"| {genre} | {len(found)} | {ratios[-1]:.2f} |", flush=True)
    print(f"| all | | {geometric_mean(ratios):.2f} |\n\n{differ} verdicts differ.")
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
