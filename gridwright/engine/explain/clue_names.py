"""Clues and given marks in words: ``the 3 at r6c7``, ``the black pearl at r2c1``."""

from __future__ import annotations

from collections.abc import Sequence

from ...language.layers import AnswerLayer, GivenLayer, ValueLayer
from ...language.puzzle import Puzzle, Value
from ...language.rules import Clue
from ...language.wording import listed, name_in_words, with_article, worded

_MANY = 6
"""Of more clues than this, only the first are named."""


def clue_name(puzzle: Puzzle, clue: Clue) -> str:
    """A clue of a puzzle by its value and place."""
    name, spot = clue
    noun = noun_of(puzzle, name, puzzle.given[name][spot])
    if name not in noun and any(spot in puzzle.given.get(other, ()) for other in _clue_layers(puzzle) - {name}):
        noun += f" ({name})"
    return worded("the {noun} at {place}", noun=noun, place=name_in_words(puzzle.board.name(spot)))


def _clue_layers(puzzle: Puzzle) -> set[str]:
    layers = puzzle.genre.layers.items()
    return {name for name, layer in layers if isinstance(layer, GivenLayer) and layer.role == "clue"}


def clue_names(puzzle: Puzzle, clues: Sequence[Clue], last: str = "and") -> str:
    """Some clues as a list; of very many only the first."""
    names = [clue_name(puzzle, clue) for clue in clues]
    if len(names) > _MANY:
        names = [*names[: _MANY - 1], worded("{n} others", n=len(names) - _MANY + 1)]
    return listed(names, last)


def noun_of(puzzle: Puzzle, name: str, value: Value) -> str:
    """A value of a layer as a noun, without its article."""
    layer = puzzle.genre.layers[name]
    if isinstance(layer, ValueLayer):
        return _without_article(layer.word(value, puzzle))
    if isinstance(layer, AnswerLayer):
        noun = _without_article(layer.word(value))
        return noun if noun != layer.word(value) else f"{noun} mark"
    if isinstance(value, tuple):
        return f"{name} {_items(value)}"
    text = str(value)
    if isinstance(value, bool) or value is None or (len(text) == 1 and text.isalpha() and layer.look.kind != "text"):
        return name
    if text.isalnum():
        return text if len(text) == 1 or text.isdigit() else f"{text} {name}"
    return f"{name} {text}"


def instead(puzzle: Puzzle, name: str, value: Value) -> str:
    """A value that a clue should have: ``a 2``, ``3 1``, ``an A``."""
    if isinstance(value, tuple):
        return _items(value)
    noun = noun_of(puzzle, name, value)
    if noun.isdigit() or len(noun) == 1 or not isinstance(puzzle.genre.layers[name], ValueLayer):
        return with_article(noun)
    return noun


def _without_article(word: str) -> str:
    return word.removeprefix("a ").removeprefix("an ")


def _items(value: tuple[Value, ...]) -> str:
    """The items of a clue with several; a direction is not told."""
    if len(value) > 1 and isinstance(value[0], int) and isinstance(value[1], str) and value[1].islower():
        value = value[:1]
    return " ".join("-" if item is None else str(item) for item in value) or worded("nothing")
