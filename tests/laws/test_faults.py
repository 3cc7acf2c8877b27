"""Laws about faults: a rule that looks for its broken demands by itself finds what looking at each demand does."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator

import pytest

import gridwright as gw
from gridwright.language import Genre, Puzzle
from gridwright.language.expr import Known
from gridwright.language.faults import Fault, faults
from gridwright.language.rules import Demand, Rule

from .cases import of_genre
from .tiny import SIZES, made_up

CELLS = 36
"""Cases with more cells are left out."""
STATES = 5
"""So many positions are looked at for each puzzle."""


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
                assert found == [fault for fault in every if fault in found], rule.name
                dropped = [fault for fault in every if fault not in found]
                assert all(any(set(other.at) <= set(fault.at) for other in found) for fault in dropped), rule.name
