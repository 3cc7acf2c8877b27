"""What follows from a genre's layers where its declarations for new puzzles say nothing.

- Rooms: walls between cells are laid out at random.
- Marks that a puzzle has unless its author says otherwise (``usual``) stand.
- Marks of the answer are given where there are no clues, or where all clues together leave several answers.
- Keys that are options have the values that are asked for.

``missing`` names what does not follow and has to be declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from ..board.rect import Rect
from ..language.genre import Genre
from ..language.layers import GivenLayer, MarksByLayer, ValueLayer
from ..language.making import Making, Sketch, Wishes, bare
from ..language.taste import sizes_of
from ..laying.layouts import grown, walls_of

_ROOMS = {2: 1, 3: 2, 4: 4, 5: 3, 6: 2, 7: 1}
"""The sizes of rooms, with weights."""
_UNFILLED, _ROUNDS = 8, 15
"""Answers that are tried before marks of one are given, and before a new sketch is drawn."""
GUESSES = 200
"""Failed attempts before making gives up on what is derived: far fewer than with declarations."""
GUIDE = "see 'New puzzles' in docs/add-a-genre.md"
"""Where messages send the authors of genres."""


def is_declared(genre: type[Genre]) -> bool:
    """Whether the genre, or one that it is derived from, declares how its puzzles are made."""
    return genre.making is not Genre.making


def making_of(genre: type[Genre]) -> Making:
    """The declarations of a genre, with what follows from its layers."""
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
    """Whether it is known how to lay out a layer of the structure."""
    return layer.usual is not None or (layer.on == "links" and layer.look.kind == "wall")


def _laid_out(
    layers: Sequence[GivenLayer], keys: Sequence[str], rng: Random, board: Rect, wishes: Wishes
) -> Sketch:
    """Usual marks, rooms, and the values of the keys that are asked for."""
    given: MarksByLayer = {}
    for layer in layers:
        if layer.usual is not None:
            given[layer.name] = dict.fromkeys(layer.usual(board), True)
        else:
            given[layer.name] = walls_of(board, grown(board, rng, sizes_of(rng, _ROOMS), symmetry=wishes.symmetry))
    return Sketch(board, given, {name: wishes.options[name] for name in keys if name in wishes.options})


def missing(genre: type[Genre]) -> str:
    """What a genre has to declare before puzzles of it can be made; empty if nothing is missing."""
    unknown = [layer.name for layer in _structure(genre) if not _follows(layer)
               and (layer.required or not (is_declared(genre) or layer.look.kind == "hole"))]
    if genre.making.sketch is not bare or not unknown:
        return ""
    told = " and ".join(map(repr, unknown))
    return (f"nothing says how {told} of {genre.name} {'is' if len(unknown) == 1 else 'are'} laid out; "
            f"declare making = Making(sketch=...), {GUIDE}")


def advice(genre: type[Genre]) -> str:
    """What the author of a genre can do where no puzzle is found with what is derived; empty if nothing is."""
    laid_out = " and ".join(repr(layer.name) for layer in _structure(genre) if _follows(layer))
    if genre.making.sketch is bare and laid_out:
        return f"{laid_out} was laid out at random; declare making = Making(sketch=...) for a better way, {GUIDE}"
    return "" if is_declared(genre) else f"declare making = Making(...) to say how puzzles are made, {GUIDE}"
