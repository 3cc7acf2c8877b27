"""Whether a classifier can tell new puzzles from published ones of the same size.

    python research/classifier.py --measure FILE [GENRE...] [--count 60] [--size ROWSxCOLS] [--seed 1] [--markdown]

``--measure`` names a Python file with a function ``measure(puzzle, answer) -> {statistic: number}``. The published
puzzles are those of the corpus (see ``research/corpus.py``) with exactly the same numbers of rows and columns. A random
forest (scikit-learn, which has to be installed) is trained to tell the two kinds apart by their statistics. Its area
under the ROC curve is the mean over five folds, repeated with three shuffles: .5 means that new puzzles cannot be told
from published ones, 1 that each is recognised.

The last columns are the statistics that the forest relies on most, each with its means (new, published).
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from statistics import fmean, pstdev
from time import process_time
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.generate import after
from benchmarks.tables import machine, parser, seconds, table
from research.corpus import all_cases
from research.records import RecordError

Statistics = Mapping[str, float]
Measure = Callable[[gw.Puzzle, gw.State], Statistics]
MISSING = -1.0
"""Stands for a statistic that a puzzle does not have."""
SHUFFLES = 3
MOST_PUBLISHED = 200
SIZES = {
    "Akari": (10, 10), "Arukone": (10, 10), "Fences": (10, 10), "Hashi": (9, 9), "Heyawake": (10, 10),
    "Hitori": (10, 10), "Kakuro": (10, 10), "Killer-Sudoku": (9, 9), "LITS": (10, 10), "Masyu": (10, 10),
    "Nurikabe": (10, 10), "Shikaku": (10, 10), "Skyscrapers": (5, 5), "Starbattle": (10, 10), "Tapa": (10, 10),
    "Yajilin": (10, 10),
}  # fmt: skip
"""The default genres, at sizes of which there are many published puzzles."""


def read_measure(path: Path) -> Measure:
    """The function ``measure`` of a Python file."""
    spec = importlib.util.spec_from_file_location("measure", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Measure = module.measure
    return found


def new(
    genre: str, size: tuple[int, int], measure: Measure, args: argparse.Namespace
) -> tuple[list[Statistics], float]:
    """The statistics of new puzzles, and the CPU seconds that each took."""
    found, cpu = [], 0.0
    for number in range(args.count):
        begun = process_time()
        try:
            puzzle = gw.generate(genre, *size, seed=f"{args.seed}/{number}", stop=after(args.timeout))
        except gw.TimeUp:
            continue
        cpu += process_time() - begun
        found.append(measure(puzzle, gw.solve(puzzle).answers[0]))
    return found, cpu / max(1, len(found))


def published(genre: str, size: tuple[int, int], measure: Measure) -> list[Statistics]:
    """The statistics of published puzzles of exactly this size, of which doubles count once."""
    found = {}
    for case in all_cases(gw.genre(genre).name.casefold()):
        if (case.n_rows, case.n_cols) not in {size, (0, 0)}:
            continue
        try:
            puzzle = case.read()
            if not isinstance(puzzle.board, gw.Rect) or (puzzle.board.n_rows, puzzle.board.n_cols) != size:
                continue
            answer = case.answer(puzzle)
        except (gw.FormatError, gw.PuzzleError, RecordError):
            continue
        if answer is None:
            verdict = gw.solve(puzzle, timeout=5)
            if verdict.status != "unique":
                continue
            answer = verdict.answers[0]
        marks = sorted((name, sorted(map(repr, layer.items()))) for name, layer in puzzle.given.items())
        found[repr(marks)] = measure(puzzle, answer)
        if len(found) == MOST_PUBLISHED:
            break
    return list(found.values())


def score(ours: Sequence[Statistics], others: Sequence[Statistics]) -> tuple[float, float, list[tuple[float, str]]]:
    """The area under the curve, its standard deviation over the shuffles, and the statistics by importance."""
    forests = import_module("sklearn.ensemble")
    selection = import_module("sklearn.model_selection")
    keys = sorted({key for one in (*ours, *others) for key in one})
    rows = [[one.get(key, MISSING) for key in keys] for one in (*ours, *others)]
    kinds = [1] * len(ours) + [0] * len(others)
    areas = []
    for shuffle in range(SHUFFLES):
        folds = selection.StratifiedKFold(5, shuffle=True, random_state=shuffle)
        forest = forests.RandomForestClassifier(200, class_weight="balanced", random_state=shuffle)
        areas.append(fmean(selection.cross_val_score(forest, rows, kinds, cv=folds, scoring="roc_auc")))
    forest = forests.RandomForestClassifier(200, class_weight="balanced", random_state=0).fit(rows, kinds)
    return fmean(areas), pstdev(areas), sorted(zip(forest.feature_importances_, keys, strict=True), reverse=True)


def mean(key: str, found: Sequence[Statistics]) -> float:
    """The mean of a statistic over the puzzles that have it."""
    return fmean([one[key] for one in found if key in one] or [MISSING])


def row(genre: str, size: tuple[int, int], measure: Measure, args: argparse.Namespace) -> list[str]:
    """The row of a genre."""
    others = published(genre, size, measure)
    ours, cpu = new(genre, size, measure, args)
    found = [genre, f"{size[0]}x{size[1]}", f"{len(ours)} / {len(others)}", seconds(cpu)]
    if min(len(ours), len(others)) < 10:
        return [*found, "-", "too few puzzles"]
    area, deviation, keys = score(ours, others)
    told = ", ".join(f"`{key}` {mean(key, ours):.2f} / {mean(key, others):.2f}" for _, key in keys[: args.keys])
    return [*found, f"{area:.2f} ± {deviation:.2f}", told]


HEAD = ("genre", "size", "new / published", "CPU", "area", "most important statistics (new / published)")


def size_of(text: str) -> tuple[int, int]:
    """Rows and columns, from ``10x12`` or ``10``."""
    rows, _, cols = text.partition("x")
    return int(rows), int(cols or rows)


def main() -> None:
    """Runs what the command line asks for."""
    command = parser(__doc__)
    add = command.add_argument
    add("genres", nargs="*", metavar="GENRE", help=f"names of genres (default: {', '.join(SIZES)})")
    add("--measure", type=Path, required=True, metavar="FILE", help="a Python file with a function measure()")
    add("--count", type=int, default=60, metavar="N", help="new puzzles per genre (default 60)")
    add("--size", type=size_of, metavar="ROWSxCOLS", help="size (default: one with many published puzzles)")
    add("--seed", default="1")
    add("--timeout", type=float, default=20, help="CPU seconds per puzzle (default 20)")
    add("--keys", type=int, default=6, metavar="N", help="statistics listed (default 6)")
    args = command.parse_args()
    measure = read_measure(args.measure)
    print(f"{machine()}; CPU time for each puzzle\n", flush=True)
    rows: list[list[Any]] = []
    for name in args.genres or SIZES:
        genre = gw.genre(name)
        rows.append(row(genre.name, args.size or SIZES.get(genre.name, genre.making.size), measure, args))
        print(f"{genre.name}: {rows[-1][4]}", file=sys.stderr, flush=True)
    print(table(HEAD, rows, args.markdown))


if __name__ == "__main__":
    main()
