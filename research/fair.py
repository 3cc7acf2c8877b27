"""How many published puzzles are fair by the rule for new ones: at most medium, and no long supposition.

    python research/fair.py GENRE... [--count 24] [--size ROWSxCOLS] [--timeout 30] [--markdown]

The first ``count`` puzzles of the corpus (see ``research/corpus.py``) with exactly this size are followed until a step
is too hard; the last column names the techniques of these steps.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import machine, parser, table
from gridwright.language.taste import LABELS
from gridwright.making.difficulty import ScoreRange, graded
from gridwright.making.effort import Effort
from gridwright.making.request import FAIR
from gridwright.making.terms import LONGEST, PathTerms
from research.classifier import SIZES, size_of
from research.corpus import all_cases
from research.records import RecordError

HEAD = ("genre", "size", "puzzles", *LABELS[: FAIR + 1], "too hard", "because of")


def published(genre: type[gw.Genre], size: tuple[int, int]) -> Iterator[gw.Puzzle]:
    """The published puzzles of a size."""
    for case in all_cases(genre.name.casefold()):
        if (case.n_rows, case.n_cols) == size:
            try:
                yield case.read()
            except (gw.FormatError, gw.PuzzleError, RecordError):
                continue


def fairness(puzzle: gw.Puzzle, timeout: float) -> tuple[str, str]:
    """The label of a fair puzzle, or "too hard"; and its hardest technique."""
    terms = PathTerms(longest=LONGEST)
    wanted, effort = ScoreRange.of(puzzle, FAIR, 0, terms), Effort(timeout)
    with effort.running():
        grade = graded(puzzle, effort, terms, wanted)
    is_fair = grade.complete and not wanted.is_too_hard(grade)
    return LABELS[wanted.label_of(grade)] if is_fair else "too hard", grade.technique


def row(name: str, size: tuple[int, int] | None, count: int, timeout: float) -> list[str]:
    """The row of a genre."""
    genre = gw.genre(name)
    side = size or SIZES.get(genre.name, genre.making.size)
    labels, reasons = Counter[str](), Counter[str]()
    for _, puzzle in zip(range(count), published(genre, side), strict=False):
        label, technique = fairness(puzzle, timeout)
        labels[label] += 1
        reasons[technique] += label == "too hard"
    why = ", ".join(f"{technique} ({n})" for technique, n in reasons.most_common(3) if n)
    return [genre.name, f"{side[0]}x{side[1]}", str(labels.total()), *(str(labels[one]) for one in HEAD[3:-1]), why]


def main() -> None:
    """Runs what the command line asks for."""
    command = parser(__doc__)
    add = command.add_argument
    add("genres", nargs="+", metavar="GENRE")
    add("--count", type=int, default=24, metavar="N", help="puzzles per genre (default 24)")
    add("--size", type=size_of, metavar="ROWSxCOLS", help="size (default: one with many published puzzles)")
    add("--timeout", type=float, default=30, help="seconds per puzzle (default 30)")
    args = command.parse_args()
    print(f"{machine()}\n", flush=True)
    print(table(HEAD, [row(one, args.size, args.count, args.timeout) for one in args.genres], args.markdown))


if __name__ == "__main__":
    main()
