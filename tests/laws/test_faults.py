"""Laws about faults: a rule that looks for its broken demands by itself finds what looking at each demand does."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import gridwright as gw
from gridwright.engine.solve.check import violations
from gridwright.language import Genre, Puzzle, Spot
from gridwright.language.faults import Fault, faults
from gridwright.language.layers import ValueLayer
from gridwright.language.rules import Demand, Rule
from gridwright.logic.expr import Known

from .cases import each_genre, each_genre_with_cases, of_genre
from .test_mistakes import position
from .tiny import SIZES, made_up

CELLS = 36
"""Cases with more cells are left out."""
STATES = 5
"""Positions of each puzzle."""


@each_genre
def test_spots_that_share_a_mark_hold_the_same(genre: type[Genre]) -> None:
    """Such as the spots that one bridge passes: two values are enough for a fault, and one is none."""
    rng = random.Random(zlib.crc32(genre.name.encode()))
    for puzzle in (made_up(genre, 3, 3, rng) for _ in range(5)):
        model = puzzle.genre(puzzle)
        for name, layer in model.answer_layers.items():
            values = list(layer.values(model)) if isinstance(layer, ValueLayer) else [False, True]
            shared = [place for place in model.variables.places(name) if len(place) > 1]
            for place in shared if len(values) > 1 else ():
                for first, other in ((values[0], values[1]), (values[0], values[0])):
                    marks = {spot: other if spot == place[-1] else first for spot in place}
                    torn = [fault for fault in violations(model, gw.State.of(puzzle, {name: marks}))
                            if fault.words.endswith(" changes on the way")]
                    places = [set(fault.at) for fault in torn]
                    assert places == ([set(place)] if other != first else []), (
                        f"{puzzle!r}: {name} at {place} is {first}, in the end {other}; faults are seen at {places}")


Layers = Mapping[str, Mapping[Spot, Any]]


def some_of(state: gw.State, given: Layers, share: float, rng: random.Random) -> Layers:
    """A share of the marks of a state that are not given."""
    return {name: {spot: value for spot, value in own.items()
                   if spot not in given.get(name, ()) and rng.random() < share}
            for name, own in state.marks.items()}


@each_genre_with_cases
def test_given_marks_count_whether_or_not_a_position_has_them(genre: type[Genre]) -> None:
    """A position has the same faults with and without the given marks, and none if its own marks are right."""
    rng = random.Random(zlib.crc32(f"given {genre.name}".encode()))
    for one in (one for one in of_genre(genre) if one.status == "unique" and len(one.puzzle.board.cells) <= CELLS):
        given = {name: own for name, own in one.puzzle.given.items() if name in genre.answer_layers and own}

        for share in (0.2, 0.7, 1) if given else ():
            right = gw.State.of(one.puzzle, some_of(one.answer, given, share, rng))
            assert gw.check(one.puzzle, right) == [], f"{one}: right marks have faults beside the given ones"
            for wrong in [position(one.puzzle, one.answer, share, 2, rng), *(other.state for other in one.wrong)]:
                bare = some_of(wrong, given, share, rng)
                whole = {name: {**given.get(name, {}), **bare.get(name, {})} for name in (*given, *bare)}
                found, same = (gw.check(one.puzzle, gw.State.of(one.puzzle, marks)) for marks in (bare, whole))
                assert found == same, f"{one}: with the given marks there are other faults than without them"


def looks_itself(rule: Rule) -> bool:
    return type(rule).suspects is not Rule.suspects


GENRES = [genre for genre in gw.known_genres() if any(map(looks_itself, genre.rules))]


def a_position(model: Genre, rng: random.Random) -> Known:
    """Spots with a value, with some values struck out, and with nothing known."""
    known = [0] * (2 * model.variables.top + 1)
    known[1], known[-1] = 1, -1
    filled, struck = rng.choice((0.3, 0.9, 1)), rng.choice((0, 0.3, 0.8))
    for term in (term for terms in model.terms.values() for term in terms.values()):
        lits = [int(mark) for mark in term.marks.values()]
        if lits and rng.random() < filled:
            value = rng.choice(lits)
            out = [lit for lit in lits if lit != value]
            known[value], known[-value] = 1, -1
        else:
            out = [lit for lit in lits if rng.random() < struck]
        for lit in out:
            known[lit], known[-lit] = -1, 1
    return known


def told(demands: Iterator[Demand], known: Known, model: Genre) -> list[Fault]:
    return [fault for demand in demands for fault in faults(demand, known, model)]


def puzzles(genre: type[Genre], rng: random.Random) -> list[Puzzle]:
    own = [one.puzzle for one in of_genre(genre) if len(one.puzzle.board.cells) <= CELLS]
    return own + [made_up(genre, rows, cols, rng) for rows, cols in SIZES]


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.__name__)
def test_broken_demands_are_among_the_suspects(genre: type[Genre]) -> None:
    """All of them but those that others make broken, which show some of the same spots."""
    rng = random.Random(zlib.crc32(f"faults {genre.name}".encode()))
    for puzzle in puzzles(genre, rng):
        model = puzzle.genre(puzzle)
        for _ in range(STATES):
            known = a_position(model, rng)
            for rule in filter(looks_itself, genre.rules):
                every = told(rule.demands(model), known, model)
                found = told(rule.suspects(model, known), known, model)
                assert found == [fault for fault in every if fault in found], (
                    f"{puzzle!r}: suspects of rule {rule.name!r} break demands that its demands do not, or in "
                    "another order")
                dropped = [fault for fault in every if fault not in found]
                assert all(any(set(other.at) <= set(fault.at) for other in found) for fault in dropped), (
                    f"{puzzle!r}: suspects of rule {rule.name!r} miss a broken demand at places that no other one "
                    "shows")
