"""Derives the thresholds of labels from new puzzles, for genres without labelled puzzles.

    python research/levels.py [GENRE...] [--count 12] [--seed levels] [--timeout 10] [--jobs N]

Without difficulties stated by authors, a label compares a puzzle with others of its genre. Puzzles of the usual size
are made and rated, each with the clues that ``gridwright generate`` usually leaves and with the fewest. A puzzle is
hard if its score is above two thirds of theirs, and easy if it is below one third. The thresholds are written into the
class of the genre; for a class without any, the line to paste is printed. Genres calibrated by
``research/rating.py --calibrate`` are skipped. Seconds are CPU seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.generate import after
from benchmarks.tables import machine, parser, quantile, table
from gridwright.engine.explain.rating import label_of, size_factor
from gridwright.language.making import Unlucky
from gridwright.language.taste import LABELS
from gridwright.making.effort import Effort
from gridwright.making.request import Request
from gridwright.making.strategies import Maker
from research.rating import write_levels

EASIER, HARDER, HARDEST = 0.33, 0.67, 0.97
"""The shares of puzzles below the thresholds of medium, hard and extreme ones."""
ATTEMPTS = 3000
"""The maximum number of attempts at a draft."""
LEAST_RATIO = 1.15
"""The minimum ratio of the thresholds of extreme and hard puzzles."""
EASY = 0.4
"""The threshold of easy puzzles as a share of that of medium ones."""
HEAD = ("genre", "puzzles", "cut short", "easy", "medium", "hard", "extreme", *(f"called {label}" for label in LABELS))


@dataclass(frozen=True)
class Made:
    """A new puzzle's score, scaled to a board of 100 cells, and the kinds of its steps. The score of an incomplete
    rating is that of the steps found."""

    score: float
    kinds: tuple[str, ...]
    complete: bool


def rated(job: tuple[str, str, float]) -> list[Made]:
    """The ratings of a draft with the usual number of clues and with the fewest; fewer if the time runs out."""
    name, seed, timeout = job
    results = []
    with suppress(gw.TimeUp, Unlucky):
        for puzzle in puzzles(gw.genre(name), seed, after(3 * timeout)):
            rating = gw.rate(puzzle, stop=after(timeout))
            score = rating.score / size_factor(len(puzzle.board.cells))
            results.append(Made(score, tuple(rating.profile), rating.complete))
    return results


def puzzles(genre: type[gw.Genre], seed: str, stop: Callable[[], bool]) -> Iterator[gw.Puzzle]:
    """A draft with the usual number of clues, and with the fewest that ``gridwright generate`` leaves."""
    maker = Maker(Request.of(genre, None, None, seed), Effort(None, stop))
    for stripper in maker.attempts(seed, ATTEMPTS):
        gone = stripper.stripped()
        usual = len(gone) - len(stripper.spared(gone))
        yield from (stripper.without(gone[:n]) for n in dict.fromkeys((usual, len(gone))))
        return


def thresholds(some: Sequence[Made]) -> list[float]:
    """The scores above which puzzles are easy, medium, hard and extreme."""
    medium, hard, most = (quantile([one.score for one in some], share) for share in (EASIER, HARDER, HARDEST))
    hard = max(hard, 1.05 * medium)
    return [float(f"{cut:.3g}") for cut in (EASY * medium, medium, hard, max(most, LEAST_RATIO * hard))]


def row(name: str, some: Sequence[Made], cuts: Sequence[float]) -> list[str]:
    """The row of a genre."""
    labels = [label_of(cuts, one.score, one.kinds) for one in some]
    shown = [name, str(len(some)), str(sum(not one.complete for one in some)), *(f"{cut:g}" for cut in cuts)]
    return shown + [f"{labels.count(label) / len(labels):.0%}" for label in LABELS]


def main() -> None:
    """Makes and rates puzzles, prints the table and writes the thresholds."""
    command = parser(__doc__)
    command.add_argument("genres", nargs="*", metavar="GENRE", help="names of genres (default: all without labels)")
    command.add_argument("--count", type=int, default=12, metavar="N", help="drafts per genre (default 12)")
    command.add_argument("--seed", default="levels")
    command.add_argument("--timeout", type=float, default=10, help="CPU seconds per rating (default 10)")
    command.add_argument("--jobs", type=int, default=1)
    args = command.parse_args()
    genres = [gw.genre(name) for name in args.genres] or list(gw.known_genres())
    genres = [genre for genre in genres if not (genre.levels and genre.levels.labelled)]
    rows = []
    with ProcessPoolExecutor(args.jobs) as pool:
        for genre in genres:
            jobs = [(genre.name, f"{args.seed}/{number}", args.timeout) for number in range(args.count)]
            some = [one for results in pool.map(rated, jobs) for one in results]
            if not some:
                print(f"{genre.name}: no puzzle was made in time", file=sys.stderr)
                continue
            cuts = thresholds(some)
            rows.append(row(genre.name, some, cuts))
            write_levels(genre, cuts, labelled=False)
    print(f"{machine()}\n\n{table(HEAD, rows, args.markdown)}")


if __name__ == "__main__":
    main()
