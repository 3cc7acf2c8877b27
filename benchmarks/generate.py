"""How long new puzzles take to make, in CPU seconds, proof included.

    python benchmarks/generate.py [GENRE...] [--count 10] [--seed 1] [--timeout 20] [--difficulty LABEL] [--markdown]

Each genre at its usual size. ``target`` is the median that is aimed at, without a difficulty asked for; ``failures``
are puzzles for which the time was up or none was found; ``density`` is the mean number of clues and given marks for
each cell, walls between areas left out.
"""

from __future__ import annotations

import argparse
import sys
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


def target(name: str) -> float:
    """The median aimed at."""
    return next((most for most, names in TARGETS.items() if name in names), 3.0)


def row(genre: type[gw.Genre], args: argparse.Namespace) -> tuple[list[str], bool]:
    """The line of a genre, and whether its target is met."""
    times, densities, failures = [], [], 0
    for number in range(args.count):
        begun = process_time()
        try:
            puzzle = gw.generate(genre, seed=f"{args.seed}/{number}", timeout=args.timeout, difficulty=args.difficulty)
        except (gw.TimeUp, gw.MakingError):
            failures += 1
        else:
            densities.append(density(puzzle))
        times.append(process_time() - begun)
    rows, cols = genre.making.size
    met = median(times) <= target(genre.name)
    shown = [genre.name, f"{rows}x{cols}", str(args.count), str(failures), seconds(median(times)),
             seconds(quantile(times, 0.95)), seconds(target(genre.name)), f"{mean(densities or [0]):.2f}"]
    return shown, met and not failures


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
    add("--timeout", type=float, default=20, help="seconds per puzzle (default 20)")
    add("--difficulty", help="a label from trivial to extreme")
    add("--markdown", action="store_true", help="the table as Markdown")
    args = parser.parse_args()
    print(f"{machine()}; CPU time, limit {args.timeout:g} s per puzzle\n", flush=True)
    genres = [gw.genre(name) for name in args.genres] or list(gw.known_genres())
    rows, missed = [], []
    for genre in genres:
        shown, met = row(genre, args)
        rows.append(shown)
        missed += [] if met else [genre.name]
    print(table(HEAD, rows, args.markdown))
    print(f"\nTarget missed: {', '.join(missed) or 'none'}")


if __name__ == "__main__":
    main()
