"""How well ratings agree with the difficulties that authors gave their puzzles, and the thresholds of the labels.

    python research/rating.py [GENRE...] [--each 60] [--timeout 20] [--max-cells 400] [--jobs N] [--calibrate]

The puzzles are those of the corpus whose files name a difficulty. For each genre the table has Spearman's correlation
of the scores with these words, the same given the number of cells (a partial rank correlation), the correlation among
boards of 10x10, and that of the number of cells alone; and the shares of puzzles that get the author's label, and that
label or one beside it, when the thresholds are made from the other half of the puzzles. ``--calibrate`` writes the
scores that part the labels best into the classes of the genres that were rated. Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import inspect
import json
import math
import re
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
from benchmarks.tables import machine, quantile, seconds, table
from gridwright.engine.explain.rating import LABELS, USUAL_LEVELS, label_of, size_factor
from research.corpus import corpus_folder

WORDS = (
    ("trivial",),
    ("very easy", "easy", "easy+"),
    ("medium-", "medium"),
    ("hard-", "hard"),
    ("very hard", "extra", "super hard", "extreme", "near-impossible"),
)
"""The words of the corpus from the easiest to the hardest, by the label that they belong to."""
ORDER = {word: (label, place) for label, words in enumerate(WORDS) for place, word in enumerate(words)}
FEWEST = 12
"""No thresholds are made from fewer puzzles."""
FEWEST_OF_LABEL = 4
"""A threshold is not made from fewer puzzles below it, or above."""
LEAST_RATIOS = (4.0, 1.3, 1.3)
"""The thresholds of medium, hard and extreme puzzles are at least so many times the one before, lest a label can hardly
be met: what needs no supposition is to be easy, and not trivial."""


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
    kinds: tuple[str, ...] = ()

    @property
    def relative(self) -> float:
        """The score as it would be compared with thresholds of a board of 100 cells."""
        return self.score / size_factor(self.told.cells)

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
    score = rating.score if rating.complete else math.inf
    return Rated(told, score, rating.complete, process_time() - begun, tuple(rating.profile))


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


def wrong(some: Sequence[Rated], label: int, cut: float) -> float:
    """How badly a relative score parts the puzzles below a label from the others: the shares of both on the wrong side,
    added up."""
    below = [r.relative for r in some if r.level[0] < label]
    above = [r.relative for r in some if r.level[0] >= label]
    return sum(s > cut for s in below) / len(below) + sum(s <= cut for s in above) / len(above)


def told_labels(some: Sequence[Rated]) -> list[int]:
    """The labels from medium on with enough puzzles below, and enough of their own or above, to make a threshold
    from."""
    n_below = [sum(r.level[0] < label for r in some) for label in range(len(LABELS))]
    return [label for label in range(LABELS.index("medium"), len(LABELS))
            if FEWEST_OF_LABEL <= n_below[label] <= len(some) - FEWEST_OF_LABEL]  # fmt: skip


def parting(some: Sequence[Rated]) -> dict[int, float]:
    """For each label that the words tell of the relative score that it lies above: those that part the puzzles best
    together while none is too near to another."""
    scores = sorted({r.relative for r in some})
    cuts = [math.sqrt(max(a, 0.1) * b) for a, b in pairwise(scores) if b < math.inf]
    best: list[tuple[float, dict[int, float]]] = [(0.0, {})]
    for label in told_labels(some):
        more = []
        for cut in cuts:
            own = wrong(some, label, cut)
            before = [(cost, found) for cost, found in best
                      if all(cut >= low * least_ratio(lower, label) for lower, low in found.items())]
            if before:
                cost, found = min(before, key=lambda one: one[0])
                more.append((cost + own, {**found, label: cut}))
        best = more
    return _with_easy(some, min(best, key=lambda one: one[0])[1])


def _with_easy(some: Sequence[Rated], cuts: Mapping[int, float]) -> dict[int, float]:
    """The same with a threshold of easy puzzles: nearly all that are called easy lie above it. Few published puzzles
    are called trivial, too few to part them from easy ones."""
    easy, medium = LABELS.index("easy"), LABELS.index("medium")
    own = [r.relative for r in some if r.level[0] == easy]
    if medium not in cuts or len(own) < FEWEST_OF_LABEL:
        return dict(cuts)
    return {easy: min(quantile(own, 0.1), cuts[medium] / least_ratio(easy, medium)), **cuts}


def least_ratio(lower: int, upper: int) -> float:
    """How many times the threshold of one label that of a harder one is at least."""
    return math.prod(LEAST_RATIOS[lower - 1 : upper - 1])


def usual(by_genre: Iterable[Sequence[Rated]]) -> list[float]:
    """The median threshold of medium puzzles, and around it the medians of how many times one threshold is the one
    before."""
    found = [parting(some) for some in by_genre if len(some) >= FEWEST]
    times = [median(one[label + 1] / one[label] for one in found if {label, label + 1} <= one.keys())
             for label in range(1, len(LABELS) - 1)]
    medium = LABELS.index("medium")
    return filled({medium: median(cuts[medium] for cuts in found if medium in cuts)}, times)


def filled(known: Mapping[int, float], times: Sequence[float]) -> list[float]:
    """The thresholds of all labels from those of one or more; ``times``: how many times a threshold usually is the one
    before, beginning with that of medium puzzles."""
    cuts = dict(known)
    for label in range(min(cuts) - 1, 0, -1):
        cuts[label] = cuts[label + 1] / times[label - 1]
    for label in range(min(cuts) + 1, len(LABELS)):
        if label not in cuts:
            cuts[label] = cuts[label - 1] * times[label - 2]
            above = (cuts[one] / least_ratio(label, one) for one in cuts if one > label)
            cuts[label] = min(cuts[label], *above, math.inf)
    return [float(f"{cuts[label]:.3g}") for label in range(1, len(LABELS))]


def thresholds(some: Sequence[Rated], default: Sequence[float]) -> list[float]:
    """The relative scores above which puzzles are easy, medium, hard and extreme; their ratios are those of the default
    where the words do not tell."""
    told = parting(some)
    return filled(told, [b / a for a, b in pairwise(default)]) if told else list(default)


def half(one: Rated) -> int:
    """The half that a puzzle belongs to, 0 or 1, by an order that looks like chance."""
    return zlib.crc32(one.told.name.encode()[::-1]) & 1


def label_errors(some: Sequence[Rated]) -> list[int]:
    """By how many labels each puzzle misses that of its author, by thresholds that are made from the other half."""
    default = USUAL_LEVELS.scores
    errors = []
    for own in (0, 1):
        cuts = thresholds([r for r in some if half(r) != own], default)
        errors += [abs(LABELS.index(label_of(cuts, r.relative, r.kinds)) - r.level[0]) for r in some if half(r) == own]
    return errors


def calibrate(by_genre: Mapping[str, Sequence[Rated]]) -> None:
    """Writes the thresholds of the genres that were rated; those of the others stay.

    The usual ones are made anew where all genres with thresholds of this kind were rated.
    """
    default: Sequence[float] = USUAL_LEVELS.scores
    if {genre.name for genre in gw.known_genres() if genre.levels and genre.levels.labelled} <= by_genre.keys():
        default = usual(by_genre.values())
        print(f"USUAL_LEVELS = {declared(default)}")
    for name, some in by_genre.items():
        if len(some) >= FEWEST:
            write_levels(gw.genre(name), thresholds(some, default), labelled=True)


def declared(scores: Sequence[float], *, labelled: bool = False) -> str:
    """How thresholds are declared."""
    told = [f"{label}={score:g}" for label, score in zip(LABELS[1:], scores, strict=True)]
    return f"Levels({', '.join([*told, *(['labelled=True'] if labelled else [])])})"


def write_levels(genre: type[gw.Genre], scores: Sequence[float], *, labelled: bool) -> None:
    """Writes the thresholds of a genre into its class, or prints what to paste there if it has none yet."""
    line = f"    levels = {declared(scores, labelled=labelled)}"
    path = Path(inspect.getfile(genre))
    before, head, body = path.read_text("utf-8").partition(f"\nclass {genre.__name__}(")
    body, n_changed = re.subn(r"^    levels = Levels\(.*\)$", line, body, count=1, flags=re.MULTILINE)
    if n_changed:
        path.write_text(before + head + body, "utf-8")
    else:
        print(f"paste into the class {genre.__name__} in {path}:\n{line}")


def row(genre: str, some: Sequence[Rated]) -> list[str]:
    """The line of a genre in the table."""
    square = [r for r in some if r.told.cells == 100]
    numbers = spearman(some), given_cells(some), spearman(square), by_cells(some)
    told = ["-" if math.isnan(n) else f"{n:.2f}" for n in numbers]
    times = [r.seconds for r in some]
    late = sum(not r.complete for r in some)
    errors = label_errors(some)
    return [genre, str(len(some)), str(late), *told, f"{errors.count(0) / len(some):.0%}",
            f"{sum(error < 2 for error in errors) / len(some):.0%}",
            seconds(median(times)), seconds(quantile(times, 0.95))]  # fmt: skip


HEAD = ("genre", "puzzles", "time up", "Spearman", "given cells", "10x10", "cells alone", "same label", "next to it",
        "median", "p95")


def main() -> int:
    """Rates, prints the table, and writes the thresholds if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genres", nargs="*", metavar="GENRE")
    parser.add_argument("--each", type=int, default=60, help="so many puzzles of each genre (default 60)")
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds of the processor per puzzle (default 20)")
    parser.add_argument("--max-cells", type=int, default=400, help="no larger boards (default 400)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--calibrate", action="store_true", help="write the thresholds into the classes of genres")
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
