"""How long new puzzles take to make, in CPU seconds, proof included.

    python benchmarks/generate.py [GENRE...] [--count 10] [--seed 1] [--timeout 20] [--difficulty LABELS] [--markdown]

Each genre at its usual size. ``target`` is the median that is aimed at, without a difficulty asked for; ``failures``
are puzzles for which the time was up or none was found; ``density`` is the mean number of clues and given marks for
each cell, walls between areas left out. With ``--difficulty easy,hard``: of how many requests the puzzle came out as
hard as asked within 3 s, how many more did later, and the median of all.
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
from benchmarks.tables import machine, quantile, seconds, table

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
"""A difficulty is to be reached within so many seconds by such a share of puzzles."""


def target(name: str) -> float:
    """The median aimed at."""
    return next((most for most, names in TARGETS.items() if name in names), 3.0)


@dataclass(frozen=True)
class Made:
    """What came of one request: the puzzle, if there is one, and the CPU seconds that it took."""

    puzzle: gw.Puzzle | None
    seconds: float


def made(genre: type[gw.Genre], args: argparse.Namespace, difficulty: str | None) -> list[Made]:
    """Puzzles of a genre at its usual size; none where the time was up, or none was found."""
    found = []
    for number in range(args.count):
        begun = process_time()
        puzzle = None
        with suppress(gw.TimeUp, gw.MakingError):
            puzzle = gw.generate(genre, seed=f"{args.seed}/{number}", difficulty=difficulty,
                                 stop=after(args.timeout))
        found.append(Made(puzzle, process_time() - begun))
    return found


def after(limit: float) -> Callable[[], bool]:
    """Whether so many seconds of CPU time have passed; what else runs on the machine uses up none of it."""
    end = process_time() + limit
    return lambda: process_time() > end


def row(genre: type[gw.Genre], args: argparse.Namespace) -> tuple[list[str], bool]:
    """The line of a genre, and whether its target is met."""
    found = made(genre, args, None)
    times, puzzles = [one.seconds for one in found], [one.puzzle for one in found if one.puzzle is not None]
    failures = len(found) - len(puzzles)
    met = median(times) <= target(genre.name)
    shown = [genre.name, size(genre), str(args.count), str(failures), seconds(median(times)),
             seconds(quantile(times, 0.95)), seconds(target(genre.name)),
             f"{mean(map(density, puzzles)):.2f}" if puzzles else ""]
    return shown, met and not failures


def row_of_labels(
    genre: type[gw.Genre], args: argparse.Namespace, labels: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The line of a genre, and the difficulties that are not reached often enough, or not soon enough."""
    shown, missed = [genre.name, size(genre)], []
    for label in labels:
        found = made(genre, args, label)
        right = [one for one in found if one.puzzle is not None and one.puzzle.about.difficulty == label]
        soon = sum(one.seconds <= SOON for one in right)
        late = f" +{len(right) - soon}" if len(right) > soon else ""
        shown.append(f"{soon}/{len(found)}{late}, {seconds(median(one.seconds for one in found))}")
        if soon < REACHED * len(found):
            missed.append(label)
    return shown, missed


def size(genre: type[gw.Genre]) -> str:
    """The usual size of a genre."""
    rows, cols = genre.making.size
    return f"{rows}x{cols}"


def density(puzzle: gw.Puzzle) -> float:
    """Clues and given marks for each cell."""
    told = [name for name, layer in puzzle.genre.layers.items() if getattr(layer, "role", "clue") == "clue"]
    return sum(len(puzzle.given.get(name, {})) for name in told) / len(puzzle.board.cells)


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("genres", nargs="*", metavar="GENRE", help="names of genres (default: all)")
    add("--count", type=int, default=10, metavar="N", help="so many of each genre (default 10)")
    add("--seed", default="1")
    add("--timeout", type=float, default=20, help="CPU seconds per puzzle (default 20)")
    add("--difficulty", metavar="LABELS", help="from trivial to extreme, with commas: how often they are reached")
    add("--markdown", action="store_true", help="the table as Markdown")
    args = parser.parse_args()
    print(f"{machine()}; CPU time, limit {args.timeout:g} s per puzzle\n", flush=True)
    genres = [gw.genre(name) for name in args.genres] or list(gw.known_genres())
    labels = args.difficulty.split(",") if args.difficulty else []
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
