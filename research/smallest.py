"""How often the reason of a step is the smallest of all reasons for its mark.

    python research/smallest.py [GENRE...] [--cells 64] [--steps 60] [--timeout 20] [--markdown]

For each step with several demands, implicit hitting sets search for a smallest reason among all demands and the
conflicts with global demands that the search met. As in the search, candidates that are struck out at sight count as
known. A single demand is always smallest. ``undecided`` are steps for which the search did not end.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from benchmarks.tables import machine, parser, table
from gridwright.engine.explain.deductions import Deduction
from gridwright.engine.explain.hints import Explainer
from gridwright.engine.solve.clock import Clock
from research.reasons import puzzles_of

GENRES = (
    "fences", "heyawake", "hitori", "akari", "masyu", "hashi", "kuromasu", "minesweeper", "yajilin", "nurikabe",
    "sudoku", "killer-sudoku", "skyscrapers", "tents", "tapa", "lits", "aquarium", "thermometers",
)  # fmt: skip
TRIES = 600
NEAR = 400
"""The number of nearest demands that reasons may consist of."""


@dataclass
class StepCounts:
    """The steps of a genre: all, those with several demands, and of these the smallest, longer and undecided ones."""

    steps: int = 0
    several: int = 0
    smallest: int = 0
    longer: int = 0
    undecided: int = 0

    @property
    def share(self) -> float:
        """The share of smallest reasons among the decided steps."""
        decided = self.steps - self.undecided
        return 1 - self.longer / decided if decided else 1.0


def examine(explainer: Explainer, found: Deduction, counts: StepCounts) -> None:
    """Counts a step by whether there is a smaller reason for its first mark."""
    counts.steps += 1
    if len(found.selectors) < 2:
        return
    counts.several += 1
    lit = found.marks[0]
    position = explainer.position
    near = [selector for selector in position.by_distance(lit, conflicts=True) if not position.is_lazy(selector)]
    selectors = list(dict.fromkeys([*found.selectors, *near]))[:NEAR]
    always = [*position.marks, *position.silent, -lit]
    solver = position.solver_for(selectors)
    core = solver.shrunk(found.selectors, always)  # other marks of the step may need more
    smaller = solver.smallest_core(selectors, always, len(core) - 1, TRIES)
    if smaller is None:
        counts.undecided += 1
    elif smaller:
        counts.longer += 1
    else:
        counts.smallest += 1


def measured(puzzle: gw.Puzzle, n_steps: int, timeout: float, counts: StepCounts) -> None:
    """Adds the steps of a puzzle."""
    clock = Clock(timeout)
    try:
        with clock.running(), Explainer(puzzle, None, clock) as explainer:
            for _ in range(n_steps):
                found = explainer.step()
                if found is None:
                    return
                examine(explainer, found, counts)
                explainer.position.apply(found.marks)
    except gw.TimeUp:
        pass


HEAD = ("genre", "steps", "of several demands", "smallest", "longer", "undecided", "share of the smallest")


def main() -> int:
    """Prints the table; the exit status is 1 if fewer than 98 % are smallest."""
    command = parser(__doc__)
    command.add_argument("genres", nargs="*", metavar="GENRE")
    command.add_argument("--cells", type=int, default=64)
    command.add_argument("--each", type=int, default=1)
    command.add_argument("--steps", type=int, default=60)
    command.add_argument("--timeout", type=float, default=20.0)
    args = command.parse_args()
    rows, total = [], StepCounts()
    for genre in args.genres or GENRES:
        counts = StepCounts()
        for _, puzzle in puzzles_of(genre, args.each, args.cells):
            measured(puzzle, args.steps, args.timeout, counts)
        rows.append([
            genre, *map(str, asdict(counts).values()), f"{counts.share:.0%}",
        ])  # fmt: skip
        for name, number in asdict(counts).items():
            setattr(total, name, getattr(total, name) + number)
    print(machine())
    print(table(HEAD, rows, args.markdown))
    print(f"{total.share:.1%} of {total.steps - total.undecided} decided steps have the smallest reason")
    return 0 if total.share >= 0.98 else 1


if __name__ == "__main__":
    sys.exit(main())
