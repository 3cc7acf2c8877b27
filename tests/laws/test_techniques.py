"""Techniques of all genres: the board of each shows it."""

from __future__ import annotations

import pytest

import gridwright as gw
from gridwright.engine.explain.hints import Explainer
from gridwright.engine.explain.techniques import Technique, shape, techniques_of
from gridwright.engine.explain.telling import Teller
from gridwright.engine.solve.clock import Clock

ALL = [pytest.param(genre, one, id=f"{genre.name}-{one.name}-{one.shape}")
       for genre in gw.known_genres() for one in techniques_of(genre.__module__).values()]


@pytest.mark.parametrize(("genre", "technique"), ALL)
def test_the_board_of_a_technique_shows_it(genre: type[gw.Genre], technique: Technique) -> None:
    puzzle = gw.read(technique.puzzle)
    assert puzzle.genre is genre, f"{genre.name}: the board for {technique.name!r} is one of {puzzle.genre.name}"
    clock = Clock(60)
    with clock.running(), Explainer(puzzle, technique.state(puzzle), clock) as explainer:
        found = explainer.step()
        assert found is not None, f"{genre.name}: nothing follows on the board for {technique.name!r}"
        learnt, step = shape(explainer.position, found.seed or found), Teller(explainer.position).step(found)
    assert (learnt, step.technique) == (technique.shape, technique.name), (
        f"{genre.name}: the first step of the board for {technique.name!r} is another one: {step}")
