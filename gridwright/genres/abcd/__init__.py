"""ABCD: write a letter into every cell so that neighbours differ; hints count the letters of a line."""

from collections.abc import Iterator
from typing import Any

from ...formats.layout import Chars, D, Diagram, Listed, Number, bar, blank, cells, clues, key
from ...formats.spf import Spf
from ...language import (
    LETTERS,
    LINE_LENGTH,
    Answer,
    Demands,
    Genre,
    Given,
    Key,
    ListOf,
    Numbers,
    Spot,
    State,
    Unknown,
    Wording,
    count,
    headed,
    must,
    rule,
)
from ...language.making import Making, line_values, told_by
from ...language.taste import Levels
from .rules import unlike

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Abcd(Genre):
    """Letters are the first ``max`` of the alphabet. A clue is a tuple with a number (or None) for each letter. The
    number for A comes last, nearest to the grid. Black cells hold no letter and are not counted. Letters may repeat in
    a line, and some may not be used at all."""

    name = "ABCD"
    aliases = ("ABCD Puzzle",)
    task = (
        "Write a letter in every white cell so that cells sharing an edge differ. The numbers outside show how often "
        "each letter appears in that row or column."
    )
    levels = Levels(easy=27.9, medium=69.7, hard=75.7, extreme=113)

    def letters(self) -> str:
        """A, B, C, ..."""
        return ALPHABET[: self.max]

    def open_cells(self) -> Iterator[Spot]:
        """The cells that are not black."""
        return (c for c in self.board.cells if c not in self.black)

    max = Key(4, Numbers(1, len(ALPHABET)), look=LETTERS)
    black = Given("cells", role="structure")
    hint = Given("sides", ListOf(Numbers(0, LINE_LENGTH) | Unknown(), max, max), look=headed(ALPHABET[::-1]))
    letter = Answer(open_cells, letters)

    neighbours_differ = unlike(letter, Wording("{at} are not both {value}", "{at} are both {value}"))

    @rule("{side:line} needs {n:{letter}}", reads=hint)
    def letter_counts(self) -> Demands:
        for side, hint in self.hint.items():
            line = [c for c in self.board.line_from(side) if c in self.letter]
            for letter, n in zip(ALPHABET, reversed(hint), strict=False):
                if n is not None:
                    told = count(self.letter[c] == letter for c in line) == n
                    yield must(told, line, clues=side, letter=letter, n=n, side=side)

    letter_counts.considered_with(neighbours_differ)

    own = Chars(letter, {c: c for c in ALPHABET}) | Chars(black, {"#": True})
    diagram = Diagram(clues(key("max"), D) + bar + cells(), clues(key("max"), D) + bar + cells(),
                      side=Listed(hint, Number(), fixed=True) | blank, cell=own | blank)
    solved = Diagram(cells(), cells(), cell=own)
    dialects = (Spf("abcd", keys=(max,), puzzle=diagram, solution=solved),)


# -- making --


def counts_told(model: Any, answer: State, side: Spot) -> tuple[int, ...]:
    """How often each letter stands in a line, the last one first."""
    line = line_values(model, answer, "letter", side)
    return tuple(line.count(letter) for letter in reversed(model.letters()))


Abcd.making = Making(told={"hint": told_by(counts_told)}, share=1.0, fill="letter", whole=True, size=(6, 6), rounds=15)
