"""Puzzles as they are asked for: one, or one after the other, from several processes if need be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count as numbers

from ..engine.clock import TimeUp
from ..engine.rating import LABELS
from ..language.making import Unlucky
from ..language.puzzle import About, Puzzle
from .batch import Make, Prove, Stopping, outcomes
from .difficulty import Aim, reached
from .effort import Effort
from .following import maker_of
from .request import MakingError, Request
from .stripping import Stripper

_ATTEMPTS = 3_000
"""After so many attempts in vain there is nothing to be hoped for."""
_AIMED = 25
"""So many answers are tried for a difficulty."""


Progress = Callable[[int, str], None]
"""Is told how many drafts have been tried, and the difficulty that came nearest; nothing if there is none yet."""


def _untold(n_drafts: int, nearest: str) -> None:
    """Progress that nobody asked for."""


def made(
    request: Request, prove: Prove, *, timeout: float | None = None, stop: Stopping | None = None,
    progress: Progress | None = None,
) -> Puzzle:
    """The puzzle that a request stands for.

    When ``timeout`` seconds have passed, or ``stop()`` says so, that is the puzzle whose difficulty came nearest, with
    its own label. ``progress`` is called for each draft. Raises TimeUp if there is none yet, and MakingError if there
    is none to be found.
    """
    clock, report = Effort(timeout, stop), progress or _untold
    maker = maker_of(request, clock)
    best: tuple[int, Puzzle] | None = None
    seen: list[int] = []
    try:
        with clock.running():
            for number, stripper in enumerate(maker.attempts(request.seed, _ATTEMPTS), 1):
                report(number, best[1].about.difficulty if best else "")
                try:
                    if request.difficulty is None:
                        puzzle = stripper.finished()
                        if prove(puzzle, clock):
                            return puzzle
                        continue
                    wanted = LABELS.index(request.difficulty)
                    found = _aimed(stripper, wanted, clock)
                except Unlucky as fault:
                    maker.failures.note(fault)
                    continue
                if found is not None:
                    puzzle, level = found
                    seen.append(level)
                    if (best is None or abs(level - wanted) < best[0]) and prove(puzzle, clock):
                        best = abs(level - wanted), labelled(puzzle, level)
                    if best is not None and best[0] == 0:
                        return best[1]
                if len(seen) == _AIMED:
                    break
    except TimeUp:
        if best is None:
            raise
        return best[1]
    size = f"{request.board.n_rows}x{request.board.n_cols}"
    if seen:
        raise MakingError(f"no {request.difficulty} {request.genre.name} {size} was found; it came out {reached(seen)}")
    why = maker.failures.told() or "try another size or other options"
    raise MakingError(f"no {request.genre.name} {size} was found; {why}")


def _aimed(stripper: Stripper, wanted: int, clock: Effort) -> tuple[Puzzle, int] | None:
    """The puzzle of a draft whose level is, or comes near, the wanted one."""
    gone = stripper.stripped()
    aim = Aim(wanted, stripper.without, clock)
    with suppress(Unlucky):
        aim.take(gone, len(gone) - len(stripper.spared(gone)))
    return aim.best


def labelled(puzzle: Puzzle, level: int) -> Puzzle:
    """The puzzle with its difficulty told."""
    return replace(puzzle, about=About(difficulty=LABELS[min(level, len(LABELS) - 1)]))


def stream(request: Request, prove: Prove, count: int | None = None, *, first: int = 0, jobs: int = 1,
           timeout: float | None = None, stop: Stopping | None = None) -> Iterator[Puzzle]:
    """Puzzles number ``first``, ``first + 1``, ... of a request; the same ones with any number of processes.

    Raises TimeUp and MakingError as ``made``.
    """
    wanted = numbers(first) if count is None else range(first, first + count)
    own = (numbered(request, number) for number in wanted)
    n_made = 0
    for found in outcomes(own, maker_with(prove), jobs=jobs, timeout=timeout, stop=stop):
        if not isinstance(found, Puzzle):
            raise found
        yield found
        n_made += 1
    if count is None or n_made < count:
        raise TimeUp


def maker_with(prove: Prove) -> Make:
    """What makes the puzzles of requests, for ``outcomes``."""
    return partial(_made, prove)


def _made(prove: Prove, request: Request, timeout: float | None, stop: Stopping | None) -> Puzzle:
    return made(request, prove, timeout=timeout, stop=stop)


def numbered(request: Request, number: int) -> Request:
    """The request for one of many puzzles."""
    return replace(request, seed=f"{request.seed}/{number}")
