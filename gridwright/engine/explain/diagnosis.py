"""Why a puzzle has no answer, or several, or more clues than it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...board.board import Spot
from ...language.layers import GivenLayer
from ...language.puzzle import Puzzle, PuzzleError, State
from ...language.rules import Clue
from ...language.translation import worded
from ...language.validation import checks_arguments
from ...language.wording import counted, listed, name_in_words, names_in_words
from ..solve.clock import Clock, TimeUp
from ..solve.search import Status, Verdict, shared_marks, solve
from ..solve.selectors import Selector, SelectorSolver
from .speech import merged
from .steps import Because, StepMark

_DECIDING = 5
"""At most this many marks are proposed that would leave one answer."""


@dataclass(frozen=True)
class Diagnosis:
    """What a setter wants to know about a puzzle.

    ``none``: ``clashes`` is a minimal set of demands, clues and givens that cannot all hold. ``several``: ``differ``
    are the spots where answers differ, by layer; ``deciding`` are marks, any one of which, if given, would leave a
    single answer. ``unique``: ``needless`` are clues and givens, any one of which could be left out. ``complete`` is
    False if the time ran out before everything was examined.
    """

    puzzle: Puzzle = field(repr=False)
    status: Status
    words: str
    clashes: tuple[Because, ...] = ()
    clues: tuple[Clue, ...] = ()
    differ: tuple[tuple[str, Spot], ...] = ()
    deciding: tuple[StepMark, ...] = ()
    needless: tuple[Clue, ...] = ()
    verdict: Verdict | None = field(default=None, repr=False, compare=False)
    complete: bool = True

    def __str__(self) -> str:
        return self.words

    @property
    def details(self) -> str:
        """The words without the first sentence, which states the status."""
        return self.words.removeprefix(worded(_STATUS[self.status])).strip()


@checks_arguments
def diagnose(
    puzzle: Puzzle,
    *,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
    verdict: Verdict | None = None,
) -> Diagnosis:
    """Why a puzzle is not as it should be: see ``Diagnosis``. If the time runs out, what was found so far.

    ``verdict`` is the result of ``solve``, if it is known.
    """
    clock = Clock(timeout, stop)
    if verdict is None:
        verdict = solve(puzzle, timeout=timeout, stop=stop)
    with clock.running():
        try:
            if verdict.status == "none":
                return _of_none(puzzle, verdict, clock)
            if verdict.status == "several":
                return _of_several(puzzle, verdict, clock)
            if verdict.status == "unique":
                return _of_unique(puzzle, verdict, clock)
        except TimeUp:
            pass
    words = f"{worded(_STATUS[verdict.status])} {worded('The time was up before more could be said.')}"
    return Diagnosis(puzzle, verdict.status, words, verdict=verdict, complete=False)


_STATUS = {
    "none": "The puzzle has no answer.",
    "several": "The puzzle has several answers.",
    "unique": "The puzzle has one answer.",
    "undecided": "It is not known how many answers the puzzle has.",
}


# -- no answer --------------------------------------------------------------------------------------------------------


def clashing_parts(puzzle: Puzzle, clock: Clock) -> list[Because]:
    """A minimal set of demands and given marks that cannot all hold; [] if there is an answer."""
    with SelectorSolver(puzzle, clock) as solver:
        return [_part(solver, selector) for selector in _clash(solver)]


def clash_in_words(parts: Sequence[Because]) -> str:
    """What cannot all hold, as a sentence: given marks first, demands that begin alike merged."""
    given = [part.words for part in parts if part.mark is not None]
    demands = merged(dict.fromkeys(part.words for part in parts if part.mark is None))
    said = [*given, *demands]
    if len(said) == 1:
        return worded("This cannot be: {law}.", law=said[0])
    return worded("These cannot all hold: {laws}.", laws="; ".join(said))


def _clash(solver: SelectorSolver) -> list[Selector]:
    every = [*(one.literal for one in solver.givens), *(one.literal for one in solver.demands)]
    if solver.solve(every):
        return []
    core = set(solver.core())
    clash = [literal for literal in every if literal in core]
    for literal in list(reversed(clash)):
        rest = [other for other in clash if other != literal]
        if literal in clash and not solver.solve(rest):
            core = set(solver.core())
            clash = [other for other in rest if other in core]
    return [solver.selectors[literal] for literal in clash]


def _part(solver: SelectorSolver, selector: Selector) -> Because:
    board = solver.model.board
    if selector.demand is not None:
        return Because(selector.demand.say(board), selector.demand.at, (selector.demand,))
    assert selector.given is not None
    layer, spot, value = selector.given
    said = solver.model.layers[layer].say(value, puzzle=solver.model.puzzle)  # type: ignore[attr-defined]
    words = worded("{mark}, as given", mark=f"{name_in_words(board.name(spot))} {said}")
    return Because(words, (spot,), mark=StepMark(layer, spot, value))


def _of_none(puzzle: Puzzle, verdict: Verdict, clock: Clock) -> Diagnosis:
    with SelectorSolver(puzzle, clock) as solver:
        clash = _clash(solver)
        parts = tuple(_part(solver, selector) for selector in clash)
        clues = dict.fromkeys(clue for selector in clash for clue in solver.clues_of(selector.literal))
    words = f"{worded(_STATUS['none'])} {clash_in_words(parts)}"
    return Diagnosis(puzzle, "none", words, clashes=parts, clues=tuple(clues), verdict=verdict)


# -- several answers --------------------------------------------------------------------------------------------------


def _of_several(puzzle: Puzzle, verdict: Verdict, clock: Clock) -> Diagnosis:
    shared = shared_marks(puzzle, None, clock)
    assert shared is not None
    first = verdict.answers[0]
    differ = tuple(
        (name, spot)
        for name, layer in first.marks.items()
        for spot in sorted(layer)
        if shared.get(name, spot) is None
    )
    deciding = tuple(_deciding(puzzle, verdict.answers, differ, clock))
    board = puzzle.board
    spots = sorted({spot for _, spot in differ})
    text = "Taken together, the answers differ in {n}: {places}."
    words = f"{worded(_STATUS['several'])} {worded(text, n=_counted(spots), places=_named(puzzle, spots))}"
    if deciding:
        layers = puzzle.genre.layers
        said = (
            f"{name_in_words(board.name(m.spot))} {layers[m.layer].say(m.value, puzzle=puzzle)}"  # type: ignore[attr-defined]
            for m in deciding
        )
        text = "One answer would be left, for example, if this were given: {marks}."
        words += " " + worded(text, marks=listed(said, "or"))
    return Diagnosis(puzzle, "several", words, differ=differ, deciding=deciding, verdict=verdict)


def _counted(spots: Sequence[Spot]) -> str:
    return counted(len(spots), worded("place|places"))


def _named(puzzle: Puzzle, spots: Sequence[Spot], most: int = 8) -> str:
    names = names_in_words(puzzle.board, spots)
    return listed([*names[:most], worded("{n} more", n=len(names) - most)] if len(names) > most else names)


def _deciding(
    puzzle: Puzzle, answers: Sequence[State], differ: Sequence[tuple[str, Spot]], clock: Clock
) -> list[StepMark]:
    """Marks of the answers found, any one of which leaves one answer."""
    deciding = []
    for answer in answers:
        for layer, spot in differ:
            clock.check()
            value = answer.get(layer, spot)
            if value is False:
                continue
            if _is_unique(puzzle, clock, State.of(puzzle, {layer: {spot: value}})):
                deciding.append(StepMark(layer, spot, value))
                if len(deciding) >= _DECIDING:
                    return deciding
    return deciding


def _is_unique(puzzle: Puzzle, clock: Clock, played: State | None = None) -> bool:
    """Raises TimeUp."""
    status = solve(puzzle, played=played, timeout=clock.left, stop=clock.stop).status
    if status == "undecided":
        raise TimeUp
    return status == "unique"


# -- one answer -------------------------------------------------------------------------------------------------------


def _of_unique(puzzle: Puzzle, verdict: Verdict, clock: Clock) -> Diagnosis:
    """Leaves out each clue and each given mark in turn, and solves the rest."""
    needless = []
    for name, marks in puzzle.given.items():
        layer = puzzle.genre.layers[name]
        if isinstance(layer, GivenLayer) and getattr(layer, "role", "clue") != "clue":
            continue
        for spot in marks:
            clock.check()
            rest = {**puzzle.given, name: {at: value for at, value in marks.items() if at != spot}}
            try:
                less = Puzzle.of(puzzle.genre, puzzle.board, rest, puzzle.keys)
            except PuzzleError:
                continue  # other givens need this one: a bridge its island
            if _is_unique(less, clock):
                needless.append((name, spot))
    spots = [spot for _, spot in needless]
    more = worded("Every clue is needed.")
    if needless:
        text = "{n} could be left without a clue, one at a time: {places}."
        more = worded(text, n=_counted(spots), places=_named(puzzle, spots))
    words = f"{worded(_STATUS['unique'])} {more}"
    return Diagnosis(puzzle, "unique", words, needless=tuple(needless), verdict=verdict)
