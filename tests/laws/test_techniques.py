"""Techniques: the board of each shows it, and needs all that it has; those of kinds of rules are shown by boards of
genres. Frequent steps have names.

By default, two boards of each genre are looked at, with a near miss of each, and the steps of the smallest case;
``-m thorough`` looks at all boards and more steps, and ``-m slow`` at the steps of all cases and of the corpus, and at
all near misses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

import gridwright as gw
from gridwright.authoring.techniques import Seen, seen_in
from gridwright.engine.explain.hints import Explainer
from gridwright.engine.explain.position import NoAnswer
from gridwright.engine.explain.steps import Step, StepMark
from gridwright.engine.explain.techniques import Technique, kind_of, shape, techniques_of, techniques_of_kinds
from gridwright.engine.explain.telling import Teller
from gridwright.engine.solve.clock import Clock, TimeUp
from gridwright.language import Spot
from gridwright.language.puzzle import Layers, frozen_layers
from research.corpus import all_cases, all_genres, corpus_folder

from .cases import each_folder, each_genre, of_folder

SHARE, FEW = 0.02, 3
"""A class of steps needs a name if it has more than this share of a genre's steps, and at least so many."""
STEPS = 40
"""With ``-m thorough``, the smallest cases of a genre are looked at, until they have had this many steps."""
SECONDS, WHOLE, NEAR = 10, 60, 2
"""For the path of a puzzle, and with ``-m slow``, and for the first step on a board that is a near miss."""
SHOWN = 2
"""Boards of techniques of each genre that are looked at by default."""
CELLS, BOARDS = 100, 6
"""About the size of the boards of the corpus that are looked at, and how many of each genre."""
EACH = [(genre, i, one) for genre in gw.known_genres()
        for i, one in enumerate(techniques_of(genre.__module__).values())]


def sample(genre: type[gw.Genre]) -> list[int]:
    """The numbers of the techniques whose boards are looked at by default."""
    numbers = range(len(techniques_of(genre.__module__)))
    return Random(genre.name).sample(numbers, min(SHOWN, len(numbers)))


def each_technique() -> Iterator[Any]:
    """The parameters of a law about a technique; those that the default run leaves out are ``thorough``."""
    first = {genre: sample(genre) for genre in gw.known_genres()}
    for genre, i, one in EACH:
        marks = [] if i in first[genre] else [pytest.mark.thorough]
        yield pytest.param(genre, i, one, id=f"{genre.name}-{one.name}-{one.shape}", marks=marks)


class Shown(NamedTuple):
    """The easiest step from a position; the shape of its reason by rules and by kinds of rules, the marks and clues
    that it needs (a demand about several clues may not need all of them), and the first of its marks on each of the
    spots that share it."""

    shape: str
    kind: str
    step: Step
    marks: tuple[StepMark, ...]
    clues: frozenset[tuple[str, Spot]]
    first: frozenset[StepMark]


@cache
def shown(module: str, i: int) -> Shown | None:
    """The easiest step on the board of a technique of the genre in a module; None if there is none."""
    technique = list(techniques_of(module).values())[i]
    puzzle = gw.read(technique.puzzle)
    return easiest(puzzle, technique.state(puzzle), WHOLE)


def easiest(puzzle: gw.Puzzle, state: gw.State, seconds: float) -> Shown | None:
    """The easiest step from a position; None if there is none."""
    clock = Clock(seconds)
    with clock.running(), Explainer(puzzle, state, clock) as explainer:
        found = explainer.step()
        if found is None:
            return None
        position, seed, teller = explainer.position, found.seed or found, Teller(explainer.position)
        return Shown(
            shape(position, seed), shape(position, seed, kind_of), teller.step(found),
            tuple(mark for lit in seed.premises for mark in teller.marks(lit)),
            frozenset(clues[0] for clues in map(position.solver.clues_of, seed.all_selectors) if len(clues) == 1),
            frozenset(teller.marks(seed.marks[0])),
        )  # fmt: skip


@pytest.mark.parametrize(("genre", "i", "technique"), list(each_technique()))
def test_the_board_of_a_technique_shows_it(genre: type[gw.Genre], i: int, technique: Technique) -> None:
    puzzle = gw.read(technique.puzzle)
    assert puzzle.genre is genre, f"{genre.name}: the board for {technique.name!r} is one of {puzzle.genre.name}"
    found = shown(genre.__module__, i)
    assert found is not None, f"{genre.name}: nothing follows on the board for {technique.name!r}"
    assert (found.shape, found.step.technique) == (technique.shape, technique.name), (
        f"{genre.name}: the first step of the board for {technique.name!r} is another one: {found.step}")


@pytest.mark.thorough
def test_boards_of_genres_show_the_techniques_of_kinds() -> None:
    by_name: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for genre, i, technique in EACH:
        by_name[technique.name].append((genre.__module__, i))
    missing = [one for one in techniques_of_kinds().values()
               if not any((found := shown(*board)) and found.kind == one.shape for board in by_name[one.name])]
    assert not missing, f"no board of a genre shows {', '.join(f'{one.name} ({one.shape})' for one in missing)}"


def near_misses(technique: Technique, found: Shown) -> Iterator[tuple[gw.Puzzle, gw.State]]:
    """The board of a technique without one of the marks, excluded values or clues that its step needs."""
    puzzle = gw.read(technique.puzzle)
    state = technique.state(puzzle)
    for mark in found.marks:
        if mark.holds and mark.spot in state.marks.get(mark.layer, {}):
            yield puzzle, gw.State.of(puzzle, without(state.marks, mark.layer, mark.spot), state.struck)
        elif mark.value in (struck := state.struck_at(mark.layer, mark.spot)):
            kept = {**state.struck, mark.layer: {**state.struck[mark.layer], mark.spot: struck - {mark.value}}}
            yield puzzle, gw.State.of(puzzle, state.marks, kept)
    for layer, spot in found.clues:
        if getattr(puzzle.genre.layers[layer], "role", "clue") == "clue":
            fewer = frozen_layers(without(puzzle.given, layer, spot))
            less = replace(puzzle, given=fewer, source=None, about=gw.About())
            yield less, gw.State.of(less, state.marks, state.struck)


def without(layers: Layers, layer: str, spot: Spot) -> dict[str, dict[Spot, Any]]:
    """The marks of layers without that of one spot."""
    return {name: {at: value for at, value in marks.items() if (name, at) != (layer, spot)}
            for name, marks in layers.items()}


def check_near_misses(genre: type[gw.Genre], most: int | None, which: Iterable[int]) -> None:
    """Without a mark or clue that a technique needs, it does not conclude the same from the rest."""
    techniques = list(techniques_of(genre.__module__).values())
    for i in which:
        technique, found = techniques[i], shown(genre.__module__, i)
        assert found is not None, f"{genre.name}: nothing follows on the board for {technique.name!r}"
        boards = list(near_misses(technique, found))
        for puzzle, state in Random(technique.shape).sample(boards, min(len(boards), most or len(boards))):
            with suppress(TimeUp, NoAnswer):  # without a clue, other clues may clash
                other = easiest(puzzle, state, NEAR)
                if other is not None and other.shape == found.shape and found.first & set(other.step.marks):
                    assert not (found.clues >= other.clues and {*found.marks} >= {*other.marks}), (
                        f"{genre.name}: {technique.name!r} needs less than its board has: {puzzle}, {state}: "
                        f"{other.step}")


@each_genre
def test_a_technique_needs_what_its_board_has(genre: type[gw.Genre]) -> None:
    check_near_misses(genre, 1, sample(genre))


@pytest.mark.thorough
@each_genre
def test_each_technique_needs_what_its_board_has(genre: type[gw.Genre]) -> None:
    check_near_misses(genre, 1, range(len(techniques_of(genre.__module__))))


@pytest.mark.slow
@each_genre
def test_a_technique_needs_all_that_its_board_has(genre: type[gw.Genre]) -> None:
    check_near_misses(genre, None, range(len(techniques_of(genre.__module__))))


def puzzles_of(folder: str) -> list[gw.Puzzle]:
    """The puzzles of a folder that have an answer, the smallest first."""
    found = [one.puzzle for one in of_folder(folder) if one.status != "none"]
    return sorted(found, key=lambda puzzle: len(puzzle.board.cells))


def check_names(steps: Iterable[Seen]) -> None:
    """Each frequent class of steps has a name."""
    total, classes = 0, defaultdict[str, list[str]](list)
    for step in steps:
        total += 1
        if step.shape and not step.technique:
            classes[step.shape].append(step.words)
    nameless = [f"{shape}: {len(words)} of {total} steps, such as {words[0]!r}" for shape, words in classes.items()
                if len(words) > SHARE * total and len(words) >= FEW]  # fmt: skip
    assert not nameless, "frequent steps have no name (see 'Techniques' in docs/add-a-genre.md)\n" + "\n".join(nameless)


@each_folder
def test_frequent_steps_of_the_smallest_case_have_names(folder: str) -> None:
    check_names(seen_in(puzzles_of(folder)[0], SECONDS))


@pytest.mark.thorough
@each_folder
def test_frequent_steps_have_names(folder: str) -> None:
    steps: list[Seen] = []
    for puzzle in puzzles_of(folder):
        if len(steps) < STEPS:
            steps += seen_in(puzzle, SECONDS)
    check_names(steps)


@pytest.mark.slow
@each_folder
def test_frequent_steps_of_all_cases_have_names(folder: str) -> None:
    check_names(step for puzzle in puzzles_of(folder) for step in seen_in(puzzle, WHOLE))


@pytest.mark.slow
@pytest.mark.skipif(corpus_folder() is None, reason="the corpus is not there: set GRIDWRIGHT_CORPUS to its folder")
@pytest.mark.parametrize("genre", all_genres())
def test_frequent_steps_of_the_corpus_have_names(genre: str) -> None:
    boards = sorted(all_cases(genre), key=lambda one: (abs(one.cells - CELLS), one.name))[:BOARDS]
    check_names(step for one in boards for step in seen_in(one.read(), WHOLE))
