"""Easy as ABC: each letter once in every row and column; clues outside are the first letters met from there."""

from random import Random
from string import ascii_uppercase
from typing import Any

from ...formats.errors import Line
from ...formats.layout import Chars, Diagram, blank, cells, clues
from ...formats.roles import penpa, puzzlekit, pzpr
from ...formats.roles.sheet import Sheet
from ...formats.spf import Spf
from ...language import LETTERS, Answer, Genre, Given, Key, Numbers, OneOf, Rect, Wording, symbols
from ...language.look import LazyModule
from ...language.making import Making, Sketch, Wishes, square
from ...language.taste import Levels
from ...rules import once_each, once_in
from .rules import first_met

drawing = LazyModule(__name__, "drawing")
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
EMPTY = "-"
SIGNS = {c: c for c in ALPHABET}


class EasyAsAbc(Genre):
    """The letters are the first ``max`` ones of the alphabet; all other cells are empty."""

    name = "Easy as ABC"
    aliases = ("ABC End View", "ABC View")
    task = (
        "Write each letter once in every row and column; the other cells stay empty. A letter outside is the first one "
        "seen from there."
    )
    levels = Levels(easy=26.4, medium=66, hard=70.5, extreme=81.1)

    def most_letters(self) -> int:
        """As many as a row has cells, or the alphabet letters."""
        return min(self.board.n_cols, len(ALPHABET))

    max = Key(3, Numbers(1, most_letters), look=LETTERS)

    def letters(self) -> str:
        """The empty cell, and A to the last letter."""
        return EMPTY + ALPHABET[: self.max]

    def hints(self) -> str:
        """A to the last letter."""
        return ALPHABET[: self.max]

    hint = Given("sides", OneOf(hints))
    letter = Answer("cells", letters, look=symbols({EMPTY: " "}), words={EMPTY: "empty"})

    rows = once_each(letter, "rows", once_in("row {i}"), full=True, free=EMPTY, rest="row {i} needs {n:empty cell}")
    cols = once_each(letter, "cols", once_in("column {i}"), full=True, free=EMPTY,
                     rest="column {i} needs {n:empty cell}")
    first = first_met(letter, hint, Wording(
        "the first letter from {side} is {value}", "the first letter from {side} is {met}, not {value}",
        none="the first letter from {side} can no longer be {value}"), empty=EMPTY).requires(rows, cols)

    dialects = (
        Spf("easy_as_abc", square=True, keys=(max,), required=("max",),
            puzzle=Diagram(clues() + cells() + clues(), clues() + cells() + clues(),
                           side=Chars(hint, SIGNS) | blank, cell=Chars(letter, {**SIGNS, "-": EMPTY}) | blank),
            solution=Diagram(cells(), cells(), cell=Chars(letter, {**SIGNS, " ": EMPTY}, also={"-": EMPTY}))),
        *pzpr("easyasabc", lambda p, g: pzprjs(p, g)),
        penpa("easyasabc easyas abcendview", lambda p, g: p.Notation(
            drawing.OutsideLetters(g.hint, g.letter, g.max), p.CellTexts(g.letter, p.LETTER, drawn=True, blank="-"),
            rest={g.letter: "-"}, unknown=p.ignored(g.hint, g.letter),
        )),
        *puzzlekit("ABCEndView Buchstabensalat", lambda k, g: k.Notation(
            (*k.views(k.letters(g.hint)), k.grid(k.letters(g.letter))), k.solved(k.letters(g.letter, drawn=True)),
            last_letter(k), on_pages=letters_found, rest={g.letter: "-"}, also=(g.max,),
        )),
    )


# -- making --


def lettered(rng: Random, board: Rect, wishes: Wishes) -> Sketch:
    """Three letters on small boards, four from 6x6 on."""
    del rng
    return Sketch(board, keys={"max": wishes.get("max", min(3 + (board.n_cols > 5), max(1, board.n_cols - 1)))})


EasyAsAbc.making = Making(
    options=("max",), sketch=lettered, near=False, share=0.3, size=(6, 6), sizes=square(3), fill="letter",
    rounds=60, unfilled=60, is_given=lambda letter: letter != EMPTY,
)


# -- how other programs write it --


def pzprjs(p: Any, g: Any) -> Any:
    """The number of letters, those around the grid, and those in it."""
    return p.Notation(
        (p.Whole(g.max, "letters"), p.named(g.hint, ascii_uppercase, p.all_around, first=1),
         p.named(g.letter, ascii_uppercase, first=1, optional=True)),
        (p.NumberLine(g.max, "letters"),
         p.rings(p.Words(g.hint, numbered() | numbered("c")), p.Words(g.letter, numbered("q")),
                 p.Words(g.letter, {"-": "-"} | numbered(), drawn=True), p.NOTED)),
        rest={g.letter: "-"},
    )


def numbered(prefix: str = "") -> dict[str, str]:
    """The letters by their numbers."""
    return {f"{prefix}{n}": letter for n, letter in enumerate(ascii_uppercase, 1)}


def last_letter(kit: Any) -> Any:
    """A word behind the size in puzzlekit: the number of letters, or the last letter, which is what is written."""

    def read(word: str, sheet: Sheet, line: Line) -> None:
        n = ord(word.upper()) - ord("A") + 1 if len(word) == 1 and word.isascii() and word.isalpha() else 0
        sheet.set("max", n or kit.whole_number(word, line, "the last letter"), line, 0)

    return kit.Extra(("depth", "letters"), read, lambda sheet: chr(ord("a") - 1 + (sheet.numbers.get("max") or 3)))


def letters_found(sheet: Sheet) -> None:
    """The number of letters follows from those on the board, if it is not given."""
    if "max" not in sheet.numbers:
        found = [value for layer in ("hint", "letter") for value in sheet.given[layer].values()]
        sheet.set("max", max((ord(letter) - ord("A") + 1 for letter in found), default=1), *sheet.where["size", None])
