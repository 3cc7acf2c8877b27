"""Makes the puzzles of requests: a single one, or a stream, in several processes if requested."""

from __future__ import annotations

import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count as numbers
from itertools import islice
from multiprocessing import get_start_method
from pathlib import Path
from random import Random
from typing import TypeAlias

from ..engine.solve.clock import ShouldStop, TimeUp, seldom_collected
from ..engine.workers import asked
from ..language.genre import Genre
from ..language.making import Unlucky
from ..language.puzzle import About, Puzzle
from ..language.taste import LABELS
from .declared import GUESSES, advice
from .difficulty import Aim, Grade, ScoreRange, Tries, climb, graded
from .effort import Effort, MakingError, prove
from .makers import Makers
from .request import FAIR, Request
from .strategies import Maker
from .stripping import ClueGroup, Stripper

_FAIR_DRAFTS, _HARD_STEPS, _HARD_EACH = 8, 12, 4
"""Drafts that are tried for a puzzle that is fair to people, unless a difficulty is requested; how many steps that are
too hard may be met on the way, since finding these takes most of the time; and how many of a draft count."""
_FAIR_PATIENCE = 6
"""Changes of such a draft that gain nothing, before the next one."""
_FRESH = 4
"""Drafts that are tried before later ones are also changed step by step. If that is cheap, a draft that is too easy is
changed at once: a change is more likely to make a puzzle harder than easier."""
_ATTEMPTS = 3_000
"""Failed attempts before making gives up."""

Progress: TypeAlias = Callable[[int, str], None]
"""Called with the number of drafts tried and the nearest difficulty, which is empty at first."""


def _ignored(n_drafts: int, nearest: str) -> None:
    """Ignores progress."""


@dataclass(frozen=True)
class NewPuzzle:
    """A puzzle that was made, and a remark if it is not quite what was requested: in words, why."""

    puzzle: Puzzle
    remark: str = ""


@seldom_collected()
def made(
    request: Request, *, timeout: float | None = None, stop: ShouldStop | None = None, progress: Progress | None = None
) -> NewPuzzle:
    """The puzzle of a request.

    After ``timeout`` seconds, or when ``stop()`` is true, it is the puzzle with the nearest difficulty so far, with its
    own label and a remark. ``progress`` is called for each draft. Raises TimeUp, with the commonest cause of failure,
    if there is no puzzle yet, and MakingError if none can be found.
    """
    report = progress or _ignored
    maker = Maker(request, Effort(timeout, stop))
    try:
        if not request.is_rated:
            return NewPuzzle(_made(request, maker, report))
        if request.difficulty is None and not request.terms:
            return _made_fair(request, maker, report)
        return _made_as_hard(request, maker, report)
    except TimeUp as late:
        raise TimeUp(late.timeout, maker.failures.told()) from None


def _attempts(request: Request, maker: Maker) -> Iterator[tuple[int, Stripper]]:
    most = GUESSES if advice(request.genre) else _ATTEMPTS
    return enumerate(maker.attempts(request.seed, most), 1)


def _made(request: Request, maker: Maker, report: Progress) -> Puzzle:
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


# -- fair puzzles ------------------------------------------------------------------------------------------------------


def _made_fair(request: Request, maker: Maker, report: Progress) -> NewPuzzle:
    """A usual puzzle that people can solve; if a few drafts do not lead to one, or the time is up, the first of them
    or the one that came nearest, with a remark."""
    clock = maker.clock
    nearest: tuple[int, Puzzle | None] = (-1, None)
    first: Puzzle | None = None
    n_drafts = n_hard = 0
    most = 1 if request.conditions.dark else _FAIR_DRAFTS
    try:
        with clock.running():
            for number, stripper in _attempts(request, maker):
                report(number, "")
                aim = _aim(request, stripper, clock)
                try:
                    gone = stripper.usually_gone()
                    puzzle = stripper.without(gone)
                    prove(puzzle, clock)
                    first = first or puzzle
                    if request.conditions.dark:  # fewer clues are restored then, but one by one
                        aim.take(gone, len(gone))
                    else:
                        _ease(aim, gone, maker, stripper, Random(f"{request.seed} {number} climb"))
                    if aim.is_reached:
                        return NewPuzzle(_proved(aim, puzzle, clock))
                    nearest = max(nearest, aim.nearest or nearest, key=lambda one: one[0])
                except Unlucky as fault:
                    maker.failures.note(fault)
                    if not aim.n_hard:
                        continue
                n_drafts, n_hard = n_drafts + 1, n_hard + min(aim.n_hard, _HARD_EACH)
                if n_drafts == most or n_hard >= _HARD_STEPS:
                    break
            if first is None:
                raise _none_found(request, maker)
            return _rated_anyway(request, nearest[1] or first, n_drafts, clock)
    except TimeUp:
        if first is None:
            raise
        return NewPuzzle(first, "the time was up before the puzzle was rated, so it may be hard; with more time, this "
                                "seed gives another one")


def _ease(aim: Aim, gone: Sequence[ClueGroup], maker: Maker, stripper: Stripper, rng: Random) -> None:
    """Restores clues until a puzzle is fair, or changes it if it keeps all its clues. Raises Unlucky."""
    if gone or not maker.strategy.can_vary:
        aim.ease(gone)
    else:
        climb(maker.strategy, rng, stripper.draft, aim, _FAIR_PATIENCE)


def _proved(aim: Aim, usual: Puzzle, clock: Effort) -> Puzzle:
    """The best puzzle of an aim with its rating; it is proved unless it is the usual one. Raises Unlucky."""
    assert aim.best is not None and aim.grade is not None
    puzzle, label = aim.best
    if puzzle != usual:
        prove(puzzle, clock)
    return labelled(puzzle, label, aim.grade)


def _rated_anyway(request: Request, puzzle: Puzzle, n_drafts: int, clock: Effort) -> NewPuzzle:
    """A puzzle that is harder than it should be, with its rating. Raises Unlucky."""
    prove(puzzle, clock)
    grade = graded(puzzle, clock)
    label = LABELS[ScoreRange.of(puzzle, len(LABELS) - 1).label_of(grade)]
    is_hard = LABELS.index(label) > FAIR
    wanted = f"no easy or medium {_what(request)}" if is_hard else f"no {_what(request)} without long suppositions"
    tries = "1 try" if n_drafts == 1 else f"{n_drafts} tries"
    needs = f"; hardest step: {grade.technique}" if is_hard else " and needs one"
    remark = f"{wanted} was found in {tries}; this one is {label}{needs}"
    return NewPuzzle(labelled(puzzle, LABELS.index(label), grade), remark)


def _aim(request: Request, stripper: Stripper, clock: Effort) -> Aim:
    """The aim of a draft: the labels and terms of the request."""
    easiest, hardest = request.labels
    wanted = ScoreRange.of(stripper.draft.puzzle(), hardest, easiest, request.path_terms)
    return Aim(wanted, stripper.without, clock, stripper.is_dull)


# -- requested difficulties and techniques -----------------------------------------------------------------------------


def _made_as_hard(request: Request, maker: Maker, report: Progress) -> NewPuzzle:
    """The puzzle with the wanted label and techniques, or the nearest when the time is up."""
    best: Puzzle | None = None
    distance, clock = len(LABELS), maker.clock
    tries = Tries(request.labels[1], request.terms.techniques)
    try:
        with clock.running():
            for number, stripper in _attempts(request, maker):
                report(number, best.about.difficulty if best is not None else "")
                aim = _aim(request, stripper, clock)
                try:
                    _take(aim, stripper)
                    is_due = number > _FRESH or (maker.strategy.varies_cheaply and aim.was_too_easy)
                    if is_due and maker.strategy.can_vary and not aim.is_reached:
                        climb(maker.strategy, Random(f"{request.seed} {number} climb"), stripper.draft, aim)
                except Unlucky as fault:
                    maker.failures.note(fault)
                if aim.best is not None and aim.range.distance(aim.best[1]) < distance:
                    puzzle, label = aim.best
                    assert aim.grade is not None
                    try:
                        prove(puzzle, clock)
                    except Unlucky as fault:
                        maker.failures.note(fault)
                    else:
                        best, distance = labelled(puzzle, label, aim.grade), aim.range.distance(label)
                        if not distance:
                            return NewPuzzle(best)
                tries.note(aim)
                if tries.are_enough:
                    break
    except TimeUp:
        if best is None:
            raise
        return NewPuzzle(best, f"the time was up before a puzzle of the difficulty {request.difficulty} was found; "
                               f"this one is {best.about.difficulty}")
    if not tries.told():
        raise _none_found(request, maker)
    wanted = " ".join(filter(None, (request.difficulty, _what(request), request.terms.words)))
    raise MakingError(f"no {wanted} was found; puzzles came out {tries.told()}")


def _take(aim: Aim, stripper: Stripper) -> None:
    """Removes clues of a draft until it has the label of the aim, if possible."""
    if not aim.can_be_reached():
        return
    gone = stripper.stripped()
    if aim.may_need_techniques(gone):
        aim.take(gone, len(gone) - len(stripper.spared(gone)))


def _what(request: Request) -> str:
    return f"{request.genre.name} {request.board.n_rows}x{request.board.n_cols}"


def _none_found(request: Request, maker: Maker) -> MakingError:
    why = maker.failures.told()
    hint = advice(request.genre) or ("" if maker.failures.is_crowded else "try another size or other options")
    return MakingError("; ".join(part for part in (f"no {_what(request)} was found", why, hint) if part))


def labelled(puzzle: Puzzle, label: int, grade: Grade) -> Puzzle:
    """The puzzle with its difficulty, given as an index in ``LABELS``, and its solution path in short."""
    return replace(puzzle, about=About(difficulty=LABELS[label], path=grade.path))


Outcome: TypeAlias = NewPuzzle | MakingError | TimeUp
"""A puzzle, or why there is none."""


def outcome(timeout: float | None, request: Request, stop: ShouldStop) -> Outcome:
    """The puzzle of a request as from ``made``, or why there is none."""
    try:
        return made(request, timeout=timeout, stop=stop)
    except (MakingError, TimeUp) as fault:
        return fault


def stream(request: Request, count: int | None = None, *, first: int = 0, jobs: int = 1, timeout: float | None = None,
           stop: ShouldStop | None = None) -> Iterator[NewPuzzle]:
    """Puzzles number ``first``, ``first + 1``, ... of a request; the same ones with any number of processes.

    Raises TimeUp and MakingError as ``made``, and MakingError if a process dies.
    """
    if jobs > 1:
        _check_known_elsewhere(request.genre)
    requests = (numbered(request, n) for n in (numbers(first) if count is None else range(first, first + count)))
    with Makers(jobs, partial(outcome, timeout), stop or asked) as makers:
        waiting = deque(makers.begin(one) for one in islice(requests, makers.n_ahead))
        while waiting:
            found = makers.result(waiting.popleft())
            if not isinstance(found, NewPuzzle):
                raise found or TimeUp
            yield found
            waiting.extend(makers.begin(one) for one in islice(requests, 1))


def numbered(request: Request, number: int) -> Request:
    """The request for one of many puzzles."""
    return replace(request, seed=f"{request.seed}/{number}")


def _check_known_elsewhere(genre: type[Genre]) -> None:
    """Raises MakingError for a genre that other processes cannot import."""
    try:
        pickle.dumps(genre)
    except (AttributeError, pickle.PicklingError) as fault:
        raise MakingError(f"other processes do not know {genre.name}: {fault}; use jobs=1, or define the class at the "
                          "top level of a module") from None
    main = sys.modules["__main__"]
    is_typed_in = genre.__module__ == main.__name__ and not Path(getattr(main, "__file__", "")).is_file()
    if is_typed_in and get_start_method() != "fork":
        raise MakingError(f"other processes do not know {genre.name}, which is defined interactively; use jobs=1, or "
                          "define the class in a file")
