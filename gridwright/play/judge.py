"""What is wrong with a position, and whether it is solved: with one model of the puzzle, kept between moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..board.board import Spot
from ..engine.solve.check import Violation, violations
from ..engine.solve.clock import Clock
from ..language.genre import Genre
from ..language.layers import ValueLayer
from ..language.puzzle import Puzzle, State
from ..language.rules import Demand, Global, Rule
from ..logic.expr import Expr, Known, fixed, literals
from ..logic.ticks import tick, ticking
from .position import completed, key_of, state_of


class Judge:
    """Judges positions of one puzzle. The model is built once, so that a move costs only the check."""

    def __init__(self, puzzle: Puzzle, timeout: float | None = None) -> None:
        with Clock(timeout).running():
            self.puzzle, self.model = puzzle, puzzle.genre(puzzle)
            for name in self.model.answer_layers:
                self.model.variables.places(name)

    def judged(self, told: Any, *, timeout: float | None = None, stop: Callable[[], bool] | None = None) -> dict[
        str, Any
    ]:
        """The faults of a position, each with its rule, words and places, and whether the position is solved.

        Raises BadPosition for what is no position, and TimeUp.
        """
        state = state_of(self.model, told)
        with Clock(timeout, stop).running():
            found = list(dict.fromkeys(violations(self.model, state, self._suspects)))
            solved = not found and self._is_solved(state)
        return {"faults": [self.fault_record(fault) for fault in found], "solved": solved}

    def _suspects(self, rule: Rule, known: Known) -> Iterable[Demand]:
        """The demands of a rule that settled marks may break. Those that are the same for every position are kept."""
        model = self.model
        if type(rule).suspects is not Rule.suspects:
            return rule.suspects(model, known)
        return model.memo(("demands that are kept", rule), lambda: list(ticking(rule.demands(model))))

    def _is_solved(self, state: State) -> bool:
        """Whether the position, with all that is open taken as empty, obeys every rule."""
        model, whole = self.model, completed(self.model, state)
        if whole is None:
            return False
        known = fixed(model.variables.known(whole))
        demands = (demand for rule in model.rules for demand in self._suspects(rule, known))
        return not any(_is_broken(demand.what, known) for demand in ticking(demands))

    def candidates(self, told: Any, *, timeout: float | None = None) -> dict[str, dict[str, list[int]]]:
        """For each open place of a layer of values the numbers of the values that break no rule at once.

        Only demands that speak of the value's place are looked at, one at a time: nothing is deduced. Raises
        BadPosition and TimeUp.
        """
        model = self.model
        state = state_of(model, told)
        with Clock(timeout).running():
            known = list(model.variables.known(state))
            by_literal = model.memo("demands by literal", lambda: _demands_by_literal(model))
            found: dict[str, dict[str, list[int]]] = {}
            for name, terms in model.variables.terms.items():
                layer = model.answer_layers[name]
                assert isinstance(layer, ValueLayer)
                values = {value: n for n, value in enumerate(layer.values(model))}
                found[name] = {
                    key_of(place[0]): [values[value] for value, mark in ticking(terms[place[0]].marks.items())
                                       if _fits(known, terms[place[0]].marks, mark, by_literal)]
                    for place in model.variables.places(name) if state.get(name, place[0]) is None
                }  # fmt: skip
        return found

    def fault_record(self, fault: Violation) -> dict[str, Any]:
        """A fault as JSON."""
        return {"rule": fault.rule, "words": sentence(fault.words), "at": [key_of(spot) for spot in fault.at],
                "cells": self.cells_of(fault.at)}

    def cells_of(self, spots: tuple[Spot, ...]) -> list[int]:
        """The numbers of the cells at which one looks to see some spots."""
        board = self.model.board
        found: dict[int, None] = {}
        for spot in spots:
            if spot in board.cell_index:
                found[board.cell_index[spot]] = None
        return list(found)


def _is_broken(what: Expr | Global, known: Known) -> bool:
    """Whether settled marks break a demand; the first conflict tells, so that on a fresh board little is looked at."""
    if isinstance(what, Global):
        return next(iter(what.conflicts(known)), None) is not None
    return what.judge(known) is False


def _demands_by_literal(model: Genre) -> dict[int, list[Expr]]:
    """The demands that speak of a literal, for all literals; demands of the whole grid are left out."""
    found: dict[int, list[Expr]] = {}
    for demand in model.demands():
        if isinstance(demand.what, Expr):
            for lit in {abs(lit) for lit in literals(demand.what)}:
                found.setdefault(lit, []).append(demand.what)
    return found


def _fits(known: list[int], marks: Mapping[Any, int], mark: int, by_literal: Mapping[int, Sequence[Expr]]) -> bool:
    """Whether a value breaks no demand that speaks of it, while everything else stays as it is."""
    tick()
    before = {lit: known[lit] for one in marks.values() for lit in (one, -one)}
    for one in marks.values():
        known[one], known[-one] = (1, -1) if one == mark else (-1, 1)
    try:
        return all(what.judge(known) is not False for what in by_literal.get(abs(mark), ()))
    finally:
        for lit, was in before.items():
            known[lit] = was


def sentence(words: str) -> str:
    """Words with a capital at the beginning and a point at the end; names of cells keep their letters."""
    begun = words if words[:2].startswith("r") and words[1:2].isdigit() else words[:1].upper() + words[1:]
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."
