"""The entries of dictionaries: values, metadata, and positions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...board.board import Board, Spot
from ...board.rect import Rect
from ...language.layers import AnswerLayer, ValueLayer
from ...language.puzzle import About, PathSummary, Puzzle, State
from ...language.validation import answer_domain
from ...logic.ticks import ticking
from ..dialect import MAX_CELLS, spots_of
from ..errors import FormatError, Line, WriteError, shortened, shown
from ..layout import MarksByLayer
from ..postscript import Entry, Envelope, Name, PostScriptValue, Procedure, Writable, written
from .declaration import POSITION_KEYS

# -- values -----------------------------------------------------------------------------------------------------------


def version(envelope: Envelope) -> int:
    """The value of ``/format``, 1 by default. Raises FormatError."""
    entry = envelope.get("format")
    return 1 if entry is None or entry.value is None else integer(entry, 1)


def is_same_type(one: str, other: str) -> bool:
    """Whether two values of ``/type`` are the same but for case, and for blanks, underscores and hyphens."""
    return _plain_type(one) == _plain_type(other)


def _plain_type(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).casefold()


def integer(entry: Entry, least: int) -> int:
    """The value of an entry that is an integer of at least ``least``. Raises FormatError."""
    value = entry.value
    if type(value) is not int or value < least:
        found = _in_short(value) if isinstance(value, list | Name | Procedure) else shortened(written(value))
        raise entry.error(f"/{entry.key} needs a whole number from {least} on", found=found, code="bad-value")
    return value


def wrong_value(entry: Entry, path: Sequence[int], expected: str) -> FormatError:
    """The error for a value, or an item of it, outside the domain of its key."""
    value = entry.value
    for i in path:
        value = value[i] if isinstance(value, list) else None
    code = "too-large" if type(value) is int and value > MAX_CELLS else "bad-value"
    what = f"this is not a value of /{entry.key}"
    return entry.error(what, *path, expected=expected, found=_in_short(value), code=code)


def _in_short(value: PostScriptValue) -> str:
    """A value as in the file, but shortened."""
    if isinstance(value, Line):
        return shown(value.text)
    if isinstance(value, list):
        return f"an array of {len(value)}"
    return value.__class__.__name__.lower() if isinstance(value, Name | Procedure) else written(value)


def lines(envelope: Envelope, key: str) -> list[Line]:
    """The lines of the diagram of a key. Raises FormatError."""
    entry = envelope.entry(key)
    if entry.value is None:
        raise envelope.missing(key)
    return strings(entry)


def strings(entry: Entry) -> list[Line]:
    """The lines of the diagram of an entry. Raises FormatError."""
    value = entry.value
    if isinstance(value, Line):
        return [value]
    if not isinstance(value, list) or not value:
        raise entry.error(f"/{entry.key} is no diagram", expected="an array of strings", code="bad-value")
    found = []
    for i, item in enumerate(value):
        if not isinstance(item, Line):
            raise entry.error(f"this is not a line of /{entry.key}", i, expected="a string", code="bad-value")
        found.append(item)
    return found


def plain(value: PostScriptValue) -> Any:
    """A PostScript value as an immutable Python value."""
    if isinstance(value, Line):
        return value.text
    if isinstance(value, list):
        return tuple(plain(item) for item in value)
    return value


# -- metadata --------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class SpfSource:
    """The dictionary that a puzzle was read from."""

    envelope: Envelope
    format: str = "spf"


def read_about(envelope: Envelope) -> About:
    """The metadata of a dictionary."""
    return About(
        title=_text(envelope, "title"),
        author=_text(envelope, "author"),
        credits=_texts(envelope, "credits"),
        difficulty=_text(envelope, "difficulty"),
        description=_texts(envelope, "description"),
        path=_path(envelope),
    )


def _path(envelope: Envelope) -> PathSummary | None:
    """The solution path in short; None unless all of its keys are there."""
    technique, (steps, minutes) = _text(envelope, "technique"), (_number(envelope, key) for key in ("steps", "minutes"))
    return PathSummary(technique, steps, minutes) if technique and steps and minutes else None


def about_values(about: About, known: About) -> dict[str, Writable]:
    """The values of the metadata that differ from those that are known; None for what is missing."""
    names = ("author", "description", "title", "difficulty", "credits")
    values: dict[str, Writable] = {
        name: getattr(about, name) or None for name in names if getattr(about, name) != getattr(known, name)}
    if about.path != known.path:
        values |= about.path._asdict() if about.path is not None else dict.fromkeys(PathSummary._fields)
    return values


def without_source(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its source, so that it is written from scratch."""
    return replace(puzzle, source=None)



def _text(envelope: Envelope, key: str) -> str:
    entry = envelope.get(key)
    return entry.value.text if entry is not None and isinstance(entry.value, Line) else ""


def _number(envelope: Envelope, key: str) -> int:
    """A positive number; 0 if there is none."""
    entry = envelope.get(key)
    return entry.value if entry is not None and type(entry.value) is int and entry.value > 0 else 0


def _texts(envelope: Envelope, key: str) -> tuple[str, ...]:
    entry = envelope.get(key)
    if entry is None:
        return ()
    items = entry.value if isinstance(entry.value, list) else [entry.value]
    return tuple(item.text for item in items if isinstance(item, Line))


# -- positions -------------------------------------------------------------------------------------------------------

# Diagrams show whole answers. A partial answer is held by two arrays: ``/position`` says where values are marked,
# ``/struck`` where they are known not to be:
#
#     /position [ [ (number) 2 (r1c1 r3c2) ] ]
#     /struck [ [ (number) 3 (r1c2) ] [ (number) 4 (r1c2 r2c2) ] ]

_POSITION = "[ (layer) value (places) ]"
"""An item of these arrays, for error messages."""


def read_position(puzzle: Puzzle, envelope: Envelope) -> tuple[MarksByLayer, dict[str, dict[Spot, set[Any]]]]:
    """The marks of ``/position`` and the candidates of ``/struck``. Raises FormatError."""
    marks: MarksByLayer = {}
    struck: dict[str, dict[Spot, set[Any]]] = {}
    for entry in map(envelope.get, POSITION_KEYS):
        if entry is None or entry.value is None:
            continue
        for layer, value, spots in _items(puzzle, entry):
            for spot in spots:
                if entry.key == "position":
                    marks.setdefault(layer.name, {})[spot] = value
                else:
                    struck.setdefault(layer.name, {}).setdefault(spot, set()).add(value)
    return marks, struck


def _items(puzzle: Puzzle, entry: Entry) -> Iterator[tuple[AnswerLayer | ValueLayer, Any, list[Spot]]]:
    """The layer, the value, and the spots of each item. Raises FormatError."""
    layers = {name: layer for name, layer in puzzle.genre.answer_layers.items()
              if entry.key == "position" or isinstance(layer, ValueLayer)}
    model = puzzle.genre(puzzle)
    named = {name: _by_name(puzzle.board, spots) for name, spots in spots_of(puzzle, layers).items()}
    if not isinstance(entry.value, list):
        raise entry.error(f"/{entry.key} is no array", expected=f"[ {_POSITION} ... ]", code="bad-value")
    for i, item in enumerate(ticking(entry.value)):
        if not isinstance(item, list) or len(item) != 3 or not isinstance(item[0], Line):
            raise entry.error(f"this is not an item of /{entry.key}", i, expected=_POSITION, code="bad-value")
        layer = layers.get(item[0].text)
        if layer is None:
            expected = " or ".join(layers) or f"no /{entry.key}: the genre has no layer of values"
            raise entry.error("there is no such layer", i, 0, expected=expected, found=shown(item[0].text),
                              code="bad-value")
        value = plain(item[1])
        values = layer.values(model) if isinstance(layer, ValueLayer) else (True, False)
        if not any(value == known and type(value) is type(known) for known in values):
            what, wanted = f"this is not a value of {layer.name}", answer_domain(layer, model).words()
            raise entry.error(what, i, 1, expected=wanted, found=_in_short(item[1]), code="bad-value")
        yield layer, value, list(_places(entry, i, item[2], named[layer.name]))


def _by_name(board: Board, spots: Iterable[Spot]) -> Mapping[str, Spot]:
    return {board.name(spot): spot for spot in ticking(spots)}


def _places(entry: Entry, i: int, names: PostScriptValue, named: Mapping[str, Spot]) -> Iterator[Spot]:
    if not isinstance(names, Line):
        raise entry.error("these are not places", i, 2, expected="names in a string: (r1c1 r2c2)", code="bad-value")
    text = names.text
    for name in map(str.strip, text.split(";")) if ";" in text or text in named else text.split():
        if name not in named:
            raise names.error("the layer has no such place", text.index(name), expected="a place of the layer",
                             found=shown(name), code="bad-value")
        yield named[name]


def position_value(state: State) -> Writable:
    """The value of ``/position``: all marks."""
    triples = ((name, spot, value) for name, marks in state.marks.items() for spot, value in marks.items())
    return _grouped(state.puzzle.board, triples)


def struck_value(state: State) -> Writable:
    """The value of ``/struck``; None if nothing is struck out."""
    triples = ((name, spot, value) for name, layer in state.struck.items() for spot, values in layer.items()
               for value in values)
    return _grouped(state.puzzle.board, triples) or None


def _grouped(board: Board, triples: Iterable[tuple[str, Spot, Any]]) -> list[Writable]:
    places: dict[tuple[str, Any], list[Spot]] = {}
    for name, spot, value in ticking(triples):
        places.setdefault((name, value), []).append(spot)
    order = sorted(places, key=lambda key: (key[0], type(key[1]).__name__, key[1]))
    return [[name, value, spot_names(board, sorted(places[name, value]))] for name, value in order]


def spot_names(board: Board, spots: Iterable[Spot]) -> str:
    """The names of spots, separated by blanks, or by semicolons if some name contains a blank."""
    names = [board.name(spot) for spot in spots]
    return ("; " if any(" " in name for name in names) else " ").join(names)


def rect_of(puzzle: Puzzle) -> Rect:
    """The board of a puzzle. Raises WriteError for one that is not rectangular."""
    if not isinstance(puzzle.board, Rect):
        raise WriteError("the format's diagrams show rectangular boards only")
    return puzzle.board
