"""How long hints and whole solutions in words take, and how short the reasons are.

    python research/reasons.py [GENRE...] [--each 6] [--cells 100] [--timeout 20] [--all-cases] [--markdown]

Of each genre the boards of the corpus whose number of cells is nearest to ``--cells`` are taken (a 10x10 by default),
or, where it has none, the cases of the tests; ``--all-cases`` takes all cases of the tests instead. A cold hint is the
first one of a puzzle, reading not included; a warm hint is a further step of the same path. ``short`` is the share of
steps with at most three demands (the same of several places counts once), or told as a pattern or one chain without
cases; ``trials`` are the steps that only trying out shows. Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import process_time

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import machine, quantile, seconds, table
from gridwright.engine.explain.hints import steps
from gridwright.engine.explain.speech import merged
from research.corpus import all_cases

CASES = Path(__file__).resolve().parent.parent / "tests" / "cases"
FEW = 3
"""Reasons of so many demands are short."""


@dataclass
class Told:
    """The path of one puzzle; seconds of the processor."""

    name: str
    cold: float = 0.0
    warm: list[float] = field(default_factory=list)
    whole: float = 0.0
    complete: bool = False
    n_steps: int = 0
    short: int = 0
    kinds: dict[str, int] = field(default_factory=dict)


def puzzles_of(genre: str, n: int, cells: int) -> Iterator[tuple[str, gw.Puzzle]]:
    """Boards of the corpus that are about so large; those of the tests where there are none."""
    found = sorted(all_cases(genre), key=lambda case: (abs(case.cells - cells), case.name))[:n]
    yield from ((case.name, case.read()) for case in found)
    if not found:
        yield from cases_of(genre)


def cases_of(genre: str) -> Iterator[tuple[str, gw.Puzzle]]:
    """The cases of the tests that have one answer."""
    for path in sorted((CASES / genre.replace("-", "_").replace(" ", "_")).glob("*.spf")):
        puzzle = gw.read(path)
        if gw.solve(puzzle, timeout=20).status == "unique":
            yield path.name, puzzle


def told(name: str, puzzle: gw.Puzzle, timeout: float) -> Told:
    """The path of a puzzle, measured."""
    found = Told(name)
    begun = last = process_time()
    try:
        for step in steps(puzzle, stop=lambda: process_time() - begun > timeout):
            now = process_time()
            if found.n_steps:
                found.warm.append(now - last)
            else:
                found.cold = now - begun
            last = now
            found.n_steps += 1
            n_demands = len(merged(part.words for part in step.because if part.demands))
            found.short += step.kind != "trial" and (n_demands <= FEW or step.kind in ("pattern", "chain"))
            found.kinds[step.kind] = found.kinds.get(step.kind, 0) + 1
        found.complete = True
    except gw.TimeUp:
        pass
    found.whole = process_time() - begun
    return found


def row(genre: str, some: list[Told]) -> list[str]:
    """The line of a genre in the table."""
    warm = [t for one in some for t in one.warm]
    n = sum(one.n_steps for one in some)
    done = sum(one.complete for one in some)
    whole = [one.whole for one in some]
    return [
        genre, f"{done}/{len(some)}", str(n), seconds(median(one.cold for one in some)), seconds(quantile(warm, 0.5)),
        seconds(quantile(warm, 0.95)), seconds(median(whole)), seconds(max(whole)),
        f"{sum(one.short for one in some) / n:.0%}" if n else "-", str(sum(one.kinds.get("trial", 0) for one in some)),
    ]  # fmt: skip


HEAD = ("genre", "whole", "steps", "cold hint", "warm", "warm p95", "path", "longest", "short", "trials")


def main() -> int:
    """Prints the table; exit status 1 if a path is not whole."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genres", nargs="*", metavar="GENRE")
    parser.add_argument("--each", type=int, default=6)
    parser.add_argument("--cells", type=int, default=100)
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds of the processor per puzzle (default 20)")
    parser.add_argument("--all-cases", action="store_true", help="the cases of the tests, all of them")
    parser.add_argument("--markdown", action="store_true")
    args = parser.parse_args()
    rows, whole = [], True
    for genre in args.genres or [genre.name.casefold() for genre in gw.known_genres()]:
        source = cases_of(genre) if args.all_cases else puzzles_of(genre, args.each, args.cells)
        found = [told(name, puzzle, args.timeout) for name, puzzle in source]
        if found:
            rows.append(row(genre, found))
            print("  ".join(rows[-1]), file=sys.stderr)
            whole = whole and all(one.complete for one in found)
    print(machine())
    print(table(HEAD, rows, args.markdown))
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
