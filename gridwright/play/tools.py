"""Derives the gestures of a layer from its places, its values and its look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from ..board.board import Spot
from ..language.genre import Genre
from ..language.gestures import Spans
from ..language.layers import AnswerLayer, Layer, ValueLayer
from ..logic.expr import Count, Mark

Second = Literal["dot", "ring", "cross", "joined", "candidates", "none"]
"""What the second gesture (the right button) sets: the absence of a mark, or a candidate."""

_FEW = 4
"""The most values of a layer, each with a glyph, that a tap cycles through; otherwise values are typed."""


@dataclass(frozen=True)
class Place:
    """A place of a layer: the spots that share its mark, its cells, and the corners that it joins (as indices)."""

    spots: tuple[Spot, ...]
    cells: tuple[int, ...]
    corners: tuple[int, ...] = ()


@dataclass(frozen=True)
class ShownValue:
    """A value of a layer: how it is shown, typed and called. ``blank``: it stands for an empty spot."""

    value: Any
    shown: str
    typed: tuple[str, ...]
    words: str
    blank: bool = False


class LayerTools:
    """The tool of one answer layer of a puzzle, with its places and values."""

    def __init__(self, model: Genre, layer: AnswerLayer | ValueLayer) -> None:
        self.model, self.layer = model, layer
        self.where = where(model, layer)

    @cached_property
    def places(self) -> Sequence[Place]:
        """All places, in the order of the model."""
        cells, found = self.model.board.cell_index, self.model.variables.places(self.layer.name)
        if self.where == "cells":
            return [Place(spots, (cells[spots[0]],)) for spots in found]
        return [self._between(spots) for spots in found]

    def _between(self, spots: tuple[Spot, ...]) -> Place:
        board = self.model.board
        cells, corners = board.cell_index, board.corner_index
        if len(spots) > 1:
            met = Counter(cell for spot in spots for cell in board.ends(spot))
            return Place(spots, tuple(cells[cell] for cell, n in met.items() if n == 1))
        spot = spots[0]
        faces = board.ends(spot) if self.where == "links" else board.faces(spot)
        return Place(spots, tuple(cells[face] for face in faces), tuple(corners[tip] for tip in board.tips(spot)))

    @cached_property
    def name(self) -> str:
        """The page's name of the tool."""
        kind = self.layer.look.kind
        if self.layer.look.traits.tool or isinstance(self.layer.gesture, Spans):
            return self.layer.look.traits.tool or "oblong"
        if isinstance(self.layer, AnswerLayer):
            if self.where == "cells":
                return "shade" if self.layer.look.plain == "shade" else "piece"
            if self.where == "edges":
                return "segment"
            return "wall" if kind == "wall" else "path"
        if self.where != "cells":
            return "bridge"
        values = self.layer.values(self.model)
        few = 1 < len(values) <= _FEW and all(value in self.layer.look.glyphs for value in values)
        return "cycle" if few else "write"

    @cached_property
    def second(self) -> Second:
        """What the second gesture sets."""
        if self.name in ("shade", "piece"):
            return "ring" if self._is_written_over() else "dot"
        if self.name in ("segment", "path", "pair"):
            return "cross"
        if self.name == "wall":
            return "joined"
        return "none" if self.name in ("bridge", "oblong") else "candidates"

    def _is_written_over(self) -> bool:
        """Whether most cells hold a clue that would hide a dot."""
        told = occupied(self.model)
        return 2 * sum(place.spots[0] in told for place in self.places) > len(self.places)

    @cached_property
    def values(self) -> Sequence[ShownValue]:
        """The values in the order of taps; none for layers of marks."""
        layer = self.layer
        if isinstance(layer, AnswerLayer):
            return ()
        found, taken = [], set[str]()
        for value in layer.values(self.model):
            shown = layer.look.glyphs.get(value, layer.word(value, self.model.puzzle))
            typed = tuple(dict.fromkeys(key for key in _typed(value, shown) if key not in taken))
            taken.update(typed)
            found.append(ShownValue(value, shown, typed, layer.word(value, self.model.puzzle), shown == " "))
        return found

    @cached_property
    def inert(self) -> frozenset[Spot]:
        """The spots that take no mark, because a clue in their cell excludes it: see ``_denied``."""
        closed = self.layer.closed
        return _denied(self) | frozenset(self.model.puzzle.given.get(closed.name, ()) if closed else ())


def occupied(model: Genre) -> frozenset[Spot]:
    """The cells with a clue in their middle, which would hide a dot."""
    return model.memo("occupied cells", lambda: frozenset(
        spot for name, given in model.puzzle.given.items()
        if name not in model.answer_layers and not model.layers[name].look.traits.clear
        for spot in given if spot in model.board.cell_index))


def _typed(value: Any, shown: str) -> list[str]:
    """What can be typed for a value, the usual first: its character, its number, or a letter."""
    if shown == " ":
        return ["-", ".", *([str(value)] if str(value).strip() and len(str(value)) == 1 else [])]
    found = [shown] if shown.isascii() else []
    told = str(value)
    found.append(told)
    if value == 0 and not shown.isdigit():
        found += ["x", "#"]
    return [key.upper() if len(key) == 1 and key.isalpha() else key for key in dict.fromkeys(found) if key.strip()]


def where(model: Genre, layer: Layer) -> str:
    """Where a layer of the answer lies: cells, links or edges."""
    if isinstance(layer.on, str):
        return layer.on
    spots = layer.spots(model)
    first = next(iter(spots), None)
    if first is None:
        return "cells" if isinstance(layer, ValueLayer) else "links"
    return "cells" if first in model.board.cell_index else "links"


def tools(model: Genre) -> dict[str, LayerTools]:
    """The tool of each answer layer, by the layer's name."""
    return {name: LayerTools(model, layer) for name, layer in model.answer_layers.items()}


# -- places without marks ---------------------------------------------------------------------------------------------


def _given(model: Genre) -> Mapping[str, Mapping[Spot, Any]]:
    """The clues of a puzzle that stand in cells, by layer."""
    cells = model.board.cell_index
    return {
        name: {spot: value for spot, value in given.items() if spot in cells}
        for name, given in model.puzzle.given.items()
        if name not in model.answer_layers
    }


def _denied(tool: LayerTools) -> frozenset[Spot]:
    """The spots of a layer that a given cell excludes by itself.

    Only demands about that one cell count, if they exclude a mark in it, or all of its links whatever the clues are.
    More would reveal deductions.
    """
    model, layer = tool.model, tool.layer
    if not isinstance(layer, AnswerLayer):
        return frozenset()
    clued = {spot for given in _given(model).values() for spot in given}
    marks = model.variables.marks[layer.name]
    by_literal = {int(mark): spot for spot, mark in marks.items() if spot is not None}
    denied: set[Spot] = set()
    for demand in model.demands() if clued else ():
        if len(demand.at) != 1 or demand.at[0] not in clued:
            continue
        what, at = demand.what, demand.at[0]
        if isinstance(what, Mark):
            if by_literal.get(-int(what)) == at:
                denied.add(at)
        elif isinstance(what, Count) and what.allowed == {0} and not demand.clues:
            spots = {by_literal.get(int(item)) for item in what.items if isinstance(item, Mark)}
            if tool.where == "links" and spots == {spot for spot in model.board.links_of(at) if spot in marks}:
                denied.update(spot for spot in spots if spot is not None)
    return frozenset(denied)

