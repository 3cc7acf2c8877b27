"""What is wrong with a grid: every violated demand, with its words and its place."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ..language.arguments import checks_arguments
from ..language.board import Spot
from ..language.expr import Expr, Known
from ..language.genre import Genre, Puzzle, State
from ..language.rules import Demand


@dataclass(frozen=True)
class Violation:
    """A demand that a grid breaks: the rule's name, the spots that show it, the demand in words."""

    rule: str
    at: tuple[Spot, ...]
    words: str

    def __str__(self) -> str:
        return self.words


@checks_arguments
def check(puzzle: Puzzle, state: State, *, finished: bool = False) -> list[Violation]:
    """Everything that is certainly wrong with a state, in the order of the genre's rules; [] when nothing is.

    On a partial state a demand counts only when no completion of its own marks can satisfy it. With ``finished`` a spot
    without a mark is a fault too (rule ``finished``).
    """
    model = puzzle.genre(puzzle, settled=state)
    found = violations(model, state)
    if finished:
        found += _unfinished(model, state)
    return list(dict.fromkeys(found))


def violations(model: Genre, state: State) -> list[Violation]:
    """What a state breaks, by a model of its puzzle that knows all values, or those that the state leaves."""
    found = _changed_givens(model, state) + _foreign_values(model, state) + _torn_places(model, state)
    known = model.known(state)
    for demand in model.demands():
        found += _broken(demand, known, model)
    return found


def _broken(demand: Demand, known: Known, model: Genre) -> list[Violation]:
    board = model.board
    name = demand.rule.name
    if isinstance(demand.what, Expr):
        wrong = demand.what.judge(known) is False
        return [Violation(name, demand.at, demand.say(board))] if wrong else []
    return [
        Violation(name, conflict.at or demand.at, demand.say(board, conflict))
        for conflict in demand.what.conflicts(known)
    ]


def _changed_givens(model: Genre, state: State) -> list[Violation]:
    return [
        Violation("given", (spot,), f"{model.board.name(spot)} was given and may not change")
        for name, spot, value in model.given_marks()
        if (put := state.get(name, spot)) is not None and put != value
    ]


def _torn_places(model: Genre, state: State) -> list[Violation]:
    """Places whose spots share one mark but hold different ones."""
    found = []
    for name, layer in model.layers.items():
        for place in model.places(name):
            held = [value for spot in place if (value := state.get(name, spot)) is not None]
            if len(place) > 1 and len(set(held)) > 1:
                spots = ", ".join(map(model.board.name, place))
                found.append(Violation("value", place, f"{layer.name} is the same all along {spots}"))
    return found


def _foreign_values(model: Genre, state: State) -> list[Violation]:
    found = []
    for name, layer in state.marks.items():
        places: Collection[Spot | None] = model.terms[name] if name in model.terms else model.marks.get(name, ())
        for spot, value in layer.items():
            if spot not in places:
                words = f"nothing can be marked at {model.board.name(spot)}"
            elif name in model.terms and value not in model.terms[name][spot].marks:
                words = f"{value} cannot stand at {model.board.name(spot)}"
            else:
                continue
            if value is not False:
                found.append(Violation("value", (spot,), words))
    return found


def _unfinished(model: Genre, state: State) -> list[Violation]:
    layers: dict[str, Collection[Spot | None]] = {**model.marks, **model.terms}
    return [
        Violation("finished", (spot,), f"{model.board.name(spot)} is not filled in")
        for name, places in layers.items()
        for spot in places
        if spot is not None and state.get(name, spot) is None
    ]
