"""Checks a grid: finds every violated demand, with a message and its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...board.board import Board, Spot
from ...language.faults import faults
from ...language.genre import Genre
from ...language.genre_errors import in_short
from ...language.puzzle import Puzzle, Reading, State, Value
from ...language.rules import Demand, Rule
from ...language.validation import checks_arguments, named
from ...language.wording import listed, name_in_words, names_in_words, worded
from ...logic.expr import Known, fixed
from ...logic.ticks import tick, ticking
from .clock import Clock, uncollected


class PrintedSpots(tuple[Spot, ...]):
    """Spots that print as the names of cells: ``(r1c1, r3c3)``."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"({', '.join(map(str, self))})"


@dataclass(frozen=True)
class Violation:
    """A violated rule.

    Attributes:
        rule: The name of the rule.
        at: Where it is violated.
        words: What is wrong.

    Example:
        >>> puzzle = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])
        >>> violation = gw.check(puzzle, gw.state(puzzle, ["1..1", "....", "....", "...."]))[0]
        >>> print(violation.rule, violation.at, violation)
        rows (r1c1, r1c4) 1 appears twice in row 1, at r1c1 and r1c4
    """

    rule: str
    at: tuple[Spot, ...]
    words: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", PrintedSpots(self.at))

    def __str__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        """The words and the places, for notebooks."""
        from html import escape

        return f"<p>{escape(self.words)} <small>{escape(str(self.at))}</small></p>"


@checks_arguments
def check(
    puzzle: Puzzle | Reading,
    state: State,
    *,
    finished: bool = False,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> list[Violation]:
    """Returns everything that is certainly wrong with a state.

    On a partial state a rule is violated only if no completion of the marks concerned can satisfy it.

    Args:
        puzzle: The puzzle.
        state: The answer or position. Given marks that it lacks are added.
        finished: Whether spots that have no mark, not even a given one, are also wrong (rule ``finished``).
        timeout: The time limit in seconds.
        stop: Called at least every 0.1 seconds; True ends the check.

    Returns:
        The violations in the order of the genre's rules; an empty list if nothing is wrong.

    Raises:
        PuzzleError: The state is malformed.
        TimeUp: The time limit is over.

    Example:
        >>> puzzle = gw.puzzle("Sudoku", ["1...", "..3.", ".4..", "...2"])
        >>> for violation in gw.check(puzzle, gw.state(puzzle, ["1..1", "....", "....", "...."])):
        ...     print(violation)
        1 appears twice in row 1, at r1c1 and r1c4
    """
    assert isinstance(puzzle, Puzzle)
    with Clock(timeout, stop).running(), uncollected(puzzle):
        whole = _with_givens_of(puzzle, state)
        model = puzzle.genre(puzzle, settled=whole)
        found = violations(model, whole)
        if finished:
            found += _unfinished(model, whole)
        return list(dict.fromkeys(ticking(found)))


def faults_at_sight(puzzle: Puzzle, state: State, played: Collection[Spot] = ()) -> list[Violation]:
    """As ``check``, by the clock that is running. Faults of the mark at ``played`` are phrased from its point of
    view."""
    whole = _with_givens_of(puzzle, state)
    return violations(puzzle.genre(puzzle, settled=whole), whole, played=played)


def _with_givens_of(puzzle: Puzzle, state: State) -> State:
    """The marks of a state, which may be one of another puzzle, and those that the puzzle gives."""
    return State(puzzle, state.marks, state.struck).with_givens()


Suspects = Callable[[Rule, Known], Iterable[Demand]]
"""The demands of a rule that known marks may break."""


def violations(
    model: Genre, state: State, suspects: Suspects | None = None, played: Collection[Spot] = ()
) -> list[Violation]:
    """The violations of a state; the model must allow all values, or those that the state leaves.

    ``suspects`` is for callers that check again and again and keep demands meanwhile. ``played``: see
    ``faults_at_sight``.
    """
    found = _changed_givens(model, state) + _foreign_values(model, state) + _torn_places(model, state)
    found += _struck_out(model, state)
    known = fixed(model.variables.known(state))
    for rule in model.rules:
        for demand in suspects(rule, known) if suspects else rule.suspects(model, known):
            tick()
            found += (Violation(rule.name, *fault) for fault in faults(demand, known, model, played))
    return found


def _at(model: Genre, rule: str, spot: Spot, text: str, **words: Any) -> Violation:
    """A violation at one spot, the value of ``{at}``."""
    return Violation(rule, (spot,), worded(text, at=name_in_words(model.board.name(spot)), **words))


def _changed_givens(model: Genre, state: State) -> list[Violation]:
    return [
        _at(model, "given", spot, "{held}, as given, and may not change", held=_held(model, name, spot, value))
        for name, spot, value in ticking(model.variables.given_marks())
        if (put := state.get(name, spot)) is not None and put != value
    ]


def _torn_places(model: Genre, state: State) -> list[Violation]:
    """Places whose spots share one mark but hold different ones."""
    found = []
    for name, layer in model.layers.items():
        for place in ticking(model.variables.places(name)):
            held = [value for spot in place if (value := state.get(name, spot)) is not None]
            if len(place) > 1 and len(set(held)) > 1:
                way = _way(model.board, place)
                words = worded("the {layer} {way} changes on the way", layer=layer.name, way=way)
                found.append(Violation("value", place, words))
    return found


def _way(board: Board, place: Sequence[Spot]) -> str:
    """From where to where a place leads whose spots are links in a row, or which spots it has."""
    links = set(board.links)
    if not links.issuperset(place):
        return worded("at {places}", places=listed(names_in_words(board, place)))
    ends = Counter(end for link in place for end in board.ends(link))
    first, last = (board.name(end) for end, n in sorted(ends.items()) if n == 1)
    return worded("from {first} to {last}", first=first, last=last)


def _held(model: Genre, name: str, spot: Spot, value: Value) -> str:
    """What a spot holds, as a clause."""
    return f"{name_in_words(model.board.name(spot))} {model.layers[name].say(value, puzzle=model.puzzle)}"  # type: ignore[attr-defined]


_MARKED = frozenset((True,))


def _foreign_values(model: Genre, state: State) -> list[Violation]:
    faulty = []
    for name, layer in state.marks.items():
        places: Collection[Spot | None] = model.terms[name] if name in model.terms else model.marks.get(name, ())
        for spot, value in ticking(layer.items()):
            if value is False:
                continue
            if spot not in places:
                words = worded("nothing can be marked at {at}", at=name_in_words(named(model.board, spot)))
                faulty.append(Violation("value", (spot,), words))
            elif value not in (model.terms[name][spot].marks if name in model.terms else _MARKED):
                said = value if isinstance(value, str) else in_short(value)
                faulty.append(_at(model, "value", spot, "{value} is not allowed at {at}", value=said))
    return faulty


def _struck_out(model: Genre, state: State) -> list[Violation]:
    """Spots whose own value is struck out, or all of whose candidates are."""
    faulty = []
    for name, layer in state.struck.items():
        terms: Mapping[Spot | None, Any] = model.terms.get(name, {})
        for spot, out in layer.items():
            held = state.get(name, spot)
            if held is not None and held in out:
                words = worded("{held}, but that is struck out", held=_held(model, name, spot, held))
                faulty.append(Violation("value", (spot,), words))
            elif spot in terms and out.issuperset(terms[spot].marks):
                faulty.append(_at(model, "value", spot, "{at} has no candidate left"))
    return faulty


def _unfinished(model: Genre, state: State) -> list[Violation]:
    layers: dict[str, Collection[Spot | None]] = {**model.marks, **model.terms}
    return [
        _at(model, "finished", spot, "{at} is not filled in")
        for name, places in layers.items()
        for spot in ticking(places)
        if spot is not None and state.get(name, spot) is None
    ]
