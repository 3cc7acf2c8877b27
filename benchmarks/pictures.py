"""How long pictures and booklets take, and how much memory a booklet needs.

    python benchmarks/pictures.py [--sides 10 50] [--rounds 15] [--puzzles 200 1000] [--cpu] [--markdown]

The puzzles have random clues and answers, in ordinary numbers, and are of genres that are drawn in different ways. A
picture is timed from the puzzle to the text of the SVG or the bytes of the PNG (150 dots per inch), with the answer;
the fastest of some rounds counts. Each booklet (10x10, four puzzles per page, rules above them, answers at the end) is
made by a separate process, which reports its time, including that for making up the puzzles, and its peak memory.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from itertools import groupby
from pathlib import Path
from random import Random
from time import perf_counter, process_time

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import machine, memory, parser, seconds, table
from gridwright.language import Puzzle, Rect, Spot, State
from gridwright.picture.booklet import Booklet, Layout

TARGETS = {10: (0.005, 0.050), 50: (0.060, 0.500)}
"""Seconds for an SVG and for a PNG, by the side of the board."""
Made = tuple[Puzzle, State]
Maker = Callable[[Random, int], Made]


def _chosen(rng: Random, spots: tuple[Spot, ...], share: float) -> list[Spot]:
    return [spot for spot in spots if rng.random() < share]


def nurikabe(rng: Random, side: int) -> Made:
    """Numbers in cells, shaded cells."""
    board = Rect.of(side, side)
    clue = {cell: rng.randint(1, 12) for cell in _chosen(rng, board.cells, 0.2)}
    puzzle = Puzzle.of(gw.genre("Nurikabe"), board, {"clue": clue})
    return puzzle, State.of(puzzle, {"sea": {cell: rng.random() < 0.6 for cell in board.cells}})


def heyawake(rng: Random, side: int) -> Made:
    """Many borders, shaded cells."""
    board = Rect.of(side, side)
    wall = dict.fromkeys(_chosen(rng, board.links, 0.35), True)
    number = {cell: rng.randint(0, 1) for cell in _chosen(rng, board.cells, 0.1)}
    puzzle = Puzzle.of(gw.genre("Heyawake"), board, {"wall": wall, "number": number})
    return puzzle, State.of(puzzle, {"shade": {cell: rng.random() < 0.3 for cell in board.cells}})


def masyu(rng: Random, side: int) -> Made:
    """Circles, and lines through cells."""
    board = Rect.of(side, side)
    pearl = {cell: rng.choice(("white", "black")) for cell in _chosen(rng, board.cells, 0.2)}
    puzzle = Puzzle.of(gw.genre("Masyu"), board, {"pearl": pearl})
    return puzzle, State.of(puzzle, {"loop": {link: rng.random() < 0.4 for link in board.links}})


def sudoku(rng: Random, side: int) -> Made:
    """A number in every cell."""
    board = Rect.of(side, side)
    number = {cell: 1 + (cell.x // 2 + cell.y // 2) % side for cell in board.cells}
    wall = dict.fromkeys(_chosen(rng, board.links, 0.2), True)
    shown = {cell: number[cell] for cell in _chosen(rng, board.cells, 0.35)}
    puzzle = Puzzle.of(gw.genre("Sudoku"), board, {"number": shown, "wall": wall})
    return puzzle, State.of(puzzle, {"number": number})


def picross(rng: Random, side: int) -> Made:
    """Long clues outside, shaded cells."""
    board = Rect.of(side, side)
    shade = {cell: rng.random() < 0.55 for cell in board.cells}
    lines = ([shade[cell] for cell in line] for line in board.lines)
    runs = [tuple(len(list(run)) for full, run in groupby(line) if full) for line in lines]
    rows, columns = runs[:side], runs[side:]
    clue = {Spot(2 * i + 1, -1): row for i, row in enumerate(rows)}
    clue |= {Spot(-1, 2 * i + 1): column for i, column in enumerate(columns)}
    puzzle = Puzzle.of(gw.genre("Picross"), board, {"clue": clue})
    return puzzle, State.of(puzzle, {"shade": shade})


MAKERS: tuple[Maker, ...] = nurikabe, heyawake, masyu, sudoku, picross


def fastest(work: Callable[[], object], rounds: int, clock: Callable[[], float]) -> float:
    """The minimum time of some rounds."""
    times = []
    for _ in range(rounds):
        begun = clock()
        work()
        times.append(clock() - begun)
    return min(times)


def pictures(side: int, rounds: int, clock: Callable[[], float]) -> list[list[str]]:
    """A row for each maker."""
    rows = []
    for maker in MAKERS:
        puzzle, answer = maker(Random(f"{maker.__name__} {side}"), side)
        svg = fastest(lambda pair=(puzzle, answer): gw.draw(*pair).svg(), rounds, clock)  # type: ignore[misc]
        png = fastest(lambda pair=(puzzle, answer): gw.draw(*pair).png(150), rounds, clock)  # type: ignore[misc]
        size = len(gw.draw(puzzle, answer).svg()) / 1024
        met = "-"
        if side in TARGETS:
            met = "yes" if svg < TARGETS[side][0] and png < TARGETS[side][1] else "no"
        rows.append([f"{maker.__name__} {side}x{side}", seconds(svg), seconds(png), f"{size:.0f} kB", met])
    return rows


def book(count: int, cpu: bool) -> dict[str, float]:
    """Makes a booklet; returns the seconds, the peak memory and the size of the file in MB."""
    clock = process_time if cpu else perf_counter
    rng, target = Random(count), BytesIO()
    begun = clock()
    made = Booklet(target, Layout(per_page=4, title="Measured", rules=True))
    for i in range(count):
        made.add(*MAKERS[i % len(MAKERS)](rng, 10))
    made.save()
    return {"seconds": clock() - begun, "peak": memory("VmHWM"), "size": len(target.getvalue()) / 2**20}


def books(counts: list[int], cpu: bool) -> list[list[str]]:
    """A row for each number of puzzles."""
    rows = []
    for count in counts:
        command = [sys.executable, __file__, "--book", str(count), *["--cpu"] * cpu]
        result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        rows.append([str(count), seconds(result["seconds"]), f"{result['peak']:.0f} MB", f"{result['size']:.1f} MB"])
    return rows


def main() -> None:
    """Runs what the command line asks for."""
    command = parser(__doc__)
    command.add_argument("--sides", type=int, nargs="*", default=[10, 50], help="sides of boards (default 10 50)")
    command.add_argument("--rounds", type=int, default=15, help="repetitions of each picture (default 15)")
    command.add_argument("--puzzles", type=int, nargs="*", default=[200, 1000], help="sizes of booklets (200 1000)")
    command.add_argument("--cpu", action="store_true", help="count CPU time, not the wall clock")
    command.add_argument("--book", type=int, help=argparse.SUPPRESS)
    args = command.parse_args()
    if args.book is not None:
        print(json.dumps(book(args.book, args.cpu)))
        return
    clock = process_time if args.cpu else perf_counter
    print(f"{machine()}; {'CPU time' if args.cpu else 'wall clock'}\n")
    if args.sides:
        head = ["picture", "SVG", "PNG, 150 dpi", "size of the SVG", "within the target"]
        rows = [row for side in args.sides for row in pictures(side, args.rounds, clock)]
        print(table(head, rows, args.markdown), end="\n\n")
    if args.puzzles:
        head = ["puzzles in a booklet", "time", "peak memory", "size of the PDF"]
        print(table(head, books(args.puzzles, args.cpu), args.markdown))


if __name__ == "__main__":
    main()
