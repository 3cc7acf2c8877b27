"""How far the search for Mortal Coil gets: boards of the corpus by size, each with a time limit.

    python research/coil.py [--timeout 10] [--every N] [--max-side N] [--markdown] [--boards]

``first answer`` is the time for one path, ``verdict`` the time until a second path is found or excluded.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import machine, parser, seconds, table
from research.corpus import Case, cases, corpus_folder

STEP = 20
"""The range of longer sides in each row."""


@dataclass(frozen=True)
class Board:
    """The result of one board; times are in seconds, ``first`` is None if no path was found in time."""

    name: str
    side: int
    cells: int
    status: str
    first: float | None
    total: float


def run(case: Case, timeout: float) -> Board:
    """Searches one board twice: for a first path, and for a verdict."""
    begun = perf_counter()
    puzzle = gw.read(case.data)
    found = gw.solve(puzzle, limit=1, timeout=timeout).answers
    first = perf_counter() - begun
    begun = perf_counter()
    verdict = gw.solve(gw.read(case.data), timeout=timeout)
    total = perf_counter() - begun
    for answer in verdict.answers or found:
        assert not gw.check(puzzle, answer, finished=True), case.name
    side = max(case.n_rows, case.n_cols)
    return Board(case.name, side, case.cells, verdict.status, first if found else None, total)


def rows(boards: Sequence[Board]) -> Iterator[list[str]]:
    """A row for each range of sizes."""
    for low in range(1, max((board.side for board in boards), default=0) + 1, STEP):
        some = [board for board in boards if low <= board.side < low + STEP]
        if some:
            firsts = [board.first for board in some if board.first is not None]
            counts = Counter(board.status for board in some)
            first = seconds(median(firsts)) if firsts else "-"
            statuses = [str(counts[status]) for status in ("unique", "several", "none", "undecided")]
            worst = seconds(max(board.total for board in some))
            sizes = f"{low} to {low + STEP - 1}"
            typical = seconds(median(board.total for board in some))
            yield [sizes, str(len(some)), str(len(firsts)), first, *statuses, typical, worst]


HEAD = ("longer side", "boards", "path found", "first answer, median", "unique", "several", "none", "undecided",
        "verdict, median", "verdict, max")


def main() -> None:
    """Runs what the command line asks for."""
    command = parser(__doc__)
    add = command.add_argument
    add("--timeout", type=float, default=10, help="seconds for each search (default 10)")
    add("--every", type=int, default=1, metavar="N", help="every N-th board, by size")
    add("--max-side", type=int, default=1000, metavar="N", help="no longer side than this")
    add("--boards", action="store_true", help="a line for each board, too")
    args = command.parse_args()
    if corpus_folder() is None:
        sys.exit("the corpus is missing: set GRIDWRIGHT_CORPUS to its folder")
    fit = [case for case in cases("mortal coil") if max(case.n_rows, case.n_cols) <= args.max_side]
    boards = []
    for case in sorted(fit, key=lambda case: case.cells)[:: args.every]:
        boards.append(run(case, args.timeout))
        if args.boards:
            first = "-" if boards[-1].first is None else seconds(boards[-1].first)
            result = f"{case.name} {case.n_rows}x{case.n_cols} {boards[-1].status}"
            print(f"{result}, first {first}, verdict {seconds(boards[-1].total)}", flush=True)
    print(f"{machine()}; limit {args.timeout:g} s per search\n")
    print(table(HEAD, list(rows(boards)), args.markdown))


if __name__ == "__main__":
    main()
