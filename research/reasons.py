"""How long hints and whole solutions in words take, how short reasons and sentences are, and how many have names.

    python research/reasons.py [GENRE...] [--each 6] [--cells 100] [--timeout 20] [--all-cases] [--markdown]

The boards of a genre are those of the corpus with about ``--cells`` cells (100 by default), or, if it has none, the
cases of the tests; ``--all-cases`` takes all cases of the tests instead. A cold hint is the first one of a puzzle,
without reading; a warm hint is a later step of the same path. ``short`` is the share of steps with at most three
demands (the same one at several places counts once), or worded as a pattern or as one chain without cases; ``named``
that of steps with the name of a technique. ``words`` is the median number of characters, ``most`` the largest one of a
paragraph (lists of lines do not count); ``trials`` are the steps by trial and error. Seconds are CPU seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import process_time

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import machine, parser, quantile, seconds, table
from gridwright.engine.explain.hints import steps
from gridwright.engine.explain.speech import merged
from research.corpus import all_cases

CASES = Path(__file__).resolve().parent.parent / "tests" / "cases"
FEW = 3
"""The maximum number of demands of a short reason."""


@dataclass
class MeasuredPath:
    """The measured path of one puzzle, in CPU seconds."""

    name: str
    cold: float = 0.0
    warm: list[float] = field(default_factory=list)
    whole: float = 0.0
    complete: bool = False
    n_steps: int = 0
    short: int = 0
    named: int = 0
    words: list[str] = field(default_factory=list)
    kinds: dict[str, int] = field(default_factory=dict)


def puzzles_of(genre: str, n: int, cells: int) -> Iterator[tuple[str, gw.Puzzle]]:
    """Boards of the corpus of about a size; those of the tests if there are none."""
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


def measured(name: str, puzzle: gw.Puzzle, timeout: float) -> MeasuredPath:
    """Finds and measures the path of a puzzle."""
    path = MeasuredPath(name)
    begun = last = process_time()
    try:
        for step in steps(puzzle, stop=lambda: process_time() - begun > timeout):
            now = process_time()
            if path.n_steps:
                path.warm.append(now - last)
            else:
                path.cold = now - begun
            last = now
            path.n_steps += 1
            n_demands = len(merged(part.words for part in step.because if part.demands))
            path.short += step.kind != "trial" and (n_demands <= FEW or step.kind in ("pattern", "chain"))
            path.named += bool(step.technique)
            path.words.append(step.words)
            path.kinds[step.kind] = path.kinds.get(step.kind, 0) + 1
        path.complete = True
    except gw.TimeUp:
        pass
    path.whole = process_time() - begun
    return path


def row(genre: str, some: list[MeasuredPath]) -> list[str]:
    """The row of a genre."""
    warm = [t for one in some for t in one.warm]
    n = sum(one.n_steps for one in some)
    done = sum(one.complete for one in some)
    whole = [one.whole for one in some]
    words = [words for one in some for words in one.words] or [""]

    def share(counts: Iterable[int]) -> str:
        return f"{sum(counts) / n:.0%}" if n else "-"

    return [
        genre, f"{done}/{len(some)}", str(n), seconds(median(one.cold for one in some)), seconds(quantile(warm, 0.5)),
        seconds(quantile(warm, 0.95)), seconds(median(whole)), seconds(max(whole)),
        share(one.short for one in some), share(one.named for one in some), f"{median(map(len, words)):.0f}",
        str(max((len(one) for one in words if "\n" not in one), default=0)),
        str(sum(one.kinds.get("trial", 0) for one in some)),
    ]  # fmt: skip


HEAD = ("genre", "whole", "steps", "cold hint", "warm", "warm p95", "path", "longest", "short", "named", "words",
        "most", "trials")


def main() -> int:
    """Prints the table; the exit status is 1 if a path is incomplete."""
    command = parser(__doc__)
    command.add_argument("genres", nargs="*", metavar="GENRE")
    command.add_argument("--each", type=int, default=6)
    command.add_argument("--cells", type=int, default=100)
    command.add_argument("--timeout", type=float, default=20.0, help="CPU seconds per puzzle (default 20)")
    command.add_argument("--all-cases", action="store_true", help="all cases of the tests")
    args = command.parse_args()
    rows, whole, every = [], True, list[MeasuredPath]()
    for genre in args.genres or [genre.name.casefold() for genre in gw.known_genres()]:
        source = cases_of(genre) if args.all_cases else puzzles_of(genre, args.each, args.cells)
        found = [measured(name, puzzle, args.timeout) for name, puzzle in source]
        if found:
            rows.append(row(genre, found))
            print("  ".join(rows[-1]), file=sys.stderr)
            whole = whole and all(one.complete for one in found)
            every += found
    rows.append(row("all", every))
    print(machine())
    print(table(HEAD, rows, args.markdown))
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
