"""Which areas can hold a cell: what explanations of Galaxies and Compass see is right, and follows from what they
say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

import gridwright as gw
from gridwright.genres.compass import Compass
from gridwright.genres.galaxies import Galaxies, filled
from gridwright.language import Genre, Puzzle, Rect, Spot
from gridwright.laying.layouts import grown
from gridwright.rules.reach import WithinReach

SIZES = (4, 4), (5, 5), (6, 6)
EACH = 14
ANSWERS, POSITIONS = 4, 5

both = pytest.mark.parametrize("genre", [Galaxies, Compass], ids=lambda genre: genre.__name__)


@cache
def puzzles(name: str) -> list[tuple[Puzzle, list[gw.State]]]:
    """Puzzles of a genre of which many have several answers, with some of these."""
    genre = gw.genre(name)
    rng, found = random.Random(f"reach {genre.name}"), []
    for rows, cols in SIZES:
        for _ in range(EACH):
            board = Rect.of(rows, cols)
            puzzle = with_centres(rng, board) if genre is Galaxies else with_compasses(rng, board)
            answers = list(islice(gw.all_answers(puzzle, timeout=5), ANSWERS))
            assert answers
            found.append((puzzle, answers))
    return found


def with_centres(rng: random.Random, board: Rect) -> Puzzle:
    """The centres of some symmetric areas."""
    return Puzzle.of(Galaxies, board, {"centre": dict.fromkeys(filled(rng, board, {}, frozenset()), True)})


def with_compasses(rng: random.Random, board: Rect) -> Puzzle:
    """A compass in each of some areas, with a part of its numbers."""
    found: dict[Spot, tuple[int | None, ...]] = {}
    for area in grown(board, rng, lambda: rng.randint(2, 6)):
        at = rng.choice(sorted(area))
        counts = (sum(c.y < at.y for c in area), sum(c.x > at.x for c in area),
                  sum(c.x < at.x for c in area), sum(c.y > at.y for c in area))
        found[at] = tuple(n if rng.random() < 0.7 else None for n in counts)
    return Puzzle.of(Compass, board, {"compass": found})


def reach_of(model: Genre) -> WithinReach:
    """The demand of a puzzle."""
    (found,) = [d.what for one in model.lemmas for d in one.demands(model) if isinstance(d.what, WithinReach)]
    return found


def part_of(known: list[int], rng: random.Random, model: Genre, *, wrong: int = 0) -> list[int]:
    """A part of a grid, of which some marks are wrong."""
    share = rng.choice((0.2, 0.4, 0.6, 0.8))
    part = [0] * len(known)
    part[1], part[-1] = 1, -1
    chosen = [v for v in range(2, model.variables.top + 1) if rng.random() < share]
    turned = set(rng.sample(chosen, min(wrong, len(chosen))))
    for v in chosen:
        part[v] = -known[v] if v in turned else known[v]
        part[-v] = -part[v]
    return part


def told(genre: type[Genre], most: int = ANSWERS) -> Iterator[tuple[Genre, WithinReach, list[int]]]:
    """Models of puzzles with their demand, once for each of some answers, and that answer."""
    for puzzle, answers in puzzles(genre.name):
        model = puzzle.genre(puzzle)
        what = reach_of(model)
        for answer in answers[:most]:
            yield model, what, list(model.variables.known(answer))


@both
def test_nothing_is_wrong_with_a_part_of_an_answer(genre: type[Genre]) -> None:
    rng, n = random.Random(1), 0
    for model, what, answer in told(genre):
        for _ in range(POSITIONS):
            part = part_of(answer, rng, model)
            n += 1
            assert not list(what.conflicts(part)), (model.puzzle.given, part)
    assert n > 150


@both
def test_what_is_blamed_is_enough(genre: type[Genre]) -> None:
    """The literals of a conflict hold, and alone they show that something is wrong."""
    rng, n = random.Random(2), 0
    for model, what, answer in told(genre):
        for _ in range(POSITIONS):
            part = part_of(answer, rng, model, wrong=rng.randint(1, 3))
            for conflict in what.conflicts(part):
                n += 1
                assert all(part[lit] > 0 for lit in conflict.because)
                alone = [0] * len(part)
                for lit in (1, *conflict.because):
                    alone[lit], alone[-lit] = 1, -1
                assert any(True for _ in what.conflicts(alone)), (model.puzzle.given, conflict)
    assert n > 100


@both
def test_marks_at_risk_break_it(genre: type[Genre]) -> None:
    """Each mark that is named is wrong beside what is known, and the conflict says why."""
    rng, n = random.Random(3), 0
    for model, what, answer in told(genre, 2):
        part = part_of(answer, rng, model)
        open_ = [v for v in range(2, model.variables.top + 1) if not part[v]]
        for lit in list(what.at_risk(part, [sign * v for v in open_ for sign in (1, -1)])):
            part[lit], part[-lit] = 1, -1
            conflict = next(what.conflicts_by(part, lit), None)
            assert conflict is not None and lit in conflict.because, (model.puzzle.given, part, lit, conflict)
            part[lit] = part[-lit] = 0
            n += 1
    assert n > 100


@pytest.mark.thorough
@both
def test_what_was_found_out_before_changes_nothing(genre: type[Genre]) -> None:
    """A demand that has seen other positions tells of one what a new demand does."""
    rng, n = random.Random(4), 0
    for model, what, answer in told(genre, 1):
        for _ in range(POSITIONS):
            part = part_of(answer, rng, model, wrong=rng.randint(0, 1))
            fresh = reach_of(model)
            open_ = [sign * v for v in range(2, model.variables.top + 1) if not part[v] for sign in (1, -1)]
            assert list(what.at_risk(part, open_)) == list(fresh.at_risk(part, open_))
            assert list(what.conflicts(part)) == list(fresh.conflicts(part))
            n += 1
    assert n > 150
