"""Test cases from puzzles: the verdict, the answer, and a wrong answer for each rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import Any, NamedTuple

from ..board.board import Board, Graph, Spot
from ..engine.solve.answers import all_answers, solve
from ..engine.solve.check import Violation, check
from ..engine.solve.clock import TimeUp
from ..formats.errors import WriteError
from ..formats.postscript import written
from ..formats.spf import Spf
from ..formats.spf.entries import spot_names, without_source
from ..formats.spf.graph import SpfGraph
from ..language.puzzle import Puzzle, State
from ..making.declared import provenance_faults

PROPOSED = "% Proposed, not reviewed: look at each wrong answer and at its places, then delete this line.\n"
"""The first line of a case until its author has reviewed it; the tests reject it."""
_MOST_PLACES = 6
"""How many places of a violation are listed."""
_TRIED = 200
"""How many answers of the puzzle without a rule are examined."""
_ENOUGH = 8
"""How many wrong answers are found, of which the one most similar to the right one is proposed."""
_SMALL = 400
"""The largest answer, in marks, that is changed mark by mark: each of these grids must be checked."""


class WrongAnswer(NamedTuple):
    """A grid that breaks one rule, with the violations that the checker reports."""

    rule: str
    state: State
    violations: tuple[Violation, ...]

    @property
    def places(self) -> tuple[Spot, ...]:
        """The spots that show the first violation."""
        return self.violations[0].at


@dataclass(frozen=True)
class Proposal:
    """A case that its author should review; ``missing`` are the rules for which no wrong answer was found."""

    text: str
    status: str
    wrong: tuple[WrongAnswer, ...]
    missing: tuple[str, ...]


class CaseError(ValueError):
    """A puzzle from which no case can be made."""


def proposal(puzzle: Puzzle, seconds: float = 10) -> Proposal:
    """A case made from a puzzle. Solving it, and finding each wrong answer, may take up to ``seconds``.

    Raises CaseError if the puzzle cannot be solved in that time or has no dialect for cases, or if rules of its genre
    do not declare their clues correctly.
    """
    faults = provenance_faults(puzzle)
    if faults:
        raise CaseError("\n".join(faults))
    kind = SpfGraph if isinstance(puzzle.board, Graph) else Spf
    dialect = next((dialect for dialect in puzzle.genre.dialects if isinstance(dialect, kind)), None)
    if dialect is None:
        where = "on graphs " if kind is SpfGraph else ""
        what = f"{puzzle.genre.name} has no dialect {where}of the Standard Puzzle Format, in which cases are written"
        raise CaseError(what)
    verdict = solve(puzzle, timeout=seconds)
    if verdict.status == "undecided":
        raise CaseError(f"the puzzle was not solved within {seconds:g} s")
    answer = verdict.answers[0] if verdict.answers else None
    wrong: list[WrongAnswer] = []
    missing: list[str] = []
    for rule in puzzle.genre.rules:
        found = wrong_answer(puzzle, rule.name, answer, seconds)
        if found is None:
            missing.append(rule.name)
        else:
            wrong.append(found)
    bare = without_source(puzzle)
    text = dialect.write(bare, answer).text().removesuffix(">>\n") + f"/status ({verdict.status})\n"
    if wrong:
        text += "\n".join(["/wrong [", *(_entry(dialect, bare, found, answer) for found in wrong)]) + " ]\n"
    return Proposal(f"{PROPOSED}{text}>>\n", verdict.status, tuple(wrong), tuple(missing))


def _entry(dialect: Spf | SpfGraph, puzzle: Puzzle, wrong: WrongAnswer, answer: State | None) -> str:
    """A wrong answer as an item of ``/wrong``: its rule, places, a diagram, and the marks that this does not show."""
    board = puzzle.board
    places = spot_names(board, wrong.places[:_MOST_PLACES])
    try:
        lines = dialect.solution_lines(puzzle, wrong.state)
    except WriteError:  # such as crossing bridges, which are listed beside the diagram of the right answer
        if answer is None:
            raise
        lines = dialect.solution_lines(puzzle, answer)
    unseen = map(_in_line, _unseen(board, wrong.state, _shown(dialect, puzzle, lines)))
    return "\n".join([f"[ {written(wrong.rule)} {written(places)}", *map(written, lines), *unseen]) + " ]"


def _shown(dialect: Spf | SpfGraph, puzzle: Puzzle, lines: list[str]) -> Mapping[str, Mapping[Spot, Any]]:
    if isinstance(dialect, SpfGraph):
        return dialect.solution_from(puzzle.board, lines)
    shown = dialect.read(puzzle.genre, dialect.write(puzzle, None).with_values({"solution": lines})).answer
    return shown.marks if shown is not None else {}


def _in_line(values: list[Any]) -> str:
    return f"[ {' '.join(map(written, values))} ]"


def _unseen(board: Board, state: State, shown: Mapping[str, Mapping[Spot, Any]]) -> Iterator[list[Any]]:
    """The marks of a state that a diagram does not show, or shows differently."""
    for name, marks in state.marks.items():
        for spot, value in marks.items():
            if shown.get(name, {}).get(spot) != value:
                yield [name, board.name(spot), value]


# -- wrong answers -----------------------------------------------------------------------------------------------------


def wrong_answer(puzzle: Puzzle, rule: str, answer: State | None, seconds: float) -> WrongAnswer | None:
    """A grid that breaks just one rule of the puzzle; None if none was found in ``seconds``.

    There is none if the other rules and the clues imply the rule.
    """
    end = monotonic() + seconds
    found: list[WrongAnswer] = []
    try:
        for state in _grids(puzzle, rule, answer, end):
            violations = tuple(check(puzzle, state, finished=True, timeout=max(end - monotonic(), 0.0)))
            if violations and {violation.rule for violation in violations} == {rule}:
                found.append(WrongAnswer(rule, state, violations))
                if len(found) == _ENOUGH:
                    break
    except TimeUp:
        pass  # those found so far will do
    if answer is None:
        return found[0] if found else None
    return min(found, key=lambda wrong: _difference(wrong.state, answer), default=None)


def _grids(puzzle: Puzzle, rule: str, answer: State | None, end: float) -> Iterator[State]:
    """The answer with single marks changed, and answers of the puzzle without the rule."""
    if answer is not None and sum(map(len, answer.marks.values())) <= _SMALL:
        yield from one_changed(puzzle, answer)
    other = Puzzle.of(puzzle.genre.without([rule]), puzzle.board, puzzle.given, puzzle.keys)
    answers = all_answers(other, timeout=max(end - monotonic(), 0.0))
    yield from (State.of(puzzle, found.marks) for found in islice(answers, _TRIED))


def one_changed(puzzle: Puzzle, answer: State) -> Iterator[State]:
    """The answer with one mark changed, for each change."""
    model = puzzle.genre(puzzle)
    for name, marks in answer.marks.items():
        given: Mapping[Spot, Any] = puzzle.given.get(name, {})
        for spot, value in marks.items():
            values = (True, False) if name in model.marks else tuple(model.terms[name][spot].marks)
            for other in values if spot not in given else ():
                if other != value:
                    yield State.of(puzzle, {**answer.marks, name: {**marks, spot: other}})


def _difference(one: State, other: State) -> int:
    """The number of marks that differ."""
    return sum(
        other.get(name, spot) != value for name, marks in one.marks.items() for spot, value in marks.items()
    )
