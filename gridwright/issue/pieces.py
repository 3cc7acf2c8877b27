"""The puzzles of an issue: made, solved again, rated, and with a hint; in several processes if requested.

Each is stored as a line of JSON as soon as it is finished, so that a second run continues, and repeats none of this
work if only the layout changes.
"""

from __future__ import annotations

import json
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from ..api import read_all
from ..engine.explain.rating import KINDS, ORDINARY, Rating, rate
from ..engine.explain.steps import Step
from ..engine.solve.answers import solve
from ..engine.solve.clock import ShouldStop, TimeUp
from ..formats.own_json import puzzle_record
from ..generation import generate
from ..language.puzzle import Puzzle, State
from ..language.translation import in_language
from ..language.wording import capital, listed, worded
from ..making.effort import MakingError
from ..making.makers import Makers
from ..making.request import ANY
from ..walkthrough import explain
from ..walkthrough.roles import Mention, PlaceRole, told_parts, where_to_look
from .plan import IssuePlan, SectionPlan, puzzles_in
from .proof import fingerprint

Record: TypeAlias = dict[str, Any]
"""A puzzle with what is known of it, as JSON."""
_FEW = 2
"""A hint says where a supposition fails if that has at most this many names."""
_ANEW = 20
"""How often a puzzle that repeats another is made anew."""


@dataclass(frozen=True)
class IssuePiece:
    """A puzzle of an issue, its answer, and what is known of it: ``facts``."""

    puzzle: Puzzle
    answer: State | None
    facts: Mapping[str, Any]
    job: PieceJob

    @staticmethod
    def of(record: Record, job: PieceJob) -> IssuePiece:
        """The piece in a record."""
        (reading,) = read_all(json.dumps(record["puzzle"]), "json")
        return IssuePiece(reading.puzzle, reading.answer, record["facts"], job)

    @property
    def fingerprint(self) -> str:
        """What equal puzzles have in common."""
        return fingerprint(self.puzzle)


@dataclass(frozen=True)
class PieceJob:
    """A puzzle that is made with some arguments of ``generate``, or given and only examined."""

    section: int
    number: int
    language: str
    genre: str = ""
    level: str | None = None
    seed: str = ""
    asked: Mapping[str, Any] = field(default_factory=dict)
    given: Puzzle | None = None
    attempt: int = 0

    @property
    def key(self) -> str:
        """What the finished puzzle is found by in a later run."""
        if self.given is not None:
            told: Any = puzzle_record(self.given)
        else:
            told = [self.genre, self.level, self.seed, self.attempt, sorted(self.asked.items(), key=lambda one: one[0])]
        return sha256(json.dumps(told, default=_as_text, sort_keys=True).encode()).hexdigest()[:16]

    def misses(self, label: str) -> bool:
        """Whether a puzzle with a label has another difficulty than that asked for."""
        return self.level not in (None, ANY, label)

    @property
    def words(self) -> str:
        """Which puzzle this is."""
        name = self.given.genre.name if self.given is not None else self.genre
        return f"section {self.section + 1}, puzzle {self.number + 1} ({name})"


def _as_text(value: Any) -> Any:
    """Arguments as JSON: a file by its content."""
    if isinstance(value, Path):
        return sha256(value.read_bytes()).hexdigest()
    return puzzle_record(value) if isinstance(value, Puzzle) else repr(value)


def jobs_of(plan: IssuePlan) -> Iterator[PieceJob]:
    """The puzzles of an issue. Raises PlanError for files that cannot be read."""
    for n, section in enumerate(plan.sections):
        if section.files:
            found = (one for file in section.files for one in puzzles_in(file, strict=len(section.files) == 1))
            yield from (PieceJob(n, i, plan.language, given=one) for i, one in enumerate(found))
        else:
            yield from (_new(n, i, section, plan.language) for i in range(len(section.levels)))


def _new(n: int, i: int, section: SectionPlan, language: str) -> PieceJob:
    return PieceJob(n, i, language, section.genre, section.levels[i], f"{section.seed}/{i + 1}", section.asked)


# -- one puzzle -------------------------------------------------------------------------------------------------------


def _made(timeout: float | None, job: PieceJob, stop: ShouldStop) -> Record | str:
    """The record of a puzzle, or in words why there is none."""
    try:
        with in_language(job.language):
            return {"key": job.key, **_examined(job.given or _generated(job, timeout, stop), job, timeout, stop)}
    except TimeUp as late:
        late_words = f"the time was up ({timeout:g} s)" if timeout is not None else "stopped"
        return f"{late_words}; until then: {late.reason}" if late.reason else late_words
    except MakingError as fault:
        return str(fault)


def _generated(job: PieceJob, timeout: float | None, stop: ShouldStop) -> Puzzle:
    seed = job.seed if not job.attempt else f"{job.seed}/again {job.attempt}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the proof sheet says which puzzles are not as hard as asked
        return generate(job.genre, difficulty=job.level, seed=seed, timeout=timeout, stop=stop, **job.asked)


def _examined(puzzle: Puzzle, job: PieceJob, timeout: float | None, stop: ShouldStop) -> Record:
    """A puzzle with its answer, its rating and a hint."""
    verdict = solve(puzzle, timeout=timeout, stop=stop)
    if stop():
        raise TimeUp
    rating = rate(puzzle, timeout=timeout, stop=stop)
    label = puzzle.about.difficulty or rating.label or ""
    puzzle = replace(puzzle, about=replace(puzzle.about, difficulty=label))
    facts = {
        "status": verdict.status, "label": rating.label or "", "score": round(rating.score),
        "steps": sum(rating.profile.values()), "hardest": next(iter(rating.techniques), ""),
        "hint": _hint(puzzle, rating, timeout, stop) if verdict.status == "unique" else "", "language": job.language,
        "limit": timeout,
    }
    if stop():
        raise TimeUp
    return {"facts": facts, "puzzle": puzzle_record(puzzle, verdict.answers[0] if verdict.answers else None)}


def _hint(puzzle: Puzzle, rating: Rating, timeout: float | None, stop: ShouldStop) -> str:
    """Where the first step that is hard to see begins, or the first step of all, and the name of its technique."""
    first: Step | None = None
    if rating.hardest is not None and rating.hardest.cost <= ORDINARY:
        first = next(iter(explain(puzzle, timeout=timeout, stop=stop)), None)
    else:
        path = explain(puzzle, timeout=timeout, stop=stop)
        first = next((step for step in path if step.cost > ORDINARY), None)
    if first is None:
        return ""
    if first.refuted is not None and not first.technique:
        return trial_hint(first)
    name = first.technique or worded(KINDS[first.kind])
    return f"{capital(listed([one.text for one in where_to_look(first)]))}: {name}"


def trial_hint(step: Step) -> str:
    """Where to suppose something, and where that fails if few places say it."""
    told = [part for part in told_parts(step) if isinstance(part, Mention)]
    tried, failed = (list(dict.fromkeys(part.text for part in told if part.role is role))
                     for role in (PlaceRole.SUPPOSITION, PlaceRole.CONTRADICTION))
    places = listed(tried or [one.text for one in where_to_look(step)])
    if not 0 < len(failed) <= _FEW:
        return worded("Try {places}: one possibility soon fails", places=places)
    return worded("Try {places}: one possibility soon fails at {failed}", places=places, failed=listed(failed))


# -- all puzzles ------------------------------------------------------------------------------------------------------


class Finished:
    """The finished puzzles of a folder, in a file with a line for each."""

    def __init__(self, path: Path) -> None:
        """Raises OSError, and ValueError for a file of another kind."""
        self._path = path
        self._known: dict[str, Record] = {}
        end = 0
        if path.exists():
            with path.open("rb") as file:
                for number, line in enumerate(file, 1):
                    if not line.endswith(b"\n"):
                        break  # the last run ended while writing this line
                    try:
                        record = json.loads(line)
                        self._known[record["key"]] = record
                    except (ValueError, TypeError, KeyError):
                        raise ValueError(f"{path}, line {number}: this is not a puzzle of an issue") from None
                    end += len(line)
            with path.open("r+b") as file:
                file.truncate(end)

    def begin(self) -> None:
        """Makes the file if there is none. Raises OSError."""
        self._path.touch()

    def piece(self, job: PieceJob, timeout: float | None) -> IssuePiece | None:
        """The puzzle of a job, if it is finished: with more time, one that is not as hard as asked is made again."""
        record = self._known.get(job.key)
        if record is None or record["facts"]["language"] != job.language:
            return None
        limit: float | None = record["facts"]["limit"]
        has_more = limit is not None and (timeout is None or timeout > limit)
        return None if has_more and job.misses(record["facts"]["label"]) else IssuePiece.of(record, job)

    def stored(self, record: Record, job: PieceJob) -> IssuePiece:
        """Stores a finished puzzle."""
        line = json.dumps(record, ensure_ascii=False) + "\n"
        with self._path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(line)
        record = json.loads(line)
        self._known[record["key"]] = record
        return IssuePiece.of(record, job)


def pieces(
    jobs: Sequence[PieceJob], finished: Finished, taken: Iterable[str], n_processes: int, timeout: float | None,
    stop: ShouldStop
) -> Iterator[IssuePiece | tuple[PieceJob, str]]:
    """The pieces in order, or why there is none. ``taken`` are fingerprints that new puzzles must not have.

    Ends early if ``stop()`` is true, with the pieces that are finished. Raises MakingError if a process dies.
    """
    used = set(taken)
    with Makers(n_processes, partial(_made, timeout), stop) as makers:
        waiting = deque((job, finished.piece(job, timeout) or makers.begin(job)) for job in jobs)
        while waiting:
            job, work = waiting.popleft()
            found = work if isinstance(work, IssuePiece) else makers.result(work)
            if found is None or (isinstance(found, str) and stop()):
                ready = makers.ready([(job, work), *waiting])
                yield from (finished.stored(record, own) for own, record in ready if not isinstance(record, str))
                return
            if isinstance(found, str):
                yield job, found
                continue
            piece = found if isinstance(found, IssuePiece) else finished.stored(found, job)
            if piece.fingerprint in used and job.given is None and job.attempt < _ANEW:
                anew = replace(job, attempt=job.attempt + 1)
                waiting.appendleft((anew, finished.piece(anew, timeout) or makers.begin(anew)))
                continue
            used.add(piece.fingerprint)
            yield piece
