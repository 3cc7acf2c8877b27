"""How little two answers of a puzzle differ, and which clue would leave only one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...board.board import Spot
from ...language.domain import ABSENT, Domain
from ...language.layers import GivenLayer
from ...language.puzzle import Puzzle, State, Value
from ..solve.answers import solve
from ..solve.check import check
from ..solve.clock import Clock, TimeUp
from ..solve.selectors import SelectorSolver
from .repairs import replaced
from .steps import StepMark

_STARTS = 6
"""A small difference is looked for around at most this many places."""
_NEAR = 4
"""A clue is looked for at most this many cells from a difference."""
_CHECKS, _SOLVES = 400, 20
"""The most clues that are compared with the answers, and the most that are tried by solving."""
_LARGEST = 12
"""No clue above this number is tried."""


def close_answer(puzzle: Puzzle, first: State, differ: Sequence[tuple[str, Spot]], clock: Clock) -> State:
    """An answer that differs from another in few places: no third answer differs from that one in only some of them.

    ``differ`` are the places where any answers differ. Raises TimeUp.
    """
    with SelectorSolver(puzzle, clock) as solver:
        literal = solver.model.variables.literal
        held = {at: int(literal(*at, first.marks[at[0]][at[1]])) for at in _places(first)}
        fixed = {lit for lit in held.values() if abs(lit) > 1}
        closest: State | None = None
        least = len(fixed) + 1
        for start in differ[:: -(-len(differ) // _STARTS)]:
            changed = {held[at] for at in differ}
            for lit in (0, *sorted(changed - {held[start]})):
                if lit and lit not in changed:
                    continue
                kept = fixed - changed | {lit} if lit else fixed - changed
                if solver.solve([*solver.every, -held[start], *kept]):
                    found = solver.state()
                    changed = {held[at] for at in differ if found.get(*at) != first.get(*at)}
                    if len(changed) < least:
                        closest, least = found, len(changed)
        assert closest is not None, "answers differ at the places where they differ"
        return closest


def _places(state: State) -> Iterator[tuple[str, Spot]]:
    return ((name, spot) for name, marks in state.marks.items() for spot in marks)


def difference(first: State, other: State) -> list[tuple[str, Spot]]:
    """The places where two answers differ."""
    return [at for at in _places(first) if first.get(*at) != other.get(*at)]


def deciding_clue(puzzle: Puzzle, answers: tuple[State, State], clock: Clock) -> StepMark | None:
    """A clue near a place where two answers differ that leaves one answer; None if none is found soon.

    Raises TimeUp.
    """
    tries, left = 0, _SOLVES
    for clue in _possible_clues(puzzle, {spot for _, spot in difference(*answers)}):
        clock.check()
        more = replaced(puzzle, {(clue.layer, clue.spot): clue.value})
        tries += 1
        if tries > _CHECKS or not left:
            return None
        if more is None:
            continue
        fits = [not check(more, one, timeout=clock.left, stop=clock.stop) for one in answers]
        if any(fits) and not all(fits):
            left -= 1
            verdict = solve(more, timeout=clock.left, stop=clock.stop)
            if verdict.status == "undecided":
                raise TimeUp(clock.timeout)
            if verdict.status == "unique":
                return clue
    return None


def _possible_clues(puzzle: Puzzle, differ: set[Spot]) -> Iterator[StepMark]:
    """Clues in places without one, those next to a difference first."""
    model = puzzle.genre.as_told(puzzle)
    places: list[tuple[int, str, Spot, Domain]] = []
    for name, layer in puzzle.genre.layers.items():
        if not isinstance(layer, GivenLayer) or layer.role != "clue" or layer.exhaustive:
            continue
        given: Mapping[Spot, Value] = puzzle.given.get(name, {})
        for spot in layer.spots(model):
            far = min(_distance(spot, other) for other in differ)
            domain = layer.domain.at(model, spot)
            usual = ABSENT if layer.on in ("sides", "line_sides") else domain.unknown
            if far <= _NEAR and given.get(spot, ABSENT) == usual:
                places.append((far, name, spot, domain))
    for _, name, spot, domain in sorted(places, key=lambda one: one[:3]):
        yield from (StepMark(name, spot, value) for value in _values(domain))


def _distance(spot: Spot, other: Spot) -> int:
    """The distance in cells; a clue beside the board is as near as its line."""
    steps = [abs(a - b) // 2 for a, b in zip(spot, other, strict=True)]
    return min(steps) if min(spot) < 0 else max(steps)


def _values(domain: Domain) -> Iterable[Value]:
    numbers = [n for n in range(_LARGEST + 1) if n in domain]
    return numbers or [value for value in domain.values() or () if value != domain.unknown][:_LARGEST]
