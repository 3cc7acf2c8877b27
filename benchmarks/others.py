"""Compares with puzzlekit, noqx and cspuz_core on new puzzles, each read and solved once.

    pip install puzzlekit==0.3.4 clingo==5.8.3
    python benchmarks/others.py [GENRE...] [--noqx CHECKOUT] [--cspuz LIBRARY] [--count 10] [--seed 1] [--markdown]

CHECKOUT is one of https://github.com/T0nyX1ang/noqx; ``benchmarks/peer.py`` says how to build LIBRARY. The columns of
programs that are not there stay empty. The puzzles are those that ``gridwright generate`` makes with the same seed, at
the usual sizes; the first of each genre is not counted. CPU time of this process from the text to the verdict, one
search thread, the programs in turn. Each program reads its own notation: an address of puzz.link (Gridwright and
cspuz_core), a text of puzzlekit, the data of a Penpa+ address. All but puzzlekit prove that there is no other answer.
A ratio is the geometric mean of their times over that of ours: above 1, Gridwright is faster.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.peer import Peer
from benchmarks.tables import geometric_mean, machine, parser, seconds, table

GENRES = {
    "Akari": ("akari", "akari"), "Cave": ("cave", "cave"), "Fences": ("slitherlink", "slitherlink"),
    "Heyawake": ("heyawake", "heyawake"), "Hitori": ("hitori", "hitori"), "Kakuro": ("kakuro", "kakuro"),
    "Kuromasu": ("kuromasu", "kurodoko"), "LITS": ("lits", "lits"), "Masyu": ("masyu", "masyu"),
    "Nurikabe": ("nurikabe", "nurikabe"), "Picross": ("nonogram", "nonogram"), "Shikaku": ("shikaku", "shikaku"),
    "Sudoku": ("sudoku", "sudoku"), "Tents": ("tent", "tents"), "Yajilin": ("yajilin", "yajilin"),
}  # fmt: skip
"""Genres that several know, with their names in puzzlekit and noqx."""
NAMES = ("Gridwright", "puzzlekit", "noqx", "cspuz_core")
LIMIT = 30
"""Seconds for a puzzle."""
Solver = Callable[[gw.Puzzle], tuple[str, float]]
"""Solves a puzzle; the status, and the CPU time of reading and solving."""


class NotAsked(Exception):
    """A program is not there, or cannot express a puzzle."""


def timed(ask: Callable[[], str]) -> tuple[str, float]:
    """What a program says, and its CPU time."""
    begun = process_time()
    said = ask()
    return said, process_time() - begun


def gridwright() -> Solver:
    """This program."""

    def solve(puzzle: gw.Puzzle) -> tuple[str, float]:
        text = gw.write(puzzle, "puzzlink")
        return timed(lambda: str(gw.solve(gw.read(text), timeout=LIMIT).status))

    return solve


def puzzlekit(name: str) -> Solver:
    """The package puzzlekit."""
    try:
        module = importlib.import_module("puzzlekit")
    except ImportError as fault:
        raise NotAsked from fault
    options = {"time_limit_sec": LIMIT, "num_search_workers": 1}

    def solve(puzzle: gw.Puzzle) -> tuple[str, float]:
        text = gw.write(puzzle, "puzzlekit").rstrip()
        said, spent = timed(lambda: str(module.solve(text, name, solver_options=options).solution_data.get("status")))
        return {"Optimal": "answer", "Feasible": "answer"}.get(said, said), spent

    return solve


def noqx(name: str, checkout: Path | None) -> Solver:
    """A checkout of noqx."""
    if checkout is None:
        raise NotAsked
    sys.path[:0] = [path for path in (str(checkout),) if path not in sys.path]
    try:
        manager, clingo = importlib.import_module("noqx.manager"), importlib.import_module("noqx.clingo")
    except ImportError as fault:
        raise NotAsked from fault
    with suppress(ValueError):  # it is loaded already
        manager.load_solver("solver", name)
    clingo.Config.time_limit = LIMIT
    run: Any = clingo.run_solver
    defaults = {key: value["default"] for key, value in manager.modules[name].parameters.items()}

    def solve(puzzle: gw.Puzzle) -> tuple[str, float]:
        data = gw.write(puzzle, "penpa").strip().partition("#")[2]
        said, spent = timed(lambda: str(len(run(name, data, defaults)["url"])))
        return {"0": "none", "1": "unique"}.get(said, "several"), spent

    return solve


def cspuz(library: str | None) -> Solver:
    """The library of cspuz_core."""
    if library is None:
        raise NotAsked
    peer = Peer(library)
    return lambda puzzle: peer.verdict(gw.write(puzzle, "puzzlink").strip())


def solvers(genre: str, args: argparse.Namespace) -> Iterator[Solver | None]:
    """This program and the others; None for what is not there."""
    yield gridwright()
    makers: list[Callable[[], Solver]] = [
        lambda: puzzlekit(GENRES[genre][0]), lambda: noqx(GENRES[genre][1], args.noqx), lambda: cspuz(args.cspuz),
    ]  # fmt: skip
    for make in makers:
        try:
            yield make()
        except NotAsked:
            yield None


def compared(genre: str, args: argparse.Namespace) -> list[str]:
    """The row of a genre."""
    programs = list(solvers(genre, args))
    times: list[dict[int, float]] = [{} for _ in programs]
    notes: set[str] = set()
    for number, puzzle in enumerate(gw.generate_many(genre, count=args.count + 1, seed=args.seed)):
        for place in sorted(range(len(programs)), key=lambda place: (place + number) % len(programs)):
            if (program := programs[place]) is None:
                continue
            try:
                said, spent = program(puzzle)
            except Exception as fault:  # other programs may raise anything
                said, spent = type(fault).__name__, LIMIT
            if said not in ("unique", "answer"):
                notes.add(f"{NAMES[place]}: {said}")
            elif number:
                times[place][number] = spent
    own, *others = times
    row = [genre, str(len(own)), seconds(median(own.values()))]
    for found in others:
        ratios = [spent / own[number] for number, spent in found.items() if number in own]
        row += [seconds(median(found.values())), f"{geometric_mean(ratios):.1f}"] if ratios else ["-", "-"]
    return [*row, "; ".join(sorted(notes))]


def main() -> None:
    """Compares, and prints a table."""
    command = parser(__doc__)
    command.add_argument("genres", nargs="*", metavar="GENRE")
    command.add_argument("--noqx", type=Path, metavar="CHECKOUT")
    command.add_argument("--cspuz", metavar="LIBRARY")
    command.add_argument("--count", type=int, default=10)
    command.add_argument("--seed", default="1")
    args = command.parse_args()
    print(machine() + "\n")
    head = ["genre", "puzzles", NAMES[0], *(word for name in NAMES[1:] for word in (name, "ratio")), "notes"]
    rows = []
    for name in args.genres or GENRES:
        rows.append(compared(gw.genre(name).name, args))
        print(*rows[-1], file=sys.stderr)
    print(table(head, rows, args.markdown))


if __name__ == "__main__":
    main()
