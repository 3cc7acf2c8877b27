"""Conditions of a request: places, values and number of clues, the structure, the picture.

``adapted`` changes the declarations of a genre accordingly. ``heed`` filters the clues that are true of an answer, and
``n_wanted`` says how many of them to keep.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil, floor
from random import Random
from typing import Any

from ..board.board import Spot
from ..board.rect import Rect
from ..board.symmetry import images
from ..language.domain import ABSENT
from ..language.genre import Genre
from ..language.layers import GivenLayer, Layer
from ..language.making import ANYWHERE, CluePlaces, Draw, Making, Sketch, Unlucky, Wishes
from ..language.puzzle import Puzzle, State
from ..language.taste import Band
from .declared import making_of
from .drafts import Clues, clue_places
from .effort import MakingError, TooMany

_TOLERANCE = 0.03
"""How far the share of clues may exceed the requested one."""


@dataclass(frozen=True)
class Conditions:
    """Conditions of a request; by default, everything is as usual in the genre."""

    places: CluePlaces = ANYWHERE
    """Where clues are allowed, and where they are required."""
    values: tuple[Any, ...] = ()
    """The only values that clues may have."""
    density: float | None = None
    """The share of places that hold a clue."""
    unknown: float | None = None
    """The share of placed clues whose value is unknown."""
    structure: Puzzle | None = None
    """The puzzle whose structure is kept."""
    dark: frozenset[Spot] = frozenset()
    """The dark cells of the picture for the answer to show."""
    painted: Mapping[Spot, Any] = field(default_factory=dict)
    """The values of those cells if the picture is in colours."""

    def density_of(self, rng: Random, making: Making, board: Rect) -> float | None:
        """The share of places with a clue: the requested one, or a usual one; None if none is known."""
        usual = making.density
        if self.density is not None or usual is None:
            return self.density
        return (usual if isinstance(usual, Band) else usual(board)).draw(rng)

    # -- the sketch --

    def adapted(self, genre: type[Genre]) -> Making:
        """The declarations of a genre, changed so that sketches meet the conditions."""
        making = making_of(genre)
        if self.structure is not None:
            making = replace(making, sketch=_always(kept_structure(self.structure)), change=None)
        if self.dark:
            making = replace(making, dull=(*making.dull, *making.monotonous), order=None)
        sketch, change = making.sketch, making.change

        def sketched(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
            new = sketch(rng, board, wishes)
            new.symmetry, new.places = wishes.symmetry, wishes.places
            self._move(rng, making, new, ())
            self._check_tied(genre, new)
            return new

        def changed(rng: Random, old: Sketch, answer: State, spots: Collection[Spot]) -> Sketch | None:
            before = dict(old.given.get(making.movable, {}))
            assert change is not None
            try:
                new = change(rng, old, answer, spots)
            except Unlucky:
                return old
            if new is not None:
                new.symmetry, new.places = old.symmetry, old.places
                self._move(rng, making, new, before)
            return new

        return replace(making, sketch=sketched, change=changed if change is not None else None,
                       whole=making.whole and self.unknown is None and self.density is None)

    def _move(self, rng: Random, making: Making, sketch: Sketch, before: Collection[Spot]) -> None:
        """Adds and removes clues of a sketch, with their symmetric images, to meet the conditions."""
        name = making.movable
        if not name or not sketch.given.get(name) or self.structure is not None:
            return
        own, board = sketch.given[name], sketch.board
        plain = next(iter(own.values()))
        kept = set(own)
        for spot in kept.symmetric_difference(before):
            around = images(board, spot, sketch.symmetry)
            if spot in own:
                kept.update(around)
            else:
                kept.difference_update(around)
        fits = {at for at in kept if at in board.cell_index and self.places.may(at)} | self.places.needed
        if self.density is not None and not before:
            fits = self._as_many(rng, sketch, fits, round(self.density * len(board.cells)))
        sketch.given[name] = {at: own.get(at, plain) for at in sorted(fits)}

    def _as_many(self, rng: Random, sketch: Sketch, fits: set[Spot], wanted: int) -> set[Spot]:
        """The places with some added or removed, with their images, until there are enough."""
        board = sketch.board
        for spot in rng.sample(board.cells, len(board.cells)):
            around = set(images(board, spot, sketch.symmetry))
            if len(fits) < wanted and all(self.places.may(at) for at in around):
                fits |= around
            elif len(fits) > wanted and around.isdisjoint(self.places.needed):
                fits -= around
        return fits

    def _check_tied(self, genre: type[Genre], sketch: Sketch) -> None:
        """Raises MakingError for a mask or a symmetry if the places of clues follow from the sketch."""
        asked = "a mask" if self.places != ANYWHERE else ""
        if sketch.symmetry != "none" and not genre.making.symmetry:
            asked = "a symmetry"
        if not asked or self.structure is not None:
            return
        free = (genre.making.movable, genre.making.placed)
        for name in sketch.given:
            layer = genre.layers[name]
            if isinstance(layer, GivenLayer) and layer.role == "clue" and name not in free:
                raise MakingError(f"the answer determines the places of clues in {genre.name}; "
                                  f"{asked} cannot change that")

    # -- the clues --

    def heed(self, genre: type[Genre], clues: Clues, sketch: Sketch, answer: State) -> Clues:
        """The clues that are allowed; unwanted values are replaced by unknown ones if possible.

        Raises Unlucky if a required place has no clue.
        """
        if self.places == ANYWHERE and not self.values:
            return clues
        found = {name: dict(self._told(genre, name, own, sketch)) for name, own in clues.items()}
        fill = making_of(genre).fill
        placed = (sketch.given.get(name, {}) for name in (genre.making.movable, genre.making.placed))
        needed = self.places.needed.difference(*found.values(), *placed)
        if fill and needed:
            own = answer.marks[fill]
            extra = {at: own[at] for at in needed if at in own and making_of(genre).is_given(own[at])}
            found[fill] = {**found.get(fill, {}), **extra}
            needed = needed.difference(extra)
        if needed:
            raise Unlucky(f"no clue of {genre.name} could be at {sketch.board.name(min(needed))}")
        return {name: own for name, own in found.items() if own}

    def _told(
        self, genre: type[Genre], name: str, own: Mapping[Spot, Any], sketch: Sketch
    ) -> Iterator[tuple[Spot, Any]]:
        layer = genre.layers[name]
        placed = sketch.given.get(name, {})
        for spot, value in own.items():
            if not self.places.may(spot) and spot not in placed:
                continue
            if not self.values or is_among(value, self.values):
                yield spot, value
            elif spot in placed:
                unknown = _unknown(genre, layer, sketch, spot)
                if unknown is ABSENT:
                    raise Unlucky(f"a clue of {genre.name} would have the value {value}")
                yield spot, unknown

    def may_be_given(self, spot: Spot, value: Any) -> bool:
        """Whether a mark of the answer may be given."""
        return self.places.may(spot) and (not self.values or is_among(value, self.values))

    def n_wanted(self, genre: type[Genre], sketch: Sketch, clues: Clues) -> int | None:
        """The number of clues to keep; None for the usual number."""
        if self.unknown is not None:
            return round((1 - self.unknown) * sum(len(own) for own in clues.values()))
        if self.density is None or genre.making.movable:
            return None
        return round(self.density * n_places(genre, sketch.board, clues))

    def check_number(self, wanted: int, least: int, total: int, places: int) -> None:
        """Raises TooMany if an answer with clues at ``total`` of the ``places`` needs more of them than are wanted."""
        if least > wanted + max(1, _TOLERANCE * total):
            possible = f"density {ceil(100 * least / places) / 100:.2f}" if self.unknown is None else \
                f"unknown {floor(100 * (1 - least / total)) / 100:.2f}"
            raise TooMany(least, wanted, possible)


USUAL = Conditions()
"""No conditions."""


def is_among(value: Any, values: Collection[Any]) -> bool:
    """Whether a clue has one of some values; for a clue of several parts, whether all known parts have."""
    parts = value if isinstance(value, tuple) else (value,)
    return value in values or all(part in values or part is None for part in parts)


def spots_of(genre: type[Genre], layer: Layer, board: Rect) -> Collection[Spot]:
    """The places of a layer of clues on a board without structure."""
    found = getattr(board, layer.on) if isinstance(layer.on, str) else board.cells
    if genre.making.near and layer.on in ("sides", "line_sides"):
        return [spot for spot in found if min(spot) < 0]
    return list(found)


def n_places(genre: type[Genre], board: Rect, clues: Clues) -> int:
    """The number of places for clues; given marks of the answer count only if there are some.

    A cell holds one clue; outside, there is room for one of each layer.
    """
    return len({(spot, layer.name if min(spot) < 0 else "")
                for layer in clue_places(genre) if layer.name != making_of(genre).fill or layer.name in clues
                for spot in spots_of(genre, layer, board)})


def kept_structure(puzzle: Puzzle) -> Sketch:
    """The structure of a puzzle: layers and keys that are not clues, and the places of clues that belong to it."""
    genre = puzzle.genre
    assert isinstance(puzzle.board, Rect)
    model = genre.as_told(puzzle)
    given: dict[str, dict[Spot, Any]] = {}
    for name, own in puzzle.given.items():
        layer = genre.layers[name]
        if not isinstance(layer, GivenLayer):
            continue
        if layer.role == "structure":
            given[name] = dict(own)
        else:
            placed = {spot: unknown for spot in own if (unknown := layer.unknown(model, spot)) is not ABSENT}
            if placed:
                given[name] = placed
    keys = {name: value for name, value in puzzle.keys.items() if genre.keys[name].role == "structure"}
    return Sketch(puzzle.board, given, keys)


def _always(sketch: Sketch) -> Draw:
    def same(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
        del rng, board, wishes
        return sketch.copy()

    return same


def _unknown(genre: type[Genre], layer: Layer, sketch: Sketch, spot: Spot) -> Any:
    if not isinstance(layer, GivenLayer):
        return ABSENT
    return layer.unknown(genre.as_told(Puzzle(genre, sketch.board)), spot)
