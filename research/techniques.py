"""Examines hints by small boards that each show a published technique.

    python research/techniques.py FOLDER [--show] [GENRE...]

Each file of the folder is a JSON object with ``genre``, ``puzzle`` (SPF), ``played`` and ``concludes`` (layer, name of
the spot, value), ``excludes`` (layer, spot, values), ``level`` and ``reason`` (``demands`` is their maximum number).
For each file, steps are taken until all conclusions are known. Reported are files with conclusions that are not
reached, that take several steps, or with more demands in a reason than the maximum.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).resolve().parent.parent))

import gridwright as gw
from gridwright.engine.explain.hints import steps
from gridwright.engine.explain.steps import Step, StepMark
from gridwright.language import Board, Puzzle, Spot, State


class Result(NamedTuple):
    """The result of one file: whether all conclusions were found, and the step with the most demands."""

    name: str
    level: str
    found: bool
    demands: int
    most: int
    """The maximum number of demands."""
    kind: str
    seconds: float
    words: str
    steps: int
    """The number of steps with conclusions."""
    first: bool
    """Whether the first hint has some."""
    names: tuple[str, ...]
    """The techniques of these steps."""

    @property
    def is_small(self) -> bool:
        """Whether no reason has more demands than the maximum."""
        return self.demands <= self.most


def spots_by_name(board: Board) -> dict[str, Spot]:
    some = (*getattr(board, "sides", ()), *board.corners, *board.edges, *board.links, *board.cells)
    return {board.name(spot): spot for spot in some}


def state_of(puzzle: Puzzle, marks: dict[str, dict[str, Any]]) -> State:
    names = spots_by_name(puzzle.board)
    return State.of(puzzle, {name: {names[s]: v for s, v in layer.items()} for name, layer in marks.items()})


def wanted_marks(puzzle: Puzzle, item: dict[str, Any]) -> set[StepMark]:
    names = spots_by_name(puzzle.board)
    marks = {StepMark(n, names[s], v) for n, layer in item["concludes"].items() for s, v in layer.items()}
    for name, layer in item["excludes"].items():
        marks |= {StepMark(name, names[s], v, False) for s, values in layer.items() for v in values}
    return marks


def finds(step: Step, mark: StepMark) -> bool:
    """Whether a step finds a mark, or the value of a spot that excludes it."""
    for got in step.marks:
        if got == mark:
            return True
        same = (got.layer, got.spot) == (mark.layer, mark.spot)
        if same and got.holds and not mark.holds and got.value != mark.value:
            return True
    return False


def examine(path: Path, timeout: float) -> Result:
    item = json.loads(path.read_text("utf-8"))
    puzzle = gw.read(item["puzzle"])
    left = wanted_marks(puzzle, item)
    begun = time.process_time()
    demands, kind, words, n_steps = 0, "", "", 0
    first, names = False, dict[str, None]()
    try:
        for n, step in enumerate(steps(puzzle, state_of(puzzle, item["played"]), timeout=timeout)):
            reached = {mark for mark in left if finds(step, mark)}
            if reached:
                n_steps += 1
                first = first or n == 0
                names[step.technique] = None
                n_demands = sum(bool(part.demands) for part in step.because)
                if n_demands > demands or not words:
                    demands, kind, words = n_demands, step.kind, step.words
                left -= reached
            if not left:
                break
    except gw.TimeUp:
        kind = "time up"
    seconds = time.process_time() - begun
    most, named = item["reason"]["demands"], tuple(filter(None, names))
    return Result(path.stem, item["level"], not left, demands, most, kind, seconds, words, n_steps, first, named)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("genres", nargs="*")
    parser.add_argument("--timeout", type=float, default=20.0)
    parser.add_argument("--show", action="store_true", help="print each reason")
    args = parser.parse_args()
    results = []
    for path in sorted(args.folder.glob("*.json")):
        if args.genres and path.stem.rsplit("-", 1)[0] not in args.genres:
            continue
        one = examine(path, args.timeout)
        results.append(one)
        note = "" if one.found else "  NOT FOUND"
        note += "" if one.is_small else f"  {one.demands} demands, at most {one.most} expected"
        note += f"  {one.steps} steps" if one.steps > 1 else ""
        if note or args.show:
            print(f"{one.name:26} {one.level:12} {one.kind:9} {one.seconds:6.2f} s{note}")
        if args.show:
            print(f"    [{', '.join(one.names)}] {one.words}")
    n = len(results)
    small = sum(r.is_small for r in results)
    print(f"{sum(r.found for r in results)} of {n} found; {small} with no more demands than expected")
    at_once = sum(r.found and r.steps == 1 for r in results)
    n_first, n_named = sum(r.first for r in results), sum(bool(r.names) for r in results)
    print(f"{at_once} in one step; {n_first} by the first hint; {n_named} with a name")
    basic = [r for r in results if r.level == "basic"]
    plain = sum(r.found and r.is_small and r.steps == 1 for r in basic)
    print(f"basic: {plain} of {len(basic)} in one step with no more demands than expected")
    print(Counter((r.level, r.kind) for r in results))


if __name__ == "__main__":
    main()
