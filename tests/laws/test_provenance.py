"""Laws about the clues of demands: rules read no others, name the same ones in any order, and name enough of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import partial, singledispatch
from random import Random
from types import FunctionType, MethodType
from typing import Any

from gridwright.language import Board, Genre, Puzzle
from gridwright.language.layers import GivenLayer, Layer
from gridwright.language.puzzle import frozen_layers
from gridwright.language.rules import Clue, Demand, Rule
from gridwright.logic.expr import Expr, literals
from gridwright.making.declared import provenance_faults

from ..grouped import in_part, part
from .cases import each_folder, of_folder
from .clues import weaker

CELLS = 36
"""Larger boards are left out where demands are compared in full."""



@each_folder
@in_part
def test_rules_read_what_they_declare_and_name_the_same_clues_in_any_order(folder: str, share: float) -> None:
    for one in part(of_folder(folder), share, "order", folder):
        faults = provenance_faults(one.puzzle)
        assert faults == [], f"{one.path}: {'; '.join(faults)}"


@each_folder
@in_part
def test_a_puzzle_with_the_clues_of_a_demand_makes_the_demand(folder: str, share: float) -> None:
    """The clues that a demand names are enough: it is still made when others are left out."""
    rng = Random(3)
    some = part((one for one in of_folder(folder) if len(one.puzzle.board.cells) <= CELLS), share, folder)
    assert some, f"{folder} has no case of at most {CELLS} cells"
    for one in some:
        clues = [(name, spot) for name in clue_layers(one.puzzle) for spot in one.puzzle.given[name]]
        for kept in (set[Clue](), {clue for clue in clues if rng.random() < 0.5}):
            less = set(demands(only(one.puzzle, kept)))
            lost = [demand for demand, clues in demands(one.puzzle).items()
                    if kept.issuperset(clues) and demand not in less]
            assert lost == [], f"{one.path}: with the clues {sorted(kept)} only, these demands are not made: {lost}"


def clue_layers(puzzle: Puzzle) -> Iterator[str]:
    """The names of the layers on which a puzzle has clues."""
    for name in puzzle.given:
        layer = puzzle.genre.layers[name]
        if isinstance(layer, GivenLayer) and layer.role == "clue":
            yield name


def only(puzzle: Puzzle, kept: AbstractSet[Clue]) -> Puzzle:
    """The puzzle with some of its clues only."""
    given = dict(puzzle.given)
    for name in clue_layers(puzzle):
        out = [spot for spot in puzzle.given[name] if (name, spot) not in kept]
        given[name] = weaker(puzzle, name, out)  # type: ignore[assignment]
    return Puzzle(puzzle.genre, puzzle.board, frozen_layers(given), puzzle.keys)


def demands(puzzle: Puzzle) -> dict[Any, tuple[Clue, ...]]:
    """The demands of a puzzle in a form that can be compared with those of another one, with their clues."""
    model, rules = puzzle.genre(puzzle), (*puzzle.genre.rules, *puzzle.genre.lemmas)
    return {content_of(demand): demand.clues for rule in rules for demand in rule.demands(model)}


def content_of(demand: Demand) -> Any:
    return demand.rule.name, content(demand.what), frozenset(demand.at), demand.fault, frozenset(demand.clues)


@singledispatch
def content(thing: Any) -> Any:
    """What an object holds, without its identity."""
    names = (*getattr(thing, "__slots__", ()), *getattr(thing, "__dict__", ()))
    return type(thing), frozenset((name, content(getattr(thing, name))) for name in names)


@content.register(int | str | float | None)
def _(plain: Any) -> Any:
    return plain


@content.register(Board | Genre | Rule | Layer)
def _(fixed: Any) -> Any:
    return type(fixed)


@content.register
def _(expr: Expr) -> Any:
    return frozenset(literals(expr))


@content.register(tuple | list)
def _(some: Iterable[Any]) -> Any:
    return tuple(map(content, some))


@content.register(set | frozenset)
def _(some: Iterable[Any]) -> Any:
    return frozenset(map(content, some))


@content.register
def _(some: Mapping) -> Any:  # type: ignore[type-arg]
    return frozenset((content(key), content(value)) for key, value in some.items())


@content.register
def _(call: partial) -> Any:  # type: ignore[type-arg]
    return content((call.func, call.args, call.keywords))


@content.register
def _(method: MethodType) -> Any:
    return method.__qualname__


@content.register
def _(function: FunctionType) -> Any:
    return function.__qualname__, content([cell.cell_contents for cell in function.__closure__ or ()])
