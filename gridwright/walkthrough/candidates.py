"""The candidates of cells at each position of a path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..board.board import Spot
from ..engine.explain.steps import StepMark
from ..language.genre import Genre
from ..language.layers import ValueLayer
from ..language.puzzle import State, Value
from ..logic.expr import Count, Mark, literals

_FEWEST, _MOST = 3, 16
"""Cells with fewer values need no candidates; those with more have no room for them."""


class CellCandidates:
    """The values that the cells of a layer may still have, from position to position.

    As for hints, a placed value strikes out the others of its cell, and itself wherever it may stand only once.
    """

    def __init__(self, model: Genre, layer: ValueLayer, start: State) -> None:
        self.layer, self.values = layer, layer.values(model)
        terms = model.variables.terms[layer.name]
        self._cells: dict[int, tuple[Spot, Value]] = {
            int(lit): (spot, value) for spot, term in terms.items() if spot for value, lit in term.marks.items()
        }
        self._lits = {place: lit for lit, place in self._cells.items()}
        self._rivals = _rivals(model, self._lits.values())
        self._gone: set[int] = set()
        facts = (demand.what for demand in model.demands())
        self._strike(-int(what) for what in facts if isinstance(what, Mark))
        given: Mapping[Spot, Value] = model.puzzle.given.get(layer.name, {})
        marks = {**given, **start.marks.get(layer.name, {})}
        self.enter(StepMark(layer.name, spot, value) for spot, value in marks.items())
        struck: Mapping[Spot, Iterable[Value]] = start.struck.get(layer.name, {})
        self.enter(StepMark(layer.name, spot, value, False) for spot, out in struck.items() for value in out)

    @property
    def open(self) -> dict[Spot, list[Value]]:
        """The candidates that are left."""
        found: dict[Spot, list[Value]] = {}
        for lit, (spot, value) in self._cells.items():
            if lit not in self._gone:
                found.setdefault(spot, []).append(value)
        return found

    def enter(self, marks: Iterable[StepMark]) -> list[tuple[Spot, Value]]:
        """Enters marks; returns the candidates that go, with those that are placed."""
        gone: list[int] = []
        for mark in marks:
            lit = self._lits.get((mark.spot, mark.value), 0) if mark.layer == self.layer.name else 0
            if lit:
                beside = (self._lits.get((mark.spot, value), 0) for value in self.values) if mark.holds else ()
                gone += self._strike([lit, *beside, *(self._rivals.get(lit, ()) if mark.holds else ())])
        return [self._cells[lit] for lit in gone]

    def _strike(self, lits: Iterable[int]) -> list[int]:
        fresh = [lit for lit in dict.fromkeys(lits) if lit in self._cells and lit not in self._gone]
        self._gone.update(fresh)
        return fresh


def _rivals(model: Genre, lits: Iterable[int]) -> dict[int, list[int]]:
    """For each value of a cell the others that cannot hold beside it, because one demand allows only one of them."""
    known, found = set(lits), dict[int, list[int]]()
    for demand in model.demands():
        what = demand.what
        if isinstance(what, Count) and what.allowed <= {0, 1}:
            counted = [lit for lit in literals(what) if lit in known]
            if len(counted) == len(what.items):
                for lit in counted:
                    found.setdefault(lit, []).extend(other for other in counted if other != lit)
    return found


def candidates_of(model: Genre, start: State) -> CellCandidates | None:
    """The candidates of a genre that writes values into cells; None if it writes none, too few or too many."""
    for layer in model.answer_layers.values():
        places = model.variables.places(layer.name)
        in_cells = all(place[0] in model.board.cell_index for place in places)
        if in_cells and isinstance(layer, ValueLayer) and _FEWEST <= len(layer.values(model)) <= _MOST:
            return CellCandidates(model, layer, start)
    return None
