"""Clues and given marks in words: ``the 3 at r6c7``, ``the black pearl at r2c1``."""

from __future__ import annotations

from collections.abc import Sequence

from ...language.layers import AnswerLayer, GivenLayer, Layer, ValueLayer
from ...language.puzzle import Puzzle, Value
from ...language.rules import Clue
from ...language.wording import listed, name_in_words, with_article, worded
from .steps import StepMark

SHORT = 3
"""Values with names of fewer characters are digits and letters."""
_MANY = 6
"""If there are more clues than this, only the first are named."""


def clue_name(puzzle: Puzzle, clue: Clue) -> str:
    """A clue of a puzzle by its value and place."""
    name, spot = clue
    noun, called = noun_of(puzzle, name, puzzle.given[name][spot]), _called(puzzle, name)
    if called not in noun and any(spot in puzzle.given.get(other, ()) for other in _clue_layers(puzzle) - {name}):
        noun += f" ({called})"
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
    if isinstance(layer, AnswerLayer | ValueLayer):
        word = layer.word(value, puzzle) if isinstance(layer, ValueLayer) else layer.word(value)
        noun = _without_article(word)
        return worded('mark "{word}"', word=word) if noun == word and len(word) >= SHORT else noun
    text, called = str(value), _called(puzzle, name)
    if isinstance(value, tuple):
        return _items(value)
    if isinstance(value, bool) or value is None:
        return called
    if text.isdigit() or (len(text) == 1 and text.isalpha() and layer.look.kind == "text"):
        return text
    if len(text) > 1 and text.isalnum():
        return f"{_in_words(layer, text)} {called}"
    return f"{called} {text}"


def _called(puzzle: Puzzle, name: str) -> str:
    """The name of a layer in the current language."""
    return _in_words(puzzle.genre.layers[name], name)


def _in_words(layer: Layer, text: str) -> str:
    return worded(text, layer.home if isinstance(layer, GivenLayer) else "")


def instead(puzzle: Puzzle, name: str, value: Value) -> str:
    """A value that a clue should have: ``a 2``, ``3 1``, ``an A``."""
    noun = noun_of(puzzle, name, value)
    return noun if isinstance(value, tuple) and not noun.isdigit() else with_article(noun)


def added(puzzle: Puzzle, clue: StepMark) -> str:
    """A clue that is to be added: ``a 2``; with its layer, if others of the genre could be meant: ``a 2 (trees)``."""
    layers, noun = puzzle.genre.layers, instead(puzzle, clue.layer, clue.value)
    on = [name for name, layer in layers.items() if layer.on == layers[clue.layer].on and (
        isinstance(layer, ValueLayer) or name in _clue_layers(puzzle))]
    called = _called(puzzle, clue.layer)
    return noun if called in noun or len(on) < 2 else f"{noun} ({called})"


def _without_article(word: str) -> str:
    return next((word.removeprefix(one) for one in worded("a |an ").split("|") if word.startswith(one)), word)


def _items(value: tuple[Value, ...]) -> str:
    """The items of a clue that has several; without directions."""
    if len(value) > 1 and isinstance(value[0], int) and isinstance(value[1], str) and value[1].islower():
        value = value[:1]
    return " ".join("-" if item is None else str(item) for item in value) or worded("nothing")
