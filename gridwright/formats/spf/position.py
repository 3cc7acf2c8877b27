"""Positions: the marks of a puzzle that is being solved, and the candidates that are struck out.

Diagrams tell whole answers. What is known of an answer stands in two arrays beside them, both of items
``[ (layer) value (places) ]``: ``/position`` says where the value is marked, ``/struck`` where it is known not to be::

    /position [ [ (number) 2 (r1c1 r3c2) ] ]
    /struck [ [ (number) 3 (r1c2) ] [ (number) 4 (r1c2 r2c2) ] ]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...board.board import Board, Spot
from ...language.genre import Genre
from ...language.layers import AnswerLayer, ValueLayer
from ...language.puzzle import Puzzle, State
from ...logic.ticks import ticking
from ..errors import Line, shown
from ..postscript import Entry, Envelope, Writable
from . import entries

KEYS = ("position", "struck")

Layers = dict[str, dict[Spot, Any]]
Item = tuple[AnswerLayer | ValueLayer, Any, list[Spot]]


def spots_of(puzzle: Puzzle, names: Iterable[str]) -> dict[str, Sequence[Spot]]:
    """The spots of some layers of the answer."""
    found: dict[str, Sequence[Spot]] = {}
    model: Genre | None = None
    for name in names:
        layer = puzzle.genre.answer_layers[name]
        if isinstance(layer.on, str):
            found[name] = getattr(puzzle.board, layer.on)
        else:
            model = model or puzzle.genre(puzzle)
            found[name] = [spot for place in ticking(layer.places(model)) for spot in place]
    return found


# -- reading ----------------------------------------------------------------------------------------------------------


def read_position(puzzle: Puzzle, envelope: Envelope) -> tuple[Layers, dict[str, dict[Spot, set[Any]]]]:
    """The marks of ``/position`` and the values of ``/struck``. Raises FormatError."""
    marks: Layers = {}
    struck: dict[str, dict[Spot, set[Any]]] = {}
    for entry in map(envelope.get, KEYS):
        if entry is None or entry.value is None:
            continue
        for layer, value, spots in _items(puzzle, entry):
            for spot in spots:
                if entry.key == "position":
                    marks.setdefault(layer.name, {})[spot] = value
                else:
                    struck.setdefault(layer.name, {}).setdefault(spot, set()).add(value)
    return marks, struck


def _items(puzzle: Puzzle, entry: Entry) -> Iterator[Item]:
    layers = {name: layer for name, layer in puzzle.genre.answer_layers.items()
              if entry.key == "position" or isinstance(layer, ValueLayer)}
    model = puzzle.genre(puzzle)
    named = {name: _by_name(puzzle.board, spots) for name, spots in spots_of(puzzle, layers).items()}
    if not isinstance(entry.value, list):
        raise entry.error(f"/{entry.key} is no array", expected="[ [ (layer) value (places) ] ... ]", code="bad-value")
    for i, item in enumerate(ticking(entry.value)):
        if not isinstance(item, list) or len(item) != 3 or not isinstance(item[0], Line):
            raise entry.error(f"this is no item of /{entry.key}", i, expected="[ (layer) value (places) ]",
                              code="bad-value")
        layer = layers.get(item[0].text)
        if layer is None:
            expected = " or ".join(layers) or f"no /{entry.key}: the genre has no layer of values"
            raise entry.error("there is no such layer", i, 0, expected=expected, found=shown(item[0].text),
                              code="bad-value")
        value = entries.plain(item[1])
        values = layer.values(model) if isinstance(layer, ValueLayer) else (True, False)
        if not any(value == own and type(value) is type(own) for own in values):
            raise entry.error(f"this is no value of {layer.name}", i, 1, expected="a value of the layer",
                              code="bad-value")
        yield layer, value, list(_places(entry, i, item[2], named[layer.name]))


def _by_name(board: Board, spots: Iterable[Spot]) -> Mapping[str, Spot]:
    return {board.name(spot): spot for spot in ticking(spots)}


def _places(entry: Entry, i: int, told: Any, named: Mapping[str, Spot]) -> Iterator[Spot]:
    if not isinstance(told, Line):
        raise entry.error("these are no places", i, 2, expected="names in a string: (r1c1 r2c2)", code="bad-value")
    text = told.text
    for name in map(str.strip, text.split(";")) if ";" in text or text in named else text.split():
        if name not in named:
            raise told.error("the layer has no such place", text.index(name), expected="a place of the layer",
                             found=shown(name), code="bad-value")
        yield named[name]


# -- writing ----------------------------------------------------------------------------------------------------------


def is_full(state: State, implied: Iterable[str]) -> bool:
    """Whether every spot of the answer is marked; layers that are implied need not be."""
    layers = set(state.puzzle.genre.answer_layers).difference(implied)
    nothing: Mapping[Spot, Any] = {}
    return all(all(map(state.marks.get(name, nothing).__contains__, spots))
               for name, spots in spots_of(state.puzzle, layers).items())


def told_marks(state: State) -> Writable:
    """The value of ``/position``: all marks."""
    triples = ((name, spot, value) for name, marks in state.marks.items() for spot, value in marks.items())
    return _grouped(state.puzzle.board, triples)


def told_struck(state: State) -> Writable:
    """The value of ``/struck``; None if nothing is struck out."""
    triples = ((name, spot, value) for name, layer in state.struck.items() for spot, values in layer.items()
               for value in values)
    return _grouped(state.puzzle.board, triples) or None


def _grouped(board: Board, triples: Iterable[tuple[str, Spot, Any]]) -> list[Writable]:
    places: dict[tuple[str, Any], list[Spot]] = {}
    for name, spot, value in ticking(triples):
        places.setdefault((name, value), []).append(spot)
    order = sorted(places, key=lambda key: (key[0], type(key[1]).__name__, key[1]))
    return [[name, value, _listed(board, places[name, value])] for name, value in order]


def _listed(board: Board, spots: Iterable[Spot]) -> str:
    """The names of spots, parted by blanks, or by semicolons where names hold blanks."""
    names = [board.name(spot) for spot in sorted(spots)]
    return ("; " if any(" " in name for name in names) else " ").join(names)
