"""How often the reason of a step is the smallest of all reasons of its mark.

    python research/smallest.py [GENRE...] [--cells 64] [--steps 60] [--timeout 20] [--markdown]

For each step of several demands a smallest reason is sought by implicit hitting sets among all demands, with the
conflicts with global demands that the search met. Candidates that are struck out at sight count as known, as they do
for the search. A step of a single demand is the smallest there can be. `undecided` are those of which the search for a
smaller reason did not end.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import machine, table
from gridwright.engine.explain.hints import Explainer
from gridwright.engine.explain.position import Deduction
from gridwright.engine.solve.clock import Clock
from research.reasons import puzzles_of

GENRES = (
    "fences", "heyawake", "hitori", "akari", "masyu", "hashi", "kuromasu", "minesweeper", "yajilin", "nurikabe",
    "sudoku", "killer-sudoku", "skyscrapers", "tents", "tapa", "lits", "aquarium", "thermometers",
)  # fmt: skip
TRIES = 600
NEAR = 400
"""Of so many demands, the nearest, reasons are made."""


@dataclass
class Told:
    """Steps of one genre: all, those of several demands, and of these the smallest, the longer, the undecided ones."""

    steps: int = 0
    several: int = 0
    smallest: int = 0
    longer: int = 0
    undecided: int = 0

    @property
    def share(self) -> float:
        """The share of the smallest reasons among those that were decided."""
        decided = self.steps - self.undecided
        return 1 - self.longer / decided if decided else 1.0


def examine(explainer: Explainer, found: Deduction, told: Told) -> None:
    """Whether there is a smaller reason of the step's first mark."""
    told.steps += 1
    if len(found.selectors) < 2:
        return
    told.several += 1
    lit = found.marks[0]
    position = explainer.position
    near = [selector for selector in position.by_distance(lit, conflicts=True) if not position.is_lazy(selector)]
    selectors = list(dict.fromkeys([*found.selectors, *near]))[:NEAR]
    always = [*position.marks, *position.silent, -lit]
    solver = position.solver_for(selectors)
    own = solver.shrunk(found.selectors, always)  # further marks of the step may take more
    smaller = solver.smallest_core(selectors, always, len(own) - 1, TRIES)
    if smaller is None:
        told.undecided += 1
    elif smaller:
        told.longer += 1
    else:
        told.smallest += 1


def measured(puzzle: gw.Puzzle, n_steps: int, timeout: float, told: Told) -> None:
    """Adds the steps of a puzzle."""
    clock = Clock(timeout)
    try:
        with clock.running(), Explainer(puzzle, None, clock) as explainer:
            for _ in range(n_steps):
                found = explainer.step()
                if found is None:
                    return
                examine(explainer, found, told)
                explainer.position.apply(found)
    except gw.TimeUp:
        pass


HEAD = ("genre", "steps", "of several demands", "smallest", "longer", "undecided", "share of the smallest")


def main() -> int:
    """Prints the table; exit status 1 where fewer than 98 % are the smallest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genres", nargs="*", metavar="GENRE")
    parser.add_argument("--cells", type=int, default=64)
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--timeout", type=float, default=20.0)
    parser.add_argument("--markdown", action="store_true")
    args = parser.parse_args()
    rows, total = [], Told()
    for genre in args.genres or GENRES:
        told = Told()
        for _, puzzle in puzzles_of(genre, args.each, args.cells):
            measured(puzzle, args.steps, args.timeout, told)
        rows.append([
            genre, str(told.steps), str(told.several), str(told.smallest), str(told.longer), str(told.undecided),
            f"{told.share:.0%}",
        ])  # fmt: skip
        for name in ("steps", "several", "smallest", "longer", "undecided"):
            setattr(total, name, getattr(total, name) + getattr(told, name))
    print(machine())
    print(table(HEAD, rows, args.markdown))
    print(f"{total.share:.1%} of {total.steps - total.undecided} decided steps have the smallest reason")
    return 0 if total.share >= 0.98 else 1


if __name__ == "__main__":
    sys.exit(main())
