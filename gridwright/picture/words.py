"""What pictures in all formats say in words: values for the whole puzzle, and descriptions for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..board.board import Board
from ..board.rect import Rect
from ..language.genre import Genre
from ..language.layers import Key, Layer, ValueLayer
from ..language.look import Look
from ..language.puzzle import Drawing, Puzzle, State
from ..language.shapes import MarksBySpot
from ..language.wording import name_in_words, worded
from ..logic.ticks import tick, ticking


def in_picture(puzzle: Puzzle, layer: Layer, value: Any) -> bool:
    """Whether pictures show all of a key by the marks of its layer: demands on regions always, signs for numbers if
    each of them is given."""
    given = set(puzzle.given.get(layer.name, {}).values())
    return layer.look.traits.shows_key or all(n in given for n in range(1, len(value) + 1))


def values_beside(
    puzzle: Puzzle, shows: Callable[[Puzzle, Layer, Any], bool] = in_picture
) -> Iterator[tuple[str, Any, Look]]:
    """Yields title, value and look of each key that has a value and that no layer ``shows``, as the genre declares
    them; then those of the genre's notes."""
    genre = puzzle.genre
    keys = {name: key for base in reversed(genre.__mro__) for name, key in vars(base).items() if isinstance(key, Key)}
    for name, key in keys.items():
        value = puzzle.keys.get(name, key.default)
        is_told = name not in puzzle.keys and (value == 0 or isinstance(value, str))  # by the task
        empty = is_told or value in (None, "", ())
        if key.look.kind == "none" or empty:
            continue
        if not any(layer.look.key == name and shows(puzzle, layer, value) for layer in genre.layers.values()):
            yield key.title or name, value, key.look
    for name, (value, look) in genre.notes.items():
        content = value(puzzle) if callable(value) else value
        if content:
            yield name, content, look


def title_of(name: str, look: Look) -> str:
    """The label of a value below the board."""
    return worded(look.kind if look.kind in ("letters", "digits") else name.replace("_", " "))


def in_words(value: Any, look: Look) -> str:
    """The value of a key as text: ``A B C``, ``1–6``, or ``0-1, 2-2`` for pairs of numbers."""
    if look.kind == "letters":
        return " ".join(chr(65 + i) for i in range(min(int(value), 26)))
    if look.kind == "digits":
        return f"1–{value}" if value != 1 else "1"
    if look.kind == "pieces":
        return " ".join(value)
    if look.traits.words is not None:
        return look.words(value)
    return ", ".join(map(_item, value)) if isinstance(value, tuple) else str(value)


def _item(item: Any) -> str:
    if not isinstance(item, tuple):
        return str(item)
    between = "-" if all(isinstance(part, int) for part in item) else " "
    return between.join(str(part) for part in item if part is not None)


def marked_layers(puzzle: Puzzle, state: State | None) -> Iterator[tuple[Layer, MarksBySpot, MarksBySpot]]:
    """Yields all layers with their given marks and those of a state."""
    for name, layer in puzzle.genre.layers.items():
        yield layer, puzzle.given.get(name, {}), state.marks.get(name, {}) if state is not None else {}


def are_drawings(value: Any) -> bool:
    """Whether a value is a list of drawings, which words cannot replace."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(item, Drawing) for item in value)


def is_partial(board: Board, layer: Layer, known: MarksBySpot, model: Callable[[], Genre]) -> bool:
    """Whether a layer has spots that are neither marked nor known to have no mark."""
    spots = getattr(board, layer.on) if isinstance(layer.on, str) else (place[0] for place in layer.places(model()))
    return any(spot not in known for spot in spots)


# -- boards -----------------------------------------------------------------------------------------------------------


def described(puzzle: Puzzle, state: State | None) -> str:
    """Describes a board for screen readers: its size, then its marks by layers and rows, then ``notes``."""
    board = puzzle.board
    if isinstance(board, Rect):
        parts = [worded("A board of {rows} rows and {columns} columns.", rows=board.n_rows, columns=board.n_cols)]
    else:
        parts = [worded("A board of {n} areas.", n=len(board.cells))]
    for layer, given, found in marked_layers(puzzle, state):
        tick()
        answer = {s: v for s, v in found.items() if s not in given}
        for heading, marks in ((worded("Given"), given), (worded("Answer"), answer)):
            known = [(s, v) for s in ticking(sorted(marks)) if (v := marks[s]) is not False and v != ""]
            shown = [_mark(name_in_words(board.name(s)), _value(puzzle, layer, v)) for s, v in known]
            if shown:
                between = "; " if any("," in words for words in shown) else ", "
                parts.append(f"{heading} {layer.label}: {between.join(shown)}.")
    return " ".join([*parts, *(f"{note}." for note in notes(puzzle))])


def notes(puzzle: Puzzle) -> list[str]:
    """The values for the whole puzzle (``mines: 10``), without drawings."""
    return [
        f"{title_of(name, look)}: {in_words(value, look)}"
        for name, value, look in values_beside(puzzle, lambda *_: False)
        if not are_drawings(value)
    ]  # fmt: skip


def _value(puzzle: Puzzle, layer: Layer, value: Any) -> str:
    """The value of a mark in words: by the layer's words for values, else by its look."""
    if isinstance(layer, ValueLayer) and value in layer.words:
        return layer.word(value, puzzle)
    return "" if value is None else layer.look.words(value)


def _mark(place: str, words: str) -> str:
    return worded("{words} at {place}", words=words, place=place) if words else place
