"""How long puzzles of the corpus take, from their text or record to a proven verdict.

    python research/solve.py [GENRE...] [--timeout 10] [--every N] [--largest N] [--against puzzlekit] ...

There is one process with one thread. All answers found and stored are checked against the rules and compared with each
other. Differences are explained if a reason can be proven or is known (see ``explained``). The exit status is 1 if one
remains, or if a puzzle cannot be read.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import geometric_mean, machine, parser, quantile, seconds, table
from benchmarks.tables import memory as held
from research.answers import marks_of
from research.corpus import SIZE_CLASSES, Case, all_cases, all_genres, cases, corpus_folder, record_cases
from research.explained import NAMED, proven
from research.peer import NoPeer, Peer, peer_text
from research.records import RecordError

STATUSES = ("unique", "several", "none", "undecided", "unreadable")
PROOF = 60.0
"""Seconds for the proof that a variant explains a difference."""

SHARE, SMALL_MEDIAN, LEAD = 0.995, 0.020, 3.0
"""The targets of each genre: the share of puzzles decided in time, the median in seconds on boards of up to 12x12, and
the geometric mean of the peer's time over ours."""


@dataclass
class Run:
    """The result of one case. Times are in seconds; ``total`` is from text or record to verdict.

    ``stored`` compares the stored answer with ours: ``equal``, ``explained`` (by ``why``), ``fault``, or ``right`` if
    it is not the only one or none was found in time. It is empty if none is stored.
    """

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
    stored: str = ""
    why: str = ""
    faults: list[str] = field(default_factory=list)
    peer_status: str = ""
    peer_total: float = 0.0


@dataclass(frozen=True)
class Options:
    """The options of the command line."""

    timeout: float
    markdown: bool
    slowest: int
    peer: Peer | None
    clock: Callable[[], float] = perf_counter


def run_case(case: Case, options: Options, ours_first: bool = True) -> Run:
    """Reads, solves, checks and compares one case, and asks the peer if there is one."""
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
        puzzle = case.read()
    except (gw.FormatError, RecordError) as fault:
        run.total = options.clock() - begun
        named = NAMED.get(case.name)
        if named is not None and named.status == run.status:
            run.why = named.why
        else:
            run.faults = [f"not read: {fault}"]
        return None
    run.reading = options.clock() - begun
    verdict = gw.solve(puzzle, stop=lambda: options.clock() - begun > options.timeout)
    run.total, run.wall = options.clock() - begun, perf_counter() - wall
    run.status = verdict.status
    run.building, run.cuts = verdict.effort.building, verdict.effort.cuts
    run.variables = verdict.effort.variables
    run.faults = list(_broken(puzzle, verdict))
    _compare(case, run, puzzle, verdict)
    return verdict.answers[0] if verdict.answers else None


def _broken(puzzle: gw.Puzzle, verdict: gw.Verdict) -> Iterator[str]:
    """Faults of the verdict itself."""
    for answer in verdict.answers:
        found = gw.check(puzzle, answer, finished=True)
        if found:
            yield f"the answer found breaks {found[0].rule}: {found[0]}"
    if verdict.status == "several" and len({frozenset(marks_of(a)) for a in verdict.answers}) < 2:
        yield "the two answers are the same"


def _compare(case: Case, run: Run, puzzle: gw.Puzzle, verdict: gw.Verdict) -> None:
    """Records how the verdict agrees with the stored answer."""
    try:
        stored = case.answer(puzzle)
    except RecordError as unread:
        run.stored = "fault"
        run.faults.append(str(unread))
        return
    difference = _difference(case, puzzle, stored, verdict)
    run.why, fault = _explained(case, puzzle, stored, verdict, difference)
    if fault:
        run.faults.append(fault)
    if stored is not None:
        equal = verdict.status == "unique"
        run.stored = "fault" if fault else "explained" if run.why else "equal" if equal else "right"


def _explained(
    case: Case, puzzle: gw.Puzzle, stored: gw.State | None, verdict: gw.Verdict, difference: str
) -> tuple[str, str]:
    """The explanation of a difference, and what remains unexplained; both are empty if there is no difference."""
    named = NAMED.get(case.name)
    if not difference:
        missing = named is not None and verdict.status != "undecided"
        return "", "a difference is known by this name, but there is none" if missing else ""
    if named is not None and named.status == verdict.status:
        return named.why, ""
    if stored is None or verdict.status != "several":
        return "", difference
    why, refuted = proven(puzzle, stored, PROOF)
    return why, "" if why else f"{difference}; {refuted}" if refuted else difference


def _difference(case: Case, puzzle: gw.Puzzle, stored: gw.State | None, verdict: gw.Verdict) -> str:
    """How a verdict differs from the corpus; empty if it does not."""
    if case.expected and verdict.status not in (case.expected, "undecided"):
        return f"verdict {verdict.status}, but the corpus says {case.expected}"
    if stored is None:
        return ""
    wrong = gw.check(puzzle, stored, finished=case.genre != "pips")
    if wrong:
        return f"the stored answer breaks {wrong[0].rule}: {wrong[0]}"
    if verdict.status == "none":
        return "verdict none, but the stored answer is right"
    if verdict.status == "several" and not case.expected and case.genre != "pips":
        return "several answers, but one is stored"
    if verdict.status == "unique" and marks_of(stored) != marks_of(verdict.answers[0]):
        return "verdict unique, but the stored answer is another one"
    return ""


def _ask_peer(case: Case, run: Run, options: Options, answer: gw.State | None) -> None:
    try:
        name, text = peer_text(case.genre, case.read(), answer)
    except (NoPeer, RecordError, gw.FormatError) as fault:
        run.peer_status = "" if "mines" in str(fault) and answer is None else f"not asked: {fault}"
        return
    assert options.peer is not None
    run.peer_status, run.peer_total = options.peer.solve(name, text, options.timeout, options.clock)


# -- which cases --------------------------------------------------------------------------------------------------


def chosen(found: Sequence[Case], args: argparse.Namespace) -> list[Case]:
    """The selected cases of the requested size: every N-th, and the largest boards in addition or alone."""
    fit = [case for case in found if args.min_cells <= case.cells <= args.max_cells]
    largest = sorted(fit, key=lambda case: -case.cells)[: args.largest]
    spread = fit[:: args.every] if args.every else [] if args.largest else fit
    names = {case.name for case in (*largest, *spread)}
    return [case for case in fit if case.name in names]


# -- tables -------------------------------------------------------------------------------------------------------


def memory() -> str:
    """The peak memory of this process."""
    return f"{held('VmHWM'):.0f} MB"


def _seconds(runs: Sequence[Run]) -> list[float]:
    return [run.total for run in runs if run.status != "unreadable"]


def _times(runs: Sequence[Run]) -> list[str]:
    times = _seconds(runs)
    shown = (median(times) if times else float("nan"), quantile(times, 0.9), max(times, default=float("nan")))
    return [*map(seconds, shown), seconds(geometric_mean(times))]


def _share(runs: Sequence[Run], part: str) -> str:
    whole = "wall" if part == "building" else "total"  # the solver measures building by the wall clock
    decided = [run for run in runs if run.status != "unreadable"]
    shares = [getattr(run, part) / max(getattr(run, whole), 1e-9) for run in decided]
    return f"{median(shares):.0%}" if shares else "-"


def small_median(runs: Sequence[Run]) -> float:
    """The median on boards of up to 12x12; NaN if there are none."""
    times = _seconds([run for run in runs if run.size_class == SIZE_CLASSES[0]])
    return median(times) if times else float("nan")


TIMES = ("median", "p90", "max", "geo. mean")
HEAD = ("genre", "puzzles", *STATUSES, "median to 12x12", *TIMES, "stored", "equal", "explained", "peak so far")


def genre_row(genre: str, runs: Sequence[Run]) -> list[str]:
    """The row of a genre."""
    counts = Counter(run.status for run in runs)
    numbers = [str(len(runs)), *(str(counts[status]) for status in STATUSES)]
    stored = Counter(run.stored for run in runs)
    explained = sum(bool(run.why) for run in runs)
    agreed = [str(len(runs) - stored[""]), str(stored["equal"]), str(explained)]
    return [genre, *numbers, seconds(small_median(runs)), *_times(runs), *agreed, memory()]


def missed(genre: str, runs: Sequence[Run]) -> Iterator[str]:
    """The missed targets of a genre."""
    read = [run for run in runs if run.status != "unreadable"]
    undecided = sum(run.status == "undecided" for run in read)
    if read and 1 - undecided / len(read) < SHARE:
        yield f"{genre}: {undecided} of {len(read)} undecided"
    if small_median(runs) > SMALL_MEDIAN:
        yield f"{genre}: median {seconds(small_median(runs))} on boards up to 12x12"
    ours, theirs, n = _geometric_means(runs)
    if n and theirs / ours < LEAD:
        yield f"{genre}: {theirs / ours:.1f} times faster than the peer"


def _pairs(runs: Sequence[Run]) -> list[Run]:
    return [run for run in runs if run.peer_status in ("answer", "undecided") and run.status != "unreadable"]


def _geometric_means(runs: Sequence[Run]) -> tuple[float, float, int]:
    """Our time and the peer's on the puzzles that both were given, and their number."""
    pairs = _pairs(runs)
    return geometric_mean([r.total for r in pairs]), geometric_mean([r.peer_total for r in pairs]), len(pairs)


def class_rows(genre: str, runs: Sequence[Run]) -> Iterator[list[str]]:
    """A row for each size class of a genre."""
    for name in SIZE_CLASSES:
        some = [run for run in runs if run.size_class == name]
        if some:
            undecided = sum(run.status == "undecided" for run in some)
            shares = (_share(some, "reading"), _share(some, "building"))
            yield [f"{genre}, {name}", str(len(some)), str(undecided), *_times(some), *shares]


PEER_HEAD = ("genre", "pairs", "ours decided", "peer answered", "ours", "peer", "peer / ours", "pairwise median")


def peer_row(genre: str, runs: Sequence[Run]) -> list[str]:
    """The row of a genre in the comparison: geometric means, their ratio, and the median of the ratios."""
    pairs = _pairs(runs)
    if not pairs:
        reasons = Counter(run.peer_status for run in runs if run.peer_status)
        return [genre, "0", *["-"] * 5, reasons.most_common(1)[0][0] if reasons else "-"]
    ours, theirs, _ = _geometric_means(runs)
    decided, answered = (sum(r.status != "undecided" for r in pairs), sum(r.peer_status == "answer" for r in pairs))
    ratio = median(r.peer_total / r.total for r in pairs)
    counts = (str(len(pairs)), str(decided), str(answered))
    return [genre, *counts, seconds(ours), seconds(theirs), f"{theirs / ours:.1f}", f"{ratio:.1f}"]


def explained_rows(results: dict[str, list[Run]]) -> Iterator[list[str]]:
    """A row for each explanation, with its puzzles."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for genre, runs in results.items():
        for run in runs:
            if run.why:
                found.setdefault((genre, run.status, run.why), []).append(run.name)
    for (genre, status, why), names in found.items():
        listed = ", ".join(names) if len(names) <= LISTED else f"{len(names)}: {names[0]} to {names[-1]}"
        yield [genre, listed, status, why]


LISTED = 12
"""The maximum number of puzzles with the same explanation that are named; more are counted."""


def remarkable_runs(runs: Sequence[Run], slowest: int) -> Iterator[str]:
    """Lines about the slowest cases, the undecided ones, and those with faults."""
    for run in sorted(runs, key=lambda r: -r.total)[:slowest]:
        yield f"  slow: {run.name} {run.n_rows}x{run.n_cols} {run.status} {seconds(run.total)}, {run.cuts} cuts"
    for run in runs:
        if run.status in ("undecided", "several", "none") and not run.why:
            yield f"  {run.status}: {run.name} {run.n_rows}x{run.n_cols} {seconds(run.total)}"
        for fault in run.faults:
            yield f"  FAULT {run.name}: {fault}"
        if run.peer_status not in ("", "answer", "undecided"):
            yield f"  peer, {run.name}: {run.peer_status}"


# -- the command line ---------------------------------------------------------------------------------------------


def arguments() -> argparse.Namespace:
    """The options of the command line."""
    command = parser(__doc__)
    add = command.add_argument
    add("genres", nargs="*", metavar="GENRE", help="names of genres (default: all)")
    add("--timeout", type=float, default=10, help="seconds per puzzle (default 10)")
    add("--only", choices=["texts", "records"], help="only text files, or only records")
    add("--every", type=int, default=0, metavar="N", help="every N-th puzzle only")
    add("--largest", type=int, default=0, metavar="N", help="the N largest boards, in addition to --every or alone")
    add("--max-cells", type=int, default=10**9, metavar="N", help="no larger boards")
    add("--min-cells", type=int, default=0, metavar="N", help="no smaller boards")
    add("--against", choices=["puzzlekit"], help="time this package on the same puzzles, too")
    add("--cpu", action="store_true", help="count CPU time, not the wall clock: for busy machines")
    add("--slowest", type=int, default=3, metavar="N", help="name the N slowest puzzles (default 3)")
    add("--json", metavar="FILE", help="write all runs to a file, one JSON object per line")
    return command.parse_args()


def measured(genre: str, args: argparse.Namespace, options: Options, keep: Callable[[Run], None]) -> list[Run]:
    """Runs a genre's cases, after solving a small one so that imports do not count.

    The garbage collector ignores the corpus, which other programs would not have in memory.
    """
    picked = chosen({"texts": cases, "records": record_cases, None: all_cases}[args.only](genre), args)
    if picked:
        run_case(min(picked, key=lambda case: (not case.cells, case.cells)), options)
    gc.collect()
    gc.freeze()
    runs = []
    for number, case in enumerate(picked):
        runs.append(run_case(case, options, ours_first=number % 2 == 0))
        keep(runs[-1])
    return runs


def show(results: dict[str, list[Run]], options: Options) -> None:
    """Prints the final tables."""
    classes = [row for genre, runs in results.items() for row in class_rows(genre, runs)]
    print("\nBy size of the board:\n")
    print(table(("genre and size", "puzzles", "undecided", *TIMES, "reading", "building"), classes, options.markdown))
    if options.peer is not None:
        print(f"\nAgainst {options.peer.name}, which gives a first answer and does NOT prove that it is the only one;"
              "\nour time includes that proof. Geometric means over the puzzles that both could be asked:\n")
        rows = [peer_row(genre, runs) for genre, runs in results.items()]
        print(table(PEER_HEAD, rows, options.markdown))
    print("\nDifferences explained:\n")
    print(table(("genre", "puzzles", "verdict", "why"), list(explained_rows(results)), options.markdown))
    print("\nTargets missed:\n")
    print(*(f"- {line}" for genre, runs in results.items() for line in missed(genre, runs)), sep="\n")


def _peer(args: argparse.Namespace) -> Peer | None:
    if not args.against:
        return None
    try:
        return Peer.load()
    except NoPeer as fault:
        print(f"No comparison: {fault}")
        return None


def _genres(names: Iterable[str]) -> list[str]:
    return [gw.genre(name).name.casefold() for name in names] or all_genres()


def main() -> None:
    """Runs what the command line asks for."""
    args = arguments()
    if corpus_folder() is None:
        sys.exit("the corpus is missing: set GRIDWRIGHT_CORPUS to its folder")
    clock = process_time if args.cpu else perf_counter
    options = Options(args.timeout, args.markdown, args.slowest, _peer(args), clock)
    print(f"{machine()}; {'CPU time' if args.cpu else 'wall clock'}, limit {args.timeout:g} s per puzzle")
    results, rows = {}, []
    with Path(args.json or "/dev/null").open("w", encoding="utf-8") as out:
        for genre in _genres(args.genres):
            runs = measured(genre, args, options, lambda run: print(json.dumps(asdict(run)), file=out, flush=True))
            if not runs:
                print(f"\n{genre}: the corpus has no such puzzles")
                continue
            results[genre] = runs
            rows.append(genre_row(genre, runs))
            print(f"\n{genre}: {', '.join(rows[-1][1:])}", *remarkable_runs(runs, args.slowest), sep="\n", flush=True)
    print()
    print(table(HEAD, rows, args.markdown))
    show(results, options)
    if any(run.faults for runs in results.values() for run in runs):
        sys.exit("some puzzles could not be read or differ without an explanation: see FAULT above")


if __name__ == "__main__":
    main()
