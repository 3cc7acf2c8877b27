"""Puzzles as they are asked for: one, or one after the other, from several processes if need be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count as numbers
from random import Random

from ..engine.explain.rating import LABELS
from ..engine.solve.clock import TimeUp
from ..language.making import Unlucky
from ..language.puzzle import About, Puzzle
from .batch import Make, Prove, Stopping, outcomes
from .climbing import climb
from .derived import GUESSES, advice
from .difficulty import Aim, Range, Tries
from .effort import Effort
from .following import maker_of
from .maker import Maker
from .request import MakingError, Request
from .stripping import Stripper

_FRESH = 4
"""Drafts are changed bit by bit after so many of which none is as hard as asked. Those that are too easy are changed at
once where that is cheap: it is more likely to make a puzzle harder than easier."""
_ATTEMPTS = 3_000
"""After so many attempts in vain there is nothing to be hoped for."""


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
    its own label. ``progress`` is called for each draft. Raises TimeUp, with the commonest cause of failure so far, if
    there is none yet, and MakingError if there is none to be found.
    """
    report = progress or _untold
    maker = maker_of(request, Effort(timeout, stop))
    try:
        if request.difficulty is not None:
            return _made_as_hard(request, maker, LABELS.index(request.difficulty), prove, report)
        return _made(request, maker, prove, report)
    except TimeUp:
        raise TimeUp(maker.failures.told()) from None


def _attempts(request: Request, maker: Maker) -> Iterator[tuple[int, Stripper]]:
    most = GUESSES if advice(request.genre) else _ATTEMPTS
    return enumerate(maker.attempts(request.seed, most), 1)


def _made(request: Request, maker: Maker, prove: Prove, report: Progress) -> Puzzle:
    with maker.clock.running():
        for number, stripper in _attempts(request, maker):
            report(number, "")
            try:
                puzzle = stripper.finished()
                prove(puzzle, maker.clock)
            except Unlucky as fault:
                maker.failures.note(fault)
            else:
                return puzzle
    raise _none_found(request, maker)


def _made_as_hard(request: Request, maker: Maker, wanted: int, prove: Prove, report: Progress) -> Puzzle:
    """The puzzle of a request whose label is, or when the time is up comes near, the wanted one."""
    best: Puzzle | None = None
    distance, clock = len(LABELS), maker.clock
    tries = Tries(wanted)
    try:
        with clock.running():
            for number, stripper in _attempts(request, maker):
                report(number, best.about.difficulty if best is not None else "")
                aim = Aim(Range.of(stripper.draft.puzzle(), wanted), stripper.without, clock)
                try:
                    _take(aim, stripper)
                    is_due = number > _FRESH or (maker.varies_cheaply and aim.was_too_easy)
                    if is_due and maker.can_vary and not aim.is_reached:
                        climb(maker, Random(f"{request.seed} {number} climb"), stripper.draft, aim)
                except Unlucky as fault:
                    maker.failures.note(fault)
                if aim.best is not None and abs(aim.best[1] - wanted) < distance:
                    puzzle, label = aim.best
                    try:
                        prove(puzzle, clock)
                    except Unlucky as fault:
                        maker.failures.note(fault)
                    else:
                        best, distance = labelled(puzzle, label), abs(label - wanted)
                        if not distance:
                            return best
                tries.note(aim)
                if tries.are_enough:
                    break
    except TimeUp:
        if best is None:
            raise
        return best
    if not tries.told():
        raise _none_found(request, maker)
    raise MakingError(f"no {request.difficulty} {_what(request)} was found; puzzles came out {tries.told()}")


def _take(aim: Aim, stripper: Stripper) -> None:
    """Lets a draft lose clues until it has the label that is aimed at, if it can."""
    if not aim.can_be_reached():
        return
    gone = stripper.stripped()
    aim.take(gone, len(gone) - len(stripper.spared(gone)))


def _what(request: Request) -> str:
    return f"{request.genre.name} {request.board.n_rows}x{request.board.n_cols}"


def _none_found(request: Request, maker: Maker) -> MakingError:
    why = maker.failures.told()
    hint = advice(request.genre) or ("" if maker.failures.is_crowded else "try another size or other options")
    return MakingError("; ".join(part for part in (f"no {_what(request)} was found", why, hint) if part))


def labelled(puzzle: Puzzle, label: int) -> Puzzle:
    """The puzzle with its difficulty told, by its place in ``LABELS``."""
    return replace(puzzle, about=About(difficulty=LABELS[label]))


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
    return partial(_made_for, prove)


def _made_for(prove: Prove, request: Request, timeout: float | None, stop: Stopping | None) -> Puzzle:
    return made(request, prove, timeout=timeout, stop=stop)


def numbered(request: Request, number: int) -> Request:
    """The request for one of many puzzles."""
    return replace(request, seed=f"{request.seed}/{number}")
