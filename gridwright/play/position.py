"""Positions: marks that the page sends, the faults in them, and whether they solve the puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..board.board import Spot
from ..engine.solve.check import Violation, violations
from ..engine.solve.clock import Clock
from ..language.genre import Genre
from ..language.layers import ValueLayer
from ..language.puzzle import Puzzle, State
from ..language.rules import Demand, Global, Rule
from ..logic.expr import Expr, Known, fixed
from ..logic.ticks import ticking
from .candidates import CandidateFinder
from .tools import tools

JsonObject = dict[str, Any]
"""What the page sends and receives."""

class BadPosition(ValueError):
    """The page sent something that is not a position of the puzzle; the message says what is wrong."""


def key_of(spot: Spot) -> str:
    """The page's key of a spot: ``y,x`` in doubled coordinates; on graphs the number and the kind."""
    return f"{spot.y},{spot.x}"


def spot_of(key: str) -> Spot:
    """The spot of a key. Raises BadPosition."""
    y, comma, x = key.partition(",")
    try:
        if comma and len(key) < _LONGEST:
            return Spot(int(y), int(x))
    except ValueError:
        pass
    raise BadPosition(f"{key[:_LONGEST]!r} names no place: expected two whole numbers with a comma between them")


_LONGEST = 24


def state_of(model: Genre, told: Any) -> State:
    """The state of a position: marks by layer and by the first spot of their place.

    Given marks are added. Raises BadPosition for unknown layers, places and values.
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
                raise BadPosition(f"{value!r} is not allowed on the layer {name!r}")
            found.update(dict.fromkeys(spots, value))
    return State.of(model.puzzle, marks)


def _is_one_of(value: Any, known: set[Any], of_values: bool) -> bool:
    """Whether a JSON value is among some values; in JSON, unlike in Python, 0 and false differ."""
    return value in known and (type(value) is bool) != of_values


def _by_first(model: Genre, name: str) -> Mapping[Spot, tuple[Spot, ...]]:
    places = model.variables.places(name)
    return model.memo(("places by first spot", name), lambda: {place[0]: place for place in places})


def _object(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadPosition(f"{what!r} must be an object")
    return value


def marks_of(model: Genre, state: State) -> dict[str, dict[str, Any]]:
    """The marks of a state as the page keeps them, without given ones."""
    found: dict[str, dict[str, Any]] = {}
    for name in model.answer_layers:
        given: Mapping[Spot, Any] = model.puzzle.given.get(name, {})
        state_marks: Mapping[Spot, Any] = state.marks.get(name, {})
        firsts = (place[0] for place in model.variables.places(name))
        found[name] = {key_of(spot): state_marks[spot] for spot in firsts if spot in state_marks and spot not in given}
    return {name: state_marks for name, state_marks in found.items() if state_marks}


def completed(model: Genre, state: State) -> State | None:
    """The position with all open places empty; None if an open place cannot be empty.

    An empty place has no mark, or the value whose glyph is blank, or no line.
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
    """The value of a layer for an empty spot; None if there is none."""
    if not isinstance(layer, ValueLayer):
        return False
    nothing = layer.look.nothing
    return nothing if nothing in layer.values(model) else None


# -- the judge ---------------------------------------------------------------------------------------------------------


class Judge:
    """Judges positions of one puzzle. The model is built once, so a move costs only the check."""

    def __init__(self, puzzle: Puzzle, timeout: float | None = None) -> None:
        with Clock(timeout).running():
            self.puzzle, self.model = puzzle, puzzle.genre(puzzle)
            for name in self.model.answer_layers:
                self.model.variables.places(name)
            self._closed = {name: dict.fromkeys(tool.inert, False) for name, tool in tools(self.model).items()}
        self._candidates: CandidateFinder | None = None

    def judged(self, told: Any, *, timeout: float | None = None, stop: Callable[[], bool] | None = None) -> dict[
        str, Any
    ]:
        """The faults of a position, each with its rule, words and places, and whether the puzzle is solved.

        Raises BadPosition and TimeUp.
        """
        state = state_of(self.model, told)
        with Clock(timeout, stop).running():
            faults = list(dict.fromkeys(violations(self.model, self.with_closed(state), self._suspects)))
            solved = not faults and self._is_solved(state)
        return {"faults": [self.fault_record(fault) for fault in faults], "solved": solved}

    def with_closed(self, state: State) -> State:
        """The position with no mark at the places that a clue closes, where the player cannot set any."""
        closed = {name: {**spots, **state.marks.get(name, {})} for name, spots in self._closed.items() if spots}
        return State.of(self.puzzle, {**state.marks, **closed}) if closed else state

    def is_playable(self, marks: Mapping[str, Mapping[str, Any]]) -> bool:
        """Whether a player can set all marks of a position: none is at a place that a clue closes."""
        closed = {name: set(map(key_of, spots)) for name, spots in self._closed.items()}
        return not any(value and key in closed[name] for name, own in marks.items() for key, value in own.items())

    def laid(self, told: Any) -> list[str]:
        """The pieces on the board, by their names in the set below it. Raises BadPosition."""
        rules = [rule for rule in self.model.rules if type(rule).laid is not Rule.laid]
        state = state_of(self.model, told if rules else {})
        return [name for rule in rules for name in rule.laid(self.model, state)]

    def _suspects(self, rule: Rule, known: Known) -> Iterable[Demand]:
        """The demands of a rule that settled marks may break. Those that are the same for every position are cached."""
        model = self.model
        if type(rule).suspects is not Rule.suspects:
            return rule.suspects(model, known)
        return model.memo(("demands that are kept", rule), lambda: list(ticking(rule.demands(model))))

    def _is_solved(self, state: State) -> bool:
        """Whether the position, with all open places empty, obeys every rule."""
        model, whole = self.model, completed(self.model, state)
        if whole is None:
            return False
        known = fixed(model.variables.known(whole))
        demands = (demand for rule in model.rules for demand in self._suspects(rule, known))
        return not any(_is_broken(demand.what, known) for demand in ticking(demands))

    def candidates(self, told: Any, *, timeout: float | None = None) -> dict[str, dict[str, list[int]]]:
        """For each open place of a layer of values, the numbers of the values that no rule excludes.

        Raises BadPosition and TimeUp.
        """
        with (clock := Clock(timeout)).running():
            if self._candidates is None:
                self._candidates = CandidateFinder(self.puzzle, clock)
            found = self._candidates.numbers(state_of(self._candidates.model, told))
        return {name: {f"{y},{x}": own for (y, x), own in places.items()} for name, places in found.items()}

    def fault_record(self, fault: Violation) -> dict[str, Any]:
        """A fault as JSON."""
        return {"rule": fault.rule, "words": sentence(fault.words), "at": [key_of(spot) for spot in fault.at],
                "cells": self.cells_of(fault.at)}

    def cells_of(self, spots: tuple[Spot, ...]) -> list[int]:
        """The numbers of the cells among some spots."""
        board = self.model.board
        found: dict[int, None] = {}
        for spot in spots:
            if spot in board.cell_index:
                found[board.cell_index[spot]] = None
        return list(found)


def _is_broken(what: Expr | Global, known: Known) -> bool:
    """Whether settled marks break a demand. The first conflict suffices."""
    if isinstance(what, Global):
        return next(iter(what.conflicts(known)), None) is not None
    return what.judge(known) is False


def sentence(words: str) -> str:
    """Words with an initial capital, unless they begin with a cell's name, and a full stop."""
    begun = words if words[:2].startswith("r") and words[1:2].isdigit() else words[:1].upper() + words[1:]
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."
