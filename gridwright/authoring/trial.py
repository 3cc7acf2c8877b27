"""Tries a genre on random small boards, to find mistakes that only appear when its rules run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from time import monotonic
from typing import Any

from ..board.board import Spot
from ..board.rect import Rect
from ..engine.solve.answers import solve
from ..engine.solve.check import check
from ..engine.solve.clock import TimeUp
from ..formats.roles import LazyDialect
from ..language.domain import ABSENT
from ..language.genre import Genre
from ..language.genre_errors import GenreError
from ..language.layers import GivenLayer, Key, Layer, ValueLayer
from ..language.puzzle import Frozen, Puzzle, State, frozen_layers
from ..language.validation import naming_the_genre
from ..registry import REGISTRY, plain_name

SIZES = ((1, 1), (1, 2), (2, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3))
"""Rows and columns of tiny boards."""
_BOARDS = (*SIZES, (6, 6))
"""Rows and columns of the boards that are tried: some mistakes need more cells and more clues."""
_GRIDS = 5
"""How many grids are checked for each puzzle."""
_SOLVING = 1.0
"""The time limit for solving each puzzle, in seconds."""


def trial(genre: type[Genre], seconds: float = 10) -> list[str]:
    """The mistakes of a genre: names that are taken, and errors of its notations and rules.

    Random puzzles are tried until the time is over, at least one of each size.
    """
    faults = dict.fromkeys((*_taken_names(genre), *_notation_faults(genre)))
    end = monotonic() + seconds
    for number in count():
        if number >= len(_BOARDS) and (faults or monotonic() > end):
            return list(faults)
        try:
            _try_one(genre, *_BOARDS[number % len(_BOARDS)], random.Random(number))
        except GenreError as fault:
            faults[str(fault)] = None
    raise AssertionError


def _taken_names(genre: type[Genre]) -> Iterator[str]:
    """Names of the genre that belong to another one."""
    for other in REGISTRY.genres:
        if other is not genre:
            taken = {plain_name(name) for name in (other.name, *other.aliases)}
            for name in (genre.name, *genre.aliases):
                if plain_name(name) in taken:
                    yield f"genre {genre.__name__}: the name {name!r} already belongs to {other.name}; choose another"


def _notation_faults(genre: type[Genre]) -> Iterator[str]:
    """The errors of notations, which are only evaluated on demand."""
    for dialect in genre.dialects:
        if isinstance(dialect, LazyDialect):
            try:
                dialect.notation_in(genre)
            except GenreError as fault:
                yield str(fault)


def _try_one(genre: type[Genre], rows: int, cols: int, rng: random.Random) -> None:
    """Makes a random puzzle, words its demands, checks some grids and solves it. Raises GenreError."""
    with naming_the_genre():
        puzzle = made_up(genre, rows, cols, rng)
        model = genre(puzzle)
        for demand in model.demands():
            for half in demand.halves():
                half.say(model.board)
    for _ in range(_GRIDS):
        check(puzzle, _grid(genre, puzzle, rng))
    with suppress(TimeUp):
        solve(puzzle, timeout=_SOLVING)


def _grid(genre: type[Genre], puzzle: Puzzle, rng: random.Random) -> State:
    """A random grid, usually a wrong one, so that rules have to word their faults."""
    model, share = genre.as_told(puzzle), rng.choice((0.1, 0.5, 0.9))
    marks: dict[str, dict[Spot, Any]] = {}
    for name, layer in genre.answer_layers.items():
        values = layer.values(model) if isinstance(layer, ValueLayer) else ()
        marks[name] = {}
        for place in layer.places(model):
            value = rng.choice(values) if values else rng.random() < share
            marks[name].update(dict.fromkeys(place, value))
    return State.of(puzzle, marks)


def made_up(genre: type[Genre], rows: int, cols: int, rng: random.Random, *, n_holes: int = 0) -> Puzzle:
    """A puzzle with random clues and some marks of the answer, which may have no answer.

    The board has ``n_holes`` holes at random places. Values are chosen from the declared domains, in the order in which
    these depend on each other.
    """
    given: dict[str, dict[Any, Any]] = {}
    keys: dict[str, Any] = {}
    board = Rect.of(rows, cols)
    if n_holes:
        board = Rect.of(rows, cols, rng.sample(board.cells, n_holes))
    share = rng.choice((0.05, 0.2, 0.5))
    for declared in genre.declarations:
        model = genre.as_told(Puzzle(genre, board, frozen_layers(given), Frozen(keys)))
        if isinstance(declared, Key):
            domain = declared.domain.at(model)
            omitted = declared.default not in domain and rng.random() < 0.5  # the default cannot be given explicitly
            value = ABSENT if omitted else domain.sample(rng)
            keys.update({declared.name: value} if value is not ABSENT else {})
        else:
            given[declared.name] = _marks(declared, model, share, rng)
    return Puzzle.of(genre, board, given, keys)


def _marks(layer: Layer, model: Genre, share: float, rng: random.Random) -> dict[Spot, Any]:
    """Marks on some places of a layer, fewer on answer layers."""
    chance = share if isinstance(layer, GivenLayer) else 0.2 * (rng.random() < 0.3)
    spots = [place[0] for place in layer.places(model)]
    chosen = [spot for spot in spots if rng.random() < chance]
    if isinstance(layer, GivenLayer) and layer.required and not chosen:
        chosen = spots[:1]
    marks = {spot: layer.domain.at(model, spot).sample(rng) for spot in chosen}
    return {spot: value for spot, value in marks.items() if value is not ABSENT}
