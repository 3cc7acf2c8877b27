"""Very large boards are judged with few marks in memory: by the values that stand on them alone. On small ones, where
both ways can be had, they must say the same, whatever the genre."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator

import pytest

import gridwright as gw
from gridwright.engine.solve.check import violations
from gridwright.language import Genre, Puzzle, State
from gridwright.language import variables as language_variables

from ..grouped import in_part, part
from .cases import of_genre
from .tiny import made_up

valued = [genre for genre in gw.known_genres() if genre(Puzzle(genre, gw.Rect.of(2, 2))).terms]
each_genre = pytest.mark.parametrize("genre", valued, ids=lambda g: g.__name__)


def puzzles(genre: type[Genre], rng: random.Random, share: float) -> Iterator[tuple[Puzzle, State | None]]:
    for _ in range(3):
        yield made_up(genre, *rng.choice(((2, 3), (3, 2), (3, 3), (4, 4))), rng), None
    for one in part((one for one in of_genre(genre) if len(one.puzzle.board.cells) <= 100), share, genre.name):
        answers = gw.solve(one.puzzle, timeout=5).answers
        yield one.puzzle, answers[0] if answers else None


def a_state(puzzle: Puzzle, like: State | None, rng: random.Random) -> State:
    """A random grid, more or less filled in and more or less like an answer; some marks are foreign or torn."""
    model = puzzle.genre(puzzle)
    share, truth = rng.choice((0.3, 0.8, 1)), rng.choice((0.5, 0.95))
    marks: dict[str, dict[gw.Spot, object]] = {}
    for name in model.layers:
        for place in model.variables.places(name):
            for spot in place:
                if rng.random() < share:
                    told = like.get(name, spot) if like is not None and rng.random() < truth else None
                    if told is None:
                        values = list(model.terms[name][spot].marks) if name in model.terms else [True, False]
                        told = rng.choice([*values, "foreign"] if rng.random() < 0.05 else values)
                    marks.setdefault(name, {})[spot] = told
    return State.of(puzzle, marks)


@each_genre
@in_part
def test_a_model_of_the_state_judges_as_one_of_all_values(
    genre: type[Genre], share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(zlib.crc32(genre.name.encode()))
    broken = 0
    for puzzle, like in puzzles(genre, rng, share):
        for _ in range(3):
            state = a_state(puzzle, like, rng)
            wrong = violations(puzzle.genre(puzzle), state)
            broken += bool(wrong)
            with monkeypatch.context() as patch:
                patch.setattr(language_variables, "_MANY", 0)
                assert violations(puzzle.genre(puzzle), state) == wrong, (
                    f"{state!r}: a model with few values finds other violations")
                # Fewer spots may suffice for a conflict when what else could stand there is known.
                settled = violations(puzzle.genre(puzzle, settled=state), state)
                assert sorted({fault.rule for fault in settled}) == sorted({fault.rule for fault in wrong}), (
                    f"{state!r}: a model of the state's own values finds that other rules are broken")
                assert len(settled) == len(wrong), (
                    f"{state!r}: a model of the state's own values finds {len(settled)} violations instead of "
                    f"{len(wrong)}")
    assert broken, f"{genre.name}: no random grid breaks a rule"
