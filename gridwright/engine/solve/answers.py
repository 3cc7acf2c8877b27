"""Answers of a puzzle: some or all of them, the verdict on their number, and the marks that all of them share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ...language.puzzle import Abstraction, Puzzle, Reading, State
from ...language.validation import check_whole, checks_arguments
from .clock import Clock, TimeUp, uncollected
from .search import Search, SearchEffort, SharedMarks

Status = Literal["unique", "several", "none", "undecided"]


@dataclass(frozen=True)
class Verdict:
    """The result of solving a puzzle.

    It has no truth value, because a proof that there is no answer is a result, too: compare its status.

    Attributes:
        status: ``"unique"`` (proved to have exactly one answer), ``"several"``, ``"none"`` (proved to have no answer)
            or ``"undecided"`` (the time limit was reached).
        answers: The answers that were found.
        seconds: How long it took.
        complete: Whether there are no other answers.
        effort: The size of the model and the work of the solver.

    Example:
        >>> verdict = gw.solve(gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"]))
        >>> verdict.status, verdict.complete, len(verdict.answers)
        ('unique', True, 1)
    """

    status: Status
    answers: tuple[State, ...]
    seconds: float
    complete: bool = True
    effort: SearchEffort = field(default_factory=SearchEffort, compare=False, repr=False)

    def __bool__(self) -> bool:
        raise TypeError("a verdict is neither true nor false; compare its status: verdict.status == \"unique\"")

    def __repr__(self) -> str:
        """An expression that evaluates to the verdict."""
        return f"gw.Verdict({self.status!r}, {self.answers!r}, {self.seconds!r}, {self.complete!r})"

    def __str__(self) -> str:
        found = f"{len(self.answers)} answer{'' if len(self.answers) == 1 else 's'}"
        return "\n\n".join([f"<{self.status}, {found}, {self.seconds:.3f} s>", *map(str, self.answers)])

    def _repr_html_(self) -> str:
        """The status and the pictures of the answers, for notebooks."""
        from ...language.notebook import in_html

        status = "no answer" if self.status == "none" else self.status
        return in_html(f"{status}, {self.seconds:.3f} s", *(answer._repr_svg_() for answer in self.answers))


@checks_arguments
def solve(
    puzzle: Puzzle | Reading,
    *,
    limit: int = 2,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
    played: State | None = None,
) -> Verdict:
    """Finds answers of a puzzle, and proves whether there is exactly one.

    Args:
        puzzle: The puzzle.
        limit: The search ends after this many answers; with 1, uniqueness is not decided.
        timeout: The time limit in seconds, including the time to build the model.
        stop: Called at least every 0.1 seconds; True ends the search.
        played: Marks that the answers must have in addition to the given ones.

    Returns:
        The verdict; ``undecided`` if the time limit is reached.

    Raises:
        ValueError: ``limit`` is below 1.

    Example:
        >>> verdict = gw.solve(gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"]), timeout=10)
        >>> verdict.answers[0].grid()
        [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]]
    """
    assert isinstance(puzzle, Puzzle)
    clock, effort = Clock(timeout, stop), SearchEffort()
    return verdict_of(answers_with(puzzle, clock, played, effort), limit, clock, effort)


def verdict_of(answers: Iterator[State], limit: int, clock: Clock, effort: SearchEffort | None = None) -> Verdict:
    """The verdict on a puzzle from up to ``limit`` answers; ``answers`` may raise TimeUp. Raises ValueError for a
    limit below 1."""
    check_whole("limit", limit)
    effort = effort or SearchEffort()
    answers_so_far: list[State] = []
    complete = True
    try:
        for answer in answers:
            answers_so_far.append(answer)
            if len(answers_so_far) >= limit:
                complete = False
                break
    except TimeUp:
        complete = False
        if len(answers_so_far) < 2:
            return Verdict("undecided", tuple(answers_so_far), clock.seconds, False, effort)
    status: Status = "several" if len(answers_so_far) > 1 else "unique" if answers_so_far else "none"
    if limit == 1 and answers_so_far:
        status = "undecided"
    return Verdict(status, tuple(answers_so_far), clock.seconds, complete, effort)


@checks_arguments
def all_answers(
    puzzle: Puzzle | Reading,
    *,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
    played: State | None = None,
) -> Iterator[State]:
    """Iterates over all answers of a puzzle; each is found when it is requested.

    Args:
        puzzle: The puzzle.
        timeout: The time limit in seconds, for all answers together.
        stop: Called at least every 0.1 seconds; True ends the search.
        played: Marks that the answers must have in addition to the given ones.

    Returns:
        An iterator over the answers.

    Raises:
        TimeUp: The time limit is over before all answers are found.

    Example:
        >>> puzzle = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...."])
        >>> sorted(answer["number"][3] for answer in gw.all_answers(puzzle))
        [[2, 1, 4, 3], [3, 1, 2, 4], [3, 1, 4, 2]]
    """
    assert isinstance(puzzle, Puzzle)
    return answers_with(puzzle, Clock(timeout, stop), played)


@checks_arguments
def common_marks(
    puzzle: Puzzle | Reading,
    played: State | None = None,
    *,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> State | None:
    """Returns the marks that all answers of a puzzle share.

    It solves once, then looks for an answer that differs from what is still shared, until there is none.

    Args:
        puzzle: The puzzle.
        played: Only answers with these marks count.
        timeout: The time limit in seconds.
        stop: Called at least every 0.1 seconds; True ends the search.

    Returns:
        A state with these marks; None if there is no answer.

    Raises:
        TimeUp: The time limit is over.

    Example:
        >>> puzzle = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...."])
        >>> gw.common_marks(puzzle).grid()
        [[1, 3, None, None], [4, 2, 3, 1], [None, 4, 1, None], [None, 1, None, None]]
    """
    assert isinstance(puzzle, Puzzle)
    return shared_marks(puzzle, played, Clock(timeout, stop))


def shared_marks(puzzle: Puzzle, played: State | None, clock: Clock) -> State | None:
    """``common_marks`` by a clock that others share."""
    with SharedMarks(puzzle, played, clock) as found:
        found.narrow()
        return found.state()


def answers_with(
    puzzle: Puzzle, clock: Clock, played: State | None = None, effort: SearchEffort | None = None
) -> Iterator[State]:
    """Every answer with the marks of ``played``, each once; raises TimeUp when the clock says so."""
    effort = effort or SearchEffort()
    answers: list[State] = []
    abstraction = _abstraction(puzzle, clock) if played is None else None
    if abstraction is not None:
        complete = True
        for answer in _search(abstraction.puzzle, clock, None, effort):
            some, are_all = abstraction.concrete(answer)
            complete &= are_all
            for one in some:
                if one not in answers:
                    answers.append(one)
                    yield one
        if complete:
            return
    yield from _search(puzzle, clock, played, effort, but=answers)


def _abstraction(puzzle: Puzzle, clock: Clock) -> Abstraction | None:
    """A puzzle with fewer values to solve first, if the genre provides one."""
    with clock.building(), uncollected(puzzle):
        return puzzle.genre.abstraction(puzzle, clock.glance)


def _search(
    puzzle: Puzzle, clock: Clock, played: State | None, effort: SearchEffort, but: Sequence[State] = ()
) -> Iterator[State]:
    """Every answer of one model except some; ``effort`` becomes the cost of this search."""
    search = Search(puzzle, clock, played)
    effort.__dict__.update(search.effort.__dict__)
    search.effort = effort
    with search.sat:
        search.deny(but)
        while (model := search.next_assignment()) is not None:
            yield search.state(model)
            search.block(model)
