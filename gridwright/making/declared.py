"""What a genre declares about new puzzles, and what follows from its layers where it declares nothing.

- Rooms: walls between cells are laid out at random.
- Marks that a puzzle has unless its author says otherwise (``usual``) stand.
- Marks of the answer are given where there are no clues, or where all clues together leave several answers.
- Keys that are options have the values that are asked for.

``missing`` names what does not follow and has to be declared. ``provenance_faults`` says which rules do not name the
clues that their demands come from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, NamedTuple, NoReturn

from ..board.board import Spot
from ..board.rect import Rect
from ..language.domain import ABSENT
from ..language.genre import Genre
from ..language.layers import GivenLayer, MarksByLayer, ValueLayer
from ..language.making import Making, Sketch, Wishes, bare
from ..language.puzzle import Frozen, Puzzle, frozen_layers
from ..language.rules import Clue, Lemma, MadeRule, Rule
from ..language.taste import sizes_of
from ..language.wording import listed
from ..laying.layouts import grown, walls_of
from ..logic.expr import Expr, literals

_ROOMS = {2: 1, 3: 2, 4: 4, 5: 3, 6: 2, 7: 1}
"""The sizes of rooms, with weights."""
_UNFILLED, _ROUNDS = 8, 15
"""Answers that are tried before marks of one are given, and before a new sketch is made."""
GUESSES = 200
"""Failed attempts before making gives up on what is derived: far fewer than with declarations."""
GUIDE = "see 'New puzzles' in docs/add-a-genre.md"
"""Where messages send the authors of genres."""


def is_declared(genre: type[Genre]) -> bool:
    """Whether the genre, or one that it is derived from, declares how its puzzles are made."""
    return genre.making is not Genre.making


def making_of(genre: type[Genre]) -> Making:
    """The declarations of a genre, completed by what follows from its layers."""
    making = genre.making
    if making.sketch is bare:
        layers = tuple(layer for layer in _structure(genre) if _follows(layer))
        keys = tuple(option for option in making.options if isinstance(option, str))
        if layers or keys:
            making = replace(making, sketch=partial(_laid_out, layers, keys))
    if is_declared(genre):
        return making
    name = max(genre.answer_layers, key=lambda name: isinstance(genre.answer_layers[name], ValueLayer), default="")
    if any(isinstance(layer, GivenLayer) and layer.role == "clue" for layer in genre.layers.values()):
        return replace(making, fill=name, unfilled=_UNFILLED, rounds=_ROUNDS)
    return replace(making, givens=name)


def _structure(genre: type[Genre]) -> Iterator[GivenLayer]:
    return (layer for layer in genre.layers.values() if isinstance(layer, GivenLayer) and layer.role == "structure")


def _follows(layer: GivenLayer) -> bool:
    """Whether a layer of the structure can be laid out without a declaration."""
    return layer.usual is not None or (layer.on == "links" and layer.look.kind == "wall")


def _laid_out(
    layers: Sequence[GivenLayer], keys: Sequence[str], rng: Random, board: Rect, wishes: Wishes
) -> Sketch:
    """Default marks, rooms, and the requested values of keys."""
    given: MarksByLayer = {}
    for layer in layers:
        if layer.usual is not None:
            given[layer.name] = dict.fromkeys(layer.usual(board), True)
        else:
            given[layer.name] = walls_of(board, grown(board, rng, sizes_of(rng, _ROOMS), symmetry=wishes.symmetry))
    return Sketch(board, given, {name: wishes.options[name] for name in keys if name in wishes.options})


def missing(genre: type[Genre]) -> str:
    """What a genre must declare before its puzzles can be made; empty if nothing is missing."""
    unknown = [layer.name for layer in _structure(genre) if not _follows(layer)
               and (layer.required or not (is_declared(genre) or layer.look.kind == "hole"))]
    if genre.making.sketch is not bare or not unknown:
        return ""
    told = " and ".join(map(repr, unknown))
    return (f"nothing declares how {told} of {genre.name} {'is' if len(unknown) == 1 else 'are'} laid out; "
            f"declare making = Making(sketch=...), {GUIDE}")


def advice(genre: type[Genre]) -> str:
    """What the author can declare if no puzzle is found; empty if nothing was derived."""
    laid_out = " and ".join(repr(layer.name) for layer in _structure(genre) if _follows(layer))
    if genre.making.sketch is bare and laid_out:
        return f"{laid_out} was laid out at random; declare making = Making(sketch=...) for a better way, {GUIDE}"
    return "" if is_declared(genre) else f"declare making = Making(...) to say how puzzles are made, {GUIDE}"


# -- whether rules name the clues that they read -----------------------------------------------------------------------


class _ClosedLayerError(Exception):
    """A closed layer was read."""

    def __init__(self, layer: str) -> None:
        super().__init__(layer)
        self.layer = layer


class _Closed(Mapping[Spot, Any]):
    """The clues of a layer, which may not be read; ``places``: those that are not secret."""

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
    """What is wrong with the clues that the rules of a puzzle's genre name, with the correction.

    A rule may only read the layers of clues that it declares (``reads``), and must name the same clues whatever their
    order. A demand that names no clue must also be made if there are no clues. If an omitted clue leaves a value
    without information, the places of clues belong to the board, and any rule may read them.
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
        return f"rule {rule.name!r} names other clues if they come in another order: name them with clues=at"
    bare = _demands(_without_clues(puzzle), rule)
    lost = next((demand for demand in usual if not demand.clues and demand not in bare), None)
    if lost is not None:
        at = f" at {listed(puzzle.board.names(lost.at))}" if lost.at else ""
        return f"rule {rule.name!r} has a demand{at} that comes from a clue but names none: write clues=at"
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
    """The declaration for a rule that reads another layer."""
    before = rule.clue_layers
    reads = f"reads=({', '.join((*before, layer))})" if before else f"reads={layer}"
    clues = f"clues=[({layer!r}, at)]" if before else "clues=at"
    if not isinstance(rule, MadeRule):
        return f"{reads} where the rule is made, and {clues} for what comes from a clue"
    return f"@{'lemma' if isinstance(rule, Lemma) else 'rule'}(..., {reads}) and {clues}"


def _clue_layers(genre: type[Genre]) -> list[GivenLayer]:
    return [layer for layer in genre.layers.values() if isinstance(layer, GivenLayer) and layer.role == "clue"]


def _keeps_places(model: Genre, layer: GivenLayer) -> bool:
    """Whether an omitted clue of a layer leaves a value without information."""
    return any(layer.unknown(model, spot) is not ABSENT for spot in model.given(layer) or layer.spots(model))


# -- naming -----------------------------------------------------------------------------------------------------------


class _Made(NamedTuple):
    """The parts of a demand that can be compared between puzzles."""

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
    """The puzzle without its clues, or with unknown values in their place; exhaustive layers stay."""
    model = puzzle.genre.as_told(puzzle)
    given: dict[str, Mapping[Spot, Any]] = dict(puzzle.given)
    for layer in _clue_layers(puzzle.genre):
        if not layer.exhaustive:
            values = ((spot, layer.unknown(model, spot)) for spot in model.given(layer))
            given[layer.name] = {spot: value for spot, value in values if value is not ABSENT}
    return replace(puzzle, given=frozen_layers(given))
