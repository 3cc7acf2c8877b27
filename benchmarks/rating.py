"""How well ratings agree with the difficulties that authors gave their puzzles, and the thresholds of the labels.

    python benchmarks/rating.py [GENRE...] [--each 60] [--timeout 20] [--max-cells 400] [--jobs N] [--calibrate]

The puzzles are those of the corpus whose files name a difficulty. For each genre the table has Spearman's correlation
of the scores with these words, the same given the number of cells (a partial rank correlation), the correlation among
boards of 10x10, and that of the number of cells alone; and the share of puzzles that get the author's label when the
thresholds are made from the other half of the puzzles. ``--calibrate`` writes the scores that part the labels best
into ``gridwright/engine/levels.json``, for the genres that were rated. Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from time import process_time

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.corpus import corpus_folder
from benchmarks.tables import machine, quantile, seconds, table
from gridwright.engine.rating import LABELS, label_by
from gridwright.engine.rating import thresholds as set_thresholds

LEVELS = Path(__file__).resolve().parent.parent / "gridwright" / "engine" / "levels.json"
WORDS = (
    ("trivial", "very easy"),
    ("easy", "easy+"),
    ("medium-", "medium"),
    ("hard-", "hard"),
    ("very hard", "extra", "super hard", "extreme", "near-impossible"),
)
"""The words of the corpus from the easiest to the hardest, by the label that they belong to."""
ORDER = {word: (label, place) for label, words in enumerate(WORDS) for place, word in enumerate(words)}
FEWEST = 12
"""No thresholds are made from fewer puzzles."""


@dataclass(frozen=True)
class Told:
    """A puzzle's text, and what its author says about it."""

    genre: str
    name: str
    text: str
    word: str
    cells: int


@dataclass(frozen=True)
class Rated:
    """What the rating of a puzzle came to; seconds of the processor."""

    told: Told
    score: float
    complete: bool
    seconds: float

    @property
    def level(self) -> tuple[int, int]:
        """The author's word as a place in the order of all words."""
        return ORDER[self.told.word]


def all_told(folder: Path) -> dict[str, list[Told]]:
    """The puzzles of known difficulty by the names of their genres' classes."""
    found = defaultdict(list)
    for line in (folder / "plaintext_index.jsonl").read_text("utf-8").splitlines():
        item = json.loads(line)
        if item["difficulty"] in ORDER:
            text = (folder / "plaintext" / item["file"]).read_text("latin-1")
            size = item["rows"] * item["cols"]
            found[item["genre"]].append(Told(item["genre"], item["file"], text, item["difficulty"], size))
    for line in (folder / "sudoku_sdk_index.jsonl").read_text("utf-8").splitlines():
        item = json.loads(line)
        if item["difficulty"] in ORDER and item.get("solutions") == 1 and item["size"] == 9:
            text = (folder / "sudoku_sdk" / item["file"]).read_text("utf-8")
            found["sudoku"].append(Told("sudoku", item["file"], text, item["difficulty"], 81))
    return dict(found)


def sample(puzzles: Iterable[Told], n: int, max_cells: int) -> list[Told]:
    """Some puzzles, as many of each word as there are, by an order that looks like chance and is always the same."""
    by_word = defaultdict(list)
    for one in sorted(puzzles, key=lambda p: zlib.crc32(p.name.encode())):
        if one.cells <= max_cells:
            by_word[one.word].append(one)
    chosen: list[Told] = []
    while len(chosen) < n and any(by_word.values()):
        for some in by_word.values():
            if some and len(chosen) < n:
                chosen.append(some.pop())
    return chosen


def rated(job: tuple[Told, float]) -> Rated | None:
    """The rating of a puzzle; None where it is not unique, or its file is faulty."""
    told, timeout = job
    try:
        puzzle = gw.read(told.text)
    except gw.FormatError:
        return None
    if gw.solve(puzzle, timeout=timeout).status != "unique":
        return None
    begun = process_time()
    try:
        rating = gw.rate(puzzle, stop=lambda: process_time() - begun > timeout)
    except gw.TimeUp:
        return Rated(told, math.inf, False, process_time() - begun)
    # A path that was cut short is harder than what was found of it.
    return Rated(told, rating.score if rating.complete else math.inf, rating.complete, process_time() - begun)


# -- agreement --------------------------------------------------------------------------------------------------------


def ranks(values: Sequence[float]) -> list[float]:
    """The place of each value in the order of all; equal values share theirs."""
    order = sorted(values)
    first = {value: i for i, value in reversed(list(enumerate(order)))}
    return [first[value] + (order.count(value) - 1) / 2 for value in values]


def correlation(a: Sequence[float], b: Sequence[float]) -> float:
    """Pearson's correlation; not a number where one side does not vary."""
    ma, mb = mean(a), mean(b)
    over = sum((x - ma) * (y - mb) for x, y in zip(a, b, strict=True))
    under = math.sqrt(sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b))
    return over / under if under else math.nan


def spearman(some: Sequence[Rated]) -> float:
    """The rank correlation of scores and words."""
    if len(some) < 3:
        return math.nan
    return correlation(ranks([r.score for r in some]), ranks([r.level[0] * 10 + r.level[1] for r in some]))


def by_cells(some: Sequence[Rated]) -> float:
    """The rank correlation of numbers of cells and words."""
    return correlation(ranks([r.told.cells for r in some]), ranks([r.level[0] * 10 + r.level[1] for r in some]))


def given_cells(some: Sequence[Rated]) -> float:
    """The rank correlation of scores and words with what both owe to the number of cells taken out."""
    score, cells = ranks([r.score for r in some]), ranks([r.told.cells for r in some])
    both, words = correlation(score, cells), by_cells(some)
    if math.isnan(both) or math.isnan(words):
        return spearman(some)
    under = math.sqrt((1 - both**2) * (1 - words**2))
    return (spearman(some) - both * words) / under if under else math.nan


# -- thresholds -------------------------------------------------------------------------------------------------------


def threshold(some: Sequence[Rated], label: int) -> float:
    """The score that parts the puzzles below a label from the others with the fewest mistakes in proportion."""
    below = [r.score for r in some if r.level[0] < label]
    above = [r.score for r in some if r.level[0] >= label]
    if not below or not above:
        return math.nan

    def wrong(cut: float) -> float:
        return sum(s > cut for s in below) / len(below) + sum(s <= cut for s in above) / len(above)

    scores = sorted({*below, *above})
    cuts = [math.sqrt(max(a, 0.1) * b) for a, b in pairwise(scores) if b < math.inf]
    return min(cuts, key=wrong, default=math.nan)


def thresholds(some: Sequence[Rated], otherwise: Sequence[float]) -> list[float]:
    """The scores above which puzzles are easy, medium, hard and extreme; ``otherwise`` where the words do not tell."""
    told = [threshold(some, label) for label in range(1, len(LABELS))]
    shifts = [math.log(own / usual) for own, usual in zip(told, otherwise, strict=True) if not math.isnan(own)]
    shift = math.exp(mean(shifts)) if shifts else 1.0
    filled = [usual * shift if math.isnan(own) else own for own, usual in zip(told, otherwise, strict=True)]
    return [float(f"{max(filled[: i + 1]) * 1.02**i:.3g}") for i in range(len(filled))]


def half(one: Rated) -> int:
    """The half that a puzzle belongs to, 0 or 1, by an order that looks like chance."""
    return zlib.crc32(one.told.name.encode()[::-1]) & 1


def rightly_labelled(genre: str, some: Sequence[Rated]) -> float:
    """The share of puzzles whose label is the author's, by thresholds that are made from the other half of them."""
    otherwise = set_thresholds(gw.genre(genre).__name__)
    right = 0
    for own in (0, 1):
        cuts = thresholds([r for r in some if half(r) != own], otherwise)
        right += sum(label_by(cuts, r.score) == LABELS[r.level[0]] for r in some if half(r) == own)
    return right / len(some)


def usual(by_genre: Mapping[str, Sequence[Rated]]) -> list[float]:
    """The medians of the genres' thresholds."""
    found = []
    for label in range(1, len(LABELS)):
        told = [threshold(some, label) for some in by_genre.values() if len(some) >= FEWEST]
        found.append(median(one for one in told if not math.isnan(one)))
    return sorted(float(f"{one:.3g}") for one in found)


def calibrate(by_genre: Mapping[str, Sequence[Rated]]) -> None:
    """Writes the thresholds of the genres that were rated; those of the others stay.

    The thresholds for genres without labelled puzzles are the medians of all.
    """
    found: dict[str, list[float]] = json.loads(LEVELS.read_text("utf-8"))["thresholds"]
    default = found.pop("default")
    for name, some in sorted(by_genre.items()):
        if len(some) >= FEWEST:
            found[gw.genre(name).__name__] = thresholds(some, usual(by_genre) if len(by_genre) > 1 else default)
    default = [float(f"{median(cuts):.3g}") for cuts in zip(*found.values(), strict=True)] if found else default
    ordered = {"default": default, **dict(sorted(found.items()))}
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(cuts)}" for name, cuts in ordered.items())
    made_by = json.dumps("python benchmarks/rating.py --calibrate")
    LEVELS.write_text(f'{{\n  "made_by": {made_by},\n  "thresholds": {{\n{lines}\n  }}\n}}\n', "utf-8")


def row(genre: str, some: Sequence[Rated]) -> list[str]:
    """The line of a genre in the table."""
    square = [r for r in some if r.told.cells == 100]
    numbers = spearman(some), given_cells(some), spearman(square), by_cells(some)
    told = ["-" if math.isnan(n) else f"{n:.2f}" for n in numbers]
    times = [r.seconds for r in some]
    late = sum(not r.complete for r in some)
    return [genre, str(len(some)), str(late), *told, f"{rightly_labelled(genre, some):.0%}",
            seconds(median(times)), seconds(quantile(times, 0.95))]  # fmt: skip


HEAD = ("genre", "puzzles", "time up", "Spearman", "given cells", "10x10", "cells alone", "same label", "median", "p95")


def main() -> int:
    """Rates, prints the table, and writes the thresholds if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genres", nargs="*", metavar="GENRE")
    parser.add_argument("--each", type=int, default=60, help="so many puzzles of each genre (default 60)")
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds of the processor per puzzle (default 20)")
    parser.add_argument("--max-cells", type=int, default=400, help="no larger boards (default 400)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--calibrate", action="store_true", help=f"write {LEVELS.name}")
    parser.add_argument("--markdown", action="store_true")
    args = parser.parse_args()
    folder = corpus_folder()
    if folder is None:
        parser.error("the corpus is not there: set GRIDWRIGHT_CORPUS to its folder")
    found = {name: some for name, some in all_told(folder).items() if not args.genres or name in args.genres}
    chosen = [one for some in found.values() for one in sample(some, args.each, args.max_cells)]
    with ProcessPoolExecutor(args.jobs) as pool:
        results = list(pool.map(rated, [(one, args.timeout) for one in chosen]))
    by_genre = {name: [r for r in results if r is not None and r.told.genre == name] for name in found}
    by_genre = {name: some for name, some in by_genre.items() if some}
    if args.calibrate:
        calibrate(by_genre)
    print(machine())
    print(table(HEAD, [row(name, some) for name, some in by_genre.items()], args.markdown))
    means = [mean(n for some in by_genre.values() if not math.isnan(n := f(some))) for f in (spearman, given_cells)]
    print(f"mean Spearman {means[0]:.2f}, given the number of cells {means[1]:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
