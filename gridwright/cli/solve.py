"""``gridwright solve``, ``watch`` and ``show``: puzzles, their answers, and whether these are unique."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from time import monotonic, sleep

import click

import gridwright as gw

from ..board.board import Spot
from ..engine.solve.answers import Status, Verdict
from ..engine.solve.clock import ShouldStop
from ..formats.dialect import Reading
from ..language.puzzle import Puzzle, State
from ..language.wording import counted, name_in_words, worded
from .boards import (
    STORED_FAULTS,
    Judgement,
    Label,
    block,
    board,
    headline,
    in_rows,
    judged,
    notes,
    record,
    styled,
    too_wide,
    warnings,
)
from .settings import Course, Settings, course_options, language_option, puzzle_options
from .show import INTERRUPTED, NOT_RIGHT, Report, echo, fail, is_watched, json_text, listed
from .work import run


@click.command("solve")
@click.option("--all", "every", is_flag=True, help="List all answers, each as soon as it is found.")
@click.option("--max", "most", type=click.IntRange(min=1), metavar="N", help="List up to N answers.")
@click.option("--count", "counts", is_flag=True, help="Count the answers; with --max N, up to N.")
@click.option("--common", is_flag=True, help="Show the marks that all answers share.")
@course_options
@language_option
@puzzle_options()
def solve(
    files: tuple[str, ...], settings: Settings, every: bool, most: int | None, counts: bool, common: bool,
    course: Course
) -> None:
    """Solve puzzles and prove whether their answers are unique.

    Exit status: 0 if every puzzle has exactly one answer and no stored answer is wrong, 1 if not.
    """
    if counts and every:
        raise click.UsageError("--count counts the answers that --all lists: give one of them.")
    wanted = Wanted(settings.timeout, not counts and (every or most is not None), counts, most, common)
    run(partial(solve_one, wanted), files, settings, course)


@click.command("show")
@puzzle_options(json=False)
def show(files: tuple[str, ...], settings: Settings) -> None:
    """Show puzzles without their answers.

    Exit status: 0 if all files could be read.
    """
    run(_shown, files, settings)


def _shown(reading: Reading, label: Label, settings: Settings, _stop: ShouldStop) -> Iterator[Report]:
    puzzle = reading.puzzle
    picture = board(puzzle, None, settings), notes(puzzle, settings), too_wide(puzzle, label, settings)
    yield Report(block(settings, headline(reading, label), *picture), warnings(reading, label, settings))


@dataclass(frozen=True)
class Wanted:
    """What to find out about each puzzle, and the time limit."""

    timeout: float | None
    listed: bool = False
    """Whether to show each answer when it is found."""
    counted: bool = False
    """Whether to count the answers instead."""
    limit: int | None = None
    """The most answers to list or count; None for all of them."""
    common: bool = False


@dataclass
class _Found:
    """The result of a search."""

    status: Status = "undecided"
    seconds: float = 0.0
    complete: bool = False
    number: int = 0
    answers: list[State] = field(default_factory=list)
    common: State | None = None
    stopped: bool = False
    enough: bool = False
    """Whether the search ended because the limit was reached."""
    stored: Judgement | None = None
    """The judgement of the answer in the file; None if there is none."""
    diagnosis: str = ""
    """Why the puzzle has no answer or several, if that was found."""

    @property
    def differs(self) -> Sequence[Spot]:
        """Where the two answers shown of a puzzle with several differ."""
        return gw.differences(*self.answers[:2]) if self.status == "several" and len(self.answers) > 1 else ()


def solve_one(wanted: Wanted, reading: Reading, label: Label, settings: Settings, stop: ShouldStop) -> Iterator[Report]:
    """The answers of one puzzle."""
    puzzle, begun, timeout = reading.puzzle, monotonic(), reading.left_of(wanted.timeout)
    if timeout != wanted.timeout:
        wanted = replace(wanted, timeout=timeout)
    if reading.warnings and not settings.json:
        yield Report(err=warnings(reading, label, settings))
    if wanted.listed:
        search = _Found()
        shown = not settings.json
        if shown:
            head = headline(reading, label), board(puzzle, None, settings), notes(puzzle, settings)
            yield Report(block(settings, *head))
        for answer in _each(puzzle, wanted, stop, search):
            if shown:
                yield Report(block(settings, f"answer {search.number}", board(puzzle, answer, settings)))
            else:
                search.answers.append(answer)
    elif wanted.counted:
        search = _count(puzzle, wanted, stop)
    else:
        solve = gw.solve if label.alone else _solve_alike()
        verdict = solve(puzzle, timeout=wanted.timeout, stop=stop)
        answers = list(verdict.answers)
        search = _Found(verdict.status, verdict.seconds, verdict.complete, len(answers), answers)
        if label.alone and not settings.json:
            search.diagnosis = _diagnosis(puzzle, verdict, wanted.timeout, stop)
    search.stopped = search.status == "undecided" and stop()
    if wanted.common:
        spent = monotonic() - begun
        left = None if wanted.timeout is None else max(wanted.timeout - spent, 0.0)
        search.common = _common(puzzle, left, stop, search)
    known = search.answers[0] if search.status == "unique" and search.answers else None
    search.stored = judged(reading, wanted.timeout, stop, known)
    text = (_json if settings.json else _text)(wanted, reading, label, search, settings)
    word = {"several": "with several answers", "none": "without an answer"}.get(search.status, search.status)
    good = search.status == "unique" and search.stored != "wrong"
    yield Report(text, status=0 if good else NOT_RIGHT, word=word)


_DIAGNOSIS = 2.0
"""The most seconds for the short form of a diagnosis."""


def _diagnosis(puzzle: Puzzle, verdict: Verdict, timeout: float | None, stop: ShouldStop) -> str:
    """Why a puzzle has no answer or several; empty if there is no time."""
    if verdict.status not in ("none", "several"):
        return ""
    left = _DIAGNOSIS if timeout is None else min(_DIAGNOSIS, timeout - verdict.seconds)
    diagnosis = gw.diagnose(puzzle, timeout=max(left, 0.0), stop=stop, verdict=verdict)
    return diagnosis.details if diagnosis.clashes or diagnosis.differ else ""


@cache
def _solve_alike() -> Callable[..., Verdict]:
    """Solves puzzles of files with several, which often have the same shape."""
    from ..engine.solve.many import Solver

    return Solver().solve


def _each(puzzle: Puzzle, wanted: Wanted, stop: ShouldStop, search: _Found) -> Iterator[State]:
    """Yields answers as they are found, up to the limit; then completes the result."""
    begun = monotonic()
    try:
        for answer in gw.all_answers(puzzle, timeout=wanted.timeout, stop=stop):
            search.number += 1
            yield answer
            if search.number == wanted.limit:
                search.enough = True
                break
        else:
            search.complete = True
    except gw.TimeUp:
        pass
    search.seconds = monotonic() - begun
    if search.number > 1:
        search.status = "several"
    elif search.complete:
        search.status = "unique" if search.number else "none"


def _count(puzzle: Puzzle, wanted: Wanted, stop: ShouldStop) -> _Found:
    count = gw.count(puzzle, limit=wanted.limit, timeout=wanted.timeout, stop=stop)
    status: Status = "several" if count.number > 1 else "undecided"
    if count.exact and count.number < 2:
        status = "unique" if count.number else "none"
    enough = not count.exact and count.number == wanted.limit
    return _Found(status, count.seconds, count.exact, count.number, enough=enough)


def _common(puzzle: Puzzle, timeout: float | None, stop: ShouldStop, found: _Found) -> State | None:
    """The marks that all answers share; None if there are no answers, or no time."""
    if found.status == "unique" and found.answers:
        return found.answers[0]
    if found.status == "none":
        return None
    try:
        return gw.common_marks(puzzle, timeout=timeout, stop=stop)
    except gw.TimeUp:
        return None


# -- in JSON ----------------------------------------------------------------------------------------------------------


def _json(wanted: Wanted, reading: Reading, label: Label, found: _Found, _settings: Settings) -> str:
    from ..formats.own_json import marks_record

    fields = record(reading, label, found.status)
    fields["answers"] = [marks_record(answer) for answer in found.answers]
    if wanted.counted:
        fields["count"] = {"number": found.number, "exact": found.complete}
    fields["stored"] = found.stored
    fields["seconds"] = round(found.seconds, 4)
    fields["warnings"] = list(reading.warnings)
    if wanted.common:
        fields["common"] = None if found.common is None else marks_record(found.common)
    return json_text(fields)


# -- in words and pictures --------------------------------------------------------------------------------------------


def _text(wanted: Wanted, reading: Reading, label: Label, found: _Found, settings: Settings) -> str:
    puzzle = reading.puzzle
    parts = []
    if not wanted.listed:
        pictures = [board(puzzle, None, settings)]
        pictures += [board(puzzle, answer, settings, differs=found.differs) for answer in found.answers]
        parts = [headline(reading, label), in_rows(pictures, settings), notes(puzzle, settings)]
        parts.append(too_wide(puzzle, label, settings))
    parts.append(styled(_verdict(puzzle, found), found.status, settings))
    if found.diagnosis:
        parts.append(found.diagnosis)
    elif found.differs:
        names = [name_in_words(puzzle.board.name(spot)) for spot in found.differs]
        parts.append(worded("they differ at {places}", places=listed(names, 24, ", ")))
    if found.stored in STORED_FAULTS:
        parts.append(styled(STORED_FAULTS[found.stored], found.stored, settings))
    if wanted.common and not (found.status == "unique" and found.answers):
        if found.common is not None:
            n = sum(map(len, found.common.marks.values()))
            told = worded("1 mark is common to all answers" if n == 1 else "{n} marks are common to all answers", n=n)
            parts += [told, board(puzzle, found.common, settings)]
        elif found.status != "none":
            parts.append(worded("there was no time to find the marks common to all answers"))
    return block(settings, *parts)


def _verdict(puzzle: Puzzle, found: _Found) -> str:
    """The verdict in words, with the time taken."""
    took, n = f"{found.seconds:.3f} s", found.number
    if found.status == "unique":
        return f"{worded('unique')}, {took}"
    if found.status == "none":
        return f"{worded('no answer')}, {took}"
    if found.diagnosis:
        return f"{worded('several answers')}, {took}"
    if found.differs:
        kind = worded("cell|cells" if set(found.differs) <= set(puzzle.board.cells) else "place|places")
        text = "several answers; these two differ in {n}, {took}"
        return worded(text, n=counted(len(found.differs), kind), took=took)
    if found.status == "several" or found.enough:
        text = "{n}, {took}" if found.complete else "{n}, and perhaps others, {took}"
        return worded(text, n=counted(n, worded("answer|answers")), took=took)
    why = worded("stopped after {took}" if found.stopped else "undecided after {took}", took=took)
    return f"{why}, {worded('one answer found, perhaps not the only one' if n else 'no answer found yet')}"


# -- watch -------------------------------------------------------------------------------------------------------------


_PAUSE = 0.25
"""Seconds between two checks of the file."""


@click.command("watch")
@language_option
@puzzle_options(json=False, single=True)
def watch(file: str, settings: Settings) -> None:
    """Solve the puzzles in a file now, and again whenever it is saved, until Ctrl-C.

    Errors in the file are shown in place of verdicts; correct them and save the file again.
    """
    if _stamp(file) is None:
        fail(f"{file}: there is no such file to watch")
    for _ in changes(file):
        if is_watched(sys.stdout):
            click.clear()
        if _status_of(partial(run, partial(solve_one, Wanted(settings.timeout)), [file], settings)) == INTERRUPTED:
            raise SystemExit(INTERRUPTED)
        if is_watched(sys.stderr):
            echo(f"watching {file}; press Ctrl-C to stop", err=True)


def _status_of(work: Callable[[], object]) -> int:
    """Runs the command and returns its exit status."""
    try:
        work()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


def changes(file: str, wait: Callable[[float], object] = sleep) -> Iterator[None]:
    """Yields at the start, and whenever a file has changed. A missing file is a change only if it stays missing,
    because editors may remove a file for a moment to replace it."""
    last = _stamp(file)
    yield
    while True:
        wait(_PAUSE)
        now = _stamp(file)
        if now is None:
            wait(_PAUSE)
            now = _stamp(file)
        if now != last:
            last = now
            yield


def _stamp(file: str) -> tuple[int, int, int] | None:
    """Values that change when a file is saved; None if there is no file."""
    try:
        status = os.stat(file)  # noqa: PTH116 (Path.stat raises for some names)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
