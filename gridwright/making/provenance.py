"""Whether the rules of a genre say which clues their demands come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, NoReturn

from ..board.board import Spot
from ..language.domain import ABSENT
from ..language.genre import Genre
from ..language.layers import GivenLayer
from ..language.puzzle import Frozen, Puzzle, frozen_layers
from ..language.rules import Clue, Lemma, MadeRule, Rule
from ..language.wording import listed
from ..logic.expr import Expr, literals


class _ClosedLayerError(Exception):
    """A layer was read that is closed."""

    def __init__(self, layer: str) -> None:
        super().__init__(layer)
        self.layer = layer


class _Closed(Mapping[Spot, Any]):
    """The clues of a layer, none of which may be read; ``places`` are those that may be looked at."""

    def __init__(self, layer: str, places: Mapping[Spot, Any] | None) -> None:
        self.layer, self._places = layer, places

    def _open(self) -> Mapping[Spot, Any]:
        return self._refuse() if self._places is None else self._places

    def _refuse(self) -> NoReturn:
        raise _ClosedLayerError(self.layer)

    def __getitem__(self, spot: Spot) -> NoReturn:
        self._refuse()

    def __iter__(self) -> Iterator[Spot]:
        return iter(self._open())

    def __len__(self) -> int:
        return len(self._open())

    def __contains__(self, spot: object) -> bool:
        return spot in self._open()


def provenance_faults(puzzle: Puzzle) -> list[str]:
    """What is wrong with the clues that the rules of a puzzle's genre name, in sentences that say what to write.

    A rule may only read the layers of clues that it declares (``reads``), and must name the same clues in whatever
    order it meets them. A demand that names none must also be made without any. Where clues that are left out leave a
    value without information, their places belong to the board, and any rule may look at them.
    """
    found = [_fault(puzzle, rule) for rule in (*puzzle.genre.rules, *puzzle.genre.lemmas)]
    return [fault for fault in found if fault]


def _fault(puzzle: Puzzle, rule: Rule) -> str:
    layer = _undeclared_read(puzzle, rule)
    if layer:
        return f"rule {rule.name!r} reads layer {layer!r}: write {_declared(rule, layer)}"
    if not rule.clue_layers:
        return ""
    usual = _demands(puzzle, rule)
    if usual != _demands(_in_reverse(puzzle), rule):
        return f"rule {rule.name!r} names other clues where it meets them in another order: tell which by clues=at"
    bare = _demands(_without_clues(puzzle), rule)
    lost = next((demand for demand in usual if not demand.clues and demand not in bare), None)
    if lost is not None:
        at = f" at {listed(puzzle.board.names(lost.at))}" if lost.at else ""
        return f"rule {rule.name!r} has a demand{at} that comes from a clue and names none: write clues=at"
    return ""


# -- reading ----------------------------------------------------------------------------------------------------------


def _undeclared_read(puzzle: Puzzle, rule: Rule) -> str:
    """The first layer that a rule reads without declaring it, if there is one."""
    model = puzzle.genre(puzzle)
    closed = {
        layer.name: _Closed(layer.name, model.given(layer) if _keeps_places(model, layer) else None)
        for layer in _clue_layers(puzzle.genre)
        if layer.name not in rule.clue_layers
    }
    given: Any = Frozen({**puzzle.given, **closed})
    model.puzzle = replace(puzzle, given=given)
    try:
        for _ in rule.demands(model):
            pass
    except _ClosedLayerError as fault:
        return fault.layer
    return ""


def _declared(rule: Rule, layer: str) -> str:
    """How a rule declares that it reads one more layer."""
    before = rule.clue_layers
    reads = f"reads=({', '.join((*before, layer))})" if before else f"reads={layer}"
    clues = f"clues=[({layer!r}, at)]" if before else "clues=at"
    if not isinstance(rule, MadeRule):
        return f"{reads} where the rule is made, and {clues} for what comes from a clue"
    return f"@{'lemma' if isinstance(rule, Lemma) else 'rule'}(..., {reads}) and {clues}"


def _clue_layers(genre: type[Genre]) -> list[GivenLayer]:
    return [layer for layer in genre.layers.values() if isinstance(layer, GivenLayer) and layer.role == "clue"]


def _keeps_places(model: Genre, layer: GivenLayer) -> bool:
    """Whether a clue of a layer that is left out leaves a value without information."""
    return any(layer.untold(model, spot) is not ABSENT for spot in model.given(layer) or layer.spots(model))


# -- naming -----------------------------------------------------------------------------------------------------------


class _Made(NamedTuple):
    """A demand, as far as it can be compared with those of another puzzle."""

    what: Any
    at: tuple[Spot, ...]
    fault: str
    clues: frozenset[Clue]


def _demands(puzzle: Puzzle, rule: Rule) -> Counter[_Made]:
    return Counter(
        _Made(
            frozenset(literals(demand.what)) if isinstance(demand.what, Expr) else type(demand.what),
            tuple(sorted(demand.at)), demand.fault, frozenset(demand.clues),
        )
        for demand in rule.demands(puzzle.genre(puzzle))
    )  # fmt: skip


def _in_reverse(puzzle: Puzzle) -> Puzzle:
    given = {name: dict(reversed(own.items())) for name, own in puzzle.given.items()}
    return replace(puzzle, given=frozen_layers(given))


def _without_clues(puzzle: Puzzle) -> Puzzle:
    """The puzzle whose clues are left out, or tell nothing; those stay of which all are given."""
    model = puzzle.genre.as_told(puzzle)
    given: dict[str, Mapping[Spot, Any]] = dict(puzzle.given)
    for layer in _clue_layers(puzzle.genre):
        if not layer.exhaustive:
            values = ((spot, layer.untold(model, spot)) for spot in model.given(layer))
            given[layer.name] = {spot: value for spot, value in values if value is not ABSENT}
    return replace(puzzle, given=frozen_layers(given))
