"""The demands that come from the clues of one structure, made once for each clue and value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

from ..board.board import Spot
from ..language.layers import GivenLayer
from ..language.puzzle import Puzzle, frozen_layers
from ..language.rules import Demand, Rule
from ..language.variables import Variables
from ..logic.expr import Expr, literals

ClueValue: TypeAlias = tuple[str, Spot, Any]
"""A clue with what it tells: layer, spot and value."""


class Sourced(NamedTuple):
    """A demand with the clues that it comes from."""

    demand: Demand
    sources: tuple[ClueValue, ...]


def plain_demands(bare: Puzzle) -> ClueDemands | None:
    """Demands that many puzzles share, those of a board without any structure; None where there is some.

    None, too, where rules make demands from several clues: which demands are kept then depends on what was asked first,
    and a puzzle must not depend on those that were made before it.
    """
    if bare.given or bare.keys:
        return None
    found = _plain(bare)
    return None if found.has_joint_rules else found


@lru_cache(maxsize=1)
def _plain(bare: Puzzle) -> ClueDemands:
    return ClueDemands(bare)


class ClueDemands:
    """The demands of puzzles that differ from a bare puzzle in their clues only.

    Where all demands of a rule come from one clue each, they are the same in all puzzles that have the clue: they are
    made once and kept. The demands of other rules are made for each puzzle.
    """

    def __init__(self, bare: Puzzle) -> None:
        self.bare = bare
        self._rules = [rule for rule in bare.genre.rules if rule.clue_layers]
        self._kept: dict[ClueValue, list[Demand]] = {}
        self._several: set[Rule] = set()
        """The rules that have made a demand from several clues."""
        self._variables: dict[int, tuple[Expr, frozenset[int]]] = {}
        """Those that expressions speak of, by identity; the expressions are held lest others come to lie there."""
        self.top: int | None = None
        """The last variable of the answer in the models of these puzzles; None before there is any."""

    def of(self, puzzle: Puzzle) -> list[Sourced]:
        """The demands that come from the clues of a puzzle, but for clues that tell no more than the bare puzzle."""
        told = [(name, spot, value) for name, own in puzzle.given.items() if name in self._layers
                for spot, value in own.items() if not self._is_bare(name, spot, value)]
        missing = [clue for clue in told if clue not in self._kept]
        if missing:
            self._make(missing)
        found = [Sourced(demand, (clue,)) for clue in told for demand in self._kept[clue]
                 if demand.rule not in self._several]
        if self._several:
            found += self._sourced(puzzle, [rule for rule in self._rules if rule in self._several])
        return found

    @property
    def has_joint_rules(self) -> bool:
        """Whether some rule is known to make a demand from several clues."""
        return bool(self._several)

    def variables_of(self, demand: Demand) -> frozenset[int] | None:
        """The variables that a demand speaks of; None for a global demand."""
        what = demand.what
        if not isinstance(what, Expr):
            return None
        key = id(what)
        if key not in self._variables:
            self._variables[key] = what, frozenset(map(abs, literals(what)))
        return self._variables[key][1]

    @cached_property
    def variables(self) -> Variables:
        """The variables of the answer, the same ones in all of these puzzles."""
        return self.bare.genre(self.bare).variables

    @cached_property
    def _layers(self) -> frozenset[str]:
        """The layers of clues."""
        return frozenset(name for name, layer in self.bare.genre.layers.items()
                         if isinstance(layer, GivenLayer) and layer.role == "clue")

    def _is_bare(self, name: str, spot: Spot, value: Any) -> bool:
        own: Mapping[Spot, Any] = self.bare.given.get(name, {})
        return spot in own and own[spot] == value

    def _make(self, clues: Iterable[ClueValue]) -> None:
        """Makes and keeps the demands of clues."""
        given = {name: dict(own) for name, own in self.bare.given.items()}
        for name, spot, value in clues:
            given.setdefault(name, {})[spot] = value
            self._kept[name, spot, value] = []
        puzzle = Puzzle(self.bare.genre, self.bare.board, frozen_layers(given), self.bare.keys)
        for demand, sources in self._sourced(puzzle, self._rules):
            if len(sources) == 1:
                self._kept[sources[0]].append(demand)
            else:
                self._several.add(demand.rule)

    def _sourced(self, puzzle: Puzzle, rules: Iterable[Rule]) -> Iterator[Sourced]:
        model = puzzle.genre(puzzle)
        self.top = model.variables.top
        for demand in (demand for rule in rules for demand in rule.demands(model) if demand.clues):
            clues = ((name, spot, puzzle.given[name][spot]) for name, spot in demand.clues)
            sources = tuple(clue for clue in clues if not self._is_bare(*clue))
            if sources:
                yield Sourced(demand, sources)
