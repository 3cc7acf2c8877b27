"""Completes and minimises puzzles of authors: adds missing clues, or removes needless ones.

No other module of making uses formats. Here a clue stays if a format cannot express the puzzle without it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice, product
from random import Random
from typing import Any

from ..board.board import Spot
from ..board.rect import Rect
from ..board.symmetry import SYMMETRIES, Symmetry, images, orbits, why_not
from ..engine.explain.repairs import replaced, weaker_values
from ..engine.solve.answers import answers_with
from ..engine.solve.check import check
from ..engine.solve.clock import TimeUp
from ..engine.solve.search import Search
from ..formats.reading import can_hold
from ..language.domain import ABSENT
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.making import Sketch, Unlucky
from ..language.puzzle import Puzzle, Reading, State, frozen_layers
from ..language.rules import Clue
from ..language.validation import check_seed, checks_arguments
from .clues import ClueDemands, ClueSolver
from .declared import making_of
from .drafts import ClueReader, clue_layers
from .effort import Effort, open_spots
from .stripping import ClueGroup, superfluous

Given = dict[str, dict[Spot, Any]]
_ANY = 10**9
"""The budget of questions that only the clock limits, in slices of solving."""
_PROOF = 1.0
"""Seconds for the final proof if the time is up."""


@checks_arguments
def minimise(
    puzzle: Puzzle | Reading,
    *,
    seed: int | str = 0,
    symmetry: Symmetry = "none",
    formats: str | Iterable[str] | None = None,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Puzzle:
    """Returns the puzzle without needless clues: with any fewer, it would have several answers.

    If the place of a clue matters, its value is replaced by one without information.

    Args:
        puzzle: A puzzle with exactly one answer.
        seed: A number or a string; it decides the order in which clues are tried.
        symmetry: Clues in symmetric places go or stay together: ``"rotate"``, ``"mirror"``, ``"flip"``, ``"quarter"``,
            ``"diagonal"`` or ``"none"``.
        formats: The result can be written in this format, or all of these, if the puzzle can; by default in all. If a
            format requires all clues, as many do for nonograms, none can go: name the formats that you need.
        timeout: The time limit in seconds. Then the clues that have not been found needless are still there.
        stop: Called again and again; True ends the work as ``timeout`` does.

    Returns:
        The puzzle, which still has exactly one answer.

    Raises:
        ValueError: The puzzle does not have exactly one answer, the board cannot have the symmetry, or no format has a
            name.
        TimeUp: The time limit is over before it is known how many answers the puzzle has.

    Example:
        >>> puzzle = gw.puzzle("Sudoku", ["13..", "..3.", ".4..", "...2"])
        >>> len(puzzle.given["number"]), len(gw.minimise(puzzle, seed=1).given["number"])
        (5, 4)
    """
    assert isinstance(puzzle, Puzzle)
    _check_symmetry(puzzle, symmetry)
    check_seed(seed)
    clock, held = Effort(timeout, stop), formats_of(puzzle, formats)
    with clock.running():
        answers = _answers(puzzle, clock)
        if len(answers) != 1:
            has = "several" if answers else "none"
            raise ValueError(f"only a puzzle with exactly one answer can be minimised; this one has {has}")
        groups = [_clues(name, orbit) for name in _removable(puzzle.genre)
                  for orbit in _orbits(puzzle, list(puzzle.given.get(name, ())), symmetry)]
        Random(f"{seed}").shuffle(groups)
        return _without_superfluous(puzzle, answers[0], groups, clock, held)


@checks_arguments
def complete(
    puzzle: Puzzle | Reading,
    *,
    seed: int | str = 0,
    symmetry: Symmetry = "none",
    formats: str | Iterable[str] | None = None,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Puzzle:
    """Returns the puzzle with additional clues that make its answer unique.

    Args:
        puzzle: A puzzle on a rectangular board, with at least one answer.
        seed: A number or a string; it decides which of the answers remains, and which clues are added.
        symmetry: As in ``minimise``; clues are also added at the images of all clues' places.
        formats: As in ``minimise``.
        timeout: The time limit in seconds.
        stop: Called again and again; True ends the work.

    Returns:
        The puzzle, which has exactly one answer.

    Raises:
        ValueError: The puzzle has no answer, no possible clues make it unique, the board cannot have the symmetry, or
            no format has a name.
        TimeUp: The time limit is over.

    Example:
        >>> puzzle = gw.complete(gw.puzzle("Sudoku", ["1...", "....", ".4..", "...2"]), seed=1)
        >>> gw.solve(puzzle).status
        'unique'
    """
    assert isinstance(puzzle, Puzzle)
    if not isinstance(puzzle.board, Rect):
        raise ValueError("only puzzles on rectangular boards can be completed")
    _check_symmetry(puzzle, symmetry)
    check_seed(seed)
    board = puzzle.board
    clock, rng = Effort(timeout, stop), Random(f"{seed}")
    with clock.running():
        answer = _some_answer(puzzle, rng, clock)
        if answer is None:
            raise ValueError("the puzzle has no answer, so no clues can complete it")
        if symmetry == "none" and not open_spots(puzzle, answer, clock):
            return puzzle
        held = formats_of(puzzle, formats)
        fitting = _fitting_clues(puzzle, answer, f"{seed}")
        more = _writable(puzzle, fitting, held)
        full = _with(puzzle, more)
        every = [_clues(name, orbit) for name, own in more.items() for orbit in _orbits(puzzle, list(own), symmetry)]
        answers = _answers(full, clock)
        if not answers:
            raise ValueError("the clues that could be added contradict each other; try another seed")
        if len(answers) > 1:
            if more != fitting:
                raise ValueError("the clues that would complete it cannot be written in all formats that can "
                                 "express the puzzle; name those that you need: formats=['spf']")
            raise ValueError("even with all clues the puzzle has several answers; its structure has to change")
        for name, own in more.items():
            lacking = {at for spot in puzzle.given.get(name, ()) for at in images(board, spot, symmetry) if at in own}
            puzzle = _with(puzzle, {name: {at: own.pop(at) for at in sorted(lacking)}})
        added: list[ClueGroup] = []
        while others := open_spots(puzzle, answer, clock):
            name, spot = _helpful(more, others, rng)
            together = [at for at in images(board, spot, symmetry) if at in more[name]]
            puzzle = _with(puzzle, {name: {at: more[name].pop(at) for at in together}})
            added.append(_clues(name, together))
        if not is_held(puzzle, held):  # a format requires more clues
            puzzle, added = full, every
        # Later clues may have made earlier ones needless.
        return _without_superfluous(puzzle, answer, added, clock, held)


def _clues(name: str, spots: Iterable[Spot]) -> ClueGroup:
    return tuple((name, spot) for spot in spots)


def _members(groups: Iterable[ClueGroup]) -> list[Clue]:
    return [clue for group in groups for clue in group]


def _check_symmetry(puzzle: Puzzle, symmetry: Symmetry) -> None:
    """Raises ValueError if the board cannot have a symmetry."""
    if symmetry not in SYMMETRIES:
        raise ValueError(f"unknown symmetry {symmetry!r}; expected one of {', '.join(SYMMETRIES)}")
    if symmetry == "none":
        return
    why = why_not(puzzle.board, symmetry) if isinstance(puzzle.board, Rect) else "the board is not a rectangle"
    if why:
        raise ValueError(f"the clues cannot have the symmetry {symmetry!r}: {why}")


def _orbits(puzzle: Puzzle, spots: Sequence[Spot], symmetry: Symmetry) -> Iterable[Sequence[Spot]]:
    """Groups of symmetric spots."""
    if symmetry == "none" or not isinstance(puzzle.board, Rect):
        return ([spot] for spot in spots)
    return orbits(puzzle.board, spots, symmetry)


def _without_superfluous(
    puzzle: Puzzle, answer: State, groups: Sequence[ClueGroup], clock: Effort, formats: Collection[str]
) -> Puzzle:
    """A puzzle without the needless groups of clues among some, as far as time permits.

    The result can be written in the same formats: if a format cannot express it, some of the clues stay, and others are
    tried instead.
    """
    left = list(groups)
    while not is_held(fewer := _with_least(puzzle, answer, left, clock), formats) and fewer != puzzle:
        for group in [group for group in left if not _has_all(fewer, puzzle, group)]:
            left.remove(group)
            puzzle = _weakened(puzzle, group, formats) or puzzle
    return fewer


def _has_all(fewer: Puzzle, puzzle: Puzzle, group: ClueGroup) -> bool:
    """Whether a puzzle still has the clues of a group."""
    nothing: Mapping[Spot, Any] = {}
    return all(spot in (own := fewer.given.get(name, nothing)) and own[spot] == puzzle.given[name][spot]
               for name, spot in group)


def _weakened(puzzle: Puzzle, group: ClueGroup, formats: Collection[str]) -> Puzzle | None:
    """The puzzle with less or no information in some clues that all formats can express; None if impossible."""
    trials = (replaced(puzzle, dict(choice)) for choice in product(*(
        [(clue, value) for value in weaker_values(puzzle, clue)] for clue in group)))
    return next((trial for trial in trials if trial is not None and is_held(trial, formats)), None)


def _with_least(puzzle: Puzzle, answer: State, groups: Sequence[ClueGroup], clock: Effort) -> Puzzle:
    """A puzzle without the needless groups of clues among some, whatever the formats."""
    clock.allow(_ANY)
    with suppress(TimeUp):
        apart = set[Clue]() if puzzle.genre.making.strategy == "one draft" else _apart(puzzle)
        gone = _superfluous(puzzle, answer, [group for group in groups if apart.issuperset(group)], clock)
        fewer = puzzle if gone is None else _without_all(puzzle, _members(gone))
        if gone is None or not _is_unique(fewer, clock):
            apart.clear()
        else:
            puzzle = fewer
        # Each of the others is tried in a model of its own.
        for group in groups:
            without = None if apart.issuperset(group) else _without_group(puzzle, group)
            if without is not None and len(_answers(without, clock)) == 1:
                puzzle = without
    return puzzle


def _is_unique(puzzle: Puzzle, clock: Effort) -> bool:
    """The proof that a result is unique, for which a second is reserved when the time is up."""
    own = clock if clock.left is None or clock.left > _PROOF else Effort(_PROOF, clock.stop)
    return len(_answers(puzzle, own)) == 1


def _apart(puzzle: Puzzle) -> set[Clue]:
    """The clues whose demands come from no other clue, and given marks of the answer."""
    told = puzzle.given.items()
    layers = clue_layers(puzzle.genre)
    bare = _without_all(puzzle, [(name, spot) for name, own in told if name in layers for spot in own])
    alone: dict[Clue, bool] = {}
    for _, sources in ClueDemands(_without_answers(bare)).of(_without_answers(puzzle)):
        for name, spot, _ in sources:
            alone[name, spot] = alone.get((name, spot), True) and len(sources) == 1
    answers = puzzle.genre.answer_layers
    return {clue for clue, is_alone in alone.items() if is_alone}.union(
        (name, spot) for name in answers for spot in puzzle.given.get(name, {}))


def _superfluous(puzzle: Puzzle, answer: State, groups: Sequence[ClueGroup], clock: Effort) -> list[ClueGroup] | None:
    """The needless groups among clues whose demands come from no other clue; when the time is up, those found so far.

    None if these demands do not express everything that the clues mean.
    """
    bare = _without_answers(_without_all(puzzle, _members(groups)))
    found: list[ClueGroup] = []
    with ClueSolver(ClueDemands(bare), clock) as solver:
        selectors = solver.tell(_without_answers(puzzle))
        for name in puzzle.genre.answer_layers:
            for spot, value in puzzle.given.get(name, {}).items():
                selectors[name, spot] = solver.literal((name, spot, value))
        marks = solver.marks_of(answer)
        if solver.solve([solver.differs(marks), *selectors.values()]):
            return None
        with suppress(TimeUp):
            for group in superfluous(solver, marks, selectors, groups, lambda: True):
                found.append(group)
    return found


def _without_all(puzzle: Puzzle, clues: Iterable[Clue]) -> Puzzle:
    """The puzzle without some clues, or with unknown values in their place."""
    for name, spot in clues:
        puzzle = _without(puzzle, name, spot) or puzzle
    return puzzle


def _without_group(puzzle: Puzzle, group: ClueGroup) -> Puzzle | None:
    """The puzzle without a group of clues; None if one of them has to stay."""
    fewer: Puzzle | None = puzzle
    for name, spot in group:
        fewer = fewer and _without(fewer, name, spot)
    return fewer


def _without_answers(puzzle: Puzzle) -> Puzzle:
    """A puzzle without given marks of its answer."""
    given = {name: own for name, own in puzzle.given.items() if name not in puzzle.genre.answer_layers}
    return Puzzle(puzzle.genre, puzzle.board, frozen_layers(given), puzzle.keys)


def _removable(genre: type[Genre]) -> list[str]:
    """The layers with clues that can be removed: a missing clue must not inform."""
    layers = genre.layers.items()
    return [name for name, layer in layers if name in genre.answer_layers
            or (isinstance(layer, GivenLayer) and layer.role == "clue" and not layer.exhaustive)]


def _without(puzzle: Puzzle, name: str, spot: Spot) -> Puzzle | None:
    """The puzzle without a clue, or with the unknown value in its place; None if it has to stay."""
    values = weaker_values(puzzle, (name, spot))
    return replaced(puzzle, {(name, spot): values[0]}) if values else None


def _with(puzzle: Puzzle, clues: Mapping[str, Mapping[Spot, Any]]) -> Puzzle:
    given: Given = {name: dict(own) for name, own in puzzle.given.items()}
    for name, own in clues.items():
        given[name] = {**given.get(name, {}), **own}
    return Puzzle(puzzle.genre, puzzle.board, frozen_layers(given), puzzle.keys, puzzle.about)


def _answers(puzzle: Puzzle, clock: Effort) -> list[State]:
    """Up to two answers. Raises TimeUp."""
    clock.allow(_ANY)
    return list(islice(answers_with(puzzle, clock), 2))


def _some_answer(puzzle: Puzzle, rng: Random, clock: Effort) -> State | None:
    """A random answer."""
    clock.allow(_ANY)
    search = Search(puzzle, clock)
    with search.sat:
        search.sat.prefer([v if rng.random() < 0.5 else -v for v in range(2, search.model.variables.top + 1)])
        found = search.next_assignment()
        return None if found is None else search.state(found)


def _true_clues(puzzle: Puzzle, answer: State, salt: str) -> Given:
    """The clues that could be added: those of the genre's layers, and given marks if the genre has any."""
    genre = puzzle.genre
    assert isinstance(puzzle.board, Rect)
    placed = {name: dict(puzzle.given[name]) for name in clue_layers(genre) if name in puzzle.given
              and _has_unknown(genre, puzzle, name)}
    sketch = Sketch(puzzle.board, placed)
    added: Given = {}
    for name, own in ClueReader(ClueDemands(puzzle)).read(sketch, answer, salt).items():
        known: Mapping[Spot, Any] = puzzle.given.get(name, {})
        new = {spot: value for spot, value in own.items() if spot not in known or (
            name in placed and known[spot] != value and known[spot] == _unknown(genre, puzzle, name, spot))}
        if new:
            added[name] = new
    making = making_of(genre)
    marks = making.givens or making.fill
    if marks:
        own = {spot: value for spot, value in answer.marks[marks].items()
               if making.is_given(value) and spot not in puzzle.given.get(marks, {})}
        added[marks] = own
    return added


def _fitting_clues(puzzle: Puzzle, answer: State, salt: str) -> Given:
    """The clues that could be added without contradicting existing ones. Raises ValueError if none can be read.

    A clue that is true by itself may contradict another: a cage cannot have both a product and a sum.
    """
    try:
        more = _true_clues(puzzle, answer, salt)
    except Unlucky:
        raise ValueError("no further clues can be read off the answer that was found; try another seed") from None

    def fits(clues: Given) -> bool:
        fuller = _with(puzzle, clues)
        return not check(fuller, State.of(fuller, answer.marks), finished=True)

    if fits(more):
        return more
    return {name: {spot: value for spot, value in own.items() if fits({name: {spot: value}})}
            for name, own in more.items()}


def _writable(puzzle: Puzzle, more: Given, formats: Collection[str]) -> Given:
    """Those of some clues with which all formats can still express the puzzle."""
    if is_held(_with(puzzle, more), formats):
        return more
    found: Given = {name: {} for name in more}
    for name, own in more.items():
        for spot, value in own.items():
            fuller = _with(puzzle, {name: {spot: value}})
            if is_held(fuller, formats):
                puzzle = fuller
                found[name][spot] = value
    return found


def _has_unknown(genre: type[Genre], puzzle: Puzzle, name: str) -> bool:
    return any(_unknown(genre, puzzle, name, spot) is not ABSENT for spot in puzzle.given[name])


def _unknown(genre: type[Genre], puzzle: Puzzle, name: str, spot: Spot) -> Any:
    layer = genre.layers[name]
    return layer.unknown(genre.as_told(puzzle), spot) if isinstance(layer, GivenLayer) else ABSENT


def _helpful(more: Given, spots: set[Spot], rng: Random) -> tuple[str, Spot]:
    """One of the possible clues, near spots where answers differ if possible."""
    every = [(name, spot) for name, own in more.items() for spot in own]
    return rng.choice([clue for clue in every if _is_near(clue[1], spots)] or every)


def _is_near(spot: Spot, spots: set[Spot]) -> bool:
    """Whether a clue is near some spots, or at the end of their line."""
    return any(abs(spot.y - s.y) + abs(spot.x - s.x) <= 2 or (min(spot) < 0 and (s.y == spot.y or s.x == spot.x))
               for s in spots)


# -- formats --


def file_format(puzzle: Puzzle) -> str:
    """The usual format of a puzzle: the first of its genre, or JSON if there is none, or none for boards with holes."""
    dialect = next(iter(puzzle.genre.dialects), None)
    shaped = puzzle.genre.making.board is not Rect.of or getattr(dialect, "holes", False)
    has_holes = isinstance(puzzle.board, Rect) and puzzle.board.holes and not shaped
    return "json" if dialect is None or has_holes else str(dialect.format)


def formats_of(puzzle: Puzzle, among: str | Iterable[str] | None = None) -> list[str]:
    """The formats, of all or ``among`` some, that can express a puzzle. Raises ValueError for an unknown one."""
    if isinstance(among, str):
        among = (among,)
    if among is None:
        among = dict.fromkeys(("json", *(str(dialect.format) for dialect in puzzle.genre.dialects)))
    return [format for format in among if can_hold(format, puzzle)]


def is_held(puzzle: Puzzle, formats: Iterable[str]) -> bool:
    """Whether all of some formats can express a puzzle."""
    return all(can_hold(format, puzzle) for format in formats)
