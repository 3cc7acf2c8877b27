"""Makes the puzzles of an issue, for the command and for the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ..engine.solve.clock import ShouldStop
from .output import MADE
from .pieces import Finished, IssuePiece, PieceJob, pieces


def make_pieces(
    todo: Sequence[PieceJob], folder: Path, taken: Iterable[str], n_processes: int, timeout: float | None,
    stop: ShouldStop, heard: Callable[[str], None],
) -> tuple[list[IssuePiece], list[str]]:  # fmt: skip
    """The puzzles, and which are missing, with the reason. Those that are finished in the folder are not made again.

    ``heard`` is called after each puzzle: with the reason if it is missing, else with an empty text. ``taken`` are
    fingerprints that new puzzles must not have. Ends early if ``stop()`` is true. Raises OSError, ValueError if the
    folder has a file of another kind, and MakingError if a process dies.
    """
    done, missing = list[IssuePiece](), list[str]()
    finished = Finished(folder / MADE)
    finished.begin()
    for found in pieces(todo, finished, taken, n_processes, timeout, stop):
        if isinstance(found, IssuePiece):
            done.append(found)
            heard("")
        else:
            job, why = found
            missing.append(f"{job.words} is missing: {why}")
            heard(missing[-1])
    return done, missing
