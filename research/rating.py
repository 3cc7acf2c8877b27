"""How well ratings agree with the difficulties stated by authors, and the thresholds of the labels.

    python research/rating.py [GENRE...] [--each 60] [--timeout 20] [--max-cells 400] [--jobs N] [--calibrate]

The puzzles are those of the corpus with a stated difficulty. Sudokus have ratings by Sudoku Explainer instead: those of
the corpus are labelled by their number of givens. For each genre the table has Spearman's correlation of
scores and difficulties; the same given the number of cells (a partial rank correlation); the correlation among boards
of 10x10; that of the number of cells alone; and the shares of puzzles that get the author's label, or that or an
adjacent one, with thresholds from the other half of the puzzles. ``--calibrate`` writes the scores that separate the
labels best into the classes of the rated genres. Seconds are CPU seconds.
"""

from __future__ import annotations

import inspect
import json
import math
import re
import sys
import zlib
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from time import process_time

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import machine, parser, quantile, seconds, table
from gridwright.engine.explain.rating import USUAL_LEVELS, label_of, size_factor
from gridwright.language.taste import LABELS
from research.corpus import corpus_folder

WORDS = (
    ("trivial",),
    ("very easy", "easy", "easy+"),
    ("medium-", "medium"),
    ("hard-", "hard"),
    ("very hard", "extra", "super hard", "extreme", "near-impossible"),
)
"""The difficulties in the corpus from the easiest to the hardest, by label."""
SUDOKU_EXPLAINER = Path(__file__).with_name("sudoku_explainer.txt")
EXPLAINED = (0.0, 1.2, 2.4, 4.2, 7.0)
"""The least ratings by Sudoku Explainer for each label. Up to 2.3 singles suffice, now and then with pointing or a
hidden pair; then come locked candidates, subsets and fish; then wings and short chains; then long ones."""
ORDER = {word: (label, place) for label, words in enumerate(WORDS) for place, word in enumerate(words)}
FEWEST = 12
"""The minimum number of puzzles for thresholds."""
FEWEST_OF_LABEL = 4
"""The minimum number of puzzles on each side of a threshold."""
LEAST_RATIOS = (2.0, 1.25, 1.3)
"""The minimum ratios of the thresholds of medium, hard and extreme puzzles to the one before, so that no label is rare:
puzzles without suppositions are meant to be easy, not trivial."""


@dataclass(frozen=True)
class LabelledPuzzle:
    """A puzzle's text, with the difficulty stated by its author: a word, and its rank (the label, and the position
    within the label)."""

    genre: str
    name: str
    text: str
    word: str
    cells: int
    rank: tuple[int, float]


@dataclass(frozen=True)
class Rated:
    """The rating of a puzzle, in CPU seconds."""

    puzzle: LabelledPuzzle
    score: float
    complete: bool
    seconds: float
    kinds: tuple[str, ...] = ()

    @property
    def relative(self) -> float:
        """The score, scaled to a board of 100 cells."""
        return self.score / size_factor(self.puzzle.cells)

    @property
    def level(self) -> tuple[int, float]:
        """The rank of the stated difficulty."""
        return self.puzzle.rank


def labelled_puzzles(folder: Path) -> dict[str, list[LabelledPuzzle]]:
    """The puzzles with a stated difficulty, by the names of their genres."""
    found = defaultdict(list)
    for line in (folder / "plaintext_index.jsonl").read_text("utf-8").splitlines():
        item = json.loads(line)
        if item["difficulty"] in ORDER:
            text = (folder / "plaintext" / item["file"]).read_text("latin-1")
            size = item["rows"] * item["cols"]
            genre, word = item["genre"], item["difficulty"]
            found[genre].append(LabelledPuzzle(genre, item["file"], text, word, size, ORDER[word]))
    found["sudoku"] = list(explained())
    return dict(found)


def explained() -> Iterator[LabelledPuzzle]:
    """The Sudokus that Sudoku Explainer has rated."""
    for line in SUDOKU_EXPLAINER.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            word, digits = line.split()
            label = bisect_right(EXPLAINED, float(word)) - 1
            yield LabelledPuzzle("sudoku", digits, digits.replace("0", "."), word, 81, (label, float(word)))


def sample(puzzles: Iterable[LabelledPuzzle], n: int, max_cells: int) -> list[LabelledPuzzle]:
    """A sample with equal numbers for each difficulty as far as possible, in a fixed pseudo-random order."""
    by_word = defaultdict(list)
    for one in sorted(puzzles, key=lambda p: zlib.crc32(p.name.encode())):
        if one.cells <= max_cells:
            by_word[one.word].append(one)
    chosen: list[LabelledPuzzle] = []
    while len(chosen) < n and any(by_word.values()):
        for some in by_word.values():
            if some and len(chosen) < n:
                chosen.append(some.pop())
    return chosen


def rated(job: tuple[LabelledPuzzle, float]) -> Rated | None:
    """The rating of a puzzle; None if it is not unique or cannot be read."""
    labelled, timeout = job
    try:
        puzzle = gw.read(labelled.text)
    except gw.FormatError:
        return None
    if gw.solve(puzzle, timeout=timeout).status != "unique":
        return None
    begun = process_time()
    try:
        rating = gw.rate(puzzle, stop=lambda: process_time() - begun > timeout)
    except gw.TimeUp:
        return Rated(labelled, math.inf, False, process_time() - begun)
    # The score of an incomplete path would be too low.
    score = rating.score if rating.complete else math.inf
    return Rated(labelled, score, rating.complete, process_time() - begun, tuple(rating.profile))


# -- agreement --------------------------------------------------------------------------------------------------------


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; equal values share theirs."""
    order = sorted(values)
    first = {value: i for i, value in reversed(list(enumerate(order)))}
    return [first[value] + (order.count(value) - 1) / 2 for value in values]


def correlation(a: Sequence[float], b: Sequence[float]) -> float:
    """Pearson's correlation; NaN if one side is constant."""
    ma, mb = mean(a), mean(b)
    over = sum((x - ma) * (y - mb) for x, y in zip(a, b, strict=True))
    under = math.sqrt(sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b))
    return over / under if under else math.nan


def spearman(some: Sequence[Rated]) -> float:
    """The rank correlation of scores and difficulties."""
    if len(some) < 3:
        return math.nan
    return correlation(ranks([r.score for r in some]), ranks([r.level[0] * 20 + r.level[1] for r in some]))


def by_cells(some: Sequence[Rated]) -> float:
    """The rank correlation of numbers of cells and difficulties."""
    return correlation(ranks([r.puzzle.cells for r in some]), ranks([r.level[0] * 20 + r.level[1] for r in some]))


def given_cells(some: Sequence[Rated]) -> float:
    """The rank correlation of scores and difficulties, given the number of cells."""
    score, cells = ranks([r.score for r in some]), ranks([r.puzzle.cells for r in some])
    both, words = correlation(score, cells), by_cells(some)
    if math.isnan(both) or math.isnan(words):
        return spearman(some)
    under = math.sqrt((1 - both**2) * (1 - words**2))
    return (spearman(some) - both * words) / under if under else math.nan


# -- thresholds -------------------------------------------------------------------------------------------------------


def wrong(some: Sequence[Rated], label: int, cut: float) -> float:
    """How badly a relative score separates the puzzles below a label from the others: the sum of the shares of both on
    the wrong side."""
    below = [r.relative for r in some if r.level[0] < label]
    above = [r.relative for r in some if r.level[0] >= label]
    return sum(s > cut for s in below) / len(below) + sum(s <= cut for s in above) / len(above)


def separable_labels(some: Sequence[Rated]) -> list[int]:
    """The labels from medium on with enough puzzles for a threshold, both below it and above."""
    n_below = [sum(r.level[0] < label for r in some) for label in range(len(LABELS))]
    return [label for label in range(LABELS.index("medium"), len(LABELS))
            if FEWEST_OF_LABEL <= n_below[label] <= len(some) - FEWEST_OF_LABEL]  # fmt: skip


def parting(some: Sequence[Rated]) -> dict[int, float]:
    """The thresholds that together separate the puzzles best, by label, with at least the minimum ratios."""
    scores = sorted({r.relative for r in some})
    cuts = [math.sqrt(max(a, 0.1) * b) for a, b in pairwise(scores) if b < math.inf]
    best: list[tuple[float, dict[int, float]]] = [(0.0, {})]
    for label in separable_labels(some):
        more = []
        for cut in cuts:
            errors = wrong(some, label, cut)
            before = [(cost, found) for cost, found in best
                      if all(cut >= low * least_ratio(lower, label) for lower, low in found.items())]
            if before:
                cost, found = min(before, key=lambda one: one[0])
                more.append((cost + errors, {**found, label: cut}))
        best = more
    return _with_easy(some, min(best, key=lambda one: one[0])[1])


def _with_easy(some: Sequence[Rated], cuts: Mapping[int, float]) -> dict[int, float]:
    """Adds a threshold of easy puzzles, which nearly all puzzles called easy are above: too few published puzzles are
    called trivial to separate the two."""
    easy, medium = LABELS.index("easy"), LABELS.index("medium")
    scores = [r.relative for r in some if r.level[0] == easy]
    if medium not in cuts or len(scores) < FEWEST_OF_LABEL:
        return dict(cuts)
    return {easy: min(quantile(scores, 0.1), cuts[medium] / least_ratio(easy, medium)), **cuts}


def least_ratio(lower: int, upper: int) -> float:
    """The minimum ratio of the thresholds of two labels."""
    return math.prod(LEAST_RATIOS[lower - 1 : upper - 1])


def usual(by_genre: Iterable[Sequence[Rated]]) -> list[float]:
    """The median threshold of medium puzzles, and the others from the median ratios of adjacent thresholds."""
    found = [parting(some) for some in by_genre if len(some) >= FEWEST]
    times = [median(one[label + 1] / one[label] for one in found if {label, label + 1} <= one.keys())
             for label in range(1, len(LABELS) - 1)]
    medium = LABELS.index("medium")
    return filled({medium: median(cuts[medium] for cuts in found if medium in cuts)}, times)


def filled(known: Mapping[int, float], times: Sequence[float]) -> list[float]:
    """The thresholds of all labels from one or more; ``times`` are the usual ratios of each threshold to the one
    before, from that of medium puzzles on."""
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
    """The relative scores above which puzzles are easy, medium, hard and extreme; ratios that the puzzles do not
    determine are those of the default."""
    cuts = parting(some)
    return filled(cuts, [b / a for a, b in pairwise(default)]) if cuts else list(default)


def half(one: Rated) -> int:
    """The half that a puzzle belongs to, 0 or 1, pseudo-randomly."""
    return zlib.crc32(one.puzzle.name.encode()[::-1]) & 1


def label_errors(some: Sequence[Rated]) -> list[int]:
    """By how many labels each puzzle misses its author's, with thresholds from the other half."""
    default = USUAL_LEVELS.scores
    errors = []
    for part in (0, 1):
        cuts = thresholds([r for r in some if half(r) != part], default)
        errors += [abs(LABELS.index(label_of(cuts, r.relative, r.kinds)) - r.level[0]) for r in some if half(r) == part]
    return errors


def calibrate(by_genre: Mapping[str, Sequence[Rated]]) -> None:
    """Writes the thresholds of the rated genres; the others keep theirs.

    The default ones are printed if all genres with thresholds of this kind were rated.
    """
    default: Sequence[float] = USUAL_LEVELS.scores
    labelled = {genre for genre in gw.known_genres() if genre.levels and genre.levels.labelled}
    if labelled <= set(map(gw.genre, by_genre)):
        default = usual(by_genre.values())
        print(f"USUAL_LEVELS = {declared(default)}")
    for name, some in by_genre.items():
        if len(some) >= FEWEST:
            write_levels(gw.genre(name), thresholds(some, default), labelled=True)


def declared(scores: Sequence[float], *, labelled: bool = False) -> str:
    """The declaration of thresholds."""
    parts = [f"{label}={score:g}" for label, score in zip(LABELS[1:], scores, strict=True)]
    return f"Levels({', '.join([*parts, *(['labelled=True'] if labelled else [])])})"


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
    """The row of a genre."""
    square = [r for r in some if r.puzzle.cells == 100]
    numbers = spearman(some), given_cells(some), spearman(square), by_cells(some)
    shown = ["-" if math.isnan(n) else f"{n:.2f}" for n in numbers]
    times = [r.seconds for r in some]
    late = sum(not r.complete for r in some)
    errors = label_errors(some)
    return [genre, str(len(some)), str(late), *shown, f"{errors.count(0) / len(some):.0%}",
            f"{sum(error < 2 for error in errors) / len(some):.0%}",
            seconds(median(times)), seconds(quantile(times, 0.95))]  # fmt: skip


HEAD = ("genre", "puzzles", "time up", "Spearman", "given cells", "10x10", "cells alone", "same label", "next to it",
        "median", "p95")


def main() -> int:
    """Rates puzzles, prints the table, and writes the thresholds if asked to."""
    command = parser(__doc__)
    command.add_argument("genres", nargs="*", metavar="GENRE")
    command.add_argument("--each", type=int, default=60, help="puzzles per genre (default 60)")
    command.add_argument("--timeout", type=float, default=20.0, help="CPU seconds per puzzle (default 20)")
    command.add_argument("--max-cells", type=int, default=400, help="no larger boards (default 400)")
    command.add_argument("--jobs", type=int, default=1)
    command.add_argument("--calibrate", action="store_true", help="write the thresholds into the classes of genres")
    args = command.parse_args()
    folder = corpus_folder()
    if folder is None:
        command.error("the corpus is missing: set GRIDWRIGHT_CORPUS to its folder")
    found = {name: some for name, some in labelled_puzzles(folder).items() if not args.genres or name in args.genres}
    chosen = [one for some in found.values() for one in sample(some, args.each, args.max_cells)]
    with ProcessPoolExecutor(args.jobs) as pool:
        results = list(pool.map(rated, [(one, args.timeout) for one in chosen]))
    by_genre = {name: [r for r in results if r is not None and r.puzzle.genre == name] for name in found}
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
