"""Why a puzzle has no answer, or several, or more clues than it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ...board.board import Spot
from ...hooks import HOOKS
from ...language.domain import ABSENT
from ...language.layers import GivenLayer, ValueLayer
from ...language.notebook import in_html
from ...language.puzzle import Puzzle, Reading, State
from ...language.rules import Clue
from ...language.validation import checks_arguments
from ...language.wording import capital, counted, listed, name_in_words, names_in_words, worded
from ..solve.answers import Status, Verdict, shared_marks, solve
from ..solve.clock import Clock, TimeUp
from ..solve.selectors import SelectorSolver
from .clashes import clash, clash_in_words, part_of
from .clue_names import SHORT, added, clue_names, instead
from .deciding import close_answer, deciding_clue, difference
from .repairs import Repair, Repairs, replaced
from .steps import Because, StepMark

_VALUES = 2
"""If a clue could have more values than this, only the first are listed."""
_DECIDING = 5
"""At most this many marks are proposed that would leave one answer."""


@dataclass(frozen=True)
class Diagnosis:
    """Why a puzzle has no answer, or several, or more clues than it needs.

    Attributes:
        puzzle: The puzzle.
        status: As in ``Verdict``.
        words: All findings, in sentences.
        clashes: For ``"none"``: the fewest rules, clues and given marks that cannot all hold.
        clues: The clues among them.
        repairs: The clues any one of which repairs the puzzle, the likeliest first; or a pair that does.
        differ: For ``"several"``: the spots where answers differ, by layer.
        least: The spots where two of the answers differ, as few as possible.
        clue: A clue that would leave one answer.
        deciding: Marks any one of which would leave one answer if it were given.
        needless: For ``"unique"``: clues and given marks any one of which could be left out.
        verdict: The result of solving the puzzle.
        complete: Whether everything was examined before the time was up.

    Example:
        >>> diagnosis = gw.diagnose(gw.puzzle("Sudoku", ["1...", "..3.", ".41.", "...2"]))
        >>> diagnosis.status, diagnosis.needless
        ('unique', (('number', Spot(y=5, x=5)),))
    """

    puzzle: Puzzle = field(repr=False)
    status: Status
    words: str
    clashes: tuple[Because, ...] = ()
    clues: tuple[Clue, ...] = ()
    repairs: tuple[Repair, ...] = ()
    differ: tuple[tuple[str, Spot], ...] = ()
    least: tuple[tuple[str, Spot], ...] = ()
    clue: StepMark | None = None
    deciding: tuple[StepMark, ...] = ()
    needless: tuple[Clue, ...] = ()
    verdict: Verdict | None = field(default=None, repr=False, compare=False)
    complete: bool = True

    def __str__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        """The words, and the board with the places that they are about, for notebooks."""
        reason = [spot for _, spot in self.clues]
        differs = [spot for _, spot in (*self.differ, *self.needless)]
        return in_html(self.words, HOOKS.drawn(self.puzzle, None, reason=reason, differs=differs))

    @property
    def details(self) -> str:
        """The words without the first sentence, which states the status."""
        return self.words.removeprefix(worded(_STATUS[self.status])).strip()


@checks_arguments
def diagnose(
    puzzle: Puzzle | Reading,
    *,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
    verdict: Verdict | None = None,
) -> Diagnosis:
    """Explains why a puzzle has no answer, or several, or more clues than it needs.

    Args:
        puzzle: The puzzle.
        timeout: The time limit in seconds. Then the result is what was found so far.
        stop: Called at least every 0.1 seconds; True ends the search.
        verdict: The result of ``solve``, if it is known.

    Returns:
        The diagnosis.

    Example:
        >>> gw.diagnose(gw.puzzle("Sudoku", ["1..1", "..3.", ".4..", "...2"])).words.split(". ")[:2]
        ['The puzzle has no answer', 'Without the 1 at r1c1, or with a 4 in its place, there is exactly one answer']
    """
    assert isinstance(puzzle, Puzzle)
    clock = Clock(timeout, stop)
    if verdict is None:
        verdict = solve(puzzle, timeout=timeout, stop=stop)
    found, said = Diagnosis(puzzle, verdict.status, "", verdict=verdict), [worded(_STATUS[verdict.status])]
    if verdict.status != "undecided":
        with clock.running():
            try:
                for known, words in _EXAMINE[verdict.status](found, clock):
                    found, said[1:] = known, words
            except TimeUp:
                found = replace(found, complete=False)
                said.append(worded("The time was up before everything was examined."))
    return replace(found, words=" ".join(said))


_STATUS = {
    "none": "The puzzle has no answer.",
    "several": "The puzzle has several answers.",
    "unique": "The puzzle has one answer.",
    "undecided": "It is not known how many answers the puzzle has.",
}


_Findings = Iterator[tuple[Diagnosis, list[str]]]
"""What is known so far, with its sentences; each finding replaces the one before."""


# -- no answer --------------------------------------------------------------------------------------------------------


def _of_none(found: Diagnosis, clock: Clock) -> _Findings:
    with SelectorSolver(found.puzzle, clock) as solver:
        selectors = clash(solver)
        clues = dict.fromkeys(clue for selector in selectors for clue in solver.clues_of(selector.literal))
        found = replace(found, clashes=tuple(part_of(solver, one) for one in selectors), clues=tuple(clues))
        argument = clash_in_words(found.puzzle, found.clashes)
        yield found, [argument]
        for repairs in Repairs(solver, selectors, clock).found():
            found = replace(found, repairs=tuple(repairs))
            yield found, [*_said_of(found.puzzle, repairs), argument]
        if not found.repairs:
            yield found, [worded("No single clue is to blame."), argument]


def _said_of(puzzle: Puzzle, repairs: Sequence[Repair]) -> Iterator[str]:
    """Which clue to change or to leave out, and which others would do."""
    if not repairs:
        return
    best, *others = repairs
    if len(best.clues) > 1:
        yield worded("No single clue is to blame.")
    is_one = best.unique or best.values
    text = "{change} there is exactly one answer." if is_one else "{change} there are several answers."
    yield capital(worded(text, change=_change(puzzle, best)))
    if others:
        clues = clue_names(puzzle, [one.clues[0] for one in others], "or")
        yield worded("Changing or leaving out {clues} would do, too.", clues=clues)


def _change(puzzle: Puzzle, repair: Repair) -> str:
    """What to do: ``without the 3 at r6c7, or with a 2 in its place,``."""
    clues = clue_names(puzzle, repair.clues)
    values = [instead(puzzle, repair.clues[0][0], value) for value in repair.values if value is not ABSENT]
    if not values or (repair.unique and len(values) > _VALUES):
        return worded("without {clues}", clues=clues)
    words = {"clues": clues, "values": listed(values[:_VALUES], "or")}
    if repair.unique or ABSENT in repair.values:
        return worded("without {clues}, or with {values} in its place,", **words)
    if len(values) > _VALUES:
        return worded("with {values}, for example, instead of {clues}", **words)
    return worded("with {values} instead of {clues}", **words)


# -- several answers --------------------------------------------------------------------------------------------------


def _of_several(found: Diagnosis, clock: Clock) -> _Findings:
    puzzle, verdict = found.puzzle, found.verdict
    assert verdict is not None
    shared = shared_marks(puzzle, None, clock)
    assert shared is not None
    first = verdict.answers[0]
    differ = tuple(
        (name, spot)
        for name, layer in first.marks.items()
        for spot in sorted(layer)
        if shared.get(name, spot) is None
    )
    spots = sorted({spot for _, spot in differ})
    said = [worded("They differ in {n}: {places}.", n=_counted(spots), places=_named(puzzle, spots))]
    found = replace(found, differ=differ)
    yield found, said
    close = close_answer(puzzle, first, differ, clock)
    least = tuple(difference(first, close))
    found = replace(found, least=least)
    if len(least) < len(differ):
        places = _named(puzzle, sorted({spot for _, spot in least}))
        text = "Two of them differ only in {places}; taken together, they differ in {n}."
        said = [worded(text, places=places, n=_counted(spots))]
        yield found, said
    clue = deciding_clue(puzzle, (first, close), clock)
    if clue is not None:
        value, at = added(puzzle, clue), name_in_words(puzzle.board.name(clue.spot))
        said.append(worded("With {value} at {at} there is exactly one answer.", value=value, at=at))
        found = replace(found, clue=clue)
        yield found, said
    for deciding in _deciding(puzzle, (first, close), differ, clock):
        found = replace(found, deciding=tuple(deciding))
        yield found, said if clue else [*said, _given_of(puzzle, deciding[0])]


def _given_of(puzzle: Puzzle, mark: StepMark) -> str:
    layer, at = puzzle.genre.layers[mark.layer], name_in_words(puzzle.board.name(mark.spot))
    if isinstance(layer, ValueLayer) and len(layer.word(mark.value, puzzle)) < SHORT:
        value = instead(puzzle, mark.layer, mark.value)
        return worded("With {value} given at {at} there is exactly one answer.", value=value, at=at)
    holds = layer.say(mark.value, puzzle=puzzle)  # type: ignore[attr-defined]
    return worded("If it were given that {mark}, there would be exactly one answer.", mark=f"{at} {holds}")


def _counted(spots: Sequence[Spot]) -> str:
    return counted(len(spots), worded("place|places"))


def _named(puzzle: Puzzle, spots: Sequence[Spot], most: int = 8) -> str:
    names = names_in_words(puzzle.board, spots)
    return listed([*names[:most], worded("{n} more", n=len(names) - most)] if len(names) > most else names)


def _deciding(
    puzzle: Puzzle, answers: Sequence[State], differ: Sequence[tuple[str, Spot]], clock: Clock
) -> Iterator[list[StepMark]]:
    """Marks of some answers, any one of which leaves one answer: one more each time."""
    deciding: list[StepMark] = []
    for answer in answers:
        for layer, spot in differ:
            clock.check()
            value = answer.get(layer, spot)
            if value is False:
                continue
            if _is_unique(puzzle, clock, State.of(puzzle, {layer: {spot: value}})):
                deciding.append(StepMark(layer, spot, value))
                yield deciding
                if len(deciding) >= _DECIDING:
                    return


def _is_unique(puzzle: Puzzle, clock: Clock, played: State | None = None) -> bool:
    """Raises TimeUp."""
    status = solve(puzzle, played=played, timeout=clock.left, stop=clock.stop).status
    if status == "undecided":
        raise TimeUp(clock.timeout)
    return status == "unique"


# -- one answer -------------------------------------------------------------------------------------------------------


def _of_unique(found: Diagnosis, clock: Clock) -> _Findings:
    """Leaves out each clue and each given mark in turn, and solves the rest."""
    puzzle = found.puzzle
    needless = []
    for name, marks in puzzle.given.items():
        layer = puzzle.genre.layers[name]
        if isinstance(layer, GivenLayer) and layer.role != "clue":
            continue
        for spot in marks:
            clock.check()
            less = replaced(puzzle, {(name, spot): ABSENT})
            if less is None:
                continue  # other givens need this one: a bridge its island
            if _is_unique(less, clock):
                needless.append((name, spot))
                found = replace(found, needless=tuple(needless))
                yield found, [_said_of_needless(puzzle, needless)]
    if not needless:
        yield found, [worded("Every clue is needed.")]


def _said_of_needless(puzzle: Puzzle, needless: Sequence[Clue]) -> str:
    spots = [spot for _, spot in needless]
    if len(spots) == 1:
        return worded("{places} needs no clue.", places=_named(puzzle, spots))
    return worded("Any one of {n} could be left without a clue: {places}.",
                  n=_counted(spots), places=_named(puzzle, spots))  # fmt: skip


_EXAMINE = {"none": _of_none, "several": _of_several, "unique": _of_unique}
