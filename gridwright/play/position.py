"""Positions as the page tells them, and what they come to when they are completed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..board.board import Spot
from ..language.genre import Genre
from ..language.layers import ValueLayer
from ..language.puzzle import State

JsonObject = dict[str, Any]
"""What the page sends, or is sent."""
PositionMarks = Mapping[str, Mapping[str, Any]]
"""Marks by layer and by the key of the first spot of a place (see ``key_of``); values as JSON holds them."""


class BadPosition(ValueError):
    """Something that the page sent and that is no position of the puzzle; the message says what."""


def key_of(spot: Spot) -> str:
    """A spot as the page names it: ``y,x`` in doubled coordinates; on graphs the number and the kind."""
    return f"{spot.y},{spot.x}"


def spot_of(key: str) -> Spot:
    """The spot of a name. Raises BadPosition."""
    y, comma, x = key.partition(",")
    try:
        if comma and len(key) < _LONGEST:
            return Spot(int(y), int(x))
    except ValueError:
        pass
    raise BadPosition(f"{key[:_LONGEST]!r} names no place: expected two whole numbers with a comma between them")


_LONGEST = 24


def state_of(model: Genre, told: Any) -> State:
    """The state that the page tells: marks by layer and place, each for all spots of its place.

    Marks that the puzzle gives are added. Raises BadPosition for unknown layers and places, and for values that no mark
    of the layer has.
    """
    marks: dict[str, dict[Spot, Any]] = {name: dict(own) for name, own in model.puzzle.given.items()
                                         if name in model.answer_layers}
    for name, own in _object(told, "marks").items():
        layer = model.answer_layers.get(name)
        if layer is None:
            raise BadPosition(f"{model.name} has no answer layer {name!r}; it has {', '.join(model.answer_layers)}")
        by_first = _by_first(model, name)
        known = set(layer.values(model)) if isinstance(layer, ValueLayer) else {True, False}
        found = marks.setdefault(name, {})
        for key, value in _object(own, name).items():
            spots = by_first.get(spot_of(key))
            if spots is None:
                raise BadPosition(f"{name!r} has no place {key!r}")
            if isinstance(value, list | dict) or not _is_one_of(value, known, isinstance(layer, ValueLayer)):
                raise BadPosition(f"{value!r} cannot stand on the layer {name!r}")
            found.update(dict.fromkeys(spots, value))
    return State.of(model.puzzle, marks)


def _is_one_of(value: Any, known: set[Any], of_values: bool) -> bool:
    """Whether a JSON value is one of some values; there, unlike in Python, 0 and false are two."""
    return value in known and (type(value) is bool) != of_values


def _by_first(model: Genre, name: str) -> Mapping[Spot, tuple[Spot, ...]]:
    places = model.variables.places(name)
    return model.memo(("places by first spot", name), lambda: {place[0]: place for place in places})


def _object(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadPosition(f"{what!r} must be an object")
    return value


def marks_of(model: Genre, state: State) -> dict[str, dict[str, Any]]:
    """The marks of a state as the page tells them; those that the puzzle gives are left out."""
    found: dict[str, dict[str, Any]] = {}
    for name in model.answer_layers:
        given: Mapping[Spot, Any] = model.puzzle.given.get(name, {})
        own: Mapping[Spot, Any] = state.marks.get(name, {})
        firsts = (place[0] for place in model.variables.places(name))
        found[name] = {key_of(spot): own[spot] for spot in firsts if spot in own and spot not in given}
    return {name: own for name, own in found.items() if own}


def completed(model: Genre, state: State) -> State | None:
    """The position with everything that is left open taken as empty; None where an open place has no empty value.

    An open mark is none; an open value is the one whose glyph is a blank, and of several lines the number 0.
    """
    marks: dict[str, dict[Spot, Any]] = {}
    for name, layer in model.answer_layers.items():
        empty = _empty(model, layer)
        own = marks[name] = dict(state.marks.get(name, {}))
        for place in model.variables.places(name):
            for spot in place:
                if spot not in own:
                    if empty is None:
                        return None
                    own[spot] = empty
    return State.of(model.puzzle, marks)


def _empty(model: Genre, layer: Any) -> Any:
    """The value of a layer that says that a spot is empty; None if there is none."""
    if not isinstance(layer, ValueLayer):
        return False
    nothing = layer.look.nothing
    return nothing if nothing in layer.values(model) else None
