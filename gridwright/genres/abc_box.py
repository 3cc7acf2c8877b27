"""ABC-Box: write a letter into every cell; hints tell the runs of equal letters of a line."""

from collections.abc import Sequence
from itertools import groupby
from random import Random
from typing import Any

from ..formats.layout import Chars, D, Diagram, Listed, Number, bar, blank, cells, clues, key
from ..formats.spf import Spf
from ..language import (
    LETTERS,
    LINE_LENGTH,
    Answer,
    Demands,
    Genre,
    Given,
    Key,
    ListOf,
    Numbers,
    OneOf,
    Rect,
    Spot,
    State,
    Unknown,
    Wording,
    must,
    rule,
)
from ..language.making import Making, Sketch, Wishes, line_values
from ..language.taste import Levels
from ..language.wording import in_order
from ..rules import Accepted, Automaton

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class AbcBox(Genre):
    """Letters are the first ``max`` of the alphabet. A clue lists all runs of equal letters of its line in order: a
    letter is the letter of a run, a number its length, and ``?`` a run of which neither is known. Neighbouring runs
    differ. A letter may come back later, and some may not be used at all."""

    name = "ABC-Box"
    aliases = ("ABC Box Puzzle",)
    task = (
        "Write a letter in every cell. The clues beside a line describe all its runs of equal letters in order: a "
        "letter is the letter of a run, a number its length, and a question mark is any run. Neighbouring runs differ."
    )
    levels = Levels(easy=7.95, medium=19.9, hard=22.2, extreme=25.6)

    def letters(self) -> str:
        """A, B, C, ..."""
        return ALPHABET[: self.max]

    max = Key(3, Numbers(1, len(ALPHABET)), look=LETTERS)
    hint = Given("sides", ListOf(Numbers(1, LINE_LENGTH) | OneOf(letters) | Unknown("?"), 1, LINE_LENGTH))
    letter = Answer("cells", letters)

    @rule(Wording("{side:reading} needs {needed}", "{side:reading} needs {needed} and has {have}",
                  open="{side:reading} can no longer have {needed}"), reads=hint)
    def told_runs(self) -> Demands:
        readers: dict[LetterRuns, Automaton] = {}
        for side, hint in self.hint.items():
            line = self.board.line_from(side)
            read = readers.setdefault(hint, reader(hint))
            told = Accepted(line, self.letter, read, tell=runs_had)
            yield must(told, line, clues=side, side=side, needed=in_order("run", hint))

    dialects = (
        Spf("abc_box", keys=(max,),
            puzzle=Diagram(clues(key("left"), D) + bar + cells(), clues(key("top"), D) + bar + cells(),
                           side=Listed(hint, Number(unknown="?", least=1) | Chars(None, {c: c for c in ALPHABET}))
                           | blank,
                           cell=Chars(letter, {c: c for c in ALPHABET}) | blank),
            solution=Diagram(cells(), cells(), cell=Chars(letter, {c: c for c in ALPHABET}))),
    )


# -- making --

LetterRuns = tuple[int | str, ...]
LetterRunState = tuple[int, str, int]
"""How many runs have begun, the letter of the last one, and its length so far if that matters."""


def reader(hint: LetterRuns) -> Automaton:
    """Reads a line with the runs of a hint."""

    def ended(state: LetterRunState) -> bool:
        n, _, length = state
        return not n or length == (hint[n - 1] if isinstance(hint[n - 1], int) else 0)

    def step(state: LetterRunState, letter: str) -> LetterRunState | None:
        n, last, length = state
        if letter != last:
            if n == len(hint) or not ended(state):
                return None
            sized = isinstance(hint[n], int)
            return (n + 1, letter, int(sized)) if sized or hint[n] in (letter, "?") else None
        told = hint[n - 1]
        if not isinstance(told, int):
            return state
        return (n, last, length + 1) if length < told else None

    return Automaton((0, "", 0), step, lambda state: state[0] == len(hint) and ended(state))


def runs_had(values: Sequence[Sequence[str]]) -> tuple[dict[str, str], str]:
    """The runs of a filled line."""
    if any(len(own) != 1 for own in values):
        return {}, "open"
    return {"have": " ".join("".join(run) for _, run in groupby(own[0] for own in values))}, ""


def runs_told(model: Any, answer: State, side: Spot, rng: Random) -> tuple[int | str, ...]:
    """The runs of a line, each given by its letter or its length."""
    runs = ((letter, len(list(own))) for letter, own in groupby(line_values(model, answer, "letter", side)))
    return tuple(rng.choice(run) for run in runs)


def in_patches(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Letters in patches, so that few lines consist of one letter."""
    top = wishes.get("max", 3)
    letters: dict[Spot, str] = {}
    for c in board.cells:
        near = [letters[n] for n in board.neighbours(c) if n in letters]
        letters[c] = rng.choice([*near, rng.choice(ALPHABET[:top])])
    return Sketch(board, keys={"max": top}, wanted={"letter": letters})


AbcBox.making = Making(
    options=("max",), sketch=in_patches, told={"hint": runs_told}, share=0, fill="letter", whole=True,
    size=(8, 8), rounds=10,
)
