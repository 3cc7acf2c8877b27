"""All texts of a genre, as data: what people read about its puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...language.genre import Genre
from ...language.layers import GivenLayer
from ...language.wording import worded
from .techniques import techniques_of


class GenreText(NamedTuple):
    """A text with its placeholders: what it is about, and the module whose catalogue translates it."""

    about: str
    text: str
    home: str

    def __str__(self) -> str:
        return worded(self.text, self.home)


def texts_of(genre: type[Genre]) -> Iterator[GenreText]:
    """The texts of a genre: its task, its rules and their faults, its clues, the words of its marks, its techniques.

        >>> import gridwright as gw
        >>> next(texts_of(gw.known_genres()[0])).about
        'task'
    """
    teller = next(base for base in genre.__mro__ if "task" in vars(base))
    yield GenreText("task", genre.task, teller.__module__)
    if sized := vars(teller).get("sized_task"):
        yield GenreText("task", sized, teller.__module__)
    for rule in (*genre.rules, *genre.lemmas):
        for wording in rule.wordings:
            for text in wording.texts:
                yield GenreText(f"rule {rule.name}", text, wording.home)
    for layer in genre.layers.values():
        if isinstance(layer, GivenLayer) and layer.role == "clue":
            yield GenreText("clues", layer.name, layer.home)
    for layer in genre.answer_layers.values():
        for text in layer.texts:
            yield GenreText(f"marks of {layer.name}", text, layer.home)
    for technique in techniques_of(genre.__module__).values():
        for text in filter(None, (technique.name, technique.words)):
            yield GenreText(f"technique {technique.name}", text, technique.home)
