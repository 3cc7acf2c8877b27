"""Techniques: the board of each shows it; those of kinds of rules are shown by boards of genres."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

import gridwright as gw
from gridwright.engine.explain.hints import Explainer
from gridwright.engine.explain.steps import Step
from gridwright.engine.explain.techniques import Technique, kind_of, shape, techniques_of, techniques_of_kinds
from gridwright.engine.explain.telling import Teller
from gridwright.engine.solve.clock import Clock

EACH = [(genre, i, one) for genre in gw.known_genres()
        for i, one in enumerate(techniques_of(genre.__module__).values())]


class Shown(NamedTuple):
    """The easiest step on the board of a technique; its shape by rules and by kinds of rules."""

    shape: str
    kind: str
    step: Step


@cache
def shown(module: str, i: int) -> Shown | None:
    """The easiest step on the board of a technique of the genre in a module; None if there is none."""
    technique = list(techniques_of(module).values())[i]
    puzzle, clock = gw.read(technique.puzzle), Clock(60)
    with clock.running(), Explainer(puzzle, technique.state(puzzle), clock) as explainer:
        found = explainer.step()
        if found is None:
            return None
        position, seed = explainer.position, found.seed or found
        return Shown(shape(position, seed), shape(position, seed, kind_of), Teller(position).step(found))


@pytest.mark.parametrize(("genre", "i", "technique"), [
    pytest.param(*one, id=f"{one[0].name}-{one[2].name}-{one[2].shape}") for one in EACH])
def test_the_board_of_a_technique_shows_it(genre: type[gw.Genre], i: int, technique: Technique) -> None:
    puzzle = gw.read(technique.puzzle)
    assert puzzle.genre is genre, f"{genre.name}: the board for {technique.name!r} is one of {puzzle.genre.name}"
    found = shown(genre.__module__, i)
    assert found is not None, f"{genre.name}: nothing follows on the board for {technique.name!r}"
    assert (found.shape, found.step.technique) == (technique.shape, technique.name), (
        f"{genre.name}: the first step of the board for {technique.name!r} is another one: {found.step}")


def test_boards_of_genres_show_the_techniques_of_kinds() -> None:
    boards = {(found.kind, technique.name) for genre, i, technique in EACH if (found := shown(genre.__module__, i))}
    missing = [one for one in techniques_of_kinds().values() if (one.shape, one.name) not in boards]
    assert not missing, f"no board of a genre shows {', '.join(f'{one.name} ({one.shape})' for one in missing)}"
