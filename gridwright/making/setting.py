"""Helps whoever sets a puzzle by hand: as few clues as it needs, or as many more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from ..engine.clock import TimeUp
from ..engine.solve import Search
from ..language.arguments import checks_arguments
from ..language.board import Spot
from ..language.domain import ABSENT
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.making import Sketch
from ..language.puzzle import Puzzle, State, frozen_layers
from ..language.rect import Rect
from ..language.validation import PuzzleError, check_puzzle
from .clue_demands import ClueDemands
from .effort import Effort
from .reading import Reader, clue_layers

Given = dict[str, dict[Spot, Any]]


@checks_arguments
def minimise(
    puzzle: Puzzle,
    *,
    seed: int | str = 0,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Puzzle:
    """The puzzle without the clues that it does not need: taking away any more would leave several answers.

    Clues are tried in random order, which ``seed`` decides. Where a clue's place matters, its value is replaced by the
    one that tells nothing. When ``timeout`` seconds have passed, the puzzle is as far as it was got; it has one answer
    in any case. Raises ValueError where it has none or several at the beginning, and TimeUp if that is not known yet.
    """
    clock = Effort(timeout, stop)
    with clock.running():
        number = _answers(puzzle, clock)
        if number != 1:
            has = "several" if number else "none"
            raise ValueError(f"only a puzzle with just one answer can be minimised; this one has {has}")
        clues = [(name, spot) for name in _removable(puzzle.genre) for spot in puzzle.given.get(name, {})]
        Random(f"{seed}").shuffle(clues)
        try:
            for name, spot in clues:
                fewer = _without(puzzle, name, spot)
                if fewer is not None and _answers(fewer, clock) == 1:
                    puzzle = fewer
        except TimeUp:
            pass
    return puzzle


@checks_arguments
def complete(
    puzzle: Puzzle,
    *,
    seed: int | str = 0,
    timeout: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Puzzle:
    """The puzzle with as many clues more as leave it one answer.

    ``seed`` decides which of its answers that is, and which clues are added where others differ. Raises ValueError
    where the puzzle has no answer, or where no clues that a puzzle may have make it unique; TimeUp when ``timeout``
    seconds have passed.
    """
    if not isinstance(puzzle.board, Rect):
        raise ValueError("only puzzles on rectangular boards can be completed")
    clock, rng = Effort(timeout, stop), Random(f"{seed}")
    with clock.running():
        answer = _some_answer(puzzle, rng, clock)
        if answer is None:
            raise ValueError("the puzzle has no answer, so that no clues complete it")
        added: list[tuple[str, Spot]] = []
        more = _true_clues(puzzle, answer, f"{seed}")
        whole = _with(puzzle, more)
        if _answers(whole, clock) != 1:
            raise ValueError("even with all clues the puzzle has several answers; its structure must change")
        while (others := _others(puzzle, answer, clock)) is not None:
            name, spot = _helpful(more, others, rng)
            puzzle = _with(puzzle, {name: {spot: more[name].pop(spot)}})
            added.append((name, spot))
        for name, spot in added:  # what came later may have made an earlier one superfluous
            fewer = _without(puzzle, name, spot)
            if fewer is not None and _answers(fewer, clock) == 1:
                puzzle = fewer
    return puzzle


def _removable(genre: type[Genre]) -> list[str]:
    """The layers whose marks are clues: what is there informs, and what is not tells nothing."""
    layers = genre.layers.items()
    return [name for name, layer in layers if name in genre.answer_layers
            or (isinstance(layer, GivenLayer) and layer.role == "clue" and not layer.exhaustive)]


def _without(puzzle: Puzzle, name: str, spot: Spot) -> Puzzle | None:
    """The puzzle without a clue, or with the value that tells nothing in its place; None if it tells nothing."""
    layer = puzzle.genre.layers[name]
    own = dict(puzzle.given[name])
    untold = layer.untold(puzzle.genre.as_told(puzzle), spot) if isinstance(layer, GivenLayer) else ABSENT
    if untold is not ABSENT and own[spot] == untold:
        return None
    if untold is ABSENT:
        del own[spot]
    else:
        own[spot] = untold
    fewer = Puzzle(puzzle.genre, puzzle.board, frozen_layers({**puzzle.given, name: own}), puzzle.keys, puzzle.about)
    try:
        check_puzzle(fewer)
    except PuzzleError:
        return None
    return fewer


def _with(puzzle: Puzzle, clues: Mapping[str, Mapping[Spot, Any]]) -> Puzzle:
    given: Given = {name: dict(own) for name, own in puzzle.given.items()}
    for name, own in clues.items():
        given[name] = {**given.get(name, {}), **own}
    return Puzzle(puzzle.genre, puzzle.board, frozen_layers(given), puzzle.keys, puzzle.about)


def _answers(puzzle: Puzzle, clock: Effort) -> int:
    """How many answers there are; 2 for more. Raises TimeUp."""
    clock.allow(10**9)
    search = Search(puzzle, clock)
    with search.sat:
        for n in range(2):
            found = search.next_assignment()
            if found is None:
                return n
            search.block(found)
    return 2


def _some_answer(puzzle: Puzzle, rng: Random, clock: Effort) -> State | None:
    """An answer by chance."""
    clock.allow(10**9)
    search = Search(puzzle, clock)
    with search.sat:
        search.sat.prefer([v if rng.random() < 0.5 else -v for v in range(2, search.model.variables.top + 1)])
        found = search.next_assignment()
        return None if found is None else search.state(found)


def _others(puzzle: Puzzle, answer: State, clock: Effort) -> set[Spot] | None:
    """Where another answer differs; None if there is none."""
    clock.allow(10**9)
    search = Search(puzzle, clock)
    with search.sat:
        search.deny([answer])
        found = search.next_assignment()
        if found is None:
            return None
        other = search.state(found)
    return {spot for name, own in answer.marks.items() for spot, value in own.items() if other.get(name, spot) != value}


def _true_clues(puzzle: Puzzle, answer: State, salt: str) -> Given:
    """The clues that could be added: those of the genre's layers, and given marks where the genre has such."""
    genre = puzzle.genre
    assert isinstance(puzzle.board, Rect)
    placed = {name: dict(puzzle.given[name]) for name in clue_layers(genre) if name in puzzle.given
              and _has_untold(genre, puzzle, name)}
    sketch = Sketch(puzzle.board, placed)
    found: Given = {}
    for name, own in Reader(ClueDemands(puzzle, set())).read(sketch, answer, salt).items():
        known: Mapping[Spot, Any] = puzzle.given.get(name, {})
        new = {spot: value for spot, value in own.items() if spot not in known or (
            name in placed and known[spot] != value and known[spot] == _untold(genre, puzzle, name, spot))}
        if new:
            found[name] = new
    marks = genre.making.givens or genre.making.fill
    if marks:
        own = {spot: value for spot, value in answer.marks[marks].items()
               if genre.making.is_given(value) and spot not in puzzle.given.get(marks, {})}
        found[marks] = own
    return found


def _has_untold(genre: type[Genre], puzzle: Puzzle, name: str) -> bool:
    return any(_untold(genre, puzzle, name, spot) is not ABSENT for spot in puzzle.given[name])


def _untold(genre: type[Genre], puzzle: Puzzle, name: str, spot: Spot) -> Any:
    layer = genre.layers[name]
    return layer.untold(genre.as_told(puzzle), spot) if isinstance(layer, GivenLayer) else ABSENT


def _helpful(more: Given, spots: set[Spot], rng: Random) -> tuple[str, Spot]:
    """One of the clues that could be added, near where answers differ if there is such."""
    every = [(name, spot) for name, own in more.items() for spot in own]
    return rng.choice([clue for clue in every if _is_near(clue[1], spots)] or every)


def _is_near(spot: Spot, spots: set[Spot]) -> bool:
    """Whether a clue stands beside some spots, or at the end of their line."""
    return any(abs(spot.y - s.y) + abs(spot.x - s.x) <= 2 or (min(spot) < 0 and (s.y == spot.y or s.x == spot.x))
               for s in spots)


