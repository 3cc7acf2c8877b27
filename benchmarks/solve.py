"""How long whole puzzles take, from their text to a proven verdict, on the corpus of real puzzles.

    python benchmarks/solve.py [GENRE...] [--timeout 10] [--every N] [--largest N] [--against puzzlekit] ...

One process and one thread. Every answer found is checked against the rules and compared with the stored one.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.corpus import SIZE_CLASSES, Case, cases, corpus_folder, genre_names, marks_of, stored_answer
from benchmarks.peer import NoPeer, Peer, peer_text
from benchmarks.tables import geometric_mean, machine, quantile, seconds, table

STATUSES = ("unique", "several", "none", "undecided", "unreadable")


@dataclass
class Run:
    """What one case came to. Times in seconds; ``total`` runs from text to verdict."""

    genre: str
    name: str
    n_rows: int
    n_cols: int
    size_class: str
    status: str
    total: float
    wall: float = 0.0
    reading: float = 0.0
    building: float = 0.0
    cuts: int = 0
    variables: int = 0
    faults: list[str] = field(default_factory=list)
    peer_status: str = ""
    peer_total: float = 0.0


@dataclass(frozen=True)
class Options:
    """What the command line asks for."""

    timeout: float
    markdown: bool
    slowest: int
    peer: Peer | None
    clock: Callable[[], float] = perf_counter


def run_case(case: Case, options: Options, ours_first: bool = True) -> Run:
    """Reads, solves, checks and compares one case; with a peer also asks it."""
    run = Run(case.genre, case.name, case.n_rows, case.n_cols, case.size_class, "unreadable", 0.0)
    if options.peer is None:
        _solve(case, run, options)
    elif ours_first:
        answer = _solve(case, run, options)
        _ask_peer(case, run, options, answer)
    else:
        _ask_peer(case, run, options, None)
        answer = _solve(case, run, options)
        if not run.peer_status:
            _ask_peer(case, run, options, answer)
    return run


def _solve(case: Case, run: Run, options: Options) -> gw.State | None:
    begun, wall = options.clock(), perf_counter()
    try:
        puzzle = gw.read(case.data)
    except gw.FormatError as fault:
        run.total = options.clock() - begun
        run.faults = [f"not read: {fault}"]
        return None
    run.reading = options.clock() - begun
    verdict = gw.solve(puzzle, timeout=options.timeout)
    run.total, run.wall = options.clock() - begun, perf_counter() - wall
    run.status = verdict.status
    run.building, run.cuts = verdict.effort.building, verdict.effort.cuts
    run.variables = verdict.effort.variables
    run.faults = list(_faults(case, puzzle, verdict))
    return verdict.answers[0] if verdict.answers else None


def _faults(case: Case, puzzle: gw.Puzzle, verdict: gw.Verdict) -> Iterator[str]:
    for answer in verdict.answers:
        found = gw.check(puzzle, answer, finished=True)
        if found:
            yield f"the answer found breaks {found[0].rule}: {found[0]}"
    if case.expected and verdict.status not in (case.expected, "undecided"):
        yield f"verdict {verdict.status}, but the corpus says {case.expected}"
    if verdict.status == "several" and len({frozenset(marks_of(a)) for a in verdict.answers}) < 2:
        yield "the two answers are the same"
    stored = stored_answer(case, puzzle)
    if stored is None:
        return
    wrong = gw.check(puzzle, stored)
    if wrong:
        yield f"the stored answer breaks {wrong[0].rule}: {wrong[0]}"
    elif verdict.status == "none":
        yield "verdict none, but the stored answer is right"
    elif verdict.status == "unique" and marks_of(stored) != marks_of(verdict.answers[0]):
        yield "verdict unique, but the stored answer is another one"


def _ask_peer(case: Case, run: Run, options: Options, answer: gw.State | None) -> None:
    try:
        text = peer_text(case.genre, gw.read(case.data), answer)
    except (NoPeer, gw.FormatError) as fault:
        run.peer_status = "" if "mines" in str(fault) and answer is None else f"not asked: {fault}"
        return
    assert options.peer is not None
    run.peer_status, run.peer_total = options.peer.solve(case.genre, text, options.timeout, options.clock)


# -- which cases --------------------------------------------------------------------------------------------------


def chosen(found: Sequence[Case], args: argparse.Namespace) -> list[Case]:
    """The cases of the right size: every N-th, and with ``--largest`` the largest boards besides (or alone)."""
    fit = [case for case in found if args.min_cells <= case.cells <= args.max_cells]
    largest = sorted(fit, key=lambda case: -case.cells)[: args.largest]
    spread = fit[:: args.every] if args.every else [] if args.largest else fit
    names = {case.name for case in (*largest, *spread)}
    return [case for case in fit if case.name in names]


# -- tables -------------------------------------------------------------------------------------------------------


def memory() -> str:
    """The most memory this process ever held."""
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"


def _times(runs: Sequence[Run]) -> list[str]:
    times = [run.total for run in runs if run.status != "unreadable"]
    shown = (median(times) if times else float("nan"), quantile(times, 0.9), max(times, default=float("nan")))
    return [*map(seconds, shown), seconds(geometric_mean(times))]


def _share(runs: Sequence[Run], part: str) -> str:
    whole = "wall" if part == "building" else "total"  # the solver always tells building by the wall clock
    decided = [run for run in runs if run.status != "unreadable"]
    shares = [getattr(run, part) / max(getattr(run, whole), 1e-9) for run in decided]
    return f"{median(shares):.0%}" if shares else "-"


TIMES = ("median", "p90", "max", "geo. mean")
HEAD = ("genre", "files", *STATUSES, *TIMES, "reading", "building", "peak so far")


def genre_row(genre: str, runs: Sequence[Run]) -> list[str]:
    """The line of a genre in the table of all."""
    counts = Counter(run.status for run in runs)
    numbers = [str(len(runs)), *(str(counts[status]) for status in STATUSES)]
    return [genre, *numbers, *_times(runs), _share(runs, "reading"), _share(runs, "building"), memory()]


def class_rows(genre: str, runs: Sequence[Run]) -> Iterator[list[str]]:
    """A line for each size class of a genre."""
    for name in SIZE_CLASSES:
        own = [run for run in runs if run.size_class == name]
        if own:
            undecided = sum(run.status == "undecided" for run in own)
            yield [f"{genre}, {name}", str(len(own)), str(undecided), *_times(own), _share(own, "building")]


PEER_HEAD = ("genre", "pairs", "ours decided", "peer answered", "ours", "peer", "peer / ours", "pairwise median")


def peer_row(genre: str, runs: Sequence[Run]) -> list[str]:
    """The line of a genre in the comparison: geometric means, their ratio, and the median of the single ratios."""
    pairs = [run for run in runs if run.peer_status in ("answer", "undecided") and run.status != "unreadable"]
    if not pairs:
        reasons = Counter(run.peer_status for run in runs if run.peer_status)
        return [genre, "0", *["-"] * 5, reasons.most_common(1)[0][0] if reasons else "-"]
    ours, theirs = geometric_mean([r.total for r in pairs]), geometric_mean([r.peer_total for r in pairs])
    decided, answered = (sum(r.status != "undecided" for r in pairs), sum(r.peer_status == "answer" for r in pairs))
    ratio = median(r.peer_total / r.total for r in pairs)
    counts = (str(len(pairs)), str(decided), str(answered))
    return [genre, *counts, seconds(ours), seconds(theirs), f"{theirs / ours:.1f}", f"{ratio:.1f}"]


def told_runs(runs: Sequence[Run], slowest: int) -> Iterator[str]:
    """Lines about single cases: the slowest, the undecided, and everything that is not as it should be."""
    for run in sorted(runs, key=lambda r: -r.total)[:slowest]:
        yield f"  slow: {run.name} {run.n_rows}x{run.n_cols} {run.status} {seconds(run.total)}, {run.cuts} cuts"
    for run in runs:
        if run.status in ("undecided", "several", "none"):
            yield f"  {run.status}: {run.name} {run.n_rows}x{run.n_cols} {seconds(run.total)}"
        for fault in run.faults:
            yield f"  FAULT {run.name}: {fault}"
        if run.peer_status not in ("", "answer", "undecided"):
            yield f"  peer, {run.name}: {run.peer_status}"


# -- the command line ---------------------------------------------------------------------------------------------


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("genres", nargs="*", metavar="GENRE", help="all when none is named")
    add("--timeout", type=float, default=10, help="seconds per puzzle (default 10)")
    add("--every", type=int, default=0, metavar="N", help="every N-th file only")
    add("--largest", type=int, default=0, metavar="N", help="the N largest boards, besides --every or alone")
    add("--max-cells", type=int, default=10**9, metavar="N", help="no larger boards")
    add("--min-cells", type=int, default=0, metavar="N", help="no smaller boards")
    add("--against", choices=["puzzlekit"], help="time this package on the same puzzles, one after the other")
    add("--cpu", action="store_true", help="count CPU time, not the wall clock: for machines that are busy otherwise")
    add("--markdown", action="store_true", help="tables as Markdown")
    add("--slowest", type=int, default=3, metavar="N", help="name the N slowest files (default 3)")
    add("--json", metavar="FILE", help="write every single run there, one JSON object per line")
    return parser.parse_args()


def measured(genre: str, args: argparse.Namespace, options: Options, keep: Callable[[Run], None]) -> list[Run]:
    """Runs a genre's cases; the first is solved once before, so that imports do not count."""
    picked = chosen(cases(genre), args)
    if picked:
        run_case(min(picked, key=lambda case: case.cells), options)
    runs = []
    for number, case in enumerate(picked):
        runs.append(run_case(case, options, ours_first=number % 2 == 0))
        keep(runs[-1])
    return runs


def show(results: dict[str, list[Run]], options: Options) -> None:
    """Prints the tables at the end."""
    classes = [row for genre, runs in results.items() for row in class_rows(genre, runs)]
    print("\nBy size of the board:\n")
    print(table(("genre and size", "files", "undecided", *TIMES, "building"), classes, options.markdown))
    if options.peer is not None:
        print(f"\nAgainst {options.peer.name}, which gives a first answer and does NOT prove that it is the only one;"
              "\nour time includes that proof. Geometric means over the puzzles that both could be asked:\n")
        rows = [peer_row(genre, runs) for genre, runs in results.items()]
        print(table(PEER_HEAD, rows, options.markdown))


def _peer(args: argparse.Namespace) -> Peer | None:
    if not args.against:
        return None
    try:
        return Peer.load()
    except NoPeer as fault:
        print(f"No comparison: {fault}")
        return None


def _genres(names: Iterable[str]) -> list[str]:
    return [gw.genre(name).name.casefold() for name in names] or genre_names()


def main() -> None:
    """Runs what the command line asks for."""
    args = arguments()
    if corpus_folder() is None:
        sys.exit("the corpus is not there: set GRIDWRIGHT_CORPUS to its folder")
    clock = process_time if args.cpu else perf_counter
    options = Options(args.timeout, args.markdown, args.slowest, _peer(args), clock)
    print(f"{machine()}; {'CPU time' if args.cpu else 'wall clock'}, limit {args.timeout:g} s per puzzle")
    results, rows = {}, []
    with Path(args.json or "/dev/null").open("w", encoding="utf-8") as out:
        for genre in _genres(args.genres):
            runs = measured(genre, args, options, lambda run: print(json.dumps(asdict(run)), file=out, flush=True))
            if not runs:
                print(f"\n{genre}: the corpus has no such files")
                continue
            results[genre] = runs
            rows.append(genre_row(genre, runs))
            print(f"\n{genre}: {', '.join(rows[-1][1:])}", *told_runs(runs, args.slowest), sep="\n", flush=True)
    print()
    print(table(HEAD, rows, args.markdown))
    show(results, options)


if __name__ == "__main__":
    main()
