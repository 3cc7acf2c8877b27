"""How long it takes to make new puzzles, in CPU seconds, including the proof.

    python benchmarks/generate.py [GENRE...] [--count 10] [--seed 1] [--timeout 20] [--difficulty LABELS] [--markdown]

Each genre has its usual size. ``target`` is the intended median, without a requested difficulty; ``failures`` are
requests that ran out of time or found no puzzle; ``density`` is the mean number of clues and given marks per cell,
without walls between areas. With ``--difficulty easy,hard``: the number of puzzles with the requested difficulty within
3 s, how many more took longer, and the median of all.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from time import process_time

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import machine, parser, quantile, seconds, table

TARGETS = {
    0.030: ("Fences", "Masyu", "Minesweeper", "Picross", "Galaxies", "Shikaku", "Aquarium", "Sudoku", "Thermometers",
            "Tents", "Magnets", "Slalom"),
    0.060: ("Akari", "Tapa", "Kuromasu", "Cave", "Domino Hunt", "Starry Sky"),
    0.150: ("Nurikabe", "Hashi", "Killer-Sudoku", "Hitori", "Skyscrapers", "Easy as ABC", "Basic"),
    0.500: ("Heyawake", "Starbattle", "Yajilin", "Kakuro", "Fillomino", "Pips"),
}  # fmt: skip
"""Medians in seconds; 3 s for every other genre."""
HEAD = ("genre", "size", "puzzles", "failures", "median", "p95", "target", "density")
SOON, REACHED = 3.0, 0.95
"""The target for difficulties: the seconds, and the share of puzzles that must reach it by then."""


def target(name: str) -> float:
    """The intended median."""
    return next((limit for limit, names in TARGETS.items() if name in names), 3.0)


ANY = "any"
"""The difficulty of puzzles that are not rated."""


@dataclass(frozen=True)
class Made:
    """The result of one request: the puzzle, if one was made, and the CPU seconds."""

    puzzle: gw.Puzzle | None
    seconds: float


def made(genre: type[gw.Genre], args: argparse.Namespace, difficulty: str | None) -> list[Made]:
    """Requests puzzles of a genre at its usual size."""
    results = []
    for number in range(args.count):
        begun = process_time()
        puzzle = None
        with suppress(gw.TimeUp, gw.MakingError):
            puzzle = gw.generate(genre, seed=f"{args.seed}/{number}", difficulty=difficulty,
                                 stop=after(args.timeout))
        results.append(Made(puzzle, process_time() - begun))
    return results


def after(limit: float) -> Callable[[], bool]:
    """Returns a function that says whether a number of CPU seconds has passed; other processes use none of them."""
    end = process_time() + limit
    return lambda: process_time() > end


def row(genre: type[gw.Genre], args: argparse.Namespace) -> tuple[list[str], bool]:
    """The row of a genre, and whether its target is met."""
    results = made(genre, args, ANY if args.difficulty == ANY else None)
    times, puzzles = [one.seconds for one in results], [one.puzzle for one in results if one.puzzle is not None]
    failures = len(results) - len(puzzles)
    met = median(times) <= target(genre.name)
    shown = [genre.name, size(genre), str(args.count), str(failures), seconds(median(times)),
             seconds(quantile(times, 0.95)), seconds(target(genre.name)),
             f"{mean(map(density, puzzles)):.2f}" if puzzles else ""]
    return shown, met and not failures


def row_of_labels(
    genre: type[gw.Genre], args: argparse.Namespace, labels: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The row of a genre, and the difficulties that too few puzzles reach in time."""
    shown, missed = [genre.name, size(genre)], []
    for label in labels:
        results = made(genre, args, label)
        right = [one for one in results if one.puzzle is not None and one.puzzle.about.difficulty == label]
        soon = sum(one.seconds <= SOON for one in right)
        late = f" +{len(right) - soon}" if len(right) > soon else ""
        shown.append(f"{soon}/{len(results)}{late}, {seconds(median(one.seconds for one in results))}")
        if soon < REACHED * len(results):
            missed.append(label)
    return shown, missed


def size(genre: type[gw.Genre]) -> str:
    """The usual size of a genre."""
    rows, cols = genre.making.size
    return f"{rows}x{cols}"


def density(puzzle: gw.Puzzle) -> float:
    """The number of clues and given marks per cell."""
    clues = [name for name, layer in puzzle.genre.layers.items() if getattr(layer, "role", "clue") == "clue"]
    return sum(len(puzzle.given.get(name, {})) for name in clues) / len(puzzle.board.cells)


def main() -> None:
    """Runs what the command line asks for."""
    command = parser(__doc__)
    add = command.add_argument
    add("genres", nargs="*", metavar="GENRE", help="names of genres (default: all)")
    add("--count", type=int, default=10, metavar="N", help="puzzles per genre (default 10)")
    add("--seed", default="1")
    add("--timeout", type=float, default=20, help="CPU seconds per puzzle (default 20)")
    add("--difficulty", metavar="LABELS",
        help="labels separated by commas: how often they are reached; any: the time without a rating")
    args = command.parse_args()
    print(f"{machine()}; CPU time, limit {args.timeout:g} s per puzzle\n", flush=True)
    genres = [gw.genre(name) for name in args.genres] or list(gw.known_genres())
    labels = args.difficulty.split(",") if args.difficulty not in (None, ANY) else []
    rows, missed = [], []
    for genre in genres:
        if labels:
            shown, out_of_reach = row_of_labels(genre, args, labels)
            missed += [f"{genre.name} {label}" for label in out_of_reach]
        else:
            shown, met = row(genre, args)
            missed += [] if met else [genre.name]
        rows.append(shown)
    print(table(("genre", "size", *labels) if labels else HEAD, rows, args.markdown))
    print(f"\nTarget missed: {', '.join(missed) or 'none'}")


if __name__ == "__main__":
    main()
