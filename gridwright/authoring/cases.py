"""Test cases from puzzles: the verdict, the answer, and a wrong answer for each rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..board.board import Board, Spot
from ..board.graph import Graph
from ..engine.solve.search import solve
from ..formats.errors import WriteError
from ..formats.postscript import written
from ..formats.spf import Spf, without_source
from ..formats.spf.graph import SpfGraph
from ..language.puzzle import Puzzle, State
from ..making.provenance import provenance_faults
from .wrong import WrongAnswer, wrong_answer

PROPOSED = "% Proposed, not reviewed: look at each wrong answer and at its places, then delete this line.\n"
"""What a case begins with until its author has read it; the tests refuse it."""
_MOST_PLACES = 6
"""So many places of a violation are listed."""


@dataclass(frozen=True)
class Proposal:
    """A case that its author should review; ``missing`` are the rules that no wrong answer was found for."""

    text: str
    status: str
    wrong: tuple[WrongAnswer, ...]
    missing: tuple[str, ...]


class CaseError(ValueError):
    """A puzzle that no case can be made from."""


def proposal(puzzle: Puzzle, seconds: float = 10) -> Proposal:
    """A case made from a puzzle. Solving it, and looking for each wrong answer, may take so many seconds.

    Raises CaseError for a puzzle whose status is not found in that time, or that has no dialect for cases, and for a
    genre whose rules do not say which clues their demands come from.
    """
    faults = provenance_faults(puzzle)
    if faults:
        raise CaseError("\n".join(faults))
    kind = SpfGraph if isinstance(puzzle.board, Graph) else Spf
    dialect = next((one for one in puzzle.genre.dialects if isinstance(one, kind)), None)
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
        text += "\n".join(["/wrong [", *(_entry(dialect, bare, one, answer) for one in wrong)]) + " ]\n"
    return Proposal(f"{PROPOSED}{text}>>\n", verdict.status, tuple(wrong), tuple(missing))


def _entry(dialect: Spf | SpfGraph, puzzle: Puzzle, one: WrongAnswer, answer: State | None) -> str:
    """A wrong answer as ``/wrong`` holds it: its rule, places, a diagram, and the marks that this does not show."""
    board = puzzle.board
    names = [board.name(spot) for spot in one.places[:_MOST_PLACES]]
    places = ("; " if any(" " in name for name in names) else " ").join(names)
    try:
        lines = dialect.solution_lines(puzzle, one.state)
    except WriteError:  # bridges that cross, say: they are told beside the diagram of the right answer
        if answer is None:
            raise
        lines = dialect.solution_lines(puzzle, answer)
    unseen = _unseen(board, one.state, _shown(dialect, puzzle, lines))
    return "\n".join([f"[ {written(one.rule)} {written(places)}", *map(written, lines), *map(_in_line, unseen)]) + " ]"


def _shown(dialect: Spf | SpfGraph, puzzle: Puzzle, lines: list[str]) -> Mapping[str, Mapping[Spot, Any]]:
    if isinstance(dialect, SpfGraph):
        return dialect.solution_from(puzzle.board, lines)
    shown = dialect.read(puzzle.genre, dialect.write(puzzle, None).with_values({"solution": lines})).answer
    return shown.marks if shown is not None else {}


def _in_line(values: list[Any]) -> str:
    return f"[ {' '.join(map(written, values))} ]"


def _unseen(board: Board, state: State, shown: Mapping[str, Mapping[Spot, Any]]) -> Iterator[list[Any]]:
    """The marks of a state that a diagram did not show, or showed otherwise."""
    for name, marks in state.marks.items():
        for spot, value in marks.items():
            if shown.get(name, {}).get(spot) != value:
                yield [name, board.name(spot), value]
