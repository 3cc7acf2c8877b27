"""Wrong marks of a position, each with the rule that it visibly breaks, or a proof that it is wrong."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from ...board.board import Spot
from ...language.puzzle import Puzzle, State
from ...language.wording import capital, listed, name_in_words, names_in_words, worded
from ..solve.check import Violation, faults_at_sight
from ..solve.clock import Clock
from .clashes import clash_in_words, clashing_parts
from .deductions import Deduction
from .position import Position
from .steps import Because, StageName, StepMark, argument_in_html, with_marks
from .telling import Teller

_FEW = 2
"""So many places that show a fault are named even if the fault itself does not."""
Reason = Callable[[int], Deduction | None]
"""A minimal reason of a mark."""


@dataclass(frozen=True)
class Mistake:
    """Marks of a position that are wrong, or that cannot all be right.

    Attributes:
        puzzle: The puzzle.
        marks: The wrong marks.
        because: The rules and correct marks that prove it.
        words: The proof, as a paragraph.
        violations: The violations, if a rule is visibly broken.

    Example:
        >>> puzzle = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])
        >>> print(gw.mistakes(puzzle, gw.state(puzzle, ["1..3", "....", "....", "...."]))[0])
        This is wrong: r1c4 is 3. There is already a 3 in box 2, at r2c3.
    """

    puzzle: Puzzle = field(repr=False)
    marks: tuple[StepMark, ...]
    because: tuple[Because, ...]
    words: str
    violations: tuple[Violation, ...] = ()

    def __str__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        """The words, and the marks with those that prove them wrong, for notebooks."""
        return argument_in_html(self.puzzle, self.words, self.marks, self.because)


def impossible_marks(puzzle: Puzzle, state: State) -> Iterator[Mistake]:
    """The marks that contradict the givens or that the puzzle does not have."""
    for fault in faults_at_sight(puzzle, state):
        if fault.rule in ("given", "value"):
            marks = tuple(
                StepMark(name, spot, value)
                for name, layer in state.marks.items()
                for spot, value in layer.items()
                if spot in fault.at
            )
            yield Mistake(puzzle, marks, (), f"{capital(fault.words)}.", (fault,))


def no_answer(puzzle: Puzzle, clock: Clock) -> Mistake:
    """What to say of a puzzle without answer."""
    parts = clashing_parts(puzzle, clock)
    return Mistake(puzzle, (), tuple(parts), f"{worded('The puzzle has no answer.')} {clash_in_words(puzzle, parts)}")


def wrong_marks(position: Position, reason_of: Reason, state: State) -> Iterator[Mistake]:
    """The wrong marks of a state; ``position`` is that of the puzzle without them."""
    position.prove_target()
    known = position.model.variables.known(state)
    played = [lit if known[lit] > 0 else -lit for lit in range(2, position.top + 1) if known[lit]]
    wrong = [lit for lit in played if position.target.get(abs(lit), lit) != lit]
    wrong = [lit for lit in wrong if lit > 0 or not any(o in played for o in position.other_values(-lit))]
    if wrong:
        right = [lit for lit in played if -lit not in position.target.values()]
        yield from _Refutations(position, reason_of, state, right).of(wrong)
    else:
        yield from _clash(position, reason_of, state, played)


class _Refutations:
    """What is wrong with marks beside right ones."""

    def __init__(self, position: Position, reason_of: Reason, state: State, right: Sequence[int]) -> None:
        self.position, self.reason_of, self.state = position, reason_of, state
        for lit in right:
            if position.target.get(abs(lit)) == lit:
                position.settle(lit)
        self.teller = Teller(position)
        self.right = [mark for lit in right for mark in self.teller.marks(lit)]

    def of(self, wrong: Sequence[int]) -> Iterator[Mistake]:
        """Marks that visibly break a rule come first, then those that do so together, then those that need a proof."""
        puzzle, unseen, told = self.position.puzzle, [], set[tuple[Spot, ...]]()
        every = faults_at_sight(puzzle, self.state) if len(wrong) > 1 else []
        for lit in sorted(wrong, key=lambda lit: self._sight(lit, every)):
            marks = tuple(self.teller.marks(lit))
            fault = _smallest(_faults(puzzle, (*self.right, *marks), {mark.spot for mark in marks}))
            if fault is None:
                unseen.append(lit)
            else:
                told.add(fault.at)
                yield Mistake(puzzle, marks, (), f"{self._wrong(lit)} {self._shown(fault, marks)}.", (fault,))
        for fault in every if len(unseen) > 1 else ():
            together = [lit for lit in unseen if any(mark.spot in fault.at for mark in self.teller.marks(lit))]
            if len(together) > 1 and fault.at not in told:
                told.add(fault.at)
                marks = tuple(mark for lit in together for mark in self.teller.marks(lit))
                said = worded("These marks cannot all be right: {marks}.", marks=self.teller.said(together))
                yield Mistake(puzzle, marks, (), f"{said} {capital(fault.words)}.", (fault,))
        for lit in unseen:
            if found := self._reason(-lit):
                step = self.teller.step(found, concludes=found.marks[0] != -lit)
                yield Mistake(puzzle, tuple(self.teller.marks(lit)), step.because, f"{self._wrong(lit)} {step.words}")

    def _reason(self, lit: int) -> Deduction | None:
        """A minimal reason of a mark; for one that is known silently, the demand that states it."""
        striker, *placed = self.position.silent.get(lit, (0,))
        if striker:
            return Deduction([lit], [striker], placed, 0.0, StageName.DEMAND)
        return self.reason_of(lit)

    def _sight(self, lit: int, faults: Sequence[Violation]) -> int:
        """How many places show a fault of a mark; very many if none is seen."""
        spots = {mark.spot for mark in self.teller.marks(lit)}
        return min((len(fault.at) for fault in faults if not spots.isdisjoint(fault.at)), default=sys.maxsize)

    def _shown(self, fault: Violation, marks: Sequence[StepMark]) -> str:
        """What is wrong with some marks, with the other places that show it, if these are few."""
        others = [spot for spot in fault.at if spot not in {mark.spot for mark in marks}]
        board = self.position.model.board
        if all(name in fault.words for name in names_in_words(board, fault.at)):
            return capital(fault.words)
        names = map(name_in_words, map(board.name, others))
        unnamed = [name for name in names if not re.search(rf"\b{re.escape(name)}\b", fault.words)]
        more = worded(" (see {places})", places=listed(unnamed)) if 0 < len(unnamed) <= _FEW else ""
        return capital(fault.words) + more

    def _wrong(self, lit: int) -> str:
        return worded("This is wrong: {marks}.", marks=self.teller.said([lit]))


def _faults(puzzle: Puzzle, marks: Sequence[StepMark], played: Collection[Spot] = ()) -> list[Violation]:
    return faults_at_sight(puzzle, with_marks(puzzle, State.of(puzzle, {}), marks), played)


def _smallest(faults: Sequence[Violation]) -> Violation | None:
    """The fault that the fewest places show."""
    return min(faults, key=lambda fault: len(fault.at), default=None)


def _clash(position: Position, reason_of: Reason, state: State, played: list[int]) -> Iterator[Mistake]:
    """Marks each of which is in some answer, but that no answer contains together; if a rule is visibly broken, the
    marks that break it."""
    solver, every = position.solver, [one.literal for one in position.solver.demands]
    if solver.solve([*position.marks, *every, *played]):
        return
    teller = Teller(position)
    fault = _smallest(faults_at_sight(position.puzzle, state))
    seen = [lit for lit in played if fault and any(mark.spot in fault.at for mark in teller.marks(lit))]
    if solver.solve([*position.marks, *every, *seen]):
        solver.solve([*position.marks, *every, *played])
    core = set(solver.core())
    clashing = [lit for lit in played if lit in core]
    for lit in reversed(clashing[:]):
        rest = [other for other in clashing if other != lit]
        if not solver.solve([*position.marks, *every, *rest]):
            clashing = rest
    marks = tuple(mark for lit in clashing for mark in teller.marks(lit))
    said = worded("These marks cannot all be right: {marks}.", marks=teller.said(clashing))
    broken = _smallest(_faults(position.puzzle, marks))
    if broken is not None:
        yield Mistake(position.puzzle, marks, (), f"{said} {capital(broken.words)}.", (broken,))
        return
    *others, last = clashing
    for lit in others:
        position.settle(lit)
    found = reason_of(-last)
    assert found is not None
    step = teller.step(found, concludes=found.marks[0] != -last)
    yield Mistake(position.puzzle, marks, step.because, f"{said} {step.words}")
