"""Reads the clues off an answer that are true of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from ..language.board import Spot
from ..language.domain import ABSENT
from ..language.expr import Expr, Known
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.making import Making, Sketch
from ..language.puzzle import Frozen, Puzzle, State
from ..language.rect import Rect
from ..language.rules import Demand
from .clue_demands import ClueDemands

Clues = dict[str, dict[Spot, Any]]
"""Clues by layer and spot."""


class Reader:
    """Reads the clues of puzzles with one structure."""

    def __init__(self, demands: ClueDemands) -> None:
        """``demands``: of the structure whose clues are read."""
        self.demands = demands
        self.genre = demands.bare.genre

    def read(self, sketch: Sketch, answer: State, salt: str) -> Clues:
        """All clues that are true of the answer, on the places of the sketch where it has such, else wherever they
        can stand."""
        making, found = self.genre.making, Clues()
        model = self.genre.as_told(self.demands.bare)
        for name in clue_layers(self.genre):
            layer = self.genre.layers[name]
            assert isinstance(layer, GivenLayer)
            spots = self._spots(layer, model, sketch, making)
            own: dict[Spot, Any]
            if name in making.told:
                told, again = making.told[name], sketch.again
                chances = ((spot, Random(f"{salt} {spot} {again.get(spot)}")) for spot in spots)
                own = {spot: value for spot, rng in chances
                       if (value := told(model, answer, spot, rng)) is not ABSENT}
            else:
                own = self._by_trying(layer, model, spots, answer)
            if own:
                found[name] = own
        return found

    @staticmethod
    def _spots(layer: GivenLayer, model: Genre, sketch: Sketch, making: Making) -> Sequence[Spot]:
        placed = sketch.given.get(layer.name)
        if placed:
            return list(placed)
        spots = [place[0] for place in layer.places(model)]
        outside = layer.on in ("sides", "line_sides")
        return [spot for spot in spots if min(spot) < 0] if outside and making.near else spots

    def _by_trying(self, layer: GivenLayer, model: Genre, spots: Sequence[Spot], answer: State) -> dict[Spot, Any]:
        """The first value of each spot that breaks no demand; that it tells nothing is the last resort."""
        values: dict[Any, list[Spot]] = {}
        for spot in spots:
            domain = layer.domain.at(model, spot)
            untold = domain.untold
            for value in domain.values() or ():
                if value != untold or type(value) is not type(untold):
                    values.setdefault(value, []).append(spot)
        found: dict[Spot, Any] = {}
        known = self.demands.variables.known(answer)
        for value, places in values.items():
            tried = {spot: value for spot in places if spot not in found}
            wrong = set(self._broken(layer.name, tried, known)) if tried else set()
            found |= {spot: value for spot in tried if spot not in wrong}
        return found

    def _broken(self, name: str, tried: Mapping[Spot, Any], known: Known) -> Iterator[Spot]:
        """The spots whose clues are not true of the answer."""
        bare = self.demands.bare
        given = Frozen({**bare.given, name: Frozen({**bare.given.get(name, {}), **tried})})
        for demand, sources in self.demands.of(Puzzle(bare.genre, bare.board, given, bare.keys)):
            own = {spot for layer, spot, _ in sources if layer == name and spot in tried}
            if len(own) == 1 and not _holds(demand, known):
                yield from own


def _holds(demand: Demand, known: Known) -> bool:
    what = demand.what
    return what.judge(known) is True if isinstance(what, Expr) else not any(what.conflicts(known))


def clue_layers(genre: type[Genre]) -> tuple[str, ...]:
    """The layers of clues that are told in made puzzles."""
    if genre.making.clues is not None:
        return genre.making.clues
    return tuple(
        name for name, layer in genre.layers.items() if isinstance(layer, GivenLayer) and layer.role == "clue"
    )


def bare_puzzle(genre: type[Genre], sketch: Sketch) -> Puzzle:
    """The puzzle of a sketch with nothing told: clues whose places belong to the structure tell nothing."""
    from ..language.puzzle import frozen_layers

    plain = Puzzle(genre, sketch.board, frozen_layers({}), Frozen(sketch.keys))
    model = genre.as_told(plain)
    given: Clues = {}
    for name, marks in sketch.given.items():
        layer = genre.layers[name]
        if isinstance(layer, GivenLayer) and layer.role == "clue" and name in clue_layers(genre):
            untold = {spot: layer.untold(model, spot) for spot in marks}
            marks = {spot: value if untold[spot] is ABSENT else untold[spot] for spot, value in marks.items()}
        given[name] = marks
    return Puzzle(genre, sketch.board, frozen_layers(given), Frozen(sketch.keys))


def as_rect(puzzle: Puzzle) -> Rect:
    """A puzzle's board."""
    assert isinstance(puzzle.board, Rect)
    return puzzle.board
